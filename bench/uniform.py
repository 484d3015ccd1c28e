"""The theorems of the library with the quantifiers that are proved, and the time of each proof.

usage: python bench/uniform.py [--budget TIMES] [--all] [--instances] [PART OF A NAME ...]

A row is a claim of the library, proved from its own text for all values of the parameters that are named; `--all` also
lists what was tried without success, with the reason. Times are processor seconds on one core, without reading the
library. `--instances` proves the instances that the claim names as well, one by one, and has their number and time.
"""

import argparse
import time
from collections.abc import Iterator
from pathlib import Path

from heapwise.claims.claim import Claim
from heapwise.claims.instances import instances
from heapwise.claims.resolve import resolve_claims
from heapwise.documents.library import Document, library
from heapwise.files import resource
from heapwise.proof.uniform import Means, Theorem, prove_uniformly
from heapwise.proof.ways import WAYS
from heapwise.running import Options, Run
from heapwise.source import Source

_SECONDS = 30.0  # for an instance


def claims() -> Iterator[Claim]:
    """All claims of the library that speak of a game with parameters."""
    for path in sorted(Path(str(resource("games"))).rglob("*.claims")):
        document = Document(Source(str(path), path.read_text(encoding="utf-8")), library())
        yield from (c for c in resolve_claims(document) if c.schema is not None and c.variables)


def rows(claim: Claim, theorem: Theorem, everything: bool) -> Iterator[str]:
    """The lines of a claim."""
    for proved in theorem.proved:
        text = f"{claim.key:38s} {claim.status:10s} {theorem.covers:5s} {proved.quantifiers:44s} {proved.method:9s}"
        yield f"{text} {proved.seconds:6.2f}"
    if everything and not theorem.proved:
        for reason in dict.fromkeys(f"{t.result}: {t.reason}" for t in theorem.tried):
            yield f"{claim.key:38s} {claim.status:10s} -     {reason}"


def of_instances(claim: Claim) -> str:
    """How many instances are proved one by one, of how many, and the time."""
    deciding, started = Run(Options(method="proof", work=1, seconds=_SECONDS)), time.process_time()
    words = [deciding.instance(instance).word for instance in instances(claim, ())]
    return f"{words.count('proved')} of {len(words)} instances {time.process_time() - started:6.2f}"


def main() -> None:
    """Prove and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--budget", type=float, default=1)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--instances", action="store_true")
    arguments = parser.parse_args()
    total, proved = 0.0, 0
    for claim in claims():
        if arguments.names and not any(name in claim.key for name in arguments.names):
            continue
        started = time.process_time()
        theorem = prove_uniformly(claim, WAYS, Means(arguments.budget))
        total += time.process_time() - started
        proved += bool(theorem.proved)
        beside = f"   {of_instances(claim)}" if arguments.instances and theorem.proved else ""
        for line in rows(claim, theorem, arguments.all):
            print(f"{line}{beside}", flush=True)
    print(f"{proved} claims, {total:.1f} s")


if __name__ == "__main__":
    main()
