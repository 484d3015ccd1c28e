"""Mistakes of writing, answered by name.

The parser stops where a text cannot go on. Each row of the table is a pattern of what stands around that place; the
first row that fits gives the message. `tests/test_mistakes.py` and the pages of `heapwise explain` hold examples.
"""

import re
from dataclasses import replace

from heapwise.errors import Diagnostic, Note
from heapwise.lang.mistake_patterns import (  # fmt: skip
    AROUND,
    STATUS_WORDS,
    STOP,
    MistakeRow,
    Sight,
    bracket_too_many,
    clause_misspelt,
    is_next_clause,
    look_alike,
    missing_bracket,
    missing_comma,
    missing_for,
    no_heading,
    opened_at,
    reserved,
    row,
    state_name,
    status,
    wrong_bracket,
)
from heapwise.lang.paper_notation import PAPER_ROWS
from heapwise.source import Place, Source, Span

# ------------------------------------------------------------------------------------------------------ the table
_STATEMENT = r"\b(?:theorem|conjecture|disproved|question)\b"
# Words of the language that could be meant as the name of a claim.
_WORDS = (
    "game|claims|heaps?|cells?|positions?|legal|let|move|decreases|for|where|in|of|and|or|not|iff|implies|mod|divides|"
    "under|upto|check|at|by|if|then|else"
)

# A variable with its set, as one word in front of a formula binds it, and what stands behind them.
_BOUND = r"(?P<v>[^\W\d]\w*)\s+(?:in|∈)\s+(?P<set>(?:\{[^{}\n]*\}|\[[^\[\]\n]*\]|[^:,{}\[\]\n])+?)"
_BODY = r"\s*(?P<body>[^\s:,][^\n]*?)\s*(?=\bupto\b|\bcheck\b|\n|$)"
_TERM = r"\s*(?P<body>[^\s:,][^\n=<>!]*?)\s*(?=[=<>!]|\bupto\b|\bcheck\b|\n|$)"
_SUM = r"(?:[\w\[\]]+\s*[-+*]\s*)+[\w\[\]]+"
_EVERY, _SOME = r"(?P<mark>forall|all|every|each)", r"(?P<mark>(?:there\s+)?exists?|some|any)"

# A pattern with its values; {name} is a group of the pattern. Or a function that looks.

