"""Checks of the call graph: recursion, unused declarations, and card types that no pile or place can hold."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from itertools import chain

from msgspec import Struct
from regelwerk_dsl import syntax as syn
from regelwerk_dsl.diagnostics import Diagnostics, Label
from regelwerk_dsl.source import NO_SPAN, Span

from ..amend import History
from ..checked.graph import Graph, Kind, Node, callable_node
from ..model import tree
from ..model.symbols import CallableSymbol, Game
from ..model.types import CardType, PileType, PlaceType, Type
from ..model.walk import ability_bodies, acts_of, all_callables, blocks_of, children, nodes_of
from .known import Known


def called_by(game: Game, node: object) -> list[CallableSymbol]:
    """The bodies that a typed node may call directly."""
    match node:
        case tree.DefineCall(callee) | tree.Do(callee):
            return [callee]
        case tree.AbilityRead(card_type, name) | tree.DoAbility(card_type, name):
            return ability_bodies(game, card_type, name)
        case _:
            return []


MOST_CALLS = 150  # of a chain in which each calls the next
MOST_LOOPS = 16  # Python allows twenty, and the compiler needs some

# ---- recursion -------------------------------------------------------------------------------------------------------


def check_changed_recursion(game: Game, known: Known, diagnostics: Diagnostics) -> None:
    """`check_recursion` for the game of a change, whose chains are derived from those of the base.

    A chain goes through new callables, and from one of them to the next as in the base. If it cannot become too long
    that way, only calls are followed that may lead to a call of something that an edit has touched: the others are as
    they were when they were checked before.
    """
    fresh, longest, touched = known.fresh(game), max(known.heights.values(), default=0), known.touched
    new = sum(known.labels.get(callee.label) is not callee.decl for callee in fresh)
    if touched is None or new + (new + 1) * longest > MOST_CALLS:
        check_recursion(game, fresh, diagnostics, known.heights)
    else:
        beginning = (callee for callee in known.differing(game) if callee.declared in touched.names)
        check_recursion(game, beginning, diagnostics, known.heights, touched.callers)


def check_recursion(
    game: Game,
    callables: Iterable[CallableSymbol],
    diagnostics: Diagnostics,
    heights: dict[CallableSymbol, int] | None = None,
    callers: Collection[str] | None = None,
) -> None:
    """E0401 for each cycle of calls from some callables, once, with all its edges, unless it may nest or waits.

    A card that plays cards of its own type is a cycle too.

    E0124 for a callable that begins too long a chain of calls, or whose loops are nested too deeply.

    Args:
        game: the typed game.
        callables: those from which chains are followed.
        diagnostics: gets the errors.
        heights: the longest chain of calls from what is known; gets those of the others.
        callers: the names of the declarations through which chains are followed; None for all.
    """
    heights = {} if heights is None else heights
    reported: set[CallableSymbol] = set()
    for callee in callables:
        if _loops_deep(callee.body or []) > MOST_LOOPS:
            what = f"loops and conditions are nested more than {MOST_LOOPS} deep here"
            help_ = "a `for each` counts twice; let an effect or a definition do the inner ones"
            diagnostics.report("E0124", callee.span, what, help=help_)
        if callee in heights:
            continue
        path, at = [_Call(callee, _calls(game, callee))], {callee: 0}
        while path:
            call = path[-1]
            span, target = next(call.targets, (None, None))
            if span is None or target is None:
                path.pop()
                del at[call.callee]
                _finish(call, heights, path[-1] if path else None, diagnostics)
            elif target in at:
                if target not in reported:
                    reported.add(target)
                    cycle = [(one.callee, one.span) for one in path[at[target] :]]
                    _report_cycle(diagnostics, target, [*cycle[:-1], (call.callee, span)])
            elif target in heights:
                call.height = max(call.height, heights[target] + 1)
            elif callers is None or target.declared in callers:
                call.span = span
                at[target] = len(path)
                path.append(_Call(target, _calls(game, target)))


class _Call(Struct):
    """A body on the path that is followed: its next calls, the place of the current one, and its height so far."""

    callee: CallableSymbol
    targets: Iterator[tuple[Span, CallableSymbol]]
    span: Span = NO_SPAN
    height: int = 1


def _calls(game: Game, callee: CallableSymbol) -> Iterator[tuple[Span, CallableSymbol]]:
    for node in acts_of(callee):
        for target in called_by(game, node):
            if not target.nests and not target.queued:
                yield getattr(node, "span", callee.span), target


def _finish(call: _Call, heights: dict[CallableSymbol, int], caller: _Call | None, diagnostics: Diagnostics) -> None:
    """Records the height of a body whose calls have all been followed. Errors: E0124."""
    heights[call.callee] = call.height
    if caller is not None:
        caller.height = max(caller.height, call.height + 1)
    if call.height == MOST_CALLS + 1:
        what = f"`{call.callee.label}` begins a chain of more than {MOST_CALLS} calls"
        diagnostics.report("E0124", call.callee.span, what, help="let one effect do what several do")


def _loops_deep(body: tree.TBlock) -> int:
    """The deepest nesting of loops, choices and conditions; a loop with a condition counts twice."""
    deepest = 0
    for statement in body:
        own = 1 + len(statement.loops) if isinstance(statement, tree.ForEach) else 1
        blocks = [*blocks_of(statement)]
        deepest = max(deepest, own + max(map(_loops_deep, blocks), default=0))
        inner = {id(one) for block in blocks for one in block}
        waiting = children(statement)
        while waiting:
            node = waiting.pop()
            if id(node) not in inner:
                waiting += children(node)
            if isinstance(node, tree.Quantify | tree.TOption):
                deepest = max(deepest, 2 * len(node.loops))
    return deepest


def _report_cycle(diagnostics: Diagnostics, target: CallableSymbol, cycle: list[tuple[CallableSymbol, Span]]) -> None:
    what, help_ = f"`{target.label}` is recursive", "use `repeat` for what happens repeatedly"
    if target.kind in ("ability", "listener", "event", "effect"):
        help_ += ", or let it nest: " + _nesting(target)
    note = "this call closes the circle" if len(cycle) > 1 else "it calls itself here"
    labels = tuple(Label(span, f"`{callee.label}` makes the next call here") for callee, span in cycle[:-1])
    diagnostics.report("E0401", cycle[-1][1], what, note=note, labels=labels, help=help_)


def _nesting(callee: CallableSymbol) -> str:
    """Advice on declaring a callable of a cycle as nesting; for a listener, its event."""
    if callee.owner is None or callee.kind == "listener":
        decl = callee.decl
        name = decl.event.name if isinstance(decl, syn.Listener) else callee.name
        return f"`{'effect' if callee.kind == 'effect' else 'event'} {name}(…) may nest`"
    return f"`{callee.name}(…) may nest` in the card type {callee.owner.card_type}"


# ---- answers ---------------------------------------------------------------------------------------------------------


def check_answers(game: Game, diagnostics: Diagnostics) -> None:
    """E0408 for a listener with `instead` whose event is never emitted with a block."""
    nodes = chain.from_iterable(map(nodes_of, all_callables(game)))
    calls = (node for node in nodes if isinstance(node, tree.Do))
    replaced = {call.callee.name for call in calls if call.callee.kind == "event" and call.local is not None}
    for card in game.cards.values():
        for listener in card.listeners:
            event = game.events[listener.event]
            if not listener.decl.instead or listener.event in replaced:
                continue
            what, help_ = (
                f"there is nothing to do instead of `{event.name}`",
                f"write `emit {event.name}(…):` and a block",
            )
            if event.queued:
                what, help_ = (
                    f"`{event.name}` is queued and happens later, so nothing can replace it",
                    "leave out `instead`",
                )
            diagnostics.report("E0408", listener.decl.event.span, what, help=help_)


# ---- unused declarations ---------------------------------------------------------------------------------------------


class _Declared(Struct, frozen=True):
    """Something that should be used, and the message if nothing reaches it."""

    name: str
    node: Node
    span: Span
    message: str
    kind: str
    bodies: list[CallableSymbol]


def check_usage(graph: Graph, diagnostics: Diagnostics, known: Collection[str] = ()) -> None:
    """W0702 for unused declarations, W0705 for cards that no zone can hold.

    Of several that are used by one another only, the first is reported: what it calls is used once it is used itself.

    Args:
        graph: that of the typed game; the game without its changes may need what they leave unused.
        diagnostics: gets the warnings.
        known: labels of callables that count as used, as those of the base do in the game of a variant.
    """
    game = graph.game
    declared = [one for one in _declared(game) if not known or {body.label for body in one.bodies} - {*known}]
    if declared:
        _report_unused(graph, diagnostics, declared, known)
    for card_type in game.card_types.values():
        if card_type.cards and not any(_holds(var.type, card_type.type) for var in game.state.values()):
            begins = "" if card_type.endless else " = all"
            help_ = f"declare one in `state:`, for example `deck: pile of {card_type.name}{begins}`"
            what = f"no pile or place can hold {card_type.name} cards"
            diagnostics.report("W0705", card_type.span, what, help=help_)


def _report_unused(graph: Graph, diagnostics: Diagnostics, declared: list[_Declared], known: Collection[str]) -> None:
    """W0702 for declared things that nothing reaches."""
    history = graph.history
    given = [callable_node(callee) for callee in all_callables(graph.game) if callee.label in known]
    used = graph.reached([*_roots(graph), *map(callable_node, _constants(graph.game)), *given])
    for one in _first_causes(graph, [one for one in declared if one.node not in used]):
        changes = " and ".join(f"`{name}`" for name in _taking_away(history, one.name))
        unless = f", unless the game without {changes} needs it" if changes and history.origin(one.span) is None else ""
        diagnostics.report("W0702", one.span, one.message, help=f"use this {one.kind}, or remove it{unless}")


def _taking_away(history: History, name: str) -> Iterator[str]:
    """The changes that have replaced or removed something in which a name stands."""
    word = re.compile(rf"\b{re.escape(name)}\b")
    steps = chain.from_iterable(history.changes.values())
    taken = {step.chosen.decl.name.name for step in steps if word.search(step.old_span.text)}
    return (change for change in reversed(history.latest) if change in taken)


def _first_causes(graph: Graph, unused: list[_Declared]) -> list[_Declared]:
    """The declarations to which no other leads; of several that lead to each other, if no other does, the first."""

    def not_led_to(some: Iterable[_Declared]) -> list[_Declared]:
        """The declarations to which none before them leads."""
        led_to, found = set[Node](), []
        for one in some:
            if one.node not in led_to:
                found.append(one)
                led_to |= graph.reached([one.node])
        return found

    # one that a later one leads to cannot lead back, or it would have led there first
    return not_led_to(reversed(not_led_to(unused)))[::-1]


def _constants(game: Game) -> list[CallableSymbol]:
    """The definitions whose values replace calls: in bounds, cells, fields of cards, sizes of enums."""
    folded = {name for _, names in game.folded for name in names}
    return [define for define in game.defines.values() if (define.name,) in folded]


def folded_away(graph: Graph) -> list[CallableSymbol]:
    """The definitions whose values replace all their calls, so that their bodies have no part in play."""
    initials = (var.initial for var in graph.game.state.values() if var.initial is not None)
    used = graph.reached([*_roots(graph), *graph.mentioned(*initials)])
    return [define for define in _constants(graph.game) if callable_node(define) not in used]


def _declared(game: Game) -> Iterator[_Declared]:
    """All declarations that something should use."""
    for kind, verb, symbols in (
        ("effect", "calls", game.effects),
        ("define", "uses", game.defines),
        ("event", "emits", game.events),
    ):
        for callee in symbols.values():
            what, named = f"nothing {verb} `{callee.name}`", callee.span.text
            if named != callee.name:  # a block before or after an effect
                what, kind = f"nothing comes to what is done here: `{named}` never comes to its end", "block"
            yield _Declared(callee.name, callable_node(callee), callee.span, what, kind, [callee])
    for card_type in game.card_types.values():
        for name, ability in card_type.abilities.items():
            what, bodies = f"nothing uses the ability `{name}`", ability_bodies(game, card_type.name, name)
            node = Node(Kind.ABILITY, (card_type.name, name))
            yield _Declared(name, node, ability.decl.name.span, what, "ability", bodies)


def _holds(type_: Type, card: CardType) -> bool:
    return isinstance(type_, PileType | PlaceType) and (type_.card.name is None or type_.card == card)


def _roots(graph: Graph) -> Iterator[Node]:
    """The roots of the call graph: what the frame, listeners, measures and chapters mention."""
    game = graph.game
    listeners = [listener.callable for card in game.cards.values() for listener in card.listeners]
    for callee in (game.setup, game.play, *listeners, *game.measures.values()):
        if callee is not None:
            yield from graph.uses(callee)
    yield from graph.mentioned(*(line.value for line in game.outcome))
    yield from graph.mentioned(*(invariant.condition for invariant in game.invariants))
    if game.value is not None:
        yield from graph.mentioned(game.value[1])
    yield from graph.mentioned(*(block.text for block in chain.from_iterable(game.prose.values())))
