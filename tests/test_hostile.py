"""Texts made in bad faith, or by a slip of the finger: a clear message soon, with bounded memory, and never a crash.

Everything here runs in one process of its own whose memory is limited, so that a failure cannot take the machine along.
"""

import json
import os
import subprocess
import sys

import pytest

MEGABYTES = 1_500


def legal(condition: str) -> str:
    return f"game g\n    heaps x[2]\n    legal {condition}\n    move x[1] -> x[1] - 1 where x[1] >= 1\n"


def guarded(condition: str, lets: str = "") -> str:
    return f"game g\n    heaps a, b\n    {lets}\n    move a -> a - 1 where a >= 1, {condition}\n"


def chained(count: int, start: str, step: str) -> str:
    """Definitions, each made of the one before."""
    return f"let f0 = {start} " + " ".join(f"let f{i + 1} = " + step.format(f"f{i}") for i in range(count))


DEEP = {
    f"{name}, {depth}": (legal(make(depth)), {"ok", "E003"} if depth < 100 else {"E003"})
    for depth in (30, 500, 2_000)
    for name, make in {
        "parentheses": lambda n: "(" * n + "true" + ")" * n,
        "lists": lambda n: "[" * n + "1" + "]" * n + " = 1",
        "sets": lambda n: "{" * n + "1" + "}" * n + " = 1",
        "calls": lambda n: "abs(" * n + "1" + ")" * n + " = 1",
        "sums": lambda n: "sum(" * n + "1" + " for i in 1..2)" * n + " = 1",
        "indices inside": lambda n: "x[" * n + "1" + "]" * n + " = 1",
        "indices behind": lambda n: "x" + "[1]" * n + " = 1",
        "calls behind": lambda n: "x" + "(1)" * n + " = 1",
        "minus": lambda n: "- " * n + "1 < 0",
        "not": lambda n: "not " * n + "true",
        "powers": lambda n: "1^" * n + "1 = 1",
        "if in else": lambda n: "if true then true else " * n + "true",
        "if in if": lambda n: "if " * n + "true" + " then true else true" * n,
        "implies": lambda n: "true implies " * n + "true",
        "quotients": lambda n: "1" + " / 1" * n + " = 1",
        "differences of sets": lambda n: "1 in {1}" + " \\ {2}" * n,
    }.items()
} | {"sums behind, 20": (legal("1" + " + 1" * 20 + " > 0"), {"ok"})}
# What the tree nests and the program does not accept for another reason is refused with that reason.
for _name, _codes in {
    "lists, 30": {"E003", "E037"},
    "sets, 30": {"E036"},
    "sums, 30": {"E013"},
    "indices behind, 30": {"E017"},
    "calls behind, 30": {"E034"},
    "indices inside, 30": {"E029", "E017", "ok"},
}.items():
    DEEP[_name] = (DEEP[_name][0], {*DEEP[_name][1], *_codes})

