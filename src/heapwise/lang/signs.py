"""Characters that people paste or type for a sign of the language, and what to write instead.

Full-width signs come from Japanese keyboards, dashes and quotes from word processors, the rest from printed formulas.
"""

_FULL_WIDTH = {chr(code): chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)}

_DRAWN = {
    "、": ",", "。": "", "・": "*", "「": "[", "」": "]", "【": "[", "】": "]", "〜": "..", "～": "..",
    "−": "-", "–": "-", "—": "-", "‐": "-", "‑": "-", "―": "-", "－": "-", "ー": "-",
    "“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "‘": '"', "’": '"', "`": '"', "'": '"',
    "…": "..", "⋯": "..", "‥": "..", "·": "*", "×": "*", "⋅": "*", "∙": "*", "÷": "/", "⁄": "/", "∕": "/",
    "≦": "<=", "≧": ">=", "⩽": "<=", "⩾": ">=", "≪": "<", "≫": ">", "∣": "divides", "∤": "not (a divides b)",
    "↦": "->", "⟶": "->", "➔": "->", "➝": "->", "⇨": "->", "⟹": "implies", "⟺": "iff", "↔": "iff", "⊻": "(+)", "∔": "+",
    "⌊": "floor(...)", "⌋": "floor(...)", "⌈": "ceil(...)", "⌉": "ceil(...)", "√": "sqrt(...)", "∅": "{}",
    "∀": "all(CONDITION for i in 1..n)", "∃": "any(CONDITION for i in 1..n)", "∑": "sum(... for i in 1..n)",
    "∏": "a product, which has to be spelled out", "∞": "a range without an upper end: `0..`", "⊆": "S in subsets(A)",
    "⊂": "S in subsets(A)", "²": "^2", "³": "^3", "⁴": "^4", "ⁿ": "^n", "½": "1 / 2", "¼": "1 / 4", "±": "+ or -",
    "⟨": "(", "⟩": ")", "〈": "(", "〉": ")", "\N{NO-BREAK SPACE}": "a space", "\N{ZERO WIDTH SPACE}": "nothing at all",
}  # fmt: skip

INSTEAD: dict[str, str] = _FULL_WIDTH | _DRAWN
