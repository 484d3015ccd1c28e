"""One-heap games: from a rule to its sequence of values and the period of that sequence.

In: a `HeapRule`, which `recognise` reads off the ground moves of a game. Out: values that grow as far as they are
asked for (`Sequence`), what is known of their period (`period_of`, `PeriodReport`), and the certificate that makes
the period a theorem, which `recheck` checks without any of the machinery that found it.
"""

from heapwise.engine.sequences.certificate import Certificate, certificate_from_data, criterion_of
from heapwise.engine.sequences.codes import code_of, rule_of_code, take, take_all_but
from heapwise.engine.sequences.data import rule_from_data, rule_to_data
from heapwise.engine.sequences.periods import PeriodReport, first_failure, is_inner_period, period_along, period_of
from heapwise.engine.sequences.recheck import recheck
from heapwise.engine.sequences.recognise import recognise, rule_for
from heapwise.engine.sequences.rule import ALWAYS, Amounts, HeapRule, Removal, Split, When
from heapwise.engine.sequences.sequence import Sequence
from heapwise.engine.sequences.store import load, save
