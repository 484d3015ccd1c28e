"""The integer form as text, for people: what stands in several places is written once, on a line of its own.

The claim `P(a, b) iff a xor b = 0`, for example, becomes `P(a, b) = 1 iff xor(a, b) = 0`.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from heapwise.formulas import ir

_LEAVES = (ir.Const, ir.Var, ir.Bound, ir.Truth)


def ir_lines(root: ir.Node, names: Mapping[int, str], holes: Sequence[str]) -> Iterator[str]:
    """Shared parts as `#1 := ...`, then the whole. `names` has the slots, `holes` what the holes ask for."""
    writer = _Text(names, holes)
    users = Counter(child for node in ir.walk(root) for child in node.below)
    for node in ir.walk(root):
        if users[node] > 1 and not isinstance(node, _LEAVES) and not node.loose:
            text = writer.text(node)
            writer.known[node] = f"#{len(writer.known) + 1}"
            yield f"{writer.known[node]} := {text}"
    yield writer.text(root)


class _Text:
    """Writes nodes; `known` are the parts that have a line already."""

    def __init__(self, names: Mapping[int, str], holes: Sequence[str]) -> None:
        self.names, self.holes = names, holes
        self.known: dict[ir.Node, str] = {}

    def text(self, node: ir.Node) -> str:
        """The node in one line."""
        return self.known.get(node) or self._leaf(node) or self._number(node) or self._condition(node)

    def _leaf(self, node: ir.Node) -> str:
        match node:
            case ir.Const(value):
                return str(value)
            case ir.Truth(value):
                return "true" if value else "false"
            case ir.Var(slot, path):
                return self.names[slot] + "".join(f"[{i + 1}]" for i in path)
            case ir.Bound(number):
                return f"i{number}"
            case ir.Undefined(reason):
                return f"undefined ({reason})"
        return ""

    def _number(self, node: ir.Node) -> str:
        text = self.text
        match node:
            case ir.Hole(number, arguments):
                return f"{self.holes[number]}({self._listed(arguments)})"
            case ir.Linear(constant, terms):
                return linear_text([(factor, text(term)) for factor, term in terms], constant)
            case ir.Apply(name, arguments):
                return f"{name}({self._listed(arguments)})"
            case ir.Select(condition, yes, no):
                return f"(if {text(condition)} then {text(yes)} else {text(no)})"
            case ir.Indicator(condition):
                return f"[{text(condition)}]"
            case ir.Over(name, variable, low, high, body):
                return f"{name}({text(body)} for i{variable} in {text(low)}..{text(high)})"
        return ""

    def _condition(self, node: ir.Node) -> str:
        text = self.text
        match node:
            case ir.Compare(sign, left, right):
                return f"{text(left)} {sign} {text(right)}"
            case ir.Not(condition):
                return f"not ({text(condition)})"
            case ir.And(conditions):
                return f"({' and '.join(map(text, conditions))})"
            case ir.Or(conditions):
                return f"({' or '.join(map(text, conditions))})"
            case ir.Iff(left, right):
                return f"{text(left)} iff {text(right)}"
            case ir.Every(variable, low, high, body, is_open):
                return f"all({text(body)} for i{variable} in {text(low)}..{text(high)}{'..' if is_open else ''})"
        raise AssertionError(node)

    def _listed(self, nodes: Sequence[ir.Node]) -> str:
        return ", ".join(map(self.text, nodes))


def linear_text(terms: Sequence[tuple[int, str]], constant: int) -> str:
    """A linear form: `2 a - b + 1`."""
    parts = [(factor, text if abs(factor) == 1 else f"{abs(factor)} {text}") for factor, text in terms if factor]
    if constant or not parts:
        parts.append((constant, str(abs(constant))))
    text = "".join(f" {'-' if factor < 0 else '+'} {part}" for factor, part in parts)
    return text[3:] if text.startswith(" + ") else "-" + text[3:]
