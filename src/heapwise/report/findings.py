"""What was found about a claim, as parts of the page: verdicts, regions, counterexamples, certificates."""

from collections.abc import Iterator, Sequence
from typing import Any

from heapwise.claims.plain_data import position_words
from heapwise.claims.summary import AS_STATED, UNDECIDED, ClaimSummary
from heapwise.claims.verdict import Counterexample, Verdict
from heapwise.html import Markup, join, scrolling, tag
from heapwise.messages import said
from heapwise.report.phrases import reason_words, region_words, say, verdict_word
from heapwise.report.study import Stated
from heapwise.terms.values import show

# What a reader can use of a certificate; the rest stands in its file.
_FIGURES = ("file", "sha256", "states", "steps", "criterion", "preperiod", "period", "saltus", "computed")
MOST_ROWS = 60
MOST_REMARKS = 4
MOST_OPTIONS = 40


def tone(summary: ClaimSummary) -> str:
    """The class of a claim's verdict: as stated, open, or contradicted."""
    if summary.status == "question":
        return "open"
    return {AS_STATED: "good", UNDECIDED: "open"}.get(summary.exit_code, "bad")


def standing(summary: ClaimSummary) -> str:
    """How the verdict stands to what was claimed, in a word that needs no colour."""
    if summary.status == "question":
        return say("asked")
    return say({AS_STATED: "✓ as stated", UNDECIDED: "? open"}.get(summary.exit_code, "✗ not as stated"))


def findings(stated: Stated, is_timed: bool) -> Iterator[Markup]:
    """Everything that was found about a claim."""
    verdicts = stated.verdicts
    if len(verdicts) == 1 and not verdicts[0].label:
        yield tag("p", _sentence(verdicts[0], is_timed), class_="facts")
    else:
        yield _instances(verdicts, is_timed)
    for verdict in verdicts[:MOST_ROWS]:
        yield from _details(verdict)
    yield from _remarks(verdicts[:MOST_ROWS])


def _sentence(verdict: Verdict, is_timed: bool) -> str:
    words = [say(f"{verdict_word(verdict.word)} by {verdict.method}"), where(verdict), _positions(verdict)]
    return ", ".join([word for word in words if word] + ([f"{verdict.seconds:.2f} s"] if is_timed else []))


def _instances(verdicts: tuple[Verdict, ...], is_timed: bool) -> Markup:
    head = [say(title) for title in ("for", "verdict", "by", "where", "positions", *(["time"] if is_timed else []))]
    rows: list[list[str]] = []
    for v in verdicts[:MOST_ROWS]:
        word = tag("span", verdict_word(v.word), class_=f"verdict {_tone_of(v)}")
        time = [f"{v.seconds:.2f} s"] if is_timed else []
        rows.append([v.label or "-", word, v.method, where(v), _positions(v), *time])
    more = len(verdicts) - MOST_ROWS
    if more > 0:
        rows.append([say(f"and {more} more"), *[""] * (len(head) - 1)])
    return scrolling([*head], rows, say("Instances of the claim that were looked at"), "instances")


def _tone_of(verdict: Verdict) -> str:
    """The class of one instance. An instance of a disproved claim may well hold."""
    if verdict.word in ("proved", "holds"):
        return "good" if verdict.status != "disproved" else "open"
    if verdict.word == "refuted":
        return "good" if verdict.status == "disproved" else "open" if verdict.status == "question" else "bad"
    return "bad" if verdict.word == "error" else "open"


def where(verdict: Verdict) -> str:
    """The region, and the one that was computed where that is larger."""
    if verdict.region == "all":
        return say("all sizes")
    if not isinstance(verdict.region, dict) or not verdict.region:
        return ""
    words = region_words(verdict.region)
    if verdict.computed and verdict.computed != verdict.region:
        words += say(f" (values computed for {region_words(verdict.computed)})")
    return words


def _positions(verdict: Verdict) -> str:
    words = counted(verdict.counted, "position")
    if not words:
        return ""
    if verdict.premise_true != verdict.positions:
        words += say(f", the premise true at {verdict.premise_true:,}")
    if verdict.both_true is not None:
        words += say(f", both sides true at {verdict.both_true:,}")
    return words


# ------------------------------------------------------------------------------------------------ details


def _details(verdict: Verdict) -> Iterator[Markup]:
    """What takes more than a line: a counterexample, and a message with marks below the author's text."""
    if verdict.counterexample is not None:
        yield _counterexample(verdict, verdict.counterexample)
    if verdict.reason and "\n" in verdict.reason:
        yield tag("pre", reason_words(verdict.reason), class_="problem", tabindex="0")