_TABLE: tuple[MistakeRow, ...] = (
    *PAPER_ROWS,
    row("E116", state_name),
    # signs of other notations
    row("E111", r"=•<", sign="=<", ours="<="),
    row("E111", r"\bmove\s+(?P<one>[^\n]*?)\s+(?P<word>or|\||/)\s+(?P<two>[\w\[\]]+\s*•(?:->|→)[^\n]*)", "lines",
         sign="{word}", one="{one}", two="{two}"),
    row("E111", r":\s*if\s+(?P<when>[^\n]+?)\s+then\s+(?P<then>[^\n]+?)\s*•(?:upto|check|for|\n|$)",
         sign="if ... then", ours="{when} implies {then}"),
    row("E111", r"(?P<name>[^\W\d]\w*)\s+•is\s+(?:an?\s+)?(?P<kind>[PN])\b(?:-position)?", sign="is",
         ours="{kind}({name})"),
    row("E111", r"/•=", sign="/=", ours="!="),
    row("E111", r"(?P<sign><-•>|<•->|<•=>)", sign="{sign}", ours="iff"),
    row("E111", r"\bby\s[^\n]*•(?P<sign>->|→)", "by", sign="{sign}"),
    row("E111", r":[^\n]*•(?P<sign>->|→)", sign="{sign}", ours="implies"),
    row("E111", r"(?P<sign>\|?-\s*•>|\|•->)", sign="{sign}", ours="->"),
    row("E111", r"if\s+•and\s+only|•if\s+and\s+only", sign="if and only if", ours="iff"),
    row("E111", r"where\b[^\n]*•=>|:[^\n]*•=>", "arrow", sign="=>", ours="implies"),
    row("E111", r"(?m)^\s*let\b[^\n=]*•:=", sign=":=", ours="="),
    row("E111", r"(?P<place>[^\W\d]\w*(?:\[[^\]\n]*\])*)\s*(?P<sign>[-+])•=\s*(?P<new>[\w\[\]]+)", sign="{sign}=",
         ours="{place} -> {place} {sign} {new}"),
    row("E111", r"(?P<left>[\w\[\]]+)\s*•(?P<sign>div)\b\s*(?P<right>[\w\[\]]+)", sign="{sign}",
         ours="floor({left} / {right})"),
    row("E111", r"(?P<left>[\w\[\]]+)\s*(?://•|/•/|•//)\s*(?P<right>\d+|[^\W\d](?:\[\w+\])?)(?!\w)", sign="//",
         ours="floor({left} / {right})"),
    row("E111", rf"(?P<sum>{_SUM})\s*•is\s+even", sign="is even", ours="({sum}) mod 2 = 0"),
    row("E111", rf"(?P<sum>{_SUM})\s*•is\s+odd", sign="is odd", ours="({sum}) mod 2 = 1"),
    row("E111", r"(?P<number>[\w\[\]]+)\s*•is\s+even", sign="is even", ours="{number} mod 2 = 0"),
    row("E111", r"(?P<number>[\w\[\]]+)\s*•is\s+odd", sign="is odd", ours="{number} mod 2 = 1"),
    row("E111", r"•!\s*\(|!•\(", sign="!", ours="not"),
    row("E111", r"•up\s+to\b", sign="up to", ours="upto"),
    row("E111", r"move\s+from\s+•(?P<place>\S+)\s+to\s+(?P<new>\w+)", sign="from ... to ...", ours="{place} -> {new}"),
    row("E113", r"\*•\*|•\*\*"),
    row("E123", r"[\w)\]]•!(?!=)"),
    row("E120", r"(?:\.•\.|\.\.•\.|•\.\.|•…)", help="help"),
    row("E120", r"(?P<low>\w+)\s+•to\s+(?P<high>\w+)", "to", low="{low}", high="{high}"),
    row("E115", r"(?:^|[^\w\]])•\.\d|\d•,\d"),
    row("E108", r"(?P<name>[^\W\d]\w*)•\.(?P<size>\w+)", "dot", name="{name}", size="{size}"),
    row("E122", r"(?:->|[=<>+*/(,-]|\bwhere|\band|\bor|:)\s*•\|(?P<inner>[^|\n]+)\|?", inner="{inner}"),
    row("E122", r"\|(?P<inner>[^|\n]+)\|\s*•", inner="{inner}"),
    # headings, and what stands in front of clauses
    row("E126", no_heading, "{which}"),
    row("E103", r"\b(?P<what>game|claims|heaps?|cells?|move|legal|let|decreases)\s*•:", sign=":", after="{what}"),
    row("E103", r"\b(?P<what>heaps?|cells?)\s*•\(", sign="(", after="{what}"),
    row("E103", r"\bgame\b[^\n]*•\{", sign="{{", after="the heading"),
    row("E103", r"(?P<mark>\.)(?:\s*•\s*$|\s*\n\s*•)", sign=".", after="a clause"),
    row("E103", r"•;\s*(?:\n|$)", sign=";", after="a clause"),
    row("E103", r"\bcheck\s+•(?P<sign>for|where|:)", sign="{sign}", after="check"),
    row("E103", r"\bcheck\s+(?P<mark>with|that|all|when)\s+•", sign="{mark}", after="check"),
    row("E103", r"\bupto\s*•(?P<sign>:|<=|<|=)", sign="{sign}", after="upto"),
    row("E111", r"\bcheck\b[^\n]*\b(?P<name>\w+)\s*•:", sign=":", ours="{name} in"),
    row("E111", r"\b(?:check|upto)\b[^\n]*•;", sign=";", ours=","),
    row("E103", r"(?P<mark>,)\s*•\s*$", sign=",", after="the last of the list"),
    row("E131", r"\bgame\s+(?P<a>\w+)•-(?P<b>\w+)", name="{a}_{b}"),
    row("E131", r"\bgame\s+•(?P<a>\d+)(?P<b>[^\W\d]\w*)", name="{b}{a}"),
    row("E131", r"\bgame[ ]+(?P<a>[^\W\d]\w*)[ ]+•(?P<b>[^\W\d]\w*)[ ]*(?=\n|\()", name="{a}_{b}"),
    row("E131", _STATEMENT + r"\s+•(?P<number>[\d.]+)", "number", number="{number}"),
    row("E133", r"\bclaims\s+•(?:of\s+|about\s+|on\s+)?(?P<name>[^\n]+)", missing="for", text="claims for {name}"),
    row("E133", _STATEMENT + r"[^:\n]*?•(?P<play>normal|mis[eè]re|preference|orders)\b",
         missing="under", text="under {play}"),
    row("E111", rf"(?P<head>{_STATEMENT}[^:\n]*):[\s\S]*•under\s+(?P<play>[^\n]+?)\s*(?:\b(?:upto|for|check)\b|\n|$)",
         "before", sign="under", ours="{head} under {play}:"),
    row("E116", _STATEMENT + r"\s+•(?P<word>" + _WORDS + r")\s*:", word="{word}"),
    row("E130", _STATEMENT + r"[^:\n]*•(?!['‘’“”«])"),
    row("E005", r"\bclaims\s+for\s+(?P<game>\w+)\(•(?P<value>\d+)", "parameters", word="{value}", game="{game}",
         value="{value}"),
    row("E109", status),
    row("E110", r"•(?P<sign>//|/\*|#|;;)|(?P<other>/)•/", sign="{sign}"),
    row("E128", r"(?P<name>\w+)\s*•(?:>=|≥)\s*(?P<low>\w+)", name="{name}", range="{low}.."),
    row("E128", r"(?P<name>\w+)\s*•>\s*(?P<low>\w+)", name="{name}", range="{low}+1.."),
    row("E128", r"(?:heaps?|cells?)\s[^\n]*?(?P<name>\w+)\s*•(?:<=|≤)\s*(?P<high>\w+)",
         name="{name}", range="0..{high}"),
    row("E132", r"(?:^|\n)\s*•(?P<word>normal|mis[eè]re|preference|orders)\b", "play", word="{word}"),
    row("E132", r"(?:^|\n)\s*•(?P<word>where|if|when)\b", "where", word="{word}"),
    row("E132", clause_misspelt, "near"),
    row("E130", _STATEMENT + r"[^:\n]*\n\s*•[^:\n]*(?:\n|$)"),
    row("E133", r"(?:^|\n)[ \t]*•(?P<text>[^\n]*(?:->|→)[^\n]*)", missing="move", text="move {text}"),
    row("E133", r"(?:^|\n)[ \t]*•(?P<text>\w+(?:\([^()\n]*\))?\s*=[^\n]*)", missing="let", text="let {text}"),
    # binders and conditions
    row("E117", r"\bmove\s+•(?P<word>for)\s+(?P<binder>[^:\n]+):\s*(?P<move>[^\n]+)", "written", word="{word}",
         ours="move {move} for {binder}"),
    row("E117", r"\bmove\s+(?P<mark>[^\W\d]+)\s+•(?P<binder>\w+\s+(?:in|∈)\s[^:\n]+):\s*(?P<move>[^\n]+)", "written",
         word="{mark}", ours="move {move} for {binder}"),
    row("E117", r"(?<!for\s)\b" + _EVERY + r"\s+•" + _BOUND + r"\s*[:,]" + _BODY, "written", word="{mark}",
         ours="all({body} for {v} in {set})"),
    row("E117", r"•(?P<word>for\s+(?:all|every|each))\s+" + _BOUND + r"\s*[:,]" + _BODY, "written", word="{word}",
         ours="all({body} for {v} in {set})"),
    row("E117", r"(?<!for\s)\b" + _SOME + r"\s+•" + _BOUND + r"\s*(?:[:,]|\bwith\b|\bsuch\s+that\b)" + _BODY,
         "written", word="{mark}", ours="any({body} for {v} in {set})"),
    row("E117", r"•(?P<word>exists?)\s+" + _BOUND + r"\s*(?:[:,]|\bwith\b|\bsuch\s+that\b)" + _BODY, "written",
         word="{word}", ours="any({body} for {v} in {set})"),
    row("E117", r"\b(?P<mark>sum|nimsum|min|max|count|mex)\s+•" + _BOUND + r"\s*(?::|\bof\b)" + _TERM, "written",
         word="{mark}", ours="{mark}({body} for {v} in {set})"),
    row("E117", r"\bmove\b[^\n]*•(?P<word>with)\s+(?P<binder>\w+\s+(?:in|∈)\s[^\n]+)", "written", word="{word}",
         ours="for {binder}"),
    row("E117", r"\bmove\b[^\n]*\b(?P<mark>let|choose|pick)\s+(?P<v>\w+)\s+•in\s+(?P<set>[^\n]+)", "written",
         word="{mark}", ours="for {v} in {set}"),
    row("E117", r"\bfor\s+(?P<mark>all|each|every|any|some)\s+•", "left_out", word="{mark}"),
    row("E117", r"(?P<name>\w+)\s+•from\s+(?P<low>\w+)\s+to\s+(?P<high>\w+)", "written", word="from",
         ours="{name} in {low}..{high}"),
    row("E117", r"•(?P<word>choose|from|each|every|forall|exists?|let)\b", word="{word}"),
    row("E117", r"\b(?P<mark>forall|exists)\s+•", word="{mark}"),
    row("E125", r"\bmove\b[\s\S]*?•(?P<word>if|with|when|such\s+that|provided|unless|:)", word="{word}"),
    row("E111", r"\bfor\b[^\n]*•;", sign=";", ours=","),
    row("E101", missing_for),
    row("E124", r"(?P<number>\d+)•(?P<name>[^\W\d]\w*|\()", number="{number}", name="{name}"),
    row("E136", missing_comma),
    # brackets, names, single characters
    row("E114", wrong_bracket),
    row("E106", missing_bracket),
    row("E127", bracket_too_many),
    row("E116", reserved),
    row("E119", look_alike),
)  # fmt: skip

