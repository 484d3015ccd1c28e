"""What is kept or sent is believed only by the same heapwise, with the same library; and a text is read once."""

from __future__ import annotations

import os
import shutil
from dataclasses import replace
from multiprocessing.reduction import ForkingPickler
from pathlib import Path
from time import monotonic

import pytest
from click.testing import CliRunner

import heapwise as hw
from heapwise import fingerprint as fingerprints
from heapwise.app.registry import cli
from heapwise.claims.quantifiers import ANY, ProvedFor, Quantifiers
from heapwise.documents import document, library
from heapwise.documents.search import Around, gather
from heapwise.engine import kept_code
from heapwise.engine.sequences import store
from heapwise.engine.sequences.codes import take
from heapwise.engine.sequences.sequence import Sequence
from heapwise.fingerprint import fingerprint
from heapwise.running import Options, batch
from heapwise.running.batch import Batch
from heapwise.running.expected import Expected, read_expected
from heapwise.running.piece import ClaimEntry, ClaimPiece, ClaimSheet, look
from heapwise.running.reading import ClaimReader
from heapwise.running.steps import PieceResult

CLAIMS = "claims for nim(n)\n" + "".join(
    f"theorem t{i}: P(x) iff nimsum(x) = 0   for n = 2   upto {i}\n" for i in range(1, 9)
)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HEAPWISE_CACHE", str(tmp_path / "cache"))
    return tmp_path


def other(*packages: str) -> str:
    return "another heapwise"


