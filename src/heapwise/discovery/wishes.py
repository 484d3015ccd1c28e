"""What a search is asked for, and how much it may do: counted in states and terms, so that it ends alike everywhere."""

from collections.abc import Callable, Iterable
from math import isqrt

from heapwise.engine.memory import Memory
from heapwise.errors import error
from heapwise.fitting.sketch import Sketch
from heapwise.fitting.trees import first_strange
from heapwise.lang import nodes, parse_expression
from heapwise.questions import read_play
from heapwise.records import Record, field, replace
from heapwise.reference.conventions import NORMAL, Play
from heapwise.source import Source

LETTERS = "PGW"


def _nothing(stage: str = "") -> None:
    pass


class Wishes(Record):
    """The plays, the questions among P, G and W, and the limits of one search. `tell` hears of every stage."""

    plays: tuple[Play, ...] = ()
    letters: frozenset[str] = frozenset(LETTERS)
    states: int = 1_000
    terms: int | None = None
    seed: int = 0
    has_library: bool = True
    has_families: bool = True  # of one game, formulas in its parameters, too
    sketch: Sketch | None = None  # of the formulas that are looked for, if only such are
    memory: Memory = field(default_factory=Memory)
    tick: Callable[[], None] = _nothing
    tell: Callable[[str], None] = _nothing

    @property
    def text(self) -> str:
        """The wishes in letters, the same in every process; who is told while it goes on does not matter."""
        limits = (self.states, self.terms, self.seed, self.has_library, self.has_families, self.memory.most)
        return repr((self.plays, sorted(self.letters), limits, self.sketch))

    @property
    def joined_terms(self) -> int | None:
        """How many terms are joined with one another, so that about so many terms are offered in all."""
        return None if self.terms is None else max(2, isqrt(self.terms // 3))


def wishes_of(words: Iterable[str], **limits: object) -> Wishes:
    """`P`, `G`, `W` and plays, as people type them."""
    letters, plays = set[str](), list[Play]()
    for word in words:
        if word.strip().upper() in LETTERS and len(word.strip()) == 1:
            letters.add(word.strip().upper())
        else:
            plays.append(read_play(word))
    known = Wishes(tuple(plays), frozenset(letters) or frozenset(LETTERS))
    return replace(known, **limits)  # type: ignore[arg-type]


def with_sketch(wishes: Wishes, text: str | None) -> Wishes:
    """Wishes for formulas of one form, `G(a, b) = ?c * a + ?f(a, b)` or `P(a, b) iff a mod ?c = ?d`, and no others."""
    if text is None:
        return wishes
    tree = parse_expression(Source("<sketch>", text))
    match tree:
        case nodes.Chain(operators=("=",), operands=(nodes.Call(function=nodes.Name(name="G")), right)):
            letter, sketch = "G", Sketch.of(right)
        case nodes.Infix(operators=("iff",), operands=(nodes.Call(function=nodes.Name(name="P")), right)):
            letter, sketch = "P", Sketch.of(right)
        case _:
            raise error("E094", None, sketch=text)
    if sketch is None:
        raise error("E094", None, sketch=text)
    strange = first_strange(right)
    if strange is not None:
        raise error("E095", None, part=strange, sketch=text)
    return replace(wishes, sketch=sketch, letters=frozenset(letter), plays=wishes.plays or (NORMAL,))
