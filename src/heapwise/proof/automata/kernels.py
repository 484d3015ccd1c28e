"""The three kernels that everything is built on, whichever way they are computed."""

from heapwise.proof.automata.plain import Connective, product, quotient, subsets

__all__ = ["Connective", "product", "quotient", "subsets"]
