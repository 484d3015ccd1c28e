"""Random statements about the positions of a game, said twice. `e["?"]` answers what only a game can say."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from trials.naive import Naive
from trials.rules import Rules
from trials.said import Said, State, Words, condition, constant, natural, put


@dataclass(frozen=True)
class Answers:
    """What a game says of its positions, by the definition."""

    rules: Rules
    grundy: Naive
    seat: Naive
    remoteness: Naive

    @classmethod
    def of(cls, rules: Rules, play: str, seats: State) -> Answers:
        """Under a play: `normal`, `misere` or a preference."""
        prefix = "misere " if play == "misere" else ""
        kinds = (prefix + "grundy", ()), ("seats", seats), (prefix + "remoteness", ())
        return cls(rules, *(Naive(rules.options, kind, order) for kind, order in kinds))

    def is_previous(self, x: State) -> bool:
        """Two players: has the one who is to move lost?"""
        return bool(self.seat.of(x) != self.seat.seats[0])

    def options(self, x: State) -> list[State]:
        """The options of a position."""
        return [option for (option,) in self.rules.options(x)]


def _asked(text: str, function: Callable[[Answers, State], object]) -> Said:
    return Said(text, lambda x, e: function(e["?"], x))


def statement(source: Random, rules: Rules, words: Words, play: str) -> Said:
    """Something that is sometimes true."""
    if play not in ("normal", "misere"):
        return _of_seats(source, rules, words)
    here = rules.layout.position
    value = _asked(f"G({here})", lambda a, x: a.grundy.of(x))
    number, some = natural(source, words, 2), condition(source, words, 1)
    number = put("bitand({}, 3)", lambda v: v & 3, number) if source.randrange(2) else number
    forms: list[tuple[str, Callable[[], Said]]] = [
        ("G = formula", lambda: put("{} = {}", int.__eq__, value, number)),
        ("G = formula", lambda: put("{} = {}", int.__eq__, value, number)),
        ("P iff", lambda: put("{} iff {}", lambda a, b: a == bool(b), _previous(here), some)),
        ("N iff", lambda: put("{} iff {}", lambda a, b: a != bool(b), _next(here), some)),
        ("P implies", lambda: put("{} or not ({})", lambda a, b: a or not b, _previous(here), some)),
        ("R", lambda: put("{} <= {}", int.__le__, _asked(f"R({here})", lambda a, x: a.remoteness.of(x)[1]), number)),
        ("G relation", lambda: put("{} < {}", int.__lt__, value, put("{} + 2", lambda v: v + 2, number))),
        ("options", lambda: _of_options(source, here)),
        ("terminal", lambda: put("not {} or ({})", lambda a, b: b or not a, _ended(here), some)),
        ("W", lambda: put("{} = {}", int.__eq__, _seat(here), constant(source.randrange(2)))),
    ]  # fmt: skip
    word, form = source.choice(forms)
    words.met.append(word)
    return form()


def _of_seats(source: Random, rules: Rules, words: Words) -> Said:
    words.met.append("W of three")
    wanted, some = constant(source.randrange(3)), condition(source, words, 1)
    return put("({} = {}) iff ({})", lambda v, n, c: (v == n) == bool(c), _seat(rules.layout.position), wanted, some)


def _seat(here: str) -> Said:
    return _asked(f"W({here})", lambda a, x: a.seat.of(x))


def _previous(here: str) -> Said:
    return _asked(f"P({here})", lambda a, x: a.is_previous(x))


def _next(here: str) -> Said:
    # N is said of what P is not; the meaning is turned in the form.
    return _asked(f"N({here})", lambda a, x: a.is_previous(x))


def _ended(here: str) -> Said:
    return _asked(f"terminal({here})", lambda a, x: not a.options(x))


def _of_options(source: Random, here: str) -> Said:
    """What is true of all options, of some, of a number of them; some of it always."""
    most = source.randrange(4)
    return source.choice([
        _asked(f"all(G(y) != G({here}) for y in options({here}))",
               lambda a, x: all(a.grundy.of(y) != a.grundy.of(x) for y in a.options(x))),
        _asked(f"P({here}) iff all(N(y) for y in options({here}))",
               lambda a, x: a.is_previous(x) == all(not a.is_previous(y) for y in a.options(x))),
        _asked(f"count(P(y) for y in options({here})) <= {most}",
               lambda a, x: sum(a.is_previous(y) for y in a.options(x)) <= most),
        _asked(f"len(options({here})) >= {most}", lambda a, x: len(a.options(x)) >= most),
        _asked(f"any(G(y) = {most} for y in options({here})) iff G({here}) > {most}",
               lambda a, x: any(a.grundy.of(y) == most for y in a.options(x)) == (a.grundy.of(x) > most)),
    ])  # fmt: skip
