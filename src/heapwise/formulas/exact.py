"""The value of a sympy object in a frame, exactly: the second evaluator, which must agree with the one of terms.

Only the classes of the whitelist have a value here. Nothing is substituted into sympy objects and sympy evaluates
nothing: every object is computed from the values of its parts by `heapwise.numbers` and the table of the language.
"""

import operator
from collections.abc import Callable, Iterator
from typing import Any

import sympy

from heapwise import numbers
from heapwise.formulas import functions as f
from heapwise.formulas import objects as o
from heapwise.formulas.from_terms import Translated
from heapwise.formulas.functions import number_of
from heapwise.formulas.problems import NotExpressible
from heapwise.formulas.recursion import recursive_value
from heapwise.numbers import Acceptor, UndefinedValue, settled
from heapwise.terms.evaluate import Frame, options, together
from heapwise.terms.functions import FUNCTIONS
from heapwise.terms.position import NOTHING, Position
from heapwise.terms.types import NUMBER, Vector
from heapwise.terms.values import FiniteSet, flat

Env = dict[Any, Any]


def evaluate(translated: Translated, frame: Frame) -> Any:
    """The exact number or truth value; undefined places raise as they do in the evaluator of terms."""
    env: Env = dict(translated.symbols.constants)
    for (slot, path), symbol in translated.symbols.by_key.items():
        if slot < len(frame) and frame[slot] is not None:
            env[symbol] = _at(frame[slot], path)
    return ExactEvaluator(translated).value(translated.object, env)


def _at(value: Any, path: tuple[int, ...]) -> Any:
    for index in path:
        value = value[index - 1]
    return value


class ExactEvaluator:
    """Computes objects of one formula."""

    def __init__(self, translated: Translated) -> None:
        self.compiler, self.schemas = translated.compiler, translated.schemas

    def value(self, obj: Any, env: Env) -> Any:
        """The value of an object when symbols have these values."""
        if isinstance(obj, sympy.Symbol):
            if obj not in env:
                raise NotExpressible(f"`{obj.name}`, which has no value")
            return env[obj]
        number = number_of(obj)
        if number is not None:
            return number
        for cls in type(obj).__mro__:
            if cls in _VALUES:
                return _VALUES[cls](self, obj, env)
        raise NotExpressible(f"the object {type(obj).__name__}")

    def values(self, objects: Any, env: Env) -> tuple[Any, ...]:
        """The values of several objects."""
        return tuple(self.value(obj, env) for obj in objects)

    # -- conditions, from left to right

    def all_hold(self, obj: Any, env: Env) -> bool:
        """`and`"""
        return all(self.value(a, env) for a in obj.args)

    def some_hold(self, obj: Any, env: Env) -> bool:
        """`or`"""
        return any(self.value(a, env) for a in obj.args)

    def implied(self, obj: Any, env: Env) -> bool:
        """`implies`"""
        return not self.value(obj.args[0], env) or bool(self.value(obj.args[1], env))

    def alike(self, obj: Any, env: Env) -> bool:
        """`iff`"""
        first, *others = obj.args
        return all(self.value(a, env) == self.value(first, env) for a in others)

    def chosen(self, obj: Any, env: Env) -> Any:
        """`if`"""
        condition, yes, no = obj.args
        return self.value(yes if self.value(condition, env) else no, env)

    # -- binding

    def walk(self, steps: tuple[Any, ...], env: Env) -> Iterator[Env]:
        """All ways to go through some steps."""
        if not steps:
            yield env
            return
        step, rest = steps[0], steps[1:]
        if isinstance(step, o.Such):
            if self.value(step.args[0], env):
                yield from self.walk(rest, env)
        elif isinstance(step, o.Be):
            yield from self.walk(rest, {**env, step.args[0]: self.value(step.args[1], env)})
        else:
            target, domain = step.args
            for member in self.value(domain, env):
                yield from self.walk(rest, {**env, **dict(_assigned(target, member))})

    def gathered(self, obj: Any, env: Env) -> Any:
        """Everything that is found, put together as the object says."""
        found = (self.value(obj.args[0], inside) for inside in self.walk(obj.args[1:], env))
        return _GATHER[type(obj)](found)

    def named(self, obj: Any, env: Env) -> Any:
        """A body with names for values."""
        inside = next(self.walk(obj.args[1:], env))
        return self.value(obj.args[0], inside)

    # -- functions of the language

    def language(self, obj: Any, env: Env) -> Any:
        """A function that is kept by its name."""
        name, *arguments = obj.args
        if name.name == "nothing":
            return NOTHING
        if name.name == "sum over":
            body, *steps = arguments
            return sum((self.value(body, inside) for inside in self.walk(tuple(steps), env)), NOTHING)
        values = self.values(arguments, env)
        if name.name in self.compiler.functions:
            return recursive_value(self.compiler, name.name, values)
        return self._special(name.name, values)

    def _special(self, name: str, values: tuple[Any, ...]) -> Any:
        from heapwise.terms import digits

        special: dict[str, Callable[..., Any]] = {
            "options of": lambda game, at: game.options_as_values(at),
            "parts": lambda game, at: game.parts_as_values(at),
            "options": lambda position: FiniteSet(together(position, options)),
            digits.OPERATION: digits.positions,
            digits.LENGTH: lambda z: numbers.floor(z).bit_length(),
        }
        if name in special:
            return special[name](*values)
        if isinstance(self.schemas.get(name), Acceptor):
            return self.schemas[name].accepts(tuple(flat(values)))
        if name not in FUNCTIONS:
            raise NotExpressible(f"`{name}`")
        return apply(name, values)

    # -- positions

    def game(self, obj: Any, env: Env) -> Any:
        """A game with its arguments."""
        name, *arguments = obj.args
        if name.name == "this":
            return self.compiler.this
        values = self.values(arguments, env)
        if name.name == "+":
            return values[0] + values[1]
        return self.schemas[name.name].bind(values)

    def position(self, obj: Any, env: Env) -> Position:
        """A position of a game."""
        game, *components = self.values(obj.args, env)
        found: Position = game.position_of(tuple(components))
        return found

    def asked(self, obj: Any, env: Env) -> Any:
        """The value of a position."""
        question, position, *player = obj.args
        if question.name == "legal":
            return self._is_legal(position, env)
        found = self.value(position, env)
        if question.name == "terminal":
            return not options(found)
        if self.compiler.ask is None:
            raise NotExpressible(f"the value {question.name} of a position")
        return self.compiler.ask(question.name, found, self.value(player[0], env) if player else None)

    def _is_legal(self, position: Any, env: Env) -> bool:
        match position:
            case f.PositionOf():
                game, *components = self.values(position.args, env)
                return bool(game.has_legal(tuple(components)))
            case f.SumOfPositions():
                return False not in [self._is_legal(part, env) for part in position.args]  # all are looked at
        return self.value(position, env) is not None


