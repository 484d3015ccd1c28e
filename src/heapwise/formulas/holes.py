"""Holes: the values inside a formula that somebody else knows, values of positions and recursive definitions.

`G(a, b) = G(b, a)` is two holes and a comparison. Whoever computes the formula is given the arguments of a hole, as
columns of numbers, and fills in the values, by looking them up in a table.
"""

from collections.abc import Callable, Sequence

from heapwise.arrays import Array
from heapwise.formulas import ir
from heapwise.records import Record
from heapwise.rules.game import Game


class HoleOf(Record):
    """One hole: what is asked, and of what.

    `question` is `G`, `P`, `N`, `W`, `R`, `legal` or `terminal`, asked of the sum of the components; the components of
    each game's state are nodes, in the order of its layout. It is `let` for a recursive definition, whose `name` is
    applied to the nodes of the only entry of `arguments`. `P`, `N`, `legal` and `terminal` are filled with 0 and 1.
    """

    question: str
    games: "tuple[Game, ...]"
    arguments: tuple[tuple[ir.Node, ...], ...]
    player: ir.Node | None = None
    name: str = ""

    @property
    def nodes(self) -> tuple[ir.Node, ...]:
        """Everything that has to be known before the hole can be filled."""
        of_states = tuple(node for state in self.arguments for node in state)
        return of_states if self.player is None else (*of_states, self.player)

    @property
    def is_truth(self) -> bool:
        """Is the answer true or false?"""
        return self.question in ("P", "N", "legal", "terminal")


# What fills a hole: from the hole, one list of columns for each component, and the column of players, to the values and
# the rows at which there is none (or None).  Rows that the formula does not need come too: mark them, or put anything.
Fill = Callable[[HoleOf, Sequence[Sequence[Array]], Array | None], tuple[Array, Array | None]]
