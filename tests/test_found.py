"""What `bench/campaign.py` has found, each as a small test."""

from __future__ import annotations

import pytest

import heapwise as hw


@pytest.mark.parametrize("method", ["auto", "table", "local", "proof"])
def test_a_game_without_positions_is_no_reason_to_stumble(method: str) -> None:
    text = "game none\n    heap n\n    legal n < 0\n    move n -> n - t for t in 1..n\n"
    (verdict,) = hw.check(f"{text}claims for none\nconjecture it: G(n) = n  check upto 9", method=method)
    assert verdict.word == "error"
    assert "nothing" in str(verdict.reason)
