"""What `--help` says, in the language of this run."""

from __future__ import annotations

from copy import copy
from typing import TypeVar

import click

from heapwise.messages import said, spoken
from heapwise.messages.speech import entry
from heapwise.messages.width import broken

_WIDTH = 76

C = TypeVar("C", bound=click.Command)


def told(command: C) -> C:
    """The command with its help in the language of this run, as far as there are words for it; English as it is."""
    if spoken() == "en":
        return command
    other = copy(command)
    words = entry("manual", command.name or "", spoken())
    other.help = command.help if words is None else _laid_out(words)
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
