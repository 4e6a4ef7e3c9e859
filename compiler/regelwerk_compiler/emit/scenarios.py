"""The emitted module of scenarios: it imports the names of the game's module."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..model import tree
from ..model.ir import Handler
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
)
from ..model.symbols import CallableSymbol, StateSymbol
from .module import Emitter, write_imports
from .names import m
from .template import Rows, call_of, literal, name, py, tuple_of
from .writer import Writer


def emit_scenarios(scenarios: list[TypedScenario], emitter: Emitter) -> str:
    """The text of the module; `SCENARIOS` holds them in source order.

    `emitter` has written the module whose names it imports: the game's, with the effects of scenarios if there are any.
    """
    known_constants, known_abilities = set(emitter.tables.constants), set(emitter.tables.ability_tables)
    functions, tables, run = emitter.functions, emitter.tables, emitter.tables.run
    run.used.clear()
    entries: list[ast.expr] = []
    first = len(emitter.writer.body)
    for scenario in scenarios:
        steps = [_step(emitter, scenario, number, step) for number, step in enumerate(scenario.steps, 1)]
        facts = map(literal, (scenario.name, scenario.title, scenario.span.where, scenario.players))
        own = [name("GAME")] if any(one.helpers for one in scenarios) else []  # with other points
        entries.append(call_of(run.Scenario, *facts, Rows(steps), *own))
    head, tail = Writer(), Writer()
    title = "The worked examples. Do not edit: change the sources and build again."
    write_imports(head, title, tables, ast.ImportFrom("regelwerk_game", [ast.alias("*")], 0))
    for table, value in tables.constants.items():
        if table not in known_constants:
            head.add("{} = {}", table, value)
    for table, (card_type, ability) in tables.ability_tables.items():
        if table not in known_abilities:
            stops = (card_type, ability) in functions.stopping_abilities
            head.add("{} = {}", table, tables.ability_table(card_type, ability, stops))
    tail.add("SCENARIOS = {}", Rows(entries))
    body = emitter.writer.taken(first).lines()
    return "\n".join([*head.lines().texts, "", "", *body.texts, *tail.lines().texts]) + "\n"


def _step(emitter: Emitter, scenario: TypedScenario, number: int, step: Step) -> ast.expr:
    where, title = step.span.where, f"{scenario.name}_{number}"
    text, run = " ".join(step.span.text.split()), emitter.tables.run
    place = literal(where), literal(text)
    match step:
        case GivenStep(callable_, state):
            function = emitter.names.claim(f"{title}_given")
            _plain(emitter, function, callable_)
            places = literal((*_places(emitter, callable_.body or []),))
            return call_of(run.Given, name(function), literal((*sorted(state),)), *place, places)
        case RollsStep(values, pips):
            return call_of(run.Rolls, literal(values), literal(pips), *place)
        case DoStep(call):
            function = emitter.names.claim(f"{title}_do")
            _do(emitter, function, call)
            return call_of(run.Do, name(function), *place)
        case RunStep(what):
            return call_of(run.Run, literal(what), *place)
        case ChoosesStep(player, keys, _, None):
            return call_of(run.Chooses, literal(player), literal(keys), *place)
        case ChoosesStep(player, keys, _, expected):
            return call_of(run.Can, literal(player), literal(keys), literal(expected), *place)
        case EndStep(player, wins):
            return call_of(run.Ends, literal(player), literal(wins), *place)
        case ExpectStep():
            return _expect(emitter, title, step, where, step.text or text)


def _places(emitter: Emitter, body: tree.TBlock) -> Iterator[tuple[str, tuple[int, ...]]]:
    """The variables that statements of a `given` set, with the positions of their indices, if these are constant."""
    for statement in body:
        match statement:
            case tree.SetState(var, indices) | tree.MoveCards(
                tree.PileCards(tree.ZoneRef(StateSymbol() as var, indices))
            ):
                low = emitter.tables.low
                fixed = [(one.value, low(one.type)) for one in indices if isinstance(one, tree.Const)]
                at = tuple(value - first for value, first in fixed if isinstance(value, int))
                if len(at) == len(indices):
                    yield var.name, at
            case _:
                pass


def _plain(emitter: Emitter, function: str, callee: CallableSymbol) -> None:
    handler = Handler(callee, "plain", [], callee.locals, callee.body or [])
    emitter.functions.statements.handler = handler
    emitter.functions.expressions.locals = emitter.names.name_locals(callee.locals)
    with emitter.writer.function(function, [("m", emitter.tables.run.Match)], py("None"), callee.span):
        emitter.writer.add("s = m.s")
        emitter.spend(callee.body)
        emitter.functions.statements.block(callee.body or [])


def _do(emitter: Emitter, function: str, call: tree.Do | tree.DoAbility) -> None:
    functions, tables, writer = emitter.functions, emitter.tables, emitter.writer
    emitter.name_free_locals(call)
    arguments = [functions.expr(argument) for argument in call.arguments]
    with writer.function(function, [("m", tables.run.Match)], py("None"), call.span):
        writer.add("s = m.s")
        emitter.spend(call)
        if isinstance(call, tree.DoAbility):
            card = functions.expr(call.base)
            known = py("{}[{}]", tables.ability(call.card_type, call.name), card)
            if (call.card_type, call.name) in functions.stopping_abilities:
                writer.add("{}({})", m.push, tuple_of([known, card, *arguments]))
            else:
                writer.add("{}(m, {*})", known, [card, *arguments])
        elif call.callee in functions.points.starts:
            writer.add("{}({})", m.push, tuple_of([tables.handler(call.callee), *arguments]))
        else:
            writer.add("{}(m, {*})", tables.function(call.callee), arguments)


def _expect(emitter: Emitter, title: str, step: ExpectStep, where: str, text: str) -> ast.expr:
    functions, writer = emitter.functions, emitter.writer
    holds, values = emitter.names.claim(f"{title}_holds"), emitter.names.claim(f"{title}_values")
    emitter.write_condition(holds, step.condition, step.span)
    with writer.function(values, [("s", "State")], py("tuple[tuple[str, str, object], ...]"), step.span):
        emitter.spend([value for _, value in step.parts])
        kind = emitter.sentences.kind
        shown = [literal((part, kind(value.type), functions.expr(value))) for part, value in step.parts]
        writer.add("return {}", tuple_of(shown), span=step.span)
    facts = map(literal, ((*sorted(step.state),), where, text))
    return call_of(emitter.tables.run.Expect, name(holds), name(values), *facts)
