"""Verdicts in the terminal: one line an instance, more where something is to be learned, and a summary."""

from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from heapwise.app.say import width_of_results
from heapwise.claims.instances import Instance
from heapwise.claims.plain_data import position_words
from heapwise.claims.quantifiers import ProvedFor, proved_words
from heapwise.claims.region import describe
from heapwise.claims.summary import ClaimSummary
from heapwise.claims.verdict import Verdict
from heapwise.clean import one_line
from heapwise.errors import Message
from heapwise.files import resource
from heapwise.messages import headline, render_all, said, spoken, words
from heapwise.messages.width import broken, columns, left, right
from heapwise.terms.values import show

_COLOURS = {"proved": "green", "holds": "green", "refuted": "red", "error": "red", "sampled": "yellow"}
_MOST_SHOWN = 8
_DIGITS = 16  # of a hash, for people; JSON has all


def verdict_lines(verdict: Verdict, has_notes: bool = False, is_proof: bool = False) -> list[str]:
    """What is printed of a verdict. How a proof went is told to those who ask for notes; what stands in the way of one
    for all parameters, to those who ask for proofs as well."""
    lines = [] if verdict.is_whole else _instance_lines(verdict, has_notes)
    quantifiers = verdict.quantifiers
    if quantifiers is None:
        return lines
    for proved in quantifiers.proved:
        lines += _quantified(verdict, proved, has_notes)
    is_open = verdict.word != "refuted" and verdict.status != "disproved"
    if quantifiers.open is not None and (has_notes or (is_proof and is_open)):
        tried, reason = quantifiers.open, said(quantifiers.open.reason or "")
        free = ", ".join((*tried.free, *(f"{name} = {value}" for name, value in tried.fixed.items())))
        lines += _wrapped(f"{words('message', 'note')}: {words('check', 'not_for_every', names=free, reason=reason)}")
    return lines


def _quantified(verdict: Verdict, proved: ProvedFor, has_notes: bool) -> list[str]:
    """A proof for all values of some parameters."""
    figures = words("check", "quantified", quantifiers=proved_words(proved))
    about = replace(verdict, word="proved", shown={}, seconds=proved.seconds)
    lines = _headed(about, figures, fg=_COLOURS["proved"])
    lines += _rules(verdict) if verdict.is_whole else []
    if proved.certificate is not None:
        lines.append("  " + words("check", "certificate", file=proved.certificate["file"]))
    for text in proved.notes if has_notes else ():
        lines += _wrapped(f"{words('message', 'note')}: {said(text)}")
    return lines


def _instance_lines(verdict: Verdict, has_notes: bool) -> list[str]:
    expected = verdict.word == "refuted" and verdict.status in ("disproved", "question")
    colour = "green" if expected else _COLOURS.get(verdict.word, "yellow")
    lines = _headed(verdict, _covered(verdict), fg=colour, bold=not expected or None)
    lines += _rules(verdict)
    if verdict.counterexample is not None:
        lines += _counterexample(verdict)
    lines += _reason(verdict.reason or "")
    sign = f"{words('message', 'warning')}:"
    for text in verdict.warnings:
        first, *more = _wrapped(f"{sign} {said(text)}")
        lines += [first.replace(sign, click.style(sign, fg="yellow"), 1), *more]
    if verdict.certificate is not None and "file" in verdict.certificate:
        lines.append("  " + words("check", "certificate", file=verdict.certificate["file"]))
    is_proof = (verdict.word, verdict.method) == ("proved", "proof")
    for text in verdict.notes if has_notes or not is_proof else ():
        lines += [] if text.startswith("method ") else _wrapped(f"{words('message', 'note')}: {said(text)}")
    return lines


def _rules(verdict: Verdict) -> list[str]:
    """Which rules these are, where the name of the game and of the file of claims do not say it."""
    file = verdict.rules_file
    if file is None or Path(file).is_relative_to(resource("games")):
        return []
    if file in (verdict.file, str(Path(verdict.file).with_name(f"{verdict.game}.game"))):
        return []
    return ["  " + words("check", "rules", file=file, hash=verdict.rules_sha256[:_DIGITS])]


def _reason(reason: str) -> list[str]:
    """A sentence is broken into lines; a message, which has marks below the author's text, stays as it is."""
    if isinstance(reason, Message):
        first = reason.diagnostics[0]
        is_short = reason == headline(first)
        reason = headline(first, spoken()) if is_short else render_all(reason.diagnostics, spoken())
    if "\n" in reason:
        return [f"  {text}" for text in reason.split("\n") if text]
    return _wrapped(said(reason))


def _wrapped(text: str) -> list[str]:
    return broken(text, width_of_results(), "  ") if text else []


def _in_columns(head: str, items: list[str]) -> list[str]:
    """The items one after another behind the head; what does not fit goes on below."""
    lines = [head]
    for item in items:
        if columns(lines[-1]) > columns(head) and columns(lines[-1]) + columns(item) > width_of_results():
            lines.append(" " * columns(head))
        lines[-1] += item + "  "
    return [line.rstrip() for line in lines]


def _name(verdict: Verdict) -> str:
    of = words("check", "of", game=verdict.game) if verdict.game else ""
    play = "" if verdict.play == "normal" else words("check", "under", play=verdict.play)
    label = f", {verdict.label}" if verdict.label else ""
    return f"{verdict.claim}{of}{play}{label}"


