"""Three players: all classes of positions at once, as a formula and as automata that are learned."""

from __future__ import annotations

from itertools import permutations, product
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

import heapwise as hw
from heapwise.app.registry import cli
from heapwise.claims.position_values import Values
from heapwise.lang.automata import automaton_text
from heapwise.proof.automata import Automaton, Raw, Workshop
from heapwise.proof.learned import DigitSet, declaration, prove_classes
from heapwise.proof.learned.search import box, learned_classes
from heapwise.questions import read_play
from heapwise.reference.conventions import Preference
from heapwise.rules.game import Game
from logic_values import automaton_on_box

THREE = """claims for nim(n)
theorem three "found" under preference 0 > 1 > 2:
    W(x) = (if max(x) = 0 then 2 else if min(x) = 0 then 0 else 1)   for n = 2   upto 9
disproved shifted under preference 0 > 1 > 2:
    W(x) = (if max(x) = 0 then 1 else if min(x) = 0 then 0 else 2)   for n = 2   upto 9
disproved other_order under preference 0 > 2 > 1:
    W(x) = (if max(x) = 0 then 2 else if min(x) = 0 then 0 else 1)   for n = 2   upto 9
theorem two "Bouton 1901": W(x) = (if x[1] = x[2] then 1 else 0)   for n = 2   upto 9
theorem nowhere "none" under preference 0 > 1 > 2: W(x) = 3 * x[1]   for n = 2   upto 9
"""


def rules_of(name: str) -> Game:
    rules = hw.game(name).rules
    assert isinstance(rules, Game)
    return rules


def test_a_formula_for_all_classes() -> None:
    words = {v.claim: v.word for v in hw.check(THREE, method="proof")}
    refuted = dict.fromkeys(("shifted", "other_order", "nowhere"), "refuted")
    assert words == {"three": "proved", "two": "proved"} | refuted
    tabled = {v.claim: v.word for v in hw.check(THREE, method="table")}
    assert tabled == {"three": "holds", "two": "holds"} | refuted


@pytest.mark.parametrize(("name", "places"), [("nim(2)", 5), ("ryuoh(3)", 5), ("moore(3, 2)", 4)])
@pytest.mark.parametrize("order", list(permutations(range(3))), ids=str)
def test_classes_that_are_learned_are_true_of_larger_tables(name: str, places: int, order: tuple[int, ...]) -> None:
    rules, play = rules_of(name), read_play("preference " + " > ".join(map(str, order)))
    found = learned_classes(rules, play, Values())
    assert found is not None
    table = box(Values(), rules, play, "W", 2**places)
    assert table is not None
    tracks = [f"x{i}" for i in range(rules.layout.size)]
    reads = {seat: automaton_on_box(one.automaton, tracks, places) for seat, one in found.items()}
    missing = [seat for seat in range(3) if seat not in reads]
    for seat in missing:
        reads[seat] = ~np.logical_or.reduce(list(reads.values()))
    assert all((reads[seat] == (table == seat))[table >= 0].all() for seat in range(3))
    assert isinstance(play.outcome, Preference)
    swapped = {0: found[1], 1: found[0]} if {0, 1} <= found.keys() else None
    if swapped is not None:
        assert not prove_classes(rules, swapped, play.outcome.seats).is_proved


def test_one_changed_transition_is_not_proved() -> None:
    rules, play = rules_of("ryuoh(3)"), read_play("preference 1 > 0 > 2")
    found = learned_classes(rules, play, Values())
    assert found is not None
    assert isinstance(play.outcome, Preference)
    seat, one = next(iter(found.items()))
    changed = 0
    for mutant in mutants(one.automaton):
        changed += 1
        is_proved = prove_classes(rules, {**found, seat: DigitSet(mutant)}, play.outcome.seats).is_proved
        assert is_proved == (mutant == one.automaton)
    assert changed >= 10


def mutants(automaton: Automaton) -> list[Automaton]:
    """All that differ in where one transition leads, as far as zeros do not matter."""
    shape, made = automaton.shape, []
    for place, target in product(range(len(shape.table)), range(3)):
        table = [*shape.table]
        table[place] = target
        raw = Raw(automaton.tracks, shape.numeration, shape.columns, shape.width, table, list(shape.accepting))
        try:
            made.append(Workshop(shape.numeration).from_table(raw))
        except ValueError:
            continue  # padding zeros matter to it
    return made


def test_learned_classes_are_claims_with_certificates(tmp_path: Path) -> None:
    found = learned_classes(rules_of("ryuoh(3)"), read_play("preference 2 > 0 > 1"), Values())
    assert found is not None
    seats = sorted(found)[:2]
    texts = [automaton_text(declaration(found[seat], f"class{seat}", ("a", "b"))) for seat in seats]
    (last,) = {0, 1, 2} - set(seats)
    one, two = (f"class{seat}(a, b)" for seat in seats)
    said = f"W(a, b) = (if {one} then {seats[0]} else if {two} then {seats[1]} else {last})"
    heading = 'theorem all_classes "found" under preference 2 > 0 > 1:'
    path = tmp_path / "own.claims"
    path.write_text("\n\n".join(["claims for ryuoh(p)", *texts, f"{heading}\n    {said}\n    for p = 3   upto 9\n"]))
    done = CliRunner().invoke(cli, ["prove", str(path), "--certificate", str(tmp_path)])
    assert "proved" in done.output
    (certificate,) = tmp_path.glob("*.json")
    assert "verified" in CliRunner().invoke(cli, ["verify", str(certificate)]).output
