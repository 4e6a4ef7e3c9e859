"""Scenarios go in; typed steps come out. Players and cards have names there."""

from __future__ import annotations

from dataclasses import dataclass, field

from regelwerk_dsl import syntax as syn
from regelwerk_dsl.diagnostics import Diagnostics, Severity
from regelwerk_dsl.source import Span

from ..evaluate import Evaluator, NotConstantError
from ..symbols import CallableSymbol, Game, StateSymbol
from ..typed import (
    Compare,
    Const,
    Do,
    DoAbility,
    InRange,
    InSet,
    MoveCards,
    PileCards,
    SetState,
    TBlock,
    TExpr,
    TOption,
    ZoneRef,
)
from ..types import BOOL, CardType, ErrorType, PerType, PileType, PlaceType, SetType, Type
from ..walk import all_callables, nodes_in
from .coerce import coerce
from .descend import expr_of, resolve_expr
from .doing import do_call
from .fields import dotted
from .names import find_zone
from .scope import Scope
from .statements import Body


@dataclass(slots=True)
class GivenStep:
    callable: CallableSymbol
    span: Span


@dataclass(slots=True)
class RollsStep:
    values: tuple[int, ...]
    span: Span


@dataclass(slots=True)
class DoStep:
    call: Do | DoAbility
    callable: CallableSymbol
    span: Span


@dataclass(slots=True)
class RunStep:
    what: str
    span: Span


@dataclass(slots=True)
class ChoosesStep:
    player: int
    keys: tuple[str, ...]
    span: Span
    expected: bool | None = None  # None: it is chosen; else whether it can be


@dataclass(slots=True)
class ExpectStep:
    condition: TExpr
    parts: list[tuple[str, TExpr]]
    span: Span
    text: str = ""  # for messages; the source line by default


Step = GivenStep | RollsStep | DoStep | RunStep | ChoosesStep | ExpectStep


@dataclass(slots=True)
class TypedScenario:
    name: str
    title: str
    span: Span
    players: tuple[str, ...]
    steps: list[Step]
    cites: tuple[str, ...] = ()
    used: dict[str, int] = field(default_factory=dict)  # copies of each card that are placed already
    options: frozenset[str] = frozenset()  # the names of all options of the game


def resolve_scenarios(game: Game, diagnostics: Diagnostics, *, amended: bool = False) -> list[TypedScenario]:
    """Every scenario, typed. Errors: those of expressions, and E0701 to E0704.

    In a game that variants have amended, a scenario of the base that no longer fits is no error of the sources: it
    stays as a scenario that fails and says why.
    """
    options = _option_names(game) if game.scenarios else frozenset()
    found = []
    for decl in game.scenarios:
        own = Diagnostics() if amended else diagnostics
        scenario = _scenario(game, decl, options, own)
        if amended and own.has_errors:
            why = next(item.message for item in own if item.severity is Severity.ERROR)
            text = f"the worked example (in these variants {why})"
            scenario.steps = [ExpectStep(Const(False, type=BOOL), [], decl.name.span, text)]
        found.append(scenario)
    return found


def _scenario(game: Game, decl: syn.ScenarioDecl, options: frozenset[str], diagnostics: Diagnostics) -> TypedScenario:
    title = "".join(part for part in decl.title.parts if isinstance(part, str)) if decl.title else decl.name.name
    names = ["A", "B", "C", "D", "E", "F", "G", "H"][: game.players[0]]
    for step in decl.steps:
        if isinstance(step, syn.GivenPlayers):
            names = [name.name for name in step.names]
            if not game.players[0] <= len(names) <= game.players[1] and not game.enums["Player"].broken:
                game.lost |= {"A", "B", "C", "D", "E", "F", "G", "H"} - set(names)
                diagnostics.report(
                    "E0701",
                    step.span,
                    f"the game is for {game.players[0]} to {game.players[1]} players, and here are {len(names)}",
                )
    cites = tuple(ident.name for ident in decl.source.ids) if decl.source else ()
    scenario = TypedScenario(decl.name.name, title, decl.name.span, tuple(names), [], cites, options=options)
    player = game.enums["Player"]
    before = player.keys
    player.keys = names + [str(number) for number in range(len(names), game.players[1])]
    try:
        for step in decl.steps:
            scope = Scope(game, diagnostics, scenario=True)
            typed = _step(scope, scenario, step)
            if typed is not None:
                scenario.steps.append(typed)
    finally:
        player.keys = before
    return scenario


