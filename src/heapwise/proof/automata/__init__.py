"""Digit automata: sets of tuples of natural numbers as complete deterministic automata over named tracks.

What is true of every automaton that leaves this package: it is minimal and numbered breadth first, so that equal sets
are equal tables; no track is left that the set does not depend on; padding a word with zeros changes nothing; and it
was made within the budget, or a `BudgetExceeded` said where it grew.
"""

from heapwise.proof.automata.automaton import Automaton, BareAutomaton, Raw
from heapwise.proof.automata.budget import AutomatonBudget, BudgetExceeded, BuildMeter
from heapwise.proof.automata.kernels import AND, IFF, IMPLIES, OR, Connective
from heapwise.proof.automata.machines import Machine
from heapwise.proof.automata.members import least, tuples
from heapwise.proof.automata.numeration import DigitOrder, Numeration
from heapwise.proof.automata.workshop import BuildStep, Workshop
