"""`heapwise fmt [FILE...]`"""

import difflib
import sys
from pathlib import Path

import click

from heapwise.app import inputs
from heapwise.app.group import BROKEN, CONTRADICTED, OK
from heapwise.app.say import complain, keep, note, result
from heapwise.clean import one_line
from heapwise.documents.library import read_source
from heapwise.errors import HeapwiseError
from heapwise.files import write_atomically
from heapwise.lang.format import format_text
from heapwise.messages import words
from heapwise.source import Source


@click.command("fmt", epilog=inputs.epilog("heapwise fmt --check mine.game", "heapwise fmt --diff mine.game"))
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--check", is_flag=True, help="Write nothing; the exit code is 1 if something would change.")
@click.option("--diff", is_flag=True, help="Write nothing; show what would change.")
def fmt_command(paths: tuple[Path, ...], check: bool, diff: bool) -> int:
    """Put the files in PATHs into the canonical layout; - reads standard input and prints.

    Comments stay where they are, and the meaning never changes.
    """
    files, changes, code = inputs.texts_in(paths), 0, OK
    for path in files:
        try:
            changes += _format(path, check, diff)
        except HeapwiseError as mistake:
            complain(mistake)
            code = BROKEN
    note(words("texts", "to_change" if check or diff else "changed", count=len(files), changes=changes))
    return max(code, CONTRADICTED) if check and changes else code


def _format(path: Path, check: bool, diff: bool) -> bool:
    """Format one file; does it change?"""
    if str(path) == "-":
        result(format_text(Source("<stdin>", sys.stdin.read())).removesuffix("\n"))
        return False
    source = read_source(path)
    text = format_text(source)
    if text == source.text:
        return False
    if diff:
        old, new, name = source.text.splitlines(), text.splitlines(), str(path)
        result("\n".join(difflib.unified_diff(old, new, name, name, lineterm="")))
    elif check:
        note(words("texts", "layout", path=one_line(path)))
    else:
        keep(path, lambda: write_atomically(path, text))
    return True
