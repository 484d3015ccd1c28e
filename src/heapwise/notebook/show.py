"""Games, tables, claims, verdicts and reports as a notebook shows them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from heapwise.claims.region import describe
from heapwise.claims.verdict import Verdict, position_words
from heapwise.notebook.pieces import lines, pre, strong, table
from heapwise.tables.table import Table
from heapwise.tables.text import as_latex, as_text, title

if TYPE_CHECKING:
    from heapwise.checking import Report
    from heapwise.claims.claim import Claim

MOST_CELLS = 32  # on one side; larger tables are shown as text
_MOST_OPTIONS = 8


def table_html(found: Table) -> str:
    """A table with one or two components as one of HTML; others as text."""
    values = found.values
    if values.ndim not in (1, 2) or max(values.shape) > MOST_CELLS:
        return pre(as_text(found))
    rows = np.atleast_2d(values).tolist()
    corner = " \\ ".join(found.labels)
    shown = [[i if values.ndim == 2 else title(found), *(_cell(found, v) for v in row)] for i, row in enumerate(rows)]
    caption = title(found) if values.ndim == 2 else ""
    return table(shown, [corner, *range(values.shape[-1])], caption)


def table_latex(found: Table) -> str | None:
    """The table as an array of LaTeX, if it is small."""
    if found.values.ndim not in (1, 2) or max(found.values.shape) > MOST_CELLS:
        return None
    body = "\n".join(line for line in as_latex(found).split("\n") if not line.startswith("%"))
    return f"$${body}$$"


def _cell(found: Table, value: Any) -> str:
    shown = found.shown(value)
    return {None: "", True: "P", False: ""}[shown] if shown is None or isinstance(shown, bool) else str(shown)


# ------------------------------------------------------------------------------------------------ claims


def claim_latex(claim: Claim) -> str | None:
    """The statement in LaTeX, if it can be written so."""
    from heapwise.report.mathematics import as_latex as statement

    found = statement(claim)
    return None if found is None else f"$\\displaystyle {found}$"


def claim_html(claim: Claim) -> str:
    """Status, name and source of a claim, and its statement in the author's words."""
    of = f" of {claim.schema.heading}" if claim.schema else ""
    play = "" if claim.play.is_normal else f" under {claim.play.name}"
    cited = f" ({claim.citation})" if claim.citation else ""
    return strong(f"{claim.status} {claim.name}") + lines([f"{of}{play}{cited}"]) + pre(claim.text)


# ---------------------------------------------------------------------------------------------- verdicts


def verdict_html(verdict: Verdict) -> str:
    """The word, what it covers, and the counterexample or the reason."""
    of = f" of {verdict.game}" if verdict.game else ""
    label = f", {verdict.label}" if verdict.label else ""
    head = strong(verdict.word) + lines([f" {verdict.status} {verdict.claim}{of}{label}: {_covered(verdict)}"])
    return f"<div>{head}<br>{lines(_details(verdict))}</div>{_options(verdict)}"


def _covered(verdict: Verdict) -> str:
    if not isinstance(verdict.region, dict):
        return f"all sizes, by {verdict.method}"
    words = describe(verdict.region) if verdict.region else "nothing"
    return f"{words}, {verdict.positions:,} positions, by {verdict.method}"


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


def _options(verdict: Verdict) -> str:
    found = verdict.counterexample
    if found is None or not found.options:
        return ""
    rows = [(position_words(option["to"]), option["value"]) for option in found.options[:_MOST_OPTIONS]]
    more = found.options_total - len(rows)
    return table(rows, ["option", "value"]) + (lines([f"and {more} more options"]) if more > 0 else "")


def report_html(report: Report) -> str:
    """One line for each verdict, then how many claims are as stated."""
    rows = [
        (v.claim, v.game or "", v.label, v.status, v.word, _covered(v), f"{v.seconds:.2f} s") for v in report.verdicts
    ]
    stated = sum(1 for claim in report.claims if claim.exit_code == 0)
    heads = ["claim", "game", "parameters", "status", "verdict", "covers", "time"]
    return table(rows, heads, f"{stated} of {len(report.claims)} claims as stated")
