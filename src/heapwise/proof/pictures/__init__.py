"""Drawn automata: states in layers, arrows that keep clear of them, and the columns of digits on the arrows."""

from heapwise.proof.pictures.claims import automaton_of

__all__ = ["automaton_of"]
