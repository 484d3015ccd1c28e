"""Time, largest automaton and memory for statements of the library, proved for all heap sizes from their own texts.

usage: python bench/proofs.py [--slow] [--budget STATES] [PART OF A NAME ...]

Every row is an instance of a claim. The columns are the two digit orders alone and the portfolio of both. A verdict in
brackets was not reached within the budget; times are of one run, without reading the library.
"""

import argparse
import resource
import time
from collections.abc import Iterator

from heapwise.claims.given import given_effort
from heapwise.claims.instances import Instance, instances
from heapwise.claims.limits import Limits
from heapwise.claims.methods import Task, Unsuitable
from heapwise.claims.run import Options, Run
from heapwise.claims.values import Values
from heapwise.files import resource as library_file
from heapwise.proof.automata import Budget, Order
from heapwise.proof.logic import Portfolio
from heapwise.proof.obligations import plan
from heapwise.proof.prove import Proof
from heapwise.rules.library import Document, Shelf, library_files
from heapwise.source import Source

# File, claim, and the parameters that are not those of the claim itself.
STATEMENTS = (
    ("nim", "p_positions", ""), ("nim", "grundy", ""), ("nim", "misere", "n in 2..4"),
    ("moore", "p_positions", "n in 3..5, k in 2..3"), ("moore", "misere_as_printed", "n = 4, k = 2"),
    ("moore", "misere", "n in 3..4, k = 2"), ("moore", "more_heaps", "n = 6, k in 2..4"),
    ("delete_nim", "grundy", ""), ("lim", "majority", ""), ("lim", "grundy", ""), ("welter", "grundy", "n in 2..3"),
    ("welter", "four_heaps", ""), ("nimhoff", "grundy", "n in 2..3"), ("nimhoff", "four_heaps", ""),
    ("ryuoh", "grundy", "p in {2, 3, 4, 5, 7}"), ("restricted_ryuoh", "grundy", "p in 2..4, q in {4, 6, 12, 16}"),
    ("restricted_ryuoh", "p_not_dividing_q", "p = 3, q = 4"), ("allbut", "one_number", "k in {3, 5, 8}"),
    ("allbut", "k_and_2k", "k = 4"), ("allbut", "k_and_other", "k in 2..3, m in {5, 7}"),
    ("rgame_example", "example_2", ""), ("circular", "cn_3_2", ""), ("circular", "cn_4_2", ""),
    ("circular", "cn_5_2", ""), ("circular", "cn_5_3", ""), ("circular", "cn_6_3_opposite_heaps", ""),
    ("nim", "li_3", "n in 2..4"), ("nim", "preference_120", "n in 2..4"), ("nim", "preference_201", "n in 2..4"),
    ("nim", "preference_1230", "n in 3..4"), ("nim", "preference_2301", "n in 3..4"),
    ("nim", "preference_3012", "n in 3..4"), ("abo_delete", "p_positions", "n in 2..4"),
    ("abo_delete", "five_heaps", ""), ("single_delete", "two_heaps", ""), ("single_delete", "three_heaps", ""),
    ("single_delete", "four_heaps_as_printed", ""), ("single_delete", "four_heaps", ""),
    ("emperor", "larger_heaps", "shape in {[2, 2], [2, 3]}"), ("emperor", "three_ranges", "k = 1"),
)  # fmt: skip
SLOW = (("rgames", "three_heaps_4", ""), ("circular", "cn_6_4", ""), ("moore", "li_3_3", ""), ("moore", "li_4_2", ""))


def instances_of(name: str, claim: str, effort: str) -> Iterator[Instance]:
    """The instances of a claim of the library."""
    path = next(p for p in sorted(library_file("games").rglob(f"{name}.claims")))
    document = Document(Source(str(path), path.read_text(encoding="utf-8")), Shelf(library_files()))
    (found,) = Run(Options(claim=claim)).claims(document)
    yield from instances(found, given_effort(found, document, effort) if effort else ())


def attempt(instance: Instance, budget: Budget, orders: tuple[Order, ...]) -> tuple[str, float, int, int]:
    """The verdict, the time, and the largest automaton before and after it is made minimal."""
    started = time.perf_counter()
    portfolio = Portfolio(budget, orders=orders)
    try:
        outcome = Proof(Task(instance, Values(), Limits()), plan(instance), portfolio).run()
        word = outcome.word
    except Unsuitable:
        word = "outside"
    raw = max(meter.largest_raw for meter in portfolio.meters)
    minimal = max(meter.largest_minimal for meter in portfolio.meters)
    return word, time.perf_counter() - started, raw, minimal


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--slow", action="store_true", help="those that take a minute, too")
    parser.add_argument("--budget", type=int, default=60_000)
    parser.add_argument("names", nargs="*")
    given = parser.parse_args()
    budget = Budget(states=given.budget, work=20_000_000)
    columns = {"lsd": (Order.LSD,), "msd": (Order.MSD,), "both": (Order.MSD, Order.LSD)}
    print("statement | " + " | ".join(f"{name}: verdict, s, raw, minimal" for name in columns) + " | MB")
    for name, claim, effort in (*STATEMENTS, *(SLOW if given.slow else ())):
        if given.names and not any(part in f"{name}.{claim}" for part in given.names):
            continue
        for instance in instances_of(name, claim, effort):
            cells = [attempt(instance, budget, orders) for orders in columns.values()]
            shown = " | ".join(f"{word} {seconds:.2f} {raw} {minimal}" for word, seconds, raw, minimal in cells)
            memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
            print(f"{name}.{claim} {instance.label} | {shown} | {memory}", flush=True)


if __name__ == "__main__":
    main()
