"""Text -> tree. Takes a `Source`, gives a tree of `nodes` in which every node knows its span, or raises a
`HeapwiseError` that shows all that is wrong. Nothing is known yet about names and types."""

from heapwise.lang.parse import parse_automaton, parse_effort, parse_expression, parse_file, parse_position

__all__ = ["parse_automaton", "parse_effort", "parse_expression", "parse_file", "parse_position"]
