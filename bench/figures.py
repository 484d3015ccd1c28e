"""What the benches share: compiled C programs, the machine in words, tables in Markdown, their place in the docs."""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

DOCS = Path(__file__).parent.parent / "docs" / "figures.md"
LIMITS = Path("/work/shared/limits")
_FOLDER = tempfile.TemporaryDirectory(prefix="heapwise-bench-")
_CLOCK = Path(__file__).parent / "c/processor_time.h"
_FLAGS = ("-O3", "-march=native", "-std=gnu11", "-w", "-pthread", "-include", str(_CLOCK))


@cache
def program(source: Path, defines: str = "") -> Path:
    """A C program, compiled."""
    target = Path(_FOLDER.name) / f"{source.stem}{defines.replace(' ', '')}"
    subprocess.run(["gcc", *_FLAGS, *defines.split(), str(source), "-o", str(target)], check=True)
    return target


def run_c(source: Path, defines: str, arguments: str) -> dict[str, Any]:
    """What a C program says about itself: one line of JSON."""
    command = [str(program(source, defines)), *arguments.split()]
    lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    found: dict[str, Any] = json.loads(lines[-1])
    assert not found.get("mismatches"), f"{source.name} {arguments} disagrees with a formula that is known"
    return found


def has_gcc() -> bool:
    """Is there a compiler for C?"""
    try:
        return subprocess.run(["gcc", "--version"], capture_output=True, check=False).returncode == 0
    except OSError:
        return False


def machine() -> str:
    """The machine, for the head of a table."""
    cpu = platform.processor() or platform.machine()
    if Path("/proc/cpuinfo").exists():
        names = [line for line in Path("/proc/cpuinfo").read_text().splitlines() if line.startswith("model name")]
        cpu = names[0].partition(":")[2].strip() if names else cpu
    return (
        f"{cpu}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}; {platform.system()}, "
        f"Python {sys.version.split()[0]}"
    )


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table in Markdown; all columns but the first are numbers."""
    lines = [head, ["---"] + ["---:"] * (len(head) - 1), *rows]
    return "\n".join("| " + " | ".join(row) + " |" for row in lines) + "\n"


def time_text(seconds: float) -> str:
    """Seconds in a unit that can be read."""
    for unit, factor in (("s", 1.0), ("ms", 1e3)):
        if seconds * factor >= 1:
            return f"{seconds * factor:.3g} {unit}"
    return f"{seconds * 1e6:.3g} µs"


def report(section: str, what: str, head: Sequence[str], rows: Sequence[Sequence[str]], *, is_kept: bool) -> None:
    """Print a table, the machine and what was measured above it; one that is kept becomes a section of the page."""
    text = f"{machine()}{what}.\n\n{table(head, rows)}"
    print(text)
    if is_kept:
        write(section, text)


def write(section: str, text: str, docs: Path = DOCS) -> None:
    """Put a section into the page of figures, between its marks."""
    page = docs.read_text(encoding="utf-8")
    begin, end = f"<!-- {section} -->\n", f"<!-- end of {section} -->"
    before, _, rest = page.partition(begin)
    _, mark, after = rest.partition(end)
    assert mark, f"{docs.name} has no section {section}"
    docs.write_text(f"{before}{begin}\n{text}\n{end}{after}", encoding="utf-8")