def _headed(verdict: Verdict, figures: str, **style: Any) -> list[str]:
    """The word and what it is about, with its figures at the right, or below where they do not fit."""
    word = left(words("verdicts", verdict.word), 9)
    head = f"{word} {words('statuses', verdict.status)} {_name(verdict)}"
    first, *more = broken(head, width_of_results(), "", " " * 10)
    figures = f"{figures}  {words('check', 'seconds', seconds=f'{verdict.seconds:.2f}')}"
    room = width_of_results() - columns(more[-1] if more else first)
    lines = [first.replace(word, click.style(word, **style), 1), *more]
    if room < 2 + columns(figures):
        return [*lines, right(figures, width_of_results())]
    return [*lines[:-1], lines[-1] + right(figures, room)]


def _covered(verdict: Verdict) -> str:
    if verdict.region == "all":
        return words("check", "all_sizes", method=verdict.method)
    assert isinstance(verdict.region, dict)
    if verdict.word == "error":
        return _region(verdict) if verdict.region else ""
    if verdict.method == "proof" and not verdict.positions:
        return words("check", "attempted", method=verdict.method)
    if not verdict.counted:
        return _region(verdict)
    figures = words("check", "positions", count=verdict.counted)
    if verdict.premise_true != verdict.counted:
        figures += words("check", "premise", count=verdict.premise_true)
    if verdict.both_true is not None and verdict.both_true + (verdict.both_false or 0) == verdict.premise_true:
        figures += words("check", "both_true", count=verdict.both_true)
    return f"{_region(verdict)}: {figures}"


def _region(verdict: Verdict) -> str:
    """The words for the region, if it is not everything."""
    return said(describe(verdict.region), section="regions") if isinstance(verdict.region, dict) else ""


def _counterexample(verdict: Verdict) -> list[str]:
    found = verdict.counterexample
    assert found is not None
    if not found.position:
        false = words("check", "false_for", label=verdict.label) if verdict.label else words("check", "false")
        return [f"  {false}: {found.statement or ''}".rstrip(": ")]
    where = f"({position_words(found.position)})"
    lines = _wrapped(_headline(verdict, f"{verdict.label}, {where}" if verdict.label else where))
    if found.statement is None:
        lines.append("  " + words("check", "sides", left=_value(found.left), right=_value(found.right)))
    else:
        lines += _wrapped(said(found.statement))
        lines += [line for text, value in found.atoms.items() for line in _wrapped(f"{text} = {_value(value)}")]
    if found.options:
        shown = [f"{position_words(o['to'])}: {_value(o['value'])}" for o in found.options[:_MOST_SHOWN]]
        more = words("check", "in_all", count=found.options_total)
        lines += _in_columns(f"  {words('check', 'options')}  ", shown + [more] * (found.options_total > _MOST_SHOWN))
    if verdict.exceptions is not None and verdict.exceptions > 1:
        key = "exceptions_with" if verdict.hint else "exceptions"
        lines += _wrapped(words("check", key, count=verdict.exceptions, hint=said(verdict.hint or "")))
    if found.explore:
        lines.append(f"  {words('check', 'explore')}: {one_line(found.explore)}")
    return lines


def _headline(verdict: Verdict, where: str) -> str:
    """The counterexample: the smallest one of its region, or one that was met."""
    if verdict.exceptions is None:
        return words("check", "counterexample", where=where)
    key = "smallest_in" if isinstance(verdict.region, dict) else "smallest"
    return words("check", key, region=_region(verdict), where=where)


def _value(value: Any) -> str:
    return show(value) if isinstance(value, bool) else str(value)


def summary_lines(summaries: list[ClaimSummary], verdicts: list[Verdict], seconds: float) -> list[str]:
    """The end of a run: what is as stated, and what is not."""
    if not summaries:
        return []
    lines = [""]
    for summary in summaries:
        if len(summary.instances) > 1 and "proved" in summary.words:
            lines += broken(f"{summary.key}: {summary.findings}", width_of_results(), "", "  ")
        if summary.condition is not None:
            word, condition = summary.condition
            lines += broken(
                words("check", f"{word}_where", claim=summary.key, condition=condition), width_of_results(), "", "  "
            )
    for summary in summaries:
        if summary.exit_code:
            state = words("check", "contradicted") if summary.as_stated is False else words("verdicts", summary.word)
            status = words("statuses", summary.status)
            lines.append(f"{click.style('!', fg='red')} {status} {summary.key} ({one_line(summary.file)}): {state}")
    counts = Counter(v.word for v in verdicts).most_common()
    counted = ", ".join(words("check", "counted", count=count, word=words("verdicts", word)) for word, count in counts)
    as_stated = sum(1 for s in summaries if s.exit_code == 0)
    line = words("check", "summary", as_stated=as_stated, claims=len(summaries))
    lines.append(f"{line}   ({counted})   {words('check', 'seconds', seconds=f'{seconds:.1f}')}")
    return lines


def plan_line(file: str, instance: Instance, method: str, why: str) -> str:
    """What would be done for an instance."""
    claim, size = instance.claim, instance.region.size_estimate
    label = f" [{instance.label}]" if instance.label else ""
    region = said(str(instance.region), section="regions")
    head = f"{one_line(file)}: {claim.name}{label}  {region}: {words('check', 'at_most', count=size)}"
    tail = words("check", "by", method=method, why=said(why))
    return f"{head}  {tail}" if columns(head) + columns(tail) + 2 <= width_of_results() else f"{head}\n  {tail}"
