"""Playing: a person, or several, against players who know every value.

Takes a game, a position and a play. `session` is the state of a match and knows no terminal; `moves` reads what people
type; `picture` draws positions in text; `dialogue` puts the three together, a line in and some lines out.
"""

from heapwise.play.dialogue import Dialogue
from heapwise.play.session import Guide, GuidedSession, Session
