"""Forged certificates: one for each line of the table in `docs/certificates.md`, and each is refused.

A forger has the product: its recorder, its hashes, the text of every check. What is put right is put right here, too,
so that only the check that is meant is left to refuse the file.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from heapwise.app.registry import cli
from heapwise.claims.hashes import rules_hash, text_hash
from heapwise.claims.instances import Instance, instances
from heapwise.claims.resolve import resolve_claims
from heapwise.claims.small_cases import small_box
from heapwise.claims.task import Unsuitable
from heapwise.documents.document import Document
from heapwise.documents.search import Around
from heapwise.errors import HeapwiseError
from heapwise.files import resource
from heapwise.numbers import Acceptor
from heapwise.proof.automata import AutomatonBudget, DigitOrder, Numeration
from heapwise.proof.certificate.record import Recorder
from heapwise.proof.certificate.report import Verified, verify
from heapwise.proof.certificate.save import about
from heapwise.proof.certificate.write import CertificateWriter
from heapwise.proof.given import given
from heapwise.proof.known import KnownValues, known_values
from heapwise.proof.logic import And, Not, Portfolio
from heapwise.proof.obligations import plan, plan_known
from heapwise.source import Source
from heapwise.verify import check_proof, untrusted
from heapwise.verify.atoms import KINDS, SAID
from heapwise.verify.formulas import CertificateFormula, Patterns, _apart
from test_certificates import period_certificate, proof
from test_logic import atoms

Data = dict[str, Any]
OF_DIGITS = {kind for kind, known in KINDS.items() if known.base == SAID}

TAKE = """
game subtraction
    heaps n
    move n -> n - t   for t in {1, 2} where t <= n
"""
ONE_HEAP = """
game nim
    heaps x
    move x -> x - t   for t in 1..x
