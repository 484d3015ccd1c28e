// Which `heapwise` to start: nothing here knows the editor, so that it can be tried without one.

const fs = require("fs");
const path = require("path");

const isWindows = process.platform === "win32";
const NAME = isWindows ? "heapwise.exe" : "heapwise";
const INSIDE = isWindows ? "Scripts" : "bin";

/** The setting, else the virtual environment of a folder, else the active one, else whatever the PATH has. */
function executable(setting, folders, environment) {
  if (setting) {
    return fromHome(setting, environment);
  }
  const environments = folders.flatMap((folder) => [".venv", "venv", "env"].map((name) => path.join(folder, name)));
  const active = [environment.VIRTUAL_ENV, environment.CONDA_PREFIX].filter(Boolean);
  const candidates = [...environments, ...active].map((root) => path.join(root, INSIDE, NAME));
  return candidates.find(isProgram) || "heapwise";
}

function fromHome(setting, environment) {
  return setting.startsWith("~/") ? path.join(environment.HOME || "", setting.slice(2)) : setting;
}

function isProgram(file) {
  try {
    fs.accessSync(file, fs.constants.X_OK);
    return fs.statSync(file).isFile();
  } catch {
    return false;
  }
}

/** How the server is called for a language of messages; without one it asks the system. */
function serverArguments(setting, editor) {
  const language = setting === "auto" ? editor.split("-")[0].toLowerCase() : setting;
  return ["en", "ja"].includes(language) ? ["--lang", language, "lsp"] : ["lsp"];
}

module.exports = { executable, serverArguments };
