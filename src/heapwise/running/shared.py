"""Jobs that others may do, once it shows that there is work for several processes.

A process costs a second before it has done anything: it has to start and to import. Two claims that are decided in a
tenth of a second should not wait for that. So the jobs are begun here, one after another, and those that are still
waiting when some time is over are given away.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import Future
from threading import Lock, Timer

from heapwise.running.jobs import ClaimJob, Finished

SECONDS_ALONE = 1.0


class Shared:
    """The jobs of a run; `give` hands one to others. Used in a `with`, so that nothing is given away behind its end."""

    def __init__(self, jobs: Iterable[ClaimJob], give: Callable[[ClaimJob], Future[Finished]], seconds: float) -> None:
        self._waiting = {id(job): job for job in jobs}
        self._give = give
        self._given: dict[int, Future[Finished]] = {}
        self._lock = Lock()
        self._timer = Timer(seconds, self._give_all)
        self._timer.daemon = True

    def __enter__(self) -> Shared:
        if self._waiting:
            self._timer.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._timer.cancel()
        with self._lock:
            self._waiting.clear()

    def taken(self, job: ClaimJob) -> Future[Finished] | None:
        """What others make of a job; None if it is to be done here, and is now taken."""
        with self._lock:
            self._waiting.pop(id(job), None)
            return self._given.get(id(job))

    def _give_all(self) -> None:
        while True:
            with self._lock:
                if not self._waiting:
                    return
                job = self._waiting.pop(next(iter(self._waiting)))
                self._given[id(job)] = self._begun(job)

    def _begun(self, job: ClaimJob) -> Future[Finished]:
        """Given away; what goes wrong is met where the result is asked for, and not in this thread."""
        try:
            return self._give(job)
        except Exception as problem:
            failed: Future[Finished] = Future()
            failed.set_exception(problem)
            return failed