def _step(scope: Scope, scenario: TypedScenario, step: syn.ScenarioStep) -> Step | None:
    match step:
        case syn.GivenPlayers():
            return None
        case syn.GivenRolls(values):
            return RollsStep(tuple(_roll_value(scope, value) for value in values), step.span)
        case syn.GivenValue(target, value):
            owner = CallableSymbol("given", "effect", [], None, step.span)
            owner.body = _given(scope, scenario, target, value)
            owner.locals = scope.locals
            return GivenStep(owner, step.span)
        case syn.WhenDo(call):
            owner = CallableSymbol("when", "scenario", [], None, step.span)
            body = Body(scope, owner, False, None)
            typed, _ = do_call(body, call)
            owner.body = [typed]
            owner.locals = scope.locals
            if isinstance(typed, Do) and not typed.callee.name:
                return None
            return DoStep(typed, owner, step.span)
        case syn.WhenPlay(what):
            return RunStep(what, step.span)
        case syn.WhenChooses(player, key):
            return _chooses(scope, scenario, player, key, step.span, None)
        case syn.ExpectOption(player, can, key):
            return _chooses(scope, scenario, player, key, step.span, can)
        case syn.Expect(condition):
            test = expr_of(scope, condition, BOOL)
            return ExpectStep(test, _parts(test), step.span)


def _roll_value(scope: Scope, node: syn.Expr) -> int:
    value = resolve_expr(scope, node)
    if isinstance(value, Const) and isinstance(value.value, int):
        return int(value.value)
    try:
        return Evaluator(scope.game).number(value, {})
    except NotConstantError:
        if not isinstance(value.type, ErrorType):
            scope.diagnostics.report("E0306", node.span, "a fixed number is wanted here")
        return 0


def _parts(test: TExpr) -> list[tuple[str, TExpr]]:
    """What to show when an expectation fails: the sides of a comparison."""
    match test:
        case Compare(_, left, right):
            sides = [left, right]
        case InSet(member, set_):
            sides = [member, set_]
        case InRange(member):
            sides = [member]
        case _:
            sides = []
    return [(side.span.text, side) for side in sides if not isinstance(side, Const) and not isinstance(side, PileCards)]


# ---- choices by key --------------------------------------------------------------------------------------------------


def _chooses(
    scope: Scope, scenario: TypedScenario, player: syn.Ident, key: syn.Expr, span: Span, expected: bool | None
) -> Step | None:
    if player.name not in scenario.players:
        scope.unknown(player.name, player.span, "player", list(scenario.players), "E0702")
        return None
    _check_names(scope, scenario, key)
    return ChoosesStep(scenario.players.index(player.name), tuple(_keys(scenario, key)), span, expected)


def _keys(scenario: TypedScenario, node: syn.Expr) -> list[str]:
    """The keys that are meant: as written, and without the players among the arguments."""
    if isinstance(node, syn.Call):
        name = dotted(node.function) or ""
        found = [f"{name}({', '.join(key_text(scenario, argument) for argument in node.arguments)})"]
        rest = [a for a in node.arguments if not (isinstance(a, syn.Name) and a.name in scenario.players)]
        if len(rest) < len(node.arguments):
            found.append(f"{name}({', '.join(key_text(scenario, a) for a in rest)})" if rest else name)
        return found
    return [key_text(scenario, node)]


def key_text(scenario: TypedScenario, node: syn.Expr) -> str:
    match node:
        case syn.NoneLiteral():
            return "none"
        case syn.Number(value):
            return str(value)
        case syn.BoolLiteral(value):
            return "yes" if value else "no"
        case syn.Unary("-", syn.Number(value)):
            return f"-{value}"
        case syn.Name(name) if name in scenario.players:
            return str(scenario.players.index(name))
        case syn.Call(function, arguments):
            return f"{dotted(function)}({', '.join(key_text(scenario, argument) for argument in arguments)})"
        case _:
            return dotted(node) or node.span.text


def _check_names(scope: Scope, scenario: TypedScenario, node: syn.Expr) -> None:
    """A key is made of names of the game; a misspelt one would never be on offer."""
    game = scope.game
    known = set(scenario.players)
    for enum in game.enums.values():
        known |= set(enum.keys)
    known |= {member.key for _, _, member in game.members()}
    options = scenario.options
    match node:
        case syn.Call(function, arguments):
            name = dotted(function) or ""
            if name not in options and name not in game.enums:
                scope.unknown(name, function.span, "option", sorted(options), "E0703")
            for argument in arguments:
                _check_names(scope, scenario, argument)
        case syn.Name() | syn.Field():
            name = dotted(node) or ""
            tail = name.split(".", 1)[-1]
            if name not in known and name not in options and tail not in known:
                scope.unknown(name, node.span, "option", sorted(options | known), "E0703")
        case _:
            pass


def _option_names(game: Game) -> frozenset[str]:
    return frozenset(
        node.name
        for callee in all_callables(game)
        for statement in callee.body or []
        for node in nodes_in(statement)
        if isinstance(node, TOption)
    )


