"""What the end of both words asks: were the changed heaps those of one move, or of a few, and is a goal met?

All comparisons must be decided by the classes of counts that are kept (hypothesis 6). That is asserted: where a count
is kept as "none or some" and a rule says "exactly one", false statements would be proved.
"""

from heapwise.proof.digit_game.counts import CountQuotient
from heapwise.proof.digit_game.obligation import Valid
from heapwise.proof.digit_game.rule import LOWER, Role, RoleMove, Rule, Size


def quotients(rule: Rule, moves: int) -> tuple[CountQuotient, CountQuotient]:
    """What must be known of the numbers of unchanged and of changed heaps so that they decide what a move is."""
    lows, highs = [m.low for m in rule.moves], [m.high for m in rule.moves]
    unchanged = [0, *(1 - low.add for low in lows if low.has_n)]
    if rule.most_changed is not None:
        return CountQuotient(1, max(unchanged)), CountQuotient(1, rule.most_changed * moves + 1)
    unchanged += [-high.add for high in highs if high.has_n]
    changed = [1, *(low.add for low in lows if not low.has_n), *(1 + high.add for high in highs if not high.has_n)]
    return CountQuotient(1, max(unchanged)), CountQuotient(1, max(changed))


def one_move(rule: Rule) -> Valid:
    """The changed heaps are those of one move. All comparisons must be decided by the classes of counts."""
    unchanged, changed = quotients(rule, 1)
    for move in rule.moves:
        assert_decided(move, unchanged, changed)

    def valid(roles: dict[Role, int], left: int, goals: tuple[bool, ...]) -> bool:
        return goals[0] and any(_is_move(move, roles, left) for move in rule.moves)

    return valid


def assert_decided(move: RoleMove, unchanged: CountQuotient, changed: CountQuotient) -> None:
    """Refuse classes of counts in which some numbers are within the bounds of a move and some are not."""
    low, high = move.low, move.high
    is_low = unchanged.decides_at_most(-low.add) if low.has_n else changed.decides_at_least(low.add)
    is_high = unchanged.decides_at_least(-high.add) if high.has_n else changed.decides_at_most(high.add)
    if not (is_low and is_high and changed.decides_at_least(1)):
        raise AssertionError(f"classes of counts do not decide {low}..{high}")


def _is_move(move: RoleMove, roles: dict[Role, int], left: int) -> bool:
    """n minus the unchanged heaps are changed, so a bound n - d on the changed ones is a bound d on the others."""
    if set(roles) != {move.role}:
        return False
    changed, low, high = roles[move.role], move.low, move.high
    is_low = left <= -low.add if low.has_n else changed >= low.add
    return is_low and (left >= -high.add if high.has_n else changed <= high.add)


def some_moves(rule: Rule, most: int) -> Valid:
    """1 to so many moves of `lower 1..K heaps`, one after another: one move on at most so many times K heaps."""
    bound = most * _lowered_heaps(rule)
    return lambda roles, left, goals: goals[0] and 1 <= sum(roles.values()) <= bound


def into_set_or_end(rule: Rule, most: int, to_end: int) -> Valid:
    """Into the set in 1 to `most` moves, or to the end in 1 to `to_end`."""
    into_set, into_end = some_moves(rule, most), some_moves(rule, to_end)
    return lambda roles, left, goals: into_set(roles, left, goals[:1]) or into_end(roles, left, goals[1:])


def _lowered_heaps(rule: Rule) -> int:
    (move,) = rule.moves
    assert move.role.kind == LOWER
    assert move.low == Size(False, 1)
    assert not move.high.has_n
    return move.high.add
