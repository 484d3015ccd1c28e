"""Compounds by the heaps of their components: ground moves, tables and proofs against the interpreter."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice, product
from pathlib import Path
from random import Random

import numpy as np
import numpy.typing as npt
import pytest
from click.testing import CliRunner

import heapwise as hw
from heapwise.app.registry import cli
from heapwise.claims.exact_check import Judge
from heapwise.claims.hashes import text_hash
from heapwise.claims.instances import instances
from heapwise.claims.position_values import Values
from heapwise.claims.verdict import Verdict
from heapwise.documents.library import Document, library
from heapwise.model.compounds import flat, flat_position
from heapwise.model.expand import ground
from heapwise.model.ground import GroundGame
from heapwise.model.options import options
from heapwise.model.termination import termination
from heapwise.reference.conventions import NORMAL, Grundy
from heapwise.reference.interpreter import Interpreter
from heapwise.rules.flat import FlatGame
from heapwise.rules.game import Game
from heapwise.running.run import Options, Run
from heapwise.source import Source
from heapwise.tables import fast
from heapwise.tables.boxes import box, position_at
from heapwise.tables.compute import compute
from heapwise.tables.fast import is_taken
from heapwise.terms.position import State

INNER = ("nim(1)", "nim(2)", "wythoff", "subtraction({1, 2})", "allbut({2})", "nimhoff(2, 1)", "moore(2, 2)", "lim",
         "welter(2)", "with_end", "limited", "parity")  # fmt: skip
OWN = """
game with_end
    heaps a, b
    ends when a = b and a > 1
    move a -> a - t for t in 1..a
    move b -> b - t for t in 1..2

game limited
    heap n in 1..
    move n -> n - t for t in 1..3 where t != 2

game parity
    heaps a, b
    legal a + b != 3
    move a -> y for y in 0..a-1 where (a - y) mod 3 != 0
    move b -> 0 where b > a
"""
COMPOUNDS = ("selective({k}; {games})", "emperor_compound({k}; {games})", "diminished({games})", "conjunctive({games})",
             "continued_conjunctive({games})", "with_pass({first})", "sequential({two})", "ordinal({two})",
             "mixed({two})", "shifted({first})")  # fmt: skip
MIXED = """
game mixed(G in games, H in games)
    position p of G
    heap n in 0..2
    position q of H
    legal n <= 1 or not terminal(p)
    ends when n = 1 and terminal(q)
    move p -> r, n -> n - 1 for r in options(p) where n >= 1, r != p
    move q -> r for r in followers(q) where r != q and n mod 2 = 0
    move p -> r for r in options(p) where terminal(r)

game shifted(G in games)
    positions p[2] of G
    cell c in 0..1
    decreases c
    move p[1] -> p[2], p[2] -> q for q in options(p[1]) where q != p[2] or terminal(q)
    move c -> 0, p[i] -> q for i in 1..2, q in options(p[i]) where c = 1
