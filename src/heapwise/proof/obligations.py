"""From an instance of a claim to obligations: formulas of which none may have a solution.

If play ends, a function that agrees with one step of the definition everywhere is the value. So it is enough that the
claimed set, or the claimed graph, agrees with one step; induction over the moves does the rest.
"""

from collections.abc import Iterable, Mapping
from functools import cached_property

from heapwise.claims.decisive_cases import substance
from heapwise.claims.instances import Instance
from heapwise.claims.task import Unsuitable
from heapwise.formulas import HoleOf, NotExpressible
from heapwise.model.termination import lowers_ranks, termination
from heapwise.proof.automata import AutomatonBudget
from heapwise.proof.claim_forms import EveryClass, Graph, Inside, Said, Same, Seat, Value, said
from heapwise.proof.classes import every_class
from heapwise.proof.equal_values import image_of, same_values
from heapwise.proof.formula import AskedValue
from heapwise.proof.given import DigitSystem, digits_of
from heapwise.proof.grundy import graph, values
from heapwise.proof.known import KnownValues
from heapwise.proof.laws import everywhere
from heapwise.proof.logic import And, Form, Formula, Make, Portfolio, compare, plain
from heapwise.proof.moves import Moves, moves_of
from heapwise.proof.outcomes import inside, outcomes
from heapwise.proof.outside import Outside
from heapwise.proof.statement import Obligation, Setting, Statement
from heapwise.records import Record, replace
from heapwise.rules.flat import FlatGame
from heapwise.rules.game import Game

_BY_SUM = "every move lowers the sum of all heaps, an obligation"


class ProofPlan(Record):
    """What has to be shown for an instance; `ends` says why play ends, where the rules already show it.

    The claim says something of the positions in `scope`; there must be one. `unclear` are positions
    of which that is not seen.
    """

    statement: Statement
    moves: Moves
    scope: Formula
    obligations: tuple[Obligation, ...]
    ends: str
    is_closure: bool = False  # the claim was extended to all orders of the components
    known: KnownValues | None = None  # the values by which the statement is decided
    others: tuple[Moves, ...] = ()  # of the other games whose values are known
    unclear: tuple[Obligation, ...] = ()

    @cached_property
    def digits(self) -> DigitSystem:
        """The digits in which the obligations are read; raises `Outside` where they speak of digits of two kinds."""
        return digits_of((self.scope, *(obligation.formula for obligation in self.obligations)))

    def portfolio(self, budget: AutomatonBudget | None = None, make: Make = plain) -> Portfolio:
        """What decides the obligations, in the digits in which they can be read."""
        return self.digits.portfolio(budget, make)


def plan(instance: Instance) -> ProofPlan:
    """The obligations of an instance; raises `Unsuitable` with the name of what cannot be expressed."""
    try:
        check_form(instance)
        assert instance.game is not None
        return plan_of(Statement(instance, moves_of(instance.game)))
    except (Outside, NotExpressible) as problem:
        raise Unsuitable(f"outside of what can be proved: {problem.what}") from None


def plan_alone(instance: Instance) -> ProofPlan:
    """The same, where nothing else serves the proof; raises `Unsuitable`, too, where the premise is not closed."""
    found = plan(instance)
    portfolio = found.portfolio()
    for obligation in found.obligations:
        if obligation.is_for_scope and portfolio.decide(obligation.formula).witness is not None:
            raise Unsuitable(f"there is {obligation.name}, so that other values have to be known")
    return found


def plan_known(instance: Instance, known: KnownValues) -> ProofPlan:
    """The obligations of any statement about values, in two steps: that the values are known, and that it is true."""
    try:
        if instance.game is None:
            raise Unsuitable("the claim is not about a game")
        if instance.claim.strategy is not None:
            raise Unsuitable("the claim names a winning move")
        moves, claim = moves_of(instance.game), instance.claim
        games = {instance.game: (moves, known)}
        statement = Statement(instance, moves, lambda hole: _answer(games, hole))
        others = _of_others(statement, known)
        games |= {setting.moves.game.game: (setting.moves, other) for setting, other in others}
        how, start = why_play_ends(moves)
        more = [_shown(setting.moves, other.obligations(setting)) for setting, other in others]
        theirs = (obligation for _, obligations in more for obligation in obligations)
        steps = (*start, *known.obligations(statement), *theirs, *everywhere(statement))
        speaks, unclear = statement.conditions((*claim.premises, substance(claim.statement)), statement.domain)
        ends = "; ".join((how, *(text for text, _ in more)))
        scope, moves_there = And((statement.domain, speaks)), tuple(setting.moves for setting, _ in others)
        return ProofPlan(statement, moves, scope, steps, ends, known=known, others=moves_there, unclear=tuple(unclear))
    except (Outside, NotExpressible) as problem:
        raise Unsuitable(f"outside of what can be proved: {problem.what}") from None


