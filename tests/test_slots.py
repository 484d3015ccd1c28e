"""What a claim names with `for` is nothing in the rules, and a theorem speaks of games that there are."""

from __future__ import annotations

import pytest

import heapwise as hw

# Rules that look at which heap it is, with claims that are false beyond some n. The numbers of the claims have the
# places in memory that i, t and S have in the rules.
RULES = {
    "i stones from heap i": ("x[i] -> x[i] - i for i in 1..n where x[i] >= i", "P(x) iff sum(x) mod 2 = 0"),
    "at least i stones": ("x[i] -> x[i] - t for i in 1..n, t in i..x[i]", "G(x) = nimsum(x)"),
    "nine heaps alone": ("x[i] -> y for i in 1..n, y in 0..x[i]-1 where i <= 9", "P(x) iff nimsum(x) = 0"),
    "a power of i": (
        "x[i] -> x[i] - 2^i for i in 1..n where x[i] >= 2^i", "P(x) iff sum(bit(x[i], 1) for i in 1..n) mod 2 = 0",
    ),
}  # fmt: skip


@pytest.mark.parametrize("numbers", ["m = 1", "m1 = 1, m2 = 1, m3 = 1, m4 = 1", "m in 1.."])
@pytest.mark.parametrize("name", RULES)
def test_numbers_of_a_claim_are_not_those_of_the_rules(name: str, numbers: str) -> None:
    move, statement = RULES[name]
    check = "check n in 1..1, m in 1..1, upto 3" if ".." in numbers else "check n in 1..1, upto 3"
    text = f"game g(n in 1..)\n heaps x[n]\n move {move}\nclaims for g(n)\ntheorem a: {statement} for {numbers} {check}"
    found = hw.check(text, method="proof")
    assert found
    assert not any(p.ranges.get("n") for v in found if v.quantifiers for p in v.quantifiers.proved)


@pytest.mark.parametrize(
    ("heading", "move", "claim", "proved"),
    [
        ("c in 1.., d in 1..c", "1..c", "G(a) = a mod (c + 1) for d = c + 1", ""),
        ("c in 1.., d in c..", "1..c", "G(a) = a mod (c + 1) for d = 2 * c", "every c >= 1, d = 2 * c"),
        ("c in 1.., d in 1..c", "1..d", "G(a) = a mod (d + 1) for d = c", "every c >= 1, d = c"),
        ("c in 1.., S in sets of 1..c", "S", "G(a) = a mod (c + 2) for S = 1..c + 1", ""),
        ("d in 1.., c in d..2*d", "1..c", "G(a) = a mod (c + 1) for c = 2", ""),
    ],
)
def test_theorems_are_about_games_that_there_are(heading: str, move: str, claim: str, proved: str) -> None:
    names = ", ".join(part.split()[0] for part in heading.split(", ") if " in " in part)
    text = f"game g({heading})\n heap a\n move a -> a - t for t in {move}\nclaims for g({names})\ntheorem z: {claim}"
    found = hw.check(f"{text}  check c in 1..2, upto 4", method="proof")
    texts = [p.text for v in found if v.quantifiers for p in v.quantifiers.proved]
    assert texts == ([proved] if proved else [])


@pytest.mark.parametrize("guard", ["len(S) <= 2", "len(S) >= 2", "len(S) <= 6", "len(S) = 1"])
@pytest.mark.parametrize("place", ["for S in subsets(1..n, 1..k), y in 0..x[S]-1 where {}",
                                   "for S in subsets(1..n, 1..k) where {} for y in 0..x[S]-1"])  # fmt: skip
def test_every_k_is_not_that_of_rules_with_another_bound(guard: str, place: str) -> None:
    rules = f"game g(n in 1.., k in 1..)\n heaps x[n]\n move x[S] -> y {place.format(guard)}\n"
    claim = "claims for g(n, k)\ntheorem a: P(x) iff nimsum(x; k + 1) = 0  check n in 1..2, k in 1..2, upto 3"
    found = hw.check(rules + claim, method="proof")
    proved = [p for v in found if v.quantifiers for p in v.quantifiers.proved]
    assert not any({"n", "k"} <= p.ranges.keys() for p in proved)


_RULES = {
    "mine(n in 1.., k in 1..)": ("x[n]", "x[i] -> y for i in 1..n, y in 0..x[i]-1", "sum(x)", "G(x) = nimsum(x)"),
    "sums(n in 1.., k in 1..)": (
        "x[n]", "x[i] -> x[i] - t for i in 1..n, t in 1..k", "sum(x)",
        "P(x) iff nimsum([x[i] mod (k + 1) for i in 1..n]) = 0",
    ),
    "rows(n in 2..)": (
        "x[n] in 1..", "x -> y for i in 1..n, y in splits(x[i], n, 1)", "",
        "P(x) iff all(1 <= x[i] mod (n * (n - 1)) <= n - 1 for i in 1..n)",
    ),
    "one(k in 1..)": ("a", "a -> a - t for t in 1..k", "2 * a + k", "G(a) = a mod (k + 1)"),
}  # fmt: skip


@pytest.mark.parametrize("name", _RULES)
def test_a_measure_that_does_not_fall_is_no_theorem(name: str) -> None:
    """`decreases 5` was not looked at by proofs; `table` and `verify` refuse such rules."""
    places, move, falling, statement = _RULES[name]
    called = f"{name.split('(')[0]}({', '.join(part.split()[0] for part in name.split('(')[1].split(', '))})"
    for measure in ("", falling, "5"):
        clause = f" decreases {measure}\n" if measure else ""
        rules = f"game {name}\n heap {places}\n move {move}\n{clause}".replace("heap x", "heaps x")
        checked = ", ".join(f"{n} = 2" for n in called.split("(")[1][:-1].split(", "))
        found = hw.check(f"{rules}claims for {called}\ntheorem t: {statement}  check {checked}, upto 2", method="proof")
        assert {verdict.word for verdict in found} == {"error" if measure == "5" else "proved"}
        assert any(v.quantifiers and v.quantifiers.proved for v in found) == (measure != "5")
