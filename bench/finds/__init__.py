"""What `heapwise find` is measured by: parts, each of which has cases; a case gives a row of figures."""

from finds.automata import AUTOMATA
from finds.base import Case, Part, Row
from finds.blind import BLIND
from finds.chance import CHANCE
from finds.fresh import FRESH
from finds.outsider import OUTSIDER
from finds.planted import PLANTED
from finds.statements import STATEMENTS
from finds.survivors import SURVIVORS
from finds.third import THIRD

PARTS = (STATEMENTS, AUTOMATA, SURVIVORS, BLIND, FRESH, THIRD, OUTSIDER, PLANTED, CHANCE)

__all__ = ["PARTS", "Case", "Part", "Row"]
