"""The page: one HTML file with everything in it. It loads nothing, and its policy forbids it to."""

import base64
import hashlib
from collections.abc import Iterator
from functools import cache
from importlib import resources

from heapwise.claims.mathematics import as_mathml, conditions_as_mathml
from heapwise.explorer import Board
from heapwise.explorer.page import SCRIPT, STYLES, data, place
from heapwise.explorer.page import asset as explorer_asset
from heapwise.html import Markup, tag
from heapwise.messages import spoken
from heapwise.model.description import describe
from heapwise.model.expand import ground
from heapwise.records import dataclass, field
from heapwise.report.boards import MOST_DRAWN, boards
from heapwise.report.code import definitions, highlighted, written
from heapwise.report.figures import automaton_figures, figures
from heapwise.report.findings import findings, standing, tone
from heapwise.report.phrases import say, status_word
from heapwise.report.printed_board import value_figure
from heapwise.report.provenance import provenance
from heapwise.report.study import Chapter, Stated, Study
from heapwise.report.summary import anchor, summary
from heapwise.rules.schema import Schema
from heapwise.typeset import mathml, rule_lines
from heapwise.version import __version__

_LABEL = 13  # the width of the labels in the words about a model


@cache
def asset(name: str) -> str:
    """A file that goes into every page."""
    return (resources.files("heapwise.report") / "assets" / name).read_text(encoding="utf-8")


@dataclass
class Page:
    """A page in the making: boards are collected on the way, and stand at its end as data."""

    study: Study
    with_boards: bool = True
    _boards: dict[str, Board] = field(default_factory=dict)

    def html(self) -> str:
        """The whole file."""
        study = self.study
        main = tag("main", *self._main(), id="content")
        body = [
            tag("a", say("Skip to the content"), href="#content", class_="skip"),
            tag("header", tag("h1", study.title), tag("p", _facts(study), class_="facts"), class_="top"),
            main,
            tag("footer", *provenance(study)),
            *self._data(),
        ]
        return f"<!doctype html>\n{tag('html', self._head(), tag('body', *body), lang=spoken())}\n"

    def _head(self) -> Markup:
        style = "\n".join([*map(explorer_asset, STYLES), asset("report.css")])
        script = explorer_asset(SCRIPT)
        policy = (
            f"default-src 'none'; style-src '{_digest(style)}'; script-src '{_digest(script)}'; img-src data:; "
            "base-uri 'none'; form-action 'none'"
        )
        return tag(
            "head",
            tag("meta", charset="utf-8"),
            tag("meta", http_equiv="Content-Security-Policy", content=policy),
            tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
            tag("meta", name="generator", content=f"heapwise {__version__}"),
            tag("title", self.study.title),
            tag("style", Markup(style)),
        )

    def _main(self) -> Iterator[Markup]:
        if self.study.problems:
            problems = [tag("pre", text, class_="problem", tabindex="0") for text in self.study.problems]
            yield tag("section", tag("h2", say("Files with errors")), *problems, aria_label=say("Files with errors"))
        yield summary(self.study)
        for number, chapter in enumerate(self.study.chapters):
            yield self._chapter(number, chapter)

    def _chapter(self, number: int, chapter: Chapter) -> Markup:
        parts: list[Markup] = []
        if chapter.schema is not None:
            found = boards(chapter) if self.with_boards else []
            parts += [*_rules(chapter.schema), *_words(found)]
            drawn = figures(found[:MOST_DRAWN])
            parts += [tag("h3", say("Positions")), self._explorer(number, found), *drawn] if found else []
        if chapter.claims:
            lets = definitions(chapter.document, chapter.schema)
            parts += [tag("h3", say("Definitions")), highlighted(lets)] if lets else []
            parts += [
                tag("h3", say("Claims")),
                *(_claim(number, s, self.study.date is not None) for s in chapter.claims),
            ]
        return tag("section", tag("h2", chapter.title), *parts, id=f"game-{number}")

    def _explorer(self, number: int, found: list[Board]) -> Markup:
        ids = [f"board-{number}-{i}" for i in range(len(found))]
        self._boards |= dict(zip(ids, found, strict=True))
        return place(ids, value_figure(found[:1]))

    def _data(self) -> Iterator[Markup]:
        yield from data(self._boards)
        yield tag("script", Markup(explorer_asset(SCRIPT)))


def _digest(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def _facts(study: Study) -> str:
    games = sum(1 for chapter in study.chapters if chapter.schema is not None)
    counted = [say(f"{games} {'game' if games == 1 else 'games'}"), say(f"{len(study.all_claims)} claims")]
    return " · ".join([*([study.date] if study.date else []), f"heapwise {__version__}", *counted])


# ----------------------------------------------------------------------------------------------- chapters


def _words(found: list[Board]) -> Iterator[Markup]:
    """What was understood of the rules, for the parameters of the first board."""
    if not found:
        return
    lines: dict[str, list[str]] = {}
    label = ""
    for line in describe(ground(found[0].game)):
        label = line[:_LABEL].strip() or label
        if label in ("Components", "Move"):  # the rules above say it better
            continue
        lines.setdefault(label, []).append(line[_LABEL:].strip())
    items = [
        part for term, texts in lines.items() for part in (tag("dt", say(term)), *(tag("dd", say(t)) for t in texts))
    ]
    yield tag("p", say(f"What was understood, for {found[0].game.text}:"), class_="aside")
    yield tag("dl", *items)


def _claim(number: int, stated: Stated, is_timed: bool) -> Markup:
    claim, summary = stated.claim, stated.summary
    under = "" if claim.play.is_normal else say(f" under {claim.play.name}")
    head = tag(
        "header",
        tag("h4", tag("span", status_word(claim.status), class_="status"), f" {claim.name}{under}"),
        tag("span", f"{summary.findings} · {standing(summary)}", class_=f"verdict {tone(summary)}"),
    )
    citation = tag("p", claim.citation, class_="aside") if claim.citation else None
    text = highlighted(claim.source.at(claim.span).rstrip())
    return tag(
        "article", head, citation, _formula(stated), text, *automaton_figures(claim), *findings(stated, is_timed),
        class_="claim", id=anchor(number, stated),
    )  # fmt: skip


def _formula(stated: Stated) -> Markup:
    supposed = conditions_as_mathml(stated.claim)
    where = tag("span", say("for "), *_between(supposed), class_="where") if supposed else None
    return tag("div", as_mathml(stated.claim), where, class_="formula", tabindex="0")


def _rules(schema: Schema) -> list[Markup]:
    """The rules as they are written, and in the notation of papers."""
    lines = [tag("div", mathml(piece), class_="formula", tabindex="0") for piece in rule_lines(schema.node)]
    return [tag("h3", say("Rules")), highlighted(written(schema)), *lines]


def _between(parts: list[Markup]) -> list[str]:
    return [piece for i, part in enumerate(parts) for piece in ((", ", part) if i else (part,))]


def page(study: Study, with_boards: bool = True) -> str:
    """The page of a study."""
    return Page(study, with_boards).html()
