"""Rules and claims in the notation of papers, as LaTeX and as MathML, from the tree of the text.

A piece of notation (`pieces`) says what stands where; `expressions` and `moves` make pieces of trees, `latex` and
`mathml` write them. True behind this package: nothing is computed or rearranged. What stands on paper is what the
author wrote, with the parentheses that a reader needs.
"""

from heapwise.typeset.latex import latex
from heapwise.typeset.mathml import mathml
from heapwise.typeset.moves import claim_pieces, rule_lines
