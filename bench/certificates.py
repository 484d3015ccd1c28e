"""Size of certificates, and what it takes to write and to check them, beside the proof alone.

usage: python bench/certificates.py [--rounds N]

Every row is an instance of a claim of the library. "prove" is the proof alone; "write" is one with a record of
all steps, and makes the file; "check" is the independent checker, from the bytes of the file; "reread" translates
the texts in it anew; "compare" looks at positions. Each is the least of some rounds.
"""

import argparse
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from heapwise.claims.command_effort import given_effort
from heapwise.claims.instances import Instance, instances
from heapwise.claims.limits import Limits
from heapwise.claims.position_values import Values
from heapwise.claims.resolve import resolve_claims
from heapwise.claims.task import Outcome, Task
from heapwise.documents.library import Document, library, read_source
from heapwise.files import resource
from heapwise.proof.certificate.compare import compare
from heapwise.proof.certificate.confirm import confirm
from heapwise.proof.certificate.save import about, as_bytes
from heapwise.proof.prove import prove
from heapwise.verify import check_proof, parsed

ROWS = (
    ("single_delete", "four_heaps", ""),
    ("nim", "p_positions", "n = 4"),
    ("moore", "p_positions", "n = 4, k = 2"),
    ("welter", "four_heaps", ""),
    ("rgame_example", "example_2", ""),
    ("circular", "cn_5_3", ""),
    ("ryuoh", "grundy", "p = 7"),
    ("wythoff", "p_positions", ""),
)
T = TypeVar("T")


def instance(name: str, claim: str, effort: str) -> Instance:
    """An instance of a claim of the library."""
    path = next(Path(str(resource("games"))).rglob(f"{name}.claims"))
    document = Document(read_source(path), library())
    found = next(c for c in resolve_claims(document) if c.name == claim)
    return next(iter(instances(found, given_effort(found, document, effort) if effort else ())))


def least(rounds: int, work: Callable[[], T]) -> tuple[float, T]:
    """The least time of some rounds, and what they gave."""
    times = []
    for _ in range(rounds):
        started = time.perf_counter()
        found = work()
        times.append(time.perf_counter() - started)
    return min(times), found


def proved(one: Instance, is_recorded: bool) -> Outcome:
    """The proof, with or without a record of its steps."""
    outcome = prove(Task(one, Values(), Limits(), is_recorded=is_recorded))
    assert outcome.word == "proved"
    return outcome


def written(one: Instance) -> bytes:
    """The proof, and its certificate."""
    proof = proved(one, is_recorded=True).proof
    assert proof is not None
    return as_bytes(about(one, "automata") | proof())


def row(one: Instance, rounds: int) -> str:
    """The figures of one instance."""
    proving, _ = least(rounds, lambda: proved(one, is_recorded=False))
    writing, data = least(rounds, lambda: written(one))
    checking, checked = least(rounds, lambda: check_proof(parsed(data)))
    reading, confirmed = least(rounds, lambda: confirm(parsed(data)))
    comparing, _ = least(rounds, lambda: compare(confirmed))
    name = f"{one.claim.schema.name if one.claim.schema else ''} {one.claim.name} {one.label}"[:44]
    times = "".join(f"{seconds:10.3f}" for seconds in (proving, writing, checking, reading, comparing))
    return f"{name:44}{len(data) / 1024:8.0f}{checked.states:8}{checked.steps:8}{times}"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=3)
    rounds = parser.parse_args().rounds
    heads = "".join(f"{head:>10}" for head in ("prove", "write", "check", "reread", "compare"))
    print(f"{'':44}{'KiB':>8}{'states':>8}{'steps':>8}{heads}   [s]")
    for name, claim, effort in ROWS:
        print(row(instance(name, claim, effort), rounds), flush=True)


if __name__ == "__main__":
    main()
