"""The lenses above claims, and what they do: a claim is checked or proved, and what was found is shown at its place.

A run is a process of its own, `heapwise check` or `prove` of the saved file: it can be ended at any time, and it finds
and keeps what it would in a terminal.
"""

import asyncio
import os
import re
import signal
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Iterator
from contextlib import suppress
from uuid import uuid4

from lsprotocol import types as lsp
from pygls.lsp.server import LanguageServer

from heapwise.documents.reading import read_source
from heapwise.errors import HeapwiseError
from heapwise.lsp.lenses import lenses
from heapwise.lsp.protocol import ShownTexts, path_of, range_of, text_at
from heapwise.messages import spoken, words
from heapwise.source import Source, Span

_KINDS = ("check", "prove")
_INTERRUPTED = 130
_PATIENCE = 3.0  # seconds, for a run that was ended, to write down what it has
_SEVERITIES = {0: lsp.DiagnosticSeverity.Information, 4: lsp.DiagnosticSeverity.Warning}


def offer_runs(ls: LanguageServer, shown: ShownTexts) -> None:
    """Lenses, and the commands behind them."""
    runs = ClaimRuns(ls, shown)

    @ls.feature(lsp.TEXT_DOCUMENT_CODE_LENS)
    def lensed(params: lsp.CodeLensParams) -> list[lsp.CodeLens]:
        return [*runs.lenses(params.text_document.uri)]

    @ls.command("heapwise.check")
    async def checked(uri: str, claim: str) -> None:
        await runs.run("check", uri, claim)

    @ls.command("heapwise.prove")
    async def proved(uri: str, claim: str) -> None:
        await runs.run("prove", uri, claim)

    @ls.command("heapwise.stop")
    def stopped(uri: str, claim: str) -> None:
        runs.stop(uri, claim)


class ClaimRuns:
    """The runs that are under way, at most one for each claim."""

    def __init__(self, ls: LanguageServer, shown: ShownTexts) -> None:
        self._ls, self._shown = ls, shown
        self._tasks: dict[tuple[str, str], asyncio.Task[None]] = {}

    def lenses(self, uri: str) -> Iterator[lsp.CodeLens]:
        """Above each claim what is known of it, and what can be done."""
        text = text_at(self._ls, uri)
        for lens in lenses(text):
            is_busy = (uri, lens.claim) in self._tasks
            place = range_of(text.source, lens.span)
            known = words("editor", "busy") if is_busy else lens.words
            yield lsp.CodeLens(place, lsp.Command(known, ""))
            for kind in ("stop",) if is_busy else _KINDS:
                yield lsp.CodeLens(
                    place, lsp.Command(words("editor", kind), f"heapwise.{kind}", arguments=[uri, lens.claim])
                )

    async def run(self, kind: str, uri: str, claim: str) -> None:
        """Check or prove a claim, and show what was found. It ends early with the request, or when it is stopped."""
        if (uri, claim) in self._tasks:
            return
        if not self._is_saved(uri):
            self._ls.window_show_message(lsp.ShowMessageParams(lsp.MessageType.Warning, words("editor", "save_first")))
            return
        task = self._tasks[uri, claim] = asyncio.ensure_future(self._run(kind, uri, claim))
        self._refresh()
        try:
            await asyncio.wait([task])
            if not task.cancelled():
                task.result()
        finally:
            task.cancel()
            self._tasks.pop((uri, claim), None)
            self._refresh()

    def stop(self, uri: str, claim: str) -> None:
        """End the run of a claim, if there is one."""
        task = self._tasks.get((uri, claim))
        if task is not None:
            task.cancel()

    async def _run(self, kind: str, uri: str, claim: str) -> None:
        token = await self._begin(words("editor", f"{kind}_of", claim=claim), uri, claim)
        try:
            text = text_at(self._ls, uri)
            code, found = await _output(kind, str(path_of(uri)), claim)
            is_same = text.source.text == text_at(self._ls, uri).source.text
            lens = next((lens for lens in lenses(text) if lens.claim == claim), None)
            if is_same and lens is not None and code != _INTERRUPTED:
                severity = _SEVERITIES.get(code, lsp.DiagnosticSeverity.Error)
                place = range_of(text.source, _first_line(text.source, lens.span))
                self._shown.find(uri, claim, lsp.Diagnostic(place, found, severity, source=f"heapwise {kind}"))
        finally:
            if token is not None:
                self._ls.work_done_progress.end(token, lsp.WorkDoneProgressEnd())

    def _is_saved(self, uri: str) -> bool:
        """Are the file and those beside it on the disk as they are in the editor?"""
        try:
            return all(read_source(path).text == text for path, text in text_at(self._ls, uri).texts.items())
        except HeapwiseError:
            return False

    # -- what clients may be told

    async def _begin(self, title: str, uri: str, claim: str) -> str | None:
        """Show that something is under way, with a button to end it, if the editor can."""
        window = self._ls.client_capabilities.window
        if window is None or not window.work_done_progress:
            return None
        token, progress, loop = str(uuid4()), self._ls.work_done_progress, asyncio.get_running_loop()
        await progress.create_async(token)
        progress.begin(token, lsp.WorkDoneProgressBegin(title, cancellable=True))
        progress.tokens[token].add_done_callback(lambda _: loop.call_soon_threadsafe(self.stop, uri, claim))
        return token

    def _refresh(self) -> None:
        workspace = self._ls.client_capabilities.workspace
        if workspace is not None and workspace.code_lens is not None and workspace.code_lens.refresh_support:
            self._ls.workspace_code_lens_refresh(None)


async def _output(kind: str, path: str, claim: str) -> tuple[int, str]:
    """The exit code of a command, and what it says of the claim; the sum of the run, below an empty line, is left."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-P", "-m", "heapwise", "--lang", spoken(), kind, "--claim", claim, "--", path,
        stdin=DEVNULL, stdout=PIPE, stderr=PIPE, start_new_session=True,
    )  # fmt: skip
    try:
        out, problems = await process.communicate()
    except asyncio.CancelledError:
        await _end(process)
        raise
    words = (out or problems).decode("utf-8", "replace")
    words = re.sub(r"\n? {8,}", "  ", words)  # columns are for terminals
    return process.returncode or 0, words.strip("\n").split("\n\n")[0]


def _first_line(source: Source, span: Span) -> Span:
    """What is underlined of a claim."""
    end = source.text.find("\n", span.start, span.end)
    return Span(span.start, span.end if end < 0 else end)


async def _end(process: Process) -> None:
    """Let a run write down what it has; whatever is left of it then is killed, with the processes that help it."""
    with suppress(ProcessLookupError):
        process.send_signal(signal.SIGINT)
        with suppress(asyncio.TimeoutError):
            await asyncio.wait_for(process.wait(), _PATIENCE)
        os.killpg(process.pid, signal.SIGKILL)
