// The colours of the language stand once in the project, in `grammars/`; an extension carries a copy.

const fs = require("fs");
const path = require("path");

const target = path.join(__dirname, "syntaxes");
fs.mkdirSync(target, { recursive: true });
for (const [from, to] of [
  ["../../grammars/heapwise.tmLanguage.json", "syntaxes/heapwise.tmLanguage.json"],
  ["../../LICENSE", "LICENSE"],
]) {
  fs.copyFileSync(path.join(__dirname, from), path.join(__dirname, to));
}
