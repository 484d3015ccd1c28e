"""The workers of a Dask cluster: those that have this very heapwise get work, the others are named.

Dask carries calls and results, does the work of dead workers once more, and connects again to a scheduler that comes
back soon. What is ours: every worker is asked for the fingerprint of its sources, by a task that only it may do, before
it gets anything else; and where nobody is fit, that is said, and not waited for in silence.
"""

import logging
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from contextlib import suppress
from time import monotonic, sleep
from typing import Any

from heapwise.errors import error
from heapwise.fingerprint import fingerprint

_SECONDS = 10.0  # to connect, to connect again, and to find a worker
_LOOK = 0.1
_PAUSE = 1.0  # seconds between looks at who is there
_MOST_NAMED = 3

Say = Callable[..., None]  # told what happens: a key of the catalogue, with its values


class Cluster:
    """The fit workers of a scheduler, given by its address or by the file that it writes.

    After `patience` seconds without a worker, or when there is none at the `deadline`, none is waited for.
    """

    def __init__(self, address: str, say: Say, patience: float | None = None, deadline: float | None = None) -> None:
        self.address, self.say, self.patience, self.deadline = address, say, patience, deadline
        self._asked: dict[str, Future[str]] = {}  # workers that are there, and what each says of its sources
        self._fit: frozenset[str] = frozenset()
        self._given: dict[Future[Any], frozenset[str]] = {}  # what is away, and which workers may do it
        self._told: set[str] = set()
        self._looked = self._last_seen = monotonic()
        self._client = _connected(address)
        try:
            self._wait_for_workers()
        except BaseException:
            self.close(at_once=True)
            raise

    @property
    def hands(self) -> int:
        """The workers that are fit; none while the scheduler does not answer."""
        return len(self._fit) if self._client.status == "running" else 0

    @property
    def with_this(self) -> int:
        """The workers and this process."""
        return 1 + self.hands

    @property
    def is_gone(self) -> bool:
        """Has the scheduler left for good, or are there no workers, and no more patience?"""
        if self._client.status not in ("running", "connecting"):
            return True
        passed, is_late = monotonic() - self._last_seen, self.deadline is not None and monotonic() > self.deadline
        return not self.hands and (is_late or (self.patience is not None and passed > self.patience))

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Future[Any]:
        """The future of a call by one of the workers that are fit now."""
        found = self._for(self._fit, function, *arguments)
        self._given[found] = self._fit
        return found

    def _for(self, workers: Iterable[str], function: Callable[..., Any], *arguments: Any) -> Future[Any]:
        found: Future[Any] = self._client.get_executor(pure=False, workers=list(workers)).submit(function, *arguments)
        return found

    def close(self, *, at_once: bool) -> None:
        """Leave the cluster; what its workers have at hand they finish for nobody."""
        with suppress(TimeoutError, OSError):
            self._client.close(timeout=1.0 if at_once else _SECONDS)

    # -- who is there

    def tend(self) -> None:
        """Look who is there, now and then."""
        if monotonic() - self._looked > _PAUSE:
            self._look()
            self._looked = monotonic()
            if self._client.status != "running":
                self._tell("gone", address=self.address)
            elif not self.hands and monotonic() - self._last_seen > _SECONDS:
                self._tell("waiting", address=self.address)

    def _look(self) -> None:
        """Ask those that are new; take back what nobody who is there may do."""
        there = self._there()
        self._asked = {a: self._asked.get(a) or self._for([a], _question()) for a in there}
        self._asked = {a: answer for a, answer in self._asked.items() if not answer.cancelled()}
        answered = {a: answer for a, answer in self._asked.items() if answer.done()}
        self._fit = frozenset(a for a, answer in answered.items() if _is_same(answer))
        if self._fit:
            self._last_seen = monotonic()
            self._told.discard("waiting")
        for worker in answered.keys() - self._fit:
            self._tell("unfit", worker=worker, why=_why(answered[worker]))
        self._given = {future: workers for future, workers in self._given.items() if not future.done()}
        for future, workers in self._given.items():
            if not workers & there:
                future.cancel()

    def _there(self) -> set[str]:
        """The addresses of all workers; none while the scheduler does not answer."""
        if self._client.status != "running":
            return set()
        try:
            return set(self._client.nthreads())
        except OSError:
            return set()

    def _tell(self, key: str, **values: object) -> None:
        """Say something, once."""
        if (text := str(values.get("worker", key))) not in self._told:
            self._told.add(text)
            self.say(key, **values)

    def _wait_for_workers(self) -> None:
        end = monotonic() + _SECONDS
        while not self._fit and monotonic() < end:
            self._look()
            sleep(_LOOK)
        if not self._fit:
            reasons = [f"{worker}: {_why(answer)}" for worker, answer in self._asked.items()][:_MOST_NAMED]
            why = f" ({'; '.join(reasons)})" if reasons else ""
            raise error("E376", None, help="help" if reasons else "none", address=self.address, why=why)


def _question() -> Callable[[], str]:
    """What every worker is asked. A function within a function travels as code: with the name of one of ours, the
    message alone would end a worker who cannot load heapwise, and perhaps works for others."""

    def ask() -> str:
        from heapwise.fingerprint import fingerprint

        return fingerprint()

    return ask


def _is_same(answer: Future[str]) -> bool:
    """Has a worker answered with our own fingerprint?"""
    return answer.done() and not answer.cancelled() and answer.exception() is None and answer.result() == fingerprint()


def _why(answer: Future[str]) -> str:
    """What is wrong with a worker that is not fit."""
    if not answer.done():
        return "it has not answered"
    problem = None if answer.cancelled() else answer.exception()
    return "it has another heapwise" if problem is None else f"it cannot load heapwise ({problem})"


def _connected(address: str) -> Any:
    """A client of the scheduler, or a message."""
    try:
        from distributed import Client
    except ImportError:
        raise error("E327", None) from None
    for name in ("distributed", "distributed.client"):  # what goes wrong is said in our own words
        logging.getLogger(name).setLevel(logging.CRITICAL)
    where = {"scheduler_file": address} if address.endswith(".json") else {"address": address}
    try:
        return Client(**where, timeout=_SECONDS, set_as_default=False)
    except (OSError, ValueError) as problem:
        raise error("E328", None, address=address, problem=problem) from None
