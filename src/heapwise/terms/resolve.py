"""Tree -> terms: every name is looked up, every type is found, before anything is computed.

One resolver serves rules and claims; a `Context` says which game the text speaks of, where other games are found, and
whether values of positions (`G`, `P` ...) may be asked for.
"""

from heapwise.lang import nodes
from heapwise.terms import digits
from heapwise.terms import term as t
from heapwise.terms.calls import Calls
from heapwise.terms.inner import Meant, games_of_position
from heapwise.terms.known_names import CONNECTIVES, GATHERS
from heapwise.terms.types import (  # fmt: skip
    CODE,
    GAME,
    NOTHING_YET,
    NUMBER,
    POSITION,
    TRUTH,
    Set,
    Tuple,
    Type,
    Vector,
    merged,
    same,
)
from heapwise.terms.values import Code


class Resolver(Calls):
    """Turns trees of one text into terms: operators, relations, sets, and what is gathered over them."""

    # -- operators

    def _int(self, node: nodes.Int) -> t.AnyTerm:
        return t.Constant(node.value, type=NUMBER, span=node.span)

    def _code(self, node: nodes.Code) -> t.AnyTerm:
        try:
            return t.Constant(Code(node.text), type=CODE, span=node.span)
        except ValueError:
            self.fail("E041", node, text=node.text)

    def _hole(self, node: nodes.Hole) -> t.AnyTerm:
        self.fail("E042", node, name=node.name)

    def _index(self, node: nodes.Index) -> t.AnyTerm:
        base = self.expression(node.base)
        indices = tuple(self.expression(i) for i in node.indices)
        kind = index_type(base.type, tuple(i.type for i in indices))
        if kind is None:
            wanted = (
                "one index, or a set of indices" if isinstance(base.type, Vector) else "a vector before the bracket"
            )
            found = base.type if not isinstance(base.type, Vector) else " and ".join(str(i.type) for i in indices)
            help = "inside" if self.context.is_claim and base.type == POSITION else "help"
            self.fail("E017", node, help=help, what=f"`{self.text(node)}`", wanted=wanted, found=found)
        return t.Operation("index", (base, *indices), type=kind, span=node.span)

    def _field(self, node: nodes.Field) -> t.AnyTerm:
        """`p.x`: a component of a position whose game the text names."""
        base = self.expression(node.base)
        text, written = self.text(node), self.text(node.base)
        if isinstance(base.type, Vector) and base.type.item != POSITION:
            self.fail("E108", node, help="dot", name=written, size=node.name)
        if not self.context.is_claim:
            self.fail("E090", node, help="rules", text=text)
        if base.type != POSITION:
            help = "vector" if base.type == Vector(POSITION) else "help"
            self.fail("E090", node, help=help, text=text, base=written, name=node.name, found=base.type)
        found = [(g.schema, g.place(node.name)) for g in games_of_position(self._meant(base), self.context.own)]
        if not found:
            self.fail("E090", node, help="unknown", text=text, base=written)
        for schema, place in found:
            if place is None:
                known = ", ".join(p.name for p in schema.places)
                self.fail("E090", node, help="other", text=text, game=schema.name, known=known)
            if place.type != found[0][1].type:  # type: ignore[union-attr]  # the first one was looked at before
                kinds = {"one": found[0][1].type, "other": place.type}  # type: ignore[union-attr]
                self.fail("E090", node, help="differs", text=text, name=node.name, **kinds)
        schema, place = found[0]
        assert place is not None
        return t.Inner(base, node.name, schema, type=place.type, span=node.span)

    def _meant(self, term: t.AnyTerm) -> Meant:
        """A term with what the text says about its slots."""
        given: dict[int, Meant] = {}
        given |= {slot: Meant(value, given) for slot, value in self.frame.given.items()}
        return Meant(term, given)

    def _infix(self, node: nodes.Infix) -> t.AnyTerm:
        operands = [self.expression(o) for o in node.operands]
        if node.operators[0] in CONNECTIVES:
            for operand, written in zip(operands, node.operands, strict=True):
                if operand.type != TRUTH:
                    help = "moves" if isinstance(operand.type, Tuple) else "help"
                    what = f"each side of `{node.operators[0]}`"
                    self.fail("E017", written, help=help, what=what, wanted=TRUTH, found=operand.type)
            return t.Connective(node.operators[0], tuple(operands), type=TRUTH, span=node.span)
        if node.operators == ("^",) and self._are_components(operands):
            self.fail("E105", node, help="power", sign="^", ours="(+)")
        result = operands[0]
        for i, (sign, operand) in enumerate(zip(node.operators, operands[1:], strict=True)):
            span = node.operands[0].span.to(node.operands[i + 1].span)
            if sign == "+" and result.type == operand.type == GAME:
                result = t.Operation("sum of games", (result, operand), type=GAME, span=span)
            else:
                result = self.operation(sign, (result, operand), nodes.Name("", span=span))
        return result

    def _are_components(self, terms: list[t.AnyTerm]) -> bool:
        """Components of the position, by themselves or with an index. What is not a name, or names a parameter, is
        looked at first: how many components there are may be at question."""
        terms = [u.arguments[0] if isinstance(u, t.Operation) and u.name == "index" else u for u in terms]
        own, slots = self.context.own, [u.slot for u in terms if isinstance(u, t.Local)]
        if own is None or len(slots) < len(terms) or any(p.slot in slots for p in own.parameters):
            return False
        return own.component_slots.issuperset(slots)

    def _prefix(self, node: nodes.Prefix) -> t.AnyTerm:
        operand = self.expression(node.operand)
        return self.operation("negative" if node.operator == "-" else "not", (operand,), node)

    def _chain(self, node: nodes.Chain) -> t.AnyTerm:
        self._check_congruence(node)
        operands = [self.expression(o) for o in node.operands]
        modulus = None if node.modulus is None else self.expression(node.modulus, NUMBER, "a modulus")
        relations = []
        for i, sign in enumerate(node.operators):
            place = nodes.Name("", span=node.operands[i].span.to(node.operands[i + 1].span))
            pair = (operands[i], operands[i + 1])
            if modulus is None:
                relations.append(self.operation(sign, pair, place))
            elif sign == "=":
                relations.append(self.operation("congruent", (*pair, modulus), node))
            else:
                self.fail("E035", node, help="sign", left=self.text(node.operands[0]), right="", modulus="")
        if len(relations) == 1:
            return relations[0]
        return t.Connective("and", tuple(relations), type=TRUTH, span=node.span)

    def _check_congruence(self, node: nodes.Chain) -> None:
        """`a = 1 mod m` reads like a congruence and is none."""
        for i, sign in enumerate(node.operators):
            left, right = node.operands[i], node.operands[i + 1]
            if sign not in ("=", "!=") or node.modulus is not None:
                continue
            if _is_remainder_of_number(right) and not _has_remainder(left):
                assert isinstance(right, nodes.Infix)
                number, modulus = right.operands[-2], right.operands[-1]
                self.fail("E035", node, left=self.text(left), right=self.text(number), modulus=self.text(modulus))

    def _conditional(self, node: nodes.Conditional) -> t.AnyTerm:
        condition = self.expression(node.condition, TRUTH, "the condition of `if`")
        yes, no = self.expression(node.yes), self.expression(node.no)
        if not same(yes.type, no.type):
            self.fail("E017", node.no, what="the other branch", wanted=yes.type, found=no.type)
        return t.Choice(condition, yes, no, type=merged(yes.type, no.type), span=node.span)

    def _range(self, node: nodes.Range) -> t.AnyTerm:
        ends = (node.low,) if node.high is None else (node.low, node.high)
        return self.operation("..", tuple(self.expression(e) for e in ends), node)

    def _setliteral(self, node: nodes.SetLiteral) -> t.AnyTerm:
        return self.operation("{}", tuple(self.expression(i) for i in node.items), node)

    def _listliteral(self, node: nodes.ListLiteral) -> t.AnyTerm:
        return self.operation("[]", tuple(self.expression(i) for i in node.items), node)

    def _tuple(self, node: nodes.Tuple) -> t.AnyTerm:
        return self.operation("()", tuple(self.expression(i) for i in node.items), node)

    # -- gathering

    def _big(self, node: nodes.Big) -> t.AnyTerm:
        name = node.function.name if isinstance(node.function, nodes.Name) else ""
        if name not in GATHERS:
            self.fail("E043", node.function, name=self.text(node.function), known=", ".join(GATHERS))
        wanted, gives = GATHERS[name]
        inside = self.inner()
        inside.takes_digits = name in ("all", "any") and self.context.is_claim
        steps = inside.steps(node.binders)
        self._enter(len(steps), node)
        body = inside.expression(node.body)
        if name == "sum" and body.type == POSITION:
            return t.Gather("sum", body, steps, type=POSITION, span=node.span)
        if not same(body.type, wanted):
            self.fail("E017", node.body, what=f"what `{name}` runs over", wanted=wanted, found=body.type)
        gather = t.Gather(name, body, steps, type=gives or body.type, span=node.span)
        return self._ended(gather, node) if inside.takes_digits else gather

    def _ended(self, gather: t.Gather, node: nodes.Big) -> t.AnyTerm:
        """A quantifier over digit positions may leave its end open, where the digits end."""
        ended = digits.with_ends(gather)
        if ended is None:
            open_range = next(s for s in gather.steps if isinstance(s, t.Choose) and digits.is_open(s.domain))
            place = nodes.Name("", span=open_range.domain.span)
            self.fail("E018", place, help="digits", text=self.text(place))
        return ended

    def _setof(self, node: nodes.SetOf) -> t.AnyTerm:
        return self._gathered("{}", node)

    def _listof(self, node: nodes.ListOf) -> t.AnyTerm:
        return self._gathered("[]", node)

    def _gathered(self, name: str, node: nodes.SetOf | nodes.ListOf) -> t.AnyTerm:
        inside = self.inner()
        steps = inside.steps(node.binders)
        self._enter(len(steps), node)
        body = inside.expression(node.body)
        kind: Type = Set(body.type) if name == "{}" else Vector(body.type)
        return t.Gather(name, body, steps, type=kind, span=node.span)


def index_type(base: Type, indices: tuple[Type, ...]) -> Type | None:
    """The type of `base[indices]`."""
    if not isinstance(base, Vector):
        return None
    if len(indices) == 2:
        return index_type(base.item, indices[1:]) if indices[0] == NUMBER else None
    (index,) = indices if len(indices) == 1 else (None,)
    if index == NUMBER:
        return base.item
    if not isinstance(index, Set | Vector) or (isinstance(index, Set) and not index.finite):
        return None
    if same(index.item, NUMBER) or index.item == NOTHING_YET:
        return Vector(base.item)
    is_pairs = same(index.item, Tuple((NUMBER, NUMBER)))
    return Vector(base.item.item) if is_pairs and isinstance(base.item, Vector) else None


def _is_remainder_of_number(node: nodes.Expr) -> bool:
    """`1 mod m`, and also `a + 1 mod m`, where nothing but a number stands before `mod`."""
    if not isinstance(node, nodes.Infix):
        return False
    if node.operators == ("mod",):
        return isinstance(node.operands[0], nodes.Int)
    return False


def _has_remainder(node: nodes.Expr) -> bool:
    return isinstance(node, nodes.Infix) and "mod" in node.operators
