"""From the rules alone to statements: what is true of a game, and how sure that is.

Takes a game and a play, and never the claims that stand beside the game. Gives findings: statements in the language
that are proved, or that held on positions which nobody had looked at when they were guessed; and what is excluded.
Nothing leaves this package that was only fitted.
"""

from heapwise.find.finding import Finding, Findings, RuledOut
from heapwise.find.run import Search, find

__all__ = ["Finding", "Findings", "RuledOut", "Search", "find"]
