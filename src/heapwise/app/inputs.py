"""What commands take: games, plays, limits, and the options that several of them share."""

import re
from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar, cast

import click

from heapwise.app import shell_words
from heapwise.app.say import tell_of_workers
from heapwise.documents.by_name import claims_path
from heapwise.errors import HeapwiseError, error
from heapwise.files import files_in, writing
from heapwise.outputs import allow_replacing, announce
from heapwise.workers import Hiring

F = TypeVar("F", bound=Callable[..., Any])

_TIMES = {"ms": 0.001, "s": 1.0, "": 1.0, "m": 60.0, "min": 60.0, "h": 3600.0}
_SIZES = {"": 1.0, "k": 2.0**10, "m": 2.0**20, "g": 2.0**30, "t": 2.0**40}


def read_time(text: str) -> float:
    """Seconds, from `60s`, `5m` or `2h`."""
    return _quantity(text, _TIMES, "a time", "60s, 5m or 2h")


def read_memory(text: str) -> float:
    """Bytes, from `500M` or `2G`."""
    return _quantity(text, _SIZES, "a size", "500M or 2G")


def _quantity(text: str, units: dict[str, float], what: str, example: str) -> float:
    match = re.fullmatch(r"(\d{1,12}(?:\.\d{1,9})?)\s*([a-z]*)", text.lower())
    if match is None or match[2] not in units or float(match[1]) == 0:
        raise click.BadParameter(f"`{text}` is not {what}; write it like {example}.")
    return float(match[1]) * units[match[2]]


def made_folder(path: Path | None) -> Path | None:
    """A folder to write into, made if it is not there."""
    if path is not None:
        with writing(path):
            path.mkdir(parents=True, exist_ok=True)
    return path


class OutputFile(click.Path):
    """A file to write, refused before any work if it cannot be written."""

    def __init__(self) -> None:
        super().__init__(path_type=Path)

    def convert(self, value: Any, parameter: click.Parameter | None, context: click.Context | None) -> Path:
        """The path."""
        path: Path = super().convert(value, parameter, context)  # type: ignore[assignment]
        try:
            announce(path)
        except HeapwiseError as refused:
            raise refused if _has_force(context) else _without_force(refused) from None
        return path


def _has_force(context: click.Context | None) -> bool:
    return context is not None and any("--force" in parameter.opts for parameter in context.command.params)


def _without_force(refused: HeapwiseError) -> HeapwiseError:
    """The same for a command that has no `--force` to offer."""
    return HeapwiseError(replace(d, help="elsewhere") if d.code == "E367" else d for d in refused.diagnostics)


class ClaimsPath(click.Path):
    """A file or a folder of claims, or a name of the library."""

    def __init__(self) -> None:
        super().__init__(path_type=Path)

    def convert(self, value: Any, parameter: click.Parameter | None, context: click.Context | None) -> Path:
        """The path."""
        return claims_path(super().convert(value, parameter, context))  # type: ignore[arg-type]


game_argument = click.argument("game", shell_complete=shell_words.games)
certificate_option = click.option(
    "--certificate", "certificates", type=click.Path(path_type=Path), metavar="DIR",
    help="Write proofs into this folder, for `heapwise verify`.",
)  # fmt: skip
work_option = click.option(
    "--work", type=click.IntRange(1, 1000), metavar="N", help="What a proof may do, in units of some 8 s."
)
resume_option = click.option(
    "--resume/--fresh", default=False, help="Take up an interrupted run, or start anew (the default)."
)
kept_option = click.option(
    "--resume/--fresh", default=True, help="Take up what was found before (the default), or start anew."
)
files_option = click.option(
    "-f", "--file", "files", multiple=True, type=click.Path(), metavar="FILE",
    help="Look for games in FILE first; may be repeated.",
)  # fmt: skip
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
play_option = click.option(
    "--play",
    default="normal",
    metavar="PLAY",
    shell_complete=shell_words.plays,
    help="normal, misere, a preference 1,2,0, or an order for each player 0,1,2;1,2,0;2,0,1.",
)
output_option = click.option("-o", "--output", type=OutputFile(), help="Write to a file.")
force_option = click.option(
    "--force",
    is_flag=True,
    expose_value=False,
    is_eager=True,
    callback=lambda _context, _option, is_set: allow_replacing() if is_set else None,
    help="Write over rules, claims and certificates, too.",
)
upto_option = click.option(
    "--upto", required=True, metavar="N", help="Largest heap: N, or a=30,b=300 for each component by name."
)
fix_option = click.option("--fix", multiple=True, metavar="NAME=N", help="Hold a component at a value, as in c=2.")


