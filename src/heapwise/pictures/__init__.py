"""Pictures: tables, sequences, claims and automata, as SVG and PNG.

Takes what other rooms computed; gives a `Picture`. In between stands a `Scene` of rectangles, lines, circles and text,
which knows nothing of games, and two painters, which know nothing else.
"""

from heapwise.pictures.picture import Picture
from heapwise.pictures.tables import picture_of

__all__ = ["Picture", "picture_of"]
