r"""Lines as they stand in papers: TeX commands, "for all" in front of a statement, `x_1, ..., x_n`.

Each row gives what to write instead, as a line that can be pasted where that is possible; `mistakes.py` asks these rows
first.
"""

from __future__ import annotations

import re

from heapwise.lang.mistake_patterns import STOP, MessageValues, MistakeRow, Sight, row

# What TeX commands are called here. Commands that only arrange things are left out.
_TEX = {
    "oplus": "(+)", "otimes": "(*)", "bigoplus": "nimsum(x[i] for i in 1..n)", "sum": "sum(x[i] for i in 1..n)",
    "lfloor": "floor(a / b)", "rfloor": "floor(a / b)", "lceil": "ceil(a / b)", "rceil": "ceil(a / b)",
    "frac": "a / b", "tfrac": "a / b", "dfrac": "a / b", "le": "<=", "leq": "<=", "leqslant": "<=", "ge": ">=",
    "geq": ">=", "geqslant": ">=", "ne": "!=", "neq": "!=", "equiv": "a = b (mod m)", "pmod": "a = b (mod m)",
    "bmod": "mod", "mod": "mod", "iff": "iff", "Leftrightarrow": "iff", "Longleftrightarrow": "iff",
    "implies": "implies", "Rightarrow": "implies", "Longrightarrow": "implies", "to": "->", "rightarrow": "->",
    "mapsto": "->", "longrightarrow": "->", "land": "and", "wedge": "and", "lor": "or", "vee": "or", "neg": "not",
    "lnot": "not", "in": "in", "notin": "not (a in S)", "cdot": "*", "times": "*", "ldots": "..", "dots": "..",
    "cdots": "..", "mathcal": "G(x), P(x) or N(x)", "mathscr": "G(x), P(x) or N(x)", "forall": "all(... for i in 1..n)",
    "exists": "any(... for i in 1..n)", "max": "max(...)", "min": "min(...)", "mid": "a divides b", "nmid":
    "not (a divides b)", "cup": "|", "cap": "&", "emptyset": "{}", "varnothing": "{}", "sqrt": "sqrt(...)",
    "subseteq": "S in subsets(A)", "subset": "S in subsets(A)", "setminus": "A \\ B",
}  # fmt: skip
_LOOSE = {"left", "right", "bigl", "bigr", "quad", "text", "mathrm", "operatorname", "mathbf", "mathit", "displaystyle"}
_COMMAND = re.compile(rf"\\{STOP}?([A-Za-z]+)")
_STATEMENT = r"\b(?:theorem|conjecture|disproved|question)\b[^:\n]*:\s*"
_NAMES = r"[^\W\d]\w*(?:\s*,\s*[^\W\d]\w*)*"
_END = r"\s*(?=\bupto\b|\bcheck\b|\bby\b|\n|$)"


def tex_command(sight: Sight) -> MessageValues | None:
    """The first command of TeX in the line that cannot be read."""
    line = sight.clause[sight.clause.rfind("\n") + 1 :] + STOP + sight.rest.split("\n", 1)[0]
    for match in _COMMAND.finditer(line):
        command = match[1]
        if command in _LOOSE:
            return {"sign": f"\\{command}", "help": "out"}
        if command in _TEX:
            return {"sign": f"\\{command}", "ours": _TEX[command]}
    return None


PAPER_ROWS: tuple[MistakeRow, ...] = (
    row("E111", tex_command),
    # heaps
    row("E120", r"\b(?:heaps?|cells?)\s*•?\(?•?(?P<x>[^\W\d]\w*?)_?\[?1\]?\s*,[^\n]*(?:\.•?\.|…|\\[lc]?dots)"
        r"[^\n]*?(?P=x)_?\[?(?P<n>[^\W\d]\w*?)\]?\b", "heaps", x="{x}", n="{n}"),
    # what a move or a claim binds
    row("E125", r",\s*•for\s+(?P<condition>[^\n,]*?(?:!=|≠|<=|>=|≤|≥|<|>)[^\n,]*)", "condition", word="for",
        condition="{condition}"),
    row("E103", r"\bmove\b[^\n]*(?P<mark>,)\s*•for\b", sign=",", after="the move"),
    row("E103", _STATEMENT + r"[^\n]*(?P<mark>,)\s*•for\b", sign=",", after="the statement"),
    row("E117", _STATEMENT + r"•for\s+(?:all|every|each|any)\s+" + _NAMES + r"\s*[:,]\s*(?P<body>[^\n]*?)" + _END,
        "everywhere", word="for all", body="{body}"),
    row("E117", r"\bfor\s+(?P<word>all|every|each|any)\s+•" + _NAMES + _END, "needless", word="{word}"),
    row("E117", r"(?:there\s+•?)?•?exists?\s+•?(?:an?\s+)?(?P<v>[^\W\d]\w*)\s+(?:such\s+that|with|s\.t\.)"
        r"\s+(?P<body>[^\n]*?)" + _END, "written", word="exists", ours="any({body} for {v} in 1..n)"),
    # functions
    row("E111", r"\b(?P<f>sum|max|min|nimsum)_\w*\s*•[^\n]*", sign="{f}_", ours="{f}(x[i] for i in 1..n)"),
    row("E111", r"\b(?P<f>mex|max|min)\s*•\{(?P<body>[^{}:|\n]*)[:|](?P<set>[^{}\n]*)\}", sign="{f}{{ }}",
        ours="{f}({body} for {set})"),
    row("E111", r"\b(?P<f>max|min|mex|nimsum|sum)\s*•\{(?P<body>[^{}\n]*)\}", sign="{f}{{ }}", ours="{f}({body})"),
    row("E111", r"\{\s*(?P<a>[^{}\n]+?)\s*,?\s*•if\s+(?P<c>[^{},;\n]+)[,;]\s*(?P<b>[^{}\n]+?),?\s+(?:otherwise|else)",
        sign="{{", ours="if {c} then {a} else {b}"),
    row("E122", r"\b(?:implies|iff|not|if|then|else|mod)\s*•\|(?P<inner>[^|\n]+)\|?", inner="{inner}"),
    # names and ranges
    row("E111", r"(?P<name>[^\W\d]\w*)•['’]", sign="{name}'", ours="{name}1"),
    row("E120", r"\{\s*(?P<low>\w+)\s*,\s*(?:\w+\s*,\s*)*(?:\.•\.\.?|\.\.•\.|•\.\.\.|•…)\s*,\s*(?P<high>\w+)\s*\}",
        "to", low="{low}", high="{high}"),
)  # fmt: skip
