"""What `--help` and a wrong command line are answered with, in the language of this run: our words and click's own."""

import io
import re
from collections.abc import Iterable
from copy import copy
from typing import TypeVar

import click

from heapwise.messages import said, said_by_line, spoken
from heapwise.messages.speech import entry
from heapwise.messages.width import broken

_WIDTH = 76
_EXTRA = re.compile(r"(?P<words>.*?)(?P<space>\s*)\[(?P<extra>[^\[\]]*)\]", re.DOTALL)  # `[default: auto; required]`

C = TypeVar("C", bound=click.Command)


def told(command: C) -> C:
    """The command with its help in the language of this run, as far as there are words for it; English as it is."""
    if spoken() == "en":
        return command
    other = copy(command)
    words = entry("manual", command.name or "", spoken())
    other.help = command.help if words is None else _laid_out(words)
    other.epilog = said_by_line(command.epilog or "", "click")
    other.params = [_parameter(parameter) for parameter in command.params]
    return other


def _laid_out(words: str) -> str:
    r"""Paragraphs in lines: click breaks lines at spaces only, and leaves a paragraph behind `\b` alone."""
    return "\n\n".join("\b\n" + "\n".join(broken(paragraph, _WIDTH)) for paragraph in words.strip().split("\n"))


def _parameter(parameter: click.Parameter) -> click.Parameter:
    if not isinstance(parameter, click.Option) or parameter.help is None:
        return parameter
    other = copy(parameter)
    other.help = said(parameter.help, section="manual_options")
    return other


class Formatter(click.HelpFormatter):
    """Click's formatter with the words that click itself puts in."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        """`Usage: ...`"""
        super().write_usage(prog, args, prefix or f"{said('Usage:', section='click')} ")

    def write_heading(self, heading: str) -> None:
        """`Options:`"""
        super().write_heading(said(heading, section="click"))

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        """Options with their words, commands with theirs."""
        super().write_dl([(name, _row(words)) for name, words in rows], col_max, col_spacing)


class ManualContext(click.Context):
    """Click's context, which writes with our formatter."""

    formatter_class = Formatter


def _row(words: str) -> str:
    found = _EXTRA.fullmatch(words)
    if found is None:
        return said(words, section="click")
    extra = "; ".join(said(part, section="click") for part in found["extra"].split("; "))
    return f"{said(found['words'], section='click')}{found['space']}[{extra}]"


def usage_words(mistake: click.ClickException) -> str:
    """What click says about a command line that is wrong."""
    stream = io.StringIO()
    mistake.show(stream)
    return said_by_line(stream.getvalue().rstrip("\n"), "click")
