"""The search for the faults of a typed game, and the planting of one at a time.

A fault is a list of edits of the typed tree. Each edit is undone exactly, so that one game serves for all faults.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from regelwerk_compiler.check.calls import folded_away
from regelwerk_compiler.checked.graph import Graph
from regelwerk_compiler.model.symbols import ListenerSymbol
from regelwerk_compiler.model.walk import all_callables

from .bodies import body_faults
from .cells import card_faults, default_faults, table_faults
from .fault import Draft, Fault, quoted


def find_faults(graph: Graph) -> list[Fault]:
    """Every fault that can be planted in a game, in order of declaration; equal sources give equal ids.

    Invariants, scenarios, bounds of the state, texts, `outcome`, `value` and measures get none; nor do definitions used
    only for constants, because these are evaluated before a fault can be planted.
    """
    game, drafts = graph.game, list[Draft]()
    for enum in game.enums.values():
        drafts += table_faults(game, enum) if not enum.of_cards else []  # the fields of cards have them
    for kind in game.card_types.values():
        drafts += default_faults(game, kind)
        for card in kind.cards:
            drafts += card_faults(game, kind, card)
    known: set[int] = set()
    away = {id(define) for define in folded_away(graph)}
    listeners = [one for kind in game.card_types.values() for card in kind.cards for one in card.listeners]
    for callee in all_callables(game):
        if id(callee) not in away and callee.kind != "measure":
            found = body_faults(game, callee, known)
            drafts += _unanswered(found, listeners) if callee.kind == "event" else found
    for listener in listeners:
        drafts += body_faults(game, listener.callable, known, listener)
    return _numbered(drafts)


def _unanswered(found: list[Draft], listeners: list[ListenerSymbol]) -> list[Draft]:
    """One fault for each listener: it never answers. Nothing else in the code of an event is in the sources.

    Args:
        found: the faults of an event, which calls a listener in several places if a player orders them.
        listeners: those of all cards.
    """
    labels = {one.decl.span: one.callable.label for one in listeners}
    silent: dict[str, Draft] = {}
    for draft in found:
        label = labels.get(draft.span)
        if label is not None and draft.kind == "drop":
            head = quoted(draft.span.text.partition(":")[0])
            one = silent.setdefault(label, Draft(label, "drop", draft.span, f"{head} never answers", [], "silent"))
            one.edits += draft.edits
    return [*silent.values()]


def _numbered(drafts: list[Draft]) -> list[Fault]:
    """Names each fault by its declaration, its kind and its number among those."""
    counted: dict[tuple[str, str], int] = {}
    faults = []
    for draft in drafts:
        if draft.name:
            name = f"{draft.declaration}.{draft.name}"
        else:
            key = (draft.declaration, draft.kind)
            if not draft.sign or draft.sign == "+":
                counted[key] = counted.get(key, 0) + 1
            name = f"{draft.declaration}.{draft.kind}.{counted[key]}{draft.sign}"
        faults.append(Fault(name, draft.declaration, draft.kind, draft.span, draft.words, tuple(draft.edits)))
    return faults


@contextmanager
def planted(fault: Fault) -> Iterator[None]:
    """The game with a fault, within the block."""
    before = []
    try:
        for edit in fault.edits:
            before.append((edit, edit.read()))
            edit.write(edit.value)
        yield
    finally:
        for edit, value in reversed(before):
            edit.write(value)
