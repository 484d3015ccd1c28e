"""Pieces of work for the tests of blocks and workers, and crews that live in this very process."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from heapwise.claims import Verdict
from heapwise.claims.instances import instances
from heapwise.claims.limits import Limits
from heapwise.claims.position_values import Values
from heapwise.claims.quantifiers import Quantifiers
from heapwise.claims.resolve import written_claims
from heapwise.claims.task import Task
from heapwise.documents.library import library
from heapwise.documents.search import Around, Texts
from heapwise.running import Options, Run
from heapwise.running.batch import Batch
from heapwise.running.blocks import Blocks
from heapwise.running.piece import ClaimEntry, ClaimPiece, ClaimSheet, look
from heapwise.workers import Crew, Hiring, Processes


def piece_of(text: str, name: str = "test.claims", **options: Any) -> ClaimPiece:
    """The only instance of the claim `a` behind the heading of a text."""
    sheet = ClaimSheet(name, text, Around(Texts(), library()), Options(**{"method": "local", **options}))
    (claim,) = (claim for claim in written_claims(sheet.document).claims if claim.name == "a")
    return ClaimPiece(ClaimEntry(sheet, "a", claim.span.start), 0)


def task_of(piece: ClaimPiece) -> Task:
    """The instance of a piece as a task."""
    sheet = piece.entry.sheet
    run = Run(sheet.options)
    claim = piece.entry.found(run, sheet.document)
    (instance,) = instances(claim, run.effort(claim, sheet.document))
    return Task(instance, Values(), Limits(sheet.options.seconds))


def verdicts_of(piece: ClaimPiece, crew: Crew | None = None) -> list[Verdict]:
    """What a piece shows, alone or with help for its blocks."""
    return figures([step.verdict for step in look(piece, None if crew is None else Blocks(piece, crew)).steps])


def checked(path: Path, jobs: int, hiring: Hiring | None = None, **options: Any) -> list[Verdict]:
    """The verdicts of a file of claims."""
    batch = Batch((path,), (), Options(**options), jobs, hiring=hiring)
    return figures([verdict for finished in batch.run() for verdict in finished.verdicts])


def figures(verdicts: list[Verdict]) -> list[Verdict]:
    """Verdicts without what differs from run to run."""
    return [replace(verdict, seconds=0.0, quantifiers=_untimed(verdict.quantifiers)) for verdict in verdicts]


def _untimed(quantifiers: Quantifiers | None) -> Quantifiers | None:
    if quantifiers is None:
        return None
    return replace(quantifiers, proved=tuple(replace(proved, seconds=0.0) for proved in quantifiers.proved))


def kill_one(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The first process that a run starts is killed as soon as it is there; its number."""
    killed: list[int] = []
    timers: list[threading.Timer] = []
    submit = Processes.submit

    def watched(self: Processes, *work: Any) -> Future[Any]:
        if not timers:
            timers.append(threading.Timer(0.0, kill, (self,)))
            timers[0].start()
        return submit(self, *work)

    def kill(crew: Processes) -> None:
        while not crew.processes:
            time.sleep(0.01)
        killed.append(crew.processes[0])
        os.kill(killed[0], signal.SIGKILL)

    monkeypatch.setattr(Processes, "submit", watched)
    return killed


class Here:
    """Workers in this very process, who are done at once."""

    is_gone = False

    def __init__(self, hands: int = 3) -> None:
        self.hands = self.with_this = hands
        self.calls = 0

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Future[Any]:
        """The call is made now."""
        self.calls += 1
        future: Future[Any] = Future()
        future.set_result(function(*arguments))
        return future

    def tend(self) -> None:
        """They are here."""

    def close(self, *, at_once: bool) -> None:
        """Nothing to end."""


class Never(Here):
    """Workers that never finish."""

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Future[Any]:
        """A future of nothing."""
        return Future()
