"""The table on top of the page: every claim with its verdict, by game."""

from heapwise.html import Markup, tag
from heapwise.report.findings import standing, tone
from heapwise.report.phrases import say, status_word
from heapwise.report.study import Chapter, Stated, Study


def summary(study: Study) -> Markup:
    """The table, and how many claims are as stated."""
    total = len(study.all_claims)
    caption = say(f"{study.as_stated} of {total} claims as stated" if total else "Rules without claims")
    titles = [("claim", None), ("status", "minor"), ("verdict", None), ("", None), ("by", "minor")]
    heads = [tag("th", say(title), scope="col", class_=name) if title else tag("td") for title, name in titles]
    groups = [_group(number, chapter, len(heads)) for number, chapter in enumerate(study.chapters)]
    whole = tag("table", tag("caption", caption, class_="aside"), tag("thead", tag("tr", *heads)), *groups)
    return tag("section", tag("h2", say("Summary")), tag("div", whole, class_="scroll"), id="summary")


def _group(number: int, chapter: Chapter, columns: int) -> Markup:
    """The rows of a game: its name, and a row for every claim."""
    link = tag("a", chapter.title, href=f"#game-{number}")
    none = None if chapter.claims else tag("span", say(" no claims"), class_="aside")
    head = tag("tr", tag("th", link, none, colspan=columns, scope="rowgroup"), class_="group")
    return tag("tbody", head, *(_claim_row(number, stated) for stated in chapter.claims))


def _claim_row(number: int, stated: Stated) -> Markup:
    summary = stated.summary
    return tag(
        "tr",
        tag("th", tag("a", stated.claim.name, href=f"#{anchor(number, stated)}"), scope="row", class_="mono"),
        tag("td", status_word(stated.claim.status), class_="minor"),
        tag("td", summary.findings, class_=f"verdict {tone(summary)}"),
        tag("td", standing(summary)),
        tag("td", ", ".join(dict.fromkeys(v.method for v in stated.verdicts)), class_="minor"),
    )


def anchor(number: int, stated: Stated) -> str:
    """The place of a claim in the page."""
    return f"claim-{number}-{stated.claim.name}"
