"""What stands behind this package: every part of a text is known by its form and its place.

Takes a `Source`, gives a tree of `nodes` in which every node knows its span, or raises a `HeapwiseError` that shows
all that is wrong. `a -> a - t` is a step with a place and a new value; whether `a` is a heap is not known yet: names
and types come in `terms`.
"""

from heapwise.lang.parse import parse_automaton, parse_effort, parse_expression, parse_file, parse_position