# What may stand where, in the words of the language reference; the word that starts the clause decides.
FORMS = {
    "game": "a game is `game NAME`, parameters in parentheses if it has any, then `heaps`, `legal`, `move` ..., as in "
    "`game take(k in 1..)`",
    "claims": "claims are `claims for GAME(parameters)`, then `let`, `theorem`, `conjecture`, `disproved`, `question`, "
    "as in `claims for nim(n)`",
    "heap": "heaps are declared as `heaps x[n]`, `heaps a, b` or `heaps x[n] in 1..`",
    "cell": "cells are declared as `cells x[n] in 0..1`",
    "position": "components that are positions are declared as `positions p[m] of G`",
    "automaton": "an automaton is `automaton NAME(a, b) units first`, or `units last`, and a line for each state, as "
    "in `start accepts 00 -> start, 11 -> start, else -> dead`",
    "legal": "`legal` takes one condition, as in `legal a <= b`",
    "ends": "`ends when` takes one condition, as in `ends when sum(x) <= 1`",
    "let": "a definition is `let NAME = EXPRESSION` or `let NAME(a, b) = EXPRESSION`, as in `let s = sum(x)`",
    "decreases": "`decreases` takes one expression, as in `decreases sum(x)`",
    "move": "a move is `move PLACE -> NEW`, then if needed `for v in SET` and `where CONDITION`, as in "
    "`move x[i] -> y for i in 1..n, y in 0..x[i]-1`",
    "check": "items of `check` stand between commas, as in `check n in 2..4, x <= 7`, or as `upto 7`",
    "theorem": "a claim is `theorem NAME \"source\": STATEMENT`, then if needed `for v in SET` and `upto N`, as in "
    "`theorem bouton: P(x) iff nimsum(x) = 0 upto 7`",
}  # fmt: skip
FORMS |= dict.fromkeys(("conjecture", "disproved", "question"), FORMS["theorem"])

