"""The model in words: what was understood of the rules, for people to check."""

from collections.abc import Iterator, Sequence

from heapwise.model.conditions import (
    FALSE,
    TRUE,
    AllOf,
    AnyOf,
    AtLeastZero,
    Condition,
    HasRemainder,
    InSet,
    IsZero,
    NotAllZero,
)
from heapwise.model.ground import Amount, Bound, GroundGame, GroundMove, TooMany
from heapwise.model.linear import Linear
from heapwise.model.symbols import Opaque
from heapwise.model.symmetry import alike, symmetry
from heapwise.model.termination import termination

_MOST_CLASSES = 30

Names = Sequence[str]


def describe(game: GroundGame | TooMany) -> Iterator[str]:
    """The model line by line: components, moves, why play ends, what may change places."""
    if isinstance(game, TooMany):
        yield f"The rules expand to more than {game.most} {game.what}; the interpreter reads them as they are."
        return
    ranges = zip(game.labels, game.lows, game.highs, strict=True)
    yield "Components   " + ", ".join(_range_text(*parts) for parts in ranges)
    if game.legal != TRUE:
        yield f"Legal        if {condition_text(game.legal, game.labels)}"
    if game.ends != FALSE:
        yield f"Ends         when {condition_text(game.ends, game.labels)}"
    found = symmetry(game)
    classes = alike(game, found)
    for moves in classes[:_MOST_CLASSES]:
        more = f"   ({len(moves)} moves of this kind)" if len(moves) > 1 else ""
        yield f"Move         {move_text(game, moves[0])}{more}"
    if len(classes) > _MOST_CLASSES:
        yield f"             and {len(classes) - _MOST_CLASSES} kinds of moves more"
    for move in game.opaque:
        yield f"Opaque       move {move.line + 1}: {move.reason} is not linear; the interpreter reads this line"
    proof = termination(game)
    shown = "because" if proof.proved else "every move is tested by the interpreter:"
    yield f"Play ends    {shown} {proof.how}"
    yield f"Symmetry     {found.words}"


def move_text(game: GroundGame, move: GroundMove) -> str:
    """A ground move as a line of the language."""
    names = game.names(move)
    changes = ", ".join(f"{names[i]} -> {form.text(names)}" for i, form in move.updates)
    if move.result is not None:
        changes = " + ".join(_target_text(t.game.text, t.components, names) for t in move.result) or "nothing"
    amounts = ", ".join(_amount_text(names[game.size + i], a, names) for i, a in enumerate(move.amounts))
    guards = ", ".join(condition_text(guard, names) for guard in move.guards)
    parts = (changes or "no change", f"for {amounts}" if amounts else "", f"where {guards}" if guards else "")
    return "   ".join(part for part in parts if part)


def _target_text(game: str, components: tuple[Linear, ...], names: Names) -> str:
    return f"{game}({', '.join(form.text(names) for form in components)})"


def _amount_text(name: str, amount: Amount, names: Names) -> str:
    low = _extreme_text("max", [_bound_text(b, names, "ceil") for b in amount.lows])
    high = _extreme_text("min", [_bound_text(b, names, "floor") for b in amount.highs])
    return f"{name} in {low}..{high}"


def _extreme_text(word: str, texts: list[str]) -> str:
    return texts[0] if len(texts) == 1 else f"{word}({', '.join(texts)})"


def _bound_text(bound: Bound, names: Names, rounding: str) -> str:
    text = bound.form.text(names)
    if bound.divisor == 1:
        return text
    whole = f"({text})" if " " in text else text
    return f"{rounding}({whole} / {bound.divisor})"


def _range_text(label: str, low: int, high: int | None) -> str:
    return f"{label} in {low}..{'' if high is None else high}"


def condition_text(condition: Condition, names: Names) -> str:
    """A condition in the signs of the language."""
    match condition:
        case AtLeastZero():
            return _relation_text("<=", *_sides(-condition.form), names)
        case IsZero():
            return _relation_text("=", *_sides(condition.form), names)
        case NotAllZero(differences=(form,)):
            return _relation_text("!=", *_sides(form), names)
        case NotAllZero():
            sides = [_sides(form) for form in condition.differences]
            left, right = (", ".join(side[k].text(names) for side in sides) for k in (0, 1))
            return f"({left}) != ({right})"
        case HasRemainder():
            residues = ", ".join(map(str, sorted(condition.residues)))
            return f"({condition.form.text(names)}) mod {condition.modulus} in {{{residues}}}"
        case InSet():
            members = ", ".join(map(str, sorted(condition.members)))
            return f"{condition.form.text(names)} {'in' if condition.inside else 'not in'} {{{members}}}"
        case AllOf():
            return " and ".join(_inner_text(part, names) for part in condition.parts) or "true"
        case AnyOf():
            return " or ".join(_inner_text(part, names) for part in condition.parts) or "false"
        case Opaque():
            words = condition.unknown.compute.words(condition.unknown.term).strip("`")
            return words if condition.wanted else f"not ({words})"
    raise AssertionError(condition)


def _inner_text(condition: Condition, names: Names) -> str:
    text = condition_text(condition, names)
    return f"({text})" if isinstance(condition, AllOf | AnyOf) else text


def _sides(form: Linear) -> tuple[Linear, Linear]:
    """Forms whose difference is the given one, both without minus signs."""
    left = Linear(max(form.constant, 0), tuple((v, c) for v, c in form.terms if c > 0))
    return left, left - form


def _relation_text(sign: str, left: Linear, right: Linear, names: Names) -> str:
    return f"{left.text(names)} {sign} {right.text(names)}"
