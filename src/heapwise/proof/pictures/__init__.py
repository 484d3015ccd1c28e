"""Drawn automata: states in layers, arrows that keep clear of them, and the columns of digits on the arrows.

The P-positions of Nim with two heaps are two states: equal so far, and different for ever. `draw` makes the picture of
an automaton, and of a claim.
"""

from heapwise.proof.pictures.draw import automaton_of
