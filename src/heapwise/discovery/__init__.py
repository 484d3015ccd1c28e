"""From the rules alone to statements: what is true of a game, and how sure that is.

Takes a game and a play, and never the claims that stand beside the game. Gives findings: statements in the language
that are proved, or that held on positions which nobody had looked at when they were guessed; and what is excluded.
Nothing leaves this package that was only fitted.
"""

from heapwise.discovery.face import find
from heapwise.discovery.finding import Finding, Findings, Rival, RuledOut
from heapwise.discovery.judge import Status
from heapwise.discovery.run import Search, search
from heapwise.discovery.wishes import Wishes, wishes_of