"""


def instance(text: str) -> Instance:
    document = Document(Source("forged.claims", text), Around())
    (claim,) = resolve_claims(document)
    return next(iter(instances(claim, ())))


def recorded(text: str, base: int = 2, known: KnownValues | None = None) -> Data:
    """What the prover writes down if it reads all numbers in a base, right or wrong."""
    one = instance(text)
    planned = plan(one) if known is None else plan_known(one, known)
    recorders = dict[DigitOrder, Recorder]()
    extra = {} if known is None else {"known": known.to_json()}

    def make(own: Numeration, budget: AutomatonBudget) -> Recorder:
        return recorders.setdefault(own.order, Recorder(Numeration(own.order, base), budget))

    portfolio = Portfolio(make=make)
    decided = [(o.name, portfolio.decide(o.formula)) for o in planned.obligations]
    assert all(decision.witness is None for _, decision in decided)
    goals = [(o.name, o.formula, d.order) for o, (_, d) in zip(planned.obligations, decided, strict=True)]
    written = about(one, "automata") | {"ends": planned.ends, **extra, **CertificateWriter(recorders).proof(goals)}
    found: Data = json.loads(json.dumps(written))
    return found


@cache
def genuine() -> Data:
    return recorded(TAKE + "claims for subtraction\ntheorem it: P(n) iff n mod 3 = 0\n    upto 9\n")


def check(data: Any) -> Verified:
    return verify(data if isinstance(data, bytes) else json.dumps(data).encode())


def refusal(data: Any) -> str:
    with pytest.raises(HeapwiseError) as problem:
        check(data)
    return f"{problem.value.code} {problem.value.short}"


# ------------------------------------------------------------------------------------------------ digits

FALSE_IN_BASE_2 = (
    TAKE + "claims for subtraction\ntheorem it: P(n) iff n = 0 or v2(n) >= 1\n    upto 9\n",
    TAKE + "claims for subtraction\ntheorem it: n >= 1 implies (v2(n) >= 1 iff n mod 3 = 0)\n    upto 9\n",
)  # fmt: skip


def in_base(data: Data, base: int) -> Data:
    """The same, its atoms said to be about digits in another base."""
    found = deepcopy(data)
    for node in found["formulas"]:
        if node[0] in OF_DIGITS:
            node[2] = base
    return found


@pytest.mark.parametrize("text", FALSE_IN_BASE_2)
def test_a_theorem_that_is_true_in_base_3_alone(text: str) -> None:
    """`v2` would be how often 3 divides: made by the recorder itself, and verified before an atom named its base."""
    data = recorded(text, base=3)
    assert all(part["base"] == 3 for part in data["proofs"])
    check_proof(data)  # a proof it is, of other formulas
    assert "E342 " in refusal(data)
    forged = in_base(data, 2)
    assert "an atom about digits in base 2 is read in base 3" in refusal(forged)
    for part in forged["proofs"]:
        part["base"] = 2
    assert refusal(forged).startswith("E340")  # its tables have three columns


def test_every_atom_about_digits_names_their_base() -> None:
    seen = set()
    even = given(Acceptor("even", 1, True, 3, False, ((0, 1, 0), (1, 0, 1)), (True, False)), ("x",))
    for one in (*atoms(3), even):
        for order in DigitOrder:
            data = proof(And((one, Not(one))), order, 3)
            assert check_proof(data).theorems
            kinds = {node[0] for node in data["formulas"] if node[0] in OF_DIGITS}
            seen |= kinds
            if kinds:
                with pytest.raises(HeapwiseError, match="is read in base 3"):
                    check_proof(in_base(data, 2))
    assert seen == OF_DIGITS


# ------------------------------------------------------------------------------------------------ field by field


def put(*path: Any) -> Callable[[Any], Callable[[Data], None]]:
    """Something else at a place of a certificate."""

    def to(value: Any) -> Callable[[Data], None]:
        def forge(data: Data) -> None:
            holder: Any = data
            for key in path[:-1]:
                holder = holder[key]
            holder[path[-1]] = value(holder[path[-1]]) if callable(value) else value

        return forge

    return to


def text_with(old: str, new: str) -> Callable[[Data], None]:
    """Another text, with all that is said of it put right."""

    def forge(data: Data) -> None:
        data["text"] = data["text"].replace(old, new)
        data["text_sha256"] = text_hash(data["text"])
        claims = resolve_claims(Document(Source("forged.claims", data["text"]), Around()))
        data["rules_sha256"] = rules_hash(claims[-1])

    return forge


def step(data: Data, op: str) -> Data:
    found: Data = next(s for part in data["proofs"] for s in part["steps"] if s["op"] == op)
    return found


def theorem(data: Data, key: str) -> Data:
    found: Data = next(t for part in data["proofs"] for t in part["theorems"] if t.get(key))
    return found


def swap_order(data: Data) -> None:
    order = data["obligations"][0]["order"]
    data["obligations"][0]["order"] = "lsd" if order == "msd" else "msd"


FORGERIES: dict[str, tuple[Callable[[Data], Any], str]] = {
    "another form": (put("heapwise certificate")(1), "E340 .*form is `1`, and"),
    "a form that is no number": (put("heapwise certificate")(True), "E340 .*form is `True`"),
    "another kind": (put("kind")("believed"), "E340 .*its kind is none"),
    "a kind that is no text": (put("kind")([]), "E340 .*its kind is none"),
    "a key that nobody reads": (lambda d: d.update(remark="checked by the author"), "E340 .*says nothing"),
    "sources that are no text": (put("sources")(7), "E340 .*does not say"),
    "a version that is no text": (put("version")(7), "E340 .*does not say"),
    "another game": (put("game")("nim(2)"), "E342 .*another game"),
    "another name of the claim": (put("claim")("bouton"), "E342 .*another claim"),
    "another statement": (put("statement")("P(n) iff n = 0"), "E342 .*another statement"),
    "another play": (put("play")("misere"), "E342 .*another play"),
    "another label": (put("label")("n = 9"), "E342 .*another label"),
    "a label with lines": (put("label")("\n\u202e"), "E342 .*another label"),
    "a parameter that it has not": (put("parameters")({"n": 1}), "E342 .*these parameters"),
    "another text": (put("text")(lambda t: t.replace("3 = 0", "3 = 1")), "E342 .*hash of its text"),
    "another text and its hash": (text_with("mod 3 = 0", "mod 3 = 0 and 0 = 0"), "E342 .*another statement"),
    "another claim beside it": (
        text_with("theorem it", "theorem also: P(n)\n    upto 8\ntheorem it"), "E342",
    ),
    "another game beside it": (text_with("\nclaims", "\ngame nim = subtraction\n\nclaims"), "E342 .*more in it"),
    "another hash of the text": (put("text_sha256")("0" * 64), "E342 .*hash of its text"),
    "another hash of the rules": (put("rules_sha256")("0" * 64), "E342 .*hash of its rules"),
    "other rules with their hashes": (text_with("t in {1, 2}", "t in {1, 2, 3}"), "E342 .*obligations"),
    "another reason why play ends": (put("ends")("trust me"), "E342 .*why play ends"),
    "an obligation left out": (lambda d: d["obligations"].pop(), "E342 .*obligations"),
    "no obligation": (put("obligations")([]), "E341 .*nothing is shown"),
    "an obligation twice": (lambda d: d["obligations"].append(d["obligations"][0]), "E342 .*obligations"),
    "another name of an obligation": (put("obligations", 0, "never")("a lie"), "E342 .*obligations"),
    "another formula of an obligation": (
        lambda d: d["obligations"][1].update(formula=d["obligations"][0]["formula"]), "E342 .*obligations",
    ),
    "an obligation in an order that is not there": (swap_order, "E341 .*not shown"),
    "an obligation with a remark": (put("obligations", 0)(lambda o: {**o, "proved": 1}), "E340 .*says nothing"),
    "an order of digits that is none": (put("proofs", 0, "order")("up"), "E340 .*neither lsd nor msd"),
    "an order of digits twice": (lambda d: d["proofs"].append(d["proofs"][0]), "E340 .*there twice"),
    "the other order of digits": (
        lambda d: [p.update(order={"lsd": "msd", "msd": "lsd"}[p["order"]]) for p in d["proofs"]], "E34[01]",
    ),
    "a base of one": (put("proofs", 0, "base")(1), "E340 .*a base"),
    "a base that is too large": (put("proofs", 0, "base")(17), "E340 .*a base"),
    "a base for other tables": (put("proofs", 0, "base")(3), "E340 .*column"),
    "a formula made of later ones": (
        lambda d: d["formulas"].append(["not", len(d["formulas"])]), "E340 .*a part of a formula",
    ),
    "a formula of no kind": (lambda d: d["formulas"].append(["believe", ["n"]]), "E340 .*no kind"),
    "a formula at which a name is given twice": (
        lambda d: d["formulas"].append(["at", [["x", "y"], ["x", "z"]], 0]), "E340 .*twice",
    ),
    "a name with a new line": (lambda d: d["formulas"].append(["power", ["x\n0"], 2]), "E340 .*no name"),
    "a state that is not there": (put("proofs", 0, "shapes", 0, "rows", 0, 0)(99), "E340 .*a state"),
    "a column that is not there": (put("proofs", 0, "shapes", 0, "columns", 0)(99), "E340 .*a column"),
    "an accepting state that is not there": (put("proofs", 0, "shapes", 0, "accepting")([99]), "E340 .*accepting"),
    "an operation that is none": (put("proofs", 0, "steps", 0, "op")("believe"), "E340 .*no operation"),
    "a step of other automata": (lambda d: step(d, "and").update(of=step(d, "and")["of"][::-1]), "E34[01]"),
    "a step with another result": (lambda d: step(d, "and").update(result=[0, [0]]), "E34[01]"),
    "a projection of other tracks": (lambda d: step(d, "project").update(places=[]), "E34[01]"),
    "a step without labels": (lambda d: step(d, "and").update(labels=[]), "E341"),
    "labels with another state": (lambda d: step(d, "project")["labels"][0].__setitem__(0, 1), "E341"),
    "an inclusion that is none": (lambda d: step(d, "project").update(below=[[0, 1], [1, 0]]), "E341"),
    "a step with a remark": (lambda d: step(d, "and").update(why="because"), "E340 .*says nothing"),
    "a theorem about another formula": (lambda d: theorem(d, "work").update(formula=0), "E34[01]"),
    "an atom with another automaton": (lambda d: theorem(d, "automaton")["automaton"].__setitem__(1, ["zz"]), "E34"),
    "a theorem with less work": (lambda d: theorem(d, "work")["work"].pop(), "E34[01]"),
    "a theorem with another result": (lambda d: theorem(d, "work").update(result=0), "E34[01]"),
    "a theorem with a remark": (lambda d: theorem(d, "work").update(by="Euler"), "E340 .*says nothing"),
}  # fmt: skip


@pytest.mark.parametrize("name", FORGERIES)
def test_forged_fields_are_refused(name: str) -> None:
    forge, wanted = FORGERIES[name]
    data = deepcopy(genuine())
    forge(data)
    assert data != genuine()
    assert re.match(wanted, refusal(data)), refusal(data)


def test_a_number_among_parameters_is_no_truth() -> None:
    """In Python `True` is 1, and an instance of k = 1 is none of k = true."""
    text = "game lower(k in 1..)\n    heap n\n    move n -> n - t   for t in 1..k where t <= n\n"
    data = deepcopy(recorded(f"{text}claims for lower(k)\ntheorem it: P(n) iff n mod 2 = 0 for k = 1\n    upto 9\n"))
    assert check(data).kind == "automata"
    for value in (True, 1.0, "1", [1], 2):
        data["parameters"] = {"k": value}
        assert re.match("E342 .*these parameters|E340 .*not whole", refusal(data)), refusal(data)


COLD = "automaton cold(a) units first\n    a  accepts  1 -> b, else -> a\n    b           else -> b"
KNOWN: dict[str, tuple[Callable[[Data], Any], str]] = {
    "values for P-positions": (put("known", "values")(True), "E342 .*1 numbers for 2"),
    "a number for yes": (put("known", "values")(0), "E340 .*another form"),
    "no text": (put("known", "automaton")([]), "E340 .*another form"),
    "no object": (put("known")([]), "E340 .*no object|E340 .*not an object"),
    "a remark": (lambda d: d["known"].update(proved=True), "E340 .*says nothing"),
    "no automaton": (put("known", "automaton")(""), "E342 .*has a mistake"),
    "an automaton of too many numbers": (put("known", "automaton")(lambda t: t.replace("(a)", "(a, b)")), "E342"),
    "an automaton in another base": (put("known", "automaton")(lambda t: t.replace("units", "base 3 units")), "E342"),
    "a set of other positions": (put("known", "automaton")(lambda t: t.replace("1 -> b", "0 -> b")), "E342"),
    "nothing": (lambda d: d.pop("known"), "E342"),
}  # fmt: skip


@cache
def by_known_values() -> Data:
    """What the prover writes of a statement that it decides by way of an automaton of the P-positions."""
    text = ONE_HEAP + "claims for nim\ntheorem it: P(x) iff not N(x)\n    upto 9\n"
    return recorded(text, known=known_values(COLD, False))


@pytest.mark.parametrize("name", KNOWN)
def test_forged_known_values_are_refused(name: str) -> None:
    forge, wanted = KNOWN[name]
    data = deepcopy(by_known_values())
    assert check(data).kind == "automata"
    forge(data)
    assert re.match(wanted, refusal(data)), refusal(data)


@pytest.mark.parametrize(
    ("text", "reason"),
    [(f"{ONE_HEAP}\nclaims for nim\ntheorem it: P(x) iff x = 0 by 0 upto 3", "names a winning move"),
     ("claims\ntheorem it: a (+) a = 0 for a in 0.. upto 5", "not about a game")],
)  # fmt: skip
def test_known_values_are_for_statements_about_positions_alone(text: str, reason: str) -> None:
    with pytest.raises(Unsuitable, match=reason):
        plan_known(instance(text), known_values(COLD, False))


def test_known_values_come_from_no_file() -> None:
    with pytest.raises(HeapwiseError, match="E146"):
        known_values('automaton zero(a) from "/dev/zero"', False)


@pytest.mark.parametrize(
    "said", ["for n in 1..1 check n in 10..10^15, upto 3", "for m in 1..99, k in 1..99 where m + k = 0 upto 3"]
)
def test_a_sweep_without_instances_ends(said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("heapwise.claims.choices._MOST_TRIED", 1_000)
    with pytest.raises(HeapwiseError, match="E003"):
        instance(f"{ONE_HEAP}\nclaims for nim\ntheorem it: P(x) iff x = 0 {said}")


def test_places_of_digits_beyond_thousands_are_outside() -> None:
    for said in ("bit(x, 10^12) = 1", "v2(x + 1) >= 10^30", "v2(x + 1) mod 100000 = 1"):
        with pytest.raises(Unsuitable, match="beyond 4,000"):
            plan(instance(f"{ONE_HEAP}\nclaims for nim\ntheorem it: P(x) iff {said} upto 3"))


def test_a_checker_that_stumbles_accepts_nothing_and_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("heapwise.app.verify.verify", lambda data: 1 // 0 if data == b'"bad"' else check(data))
    (tmp_path / "a.json").write_text('"bad"')
    (tmp_path / "b.json").write_text(json.dumps(genuine()))
    done = CliRunner().invoke(cli, ["verify", str(tmp_path)])
    assert done.exit_code == 1
    assert re.match(r"refused .*a\.json\nverified .*b\.json", done.stdout)


PERIODS: dict[str, tuple[Callable[[Data], Any], str]] = {
    "another criterion": (put("criterion")("guy-smith"), "E341 .*another criterion"),
    "seats": (put("seats")([0, 1]), "E342 .*its moves"),
    "a period of 0": (put("period")(0), "E340"),
    "a saltus below 0": (put("saltus")(-1), "E340"),
    "too few values": (put("computed")(lambda n: n - 1), "E341 .*do not show"),
    "too many values": (put("computed")(10**6), "E343"),
    "a preperiod beyond the values": (put("preperiod")(10**5), "E341 .*do not show"),
    "other moves": (put("rule", "removals", 0, "taken")([1, 2]), "E342 .*its moves"),
    "a remark": (lambda d: d.update(source="OEIS"), "E340 .*says nothing"),
}


@pytest.mark.parametrize("name", PERIODS)
def test_forged_periods_are_refused(name: str) -> None:
    forge, wanted = PERIODS[name]
    data = deepcopy(period_certificate())
    assert check(data).kind == "period"
    forge(data["period"])
    assert re.match(wanted, refusal(data)), refusal(data)


# ------------------------------------------------------------------------------------------------ JSON


def test_json_says_everything_once() -> None:
    """Of two values for one key one reader might take the first, another one the second."""
    data = json.dumps(genuine())
    assert check(data.encode()).kind == "automata"
    twice = data.replace('"kind":', '"kind": "period", "kind":', 1)
    assert json.loads(twice)["kind"] == "automata"
    assert "a key twice" in refusal(twice.encode())
    inside = data.replace('"order":', '"order": "lsd", "order":', 1)
    assert "a key twice" in refusal(inside.encode())


@pytest.mark.parametrize("number", ["2.0", "2e0", "NaN", "Infinity", "-0.0"])
def test_numbers_are_whole(number: str) -> None:
    data = re.sub(r'"base": 2', f'"base": {number}', json.dumps(genuine()))
    assert "not whole" in refusal(data.encode())


def test_half_characters_are_refused() -> None:
    """They could be neither hashed nor printed."""
    for key in ("text", "label", "game"):
        data = deepcopy(genuine())
        data[key] += "\ud800"
        assert "not JSON" in refusal(data)
    whole = json.dumps(genuine()).replace("theorem it", 'theorem it \\"\\ud83d\\ude00\\"')
    assert "not JSON" not in refusal(whole.encode())


def test_json_that_would_fill_the_memory_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(untrusted, "MOST_MEMORY", 10_000)
    assert "E343" in refusal(b"[" + b"[]," * 1_000 + b"[]]")


# ------------------------------------------------------------------------------------------------ too much work


def test_small_files_that_ask_for_much_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every kind of work is counted, whatever part of the file asks for it."""
    monkeypatch.setattr("heapwise.verify.formulas.MOST_SIGNS", 20_000)
    data = deepcopy(genuine())
    data["formulas"] = [["and", []], *(["and", [i, i]] for i in range(9))]
    data["proofs"][0]["theorems"] = [{"formula": 9, "work": [], "result": 0}] * 1_000
    assert "E34" in refusal(data)
    data["proofs"][0]["shapes"].insert(0, {"columns": [0], "rows": [[0]], "accepting": [0]})
    data["proofs"][0]["steps"] = []
    assert "E343" in refusal(data)
    monkeypatch.setattr(untrusted, "MOST_WORK", 300)
    assert "transitions" in refusal(genuine())


