"""Colours that stay apart in grey and for the colour-blind: every scale runs from light to dark, and black is kept for
the positions that matter most, the P-positions."""

from collections.abc import Sequence

PAPER, INK, SOFT, RULE = "#ffffff", "#141414", "#5c5c5c", "#c9c9c9"
PLAIN = "#e9e6dc"  # cells of which nothing special is to be said
BAND = "#eaf1f8"  # every other period of a sequence
WRONG = "#d04a02"  # where a claim and the truth differ
BLUE = "#2b5c9e"

# From light to dark; the darkest is far enough from black.
_SCALE = ("#f9efa8", "#cfe3a4", "#8fcdaf", "#4da9b3", "#357fae", "#2f559b")
# Few kinds without an order. Each has a lightness of its own.
_KINDS = ("#1f3f7a", "#d55e00", "#5cb3e6", "#f3e35a", "#8c2f6b", "#3aa581", "#b98d4a", "#c9c9c9")


def scale(count: int) -> list[str]:
    """So many colours from light to dark."""
    return [_between(i / max(1, count - 1)) for i in range(count)]


def kinds(count: int) -> list[str]:
    """So many colours for kinds without an order; beyond eight they become a scale."""
    return list(_KINDS[:count]) if count <= len(_KINDS) else scale(count)


def on(fill: str) -> str:
    """The colour of text that is read well on a background."""
    return INK if lightness(fill) > 0.5 else PAPER


def lightness(fill: str) -> float:
    """How light a colour looks, from 0 to 1."""
    red, green, blue = channels(fill)
    return (0.299 * red + 0.587 * green + 0.114 * blue) / 255


def channels(fill: str) -> tuple[int, int, int]:
    """Red, green and blue of `#rrggbb`."""
    return int(fill[1:3], 16), int(fill[3:5], 16), int(fill[5:7], 16)


def _between(place: float) -> str:
    steps = place * (len(_SCALE) - 1)
    left = min(int(steps), len(_SCALE) - 2)
    return _mix(channels(_SCALE[left]), channels(_SCALE[left + 1]), steps - left)


def _mix(one: Sequence[int], two: Sequence[int], share: float) -> str:
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in zip(one, two, strict=True))
