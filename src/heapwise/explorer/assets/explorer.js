// The explorer of a report: a reader walks through the positions of a board, sees the options with their values and
// why the value is what it is, and plays against an opponent who knows them all. Nothing is loaded and nothing is sent.
"use strict";

(() => {
  // An element with attributes and children; text is always put in as text.
  const make = (name, attributes = {}, ...children) => {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
      if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
      else if (value === true) element.setAttribute(key, "");
      else if (value !== false && value !== null && value !== undefined) element.setAttribute(key, value);
    }
    element.append(...children.filter((child) => child !== null));
    return element;
  };
  const range = (n) => Array.from({ length: n }, (_, i) => i);

  // Sentences are written in English, and said in the language of the page; {name} is a value.
  const words = JSON.parse(document.getElementById("explorer-words")?.textContent ?? "{}");
  const say = (text, values = {}) => (words[text] ?? text).replace(/\{(\w+)\}/g, (_, name) => values[name]);

  // ------------------------------------------------------------------------------------------------ a board

  // A position is a list of numbers of the board: one, or one for each component of a sum.
  class Board {
    constructor(data) {
      Object.assign(this, data);
      this.title = data.game + (data.normal ? "" : `, ${data.play}`);
    }

    heaps(index) {
      const heaps = [];
      for (const side of [...this.shape].reverse()) {
        heaps.unshift(index % side);
        index = Math.floor(index / side);
      }
      return heaps;
    }

    index(heaps) {
      return heaps.reduce((index, heap, axis) => index * this.shape[axis] + heap, 0);
    }

    isLegal(index) {
      return this.options[index] !== null;
    }

    textOf(index) {
      const heaps = this.heaps(index);
      const groups = this.groups.length ? this.groups : [heaps.map((_, axis) => axis)];
      return groups.map((group) => group.map((axis) => heaps[axis]).join(",")).join(";");
    }

    text(position) {
      return position.length ? position.map((index) => this.textOf(index)).join(" + ") : say("nothing");
    }

    // Values add over sums in normal play, and no board has sums under another play.
    value(position) {
      if (this.normal) return position.reduce((sum, index) => sum ^ this.values[index], 0);
      return this.values[position[0]];
    }

    moves(position) {
      const found = new Map();
      position.forEach((index, place) => {
        const rest = position.filter((_, other) => other !== place);
        for (const option of this.options[index]) {
          const move = this.move(rest, option);
          found.set(move.text, move);
        }
      });
      const here = this.value(position);
      const moves = [...found.values()].map((move) => ({ ...move, wins: this.keeps(here, move.value) }));
      return moves.sort((a, b) => (a.value > b.value) - (a.value < b.value));
    }

    move(rest, option) {
      if (typeof option === "object" && !Array.isArray(option)) {
        const text = [...rest.map((index) => this.textOf(index)), option.to].join(" + ");
        return { to: null, text, value: rest.length ? this.value(rest) ^ option.value : option.value };
      }
      const to = this.tidy([...rest, ...[option].flat()]);
      return { to, text: this.text(to), value: this.value(to) };
    }

    // Components in which nothing can be done are left out of a sum.
    tidy(position) {
      const alive = position.length > 1 ? position.filter((index) => this.options[index].length) : position;
      return (alive.length ? alive : position.slice(0, 1)).sort((a, b) => b - a);
    }

    // Does an option of this value give the player to move the best that is to be had?
    keeps(here, there) {
      if (this.seats === null) return false;
      if (this.normal) return there === 0;
      return this.players === 2 ? there === "P" : (there + 1) % this.players === here;
    }

    show(value) {
      return Array.isArray(value) ? value.join(", ") : String(value);
    }

    words(value) {
      const [lost, won] = [say("P: the player to move loses against good play."), say("N: the player to move can win.")];
      if (this.normal) return `${say("Grundy value {value}.", { value })} ${value ? won : lost}`;
      if (value === "P") return lost;
      if (value === "N") return won;
      if (this.seats === null) {
        return say("Who moves last, if player 0, 1, ... is to move: {players}.", { players: this.show(value) });
      }
      if (value === 0) return say("Seat 0: the player to move makes the last move.");
      if (value === 1) return say("Seat 1: the next player makes the last move.");
      return say("Seat {value}: the player {value} turns later makes the last move.", { value });
    }

    // The position that somebody types: numbers, in the order in which positions are written. Null is none of this board.
    read(text) {
      const numbers = text.match(/\d+/g)?.map(Number) ?? [];
      if (numbers.length !== this.shape.length || /[^\d,;()\s]/.test(text)) return null;
      const order = this.groups.flat();
      const heaps = [...numbers];
      order.forEach((axis, i) => (heaps[axis] = numbers[i]));
      const isInside = heaps.every((heap, axis) => heap < this.shape[axis]);
      return isInside && this.isLegal(this.index(heaps)) ? this.index(heaps) : null;
    }

    isLost(value) {
      return value === (this.normal ? 0 : "P");
    }
  }

  // --------------------------------------------------------------------------------------------- an explorer

  const COLUMNS = 16; // of a board with one heap
  const MOST_SHOWN = 24; // options of one value, before somebody asks for all

  class Explorer {
    constructor(place) {
      this.place = place;
      this.boards = place.dataset.boards.split(" ").map((id) => {
        return new Board(JSON.parse(document.getElementById(id).textContent));
      });
      this.showsValues = true;
      this.build();
      this.choose(0);
      this.follow();
      window.addEventListener("hashchange", () => this.follow());
    }

    // `#3,5,7` is a position of the first board that has it, `#nim(3):3,5,7` one of that board.
    follow() {
      const [, title, text] = decodeURIComponent(location.hash).match(/^#(?:(.+):)?([\d,; ]+)$/) ?? [];
      if (text === undefined) return;
      const fits = (board) => (title === undefined || board.title === title) && board.read(text) !== null;
      const found = [this.boards.indexOf(this.board), ...this.boards.keys()].find((i) => fits(this.boards[i]));
      if (found === undefined || (title === undefined && this.place !== document.querySelector(".explorer[data-boards]"))) return;
      const index = this.boards[found].read(text);
      if (this.board === this.boards[found] && this.here.position.join() === String(index)) return;
      this.select.selectedIndex = found;
      this.choose(found);
      this.open(index);
    }

    // A position without a past.
    open(index) {
      this.playing = false;
      this.history = [{ position: [index], player: 0 }];
      this.at = 0;
      this.show();
    }

    typed() {
      const index = this.board.read(this.input.value);
      this.wrong.textContent = index === null ? say("This board has no such position.") : "";
      this.input.setAttribute("aria-invalid", String(index === null));
      if (index !== null) this.open(index);
    }

    build() {
      const button = (text, action) => make("button", { type: "button", onclick: action }, text);
      this.heading = make("p", { class: "position", tabindex: "-1" });
      this.said = make("p");
      this.steppers = make("div", { class: "steppers" });
      this.axes = make("div", { class: "steppers" });
      this.grid = make("div", { class: "scroll" });
      this.why = make("div", { class: "why", tabindex: "0", role: "group", "aria-label": say("Options and their values") });
      this.back = button(say("Back"), () => this.go(-1));
      this.forward = button(say("Forward"), () => this.go(1));
      const start = button(say("Largest position"), () => this.start());
      this.first = button(say("Play: you begin"), () => this.play(0));
      this.second = button("", () => this.play(1));
      this.stop = button(say("Stop playing"), () => this.stopPlaying());
      this.link = make("a", {}, say("Link"));
      this.input = make("input", { type: "text", size: "10", autocomplete: "off", spellcheck: "false" });
      this.wrong = make("span", { class: "wrong", role: "alert" });
      const go = (event) => (event.preventDefault(), this.typed());
      const position = make("form", { onsubmit: go }, make("label", {}, say("Position"), " ", this.input), " ", this.wrong);
      const box = make("input", { type: "checkbox", checked: true, onchange: () => this.toggle(box.checked) });
      this.select = make(
        "select",
        { onchange: () => this.choose(this.select.selectedIndex) },
        ...this.boards.map((board) => make("option", {}, board.title)),
      );
      this.place.replaceChildren(
        make(
          "div",
          { class: "controls" },
          make("label", {}, say("Board"), " ", this.select),
          make("label", {}, box, " ", say("values")),
          position,
          this.link,
        ),
        make("div", { class: "said", role: "status", "aria-live": "polite", "aria-atomic": "true" }, this.heading, this.said),
        make("div", { class: "controls" }, this.back, this.forward, start, this.first, this.second, this.stop),
        this.steppers,
        make("div", { class: "sides" }, make("div", {}, this.axes, this.grid), this.why),
      );
      this.place.hidden = false;
    }

    choose(number) {
      this.board = this.boards[number];
      const size = this.board.shape.length;
      this.down = 0;
      this.across = size > 1 ? 1 : 0;
      this.start();
    }

    // The largest legal position is where a reader begins.
    start() {
      const { board } = this;
      let index = board.values.length - 1;
      while (!board.isLegal(index)) index -= 1;
      this.open(index);
    }

    toggle(showsValues) {
      this.showsValues = showsValues;
      this.show();
    }

    get here() {
      return this.history[this.at];
    }

    visit(position, player = 0) {
      this.history = this.history.slice(0, this.at + 1);
      this.history.push({ position, player });
      this.at += 1;
    }

    // In a game, one step is a whole round: it ends where the reader is to move.
    go(step) {
      const last = this.history.length - 1;
      let at = this.at + step;
      while (this.playing && this.history[at] && this.history[at].player !== 0 && at + step >= 0 && at < last) at += step;
      this.at = Math.max(0, Math.min(last, at));
      this.show();
    }

    // ---- playing

    play(player) {
      this.history = [{ position: this.here.position, player }];
      this.at = 0;
      this.playing = true;
      const other = this.board.players === 2 ? say("The opponent begins.") : say("{who} begins.", { who: this.name(player) });
      this.answer(player === 0 ? say("You begin.") : other);
    }

    stopPlaying() {
      this.playing = false;
      this.show(say("Play has stopped."));
    }

    // A reader's move, in a game or on a walk.
    take(position) {
      if (!this.playing) {
        this.visit(position);
        this.show();
        return;
      }
      this.visit(position, 1 % this.board.players);
      this.answer(say("You moved to {to}.", { to: this.board.text(position) }));
    }

    // The others move, one after another, until it is the reader's turn or play has ended.
    answer(first) {
      const { board } = this;
      const said = [first];
      while (this.here.player !== 0) {
        const { position, player } = this.here;
        const move = this.best(position);
        if (!move) break;
        const isBest = move.wins || !board.moves(position).some((other) => other.wins);
        this.visit(move.to, (player + 1) % board.players);
        const told = { who: this.name(player), to: move.text };
        said.push(say("{who} moved to {to}.", told));
        if (!isBest) said.push(say("A better move leads out of this board."));
      }
      this.show(said.join(" "));
    }

    // The best move; where all lose, the one after which fewest answers win.
    best(position) {
      const moves = this.board.moves(position).filter((move) => move.to);
      const winning = moves.filter((move) => move.wins);
      const danger = (move) => {
        const answers = this.board.moves(move.to);
        return answers.filter((answer) => answer.wins).length / (answers.length || 1);
      };
      const from = winning.length ? winning : moves;
      return from.reduce((best, move) => (!best || danger(move) < danger(best) ? move : best), null);
    }

    name(player) {
      if (player === 0) return say("You");
      return this.board.players === 2 ? say("The opponent") : say("Player {player}", { player });
    }

    ending(moves) {
      const { board } = this;
      if (moves.some((move) => move.to)) return "";
      if (moves.length) return this.playing ? say("Every move leads out of this board: play stops here.") : "";
      if (!this.playing) return say("No move is left: play has ended.");
      const last = (this.here.player + board.players - 1) % board.players;
      const moved = say("No move is left. {who} made the last move.", { who: this.name(last) });
      if (board.players > 2) return moved;
      return `${moved} ${(last === 0) === board.normal ? say("You win.") : say("You lose.")}`;
    }

    // ---- what is shown

    show(said = "") {
      const { board } = this;
      const { position } = this.here;
      const moves = board.moves(position);
      const isTurn = this.playing && this.here.player === 0 && moves.some((move) => move.to);
      const turn = isTurn ? ` ${say("You are to move.")}` : "";
      const focused = this.place.contains(document.activeElement) ? document.activeElement : null;
      const wasOption = this.why.contains(focused);
      const end = this.ending(moves);
      const value = this.showsValues && moves.length ? board.words(board.value(position)) : "";
      this.heading.textContent = `${board.title}: ${board.text(position)}`;
      this.said.textContent = [said, value, end].filter(Boolean).join(" ") + turn;
      this.back.disabled = this.at === 0;
      this.forward.disabled = this.at === this.history.length - 1;
      this.stop.hidden = !this.playing;
      this.second.textContent = board.players === 2 ? say("Play: you come second") : say("Play: you come last");
      this.first.hidden = this.second.hidden = board.seats === null; // nobody knows whom the others help
      this.showSteppers(position);
      this.showAxes();
      this.showGrid(position, moves);
      this.showWhy(position, moves);
      this.showLink(position);
      if (focused && (!focused.isConnected || focused.disabled || focused.hidden)) this.catchFocus(focused, wasOption);
    }

    // The element with the focus is gone, or can no longer be used: what is most like it takes the focus.
    catchFocus(lost, wasOption) {
      const others = [this.back, this.forward, this.first, this.stop];
      const near = others.includes(lost) ? others.find((other) => !other.disabled && !other.hidden) : null;
      const option = wasOption ? this.why.querySelector("button") : null;
      (near ?? option ?? this.heading).focus({ preventScroll: true });
    }

    // Where this position is linked; the address bar has it as soon as somebody asks for it.
    showLink(position) {
      const isOne = position.length === 1;
      this.link.hidden = !isOne;
      if (!isOne) return;
      const text = this.board.textOf(position[0]);
      const isFirst = this.boards[0] === this.board && this.place === document.querySelector(".explorer[data-boards]");
      this.link.href = isFirst ? `#${text}` : `#${encodeURIComponent(this.board.title)}:${text}`;
      if (document.activeElement !== this.input) this.input.value = text;
    }

    // A heap is made larger or smaller by buttons; in a game only moves change it.
    showSteppers(position) {
      const { board } = this;
      if (position.length !== 1 || this.playing) {
        this.steppers.replaceChildren();
        return;
      }
      const heaps = board.heaps(position[0]);
      const focused = this.steppers.contains(document.activeElement) ? document.activeElement.dataset.key : null;
      const step = (axis, change) => {
        const wanted = heaps.map((heap, other) => heap + (other === axis ? change : 0));
        const inside = wanted[axis] >= 0 && wanted[axis] < board.shape[axis];
        const index = board.index(wanted);
        const sign = change < 0 ? "−" : "+";
        return make(
          "button",
          {
            type: "button",
            "data-key": `${axis}${sign}`,
            "aria-label": say(change < 0 ? "{heap}: one less" : "{heap}: one more", { heap: board.labels[axis] }),
            disabled: !inside || !board.isLegal(index),
            onclick: () => this.take([index]),
          },
          sign,
        );
      };
      this.steppers.replaceChildren(
        ...board.labels.map((label, axis) =>
          make("span", { class: "stepper" }, `${label} `, step(axis, -1), make("b", {}, ` ${heaps[axis]} `), step(axis, 1)),
        ),
      );
      if (focused) this.refocus(focused);
    }

    // The button that was pressed is a new one; at the end of a heap the other button takes the focus.
    refocus(key) {
      const [one, other] = [key, key.replace(/[−+]$/, (sign) => (sign === "+" ? "−" : "+"))];
      const buttons = [one, other].map((name) => this.steppers.querySelector(`[data-key="${name}"]`));
      (buttons.find((found) => found && !found.disabled) ?? this.heading).focus();
    }

    // Which two of three and more heaps the table has; the others are held where they are.
    showAxes() {
      const { board } = this;
      if (board.shape.length < 3) {
        this.axes.replaceChildren();
        return;
      }
      const choice = (words, chosen, change) => {
        const select = make(
          "select",
          { onchange: () => change(select.selectedIndex) },
          ...board.labels.map((label, axis) => make("option", { selected: axis === chosen }, label)),
        );
        return make("label", {}, `${words} `, select);
      };
      const set = (name, other) => (axis) => {
        if (axis === this[other]) this[other] = this[name];
        this[name] = axis;
        this.show();
      };
      this.axes.replaceChildren(
        choice(say("down"), this.down, set("down", "across")),
        choice(say("across"), this.across, set("across", "down")),
      );
    }

    // Numbers of positions, row by row; null where the table has no cell.
    rows(position) {
      const { board } = this;
      if (board.shape.length === 1) {
        const starts = range(Math.ceil(board.shape[0] / COLUMNS)).map((row) => row * COLUMNS);
        return starts.map((start) => ({
          head: start,
          cells: range(COLUMNS).map((i) => (start + i < board.shape[0] ? start + i : null)),
        }));
      }
      const held = board.heaps(position[0]);
      const along = (axis) => range(board.shape[axis]).slice(board.lows[axis]);
      return along(this.down).map((row) => ({
        head: row,
        cells: along(this.across).map((column) => {
          const heaps = [...held];
          heaps[this.down] = row;
          heaps[this.across] = column;
          return board.index(heaps);
        }),
      }));
    }

    showGrid(position, moves) {
      const { board } = this;
      const byIndex = new Map(moves.filter((m) => m.to && m.to.length === 1).map((move) => [move.to[0], move]));
      const hadFocus = this.grid.contains(document.activeElement);
      const rows = this.rows(position);
      const line = board.shape.length === 1;
      const least = board.lows[this.across];
      const columns = rows[0].cells.map((_, i) => make("th", { scope: "col" }, line ? `+${i}` : String(least + i)));
      const corner = line ? board.labels[0] : `${board.labels[this.down]} \\ ${board.labels[this.across]}`;
      this.cells = rows.map((row) => row.cells.map((index) => this.cell(index, position, byIndex.get(index))));
      const body = rows.map((row, i) =>
        make("tr", {}, make("th", { scope: "row" }, String(row.head)), ...this.cells[i].map((cell) => make("td", {}, cell))),
      );
      const caption = make("caption", {}, this.caption(position));
      const head = make("thead", {}, make("tr", {}, make("th", {}, corner), ...columns));
      const table = make("table", { class: "board", onkeydown: (event) => this.walk(event) }, caption, head);
      table.append(make("tbody", {}, ...body));
      this.grid.replaceChildren(table);
      const current = table.querySelector("[aria-current]") ?? table.querySelector("button");
      current?.setAttribute("tabindex", "0");
      if (hadFocus) current?.focus({ preventScroll: true });
      if (current) this.bringIntoView(current);
    }

    // On a narrow page the table scrolls by itself; the page does not.
    bringIntoView(cell) {
      const [inner, outer] = [cell.getBoundingClientRect(), this.grid.getBoundingClientRect()];
      if (inner.left < outer.left || inner.right > outer.right) {
        this.grid.scrollLeft += (inner.left + inner.right - outer.left - outer.right) / 2;
      }
    }

    caption(position) {
      const { board } = this;
      const what = board.normal ? say("Grundy values of {game}", { game: board.title }) : say("Outcomes of {game}", { game: board.title });
      const heaps = position.length ? board.heaps(position[0]) : [];
      const others = board.labels.filter((_, axis) => axis !== this.down && axis !== this.across);
      const held = others.map((label) => `${label} = ${heaps[board.labels.indexOf(label)]}`);
      return [what, ...held].join(", ");
    }

    cell(index, position, move) {
      const { board } = this;
      if (index === null || !board.isLegal(index)) return make("span", { class: "none" });
      const value = board.values[index];
      const isHere = position.includes(index);
      const roles = [isHere && "here", move && "option", move?.wins && this.showsValues && "wins"];
      const shade = typeof value === "number" ? `v${Math.min(value, 16)}` : "v1";
      const colour = this.showsValues && (board.isLost(value) ? "lost" : shade);
      const role = isHere ? say("the position") : move ? say("an option") : "";
      const told = [
        board.textOf(index),
        this.showsValues ? say("value {value}", { value: board.show(value) }) : "",
        role,
        move?.wins && !isHere && this.showsValues ? say("wins") : "",
      ];
      return make(
        "button",
        {
          type: "button",
          tabindex: "-1",
          class: [colour, ...roles].filter(Boolean).join(" "),
          "aria-current": isHere ? "true" : null,
          "aria-label": told.filter(Boolean).join(", "),
          disabled: this.playing && !move && !isHere,
          onclick: () => (isHere ? null : this.take(move ? move.to : [index])),
        },
        this.showsValues ? board.show(value) : "·",
      );
    }

    // Arrow keys go from cell to cell, Home and End to the ends of a row, with Ctrl to those of the table.
    walk(event) {
      const row = this.cells.findIndex((cells) => cells.includes(event.target));
      if (row < 0) return;
      const next = this.reached(event, row, this.cells[row].indexOf(event.target));
      if (next) {
        event.preventDefault();
        event.target.setAttribute("tabindex", "-1");
        next.setAttribute("tabindex", "0");
        next.focus();
      }
    }

    reached(event, row, column) {
      const usable = (cell) => cell && cell.tagName === "BUTTON" && !cell.disabled;
      const among = (event.ctrlKey ? this.cells.flat() : this.cells[row]).filter(usable);
      if (event.key === "Home") return among[0];
      if (event.key === "End") return among[among.length - 1];
      const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
      const step = steps[event.key];
      if (!step) return null;
      let [down, across] = [row + step[0], column + step[1]];
      while (this.cells[down]?.[across] && !usable(this.cells[down][across])) {
        down += step[0];
        across += step[1];
      }
      return this.cells[down]?.[across];
    }

    // The options by value: in normal play the row whose first gap is the value of the position.
    showWhy(position, moves) {
      const { board } = this;
      const groups = new Map();
      for (const move of moves) {
        const key = this.showsValues ? board.show(move.value) : "";
        groups.set(key, [...(groups.get(key) ?? []), move]);
      }
      const value = board.value(position);
      const keys = [...groups.keys()];
      const rows = board.normal && this.showsValues ? this.mexRow(groups, value) : keys.map((key) => [key, groups.get(key)]);
      const body = rows.map(([key, found]) => {
        const isGap = !found.length;
        const shown = isGap ? [make("em", {}, say("no option has {key}: so this is the value", { key }))] : this.optionList(found);
        return make("tr", { class: isGap ? "gap" : null }, make("th", { scope: "row" }, key), make("td", {}, ...shown));
      });
      const outside = moves.some((move) => !move.to);
      this.why.replaceChildren(
        make("p", { class: "title" }, moves.length === 1 ? say("1 option") : say("{n} options", { n: moves.length })),
        make("p", {}, this.reason(moves, value)),
        make("table", {}, make("tbody", {}, ...body)),
        outside ? make("p", { class: "aside" }, say("Options in brackets lead out of this board: only their value is known here.")) : "",
      );
    }

    mexRow(groups, value) {
      const most = Math.max(value, ...[...groups.keys()].map(Number));
      const all = range(most + 1).map((n) => [String(n), groups.get(String(n)) ?? []]);
      return all.filter(([key, found]) => found.length || Number(key) === value);
    }

    reason(moves, value) {
      const { board } = this;
      if (!this.showsValues) return "";
      if (!moves.length) return "";
      if (board.normal) return say("The value is the least number that no option has.");
      if (board.seats === null) return "";
      if (board.players === 2) {
        return value === "N" ? say("An option is P: moving there wins.") : say("Every option is N: the other player wins.");
      }
      const seats = board.seats.join(", ");
      return say("An option of seat i is seat i + 1 here; seats are liked in the order {seats}.", { seats });
    }

    unfold(more, options) {
      more.replaceWith(...options);
      options.find((option) => option.tagName === "BUTTON")?.focus();
    }

    optionList(moves) {
      const button = (move) =>
        move.to
          ? make(
              "button",
              {
                type: "button",
                class: move.wins && this.showsValues ? "wins" : null,
                "aria-label": [say("to {to}", { to: move.text }), move.wins && this.showsValues && say("wins")].filter(Boolean).join(", "),
                onclick: () => this.take(move.to),
              },
              move.text,
            )
          : make("span", { class: "outside" }, `[${move.text}]`);
      const shown = moves.slice(0, MOST_SHOWN).map(button);
      const rest = moves.slice(MOST_SHOWN);
      if (rest.length) {
        const more = make("button", { type: "button", onclick: () => this.unfold(more, rest.map(button)) });
        more.textContent = say("{n} more", { n: rest.length });
        shown.push(more);
      }
      return shown;
    }
  }

  for (const place of document.querySelectorAll(".explorer[data-boards]")) new Explorer(place);
  // A place that comes later is told of by an event.
  document.addEventListener("board", ({ target }) => new Explorer(target));
})();