"""


def compound(text: str, own: str = OWN) -> Game:
    """A compound of games of the library and of those above."""
    document = Document(Source("<test>", f"{own}{MIXED}\ngame it = {text}\n"), library())
    found = document.schemas["it"].bind(())
    assert isinstance(found, Game)
    return found


def compare(rules: Game, bound: int, most: int = 60) -> int:
    """The options of a compound by ground moves and by the interpreter, at small positions; how many there were."""
    heaps = flat(rules)
    assert isinstance(heaps, FlatGame)
    model = ground(heaps)
    assert isinstance(model, GroundGame)
    compared = 0
    for state in islice(states(heaps, bound), most):
        nested = heaps.layout.nested(state)
        assert rules.is_legal(nested)
        wanted = {flat_position(option) for option in rules.options(nested)}
        assert options(model, state) == wanted, f"{rules} at {rules.layout.text(nested)}"
        assert heaps.options(state) == wanted
        compared += 1
    return compared


def states(heaps: Game, bound: int) -> Iterator[State]:
    """Legal states of a box, evenly over it."""
    highs = heaps.layout.highs
    box = list(product(*(range((bound if high is None else high) + 1) for high in highs)))
    Random(len(box)).shuffle(box)
    return (state for state in box if heaps.is_legal(state))


def text_of(source: Random, games: list[str]) -> str:
    """A compound of some of the games."""
    chosen = [source.choice(games) for _ in range(source.randint(1, 3))]
    first, two = chosen[0], ", ".join((chosen * 2)[:2])
    return source.choice(COMPOUNDS).format(k=source.randint(1, 2), games=", ".join(chosen), first=first, two=two)


@pytest.mark.parametrize("seed", range(30))
def test_options_are_those_of_the_interpreter(seed: int) -> None:
    rules = compound(text_of(Random(seed), list(INNER)))
    bound = {1: 9, 2: 6, 3: 4, 4: 3, 5: 2}.get(flat(rules).layout.size, 1)
    assert compare(rules, bound) > 2


LINEAR = {
    "emperor_compound(1; nim(2), nim(2))": 18, "emperor_compound(1; nim(1), nim(1), nim(1))": 12,
    "diminished(nim(1), nim(1))": 2, "selective(2; nim(2), subtraction({1, 2}))": 5, "with_pass(wythoff)": 4,
    "sequential(nim(2), mark)": 4, "conjunctive(nim(1), nim(2))": 2,
}  # fmt: skip


@pytest.mark.parametrize("text", LINEAR)
def test_compounds_of_linear_games_are_linear(text: str) -> None:
    model = ground(flat(compound(text)))
    assert isinstance(model, GroundGame)
    assert model.is_linear
    assert len(model.moves) == LINEAR[text]
    assert termination(model).proved


@pytest.mark.parametrize(
    "text",
    ["ordinal(nim(1), nim(1))", "continued_conjunctive(nim(1), mark)", "emperor_compound(1; allbut({2}))",
     "selective(1; kayles, nim(1))", "selective(1; selective(1; nim(1), nim(1)), nim(1))"],
)  # fmt: skip
def test_what_has_no_ground_form_is_left_to_the_interpreter(text: str) -> None:
    rules = compound(text)
    heaps = flat(rules)
    model = ground(heaps)
    assert heaps is rules or (isinstance(model, GroundGame) and model.opaque)
    assert (compute(rules, box(rules, 4)).values == by_definition(rules, 4)).all()


def by_definition(rules: Game, upto: int) -> npt.NDArray[np.int64]:
    """The values of a box by the interpreter of the compound itself."""
    interpreter, there = Interpreter(Grundy()), box(rules, upto)
    positions = (position_at(rules, point) for point in there)
    return np.array([-1 if p is None else interpreter.value(p) for p in positions]).reshape(there.shape)


@pytest.mark.parametrize("seed", range(40, 52))
def test_tables_by_kernels_are_those_of_the_interpreter(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fast, "FEW", 0)
    rules = compound(text_of(Random(seed), list(INNER)))
    upto = {1: 30, 2: 9, 3: 5, 4: 3}.get(flat(rules).layout.size, 1)
    assert (compute(rules, box(rules, upto)).values == by_definition(rules, upto)).all()


def test_a_table_of_three_heaps_is_made_by_a_kernel() -> None:
    rules = compound("emperor_compound(1; nim(1), nim(1), nim(1))")
    assert is_taken(rules, box(rules, 9), NORMAL)


# Claims about compounds: the game, the statement, the parameters, and a bound up to which all positions are looked at.
PROVED = (
    ("emperor_compound(k, G)", "P(p) iff p[1].x[1] = p[1].x[2] and p[2].x[1] = p[2].x[2] and p[1].x[1] = p[2].x[1]",
     "k = 1, G = [nim(2), nim(2)]", 2),
    ("selective(k, G)", "P(p) iff sum(p[i].x[1] for i in 1..3) = 0", "k = 3, G = [nim(1), nim(1), nim(1)]", 4),
    ("selective(k, G)", "P(p) iff p[1].x[1] = p[1].x[2] and p[2].n mod 3 = 0",
     "k = 2, G = [nim(2), subtraction({1, 2})]", 4),
    ("conjunctive(G)", "P(p) iff min(p[1].x[1], p[2].x[1]) = 0", "G = [nim(1), nim(1)]", 6),
    ("diminished(G)", "G(p) = (if min(p[1].x[1], p[2].x[1]) = 0 then 0 else ((p[1].x[1] - 1) (+) (p[2].x[1] - 1)) + 1)",
     "G = [nim(1), nim(1)]", 9),
    ("diminished(G)", "terminal(p) iff p[1].x[1] = 0 or p[2].x[1] = 0", "G = [nim(1), nim(1)]", 6),
    ("with_pass(G)", "pass = 1 and p.x[1] >= 1 "
     "implies G(p, pass) = (if p.x[1] mod 2 = 1 then p.x[1] + 1 else p.x[1] - 1)",
     "G = nim(1)", 20),
    ("sequential(G, H)", "q.n mod 3 = 0 implies (P(p, q) iff p.x[1] = p.x[2])",
     "G = nim(2), H = subtraction({1, 2})", 5),
)  # fmt: skip
REFUTED = (
    ("emperor_compound(k, G)", "P(p) iff p[1].x[1] = p[2].x[1] and p[1].x[1] != 5", "k = 1, G = [nim(1), nim(1)]", 4),
    ("selective(k, G)", "P(p) iff p[1].x[1] = p[1].x[2] and p[2].n mod 4 = 0",
     "k = 2, G = [nim(2), subtraction({1, 2})]", 3),
    ("diminished(G)", "G(p) <= 3", "G = [nim(1), nim(1)]", 4),
    ("with_pass(G)", "P(p, pass) iff p.a = 0 and p.b = 0", "G = wythoff", 2),
)  # fmt: skip


def text_about(game: str, statement: str, where: str, upto: int) -> str:
    """A file of one claim."""
    return f"claims for {game}\nconjecture it: {statement} for {where} upto {upto}\n"


def verdict(text: str, method: str) -> Verdict:
    """What a method says of the one claim of a text."""
    document = Document(Source("test.claims", text), library())
    run = Run(Options(claim="it", method=method))
    (found,) = run.claims(document)
    (instance,) = instances(found, ())
    return run.instance(instance)


@pytest.mark.parametrize(("game", "statement", "where", "upto"), PROVED)
def test_what_is_proved_is_true_of_small_positions(game: str, statement: str, where: str, upto: int) -> None:
    text = text_about(game, statement, where, upto)
    assert verdict(text, "proof").word == "proved"
    assert exceptions(text) == 0


def exceptions(text: str) -> int:
    """At how many positions of its region a claim is false, by the interpreter alone."""
    document = Document(Source("test.claims", text), library())
    (found,) = Run(Options(claim="it")).claims(document)
    (instance,) = instances(found, ())
    judge = Judge(instance, Values().asker(found.play))
    findings = [judge.look(state) for state in instance.region.states()]
    assert any(finding.has_premise for finding in findings)
    return sum(finding.has_premise and not finding.is_true for finding in findings)


@pytest.mark.parametrize(("game", "statement", "where", "upto"), REFUTED)
def test_what_is_false_is_refuted_by_a_position_of_the_compound(
    game: str, statement: str, where: str, upto: int
) -> None:
    text = text_about(game, statement, where, upto)
    found = verdict(text, "proof")
    assert found.word == "refuted"
    assert found.counterexample is not None
    assert exceptions(text) > 0


def test_certificates_about_compounds_are_verified_and_forged_ones_are_not(tmp_path: Path) -> None:
    for number in (0, 2, 4):
        (tmp_path / f"case{number}.claims").write_text(text_about(*PROVED[number]), encoding="utf-8")
    folder, run = tmp_path / "certificates", CliRunner().invoke
    assert run(cli, ["prove", str(tmp_path), "--certificate", str(folder)]).exit_code == 0
    written = sorted(folder.glob("*.json"))
    assert len(written) == 3
    for path in written:
        assert run(cli, ["verify", str(path)]).exit_code == 0
        data = json.loads(path.read_text(encoding="utf-8"))
        data["text"] = data["text"].replace("nim(1)]", "nim(2)]").replace("[nim(2)", "[nim(3)")
        data["text_sha256"] = text_hash(data["text"])
        path.write_text(json.dumps(data), encoding="utf-8")
        assert run(cli, ["verify", str(path)]).exit_code != 0


def test_the_position_of_at_is_looked_at_by_its_heaps() -> None:
    text = (
        "claims for diminished(G)\ndisproved it at G = [nim(1), nim(1)], p = (1, 4): G(p) <= 3 for G = [nim(1), nim(1)]"
    )
    assert verdict(f"{text} upto 2\n", "proof").word == "refuted"


def test_a_box_beside_a_step_is_no_box(monkeypatch: pytest.MonkeyPatch) -> None:
    """A box was read without the step of the third component; the comparison with the interpreter stopped it."""
    monkeypatch.setattr(fast, "FEW", 0)
    text = "game plain\n    heaps x, n, m\n    move n -> n - 1, x -> y, m -> z for y in 0..x-1, z in 0..m-1\n"
    plain = Document(Source("<test>", text), library()).schemas["plain"].bind(())
    assert isinstance(plain, Game)
    assert (compute(plain, box(plain, 6)).values == by_definition(plain, 6)).all()
    rules = compound("conjunctive(limited, moore(2, 2))")
    assert (compute(rules, box(rules, 5)).values == by_definition(rules, 5)).all()


def test_options_of_a_flat_game_are_those_of_the_compound_wherever_they_are_asked_for() -> None:
    compound = library().game("conjunctive(mark, nim(2))")
    assert isinstance(compound, Game)
    heaps = flat(compound)
    assert isinstance(heaps, FlatGame)
    for state in product(range(4), repeat=3):
        found = {heaps.flat_position(option) for option in compound.options(heaps.layout.nested(state))}
        assert heaps.options(state) == found == {option for _, option in heaps.options_by_move(state)}


def test_a_move_may_choose_among_positions_of_several_heaps() -> None:
    game = library().game("sequential(nim(2), subtraction({1, 2}))")
    assert isinstance(game, Game)
    table = hw.Game(game).table(upto=12)  # so large that the engine is asked
    for point in product((0, 1, 4, 7), repeat=3):
        position = position_at(game, point)
        assert position is not None
        assert table[point] == Interpreter(Grundy()).value(position)
