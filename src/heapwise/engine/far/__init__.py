"""Single positions far out: the value of one position, without a table that it does not need.

In: a convention, and positions of any size. Out: their values. A game whose rules fall apart into independent parts is
worth the nim-sum of its parts; a part that is one heap follows its sequence; what is left is searched from the position
down, and where that is long the least table around the position is filled. For (1, 2) of Wythoff's game the search is
enough; for (700, 1000) a table of 701 by 1001 is sooner done.
"""

from heapwise.engine.far.independent_parts import IndependentPart, parts_of
from heapwise.engine.far.search import MOST_OPTIONS, TOO_MUCH, options_far_out
from heapwise.engine.far.values import FarValues
