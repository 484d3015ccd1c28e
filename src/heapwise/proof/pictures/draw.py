"""An automaton as a picture, and that of a claim."""

from collections.abc import Collection, Iterator, Mapping
from math import hypot
from string import ascii_uppercase
from textwrap import wrap

from heapwise.claims.instances import Instance
from heapwise.claims.task import Unsuitable
from heapwise.errors import error
from heapwise.pictures.colours import INK, PAPER, SOFT
from heapwise.pictures.picture import Picture
from heapwise.pictures.scene import Circle, Line, Point, Scene, Shape, Text, width_of, wrapped
from heapwise.pictures.sheet import Captions, headed
from heapwise.proof.automata import Automaton
from heapwise.proof.claim_forms import names_p_positions
from heapwise.proof.claimed import ClaimedFormula, claimed
from heapwise.proof.pictures.arrows import RADIUS, Router, head
from heapwise.proof.pictures.labels import LetterColumn, label
from heapwise.proof.pictures.layers import Arrow, layers, places
from heapwise.records import Record


def automaton_of(instance: Instance) -> Picture:
    """The least automaton of what a claim says; what cannot be expressed by one is refused, by name."""
    try:
        found = claimed(instance)
        automaton = found.automaton()
    except Unsuitable as obstacle:
        raise error("E351", None, help="automaton", claim=instance.claim.name, reason=obstacle.reason) from None
    names = tuple(found.names[track] for track in automaton.tracks)
    title = f"{instance.claim.name} of {instance.game}"
    return drawn(Sheet(automaton, names, title, tuple(_notes(instance, found))))


def _notes(instance: Instance, found: ClaimedFormula) -> Iterator[str]:
    play = "" if instance.claim.play.is_normal else f"under {instance.claim.play.name}: "
    yield play + instance.stated
    if found.digits.are_fibonacci:
        yield "Digits weigh 1, 2, 3, 5, 8, ..., the Fibonacci numbers; no number has two ones side by side."
    if names_p_positions(instance.claim, instance.known):
        yield "Accepted are the positions that are P by the claim."
    elif not found.is_graph:
        yield "Accepted are the positions that the claim names."
    else:
        value = "2 to the power of the value" if found.is_power else "the value"
        yield f"Accepted are the positions together with g, {value} that the claim gives them."


MOST_STATES = 30
_MOST_TRACKS = 7
_FEW = 3  # up to so many states those that accept or reject everything are drawn as well
_ACROSS, _DOWN = 150.0, 104.0
_LEFT, _MARGIN, _LEAST_WIDTH = 88.0, 72.0, 460.0
_LINE = 13  # characters of a label in one line
_LONG, _SHORT, _MANY = 26, 18, 24  # characters of a label that is drawn at all; fewer where there are many arrows
_SLOPE = 0.25  # where layers are high, they stand further apart


class Sheet(Record):
    """What is drawn: the automaton, the names of its tracks, and what is to be said of it."""

    automaton: Automaton
    names: tuple[str, ...]
    title: str
    notes: tuple[str, ...]


def drawn(sheet: Sheet) -> Picture:
    """The picture; refused if there are too many states for it to be read."""
    shape = sheet.automaton.shape
    ends = shape.absorbing() if shape.states > _FEW else {}
    states = [s for s in range(shape.states) if s not in ends.values() or s == 0]
    if len(states) > MOST_STATES or shape.arity > _MOST_TRACKS:
        raise error("E352", None, states=shape.states, tracks=shape.arity, most=MOST_STATES, few=_MOST_TRACKS)
    texts = _labels(sheet.automaton, {*states, *(s for accepts, s in ends.items() if accepts)})
    key = _key(texts.values())
    words = {arrow: wrap(key.get(text, text), _LINE, break_long_words=False) for arrow, text in texts.items()}
    arrows = {arrow: lines for arrow, lines in words.items() if set(arrow) <= set(states)}
    exits = {source: lines for (source, target), lines in words.items() if source in states and target not in states}
    found = layers(states, set(arrows))
    where = places(found, max(_across(words), _SLOPE * _DOWN * max(map(len, found))), _DOWN)
    return _Drawing(sheet, where, arrows, exits, _words(sheet, ends), key).picture()


