"""Games that differ in numbers alone have one kernel, and each of them its own values."""

import numpy as np
import pytest

from heapwise.documents.library import Document, library
from heapwise.engine.grid.by_definition import defined_grid
from heapwise.engine.grid.planned import plan_for, task_for
from heapwise.engine.kernels.constants import with_arguments
from heapwise.engine.kernels.kernel_kind import KernelKind
from heapwise.engine.kernels.run import filled
from heapwise.engine.kernels.source import source_of
from heapwise.reference.conventions import Grundy, Remoteness
from heapwise.source import Source

MOVES = (
    "for i in 1..2, t in 1..min(s, x[i])", "for i in 1..2, t in s..x[i]",
    "for i in 1..2, t in 1..x[i] where t mod s != 0", "for i in 1..2, t in 1..x[i] where t mod s = 1",
    "for i in 1..2, t in 1..x[i] where t mod s in {0, 3, 4} and x[1] >= s",
    "for i in 1..2, t in {s, s + 3, 3 * s}",
)  # fmt: skip


def game_of(move, s):
    text = f"game own(s in 1..)\n    heaps x[2]\n    move x[i] -> x[i] - t {move}\n"
    return Document(Source("<own>", text), library()).find("own").bind((s,))


@pytest.mark.parametrize("fold", [Grundy(), Remoteness()], ids=str)
@pytest.mark.parametrize("move", MOVES)
def test_one_kernel_for_all_parameters(move, fold):
    lost = 0 if isinstance(fold, Remoteness) else None
    plans = [plan_for(game_of(move, s), fold) for s in (14, 15, 16)]
    assert len({source_of(plan, KernelKind(2, lost=lost))[0] for plan in plans}) == 1
    tables = [filled(task_for(plan, (26, 19), fold, ()))[0] for plan in plans]
    assert len({table.tobytes() for table in tables}) > 1
    for plan, table in zip(plans, tables, strict=True):
        np.testing.assert_array_equal(table, defined_grid(plan.game.game, (25, 18), (), fold).values)


def test_other_rules_have_another_kernel():
    sources = {source_of(plan_for(game_of(move, 14), Grundy()), KernelKind(2))[0] for move in MOVES}
    assert len(sources) == len(MOVES)


def test_numbers_become_arguments():
    text, numbers = with_arguments(
        "def f(x, constants, flags):\n    return k14 * x - k9 + k14\n\n\ndef g():\n    return k9\n"
    )
    assert numbers == (14, 9)
    assert "d0, d1 = constants[0], constants[1]\n    return d0 * x - d1 + d0\n" in text
    assert "def g():\n    d1 = constants[1]\n    return d1\n" in text
