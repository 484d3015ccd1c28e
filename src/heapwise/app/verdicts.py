"""Verdicts in the terminal: one line an instance, more where something is to be learned, and a summary."""

from __future__ import annotations

from collections import Counter
from textwrap import wrap
from typing import Any

import click

from heapwise.claims.instances import Instance
from heapwise.claims.region import describe
from heapwise.claims.summary import ClaimSummary
from heapwise.claims.verdict import Verdict, position_words
from heapwise.rules.values import show

_COLOURS = {"proved": "green", "holds": "green", "refuted": "red", "error": "red", "sampled": "yellow"}
_MOST_SHOWN = 8
_WIDTH = 78


def verdict_lines(verdict: Verdict) -> list[str]:
    """What is printed of a verdict."""
    expected = verdict.word == "refuted" and verdict.status in ("disproved", "question")
    colour = "green" if expected else _COLOURS.get(verdict.word, "yellow")
    word = f"{verdict.word:<9}"
    lines = _fitted(f"{word} {verdict.status} {_name(verdict)}", f"{_covered(verdict)}  {verdict.seconds:.2f} s")
    lines[0] = lines[0].replace(word, click.style(word, fg=colour, bold=not expected), 1)
    if verdict.counterexample is not None:
        lines += _counterexample(verdict)
    lines += _reason(verdict.reason or "")
    for text in verdict.warnings:
        first, *more = _wrapped(f"warning: {text}")
        lines += [first.replace("warning:", click.style("warning:", fg="yellow"), 1), *more]
    for text in verdict.notes:
        lines += [] if text.startswith("method ") else _wrapped(f"note: {text}")
    return lines


def _reason(reason: str) -> list[str]:
    """A sentence is broken into lines; a message, which has marks below the author's text, stays as it is."""
    if "\n" in reason:
        return [f"  {text}" for text in reason.split("\n") if text]
    return _wrapped(reason)


def _wrapped(text: str) -> list[str]:
    indent = "  "
    return wrap(text, _WIDTH, initial_indent=indent, subsequent_indent=indent, break_long_words=False)


def _in_columns(head: str, items: list[str]) -> list[str]:
    """The items one after another behind the head; what does not fit goes on below."""
    lines = [head]
    for item in items:
        if len(lines[-1]) > len(head) and len(lines[-1]) + len(item) > _WIDTH:
            lines.append(" " * len(head))
        lines[-1] += item + "  "
    return [line.rstrip() for line in lines]


def _name(verdict: Verdict) -> str:
    of = f" of {verdict.game}" if verdict.game else ""
    play = "" if verdict.play == "normal" else f" under {verdict.play}"
    label = f", {verdict.label}" if verdict.label else ""
    return f"{verdict.claim}{of}{play}{label}"


def _fitted(head: str, figures: str) -> list[str]:
    """The head with its figures at the right, or below where they do not fit."""
    lines = wrap(head, _WIDTH, subsequent_indent=" " * 10, break_long_words=False, break_on_hyphens=False)
    if len(lines[-1]) + 2 + len(figures) <= _WIDTH:
        return [*lines[:-1], lines[-1] + figures.rjust(_WIDTH - len(lines[-1]))]
    return [*lines, figures.rjust(_WIDTH)]


def _covered(verdict: Verdict) -> str:
    if verdict.region == "all":
        return f"all sizes, by {verdict.method}"
    assert isinstance(verdict.region, dict)
    if verdict.word == "error":
        return describe(verdict.region) if verdict.region else ""
    words = describe(verdict.region)
    figures = f"{verdict.positions:,} positions"
    if verdict.premise_true != verdict.positions:
        figures += f", premise true at {verdict.premise_true:,}"
    if verdict.both_true is not None and verdict.both_true + (verdict.both_false or 0) == verdict.premise_true:
        figures += f", {verdict.both_true:,} true"
    return f"{words}: {figures}"


def _counterexample(verdict: Verdict) -> list[str]:
    found = verdict.counterexample
    assert found is not None
    if not found.position:
        return [f"  false{f' for {verdict.label}' if verdict.label else ''}: {found.statement or ''}".rstrip(": ")]
    where = ", ".join(filter(None, [verdict.label, _position(found.position)]))
    few = verdict.exceptions is None
    lines = _wrapped(f"{'a' if few else 'smallest'} counterexample{_among(verdict)}: {where}")
    if found.statement is None:
        lines.append(f"  left side {_value(found.left)}, right side {_value(found.right)}")
    else:
        lines += _wrapped(found.statement)
        lines += [line for text, value in found.atoms.items() for line in _wrapped(f"{text} = {_value(value)}")]
    if found.options:
        shown = [f"{position_words(o['to'])}: {_value(o['value'])}" for o in found.options[:_MOST_SHOWN]]
        shown += [] if found.options_total <= _MOST_SHOWN else [f"... {found.options_total} in all"]
        lines += _in_columns("  options  ", shown)
    if verdict.exceptions is not None and verdict.exceptions > 1:
        lines += _wrapped(f"{verdict.exceptions:,} exceptions" + (f"; {verdict.hint}" if verdict.hint else ""))
    if found.explore:
        lines.append(f"  explore: {found.explore}")
    return lines


def _among(verdict: Verdict) -> str:
    if verdict.exceptions is None or not isinstance(verdict.region, dict):
        return ""
    words = describe(verdict.region)
    return f" with {words}"


def _position(position: list[Any]) -> str:
    return f"({position_words(position)})"


def _value(value: Any) -> str:
    return show(value) if isinstance(value, bool) else str(value)


def summary_lines(summaries: list[ClaimSummary], verdicts: list[Verdict], seconds: float) -> list[str]:
    """The end of a run: what is as stated, and what is not."""
    if not summaries:
        return []
    lines = [""]
    words = Counter(v.word for v in verdicts)
    for summary in summaries:
        if summary.exit_code:
            state = "is contradicted" if summary.as_stated is False else summary.word
            lines.append(f"{click.style('!', fg='red')} {summary.status} {summary.key} ({summary.file}): {state}")
    as_stated = sum(1 for s in summaries if s.exit_code == 0)
    counted = ", ".join(f"{count} {word}" for word, count in words.most_common())
    lines.append(f"{as_stated} of {len(summaries)} claims as stated   ({counted})   {seconds:.1f} s")
    return lines


def plan_line(file: str, instance: Instance, method: str, why: str) -> str:
    """What would be done for an instance."""
    claim, size = instance.claim, instance.region.size_estimate
    label = f" [{instance.label}]" if instance.label else ""
    head = f"{file}: {claim.name}{label}  {instance.region}: at most {size:,} positions"
    tail = f"by {method} ({why})"
    return f"{head}  {tail}" if len(head) + len(tail) + 2 <= _WIDTH else f"{head}\n  {tail}"
