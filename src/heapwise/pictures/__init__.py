"""Pictures as SVG and PNG: scenes of rectangles, lines, circles and text, and two painters, which know nothing else.

Nothing here knows of games. Other packages put what they know into a `Scene`, or into the cells of a sheet, and have a
`Picture` of it: `tables/pictures` and `proof/pictures`.
"""

from heapwise.pictures.picture import Picture
