"""Automata in texts of claims: a text says the same set to parser, interpreter, kernels, prover and checker."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import pairwise, product
from pathlib import Path
from random import Random

import numpy as np
import pytest
from click.testing import CliRunner

import heapwise as hw
from heapwise.app.registry import cli
from heapwise.claims.hashes import claims_hash
from heapwise.claims.resolve import resolve_claims
from heapwise.documents.search import document_at
from heapwise.errors import HeapwiseError
from heapwise.formulas.accepting import accepted
from heapwise.lang import nodes, parse_automaton
from heapwise.lang.automata import automaton_text
from heapwise.lang.format import format_text
from heapwise.lsp.complete import complete
from heapwise.lsp.edited_text import EditedText
from heapwise.lsp.hover import hover
from heapwise.numbers import Acceptor, UndefinedValue
from heapwise.numbers.acceptors import DigitWord, fibonacci_digits
from heapwise.proof.automata import Automaton
from heapwise.proof.fibonacci.digits import decode, encode
from heapwise.proof.given import automaton_of, tracks
from heapwise.proof.learned import DigitSet, coded_table, declaration, learn, readings, side_of_codes
from heapwise.source import Source
from heapwise.terms.automata import acceptor_of

SYSTEMS = [(2, False), (3, False), (10, False), (2, True)]
CASES = list(product((True, False), SYSTEMS, (1, 2, 3)))


def random_acceptor(random: Random, units_first: bool, base: int, fibonacci: bool, arity: int) -> Acceptor:
    """A random set: a random table, made so that zeros do not matter."""
    states = random.randint(2, 6)
    accepting = tuple(random.random() < 0.5 for _ in range(states))
    rows = [[random.randrange(states) for _ in range(base**arity)] for _ in range(states)]
    for state, row in enumerate(rows):
        if units_first:
            row[0] = random.choice([s for s in range(states) if accepting[s] == accepting[state]])
    if not units_first:
        rows[0][0] = 0
    return Acceptor("cold", arity, units_first, base, fibonacci, tuple(map(tuple, rows)), accepting)


def node_of(acceptor: Acceptor) -> nodes.Automaton:
    """A declaration of a set, edge by edge."""
    names = [nodes.Name(f"s{i}") for i in range(len(acceptor.rows))]
    states = tuple(
        nodes.AutomatonState(
            names[state], acceptor.accepting[state],
            tuple(
                nodes.Edge("".join(map(str, letter)), names[acceptor.rows[state][i]])
                for i, letter in enumerate(acceptor.letters)
            ),
        )
        for state in range(len(acceptor.rows))
    )  # fmt: skip
    digits = nodes.DigitsRead(acceptor.is_units_first, acceptor.base, acceptor.is_fibonacci)
    return nodes.Automaton(nodes.Name("cold"), tuple(map(nodes.Name, "abc"[: acceptor.arity])), digits, states)


def read(text: str) -> nodes.Automaton:
    return parse_automaton(Source("cold.automaton", text))


# ------------------------------------------------------------------------------------------------ meaning


@pytest.mark.parametrize(("units_first", "system", "arity"), CASES)
def test_interpreter_kernels_and_prover_read_alike(units_first: bool, system: tuple[int, bool], arity: int) -> None:
    random = Random(arity)
    made = random_acceptor(random, units_first, *system, arity)
    columns = [np.array([random.randrange(300) for _ in range(40)]) for _ in range(arity)]
    values, undefined = accepted(made, ((0, 299),) * arity, tuple(columns))
    assert undefined is None
    automaton = automaton_of(made)
    for i, values_of_row in enumerate(zip(*map(list, columns), strict=True)):
        row = tuple(map(int, values_of_row))
        codes = [encode(value) if made.is_fibonacci else value for value in row]
        assert made.accepts(row) == values[i] == automaton.accepts(dict(zip(tracks(arity), codes, strict=True)))


def test_fibonacci_digits_are_those_of_codes() -> None:
    for number in range(200):
        digits = fibonacci_digits(number)
        assert decode(sum(digit << place for place, digit in enumerate(digits))) == number
        assert encode(number) == sum(digit << place for place, digit in enumerate(digits))


def test_what_has_no_digits_has_no_answer() -> None:
    made = random_acceptor(Random(1), True, 2, False, 2)
    with pytest.raises(UndefinedValue):
        made.accepts((-1, 2))
    values, undefined = accepted(made, ((-3, 5), (0, 5)), (np.array([-3, 4]), np.array([1, 1])))
    assert undefined is not None
    assert undefined.tolist() == [True, False]
    assert values[1] == made.accepts((4, 1))


@pytest.mark.parametrize("units_first", [True, False])
@pytest.mark.parametrize("fibonacci", [True, False])
def test_zeros_that_matter_are_found(units_first: bool, fibonacci: bool) -> None:
    """Against all words of a few digits; both answers occur."""
    random, found = Random(3), set()
    for _ in range(150):
        states = random.randint(1, 3)
        rows = tuple(tuple(random.randrange(states) for _ in range(2)) for _ in range(states))
        made = Acceptor("cold", 1, units_first, 2, fibonacci, rows, tuple(random.random() < 0.5 for _ in range(states)))
        unlike = made.unlike()
        expected = any(says(made, w) != says(made, padded(made, w)) for w in words(fibonacci))
        assert (unlike is not None) == expected
        if unlike is not None:
            assert says(made, unlike[0]) != says(made, unlike[1])
        found.add(expected)
    assert found == {True, False}


def words(fibonacci: bool) -> Iterator[DigitWord]:
    for length in range(8):
        for word in product(((0,), (1,)), repeat=length):
            if not fibonacci or all(a[0] * b[0] == 0 for a, b in pairwise(word)):
                yield word


def padded(acceptor: Acceptor, word: DigitWord) -> DigitWord:
    return (*word, (0,)) if acceptor.is_units_first else ((0,), *word)


def says(acceptor: Acceptor, word: DigitWord) -> bool:
    state = 0
    for letter in word:
        state = acceptor.rows[state][acceptor.number(letter)]
    return acceptor.accepting[state]


# --------------------------------------------------------------------------------------------------- text


@pytest.mark.parametrize(("units_first", "system", "arity"), [case for case in CASES if case[1][0] ** case[2] < 30])
@pytest.mark.parametrize("seed", range(4))
def test_text_and_automaton_give_each_other(units_first: bool, system: tuple[int, bool], arity: int, seed: int) -> None:
    node = node_of(random_acceptor(Random(seed), units_first, *system, arity))
    text = automaton_text(node)
    again = read(text)
    assert automaton_text(again) == automaton_text(read(automaton_text(again)))
    assert {s.name.name: s for s in again.states} == {s.name.name: s for s in node.states}
    made, back = acceptor_of(node, Source("", "")), acceptor_of(again, Source("cold.automaton", text))
    assert automaton_of(made) == automaton_of(back)
    assert format_text(Source("test", f"claims\n\n{text}\n")).strip().endswith(automaton_text(again).splitlines()[-1])


@pytest.mark.parametrize("units_first", [True, False])
@pytest.mark.parametrize("system", SYSTEMS, ids=str)
def test_sets_that_were_found_are_declared(units_first: bool, system: tuple[int, bool]) -> None:
    automaton = automaton_of(random_acceptor(Random(7), units_first, *system, 2))
    found = DigitSet(automaton, system[1])
    text = automaton_text(declaration(found, "cold", ("a", "b"), tracks(2)))
    assert text == automaton_text(read(text))
    assert automaton_of(acceptor_of(read(text), Source("", text))) == automaton


def test_states_are_laid_out_as_they_are_reached() -> None:
    text = "claims\nautomaton c(x) units first\n a 0->a,1->c\n d else->d\n b else->b\n c accepts 0->c,1->b"
    rows = [line.split()[0] for line in format_text(Source("test", text)).splitlines()[3:]]
    assert rows == ["a", "c", "b", "d"]


# --------------------------------------------------------------------------------------- claims and proofs

NIM = """claims for nim(n)

