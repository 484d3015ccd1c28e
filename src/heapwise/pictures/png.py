"""Scenes as PNG, by Pillow and the font that comes with it: drawn large and made smaller, so that edges are smooth."""

from __future__ import annotations

from functools import cache
from io import BytesIO
from itertools import chain, pairwise
from math import hypot
from typing import TYPE_CHECKING, Any

from heapwise.arrays import np
from heapwise.pictures.colours import PAPER, channels
from heapwise.pictures.scene import Circle, Image, Line, Point, Polygon, Rect, Scene, Shape, Text

if TYPE_CHECKING:
    import numpy.typing as npt
    from PIL import Image as PillowImage
    from PIL.ImageDraw import ImageDraw as Draw
    from PIL.ImageFont import FreeTypeFont


_SMOOTH = 2  # how much larger it is drawn
_LARGE = 2_000_000  # scenes of so many units are painted with one pixel a unit, others with two
_ANCHORS = {"start": "ls", "middle": "ms", "end": "rs"}
_DASH, _GAP = 5.0, 4.0


def as_png(scene: Scene) -> bytes:
    """The picture as a file."""
    from PIL import Image as PillowImage

    factor = 1 if scene.width * scene.height > _LARGE else 2
    size = (round(scene.width * factor), round(scene.height * factor))
    canvas = _Canvas(size, factor * _SMOOTH)
    for shape in scene.shapes:
        canvas.paint(shape)
    stream = BytesIO()
    canvas.image.resize(size, PillowImage.Resampling.BOX).save(stream, "PNG", optimize=True)
    return stream.getvalue()


class _Canvas:
    """An image on which shapes are painted, enlarged by a factor."""

    def __init__(self, size: tuple[int, int], factor: int) -> None:
        from PIL import Image as PillowImage
        from PIL import ImageDraw

        self.factor = factor
        self.image: PillowImage.Image = PillowImage.new("RGB", (size[0] * _SMOOTH, size[1] * _SMOOTH), PAPER)
        self.draw: Draw = ImageDraw.Draw(self.image)

    def paint(self, shape: Shape) -> None:
        """Put one shape on top."""
        match shape:
            case Rect(x, y, width, height, fill):
                left, top = self._at((x, y))
                right, bottom = self._at((x + width, y + height))
                self.draw.rectangle((left, top, max(left, right - 1), max(top, bottom - 1)), fill)
            case Circle(x, y, radius, fill, stroke, width):
                box = (*self._at((x - radius, y - radius)), *self._at((x + radius, y + radius)))
                self.draw.ellipse(box, fill, stroke, self._length(width) if stroke else 0)
            case Line():
                for part in _dashed(shape.points) if shape.is_dashed else [shape.points]:
                    self.draw.line([self._at(p) for p in part], shape.stroke, self._length(shape.width), "curve")
            case Polygon(points, fill):
                self.draw.polygon([self._at(p) for p in points], fill)
            case Text():
                self._text(shape)
            case Image():
                self._image(shape)

    def _text(self, shape: Text) -> None:
        font = _font(shape.size * self.factor)
        shift = 0.35 * shape.size
        bold = round(0.013 * shape.size * self.factor) if shape.is_bold else 0
        anchor = _ANCHORS[shape.anchor]
        if not shape.is_turned:
            place = self._at((shape.x, shape.y + shift))
            self.draw.text(place, shape.text, shape.fill, font, anchor, stroke_width=bold)
            return
        self._turned(shape, font)

    def _turned(self, shape: Text, font: FreeTypeFont) -> None:
        """Text is drawn by itself as a mask, and the mask is turned."""
        from PIL import Image as PillowImage
        from PIL import ImageDraw

        width, height = round(font.getlength(shape.text)), round(2 * shape.size * self.factor)
        mask = PillowImage.new("L", (width, height), 0)
        ImageDraw.Draw(mask).text(
            (0, height // 2 + round(0.35 * shape.size * self.factor)), shape.text, 255, font, "ls"
        )
        turned = mask.transpose(PillowImage.Transpose.ROTATE_90)
        x, y = self._at((shape.x, shape.y))
        up = {"start": width, "middle": width // 2, "end": 0}[shape.anchor]
        self.image.paste(shape.fill, (x - height // 2, y - up), turned)

    def _image(self, shape: Image) -> None:
        from PIL import Image as PillowImage

        left, top = self._at((shape.x, shape.y))
        right, bottom = self._at((shape.x + shape.width, shape.y + shape.height))
        found = pixels(shape.numbers, shape.palette).convert("RGBA")
        found = found.resize((right - left, bottom - top), PillowImage.Resampling.NEAREST)
        self.image.paste(found, (left, top), found)

    def _at(self, point: Point) -> tuple[int, int]:
        return round(point[0] * self.factor), round(point[1] * self.factor)

    def _length(self, length: float) -> int:
        return max(1, round(length * self.factor))


@cache
def _font(size: float) -> FreeTypeFont:
    from PIL import ImageFont

    found = ImageFont.load_default(size)
    assert isinstance(found, ImageFont.FreeTypeFont)
    return found


def _dashed(points: tuple[Point, ...]) -> list[tuple[Point, Point]]:
    """The dashes of a line."""
    found = []
    for (x, y), (u, v) in pairwise(points):
        length, at = hypot(u - x, v - y), 0.0
        while at < length:
            ends = (at / length, min(1.0, (at + _DASH) / length))
            one, two = ((x + t * (u - x), y + t * (v - y)) for t in ends)
            found.append((one, two))
            at += _DASH + _GAP
    return found


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
