"""Certificates of proofs: what is written down is checked by code that shares nothing; nothing else is believed."""

from __future__ import annotations

import ast
import json
import os
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import cache
from hashlib import sha256
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import example, given, settings
from hypothesis import strategies as st

from heapwise.app.registry import cli
from heapwise.claims.command_effort import given_effort
from heapwise.claims.hashes import text_hash
from heapwise.claims.instances import Instance, instances
from heapwise.claims.limits import Limits
from heapwise.claims.position_values import Values
from heapwise.claims.resolve import resolve_claims
from heapwise.claims.task import Task
from heapwise.documents.library import Document, library
from heapwise.documents.search import Around
from heapwise.errors import HeapwiseError
from heapwise.files import resource
from heapwise.proof.automata import AutomatonBudget, DigitOrder, Numeration, kernels, steps
from heapwise.proof.certificate.compare import compare
from heapwise.proof.certificate.confirm import confirm
from heapwise.proof.certificate.record import Recorder
from heapwise.proof.certificate.report import verify
from heapwise.proof.certificate.save import about, save
from heapwise.proof.certificate.tree import ATOMS, Trees
from heapwise.proof.certificate.write import CertificateWriter
from heapwise.proof.claimed import claimed
from heapwise.proof.logic import (
    FALSE,
    And,
    Exists,
    Formula,
    Implies,
    LinearComparison,
    Make,
    Not,
    Portfolio,
    TrailingPower,
    free,
    plain,
)
from heapwise.proof.moves import Moves
from heapwise.proof.obligations import ProofPlan
from heapwise.proof.prove import prove
from heapwise.running.run import Options, Run
from heapwise.source import Source
from heapwise.verify import check_proof
from heapwise.verify.atoms import atom
from heapwise.verify.readers import DEAD
from logic_values import holds
from test_logic import atoms, formulas

CODES = {"E340", "E341", "E342", "E343"}
NUMBER_OF_TAMPERINGS = 30

# ------------------------------------------------------------------------------------------------ proofs


def instance(name: str, claim: str, effort: str = "") -> Instance:
    path = next(Path(str(resource("games"))).rglob(f"{name}.claims"))
    document = Document(Source(str(path), path.read_text(encoding="utf-8")), library())
    found = next(c for c in resolve_claims(document) if c.name == claim)
    return next(iter(instances(found, given_effort(found, document, effort) if effort else ())))


def proof_of(one: Instance) -> dict[str, Any]:
    """The proof that a run leaves when it is asked for a certificate."""
    outcome = prove(Task(one, Values(), Limits(), is_recorded=True))
    assert outcome.proof is not None, outcome.reason
    return outcome.proof()


@cache
def certificate(name: str, claim: str, effort: str = "") -> dict[str, Any]:
    """A certificate as it stands in its file."""
    proved = instance(name, claim, effort)
    found: dict[str, Any] = json.loads(json.dumps(about(proved, "automata") | proof_of(proved)))
    return found


def as_bytes(data: Any) -> bytes:
    return json.dumps(data).encode()


def refused(data: Any) -> str:
    with pytest.raises(HeapwiseError) as problem:
        verify(data if isinstance(data, bytes) else as_bytes(data))
    assert problem.value.code in CODES
    return problem.value.code


PROVED = (
    ("nim", "p_positions", "n = 4"), ("nim", "grundy", "n = 2"), ("nim", "misere", "n = 3"),
    ("moore", "p_positions", "n = 4, k = 2"), ("delete_nim", "grundy", ""), ("welter", "grundy", "n = 3"),
    ("nimhoff", "grundy", "n = 2, k = 2"), ("ryuoh", "grundy", "p = 3"), ("lim", "grundy", ""),
    ("circular", "cn_4_2", ""), ("abo_delete", "p_positions", "n = 3"), ("single_delete", "three_heaps", ""),
    ("rgame_example", "example_2", ""), ("emperor", "p_positions", ""), ("moore", "li_3_2", ""),
    ("wythoff", "p_positions", ""),
)  # fmt: skip


@pytest.mark.parametrize(("name", "claim", "effort"), PROVED)
def test_certificates_of_the_library_are_verified(name: str, claim: str, effort: str) -> None:
    verified = verify(as_bytes(certificate(name, claim, effort)))
    assert len(verified.figures["obligations"]) >= 3
    assert verified.figures["steps"] > 5
    assert verified.figures["options"] > 20
    assert verified.figures["formula"] > 10
    assert any("trusted" not in line and "without any code" in line for line in verified.checked)
    assert any("play ends" in line for line in verified.trusted)


