"""Random expressions of every kind, grown from the rows of `meanings` and from what binds names or looks at a part only
where it has to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from trials.meanings import ALL, GATHERS, RELATIONS, Row
from trials.roots import Unsure, add, divide, mod
from trials.trees import (
    Env,
    Let,
    Node,
    Run,
    Step,
    call,
    constant,
    endless,
    gathering,
    listed,
    quantifier,
    strict,
    variable,
)

_MADE_OF = {"v": "n", "a": "n", "w": "V", "Q": "R"}  # what must not be a number as it is written, and atoms
_NOT_LINEAR = frozenset([
    "*", "(*)", "^", "gcd", "mating", "knimsum", "sqrt", "golden", "root", "divides", "splits", "popcount", "tail1",
    "digit", "subsets", "v2", "nimsum in a base", "negative power", "len of a code", "subsets of some size", "/",
    "subsets of some sizes", "index", "bitand of a set", "mod of a fraction", "index of rows", "index of a board",
])  # fmt: skip
_CONSTANTS = (0, 1, 1, 2, 2, 3, 4, 5, 7, 12, 130)


def connective(word: str) -> Run:
    """`and`, `or` and `implies` look at the right side only where they have to."""

    def run(env: Env, parts: tuple[Node, ...]) -> bool:
        left = bool(parts[0].value(env))
        if word == "iff":
            return left == bool(parts[1].value(env))
        if left == (word == "or"):  # the left side decides: `or` if it is true, `and` and `implies` if it is false
            return word != "and"
        return bool(parts[1].value(env))

    return run


def chosen(env: Env, parts: tuple[Node, ...]) -> Any:
    """`if c then a else b`"""
    return parts[1].value(env) if parts[0].value(env) else parts[2].value(env)


def chain(signs: tuple[str, ...]) -> Run:
    """`a < b = c`: what stands behind a relation that does not hold is not looked at."""

    def run(env: Env, parts: tuple[Node, ...]) -> bool:
        pairs = zip(signs, parts, parts[1:], strict=False)
        return all(RELATIONS[sign](left.value(env), right.value(env)) for sign, left, right in pairs)

    return run


@dataclass
class Grower:
    """Grows expressions over some names. `is_claim`: open ranges may stand behind `all` and `any`; `of_places`: the
    names that definitions see."""

    source: Random
    names: dict[str, list[Node]]
    is_claim: bool = True
    of_places: dict[str, list[Node]] = field(default_factory=dict)
    is_linear: bool = False  # of what proofs know
    count: int = 0

    def grow(self, kind: str, depth: int) -> Node:
        """An expression of a kind."""
        made_of = _MADE_OF.get(kind, kind)
        if kind == "v":
            return self._without_number(depth)
        known = self.names.get(made_of, [])
        if known and self.source.random() < (0.3 if depth > 0 else 0.75):
            return self.source.choice(known)
        if made_of in ("n", "N") and (depth <= 0 or self.source.random() < 0.15):
            return self._leaf()
        if depth <= 0:
            return self._small(made_of)
        if made_of == "N" and self.source.random() < 0.4:
            return self.grow("n", depth)
        special: Callable[[int], Node] | None = getattr(self, f"_of_{made_of}", None)
        if special is not None and self.source.random() < 0.45:
            return special(depth)
        if self.source.random() < 0.1:
            return self._if(made_of, depth)
        if made_of in ("n", "N", "C", "S") and self.source.random() < 0.08:
            return self._let(made_of, depth)
        return self._row(self.source.choice(self._rows(made_of)), depth)

    def _rows(self, kind: str) -> Sequence[Row]:
        rows = ALL[kind]
        return [row for row in rows if row[0] not in _NOT_LINEAR] or rows if self.is_linear else rows

    def _without_number(self, depth: int) -> Node:
        found, known = self.grow("n", depth), self.names.get("n", [])
        if found.word != "constant":
            return found
        return self.source.choice(known) if known else Node("+", "N", "({} + 1)", (found,), strict(_one_more))

    def _leaf(self) -> Node:
        known = self.names.get("n", [])
        return self.source.choice(known) if known and self.source.random() < 0.65 else self._constant()

    def _constant(self) -> Node:
        return constant(self.source.choice(_CONSTANTS))

    def _small(self, kind: str) -> Node:
        first = {"C": 0, "V": 0, "R": 0, "T": 0, "S": 1, "SS": 2, "ST": 0, "O": 0}[kind]
        if kind == "C":
            return self._relation(0)
        rows = [row for row in self._rows(kind) if set(row[3].split()) <= {"n"}] or [ALL[kind][first]]
        return self._row(self.source.choice(rows), 0)

    def _row(self, row: Row, depth: int) -> Node:
        word, kind, pattern, takes, function = row
        parts = tuple(self.grow(k, depth - 1) for k in takes.split())
        return Node(word, kind, pattern, parts, strict(function))

    def _if(self, kind: str, depth: int) -> Node:
        parts = self.grow("C", depth - 1), self.grow(kind, depth - 1), self.grow(kind, depth - 1)
        return Node(f"if of {_shown(kind)}", _shown(kind), "(if {} then {} else {})", parts, chosen)

    # -- conditions

    def _relation(self, depth: int) -> Node:
        sign = self.source.choice([*RELATIONS])
        parts = self.grow("N", depth - 1), self.grow("N", depth - 1)
        if sign in "= !=" and parts[1].text.startswith("(") and " mod " in parts[1].text:
            parts = parts[1], parts[0]
        return Node(sign, "C", f"{{}} {sign} {{}}", parts, chain((sign,)))

    def _of_C(self, depth: int) -> Node:
        kind = self.source.randrange(9)
        if kind <= 1:
            return self._relation(depth)
        if kind == 2:
            signs = tuple(self.source.choice([*RELATIONS]) for _ in range(2))
            parts = tuple(self._not_a_number_mod(depth - 1) for _ in range(3))
            return Node("chain", "C", f"{{}} {signs[0]} {{}} {signs[1]} {{}}", parts, chain(signs))
        if kind <= 4:
            word = self.source.choice(["and", "or", "implies", "iff"])
            two = self.grow("C", depth - 1), self.grow("C", depth - 1)
            return Node(word, "C", f"(({{}}) {word} ({{}}))", two, connective(word))
        if kind == 5 and self.is_claim:
            return self._endless(depth)
        if kind == 6:
            return self._gathered("unique", "C", "C", depth, gathering)
        word = self.source.choice(["all", "any"])
        return self._gathered(word, "C", "C", depth, lambda _, steps: quantifier(word, steps))

    def _not_a_number_mod(self, depth: int) -> Node:
        found = self.grow("N", depth)
        return found if " mod " not in found.text else self._leaf()

    def _endless(self, depth: int) -> Node:
        """`all` and `any` over digit positions, in a form in which something ends them."""
        name = self._new()
        word = self.source.choice(["all", "any"])
        position, low = variable(name, "N"), self.source.choice([constant(0), constant(2), self.grow("n", 0)])
        body = self._of_digits(position, min(depth, 2))
        return Node(f"{word} without end", "C", f"{word}({{}} for {name} in {{}}..)", (body, low), endless(word, name))

    def _of_digits(self, e: Node, depth: int) -> Node:
        kind = self.source.randrange(8) if depth > 0 else self.source.randrange(4)
        number = self.grow("n", depth - 1)
        bit = {row[0]: row for row in ALL["n"]}["bit"][4]
        if kind <= 1:
            shift = self.source.choice([0, 0, 1, 2])
            return Node("digit at a position", "C", f"bit({{}}, {{}} + {shift}) = 1", (number, e),
                        strict(lambda z, k: bit(z, k + shift) == 1))  # fmt: skip
        if kind == 2:
            sign = self.source.choice([*RELATIONS])
            return Node("end of positions", "C", f"{{}} {sign} {{}}", (e, self.grow("N", depth - 1)), chain((sign,)))
        if kind == 3:
            return Node("higher digits", "C", "floor({} / 2^{}) mod 2 = 1", (number, e), strict(_digit_of))
        if kind == 4:
            inner = self._new()
            name = variable(inner, "N")
            body, word = self._of_digits(name, 0), self.source.choice(["all", "any"])
            steps = (Step("in", (inner,), 2),)
            return Node("positions below", "C", f"{word}({{0}} for {inner} in 0..{{1}})",
                        (body, e, _to(e)), quantifier(word, steps))  # fmt: skip
        if kind == 5:
            return Node("not", "C", "(not {})", (self._of_digits(e, depth - 1),), strict(lambda c: not c))
        word = self.source.choice(["and", "or", "implies"])
        parts = self._of_digits(e, depth - 1), self._of_digits(e, depth - 1)
        return Node(word, "C", f"(({{}}) {word} ({{}}))", parts, connective(word))

    # -- what binds names

    def _new(self) -> str:
        self.count += 1
        return f"u{self.count}"

    def _gathered(
        self, word: str, kind: str, of: str, depth: int, make: Callable[[Any, tuple[Step, ...]], Run], shape: str = ""
    ) -> Node:
        """`word(e for ... where ...)`"""
        before = self.names
        self.names = {k: [*v] for k, v in before.items()}
        steps: list[Step] = []
        domains: list[Node] = []
        said = self._steps(steps, domains, depth)
        body = self.grow(of, depth - 1)
        self.names = before
        pattern = (shape or f"{word}(@)").replace("@", "{0} for " + said)
        return Node(word, kind, pattern, (body, *domains), make(GATHERS.get(word), tuple(steps)))

    def _steps(self, steps: list[Step], parts: list[Node], depth: int) -> str:
        """Names bound one after another; the text behind `for`."""
        groups: list[str] = []
        for _ in range(self.source.choice([1, 1, 2])):
            said = [self._bound(steps, parts, depth) for _ in range(self.source.choice([1, 1, 2]))]
            guards = ""
            if self.source.random() < 0.45:
                parts.append(self.grow("C", min(depth - 1, 1)))
                steps.append(Step("where", (), len(parts)))
                guards = f" where {{{len(parts)}}}"
            groups.append(", ".join(said) + guards)
            if len(parts) >= 3:
                break
        return " for ".join(groups)

    def _bound(self, steps: list[Step], parts: list[Node], depth: int) -> str:
        kind = self.source.choice(["S", "S", "S", "S", "S", "SS", "ST", "ST", "=", "="])
        name, at = self._new(), len(parts) + 1
        if kind == "=":
            of = self.source.choice(["n", "S", "V", "N"])
            parts.append(self.grow(of, min(depth - 1, 1)))
            steps.append(Step("=", (name,), at))
            self._know(name, of)
            return f"{name} = {{{at}}}"
        parts.append(self.grow(kind, min(depth - 1, 2)))
        if kind == "ST" and self.source.random() < 0.6:
            other = self._new()
            steps.append(Step("in", ((name, other),), at))
            self._know(name, "n")
            self._know(other, "n")
            return f"({name}, {other}) in {{{at}}}"
        names = (name, self._new()) if self.source.random() < 0.15 else (name,)
        steps.append(Step("in", names, at))
        for one in names:
            self._know(one, {"S": "n", "SS": "S", "ST": "V"}[kind])
        return f"{', '.join(names)} in {{{at}}}"

    def _know(self, name: str, kind: str) -> None:
        self.names.setdefault(kind, []).append(variable(name, _shown(kind)))

    def _of_n(self, depth: int) -> Node:
        if self.source.random() < 0.2 and not self.is_linear:
            return self._recursion(depth)
        word = self.source.choice([word for word in GATHERS if word != "unique"])
        return self._gathered(word, "N", "C" if word == "count" else "n", depth, gathering)

    def _of_V(self, depth: int) -> Node:
        return self._gathered("list by for", "V", "n", depth, lambda _, s: gathering(tuple, s), "[@]")

    def _of_R(self, depth: int) -> Node:
        return self._gathered("rows by for", "R", "V", depth, lambda _, s: gathering(tuple, s), "[@]")

    def _of_S(self, depth: int) -> Node:
        return self._gathered("set by for", "S", "N", depth, lambda _, s: gathering(frozenset, s), "{{@}}")

    def _of_SS(self, depth: int) -> Node:
        finish: Callable[[list[Any]], Any] = lambda found: frozenset(map(listed, found))  # noqa: E731
        return self._gathered("set of sets by for", "SS", "S", depth, lambda _, s: gathering(finish, s), "{{@}}")

    def _of_ST(self, depth: int) -> Node:
        return self._gathered("set of pairs by for", "ST", "T", depth, lambda _, s: gathering(frozenset, s), "{{@}}")

    # -- definitions

    def _let(self, kind: str, depth: int) -> Node:
        """A definition, and its use here."""
        outside, is_claim = self.names, self.is_claim
        name, parameters = f"f{self.count}", [self._new() for _ in range(self.source.randrange(3))]
        kinds = [self.source.choice(["n", "n", "S", "V"]) for _ in parameters]
        self.count += 1
        self.names = {k: [*v] for k, v in self.of_places.items()}
        for parameter, k in zip(parameters, kinds, strict=True):
            self._know(parameter, k)
        body = self.grow(kind, min(depth - 1, 2))
        self.names, self.is_claim = outside, is_claim
        used = [(p, k) for p, k in zip(parameters, kinds, strict=True) if p in body.uses]
        parameters, kinds = (
            [p for p, _ in used],
            [k for _, k in used],
        )  # of others it is not said when they are looked at
        arguments = tuple(self.grow(k, depth - 1) for k in kinds)
        return call(Let(name, tuple(parameters), body), arguments, body.kind)

    def _recursion(self, depth: int) -> Node:
        """A definition that speaks of itself."""
        self.count += 1
        let = self.source.choice(_RECURSIONS)(f"r{self.count}", self.source.randrange(4))
        arguments = tuple(
            Node("mod", "N", "({} mod 6)", (self.grow("v", depth - 2),), strict(_mod_six)) for _ in let.parameters
        )
        return call(let, arguments, "N")


def _shown(kind: str) -> str:
    return "N" if kind == "n" else kind


def _mod_six(value: Any) -> Any:
    return mod(value, 6)


def _one_more(value: Any) -> Any:
    return add(value, 1)


def _digit_of(z: Any, e: Any) -> bool:
    if not isinstance(z, int) or z < 0 or not isinstance(e, int) or e < 0:
        raise Unsure("digits of what has none")
    return z >> e & 1 == 1


def _to(e: Node) -> Node:
    return Node("range", "S", "0..{}", (e,), strict(lambda high: frozenset(range(high + 1))))


def _recursive_let(name: str, parameters: tuple[str, ...], text: str, meaning: Callable[..., Any]) -> Let:
    """A definition with its own text: `meaning` takes the function itself, and its arguments."""

    def run(env: Env, parts: tuple[Node, ...]) -> Any:
        def again(*arguments: Any) -> Any:
            env.step()
            return call(let, tuple(constant_of(a) for a in arguments), "N").value(env)

        arguments = [env.names[p] for p in parameters]
        if not all(isinstance(a, int) for a in arguments):
            raise Unsure("recursion with a fraction")
        return meaning(again, *arguments)

    let = Let(name, parameters, Node("body", "N", text, (), run), is_recursive=True)
    return let


def constant_of(value: Any) -> Node:
    """Any value, as a leaf."""
    return Node("value", "N", "?", (), lambda env, parts: value)


def _mex(values: set[Any]) -> int:
    return next(n for n in range(len(values) + 1) if n not in values)


_RECURSIONS: tuple[Callable[[str, int], Let], ...] = (
    lambda f, c: _recursive_let(f, ("i",), f"if i <= 0 then {c} else {f}(i - 1) + 2 * i",
                                lambda again, i: c if i <= 0 else again(i - 1) + 2 * i),
    lambda f, c: _recursive_let(f, ("i",), f"mex({{{{{f}(j) for j in 0..i-1}}}} | {{{{{f}(j) + j for j in 0..i-1}}}})",
                                lambda again, i: _mex({again(j) for j in range(i)} | {again(j) + j for j in range(i)})),
    lambda f, c: _recursive_let(f, ("i",), f"if i < 2 then i else ({f}(i - 1) + {f}(i - 2)) mod 5",
                                lambda again, i: i if i < 2 else (again(i - 1) + again(i - 2)) % 5),
    lambda f, c: _recursive_let(f, ("i", "j"), f"if i = 0 or j = 0 then i + j else {f}(i - 1, j) (+) {f}(i, j - 1)",
                                lambda again, i, j: i + j if 0 in (i, j) else again(i - 1, j) ^ again(i, j - 1)),
    lambda f, c: _recursive_let(f, ("i",), f"if i > 4 then i / {c} else {f}(i + 1)",
                                lambda again, i: divide(i, c) if i > 4 else again(i + 1)),
    lambda f, c: _recursive_let(f, ("i",), f"if i = {c} then {f}(i) else i",
                                lambda again, i: again(i) if i == c else i),
)  # fmt: skip
