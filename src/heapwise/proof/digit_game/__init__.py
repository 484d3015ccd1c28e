"""Theorems for every number of heaps, by a game on the digits of all heaps at once.

What stands behind it: a claim about a symmetric game is proved for every n in its range, or the reason is said why not.
`DigitGame` is the entry point, a `ProofWay` of `heapwise.proof.uniform`. The argument stands in `docs/every-n.md`.
"""

from heapwise.proof.digit_game.way import DigitGame
