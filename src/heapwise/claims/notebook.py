"""Claims, verdicts and reports as a notebook shows them. The classes ask for it only when a notebook asks them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from heapwise.claims.plain_data import position_words
from heapwise.claims.quantifiers import quantifier_words
from heapwise.claims.region import describe
from heapwise.claims.wording import stated
from heapwise.html import Markup, join, lines, table, tag

if TYPE_CHECKING:
    from heapwise.claims.claim import Claim
    from heapwise.claims.summary import ClaimSummary
    from heapwise.claims.verdict import Verdict

_MOST_OPTIONS = 8


class Claims(list["Claim"]):
    """Claims, one below the other where a notebook shows them."""

    def _repr_html_(self) -> Markup:
        return join(*map(claim_html, self))


def claim_latex(claim: Claim) -> str:
    """The statement in LaTeX."""
    from heapwise.claims.mathematics import as_latex

    return f"$\\displaystyle {as_latex(claim)}$"


def claim_html(claim: Claim) -> Markup:
    """Status, name and source of a claim, and its statement in the author's words."""
    of = f" of {claim.schema.heading}" if claim.schema else ""
    play = "" if claim.play.is_normal else f" under {claim.play.name}"
    cited = f" ({claim.citation})" if claim.citation else ""
    return join(tag("strong", f"{claim.status} {claim.name}"), f"{of}{play}{cited}", tag("pre", stated(claim)))


def verdict_html(verdict: Verdict) -> Markup:
    """The word, what it covers, and the counterexample or the reason."""
    of = f" of {verdict.game}" if verdict.game else ""
    label = f", {verdict.label}" if verdict.label else ""
    about = f" {verdict.status} {verdict.claim}{of}{label}: {_covered(verdict)}"
    found = tag("div", tag("strong", verdict.word), about, tag("br"), lines(_details(verdict)))
    return join(found, _options(verdict))


def _covered(verdict: Verdict) -> str:
    if verdict.is_whole and verdict.quantifiers is not None:
        return f"{quantifier_words(verdict.quantifiers)}, all sizes"
    if not isinstance(verdict.region, dict):
        return f"all sizes, by {verdict.method}"
    if not verdict.region:
        return f"by {verdict.method}"
    count = f", {verdict.counted:,} position{'' if verdict.counted == 1 else 's'}" if verdict.counted else ""
    return f"{describe(verdict.region)}{count}, by {verdict.method}"


def _details(verdict: Verdict) -> Iterator[str]:
    found = verdict.counterexample
    if found is not None:
        yield f"counterexample: ({position_words(found.position)})"
        if found.statement is None:
            yield f"left side {found.left}, right side {found.right}"
        else:
            yield found.statement
            yield ", ".join(f"{text} = {value}" for text, value in found.atoms.items())
    if verdict.exceptions:
        yield f"{verdict.exceptions:,} exceptions"
    yield verdict.reason or ""
    yield from (f"warning: {text}" for text in verdict.warnings)


def _options(verdict: Verdict) -> Markup | None:
    found = verdict.counterexample
    if found is None or not found.options:
        return None
    rows = [(position_words(option["to"]), str(option["value"])) for option in found.options[:_MOST_OPTIONS]]
    more = found.options_total - len(rows)
    return join(table(["option", "value"], rows, caption=None), f"and {more} more options" if more > 0 else None)


def report_html(verdicts: Sequence[Verdict], claims: Sequence[ClaimSummary]) -> Markup:
    """One line for each verdict, then how many claims are as stated."""
    rows = [(v.claim, v.game or "", v.label, v.status, v.word, _covered(v), f"{v.seconds:.2f} s") for v in verdicts]
    right = sum(1 for claim in claims if claim.exit_code == 0)
    heads = ["claim", "game", "parameters", "status", "verdict", "covers", "time"]
    return table(heads, rows, caption=f"{right} of {len(claims)} claims as stated")
