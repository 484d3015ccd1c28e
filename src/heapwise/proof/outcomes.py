"""Obligations for claims about who wins: P-positions, the classes of more players, and parts of them."""

from collections.abc import Iterator, Mapping

from heapwise.claims.task import Unsuitable
from heapwise.model.conditions import FALSE as NEVER
from heapwise.proof.claim_forms import Seat
from heapwise.proof.equal_values import step, variables
from heapwise.proof.laws import LOST
from heapwise.proof.logic import FALSE, TRUE, And, Exists, Formula, Not, Or, Sealed, substitute
from heapwise.proof.orbits import orbits, symmetric_options
from heapwise.proof.outside import Outside
from heapwise.proof.statement import SET, Obligation, Setting, Statement
from heapwise.reference.conventions import Preference
from heapwise.terms import term as t


def outcomes(statement: Statement, said: Seat) -> Iterator[Obligation]:
    """The formula says which positions belong to a class."""
    claim = statement.instance.claim
    premise, defined = statement.conditions(claim.premises, statement.domain)
    yield from defined
    root = statement.node(said.formula)
    where = And((statement.domain, premise))
    yield statement.defined("a position at which the formula has no value", root, where)
    claimed = statement.translation.false(root) if said.is_denied else statement.translation.true(root)
    if claim.premises:
        yield from statement.closed(premise, claimed)
        claimed = Or(tuple(statement.orders(And((premise, claimed)))))
    claimed = statement.named(SET, claimed)
    if claim.play.players == 2:
        yield from p_positions(statement, claimed)
        if claim.strategy is not None:
            yield _strategy(statement, claimed, claim.strategy)
    else:
        yield from _seats(statement, claimed, said.seat)


def inside(statement: Statement) -> Iterator[Obligation]:
    """The premises hold at P-positions only: every option has an answer at which they hold again."""
    premise, defined = statement.conditions(statement.instance.claim.premises, statement.domain)
    yield from defined
    claimed, moves = statement.named(SET, premise), statement.moves
    answered = Or((moves.opt(And((statement.domain, claimed))), statement.over))
    lost = statement.one_by_one(claimed, moves.opt(And((statement.domain, Not(answered)))))
    yield Obligation("a claimed P-position with an option that has no answer among the claimed ones", lost)
    if statement.is_misere:
        ended = And((statement.domain, claimed, statement.over))
        yield Obligation("an ended position claimed to be P", ended)


def p_positions(statement: Setting, claimed: Formula) -> Iterator[Obligation]:
    """A set is that of the P-positions: no move stays in it, and from outside of it a move leads into it."""
    good = single = statement.moves.opt(claimed)
    classes = orbits(statement.moves)
    if len(classes) < len(statement.moves.cases) and statement.moves.game.ends == NEVER:
        yield from _symmetric(statement, claimed)
        good, single = symmetric_options(statement.moves, classes, claimed)
    yield Obligation("a claimed P-position with a move to another one", statement.one_by_one(claimed, single))
    if statement.is_misere:
        ended = And((statement.domain, claimed, statement.over))
        yield Obligation("an ended position claimed to be P", ended)
    # In misere play an ended position is won by the player to move: it has no move to a P-position and needs none.
    lost = And((statement.domain, Not(claimed), Not(good), Not(statement.over)))
    yield Obligation("a claimed N-position without a move to a P-position", lost)


def _symmetric(statement: Setting, claimed: Formula) -> Iterator[Obligation]:
    """Symmetries of the rules do not change who wins, so they must not change what is claimed."""
    names = statement.moves.names
    for images in statement.moves.symmetries:
        there = substitute(claimed, {name: names[image] for name, image in zip(names, images, strict=True)})
        apart = And((statement.domain, claimed, Not(there)))
        yield Obligation("a position claimed to be P, unlike one that a symmetry of the rules makes of it", apart)


