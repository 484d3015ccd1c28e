"""Random texts of the language for hypothesis: expressions, games and claims from the grammar, with Unicode signs,
needless parentheses, line breaks and comments; and small damages to texts that are right."""

from __future__ import annotations

import re

from hypothesis import strategies as st

from trials.mangled import mangled

# A piece of an expression: its text and how tightly it binds, by the levels of the grammar.
Piece = tuple[str, int]

NAMES = st.sampled_from(
    [
        "x",
        "n",
        "a",
        "i",
        "j",
        "S",
        "forum",
        "index",
        "gamer",
        "information",
        "formula",
        "letter",
        "nota",
        "modest",
        "étage",
        "heaps",
        "cyclic",
        "theorem",
        "normal",
        "position",
        "ends",
        "G",
        "x_1",
    ]
)
FUNCTIONS = st.sampled_from(["nimsum", "legal", "max", "sum", "all", "any", "count", "floor", "subsets", "G", "kayles"])
_SIGNS = {
    1: ["iff", "⇔"],
    2: ["implies", "⇒"],
    3: ["or", "∨"],
    4: ["and", "∧"],
    7: ["\\", "∖", "|", "∪", "&", "∩"],
    9: ["(+)", "⊕"],
    10: ["+", "-"],
    11: ["*", "/", "mod", "(*)", "⊗"],
    13: ["^"],
}
_RELATIONS = st.sampled_from(
    ["=", "≡", "!=", "≠", "<", ">", "<=", "≤", ">=", "≥", "in", "∈", "not\tin", "∉", "divides"]
)


def bind(piece: Piece, least: int) -> str:
    """The text of a piece where something that binds at least so tightly is asked for."""
    text, level = piece
    return text if level >= least else f"({text})"


@st.composite
def _infix(draw: st.DrawFn, operand: st.SearchStrategy[Piece]) -> Piece:
    level = draw(st.sampled_from(sorted(_SIGNS)))
    left, right, sign = draw(operand), draw(operand), draw(st.sampled_from(_SIGNS[level]))
    leasts = {2: (3, 2), 13: (14, 12)}.get(level, (level, level + 1))
    return f"{bind(left, leasts[0])} {sign} {bind(right, leasts[1])}", level


@st.composite
def _chain(draw: st.DrawFn, operand: st.SearchStrategy[Piece]) -> Piece:
    parts = [bind(p, 7) for p in draw(st.lists(operand, min_size=2, max_size=3))]
    text = parts[0] + "".join(f" {draw(_RELATIONS)} {p}" for p in parts[1:])
    modulus = f" (mod {draw(operand)[0]} )" if draw(st.integers(0, 4)) == 0 else ""
    return text + modulus, 6


@st.composite
def _range(draw: st.DrawFn, operand: st.SearchStrategy[Piece]) -> Piece:
    low = bind(draw(operand), 9)
    high = draw(st.none() | operand)
    if high is None:
        return f"{low} ..", 8
    # A bare `cyclic` or `heaps` behind `..` would be the next word of the clause.
    text = bind(high, 9)
    return f"{low} .. {text if text[0].isdigit() else f'({text})'}", 8


@st.composite
def binders(draw: st.DrawFn, operand: st.SearchStrategy[Piece]) -> str:
    """`for ... where ...`, once or twice, or `where ...` alone."""
    if draw(st.integers(0, 5)) == 0:
        return f"where {draw(operand)[0]}"
    parts = []
    for _ in range(draw(st.integers(1, 2))):
        items = draw(st.lists(_binder(operand), min_size=1, max_size=3))
        guards = draw(st.lists(operand.map(lambda p: p[0]), max_size=2))
        parts.append("for " + " , ".join(items) + (" where " + " , ".join(guards) if guards else ""))
    return " ".join(parts)


@st.composite
def _binder(draw: st.DrawFn, operand: st.SearchStrategy[Piece]) -> str:
    value = bind(draw(operand), 7)
    match draw(st.integers(0, 3)):
        case 0:
            return f"{draw(NAMES)} = {value}"
        case 1:
            return f"( {draw(NAMES)} , {draw(NAMES)} ) in {value}"
        case _:
            return (
                " , ".join(draw(st.lists(NAMES, min_size=1, max_size=2)))
                + f" {draw(st.sampled_from(['in', '∈']))} {value}"
            )


