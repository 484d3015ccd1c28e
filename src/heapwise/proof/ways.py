"""The ways of proving a claim for all values of its parameters at once."""

from heapwise.proof.definitions import Definitions
from heapwise.proof.digit_game import DigitGame
from heapwise.proof.every_k import EveryK
from heapwise.proof.same_values import SameValues
from heapwise.proof.splitting import Splitting
from heapwise.proof.sums import Sums
from heapwise.proof.tracks import Tracks
from heapwise.proof.uniform import ProofWay

_OF_ONE_GAME: tuple[ProofWay, ...] = (EveryK(), DigitGame(), Sums(), Splitting(), Definitions(), Tracks())
WAYS: tuple[ProofWay, ...] = (*_OF_ONE_GAME, SameValues(_OF_ONE_GAME))
