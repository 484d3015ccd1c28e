"""Names: what each one stands for at a place of the text, and the slots of the frame that hold values."""

from collections.abc import Iterator

from heapwise.lang import nodes
from heapwise.numbers import Acceptor
from heapwise.records import Record, dataclass, field
from heapwise.terms.term import AnyTerm, Recursive, walk
from heapwise.terms.types import Type


class Slot(Record):
    """A parameter, a component, a bound variable."""

    number: int
    type: Type


class StandIn(Record):
    """The argument of a `let`, where it is simple enough to stand in for the name."""

    term: AnyTerm


class Definition(Record):
    """A `let`. Its body is resolved where it was written, not where it is used."""

    node: nodes.Let
    scope: "Scope"
    is_recursive: bool = False


class Declared(Record):
    """The name of an automaton: the set that it describes."""

    acceptor: Acceptor


Meaning = Slot | StandIn | Definition | Declared


@dataclass
class SlotCounter:
    """Counts the slots that the terms of one game or one claim need."""

    size: int = 0
    functions: dict[str, tuple[tuple[int, ...], AnyTerm]] = field(default_factory=dict)
    given: dict[int, AnyTerm] = field(default_factory=dict)  # what slots stand for, as far as the text says it
    terms: int = 0
    level: int = 0  # how deep the term that is being made is nested, definitions put in

    def new_slot(self) -> int:
        """A slot that nothing else uses."""
        self.size += 1
        return self.size - 1

    def walk(self, term: AnyTerm) -> Iterator[AnyTerm]:
        """A term and all terms below it, also in definitions that speak of themselves."""
        waiting, named = [term], set[str]()
        for one in waiting:
            for part in walk(one):
                yield part
                if isinstance(part, Recursive) and part.name not in named:
                    named.add(part.name)
                    waiting.append(self.functions[part.name][1])


class Scope:
    """Names in force, with those of the scope around it."""

    def __init__(self, outer: "Scope | None" = None) -> None:
        self._outer = outer
        self._names: dict[str, Meaning] = {}

    def find(self, name: str) -> Meaning | None:
        """What a name stands for here."""
        scope: Scope | None = self
        while scope is not None:
            if name in scope._names:
                return scope._names[name]
            scope = scope._outer
        return None

    def add(self, name: str, meaning: Meaning) -> None:
        """Give a name a meaning here."""
        self._names[name] = meaning

    def names(self) -> Iterator[str]:
        """All names in force."""
        yield from self._names
        if self._outer is not None:
            yield from self._outer.names()