def apply(name: str, values: tuple[Any, ...]) -> Any:
    """A function of the language applied to values."""
    types = tuple(Vector(NUMBER) if type(v) is tuple else NUMBER for v in values)
    return FUNCTIONS[name].implementation(types)(*values)


def _assigned(target: Any, value: Any) -> Iterator[tuple[Any, Any]]:
    if not isinstance(target, o.Row):
        yield target, value
        return
    if len(target.args) != len(value):
        raise UndefinedValue(f"{len(target.args)} names do not take apart what has {len(value)} parts")
    for part, entry in zip(target.args, value, strict=True):
        yield from _assigned(part, entry)


def _by(name: str) -> Callable[[ExactEvaluator, Any, Env], Any]:
    return lambda self, obj, env: apply(name, self.values(obj.args, env))


def _from_left(name: str) -> Callable[[ExactEvaluator, Any, Env], Any]:
    def total(self: ExactEvaluator, obj: Any, env: Env) -> Any:
        values = self.values(obj.args, env)
        if not values:
            return 0
        found = values[0]
        for value in values[1:]:
            found = apply(name, (found, value))
        return found

    return total


def _entries(name: str) -> Callable[[ExactEvaluator, Any, Env], Any]:
    """A function of all entries, and of a number behind them."""

    def value(self: ExactEvaluator, obj: Any, env: Env) -> Any:
        *entries, last = self.values(obj.args, env)
        if len(entries) == 1 and isinstance(entries[0], tuple):
            return apply(name, (entries[0], last))
        return apply(name, (tuple(entries), last))

    return value


def _power(self: ExactEvaluator, obj: Any, env: Env) -> Any:
    base, exponent = obj.args
    if exponent == sympy.Rational(1, 2):
        return numbers.sqrt(self.value(base, env))
    return numbers.power(self.value(base, env), self.value(exponent, env))


def _entry(self: ExactEvaluator, obj: Any, env: Env) -> Any:
    base, index = self.values(obj.args, env)
    return _picked(base, index, isinstance(obj, o.CyclicEntry))


