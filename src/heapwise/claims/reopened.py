"""From a verdict, which is plain data, back to the claim that it is about."""

from pathlib import Path
from typing import TYPE_CHECKING

from heapwise.claims.expressions import Expressions
from heapwise.claims.hashes import claims_hash, rules_hash
from heapwise.claims.resolve import written_claims
from heapwise.documents.document import Document, opened
from heapwise.documents.library import library
from heapwise.documents.search import document_at

if TYPE_CHECKING:
    from heapwise.claims.verdict import Verdict


def expressions_of(verdict: "Verdict") -> Expressions:
    """The objects of the claim that a verdict is about, with its parameters put in; raises ValueError where the text is
    not there any more, or where it or the rules are others by now."""
    document = _document(verdict)
    for claim in written_claims(document).sound:
        game = claim.schema.name if claim.schema else None
        if (claim.name, game) == (verdict.claim, verdict.game) and claims_hash(claim) == verdict.claims_sha256:
            found = claim.expressions.at(**verdict.parameters)
            if rules_hash(claim, tuple(found.known.values())) == verdict.rules_sha256:
                return found
    raise ValueError(
        f"the claim {verdict.claim} of {verdict.file} is not the one of this verdict any more, or has other rules"
    )


def _document(verdict: "Verdict") -> Document:
    if verdict.text is not None:
        return opened(verdict.file, verdict.text, library())
    return document_at(Path(verdict.file))
