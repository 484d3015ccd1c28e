"""Fewer cases of the same moves: taking from one, from two or from three heaps is taking from three or fewer.

A component that a case lowers, and of which it says nothing else, may be lowered or stay, if the case in which it stays
is a move as well; then one case stands for both. The first component that is lowered is never let go, so that what
remains is always a move.
"""

from collections.abc import Iterator, Sequence

from heapwise.model import conditions as c
from heapwise.model.ground import GroundGame
from heapwise.model.linear import Linear
from heapwise.proof.cases import NEW, Case, variables_of
from heapwise.records import Record, field, replace

_MOST = 600  # cases that are compared with one another


class _Lowering(Record):
    """A case as what it says besides, the components that it lowers, and those that it lowers or not.

    `order` is that of the author's components: moves that differ by a rotation should look so.
    """

    rest: Case
    strict: frozenset[int]
    loose: frozenset[int]
    order: tuple[int, ...] = field(compare=False)

    @property
    def lowered(self) -> list[int]:
        """The components that are lowered, in order."""
        return [i for i in self.order if i in self.strict]

    def keeping(self, component: int) -> "_Lowering":
        """The same without a component."""
        return replace(self, strict=self.strict - {component}, loose=self.loose - {component})

    def loosened(self, component: int) -> "_Lowering":
        """The same with a component that may stay."""
        return replace(self, strict=self.strict - {component}, loose=self.loose | {component})

    def covers(self, other: "_Lowering") -> bool:
        """Is every move of the other one of these?"""
        alike = self.rest == other.rest and self.strict <= other.strict
        return alike and other.strict | other.loose <= self.strict | self.loose and other.loose <= self.loose


def merged(game: GroundGame, cases: Sequence[Case]) -> tuple[Case, ...]:
    """Cases that together say the same."""
    if len(cases) > _MOST:
        return tuple(cases)
    found = list(dict.fromkeys(_parted(game, case) for case in cases))
    primes: list[_Lowering] = []
    while found:
        here, wider, used = set(found), dict[_Lowering, None](), set[_Lowering]()
        for one in found:
            for component in one.lowered[1:]:
                if one.keeping(component) in here:
                    wider[one.loosened(component)] = None
                    used |= {one, one.keeping(component)}
        primes += [one for one in found if one not in used]
        found = list(wider)
    kept = [p for p in primes if not any(p is not other and other.covers(p) for other in primes)]
    return tuple(_whole(game, one) for one in kept)


def _parted(game: GroundGame, case: Case) -> _Lowering:
    """Which components are simply lowered."""
    conditions = [k for k in case.conditions if not _is_known(game, k)]
    strict, loose = set[int](), set[int]()
    for component in case.written:
        own = {k for k in conditions if NEW + component in variables_of(k)}
        upper = own - {*_lower(game, component)}
        if own - upper != {*_lower(game, component)}:
            continue
        if upper in _strict(component):
            strict.add(component)
        elif upper == {_upper(component, 0)}:
            loose.add(component)
    simple = {NEW + component for component in strict | loose}
    rest = tuple(k for k in conditions if not variables_of(k) & simple)
    variables = tuple(v for v in case.variables if v not in simple)
    written = tuple(i for i in case.written if NEW + i not in simple)
    return _Lowering(Case(case.line, variables, rest, written), frozenset(strict), frozenset(loose), case.written)


def _whole(game: GroundGame, lowering: _Lowering) -> Case:
    rest = lowering.rest
    own = [i for i in lowering.order if i in lowering.strict | lowering.loose]
    bounds = tuple(k for i in own for k in (*_lower(game, i), _upper(i, int(i in lowering.strict))))
    variables = (*rest.variables, *(NEW + i for i in own))
    return Case(rest.line, variables, (*rest.conditions, *bounds), (*rest.written, *own))


def _is_known(game: GroundGame, condition: c.Condition) -> bool:
    """Does the condition say of one number only what its range says already?"""
    if not isinstance(condition, c.AtLeastZero) or len(condition.form.terms) != 1:
        return False
    (variable, factor), constant = condition.form.terms[0], condition.form.constant
    if variable >= NEW:
        return factor == 1 and constant == 0
    return variable < game.size and factor == 1 and -constant <= game.lows[variable]


def _lower(game: GroundGame, component: int) -> Iterator[c.Condition]:
    if game.lows[component]:
        yield c.AtLeastZero(Linear.variable(NEW + component) - game.lows[component])


def _upper(component: int, least: int) -> c.Condition:
    """So many stones, or more, are taken."""
    return c.AtLeastZero(Linear.variable(component) - Linear.variable(NEW + component) - least)


def _strict(component: int) -> tuple[set[c.Condition], ...]:
    taken = Linear.variable(component) - Linear.variable(NEW + component)
    return {_upper(component, 1)}, {_upper(component, 0), c.not_all_zero((taken,))}
