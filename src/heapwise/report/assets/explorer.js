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
  const count = (n, one, many) => `${n} ${n === 1 ? one : many}`;

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
      return position.length ? position.map((index) => this.textOf(index)).join(" + ") : "nothing";
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
      const seats = ["the player to move", "the next player"];
      if (this.normal) {
        const who = value ? "N: the player to move can win." : "P: the player to move loses against good play.";
        return `Grundy value ${value}. ${who}`;
      }
      if (value === "P") return "P: the player to move loses against good play.";
      if (value === "N") return "N: the player to move can win.";
      if (this.seats === null) return `Who moves last, if player 0, 1, ... is to move: ${this.show(value)}.`;
      return `Seat ${value}: ${seats[value] ?? `the player ${value} turns later`} makes the last move.`;
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
    }

    build() {
      const button = (text, action) => make("button", { type: "button", onclick: action }, text);
      this.heading = make("p", { class: "position" });
      this.said = make("p");
      this.steppers = make("div", { class: "steppers" });
      this.axes = make("div", { class: "steppers" });
      this.grid = make("div", { class: "scroll" });
      this.why = make("div", { class: "why", tabindex: "0", role: "group", "aria-label": "Options and their values" });
      this.back = button("Back", () => this.go(-1));
      this.forward = button("Forward", () => this.go(1));
      const start = button("Largest position", () => this.start());
      this.first = button("Play: you begin", () => this.play(0));
      this.second = button("Play: you come second", () => this.play(1));
      this.stop = button("Stop playing", () => this.stopPlaying());
      const box = make("input", { type: "checkbox", checked: true, onchange: () => this.toggle(box.checked) });
      const select = make(
        "select",
        { onchange: () => this.choose(select.selectedIndex) },
        ...this.boards.map((board) => make("option", {}, board.title)),
      );
      this.place.replaceChildren(
        make(
          "div",
          { class: "controls" },
          make("label", {}, "Board ", select),
          make("label", {}, box, " values"),
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
      this.playing = false;
      this.history = [{ position: [index], player: 0 }];
      this.at = 0;
      this.show();
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
      this.answer(player === 0 ? "You begin." : "The opponent begins.");
    }

    stopPlaying() {
      this.playing = false;
      this.show("Play has stopped.");
    }

    // A reader's move, in a game or on a walk.
    take(position) {
      if (!this.playing) {
        this.visit(position);
        this.show();
        return;
      }
      this.visit(position, 1 % this.board.players);
      this.answer(`You moved to ${this.board.text(position)}.`);
    }

    // The others move, one after another, until it is the reader's turn or play has ended.
    answer(said) {
      const { board } = this;
      const words = [said];
      while (this.here.player !== 0) {
        const { position, player } = this.here;
        const move = this.best(position);
        if (!move) break;
        const isBest = move.wins || !board.moves(position).some((other) => other.wins);
        this.visit(move.to, (player + 1) % board.players);
        words.push(`${this.name(player)} moved to ${move.text}${isBest ? "" : "; a better move leads out of this board"}.`);
      }
      this.show(words.join(" "));
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
      if (player === 0) return "You";
      return this.board.players === 2 ? "The opponent" : `Player ${player}`;
    }

    ending(moves) {
      const { board } = this;
      if (moves.some((move) => move.to)) return "";
      if (moves.length) return this.playing ? "Every move leads out of this board: play stops here." : "";
      if (!this.playing) return "No move is left: play has ended.";
      const last = (this.here.player + board.players - 1) % board.players;
      const moved = `No move is left. ${this.name(last)} made the last move`;
      if (board.players > 2) return `${moved}.`;
      const youWin = (last === 0) === board.normal;
      return `${moved}: you ${youWin ? "win" : "lose"}.`;
    }

    // ---- what is shown

    show(said = "") {
      const { board } = this;
      const { position } = this.here;
      const moves = board.moves(position);
      const turn = this.playing && this.here.player === 0 && moves.some((move) => move.to) ? " You are to move." : "";
      const end = this.ending(moves);
      const value = this.showsValues && moves.length ? board.words(board.value(position)) : "";
      this.heading.textContent = `${board.title}: ${board.text(position)}`;
      this.said.textContent = [said, value, end].filter(Boolean).join(" ") + turn;
      this.back.disabled = this.at === 0;
      this.forward.disabled = this.at === this.history.length - 1;
      this.stop.hidden = !this.playing;
      this.first.hidden = this.second.hidden = board.seats === null; // nobody knows whom the others help
      this.showSteppers(position);
      this.showAxes();
      this.showGrid(position, moves);
      this.showWhy(position, moves);
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
            "aria-label": `${board.labels[axis]}: one ${change < 0 ? "less" : "more"}`,
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
      if (focused) this.steppers.querySelector(`[data-key="${focused}"]`)?.focus();
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
        choice("down", this.down, set("down", "across")),
        choice("across", this.across, set("across", "down")),
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
      if (hadFocus) current?.focus();
    }

    caption(position) {
      const { board } = this;
      const what = board.normal ? "Grundy values" : "Outcomes";
      const heaps = position.length ? board.heaps(position[0]) : [];
      const held = board.labels.filter((_, axis) => axis !== this.down && axis !== this.across);
      const words = held.map((label) => `${label} = ${heaps[board.labels.indexOf(label)]}`);
      return [`${what} of ${board.title}`, ...words].join(", ");
    }

    cell(index, position, move) {
      const { board } = this;
      if (index === null || !board.isLegal(index)) return make("span", { class: "none" });
      const value = board.values[index];
      const isHere = position.includes(index);
      const roles = [isHere && "here", move && "option", move?.wins && this.showsValues && "wins"];
      const shade = typeof value === "number" ? `v${Math.min(value, 16)}` : "v1";
      const colour = this.showsValues && (board.isLost(value) ? "lost" : shade);
      const words = [
        board.textOf(index),
        this.showsValues ? `value ${board.show(value)}` : "",
        isHere ? "the position" : move ? `an option${move.wins && this.showsValues ? ", wins" : ""}` : "",
      ];
      return make(
        "button",
        {
          type: "button",
          tabindex: "-1",
          class: [colour, ...roles].filter(Boolean).join(" "),
          "aria-current": isHere ? "true" : null,
          "aria-label": words.filter(Boolean).join(", "),
          disabled: this.playing && !move && !isHere,
          onclick: () => (isHere ? null : this.take(move ? move.to : [index])),
        },
        this.showsValues ? board.show(value) : "·",
      );
    }

    // Arrow keys go from cell to cell.
    walk(event) {
      const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
      const step = steps[event.key];
      if (!step) return;
      let row = this.cells.findIndex((cells) => cells.includes(event.target));
      let column = row < 0 ? -1 : this.cells[row].indexOf(event.target);
      do {
        row += step[0];
        column += step[1];
      } while (this.cells[row]?.[column] && (this.cells[row][column].disabled || this.cells[row][column].tagName !== "BUTTON"));
      const next = this.cells[row]?.[column];
      if (next) {
        event.preventDefault();
        event.target.setAttribute("tabindex", "-1");
        next.setAttribute("tabindex", "0");
        next.focus();
      }
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
        const shown = isGap ? [make("em", {}, `no option has ${key}: so this is the value`)] : this.optionList(found);
        return make("tr", { class: isGap ? "gap" : null }, make("th", { scope: "row" }, key), make("td", {}, ...shown));
      });
      const outside = moves.some((move) => !move.to);
      this.why.replaceChildren(
        make("h4", {}, count(moves.length, "option", "options")),
        make("p", {}, this.reason(moves, value)),
        make("table", {}, make("tbody", {}, ...body)),
        outside ? make("p", { class: "aside" }, "Options in brackets lead out of this board: only their value is known here.") : "",
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
      if (board.normal) return "The value is the least number that no option has.";
      if (board.seats === null) return "";
      if (board.players === 2) {
        return value === "N" ? "An option is P: moving there wins." : "Every option is N: the other player wins.";
      }
      return `An option of seat i is seat i + 1 here; seats are liked in the order ${board.seats.join(", ")}.`;
    }

    optionList(moves) {
      const button = (move) =>
        move.to
          ? make(
              "button",
              {
                type: "button",
                class: move.wins && this.showsValues ? "wins" : null,
                "aria-label": `to ${move.text}${move.wins && this.showsValues ? ", wins" : ""}`,
                onclick: () => this.take(move.to),
              },
              move.text,
            )
          : make("span", { class: "outside" }, `[${move.text}]`);
      const shown = moves.slice(0, MOST_SHOWN).map(button);
      const rest = moves.slice(MOST_SHOWN);
      if (rest.length) {
        const more = make("button", { type: "button", onclick: () => more.replaceWith(...rest.map(button)) });
        more.textContent = `${rest.length} more`;
        shown.push(more);
      }
      return shown;
    }
  }

  for (const place of document.querySelectorAll(".explorer[data-boards]")) new Explorer(place);
})();
