"""The search for matches: tables of all games of the library, seen in all ways, beside the table of a game."""

from collections.abc import Iterator

from heapwise.discovery.facts import Facts
from heapwise.discovery.finding import Finding
from heapwise.discovery.judge import StatementJudge, Status, parameters_of
from heapwise.discovery.matches.relations import SeenAs, relation, says_enough
from heapwise.discovery.matches.shelf import LibraryTable, known_games, values_of
from heapwise.discovery.matches.views import WINDOWS, ValueTable, further, orders, seen, views
from heapwise.discovery.questions import Question
from heapwise.discovery.wishes import Wishes
from heapwise.documents.document import GameNames
from heapwise.documents.library import library
from heapwise.records import Record
from heapwise.rules.game import Game

_MOST = 3  # matches of one question
_MOST_TO_READ = 2  # of a match beside a simpler one
_UPTO = 12


class Match(Record):
    """A game that is related to ours, and how it is seen."""

    game: Game
    known: LibraryTable
    sight: SeenAs

    @property
    def cost(self) -> tuple[int, int, str]:
        """What is simpler to read comes first."""
        return self.sight.cost, len(self.known.name), self.known.name

    def statement(self, own: Game, letter: str) -> str:
        """`G(x) = G(nim(2)(x)) - 1`"""
        place, names = _names(own)
        parts = ", ".join(self.sight.view.text(names[i]) for i in self.sight.order)
        is_same = parts == ", ".join(names)
        is_vector = self.game.layout.variables[0].shape is not None
        other = f"{self.known.name}({place if is_same else f'[{parts}]' if is_vector else parts})"
        if letter == "P":
            return f"P({place}) iff {'N' if self.sight.relation.is_opposite else 'P'}({other})"
        left, right = _times(self.sight.relation.own, f"G({place})"), _times(self.sight.relation.other, f"G({other})")
        added = self.sight.relation.added
        return f"{left} = {right}" + (f" {'+' if added > 0 else '-'} {abs(added)}" if added else "")


class MatchSearch(Record):
    """The matches of one game under one play."""

    facts: Facts
    games: GameNames
    wishes: Wishes

    def answers(self, question: Question) -> Iterator[Finding]:
        """The simplest matches; a match of a match is none."""
        size = self.facts.size
        is_asked = size in WINDOWS and question.seat is None and _is_plain(self.facts.game)
        ours = values_of(self.facts, WINDOWS[size], question.want) if is_asked else None
        if ours is None or not says_enough(ours, is_set=question.is_set):
            return
        said: list[ValueTable] = []
        for match in sorted(self._matches(ours, question), key=lambda one: one.cost):
            is_worth_it = not said or (len(said) < _MOST and match.cost[0] <= _MOST_TO_READ)
            if is_worth_it and not self._is_said(match, said, question) and self._is_right(match, question):
                said.append(match.known.table)
                found = self._finding(match, question)
                if found is not None:
                    yield found

    def _matches(self, ours: ValueTable, question: Question) -> Iterator[Match]:
        """What the small window suggests; of each game the simplest."""
        known = known_games(self.facts.size, self.facts.play, question.is_set, self.wishes.memory, self.wishes.tick)
        for one in known:
            self.wishes.tick()
            found = self._of_game(one, ours, question) if one.name != self.facts.game.text else None
            if found is not None:
                yield found

    def _of_game(self, known: LibraryTable, ours: ValueTable, question: Question) -> Match | None:
        for view in views():
            theirs = seen(known.table, view, len(ours))
            for order in orders(ours):
                found = relation(ours.transpose(order), theirs, is_set=question.is_set)
                if found is not None:
                    game = library().game(known.name)
                    return Match(game, known, SeenAs(view, order, found)) if isinstance(game, Game) else None
        return None

    def _is_said(self, match: Match, said: list[ValueTable], question: Question) -> bool:
        """Is the game a match, in any view, of one that was named?"""
        side = WINDOWS[self.facts.size]
        window = match.known.table[(slice(side),) * match.known.table.ndim]
        return any(
            relation(window.transpose(order), seen(other, view, side), is_set=question.is_set) is not None
            for other in said
            for view in views()
            for order in orders(window)
        )

    def _is_right(self, match: Match, question: Question) -> bool:
        """Does a larger table agree?"""
        side = further(self.facts.size)
        ours = values_of(self.facts, side, question.want)
        others = Facts(match.game, self.facts.play, self.wishes.memory, self.wishes.tick)
        theirs = values_of(others, match.sight.view.side(side), question.want)
        if ours is None or theirs is None:
            return False
        seen_there = seen(theirs, match.sight.view, side)
        return match.sight.relation.holds(ours.transpose(match.sight.order), seen_there, is_set=question.is_set)

    def _finding(self, match: Match, question: Question) -> Finding | None:
        judge = StatementJudge(self.facts.game.schema, self.facts.play, self.games)
        text, known = match.statement(self.facts.game, question.letter), parameters_of(self.facts.game)
        standing, how = judge.standing(text, known, _UPTO), "all sizes"
        if standing not in (Status.PROVED, Status.GUESS):
            return None
        side = further(self.facts.size)
        if standing == Status.GUESS:
            how = f"right at all positions below {side}"
        cost = match.cost[0] + 5 + self.facts.size
        return Finding(
            standing, text, self.facts.play.name, f"{how}; a game of the library", cost, method="library",
            fitted=WINDOWS[self.facts.size] ** self.facts.size, unseen=side**self.facts.size, parameters=known,
            judge=judge,
        )  # fmt: skip


def _is_plain(game: Game) -> bool:
    """Are the components numbers, or one vector of them?"""
    variables = game.layout.variables
    if game.layout.has_positions:
        return False
    return all(v.shape is None for v in variables) or (len(variables) == 1 and isinstance(variables[0].shape, int))


def _names(game: Game) -> tuple[str, list[str]]:
    """A position, and each component of it."""
    variables = game.layout.variables
    if variables[0].shape is None:
        names = [variable.name for variable in variables]
        return ", ".join(names), names
    (name,) = (variable.name for variable in variables)
    return name, [f"{name}[{i + 1}]" for i in range(game.layout.size)]


def _times(factor: int, value: str) -> str:
    return value if factor == 1 else f"{factor} * {value}"
