"""Permutations of components that change nothing: rules, ranges and legality are mapped to themselves, exactly.

A permutation is written as the tuple of images: component i goes to the place `images[i]`. None is claimed that was
not verified on the ground moves; where a move is opaque nothing is.
"""

from collections import deque
from collections.abc import Hashable, Iterator, Sequence
from functools import cache, cached_property, lru_cache
from itertools import combinations, islice, pairwise

from heapwise.model.conditions import Condition
from heapwise.model.expand import ground
from heapwise.model.ground import GroundGame, GroundMove
from heapwise.model.relation import MoveRelation, relations
from heapwise.records import Record
from heapwise.rules.game import Game
from heapwise.rules.layout import PlaceName
from heapwise.terms.position import State

Permutation = tuple[int, ...]

_MOST_MOVES = 400
_MOST_STATES = 2_000  # of one orbit, or products of generators, that are looked at


class Symmetry(Record):
    """Verified symmetries of a game: components of one block may change places as they like, and further generators."""

    size: int
    blocks: tuple[tuple[int, ...], ...]
    others: tuple[Permutation, ...] = ()

    @property
    def generators(self) -> tuple[Permutation, ...]:
        """Permutations that give all others when they are combined."""
        pairs = ((a, b) for block in self.blocks for a, b in pairwise(block))
        return (*(transposition(self.size, a, b) for a, b in pairs), *self.others)

    @property
    def is_trivial(self) -> bool:
        """Is there no symmetry?"""
        return not self.generators

    @property
    def is_full(self) -> bool:
        """May all components change places?"""
        return self.size > 1 and len(self.blocks) == 1 and len(self.blocks[0]) == self.size

    def canonical(self, state: State) -> State:
        """One state for all that symmetry makes equal: the least of them in lexicographic order."""
        start = self._sorted(state)
        if not self.others:
            return start
        seen, waiting = {start}, [start]
        while waiting and len(seen) < _MOST_STATES:
            here = waiting.pop()
            for images in self.others:
                there = self._sorted(permuted(here, images))
                if there not in seen:
                    seen.add(there)
                    waiting.append(there)
        return min(seen)

    def _sorted(self, state: State) -> State:
        """The blocks in increasing order. They hold all transpositions, so other symmetries map blocks to blocks."""
        result = list(state)
        for block in self.blocks:
            for place, value in zip(block, sorted(state[i] for i in block), strict=True):
                result[place] = value
        return tuple(result)

    @cached_property
    def words(self) -> str:
        """What may change places, in a few words."""
        if self.is_trivial:
            return "none was found"
        if self.is_full:
            return "all components may change places"
        parts = [f"components {', '.join(str(i + 1) for i in block)} may change places" for block in self.blocks]
        parts += [_permutation_words(images) for images in self.others]
        return "; ".join(parts)


def permuted(state: State, images: Permutation) -> State:
    """The state with every component at its new place."""
    result = list(state)
    for value, image in zip(state, images, strict=True):
        result[image] = value
    return tuple(result)


def transposition(size: int, a: int, b: int) -> Permutation:
    """The permutation that exchanges two components."""
    return tuple(b if i == a else a if i == b else i for i in range(size))


# Tables, checks and proofs ask for the same games again and again; to verify permutations costs more than to keep them.
@lru_cache(maxsize=256)
def symmetry(game: GroundGame) -> Symmetry:
    """The symmetries that are found among transpositions, exchanges of rows and columns, rotations and reflections."""
    if game.opaque or game.size < 2 or len(game.moves) > _MOST_MOVES:
        return Symmetry(game.size, ())
    verify = Verifier(game)
    blocks = _blocks(game.size, verify)
    found = Symmetry(game.size, blocks)
    for images in dict.fromkeys(_candidates(game)):
        is_new = not _is_generated(images, found)
        if is_new and verify.maps_to_itself(images):
            found = Symmetry(game.size, blocks, (*found.others, images))
    return found


@cache
def symmetry_of(game: Game) -> Symmetry:
    """The symmetries of a game; of one that has no ground moves none is known, nor of one of which ground moves do not
    tell where it has no value."""
    grounded = None if game.layout.has_positions else ground(game)
    is_told = isinstance(grounded, GroundGame) and not grounded.unsure
    return symmetry(grounded) if is_told and isinstance(grounded, GroundGame) else Symmetry(game.size, ())


def alike(game: GroundGame, found: Symmetry) -> list[list[GroundMove]]:
    """The ground moves in classes: those of a class are mapped to each other by symmetries."""
    keys = [frozenset(r.key() for r in relations(game, move)) for move in game.moves]
    number = {key: i for i, some in enumerate(keys) for key in some}
    home = list(range(len(game.moves)))
    for images in found.generators:
        for i, move in enumerate(game.moves):
            image = number[next(relations(game, move, images)).key()]
            low, high = sorted((home[i], home[image]))
            home = [low if h == high else h for h in home]
    classes: dict[int, list[GroundMove]] = {}
    for move, h in zip(game.moves, home, strict=True):
        classes.setdefault(h, []).append(move)
    return list(classes.values())


