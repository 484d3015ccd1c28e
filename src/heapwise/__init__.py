"""heapwise: rules of Nim variants and conjectures about them as text files, and the truth about both."""

from heapwise.version import __version__

__all__ = ["__version__"]
