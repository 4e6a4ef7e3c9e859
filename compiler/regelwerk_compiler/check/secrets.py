"""Leaks of hidden information: sentences of the log, prompts and options that read what their readers may not see."""

from __future__ import annotations

from collections.abc import Iterator

from regelwerk_dsl.diagnostics import Diagnostics, Label
from regelwerk_dsl.source import Span

from ..model import tree
from ..model.symbols import Game, StateSymbol
from ..model.types import PLAYER
from ..model.walk import all_callables, children, nodes_in
from ..primitives import table as prim

Reading = tuple[StateSymbol, Span, list[tree.TExpr]]  # a variable that is not open to all, where, its indices


def check_secrets(game: Game, diagnostics: Diagnostics) -> None:
    """W0706: a sentence of the log, a prompt or an option that reads what its reader may not see."""
    for callee in all_callables(game):
        for statement in callee.body or []:
            for node in nodes_in(statement):
                if isinstance(node, tree.Say):
                    for var, span, _ in _secrets_in(node):
                        _report(diagnostics, span, var, "everybody reads this in the log")
                elif isinstance(node, tree.ChooseValue | tree.ChooseOption):
                    _check_choice(node, diagnostics)


def _check_choice(node: tree.ChooseValue | tree.ChooseOption, diagnostics: Diagnostics) -> None:
    options = node.options if isinstance(node, tree.ChooseOption) else []
    for text in (node.prompt, *(option.text for option in options)):
        for var, span, indices in _secrets_in(text):
            own = var.seen[0] == "index" and _is_own(var, indices, node.player)
            if not own and var.seen[0] != "owner":  # the owner is known only at play
                _report(diagnostics, span, var, "the player who chooses here may not see it")


def _is_own(var: StateSymbol, indices: list[tree.TExpr], player: tree.TExpr) -> bool:
    at = var.dims.index(PLAYER)
    mine = indices[at] if at < len(indices) else None
    return isinstance(mine, tree.LocalRef) and isinstance(player, tree.LocalRef) and mine.local is player.local


def _secrets_in(node: object, seen: frozenset[int] = frozenset()) -> Iterator[Reading]:
    """Every read of a variable that not everybody sees; how many cards lie in a pile is public."""
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
            for statement in callee.body or []:
                yield from ((var, node.span, []) for var, _, _ in _secrets_in(statement, seen | {id(callee)}))
        case _:
            pass
    for child in children(node):
        yield from _secrets_in(child, seen)


def _report(diagnostics: Diagnostics, span: Span, var: StateSymbol, why: str) -> None:
    who = "nobody" if var.seen[0] == "nobody" else "only some"
    what = f"this reveals `{var.name}`, which {who} may see"
    help_ = "remove it from the sentence, or declare it `seen by all`"
    labels = (Label(var.span, "declared here"),)
    diagnostics.report("W0706", span, what, note=why, labels=labels, help=help_)
