"""Jobs are given to other processes only once it shows that there is work for them, and each is done once."""

from __future__ import annotations

from concurrent.futures import Future
from typing import Any

import pytest

from heapwise.errors import HeapwiseError, error
from heapwise.running.jobs import ClaimJob, Finished
from heapwise.running.run import Options
from heapwise.running.shared import Shared

JOBS = [ClaimJob("a.claims", "", (), str(number), number, Options(), False) for number in range(5)]  # type: ignore[arg-type]


def future_of(value: Any) -> Future[Any]:
    future: Future[Any] = Future()
    future.set_result(value)
    return future


def test_quick_jobs_are_done_here() -> None:
    given: list[ClaimJob] = []
    with Shared(JOBS, lambda job: given.append(job) or Future(), 60) as shared:  # type: ignore[func-returns-value]
        assert [shared.taken(job) for job in JOBS] == [None] * 5
    assert given == []


def test_what_still_waits_is_given_away_and_nothing_twice() -> None:
    given: list[ClaimJob] = []

    def give(job: ClaimJob) -> Future[Finished]:
        given.append(job)
        return future_of(Finished([]))

    with Shared(JOBS, give, 60) as shared:
        assert shared.taken(JOBS[0]) is None
        shared._timer.function()
        assert all(shared.taken(job) is not None for job in JOBS[1:])
        assert shared.taken(JOBS[0]) is None
    assert [id(job) for job in given] == [id(job) for job in JOBS[1:]]


def test_what_goes_wrong_is_met_by_who_asks() -> None:
    def refuse(job: ClaimJob) -> Future[Finished]:
        raise error("E328", None, address=job.name, problem="no answer")

    with Shared(JOBS, refuse, 60) as shared:
        shared._timer.function()
        future = shared.taken(JOBS[2])
        assert future is not None
        with pytest.raises(HeapwiseError):
            future.result()
