"""Scenarios as typed steps; players and cards have names there."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import assert_never

from msgspec.structs import replace
from regelwerk_dsl import syntax as syn
from regelwerk_dsl.diagnostics import Diagnostics, Severity

from ..declare.collect import Declarations
from ..model import tree
from ..model.scenarios import (
    ChoosesStep,
    DoStep,
    EndStep,
    ExpectStep,
    GivenStep,
    RollsStep,
    RunStep,
    Step,
    TypedScenario,
    has_its_players,
)
from ..model.symbols import CallableSymbol, Game, StateSymbol, cites_of
from ..model.types import BOOL, CardType, ErrorType, PerType, PileType, PlaceType, Type
from ..model.walk import all_callables, nodes_in
from ..primitives import table as prim
from .callables import resolve_effect
from .coerce import coerce, expr_of, resolve_expr
from .comparisons import copies_of
from .constants import NOT_FIXED, constant_expr, evaluate
from .enums import enums_with
from .fields import dotted
from .names import find_card, find_zone
from .nodes import is_faulty
from .option_keys import Keys, check_key, keys_of, shapes_of
from .resolver import new_resolver
from .scope import PLAYER_NAMES, Body, Resolver, Scope
from .statements.invocations import do_call
from .texts import not_for

_ACTS = syn.WhenDo | syn.WhenPlay | syn.WhenChooses


def resolve_scenarios(
    game: Game,
    decls: Iterable[syn.ScenarioDecl],
    diagnostics: Diagnostics,
    must_fit: Collection[str] | None = None,
) -> list[TypedScenario]:
    """Scenarios, typed. Errors: those of expressions, and E0701 to E0704.

    In a game that variants have amended, a scenario of the base that no longer fits is no error of the sources: it
    stays as a scenario that fails and says why; W0745 if a chapter shows it. One for more or fewer players than the
    game is for is left out.

    Args:
        game: the typed game.
        decls: the scenarios.
        diagnostics: gets the errors.
        must_fit: the names of the scenarios whose errors are those of the sources; None for all.
    """
    decls, found = list(decls), list[TypedScenario]()
    if not decls:
        return []
    shown = game.examples_shown if must_fit is not None else ()
    shapes = shapes_of(all_callables(game))
    names = frozenset(shapes).union(*(enum.keys for enum in game.enums.values()))
    names = names.union(member.key for _, _, member in game.members())
    known = new_resolver(Declarations(), game, diagnostics)
    for decl in decls:
        strict = must_fit is None or decl.name.name in must_fit
        if not strict and not has_its_players(decl, game.players):
            continue
        resolver = known if strict else new_resolver(Declarations(), game, Diagnostics())
        helpers: dict[str, CallableSymbol] = {}
        if decl.helpers:
            resolver, helpers = _helped(resolver, decl)
        scenario = _scenario(resolver, decl, helpers, Keys(names, shapes))
        if not strict and resolver.diagnostics.has_errors:
            why = next(item.message for item in resolver.diagnostics if item.severity is Severity.ERROR)
            if decl.name.name in shown:
                what = f"the booklet shows this worked example, which no longer fits: {why}"
                help_ = (
                    f"let the variant have `remove scenario.{decl.name.name}`, or replace it; else it is not printed"
                )
                diagnostics.report("W0745", decl.name.span, what, help=help_)
            advice = f"write `remove scenario.{decl.name.name}`, or replace it"
            text = f"the worked example (in these variants {why}: {advice})"
            scenario.steps = [ExpectStep(tree.Const(False, type=BOOL), [], decl.name.span, text=text)]
        found.append(scenario)
    return found


def helped(game: Game, scenarios: Iterable[TypedScenario]) -> Game | None:
    """The game with the effects of its scenarios; None if these have none."""
    helpers = {label: symbol for scenario in scenarios for label, symbol in scenario.helpers.items()}
    return replace(game, effects={**game.effects, **helpers}) if helpers else None


def _helped(resolver: Resolver, decl: syn.ScenarioDecl) -> tuple[Resolver, dict[str, CallableSymbol]]:
    """A resolver that knows the effects of a scenario besides those of the game, and these effects. Errors: E0202."""
    game, own = resolver.game, Declarations()
    for helper in decl.helpers:
        name = helper.name
        other = game.effects.get(name.name) or game.defines.get(name.name)
        if name.name in own.effects or other is not None:
            where = "in this example" if name.name in own.effects else "by the game"
            help_ = "give the effect of the example another name"
            resolver.diagnostics.report("E0202", name.span, f"`{name.name}` is declared {where} already", help=help_)
        else:
            own.effects[name.name] = helper
    inner = new_resolver(own, replace(game, effects=dict(game.effects)), resolver.diagnostics)
    inner.effects.settle()
    found: dict[str, CallableSymbol] = {}
    for known in own.effects:
        symbol = inner.game.effects[known]
        symbol.scenario = decl.name.name
        found[symbol.label] = symbol
    return inner, found


def _scenario(
    resolver: Resolver,
    decl: syn.ScenarioDecl,
    helpers: dict[str, CallableSymbol],
    keys: Keys,
) -> TypedScenario:
    game, diagnostics = resolver.game, resolver.diagnostics
    title = "".join(part for part in decl.title.parts if isinstance(part, str)) if decl.title else decl.name.name
    names = sorted(PLAYER_NAMES)[: game.players[0]]
    for number, step in enumerate(decl.steps):
        if isinstance(step, syn.GivenPlayers):
            if any(isinstance(one, _ACTS) for one in decl.steps[:number]):
                diagnostics.report("E0701", step.span, "the players are named before the first `when`")
            names = [name.name for name in step.names]
            if not game.players[0] <= len(names) <= game.players[1] and "Player" not in game.reported:
                game.reported |= PLAYER_NAMES - set(names)
                diagnostics.report("E0701", step.span, not_for(len(names), *game.players))
    cites = cites_of(decl.source)
    scenario = TypedScenario(decl.name.name, title, decl.name.span, tuple(names), [], cites, helpers=helpers)
    player = game.enums["Player"]
    before = player.keys
    player.keys = names + [str(number) for number in range(len(names), game.players[1])]
    try:
        for helper in helpers.values():
            assert isinstance(helper.decl, syn.EffectDecl)
            resolve_effect(resolver, helper, helper.decl.body)
        own = shapes_of(helpers.values())
        scenario.names = keys.names.union(own)
        scenario.shapes = keys.shapes | {name: keys.shapes.get(name, ()) + shapes for name, shapes in own.items()}
        for step in decl.steps:
            scope = Scope(resolver, scenario=True)
            typed = _step(scope, scenario, step)
            if typed is not None:
                scenario.steps.append(typed)
            if isinstance(step, _ACTS):
                scenario.moved.update(number for numbers in scenario.placed.values() for number in numbers)
    finally:
        player.keys = before
    return scenario


def _step(scope: Scope, scenario: TypedScenario, step: syn.ScenarioStep) -> Step | None:
    match step:
        case syn.GivenPlayers():
            return None
        case syn.GivenRolls(values):
            pips = tuple(value.value for value in values if isinstance(value, syn.Number))
            return RollsStep(tuple(_roll_value(scope, value) for value in values), pips, step.span)
        case syn.GivenValue(target, value):
            owner = CallableSymbol("given", "effect", [], None, step.span)
            owner.body, owner.locals = _given(scope, scenario, target, value), scope.locals
            return GivenStep(owner, _names_of_state(owner.body or []), step.span)
        case syn.WhenDo(call):
            owner = CallableSymbol("when", "scenario", [], None, step.span)
            body = Body(scope, owner, False, None)
            typed = do_call(body, call)
            if typed is None:
                return None
            owner.body, owner.locals = [typed], scope.locals
            return DoStep(typed, owner, step.span)
        case syn.WhenPlay(what):
            return RunStep(what, step.span)
        case syn.WhenChooses() | syn.ExpectOption():
            return _chooses(scope, scenario, step)
        case syn.ExpectEnd(named, wins):
            player = _player(scope, scenario, named) if named is not None else None
            return EndStep(player, wins, step.span) if named is None or player is not None else None
        case syn.Expect(condition):
            test = expr_of(scope, condition, BOOL)
            return ExpectStep(test, _parts(test, condition), step.span, _names_of_state([test]))
        case _:
            assert_never(step)


def _roll_value(scope: Scope, node: syn.Expr) -> int:
    """The value that a roll is to give; it is not known yet for which roll, so a name must mean one value only."""
    if isinstance(node, syn.Name) and scope.find_local(node.name) is None and not scope.is_state(node.name):
        name, card = node.name, find_card(scope, node.name)
        meant = {f"{enum.name}.{name}": enum.find(name) for enum in enums_with(scope.resolver, name)}
        meant |= {f"{card[1].name}.{name}": card[0]} if card is not None else {}
        if len({*meant.values()}) > 1:
            first, which = next(iter(meant)), " or ".join(f"`{one}`" for one in meant)
            scope.error(node, "E0205", f"`{name}` may be {which}", note="which one?", help=f"write `{first}`")
            return 0
    value = evaluate(scope, resolve_expr(scope, node), NOT_FIXED)
    return value if isinstance(value, int) else 0


def _names_of_state(roots: Iterable[object]) -> frozenset[str]:
    """The names of the variables that nodes read or set themselves."""
    found: set[str] = set()
    for node in nodes_in(*roots):
        match node:
            case tree.StateRead(var) | tree.StateRow(var) | tree.InAnyOf(var=var) | tree.ZonePosition(var=var):
                found.add(var.name)
            case tree.StateChange(var):
                found.add(var.name)
            case tree.ZoneRef(StateSymbol() as var):
                found.add(var.name)
            case _:
                pass
    return frozenset(found)


def _parts(test: tree.TExpr, condition: syn.Expr) -> list[tuple[str, tree.TExpr]]:
    """The expressions shown when an expectation fails: the sides of a comparison that are not literals."""
    written = (condition.left, condition.right) if isinstance(condition, syn.Binary) else ()
    told = {side.span for side in written if not isinstance(side, syn.Number | syn.NoneLiteral)}
    match test:
        case tree.Op(prim.IN_RANGE, [member, *_]):
            sides = [member]
        case tree.Op(row, operands) if row is prim.IN_SET or row in prim.COMPARISONS.values():
            sides = operands
        case _:
            sides = []
    return [(side.span.text, side) for side in sides if not isinstance(side, tree.PileCards) and side.span in told]


# ---- positions -------------------------------------------------------------------------------------------------------


def _given(scope: Scope, scenario: TypedScenario, target: syn.Expr, value: syn.Expr) -> tree.TBlock:
    """The statements that set what `given hand[A] = cook, child` names. Errors: E0201, E0310, E0704."""
    named, indices = (target.base, target.indices) if isinstance(target, syn.Index) else (target, ())
    name = named.name if isinstance(named, syn.Name) else ""
    var = scope.state(name)
    if var is None:
        scope.unknown(name or target.span.text, target.span, "state variable", [*scope.resolver.state])
        return []
    if isinstance(var.type, ErrorType):
        return []
    if var.zone and isinstance(value, syn.PerLiteral) and not indices:
        places = [(syn.Index(target, (entry.key,), span=entry.span), entry.value) for entry in value.entries]
        return [statement for place, cards in places for statement in _given_cards(scope, scenario, place, cards)]
    if var.zone:
        return _given_cards(scope, scenario, target, value)
    dims: list[Type] = list(var.dims)
    type_: Type = var.type
    if isinstance(type_, PerType):
        dims.append(type_.key)
        type_ = type_.value
    if len(indices) > len(dims):
        scope.error(target, "E0310", f"`{name}` takes at most {len(dims)} indices")
        return []
    fixed = [expr_of(scope, index, dim, fit=True) for index, dim in zip(indices, dims, strict=False)]
    left = dims[len(fixed) :]
    if is_faulty(*fixed):
        return []
    if not left:
        return [tree.SetState(var, fixed, constant_expr(scope, value, type_), span=value.span)]
    if len(left) > 1 or not isinstance(value, syn.PerLiteral):
        help_ = f"name all indices{_for_each(scope, left)}"
        scope.error(value, "E0704", f"`{target.span.text}` stands for several values", help=help_)
        return []
    found: tree.TBlock = []
    for entry in value.entries:  # only what is named is set; the rest stays as the game begins
        key = expr_of(scope, entry.key, left[0], fit=True)
        if not is_faulty(key):
            one = constant_expr(scope, entry.value, type_)
            found.append(tree.SetState(var, [*fixed, key], one, span=entry.value.span))
    return found


def _for_each(scope: Scope, dims: list[Type]) -> str:
    """Advice on writing values for the members of a single index, with members of the game."""
    enum = scope.enum(dims[0]) if len(dims) == 1 else None
    if enum is None or len(enum.keys) < 2:
        return ""
    first, second = (key if key.isidentifier() else str(number) for number, key in enumerate(enum.keys[:2], enum.low))
    return f", or write a value for each member of the last one: `{first} ..., {second} ...`"


def _given_cards(scope: Scope, scenario: TypedScenario, target: syn.Expr, value: syn.Expr) -> tree.TBlock:
    """The statements that put the named cards there, the first on top, and the cards that lay there into the box.

    A pile that is given again takes its former copies or those that no `given` has named; if there are none left,
    copies that were named before the last `when`.
    """
    zone = find_zone(scope, target)
    if zone is None or not isinstance(zone.type, PileType | PlaceType):
        return []
    everything = PileType(CardType(None))
    box = tree.ZoneRef(None, [], type=everything, span=target.span)
    found: tree.TBlock = [tree.MoveCards(tree.PileCards(zone, type=everything), box, False, span=target.span)]
    items = value.items if isinstance(value, syn.ListLiteral) else (value,)
    if isinstance(value, syn.EmptyLiteral | syn.NoneLiteral):
        items = ()
    cards: list[tree.TExpr] = []
    placed, moved = scenario.placed, scenario.moved
    former = placed.get(_place_key(zone), [])
    here = placed[_place_key(zone)] = []  # what lay there before is free again
    for item in items:
        card = resolve_expr(scope, item)
        if is_faulty(card) or is_faulty(coerce(scope, card, zone.type.card)):
            continue
        if not isinstance(card, tree.Const):
            help_ = f"write `{'.'.join(map(str, item.path))}`" if isinstance(item, syn.NewCard) else ""
            scope.error(item, "E0704", "`given` names each card by its key", help=help_)
            continue
        copies, taken = copies_of(scope, card), {number for numbers in placed.values() for number in numbers}
        ranks = [(n in taken, n in moved and n not in former, n) for n in copies if n in moved or n not in taken]
        free = min(ranks)[2] if ranks else None
        if free is None:
            there = f"there {'is' if len(copies) == 1 else 'are'} only {len(copies)}"
            scope.error(item, "E0704", f"{there} of `{dotted(item) or item.span.text}`")
        else:
            moved.discard(free)
            here.append(free)
            cards.append(tree.Const(free, type=card.type, span=item.span))
    found += [tree.MoveCards(card, zone, False, span=value.span) for card in reversed(cards)]
    return found


def _place_key(zone: tree.ZoneRef) -> str:
    """A pile or place with its indices, in canonical form."""
    name = zone.var.name if zone.var is not None else "box"
    return ", ".join([name, *(str(index.value) if isinstance(index, tree.Const) else "" for index in zone.indices)])


# ---- choices by key --------------------------------------------------------------------------------------------------


def _chooses(scope: Scope, scenario: TypedScenario, step: syn.WhenChooses | syn.ExpectOption) -> Step | None:
    player, key = _player(scope, scenario, step.player), step.key
    if player is None:
        return None
    check_key(scope, scenario, key)
    expected = step.can if isinstance(step, syn.ExpectOption) else None
    return ChoosesStep(player, tuple(keys_of(scenario, key)), step.span, expected)


def _player(scope: Scope, scenario: TypedScenario, player: syn.Ident) -> int | None:
    """The number of a player that a step names; None if there is none."""
    if player.name in scenario.players:
        return scenario.players.index(player.name)
    scope.unknown(player.name, player.span, "player", list(scenario.players), "E0702")
    return None
