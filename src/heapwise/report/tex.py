"""A LaTeX document: rules, claims in mathematics, the table of verdicts, counterexamples, and a table of values.

It uses the packages of every installation and compiles with pdflatex, xelatex and lualatex. Whatever is not plain ASCII
in the author's text is written as a command, so that no sign can stop the run. A Japanese document needs the class
`bxjsarticle` of TeX Live, which fits itself to the program, uplatex included; there Japanese letters stand as they are.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from itertools import islice

from heapwise.claims.mathematics import as_latex, conditions_as_latex
from heapwise.claims.plain_data import position_words
from heapwise.claims.verdict import Verdict
from heapwise.explorer import Board
from heapwise.messages import said, spoken
from heapwise.report.boards import boards
from heapwise.report.code import definitions, written
from heapwise.report.findings import and_more, counted, place, standing, value, where
from heapwise.report.phrases import say, status_word, verdict_word
from heapwise.report.printed_board import caption, layout, shown
from heapwise.report.provenance import files_read, games_meant
from heapwise.report.study import Chapter, Stated, Study
from heapwise.typeset import latex, rule_lines
from heapwise.typeset.latex import plain as special
from heapwise.version import __version__

_CLASSES = {
    "en": r"""\documentclass[11pt,a4paper]{article}
\usepackage[margin=25mm]{geometry}""",
    "ja": r"""% For lualatex, or uplatex and dvipdfmx; pdflatex needs the package CJK, too.
