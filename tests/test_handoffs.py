"""Hand-offs are read back: codes and functions for CGSuite give the options of the game, predicates for Walnut are true
of the positions that the claim names. The programs themselves are not run here."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import combinations_with_replacement, product

import pytest
from click.testing import CliRunner

from heapwise.app.registry import cli
from heapwise.claims.named_instance import instance_about
from heapwise.documents.library import library
from heapwise.engine.sequences import ALWAYS, Amounts, HeapRule, Removal, Split, When, recognise, rule_of_code
from heapwise.errors import HeapwiseError
from heapwise.handoffs.cgsuite import as_cgsuite, ruleset
from heapwise.handoffs.regex import regex
from heapwise.handoffs.walnut import as_walnut
from heapwise.proof.automata import DigitOrder, Numeration, Workshop
from heapwise.proof.logic import DigitAt, LinearComparison, Mating, Power, TrailingPower
from heapwise.rules.game import Game

# ----------------------------------------------------------------------------------------------- CGSuite


def options_of_code(code: str, heap: int) -> set[tuple[int, ...]]:
    """Take t stones and leave exactly j heaps where bit j of digit t is set; `!` wants them unequal."""
    whole, _, rest = code.partition(".")
    tail = re.search(r"\[(\w)\]$", rest)
    digits = re.findall(r"\w!?", rest[: tail.start()] if tail else rest)
    if tail:
        digits += [tail[1]] * (heap - len(digits))
    found = set()
    for taken, digit in enumerate([whole, *digits]):
        for parts in range(6):
            if int(digit[0], 36) >> parts & 1:
                found |= {o for o in splits(heap - taken, parts) if "!" not in digit or len(set(o)) == parts}
    return {tuple(sorted(option)) for option in found}


def splits(total: int, parts: int) -> Iterator[tuple[int, ...]]:
    yield from (o for o in combinations_with_replacement(range(1, max(total, 0) + 1), parts) if sum(o) == total)


def function_of(text: str) -> Callable[[int], list[list[int]]]:
    """The function of a HeapRuleset, in Python: its comprehensions differ in little."""
    body = text.removeprefix("game.heap.HeapRuleset(n -> ").removesuffix(")")
    body = re.sub(r"from (\w+) to ([^\]]*?)(?= for| where|\])", r"in range(\1, \2 + 1)", body)
    body = body.replace(" where ", " if ").replace(" Concat ", " + ")
    found: Callable[[int], list[list[int]]] = eval(f"lambda n: {body}")  # noqa: S307 - text of ours, in a test
    return found


def options_of(rule: HeapRule, heap: int) -> set[tuple[int, ...]]:
    expression = ruleset(rule)
    if "TakeAndBreak" in expression:
        return options_of_code(expression.split('"')[1], heap)
    return {tuple(sorted(filter(None, option))) for option in function_of(expression)(heap)}


RULES = [
    rule_of_code("0.77"),
    rule_of_code("0.137"),
    rule_of_code("4.01"),
    rule_of_code("0.f"),
    HeapRule((Removal(Amounts.of(2, 3, 7)),)),
    HeapRule((Removal(Amounts.of(2, 3, 7)),), (Split(0, 2),)),
    HeapRule((Removal(Amounts(frozenset({2, 5}), True)),)),
    HeapRule((Removal(Amounts(frozenset(), True)),), (Split(0, 2),)),
    HeapRule((), (Split(0, 2, unequal=True),)),
    HeapRule((), (Split(1, 2, unequal=True), Split(1, 1))),
    HeapRule((Removal(Amounts.of(1, 4), least=2),)),
    HeapRule((Removal(Amounts(frozenset({3}), True), when=When(3, frozenset({1, 2}))),)),
    HeapRule((Removal(Amounts.of(1)), Removal(Amounts.of(2), when=When(exactly=frozenset({4, 6}))))),
    HeapRule((), (Split(1, 3, least=2), Split(2, 0), Split(1, 1, least=3))),
    HeapRule((), (Split(2, 2, when=When(1, frozenset({0}), frozenset({5, 6}), False)),)),
]


@pytest.mark.parametrize("rule", RULES, ids=str)
def test_cgsuite_has_the_same_options(rule: HeapRule) -> None:
    for heap in range(15):
        own = {tuple(filter(None, option)) for option in rule.options(heap)}
        assert options_of(rule, heap) == own, heap


def test_both_kinds_of_rulesets_occur() -> None:
    kinds = {ruleset(rule).split("(")[0] for rule in RULES}
    assert kinds == {"game.heap.TakeAndBreak", "game.heap.HeapRuleset"}
    assert any(when != ALWAYS for rule in RULES for when in rule.conditions)


def test_cgsuite_script() -> None:
    assert as_cgsuite(library().game("allbut({2, 3, 7})")) == (
        "// allbut({2, 3, 7}): take s in 1.. \\ {2, 3, 7}\n"
        'R := game.heap.TakeAndBreak("0.3003330[3]");\n'
        "[R(n).NimValue for n from 0 to 20]\n"
        "// heapwise: [0, 1, 0, 1, 2, 3, 2, 3, 4, 5, 4, 5, 6, 7, 6, 7, 8, 9, 8, 9, 10]\n"
    )


def test_games_of_the_library_are_handed_over() -> None:
    known = ["lasker_nim", "dawson_chess", "grundy_game", "kayles"]
    for name in known:
        game = library().game(name)
        assert isinstance(game, Game)
        rule = recognise(game)
        assert rule is not None
        for heap in range(12):
            assert options_of(rule, heap) == {tuple(filter(None, option)) for option in rule.options(heap)}


# ------------------------------------------------------------------------------------------------ Walnut


@pytest.mark.parametrize(
    "atom",
    [
        Power(("x",)),
        TrailingPower(("y", "x")),
        Mating(("m", "x", "y")),
        LinearComparison(("x", "y"), (2, -1), 0, "="),
        DigitAt(("x",), 2),
    ],
    ids=str,
)
def test_expressions_accept_what_the_automaton_accepts(atom: Power) -> None:
    numeration = Numeration(DigitOrder.MSD)
    automaton = Workshop(numeration).from_machine(atom.machine(numeration), atom.variables)
    expression = regex(automaton)
    assert expression is not None
    compiled = re.compile(re.sub(r"\[([\d,]+)\]", lambda m: chr(97 + letter(m[1])), expression))
    seen = set()
    for values in product(range(20), repeat=len(automaton.tracks)):
        named = dict(zip(automaton.tracks, values, strict=True))
        word = "".join(chr(97 + c) for c in (0, *numeration.word(values)))
        seen.add(automaton.accepts(named))
        assert bool(compiled.fullmatch(word)) == automaton.accepts(named), named
    assert seen == {True, False}


def letter(digits: str) -> int:
    return sum(int(d) << i for i, d in enumerate(digits.split(",")))


class Predicates:
    """Reads the commands of a hand-off, and evaluates its predicates; quantifiers look at numbers below a bound."""

    def __init__(self, text: str, most: int) -> None:
        self.most = most
        self.known: dict[str, Callable[..., bool]] = {}
        self.statements: dict[str, str] = {}
        for command, name, _, body in re.findall(r'(?m)^(reg|def|eval) (\w+) ((?:msd_2 )*)"(.*)":$', text):
            if command == "reg":
                self.known[name] = self.relation(body)
            elif command == "def":
                names = sorted(free_names(body))
                self.known[name] = lambda *v, b=body, n=names: self.holds(b, dict(zip(n, v, strict=True)))
            else:
                self.statements[name] = body

    def relation(self, expression: str) -> Callable[..., bool]:
        compiled = re.compile(re.sub(r"\[([\d,]+)\]", lambda m: chr(97 + letter(m[1])), expression))
        numeration = Numeration(DigitOrder.MSD)
        return lambda *values: bool(compiled.fullmatch("".join(chr(97 + c) for c in (0, *numeration.word(values)))))

    def holds(self, text: str, values: dict[str, int]) -> bool:
        tree = Reader(text.removeprefix("?msd_2 ")).formula()
        return self.true(tree, values)

    def true(self, tree: tuple, values: dict[str, int]) -> bool:  # type: ignore[type-arg]
        match tree:
            case ("~", body):
                return not self.true(body, values)
            case ("&", parts):
                return all(self.true(part, values) for part in parts)
            case ("|", parts):
                return any(self.true(part, values) for part in parts)
            case ("$", name, arguments):
                return self.known[name](*(values[a] for a in arguments))
            case ("E", names, body):
                ways = product(range(self.most), repeat=len(names))
                return any(self.true(body, values | dict(zip(names, way, strict=True))) for way in ways)
            case ("compare", text):
                return bool(eval(text.replace(" = ", " == "), {}, values))  # noqa: S307 - text of ours, in a test
        raise AssertionError(tree)


def free_names(text: str) -> set[str]:
    bound = {name for names in re.findall(r"\(E ([\w,]+) ", text) for name in names.split(",")}
    return set(re.findall(r"(?<![\w$?])[a-z]\w*", text.removeprefix("?msd_2 "))) - bound


class Reader:
    """Formulas as the hand-off writes them: everything but comparisons and calls is in parentheses."""

    def __init__(self, text: str) -> None:
        found = re.findall(r"\$\w+\([\w,]*\)|[()~&|]|E [\w,]+ |[^()~&|$]+", text)
        self.tokens = [token.strip() for token in found if token.strip()]
        self.at = 0

    def formula(self) -> tuple:  # type: ignore[type-arg]
        token = self.tokens[self.at]
        self.at += 1
        if token.startswith("$"):
            name, arguments = re.fullmatch(r"\$(\w+)\((.*)\)", token).groups()  # type: ignore[union-attr]
            return ("$", name, arguments.split(","))
        if token == "~":
            return ("~", self.formula())
        if token == "(":
            found = self.inside()
            self.at += 1
            return found
        return ("compare", token)

    def inside(self) -> tuple:  # type: ignore[type-arg]
        if self.tokens[self.at].startswith("E "):
            names = self.tokens[self.at].removeprefix("E ").split(",")
            self.at += 1
            return ("E", names, self.formula())
        parts, sign = [self.formula()], "&"
        while self.tokens[self.at] in ("&", "|"):
            sign = self.tokens[self.at]
            self.at += 1
            parts.append(self.formula())
        return (sign, parts)


def walnut(game: str, claim: str) -> str:
    return as_walnut(instance_about(library().game(game), claim))


@pytest.mark.parametrize(
    ("game", "claim", "most"),
    [("nim(2)", "p_positions", 7), ("single_delete(2)", "two_heaps", 7), ("moore(3, 2)", "p_positions", 4)],
)
def test_predicates_name_the_p_positions(game: str, claim: str, most: int) -> None:
    rules = library().game(game)
    assert isinstance(rules, Game)
    from heapwise.api import Game as Played

    predicates, played = Predicates(walnut(game, claim), most + 1), Played(rules)
    seen = set()
    for position in product(range(most), repeat=rules.layout.size):
        if not played.is_legal(position):
            continue
        is_previous = played.outcome(position) == "P"
        seen.add(is_previous)
        assert predicates.known[claim](*position) == is_previous, position
        for name, body in predicates.statements.items():
            # `A x0,x1 ~(...)`: the moves lead to smaller heaps, so looking below the bound is enough.
            names, rest = re.match(r"\?msd_2 A ([\w,]+) (.*)", body).groups()  # type: ignore[union-attr]
            assert predicates.holds(rest, dict(zip(names.split(","), position, strict=True))), (name, position)
    assert seen == {True, False}


def test_walnut_text() -> None:
    """Signs and their places, so that a reader of Walnut's manual can check them; what it means is tested above."""
    lines = walnut("nim(1)", "p_positions").splitlines()
    assert lines[:7] == [
        "# p_positions of nim(1), written by heapwise for Walnut 7.0 or later, which reads comments",
        "# P(x) iff nimsum(x) = 0",
        "# p_positions are the positions that are P by the claim",
        "# x0 is x[1]; play ends: every move lowers x[1]",
        'reg p_positions_digits1 msd_2 msd_2 "(([0,0]|[1,1])*)":',
        "# the claimed set",
        'def p_positions "?msd_2 (E aux0v0 ((aux0v0 = 0) & $p_positions_digits1(x0,aux0v0)))":',
    ]
    statements = [line for line in lines if line.startswith("eval")]
    assert len(statements) == 2
    assert all(re.fullmatch(r'eval p_positions_never\d "\?msd_2 A x0 ~\(.*\)":', line) for line in statements)


def test_what_is_outside_is_named() -> None:
    with pytest.raises(HeapwiseError, match=r"E353.*the golden section"):
        walnut("wythoff", "p_positions")
    with pytest.raises(HeapwiseError, match="E353"):
        as_cgsuite(library().game("nim(2)"))


def test_the_command_hands_over() -> None:
    run = CliRunner().invoke(cli, ["show", "kayles", "--handoff", "cgsuite"])
    assert run.exit_code == 0
    assert 'TakeAndBreak("0.77")' in run.output
    run = CliRunner().invoke(cli, ["show", "nim(2)", "p_positions", "--handoff", "walnut"])
    assert run.output.startswith("# p_positions of nim(2)")
    assert CliRunner().invoke(cli, ["show", "nim(2)", "--handoff", "walnut"]).exit_code == 2