def _of_others(statement: Statement, known: KnownValues) -> list[tuple[Setting, KnownValues]]:
    """The other games that the statement asks about, with the values that are known of them."""
    games = statement.other_games()
    if len(games) != len(known.others):
        raise Outside(f"automata of {len(known.others)} other games for {len(games)}")
    settings = (Setting(moves_of(game), statement.is_misere) for game in games)
    return list(zip(settings, known.others, strict=True))


def _shown(moves: Moves, more: Iterable[Obligation] = ()) -> tuple[str, list[Obligation]]:
    """Why play of another game ends, and what has to be shown of it."""
    name = moves.game.game.text
    how, start = why_play_ends(moves)
    listed = (*start, *more)
    return f"in {name} {how}", [replace(one, name=f"{one.name}, of {name}", is_for_scope=True) for one in listed]


def _answer(games: Mapping[Game, tuple[Moves, KnownValues]], hole: HoleOf) -> AskedValue | None:
    """What answers a question about a position of one game."""
    found = games.get(hole.games[0]) if len(hole.games) == 1 else None
    return None if found is None else found[1].question(found[0], hole)


def plan_of(statement: Statement) -> ProofPlan:
    """What has to be shown for a statement; raises `Outside` where something has no formula."""
    claim, moves = statement.instance.claim, statement.moves
    form = said(claim, statement.instance.known)
    how, start = why_play_ends(moves)
    if isinstance(form, Same) and (other := image_of(statement, form.other)[0]).game.game is not moves.game.game:
        there, more = _shown(other)
        how, start = f"{how}; {there}", (*start, *more)
    speaks, unclear = statement.conditions((*claim.premises, substance(claim.statement)), statement.domain)
    found = tuple(_obligations(statement, form))
    scope = And((statement.domain, speaks))
    is_closure = isinstance(form, Seat) and bool(claim.premises)
    return ProofPlan(statement, moves, scope, (*start, *found), how, is_closure, unclear=tuple(unclear))


def why_play_ends(moves: Moves) -> tuple[str, tuple[Obligation, ...]]:
    """Why play ends, and what is to be shown for that.

    What the interpreter compares has to fall: where it does not, there is no such game. In a compound a component may
    fall in its stead, and none may rise.
    """
    found, game = termination(moves.game), moves.game.game
    if isinstance(game, FlatGame):
        if not lowers_ranks(moves.game):
            raise Outside("a compound: it is not seen that every move lowers it or a component, and raises none")
    elif game.schema.body.measure is not None and not found.is_declared:
        raise Outside("`decreases`: it is not seen that every move lowers it")
    elif found.proved and not (found.is_declared or game.is_shown_to_end):
        raise Outside("rules that end for a reason which is not seen soon: `decreases` can name it")
    return (found.how, ()) if found.proved else (_BY_SUM, (_falling_sum(moves),))


def _obligations(statement: Statement, form: Said) -> Iterable[Obligation]:
    match form:
        case Value():
            return values(statement, form)
        case EveryClass():
            return every_class(statement, form)
        case Graph():
            return graph(statement, form)
        case Seat():
            return outcomes(statement, form)
        case Inside(is_denied=True):
            raise Unsuitable("the statement is not of a form that is proved, as `P(x) iff condition` is")
        case Inside():
            return inside(statement)
        case Same():
            return same_values(statement, form)
    return everywhere(statement)


def check_form(instance: Instance) -> None:
    """Refuse a claim for which there are no obligations."""
    claim = instance.claim
    if claim.schema is None:
        raise Unsuitable("the claim is not about a game")
    if any(c.value is not None or c.domain is not None for c in claim.components):
        raise Unsuitable("the claim is about some positions only")
    form = said(claim, instance.known)
    if claim.strategy is not None and not (isinstance(form, Seat) and claim.play.players == 2):
        raise Unsuitable("the claim names a winning move, and not the P-positions")


def _falling_sum(moves: Moves) -> Obligation:
    """Every move lowers the sum of all heaps."""
    whole = Form(tuple((moves.names[i], 1) for i in moves.game.game.layout.heap_indices))
    rank = Form.variable("rank")
    lower = compare(whole, ">=", rank)
    stays = And((moves.domain, compare(whole, "=", rank), moves.opt(lower)))
    return Obligation("a move that does not lower the sum", stays)
