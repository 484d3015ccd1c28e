"""Scenes as SVG: self-contained, with a title and a description for those who do not see it."""

from base64 import b64encode
from collections.abc import Iterable, Iterator
from hashlib import sha256
from html import escape
from itertools import groupby

from heapwise.pictures.colours import PAPER
from heapwise.pictures.png import png_of
from heapwise.pictures.scene import Circle, Image, Line, Point, Polygon, Rect, Scene, Shape, Text

_FONT = "Helvetica, Arial, sans-serif"


def as_svg(scene: Scene) -> str:
    """The picture as text. Several of them can stand in one page: their ids come from what they show."""
    name = sha256(f"{scene.title}\n{scene.description}".encode()).hexdigest()[:8]
    width, height = _number(scene.width), _number(scene.height)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'role="img" aria-labelledby="t{name} d{name}" font-family="{_FONT}">'
    )
    title = f'<title id="t{name}">{escape(scene.title, quote=False)}</title>'
    description = f'<desc id="d{name}">{escape(scene.description, quote=False)}</desc>'
    paper = f'<rect width="{width}" height="{height}" fill="{PAPER}"/>'
    return "\n".join([head, title, description, paper, *_elements(scene.shapes), "</svg>", ""])


def _elements(shapes: Iterable[Shape]) -> Iterator[str]:
    """Neighbours of one colour become one path, which keeps tables small."""
    for (kind, fill), group in groupby(shapes, key=lambda shape: (type(shape), getattr(shape, "fill", None))):
        if kind is Rect:
            path = "".join(_rectangle(shape) for shape in group if isinstance(shape, Rect))
            yield f'<path fill="{fill}" d="{path}"/>'
        else:
            yield from map(_element, group)


def _element(shape: Shape) -> str:
    match shape:
        case Circle():
            stroke = f' stroke="{shape.stroke}" stroke-width="{_number(shape.width)}"' if shape.stroke else ""
            place = f'cx="{_number(shape.x)}" cy="{_number(shape.y)}" r="{_number(shape.radius)}"'
            return f'<circle {place} fill="{shape.fill or "none"}"{stroke}/>'
        case Line():
            dashes = ' stroke-dasharray="5 4"' if shape.is_dashed else ""
            style = f'fill="none" stroke="{shape.stroke}" stroke-width="{_number(shape.width)}"{dashes}'
            return f'<polyline {style} points="{_points(shape.points)}"/>'
        case Polygon():
            return f'<polygon fill="{shape.fill}" points="{_points(shape.points)}"/>'
        case Text():
            return _text(shape)
        case Image():
            return _image(shape)
    raise AssertionError(shape)


def _rectangle(shape: Rect) -> str:
    width, height = _number(shape.width), _number(shape.height)
    return f"M{_number(shape.x)} {_number(shape.y)}h{width}v{height}h-{width}z"


def _text(shape: Text) -> str:
    x, y, shift = _number(shape.x), _number(shape.y), 0.35 * shape.size
    # Not every program knows how to centre text on its line, so the base line is computed.
    place = f'x="{x}" y="{_number(shape.y + shift)}"'
    turn = f' transform="rotate(-90 {x} {y})"' if shape.is_turned else ""
    anchor = "" if shape.anchor == "start" else f' text-anchor="{shape.anchor}"'
    bold = ' font-weight="bold"' if shape.is_bold else ""
    style = f'font-size="{_number(shape.size)}" fill="{shape.fill}"{anchor}{bold}'
    return f"<text {place} {style}{turn}>{escape(shape.text, quote=False)}</text>"


def _image(shape: Image) -> str:
    place = f'x="{_number(shape.x)}" y="{_number(shape.y)}"'
    size = f'width="{_number(shape.width)}" height="{_number(shape.height)}"'
    data = b64encode(png_of(shape.numbers, shape.palette)).decode("ascii")
    style = 'preserveAspectRatio="none" style="image-rendering:pixelated"'
    return f'<image {place} {size} {style} href="data:image/png;base64,{data}"/>'


def _points(points: Iterable[Point]) -> str:
    return " ".join(f"{_number(x)},{_number(y)}" for x, y in points)


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")
