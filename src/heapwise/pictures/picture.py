"""A picture: a scene that can be seen in a notebook and kept in a file."""

from functools import cached_property
from os import PathLike
from pathlib import Path

from heapwise.errors import error
from heapwise.outputs import write_output
from heapwise.pictures.scene import Scene
from heapwise.records import Record

ENDINGS = (".svg", ".png")


class Picture(Record, eq=False):
    """What was drawn. `save` writes SVG or PNG, as the name of the file says."""

    scene: Scene

    @property
    def title(self) -> str:
        """What it shows."""
        return self.scene.title

    @cached_property
    def svg(self) -> str:
        """As SVG."""
        from heapwise.pictures.svg import as_svg

        return as_svg(self.scene)

    @cached_property
    def png(self) -> bytes:
        """As PNG."""
        from heapwise.pictures.png import as_png

        return as_png(self.scene)

    def save(self, path: str | PathLike[str]) -> None:
        """Write a file, whole or not at all."""
        file = checked(path)
        write_output(file, self.svg if file.suffix.lower() == ".svg" else self.png)

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return f"<Picture: {self.title}>"


def checked(path: str | PathLike[str]) -> Path:
    """The file, if its name says that it is a picture."""
    file = Path(path)
    if file.suffix.lower() not in ENDINGS:
        raise error("E348", None, path=file, stem=file.with_suffix(".svg"))
    return file
