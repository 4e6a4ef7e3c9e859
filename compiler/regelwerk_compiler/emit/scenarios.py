"""The emitted module of scenarios: it imports the names of the game's module."""

from __future__ import annotations

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
from ..model.walk import nodes_in
from .module import Emitter
from .names import m
from .writer import Writer, listed


def emit_scenarios(scenarios: list[TypedScenario], emitter: Emitter) -> str:
    """The text of the module; `SCENARIOS` holds them in source order.

    `emitter` has written the module whose names it imports: the game's, with the effects of scenarios if there are any.
    """
    before, before_late = set(emitter.tables.wanted), set(emitter.tables.late)
    functions, writer, run = emitter.functions, emitter.writer, emitter.tables.run
    run.used.clear()
    lines_of_game, writer.lines = writer.lines, []  # what follows goes into a module of its own
    entries: list[str] = []
    own = ", GAME" if any(scenario.helpers for scenario in scenarios) else ""  # it numbers its points otherwise
    for scenario in scenarios:
        steps = [_step(emitter, writer, scenario, number, step) for number, step in enumerate(scenario.steps, 1)]
        facts = f"{scenario.name!r}, {scenario.title!r}, {scenario.span.where!r}, {scenario.players!r}"
        entries.append(f"    {run.Scenario}({facts}, (")
        entries += [f"        {step}," for step in steps]
        entries.append(f"    ){own}),")
    head = [
        '"""The worked examples. Do not edit: change the sources and build again."""',
        "",
        *run.imports(),
        "from regelwerk_game import *",
        "",
    ]
    head += [f"{name} = {text}" for name, text in emitter.tables.wanted.items() if name not in before]
    for name, (card_type, ability) in emitter.tables.late.items():
        if name not in before_late:
            stops = (card_type, ability) in functions.stopping_abilities
            head.append(f"{name} = {emitter.tables.ability_line(card_type, ability, stops)}")
    head += ["", ""]
    body = [text for text, _ in writer.lines]
    writer.lines = lines_of_game
    return "\n".join([*head, *body, "SCENARIOS = (", *entries, ")"]) + "\n"


def _step(emitter: Emitter, writer: Writer, scenario: TypedScenario, number: int, step: Step) -> str:
    where, name = step.span.where, f"{scenario.name}_{number}"
    text, run = " ".join(step.span.text.split()), emitter.tables.run
    match step:
        case GivenStep(callable_, state):
            function = emitter.names.claim(f"{name}_given")
            _plain(emitter, writer, function, callable_)
            places = tuple(_places(emitter, callable_.body or []))
            return f"{run.Given}({function}, {tuple(sorted(state))!r}, {where!r}, {text!r}, {places!r})"
        case RollsStep(values, pips):
            return f"{run.Rolls}({values!r}, {pips!r}, {where!r}, {text!r})"
        case DoStep(call):
            function = emitter.names.claim(f"{name}_do")
            _do(emitter, writer, function, call)
            return f"{run.Do}({function}, {where!r}, {text!r})"
        case RunStep(what):
            return f"{run.Run}({what!r}, {where!r}, {text!r})"
        case ChoosesStep(player, keys, _, None):
            return f"{run.Chooses}({player}, {keys!r}, {where!r}, {text!r})"
        case ChoosesStep(player, keys, _, expected):
            return f"{run.Can}({player}, {keys!r}, {expected}, {where!r}, {text!r})"
        case EndStep(player, wins):
            return f"{run.Ends}({player}, {wins}, {where!r}, {text!r})"
        case ExpectStep():
            return _expect(emitter, writer, name, step, where, step.text or text)


def _places(emitter: Emitter, body: tree.TBlock) -> Iterator[tuple[str, tuple[int, ...]]]:
    """The variables that statements of a `given` set, with positions of their indices; none whose index is reckoned."""
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


def _plain(emitter: Emitter, writer: Writer, name: str, callee: CallableSymbol) -> None:
    handler = Handler(callee, "plain", [], callee.locals, callee.body or [])
    emitter.functions.statements.handler = handler
    emitter.functions.expressions.locals = emitter.names.name_locals(callee.locals)
    with writer.function(f"def {name}(m: {emitter.tables.run.Match}) -> None:", callee.span):
        writer.line("s = m.s")
        emitter.spend(callee.body)
        emitter.functions.statements.block(callee.body or [])


def _do(emitter: Emitter, writer: Writer, name: str, call: tree.Do | tree.DoAbility) -> None:
    functions, tables = emitter.functions, emitter.tables
    arguments = [functions.text(argument) for argument in call.arguments]
    with writer.function(f"def {name}(m: {tables.run.Match}) -> None:", call.span):
        writer.line("s = m.s")
        emitter.spend(call)
        if isinstance(call, tree.DoAbility):
            card = functions.text(call.base)
            known = f"{tables.ability(call.card_type, call.name)}[{card}]"
            if (call.card_type, call.name) in functions.stopping_abilities:
                writer.line(f"{m.push}({listed([known, card, *arguments])})")
            else:
                writer.line(f"{known}({', '.join(['m', card, *arguments])})")
        elif id(call.callee) in functions.points.starts:
            writer.line(f"{m.push}({listed([tables.handler(call.callee), *arguments])})")
        else:
            writer.line(f"{tables.function(call.callee)}({', '.join(['m', *arguments])})")


def _expect(emitter: Emitter, writer: Writer, name: str, step: ExpectStep, where: str, text: str) -> str:
    functions = emitter.functions
    locals_ = [node.local for node in nodes_in(step.condition) if isinstance(node, tree.Loop)]
    functions.expressions.locals = emitter.names.name_locals(locals_)
    holds, values = emitter.names.claim(f"{name}_holds"), emitter.names.claim(f"{name}_values")
    with writer.function(f"def {holds}(s: State) -> bool:", step.span):
        emitter.spend(step.condition)
        writer.line(f"return bool({functions.text(step.condition)})", step.span)
    with writer.function(f"def {values}(s: State) -> tuple[tuple[str, str, object], ...]:", step.span):
        emitter.spend([value for _, value in step.parts])
        kind = emitter.sentences.kind
        shown = [f"({part!r}, {kind(value.type)!r}, {functions.text(value)})" for part, value in step.parts]
        writer.line(f"return {listed(shown)}", step.span)
    return f"{emitter.tables.run.Expect}({holds}, {values}, {tuple(sorted(step.state))!r}, {where!r}, {text!r})"
