"""A formula in all its forms: the term it came from, sympy objects for people, the integer form for machines."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from heapwise.arrays import Array, np
from heapwise.errors import HeapwiseError
from heapwise.formulas import ir
from heapwise.formulas.holes import Fill, HoleOf
from heapwise.formulas.kernel import Computed, FormulaKernel, Index
from heapwise.formulas.lower import Lowerer
from heapwise.formulas.problems import NotExpressible, Outgrows, UndefinedAt
from heapwise.formulas.ranges import HOLE_BOUNDS
from heapwise.formulas.recursion import recursive_value
from heapwise.numbers import UndefinedValue
from heapwise.records import Record, field
from heapwise.rules.flat import FlatPlace
from heapwise.rules.layout import Grouping
from heapwise.terms import term as t
from heapwise.terms.evaluate import Compiler, Compute, Frame

if TYPE_CHECKING:
    from heapwise.formulas.from_terms import Translated
    from heapwise.rules.game import Game
    from heapwise.rules.schema import Schema

AnyColumn = Array | Sequence[Any]  # of a number; of a vector: one for each component; of rows: a list of these


class PositionFormula(Record, eq=False):
    """A condition or a number that depends on a position, with the parameters of its game put in.

    `shapes` says which slots of the frame are numbers, vectors and rows of the position.
    """

    term: t.AnyTerm
    compiler: Compiler
    shapes: Mapping[int, Grouping | FlatPlace] = field(default_factory=dict)

    # -- one position, exactly

    def exact(self, frame: Frame) -> Any:
        """The value in a frame, by the evaluator that gives the language its meaning."""
        return self._exact(frame)

    @cached_property
    def _exact(self) -> Compute:
        return self.compiler.compile(self.term)

    # -- many positions

    @cached_property
    def _lowered(self) -> FormulaKernel | NotExpressible:
        lowerer = Lowerer(self.compiler, self.shapes)
        try:
            root = lowerer.formula(self.term)
        except NotExpressible as problem:
            return problem
        except (HeapwiseError, UndefinedValue) as problem:
            # Wrong or undefined for these parameters; where that matters the exact evaluator says so.
            return NotExpressible(str(problem))
        return FormulaKernel(root, tuple(lowerer.holes))

    @property
    def kernel(self) -> FormulaKernel:
        """The integer form, ready for arrays; raises `NotExpressible` if there is none."""
        if isinstance(self._lowered, NotExpressible):
            raise NotExpressible(self._lowered.what, self._lowered.span)
        return self._lowered

    @property
    def obstacle(self) -> str | None:
        """What in the formula has no integer form, if something has none."""
        return self._lowered.what if isinstance(self._lowered, NotExpressible) else None

    @property
    def holes(self) -> tuple[HoleOf, ...]:
        """The values of positions that have to be filled in."""
        return self.kernel.holes

    def computed(self, columns: Mapping[int, AnyColumn], fill: Fill | None = None) -> Computed:
        """The values at all rows of the columns, with marks where there is none."""
        flat = {v: _column(columns, v) for v in self.kernel.variables}
        return self.kernel.run(flat, _rows(columns), self._fill(fill))

    def over_box(self, columns: Mapping[int, AnyColumn], shape: tuple[int, ...]) -> Iterator[tuple[Index, Computed]]:
        """The values at all places of a box, piece by piece; see `FormulaKernel.over_box` for the columns."""
        if self.kernel.holes:
            raise NotExpressible("values that have to be filled in")
        return self.kernel.over_box({v: _column(columns, v) for v in self.kernel.variables}, shape)

    def on_columns(self, columns: Mapping[int, AnyColumn], fill: Fill | None = None) -> Array:
        """The values at all rows of the columns: int64, or bool for a condition.

        Raises `UndefinedAt` with the first row at which there is no value, and `Outgrows` where 62 bits might not do.
        """
        found = self.computed(columns, fill)
        if found.undefined is not None and found.undefined.any():
            raise UndefinedAt(int(np.argmax(found.undefined)))
        return found.values

    def _fill(self, fill: Fill | None) -> Fill:
        """Recursive definitions are filled in here, everything else by the caller."""

        def filled(hole: HoleOf, states: Sequence[Sequence[Array]], player: Array | None) -> tuple[Array, Array | None]:
            if hole.question == "let":
                return self._recursive_values(hole, states[0])
            if fill is None:
                raise NotExpressible(f"the value {hole.question} of a position, which nobody gave")
            return fill(hole, states, player)

        return filled

    def _recursive_values(self, hole: HoleOf, columns: Sequence[Array]) -> tuple[Array, Array | None]:
        """A recursive definition at many arguments: each different one is computed once."""
        different, where = np.unique(np.stack(columns), axis=1, return_inverse=True)
        found = [self._recursive_value(hole.name, arguments) for arguments in zip(*different.tolist(), strict=True)]
        values = np.array([0 if value is None else value for value in found], np.int64)[where.reshape(-1)]
        missing = np.array([value is None for value in found])[where.reshape(-1)]
        return values, missing if missing.any() else None

    def _recursive_value(self, name: str, arguments: tuple[int, ...]) -> int | None:
        try:
            value = recursive_value(self.compiler, name, arguments)
        except HeapwiseError:
            return None
        low, high = HOLE_BOUNDS
        if not isinstance(value, int) or not low <= value <= high:
            raise Outgrows(f"a value of `{name}` is no whole number from 0 up, or too large for arrays")
        return value

    # -- people

    @cached_property
    def translated(self) -> "Translated":
        """The sympy object and what its symbols stand for; for `exact.evaluate`."""
        from heapwise.formulas.from_terms import translate

        numbers = {slot: shape for slot, shape in self.shapes.items() if not isinstance(shape, FlatPlace)}
        return translate(self.term, self.compiler, numbers)

    @property
    def sympy(self) -> Any:
        """The formula as a sympy object, as the author wrote it, with parameters put in."""
        return self.translated.object

    def by_sympy(self, frame: Frame) -> Any:
        """The value in a frame, computed exactly from the sympy object: the second of the two exact evaluators."""
        from heapwise.formulas.exact import evaluate

        return evaluate(self.translated, frame)


def compile_formula(term: t.AnyTerm, compiler: Compiler, shapes: Mapping[int, Grouping | FlatPlace]) -> PositionFormula:
    """The formula of a term; `compiler.known` are the parameters, `shapes` the slots that hold the position."""
    return PositionFormula(term, compiler, shapes)


def shapes_of(game: "Game", schema: "Schema | None" = None) -> dict[int, Grouping]:
    """The shapes of the components of a game's positions, by slot of `schema`, which may be an alias of the game."""
    places = (schema or game.schema).places
    pairs = zip(places, game.layout.variables, strict=True)
    return {place.slot: variable.shape for place, variable in pairs if variable.keyword != "positions"}


def _column(columns: Mapping[int, AnyColumn], variable: ir.Var) -> Array:
    found: Any = columns[variable.slot]
    for index in variable.path:
        found = found[index]
    return np.asarray(found, np.int64)


def _rows(columns: Mapping[int, AnyColumn]) -> int:
    found: Any = next(iter(columns.values()), [])
    while isinstance(found, list | tuple) and len(found) and not np.isscalar(found[0]):
        found = found[0]
    return len(found)
