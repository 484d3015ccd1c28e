"""The rules as a predicate transformer: `opt(phi)` says that some option of the position satisfies phi.

A ground move becomes a chain of quantifiers, each over one variable and right around the conditions that speak of it:
first amounts that several components share, then the new values of components. An amount that only one component
depends on is no variable at all: it is expressed by the new value. That some of several components changes is split
into disjoint cases, by the first that does.
"""

from functools import cached_property

from heapwise.model import conditions as c
from heapwise.model.expand import ground
from heapwise.model.ground import GroundGame, TooMany
from heapwise.model.linear import Linear
from heapwise.model.symmetry import Permutation, symmetry
from heapwise.proof.cases import NEW, Case, cases_of, variables_of
from heapwise.proof.conditions import Names, formula_of
from heapwise.proof.logic import TRUE, And, Exists, Formula, Named, Not, Or, substitute
from heapwise.proof.merge import merged
from heapwise.proof.outside import Outside
from heapwise.records import Record
from heapwise.rules.game import Game

_MOST_CASES = 200  # what is said of all of them takes seconds to be decided, and more than twice that for twice as many


def component(index: int) -> str:
    """The variable of a component."""
    return f"x{index}"


def _name(variable: int) -> str:
    return f"y{variable - NEW}" if variable >= NEW else f"x{variable}"


class Moves(Record):
    """The moves of a game as formulas over its components."""

    game: GroundGame

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The variables of a position."""
        return tuple(map(component, range(self.game.size)))

    @cached_property
    def domain(self) -> Formula:
        """Which tuples are legal positions."""
        return formula_of(c.conjunction((*self._ranges, self.game.legal)), _name)

    @cached_property
    def ranges(self) -> Formula:
        """Which tuples have all components in their ranges."""
        return formula_of(c.conjunction(self._ranges), _name)

    @property
    def _ranges(self) -> tuple[c.Condition, ...]:
        game = self.game
        lows = (c.at_least_zero(Linear.variable(i) - low) for i, low in enumerate(game.lows) if low)
        highs = (c.at_least_zero(-Linear.variable(i) + h) for i, h in enumerate(game.highs) if h is not None)
        return *lows, *highs

    @cached_property
    def ends(self) -> Formula:
        """Where play is over although there may be moves."""
        return formula_of(self.game.ends, _name)

    @cached_property
    def symmetries(self) -> tuple[Permutation, ...]:
        """Verified symmetries of the rules, from which all others that are used are made."""
        return symmetry(self.game).generators

    def opt(self, phi: Formula) -> Formula:
        """Some option satisfies phi, at a legal position."""
        moves = Or(tuple(self.by(case, phi) for case in self.cases))
        return moves if self.game.ends == c.FALSE else Or(tuple(And((Not(self.ends), m)) for m in moves.parts))

    def by(self, case: Case, phi: Formula) -> Formula:
        """Some option by one case satisfies phi."""
        return chain(case, phi)

    @cached_property
    def cases(self) -> tuple[Case, ...]:
        """All moves, each in its cases; what many of them say together is said by few."""
        found = dict.fromkeys(case for move in self.game.moves for case in cases_of(self.game, move))
        cases = merged(self.game, tuple(found))
        if len(cases) > _MOST_CASES:
            raise Outside(f"rules with more than {_MOST_CASES} cases of moves")
        return cases

    @cached_property
    def is_over(self) -> Formula:
        """There is no option."""
        return Not(self.opt(TRUE))


def moves_of(game: Game) -> Moves:
    """The moves of a game; raises `Outside` with the name of what has no formula."""
    moves = Moves(grounded(game))
    moves.opt(moves.domain)  # what cannot be said is said now
    return moves


def grounded(game: Game) -> GroundGame:
    """The ground moves of a game, if there are such moves for all of its rules."""
    found = ground(game)
    if isinstance(found, TooMany):
        raise Outside(f"rules that expand to more than {found.most} {found.what}")
    if found.opaque:
        raise Outside(f"a move that depends on {found.opaque[0].reason}")
    if found.unsure:
        raise Outside(f"`{found.unsure[0]}`, of which no value is seen everywhere")
    if any(low < 0 for low in found.lows):
        raise Outside("components below 0")
    return found


def chain(case: Case, phi: Formula, name: Names = _name) -> Formula:
    """Some option by this case satisfies phi: its quantifiers, innermost first."""
    inner = substitute(phi, {component(i): name(NEW + i) for i in case.written})
    waiting = list(case.conditions)
    for position in reversed(range(len(case.variables))):
        outer, here = {*case.variables[:position]}, case.variables[position]
        own = [k for k in waiting if here in variables_of(k)]
        waiting = [k for k in waiting if here not in variables_of(k)]
        assert all(variables_of(k) & {*case.variables} <= outer | {here} for k in own)
        inner = Exists((name(here),), And((*(formula_of(k, name) for k in own), inner)))
    return Named(f"a move of line {case.line + 1}", And((*(formula_of(k, name) for k in waiting), inner)))