def _key(texts: Collection[str]) -> dict[str, str]:
    """Letters that stand for long labels; what they mean is written below the states."""
    most = _LONG if len(texts) <= _MANY else _SHORT
    long = sorted({text for text in texts if len(text) > most})
    letters = (f"{letter}{again or ''}" for again in range(10) for letter in ascii_uppercase)
    return dict(zip(long, letters, strict=False))


def _across(words: Mapping[Arrow, list[str]]) -> float:
    """Longer labels need layers that stand further apart."""
    longest = max((width_of(line, 11) for lines in words.values() for line in lines), default=0.0)
    return max(_ACROSS, longest + 3.4 * RADIUS)


def _words(sheet: Sheet, ends: Mapping[bool, int]) -> Captions:
    numeration = sheet.automaton.shape.numeration
    first = "units" if numeration.is_lsd else "highest digits"
    notes = [*sheet.notes, f"A column has a digit of each of {', '.join(sheet.names)}; the {first} come first."]
    if True in ends:
        notes.append("At a small double circle the word is accepted, however it goes on.")
    if False in ends:
        notes.append("Where there is no arrow, it is rejected, however it goes on.")
    found = f"{sheet.title}. An automaton with {sheet.automaton.states} states. {' '.join(notes)}"
    return Captions(sheet.title, tuple(notes), found)


def _labels(automaton: Automaton, kept: Collection[int]) -> dict[Arrow, str]:
    """The label of every arrow."""
    shape = automaton.shape
    columns: dict[Arrow, list[LetterColumn]] = {}
    for state in sorted(kept):
        for letter in range(shape.numeration.letters(shape.arity)):
            target = shape.step(state, letter)
            if target in kept:
                columns.setdefault((state, target), []).append(shape.numeration.digits(letter, shape.arity))
    base = shape.numeration.base
    return {arrow: label(found, base) for arrow, found in columns.items()}


class _Drawing(Record):
    sheet: Sheet
    where: Mapping[int, Point]
    arrows: Mapping[Arrow, list[str]]
    exits: Mapping[int, list[str]]
    words: Captions
    key: Mapping[str, str]

    def picture(self) -> Picture:
        """Title, lines, states, and labels above all."""
        top = min(y for _, y in self.where.values())
        width = max(_LEAST_WIDTH, max(x for x, _ in self.where.values()) + _LEFT + _MARGIN)
        title, start = headed(self.words, width - 40)
        moved = {state: (x + _LEFT, y - top + start + _MARGIN) for state, (x, y) in self.where.items()}
        height = max(y for _, y in moved.values()) + _MARGIN + 14
        scene = Scene(width, height, self.words.title, self.words.description, title)
        lines, labels = self._routed(Router(moved, (4, start, width - 4, height - 4)))
        scene.add(*lines, *_states(self.sheet.automaton, moved), *labels)
        for text, letter in self.key.items():
            for line in wrapped(f"{letter}: {text}", 11, 0.88 * width - 40):
                scene.add(Text(20, scene.height, line, 11, SOFT))
                scene.height += 16
        return Picture(scene)

    def _routed(self, router: Router) -> tuple[list[Shape], list[Shape]]:
        """Loops first, for they have few places to go; exits before long ways."""
        lines: list[Shape] = []
        labels: list[Shape] = []
        loops = [arrow for arrow in self.arrows if arrow[0] == arrow[1]]
        others = sorted(set(self.arrows) - set(loops), key=lambda arrow: (self._length(arrow), arrow))
        found = [router.arrow(*arrow, self.arrows[arrow]) for arrow in loops]
        found += [router.exit(source, words) for source, words in self.exits.items()]
        found += [router.arrow(*arrow, self.arrows[arrow]) for arrow in others]
        for line, label_shapes in found:
            lines += line
            labels += label_shapes
        return lines, labels

    def _length(self, arrow: Arrow) -> float:
        (x, y), (u, v) = (self.where[state] for state in arrow)
        return hypot(u - x, v - y)


def _states(automaton: Automaton, where: Mapping[int, Point]) -> Iterator[Shape]:
    x, y = where[0]
    start = ((x - RADIUS - 30, y), (x - RADIUS - 20, y), (x - RADIUS - 2, y))
    yield Line(start, INK, 1.1)
    yield head(start)
    for state, (x, y) in where.items():
        yield Circle(x, y, RADIUS, PAPER, INK, 1.3)
        if automaton.shape.accepting[state]:
            yield Circle(x, y, RADIUS - 4, None, INK, 1.1)
        yield Text(x, y, str(state), 12, INK, "middle")
