"""Wrong by a hair: claims of the library that are proved, changed in one place, and what becomes of them.

A constant is one more or less, a comparison loses its equality, a case is dropped, the statement is made about one more
heap, a move of the rules is another one. Such a claim may be refuted, at a position that the interpreter confirms here;
it may still be true, and then a table has no objection; or the prover gives up. It is never proved if it is false.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from math import prod
from pathlib import Path

import pytest

from heapwise.claims.claim import Claim
from heapwise.claims.command_effort import given_effort
from heapwise.claims.exact_check import Judge
from heapwise.claims.instances import Instance, instances
from heapwise.claims.limits import Limits
from heapwise.claims.position_values import Values
from heapwise.claims.resolve import resolve_claims
from heapwise.claims.task import Outcome, Task, Unsuitable
from heapwise.documents.library import Document, library
from heapwise.documents.search import Around, gather
from heapwise.errors import HeapwiseError
from heapwise.files import resource
from heapwise.lang import nodes
from heapwise.proof.automata import AutomatonBudget
from heapwise.proof.prove import prove
from heapwise.running.expected import read_expected
from heapwise.running.run import Options, Run
from heapwise.source import Source
from trials.small_changes import Mutant, move_spans, mutants

GAMES = Path(str(resource("games")))
FILES = sorted(GAMES.rglob("*.claims"))
BUDGET = AutomatonBudget(states=3_000, work=1_500_000)
MOST_INSTANCES = 4
UPTO = {1: 100, 2: 24, 3: 9, 4: 6, 5: 3, 6: 2}
MOST_REPLAYED = 3_000  # positions below a counterexample that the interpreter values

# So many changes of a file of claims, and every so many of the rules, for the tests that run each time.
A_FILE, RULES_STRIDE = 1, 9


# ----------------------------------------------------------------------------------------------- changes


@dataclass(frozen=True)
class Trial:
    """A changed text of claims or rules, and the claim that is looked at."""

    path: Path
    claim: str
    mutant: Mutant
    is_rule: bool = False

    def __str__(self) -> str:
        return f"{self.path.stem}.{self.claim}, {self.mutant}"


def document(source: Source, *files: Path) -> Document:
    return Document(source, Around(gather((), files), library()))


def changed(kind: str, text: str, start: int, end: int, new: str) -> Mutant:
    """The text with something else between two places."""
    return Mutant(kind, start, text[:start] + new + text[end:])


def dropped(text: str, node: nodes.Node) -> Iterator[Mutant]:
    """A part of a conjunction or disjunction left out, or one case alone of two."""
    match node:
        case nodes.Infix(operators, operands) if {*operators} <= {"and", "or"} and operators:
            first, last = operands[0].span, operands[-1].span
            yield changed("part dropped", text, first.start, operands[1].span.start, "")
            yield changed("part dropped", text, operands[-2].span.end, last.end, "")
        case nodes.Conditional(_, yes, no):
            for case in (yes, no):
                yield changed(
                    "case dropped", text, node.span.start, node.span.end, text[case.span.start : case.span.end]
                )
    for child in nodes.children(node):
        yield from dropped(text, child)


def of_expression(text: str, node: nodes.Node) -> Iterator[Mutant]:
    """All changes of an expression of the text."""
    start, end = node.span.start, node.span.end
    yield from mutants(text, start, end)
    for found in re.finditer(r"(?<![\w.\]])[1-9]\d*(?![\w.])", text[start:end]):
        less = str(int(found.group()) - 1)
        yield changed("minus one", text, start + found.start(), start + found.end(), less)
    yield from dropped(text, node)


def conclusion(node: nodes.Node, text: str) -> nodes.Node:
    """The statement without its premise: with a stronger premise a claim is weaker, and true."""
    if isinstance(node, nodes.Infix) and node.operators == ("implies",):
        return node.operands[1]
    return node


def heaps(text: str, claim: nodes.Claim) -> Iterator[Mutant]:
    """The same statement for one more heap."""
    for found in re.finditer(r"\bn = (\d+)", text[claim.statement.span.end : claim.span.end]):
        start, end = (claim.statement.span.end + place for place in found.span(1))
        yield changed("one more heap", text, start, end, str(int(found.group(1)) + 1))


def used(node: nodes.Node, lets: dict[str, nodes.Let]) -> Iterator[nodes.Let]:
    """The definitions that an expression uses, directly or not."""
    if isinstance(node, nodes.Name) and node.name in lets:
        yield lets[node.name]
        yield from used(lets[node.name].value, {k: v for k, v in lets.items() if k != node.name})
    for child in nodes.children(node):
        yield from used(child, lets)


def changes(path: Path, proved: frozenset[str]) -> Iterator[Trial]:
    """All changes of the proved claims of a file, of the definitions that they use, and of their numbers of heaps."""
    source = Source(str(path), path.read_text(encoding="utf-8"))
    seen = set()
    for block in document(source).tree.claims:
        lets = {item.name.name: item for item in block.items if isinstance(item, nodes.Let)}
        for item in block.items:
            if isinstance(item, nodes.Claim) and item.name is not None and item.name.name in proved:
                bodies = [let.value for let in dict.fromkeys(used(item.statement, lets))]
                found = [m for body in bodies for m in of_expression(source.text, body)]
                found += of_expression(source.text, conclusion(item.statement, source.text))
                for mutant in (*found, *heaps(source.text, item)):
                    if mutant.text != source.text and (item.name.name, mutant.text) not in seen:
                        seen.add((item.name.name, mutant.text))
                        yield Trial(path, item.name.name, mutant)


def rule_changes(path: Path, proved: frozenset[str]) -> Iterator[Trial]:
    """All changes of the moves of a game; its proved claims stay as they are."""
    rules = path.with_suffix(".game")
    text = rules.read_text(encoding="utf-8") if rules.exists() else ""
    listed = [m for span in move_spans(text) for m in mutants(text, *span)]
    for number, mutant in enumerate(listed):
        if proved:
            yield Trial(path, sorted(proved)[number % len(proved)], mutant, True)


# ----------------------------------------------------------------------------------------------- verdicts


def chosen(claim: Claim) -> list[Instance]:
    """A few instances of a claim, with few heaps."""
    found = [i for i in instances(claim, ()) if i.game is not None and i.game.layout.size <= 6]
    return found[:: max(1, len(found) // MOST_INSTANCES)][:MOST_INSTANCES]


def attempt(instance: Instance) -> Outcome:
    """What the prover says with few states."""
    return prove(Task(instance, Values(), Limits()), BUDGET)


@cache
def proved_claims(path: Path) -> frozenset[str]:
    """The theorems about positions that are expected to be proved."""
    expected = {key for key, found in read_expected(path).items() if found.word == "proved"}
    listed = resolve_claims(document(Source(str(path), path.read_text(encoding="utf-8"))))
    about = (c for c in listed if c.schema is not None and c.status == "theorem")
    named = (c for c in about if c.schema and f"{c.schema.name}.{c.name}" in expected)
    return frozenset(c.name for c in named if any(i.region.lows != i.region.highs for i in chosen(c)))


def replayed(instance: Instance, outcome: Outcome) -> None:
    """The claim is false at the counterexample, by the interpreter's own values."""
    state, values, claim = outcome.smallest, Values(), instance.claim
    assert state is not None
    assert instance.game is not None
    assert instance.game.is_legal(state)
    if prod(value + 1 for value in state) > MOST_REPLAYED:
        values.prepare(instance.game, state, claim.asks(), claim.play)
    finding = Judge(instance, values.asker(claim.play)).look(state)
    assert finding.has_premise
    assert not finding.is_true