def test_the_fingerprint_is_of_what_computes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copy = tmp_path / "heapwise"
    shutil.copytree(Path(hw.__file__).parent, copy, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(fingerprints, "_PACKAGE", copy)
    hashed = fingerprint.__wrapped__
    assert hashed() == fingerprint()
    (copy / "report" / "page.py").write_text("# nothing is computed here")
    assert hashed() == fingerprint()
    (copy / "numbers" / "nim.py").write_text("# something else")
    assert hashed() != fingerprint()
    assert hashed("engine") == fingerprint("engine")


def test_a_piece_has_every_text_that_it_depends_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those that were named, and those of the library: nothing is read where the piece is done."""
    Path("named").mkdir()
    Path("named/a.game").write_text("game a = helper\n")
    Path("named/helper.game").write_text("game helper = mine(1)\n")
    games = tmp_path / "games"
    games.mkdir()
    (games / "mine.game").write_text("game mine(n in 1..)\n    heaps x[n]\n    move x[i] -> x[i] - 1   for i in 1..n\n")
    with monkeypatch.context() as elsewhere:
        elsewhere.setattr(library, "root", lambda: games)
        seen = Around(gather((), ("named/a.game",)), library.library())
        text = "claims for a\ntheorem t: G(x[1]) = x[1] mod 2   upto 9\n"
        sheet = ClaimSheet("t.claims", text, seen, Options(method="table"))
        sent = bytes(ForkingPickler.dumps(ClaimPiece(ClaimEntry(sheet, "t", sheet.text.index("theorem")), 0)))
    shutil.rmtree("named")
    shutil.rmtree(games)
    (found,) = look(ForkingPickler.loads(sent)).steps
    assert found.verdict.word == "holds"
    assert found.verdict.rules_file == "named/a.game"


def test_a_journal_of_another_heapwise_is_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("t.claims").write_text(CLAIMS)
    looked: list[object] = []
    monkeypatch.setattr(batch, "look", lambda piece, *_: looked.append(piece) or look(piece))

    def run(resume: bool) -> int:
        looked.clear()
        assert len(list(Batch((Path("t.claims"),), (), Options(), jobs=1, resume=resume).run())) == 9
        return len(looked)

    assert [run(False), run(True)] == [8, 0]
    monkeypatch.setattr(batch, "fingerprint", other)
    assert run(True) == 8


def test_what_the_end_of_time_left_undecided_is_done_when_the_run_is_resumed(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("t.claims").write_text(CLAIMS)
    looked: list[ClaimPiece] = []
    end = monotonic() + 100

    def late_from_the_fifth_on(piece: ClaimPiece, *_: object) -> PieceResult:
        looked.append(piece)
        return look(replace(piece, seconds=-1.0 if len(looked) > 4 else None))

    monkeypatch.setattr(batch, "look", late_from_the_fifth_on)
    monkeypatch.setattr(batch, "monotonic", lambda: end + len(looked) - 4.5)
    begun = Batch((Path("t.claims"),), (), Options(deadline=end), jobs=1)
    assert [v.word for f in begun.run() for v in f.verdicts] == ["proved"] * 4 + ["undecided"] * 4
    begun.forget()
    monkeypatch.setattr(batch, "look", lambda piece, *_: looked.append(piece) or look(piece))
    looked.clear()
    resumed = Batch((Path("t.claims"),), (), Options(), jobs=1, resume=True)
    assert [v.word for f in resumed.run() for v in f.verdicts] == ["proved"] * 8
    assert len(looked) == 4


def test_kernels_and_sequences_of_another_heapwise_are_not_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    ours = kept_code.private_folder.__wrapped__()
    monkeypatch.setattr(kept_code, "fingerprint", other)
    assert ours is not None
    assert kept_code.private_folder.__wrapped__() not in (ours, None)
    sequence = Sequence(take({1, 2}))
    sequence.values(100)
    store.save(sequence, Path("kept.json"))
    assert store.load(Path("kept.json")).column.count >= 100
    monkeypatch.setattr(store, "fingerprint", other)
    with pytest.raises(hw.HeapwiseError, match="another version"):
        store.load(Path("kept.json"))


def test_expected_files_of_two_words_a_line_stay_readable() -> None:
    for text in ("nim.a holds\nnim.b  proved -- since 2025\n", "expected 1\nnim.a holds\nnim.b proved\n"):
        Path("t.expected").write_text(text)
        assert read_expected(Path("t.claims")) == {"nim.a": Expected("holds"), "nim.b": Expected("proved")}
    Path("t.expected").write_text("expected 2\nnim.a  proved  every n >= 1 -- since 2026\nnim.b holds\n")
    assert read_expected(Path("t.claims")) == {"nim.a": Expected("proved", "every n >= 1"), "nim.b": Expected("holds")}
    for text, line in (("expected 3\nnim.a holds\n", 1), ("nim.b holds\nnim.a holds for n in 1..3\n", 2),
        ("nim.a proved\nnim.b holds\nnim.a refuted\n", 3),
    ):  # fmt: skip
        Path("t.expected").write_text(text)
        with pytest.raises(hw.HeapwiseError, match=rf"line {line} of t\.expected"):
            read_expected(Path("t.claims"))


# ------------------------------------------------------------------------------------------ read once


def test_a_text_is_read_once_however_many_claims_it_has(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    parse = document.parse_file
    monkeypatch.setattr(document, "parse_file", lambda source: read.append(source.name) or parse(source))
    Path("own.claims").write_text(f"{CLAIMS}-- a text that nobody has read\n")
    assert len(hw.check("own.claims", upto=2)) == 8
    assert read.count("own.claims") == 1
    assert len(read) == len(set(read))


def test_a_file_that_changes_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    games = tmp_path / "games"
    shutil.copytree(library.root(), games)
    monkeypatch.setattr(library, "root", lambda: games)
    assert hw.game("nim(1)").grundy(3) == 3
    before = Batch((games / "nim",), (), Options()).stamps()
    file = games / "nim" / "nim.game"
    file.write_text("game nim(n in 1..)\n    heaps x[n]\n    move x[i] -> x[i] - 1   for i in 1..n\n")
    os.utime(file, ns=(1, 1))
    assert hw.game("nim(1)").grundy(3) == 1
    assert Batch((games / "nim",), (), Options()).stamps() != before
    Path("my.game").write_text("game my = nim(1)\n")
    assert hw.load("my.game")["my"]().grundy(3) == 1
    Path("my.game").write_text("game my = wythoff\n")
    assert hw.load("my.game")["my"]().grundy((1, 2)) == 0


def test_files_that_are_named_are_watched(tmp_path: Path) -> None:
    Path("a").mkdir()
    Path("a/my.game").write_text("game my = nim(1)\n")
    Path("t.claims").write_text("claims for my\ntheorem t: G(x[1]) = x[1]   upto 9\n")
    watched = Batch((Path("t.claims"),), (Path("a/my.game"),), Options()).stamps()
    assert {Path("a/my.game"), Path("t.claims"), *library.library_files()} <= watched.keys()


def test_a_single_claim_does_not_wait_for_sympy(tmp_path: Path) -> None:
    Path("one.claims").write_text("claims for nim(n)\ntheorem t: P(x) iff nimsum(x) = 0   for n = 2   upto 3\n")
    asked: list[bool | None] = []
    for line in (["check", "one.claims"], ["check", "one.claims", "--paranoid"]):
        assert CliRunner().invoke(cli, line).exit_code == 0
    for options in (Options(), Options(second_opinion=True)):
        _, (entry,) = ClaimReader((Path("one.claims"),), (), options, False).entries()
        asked.append(entry.sheet.options.second_opinion)
    assert asked == [False, True]


@pytest.mark.parametrize(
    ("line", "ranges", "where", "is_met"),
    [
        ("every n >= 1", {"n": "1.."}, None, True),
        ("every n >= 0", {"n": "1.."}, None, False),
        ("every n >= 2, k = n", {"n": "1..", "k": "1..n"}, None, True),
        ("n = 2, every k in 3..7", {"n": "1..", "k": "1.."}, None, True),
        ("n = 0, every k in 3..7", {"n": "1..", "k": "1.."}, None, False),
        ("every n >= 2, every k >= 1", {"n": "1..", "k": "1..n"}, None, False),
        ("every n >= 1, every k >= 1", {"n": "1.."}, None, False),
        ("every n >= 1", {"n": "1..", "k": "1.."}, None, False),
        ("every S", {"S": ANY}, None, True),
        ("every n >= 1", {"n": "1.."}, "n > 1", False),
        ("every n >= 1, where n > 1", {"n": "1.."}, "n > 1", True),
        ("whatever this is", {"n": "1.."}, None, False),
        ("n = 4", {"n": "1.."}, "n != 4", False),
        ("n = 2, k = 2", {"n": "1..", "k": "1..n"}, None, True),
        ("n = 2, k = 3", {"n": "1..", "k": "1..n"}, None, False),
        ("every n >= 1, k = n + 1", {"n": "1..", "k": "1..n"}, None, False),
        ("every n in {3, 5}", {"n": "3..7"}, None, True),
        ("every n in {3, 8}", {"n": "3..7"}, None, False),
        ("n = 4", {"n": "{3, 5}"}, None, False),
        ("n = 5", {"n": "{3, 5}"}, None, True),
        ("n = m", {"n": "{3, 5}"}, None, False),
        ("every n in 3..5", {"n": "{3, 5}"}, None, False),
    ],
)
def test_quantifiers_that_are_expected_are_met_by_what_says_as_much(
    line: str, ranges: dict[str, str], where: str | None, is_met: bool
) -> None:
    proved = Quantifiers(ranges, where, (ProvedFor(ranges, {}, "uniform", 0.0, where),))
    assert Expected("proved", line).lost(proved) == ("" if is_met else line)
    assert Expected("proved", line).lost(None) == line
    assert Expected("proved", line).lost(None, "table") == ""
