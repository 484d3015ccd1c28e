"""`.expected` files: beside `name.claims`, the verdict that every claim had when somebody last looked.

A line is `game.claim word`: that is form 1, and the first line may say so, as `expected 1`. Below `expected 2` the
quantifiers that were proved may follow, as in `game.claim proved every n >= 1`. A verdict weaker than the line is a
failure, and so are quantifiers that were lost; stronger ones are only reported. The files are written by
`heapwise check --reset` and reviewed like any other change.
"""

import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from heapwise.claims.quantifiers import ANY, ProvedFor, Quantifiers
from heapwise.claims.summary import ClaimSummary
from heapwise.claims.verdict import STRENGTH
from heapwise.errors import error
from heapwise.files import write_atomically, writing
from heapwise.records import Record

FORMAT = 2
_FORMS = tuple(str(form) for form in range(1, FORMAT + 1))
_WORDS = (*STRENGTH, "refuted")
_MOST = {"table": "holds", "local": "holds", "sample": "sampled"}  # the strongest word of a method that does not prove


def expected_path(claims: Path) -> Path:
    """The file that belongs to a file of claims."""
    return claims.with_suffix(".expected")


class Expected(Record):
    """The word of a claim, and for which parameters it was proved at once, in the words of `Quantifiers.text`."""

    word: str
    quantifiers: str = ""

    def lost(self, quantifiers: Quantifiers | None, method: str = "auto") -> str:
        """Quantifiers that were not proved again, though it was tried; or that the claim does not have."""
        if quantifiers is None and method in _MOST:
            return ""
        proved = () if quantifiers is None else quantifiers.proved
        return "; ".join(
            text for text in _parts(self.quantifiers) if text and not any(_is_within(text, p) for p in proved)
        )


def _parts(quantifiers: str) -> list[str]:
    """What stands between semicolons, but for those inside of brackets, as in `where nimsum([1, 1]; 3) = 2; k = 2`."""
    parts, depth = [""], 0
    for sign in quantifiers:
        depth += (sign in "([{") - (sign in ")]}")
        parts = [*parts, ""] if sign == ";" and depth == 0 else [*parts[:-1], parts[-1] + sign]
    return [part.strip() for part in parts]


_NAMED = re.compile(r"(?:every (?P<free>\w+)(?: >= (?P<low>.+)| in (?P<range>.+))?|(?P<fixed>\w+) = (?P<value>.+))")


def _is_within(text: str, proved: ProvedFor) -> bool:
    """Does what was proved say what a line says: the same, or more, as `every n >= 1` for `n = 2`?"""
    if text == proved.text or proved.left_out:
        return text == proved.text
    named, *further = re.split(r", (?=where |but not )", text)
    found = [_NAMED.fullmatch(part) for part in re.split(r", (?=every \w|\w+ = )", named)]
    ours = {m["free"] or m["fixed"]: _domain(m) for m in found if m}
    theirs = {**proved.ranges, **{name: f"= {value}" for name, value in proved.fixed.items()}}
    if None in found or ours.keys() != theirs.keys():
        return False
    is_narrow = proved.where is None or f"where {proved.where}" in further
    return is_narrow and all(_is_part(domain, theirs[name], ours) for name, domain in ours.items())


def _domain(named: re.Match[str]) -> str:
    """What a line says of one parameter, as quantifiers have it: `1..`, `1..n`, `= 2`."""
    if named["fixed"]:
        return f"= {named['value']}"
    return f"{named['low']}.." if named["low"] else named["range"] or ANY


def _is_part(domain: str, whole: str, line: Mapping[str, str]) -> bool:
    """Are the values of a parameter among others? `line` has what is said of the parameters that stand in ends."""
    if domain in (whole, ANY) or whole == ANY:
        return whole in (domain, ANY)
    fixed = {name: said.removeprefix("= ") for name, said in line.items() if said.startswith("= ")}
    ours, whole = _ends(domain), re.sub(r"\b[^\W\d]\w*\b", lambda m: fixed.get(m[0], m[0]), whole)
    if whole.startswith("{"):
        return ours is not None and ".." not in domain and _numbers(domain) <= _numbers(whole)
    theirs = _ends(whole)
    if ours is not None and theirs is not None:
        return theirs[0] <= ours[0] and ours[1] <= theirs[1]
    end = re.fullmatch(r"(-?\d+)\.\.(\w+)", whole)  # `k = n` in `1..n`
    least = _ends(line.get(end[2], "")) if end and domain == f"= {end[2]}" else None
    return end is not None and least is not None and least[0] >= float(end[1])


def _ends(domain: str) -> tuple[float, float] | None:
    """The least and the greatest value, where they are numbers."""
    if re.fullmatch(r"\{-?\d+(, -?\d+)*\}", domain):
        return min(_numbers(domain)), max(_numbers(domain))
    found = re.fullmatch(r"= (?P<one>-?\d+)|(?P<low>-?\d+)\.\.(?P<high>-?\d+)?", domain)
    if found is None:
        return None
    low = found["one"] or found["low"]
    return float(low), float(found["one"] or found["high"] or "inf")


def _numbers(domain: str) -> set[float]:
    """The numbers that a set or a single value lists."""
    return {float(n) for n in re.findall(r"-?\d+", domain)}


def read_expected(claims: Path) -> dict[str, Expected]:
    """What is expected of every claim; empty if there is no file."""
    path = expected_path(claims)
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError) as problem:
        raise error("E001", None, path=path, problem=problem) from None
    found, form = dict[str, Expected](), 1
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split("--")[0].split()
        if number == 1 and len(words) == 2 and words[0] == "expected" and words[1] in _FORMS:
            form = int(words[1])
        elif words:
            if len(words) < 2 or words[1] not in _WORDS or (form == 1 and len(words) > 2):
                raise error("E074", None, path=path, line=number, text=line[:80])
            if words[0] in found:
                raise error("E074", None, "twice", path=path, line=number, text=words[0])
            found[words[0]] = Expected(words[1], " ".join(words[2:]))
    return found


def write_expected(claims: Path, summaries: Iterable[ClaimSummary], keeps_others: bool = False) -> None:
    """Write the verdicts of a run beside the claims. Quantifiers need a file that says its form.

    `keeps_others`: lines of claims that the run did not see stay. They may stand in a block that could not be read.
    """
    listed = [(s.key, s.word, s.quantifiers.text if s.quantifiers else "") for s in summaries]
    others = read_expected(claims).items() if keeps_others else ()
    known = {key for key, _, _ in listed}
    listed += [(key, line.word, line.quantifiers) for key, line in others if key not in known]
    width = max((len(key) for key, _, _ in listed), default=0)
    longest = max((len(word) for _, word, _ in listed), default=0)
    lines = [f"{key:<{width}}  {word:<{longest}}  {quantifiers}".rstrip() for key, word, quantifiers in listed]
    head = [f"expected {FORMAT}"] if any(quantifiers for _, _, quantifiers in listed) else []
    with writing(expected_path(claims)):
        write_atomically(expected_path(claims), "\n".join([*head, *lines]) + "\n")


def is_weaker(word: str, wanted: str, method: str = "auto") -> bool:
    """Does a verdict say less than was expected, or something else? A method that was asked for by name is not blamed
    for what it cannot say."""
    if "refuted" in (word, wanted):
        return word != wanted
    most = STRENGTH.index(_MOST.get(method, STRENGTH[0]))
    return STRENGTH.index(word) > max(STRENGTH.index(wanted), most)