def _strategy(statement: Statement, claimed: Formula, named: t.AnyTerm) -> Obligation:
    """The move that `by` names leads from every other position to a claimed one, unless play has ended there."""
    if statement.instance.claim.premises:
        raise Unsuitable("the claim has a premise, and names a winning move")
    names = statement.moves.names
    goals = tuple(f"goal{i}" for i in range(len(names)))
    placed = zip(statement.components(named), goals, strict=True)
    values = [statement.translation.value(node, goal) for node, goal in placed]
    if any(codes != TRUE for _, codes in values):
        raise Outside("a place of a digit as a component")
    reached = And(tuple(value for value, _ in values))
    there = substitute(claimed, dict(zip(names, goals, strict=True)))
    wins = Exists(goals, And((reached, there, step(statement.moves, variables(names), variables(goals)))))
    lost = And((statement.domain, Not(claimed), Not(statement.over), Not(wins)))
    return Obligation(LOST, lost)


def _seats(statement: Statement, claimed: Formula, seat: int) -> Iterator[Obligation]:
    """More players: from the claimed class the recursion gives the others, and it must give the claimed one back."""
    outcome, moves = statement.instance.claim.play.outcome, statement.moves
    assert isinstance(outcome, Preference)
    classes = Classes(statement, outcome.seats)
    known = classes.derived(seat, claimed)
    ending = moves.is_over if seat == classes.ending else FALSE
    stays, better = classes.before(seat, known), classes.better(seat, known)
    reached = moves.opt(stays)
    yield Obligation(
        f"a position claimed to be W = {seat} without a move to W = {classes.previous(seat)}",
        And((statement.domain, claimed, Not(reached), Not(ending))),
    )
    for one in better:
        yield Obligation(
            f"a position claimed to be W = {seat} with a move that the mover likes better",
            statement.one_by_one(claimed, moves.opt(one)),
        )
    chosen = And((reached, *(Not(moves.opt(one)) for one in better)))
    left_out = Or(tuple(And((statement.domain, Not(claimed), case)) for case in (chosen, ending)))
    yield Obligation(f"a position not claimed to be W = {seat} that is", left_out)


class Classes:
    """The classes W = 0, 1, ... of a preference, each derived from the one before it in the order of moves."""

    def __init__(self, statement: Statement, seats: tuple[int, ...]) -> None:
        self.statement, self.seats = statement, seats
        self.ending = len(seats) - 1  # the class of ended positions

    def previous(self, seat: int) -> int:
        """An option of this class gives the position the other one."""
        return (seat - 1) % len(self.seats)

    def before(self, seat: int, known: Mapping[int, Formula]) -> Formula:
        """The options that make a position W = seat, if the mover chooses them."""
        return And((self.statement.domain, known[self.previous(seat)]))

    def better(self, seat: int, known: Mapping[int, Formula]) -> list[Formula]:
        """The options that he would rather choose."""
        liked = self.seats[: self.seats.index(seat)]
        return [self.before(other, known) for other in liked]

    def derived(self, seat: int, claimed: Formula) -> dict[int, Formula]:
        """All classes, from the claimed one."""
        known = {seat: claimed}
        while len(known) < len(self.seats):
            ready = (k for k in self.seats if k not in known and self._needs(k) <= known.keys())
            new = next(ready, None)
            if new is None:
                raise Unsuitable(f"the other classes do not follow from that of W = {seat} under this preference")
            known[new] = Sealed(f"the class W = {new}", self._class(new, known))
        return known

    def _needs(self, seat: int) -> set[int]:
        return {self.previous(other) for other in (seat, *self.seats[: self.seats.index(seat)])}

    def _class(self, seat: int, known: Mapping[int, Formula]) -> Formula:
        moves = self.statement.moves
        chosen = And((moves.opt(self.before(seat, known)), *(Not(moves.opt(one)) for one in self.better(seat, known))))
        return Or((chosen, moves.is_over)) if seat == self.ending else chosen
