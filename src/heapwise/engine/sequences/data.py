"""Rules as plain data, for JSON: in certificates and beside saved values."""

from typing import Any

from heapwise.engine.sequences.rule import Amounts, HeapRule, Removal, Split, When

Data = dict[str, Any]


def rule_to_data(rule: HeapRule) -> Data:
    """A rule as numbers, lists and words."""
    return {
        "first": rule.first,
        "removals": [
            {"amounts": _set(r.amounts.listed, r.amounts.all_but), "least": r.least, "when": _when(r.when)}
            for r in rule.removals
        ],
        "splits": [
            {"taken": s.taken, "parts": s.parts, "least": s.least, "unequal": s.unequal, "when": _when(s.when)}
            for s in rule.splits
        ],
    }


def rule_from_data(data: Data) -> HeapRule:
    """The rule of `rule_to_data`; data of another shape is a `ValueError`."""
    try:
        removals, splits = tuple(map(_removal, data["removals"])), tuple(map(_split, data["splits"]))
        return HeapRule(removals, splits, _number(data["first"]))
    except (KeyError, TypeError) as problem:
        raise ValueError(f"not a rule: {problem}") from None


def _removal(data: Data) -> Removal:
    return Removal(Amounts(*_listed(data["amounts"])), _number(data["least"]), _condition(data["when"]))


def _split(data: Data) -> Split:
    taken, parts, least = _number(data["taken"]), _number(data["parts"]), _number(data["least"])
    return Split(taken, parts, least, data["unequal"] is True, _condition(data["when"]))


def _set(listed: frozenset[int], all_but: bool) -> Data:
    return {"all_but" if all_but else "only": sorted(listed)}


def _when(when: When) -> Data:
    return {"modulus": when.modulus, "residues": sorted(when.residues), "heaps": _set(when.exactly, when.all_but)}


def _listed(data: Data) -> tuple[frozenset[int], bool]:
    all_but = "all_but" in data
    return frozenset(map(_number, data["all_but" if all_but else "only"])), all_but


def _condition(data: Data) -> When:
    modulus = _number(data["modulus"])
    if modulus < 1:
        raise ValueError(f"not a modulus: {modulus}")
    return When(modulus, frozenset(map(_number, data["residues"])), *_listed(data["heaps"]))


def _number(value: Any) -> int:
    if type(value) is not int or value < 0:
        raise ValueError(f"not a number of stones: {value!r}")
    return value
