"""How many positions of a region differ by more than a symmetry of the rules that is one of the claim as well.

Rules are looked at as ground moves (`model.symmetry`). A claim has a symmetry if its integer form stays the same when
components change places, up to the order in which operations without an order take their arguments.
"""

from itertools import pairwise
from math import comb, prod

from heapwise.arrays import np
from heapwise.checks.compiled_check import formula_of
from heapwise.claims.column_batches import Slab, has_slabs, slabs
from heapwise.claims.instances import Instance
from heapwise.formulas import HoleOf, NotExpressible, PositionFormula, ir
from heapwise.model.symmetry import Permutation, Symmetry, permuted, symmetry_of
from heapwise.terms import term as t
from heapwise.terms.types import TRUTH

_MOST_COUNTED = 20_000  # positions that are looked at one by one
_MOST_COLUMNS = 1 << 24  # and in slabs

# Operations whose arguments have no order; `grouped` are those that may be nested in any way, too.
_GROUPED = frozenset({"*", "min", "max", "xor", "or", "and", "gcd"})
_UNORDERED = _GROUPED | {"mex"}


def count_up_to_symmetry(instance: Instance) -> int | None:
    """The positions of the region, one for each class; None where no symmetry of all three is found."""
    game, region = instance.game, instance.region
    if game is None or region.is_single or game.layout.has_positions:
        return None
    found = symmetry_of(game)
    if found.is_trivial or not all(_keeps_region(instance, images) for images in found.generators):
        return None
    try:
        is_kept = _is_kept(instance, found)
    except NotExpressible:
        return None
    return _classes(instance, found) if is_kept else None


def _keeps_region(instance: Instance, images: Permutation) -> bool:
    region = instance.region
    ends = tuple(zip(region.lows, region.highs, strict=True))
    totals = {(frozenset(indices), most) for indices, most in region.totals}
    moved = {(frozenset(images[i] for i in indices), most) for indices, most in region.totals}
    return permuted(ends, images) == ends and moved == totals


# ----------------------------------------------------------------------------------------------- counting


def _classes(instance: Instance, found: Symmetry) -> int | None:
    region = instance.region
    assert instance.game is not None
    if not (region.totals or instance.game.schema.body.legal or found.others):
        return _of_box(instance, found)
    in_slabs = has_slabs(region) and not found.others
    if region.size_estimate > (_MOST_COLUMNS if in_slabs else _MOST_COUNTED):
        return None
    if in_slabs:
        return sum(_canonical(slab, found) for slab in slabs(region))
    return sum(found.canonical(state) == state for state in region.states())


def _of_box(instance: Instance, found: Symmetry) -> int:
    """Multisets of values for the components of a block, any value for the others."""
    sizes = [high - low + 1 for low, high in zip(instance.region.lows, instance.region.highs, strict=True)]
    in_blocks = {i for block in found.blocks for i in block}
    alone = prod(size for i, size in enumerate(sizes) if i not in in_blocks)
    return alone * prod(comb(sizes[block[0]] + len(block) - 1, len(block)) for block in found.blocks)


def _canonical(slab: Slab, found: Symmetry) -> int:
    """How many positions of a slab stand for their class, where any order of a block is as good as another."""
    marks = np.ones(slab.rows, np.bool_)
    for block in found.blocks:
        for left, right in pairwise(block):
            marks &= slab.columns[left] <= slab.columns[right]
    return int(np.count_nonzero(marks))


# --------------------------------------------------------------------------------------------- the claim


def _is_kept(instance: Instance, found: Symmetry) -> bool:
    claim = instance.claim
    if claim.strategy is not None:
        return False
    formula = formula_of(instance, t.Connective("and", (*claim.premises, claim.statement), type=TRUTH))
    keys = _Keys(instance, formula)
    unmoved = keys.of(formula.kernel.root, tuple(range(found.size)))
    return all(keys.of(formula.kernel.root, images) == unmoved for images in found.generators)


class _Keys:
    """Numbers for the parts of a formula with components moved: equal numbers, equal meaning."""

    def __init__(self, instance: Instance, formula: PositionFormula) -> None:
        assert instance.game is not None
        layout = instance.game.layout
        indices = layout.values(range(layout.size))
        self.holes = formula.kernel.holes
        self._place: dict[ir.Var, int] = {}
        for component, where in zip(instance.claim.components, indices, strict=True):
            self._add(component.slot, (), where)
        self._numbers: dict[object, int] = {}

    def _add(self, slot: int, path: tuple[int, ...], where: object) -> None:
        if isinstance(where, int):
            self._place[ir.Var(slot, path)] = where
        elif isinstance(where, tuple | range):
            for number, inner in enumerate(where):
                self._add(slot, (*path, number), inner)

    def of(self, root: ir.Node, images: Permutation) -> int:
        """The number of a formula after every component went to its new place."""
        known: dict[ir.Node, int] = {}
        for node in ir.walk(root):
            known[node] = self._number(self._structure(node, known, images))
        return known[root]

    def _number(self, structure: object) -> int:
        return self._numbers.setdefault(structure, len(self._numbers))

    def _structure(self, node: ir.Node, known: dict[ir.Node, int], images: Permutation) -> object:
        match node:
            case ir.Var():
                return "component", images[self._place[node]]
            case ir.Linear():
                return "sum", node.constant, tuple(sorted((known[term], factor) for factor, term in node.terms))
            case ir.Apply(name=name) if name in _UNORDERED:
                return name, tuple(sorted(known[a] for a in _flat(node)))
            case ir.Apply(name="digit sum"):
                return node.name, tuple(sorted(known[a] for a in node.arguments[:-1])), known[node.arguments[-1]]
            case ir.And() | ir.Or():
                return type(node).__name__, frozenset(known[c] for c in node.conditions)
            case ir.Iff() | ir.Compare(sign="="):
                return type(node).__name__, frozenset((known[node.left], known[node.right]))
            case ir.Hole():
                return self._hole(self.holes[node.number], known)
        own = tuple(part for part in node.parts if not isinstance(part, ir.Node | tuple))
        return type(node).__name__, own, tuple(known[child] for child in node.below)

    def _hole(self, hole: HoleOf, known: dict[ir.Node, int]) -> object:
        """Values of positions do not change with a symmetry of their game, nor with the order in a sum."""
        if hole.question == "let":
            return "let", hole.name, tuple(known[node] for node in hole.nodes)
        parts = []
        for game, arguments in zip(hole.games, hole.arguments, strict=True):
            state = tuple(known[node] for node in arguments)
            parts.append((game.text, id(game), symmetry_of(game).canonical(state)))
        player = None if hole.player is None else known[hole.player]
        return hole.question, tuple(sorted(parts)), player


def _flat(node: ir.Apply) -> list[ir.Node]:
    """The arguments of an operation, those of the same operation inside it taken apart."""
    found: list[ir.Node] = []
    for argument in node.arguments:
        is_same = node.name in _GROUPED and isinstance(argument, ir.Apply) and argument.name == node.name
        found += _flat(argument) if is_same and isinstance(argument, ir.Apply) else [argument]
    return found
