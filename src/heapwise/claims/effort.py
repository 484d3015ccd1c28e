"""How far to look: the items of `check ...`, of a claim itself or from the command line. What is nearly one is answered
with the item that was meant."""

from typing import TYPE_CHECKING, NoReturn

from heapwise.claims.claim import CheckBound, CheckRange, EffortItem, Total, Upto
from heapwise.lang import nodes
from heapwise.lang.spell import spelled
from heapwise.source import Source
from heapwise.terms import term as t
from heapwise.terms.resolve import Resolver
from heapwise.terms.types import NUMBER, Set, Vector, same

if TYPE_CHECKING:
    from heapwise.claims.resolve import ClaimBuilder


def effort_items(node: nodes.Effort, builder: "ClaimBuilder", source: Source | None = None) -> tuple[EffortItem, ...]:
    """The items of `check ...`, in the names of the claim."""
    reader = _Reader(builder, builder.outside(source))
    found = list[EffortItem]()
    for said in node.items:
        item = reader.item(said)
        if isinstance(item, CheckRange) and item.name in {o.name for o in found if isinstance(o, CheckRange)}:
            reader.resolver.fail("E064", said, "twice", text=reader.resolver.text(said), name=item.name)
        found.append(item)
    return tuple(found)


class _Reader:
    """Reads items; a subject is a parameter, which takes values, or a component, which has a bound."""

    def __init__(self, builder: "ClaimBuilder", resolver: Resolver) -> None:
        self.builder, self.resolver = builder, resolver
        self.components = {c.name: c.type for c in builder.components}

    def item(self, item: nodes.Expr | nodes.Upto) -> EffortItem:
        """One item; raises what it should have been."""
        match item:
            case nodes.Upto(bound=bound) if not isinstance(bound, nodes.Chain):
                return Upto(self.resolver.expression(bound, NUMBER, "`upto`"))
            case nodes.Chain(operators=(sign,), operands=(subject, limit), modulus=None) if sign in ("<=", "<"):
                return self._bound(item, subject, sign, limit)
            case nodes.Chain(operators=("in",), operands=(nodes.Name(name=name), values), modulus=None):
                return self._sweep(name, values, item)
            case nodes.Chain(operators=("=",), operands=(nodes.Name(name=name), value), modulus=None):
                return self._single(name, value, item)
        return self._refuse(item)

    def _single(self, name: str, value: nodes.Expr, item: nodes.Chain) -> EffortItem:
        self.builder.check_known(name, item)
        term = self.resolver.expression(value)
        if name in self.components:
            self._refuse(item)
        if not same(term.type, self.builder.variables[name].type):
            self._refuse(item)
        return CheckRange(name, term, is_single=True)

    def _sweep(self, name: str, values: nodes.Expr, item: nodes.Chain) -> EffortItem:
        self.builder.check_known(name, item)
        term = self.resolver.expression(values)
        if not isinstance(term.type, Set):
            self._refuse(item)
        if not term.type.finite:
            self._refuse(item, "E018", values)
        if name in self.builder.variables:
            if not same(term.type.item, self.builder.variables[name].type):
                self._refuse(item)
            return CheckRange(name, term)
        if isinstance(values, nodes.Range) and values.high is not None:
            return CheckBound(name, self.resolver.expression(values.high, NUMBER, "a bound"))
        return self._refuse(item)

    def _bound(self, item: nodes.Chain, subject: nodes.Expr, sign: str, limit: nodes.Expr) -> EffortItem:
        if self._is_subject(limit) and _name(subject) not in self.builder.variables:
            self._refuse(item)
        high = self.resolver.expression(limit, NUMBER, "a bound")
        match subject:
            case nodes.Name(name=name) if name in self.builder.variables and name not in self.components:
                if self.builder.variables[name].type != NUMBER:
                    self._refuse(item)
                return CheckRange(name, high, is_bound=True, is_strict=sign == "<")  # it may be a fraction
        if sign == "<":
            above = t.Operation("ceil", (high,), type=NUMBER, span=high.span)
            high = t.Operation("-", (above, t.Constant(1, type=NUMBER)), type=NUMBER, span=high.span)
        match subject:
            case nodes.Name(name=name) if name in self.components:
                return CheckBound(name, high)
            case nodes.Index(base=nodes.Name(name=name), indices=(index,)) if self._is_list(name):
                return CheckBound(name, high, self.resolver.expression(index, NUMBER, "an index"))
            case nodes.Call(function=nodes.Name(name="sum"), groups=((nodes.Name(name=name),),)) if self._has_numbers(
                name
            ):
                return Total((name,), high)
            case nodes.Infix(operators=signs, operands=operands) if set(signs) == {"+"}:
                names = [o.name for o in operands if isinstance(o, nodes.Name) and self._has_numbers(o.name)]
                if len(names) == len({*names}) == len(operands):
                    return Total(tuple(names), high)
        return self._refuse(item)

    def _is_list(self, name: str) -> bool:
        """Is it a vector each entry of which is one component? Rows and boards are bounded as a whole."""
        kind = self.components.get(name)
        return isinstance(kind, Vector) and not isinstance(kind.item, Vector)

    def _has_numbers(self, name: str) -> bool:
        """Is it made of numbers? Positions have no total."""
        kind = self.components.get(name)
        while isinstance(kind, Vector):
            kind = kind.item
        return kind == NUMBER

    # -- what was meant

    def _refuse(self, item: nodes.Expr | nodes.Upto, code: str = "E064", marked: nodes.Expr | None = None) -> NoReturn:
        meant, place = self._meant(item), marked or item
        help = "help" if meant is None else "meant"
        self.resolver.fail(code, place, help, text=self.resolver.text(place), meant=meant or "")

    def _meant(self, item: nodes.Expr | nodes.Upto) -> str | None:
        """The same as items, where the mistake is a usual one."""
        match item:
            case nodes.Upto(bound=bound):
                return self._meant(bound) or self.resolver.text(bound)
            case nodes.Tuple(items=parts):
                return self._listed(parts)
            case nodes.Infix(operators=signs, operands=parts) if set(signs) == {"and"}:
                return self._listed(parts)
            case nodes.Chain(operators=("in" | "=",), operands=(subject, values)):
                return self._with_values(subject, values)
            case nodes.Chain(operators=signs, operands=operands) if set(signs) <= {"<", "<="}:
                return self._between(signs, operands)
            case nodes.Chain(operators=signs, operands=operands) if set(signs) <= {">", ">="}:
                return self._between(tuple(s.replace(">", "<") for s in reversed(signs)), operands[::-1])
        return None

    def _listed(self, parts: tuple[nodes.Expr, ...]) -> str:
        return ", ".join(self._meant(part) or self.resolver.text(part) for part in parts)

    def _with_values(self, subject: nodes.Expr, values: nodes.Expr) -> str | None:
        """`n = 2..4`, `n in [2,4]`, `x = 3`"""
        low, high = _ends(values)
        if isinstance(values, nodes.SetLiteral) and high is None and not self._is_bounded(subject):
            return f"{spelled(subject)} in {spelled(values)}"
        if low is None and high is not None and not self._is_bounded(subject):
            return f"{spelled(subject)} = {spelled(high)}"
        return self._within(subject, low, high)

    def _between(self, signs: tuple[str, ...], operands: tuple[nodes.Expr, ...]) -> str | None:
        """`2 <= n < 5`, or one half of it."""
        for i, subject in enumerate(operands[:2]):
            if self._is_subject(subject):
                low = _moved(operands[i - 1], 1 if signs[i - 1] == "<" else 0) if i else None
                high = _moved(operands[i + 1], -1 if signs[i] == "<" else 0) if i < len(signs) else None
                return self._within(subject, low, high)
        return None

    def _within(self, subject: nodes.Expr, low: nodes.Expr | None, high: nodes.Expr | None) -> str | None:
        """A component has only an upper bound; a parameter takes the values between two ends."""
        if high is None and isinstance(low, nodes.Int) and not self._is_bounded(subject):
            high = _moved(low, 2)  # a set has to end somewhere
        if high is None:
            return None
        if isinstance(subject, nodes.Name) and subject.name == "all":
            return f"upto {spelled(high)}"  # as verdicts have it
        if low is None or self._is_bounded(subject):
            return f"{self._bounded_name(subject)} <= {spelled(high)}"
        return f"{spelled(subject)} in {spelled(low)}..{spelled(high)}"

    def _bounded_name(self, subject: nodes.Expr) -> str:
        """What has a bound of its own: a place of a vector, and of rows the whole."""
        if isinstance(subject, nodes.Index) and not self._is_list(_name(subject.base) or ""):
            subject = subject.base
        return _name(subject) or spelled(subject)

    def _is_bounded(self, subject: nodes.Expr) -> bool:
        """Is it a component, an entry of one, or its largest entry?"""
        base = subject.base if isinstance(subject, nodes.Index) else subject
        return _name(base) in {*self.components, "all"}

    def _is_subject(self, node: nodes.Expr) -> bool:
        return self._is_bounded(node) or _name(node) in self.builder.variables


def _name(node: nodes.Expr) -> str | None:
    """The name of a subject: `x`, and in `max(x)` as well."""
    match node:
        case nodes.Name(name=name) | nodes.Call(function=nodes.Name(name="max"), groups=((nodes.Name(name=name),),)):
            return name
    return None


def _ends(values: nodes.Expr) -> tuple[nodes.Expr | None, nodes.Expr | None]:
    """The ends of an interval in the notations of others; a single value has no lower end."""
    match values:
        case nodes.Range(low=low, high=high) | nodes.SetLiteral(items=(nodes.Range(low=low, high=high),)):
            return low, high
        case nodes.ListLiteral(items=(low, high)) | nodes.Tuple(items=(low, high)):
            return low, high
        case nodes.Infix(operators=("-",), operands=(low, high)):
            return low, high
    return None, None if isinstance(values, nodes.SetLiteral | nodes.SetOf) else values


def _moved(value: nodes.Expr, by: int) -> nodes.Expr:
    if isinstance(value, nodes.Int):
        return nodes.Int(value.value + by, span=value.span)
    sign = "+" if by > 0 else "-"
    return value if by == 0 else nodes.Infix((sign,), (value, nodes.Int(abs(by), span=value.span)), span=value.span)