def test_a_certificate_is_the_same_file_wherever_it_is_written() -> None:
    code = (
        "import sys; sys.path.insert(0, sys.argv[1]); from test_certificates import *\n"
        "print(as_bytes(certificate('moore', 'p_positions', 'n = 3, k = 2')).decode())"
    )
    written = {
        subprocess.run(
            [sys.executable, "-c", code, str(Path(__file__).parent)], env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True, check=True,
        ).stdout
        for seed in ("1", "2")
    }  # fmt: skip
    assert len(written) == 1


@pytest.mark.slow
@pytest.mark.parametrize("name", ["single_delete", "welter"])
def test_certificates_with_four_heaps(name: str) -> None:
    assert verify(as_bytes(certificate(name, "four_heaps"))).figures["states"] > 30


def test_the_checker_shares_nothing_with_the_prover() -> None:
    """Beside the standard library it knows the class of errors, and nothing else of heapwise."""
    folder = Path(str(resource("src"))) / "heapwise" / "verify"
    folder = folder if folder.is_dir() else Path(check_proof.__code__.co_filename).parent
    modules = sorted(folder.glob("*.py"))
    assert len(modules) >= 6
    for module in modules:
        for name in imported(module):
            assert name.startswith(("heapwise.verify", "heapwise.errors")) or not name.startswith("heapwise"), module
            assert name.split(".")[0] not in ("numpy", "numba", "sympy"), module


