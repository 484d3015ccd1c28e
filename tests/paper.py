"""Formulas on paper, read as mathematics reads them: TeX and MathML back to values, by nothing of heapwise's own.

First a formula becomes what one sees: a line of marks, with exponents and indices behind what they stand at. Then it is
read. Where readers differ (`a ⊕ b + c`, `∀ i : c ⇒ d`, `10 2^x`, `f (a)`) it is refused: `TwoReadings`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any
from xml.dom.minidom import parseString

from heapwise import numbers

Values = dict[str, Any]
Reading = Callable[[Values], Any]
Mark = tuple[Any, ...]

BOX = range(-2, 9)  # where bound names are looked for


class TwoReadings(Exception):
    """A reader may read it otherwise."""


class NoValue(Exception):
    """What is read has no value."""


# ------------------------------------------------------------------------------------------- what one sees

SIGNS = {
    "oplus": "⊕", "otimes": "⊗", "leq": "≤", "geq": "≥", "neq": "≠", "in": "∈", "notin": "∉", "equiv": "≡",
    "wedge": "∧", "vee": "∨", "neg": "¬", "iff": "⇔", "implies": "⇒", "cup": "∪", "cap": "∩", "setminus": "∖",
    "mid": "∣", "cdot": "⋅", "dots": "…", "cdots": "⋯", "forall": "∀", "exists": "∃", "bigoplus": "⨁", "sum": "∑",
    "#": "#", "bmod": "mod", "lfloor": "⌊", "rfloor": "⌋", "lceil": "⌈", "rceil": "⌉", "{": "{", "}": "}",
}  # fmt: skip
SPACES = {",", " ", "quad"}
TOKENS = re.compile(r"\\([a-zA-Z]+\*?|.)|([0-9]+)|(\s+)|(.)")


class Tex:
    """Marks of TeX."""

    def __init__(self, text: str) -> None:
        self.tokens = [found for found in TOKENS.finditer(text) if found[3] is None]
        self.at = 0

    def marks(self) -> list[Mark]:
        """Marks up to a closing brace, `&`, `\\\\` or the end of cases, which is left."""
        found: list[Mark] = []
        while self.at < len(self.tokens) and self.tokens[self.at][0] not in ("}", "&", "\\\\", "\\end"):
            found += self.one()
        return list(_with_primes(found))

    def group(self) -> list[Mark]:
        """`{...}`, or a single mark."""
        if self.tokens[self.at][0] != "{":
            return self.one()
        self.at += 1
        found = self.marks()
        assert self.tokens[self.at][0] == "}"
        self.at += 1
        return found

    def words(self) -> str:
        """What stands in braces, as it is."""
        start = self.tokens[self.at].end()
        while self.tokens[self.at][0] != "}":
            self.at += 1
        self.at += 1
        return self.tokens[self.at - 1].string[start : self.tokens[self.at - 1].start()]

    def one(self) -> list[Mark]:
        """The next marks."""
        token = self.tokens[self.at]
        if token[0] == "{":
            return self.group()
        self.at += 1
        if token[2]:
            return [("number", token[2])]
        if token[4]:
            if token[4] in "^_":
                return [(token[4], self.group())]
            return [("name", token[4])] if token[4].isalpha() else [("sign", {"-": "−"}.get(token[4], token[4]))]
        return self.command(token[1])

    def command(self, name: str) -> list[Mark]:
        """What stands behind a backslash."""
        if name in SPACES:
            return []
        if name == "frac":
            return [("fraction", self.group(), self.group())]
        if name == "sqrt":
            return [("root", self.group())]
        if name in ("min", "max", "gcd"):
            return [("function", name)]
        if name.startswith("operatorname"):
            word = self.words().replace("\\", "")
            return [("name" if word in ("True", "False") else "function", word)]
        if name in ("mathcal", "mathit"):
            return [("function" if name == "mathcal" else "name", self.words())]
        if name == "text":
            words = self.words()
            return [("words", words)] if words.strip() else []
        if name == "begin":
            return self.cases()
        return [("sign", SIGNS[name])]

    def cases(self) -> list[Mark]:
        """Values and conditions."""
        assert self.words() == "cases"
        rows: list[tuple[list[Mark], list[Mark]]] = []
        while True:
            value = self.marks()
            self.at += 1
            rows.append((value, self.marks()))
            self.at += 1
            if self.tokens[self.at - 1][0] == "\\end":
                assert self.words() == "cases"
                return [("cases", rows)]


def _with_primes(marks: list[Mark]) -> Iterator[Mark]:
    """Names with the primes behind them; `x_1'` is a name of its own."""
    waiting: list[Mark] = []
    for mark in marks:
        if mark == ("sign", "'"):
            name = "".join(m[1] if m[0] == "name" else m[1][0][1] for m in waiting)
            waiting = [("name", name + "'")]
            continue
        if not (mark[0] == "_" and len(waiting) == 1 and waiting[0][0] == "name"):
            yield from waiting
            waiting = []
        waiting.append(mark)
    yield from waiting


def of_tex(text: str) -> list[Mark]:
    """What one sees of TeX."""
    return Tex(text).marks()


def of_mathml(text: str) -> list[Mark]:
    """What one sees of MathML."""
    return _inside(parseString(text).documentElement)


def _inside(element: Any) -> list[Mark]:
    return [mark for child in element.childNodes for mark in _element(child)]


def _element(element: Any) -> list[Mark]:
    kind, children = element.tagName, element.childNodes
    text = "" if not children or children[0].nodeType != 3 else children[0].data.replace("\N{NO-BREAK SPACE}", " ")
    if kind == "mn":
        return [("number", text)]
    if kind == "mi":
        plain = {"𝒢": "G", "𝒫": "P", "𝒩": "N"}.get(text, text)
        return [("function" if text != plain or text in FUNCTIONS else "name", plain)]
    if kind == "mo":
        return [("function", text)] if text in FUNCTIONS else [("sign", text)]
    if kind == "mtext":
        return [("words", text)] if text.strip() else []
    if kind in ("msub", "msup", "munder"):
        return [*_element(children[0]), ("^" if kind == "msup" else "_", _element(children[1]))]
    if kind == "mfrac":
        return [("fraction", _element(children[0]), _element(children[1]))]
    if kind == "msqrt":
        return [("root", _inside(element))]
    if kind == "mrow" and len(children) > 1 and getattr(children[1], "tagName", "") == "mtable":
        rows = [row.childNodes for row in children[1].childNodes]
        return [("cases", [(_inside(value), _inside(condition)) for value, condition in rows])]
    return [] if kind == "mspace" else _inside(element)


# --------------------------------------------------------------------------------------------- how it is read

FUNCTIONS: dict[str, Callable[..., Any]] = {
    "min": min, "max": max, "gcd": numbers.gcd, "nimsum": lambda *a: numbers.nim_sum(a), "popcount": numbers.popcount,
    "bit": numbers.bit, "mex": lambda *a: numbers.mex(tuple(a[0]) if isinstance(a[0], frozenset) else a),
    "G": lambda *a: numbers.nim_sum(a), "P": lambda *a: numbers.nim_sum(a) == 0, "sum": lambda *a: sum(a),
    "abs": numbers.absolute,
}  # fmt: skip
RELATIONS: dict[str, Callable[[Any, Any], bool]] = {
    "=": lambda a, b: a == b, "≠": lambda a, b: a != b, "<": lambda a, b: a < b, "≤": lambda a, b: a <= b,
    ">": lambda a, b: a > b, "≥": lambda a, b: a >= b, "∈": lambda a, b: a in b, "∉": lambda a, b: a not in b,
    "∣": lambda a, b: numbers.divides(a, b),
}  # fmt: skip
CLOSING = {"(": ")", "{": "}", "⌊": "⌋", "⌈": "⌉", "|": "|", "[": "]"}


class Line:
    """A line of marks, read from the left. `strokes` says of every open bracket whether it is a stroke."""

    def __init__(self, marks: list[Mark]) -> None:
        self.marks, self.at = marks, 0
        self.strokes = [False]

    def sees(self, *signs: str) -> bool:
        """Is one of these signs next?"""
        return self.at < len(self.marks) and self.marks[self.at][0] == "sign" and self.marks[self.at][1] in signs

    def take(self, *signs: str) -> str:
        """The next mark, which is one of these signs."""
        assert self.sees(*signs), (signs, self.marks[self.at :])
        self.at += 1
        return str(self.marks[self.at - 1][1])

    def whole(self) -> Reading:
        """The whole line as one formula."""
        found = self.formula()
        assert self.at == len(self.marks), self.marks[self.at :]
        return found

    # -- conditions

    def formula(self) -> Reading:
        """Conditions that hold together; `⇒` and `⇔` are kept apart."""
        start = self.at
        parts = [self._implied()]
        while self.sees("⇔"):
            self._must_end(parts[-1])
            self.take("⇔")
            parts.append(self._implied())
        if len(parts) == 1:
            return parts[0]
        if _has(self.marks[start : self.at], "⇒"):
            raise TwoReadings("⇒ beside ⇔")
        return _opened(lambda v: len({bool(part(v)) for part in parts}) == 1, parts[-1])

    def _implied(self) -> Reading:
        first = self._together()
        if not self.sees("⇒"):
            return first
        self._must_end(first)
        self.take("⇒")
        second = self._together()
        if self.sees("⇒"):
            raise TwoReadings("several arrows")
        return _opened(lambda v: not first(v) or second(v), second)

    def _together(self) -> Reading:
        parts, sign = [self.unit()], ""
        while self.sees("∧", "∨"):
            self._must_end(parts[-1])
            if sign not in ("", self.take("∧", "∨")):
                raise TwoReadings("∧ beside ∨")
            sign = str(self.marks[self.at - 1][1])
            parts.append(self.unit())
        if not sign:
            return parts[0]
        gather = all if sign == "∧" else any
        return _opened(lambda v: gather(part(v) for part in parts), parts[-1])

    def _must_end(self, reading: Reading, *kinds: str) -> None:
        if (is_open := getattr(reading, "is_open", "")) and (not kinds or is_open in kinds):
            raise TwoReadings("what stands behind may belong to it")

    def unit(self) -> Reading:
        """A quantifier, a negation or a relation."""
        if self.sees("¬"):
            self.take("¬")
            inside = self.unit() if self.sees("¬", "∀", "∃") else self.primary()
            if self.at < len(self.marks) and self.marks[self.at][1] in RELATIONS:
                raise TwoReadings("¬ before a relation")
            return _opened(lambda v: not inside(v), inside)
        if self.sees("∀", "∃"):
            gather = all if self.take("∀", "∃") == "∀" else any
            bound = self.conditions()
            self.take(":")
            body = self.unit()
            found = _opened(lambda v: gather(body(w) for w in bound(v)), None)
            found.is_open = "quantifier"  # type: ignore[attr-defined]
            return found
        return self.relation()

    def relation(self) -> Reading:
        """Sides with relations between them."""
        sides, signs = [self.sets()], []
        while (
            self.at < len(self.marks)
            and self.marks[self.at][0] == "sign"
            and self.marks[self.at][1] in (*RELATIONS, "≡")
        ):
            self._must_end(sides[-1], "cases")
            signs.append(self.take(*RELATIONS, "≡"))
            sides.append(self.sets())
        if signs == ["≡"]:
            self.take("(")
            self.take("mod")
            modulus = self.sets()
            self.take(")")
            return lambda v: numbers.congruent(sides[0](v), sides[1](v), modulus(v))
        if not signs:
            return sides[0]

        def holds(v: Values) -> bool:
            left = sides[0](v)
            for sign, side in zip(signs, sides[1:], strict=True):
                right = side(v)
                if not RELATIONS[sign](left, right):
                    return False
                left = right
            return True

        return _opened(holds, sides[-1] if getattr(sides[-1], "is_open", "") == "cases" else None)

    def conditions(self) -> Callable[[Values], Iterator[Values]]:
        """Conditions with commas: what they say of new names is looked for in a box."""
        start = self.at
        found = [self.formula()]
        while self.sees(","):
            self._must_end(found[-1], "quantifier")
            self.take(",")
            found.append(self.formula())
        self._must_end(found[-1], "quantifier")
        names = {_name_at(self.marks, at) for at in range(start, self.at) if self.marks[at][0] == "name"}
        names -= {"True", "False"}

        def walk(v: Values) -> Iterator[Values]:
            new = sorted(names - v.keys())
            for values in product(BOX, repeat=len(new)):
                w = {**v, **dict(zip(new, values, strict=True))}
                if all(condition(w) for condition in found):
                    yield w

        return walk

    # -- numbers and sets

    def sets(self) -> Reading:
        """Sets with one kind of sign between them, or a number."""
        first = self.sum()
        if not self.sees("∪", "∩", "∖"):
            return first
        sign = self.take("∪", "∩", "∖")
        second = self.sum()
        if self.sees("∪", "∩", "∖"):
            raise TwoReadings("several signs between sets")
        work = {"∪": frozenset.union, "∩": frozenset.intersection, "∖": frozenset.difference}[sign]
        return lambda v: work(first(v), second(v))

    def sum(self) -> Reading:
        """Products with `+` and `−`, or with `⊕`; a remainder stands alone."""
        parts, signs = [self.product(is_first=True)], [""]
        while self.sees("+", "−", "⊕"):
            self._must_end(parts[-1])
            signs.append(self.take("+", "−", "⊕"))
            if self.marks[self.at][0] == "_":
                raise NotImplementedError("sums of digits")
            if self.sees("⋯"):  # with two heaps there is nothing between the first and the last one
                self.take("⋯")
                assert self.take("+", "⊕") == signs[-1]
            parts.append(self.product())
        kinds = {{"−": "+"}.get(sign, sign) for sign in signs[1:]}
        if len(kinds) > 1:
            raise TwoReadings("⊕ beside +")
        if self.sees("mod"):
            if kinds or getattr(parts[0], "is_signed", False):
                raise TwoReadings("a remainder behind a sum or a minus")
            self._must_end(parts[0])
            self.take("mod")
            modulus = self.factor()
            if (self.marks[self.at : self.at + 1] and self._goes_on()) or self.sees("+", "−", "⊕", "⊗", "mod"):
                raise TwoReadings("something behind a remainder")
            return _opened(lambda v: numbers.mod(_number(parts[0](v)), _number(modulus(v))), modulus)
        if not kinds:
            return parts[0]
        if kinds == {"⊕"}:
            return _opened(lambda v: numbers.nim_sum(tuple(_number(part(v)) for part in parts)), parts[-1])
        pairs = list(zip(signs, parts, strict=True))
        return _opened(lambda v: sum(-p(v) if sign == "−" else p(v) for sign, p in pairs), parts[-1])

    def product(self, is_first: bool = False) -> Reading:
        """Factors beside one another, or with dots, or with `⊗`; before the first one of a sum there may be a minus."""
        if self.sees("−"):
            if not is_first:
                raise TwoReadings("two signs")
            self.take("−")
            inside = self.product()
            found = _opened(lambda v: -_number(inside(v)), inside)
            found.is_signed = True  # type: ignore[attr-defined]
            return found
        parts, signs = [self.factor()], set()
        while self._goes_on() or self.sees("⋅", "⊗"):
            self._must_end(parts[-1])
            sign = self.take("⋅", "⊗") if self.sees("⋅", "⊗") else self._side_by_side()
            signs.add("⊗" if sign == "⊗" else "⋅")
            parts.append(self.factor())
        if not signs:
            return parts[0]
        if len(signs) > 1:
            raise TwoReadings("⊗ beside a product")

        def times(v: Values) -> Any:
            found = _number(parts[0](v))
            for part in parts[1:]:
                found = numbers.nim_product(found, _number(part(v))) if signs == {"⊗"} else found * _number(part(v))
            return found

        return _opened(times, parts[-1])

    def _goes_on(self) -> bool:
        if self.at == len(self.marks):
            return False
        kind, what = self.marks[self.at][:2]
        if what == "(" and self.marks[self.at + 1] == ("sign", "mod"):
            return False
        if kind in ("number", "name", "function", "fraction", "root", "cases"):
            return True
        return kind == "sign" and (
            what in ("(", "{", "⌊", "⌈", "[", "#", "∑", "⨁") or (what == "|" and not self.strokes[-1])
        )

    def _side_by_side(self) -> str:
        before, after = self.marks[self.at - 1], self.marks[self.at]
        if after[0] == "number" or (before[0] == "number" and after[0] == "fraction"):
            raise TwoReadings("numbers run together")
        named = before[0] == "name" or (before[0] == "_" and self.marks[self.at - 2][0] == "name")
        if named and after[:2] == ("sign", "("):
            raise TwoReadings("a name before parentheses may be a function")
        return "⋅"

    def factor(self) -> Reading:
        """What a large sign stands before, or a power."""
        mark = self.marks[self.at]
        is_large = mark in (("sign", "∑"), ("sign", "⨁"))
        if is_large or (mark[1] in ("min", "max", "mex") and self.marks[self.at + 1][0] == "_"):
            below = self.marks[self.at + 1]
            self.at += 2
            inner = Line(below[1])
            bound = inner.conditions()
            assert inner.at == len(inner.marks)
            body = self.product()
            gather = {"∑": sum, "⨁": numbers.nim_sum, "min": _least(min), "max": _least(max), "mex": numbers.mex}[
                mark[1]
            ]
            found = _opened(lambda v: gather(tuple(_number(body(w)) for w in bound(v))), None)
            found.is_open = "large"  # type: ignore[attr-defined]
            return found
        base = self.primary()
        if self.at < len(self.marks) and self.marks[self.at][0] == "^":
            exponent = Line(self.marks[self.at][1]).whole()
            self.at += 1
            if self.at < len(self.marks) and self.marks[self.at][0] in "^_":
                raise TwoReadings("an exponent or an index behind an exponent")
            self._must_end(base)
            return lambda v: numbers.power(_number(base(v)), _number(exponent(v)))
        return base

    def inside(self, left: str) -> None:
        """Goes behind an opening bracket."""
        self.take(left)
        self.strokes.append(left == "|")

    def leave(self, left: str) -> None:
        """Goes behind the closing one."""
        self.take(CLOSING[left])
        self.strokes.pop()

    def listed(self, left: str) -> list[Reading]:
        """Formulas with commas, in brackets."""
        self.inside(left)
        found: list[Reading] = []
        while not self.sees(CLOSING[left]):
            found.append(self.formula())
            if self.sees(",", ";"):
                self.take(",", ";")
        self.leave(left)
        return found

    def primary(self) -> Reading:
        """A name, a number, a call, or what stands in brackets."""
        kind, what = self.marks[self.at][:2]
        if kind == "sign":
            return self.bracket(what)
        self.at += 1
        if kind == "number":
            return lambda v: int(what)
        if kind == "fraction":
            above, below = Line(what).whole(), Line(self.marks[self.at - 1][2]).whole()
            return lambda v: numbers.divide(_number(above(v)), _number(below(v)))
        if kind == "root":
            inside = Line(what).whole()
            return lambda v: numbers.sqrt(_number(inside(v)))
        if kind == "cases":
            return self.choice(what)
        if kind == "function":
            return self.function(what)
        return self.name(what)

    def bracket(self, left: str) -> Reading:
        """`(...)`, `{...}`, `|...|`, `⌊...⌋`, `#{...}`"""
        if left == "#":
            self.take("#")
            self.inside("{")
            bound = self.conditions()
            self.take(":")
            body = self.formula()
            self.leave("{")
            return lambda v: sum(bool(body(w)) for w in bound(v))
        if left == "{":
            return self.collected()
        inside, *others = self.listed(left) or [_nothing]
        if left == "(":
            return (lambda v: (inside(v), *(other(v) for other in others))) if others else (lambda v: inside(v))
        assert not others
        if left == "[":
            return lambda v: int(bool(inside(v)))
        work = {"⌊": numbers.floor, "⌈": numbers.ceil, "|": numbers.absolute}[left]
        return lambda v: work(_number(inside(v)))

    def collected(self) -> Reading:
        """`{1, 2}`, `{1, …, n}`"""
        self.inside("{")
        items: list[Any] = []
        while not self.sees("}"):
            items.append(self.take("…") if self.sees("…") else self.formula())
            if self.sees(","):
                self.take(",")
        self.leave("{")
        if items[1:2] == ["…"]:
            return lambda v: frozenset(range(_whole(items[0](v)), _whole(items[2](v)) + 1))
        return lambda v: frozenset(item(v) for item in items)

    def choice(self, rows: list[tuple[list[Mark], list[Mark]]]) -> Reading:
        """The first value whose condition holds. Nothing may stand behind it: it has no brace there."""
        found = []
        for value, condition in rows:
            assert condition[0][0] == "words"
            is_if = condition[0][1].strip() == "if"
            found.append((Line(value).whole(), Line(condition[1:]).whole() if is_if else (lambda v: True)))

        def choose(v: Values) -> Any:
            return next(value(v) for value, condition in found if condition(v))

        whole = _opened(choose, None)
        whole.is_open = "cases"  # type: ignore[attr-defined]
        return whole

    def function(self, name: str) -> Reading:
        """A function of what stands in parentheses; `bit_k(z)` has one argument below it."""
        below = []
        if self.marks[self.at][0] == "_":
            below = [Line(self.marks[self.at][1]).whole()]
            self.at += 1
        if name == "mex" and self.sees("{"):
            collected = self.collected()
            return lambda v: numbers.mex(tuple(collected(v)))
        arguments = [*self.listed("("), *below]
        work = FUNCTIONS[name]

        def apply(v: Values) -> Any:
            values = [argument(v) for argument in arguments]
            flat = [item for value in values for item in (value if isinstance(value, tuple) else (value,))]
            return work(*map(_number, flat))

        return apply

    def name(self, what: str) -> Reading:
        """A name, or a heap."""
        if what in ("True", "False"):
            return lambda v: what == "True"
        if self.at == len(self.marks) or self.marks[self.at][0] != "_":
            return lambda v: v[what]
        shown, items = _name_at(self.marks, self.at - 1), self.marks[self.at][1]
        self.at += 1
        if what == "v":
            (inside,) = self.listed("(")
            return lambda v: numbers.v2(_number(inside(v)))
        index = Line(items).whole()

        def heap(v: Values) -> Any:
            if shown != what:
                return v[shown]
            place = index(v)
            if not 1 <= place <= len(v[what]):
                raise NoValue(f"{what}[{place}]")
            return v[what][place - 1]

        return heap


def _name_at(marks: list[Mark], at: int) -> str:
    """A name with the digits that stand below it."""
    below = marks[at + 1][1] if at + 1 < len(marks) and marks[at + 1][0] == "_" else []
    is_digits = len(below) == 1 and below[0][0] == "number" and marks[at][1] not in ("x", "v")
    return str(marks[at][1]) + (below[0][1] if is_digits else "")


def _has(marks: list[Mark], sign: str) -> bool:
    """Does a sign stand in a line outside of brackets?"""
    depth = 0
    for mark in marks:
        if mark[0] == "sign":
            depth += (mark[1] in "({[⌊⌈") - (mark[1] in ")}]⌋⌉")
            if depth == 0 and mark[1] == sign:
                return True
    return False


def _opened(reading: Callable[[Values], Any], last: Any) -> Any:
    """A reading whose end is as open as its last part."""

    def found(values: Values) -> Any:
        return reading(values)

    found.is_open = getattr(last, "is_open", "")  # type: ignore[attr-defined]
    return found


def _nothing(values: Values) -> Any:
    raise NoValue("there is nothing in parentheses")


def _number(value: Any) -> Any:
    if isinstance(value, Fraction) and value.denominator == 1:
        return int(value)
    return value


def _whole(value: Any) -> int:
    if _number(value) != int(value):
        raise NoValue("a fraction in a range")
    return int(value)


def _least(choose: Callable[..., Any]) -> Callable[..., Any]:
    def found(values: tuple[Any, ...]) -> Any:
        if not values:
            raise NoValue("the least of nothing")
        return choose(values)

    return found


def read(marks: list[Mark]) -> Reading:
    """What a formula says."""
    return Line(marks).whole()
