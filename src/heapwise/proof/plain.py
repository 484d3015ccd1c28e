"""Parts of formulas that plainly have a value everywhere, with natural numbers all the way."""

from heapwise.formulas import ir

_OF_NATURALS = frozenset({"min", "max", "xor", "or", "and", "digit sum", "k-nim-sum", "abs"})


def is_plain(node: ir.Node) -> bool:
    """Is it plain that a condition is true or false at every position?"""
    match node:
        case ir.Truth():
            return True
        case ir.Compare(_, left, right):
            return is_whole(left) and is_whole(right)
        case ir.Not() | ir.And() | ir.Or() | ir.Iff():
            return all(map(is_plain, node.below))
    return False


def is_whole(node: ir.Node) -> bool:
    """Is it plain that a number has a value everywhere, perhaps a negative one?"""
    match node:
        case ir.Const():
            return True
        case ir.Linear(_, terms):
            return all(is_whole(term) for _, term in terms)
        case ir.Apply("*", arguments):
            return all(map(is_whole, arguments))
    return is_natural(node)


def is_natural(node: ir.Node) -> bool:
    """Is it plain that a number has a value everywhere that is 0 or more? Components of positions are."""
    match node:
        case ir.Const(value):
            return value >= 0
        case ir.Var():
            return True
        case ir.Linear(constant, terms):
            return constant >= 0 and all(factor >= 0 and is_natural(term) for factor, term in terms)
        case ir.Apply("floor/", (number, ir.Const(divisor))):
            return divisor > 0 and is_natural(number)
        case ir.Apply("mod", (number, ir.Const(divisor))):
            return divisor > 0 and is_whole(number)
        case ir.Apply(name, arguments):
            return name in _OF_NATURALS and all(map(is_natural, arguments))
        case ir.Select(condition, yes, no):
            return is_plain(condition) and is_natural(yes) and is_natural(no)
        case ir.Indicator(condition):
            return is_plain(condition)
    return False
