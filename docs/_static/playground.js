// The page on which heapwise is tried: files to edit, commands to run on them, a board to walk on. Nothing is loaded
// before somebody runs a command, and then from this site alone; nothing that is typed leaves the browser.
"use strict";

(() => {
  const place = document.querySelector(".playground[data-static]");
  if (!place) return;

  const JAPANESE = {
    "Rules": "規則",
    "Claims": "主張",
    "Check the claims": "主張を検査",
    "Prove the claims": "主張を証明",
    "Table": "表",
    "Board": "盤面",
    "Game": "ゲーム",
    "Command": "コマンド",
    "Run": "実行",
    "Stop": "中止",
    "Clear": "消去",
    "Link to these files": "このファイルへのリンク",
    "Loading Python and heapwise from this site ({size} MB, once) ...":
      "Python と heapwise をこのサイトから読み込んでいます ({size} MB、一度だけ) ...",
    "Running ...": "実行中 ...",
    "Stopped.": "中止しました。",
    "Stopped after {n} s.": "{n} 秒で中止しました。",
    "Ready after {n} s.": "{n} 秒で準備ができました。",
    "Done in {n} s.": "{n} 秒で終わりました。",
    "Could not be loaded: {why}": "読み込めませんでした: {why}",
    "Go to line {n} of {file}": "{file} の {n} 行目へ",
    "This example:": "この例:",
    "Answers": "答え",
  };
  const language = document.documentElement.lang === "ja" ? "ja" : "en";
  const say = (text, values = {}) =>
    ((language === "ja" && JAPANESE[text]) || text).replace(/\{(\w+)\}/g, (_, name) => values[name]);

  const make = (name, attributes = {}, ...children) => {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
      if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
      else if (value !== null) element.setAttribute(key, value);
    }
    element.append(...children);
    return element;
  };
  const button = (text, onclick, attributes = {}) => make("button", { type: "button", onclick, ...attributes }, text);

  const SECONDS = 120; // after which a command is stopped
  const statics = place.dataset.static;

  // ------------------------------------------------------------------------------------------------- the worker

  // One worker at a time; a command that is stopped takes it along, and the next one starts another.
  class Kernel {
    constructor() {
      this.worker = null;
      this.asked = null;
    }

    ask(request, told) {
      return new Promise((resolve, reject) => {
        this.asked = { told, resolve, reject };
        this.open();
        this.worker.postMessage(JSON.stringify({ language, ...request }));
      });
    }

    open() {
      if (this.worker) return;
      const begun = performance.now();
      this.isReady = false;
      this.worker = new Worker(`${statics}playground-worker.js`, { type: "module" });
      this.worker.onerror = (event) => this.end(new Error(event.message || "playground-worker.js"));
      this.worker.onmessage = ({ data }) => {
        if (data.kind === "ready") {
          this.isReady = true;
          this.asked?.told({ ready: (performance.now() - begun) / 1000 });
        } else if (data.kind === "broken") {
          this.end(new Error(data.text));
        } else if ("code" in data.answer) {
          const { resolve } = this.asked;
          this.asked = null;
          resolve(data.answer);
        } else {
          this.asked?.told(data.answer);
        }
      };
    }

    end(reason) {
      this.worker?.terminate();
      this.worker = null;
      this.asked?.reject(reason);
      this.asked = null;
    }
  }

  // --------------------------------------------------------------------------------------------------- the page

  class Playground {
    constructor() {
      this.kernel = new Kernel();
      this.editors = new Map();
      this.build();
      this.open();
      window.addEventListener("hashchange", () => this.open());
    }

    build() {
      const enter = (event) => {
        event.preventDefault();
        this.run(this.command.value);
      };
      this.files = make("div", { class: "files" });
      this.game = make("input", { type: "text", id: "playground-game", autocapitalize: "off", spellcheck: "false" });
      this.command = make("input", {
        type: "text", id: "playground-command", autocapitalize: "off", autocomplete: "off", spellcheck: "false",
      });
      this.examples = make("p", { class: "row examples", hidden: "" });
      this.starts = [
        button(say("Check the claims"), () => this.run(`heapwise check ${this.named("claims")}`)),
        button(say("Prove the claims"), () => this.run(`heapwise prove ${this.named("claims")}`)),
        button(say("Table"), () => this.run(`heapwise table ${quoted(this.game.value)} --upto 8`)),
        button(say("Board"), () => this.board()),
        make("button", { type: "submit" }, say("Run")),
      ];
      this.stopping = button(say("Stop"), () => this.stop(say("Stopped.")), { disabled: "" });
      this.status = make("p", { class: "status", role: "status" });
      this.shown = make("div", { class: "shown" });
      this.answers = make("div", { class: "answers", role: "log", tabindex: "0", "aria-label": say("Answers") });
      this.link = make("a", { href: "#" }, say("Link to these files"));
      this.link.addEventListener("focus", () => this.relink());
      this.link.addEventListener("pointerenter", () => this.relink());
      this.link.addEventListener("pointerdown", () => this.relink());
      const [check, prove, table, board, run] = this.starts;
      place.replaceChildren(
        this.files,
        (this.ofClaims = make("div", { class: "row" }, check, prove)),
        make("div", { class: "row" }, make("label", { for: "playground-game" }, say("Game")), this.game, table, board),
        make(
          "form",
          { class: "row", onsubmit: enter },
          make("label", { for: "playground-command" }, say("Command")), this.command, run, this.stopping,
        ),
        this.examples, this.status, this.shown, this.answers,
        make("p", { class: "row" }, button(say("Clear"), () => this.clear()), this.link),
      );
    }

    // What an address names, or the example of the first page.
    open() {
      const named = new URLSearchParams(location.hash.slice(1));
      const files = [...named].filter(([key]) => /^[\w-]+\.(game|claims)$/.test(key));
      if (files.length) this.show(Object.fromEntries(files));
      else if (!this.editors.size) this.show(JSON.parse(place.dataset.example));
      const commands = named.getAll("run");
      if (!files.length && this.command.value) return;
      this.command.value = commands[0] ?? `heapwise show ${quoted(this.game.value)}`;
      this.examples.hidden = !commands.length;
      const shown = commands.map((line) => button(line, () => this.run(line), { class: "command" }));
      this.examples.replaceChildren(say("This example:"), ...shown);
    }

    show(files) {
      this.editors.clear();
      this.files.replaceChildren();
      this.update(files);
      this.game.value = suggested(Object.values(files).join("\n"));
    }

    // Put texts into their editors; new ones are made for new files.
    update(files) {
      for (const [name, text] of Object.entries(files)) {
        if (!this.editors.has(name)) this.edit(name);
        const editor = this.editors.get(name);
        editor.value = text.trimEnd() + "\n";
        editor.rows = Math.min(24, Math.max(4, editor.value.split("\n").length));
      }
    }

    edit(name) {
      const id = `playground-${name}`;
      const kind = say(name.endsWith(".game") ? "Rules" : "Claims");
      const editor = make("textarea", {
        id, wrap: "off", spellcheck: "false", autocapitalize: "off", autocomplete: "off",
        onkeydown: (event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) this.run(this.command.value);
        },
      });
      this.editors.set(name, editor);
      this.ofClaims.hidden = ![...this.editors.keys()].some((file) => file.endsWith(".claims"));
      this.files.append(make("div", { class: "file" }, make("label", { for: id }, `${kind}: `, make("code", {}, name)), editor));
    }

    texts() {
      return Object.fromEntries([...this.editors].map(([name, editor]) => [name, editor.value]));
    }

    named(ending) {
      return [...this.editors.keys()].find((name) => name.endsWith(`.${ending}`)) ?? `mine.${ending}`;
    }

    relink() {
      this.link.href = `#${new URLSearchParams([...Object.entries(this.texts()), ["run", this.command.value]])}`;
    }

    clear() {
      this.shown.replaceChildren();
      this.answers.replaceChildren();
      this.status.textContent = "";
    }

    // ------------------------------------------------------------------------------------------------ what runs

    async run(line) {
      if (this.isBusy) return;
      this.command.value = line;
      this.shown.before(this.answers);
      const said = make("pre", {});
      this.answers.prepend(make("div", { class: "answer" }, make("p", { class: "asked" }, `$ ${line}`), said));
      const found = await this.ask({ command: line }, ({ said: text }) => this.say(said, text));
      if (found) this.update(found.files);
    }

    async board() {
      this.answers.before(this.shown);
      const found = await this.ask({ board: this.game.value }, () => {});
      if (!found) return;
      const said = make("pre", {});
      if (found.problem) {
        this.shown.replaceChildren(make("div", { class: "answer" }, said));
        this.say(said, found.problem);
        return;
      }
      const data = (id, value) => {
        const script = make("script", { type: "application/json", id });
        script.textContent = JSON.stringify(value);
        return script;
      };
      const explorer = make("div", { class: "explorer", "data-boards": "board-0" });
      this.shown.replaceChildren(data("explorer-words", found.words), data("board-0", found.board), explorer);
      if (this.hasExplorer) explorer.dispatchEvent(new CustomEvent("board", { bubbles: true }));
      else document.head.append(make("script", { src: `${statics}explorer.js` }));
      this.hasExplorer = true;
    }

    // Ask the worker, which may be stopped; nothing is answered then.
    async ask(request, told) {
      if (this.isBusy) return null;
      this.isBusy = true;
      for (const start of this.starts) start.disabled = true;
      this.stopping.disabled = false;
      const size = place.dataset.size;
      this.status.textContent = this.kernel.isReady && this.kernel.worker
        ? say("Running ...")
        : say("Loading Python and heapwise from this site ({size} MB, once) ...", { size });
      let begun = performance.now();
      const clock = setTimeout(() => this.stop(say("Stopped after {n} s.", { n: SECONDS })), 1000 * SECONDS);
      try {
        const found = await this.kernel.ask({ files: this.texts(), ...request }, (part) => {
          if (!part.ready) return told(part);
          begun = performance.now();
          this.status.textContent = `${say("Ready after {n} s.", { n: part.ready.toFixed(1) })} ${say("Running ...")}`;
        });
        this.status.textContent = say("Done in {n} s.", { n: ((performance.now() - begun) / 1000).toFixed(1) });
        return found;
      } catch (problem) {
        if (problem.message) this.status.textContent = say("Could not be loaded: {why}", { why: problem.message });
        return null;
      } finally {
        clearTimeout(clock);
        this.isBusy = false;
        for (const start of this.starts) start.disabled = false;
        this.stopping.disabled = true;
      }
    }

    stop(words) {
      this.kernel.end({});
      this.status.textContent = words;
    }

    // ------------------------------------------------------------------------------------------- what is answered

    // Output as a terminal shows it; places in files lead to them, and commands that it names are run.
    say(said, text) {
      said.dataset.text = (said.dataset.text ?? "") + text;
      const parts = said.dataset.text.split(/((?:-->|:::) [\w-]+\.(?:game|claims):\d+:\d+|(?<=: )heapwise \w+ [^\n]+)/);
      said.replaceChildren(...parts.map((part, i) => (i % 2 ? this.leading(part, parts[i + 1]) : part)));
    }

    // `after` has the marks below the place.
    leading(part, after) {
      if (part.startsWith("heapwise")) return button(part, () => this.run(part), { class: "again" });
      const [, file, line, column] = part.match(/ (.+):(\d+):(\d+)$/);
      if (!this.editors.has(file)) return part;
      const marks = after.match(/\^+/)?.[0].length ?? 1;
      const label = say("Go to line {n} of {file}", { n: line, file });
      return button(part, () => this.go(file, Number(line), Number(column), marks), { class: "place", title: label });
    }

    go(file, line, column, marks) {
      const editor = this.editors.get(file);
      const lines = editor.value.split("\n");
      const signs = [...(lines[line - 1] ?? "")];
      const start = lines.slice(0, line - 1).join("\n").length + (line > 1) + signs.slice(0, column - 1).join("").length;
      editor.focus();
      editor.setSelectionRange(start, start + signs.slice(column - 1, column - 1 + marks).join("").length);
    }
  }

  // A game of some rules to begin with: parameters get their least values, but 2 at least.
  const suggested = (text) => {
    const [, name, parameters] = text.match(/^\s*game\s+([^\s(]+)(?:\(([^)]*)\))?/m) ?? [];
    if (!name) return "nim(2)";
    const values = (parameters ?? "").split(",").filter((part) => part.trim());
    const least = values.map((part) => Math.max(2, Number(part.match(/\bin\s+(\d+)/)?.[1] ?? 2)));
    return least.length ? `${name}(${least.join(", ")})` : name;
  };

  const quoted = (text) => (/^[\w.,-]+$/.test(text) ? text : `'${text}'`);

  new Playground();
})();
