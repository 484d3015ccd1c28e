"""What `bench/campaign.py` has found, each as a small test."""

from __future__ import annotations

import pytest

import heapwise as hw
from heapwise.errors import HeapwiseError


def test_a_vector_that_holds_no_positions_is_shown_as_it_is() -> None:
    """`lint` met it in a text in which `p[S]` had lost its `p`."""
    rules = "game mine(G[m] in games)\n    positions p[m] of G\n    move p[S] -> q for S = {1}, q in options([S])\n"
    game = hw.parse(rules)["mine"](["nim(1)"])
    with pytest.raises(HeapwiseError, match="E026"):
        game.options([1])


def test_what_is_asked_of_a_sequence_is_no_constant() -> None:
    """The second evaluator looks at it wherever the first has been; found by the published periods."""
    found = hw.check("claims\ntheorem it: period(kayles) = 12 and preperiod(kayles) = 71 and saltus(kayles) = 0")
    assert [verdict.word for verdict in found] == ["holds"]


@pytest.mark.parametrize("method", ["auto", "table", "local", "proof"])
def test_a_game_without_positions_is_no_reason_to_stumble(method: str) -> None:
    text = "game none\n    heap n\n    legal n < 0\n    move n -> n - t for t in 1..n\n"
    (verdict,) = hw.check(f"{text}claims for none\nconjecture it: G(n) = n  check upto 9", method=method)
    assert verdict.word == "error"
    assert "nothing" in str(verdict.reason)
