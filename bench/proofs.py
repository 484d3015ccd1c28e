"""Time, largest automaton and memory for statements of the library, proved for all heap sizes from their own texts.

usage: python bench/proofs.py [--library] [--write] [--budget STATES] [PART OF A NAME ...]

A row is a statement with all its instances: how many there are, and what became of them; a number that is marked with *
is of an attempt that some budget ended. Times are processor seconds of one run on one core, without reading the
library, and each row is a process of its own. MONA, where it is installed, gets the same obligations (`tests/mona.py`),
and 10 s for each, one after another until it has no answer. `--library` proves all that the library
expects to be proved, as `heapwise prove` does.
"""

import argparse
import multiprocessing
import resource
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from figures import DOCS, machine, table, write
from heapwise.claims.command_effort import given_effort
from heapwise.claims.instances import Instance, instances
from heapwise.claims.limits import Limits
from heapwise.claims.position_values import Values
from heapwise.claims.task import Task, Unsuitable
from heapwise.documents.library import Document, library
from heapwise.files import resource as library_file
from heapwise.proof.automata import AutomatonBudget, DigitOrder
from heapwise.proof.fibonacci import FibonacciPortfolio
from heapwise.proof.logic import Portfolio
from heapwise.proof.obligations import plan
from heapwise.proof.prove import BUDGET, Proof
from heapwise.running.expected import read_expected
from heapwise.running.run import Options, Run
from heapwise.source import Source

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
from mona import HAS_MONA, ask

PAGE = DOCS.with_name("figures-proofs.md")
MONA_SECONDS = 10.0  # for an obligation
ORDERS = {"LSD": (DigitOrder.LSD,), "MSD": (DigitOrder.MSD,), "both": (DigitOrder.MSD, DigitOrder.LSD)}

# File, claim, and the parameters that are not those of the claim itself.
STATEMENTS = (
    ("nim", "p_positions", ""), ("nim", "grundy", ""), ("nim", "misere", "n in 2..4"),
    ("moore", "p_positions", "n in 3..5, k in 2..3"), ("moore", "misere_as_printed", "n = 4, k = 2"),
    ("moore", "misere", "n in 3..4, k = 2"), ("moore", "more_heaps", "n = 6, k in 2..3"),
    ("delete_nim", "grundy", ""), ("lim", "majority", ""), ("lim", "grundy", ""), ("welter", "grundy", "n in 2..3"),
    ("welter", "four_heaps", ""), ("nimhoff", "grundy", "n in 2..3"), ("nimhoff", "four_heaps", ""),
    ("ryuoh", "grundy", "p in {2, 3, 4, 5, 7}"), ("restricted_ryuoh", "grundy", "p in 2..4, q in {4, 6, 12, 16}"),
    ("restricted_ryuoh", "p_not_dividing_q", "p = 3, q = 4"), ("allbut", "one_number", "k in {3, 5, 8}"),
    ("allbut", "k_and_2k", "k = 4"), ("allbut", "k_and_other", "k in 2..3, m in {5, 7}"),
    ("rgame_example", "example_2", ""), ("circular", "cn_3_2", ""), ("circular", "cn_4_2", ""),
    ("circular", "cn_5_2", ""), ("circular", "cn_5_3", ""), ("circular", "cn_6_3_opposite_heaps", ""),
    ("nim", "li_3", "n in 2..4"), ("nim", "preference_120", "n in 2..4"), ("nim", "preference_201", "n in 2..4"),
    ("nim", "preference_1230", ""), ("nim", "preference_2301", ""),
    ("nim", "preference_3012", ""), ("abo_delete", "p_positions", "n in 2..4"),
    ("abo_delete", "five_heaps", ""), ("single_delete", "two_heaps", ""), ("single_delete", "three_heaps", ""),
    ("single_delete", "four_heaps_as_printed", ""), ("single_delete", "four_heaps", ""),
    ("emperor", "larger_heaps", "shape in {[2, 2], [2, 3]}"), ("emperor", "three_ranges", "k = 1"),
    ("wythoff", "p_positions", ""), ("moore", "li_3_3", ""), ("moore", "li_4_2", ""),
    ("rgames", "three_heaps_4", ""), ("circular", "cn_6_4", ""),
)  # fmt: skip


@dataclass(frozen=True)
class Row:
    """A statement of a file, and the parameters that are not those of the claim itself."""

    name: str
    claim: str
    effort: str

    def instances(self) -> Iterator[Instance]:
        """The instances of the claim."""
        path = next(p for p in sorted(library_file("games").rglob(f"{self.name}.claims")))
        document = Document(Source(str(path), path.read_text(encoding="utf-8")), library())
        (found,) = Run(Options(claim=self.claim)).claims(document)
        yield from instances(found, given_effort(found, document, self.effort) if self.effort else ())


