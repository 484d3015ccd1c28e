"""All messages: their codes, what they mean, an example of the mistake and the right text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from pygments.token import Error

from heapwise.messages import codes, explain
from heapwise.vocabulary.highlight import HeapwiseLexer

# What a code begins with, the name of the page, and what stands above it.
_GROUPS = (
    ("E0", "meaning", "Reading and meaning"),
    ("E1", "writing", "How things are written"),
    ("E3", "commands", "Commands, tables, files"),
    ("W", "style", "Style: warnings of `heapwise lint`"),
)
_FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_INTRODUCTION = """\
# Messages

Every message has a code. `heapwise explain E020` prints the page of one, in English or, with `--lang ja`, in Japanese;
the same pages are gathered here. Where two texts follow each other, the first one has the mistake and the second one is
right.

```{{toctree}}
:hidden:

{pages}
```
"""


def pages(project: Path) -> Iterator[tuple[str, str]]:
    """An index, and a page for each group of codes."""
    found = [(name, title, [c for c in codes() if c.startswith(start)]) for start, name, title in _GROUPS]
    assert sum(len(group) for _, _, group in found) == len(codes()), "a code belongs to no group"
    index = [_INTRODUCTION.format(pages="\n".join(name for name, _, _ in found))]
    for name, title, group in found:
        index += [f"## {title}\n", "| code | message |", "| --- | --- |", *(_row(name, code) for code in group), ""]
        yield f"messages/{name}.md", "\n".join([f"# {title}\n", *map(_section, group)])
    yield "messages/index.md", "\n".join(index)


def _parts(code: str) -> tuple[str, str]:
    headline, _, page = explain(code).partition("\n\n")
    return headline.removeprefix(f"{code}: "), page


def _row(name: str, code: str) -> str:
    return f"| [{code}]({name}.md#{code.lower()}) | {_plain(_parts(code)[0]).replace('|', chr(92) + '|')} |"


def _section(code: str) -> str:
    headline, page = _parts(code)
    return f"## {code}\n\n**{_plain(headline)}**\n\n{_FENCE.sub(_block, page)}"


def _plain(text: str) -> str:
    """A sentence whose signs Markdown must not read; what stands in backticks is code already."""
    parts = re.split(r"(`[^`]*`)", text)
    return "".join(part if part.startswith("`") else re.sub(r"([\\*_<\[\]$])", r"\\\1", part) for part in parts)


def _block(match: re.Match[str]) -> str:
    """A text of the language in colours, if it can be coloured; a command behind its `$`."""
    kind, text = match[1], match[2]
    if kind == "command":
        kind, text = "console", "".join(f"$ {line}\n" for line in text.splitlines())
    elif any(token is Error for token, _ in HeapwiseLexer().get_tokens(text)):
        kind = "text"
    return f"```{kind or 'text'}\n{text}```"
