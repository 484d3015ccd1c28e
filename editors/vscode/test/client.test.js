// The server through the library that the extension uses, without VS Code: HEAPWISE names the program to start.

const assert = require("node:assert");
const { spawn } = require("node:child_process");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { test } = require("node:test");
const { pathToFileURL } = require("node:url");
const rpc = require("vscode-languageserver-protocol/node");
const { executable, serverArguments } = require("../executable");

test("the program is that of the setting, of a virtual environment, or the one on the PATH", () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "heapwise"));
  assert.strictEqual(executable("", [folder], {}), "heapwise");
  const program = path.join(folder, ".venv", "bin", "heapwise");
  fs.mkdirSync(path.dirname(program), { recursive: true });
  fs.writeFileSync(program, "", { mode: 0o755 });
  assert.strictEqual(executable("", [folder], {}), program);
  assert.strictEqual(executable("", [], { VIRTUAL_ENV: path.join(folder, ".venv") }), program);
  assert.strictEqual(executable("~/x", [folder], { HOME: "/home/me" }), "/home/me/x");
  assert.deepStrictEqual(serverArguments("auto", "ja"), ["--lang", "ja", "lsp"]);
  assert.deepStrictEqual(serverArguments("auto", "de"), ["lsp"]);
});

test("messages, quick fixes, lenses and a check", { timeout: 60000 }, async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "heapwise"));
  const env = { ...process.env, HEAPWISE_CACHE: folder };
  const program = spawn(process.env.HEAPWISE || executable("", [], env), serverArguments("en", "en"), { env });
  const connection = rpc.createProtocolConnection(
    new rpc.StreamMessageReader(program.stdout), new rpc.StreamMessageWriter(program.stdin));
  const heard = [];
  let wake = () => {};
  connection.onNotification(rpc.PublishDiagnosticsNotification.type, (params) => (heard.push(params), wake()));
  const next = async () => {
    while (!heard.length) await new Promise((resolve) => (wake = resolve));
    return heard.shift().diagnostics;
  };
  connection.listen();
  const { capabilities } = await connection.sendRequest(
    rpc.InitializeRequest.type, { processId: process.pid, rootUri: null, capabilities: {} });
  for (const name of ["codeAction", "codeLens", "rename", "references", "documentSymbol", "semanticTokens"]) {
    assert.ok(capabilities[`${name}Provider`], name);
  }
  await connection.sendNotification(rpc.InitializedNotification.type, {});
  const file = path.join(folder, "mine.claims");
  const text = "claims for nim(n)\n    conjecture bad: P(x) iff x[1] = 0   check n = 2, upto 3\n";
  fs.writeFileSync(file, text);
  const uri = pathToFileURL(file).href;
  const item = { uri, languageId: "heapwise", version: 1, text: text.replace(" = 0", " == 0") };
  await connection.sendNotification(rpc.DidOpenTextDocumentNotification.type, { textDocument: item });
  const [message] = await next();
  const asked = { textDocument: { uri }, range: message.range, context: { diagnostics: [message] } };
  const [action] = await connection.sendRequest(rpc.CodeActionRequest.type, asked);
  const [edit] = action.edit.changes[uri];
  await connection.sendNotification(rpc.DidChangeTextDocumentNotification.type, {
    textDocument: { uri, version: 2 }, contentChanges: [{ range: edit.range, text: edit.newText }] });
  const after = await next();
  assert.ok(!after.some((d) => d.code === message.code));
  const lenses = await connection.sendRequest(rpc.CodeLensRequest.type, { textDocument: { uri } });
  assert.deepStrictEqual(lenses.map((lens) => lens.command.title), ["not checked", "check", "prove"]);
  const run = connection.sendRequest(rpc.ExecuteCommandRequest.type, lenses[1].command);
  const found = await next();
  assert.match(found[found.length - 1].message, /counterexample/);
  await run;
  await connection.sendRequest(rpc.ShutdownRequest.type);
  await connection.sendNotification(rpc.ExitNotification.type);
});