# Texts that are no file: what the whole of them is.
_WHOLE = {
    "position": "a position is written 3,5,7, with `;` between rows and `+` between the parts of a sum",
    "expr": "one expression is asked for, such as `nim(3)` or `5 (+) 7`",
    "effort_items": "bounds are written `n in 2..6, x <= 127` or `upto 31`",
}


def explain_mistake(source: Source, span: Span, word: str, expected: set[str], start: str) -> Diagnostic:
    """The diagnostic for a place at which the text cannot go on."""
    text = source.text
    begin, clause_word = _clause_start(text, span.start) if start == "file" else (0, "")
    sight = Sight(text[begin : span.start], word, text[span.start :], frozenset(expected), clause_word)
    place = Place(source, span)
    form = _WHOLE.get(start) or FORMS.get("check" if _is_in_effort(sight) else clause_word, "")
    if is_next_clause(sight) and not re.search(r"[^.]\.\s*$", sight.clause):  # a full stop has a row
        return _fallback(sight, place, form)
    for each in _TABLE:
        found = _answer(each, sight, place)
        if found is not None:
            return _with_bracket(found, begin, sight)
    return _fallback(sight, place, form)


def _answer(tried: MistakeRow, sight: Sight, place: Place) -> Diagnostic | None:
    """The message of a row, if the row fits."""
    code, look, values, help = tried
    if not isinstance(look, str):
        seen = look(sight)
        if seen is None:
            return None
        help = str(seen.get("help", "more" if seen.get("more") else help))
        which = "claims" if sight.word.lower() in STATUS_WORDS else "game"
        return Diagnostic(code, place, seen, help.format(which=which))
    match = sight.match(look)
    if match is None:
        return None
    if "mark" in match.groupdict():
        place = Place(place.source, _absolute(match.span("mark"), place.span.start - min(len(sight.clause), AROUND)))
    groups = {k: " ".join((v or "").replace(STOP, "").split()) for k, v in match.groupdict().items()}
    groups |= {k: groups["other"] for k in ("word", "sign") if not groups.get(k) and groups.get("other")}
    return Diagnostic(code, place, {k: str(v).format(**groups) for k, v in values.items()}, help)