def test_a_text_with_many_heaps_is_compared_in_a_small_box() -> None:
    for size in (1, 2, 4, 7, 40):
        box = list(small_box(size))
        assert len(set(box)) == len(box) <= 81
        assert (0,) * size in box
        assert all(len(state) == size for state in box)


# ------------------------------------------------------------------------------------------------ names


def test_variables_that_are_bound_stay_apart() -> None:
    """Two names may not become one when a formula is taken at other variables."""
    found = _apart(("x\n0", "x"), {"x": "y"})
    assert len(set(found.values())) == 2


def test_patterns_tell_apart_what_differs() -> None:
    less = CertificateFormula("atom", (), ("x", "y"), None, None)
    for one, other in (
        (CertificateFormula("exists", (less,), ("x",)), CertificateFormula("exists", (less,), ("y",))),
        (CertificateFormula("at", (less,), (), {"x": "y"}), less),
        (CertificateFormula("exists", (less,), ("x",)), CertificateFormula("forall", (less,), ("x",))),
    ):
        patterns = Patterns()
        assert patterns.of(one)[0] != patterns.of(other)[0]


# ------------------------------------------------------------------------------------------------ what is printed


def lines_of(data: Data, folder: Path) -> str:
    path = folder / "it.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    done = CliRunner().invoke(cli, ["verify", str(path)])
    assert done.exit_code == 0, done.output
    return done.output