def table(instance: Instance, text: Document) -> str:
    """What a table of small positions says."""
    claim = instance.claim
    assert instance.game is not None
    effort = given_effort(claim, text, f"upto {UPTO[instance.game.layout.size]}")
    (same,) = (i for i in instances(claim, effort) if i.parameters == instance.parameters)
    return Run(Options(method="table")).instance(same).word


def fates(trial: Trial, folder: Path) -> Iterator[str]:
    """What becomes of a changed claim, one word for each of its instances; none if it is no text of the language."""
    source, files = Source(str(trial.path), trial.mutant.text), list[Path]()
    if trial.is_rule:
        files = [folder / trial.path.with_suffix(".game").name]
        files[0].write_text(trial.mutant.text, encoding="utf-8")
        source = Source(str(trial.path), trial.path.read_text(encoding="utf-8"))
    text = document(source, *files)
    try:
        claims = [c for c in resolve_claims(text) if c.name == trial.claim]
        found = [i for claim in claims for i in chosen(claim)]
    except HeapwiseError:
        return
    for instance in found:
        yield fate(instance, text)


def fate(instance: Instance, text: Document) -> str:
    """`refuted`, `equivalent`, or how the prover gave up; fails where something false is proved."""
    try:
        outcome = attempt(instance)
    except Unsuitable:
        return "outside"
    except HeapwiseError:
        return "error"
    if outcome.word == "refuted":
        replayed(instance, outcome)
    if outcome.word != "proved":
        return outcome.word
    assert table(instance, text) == "holds", (instance.claim.name, instance.label)
    return "equivalent"


def tally(trials: list[Trial], folder: Path) -> Counter[str]:
    """How many instances of changed claims met which fate."""
    found: Counter[str] = Counter()
    for trial in trials:
        try:
            found.update(fates(trial, folder))
        except AssertionError as wrong:
            raise AssertionError(str(trial)) from wrong
    return found


def test_some_changed_claims(tmp_path: Path) -> None:
    listed = [[*changes(path, proved_claims(path))] for path in FILES]
    found = tally([trial for trials in listed for trial in trials[:: len(trials) // A_FILE + 1]], tmp_path)
    assert found["refuted"] >= 50
    assert found["refuted"] > found.total() // 3


def test_some_changed_rules(tmp_path: Path) -> None:
    listed = [trial for path in FILES for trial in rule_changes(path, proved_claims(path))]
    found = tally(listed[::RULES_STRIDE], tmp_path)
    assert found["refuted"] >= 6


def test_a_false_proof_would_be_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If everything were proved, the tables would object; if everything were refuted, the interpreter would."""
    path = GAMES / "delete" / "delete_nim.claims"
    trial = next(t for t in changes(path, frozenset({"p_positions"})) if t.mutant.kind == "part dropped")
    assert set(fates(trial, tmp_path)) == {"refuted"}
    monkeypatch.setitem(globals(), "attempt", lambda _: Outcome("proved", "proof"))
    with pytest.raises(AssertionError):
        set(fates(trial, tmp_path))
    monkeypatch.setitem(globals(), "attempt", lambda _: Outcome("refuted", "proof", smallest=(0, 0)))
    with pytest.raises(AssertionError):
        set(fates(trial, tmp_path))


@pytest.mark.slow
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_changed_claims(path: Path, tmp_path: Path) -> None:
    trials = list(changes(path, proved_claims(path)))
    found = tally(trials, tmp_path)
    assert found["refuted"] > 0 or found["outside"] == found.total()


@pytest.mark.slow
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_changed_rules(path: Path, tmp_path: Path) -> None:
    """Rules may well end in `undecided`: most changes let play go on for ever."""
    tally(list(rule_changes(path, proved_claims(path))), tmp_path)
