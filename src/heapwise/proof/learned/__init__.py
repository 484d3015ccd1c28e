"""From tables to theorems without a formula: automata guessed from the values of small positions, then proved.

A guess is compared with the whole table before anybody sees it, and what is proved of it afterwards does not depend on
where it came from. `learn` reads a table of truth values; `prove_losing` proves that a guess is the set of P-positions.
"""

from heapwise.proof.fibonacci.digits import coded_table, side_of_codes
from heapwise.proof.learned.declared import declaration
from heapwise.proof.learned.differences import differences
from heapwise.proof.learned.guess import Apart, Reading, learn, readings
from heapwise.proof.learned.sets import DigitSet, digits_text, prove_classes, prove_losing, prove_values, show_end
