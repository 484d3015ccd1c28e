"""What `heapwise show --stage` says: a game or a claim as it leaves one package and enters the next.

Wythoff's game, for example, is a tree behind `lang`, rules with options behind `rules`, three kinds of ground moves
behind `model`, two lines and a diagonal in a plan of the engine, and at last the loops of a kernel. A claim is a
formula in whole numbers, and, where it can be proved, a list of obligations.
"""

from collections.abc import Callable, Iterator, Mapping
from itertools import islice

from heapwise.app.outline import outline
from heapwise.app.say import strong
from heapwise.claims.instances import Instance
from heapwise.claims.task import Unsuitable
from heapwise.documents.probe import small_states
from heapwise.errors import error
from heapwise.lang import nodes
from heapwise.lang.comments import comment_above
from heapwise.model.ground import GroundGame
from heapwise.questions.positions import option_text
from heapwise.rules.game import Game, Rules
from heapwise.rules.schema import Schema
from heapwise.terms.position import State
from heapwise.terms.values import show

_NUMBERING = "Numbering    heaps from 1; players from 0, the one to move; binary digits from 0, the last one"
_WORDS = 2
_TABLES = (10**3, 10**5, 10**7)  # positions
_MOST_STATES, _MOST_OPTIONS, _MOST_LABELS = 60, 8, 6


def _schema(found: Game | Schema) -> Schema:
    return found.schema if isinstance(found, Game) else found


def _model(found: Game | Schema) -> Iterator[str]:
    """The moves with all indices as numbers, and what follows from them."""
    game = _with_parameters(found)
    from heapwise.model.compounds import flat
    from heapwise.model.description import describe
    from heapwise.model.expand import ground

    yield strong(game.text)
    yield from describe(ground(flat(game)))


def _plan(found: Game | Schema) -> Iterator[str]:
    """The model in words, and what tables are made of."""
    yield from _model(found)
    yield from _tables(_with_parameters(found))


def _tables(game: Game) -> Iterator[str]:
    """What makes large tables."""
    from heapwise.engine.plan import NoPlan, plan
    from heapwise.engine.plan.description import describe_plan
    from heapwise.model.compounds import flat
    from heapwise.model.expand import ground
    from heapwise.model.ground import GroundGame

    game = flat(game)
    model = ground(game)
    if not isinstance(model, GroundGame):
        return
    if not model.is_closed_kind:
        reason = "moves lead to positions of other games" if model.is_complete else "some rule is not linear"
        yield f"Tables       by the interpreter: {reason}"
        return
    try:
        yield from describe_plan(plan(game))
    except NoPlan as reason:
        yield f"Plan         none: {reason}"
    yield from _estimates(game, model)


def _estimates(game: Game, model: "GroundGame") -> Iterator[str]:
    """What will fill tables of some sizes, and about how long that takes, here and now."""
    from heapwise.engine.grid import FillWay, ways
    from heapwise.engine.sequences import recognise
    from heapwise.reference.conventions import Grundy

    words = {
        FillWay.LEVELS: "by numpy, all positions of one total at once",
        FillWay.KERNEL: "by a kernel of the game's own (`--stage kernel`)",
        FillWay.INTERPRETER: "by the interpreter",
    }
    if recognise(game) is not None:
        yield "Tables       one heap after another, as a sequence"
        return
    for positions in _TABLES if game.layout.size else ():
        bound = round(positions ** (1 / game.layout.size)) - 1
        bounds = zip(model.lows, model.highs, strict=True)
        highs = tuple(max(low, bound) if high is None else high for low, high in bounds)
        best = ways(game, highs, Grundy())[0]
        yield f"Table        up to {bound:,}: about {best.seconds:.2g} s, {words[best.way]}"


def _kernel(found: Game | Schema) -> Iterator[str]:
    """The source of the kernel for values below 128: sets have two words."""
    game = _with_parameters(found)
    from heapwise.engine.kernels.kernel_kind import KernelKind
    from heapwise.engine.kernels.source import source_of
    from heapwise.engine.kernels.sum_kernel import source_of_offers
    from heapwise.engine.plan import NoPlan, plan

    yield strong(game.text)
    try:
        found_plan = plan(game)
        source, constants = source_of(found_plan, KernelKind(_WORDS))
    except NoPlan as reason:
        yield f"No kernel of its own: {reason}. `--stage plan` says what makes tables."
        return
    if found_plan.is_offered:
        yield "For values below 32; the kernel below takes over where they are larger."
        yield ""
        yield from source_of_offers(found_plan, KernelKind(1)).rstrip().split("\n")
        yield ""
    yield f"For sets of {_WORDS} words, which hold values below {64 * _WORDS}; wider ones are made as values grow."
    if constants.numbers:
        yield f"Constants: {', '.join(map(str, constants.numbers))}. Games that differ in them alone share the kernel."
    yield ""
    yield from source.rstrip().split("\n")


def _with_parameters(found: Game | Schema) -> Game:
    if isinstance(found, Schema):
        raise error("E015", None, name=found.name, wanted=len(found.parameters), found=0, usage=found.heading)
    return found


