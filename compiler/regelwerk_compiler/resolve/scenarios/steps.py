"""Scenarios as typed steps. Players and cards have names there."""

from __future__ import annotations

from regelwerk_dsl import syntax as syn
from regelwerk_dsl.diagnostics import Diagnostics, Severity
from regelwerk_dsl.source import Span

from ...declare.collect import Declarations
from ...model import tree
from ...model.scenarios import (
    ChoosesStep,
    DoStep,
    ExpectStep,
    GivenStep,
    RollsStep,
    RunStep,
    Step,
    TypedScenario,
)
from ...model.symbols import CallableSymbol, Game, cites_of
from ...model.types import BOOL
from ...model.walk import all_callables, nodes_in
from ...primitives import table as prim
from ..constants import NOT_FIXED, evaluate
from ..dispatch import expr_of, resolve_expr
from ..fields import dotted
from ..resolver import new_resolver
from ..scope import PLAYER_NAMES, Body, Resolver, Scope
from ..statements.invocations import do_call
from .givens import resolve_given


def resolve_scenarios(game: Game, diagnostics: Diagnostics, *, amended: bool = False) -> list[TypedScenario]:
    """Every scenario, typed. Errors: those of expressions, and E0701 to E0704.

    In a game that variants have amended, a scenario of the base that no longer fits is no error of the sources: it
    stays as a scenario that fails and says why.
    """
    options = _option_names(game) if game.scenarios else frozenset()
    known, found = new_resolver(Declarations(), game, diagnostics), []
    for decl in game.scenarios:
        own = new_resolver(Declarations(), game, Diagnostics()) if amended else known
        scenario = _scenario(own, decl, options)
        if amended and own.diagnostics.has_errors:
            why = next(item.message for item in own.diagnostics if item.severity is Severity.ERROR)
            text = f"the worked example (in these variants {why})"
            scenario.steps = [ExpectStep(tree.Const(False, type=BOOL), [], decl.name.span, text)]
        found.append(scenario)
    return found


def _scenario(resolver: Resolver, decl: syn.ScenarioDecl, options: frozenset[str]) -> TypedScenario:
    game, diagnostics = resolver.game, resolver.diagnostics
    title = "".join(part for part in decl.title.parts if isinstance(part, str)) if decl.title else decl.name.name
    names = sorted(PLAYER_NAMES)[: game.players[0]]
    for step in decl.steps:
        if isinstance(step, syn.GivenPlayers):
            names = [name.name for name in step.names]
            if not game.players[0] <= len(names) <= game.players[1] and "Player" not in game.poisoned:
                game.poisoned |= PLAYER_NAMES - set(names)
                fit = f"the game is for {game.players[0]} to {game.players[1]} players"
                diagnostics.report("E0701", step.span, f"{fit}, and here are {len(names)}")
    cites = cites_of(decl.source)
    scenario = TypedScenario(decl.name.name, title, decl.name.span, tuple(names), [], cites, options=options)
    player = game.enums["Player"]
    before = player.keys
    player.keys = names + [str(number) for number in range(len(names), game.players[1])]
    try:
        for step in decl.steps:
            scope = Scope(resolver, scenario=True)
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
            owner.body = resolve_given(scope, scenario.placed, target, value)
            owner.locals = scope.locals
            return GivenStep(owner, step.span)
        case syn.WhenDo(call):
            owner = CallableSymbol("when", "scenario", [], None, step.span)
            body = Body(scope, owner, False, None)
            typed, _ = do_call(body, call)
            owner.body = [typed]
            owner.locals = scope.locals
            if isinstance(typed, tree.Do) and not typed.callee.name:
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
    value = evaluate(scope, resolve_expr(scope, node), NOT_FIXED)
    return value if isinstance(value, int) else 0


def _parts(test: tree.TExpr) -> list[tuple[str, tree.TExpr]]:
    """What to show when an expectation fails: the sides of a comparison."""
    match test:
        case tree.Op(prim.IN_RANGE, [member, *_]):
            sides = [member]
        case tree.Op(row, operands) if row is prim.IN_SET or row in prim.COMPARISONS.values():
            sides = operands
        case _:
            sides = []
    return [
        (side.span.text, side)
        for side in sides
        if not isinstance(side, tree.Const) and not isinstance(side, tree.PileCards)
    ]


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
        if isinstance(node, tree.TOption)
    )
