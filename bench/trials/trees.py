"""Expressions as trees: the text of each, and its value by docs/language.md alone, without a line of heapwise.

A value is a number (`roots`), a truth value, a tuple for vectors and tuples, a frozenset, or a set without end. What
has none raises `NoValue`; `Unsure` is what is too much to be looked at here, or is not said by the language.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from trials.roots import NoValue, Number, Root, Unsure, ceil, order, ordered

_MOST_STEPS = 4_000
_MOST_MEMBERS = 500
FAR = 70  # digits of a number, at most


@dataclass
class Work:
    """What one evaluation has done so far."""

    steps: int = 0
    values: dict[Any, Any] = field(default_factory=dict)  # of definitions that speak of themselves


@dataclass(frozen=True)
class Env:
    """What names stand for."""

    names: Mapping[str, Any]
    work: Work

    def having(self, name: str, value: Any) -> Env:
        """One name more."""
        return Env({**self.names, name: value}, self.work)

    def step(self) -> None:
        """Count some work."""
        self.work.steps += 1
        if self.work.steps > _MOST_STEPS:
            raise Unsure("too much to go through")


Run = Callable[[Env, "tuple[Node, ...]"], Any]


@dataclass(frozen=True)
class Let:
    """A definition."""

    name: str
    parameters: tuple[str, ...]
    body: Node
    is_recursive: bool = False

    @property
    def text(self) -> str:
        """As it is written."""
        arguments = f"({', '.join(self.parameters)})" if self.parameters else ""
        return f"let {self.name}{arguments} = {self.body.text}"


@dataclass(frozen=True)
class Node:
    """A part of an expression: its construct, what kind of value it has, and how it is written and evaluated."""

    word: str
    kind: str
    pattern: str
    parts: tuple[Node, ...] = ()
    run: Run = lambda env, parts: None
    let: Let | None = None
    name: str = ""

    @cached_property
    def text(self) -> str:
        """As it is written."""
        return self.pattern.format(*(part.text for part in self.parts))

    def value(self, env: Env) -> Any:
        """Its value."""
        env.step()
        found = self.run(env, self.parts)
        if isinstance(found, frozenset) and len({member.d for member in found if isinstance(member, Root)}) > 1:
            raise Unsure("two different roots")
        return found

    @cached_property
    def uses(self) -> frozenset[str]:
        """The names in it."""
        inner = self.let.body.uses if self.let is not None else frozenset()
        return frozenset([self.name]).union(inner, *(part.uses for part in self.parts))

    def all(self) -> Iterator[Node]:
        """This and all that is in it, definitions as well."""
        yield self
        for part in (*self.parts, *([self.let.body] if self.let is not None else [])):
            yield from part.all()

    def having(self, i: int, part: Node) -> Node:
        """With another part."""
        return replace(self, parts=(*self.parts[:i], part, *self.parts[i + 1 :]))


def lets_of(*nodes: Node) -> list[Let]:
    """The definitions that some expressions use, each once."""
    found = {part.let.name: part.let for node in nodes for part in node.all() if part.let is not None}
    return list(found.values())


def value_of(node: Node, names: Mapping[str, Any]) -> Any:
    """The value where names stand for these."""
    return node.value(Env(names, Work()))


NONE, UNSURE = "no value", "unsure"


def outcome(node: Node, names: Mapping[str, Any]) -> object:
    """The value, or that there is none."""
    try:
        return value_of(node, names)
    except NoValue:
        return NONE
    except (Unsure, RecursionError):
        return UNSURE


def strict(function: Callable[..., Any]) -> Run:
    """A function of the values of all parts."""
    return lambda env, parts: function(*[part.value(env) for part in parts])


# ------------------------------------------------------------------------------------------------------- leaves


def constant(value: int) -> Node:
    """A number as it is written."""
    return Node("constant", "N", str(value), (), lambda env, parts: value)


def variable(name: str, kind: str, text: str = "") -> Node:
    """A name."""
    shown = (text or name).replace("{", "{{")
    return Node("name", kind, shown, (), lambda env, parts: env.names[name], name=name)


# --------------------------------------------------------------------------------------------------------- sets


@dataclass(frozen=True)
class Endless:
    """A set without end: from `low` on, less what is removed, and of these only what is kept."""

    low: int
    removed: tuple[Any, ...] = ()
    kept: tuple[Any, ...] = ()

    def has(self, value: Any) -> bool:
        """Is it a member?"""
        inside = isinstance(value, int) and value >= self.low
        return inside and not any(has(s, value) for s in self.removed) and all(has(s, value) for s in self.kept)


def has(members: Any, value: Any) -> bool:
    """Is it a member of a set?"""
    if isinstance(members, range):
        return isinstance(value, int) and value in members
    return members.has(value) if isinstance(members, Endless) else value in members


def between(low: Any, high: Any) -> Any:
    """`low..high`; the members of a long range are not listed."""
    if isinstance(high, tuple):
        lows = low if isinstance(low, tuple) else (low,) * len(high)
        if len(lows) != len(high):
            raise NoValue("ends of different lengths")
        found: list[tuple[Any, ...]] = [()]
        for side in map(between, lows, high):
            found = [(*vector, entry) for vector in found for entry in ordered(listed(side))]
            if len(found) > _MOST_MEMBERS:
                raise Unsure("a large set")
        return frozenset(found)
    if isinstance(low, tuple):
        raise NoValue("a range from a vector to a number")
    if not isinstance(low, int) or not isinstance(high, int):
        raise NoValue("an end that is not whole")
    long = range(low, high + 1)
    return long if high - low > _MOST_MEMBERS else frozenset(long)


def listed(members: Any) -> frozenset[Any]:
    """The members of a finite set."""
    if isinstance(members, range | Endless):
        raise Unsure("a large set")
    found: frozenset[Any] = members
    return found


# ------------------------------------------------------------------------------------------------------ binders


@dataclass(frozen=True)
class Step:
    """`names in part`, `name = part`, or a condition; a name may be a pair of names."""

    sign: str
    names: tuple[str | tuple[str, str], ...]
    part: int


def walk(env: Env, steps: tuple[Step, ...], parts: tuple[Node, ...]) -> Iterator[Env]:
    """Every choice of names, in order; conditions as early as their names are known."""
    single = [Step(s.sign, (name,), s.part) for s in steps if s.sign != "where" for name in s.names]
    bound = [_names(step) for step in single]
    all_names = frozenset[str]().union(*bound)
    after: list[list[Node]] = [[] for _ in range(len(single) + 1)]
    for step in steps:
        if step.sign == "where":
            missing, at = parts[step.part].uses & all_names, 0
            while missing:
                missing, at = missing - bound[at], at + 1
            after[at].append(parts[step.part])
    yield from _from(env, single, after, parts, 0)


def _names(step: Step) -> frozenset[str]:
    (name,) = step.names
    return frozenset(name if isinstance(name, tuple) else (name,))


def _from(env: Env, steps: list[Step], after: list[list[Node]], parts: tuple[Node, ...], i: int) -> Iterator[Env]:
    env.step()
    if not all(guard.value(env) for guard in after[i]):
        return
    if i == len(steps):
        yield env
        return
    step = steps[i]
    (name,) = step.names
    found = parts[step.part].value(env)
    if step.sign == "=":
        assert isinstance(name, str)
        yield from _from(env.having(name, found), steps, after, parts, i + 1)
        return
    members = ordered(listed(found))
    env.work.steps += len(members) // 4
    for member in members:
        if isinstance(name, str):
            inner = env.having(name, member)
        else:
            if len(member) != 2:
                raise NoValue("no pair")
            inner = env.having(name[0], member[0]).having(name[1], member[1])
        yield from _from(inner, steps, after, parts, i + 1)


def gathering(finish: Callable[[list[Any]], Any], steps: tuple[Step, ...]) -> Run:
    """What is made of the values of the first part, for all choices."""
    return lambda env, parts: finish([parts[0].value(inner) for inner in walk(env, steps, parts)])


def quantifier(word: str, steps: tuple[Step, ...]) -> Run:
    """`all` and `any` look no further than they have to."""
    some = any if word == "any" else all
    return lambda env, parts: some(parts[0].value(inner) for inner in walk(env, steps, parts))


def endless(word: str, name: str) -> Run:
    """`any(part 0 for name in part 1..)`: nothing in the texts of these trials changes farther out."""

    def run(env: Env, parts: tuple[Node, ...]) -> bool:
        low = parts[1].value(env)
        if not isinstance(low, int):
            raise NoValue("an end that is not whole")
        some = any if word == "any" else all
        return some(parts[0].value(env.having(name, e)) for e in range(low, max(low, 0) + _far(env, parts[0])))

    return run


def _far(env: Env, body: Node) -> int:
    """How far to look: past all digits, and past what a position is compared with."""
    found = FAR
    for part in body.all():
        if part.word == "end of positions":
            try:
                found = max(found, FAR + ceil(part.parts[1].value(env)))
            except NoValue:
                continue
    if found > _MOST_STEPS // 2:
        raise Unsure("too far")
    return found


# -------------------------------------------------------------------------------------------------- definitions


def call(let: Let, arguments: tuple[Node, ...], kind: str) -> Node:
    """A definition where it is used."""
    shown = f"{let.name}({', '.join('{}' for _ in arguments)})" if arguments else let.name
    word = "recursion" if let.is_recursive else "let with parameters" if arguments else "let"
    return Node(word, kind, shown, arguments, _recursive(let) if let.is_recursive else _called(let), let=let)


def _called(let: Let) -> Run:
    """Arguments have a value, all of them; where one has none and is not looked at, the language says nothing."""

    def run(env: Env, parts: tuple[Node, ...]) -> Any:
        inner = env
        try:
            for name, part in zip(let.parameters, parts, strict=True):
                inner = inner.having(name, part.value(env))
        except NoValue:
            raise Unsure("an argument without a value") from None
        return let.body.value(inner)

    return run


_PENDING = object()


def _recursive(let: Let) -> Run:
    """Every value is found once; one that needs itself has none."""

    def run(env: Env, parts: tuple[Node, ...]) -> Any:
        arguments = tuple(part.value(env) for part in parts)
        key, values = (let.name, arguments), env.work.values
        if key not in values:
            values[key] = _PENDING
            try:
                values[key] = let.body.value(Env(dict(zip(let.parameters, arguments, strict=True)), env.work))
            except RecursionError:
                raise Unsure("too deep") from None
        if values[key] is _PENDING:
            raise NoValue("it needs itself")
        return values[key]

    return run


def least(members: list[Any]) -> Number:
    """The least of some numbers."""
    return _extreme(members, -1)


def greatest(members: list[Any]) -> Number:
    """The greatest of some numbers."""
    return _extreme(members, 1)


def _extreme(members: list[Any], direction: int) -> Number:
    if not members:
        raise NoValue("of nothing")
    found: Number = members[0]
    for member in members[1:]:
        found = member if order(member, found) == direction else found
    return found
