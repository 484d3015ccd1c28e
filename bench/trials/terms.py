"""Random expressions of every construct of the language: all that gives them a meaning beside an evaluator of our own.

The expression is a condition on heaps or on the numbers of a law. It is evaluated at some points by the interpreter's
evaluator, by the one of sympy objects and by columns of numbers; it stands in claims that are checked by every method,
and guards the moves of a game whose values are found by every way. An expression has a value, or it has none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import numpy as np

import heapwise as hw
from heapwise.checks.compiled_check import formula_of
from heapwise.claims import Verdict
from heapwise.claims.exact_check import Judge
from heapwise.claims.instances import instance_of_values
from heapwise.errors import HeapwiseError
from heapwise.formulas import NotExpressible, Outgrows
from heapwise.numbers import TooLarge, UndefinedValue
from heapwise.numbers.surds import Surd
from heapwise.terms import term as t
from heapwise.terms.types import TRUTH
from trials import roots
from trials.base import Counts, Failure, Kind
from trials.claims import flat
from trials.every_k import NAMES, for_every_k
from trials.grown import Grower
from trials.guards import SHAPES, in_rules
from trials.guards import WAYS_OF_RULES as _WAYS
from trials.meanings import ALL, GATHERS
from trials.roots import Unsure
from trials.trees import NONE, UNSURE, Node, lets_of, listed, outcome, strict, variable

State = tuple[int, ...]
_REFUSED = ("E003", "E018", "E035")  # too long, an open range that nothing ends, what reads like a congruence
_SECONDS = 8.0


@dataclass(frozen=True)
class Setting:
    """What expressions speak of: the places, a game with the P-positions, and how numbers are swept."""

    word: str
    head: str
    places: tuple[str, ...]
    swept: str
    position: str = ""
    cold: str = ""
    value: str = ""

    def names(self) -> dict[str, list[Node]]:
        """What grows from the places."""
        found = {"n": [variable(place, "N") for place in self.places]}
        if self.word == "vector":
            found |= {"V": [variable("x", "V")]}
            found["n"].append(variable("n", "N"))
        return found

    def at(self, state: State) -> dict[str, Any]:
        """What the names stand for."""
        found: dict[str, Any] = dict(zip(self.places, state, strict=True))
        return found | ({"x": state, "n": len(state)} if self.word == "vector" else {})

    def is_cold(self, state: State) -> bool:
        """By theory."""
        return state[0] % 3 == 0 if self.word == "heap" else len(set(state)) == 1


_ONE = "game one\n    heap h\n    move h -> h - t for t in 1..2 where t <= h\n"
LAW = Setting("law", "claims\n", ("a", "b"), "for a in 0.., b in 0.. ")
HEAP = Setting("heap", f"{_ONE}claims for one\n", ("h",), "", "h", "h mod 3 = 0", "h mod 3")
HEAPS = Setting("vector", "claims for nim(n)\n", ("x[1]", "x[2]"), "for n = 2 ", "x", "nimsum(x) = 0", "nimsum(x)")


@dataclass(frozen=True)
class Said:
    """A text with one claim, and what it says at a position."""

    setting: Setting
    condition: Node
    form: str
    text: str
    known: dict[State, object]

    def outcome(self, state: State) -> object:
        """True, false, no value, or unsure."""
        cold, here = self.setting.word != "law" and self.setting.is_cold(state), self.setting.at(state)
        if (self.form == "and" and not cold) or (self.form == "or" and cold):
            return True
        if state not in self.known:
            self.known[state] = outcome(self.condition, here)
        found = self.known[state]
        if not isinstance(found, bool):
            return found
        return {"itself": found, "and": found, "or": not found, "value": found, "where": True}[self.form]


def said(setting: Setting, condition: Node, form: str, upto: int, known: dict[State, object]) -> Said:
    """A claim with the condition in it."""
    lets = "".join(f"{let.text}\n" for let in lets_of(condition))
    c, position, cold = condition.text, setting.position, setting.cold
    statement = {
        "itself": c, "and": f"P({position}) iff {cold} and ({c})", "or": f"P({position}) iff {cold} or ({c})",
        "value": f"G({position}) = (if {c} then {setting.value} else 77)", "where": f"P({position}) iff {cold}",
    }[form]  # fmt: skip
    where = f" where {c}" if form == "where" else ""
    text = f"{setting.head}{lets}theorem it: {statement}\n    {setting.swept}{where}    upto {upto}\n"
    return Said(setting, condition, form, text, known)


# ----------------------------------------------------------------------------------------------------- a trial


def trial(source: Random) -> Counts:
    """One condition, in every place."""
    setting, shape = source.choice([LAW, HEAP, HEAPS]), source.choice(SHAPES)
    kind = source.choice(["rules", "rules", "every k", "claims", "claims", "claims"])
    is_rule = kind == "rules"
    names = shape.names() if is_rule else NAMES if kind == "every k" else setting.names()
    of_places = shape.of_places() if is_rule else {} if setting is LAW and kind == "claims" else names
    grower = Grower(source, names, not is_rule, of_places, source.randrange(2) == 0)
    condition = grower.grow("C", source.choice([2, 3, 3, 4]))
    if source.randrange(3) == 0 and kind == "claims":
        condition = pinned(grower, setting, source) or condition
    counts: Counts = Counter()
    try:
        if kind == "every k":
            found = for_every_k(condition, source)
        else:
            found = in_rules(shape, condition, source) if is_rule else _of_claims(setting, condition, source)
    except HeapwiseError as problem:
        is_pair = problem.code in ("E017", "E033", "E037") and "tuple" in str(problem)  # which is no vector
        if problem.code not in _REFUSED and not is_pair:
            raise Failure(f"{problem}\n{condition.text}\n{[let.text for let in lets_of(condition)]}") from None
        return Counter({f"refused: {problem.code}": 1})
    counts.update(found)
    counts.update({f"construct: {part.word}": 1 for part in condition.all()})
    counts["expressions"] += 1
    return counts


_PINS = (
    ("{{}} = {0}", True), ("{0} != {{}}", False), ("{{}} in {{{{{0}}}}}", True), ("{0} not in {{{{{{}}}}}}", False),
    ("({{}}, 1) = ({0}, 1)", True), ("[{0}] = [{{}}]", True), ("len({{{{{{}}, {0}}}}}) = 1", True),
    ("any(u0 = {{}} for u0 in {{{{{0}}}}})", True), ("count(true for u0 in {{{{{{}}, {0}}}}}) = 1", True),
    ("({{}}, 1) in {{{{({0}, 1), ({0}, 2)}}}}", True), ("[{{}}, {0}] in {{{{[{0}, {0}]}}}}", True),
)  # fmt: skip


def pinned(grower: Grower, setting: Setting, source: Random) -> Node | None:
    """That an expression is what we find at some point, in one of many words."""
    kind = source.choice(["N", "N", "n", "V", "R", "T", "S", "S", "SS", "SS", "ST", "ST"])
    inner = grower.grow(kind, source.choice([1, 2, 3]))
    found = outcome(inner, setting.at(tuple(source.randrange(5) for _ in setting.places)))
    if found in (NONE, UNSURE):
        return None
    words, is_equal = source.choice(_PINS)
    try:
        pattern = words.format(literal(found))
    except Unsure:
        return None
    same: Callable[[Any], bool] = lambda value: (_whole(value) == found) == is_equal  # noqa: E731
    return Node("pinned", "C", pattern, (inner,), strict(same))


def _whole(value: Any) -> Any:
    return listed(value) if isinstance(value, range) else value


def literal(value: Any) -> str:
    """A value as it may be written, its members in any order; braces as patterns have them."""
    match value:
        case tuple() if value:
            return f"[{', '.join(map(literal, value))}]"
        case frozenset():
            return f"{{{{{', '.join(map(literal, value))}}}}}"
        case roots.Root():
            return f"({literal(roots.simple(value.p))} + {literal(roots.simple(value.r))} * sqrt({value.d}))"
        case int() if value >= 0:
            return str(value)
        case int() | Fraction():
            return f"(-{literal(-value)})" if value < 0 else f"({value})"
    raise Unsure("a value without a text")


def points(condition: Node, setting: Setting, source: Random) -> list[State]:
    """Small ones, and ones beside the numbers in the text."""
    near = sorted({int(n.text) + d for n in condition.all() if n.word == "constant" for d in (-1, 0, 1)} - {-1})
    large = [*near, 31, 64, 100, 1001]
    small = [*product(range(4), repeat=len(setting.places))][:10]
    return small + [
        tuple(source.choice(large) if source.random() < 0.7 else source.randrange(9) for _ in setting.places)
        for _ in range(10)
    ]


def _of_claims(setting: Setting, condition: Node, source: Random) -> Counts:
    """By evaluators, and by methods."""
    upto = source.choice([3, 4, 6] if len(setting.places) > 1 else [6, 12])
    known: dict[State, object] = {}
    itself = said(setting, condition, "itself", upto, known)
    counts = evaluated(itself, points(condition, setting, source))
    forms = ["itself"] if setting is LAW else ["itself", "and", "and", "or", "value", "where"]
    methods = ["auto", "table"] if setting is LAW else ["auto", "table", "local", "proof", "proof", "proof"]
    for method in source.sample(methods, 2):
        form = source.choice(["and", "value"]) if method == "local" else source.choice(forms)
        counts.update(checked(said(setting, condition, form, upto, known), method, upto, source))
    return counts


# ------------------------------------------------------------------------------------------------- evaluators


def converted(value: Any) -> Any:
    """A value of heapwise as one of ours."""
    if isinstance(value, Surd):
        root = roots.sqrt(value.d)
        return roots.divide(roots.add(value.p, roots.multiply(value.r, root)), value.q)
    if isinstance(value, bool | int | np.bool_):
        return value
    if isinstance(value, Fraction):
        return roots.simple(value)
    if isinstance(value, tuple | list):
        return tuple(map(converted, value))
    if hasattr(value, "__iter__"):
        return frozenset(map(converted, value))
    raise Unsure("a value of another kind")


def evaluated(claim: Said, states: list[State]) -> Counts:
    """The statement at some points, by every evaluator."""
    (parsed,) = hw.parse(claim.text).claims
    instance = instance_of_values(parsed, {}, 3)
    assert instance is not None
    judge = Judge(instance, _nobody)
    whole = t.Connective("implies", (t.Connective("and", parsed.premises, type=TRUTH), parsed.statement), type=TRUTH)
    formula = formula_of(instance, whole if parsed.premises else parsed.statement, _nobody)
    counts: Counts = Counter()
    for state in states:
        wanted = claim.outcome(state)
        counts["points"] += 1
        counts[f"outcome: {wanted}"] += 1
        if wanted == UNSURE:
            continue
        frame = judge.frame(state)
        for word, compute in (("interpreter", formula.exact), ("sympy", formula.by_sympy)):
            try:
                found: object = bool(compute(frame))
            except NotExpressible:
                continue
            except (HeapwiseError, UndefinedValue) as problem:
                if isinstance(problem, TooLarge) or "too large" in str(problem) or "too many" in str(problem):
                    continue
                if isinstance(problem, HeapwiseError) and problem.code == "E003":
                    continue
                found = NONE
            counts[f"by {word}"] += 1
            _must(found == wanted, f"{word} says {found} at {state}, and it is {wanted}", claim)
        counts.update(_in_columns(claim, formula, parsed, state, wanted))
    return counts


def _nobody(*_: Any) -> Any:
    raise AssertionError("nothing is asked")


def _in_columns(claim: Said, formula: Any, parsed: Any, state: State, wanted: object) -> Counts:
    """By columns of numbers, of one row."""
    columns: dict[int, Any] = {}
    if claim.setting.word == "vector":
        columns[parsed.components[0].slot] = [np.array([v]) for v in state]
    else:
        columns = {c.slot: np.array([v]) for c, v in zip(parsed.components, state, strict=True)}
    try:
        found = formula.computed(columns)
    except (NotExpressible, Outgrows, UndefinedValue, HeapwiseError):
        return Counter()
    if found.undefined is not None and found.undefined.any():
        return Counter({"columns without a value": 1})
    value = bool(np.asarray(found.values).reshape(-1)[0])
    _must(value == wanted, f"columns say {value} at {state}, and it is {wanted}", claim)
    return Counter({"by columns": 1})


def _must(holds: bool, what: str, claim: Said) -> None:
    if not holds:
        raise Failure(f"{what}\n{claim.text}")


# ---------------------------------------------------------------------------------------------------- methods


def checked(claim: Said, method: str, upto: int, source: Random) -> Counts:
    """The claim by one method."""
    counts: Counts = Counter()
    region = {state: claim.outcome(state) for state in product(range(upto + 1), repeat=len(claim.setting.places))}
    verdict, *others = hw.check(hw.parse(claim.text), method=method, seconds=_SECONDS)
    _judged(claim, method, verdict, region)
    counts[f"by {method}: {verdict.word}"] += 1
    for one in (verdict, *others):
        if one.word == "proved":
            _far(claim, method, source)
        elif one.word == "refuted":
            _is_false(claim, method, one)
    return counts


def _judged(claim: Said, method: str, verdict: Verdict, region: Mapping[State, object]) -> None:
    outcomes = set(region.values())
    told = f"{method} says {verdict.word} ({verdict.reason})"
    match verdict.word:
        case "holds" | "proved":
            wrong = next((x for x, found in region.items() if found not in (True, UNSURE)), None)
            _must(wrong is None, f"{told}, and at {wrong} it is {region.get(wrong or ())}", claim)
        case "error":
            reason = str(verdict.reason)
            is_empty = "nothing" in reason or "no position" in reason
            _must(bool(outcomes & {NONE, UNSURE}) or is_empty or "at most" in reason, told, claim)
        case "undecided" | "outside":
            _must(method in ("proof", "local") or UNSURE in outcomes, told, claim)
        case _:
            _must(verdict.word == "refuted", told, claim)


def _is_false(claim: Said, method: str, verdict: Verdict) -> None:
    found = verdict.counterexample
    state = flat(found.position if found is not None and found.position else ())
    if not state and found is not None:
        state = tuple(found.bindings[place] for place in claim.setting.places if place in found.bindings)
    if len(state) == len(claim.setting.places):
        _must(claim.outcome(state) in (False, UNSURE), f"{method} refutes it at {state}", claim)


def _far(claim: Said, method: str, source: Random) -> None:
    """What is proved is true at all our points."""
    for state in points(claim.condition, claim.setting, source):
        found = claim.outcome(state)
        _must(found in (True, UNSURE), f"{method} proves it, and at {state} it is {found}", claim)


_SPECIAL = (
    "constant", "name", "chain", "and", "or", "implies", "iff", "all", "any", "all without end", "any without end",
    "digit at a position", "end of positions", "higher digits", "positions below", "list by for", "rows by for",
    "set by for", "pinned", "set of sets by for", "set of pairs by for", "let", "let with parameters", "recursion",
)  # fmt: skip
_CONSTRUCTS = {row[0] for rows in ALL.values() for row in rows} | {*GATHERS, *_SPECIAL, "<", "<=", ">", ">=", "=", "!="}
_CONSTRUCTS |= {f"if of {kind}" for kind in ALL if kind != "n"}
_BY = ("interpreter", "sympy", "columns", "auto: holds", "auto: refuted", "auto: error", "table: holds", "table: error",
       "table: refuted", "local: holds", "local: refuted", "proof: proved", "proof: refuted", "proof: outside",
            "rules: proved", "every k: proved")  # fmt: skip
KIND = Kind(
    "terms", "points", trial,
    frozenset([f"construct: {word}" for word in _CONSTRUCTS] + [f"by {word}" for word in _BY]
              + [f"way: {way}" for way in _WAYS] + [f"outcome: {word}" for word in (True, False, NONE)]),
    seconds=300.0,
)  # fmt: skip
