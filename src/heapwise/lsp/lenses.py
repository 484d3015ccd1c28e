"""What stands above each claim: its last verdict, if that was found under the rules and claims as they stand."""

from collections.abc import Mapping
from typing import NamedTuple

from heapwise.claims.claim import Claim
from heapwise.claims.hashes import claims_hash, rules_hash
from heapwise.claims.resolve import written_claims
from heapwise.documents.document import Document
from heapwise.errors import HeapwiseError
from heapwise.lsp.edited_text import EditedText
from heapwise.messages import spoken, words
from heapwise.running.expected import Expected, read_expected
from heapwise.running.last_verdicts import LastVerdict, recall
from heapwise.source import Span

_SIGNS = {True: "✓", False: "✗", None: "?"}


class Lens(NamedTuple):
    """A claim with its place, and what is known of it."""

    claim: str
    span: Span
    words: str


def lenses(text: EditedText) -> list[Lens]:
    """One for each claim that has no mistake; none while the text cannot be read, since nothing can be checked then."""
    try:
        claims = written_claims(Document(text.source, text.shelf)).sound
    except HeapwiseError:
        return []
    expected = _expected(text)
    return [Lens(c.name, c.place.span, _words(c, expected)) for c in claims if c.place is not None]


def _words(claim: Claim, expected: Mapping[str, Expected]) -> str:
    key = f"{claim.schema.name}.{claim.name}" if claim.schema else claim.name
    last = recall(claims_hash(claim), rules_hash(claim), key)
    if last is not None:
        return _verdict(last)
    if key in expected:
        wanted = expected[key]
        return words("editor", "expected", word=" ".join([words("verdicts", wanted.word), wanted.quantifiers]).strip())
    return words("editor", "not_checked")


def _verdict(last: LastVerdict) -> str:
    """What was found; in another language the word alone."""
    found = last.findings if last.language == spoken() else ""
    return f"{_SIGNS[last.as_stated]} {found or words('verdicts', last.word)}"


def _expected(text: EditedText) -> Mapping[str, Expected]:
    try:
        return read_expected(text.path)
    except HeapwiseError:
        return {}
