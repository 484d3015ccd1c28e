"""All places where a name stands for the same thing, and another name for it."""

import re
from collections.abc import Mapping
from pathlib import Path

from heapwise.errors import error
from heapwise.lang import nodes
from heapwise.lang.next_words import keywords
from heapwise.lsp.edited_text import EditedText
from heapwise.lsp.hover import about_word
from heapwise.lsp.names import Meaning, meaning_at, span_of, way_to, ways
from heapwise.source import Span

Occurrences = Mapping[Path, list[Span]]

_NAME = re.compile(r"[^\W\d]\w*")


def occurrences(text: EditedText, offset: int) -> Occurrences:
    """Where what is named at an offset is named, in all files of the folder that name it."""
    meaning = meaning_at(text.draft, way_to(text.draft.tree, offset))
    return {} if meaning is None else _of(meaning, text)


def _of(meaning: Meaning, text: EditedText) -> Occurrences:
    is_known = re.compile(rf"\b{re.escape(meaning.name)}\b")
    is_shared = isinstance(meaning.by, nodes.Game | nodes.Parameter | nodes.Places)  # claims know it, too
    files = text.files() if is_shared else [text]
    found = {file.path: spans_of(meaning, file) for file in files if is_known.search(file.source.text)}
    return {path: spans for path, spans in found.items() if spans}


def spans_of(meaning: Meaning, text: EditedText) -> list[Span]:
    """Where a name stands in one text."""
    draft, found = text.draft, set[Span]()
    for way in ways(draft.tree):
        node = way[-1]
        if getattr(node, "name", None) == meaning.name and _is_same(meaning_at(draft, way), meaning):
            found.add(span_of(node))
    return sorted(found)


def _is_same(one: Meaning | None, other: Meaning) -> bool:
    return one is not None and (one.source.name, one.span) == (other.source.name, other.span)


def rename(text: EditedText, offset: int, new: str) -> Occurrences:
    """The places for another name; raises a `HeapwiseError` where the texts would say something else with it."""
    meaning = meaning_at(text.draft, way_to(text.draft.tree, offset))
    if meaning is None:
        raise error("E381", None)
    if Path(meaning.source.name).parent != text.path.parent:
        raise error("E381", None, help="elsewhere", file=meaning.source.name)
    if not _NAME.fullmatch(new) or new in keywords() or about_word(new) is not None:
        raise error("E382", None, name=new)
    found = _of(meaning, text)
    if not _says_the_same(text, found, meaning, new):
        raise error("E382", None, help="taken", name=new)
    return found


def _says_the_same(text: EditedText, found: Occurrences, meaning: Meaning, new: str) -> bool:
    """Does the new name stand for the same thing at the same places, and nowhere else, without a new mistake?"""
    files = {file.path: file for file in text.files()}
    texts = {path: _replaced(files[path].source.text, spans, new) for path, spans in found.items()}
    moved = {path: _moved(spans, len(new) - len(meaning.name)) for path, spans in found.items()}
    home = Path(meaning.source.name)
    if home not in found:
        return False
    start = moved[home][found[home].index(meaning.span)].start
    after = {path: file.with_texts(texts) for path, file in files.items()}  # a file without the name may be broken, too
    is_broken = any(len(after[path].diagnostics()) > len(file.diagnostics()) for path, file in files.items())
    return not is_broken and occurrences(after[home], start) == moved


def _replaced(text: str, spans: list[Span], new: str) -> str:
    for span in reversed(spans):
        text = text[: span.start] + new + text[span.end :]
    return text


def _moved(spans: list[Span], longer: int) -> list[Span]:
    return [Span(s.start + i * longer, s.end + (i + 1) * longer) for i, s in enumerate(spans)]