# ---- given -----------------------------------------------------------------------------------------------------------


def _given(scope: Scope, scenario: TypedScenario, target: syn.Expr, value: syn.Expr) -> TBlock:
    name = target.name if isinstance(target, syn.Name) else ""
    indices: tuple[syn.Expr, ...] = ()
    if isinstance(target, syn.Index) and isinstance(target.base, syn.Name):
        name, indices = target.base.name, target.indices
    var = scope.game.state.get(name)
    if var is None:
        scope.unknown(name or target.span.text, target.span, "state variable", [*scope.game.state])
        return []
    if isinstance(var.type, ErrorType):
        return []
    if var.zone and isinstance(value, syn.PerLiteral) and not indices:
        found: TBlock = []
        for entry in value.entries:
            one = syn.Index(target, (entry.key,), span=entry.span)
            found += _given_cards(scope, scenario, one, entry.value)
        return found
    if var.zone:
        return _given_cards(scope, scenario, target, value)
    dims: list[Type] = list(var.dims)
    type_: Type = var.type
    if isinstance(type_, PerType):
        dims.append(type_.key)
        type_ = type_.value
    if len(indices) > len(dims):
        scope.diagnostics.report("E0310", target.span, f"`{name}` takes at most {len(dims)} indices")
        return []
    fixed = [_card_or(scope, scenario, index, dim) for index, dim in zip(indices, dims, strict=False)]
    if any(isinstance(one.type, ErrorType) for one in fixed):
        return []
    if len(fixed) == len(dims):
        return [_set(scope, var, fixed, type_, value)]
    open_dims = dims[len(fixed) :]
    if len(open_dims) != 1 or not isinstance(value, syn.PerLiteral):
        scope.diagnostics.report(
            "E0704",
            value.span,
            f"`{target.span.text}` stands for several values",
            help="name all indices, or write a value for each member of the last one: `asia 2, europe 1`",
        )
        return []
    return _given_row(scope, var, fixed, open_dims[0], type_, value)


def _card_or(scope: Scope, scenario: TypedScenario, node: syn.Expr, dim: Type) -> TExpr:
    del scenario
    return expr_of(scope, node, dim, fit=True)


def _set(scope: Scope, var: StateSymbol, indices: list[TExpr], type_: Type, node: syn.Expr) -> SetState:
    if isinstance(type_, SetType) and not isinstance(node, syn.SetLiteral | syn.ListLiteral | syn.EmptyLiteral):
        node = syn.ListLiteral((node,), span=node.span)
    value = expr_of(scope, node, type_, fit=True)
    return SetState(var, indices, value, span=node.span)


def _given_row(
    scope: Scope,
    var: StateSymbol,
    fixed: list[TExpr],
    dim: Type,
    type_: Type,
    value: syn.PerLiteral,
) -> TBlock:
    """Only what is named is set; the rest stays as the game begins."""
    found: TBlock = []
    for entry in value.entries:
        key_ = expr_of(scope, entry.key, dim, fit=True)
        if not isinstance(key_.type, ErrorType):
            found.append(_set(scope, var, [*fixed, key_], type_, entry.value))
    return found


def _given_cards(scope: Scope, scenario: TypedScenario, target: syn.Expr, value: syn.Expr) -> TBlock:
    """The cards named lie there, the first on top; what lay there goes to the box."""
    zone = find_zone(scope, target)
    if zone is None or not isinstance(zone.type, PileType | PlaceType):
        return []
    box = ZoneRef(None, [], type=PileType(CardType(None)), span=target.span)
    found: TBlock = [MoveCards(PileCards(zone, type=PileType(CardType(None))), box, False, span=target.span)]
    if not isinstance(zone.type, PileType):
        found = []
    items = (
        value.items if isinstance(value, syn.ListLiteral) else () if isinstance(value, syn.EmptyLiteral) else (value,)
    )
    cards: list[TExpr] = []
    for item in items:
        card = resolve_expr(scope, item)
        if isinstance(card.type, ErrorType):
            continue
        coerced = coerce(scope, card, zone.type.card)
        if isinstance(coerced.type, ErrorType) or not isinstance(card, Const) or not isinstance(card.value, int):
            continue
        key = dotted(item) or item.span.text
        used = scenario.used.get(key, 0)
        copies = next(m.copies for _, _, m in scope.game.members() if m.first == card.value)
        if used >= copies:
            scope.diagnostics.report("E0704", item.span, f"there are only {copies} of `{key}`")
            continue
        scenario.used[key] = used + 1
        cards.append(Const(card.value + used, type=card.type, span=item.span))
    found += [MoveCards(card, zone, False, span=value.span) for card in reversed(cards)]
    return found
