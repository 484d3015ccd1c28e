"""Comments, which the parser passes over: found in the text, and set between the lines of the formatter's result."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from heapwise.lang.layout import OutputLine
from heapwise.records import Record

_COMMENT = re.compile(r'"[^"\n]*"|(?P<comment>--[^\n]*)')
_BLANK_LINE = re.compile(r"\n[^\S\n]*\n")


class Comment(Record):
    """A comment: on a line of its own, or behind other text."""

    text: str
    at: int
    column: int
    is_own_line: bool
    has_blank_before: bool
    has_blank_after: bool


def comments_of(text: str) -> list[Comment]:
    """All comments of a text, in order."""
    found = (match for match in _COMMENT.finditer(text) if match["comment"] is not None)
    return [_comment(text, match.start(), match["comment"]) for match in found]


def _comment(text: str, at: int, comment: str) -> Comment:
    start = text.rfind("\n", 0, at) + 1
    before, end = text[text.rfind("\n", 0, max(start - 1, 0)) + 1 : start], at + len(comment)
    return Comment(
        text=comment.rstrip(), at=at, column=at - start, is_own_line=not text[start:at].strip(),
        has_blank_before=start > 0 and not before.strip(), has_blank_after=_BLANK_LINE.match(text, end) is not None,
    )  # fmt: skip


def comment_above(text: str, offset: int) -> list[str]:
    """The words of the comment right above a declaration that starts at an offset."""
    found: list[str] = []
    for line in reversed(text[:offset].rstrip().split("\n")):
        if not line.strip().startswith("--"):
            break
        found.insert(0, line.strip().removeprefix("--").strip())
    return found


def woven(lines: Sequence[OutputLine], comments: Sequence[Comment]) -> str:
    """The text of lines with comments where they belong: above the line that they stood above, or at its end."""
    above: list[list[Comment]] = [[] for _ in range(len(lines) + 1)]
    behind: dict[int, Comment] = {}
    starts, ends = [line.first for line in lines], [line.last for line in lines]
    for comment in comments:
        if comment.is_own_line:
            above[bisect_left(ends, comment.at)].append(comment)
        else:
            number = bisect_right(starts, comment.at) - 1
            if number in behind:
                above[number].append(behind[number])  # one comment a line: earlier ones move up
            behind[number] = comment
    result: list[str] = []
    for i, line in enumerate(lines):
        _put_above(result, above[i], line)
        result.append(line.text + (f"  {behind[i].text}" if i in behind else ""))
    _put_above(result, above[-1], OutputLine("", starts_clause=True))
    return "\n".join(result) + "\n" if result else ""


def _put_above(result: list[str], comments: Sequence[Comment], line: OutputLine) -> None:
    """Write the comments that stand above a line, and the blank line that it may want."""
    rows = _rows(result, comments, line)
    if line.wants_blank and result and "" not in rows:
        unindented = [i for i, row in enumerate(rows) if not row.startswith(" ")]
        rows.insert(unindented[0] if unindented else len(rows), "")
    result += rows


def _rows(result: Sequence[str], comments: Sequence[Comment], line: OutputLine) -> list[str]:
    """Comments with the blank lines that their author put around them, inside clauses without."""
    rows: list[str] = []
    is_indented = bool(result) and result[-1].startswith(" ")
    for comment in sorted(comments, key=lambda c: c.at):
        if comment.is_own_line and comment.has_blank_before and line.starts_clause and (result or rows):
            rows.append("")
        is_indented = is_indented and comment.column > 0
        rows.append(" " * (line.indent or 4 * is_indented) + comment.text)
    is_apart = comments and comments[-1].is_own_line and comments[-1].has_blank_after
    return [*rows, ""] if is_apart and line.starts_clause and line.text else rows
