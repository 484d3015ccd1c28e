"""Where the texts of a study stand in its archive: in folders as they were, so that a name is looked up as it was.

Files below the folder that all texts with claims share keep their places; any other folder gets one of its own. Games
of the library stand apart, for they are looked up last. What was given with `-f` is listed, and nothing else is: a
helper is found beside the rules that use it.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from os.path import commonpath
from pathlib import Path

from heapwise.claims.hashes import rules_of
from heapwise.documents.library import root
from heapwise.documents.reading import automaton_files, read_source, rule_files
from heapwise.errors import HeapwiseError
from heapwise.records import Record
from heapwise.report.study import Study, StudyPlan
from heapwise.rules.schema import Schema
from heapwise.rules.used import with_all_used
from heapwise.running.expected import expected_path
from heapwise.source import Source

TEXTS, RULES, LIBRARY = "texts", "rules", "library"
_WORD = re.compile(r"[^\W\d]\w*")
_HEADING = re.compile(r"(?m)^[ \t]*game\s+([^\W\d]\w*)")


class StudyTexts(Record):
    """The texts of a study as members: those that are checked, and those that were given with `-f`."""

    members: dict[str, str]  # the text of every member
    names: dict[str, str]  # the member of every source
    claims: list[str]
    given: list[str]


def texts_of(study: Study, plan: StudyPlan) -> StudyTexts:
    """The texts of a study, with all in which its names are looked up."""
    checked = [*(c.source for c in study.chapters), *(stated.claim.source for stated in study.unread)]
    given = [read_source(path) for path in plan.files]
    sources = [*checked, *given, *(schema.source for schema in _used(study))]
    sources += _beside(sources, plan.options.effort or "")
    texts, places = StudyTexts({}, {}, [], []), _Places(checked, sources)
    for source in sources:
        for name in places.of(source):
            _add(texts, name, source)
    texts.claims.extend(dict.fromkeys(texts.names[source.name] for source in checked))
    texts.given.extend(dict.fromkeys(texts.names[source.name] for source in given))
    return texts


def _used(study: Study) -> list[Schema]:
    """The games of the chapters and of all claims, with every game that these use."""
    own = (chapter.schema for chapter in study.chapters if chapter.schema is not None)
    return with_all_used([*own, *(schema for stated in study.all_claims for schema in rules_of(stated.claim))])


def _beside(sources: Sequence[Source], effort: str) -> Iterator[Source]:
    """The files in the folders of texts that have what is named in them, right or wrong: games and automata. What the
    library has is known wherever an archive is read."""
    said = "\n".join([*(source.text for source in sources), effort])
    named = {*_WORD.findall(said)}
    folders = {path.parent for path in map(_path, sources) if not _is_ours(path)}
    for folder in sorted(folders):
        games = (s for s in _readable(rule_files(folder)) if named & {*_HEADING.findall(s.text)})
        yield from (*games, *_readable(path for path in automaton_files(folder) if path.name in said))


def _readable(paths: Iterable[Path]) -> Iterator[Source]:
    for path in paths:
        with suppress(HeapwiseError):  # nobody could read it then
            yield read_source(path)


class _Places:
    """The members that files become, by the folders in which they lie."""

    def __init__(self, checked: Iterable[Source], sources: Iterable[Source]) -> None:
        self._checked = {_path(source) for source in checked}
        self._root = Path(commonpath([path.parent for path in self._checked]))
        others = {path.parent for path in map(_path, sources) if not (self._is_inside(path) or _is_ours(path))}
        self._folders = {f: f"{RULES}_{number}" if number > 1 else RULES for number, f in enumerate(sorted(others), 1)}

    def of(self, source: Source) -> Iterator[str]:
        """Where a text stands. A game of the library that is checked itself is one that others use as well."""
        path = _path(source)
        if _is_ours(path):
            yield f"{LIBRARY}/{path.relative_to(root().resolve()).as_posix()}"
        if path in self._checked or not _is_ours(path):
            inside = self._is_inside(path)
            yield f"{TEXTS}/{path.relative_to(self._root).as_posix()}" if inside else self._outside(path)

    def _is_inside(self, path: Path) -> bool:
        return path.is_relative_to(self._root)

    def _outside(self, path: Path) -> str:
        return f"{self._folders[path.parent]}/{path.name}"


def _path(source: Source) -> Path:
    """Where a text lies: a file that is a link belongs to the folder in which it is found."""
    path = Path(source.name)
    return path.parent.resolve() / path.name


def _is_ours(path: Path) -> bool:
    """Is it a file of rules of the library?"""
    return path.suffix == ".game" and path.is_relative_to(root().resolve())


def _add(texts: StudyTexts, name: str, source: Source) -> None:
    texts.members[name] = source.text
    texts.names[source.name] = name
    expected = expected_path(Path(source.name))
    if source.name.endswith(".claims") and expected.is_file():
        texts.members[name.removesuffix(".claims") + ".expected"] = expected.read_text(encoding="utf-8")