def _atom(template: str, *parts: st.SearchStrategy[str]) -> st.SearchStrategy[Piece]:
    return st.tuples(*parts).map(lambda texts: (template.format(*texts), 14))


def _extend(inner: st.SearchStrategy[Piece]) -> st.SearchStrategy[Piece]:
    text = inner.map(lambda p: p[0])
    base = inner.map(lambda p: bind(p, 14))
    some = st.lists(text, min_size=1, max_size=3).map(" , ".join)
    groups = st.lists(some, max_size=2).map(" ; ".join)
    return st.one_of(
        _infix(inner),
        _infix(inner),
        _chain(inner),
        _range(inner),
        inner.map(lambda p: (f"not {bind(p, 5)}", 5)),
        inner.map(lambda p: (f"- {bind(p, 12)}", 12)),
        st.tuples(text, text, text).map(lambda t: (f"if {t[0]} then {t[1]} else {t[2]}", 0)),
        _atom("{}[ {} ]", base, some),
        _atom("{} . {}", base, NAMES),
        _atom("{}( {} )", FUNCTIONS, groups),
        _atom("{}( {} )", base, groups),
        _atom("{}( {} {} )", FUNCTIONS, text, binders(inner)),
        _atom("{{ {} {} }}", text, binders(inner)),
        _atom("[ {} {} ]", text, binders(inner)),
        _atom("{{ {} }}", some),
        _atom("[ {} ]", some),
        _atom("( {} , {} )", text, text),
        _atom("( {} )", text),
    )


_LEAVES: st.SearchStrategy[Piece] = st.one_of(
    NAMES, NAMES, st.integers(0, 99).map(str), st.sampled_from(["0.77", "4.0", "0.3F", "?p", "{}", "f()"])
).map(lambda text: (text, 14))
EXPRESSIONS = st.recursive(_LEAVES, _extend, max_leaves=12)
TEXT_OF_EXPRESSION = EXPRESSIONS.map(lambda p: p[0])
# What a move changes is never `x . i`, which is answered as `x[i]` written in another way.
_PLACE = TEXT_OF_EXPRESSION.filter(lambda text: " . " not in text)
_STRINGS = st.sampled_from(['"Bouton_1901"', '"a--b"', '""', '"⊕"'])


@st.composite
def games(draw: st.DrawFn) -> str:
    """A game: its names mean nothing, its form is right."""
    parameters = draw(st.lists(_parameters(), max_size=3))
    signs = draw(st.lists(st.sampled_from([",", ";"]), min_size=2, max_size=2))
    joined = "".join(
        p + (f" {s} " if s else "") for p, s in zip(parameters, [*signs[: len(parameters) - 1], ""], strict=False)
    )
    head = f"game {draw(NAMES)}" + (f" ( {joined} )" if parameters else "")
    if draw(st.integers(0, 4)) == 0:
        return f"{head} = {draw(TEXT_OF_EXPRESSION)}"
    return " ".join([head, *draw(st.lists(_clauses(), max_size=5))])


@st.composite
def _parameters(draw: st.DrawFn) -> str:
    name, kind = draw(NAMES), draw(TEXT_OF_EXPRESSION | st.just("sets of pairs"))
    return draw(st.sampled_from([name, f"{name} in {kind}", f"{name} [ m ] in {kind}"]))


@st.composite
def _clauses(draw: st.DrawFn) -> str:
    text = draw(TEXT_OF_EXPRESSION)
    simple = ["legal {}", "ends\twhen {}", "decreases {}", "let f = {}", "let f ( a , b ) = {}"]
    kind = draw(st.integers(0, 9))
    if kind < 5:
        return simple[kind].format(text)
    if kind == 5:
        return f"positions p [ {text} ] of {draw(TEXT_OF_EXPRESSION)}"
    if kind == 6:
        word, domain = (
            draw(st.sampled_from(["heap", "heaps", "cells"])),
            draw(st.sampled_from(["", " in 1 ..", " in 0 .. (n)"])),
        )
        return f"{word} a , x [ {text} ]{domain}{draw(st.sampled_from(['', ' cyclic']))}"
    steps = " , ".join(
        f"{draw(_PLACE)} {draw(st.sampled_from(['->', '→']))} {text}" for _ in range(draw(st.integers(1, 2)))
    )
    return f"move {draw(st.just('') | _STRINGS)} {steps} {draw(st.just('') | binders(EXPRESSIONS))}"


