"""What may be asked about a position, and how people write positions and plays.

Takes a game of `rules`, a position and a play; gives values, outcomes, winning moves: `1,2` of Wythoff's game in
normal play has value 0 and no winning move. Python, the command line and tables all ask here, so an answer is the
same wherever it is read.
"""

from heapwise.questions.answers import Answer, Answers
from heapwise.questions.positions import position_from, read_play, read_position
