"""Leaks of hidden information: sentences of the log, prompts and offers that read what not everybody may see."""

from __future__ import annotations

from collections.abc import Iterator

from regelwerk_dsl.diagnostics import Diagnostics, Label
from regelwerk_dsl.source import Span

from ..model import tree
from ..model.symbols import CallableSymbol, Game, StateSymbol
from ..model.types import MemberType
from ..model.walk import all_callables, children, nodes_in
from ..primitives import table as prim


def check_secrets(game: Game, diagnostics: Diagnostics) -> None:
    """W0706: a `says` that reads what only some see, or a prompt or option that reads what its reader does not see."""
    for callee in all_callables(game):
        for slot in callee.slots.get("says", ()):
            for var, where, _ in secrets_in(slot):
                if var.seen[0] != "all":
                    _report(diagnostics, where, var, "everybody reads this in the log")
        for statement in callee.body or []:
            for node in nodes_in(statement):
                if isinstance(node, tree.ChooseValue | tree.ChooseOption):
                    _choice(node, diagnostics)


def _choice(node: tree.ChooseValue | tree.ChooseOption, diagnostics: Diagnostics) -> None:
    slots = list(node.prompt_slots)
    if isinstance(node, tree.ChooseOption):
        slots += [slot for option in node.options for slot in option.slots]
    for slot in slots:
        for var, where, indices in secrets_in(slot):
            if var.seen[0] == "all" or (var.seen[0] == "index" and _is_own(var, indices, node.player)):
                continue
            if var.seen[0] == "owner":
                continue  # known only at play
            _report(diagnostics, where, var, "who chooses here may not see it")


def _is_own(var: StateSymbol, indices: list[tree.TExpr], player: tree.TExpr) -> bool:
    at = var.dims.index(MemberType("Player"))
    mine = indices[at] if at < len(indices) else None
    return isinstance(mine, tree.LocalRef) and isinstance(player, tree.LocalRef) and mine.local is player.local


def secrets_in(
    node: object, seen: frozenset[int] = frozenset()
) -> Iterator[tuple[StateSymbol, Span, list[tree.TExpr]]]:
    """Every reading of a variable that is not open to all; how many cards lie in a pile is open."""
    match node:
        case tree.Op(prim.CARD_COUNT | prim.NO_CARDS, [tree.PileCards(_, None)]):
            return
        case tree.StateRead(var, indices) | tree.StateRow(var, indices):
            if var.seen[0] != "all":
                yield var, node.span, indices
        case tree.PileCards(zone) | tree.PlaceRead(zone):
            if zone.var is not None and zone.var.seen[0] != "all":
                yield zone.var, node.span, zone.indices
        case tree.DefineCall(callee) if id(callee) not in seen:
            yield from _in_define(callee, node.span, seen | {id(callee)})
        case _:
            pass
    for child in children(node):
        yield from secrets_in(child, seen)


def _in_define(
    callee: CallableSymbol, span: Span, seen: frozenset[int]
) -> Iterator[tuple[StateSymbol, Span, list[tree.TExpr]]]:
    for statement in callee.body or []:
        for var, _, _ in secrets_in(statement, seen):
            yield var, span, []


def _report(diagnostics: Diagnostics, span: Span, var: StateSymbol, why: str) -> None:
    who = "nobody" if var.seen[0] == "nobody" else "only some"
    diagnostics.report(
        "W0706",
        span,
        f"this tells of `{var.name}`, which {who} may see",
        note=why,
        labels=(Label(var.span, "declared here"),),
        help="leave it out of the sentence, or declare it `seen by all`",
    )
