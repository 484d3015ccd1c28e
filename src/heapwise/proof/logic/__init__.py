"""Formulas about natural numbers, and their decision by automata.

What stands behind this package: a formula whose variables range over all natural numbers is either shown to have no
solution, or has its least one named, or a budget says where the attempt stopped. `x < y and y < x + 2 and y != x + 1`
has none; without its last part the least one is x = 0, y = 1.
"""

from heapwise.proof.logic.compiler import FormulaCompiler
from heapwise.proof.logic.decide import Decision, Make, Portfolio, compile, decide, plain
from heapwise.proof.logic.digitwise import ColumnSumIs, ColumnSums, DigitAt, Digitwise, digitwise
from heapwise.proof.logic.formulas import (
    FALSE,
    TRUE,
    And,
    At,
    Atom,
    Exists,
    Forall,
    Formula,
    Given,
    Iff,
    Implies,
    Named,
    Not,
    Or,
    Relation,
    Sealed,
    disjunction,
    free,
)
from heapwise.proof.logic.functions import BalancedNimSum, GoldenFloor, Mating
from heapwise.proof.logic.linear import LinearComparison, LinearCongruence
from heapwise.proof.logic.places import CompareValuations, Power, TrailingPower, ValuationPower, digits_at
from heapwise.proof.logic.rewrite import disjuncts
from heapwise.proof.logic.substitute import substitute
from heapwise.proof.logic.terms import Form, Terms, compare, congruent
