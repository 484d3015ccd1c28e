"""What is said about where games were found: a game of one's own in place of one of the library, drafts passed over."""

from collections.abc import Iterable, Iterator

from heapwise.diagnostics import Diagnostic
from heapwise.documents.document import GameNames
from heapwise.documents.search import Around
from heapwise.records import Record, field
from heapwise.rules.schema import Schema


class Remark(Record):
    """A game of a file, or, where there is no name, a file with what is wrong in it."""

    file: str
    name: str = ""
    problem: Diagnostic | None = field(default=None, compare=False)


def remarks(around: GameNames, used: Iterable[Schema], text: str = "") -> Iterator[Remark]:
    """What to say of games that were looked up around a text. Drafts matter where the folder was looked into."""
    if not isinstance(around, Around):
        return
    named, files = {str(path) for path in around.texts.named}, set[str]()
    for schema in used:
        files.add(schema.source.name)
        if shadowed(schema, around) is not None:
            yield Remark(schema.source.name, schema.name)
    for path, problem in around.broken.items() if files - named - {text} else ():
        yield Remark(str(path), "", problem.diagnostics[0])


def shadowed(schema: Schema, around: Around) -> Schema | None:
    """The game of the library whose name a game of somebody's own has, with other rules."""
    if around.library is None or around.library.owns(schema):
        return None
    other = around.library.find(schema.name)
    return None if other is None or _text(other) == _text(schema) else other


def _text(schema: Schema) -> str:
    return schema.source.words(schema.node.span)