def _in_words(found: Game | Schema) -> Iterator[str]:
    schema = _schema(found)
    yield strong(found.text if isinstance(found, Game) else schema.heading)
    yield from comment_above(schema.source.text, schema.node.span.start)
    yield ""
    yield from ("    " + line for line in schema.source.at(schema.node.span).split("\n"))
    yield ""
    if isinstance(found, Game):
        yield from _about_game(found)
    else:
        yield f"Parameters   {schema.heading}; write '{schema.name}(...)' with values to see positions"
    yield _NUMBERING


def _about_game(game: Game) -> Iterator[str]:
    schema = game.schema
    if schema.parameters:
        pairs = zip(schema.parameters, game.arguments, strict=True)
        yield "Parameters   " + ", ".join(
            f"{p.name} = {show(v) if not isinstance(v, Rules) else v.text}" for p, v in pairs
        )
    yield f"Position     {_components(game)}"
    if schema.body.legal:
        yield "Legal        " + " and ".join(_clauses(schema, nodes.Legal))
    ends = _clauses(schema, nodes.Ends)
    yield "Play ends    " + " or ".join([*(f"when {text}" for text in ends), "where no option is left"])
    yield f"             {_why_play_ends(game)}"
    yield from _example(game)


def _why_play_ends(game: Game) -> str:
    """Where the rules name no measure, it may be another one than the sum of heaps that was shown to fall."""
    from heapwise.model.expand import ground
    from heapwise.model.termination import termination

    if not game.is_shown_to_end:
        return f"every move lowers {game.measure_text()}, which is tested at every move that is made"
    proof = termination(ground(game))
    is_other = proof.proved and not proof.is_declared and not game.layout.has_positions
    how = proof.how if is_other else f"every move lowers {game.measure_text()}"
    return f"{how}, which is shown for all positions"


def _components(game: Game) -> str:
    layout = game.layout
    shown = [
        f"{label} {_range(low, high)}" if inner is None else f"{label} of {inner.text}"
        for label, low, high, inner in zip(
            layout.labels, layout.lows, layout.highs, layout.component_games, strict=True
        )
    ]
    more = len(shown) - _MOST_LABELS
    return ", ".join(shown[:_MOST_LABELS]) + (f" and {more} more" if more > 0 else "")


def _range(low: int, high: int | None) -> str:
    return f"from {low}" if high is None else f"in {low}..{high}"


def _clauses(schema: Schema, kind: type[nodes.Legal] | type[nodes.Ends]) -> list[str]:
    """The conditions of clauses of a kind, in the author's words."""
    clauses = [c for c in schema.node.clauses if isinstance(c, kind)]
    return [schema.source.words(c.condition.span) for c in clauses]


def _example(game: Game) -> Iterator[str]:
    """The last small position that has a few options."""
    best: tuple[State, list[str]] | None = None
    for state in islice(small_states(game), _MOST_STATES):
        texts = [option_text(game, option) for option in sorted(game.options(state))]
        if best is None or len(best[1]) <= len(texts) <= _MOST_OPTIONS:
            best = state, texts
    if best is not None:
        yield f"Example      {game.layout.text(best[0])} has the options"
        yield "             " + ("  ".join(best[1]) or "none")


# ------------------------------------------------------------------------------------------------- claims


def _heading(instance: Instance) -> str:
    about = instance.label if instance.game is None else ", ".join(filter(None, (instance.game.text, instance.own)))
    return strong(f"{instance.claim.name} of {about}")


def _formula(instance: Instance) -> Iterator[str]:
    """The statement in the integer form, from which compiled checks and obligations are made."""
    from heapwise.checks.compiled_check import formula_of
    from heapwise.formulas import NotExpressible
    from heapwise.formulas.ir_text import ir_lines

    claim = instance.claim
    names = {c.slot: c.name for c in claim.components}
    yield _heading(instance)
    for what, term in (*(("where", premise) for premise in claim.premises), ("", claim.statement)):
        try:
            kernel = formula_of(instance, term).kernel
        except NotExpressible as problem:
            yield f"No formula in whole numbers: {problem.what}"
            continue
        yield from (
            f"{what} {line}".strip() for line in ir_lines(kernel.root, names, [h.question for h in kernel.holes])
        )


def _obligations(instance: Instance) -> Iterator[str]:
    """What a proof has to show: formulas about natural numbers, none of which may have a solution."""
    from heapwise.proof.logic.text import FormulaText
    from heapwise.proof.obligations import plan_alone

    yield _heading(instance)
    try:
        found = plan_alone(instance)
    except Unsuitable as problem:
        yield f"None         {problem.reason}"
        return
    yield f"Play ends    {found.ends}"
    assert instance.game is not None
    labels = zip(found.moves.names, instance.game.layout.labels, strict=True)
    yield "Variables    " + ", ".join(f"{name} is {label}" for name, label in labels)
    text = FormulaText()
    for obligation in found.obligations:
        yield f"Impossible   {obligation.name}"
        yield from ("    " + line for line in text.lines(obligation.formula))
    for name, body in text.definitions():
        yield f"Where        {name} is"
        yield from ("    " + line for line in text.lines(body))


OF_GAMES: Mapping[str, Callable[[Game | Schema], Iterator[str]]] = {
    "ast": lambda found: outline(_schema(found).node),
    "rules": _in_words,
    "model": _model,
    "plan": _plan,
    "kernel": _kernel,
}
OF_CLAIMS: Mapping[str, Callable[[Instance], Iterator[str]]] = {"formula": _formula, "obligations": _obligations}
