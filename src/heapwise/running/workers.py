"""Who does the work: processes of this machine, or the workers of a Dask cluster.

Both take a function of a module and plain data, and give a future. A process that dies costs the work it had at hand:
that is done once more by another one.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from multiprocessing import get_context
from threading import Lock
from typing import Any, Protocol

from heapwise.errors import error

_MOST_DEATHS = 4  # processes that died over a piece of work before it is given up
_SECONDS_TO_CONNECT = 10


class Workers(Protocol):
    """Take work, and give it back done."""

    @property
    def hands(self) -> int:
        """How many work at the same time, with the process that gives them work."""

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Future[Any]:
        """The future of a call; arguments and result are plain data."""

    def close(self, *, at_once: bool) -> None:
        """Wait for what was begun, or do not."""


class Processes:
    """So many processes of this machine, started when they are needed."""

    def __init__(self, count: int) -> None:
        self.count = count
        self._lock = Lock()
        self._executor: ProcessPoolExecutor | None = None
        self._begun: dict[Future[Any], Future[Any]] = {}  # what is at work, and what its result is put into
        self._is_closed = False

    @property
    def hands(self) -> int:
        """As many as there are processes; of what takes all of them, one part is done here."""
        return self.count

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Future[Any]:
        """The future of a call, which survives the death of processes."""
        outer: Future[Any] = Future()
        self._send(outer, partial(function, *arguments), 0)
        return outer

    def _send(self, outer: Future[Any], call: Callable[[], Any], deaths: int) -> None:
        executor = self._running()
        try:
            inner = executor.submit(call)
        except (BrokenProcessPool, RuntimeError) as problem:
            if self._is_closed or outer.cancelled():
                outer.cancel()
            else:
                self._again(outer, call, deaths, executor, problem)
            return
        self._begun[inner] = outer
        inner.add_done_callback(partial(self._arrived, outer, call, deaths, executor))

    def _arrived(
        self, outer: Future[Any], call: Callable[[], Any], deaths: int, executor: ProcessPoolExecutor,
        inner: Future[Any],
    ) -> None:  # fmt: skip
        self._begun.pop(inner, None)
        if inner.cancelled() or self._is_closed or outer.cancelled():  # nobody waits for it any more
            outer.cancel()
        elif isinstance(inner.exception(), BrokenProcessPool):
            self._again(outer, call, deaths, executor, inner.exception())
        elif inner.exception() is not None:
            outer.set_exception(inner.exception())
        else:
            outer.set_result(inner.result())

    def _again(
        self, outer: Future[Any], call: Callable[[], Any], deaths: int, executor: ProcessPoolExecutor,
        problem: BaseException | None,
    ) -> None:  # fmt: skip
        """A process died, and all work of its executor came back. It is sent to a new one."""
        with self._lock:
            if self._executor is executor:
                self._executor = None
        if deaths + 1 >= _MOST_DEATHS:
            outer.set_exception(error("E326", None, times=_MOST_DEATHS, problem=problem))
        else:
            self._send(outer, call, deaths + 1)

    def _running(self) -> ProcessPoolExecutor:
        with self._lock:
            if self._executor is None:
                context = get_context("forkserver" if sys.platform != "win32" else "spawn")
                self._executor = ProcessPoolExecutor(self.count, context, _ignore_interrupts)
            return self._executor

    @property
    def processes(self) -> list[int]:
        """The numbers that the system gave to the processes."""
        return [] if self._executor is None else list(self._executor._processes or {})

    def close(self, *, at_once: bool) -> None:
        """End the processes, without a wait for those whose work nobody waits for any more: it was cancelled."""
        at_once = at_once or any(outer.cancelled() for outer in tuple(self._begun.values()))
        self._is_closed = at_once
        executor, self._executor = self._executor, None
        if executor is None:
            return
        processes = list((executor._processes or {}).values())
        executor.shutdown(wait=not at_once, cancel_futures=True)
        if at_once:
            for process in processes:
                process.terminate()


class Cluster:
    """The workers of a Dask cluster, which have heapwise installed. Dask itself sends work of dead workers again."""

    def __init__(self, address: str) -> None:
        try:
            from distributed import Client
        except ImportError:
            raise error("E327", None) from None
        try:
            self._client = Client(address, timeout=_SECONDS_TO_CONNECT)
        except (OSError, ValueError) as problem:
            raise error("E328", None, address=address, problem=problem) from None

    @property
    def hands(self) -> int:
        """The workers that are there now, and this process."""
        return 1 + len(self._client.scheduler_info(n_workers=-1)["workers"])

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Future[Any]:
        """The future of a call; the same call may be made twice."""
        found: Future[Any] = self._client.submit(function, *arguments, pure=False)
        return found

    def close(self, *, at_once: bool) -> None:
        """Leave the cluster; it goes on without us."""
        self._client.close(timeout=0 if at_once else 10)


def _ignore_interrupts() -> None:
    """Ctrl-C is for the process that talks to the user; it ends the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
