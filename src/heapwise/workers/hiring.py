"""Who is asked to help with a run: nobody, processes, or a cluster, as the command line says."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

from heapwise.errors import HeapwiseError
from heapwise.records import Record
from heapwise.workers.cluster import Cluster, Say
from heapwise.workers.crew import Crew, FallbackCrew, Processes

_PATIENCE = 10.0  # seconds without a worker, after which work goes on here, if it may


def _silence(key: str, **values: object) -> None:
    pass


class Hiring(Record):
    """So many processes, as many as there are cores if nobody says; or the workers at an address, and with `or_local`
    processes where there are none."""

    jobs: int | None = None
    cluster: str | None = None
    or_local: bool = False
    say: Say = _silence

    @property
    def count(self) -> int:
        """How many processes of this machine would work."""
        return self.jobs or os.cpu_count() or 1

    @property
    def is_elsewhere(self) -> bool:
        """Does work go to machines that have clocks of their own?"""
        return self.cluster is not None

    @contextmanager
    def crew(self, deadline: float | None = None) -> Iterator[Crew | None]:
        """Those who help until a deadline; None where one process does it all."""
        found = self._found(deadline)
        try:
            yield found
        except BaseException:
            if found is not None:
                found.close(at_once=True)
            raise
        if found is not None:
            found.close(at_once=False)

    def _found(self, deadline: float | None) -> Crew | None:
        if self.cluster is None:
            return Processes(self.count) if self.count > 1 else None
        local = Processes(self.count)
        try:
            crew = Cluster(self.cluster, self.say, _PATIENCE if self.or_local else None, deadline)
        except HeapwiseError as problem:
            if not self.or_local or problem.code == "E327":
                raise
            self.say("local", problem=problem.short)
            return local
        return FallbackCrew(crew, local) if self.or_local else crew
