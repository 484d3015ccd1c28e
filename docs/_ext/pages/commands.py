"""The command line: every command with its options, as click knows them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent

import click

from heapwise.app.registry import COMMANDS, cli

_INTRODUCTION = """\
# Command line

`heapwise COMMAND --help` says the same in a terminal. Games are named as in files, for example `nim(3)` or
`moore(n=4, k=2)`, positions are written `3,5,7`, and a shell wants quotation marks around parentheses.
[Exit codes](../language.md#around-a-run) are part of the language page.
"""


def pages(project: Path) -> Iterator[tuple[str, str]]:
    """One page with a section for each command."""
    context = click.Context(cli, info_name="heapwise")
    found = ((name, cli.get_command(context, name)) for name in cli.list_commands(context))
    sections = [_section(name, command, context) for name, command in found if command is not None]
    yield "commands.md", "\n".join([_INTRODUCTION, *sections])


def _section(name: str, command: click.Command, parent: click.Context) -> str:
    context = click.Context(command, info_name=name, parent=parent)
    usage = " ".join(["heapwise", name, *command.collect_usage_pieces(context)])
    parts = [f"## {name}", COMMANDS[name][1], _fenced("text", usage), *_paragraphs(command.help or "")]
    options = [p for p in command.params if isinstance(p, click.Option)]
    rows = [record for option in options if (record := option.get_help_record(context)) is not None]
    parts.append("\n".join(["| option | |", "| --- | --- |", *(f"| `{_cell(a)}` | {_cell(b)} |" for a, b in rows)]))
    return "\n\n".join([*parts, *_examples(command.epilog or "")]) + "\n"


def _paragraphs(text: str) -> Iterator[str]:
    """The help of a command; a paragraph that click is told to leave alone stays as it is."""
    for paragraph in dedent(text).strip().split("\n\n"):
        if paragraph.startswith("\b"):
            yield _fenced("text", paragraph.removeprefix("\b").strip("\n"))
        else:
            yield " ".join(paragraph.split())


def _examples(epilog: str) -> Iterator[str]:
    lines = [line.strip() for line in epilog.split("\n") if line.strip().startswith("heapwise ")]
    if lines:
        yield _fenced("console", "\n".join(f"$ {line}" for line in lines))


def _fenced(kind: str, text: str) -> str:
    return f"```{kind}\n{text}\n```"


def _cell(text: str) -> str:
    return text.replace("|", r"\|")