automaton cold(x, y) units first
    a  accepts  00 -> a, 11 -> a, else -> b
    b           else -> b

automaton graph(x, y, g) units last
    a  accepts  000 -> a, 110 -> a, 011 -> a, 101 -> a, else -> b
    b           else -> b

automaton even(x) units last
    a accepts 0 -> a, 1 -> b
    b         0 -> a, 1 -> b

theorem set: P(x) iff cold(x)   for n = 2   upto 9
theorem turned: P(x) iff cold(x[2], x[1])   for n = 2   upto 9
theorem values: graph(x, G(x))   for n = 2   upto 9
disproved wrong at x = (1, 3): P(x) iff cold(x) or x[1] = 1 and x[2] > 1 and even(x[2] - x[1])   for n = 2   upto 9
"""


def run(*arguments: str, code: int = 0) -> str:
    done = CliRunner().invoke(cli, list(arguments))
    assert done.exit_code == code, done.output
    return done.output


@pytest.mark.parametrize(("method", "word"), [("table", "holds"), ("proof", "proved")])
def test_claims_about_automata(method: str, word: str) -> None:
    words = {v.claim: v.word for v in hw.check(NIM, method=method)}
    assert words == dict.fromkeys(("set", "turned", "values"), word) | {"wrong": "refuted"}


def test_certificates_hold_the_tables(tmp_path: Path) -> None:
    (tmp_path / "nim.claims").write_text(NIM, encoding="utf-8")
    run("prove", str(tmp_path / "nim.claims"), "--certificate", str(tmp_path / "proofs"))
    files = sorted((tmp_path / "proofs").glob("*.json"))
    assert len(files) == 3
    assert run("verify", *map(str, files)).count("verified") == 3
    refused = 0
    for path in files:
        data = json.loads(path.read_text(encoding="utf-8"))
        tables = [node for node in data["formulas"] if node[0] == "automaton"]
        for table in tables:
            states = len(table[4]["rows"])
            table[4]["rows"][-1][-1] = (table[4]["rows"][-1][-1] + 1) % states
        if tables:
            path.write_text(json.dumps(data), encoding="utf-8")
            run("verify", str(path), code=1)
            refused += 1
    assert refused == 3


def test_fibonacci_digits_in_claims() -> None:
    side = side_of_codes(9)
    values = hw.game("wythoff").table(upto=side - 1, want="p").values == 1
    whole = coded_table(np.ones_like(values), 9)
    names = ("x0", "x1")
    guesses = (learn(coded_table(values, 9), whole, names, r) for r in readings((2,), range(1, 4)))
    text = ""
    for i, guess in enumerate(g for g in guesses if isinstance(g, Automaton)):
        declared = automaton_text(declaration(DigitSet(guess, is_fibonacci=True), f"cold{i}", ("a", "b")))
        text += f"{declared}\n\nconjecture c{i}: P(a, b) iff cold{i}(a, b)   upto 40\n\n"
    text = "claims for wythoff\n\n" + text
    assert [v.word for v in hw.check(text, method="table")] == ["holds"] * text.count("conjecture")
    assert "proved" in [v.word for v in hw.check(text, method="proof")]
    assert "in fibonacci" in text


def test_a_changed_automaton_is_refuted() -> None:
    random, seen = Random(5), set()
    node = read("automaton cold(x, y) units first\n a accepts 00 -> a, 11 -> a, else -> b\n b else -> b")
    true = acceptor_of(node, Source("", ""))
    for _ in range(12):
        rows = [list(row) for row in true.rows]
        rows[random.randrange(2)][random.randrange(4)] = random.randrange(2)
        changed = Acceptor("cold", 2, True, 2, False, tuple(map(tuple, rows)), true.accepting)
        if changed.unlike() is not None:
            continue
        is_same = automaton_of(changed) == automaton_of(true)
        text = f"claims for nim(n)\n{automaton_text(node_of(changed))}\nconjecture c: P(x) iff cold(x)   for n = 2"
        (verdict,) = hw.check(text, method="proof", upto=3)
        assert (verdict.word == "proved") == is_same
        seen.add(is_same)
    assert seen == {True, False}


# -------------------------------------------------------------------------------------------------- files


def declared_beside(folder: Path, name: str = "cold.automaton", heading: str = "cold(x, y)") -> Path:
    path = folder / "own.claims"
    text = f'claims for nim(n)\nautomaton {heading} from "{name}"\ntheorem t: P(x) iff cold(x)   for n = 2   upto 7\n'
    path.write_text(text, encoding="utf-8")
    return path


COLD = "automaton c(x, y) units first\n    a  accepts  00 -> a, 11 -> a, else -> b\n    b  else -> b\n"


def test_an_automaton_stands_in_a_file_of_its_own(tmp_path: Path) -> None:
    path = declared_beside(tmp_path)
    (tmp_path / "cold.automaton").write_text(COLD, encoding="utf-8")
    assert "proved" in run("check", str(path))
    run("prove", str(path), "--certificate", str(tmp_path / "proofs"))
    assert "verified" in run("verify", str(*(tmp_path / "proofs").glob("*.json")))
    (claim,) = resolve_claims(document_at(path))
    before = claims_hash(claim)
    (tmp_path / "cold.automaton").write_text(COLD.replace("b  else -> b", "b accepts else -> b"), encoding="utf-8")
    assert "refuted" in run("check", str(path), code=1)
    (claim,) = resolve_claims(document_at(path))
    assert claims_hash(claim) != before


@pytest.mark.parametrize(
    ("file", "heading", "content", "code", "help"),
    [
        ("cold.automaton", "cold(x, y)", None, "E146", "help"),
        ("../cold.automaton", "cold(x, y)", COLD, "E146", "plain"),
        ("cold.txt", "cold(x, y)", COLD, "E146", "plain"),
        ("cold.automaton", "cold(x, y, z)", COLD, "E145", "file"),
        ("cold.automaton", "cold(x, y)", 'automaton c(x, y) from "d.automaton"', "E146", "again"),
        ("cold.automaton", "cold(x, y)", COLD.replace("else -> b\n    b", "else -> c\n    b"), "E140", "help"),
    ],
)
def test_files_that_cannot_be_read(
    tmp_path: Path, file: str, heading: str, content: str | None, code: str, help: str
) -> None:
    if content is not None:
        (tmp_path / "cold.automaton").write_text(content, encoding="utf-8")
    with pytest.raises(HeapwiseError) as caught:
        resolve_claims(document_at(declared_beside(tmp_path, file, heading)))
    assert [(d.code, d.help) for d in caught.value.diagnostics] == [(code, help)]


def test_a_text_without_a_folder_has_no_files() -> None:
    with pytest.raises(HeapwiseError) as caught:
        hw.check('claims for nim(n)\nautomaton c(x) from "c.automaton"\ntheorem t: c(n)   check n in 1..2')
    assert [(d.code, d.help) for d in caught.value.diagnostics] == [("E146", "nowhere")]


def test_a_vector_of_another_length_is_an_error() -> None:
    text = NIM.split("theorem turned")[0].replace("for n = 2 ", "check n in 1..2,").replace("set:", "set: ")
    words = [(v.parameters["n"], v.word) for v in hw.check(text)]
    assert words == [(1, "error"), (2, "proved")]


def test_a_state_has_a_name_of_its_own() -> None:
    with pytest.raises(HeapwiseError) as caught:
        hw.check("claims for nim(n)\nautomaton c(x) units first\n    if accepts 0 -> if, 1 -> if\nquestion q: c(n)")
    assert caught.value.diagnostics[0].code == "E116"


def test_editors_know_automata(tmp_path: Path) -> None:
    text = EditedText(tmp_path / "own.claims", NIM)
    at = NIM.index("cold(x)   for") + 1
    found = hover(text, at)
    assert found is not None
    assert "automaton cold(x, y) units first" in found[0]
    assert "cold" in [offer.text for offer in complete(text, at)]
