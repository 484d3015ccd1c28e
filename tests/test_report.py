"""Reports: the page is safe and complete, boards have the values of the games, archives come out the same again."""

from __future__ import annotations

import base64
import hashlib
import io
import itertools
import json
import re
import shutil
import subprocess
import zipfile
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import browser
import heapwise as hw
from heapwise.app.registry import cli
from heapwise.documents.search import shelf
from heapwise.errors import HeapwiseError
from heapwise.explorer.board import Board, board, largest
from heapwise.html import Markup, tag
from heapwise.messages import speak, speaking
from heapwise.questions import Answers, read_play
from heapwise.report.archive import open_archive
from heapwise.report.boards import boards
from heapwise.report.bundle import MANIFEST, VERDICTS
from heapwise.report.page import page
from heapwise.report.provenance import files_read, games_meant
from heapwise.report.rerun import rerun
from heapwise.report.study import Study, StudyPlan
from heapwise.report.tex import tex, text
from heapwise.rules.game import Game
from heapwise.tables.boxes import box, position_at
from heapwise.terms.evaluate import options
from heapwise.terms.position import Position

EVIL = (
    "</script><script>alert(1)</script><!-- <img src=x onerror=alert(2)> & \"quoted\" 'too' "
    "{{x}} \\end{document} $ % ⊕ 石"
)
QUOTED = EVIL.replace('"', "“")
GAMES = f"""
-- Two heaps. {EVIL}
game pair(n in 1..2)
    heaps x[n]
    move x[i] -> y   for i in 1..n, y in 0..x[i]-1

game lonely
    heap n
    move n -> lonely(p) + lonely(q)   for (p, q) in splits(n - 1, 2, 0)   where n >= 1

game strays
    heap n
    move n -> lonely(n - 1) where n >= 1
"""
CLAIMS = f"""
claims for pair(n)
let odds(v) = sum(v) mod 2
theorem grundy "{QUOTED}":
    G(x) = nimsum(x)
    check n in 1..2, upto 3
disproved total:
    G(x) = sum(x)
    check n = 2, upto 3
conjecture wrong:
    P(x) iff x[1] = 0
    for n = 2
    upto 2
theorem misere under misere:
    P(x) iff (if max(x) >= 2 then nimsum(x) = 0 else sum(x) mod 2 = 1)
    check n = 2, upto 3
question odd:
    odds(x) = 1 implies N(x)
    check n = 1, upto 4
claims
theorem adds: a (+) a = 0   for a in 0..   upto 5
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("my<b>games")
    (path / "pair.game").write_text(GAMES, encoding="utf-8")
    (path / "pair.claims").write_text(CLAIMS, encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def study(folder: Path) -> Study:
    return StudyPlan([folder], jobs=1).study("Heaps & <i>more</i>", ("heapwise report '<b>' -o x.html",), "2026-01-02")


@pytest.fixture(scope="module")
def html(study: Study) -> str:
    return page(study)


def report(*arguments: object) -> Result:
    return CliRunner().invoke(cli, ["report", "--jobs", "1", *map(str, arguments)])


# ----------------------------------------------------------------------------------------------- the page


class Reader(HTMLParser):
    """Reads a page and notes elements, whether every one is closed, and the text of scripts and styles."""

    EMPTY = ("meta", "img", "br", "input", "link", "hr")

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[tuple[str, dict[str, str | None]]] = []
        self.inside: dict[str, list[str]] = {}
        self.words = ""

    def handle_starttag(self, name: str, attributes: list[tuple[str, str | None]]) -> None:
        self.seen.append((name, dict(attributes)))
        if name not in self.EMPTY:
            self.open.append(name)

    def handle_endtag(self, name: str) -> None:
        assert self.open.pop() == name, (name, self.getpos())

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] in ("script", "style"):
            self.inside.setdefault(self.open[-1], []).append(data)
        else:
            self.words += data


def read(html: str) -> Reader:
    reader = Reader()
    reader.feed(html)
    reader.close()
    assert reader.open == []
    return reader


def test_text_is_escaped_where_it_is_put_in() -> None:
    assert tag("p", "<b>", Markup("<i>"), title='"', hidden=True, lang=None) == (
        '<p title="&quot;" hidden>&lt;b&gt;<i></p>'
    )


def test_nothing_of_the_authors_becomes_markup(html: str) -> None:
    reader = read(html)
    names = {name for name, _ in reader.seen}
    assert "i" not in names
    assert "iframe" not in names
    assert all(not key.startswith("on") for _, attributes in reader.seen for key in attributes)
    scripts = [attributes for name, attributes in reader.seen if name == "script"]
    assert len([s for s in scripts if s.get("type") != "application/json"]) == 1
    assert reader.words.count("alert(1)") >= 2  # it is there to be read: as a comment, and as a citation
    assert "Heaps & <i>more</i>" in reader.words


def test_the_policy_lets_in_our_style_and_script_alone(html: str) -> None:
    reader = read(html)
    policy = next(a["content"] for n, a in reader.seen if n == "meta" and a.get("http-equiv"))
    assert policy is not None
    assert policy.startswith("default-src 'none'")
    for kind in ("style", "script"):
        digest = base64.b64encode(hashlib.sha256(reader.inside[kind][-1].encode()).digest()).decode()
        assert f"{kind}-src 'sha256-{digest}'" in policy
    links = {
        value for _, a in reader.seen for key, value in a.items() if key in ("src", "href", "xlink:href", "action")
    }
    assert links
    assert all(value is not None and value.startswith(("#", "data:image/svg+xml;base64,")) for value in links)
    assert "style" not in {key for _, attributes in reader.seen for key in attributes}


def test_links_lead_to_places_in_the_page(html: str) -> None:
    reader = read(html)
    places = [a["id"] for _, a in reader.seen if "id" in a]
    assert len(places) == len(set(places)) > 8
    assert {a["href"] for n, a in reader.seen if n == "a"} <= {f"#{place}" for place in places}


def test_the_page_says_what_was_found(html: str, study: Study) -> None:
    words = " ".join(read(html).words.split())
    assert "5 of 6 claims as stated" in words
    for piece in (
        "refuted for n = 2 · ✓ as stated",
        "refuted for n = 2 · ✗ not as stated",
        "asked",
        "Smallest counterexample",
        "(1,1)",
        "Left side 0, right side 2.",
        "heapwise report '<b>' -o x.html",
        "2026-01-02",
        "Definitionslet odds(v)",
        "no claims",
        "3 games",
    ):
        assert piece in words, piece  # fmt: skip
    assert study.verdicts[0].rules_sha256 in words
    assert study.verdicts[0].claims_sha256 in words
    assert '<mo>⊕</mo><mo lspace="0" rspace="0">⋯</mo><mo>⊕</mo>' in html
    assert study.exit_code == 1


def test_headings_go_down_one_by_one(html: str) -> None:
    levels = [int(name[1]) for name, _ in read(html).seen if re.fullmatch("h[1-6]", name)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(later <= earlier + 1 for earlier, later in itertools.pairwise(levels))


def test_every_table_is_named_and_every_picture_described(html: str) -> None:
    reader = read(html)
    names = [name for name, _ in reader.seen]
    assert names.count("table") == names.count("caption") > 4
    pictures = [attributes for name, attributes in reader.seen if name == "img"]
    assert pictures
    assert all(attributes["alt"] for attributes in pictures)


def test_a_broken_file_is_named_and_stops_nothing(folder: Path, tmp_path: Path) -> None:
    shutil.copytree(folder, tmp_path / "games")
    (tmp_path / "games" / "broken.game").write_text("game broken\n    heap n\n    move n = <n - 1\n")
    found = report(tmp_path / "games", "-o", tmp_path / "all.html")
    assert found.exit_code == 3
    words = read((tmp_path / "all.html").read_text(encoding="utf-8")).words
    assert "Files with errors" in words
    assert "broken.game" in words
    assert "disproved total" in words
    assert "error[E" in found.output


# ------------------------------------------------------------------------------------------------- boards


def board_of(expression: str, play: str = "normal", upto: int = 5) -> Board:
    game = shelf().game(expression)
    assert isinstance(game, Game)
    return board(game, read_play(play), box(game, upto))


def points(found: Board) -> list[tuple[int, ...]]:
    return list(found.box)


@pytest.mark.parametrize(
    ("expression", "play"),
    [
        ("nim(2)", "normal"), ("moore(3, 2)", "misere"), ("wythoff", "1,2,0"), ("kayles", "normal"),
        ("welter(2)", "normal"), ("emperor(1, [2, 1])", "normal"), ("lasker_nim", "normal"),
        ("delete_nim_split", "misere"), ("nim(2)", "0,1,2;1,2,0;2,0,1"),
    ],
)  # fmt: skip
def test_a_board_has_the_values_and_options_of_the_game(expression: str, play: str) -> None:
    found = board_of(expression, play, 3)
    answers = Answers(found.play)
    value = answers.grundy if found.play.is_normal else answers.outcome
    seen = 0
    for point, number, entries in zip(points(found), found.values, found.options, strict=True):
        position = position_at(found.game, point)
        if position is None:
            assert number is None
            assert entries is None
            continue
        assert number == as_json(value(position))
        assert entries is not None
        assert sorted(map(str, map(read_back(found), entries))) == sorted(map(str, options(position)))
        seen += len(entries)
    assert seen > 5


def as_json(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def read_back(found: Board) -> Callable[[Any], Position | str]:
    """The position that an entry of a board stands for."""

    def one(entry: Any) -> Position | str:
        if isinstance(entry, dict):
            return str(entry["to"])
        numbers = entry if isinstance(entry, list) else [entry]
        parts = [position_at(found.game, points(found)[number]) for number in numbers]
        return Position.of(c for part in parts if part is not None for c in part)

    return one


def test_sums_are_walked_in_normal_play_and_told_in_others() -> None:
    normal, misere = board_of("kayles", "normal", 8), board_of("kayles", "misere", 8)
    sums = [e for entries in normal.options if entries for e in entries if isinstance(e, list)]
    assert len(sums) > 8
    outside = [e for entries in misere.options if entries for e in entries if isinstance(e, dict)]
    assert len(outside) == len(sums)
    assert all(" + " in e["to"] and e["value"] in "PN" for e in outside)


def test_the_largest_board_is_neither_too_large_nor_missing() -> None:
    for expression, shape in (
        ("nim(1)", (64,)),
        ("nim(2)", (16, 16)),
        ("nim(3)", (8, 8, 8)),
        ("moore(2, 2)", (13, 13)),
    ):
        game = shelf().game(expression)
        assert isinstance(game, Game)
        found = largest(game, read_play("normal"))
        assert found is not None
        assert found.box.shape == shape


def test_a_chapter_has_boards_for_its_plays(study: Study) -> None:
    found = boards(study.chapters[0])
    assert [(b.game.text, b.play.name) for b in found] == [
        ("pair(2)", "normal"), ("pair(1)", "normal"), ("pair(2)", "misere"),
    ]  # fmt: skip


def test_rules_without_claims_have_a_chapter(study: Study) -> None:
    last = study.chapters[-2]
    assert last.schema is not None
    assert last.schema.name == "lonely"
    assert last.claims == ()
    assert boards(last)[0].values[:5] == [0, 1, 0, 1, 0]


# -------------------------------------------------------------------------------------------------- LaTeX


def test_plain_text_in_latex_is_ascii() -> None:
    assert text("a_b ≤ 石 é – 50 %") == r"a\_b \ensuremath{\leq} \sign{77F3} \'{e} -- 50 \%"
    assert text("<= \x07") == r"\ensuremath{\leq}  "


def test_the_document_is_ascii_and_its_braces_match(study: Study) -> None:
    found = tex(study)
    assert found.isascii()
    bare = re.sub(r"\\[{}]", "", found)
    assert bare.count("{") == bare.count("}")
    assert found.count(r"\end{document}") == 1  # that of the comment is text
    assert r"x_{1} \oplus \cdots \oplus x_{n}" in found
    assert r"\textbf{refuted for n = 2}, not as stated" in found
    for name, digest in files_read(study):
        assert f"{digest}~~{text(name)}" in found
    for title, rules, _ in games_meant(study):
        assert f"{rules}~~rules of {text(title)}" in found


def test_a_japanese_document_says_verdicts_in_japanese(study: Study) -> None:
    with speaking():
        speak("ja")
        found = tex(study)
    assert "{bxjsarticle}" in found
    assert re.search(r"\\textbf{[^}]*反証[^}]*}, 述べたとおりではない", found)
    assert r"x_{1} \oplus \cdots \oplus x_{n}" in found
    assert "counterexample" not in found.split(r"\maketitle")[1].replace("counterexamples", "")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("program", "language"),
    [("pdflatex", "en"), ("xelatex", "en"), ("lualatex", "en"), ("lualatex", "ja"), ("uplatex", "ja")],
)
def test_the_document_compiles(study: Study, tmp_path: Path, program: str, language: str) -> None:
    if shutil.which(program) is None:
        pytest.skip(f"there is no {program}")
    with speaking():
        speak(language)
        (tmp_path / "report.tex").write_text(tex(study), encoding="utf-8")
    command = [program, "-interaction=nonstopmode", "-halt-on-error", "report.tex"]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False)
    assert run.returncode == 0, run.stdout[-2000:]
    assert next(p for p in tmp_path.glob("report.*") if p.suffix in (".pdf", ".dvi")).stat().st_size > 10_000


# ------------------------------------------------------------------------------------------------ archives


@pytest.fixture(scope="module")
def archive(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("archives") / "pair.zip"
    assert report(folder, "--bundle", "-o", path, "--title", "Pairs").exit_code == 1
    return path


def members(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as opened:
        return {name: opened.read(name) for name in opened.namelist()}


def zipped(path: Path, content: dict[str, bytes]) -> Path:
    with zipfile.ZipFile(path, "w") as opened:
        for name, data in content.items():
            opened.writestr(name, data)
    return path


def with_hashes(content: dict[str, bytes]) -> dict[str, bytes]:
    """The manifest made to fit again, as somebody would who wants to deceive."""
    manifest = json.loads(content[MANIFEST])
    manifest["members"] = {n: hashlib.sha256(d).hexdigest() for n, d in content.items() if n != MANIFEST}
    return {**content, MANIFEST: json.dumps(manifest).encode()}


def code_of(path: Path) -> str:
    with pytest.raises(HeapwiseError) as mistake:
        rerun(path, 1)
    return mistake.value.code


def test_an_archive_is_the_same_every_time(folder: Path, archive: Path, tmp_path: Path) -> None:
    again = tmp_path / "pair.zip"
    assert report(folder, "--bundle", "-o", again, "--title", "Pairs").exit_code == 1
    assert members(archive) == members(again)
    assert archive.read_bytes() == again.read_bytes()
    proofs = {name for name in members(archive) if name.startswith("certificates/")}
    assert {MANIFEST, VERDICTS, "report.html", "texts/pair.claims", "texts/pair.game"} == set(members(archive)) - proofs


def test_rules_from_elsewhere_come_along_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("rules").mkdir()
    Path("claims").mkdir()
    Path("rules/far.game").write_text("game far\n    heap n\n    move n -> n - 2   where n >= 2\n")
    text = (
        "claims for far\nlet same(k) = G(nim(1)([k]))\ntheorem t: G(n) = floor(n / 2) mod 2 and same(1) = 1   upto 6\n"
    )
    for name in ("one", "two"):
        Path(f"claims/{name}.claims").write_text(text)
    far = Path("rules/far.game")
    assert report("claims", "-f", far, "-f", far.resolve(), "--bundle", "-o", "far.zip").exit_code == 0
    content = members(Path("far.zip"))
    names = [name for name in content if name.endswith((".game", ".claims"))]
    assert sorted(names) == ["library/nim/nim.game", "rules/far.game", "texts/one.claims", "texts/two.claims"]
    far.unlink()
    assert rerun(Path("far.zip"), 1).differences == []


def test_check_runs_an_archive_again(archive: Path) -> None:
    found = CliRunner().invoke(cli, ["check", str(archive), "--jobs", "1"])
    assert found.exit_code == 0, found.output
    assert "all 7 verdicts are as in" in found.output
    assert (
        len(json.loads(CliRunner().invoke(cli, ["check", str(archive), "--jobs", "1", "--json"]).stdout.split("\n")[0]))
        > 10
    )


def test_every_member_that_was_changed_is_named(archive: Path, tmp_path: Path) -> None:
    content = members(archive)
    for name in content.keys() - {MANIFEST}:
        for other in ({**content, name: content[name] + b" "}, {n: d for n, d in content.items() if n != name}):
            with pytest.raises(HeapwiseError) as mistake:
                open_archive(zipped(tmp_path / "changed.zip", other))
            assert mistake.value.code == "E356"
            assert name in str(mistake.value)
    assert code_of(zipped(tmp_path / "more.zip", {**content, "texts/more.game": b"game more"})) == "E356"


def test_a_verdict_that_was_changed_is_found_by_running_it(archive: Path, tmp_path: Path) -> None:
    content = members(archive)
    lines = content[VERDICTS].decode().replace('"verdict": "refuted"', '"verdict": "holds"', 1)
    found = rerun(zipped(tmp_path / "lie.zip", with_hashes({**content, VERDICTS: lines.encode()})), 1)
    assert len(found.differences) == 1
    assert 'verdict was "holds", and is "refuted"' in found.differences[0]
    path = zipped(tmp_path / "less.zip", with_hashes({**content, VERDICTS: lines.split("\n", 1)[1].encode()}))
    assert CliRunner().invoke(cli, ["check", str(path), "--jobs", "1"]).exit_code == 1


def test_a_second_verdict_in_the_same_name_is_found(archive: Path, tmp_path: Path) -> None:
    """The last of two lines about one claim was compared, and the first, which lied, was not."""
    content = members(archive)
    first, *rest = content[VERDICTS].decode().splitlines(keepends=True)
    lie = re.sub('"verdict": "[a-z]+"', '"verdict": "undecided"', first)
    assert lie != first
    lines = "".join((lie, first, *rest)).encode()
    found = rerun(zipped(tmp_path / "lie.zip", with_hashes({**content, VERDICTS: lines})), 1)
    assert [difference.split(": ")[1] for difference in found.differences] == ["stands in 2 lines, and is in 1"]
    assert not any("/tmp" in str(verdict.rules_file) for verdict in found.study.verdicts)


@pytest.mark.parametrize(
    "name", ["../evil.game", "/evil.game", "a/../b", "C:\\evil", "a\\b", "a//b", "texts/", "x\n", ".."]
)
def test_names_that_lead_elsewhere_are_refused(archive: Path, tmp_path: Path, name: str) -> None:
    assert code_of(zipped(tmp_path / "names.zip", with_hashes({**members(archive), name: b"game evil"}))) == "E355"


def test_what_is_no_archive_of_ours_is_refused(archive: Path, tmp_path: Path) -> None:
    content, path = members(archive), tmp_path / "bad.zip"
    for data in (b"", b"PK\x03\x04 nothing", archive.read_bytes()[:-30], archive.read_bytes()[:200]):
        path.write_bytes(data)
        assert code_of(path) == "E355"
    manifest = json.loads(content[MANIFEST])
    wrong: list[Any] = [
        None,
        [],
        {},
        {"schema": 1},
        {**manifest, "claims": [1]},
        {**manifest, "options": {"upto": "x"}},
        {**manifest, "options": {"upto": 10**12}},
        {**manifest, "options": {"work": 0}},
        {**manifest, "options": {"seconds": float("inf")}},
    ]
    for found in wrong:
        assert code_of(zipped(path, {**content, MANIFEST: json.dumps(found).encode()})) == "E355"
    assert code_of(zipped(path, {**content, MANIFEST: b"[" * 100_000})) == "E355"
    assert code_of(zipped(path, {k: v for k, v in content.items() if k != MANIFEST})) == "E355"
    assert code_of(zipped(path, {**content, MANIFEST: json.dumps({**manifest, "schema": 2}).encode()})) == "E357"
    assert code_of(tmp_path / "absent.zip") == "E001"


def test_links_and_floods_are_refused(archive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    content = members(archive)
    stream = io.BytesIO(zipped(tmp_path / "link.zip", content).read_bytes())
    with zipfile.ZipFile(stream, "a") as opened:
        info = zipfile.ZipInfo("texts/link.game")
        info.external_attr = 0o120777 << 16
        opened.writestr(info, b"/etc/passwd")
    (tmp_path / "link.zip").write_bytes(stream.getvalue())
    assert code_of(tmp_path / "link.zip") == "E355"
    monkeypatch.setattr("heapwise.report.archive.MOST_BYTES", 1000)
    assert code_of(archive) == "E355"


def test_damaged_bytes_never_pass(archive: Path, tmp_path: Path) -> None:
    """Whatever byte is flipped: the archive is refused, or it is read as it was."""
    data, whole = archive.read_bytes(), open_archive(archive)
    refused = 0
    for at in range(0, len(data), max(1, len(data) // 150)):
        path = tmp_path / "flipped.zip"
        path.write_bytes(data[:at] + bytes([data[at] ^ 0x41]) + data[at + 1 :])
        code, found = opened(path)
        assert code in (None, "E355", "E356", "E357")
        assert found in (None, whole.members)
        refused += code is not None
    assert refused > 100


def opened(path: Path) -> tuple[str | None, dict[str, bytes] | None]:
    """The code of the refusal, or the members."""
    try:
        return None, open_archive(path).members
    except HeapwiseError as mistake:
        return mistake.code, None


# ---------------------------------------------------------------------------------------- the command


def test_files_are_called_by_what_they_are(folder: Path, tmp_path: Path) -> None:
    for arguments in (("-o", "x.doc"), ("-o", "x.zip"), ("-o", "x.html", "--bundle"), ("-o", "x")):
        found = report(folder, *arguments)
        assert found.exit_code != 0
        assert "E354" in found.output
    assert report(tmp_path, "-o", tmp_path / "x.html").exit_code != 0
    assert "E358" in report(tmp_path, "-o", tmp_path / "x.html").output
    assert "E001" in report(tmp_path / "absent.claims", "-o", tmp_path / "x.html").output
    assert not list(tmp_path.iterdir())


def test_an_archive_has_the_proofs_and_check_looks_at_them(tmp_path: Path) -> None:
    (tmp_path / "nim.claims").write_text("claims for nim(n)\ntheorem p: P(x) iff nimsum(x) = 0 check n = 2, upto 3\n")
    path = tmp_path / "nim.zip"
    assert report(tmp_path / "nim.claims", "--bundle", "--prove", "-o", path).exit_code == 0
    content = members(path)
    proofs = [name for name in content if name.startswith("certificates/")]
    assert len(proofs) == 1
    assert "library/nim/nim.game" in content
    found = rerun(path, 1)
    assert (found.differences, found.proofs) == ([], 1)
    content[proofs[0]] = content[proofs[0]].replace(b'"nim(n in 1..)"', b'"nim(n in 2..)"')
    found = rerun(zipped(tmp_path / "false.zip", with_hashes(content)), 1)
    assert found.proofs == 0
    assert found.differences[0].startswith(f"{proofs[0]} is refused: ")


def test_a_proof_in_an_archive_is_that_of_its_verdict(tmp_path: Path) -> None:
    """One that is missing, or that the checker takes but which is about something else, is said to be so."""
    (tmp_path / "my.game").write_text("game mine(k in 1..)\n    heap n\n    move n -> n - t for t in 1..k\n")
    claims = (
        f"theorem {name}: P(n) iff n mod (k + 1) = 0 for k = {k} check upto 3\n" for name, k in (("p", 1), ("q", 2))
    )
    text = "claims for mine(k)\n" + "".join(claims)
    (tmp_path / "my.claims").write_text(text)
    path = tmp_path / "my.zip"
    assert report(tmp_path / "my.claims", "--bundle", "--prove", "-o", path).exit_code == 0
    content = members(path)
    first, second = sorted(name for name in content if name.startswith("certificates/"))
    assert rerun(path, 1).differences == []
    others = {**content, second: content[first]}, {name: data for name, data in content.items() if name != second}
    for forged in others:
        found = rerun(zipped(tmp_path / "false.zip", with_hashes(forged)), 1)
        assert found.differences == ["q of mine, k = 2: its certificate is missing, or is that of something else"]
    lines = content[VERDICTS].replace(b'"file": "certificates', b'"path": "certificates')
    assert rerun(zipped(tmp_path / "less.zip", with_hashes({**content, VERDICTS: lines})), 1).unproved == 2


def written(folder: Path, **texts: str) -> None:
    """Files by their names, in which `_` stands for a step into a folder, and the last one for a dot."""
    for name, content in texts.items():
        *folders, stem, ending = name.split("_")
        path = folder.joinpath(*folders, f"{stem}.{ending}")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")


def bundled(folder: Path, *arguments: object) -> tuple[Result, list[str], list[str]]:
    """What `report` said of an archive, its rules and claims, and what differs when it is checked elsewhere."""
    path = folder / "made.zip"
    done = report(*arguments, "--bundle", "-o", path)
    endings = (".game", ".claims", ".automaton")
    return done, [name for name in sorted(members(path)) if name.endswith(endings)], rerun(path, 1).differences


def taking(name: str, most: int) -> str:
    return f"game {name}\n    heap n\n    move n -> n - t   for t in 1..{most} where t <= n\n"


def claimed(name: str, most: int) -> str:
    return f"claims for {name}\ntheorem {name}_p: P(n) iff n mod {most + 1} = 0   upto 9\n"


def using(name: str, helper: str) -> str:
    return f"game {name}\n    heap n\n    move n -> m   for m in options({helper}, n)\n"


def test_claims_with_mistakes_are_compared_like_others(tmp_path: Path) -> None:
    wrong = "theorem wrong: P(n) iff y = 0   upto 9\n"
    unread = "claims for nobody\ntheorem t: P(n)   upto 9\n"
    written(tmp_path, a_game=taking("mine", 2), a_claims=claimed("mine", 2) + wrong + unread)
    done, _, differences = bundled(tmp_path, tmp_path / "a.claims")
    assert (done.exit_code, differences) == (3, [])
    assert "1 of 2 claims as stated" in done.output
    path = tmp_path / "made.zip"
    again = CliRunner().invoke(cli, ["check", str(path), "--jobs", "1"])
    assert again.exit_code == 0
    assert again.output.count("error[E012]") == again.output.count("there is no game `nobody`") == 1
    content = members(path)
    better = content[VERDICTS].replace(b'"verdict": "error"', b'"verdict": "proved"')
    found = rerun(zipped(tmp_path / "lie.zip", with_hashes({**content, VERDICTS: better})), 1)
    assert found.differences == ['wrong of mine: verdict was "proved", and is "error"']
    page = tmp_path / "a.html"
    report(tmp_path / "a.claims", "-o", page)
    assert "1 of 2 claims as stated" in page.read_text(encoding="utf-8")


def test_automata_from_files_come_along(tmp_path: Path) -> None:
    equal = "automaton eq(a, b)\n units first\n s accepts\n  00 -> s, 11 -> s, else -> d\n d\n  else -> d\n"
    claims = 'claims for nim(n)\nautomaton eq(a, b) from "m.automaton"\nconjecture p: P(x) iff eq(x[1], x[2])\n'
    claims += "    for n = 2 upto 7\n"
    written(tmp_path, a_m_automaton=equal, a_other_automaton=equal, a_c_claims=claims)
    done, names, differences = bundled(tmp_path, tmp_path / "a" / "c.claims")
    assert (done.exit_code, differences) == (0, [])
    assert names == ["library/nim/nim.game", "texts/c.claims", "texts/m.automaton"]


def test_helpers_of_rules_from_elsewhere_stay_beside_them(tmp_path: Path) -> None:
    """Each of two games has a helper of its own, of the same name, and the folder of the claims has a third one."""
    claims = claimed("foo", 3) + claimed("bar", 4) + claimed("helper", 2)
    written(
        tmp_path, a_t_claims=claims, a_helper_game=taking("helper", 2),
        b_helper_game=taking("helper", 3), b_x_game=using("foo", "helper"),
        c_helper_game=taking("helper", 4), c_y_game=using("bar", "helper"),
    )  # fmt: skip
    rules = ("-f", tmp_path / "b" / "x.game", "-f", tmp_path / "c" / "y.game")
    done, names, differences = bundled(tmp_path, tmp_path / "a" / "t.claims", *rules)
    assert (done.exit_code, differences) == (0, [])
    assert names == [
        *("rules/helper.game", "rules/x.game", "rules_2/helper.game", "rules_2/y.game"),
        *("texts/helper.game", "texts/t.claims"),
    ]


def test_a_game_that_the_command_line_names_comes_along(tmp_path: Path) -> None:
    """The certificate of its instance has the rules of that game, too."""
    comp = "game comp(G in games)\n    heap h\n    move h -> h - t   for t in 1..2 where t <= h\n"
    claims = "claims for comp(G)\ntheorem p: P(h) iff h mod 3 = 0\n"
    written(tmp_path, a_c_claims=claims, a_comp_game=comp, a_mine_game=taking("mine", 2))
    effort = ("--check", "G in {mine}, h <= 9", "--prove")
    done, names, differences = bundled(tmp_path, tmp_path / "a" / "c.claims", *effort)
    assert (done.exit_code, differences) == (0, [])
    assert "texts/mine.game" in names
    assert rerun(tmp_path / "made.zip", 1).proofs == 1


def test_rules_that_were_given_are_given_again(tmp_path: Path) -> None:
    """They lie below the folder of the claims, where nobody would look for them; one has a name of the library."""
    mine = "game nim(n in 1..)\n    heaps x[n]\n    move x[i] -> x[i] - t   for i in 1..n, t in 1..2 where t <= x[i]\n"
    claims = "claims for nim(n)\ntheorem p: P(x) iff sum(x) mod 3 = 0   for n = 1 upto 4\n" + claimed("foo", 3)
    written(
        tmp_path, t_claims=claims, r_nim_game=mine, r_x_game=using("foo", "helper"), r_helper_game=taking("helper", 3)
    )
    rules = ("-f", tmp_path / "r" / "nim.game", "-f", tmp_path / "r" / "x.game")
    done, names, differences = bundled(tmp_path, tmp_path / "t.claims", *rules)
    assert (done.exit_code, differences) == (0, [])
    assert names == ["texts/r/helper.game", "texts/r/nim.game", "texts/r/x.game", "texts/t.claims"]
    assert json.loads(members(tmp_path / "made.zip")[MANIFEST])["rules"] == ["texts/r/nim.game", "texts/r/x.game"]


def test_an_archive_is_checked_with_the_library_that_it_has(tmp_path: Path) -> None:
    text = "claims for nim(n)\nconjecture p: P(x) iff nimsum(x) = 0 for n = 1 upto 4\n"
    written(tmp_path, t_claims=text)
    assert bundled(tmp_path, tmp_path / "t.claims")[2] == []
    content = members(tmp_path / "made.zip")
    name = "library/nim/nim.game"
    lame = "game nim(n in 1..)\n    heaps x[n]\n    move x[i] -> x[i] - 1   for i in 1..n where x[i] >= 1\n"
    path = zipped(tmp_path / "other.zip", with_hashes({**content, name: lame.encode()}))
    found = rerun(path, 1)
    assert found.other_rules == [name]
    assert 'p of nim, n = 1: verdict was "proved", and is "refuted"' in found.differences
    said = CliRunner().invoke(cli, ["check", str(path), "--jobs", "1"]).output
    assert f"taken from the archive, for the library here has other rules: {name}" in said


def test_proofs_take_the_place_of_tables(tmp_path: Path) -> None:
    (tmp_path / "nim.claims").write_text("claims for nim(n)\ntheorem p: P(x) iff nimsum(x) = 0 check n = 2, upto 3\n")
    output = tmp_path / "nim.html"
    assert report(tmp_path, "-o", output, "--prove").exit_code == 0
    words = " ".join(read(output.read_text(encoding="utf-8")).words.split())
    assert "proved for every n >= 1, all sizes · ✓ as stated" in words
    assert "all sizes" in words
    assert "16 positions" in words


def test_the_date_may_be_given(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "86400")
    report(folder / "pair.claims", "--claim", "grundy", "-o", tmp_path / "x.tex")
    found = (tmp_path / "x.tex").read_text(encoding="ascii")
    assert r"\date{1970-01-02}" in found
    assert "wrong" not in found


# -------------------------------------------------------------------------------------------- a browser


@pytest.mark.slow
@pytest.mark.skipif(browser.found() is None, reason="there is no browser")
def test_a_reader_walks_and_plays(html: str, tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text(html, encoding="utf-8")
    with browser.Browser() as reader:
        reader.window(390, 900)
        reader.open(path)
        assert reader.ask("document.documentElement.scrollWidth") == 390
        said = "document.querySelector('.said').innerText"
        position = "document.querySelector('.position').innerText"
        buttons = "[...document.querySelector('.explorer').querySelectorAll('button')]"
        click = buttons + ".find(b => b.innerText === {!r}).click()"
        assert reader.ask(position) == "pair(2): 15,15"
        reader.ask("document.querySelector('.board button[aria-label^=\"5,3,\"]').click()")
        assert "Grundy value 6" in reader.ask(said)
        assert "no option has 6" in reader.ask("document.querySelector('.why').innerText")
        reader.ask(click.format("Back"))
        assert reader.ask(position) == "pair(2): 15,15"
        reader.ask(click.format("Forward"))
        assert reader.ask(position) == "pair(2): 5,3"
        reader.ask("document.querySelector('.board button[tabindex=\"0\"]').focus()")
        for key in ("ArrowUp", "ArrowRight", "Enter"):
            reader.press(key)
        assert reader.ask(position) == "pair(2): 4,4"
        assert "P: the player to move loses" in reader.ask(said)
        reader.ask(click.format("Play: you begin"))
        reader.ask(click.format("1,4"))
        assert "You moved to 1,4. The opponent moved to 1,1." in reader.ask(said)
        reader.ask(click.format("0,1"))
        assert "The opponent moved to 0,0. No move is left. The opponent made the last move. You lose." in reader.ask(
            said
        )
        last = "[...document.querySelectorAll('.explorer')].pop()"
        reader.ask(f"[...{last}.querySelectorAll('button')].find(b => b.innerText === 'Play: you begin').click()")
        assert "Every move leads out of this board: play stops here." in reader.ask(f"{last}.innerText")
        assert reader.log == []
        assert [url for url in reader.requests if not url.startswith(("file:", "data:"))] == []
        assert len(reader.paper()) > 10_000


# ------------------------------------------------------------------------------------------- what was found


def test_what_was_found_is_kept_checked_and_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = hw.find("nim(2)", want="P", play="normal", library=False, terms=500)
    output = tmp_path / "nim.html"

    def written(game: str, files: tuple[Path, ...], at: Path, number: int) -> tuple[Path, tuple[Path, ...]]:
        found.save(tmp_path / f"{at.stem}.claims")
        return tmp_path / f"{at.stem}.claims", ()

    monkeypatch.setattr("heapwise.app.found_claims.write_found", written)
    done = CliRunner().invoke(cli, ["report", "--find", "nim(2)", "-o", str(output), "--jobs", "1"])
    assert done.exit_code == 0, done.output
    shown = output.read_text(encoding="utf-8")
    assert shown.count("data:image/svg+xml") >= 2  # the values, and the automaton
    assert "accepts" in shown
    assert "found and proved by heapwise" in shown
