"""The words that the resolver knows beside the functions: questions, what gathers, constants."""

from typing import Any

from heapwise.terms.position import NOTHING
from heapwise.terms.types import NUMBER, POSITION, TRUTH, Type

QUESTIONS = ("G", "P", "N", "W", "R")
# What `NAME(e for ...)` may be: the type its body must have, and the type it gives (None: that of the body).
GATHERS: dict[str, tuple[Type, Type | None]] = {
    "sum": (NUMBER, None), "count": (TRUTH, NUMBER), "all": (TRUTH, TRUTH), "any": (TRUTH, TRUTH),
    "unique": (TRUTH, TRUTH), "min": (NUMBER, NUMBER), "max": (NUMBER, NUMBER), "nimsum": (NUMBER, NUMBER),
    "mex": (NUMBER, NUMBER), "bitor": (NUMBER, NUMBER), "bitand": (NUMBER, NUMBER),
}  # fmt: skip
CONNECTIVES = ("and", "or", "implies", "iff")
SPECIAL = ("options", "parts", "followers", "legal", "terminal", "this")
# Words about the sequence of values of a one-heap game, for claims: what they give.
SEQUENCE_WORDS = {"preperiod": NUMBER, "period": NUMBER, "saltus": NUMBER, "pure": TRUTH, "inner_period": TRUTH}
CONSTANTS: dict[str, tuple[Any, Type]] = {
    "nothing": (NOTHING, POSITION),
    "true": (True, TRUTH),
    "false": (False, TRUTH),
}
# Functions of other languages, and which help says what they are called here.
FOREIGN_FUNCTIONS = {
    "range": "range",
    "xor": "nimsum",
    "len": "help",
    "forall": "all",
    "exists": "any",
    **dict.fromkeys(("SG", "Grundy", "grundy", "nimber", "mathcal", "g", "𝒢"), "grundy"),
    **dict.fromkeys(("phi", "φ", "ϕ"), "golden"),
}