@dataclass
class Cell:
    """What one way of proving took for a statement."""

    words: Counter[str]
    seconds: float = 0.0
    raw: int = 0
    minimal: int = 0

    @property
    def text(self) -> str:
        """Time, and states before and after an automaton is made minimal."""
        star = "*" if self.words["undecided"] else ""
        return f"{self.seconds:.2f}{star} / {self.raw:,} / {self.minimal:,}"


def attempt(instance: Instance, budget: AutomatonBudget, orders: tuple[DigitOrder, ...], cell: Cell) -> None:
    """One instance, added to the cell."""
    started = time.process_time()
    portfolio: Portfolio | FibonacciPortfolio | None = None
    try:
        planned = plan(instance)
        portfolio = FibonacciPortfolio(budget) if planned.is_golden else Portfolio(budget, orders=orders)
        cell.words[Proof(Task(instance, Values(), Limits()), planned, portfolio).run().word] += 1
    except Unsuitable:
        cell.words["outside"] += 1
    cell.seconds += time.process_time() - started
    if portfolio is None:
        return
    cell.raw = max([cell.raw, *(meter.largest_raw for meter in portfolio.meters)])
    cell.minimal = max([cell.minimal, *(meter.largest_minimal for meter in portfolio.meters)])


def beside_mona(found: list[Instance]) -> str:
    """The time of MONA for the obligations up to the first that has a solution."""
    if not HAS_MONA or any(plan(instance).is_golden for instance in found):
        return ""
    before = _of_children()
    for instance in found:
        for obligation in plan(instance).obligations:
            answer = ask(obligation.formula, MONA_SECONDS)
            if answer is None:
                return "no answer"
            if answer.example is not None:
                break
    return f"{_of_children() - before:.2f}"


def _of_children() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def row(budget: AutomatonBudget, statement: Row) -> list[str]:
    """A row of the table."""
    found = list(statement.instances())
    cells = {name: Cell(Counter()) for name in ORDERS}
    for name, cell in cells.items():
        for instance in found:
            attempt(instance, budget, ORDERS[name], cell)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    words = ", ".join(f"{number} {word}" for word, number in cells["both"].words.items())
    name = f"{statement.name}.{statement.claim}" + (f", {statement.effort}" if statement.effort else "")
    return [name, words, *(cell.text for cell in cells.values()), beside_mona(found), str(memory)]


def statements(budget: AutomatonBudget, rows: list[Row]) -> str:
    """The table of statements, each in a process of its own so that its memory is known."""
    head = ["statement", "verdicts", *(f"{name}: s / raw / minimal" for name in ORDERS), "MONA: s", "MB"]
    made = []
    with multiprocessing.get_context("spawn").Pool(1, maxtasksperchild=1) as pool:
        for found in pool.imap(partial(row, budget), rows, 1):
            made.append(found)
    return table(head, made)


def whole_library(budget: AutomatonBudget) -> str:
    """How long it takes to prove what is expected to be proved, one claim after another."""
    cell, count = Cell(Counter()), 0
    for path in sorted(library_file("games").rglob("*.claims")):
        document = Document(Source(str(path), path.read_text(encoding="utf-8")), library())
        expected = {key.rpartition(".")[2] for key, word in read_expected(path).items() if word == "proved"}
        for claim in Run(Options()).claims(document):
            if claim.name in expected and claim.schema is not None:
                count += 1
                for instance in instances(claim, ()):
                    attempt(instance, budget, ORDERS["both"], cell)
    words = ", ".join(f"{number} {word}" for word, number in cell.words.most_common())
    return (
        f"{count} claims of the library that are expected to be proved, with all instances that they name: {words} "
        f"(periods are proved in another way); {cell.seconds:.1f} s.\n"
    )


def main() -> None:
    """Print the tables, and write them into the page of figures where that is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--library", action="store_true", help="instead, all that the library expects to be proved")
    parser.add_argument("--write", action="store_true", help=f"put the tables into docs/{PAGE.name}")
    parser.add_argument("--budget", type=int, default=BUDGET.states)
    parser.add_argument("names", nargs="*")
    given = parser.parse_args()
    budget = replace(BUDGET, states=given.budget)
    rows = [Row(*statement) for statement in STATEMENTS]
    chosen = [r for r in rows if not given.names or any(part in f"{r.name}.{r.claim}" for part in given.names)]
    section = "library" if given.library else "statements"
    text = whole_library(budget) if given.library else statements(budget, chosen)
    print(f"{machine()}\n\n{text}")
    if given.write:
        write(section, f"{machine()}\n\n{text}", PAGE)


if __name__ == "__main__":
    main()