def _remarks(verdicts: Sequence[Verdict]) -> Iterator[Markup]:
    """The remarks on all instances, each once, with the instances it belongs to; many are folded up."""
    about: dict[str, list[str]] = {}
    for verdict in verdicts:
        for words in _words(verdict):
            about.setdefault(words, []).append(verdict.label)
    lines = [_aside(_with_labels(words, labels, len(verdicts))) for words, labels in about.items()]
    if len(lines) <= MOST_REMARKS:
        yield from lines
    else:
        yield tag("details", tag("summary", say(f"{len(lines)} remarks"), class_="aside"), *lines)


def _with_labels(words: str, labels: list[str], instances: int) -> str:
    return words if len(labels) == instances or not any(labels) else f"{'; '.join(labels)}: {words}"


def _words(verdict: Verdict) -> Iterator[str]:
    """The remarks on one instance."""
    if verdict.reason and "\n" not in verdict.reason:
        yield reason_words(verdict.reason)
    yield from (f"{say('warning')}: {said(words)}" for words in verdict.warnings)
    yield from (said(words) for words in verdict.notes if not words.startswith("method "))
    if verdict.sampling:
        yield f"{verdict_word('sampled')}: " + _scalars(verdict.sampling)
    figures = _scalars({k: v for k, v in (verdict.certificate or {}).items() if k in _FIGURES})
    if figures:
        yield f"{say('certificate')}: {figures}"


def counted(number: int, thing: str) -> str:
    """So many things; nothing if there are none."""
    return say(f"{number:,} {thing}{'' if number == 1 else 's'}") if number else ""


def _aside(text: str) -> Markup:
    return tag("p", text, class_="aside")


def _scalars(data: dict[str, Any]) -> str:
    """The plain entries of some data, in words."""
    plain = {k: v for k, v in data.items() if isinstance(v, str | int) and not isinstance(v, bool)}
    return ", ".join(f"{say(key).replace('_', ' ')} {said(str(value))}" for key, value in plain.items())


def _counterexample(verdict: Verdict, found: Counterexample) -> Markup:
    expected = verdict.status in ("disproved", "question")
    parts = [_heading(verdict, found), *_sides(found), *_options(found), *_exceptions(verdict)]
    return tag("div", *parts, class_=f"counterexample{' expected' if expected else ''}")


def _heading(verdict: Verdict, found: Counterexample) -> Markup:
    if not found.position:
        return tag("p", tag("b", say(f"False for {verdict.label}" if verdict.label else "False")))
    few = say("A counterexample") if verdict.exceptions is None else _smallest(verdict)
    where = ", ".join(filter(None, [verdict.label, f"({position_words(found.position)})"]))
    return tag("p", tag("b", f"{few}: "), tag("span", where, class_="mono"))


def _smallest(verdict: Verdict) -> str:
    region = region_words(verdict.region) if isinstance(verdict.region, dict) and verdict.region else ""
    return say(f"Smallest counterexample with {region}" if region else "Smallest counterexample")


def _sides(found: Counterexample) -> Iterator[Markup]:
    if found.statement is None:
        yield tag("p", say(f"Left side {value(found.left)}, right side {value(found.right)}."))
        return
    yield tag("p", tag("code", said(found.statement)))
    if found.atoms:
        pairs = ((tag("dt", tag("code", text)), tag("dd", value(atom))) for text, atom in found.atoms.items())
        yield tag("dl", *(part for pair in pairs for part in pair))


def _options(found: Counterexample) -> Iterator[Markup]:
    if not found.options:
        return
    groups: dict[str, list[str]] = {}
    for option in found.options[:MOST_OPTIONS]:
        groups.setdefault(value(option["value"]), []).append(place(option["to"]))
    rows: list[list[str]] = [[v, tag("span", "  ".join(to), class_="mono")] for v, to in _ordered(groups)]
    more = found.options_total - min(len(found.options), MOST_OPTIONS)
    yield scrolling([say("value"), say("options")], rows, say("The options of the counterexample") + and_more(more))


def place(position: Any) -> str:
    """A position as it is written: in parentheses, or with the names of games if it is a sum."""
    words = position_words(position)
    return words if isinstance(position, dict) else f"({words})"


def _ordered(groups: dict[str, list[str]]) -> list[tuple[str, list[str]]]:
    return sorted(groups.items(), key=lambda item: (0, int(item[0]), "") if item[0].isdecimal() else (1, 0, item[0]))


def and_more(more: int) -> str:
    return say(f", and {more:,} more") if more > 0 else ""


def _exceptions(verdict: Verdict) -> Iterator[Markup]:
    if verdict.exceptions is None:
        yield _aside(say("Exceptions were not counted."))
    elif verdict.exceptions > 1:
        some = "  ".join(f"({position_words(position)})" for position in verdict.exceptions_sample)
        hint = f" {said(verdict.hint)}." if verdict.hint else ""
        yield join(_aside(f"{counted(verdict.exceptions, 'exception')}.{hint}"), tag("p", some, class_="mono aside"))


def value(found: Any) -> str:
    """A value as people read it."""
    return show(found) if isinstance(found, bool) else str(found)