WIDE = {
    "a million words": ("x " * 499_999, {"E003"}),
    "a line of a megabyte": (legal("1" + "+1" * 450_000 + " > 0"), {"E003"}),
    "a word of a megabyte": (f"game {'g' * 900_000} heap n move n -> 0 for", {"E005", "E118", "E003"}),
    "a number of a megabyte": (legal("9" * 900_000 + " > 0"), {"E003"}),
    "a string of a megabyte": ('game g heap n move "' + "a" * 900_000, None),
    "quotes": ('"' * 900_000, None),
    "dashes": ("-" * 999_999, {"ok"}),
    "blanks": ("game g\n heap n" + " " * 900_000 + "!", None),
    "lines": ("game g\n heap n" + "\n" * 900_000 + "!", None),
    "blanks behind ends": ("game g heap n ends" + " " * 500_000 + "x", None),
    "blanks behind a bracket": (legal("1 = 1 (" + " " * 500_000 + "x"), None),
    "closing brackets": (")" * 30_000, None),
    "too many characters": (" " * 1_000_001, {"E003"}),
    "conditions in a row": (legal("true" + " and true" * 1_500), {"ok"}),
    "terms in a row": (legal("1" + "+1" * 1_500 + " > 0"), {"E003"}),
    "a long chain": (legal("1" + "<1" * 1_500), {"ok"}),
    "a long list": (guarded("a in {" + ",".join(map(str, range(3_000))) + "}"), {"ok"}),
    "wrong clauses": ("game g\n heap n\n" + "move n -> \n" * 1_500, None),
    "unknown signs": ("game g\n heap n\n" + "§" * 30_000, {"E006"}),
    "bound variables": (guarded("any(true for " + ", ".join(f"i{k} in 1..1" for k in range(300)) + ")"), {"E003"}),
    "parameters": (f"game g({', '.join(f'p{i} in 1..' for i in range(400))}) heaps a, b move a -> 0", {"ok"}),
    "definitions": (guarded("f700 > 0", chained(700, "a", "{} + 1")), {"E003"}),
    "definitions in definitions": (guarded("f100 > 0", chained(100, "a", "{} + 1")), {"E003"}),
    "doubled definitions": (guarded("f40 > 0", chained(40, "a", "{0} + {0}")), {"E003"}),
    "squared numbers": (guarded("f7 > 0", chained(7, "2^90000", "{0} * {0}")), {"E029", "ok"}),
    "aliases": ("".join(f"game g{i} = g{i + 1} " for i in range(300)) + "game g300 heap n move n -> 0", {"E003"}),
    "comments": ("-- c\n" * 4_000 + legal("true") + "-- d\n" * 1_000, {"ok"}),
}
HUGE = "10^18"
LARGE = {
    "a power": ("2^(10^9) > 1", {"E029"}),
    "a tower of powers": ("9^9^9^9^9 > 1", {"E029"}),
    "a power of a heap": ("2^(a*10^9) > 1", {"E029"}),
    "any": (f"any(t = -1 for t in 0..{HUGE})", {"E003"}),
    "any from a heap": (f"any(t = -1 for t in a..{HUGE})", {"E003"}),
    "any up to a power": ("any(t = -1 for t in 0..2^(10^9))", {"E029"}),
    "any of three": ("any(i + j + k = -1 for i, j, k in 1..1000)", {"E003"}),
    "any in any": ("all(any(i + j = k for k in a..10^4) for i, j in a..10^3)", {"E003"}),
    "sum": (f"sum(i for i in a..{HUGE}) > 0", {"E003"}),
    "max": (f"max(a..{HUGE}) > 0", {"E029"}),
    "sum of a range": (f"sum(1..{HUGE}) > 0", {"E029"}),
    "nimsum": (f"nimsum(a..{HUGE}) > 0", {"E029"}),
    "mex": (f"mex(a..{HUGE}) > 0", {"E029"}),
    "bitor": (f"bitor(a..{HUGE}) > 0", {"E029"}),
    "length": ("len(a..2^90) > 0", {"ok"}),
    "membership": (f"5 in a..{HUGE}", {"ok"}),
    "difference": (f"5 in (a..{HUGE}) \\ {{3}}", {"E029"}),
    "union": (f"5 in (a..{HUGE}) | {{3}}", {"E029"}),
    "common members": (f"5 in (a..{HUGE}) & (1..{HUGE})", {"E029"}),
    "equal sets": (f"{{a}} = 2..{HUGE}", {"E029"}),
    "set": (f"5 in {{i for i in a..{HUGE}}}", {"E003"}),
    "list": (f"len([i for i in a..{HUGE}]) > 2", {"E003"}),
    "subsets": ("any(len(A) = 77 for A in subsets(1..60))", {"E003"}),
    "subsets of a huge set": (f"any(len(A) = 77 for A in subsets(1..{HUGE}, 1))", {"E029"}),
    "subsets of huge size": (f"any(len(A) = 77 for A in subsets(1..60, 0..{HUGE}))", {"E003"}),
    "number of subsets": ("len(subsets(1..60)) = 2^60", {"ok"}),
    "number of many subsets": ("len(subsets(1..200000)) > 0", {"E029"}),
    "splits": ("any(s[1] = -1 for s in splits(10^6, 8, 0))", {"E003"}),
    "splits of huge parts": (f"any(s[1] = -1 for s in splits(5, 3, -{HUGE}))", {"E003"}),
    "splits into many parts": (f"any(s[1] = -1 for s in splits(5, {HUGE}, 0))", {"E029"}),
    "a split": (f"{HUGE} > 0 and [5, {HUGE}] in splits({HUGE} + 5, 2, 0)", {"ok"}),
    "a box": ("any(y = [0, 0, 0] for y in 0..[10^9, 10^9, 10^9])", {"E003"}),
    "a member of a box": ("[1, 1] in 0..[10^9, 10^9]", {"ok"}),
    "lists of lists": (
        "len([[[[i + j + k + l for i in a..100] for j in a..100] for k in a..100] for l in a..100]) > 1",
        {"E003"},
    ),
    "bits": (f"bit(a, {HUGE}) = 0", {"ok"}),
    "digit sums": ("nimsum([2^90000]; 10^9) > 1", {"E029", "ok"}),
    "nim-product": ("2^99000 (*) 2^99001 > 1", {"E029"}),
}
RECURSION = {
    "upwards": ("f(1) > 0", "let f(n) = f(n + 1)", {"E003"}),
    "in the second number": ("f(1, 1) > 0", "let f(n, m) = f(n, m + 1)", {"E003"}),
    "below zero": ("f(-1) > 0", "let f(n) = f(n - 1)", {"E003"}),
    "in a circle": ("f(1) > 0", "let f(n) = g(n) let g(n) = f(n)", {"E044"}),
    "of Ackermann": (
        "f(4, 3) > 0",
        "let f(n, m) = if n = 0 then m + 1 else if m = 0 then f(n - 1, 1) else f(n - 1, f(n, m - 1))",
        {"E003"},
    ),
    "long and good": ("f(3000) = 3001", "let f(n) = if n = 0 then 1 else f(n - 1) + 1", {"ok"}),
    "long in the second number": ("f(1, 3000) = 3001", "let f(n, m) = if m = 0 then n else f(n, m - 1) + 1", {"ok"}),
}
GAMES = {
    "nim(10^9)": {"E057"},
    "nim(10^18)": {"E057"},
    "nim(2^(10^9))": {"E029"},
    "subtraction(1..10^7)": {"E029"},
    "subtraction(1..10^18)": {"E029"},
    "allbut(1..)": {"E016"},
    "turtles_board(10^9, 10^9)": {"E057"},
    "turtles_board(9000, 9000)": {"E003", "E057"},
    "emperor(1, [10^9, 10^9])": {"E057"},
    "octal(99999999999999.7)": {"E041"},
    f"octal({'1' * 999}.7)": {"E041"},
    "moore(10^18, 10^18)": {"E057"},
}
POSITIONS = {
    ("nim(2)", "10**18, 3"): {"E003"},
    ("moore(60, 30)", "1, " * 60): {"E003"},
    ("circular(60, 30)", "1, " * 60): {"E003"},
    ("kayles", "10**6"): {"E003"},
    ("abo_delete(40)", "100, " * 40): {"E003"},
    (f"octal(0.{'7' * 900})", "1000"): {"E003"},
    ("emperor(1, [4, 4])", "(9,) * 4, (9,) * 4"): {"E003"},
}
ENDLESS = {
    "an alias of itself": "game g = g",
    "aliases in a circle": "game g = h game h = g",
    "an alias with a parameter": "game g(n in 1..) = g(n + 1)",
    "a sum with itself": "game g = g + g",
    "a parameter in its own game": "game g(n in g) heap x move x -> 0",
    "positions of itself": "game g(n in 1..) positions p of g(n + 1) move p -> nothing",
    "positions in a circle": "game g positions p of h move p -> nothing game h positions q of g move q -> nothing",
}