\documentclass[autodetect-engine,dvi=dvipdfmx,ja=standard,11pt,a4paper]{bxjsarticle}
\geometry{margin=25mm}""",
}
_PREAMBLE = r"""\usepackage[T1]{fontenc}
\IfFileExists{lmodern.sty}{\usepackage{lmodern}}{}
\usepackage{amsmath,amssymb,longtable}
\setlength{\parindent}{0pt}
\setlength{\parskip}{0.5\baselineskip}
\emergencystretch=3em"""
_COMMANDS = r"""% A sign by its number, if the fonts have it; a P-position in a table; rules as they are typed.
\ifdefined\Umathcode\providecommand{\sign}[1]{\symbol{"#1}}\else\providecommand{\sign}[1]{\texttt{U+#1}}\fi
\providecommand{\lost}[1]{{\fboxsep=1pt\fbox{#1}}}
\ifdefined\rules\else
\newenvironment{rules}{\par\medskip\begingroup\small\ttfamily\raggedright\parskip=0pt}{\par\endgroup\medskip}
\fi"""

_SIGNS = {
    "⊕": r"\ensuremath{\oplus}", "⊗": r"\ensuremath{\otimes}", "≤": r"\ensuremath{\leq}", "≥": r"\ensuremath{\geq}",
    "≠": r"\ensuremath{\neq}", "→": r"\ensuremath{\to}", "∈": r"\ensuremath{\in}", "∉": r"\ensuremath{\notin}",
    "≡": r"\ensuremath{\equiv}", "∧": r"\ensuremath{\wedge}", "∨": r"\ensuremath{\vee}", "¬": r"\ensuremath{\neg}",
    "⇔": r"\ensuremath{\Leftrightarrow}", "∪": r"\ensuremath{\cup}", "∩": r"\ensuremath{\cap}",
    "∖": r"\ensuremath{\setminus}",
    "–": "--", "—": "---", "‘": "`", "’": "'", "“": "``", "”": "''", "…": r"\dots{}", "\N{NO-BREAK SPACE}": "~",
}  # fmt: skip
_ACCENTS = {"\u0300": "`", "\u0301": "'", "\u0302": "^", "\u0303": "~", "\u0304": "=", "\u0308": '"', "\u030c": "v"}
_JAPANESE = re.compile("[\u3000-\u30ff\u3400-\u9fff\uff01-\uff60]")
_MOST_ROWS = 40
_MOST_OPTIONS = 24
_WIDEST = 16  # columns of a table of values
_LONG_TABLE, _LONG_FORMULA = 25, 220


def tex(study: Study, is_fragment: bool = False) -> str:
    r"""The document of a study; a fragment is what another document takes in by `\input`."""
    body = "\n".join(_body(study))
    if is_fragment:
        return "\n".join([r"% Needs \usepackage{amsmath,amssymb,longtable}.", _COMMANDS, body, ""])
    return "\n".join(
        [_CLASSES[spoken()], _PREAMBLE, _COMMANDS, r"\begin{document}", *_title(study), body, r"\end{document}", ""]
    )


def _title(study: Study) -> Iterator[str]:
    yield rf"\title{{{text(study.title)}}}"
    yield r"\author{}"
    yield rf"\date{{{study.date or ''}}}"
    yield r"\maketitle"


def text(plain: str) -> str:
    """Plain text inside LaTeX, whatever signs it has."""
    return "".join(_character(c) for c in plain.replace("<=", "≤"))


def _character(character: str) -> str:
    if character.isascii():
        return special(character) if character.isprintable() else " "
    if character in _SIGNS:
        return _SIGNS[character]
    if spoken() == "ja" and _JAPANESE.match(character):
        return character
    base, *accents = [*unicodedata.normalize("NFD", character)]
    if base.isascii() and base.isalpha() and len(accents) == 1 and accents[0] in _ACCENTS:
        return rf"\{_ACCENTS[accents[0]]}{{{base}}}"
    return rf"\sign{{{ord(character):04X}}}"


def _code(plain: str) -> Iterator[str]:
    """Text of the language, line by line as it was written."""
    yield r"\begin{rules}"
    for line in plain.split("\n"):
        indent = len(line) - len(line.lstrip())
        words = re.sub(" {2,}", lambda found: "~" * len(found[0]), line.strip())
        yield rf"\hspace*{{{indent / 2:g}em}}\mbox{{}}{_typed(words)}\par"
    yield r"\end{rules}"


def _typed(line: str) -> str:
    """Text for a typewriter: dashes, quotes and brackets stay what they are."""
    kept = {
        "~": "~", "-": "-{}", "<": r"\textless{}", ">": r"\textgreater{}", '"': r"\textquotedbl{}",
        "'": r"\textquotesingle{}",
    }  # fmt: skip
    return "".join(kept.get(c) or _character(c) for c in line)


def _body(study: Study) -> Iterator[str]:
    for problem in study.problems:
        yield from _code(problem)
    if study.claims:
        yield rf"\section*{{{say('Summary')}}}"
        yield from _summary(study)
    for chapter in study.chapters:
        yield from _chapter(chapter)
    yield rf"\section*{{{say('How this was made')}}}"
    yield f"heapwise {__version__}. {say('To run it again:')}"
    yield from _code("\n".join(study.commands))
    yield say("SHA-256 of the files, and of the rules with every game that they use:")
    lines = [*files_read(study), *((say(f"rules of {title}"), rules) for title, rules, _ in games_meant(study))]
    yield from _code("\n".join(f"{digest}  {name}" for name, digest in lines))


def _summary(study: Study) -> Iterator[str]:
    rows = [
        [
            text(chapter.schema.name if chapter.schema else "-"), status_word(s.claim.status), text(s.claim.name),
            text(s.summary.findings), standing(s.summary).lstrip("✓✗? "),
        ]
        for chapter in study.chapters
        for s in chapter.claims
    ]  # fmt: skip
    yield from _table("lllp{55mm}l", [*map(say, ("game", "status", "claim", "verdict")), ""], rows)


def _table(columns: str, head: list[str], rows: list[list[str]]) -> Iterator[str]:
    """A table; one that is long may go on on the next page."""
    is_long = len(rows) > _LONG_TABLE
    name, place = ("longtable", "[l]") if is_long else ("tabular", "")
    yield r"\par{\small"
    yield rf"\begin{{{name}}}{place}{{@{{}}{columns}@{{}}}}"
    yield rf"{' & '.join(head)} \\ \hline" + (r" \endhead" if is_long else "")
    yield from (rf"{' & '.join(row)} \\" for row in rows)
    yield rf"\end{{{name}}}\par}}"


def _chapter(chapter: Chapter) -> Iterator[str]:
    yield rf"\section*{{{text(chapter.title)}}}"
    if chapter.schema is not None:
        yield from _code(written(chapter.schema))
        yield from _displayed(map(latex, rule_lines(chapter.schema.node)))
        for board in islice(boards(chapter), 1):
            yield from _values(board)
    lets = definitions(chapter.document, chapter.schema)
    if chapter.claims and lets:
        yield from _code(lets)
    for stated in chapter.claims:
        yield from _claim(stated)


def _displayed(formulas: Iterable[str]) -> Iterator[str]:
    """Formulas below each other."""
    yield r"\begin{gather*}"
    yield " \\\\\n".join(formulas)
    yield r"\end{gather*}"


def _claim(stated: Stated) -> Iterator[str]:
    claim = stated.claim
    cited = f" ({text(claim.citation)})" if claim.citation else ""
    under = "" if claim.play.is_normal else text(say(f" under {claim.play.name}"))
    yield rf"\paragraph{{{status_word(claim.status).capitalize()} \texttt{{{text(claim.name)}}}}}{cited}{under}"
    yield from _formula(stated)
    yield _verdict(stated) + "."
    if len(stated.verdicts) > 1:
        yield from _instances(stated.verdicts)
    for verdict in stated.verdicts:
        yield from _counterexample(stated.claim.text, verdict)


def _formula(stated: Stated) -> Iterator[str]:
    """The claim in mathematics; a long one is a paragraph, which can be broken into lines."""
    whole = r",\quad ".join([as_latex(stated.claim), *conditions_as_latex(stated.claim)])
    if len(whole) <= _LONG_FORMULA:
        yield rf"\[ {whole} \]"
    else:
        yield rf"\begin{{flushleft}}$ {whole} $\end{{flushleft}}"


def _verdict(stated: Stated) -> str:
    """What was found, in a sentence; where there is one instance, with how and where."""
    whole = rf"\textbf{{{text(stated.summary.findings)}}}, {standing(stated.summary).lstrip('✓✗? ')}"
    if len(stated.verdicts) > 1:
        return whole
    only = stated.verdicts[0]
    words = [say(f"by {only.method}"), where(only), counted(only.counted, "position")]
    return f"{whole}: {text(', '.join(filter(None, words)))}"


def _instances(verdicts: tuple[Verdict, ...]) -> Iterator[str]:
    rows = [
        [text(v.label) or "-", verdict_word(v.word), v.method, text(where(v)), f"{v.counted or ''}"]
        for v in verdicts[:_MOST_ROWS]
    ]
    yield from _table("lllp{60mm}r", [*map(say, ("for", "verdict", "by", "where", "positions"))], rows)
    if len(verdicts) > _MOST_ROWS:
        yield say(f"and {len(verdicts) - _MOST_ROWS} more")


def _counterexample(statement: str, verdict: Verdict) -> Iterator[str]:
    found = verdict.counterexample
    if found is None or not found.position:
        return
    label = f"{verdict.label}, " if verdict.label else ""
    yield rf"\emph{{{say('A counterexample')}:}} {text(label)}({text(position_words(found.position))})."
    if found.statement is None:
        yield text(say(f"Left side {value(found.left)}, right side {value(found.right)}."))
    elif found.statement != statement:  # of the move behind `by`
        yield text(f"{said(found.statement)}.")
    if found.options:
        some = [f"{place(o['to'])}: {o['value']}" for o in found.options[:_MOST_OPTIONS]]
        more = found.options_total - len(some)
        yield text(f"{say('The options of the counterexample')}: {', '.join(some)}{and_more(more)}.")


def _values(board: Board) -> Iterator[str]:
    """The table of values of a board, as far as a page is wide."""
    heads, across, rows = layout(board, _WIDEST)
    width = len(across) - 1
    yield text(caption(board, is_dark=False)) + ":"
    yield r"\par{\footnotesize\setlength{\tabcolsep}{3pt}"
    yield rf"\begin{{tabular}}{{r|{'r' * width}}}"
    yield " & ".join(map(text, across)) + r" \\ \hline"
    for head, row in zip(heads, rows, strict=True):
        yield " & ".join([head, *(_cell(board, i) for i in row)]) + r" \\"
    yield r"\end{tabular}\par}"


def _cell(board: Board, index: int | None) -> str:
    """A value; that of a P-position stands in a box."""
    found = None if index is None else board.values[index]
    if found is None:
        return ""
    is_lost = found == (0 if board.play.is_normal else "P")
    return rf"\lost{{{text(shown(found))}}}" if is_lost else text(shown(found))
