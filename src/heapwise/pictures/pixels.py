"""Numbers as pixels: small PNG files with a palette."""

from __future__ import annotations

from io import BytesIO
from itertools import chain
from typing import TYPE_CHECKING, Any

from heapwise.arrays import np
from heapwise.pictures.colours import PAPER, channels

if TYPE_CHECKING:
    import numpy.typing as npt
    from PIL import Image as PillowImage


def pixels(numbers: npt.NDArray[Any], palette: tuple[str, ...]) -> PillowImage.Image:
    """One pixel for each number, in its colour of the palette; where that is empty, nothing is painted."""
    from PIL import Image as PillowImage

    image = PillowImage.fromarray(np.ascontiguousarray(numbers, np.uint8))
    image.putpalette(bytes(chain.from_iterable(channels(fill or PAPER) for fill in palette)))
    if "" in palette:
        image.info["transparency"] = palette.index("")
    return image


def png_of(numbers: npt.NDArray[Any], palette: tuple[str, ...]) -> bytes:
    """The same as a file."""
    stream = BytesIO()
    pixels(numbers, palette).save(stream, "PNG", optimize=True)
    return stream.getvalue()
