"""Tables as pictures: a sequence for one component, a grid for two, a sheet of grids for three.

A claim is drawn on the same grids: where it and the table differ.
"""

from heapwise.tables.pictures.draw import picture_of