def _absolute(span: tuple[int, int], begin: int) -> Span:
    """Where a group before the stop stands in the whole text."""
    return Span(begin + span[0], begin + span[1])


def _with_bracket(found: Diagnostic, begin: int, sight: Sight) -> Diagnostic:
    """A message about brackets also shows the one that is open."""
    at = opened_at(sight.clause) if found.code in ("E106", "E114") else None
    if at is None or found.place is None:
        return found
    return replace(found, notes=(Note("opened", Place(found.place.source, Span(begin + at, begin + at + 1))),))


def _fallback(sight: Sight, place: Place, form: str) -> Diagnostic:
    """Where no row fits: which clause it is, and how it is written."""
    help = "form" if form else "help"
    if not sight.rest.strip() or is_next_clause(sight):
        end = place.span.start - len(sight.clause) + len(sight.clause.rstrip())
        return Diagnostic("E118", Place(place.source, Span(end, end + 1)), {"form": form}, help)
    word = sight.word
    if not (word.isascii() and word.isprintable()) and not word.isalnum():
        return Diagnostic("E006", place, {"character": word, "number": f"U+{ord(word[0]):04X}"})
    return Diagnostic("E005", place, {"word": word if len(word) <= 40 else word[:40] + "...", "form": form}, help)


def _is_in_effort(sight: Sight) -> bool:
    """Does the word stand behind the `check` of a claim?"""
    return re.search(r":.*\bcheck\b", sight.clause, re.DOTALL) is not None


def _clause_start(text: str, at: int) -> tuple[int, str]:
    """Where the clause around an offset starts, and the word that starts it."""
    words = "|".join(sorted(FORMS))
    found = list(re.finditer(rf"(?m)^[ \t]*({words})s?\b", text[:at]))
    return (found[-1].start(1), found[-1][1]) if found else (0, "")
