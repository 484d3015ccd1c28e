"""Sets that are given as automata, proved to be those of a game: no formula is needed for that.

The obligations are those of a claim, with the given set in the place of what a formula says.
"""

from collections.abc import Iterator, Mapping

from heapwise.proof.automata import Automaton, AutomatonBudget, BudgetExceeded, Numeration
from heapwise.proof.classes import joint_classes
from heapwise.proof.fibonacci import FibonacciPortfolio, OfCodes
from heapwise.proof.given import digits_of
from heapwise.proof.grundy import graph_of_values
from heapwise.proof.logic import Formula, Given, Not, Or, Portfolio
from heapwise.proof.moves import moves_of
from heapwise.proof.obligations import why_play_ends
from heapwise.proof.outcomes import p_positions
from heapwise.proof.outside import Outside
from heapwise.proof.statement import SET, Obligation, Setting
from heapwise.records import Record, replace
from heapwise.rules.game import Game

BUDGET = AutomatonBudget(states=60_000, work=80_000_000)


class DigitSet(Record):
    """A set of tuples of numbers: an automaton that reads their digits, in its base or the Fibonacci digits.

    Its tracks are the components x0, x1, ... of a position, and `g` for a value.
    """

    automaton: Automaton
    is_fibonacci: bool = False

    @property
    def digits(self) -> str:
        """`binary digits, units first`"""
        return digits_text(self.automaton.shape.numeration, self.is_fibonacci)

    def reads_unlike(self, other: "DigitSet") -> bool:
        """Do two sets read other digits, whatever their order?"""
        bases = (s.automaton.shape.numeration.base for s in (self, other))
        return self.is_fibonacci != other.is_fibonacci or len(set(bases)) > 1

    @property
    def formula(self) -> Given:
        """The tuples of the set."""
        return (OfCodes if self.is_fibonacci else Given)(self.automaton, self.automaton.tracks)

    def portfolio(self, budget: AutomatonBudget = BUDGET) -> Portfolio:
        """What decides formulas that speak of the set."""
        if self.is_fibonacci:
            return FibonacciPortfolio(budget)
        return Portfolio(budget, base=self.automaton.shape.numeration.base)


def digits_text(digits: Numeration, is_fibonacci: bool) -> str:
    """`binary digits, units first`, or `binary digits, units last`"""
    kind = "Fibonacci" if is_fibonacci else "binary" if digits.base == 2 else f"base {digits.base}"
    return f"{kind} digits, units {'first' if digits.is_lsd else 'last'}"


class Standing(Record):
    """What came of an attempt, and of how much work: proved; or which obligation failed, and where; or the limit that
    ended it."""

    is_proved: bool
    failed: str = ""
    witness: tuple[int, ...] | None = None
    limit: str = ""
    work: int = 0


def prove_losing(game: Game, guess: DigitSet, *, misere: bool = False, budget: AutomatonBudget = BUDGET) -> Standing:
    """Is a set that of the P-positions? Raises `Outside` where the rules have no formula.

    A witness says only that the guess is wrong there or at an option; nothing about the game.
    """
    setting = Setting(moves_of(game), misere)
    return _decided(setting, p_positions(setting, setting.named(SET, guess.formula)), budget)


def prove_values(game: Game, guess: DigitSet, *, misere: bool = False, budget: AutomatonBudget = BUDGET) -> Standing:
    """Is a set of positions with numbers `g` the graph of the Grundy values: one value for each position, the mex?"""
    setting = Setting(moves_of(game), misere)
    return _decided(setting, graph_of_values(setting, guess.formula), budget)


def prove_classes(
    game: Game, guesses: Mapping[int, DigitSet], seats: tuple[int, ...], *, budget: AutomatonBudget = BUDGET
) -> Standing:
    """Are sets the classes W = 0, 1, ... of a preference? One that is missing is the rest of the positions."""
    setting = Setting(moves_of(game), False)
    known: dict[int, Formula] = {seat: guess.formula for seat, guess in guesses.items()}
    for seat in [seat for seat in seats if seat not in known]:
        known[seat] = Not(Or(tuple(known.values())))
    return _decided(setting, joint_classes(setting, seats, known), budget)


def _decided(setting: Setting, claimed: Iterator[Obligation], budget: AutomatonBudget) -> Standing:
    """Decide the obligations; raises `Outside` where rules and guess read digits of different kinds."""
    obligations = (*why_play_ends(setting.moves)[1], *claimed)
    portfolio = digits_of(obligation.formula for obligation in obligations).portfolio(budget)
    standing = Standing(True)
    try:
        for obligation in obligations:
            found = portfolio.decide(obligation.formula).witness
            if found is not None:
                at = tuple(found.get(name, 0) for name in setting.moves.names)
                standing = Standing(False, obligation.name, at)
                break
    except BudgetExceeded as limit:
        standing = Standing(False, limit=str(limit))
    return replace(standing, work=sum(meter.work for meter in portfolio.meters))


def show_end(game: Game, budget: AutomatonBudget = BUDGET) -> None:
    """Raises `Outside` where play is not shown to end: then nothing can be proved of any guess."""
    for obligation in why_play_ends(moves_of(game))[1]:
        try:
            if digits_of([obligation.formula]).portfolio(budget).decide(obligation.formula).witness is None:
                continue
        except BudgetExceeded:
            pass
        raise Outside("play that is not shown to end; a line `decreases ...` names what every move lowers")