@st.composite
def claims(draw: st.DrawFn) -> str:
    """A block of claims."""
    items = draw(st.lists(_claims(), max_size=3))
    head = draw(st.sampled_from(["claims", "claims for nim", "claims for rgame ( G0 ; G1 , G2 )"]))
    return " ".join([head, *items])


@st.composite
def _claims(draw: st.DrawFn) -> str:
    kind = draw(st.integers(0, 5))
    if kind == 0:
        return f"let f ( a ) = {draw(TEXT_OF_EXPRESSION)}"
    if kind == 1:
        return draw(automata())
    parts = [draw(st.sampled_from(["theorem", "conjecture", "disproved", "question"]))]
    parts += [draw(st.just("") | NAMES.filter(lambda n: n != "normal")), draw(st.just("") | _STRINGS)]
    parts.append(
        draw(
            st.sampled_from(
                ["", "under normal", "under misère", "under preference 1 > 2 > 0", "under orders ((0, 1), (1, 0))"]
            )
        )
    )
    parts.append(draw(st.sampled_from(["", "at n = 2 , x = (0 , 2)"])) + " :")
    parts += [draw(TEXT_OF_EXPRESSION), draw(st.just("") | binders(EXPRESSIONS))]
    parts.append(draw(st.sampled_from(["", "by x"])))
    parts.append(draw(st.sampled_from(["", "upto 7", "check upto 9", "check n in 1 .. 4 , x <= 7 , upto 3"])))
    return " ".join(part for part in parts if part)


@st.composite
def automata(draw: st.DrawFn) -> str:
    """A declaration that can be read; whether it makes sense is another question."""
    head = "automaton cold ( a , b )"
    if draw(st.integers(0, 5)) == 0:
        return f'{head} from "cold.automaton"'
    digits = draw(st.sampled_from(["units\tfirst", "units\tlast", "units\tfirst in fibonacci", "units\tlast base 3"]))
    states = st.sampled_from(["a", "b", "base_2", "units", "dead"])
    edges = st.builds(
        "{} {} {}".format, st.sampled_from(["01", "1*", "else", "**"]), st.sampled_from(["->", "→"]), states
    )
    rows = (
        f"{name} {draw(st.sampled_from(['', 'accepts']))} {' , '.join(draw(st.lists(edges, max_size=9)))}"
        for name in draw(st.lists(states, min_size=1, max_size=4))
    )
    return f"{head} {digits} {' '.join(rows)}"


@st.composite
def programs(draw: st.DrawFn) -> str:
    """A whole text with line breaks and numbered comments between its words."""
    parts = draw(st.lists(games() | claims(), max_size=4))
    language = draw(st.sampled_from(["", "language 1 "]))
    words = (language + " \n\n ".join(parts)).split(" ")
    breaks = draw(
        st.lists(
            st.sampled_from([" ", " ", " ", "\n", "\n\n", " -- C\n", "\n  -- C\n", "\n\n-- C\n\n", " --C\n"]),
            min_size=8,
            max_size=24,
        )
    )
    text = "".join(word + breaks[i * 7 % len(breaks)] for i, word in enumerate(words))
    return numbered_comments(text)


def numbered_comments(text: str) -> str:
    """Every `-- C` gets a number of its own, so that none can be lost unseen."""
    count = 0

    def number(match: re.Match[str]) -> str:
        nonlocal count
        count += 1
        return f"{match.group(1)}comment {count}"

    return re.sub(r"(--\s?)C(?=\n)", number, text)


# ------------------------------------------------------------------------------------------------ damage


def damaged(texts: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """A text in which a few characters, words or lines were dropped, doubled, exchanged or replaced."""
    return st.builds(mangled, st.randoms(use_true_random=False), texts)
