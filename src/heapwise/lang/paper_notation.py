r"""Lines as they stand in papers: TeX commands, "for all" in front of a statement, `x_1, ..., x_n`.

Each row gives what to write instead, as a line that can be pasted where that is possible; `mistakes.py` asks these rows
first.
"""

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
_KINDS = r"\b(?:theorem|conjecture|disproved|question)"
_HEAD = _KINDS + r"\b[^:\n]*"
_STATEMENT = _HEAD + r":\s*"
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


# A name with its first index, and dots, wherever the parser stopped among them.
_FIRST = r"(?P<x>[^\W\d]\w*?)_?\[?1\]?"
_DOTS = r"•?(?:\.•?\.•?\.|(?<![\w\])])\.•?\.|…|\\[lc]?dots)"  # two dots behind a name or a number are a range

PAPER_ROWS: tuple[MistakeRow, ...] = (
    row("E111", tex_command),
    row("E111", r"(?:[-=<>≤≥+*/]|\b(?:and|or|not|iff|implies|mod))\s*•(?P<sign>if)\s[^\n]*?\bthen\s[^\n]*?\belse\b",
        "inside", sign="{sign}"),
    # what goes on with dots
    row("E120", rf"\bmove\s+\(\s*{_FIRST}\s*,[^\n]*?{_DOTS}", "heap", x="{x}"),
    row("E120", rf"\b{_FIRST}\s*(?:⊕|\(\+\)|\bxor\b)[^\n]*?{_DOTS}", "written", ours="nimsum({x})"),
    row("E120", rf"\b{_FIRST}\s*\+[^\n]*?{_DOTS}", "written", ours="sum({x})"),
    row("E120", rf"\b(?P<f>[GPN])\(\s*{_FIRST}\s*,[^\n]*?{_DOTS}", "written", ours="{f}({x})"),
    row("E120", rf"\b{_FIRST}\s*(?P<r><=|>=|[<>≤≥=])[^\n]*?{_DOTS}", "written",
        ours="all({x}[i] {r} {x}[i + 1] for i in 1..n-1)"),
    row("E120", rf"\bfor\b[^\n]*?\b(?P<v>[^\W\d]\w*)\s*=\s*(?P<low>\w+)\s*,[^\n]*?{_DOTS}\s*,\s*(?P<high>\w+)",
        "written",
        ours="{v} in {low}..{high}"),
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
    row("E117", r"\bfor\s+(?P<word>all|every|each|any)\s+•(?P<v>[i-m])" + _END, "written", word="{word}",
        ours="all(... for {v} in 1..n)"),
    row("E117", r"\bfor\s+(?P<word>all|every|each|any)\s+•" + _NAMES + _END, "needless", word="{word}"),
    row("E111", r"•∀\s*" + _NAMES + _END, "out", sign="∀"),
    row("E125", r"\bmove\b[\s\S]*?•unless\s+(?P<c>[^\n,]+)", "condition", word="unless", condition="not ({c})"),
    row("E117", r"(?:there\s+•?)?•?exists?\s+•?(?:an?\s+)?(?P<v>[^\W\d]\w*)\s+(?:such\s+that|with|s\.t\.)"
        r"\s+(?P<body>[^\n]*?)" + _END, "written", word="exists", ours="any({body} for {v} in 1..n)"),
    row("E117", r"\bexists?\s+•?(?P<v>[^\W\d]\w*)\s*•?[:,]\s*(?P<body>[^\n]*?)" + _END, "written", word="exists",
        ours="any({body} for {v} in SET)"),
    row("E125", r"\bmove\b[\s\S]*?•(?P<word>s\.\s*t\.)", word="{word}"),
    row("E111", r"=\s*(?P<a>[^\n=,{]+?)\s+•if\s+(?P<c>[^\n]+?)[,;]\s*(?P<b>[^\n,]+?)\s+(?:otherwise|else)", sign="if",
        ours="if {c} then {a} else {b}"),
    row("E111", r":\s*[Ii]f\s+•?(?P<c>[^\n]+?),?\s+then\s+(?P<s>[^\n]+?)" + _END, sign="If ... then",
        ours="{c} implies {s}"),
    row("E111", r":\s*(?P<s>[^\n{}]*?)\s*•,?\s*(?P<sign>if(?!\s+and\s+only)|when|whenever|where|provided(?:\s+that)?)"
        r"\s+(?P<c>[^\n]*?)" + _END,
        sign="{sign}", ours="{c} implies ({s})"),
    row("E111", r":\s*(?P<s>[^\n]*?)\s+•only\s+if\s+(?P<c>[^\n]*?)" + _END, sign="only if", ours="({s}) implies {c}"),
    row("E130", rf"{_KINDS}\s+•\((?P<s>[^()\n\"]+)\)\s*:", "source", name="NAME", source="{s}"),
    row("E130", rf"{_KINDS}\s+(?P<name>[^\W\d]\w*)\s*•?[(\[]•?(?P<s>[^()\[\]\n\"]+)[)\]]\s*:", "source",
        name="{name}", source="{s}"),
    row("E130", rf"{_KINDS}\s+(?P<name>[^\W\d]\w*)\s+•(?P<s>\d[\w.]*)\s*:", "source", name="{name}", source="{s}"),
    row("E111", rf"(?P<head>{_HEAD}):\s*[^\n]*?\b(?P<sign>in\s+(?P<play>mis[eè]re|normal)\s+•?play)\b", "before",
        sign="{sign}", ours="{head} under {play}:"),
    row("E132", r"(?:^|\n)\s*•(?P<word>remove|take|subtract)\s+(?P<t>\w+)\s+(?:\w+\s+)?from\s+(?P<x>[\w\[\]]+)",
        "near",
        word="{word}", near="move {x} -> {x} - {t}"),
    # sets and properties
    row("E111", r"\b(?P<k>[PN])\s*=\s*\{\s*\(?(?P<x>[^():|{}\n]+?)\)?\s*•?[:|]\s*(?P<c>[^{}\n]*?)\s*•?\}",
        sign="{k} = {{ }}", ours="{k}({x}) iff {c}"),
    row("E111", r"\((?P<p>[^()\n]*)\)\s*•is\s+(?:an?\s+)?(?P<k>[PN])\b(?:-position)?", sign="is", ours="{k}({p})"),
    row("E111", r":\s*\(?(?P<p>[^\W\d]\w*(?:\s*•?,\s*\w+)+)\)?\s*(?:in|∈)\s*(?P<k>[PN])\b", sign="in {k}",
        ours="{k}({p})"),
    row("E111", r"(?P<e>\w+(?:\([^()\n]*\))?)\s*•is\s+(?:zero|0)\b", sign="is", ours="{e} = 0"),
    row("E111", r"\b(?P<v>[^\W\d]\w*)\s+•even\b", sign="even", ours="{v} mod 2 = 0"),
    row("E111", r"\b(?P<v>[^\W\d]\w*)\s+•odd\b", sign="odd", ours="{v} mod 2 = 1"),
    row("E111", r"\ball\s+•(?P<x>[^\W\d]\w*?)_?\[?i\]?\s+(?:are\s+)?even\b", sign="all",
        ours="all({x}[i] mod 2 = 0 for i in 1..n)"),
    row("E111", r"\ball\s+•(?P<x>[^\W\d]\w*?)_?\[?i\]?\s+(?:are\s+)?odd\b", sign="all",
        ours="all({x}[i] mod 2 = 1 for i in 1..n)"),
    row("E111", r"\b(?P<v>[^\W\d]\w*)\s+•?(?:is\s+•?)?(?:an?\s+)?•?prime\b", sign="prime",
        ours="{v} >= 2 and all({v} mod d != 0 for d in 2..{v}-1)"),
    # functions
    row("E111", r"\b(?P<f>sum|max|min|nimsum)_\w*\s*•[^\n]*", sign="{f}_", ours="{f}(x[i] for i in 1..n)"),
    row("E111", r"\b(?P<f>mex|max|min)\s*•\{(?P<body>[^{}:|\n]*)[:|](?P<set>[^{}\n]*)\}", sign="{f}{{ }}",
        ours="{f}({body} for {set})"),
    row("E111", r"\b(?P<f>max|min|mex|nimsum|sum)\s*•\{(?P<body>[^{}\n]*)\}", sign="{f}{{ }}", ours="{f}({body})"),
    row("E111", r"\{\s*(?P<a>[^{}\n]+?)\s*,?\s*•if\s+(?P<c>[^{},;\n]+)[,;]\s*(?P<b>[^{}\n]+?),?\s+(?:otherwise|else)",
        sign="{{", ours="if {c} then {a} else {b}"),
    row("E122", r"\b(?:implies|iff|not|if|then|else|mod)\s*•\|(?P<inner>[^|\n]+)\|?", inner="{inner}"),
    row("E111", r"\b(?P<f>min|max|sum|nimsum|mex)\s+•(?P<x>[^\W\d]\w*)\s*(?=[=<>≤≥),\n])", sign="{f} {x}",
        ours="{f}({x})"),
    row("E111", r"•⊕\s*(?P<x>[^\W\d]\w*?)_?\[?i?\]?\s*(?=[=<>≤≥),\n])", sign="⊕", ours="nimsum({x})"),
    row("E111", r"•(?P<sign>XOR|Xor)\b", sign="{sign}", ours="(+)"),
    row("E108", r"\b(?P<name>[^\W\d]\w*?)_•\{(?P<size>[^{}\n]+)\}", "dot", name="{name}", size="{size}"),
    # headings
    row("E131", r"\bgame\s+(?P<a>[^\W\d]\w*)•['’](?P<b>\w*)", name="{a}{b}"),
    row("E131", r"\bgame\s+•(?P<a>\d+)-(?P<b>\w+)", name="{b}{a}"),
    row("E128", r"\bgame\s+\w+\([^()\n]*?\b(?P<v>[^\W\d]\w*)\s*•?[⊂⊆]", name="{v}", range="sets"),
    row("E128", r"\bgame\s+\w+\([^()\n]*?\b(?P<v>[^\W\d]\w*)\s*•:", name="{v}", range="1.."),
    # names and ranges
    row("E111", r"(?P<name>[^\W\d]\w*\[\w*\])•['’]", sign="{name}'", ours="y"),
    row("E111", r"(?P<name>[^\W\d]\w*)•['’]", sign="{name}'", ours="{name}1"),
    row("E120", r"\{\s*(?P<low>\w+)\s*,\s*(?:\w+\s*,\s*)*(?:\.•\.\.?|\.\.•\.|•\.\.\.|•…)\s*,\s*(?P<high>\w+)\s*\}",
        "to", low="{low}", high="{high}"),
)  # fmt: skip