class Verifier(Record):
    """Checks permutations against the rules."""

    game: GroundGame

    @cached_property
    def _relations(self) -> list[list[MoveRelation]]:
        return [list(relations(self.game, move)) for move in self.game.moves]

    @cached_property
    def _moves(self) -> frozenset[Hashable]:
        return frozenset(relation.key() for found in self._relations for relation in found)

    def maps_to_itself(self, images: Permutation) -> bool:
        """Does a permutation map ranges, conditions and the set of moves to themselves?"""
        game = self.game
        ranges = tuple(zip(game.lows, game.highs, strict=True))
        if permuted(ranges, images) != ranges:
            return False
        if not all(_is_kept(condition, images) for condition in (game.legal, game.ends)):
            return False
        return all(relation.key() in self._moves for relation in self._permuted(images))

    def _permuted(self, images: Permutation) -> Iterator[MoveRelation]:
        """The relations of the permuted moves. Of a move to a sum the targets are permuted, not what they amount to."""
        for move, found in zip(self.game.moves, self._relations, strict=True):
            yield found[0].permuted(images) if move.result is None else next(relations(self.game, move, images))


def _is_kept(condition: Condition, images: Permutation) -> bool:
    return condition.map(lambda form: form.rename(lambda v: images[v])).key == condition.key


def _blocks(size: int, verify: Verifier) -> tuple[tuple[int, ...], ...]:
    """Components of which each two may be exchanged; being exchangeable is transitive."""
    blocks: list[list[int]] = []
    for i in range(size):
        home = next((b for b in blocks if verify.maps_to_itself(transposition(size, b[0], i))), None)
        if home is None:
            blocks.append([i])
        else:
            home.append(i)
    return tuple(tuple(b) for b in blocks if len(b) > 1)


# ------------------------------------------------------------------------------------------- candidates


def _candidates(game: GroundGame) -> Iterator[Permutation]:
    """Permutations that rules often have: the author's vectors and rows turned, mirrored and exchanged."""
    layout = game.game.layout
    for variable, offset in zip(layout.variables, layout.offsets, strict=True):
        for images in _of_variable(variable):
            whole = list(range(game.size))
            whole[offset : offset + variable.size] = [offset + i for i in images]
            yield tuple(whole)
    yield from _together(game)


def _of_variable(variable: PlaceName) -> Iterator[list[int]]:
    size = variable.size
    if isinstance(variable.shape, int):
        yield [(i + 1) % size for i in range(size)]
        yield [size - 1 - i for i in range(size)]
    elif variable.shape:
        yield from _of_rows(variable.shape)


def _of_rows(shape: tuple[int, ...]) -> Iterator[list[int]]:
    starts = [sum(shape[:r]) for r in range(len(shape))]
    cells = [list(range(start, start + length)) for start, length in zip(starts, shape, strict=True)]
    for one, other in combinations(cells, 2):
        if len(one) == len(other):
            yield _exchanging(one, other, sum(shape))
    if len(set(shape)) == 1:
        columns = list(zip(*cells, strict=True))
        for a, b in pairwise(columns):
            yield _exchanging(list(a), list(b), sum(shape))
        rows, width = len(shape), shape[0]
        yield [r * width + (width - 1 - c) for r in range(rows) for c in range(width)]
        yield [(rows - 1 - r) * width + c for r in range(rows) for c in range(width)]
        if rows == width:
            yield [c * width + r for r in range(rows) for c in range(width)]


def _exchanging(first: list[int], second: list[int], size: int) -> list[int]:
    images = list(range(size))
    for a, b in zip(first, second, strict=True):
        images[a], images[b] = b, a
    return images


def _together(game: GroundGame) -> Iterator[Permutation]:
    """Whole variables of one shape exchanged."""
    layout = game.game.layout
    placed = list(zip(layout.variables, layout.offsets, strict=True))
    for i, (one, start) in enumerate(placed):
        for other, at in placed[:i]:
            if one.shape == other.shape and one.size > 1:
                first, second = range(start, start + one.size), range(at, at + one.size)
                yield tuple(_exchanging(list(first), list(second), game.size))


def _is_generated(images: Permutation, found: Symmetry) -> bool:
    """Do the blocks, or products of few generators, give this permutation already?"""
    if all(_same_block(i, image, found) for i, image in enumerate(images)):
        return True
    return images in islice(_products(found.size, found.generators), _MOST_STATES)


def _products(size: int, generators: Sequence[Permutation]) -> Iterator[Permutation]:
    """All permutations that generators give, without the one that changes nothing, products of few first."""
    seen = {tuple(range(size))}
    waiting = deque(seen)
    while waiting:
        here = waiting.popleft()
        for generator in generators:
            there = tuple(generator[i] for i in here)
            if there not in seen:
                seen.add(there)
                waiting.append(there)
                yield there


def _same_block(i: int, image: int, found: Symmetry) -> bool:
    return i == image or any(i in block and image in block for block in found.blocks)


def _permutation_words(images: Permutation) -> str:
    cycles, seen = [], set[int]()
    for start in range(len(images)):
        cycle = [start]
        while images[cycle[-1]] != start:
            cycle.append(images[cycle[-1]])
        if start not in seen and len(cycle) > 1:
            cycles.append(f"({' '.join(str(i + 1) for i in cycle)})")
        seen.update(cycle)
    return f"{''.join(cycles)} changes nothing"
