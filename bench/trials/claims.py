"""Random claims about random games: the verdict, its counts and its counterexample beside an evaluation of our own.

The statement is said twice as well, and the values in it come from `naive`. Some claims are made true by naming their
exceptions; of some of these the last exception is left out, so that they turn false late.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

import heapwise as hw
from heapwise.claims import Verdict
from trials.base import Counts, Failure, Kind
from trials.naive import State
from trials.rules import Rules, random_game
from trials.said import Said, condition
from trials.statements import Answers, statement

_PLAYS = (("normal", (0, 1)), ("normal", (0, 1)), ("misere", (1, 0)), ("preference 1 > 2 > 0", (1, 2, 0)))
_METHODS = ("auto", "auto", "auto", "table", "table", "local", "local", "proof")
_UPTO = {1: 30, 2: 8, 3: 4, 4: 2}
_MOST_NAMED = 6  # exceptions


@dataclass(frozen=True)
class Expected:
    """What has to come out: the positions, those with a true premise, and the exceptions in the order of totals."""

    positions: int
    premise: int
    exceptions: tuple[State, ...]


def expected(states: Sequence[State], premise: Said | None, said: Said, answers: Answers) -> Expected:
    """By going through all positions."""
    e = {"?": answers}
    claimed = [x for x in states if premise is None or premise.means(x, e)]
    wrong = sorted((x for x in claimed if not said.means(x, e)), key=lambda x: (sum(x), x))
    return Expected(len(states), len(claimed), tuple(wrong))


def random_rules(source: Random) -> Rules:
    """A game whose options are single positions."""
    while True:
        rules = random_game(source)
        if not rules.has_sums:
            return rules


def trial(source: Random) -> Counts:
    """One claim, by one method."""
    rules = random_rules(source)
    words = rules.layout.words()
    play, seats = source.choice(_PLAYS)
    answers = Answers.of(rules, play, seats)
    said = statement(source, rules, words, play)
    premise = condition(source, words, 1) if source.randrange(4) == 0 else None
    upto = source.randint(1, _UPTO[len(rules.layout.places)])
    states = rules.states(upto)
    wanted = expected(states, premise, said, answers)
    is_late = 0 < len(wanted.exceptions) <= _MOST_NAMED
    if is_late:
        said, wanted = _with_exceptions(source, rules, said, wanted)
    method = source.choice(_METHODS)
    text = claim_text(rules, play, premise, said, upto)
    verdict, *_ = hw.check(text, method=method)  # small cases that nobody asked for may follow
    counts = compared(text, method, verdict, wanted)
    if verdict.word == "proved":
        _farther(text, rules, premise, said, answers, upto)
    elif verdict.word == "refuted":
        _is_false_there(text, premise, said, answers, verdict)
    counts.update({f"form: {word}": 1 for word in words.met})
    counts["false late"] += is_late and bool(wanted.exceptions)
    return counts


def claim_text(rules: Rules, play: str, premise: Said | None, said: Said, upto: int) -> str:
    """The game, and the claim about it."""
    name = "random(m)" if rules.layout.arguments and rules.layout.parameter.startswith("m") else "random"
    name = "random(shape)" if rules.layout.parameter.startswith("shape") else name
    swept = {"random(m)": f"m = {len(rules.layout.places)}, ", "random(shape)": "shape = [2, 1], "}.get(name, "")
    under = "" if play == "normal" else f" under {play}"
    before = f"({premise.text}) implies " if premise is not None else ""
    return (
        f"{rules.text}\nclaims for {name}\nconjecture it{under}: {before}({said.text})\n    check {swept}upto {upto}\n"
    )


def _with_exceptions(source: Random, rules: Rules, said: Said, wanted: Expected) -> tuple[Said, Expected]:
    """The statement, or one of its exceptions; perhaps of all but the last."""
    left = source.randrange(2)
    named = wanted.exceptions[: len(wanted.exceptions) - left]
    if not named:
        return said, wanted
    places = rules.layout.places
    cases = [" and ".join(f"{place} = {v}" for place, v in zip(places, state, strict=True)) for state in named]
    text = f"({said.text}) or " + " or ".join(f"({case})" for case in cases)
    means = said.means
    here = Said(text, lambda x, e: bool(means(x, e)) or x in named)
    return here, Expected(wanted.positions, wanted.premise, wanted.exceptions[len(named) :])


def compared(text: str, method: str, verdict: Verdict, wanted: Expected) -> Counts:
    """The verdict is what it has to be, or says that it is none."""
    counts: Counts = Counter({f"said: {verdict.word}": 1, f"method: {verdict.method}": 1})

    def must(holds: bool, what: str) -> None:
        if not holds:
            raise Failure(f"{what}\n{verdict}\nwanted {wanted}\nmethod {method}\n{text}")

    match verdict.word:
        case "holds" | "proved":
            must(not wanted.exceptions, "a false claim is said to be true")
            must(wanted.premise > 0 or verdict.region == "all", "nothing was claimed")
        case "refuted":
            must(bool(wanted.exceptions) or verdict.region == "all", "a true claim is said to be false")
        case "error":
            reason = str(verdict.reason)
            must("nothing" in reason, "an error")
            must(not wanted.premise or "implies" in text or "all(" in text, "something was claimed")
            return counts
        case _:
            must(method in ("proof", "local"), "no verdict")
            return counts
    if verdict.region != "all" or verdict.positions:
        must(verdict.positions == wanted.positions, "other positions")
        must(verdict.premise_true == wanted.premise, "another premise")
    if verdict.word == "refuted" and wanted.exceptions and verdict.method == "table":
        found = verdict.counterexample
        must(found is not None and flat(found.position) == wanted.exceptions[0], "another smallest counterexample")
        must(verdict.exceptions in (None, len(wanted.exceptions)), "another number of exceptions")
    counts["claims"] += 1
    return counts


def _is_false_there(text: str, premise: Said | None, said: Said, answers: Answers, verdict: Verdict) -> None:
    """A counterexample is one, wherever it lies."""
    found = verdict.counterexample
    state, e = flat(found.position if found is not None else ()), {"?": answers}
    is_one = (premise is None or premise.means(state, e)) and not said.means(state, e)
    if not is_one or not answers.rules.is_legal(state):
        raise Failure(f"{state} is no counterexample\n{text}")


def flat(position: object) -> State:
    """The components of a position of a verdict, one after another."""
    if isinstance(position, list | tuple):
        return tuple(v for part in position for v in flat(part))
    assert isinstance(position, int)
    return (position,)


def _farther(text: str, rules: Rules, premise: Said | None, said: Said, answers: Answers, upto: int) -> None:
    """What is proved is true on a larger box as well."""
    more = expected(rules.states(upto + 3), premise, said, answers)
    if more.exceptions:
        raise Failure(f"proved, and false at {more.exceptions[0]}\n{text}")


_FORMS = ("G = formula", "P iff", "N iff", "P implies", "R", "G relation", "options", "terminal", "W", "W of three")
_WORDS = ("holds", "refuted", "proved", "error")
KIND = Kind(
    "claims", "claims", trial,
    frozenset([f"form: {f}" for f in _FORMS] + [f"said: {w}" for w in _WORDS] + ["false late", "method: local"]),
    share=0.7,
)  # fmt: skip
