"""A scene: what is to be painted, in units of one pixel on a screen, the origin in the upper left corner."""

from math import fsum
from typing import TYPE_CHECKING, Any, Literal

from heapwise.records import Record, dataclass, field

if TYPE_CHECKING:
    import numpy.typing as npt


Point = tuple[float, float]
Anchor = Literal["start", "middle", "end"]

# Widths of characters as parts of the size of the font: enough to leave room, whatever the font will be.
_NARROW, _WIDE = frozenset(" .,:;'|!()[]{}ijlftI/-"), frozenset("mwMWGOQ@%")


class Rect(Record):
    """A filled rectangle."""

    x: float
    y: float
    width: float
    height: float
    fill: str


class Circle(Record):
    """A circle, filled or as a line."""

    x: float
    y: float
    radius: float
    fill: str | None = None
    stroke: str | None = None
    width: float = 1.0


class Line(Record):
    """A line through points."""

    points: tuple[Point, ...]
    stroke: str
    width: float = 1.0
    is_dashed: bool = False


class Polygon(Record):
    """A filled area."""

    points: tuple[Point, ...]
    fill: str


class Text(Record):
    """One line of text; y is its middle. Turned text runs upwards."""

    x: float
    y: float
    text: str
    size: float = 13.0
    fill: str = "#1a1a1a"
    anchor: Anchor = "start"
    is_bold: bool = False
    is_turned: bool = False


class Image(Record, eq=False):
    """Pixels: numbers into a palette, enlarged without blurring. An empty colour is transparent."""

    x: float
    y: float
    width: float
    height: float
    numbers: "npt.NDArray[Any]"
    palette: tuple[str, ...]


Shape = Rect | Circle | Line | Polygon | Text | Image


@dataclass
class Scene:
    """Shapes, later ones above earlier ones; title and description are for those who do not see them."""

    width: float
    height: float
    title: str
    description: str
    shapes: list[Shape] = field(default_factory=list)

    def add(self, *shapes: Shape) -> None:
        """Put shapes on top."""
        self.shapes.extend(shapes)


def width_of(text: str, size: float) -> float:
    """About how wide a text is: the same with every version of Python, of which some add more exactly than others."""
    return size * fsum(0.32 if c in _NARROW else 0.86 if c in _WIDE else 0.57 for c in text)


def wrapped(text: str, size: float, width: float) -> list[str]:
    """A text in lines that are about so wide."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and width_of(longer, size) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines
