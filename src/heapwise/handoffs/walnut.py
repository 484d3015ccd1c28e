"""Claims for Walnut: the claimed set as a predicate, and each obligation of the proof as a statement that must be TRUE.

Linear atoms become arithmetic; whatever looks at digits becomes a regular expression over columns of digits, highest
first. Named parts are defined once, so that a set at an option is a call.
"""

import re
from collections.abc import Iterator, Mapping

from heapwise.claims.instances import Instance
from heapwise.claims.task import Unsuitable
from heapwise.errors import error
from heapwise.handoffs.regex import regex
from heapwise.proof import logic
from heapwise.proof.automata import DigitOrder, Numeration, Workshop
from heapwise.proof.claim_forms import names_p_positions
from heapwise.proof.claimed import named
from heapwise.proof.logic.substitute import pushed
from heapwise.proof.obligations import plan_alone
from heapwise.records import dataclass, field

_TRUE, _FALSE = "0=0", "0=1"
_ALWAYS = (logic.TRUE, logic.Not(logic.FALSE))


def as_walnut(instance: Instance) -> str:
    """A file of commands; what Walnut cannot be told is refused, by name."""
    claim = instance.claim
    try:
        made = plan_alone(instance)
        if made.digits.are_fibonacci:
            raise Unsuitable("the golden section, in Fibonacci digits")
        writer = _Writer(_word(claim.name), Numeration(DigitOrder.MSD, made.digits.base))
        writer.text(named(made))
        open_ones = [o for o in made.obligations if not _is_plainly_false(o.formula)]
        statements = [(o.name, writer.closed(logic.Not(o.formula))) for o in open_ones]
    except Unsuitable as obstacle:
        raise error("E353", None, what=f"`{claim.name}`", where="Walnut", reason=obstacle.reason) from None
    assert instance.game is not None
    names = zip(made.moves.names, instance.game.layout.labels, strict=True)
    head = [
        f"# {claim.name} of {instance.game}, written by heapwise for Walnut 7.0 or later, which reads comments",
        f"# {instance.stated}",
        *(
            [f"# {writer.stem} are the positions that are P by the claim"]
            if names_p_positions(claim, instance.known)
            else []
        ),
        f"# {', '.join(f'{name} is {label}' for name, label in names)}; play ends: {made.ends}",
    ]
    ends = [
        line
        for i, (name, text) in enumerate(statements, 1)
        for line in (f"# never: {name}", f'eval {writer.stem}_never{i} "?{writer.system} {text}":')
    ]
    return "\n".join([*head, *writer.definitions, *ends]) + "\n"


def _is_plainly_false(formula: logic.Formula) -> bool:
    """Is there nothing to show?"""
    match formula:
        case logic.And(parts):
            return any(map(_is_plainly_false, parts))
        case logic.Or(parts):
            return all(map(_is_plainly_false, parts))
    return formula == logic.Not(logic.TRUE)


@dataclass
class _Writer:
    """Writes formulas, and collects what has to be defined before them."""

    stem: str
    digits: Numeration
    definitions: list[str] = field(default_factory=list)
    _sets: dict[logic.Formula, str] = field(default_factory=dict)
    _relations: dict[logic.Formula, tuple[str, tuple[int, ...]]] = field(default_factory=dict)

    @property
    def system(self) -> str:
        """The digits, as Walnut calls them."""
        return f"msd_{self.digits.base}"

    def closed(self, formula: logic.Formula) -> str:
        """The statement that a formula is true of all numbers."""
        names = sorted(_variable(name) for name in logic.free(formula))
        text = self.text(formula)
        return f"A {','.join(names)} {text}" if names else text

    def text(self, formula: logic.Formula) -> str:
        """A formula as Walnut reads it."""
        match formula:
            case logic.And(parts):
                return f"({' & '.join(self.text(part) for part in parts if part not in _ALWAYS) or _TRUE})"
            case logic.Or(parts):
                return f"({' | '.join(map(self.text, parts)) or _FALSE})"
            case logic.Not(body):
                return f"~({self.text(body)})"
            case logic.Implies(one, two):
                return f"({self.text(one)} => {self.text(two)})"
            case logic.Iff(one, two):
                return f"({self.text(one)} <=> {self.text(two)})"
            case logic.Exists(variables, body):
                return self._bound("E", variables, body)
            case logic.Forall(variables, body):
                return self._bound("A", variables, body)
            case logic.Named() | logic.At():
                return self._part(formula)
        return self._atom(formula)

    def _part(self, formula: logic.Named | logic.At) -> str:
        """A part with a name of its own, or a formula at other variables."""
        match formula:
            case logic.Named(_, body):
                return self._call(formula, {}) if logic.free(body) else self.text(body)
            case logic.At(names, logic.Named() as inner) if logic.free(inner):
                return self._call(inner, dict(names))
        return self.text(pushed(formula.names, formula.body))

    def _atom(self, formula: logic.Formula) -> str:
        match formula:
            case logic.LinearComparison():
                return _compared(formula)
            case logic.LinearCongruence():
                return _congruent(formula)
        return self._relation(formula)

    def _bound(self, sign: str, variables: tuple[str, ...], body: logic.Formula) -> str:
        return f"({sign} {','.join(map(_variable, variables))} {self.text(body)})"

    def _call(self, part: logic.Named, names: Mapping[str, str]) -> str:
        """A named formula at variables; Walnut takes them in the order of the letters of the definition."""
        own = sorted(logic.free(part), key=_variable)
        if part not in self._sets:
            text = self.text(part.body)
            suffix = "" if not self._sets else str(len(self._sets) + 1)
            self._sets[part] = f"{self.stem}{suffix}"
            self.definitions.append(f"# {part.name}")
            self.definitions.append(f'def {self._sets[part]} "?{self.system} {text}":')
        return f"${self._sets[part]}({','.join(_variable(names.get(name, name)) for name in own)})"

    def _relation(self, formula: logic.Formula) -> str:
        """A relation that looks at digits, as a call of a regular expression."""
        assert isinstance(formula, logic.Atom | logic.Given)
        places = tuple(f"t{i:02}" for i in range(len(formula.variables)))
        general = formula.over(places) if isinstance(formula, logic.Atom) else logic.Given(formula.automaton, places)
        if general not in self._relations:
            self._relations[general] = self._defined(general)
        name, kept = self._relations[general]
        if not kept:
            return f"({name})"
        return f"${name}({','.join(_variable(formula.variables[i]) for i in kept)})"

    def _defined(self, general: logic.Atom | logic.Given) -> tuple[str, tuple[int, ...]]:
        """The name of a relation and the places that it looks at."""
        workshop = Workshop(self.digits)
        if isinstance(general, logic.Atom):
            automaton = workshop.from_machine(general.machine(self.digits), general.variables)
        else:
            automaton = workshop.reverse(general.automaton)
        if not automaton.tracks:
            return (_TRUE if automaton.is_full else _FALSE), ()
        expression = regex(automaton)
        if expression is None:
            what = type(general).__name__
            raise Unsuitable(f"the relation {what} takes an automaton of {automaton.states} states")
        name = f"{self.stem}_digits{len(self._relations) + 1}"
        systems = " ".join([self.system] * len(automaton.tracks))
        self.definitions.append(f'reg {name} {systems} "{expression}":')
        order = general.variables if isinstance(general, logic.Atom) else general.automaton.tracks
        return name, tuple(order.index(track) for track in automaton.tracks)


# ---------------------------------------------------------------------------------------- arithmetic


def _compared(atom: logic.LinearComparison) -> str:
    """Natural numbers only: what is subtracted stands on the other side."""
    left, right = _sides(atom.variables, atom.coefficients, atom.constant)
    return f"({left} {atom.relation} {right})"


def _congruent(atom: logic.LinearCongruence) -> str:
    left, right = _sides(atom.variables, atom.coefficients, atom.constant)
    return f"(E q0 ({left} = {right}+{atom.modulus}*q0 | {right} = {left}+{atom.modulus}*q0))"


def _sides(variables: tuple[str, ...], coefficients: tuple[int, ...], constant: int) -> tuple[str, str]:
    terms = [*zip(map(_variable, variables), coefficients, strict=True), ("", constant)]
    return _sum((n, c) for n, c in terms if c > 0), _sum((n, -c) for n, c in terms if c < 0)


def _sum(terms: Iterator[tuple[str, int]]) -> str:
    shown = [str(c) if not name else name if c == 1 else f"{c}*{name}" for name, c in terms]
    return "+".join(shown) or "0"


# --------------------------------------------------------------------------------------------- names


def _variable(name: str) -> str:
    """Names of Walnut are letters and digits, and do not start with A, E or I."""
    return name.replace(".", "v")


def _word(name: str) -> str:
    found = re.sub(r"\W", "", name, flags=re.ASCII)
    return found if found and found[0].isascii() and found[0].isalpha() and found[0] not in "AEI" else f"c{found}"