def test_rules_that_are_not_the_librarys_are_printed(tmp_path: Path) -> None:
    """A game may have any name."""
    text = ONE_HEAP.replace("1..x", "1..min(x, 2)") + "claims for nim\ntheorem p: P(x) iff x mod 3 = 0\n    upto 9\n"
    output = lines_of(recorded(text), tmp_path)
    assert "CAREFUL: the library has a game `nim` with other rules" in output
    assert "  |     move x -> x - t   for t in 1..min(x, 2)" in output
    assert "  | game subtraction" in lines_of(genuine(), tmp_path)


def test_rules_of_the_library_are_named_as_such(tmp_path: Path) -> None:
    nim = str(resource("games") / "nim" / "nim.claims")
    arguments = ["prove", nim, "--claim", "p_positions", "--check", "n = 2", "--certificate", str(tmp_path)]
    assert CliRunner().invoke(cli, arguments).exit_code == 0
    done = CliRunner().invoke(cli, ["verify", str(tmp_path)])
    assert "the rules are those of the library" in done.output
    assert "CAREFUL" not in done.output


def test_definitions_and_premises_are_printed(tmp_path: Path) -> None:
    """What a claim says depends on them: `size` may be anything."""
    block = "claims for nim\nlet size(a) = if a = 0 then 0 else 1\ntheorem p: P(x) iff size(x) = 0\n    upto 9\n"
    assert "  | let size(a) = if a = 0 then 0 else 1" in lines_of(recorded(ONE_HEAP + block), tmp_path)
    block = "claims for nim\ntheorem p: x >= 7 implies x > 2\n    upto 9\n"
    output = lines_of(recorded(ONE_HEAP + block), tmp_path)
    assert "theorem p: x >= 7 implies x > 2" in output


def test_a_claim_about_no_position_is_refused() -> None:
    block = "claims for nim\ntheorem p: x < 0 implies P(x)\n    upto 9\n"
    assert "of no position" in refusal(recorded(ONE_HEAP + block))


def test_names_that_look_like_others_are_spelled(tmp_path: Path) -> None:
    text = (
        ONE_HEAP.replace("game nim", "game n\u0456m") + "claims for n\u0456m\ntheorem p: P(x) iff x = 0\n    upto 9\n"
    )
    output = lines_of(recorded(text), tmp_path)
    assert "is written with CYRILLIC SMALL LETTER BYELORUSSIAN-UKRAINIAN I" in output