def _picked(vector: Any, index: Any, cyclic: bool) -> Any:
    if isinstance(index, tuple) and len(index) == 2 and vector and isinstance(vector[0], tuple):
        return _picked(_picked(vector, index[0], cyclic), index[1], cyclic)
    if not isinstance(index, numbers.Number):
        return tuple(_picked(vector, i, cyclic) for i in index)
    if cyclic and vector:
        return vector[(numbers.whole(index) - 1) % len(vector)]
    if type(index) is int and 0 < index <= len(vector):
        return vector[index - 1]
    raise UndefinedValue(f"there is no component number {numbers.show(index)}, only 1 to {len(vector)}")


def _by_table(name: str) -> Callable[[Iterator[Any]], Any]:
    return lambda found: FUNCTIONS[name].apply(tuple(found))


_GATHER: dict[Any, Callable[[Iterator[Any]], Any]] = {
    o.All: all, o.Any_: any, o.Unique: lambda found: sum(list(found)) == 1, o.Count: lambda found: sum(list(found)),
    o.SumOver: lambda found: settled(sum(found)), o.SetOver: FiniteSet, o.ListOver: tuple,
    o.NimSumOver: _by_table("nimsum"), o.BitOrOver: _by_table("bitor"), o.BitAndOver: _by_table("bitand"),
    o.MinOver: _by_table("min"), o.MaxOver: _by_table("max"), o.MexOver: _by_table("mex"),
}  # fmt: skip

_VALUES: dict[Any, Callable[[ExactEvaluator, Any, Env], Any]] = {
    type(sympy.true): lambda self, obj, env: True, type(sympy.false): lambda self, obj, env: False,
    sympy.Add: _from_left("+"), sympy.Mul: _from_left("*"), sympy.Pow: _power, sympy.Mod: _by("mod"),
    sympy.floor: _by("floor"), sympy.ceiling: _by("ceil"), sympy.Abs: _by("abs"),
    sympy.Min: _by("min"), sympy.Max: _by("max"),
    sympy.Equality: _by("="), sympy.Unequality: _by("!="), sympy.StrictLessThan: _by("<"), sympy.LessThan: _by("<="),
    sympy.StrictGreaterThan: _by(">"), sympy.GreaterThan: _by(">="),
    f.NimSum: _by("nimsum"), f.NimProduct: _by("(*)"), f.DigitSum: _entries("nimsum"), f.KNimSum: _entries("knimsum"),
    f.BitAnd: _by("bitand"), f.BitOr: _by("bitor"), f.Bit: _by("bit"),
    f.TrailingOnes: _by("tail1"), f.V2: _by("v2"), f.Popcount: _by("popcount"), f.Mating: _by("mating"),
    f.Mex: _by("mex"),
    f.Gcd: _by("gcd"), f.Divides: _by("divides"), f.Congruent: _by("congruent"),
    f.Value: ExactEvaluator.asked, f.Outcome: ExactEvaluator.asked,
    f.PositionOf: ExactEvaluator.position, f.GameOf: ExactEvaluator.game,
    f.SumOfPositions: lambda self, obj, env: sum(self.values(obj.args, env), NOTHING),
    o.AndThen: ExactEvaluator.all_hold, o.OrElse: ExactEvaluator.some_hold, o.IfThen: ExactEvaluator.implied,
    o.SameTruth: ExactEvaluator.alike,
    o.Opposite: lambda self, obj, env: operator.not_(self.value(obj.args[0], env)),
    o.NumberIf: ExactEvaluator.chosen, o.TruthIf: ExactEvaluator.chosen, o.ThingIf: ExactEvaluator.chosen,
    o.Iverson: lambda self, obj, env: int(self.value(obj.args[0], env)),
    o.FromTo: _by(".."), o.Members: _by("{}"), o.Without: _by("\\"), o.Joined: _by("|"), o.Common: _by("&"),
    o.IsIn: _by("in"), o.NotIn: _by("not in"), o.Same: _by("="), o.Differ: _by("!="),
    o.Row: lambda self, obj, env: self.values(obj.args, env), o.Entry: _entry,
    o.NumberFunction: ExactEvaluator.language, o.TruthFunction: ExactEvaluator.language,
    o.ThingFunction: ExactEvaluator.language,
    o.NumberWhere: ExactEvaluator.named, o.TruthWhere: ExactEvaluator.named, o.ThingWhere: ExactEvaluator.named,
    **dict.fromkeys(o.GATHERED.values(), ExactEvaluator.gathered),
}  # fmt: skip
