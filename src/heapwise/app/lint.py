"""`heapwise lint [FILE...]`"""

from pathlib import Path
from typing import Any

import click

from heapwise.app import inputs
from heapwise.app.group import BROKEN, CONTRADICTED, OK
from heapwise.app.say import complain_about, json_result, note
from heapwise.claims.refusals import review
from heapwise.documents.search import document_at
from heapwise.errors import Diagnostic, HeapwiseError
from heapwise.messages import headline, help_text, words


@click.command("lint", epilog=inputs.epilog("heapwise lint mine.game mine.claims", "heapwise lint mine.game --json"))
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path))
@inputs.json_option
def lint_command(paths: tuple[Path, ...], as_json: bool) -> int:
    """Look for mistakes, and for what is probably not meant, in the files in PATHs.

    The exit code is 0 if there is nothing to say, 1 for warnings alone, 3 for errors.
    """
    found: list[Diagnostic] = []
    files = inputs.texts_in(paths)
    for path in files:
        try:
            found += review(document_at(path))
        except HeapwiseError as mistake:
            found += mistake.diagnostics
    if as_json:
        json_result([_as_object(diagnostic) for diagnostic in found])
    elif found:
        complain_about(sorted(found, key=lambda diagnostic: diagnostic.is_warning))  # of many, the first ones are shown
    note(words("texts", "messages", count=len(found), files=len(files)))
    if not found:
        return OK
    return CONTRADICTED if all(d.is_warning for d in found) else BROKEN


def _as_object(diagnostic: Diagnostic) -> dict[str, Any]:
    place = diagnostic.place
    shown: dict[str, Any] = {"code": diagnostic.code, "text": headline(diagnostic), "help": help_text(diagnostic)}
    if place is not None:
        line, column = place.source.line_and_column(place.span.start)
        shown |= {"file": place.source.name, "line": line, "column": column}
    return shown