def imported(module: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0
            yield str(node.module)


# ------------------------------------------------------------------------------------------------ formulas


def proof(formula: Formula, order: DigitOrder, base: int = 2) -> dict[str, Any]:
    """The certificate that a formula has no solution."""
    recorder = Recorder(Numeration(order, base), AutomatonBudget())
    portfolio = Portfolio(base=base, make=lambda own, most: recorder if own.order is order else Recorder(own, most))
    found = portfolio._decide(formula, recorder)
    assert found.witness is None
    written: dict[str, Any] = json.loads(
        json.dumps(CertificateWriter({order: recorder}).proof([("it", formula, order)]))
    )
    return written


@pytest.mark.parametrize("base", [2, 3])
def test_every_kind_of_atom_has_a_reader(base: int) -> None:
    """The readers say what the definitions say, and the automata of the prover are theirs."""
    seen = set()
    for one in {type(a): a for a in atoms(base)}.values():
        seen.add(ATOMS[type(one)])
        for order in DigitOrder:
            check_proof(proof(And((one, Not(one))), order, base))
    assert len(seen) == len(ATOMS) - (4 if base == 2 else 6)  # those of codes are looked at with Fibonacci digits


@pytest.mark.parametrize("base", [2, 3])
def test_readers_say_what_atoms_mean(base: int) -> None:
    for one in atoms(base):
        trees = Trees(base)
        kind, names, *parameters = trees.nodes[trees.number(one)]
        read = atom(kind, len(names), parameters)
        for values in product(range(14 if len(set(names)) < 3 else 6), repeat=len(free(one))):
            given_values = dict(zip(free(one), values, strict=True))
            own = tuple(given_values[v] for v in names)
            for order in DigitOrder:
                assert says(read, own, order, base) == holds(one, own, base), (one, own, order)


def says(read: Any, values: tuple[int, ...], order: DigitOrder, base: int) -> bool:
    reader = read.reader(base, order is DigitOrder.LSD)
    columns = [tuple(v // base**place % base for v in values) for place in range(5)]
    state = reader.start
    for digits in columns if order is DigitOrder.LSD else reversed(columns):
        state = DEAD if state is DEAD else reader.go(state, digits)
    return state is not DEAD and bool(reader.is_true(state))


@settings(max_examples=30, deadline=None)
@given(formulas(), st.sampled_from(list(DigitOrder)))
def test_what_contradicts_itself_has_a_certificate(formula: Formula, order: DigitOrder) -> None:
    over = Exists(("x",), formula)
    for never in (And((formula, Not(formula))), And((over, Not(over))), Not(Implies(formula, formula))):
        assert check_proof(proof(never, order)).obligations == ("it",)


@settings(max_examples=20, deadline=None)
@example(TrailingPower(("x", "x")), TrailingPower(("x", "y")), DigitOrder.LSD)
@given(formulas(), formulas(), st.sampled_from(list(DigitOrder)))
def test_a_proof_of_one_formula_proves_no_other(one: Formula, other: Formula, order: DigitOrder) -> None:
    """The automata of a contradiction, under a formula that they were not made for, and that is true of something."""
    data = proof(And((one, Not(one))), order)
    trees = Trees(2)
    trees.nodes, trees._numbers = data["formulas"], {repr(n): i for i, n in enumerate(data["formulas"])}
    data["obligations"][0]["formula"] = trees.number(other)
    if Portfolio().decide(other).witness is not None:
        with pytest.raises(HeapwiseError):
            check_proof(data)


def test_sets_that_are_thinned_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """States may be left out of a set only where another one accepts as much."""
    monkeypatch.setattr(steps, "_FIRST_ATTEMPT", -1_000_000)
    planned = proof_of(instance("moore", "p_positions", "n = 4, k = 2"))
    data = json.loads(json.dumps(planned))
    used = [s for part in data["proofs"] for s in part["steps"] if s.get("below")]
    assert used
    assert check_proof(data).steps > 10
    broken = 0
    for i in range(len(used)):
        changed = deepcopy(data)
        step = [s for part in changed["proofs"] for s in part["steps"] if s.get("below")][i]
        step["below"] = [[q, p] for p, q in step["below"]]
        with pytest.raises(HeapwiseError):
            check_proof(changed)
        broken += 1
        step["below"] = []
        with pytest.raises(HeapwiseError):
            check_proof(changed)
    assert broken == len(used)


def no_padding(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(steps, "_pad", lambda shape, zeros: ({0}, list(shape.accepting)))


def too_much_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(steps, "_FIRST_ATTEMPT", -1_000_000)
    monkeypatch.setattr(steps, "largest_only", lambda relation: lambda members: members & -members)


def a_product_that_forgets(monkeypatch: pytest.MonkeyPatch) -> None:
    real = kernels.product

    def forgetful(*arguments: Any) -> Any:
        table, accepting, labels = real(*arguments)
        return table, [a and i != accepting.index(True) for i, a in enumerate(accepting)], labels

    monkeypatch.setattr(steps, "product", forgetful)


def a_wrong_atom(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LinearComparison, "_symbol", lambda self, digits: abs(sum(digits)))


@pytest.mark.parametrize("bug", [no_padding, too_much_left_out, a_product_that_forgets, a_wrong_atom])
def test_bugs_of_the_prover_are_found(
    bug: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever is wrong in the prover, a proof that it then writes down is refused."""
    double = Exists(
        ("y",), And((LinearComparison(("x", "y"), (2, -1), 0, "="), LinearComparison(("y", "z"), (1, 1), -9, "<=")))
    )
    good = proof(And((double, Not(double))), DigitOrder.MSD)
    assert check_proof(good).steps
    bug(monkeypatch)
    bad = proof(And((double, Not(double))), DigitOrder.MSD)
    assert bad["proofs"] != good["proofs"]
    with pytest.raises(HeapwiseError, match="E341"):
        check_proof(bad)


# ------------------------------------------------------------------------------------------------ tampering


Tamper = Callable[[dict[str, Any], random.Random], bool]


def part(data: dict[str, Any], source: random.Random) -> dict[str, Any]:
    found: dict[str, Any] = source.choice(data["proofs"])
    return found


def flip_a_transition(data: dict[str, Any], source: random.Random) -> bool:
    shape = source.choice(part(data, source)["shapes"])
    row = source.choice(shape["rows"])
    column = source.randrange(len(row))
    others = [s for s in range(len(shape["rows"])) if s != row[column]]
    if others:
        row[column] = source.choice(others)
    return bool(others)


def flip_an_acceptance(data: dict[str, Any], source: random.Random) -> bool:
    shape = source.choice(part(data, source)["shapes"])
    state = source.randrange(len(shape["rows"]))
    accepting = set(shape["accepting"]) ^ {state}
    shape["accepting"] = sorted(accepting)
    return True


def change_a_label(data: dict[str, Any], source: random.Random) -> bool:
    whole = part(data, source)
    step = source.choice([s for s in whole["steps"] if s.get("labels")])
    states = len(whole["shapes"][step["result"][0]]["rows"])
    label = source.choice(step["labels"])
    label[0] = (label[0] + source.randrange(1, max(states, 2))) % states
    return states > 1


def drop_a_step(data: dict[str, Any], source: random.Random) -> bool:
    whole = part(data, source)
    chosen = source.choice([s for s in whole["steps"] if s["op"] != "rename"])
    whole["steps"].remove(chosen)
    return True


def give_a_step_another_result(data: dict[str, Any], source: random.Random) -> bool:
    whole = part(data, source)
    step = source.choice(whole["steps"])
    arity = len(step["result"][1])
    same = [i for i, s in enumerate(whole["shapes"]) if len(s["columns"]) == 2**arity and i != step["result"][0]]
    if same:
        step["result"][0] = source.choice(same)
    return bool(same)


def drop_a_theorem(data: dict[str, Any], source: random.Random) -> bool:
    theorems = part(data, source)["theorems"]
    theorems.remove(source.choice(theorems))
    return True


def leave_out_work(data: dict[str, Any], source: random.Random) -> bool:
    theorem = source.choice([t for t in part(data, source)["theorems"] if t.get("work")])
    theorem["work"].pop()
    theorem["result"] = source.randrange(max(theorem["result"], 1))
    return True


def change_a_number_in_a_formula(data: dict[str, Any], source: random.Random) -> bool:
    linear = [node for node in data["formulas"] if node[0] in ("linear", "fibonacci linear")]
    source.choice(linear)[3] += source.choice((-1, 1))
    return True


def change_a_connective(data: dict[str, Any], source: random.Random) -> bool:
    node = source.choice([n for n in data["formulas"] if n[0] in ("and", "or") and len(n[1]) > 1])
    node[0] = {"and": "or", "or": "and"}[node[0]]
    return True


def drop_an_obligation(data: dict[str, Any], source: random.Random) -> bool:
    data["obligations"].remove(source.choice(data["obligations"]))
    return True


def change_the_claim(data: dict[str, Any], source: random.Random) -> bool:
    before, _, after = data["text"].rpartition("= 0")
    data["text"] = f"{before}= 1{after}"
    data["text_sha256"] = source.choice((data["text_sha256"], text_hash(data["text"])))
    return True


def change_what_is_said(data: dict[str, Any], source: random.Random) -> bool:
    key = source.choice(("statement", "claim", "play", "label", "game", "ends", "rules_sha256", "text_sha256"))
    data[key] += " "
    return True


def change_the_parameters(data: dict[str, Any], source: random.Random) -> bool:
    data["parameters"]["n"] += source.choice((-1, 1))
    return True


TAMPERINGS = (
    flip_a_transition, flip_an_acceptance, change_a_label, drop_a_step, give_a_step_another_result, drop_a_theorem,
    leave_out_work, change_a_number_in_a_formula, change_a_connective, drop_an_obligation, change_the_claim,
    change_what_is_said, change_the_parameters,
)  # fmt: skip


@pytest.mark.parametrize("tamper", TAMPERINGS)
@pytest.mark.parametrize(("name", "claim", "effort"), [PROVED[0], ("moore", "p_positions", "n = 3, k = 2")])
def test_tampered_certificates_are_refused(name: str, claim: str, effort: str, tamper: Tamper) -> None:
    original, source, tried = certificate(name, claim, effort), random.Random(tamper.__name__), 0
    for _ in range(NUMBER_OF_TAMPERINGS):
        changed = deepcopy(original)
        if tamper(changed, source) and changed != original:
            assert refused(changed)
            tried += 1
    assert tried > NUMBER_OF_TAMPERINGS // 3


def test_cut_files_are_refused() -> None:
    whole, source = as_bytes(certificate("nim", "grundy", "n = 2")), random.Random(1)
    for _ in range(200):
        assert refused(whole[: source.randrange(len(whole))]) == "E340"


def test_a_certificate_for_other_rules_is_refused() -> None:
    """Somebody who changes the rules may put all the hashes right; the formulas are then not those of the rules."""
    data = deepcopy(certificate("nim", "grundy", "n = 2"))
    other = deepcopy(certificate("welter", "grundy", "n = 2"))
    for key in ("text", "text_sha256", "rules_sha256", "statement", "parameters", "label", "claim", "play", "game"):
        data[key] = other[key]
    data["ends"] = other["ends"]
    assert refused(data) == "E342"


def paths(value: Any) -> Iterator[tuple[Any, Any]]:
    """All places in plain data at which something stands."""
    items = enumerate(value) if isinstance(value, list) else value.items() if isinstance(value, dict) else ()
    for key, inner in list(items):
        yield value, key
        yield from paths(inner)


GARBAGE: tuple[Any, ...] = (
    None, True, -1, 10**30, 0.5, "", "x", "and", [], {}, [[]], [0], ["x"], [[0, 0, 0]], {"a": 1}, 10**7, "\n", [[1, 2]],
)  # fmt: skip


@pytest.mark.parametrize("kind", ["automata", "period"])
def test_garbage_is_refused_and_never_a_surprise(kind: str) -> None:
    original = certificate("nim", "grundy", "n = 2") if kind == "automata" else period_certificate()
    source, places, count = random.Random(7), len(list(paths(original))), 0
    for _ in range(200):
        changed = deepcopy(original)
        holder, key = list(paths(changed))[source.randrange(places)]
        holder[key] = source.choice(GARBAGE)
        count += is_refused(changed)
    assert count > 150


def is_refused(data: Any) -> bool:
    """Some numbers of a proof may be others and the proof still one: a label that nothing leads to, say."""
    try:
        verify(as_bytes(data))
    except HeapwiseError as problem:
        return problem.code in CODES
    return False


@settings(max_examples=60, deadline=None)
@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(), lambda s: st.lists(s) | st.dictionaries(st.sampled_from(["kind", "formulas", "proofs", "obligations", "order", "shapes", "steps", "theorems", "base"]) | st.text(), s)))  # fmt: skip # noqa: E501
def test_any_json_is_refused(data: Any) -> None:
    assert refused(data) == "E340"
    if isinstance(data, dict):
        assert refused({**data, "kind": "automata"}) in CODES


@pytest.mark.parametrize(
    "data", [b"", b"\xff\xfe", b"[" * 100_000, b'{"kind": ' + b"9" * 5000 + b"}", b'{"kind": NaN}', b"null"]
)
def test_what_is_no_json_is_refused(data: bytes) -> None:
    assert refused(data) == "E340"


def test_formulas_that_would_take_for_ever_are_refused() -> None:
    data = deepcopy(certificate("nim", "grundy", "n = 2"))
    data["formulas"] = [["and", []], *(["and", [i, i]] for i in range(100))]
    data["proofs"][0]["theorems"] = [{"formula": 100, "work": [], "result": 0}]
    assert refused(data) == "E343"
    data["formulas"] = [["and", []], *(["not", i] for i in range(1000))]
    assert refused(data) == "E343"


def test_steps_that_would_take_for_ever_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    data = certificate("nim", "p_positions", "n = 4")
    monkeypatch.setattr("heapwise.verify.untrusted.MOST_WORK", 100)
    assert refused(data) == "E343"


# ------------------------------------------------------------------------------------------------ translation


def test_a_wrong_translation_of_the_moves_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    confirmed = confirm(certificate("nim", "grundy", "n = 2"))
    assert compare(confirmed).options
    monkeypatch.setattr(Moves, "opt", lambda self, phi: FALSE)
    with pytest.raises(HeapwiseError, match="moves are translated wrongly"):
        compare(confirmed)


def test_a_wrong_translation_of_the_claim_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    confirmed = confirm(certificate("nim", "p_positions", "n = 4"))
    wrong = confirm(certificate("moore", "p_positions", "n = 4, k = 2")).instance
    monkeypatch.setattr("heapwise.proof.evaluated.claimed", lambda instance: claimed(wrong))
    with pytest.raises(HeapwiseError, match="formula is translated wrongly"):
        compare(confirmed)


# ------------------------------------------------------------------------------------------------ periods


PERIOD = """
game take(n in 1..)
    heaps x
    move x -> x - t   for t in 1..n

claims for take(n)
theorem period: G(x + 4) = G(x)
    for n = 3
    upto 20
"""


@cache
def period_certificate() -> dict[str, Any]:
    document = Document(Source("period.claims", PERIOD), Around())
    run = Run(Options(method="period"))
    (claim,) = run.claims(document)
    (found,) = instances(claim, ())
    verdict = run.instance(found)
    assert verdict.word == "proved", verdict.reason
    written: dict[str, Any] = json.loads(json.dumps(about(found, "period") | {"period": verdict.certificate}))
    return written


def test_periods_are_verified_and_tampered_ones_refused() -> None:
    data = period_certificate()
    assert verify(as_bytes(data)).kind == "period"
    for key, value in (("period", 3), ("computed", 5), ("saltus", 1), ("criterion", "state")):
        changed = deepcopy(data)
        changed["period"][key] = value
        assert refused(changed) == "E341"
    changed = deepcopy(data)
    changed["text"] = changed["text"].replace("G(x + 4)", "G(x + 5)")
    changed["text_sha256"] = text_hash(changed["text"])
    changed["statement"] = changed["statement"].replace("G(x + 4)", "G(x + 5)")
    assert refused(changed) == "E341"
    changed = deepcopy(data)
    changed["period"]["rule"]["removals"] = []
    assert refused(changed) == "E342"


# ------------------------------------------------------------------------------------------------ commands


def run(*arguments: str) -> Any:
    return CliRunner().invoke(cli, arguments)


def test_prove_writes_certificates_and_verify_reads_them(tmp_path: Path) -> None:
    nim, folder = str(resource("games") / "nim" / "nim.claims"), str(tmp_path / "proofs")
    theorem = run("prove", nim, "--claim", "p_positions", "--certificate", folder)
    assert "every-n.json" in theorem.output
    done = run("prove", nim, "--claim", "winning_move", "--check", "n in 1..2", "--certificate", folder, "--json")
    assert done.exit_code == 0, done.output
    found = [json.loads(line) for line in done.output.splitlines()]
    written = [v["certificate"] for v in found if "certificate" in v]
    assert written
    for one in written:
        data = Path(one["file"]).read_bytes()
        assert one["sha256"] == sha256(data).hexdigest()
        assert one["kind"] == "automata"
        assert one["states"] >= 3
        assert one["steps"] > 5
    checked = run("verify", str(tmp_path / "proofs"))
    assert checked.exit_code == 0, checked.output
    assert checked.output.count("verified") == len(written) + 1
    assert "trusted" in checked.output
    (tmp_path / "proofs" / "wrong.json").write_text("{}", encoding="utf-8")
    again = run("verify", str(tmp_path / "proofs"), "--json")
    assert again.exit_code == 1
    lines = [json.loads(line) for line in again.output.splitlines()]
    assert [line["verified"] for line in lines].count(False) == 1


def test_a_certificate_is_made_of_the_proof_that_was_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is proved a second time, and a proof that keeps no certificate keeps no record."""
    made: list[str] = []

    def noted(plan: ProofPlan, budget: AutomatonBudget | None = None, make: Make = plain) -> Portfolio:
        made.append("plain" if make is plain else "recorded")
        return Portfolio(budget, make=make)

    monkeypatch.setattr(ProofPlan, "portfolio", noted)
    one = instance("nim", "p_positions", "n = 3")
    assert "file" in (Run(Options(method="proof", certificates=tmp_path)).instance(one).certificate or {})
    assert made == ["recorded"]
    assert "file" not in (Run(Options(method="proof")).instance(one).certificate or {})
    assert made == ["recorded", "plain"]


def test_a_certificate_keeps_to_the_time(tmp_path: Path) -> None:
    """What is proved in time stays proved; that no time was left for the certificate is said."""
    task = Task(instance("nim", "p_positions", "n = 3"), Values(), Limits(seconds=60), is_recorded=True)
    outcome = prove(task)
    task.limits.seconds = 0
    save(task, outcome, tmp_path)
    assert outcome.word == "proved"
    assert any("no certificate was written: the time" in warning for warning in outcome.warnings)
    assert not list(tmp_path.iterdir())


def test_check_writes_certificates_too(tmp_path: Path) -> None:
    nim = str(resource("games") / "nim" / "nim.claims")
    done = run("check", nim, "--claim", "misere", "--method", "proof", "--certificate", str(tmp_path), "--json")
    assert done.exit_code == 0, done.output
    assert run("verify", *map(str, tmp_path.glob("*.json"))).exit_code == 0


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    assert run("verify", str(tmp_path / "none.json")).exit_code == 2
    assert run("verify", str(tmp_path)).exit_code in (2, 3)
    assert run("verify").exit_code == 2
