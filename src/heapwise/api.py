"""The Python face: games as objects, positions as tuples.

>>> moore = game("moore(n=3, k=2)")
>>> moore.outcome((1, 2, 3))
'N'
>>> moore.options((0, 0, 1))
[(0, 0, 0)]
"""

from __future__ import annotations

import errno
import operator
import os
import re
import reprlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from heapwise.documents.library import Document, game_named, library, opened
from heapwise.documents.search import document_at, shelf
from heapwise.errors import HeapwiseError, error
from heapwise.questions import Answers, position_from, read_play
from heapwise.questions.answers import OutcomeValue
from heapwise.questions.positions import own_state
from heapwise.reference.conventions import Play
from heapwise.rules.game import Game as OneGame
from heapwise.rules.game import Rules
from heapwise.rules.heading import Parameter
from heapwise.rules.schema import Schema
from heapwise.terms.evaluate import options
from heapwise.terms.position import Component, Position
from heapwise.terms.types import CODE, GAME, Set
from heapwise.terms.values import Code

if TYPE_CHECKING:
    from heapwise.claims.claim import Claim
    from heapwise.explorer import Explorer
    from heapwise.pictures import Picture
    from heapwise.tables import Table

_TEXT = re.compile(r"(?m)^\s*(language|game|claims)\s|\n")
_NO_POSITION = ("E026", "E027", "E304")  # outside of ranges or `legal`, of another length, not made of integers


@dataclass(frozen=True)
class Sum:
    """A position that is a sum: its components, each a game and a position in it. The empty sum is the ended game."""

    components: tuple[Part, ...]

    def __str__(self) -> str:
        return " + ".join(map(str, self.components)) or "nothing"

    def __iter__(self) -> Iterator[Part]:
        return iter(self.components)

    def __len__(self) -> int:
        return len(self.components)


class Part(NamedTuple):
    """One component of a sum."""

    game: Game
    position: tuple[Any, ...]

    def __str__(self) -> str:
        return f"{self.game}({', '.join(map(str, self.position))})"


