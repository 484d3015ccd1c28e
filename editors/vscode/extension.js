// Starts `heapwise lsp` for files of rules and claims; all that is known of the language is known there.

const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");
const { executable, serverArguments } = require("./executable");

let client;

exports.activate = async (context) => {
  context.subscriptions.push(
    vscode.commands.registerCommand("heapwise.restart", restart),
    vscode.workspace.onDidChangeConfiguration((change) => change.affectsConfiguration("heapwise") && restart()),
  );
  await start();
};

exports.deactivate = stop;

async function start() {
  const settings = vscode.workspace.getConfiguration("heapwise");
  // Programs of a folder are run only if somebody has said that the folder is trusted.
  const folders = vscode.workspace.isTrusted ? (vscode.workspace.workspaceFolders || []).map((f) => f.uri.fsPath) : [];
  const command = executable(settings.get("path"), folders, process.env);
  const args = serverArguments(settings.get("language"), vscode.env.language);
  const selector = [{ language: "heapwise", scheme: "file" }];
  client = new LanguageClient("heapwise", "heapwise", { command, args }, { documentSelector: selector });
  try {
    await client.start();
  } catch {
    vscode.window.showErrorMessage(
      vscode.env.language.startsWith("ja")
        ? `言語サーバ ${command} を起動できません。\`pip install 'pygls>=2,<3'\` を行い、設定 heapwise.path にその場所を書いてください。`
        : `The language server ${command} does not start: \`pip install 'pygls>=2,<3'\`, and name it in the setting heapwise.path.`,
    );
  }
}

async function stop() {
  const old = client;
  client = undefined;
  if (old && old.needsStop()) {
    await old.stop();
  }
}

async function restart() {
  await stop();
  await start();
}