def run(jobs: list[tuple[str, str, str]]) -> dict[str, str]:
    """The outcome of jobs (name, kind, text) in a process with little memory: `ok`, a code, or a crash."""
    program = [
        sys.executable,
        "-W",
        "error",
        os.path.join(os.path.dirname(__file__), "hostile_jobs.py"),
        str(MEGABYTES),
    ]
    done = subprocess.run(program, input=json.dumps(jobs), capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr[-2_000:]
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def outcomes() -> dict[str, str]:
    jobs = [(f"deep: {name}", "text", text) for name, (text, _) in DEEP.items()]
    jobs += [(f"wide: {name}", "text", text) for name, (text, _) in WIDE.items()]
    jobs += [(f"large: {name}", "options", guarded(condition)) for name, (condition, _) in LARGE.items()]
    jobs += [(f"recursion: {name}", "options", guarded(guard, lets)) for name, (guard, lets, _) in RECURSION.items()]
    jobs += [(f"game: {name}", "game", name) for name in GAMES]
    jobs += [(f"position: {game}", "position", f"{game}@{values}") for game, values in POSITIONS]
    jobs += [(f"endless: {name}", "text", text) for name, text in ENDLESS.items()]
    return run(jobs)


EXPECTED = {f"deep: {name}": codes for name, (_, codes) in DEEP.items()}
EXPECTED |= {f"wide: {name}": codes for name, (_, codes) in WIDE.items()}
EXPECTED |= {f"large: {name}": codes for name, (_, codes) in LARGE.items()}
EXPECTED |= {f"recursion: {name}": codes for name, (_, _, codes) in RECURSION.items()}
EXPECTED |= {f"game: {name}": codes for name, codes in GAMES.items()}
EXPECTED |= {f"position: {name}": codes for (name, _), codes in POSITIONS.items()}
EXPECTED |= {f"endless: {name}": {"E044", "E003"} for name in ENDLESS}


@pytest.mark.parametrize("name", EXPECTED, ids=lambda name: name[:60])
def test_hostile_text(name, outcomes):
    outcome = outcomes[name]
    codes = EXPECTED[name]
    assert outcome in codes if codes else outcome.startswith("E"), outcome


@pytest.mark.parametrize(
    ("data", "codes"),
    [
        (b"game g\n heap n\xff", {"E002"}),
        ("game g -- misère".encode("latin-1"), {"E002"}),
        ("game g heap n".encode("utf-16"), {"E002"}),
        (b"\xef\xbb\xbfgame g heap n move n -> n - 1 where n >= 1", {"ok"}),
        (b"game g heap n\x00", {"E006"}),
        (b"\x00" * 5_000_000, {"E003"}),
        (b"game g\r\n heap n -- c\r\n move n -> n - 1 where n >= 1\r\n", {"ok"}),
        (b"game g\r heap n\r move n -> n - 1 where n >= 1\r", {"ok"}),
        (b"", {"ok"}),
    ],
)
def test_hostile_bytes(data, codes, tmp_path):
    from heapwise.documents.library import Document, library, read_source
    from heapwise.errors import HeapwiseError
    from heapwise.lang.format import format_text

    path = tmp_path / "hostile.game"
    path.write_bytes(data)
    try:
        source = read_source(path)
        Document(source, library()).check()
        outcome = "ok"
        assert "\r" not in format_text(source)
    except HeapwiseError as refusal:
        outcome = refusal.code if str(refusal) else "no message"
    assert outcome in codes


def test_a_device_is_not_read_to_its_end():
    from pathlib import Path

    from heapwise.documents.library import read_source
    from heapwise.errors import HeapwiseError

    with pytest.raises(HeapwiseError) as refusal:
        read_source(Path("/dev/zero"))
    assert refusal.value.code == "E003"
    with pytest.raises(HeapwiseError) as refusal:
        read_source(Path("/"))
    assert refusal.value.code == "E001"


def test_bytes_that_are_no_text_can_be_shown():
    from heapwise.errors import HeapwiseError
    from heapwise.lang import parse_expression
    from heapwise.source import Source

    with pytest.raises(HeapwiseError) as refusal:
        parse_expression(Source("command line", b"a \xff b".decode("utf-8", "surrogateescape")))
    str(refusal.value).encode()