class Game:
    """A game with its parameters. Positions are tuples of integers, with a tuple for each row; a position of a sum of
    games is a tuple of positions; one heap may be a number."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._answers: dict[Play, Answers] = {}

    @property
    def name(self) -> str:
        """The game as an expression of the language."""
        return self.rules.text

    def options(self, position: Any) -> list[Any]:
        """All options, in order: positions of this game as tuples, others as `Sum`."""
        return [self._plain(option) for option in sorted(options(self._position(position)))]

    def is_legal(self, position: Any) -> bool:
        """Is there such a position?"""
        try:
            self._position(position)
        except HeapwiseError as problem:
            if problem.code in _NO_POSITION:
                return False
            raise  # whether there is one has no value, or met a limit
        return True

    def grundy(self, position: Any) -> int:
        """The Grundy value."""
        return self._asked("normal").grundy(self._position(position))

    def outcome(self, position: Any, play: str | Play = "normal") -> OutcomeValue:
        """`"P"` or `"N"`; with more than two players the seat, counted from the player to move, that moves last."""
        return self._asked(play).outcome(self._position(position))

    def remoteness(self, position: Any, play: str | Play = "normal") -> int:
        """The number of moves left if the winner hurries and the loser delays."""
        return self._asked(play).remoteness(self._position(position))

    def winning_moves(self, position: Any, play: str | Play = "normal", player: int | None = None) -> list[Any]:
        """The options that win; with more than two players those that bring the best outcome. Where every player has an
        order of his own, those that `player` likes best if he is to move."""
        where, answers = self._position(position), self._asked(play)
        found = sorted(options(where))
        if not answers.play.has_orders:
            return [self._plain(p) for p in answers.winning(where, found)]
        if player is None or player not in range(answers.play.players):
            raise error("E039", None, help="player", question="winning_moves", play=answers.play.name)
        return [self._plain(p) for p in answers.best_moves(player, where, found)]

    def table(
        self, upto: int | Mapping[str, int], *, want: str = "grundy", play: str | Play = "normal",
        fix: Mapping[str, int] | None = None, memory: float | None = None,
    ) -> Table:  # fmt: skip
        """The values of all positions with components up to a bound; `want` is grundy, outcome, p or remoteness. What
        needs more than `memory` bytes, 2 GiB unless they are given, is refused before it is begun."""
        from heapwise.engine.memory import Memory, size_text
        from heapwise.tables import WANTS, compute
        from heapwise.tables.estimate import Estimate, check_memory

        if want not in WANTS:
            raise error("E319", None, want=want, known=", ".join(WANTS))
        plan = Estimate(self.rules, _bounds(upto), _bounds(fix or {}), read_play(play), want)
        allowed = Memory() if memory is None else Memory(memory)
        check_memory(plan, allowed.most, size_text)
        return compute(plan.rules, plan.box, want, plan.play, memory=allowed)

    def explore(self, upto: int | Mapping[str, int] | None = None, *, play: str | Play = "normal") -> Explorer:
        """A board on which one walks from position to position and plays, for a notebook or (`.save`) as a page."""
        from heapwise.explorer import Explorer, board_of

        bounds = None if upto is None else _bounds(upto)
        found = board_of(self.rules, read_play(play), bounds) if isinstance(self.rules, OneGame) else None
        if found is None:
            raise error("E368", None, game=self.name)
        return Explorer([found])

    def difference(self, claim: str, upto: int | Mapping[str, int], *, fix: Mapping[str, int] | None = None) -> Picture:
        """A picture of where a claim of the library about this game differs from the truth."""
        from heapwise.checks.difference_picture import difference
        from heapwise.tables import box

        return difference(self.rules, claim, box(self.rules, _bounds(upto), _bounds(fix or {})))

    def automaton(self, claim: str) -> Picture:
        """A picture of the automaton of a claim of the library about this game."""
        from heapwise.claims.named_instance import instance_about
        from heapwise.proof.pictures import automaton_of

        return automaton_of(instance_about(self.rules, claim))

    def _asked(self, play: str | Play) -> Answers:
        convention = read_play(play)
        return self._answers.setdefault(convention, Answers(convention))

    def _position(self, value: Any) -> Position:
        return position_from(self.rules, _inside(value))

    def _plain(self, position: Position) -> Any:
        component = own_state(self.rules, position)
        return _sum(position) if component is None else _tuple(component)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self.rules is other.rules

    def __hash__(self) -> int:
        return hash(self.rules)

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"game({self.name!r})"

    def _repr_html_(self) -> str:
        """What a notebook shows: the name, and the rules as they are written."""
        from heapwise.html import join, tag

        text = source_text(self.rules.schema) if isinstance(self.rules, OneGame) else ""
        return join(tag("strong", self.name), tag("pre", text))


def _inside(value: Any) -> Any:
    """Sums as positions of the rules room, at any depth."""
    if isinstance(value, Sum):
        return Position.of(c for part in value for c in part.game._position(part.position))
    return tuple(map(_inside, value)) if isinstance(value, tuple | list) else value


def _tuple(component: Component) -> tuple[Any, ...]:
    layout = component.game.layout
    pairs = zip(component.state, layout.component_games, strict=True)
    return layout.grouped([_outside(value, game) for value, game in pairs])


def _outside(value: Any, game: Rules | None) -> Any:
    """A component; a position of another game than it is declared with goes by its name."""
    if not isinstance(value, Position):
        return value
    component = value.only
    return _tuple(component) if component is not None and component.game is game else _sum(value)


def _sum(position: Position) -> Sum:
    return Sum(tuple(Part(Game(c.game), _tuple(c)) for c in position))


def source_text(schema: Schema) -> str:
    """The rules as they are written."""
    return schema.source.at(schema.node.span)


class Family:
    """A game of a text, whose parameters are still open: call it with their values."""

    def __init__(self, schema: Schema, document: Document) -> None:
        self._schema, self._document = schema, document

    def __call__(self, *arguments: Any, **named: Any) -> Game:
        """The game with these parameters. Sets are Python sets, lists are lists, codes and games may be text."""
        parameters = self._schema.parameters
        names = [p.name for p in parameters]
        given = dict(zip(names, arguments, strict=False))
        if len(arguments) > len(names) or given.keys() & named.keys() or {*given, *named} != {*names}:
            found, usage = len(arguments) + len(named), self._schema.heading
            raise error("E015", None, name=self._schema.name, wanted=len(names), found=found, usage=usage)
        values = given | named
        return Game(self._schema.bind(tuple(self._argument(p, values[p.name]) for p in parameters)))

    def _argument(self, parameter: Parameter, given: Any) -> Any:
        value = _plain(given, lambda wrong: self._refusal(parameter, wrong))
        if parameter.is_variadic and isinstance(value, list | tuple):
            return tuple(self._item(parameter, v) for v in value)
        return self._item(parameter, value)

    def _refusal(self, parameter: Parameter, wrong: Any) -> HeapwiseError:
        return error("E016", None, name=parameter.name, value=reprlib.repr(wrong), usage=self._schema.heading)

    def _item(self, parameter: Parameter, value: Any) -> Any:
        if isinstance(value, Game):
            return value.rules
        if parameter.item == CODE and isinstance(value, str):
            return _code(value)
        if parameter.item == GAME and isinstance(value, str):
            return game_named(value, self._document)
        return _members(value) if isinstance(parameter.item, Set) else value

    @property
    def schema(self) -> Schema:
        """The rules, with open parameters."""
        return self._schema

    def __repr__(self) -> str:
        return self._schema.heading


def _bounds(upto: Any) -> Any:
    """A bound, or bounds and held values by name, in plain integers."""
    if isinstance(upto, Mapping):
        return {name: _bounds(bound) for name, bound in upto.items()}
    return _integer(upto, lambda wrong: error("E310", None, text=reprlib.repr(wrong)))


def _plain(value: Any, refusal: Callable[[Any], HeapwiseError]) -> Any:
    """The value of a parameter with plain integers for all of its numbers, at any depth."""
    if hasattr(value, "tolist"):  # arrays of numpy, and its numbers
        return _plain(value.tolist(), refusal)
    if isinstance(value, list | tuple | set | frozenset):
        kind = next(k for k in (list, tuple, frozenset, set) if isinstance(value, k))
        return kind(_plain(item, refusal) for item in value)
    return value if isinstance(value, range | str | Game | Rules | Code) else _integer(value, refusal)


def _integer(value: Any, refusal: Callable[[Any], HeapwiseError]) -> int:
    """A plain integer: those of numpy overflow, and are no components of positions. What equals an integer and is
    none, as `True` and `2.0`, is refused, since games are known again by the equality of their parameters."""
    try:
        if isinstance(value, bool):
            raise TypeError
        return operator.index(value)
    except TypeError:
        raise refusal(value) from None


def _code(text: str) -> Code:
    try:
        return Code(text)
    except ValueError:
        raise error("E041", None, text=text) from None


def _members(value: Any) -> Any:
    """A Python collection as a set, sets inside it likewise."""
    return frozenset(map(_members, value)) if isinstance(value, set | frozenset | list | range) else value


class Text(Mapping[str, Family]):
    """The games of a text, by name."""

    def __init__(self, document: Document) -> None:
        document.check()
        self.document = document

    @property
    def claims(self) -> list[Claim]:
        """The claims of the text; a notebook shows them in mathematics."""
        from heapwise.claims.notebook import Claims
        from heapwise.claims.resolve import resolve_claims

        return Claims(resolve_claims(self.document))

    def __getitem__(self, name: str) -> Family:
        return Family(self.document.schemas[name], self.document)

    def __iter__(self) -> Iterator[str]:
        return iter(self.document.schemas)

    def __len__(self) -> int:
        return len(self.document.schemas)

    def __repr__(self) -> str:
        return f"<{', '.join(map(repr, self.values())) or 'no games'}>"


def game(expression: str) -> Game:
    """The game that an expression names, from the library: `nim(3)`, `moore(n=4, k=2)`, `nim(2) + wythoff`."""
    try:
        return Game(shelf().game(expression))
    except HeapwiseError as mistake:
        unknown = [d for d in mistake.diagnostics if d.code == "E012"]
        raise HeapwiseError(replace(unknown[0], help="python") if unknown else mistake.diagnostics) from None


def load(path: str | PathLike[str]) -> Text:
    """The games of a file; it may use the games beside it and those of the library."""
    if isinstance(path, str) and is_text(path):
        raise error("E001", None, "text", path=f"{path.strip()[:20]}...", problem=os.strerror(errno.ENOENT))
    return Text(document_at(Path(path)))


def is_text(what: str) -> bool:
    """Is this a text of rules and claims, and not a path?"""
    return _TEXT.search(what) is not None


def parse(text: str) -> Text:
    """The games of a text; it may use those of the library."""
    return Text(opened("<text>", text, library()))