def limits(command: F) -> F:
    """The options `--time` and `--memory`."""
    memory = click.option(
        "--memory", type=read_memory, metavar="SIZE", default="2G", show_default=True,
        help="Stop when this much is in use.",
    )  # fmt: skip
    time = click.option("--time", "seconds", type=read_time, metavar="TIME", help="Stop after this time, as in 60s.")
    return time(memory(command))


def claims_options(command: F) -> F:
    """Which claims a run is about, and how long it may take."""
    folder = click.Path(path_type=Path)
    for option in (
        click.option("--total-time", type=read_time, metavar="TIME", help="For the whole run."),
        click.option("--time", "seconds", type=read_time, metavar="TIME", help="For each instance, as in 60s."),
        click.option("--check", "effort", metavar="EFFORT", help="Parameters and bounds, as in 'n in 2..6, x <= 127'."),
        click.option("--claim", metavar="NAME", shell_complete=shell_words.claims, help="This claim only."),
        click.option("-f", "--file", "files", multiple=True, type=folder, help="Look for games here first."),
        click.argument("paths", nargs=-1, type=ClaimsPath()),
    ):
        command = option(command)
    return command


def hiring_options(command: F) -> F:
    """Who does the work; the command is given a `Hiring`."""

    @wraps(command)
    def hired(*, jobs: int | None, cluster: str | None, or_local: bool, **options: Any) -> Any:
        return command(hiring=Hiring(jobs, cluster, or_local, tell_of_workers), **options)

    jobs = click.option(
        "--jobs", type=click.IntRange(1, 256), metavar="N", help="Processes; as many as there are cores if not given."
    )
    cluster = click.option(
        "--cluster", metavar="ADDRESS",
        help="Work on a Dask cluster: tcp://10.0.0.1:8786, or the .json file that its scheduler writes.",
    )  # fmt: skip
    or_local = click.option(
        "--or-local", is_flag=True, help="Work here where the cluster has no worker, or none any more."
    )
    return cast(F, jobs(cluster(or_local(hired))))


def epilog(*examples: str) -> str:
    """The end of a command's help: examples that run."""
    return "\b\nExamples:\n" + "\n".join(f"  {example}" for example in examples)


def read_bounds(text: str) -> int | dict[str, int]:
    """`31`, or `a=30,b=300`."""
    return int(text) if re.fullmatch(r"\d{1,9}", text.strip()) else read_assignments((text,))


def read_assignments(texts: tuple[str, ...]) -> dict[str, int]:
    """`a=30,b=300`, in one text or several."""
    found: dict[str, int] = {}
    for item in (item for text in texts for item in _items(text)):
        name, sign, number = item.partition("=")
        if not sign or not re.fullmatch(r"\s*\d{1,9}\s*", number):
            raise error("E310", None, text=item)
        found[name.strip()] = int(number)
    return found


def _items(text: str) -> list[str]:
    """The parts between commas, but not those inside brackets: `x[1,2]=3,y=4`."""
    return re.split(r",(?![^\[\]]*\])", text)


def texts_in(paths: tuple[Path, ...]) -> list[Path]:
    """The files given, and the games and claims in the folders given."""
    found = [p for path in paths for p in (_inside(path) if path.is_dir() else (path,))]
    return list(dict.fromkeys(found))


def _inside(folder: Path) -> list[Path]:
    return [p for p in files_in(folder, "**/*") if p.suffix in (".game", ".claims")]
