"""Check of state that is declared `while in`: assignments for cards that certainly lie elsewhere.

A card is followed from where it is found, drawn or moved to up to the next statement that could move it.
"""

from __future__ import annotations

from collections.abc import Iterable

from regelwerk_dsl.diagnostics import Diagnostics, Label

from ..model import tree
from ..model.symbols import CallableSymbol, Game, LocalSymbol, StateSymbol
from ..model.walk import blocks_of, free_locals, nodes_in

MOVES = (
    *(tree.MoveCards, tree.Draw, tree.Do, tree.DoAbility),
    *(tree.ChooseValue, tree.ChooseOption, tree.Simultaneously),
)
"""After these a card may lie elsewhere."""

Lies = dict[LocalSymbol, tree.ZoneRef]  # the zones of cards, where they are known


def check_zone_bound(game: Game, callables: Iterable[CallableSymbol], diagnostics: Diagnostics) -> None:
    """E0336: what a card has while it lies somewhere is set where it certainly lies elsewhere."""
    if any(var.while_in for var in game.state.values()):
        for callee in callables:
            _look(callee.body or [], {}, diagnostics)


def _look(block: tree.TBlock, lies: Lies, diagnostics: Diagnostics) -> None:
    for statement in block:
        inner: Lies = {}
        after: Lies = {}
        blocks = blocks_of(statement)
        match statement:
            case tree.StateChange(var, [tree.LocalRef(local)]):
                zone = lies.get(local)
                if var.while_in and zone is not None and zone.given is None and _name(zone) not in var.while_in:
                    _report(diagnostics, statement, var, _name(zone))
            case tree.SetLocal(local):
                lies.pop(local, None)
            case tree.MoveCards(tree.LocalRef(local), to) | tree.Draw(to=to, local=local):
                after = {local: to}
            case tree.TakeUnseen(pile, _, local):
                after = {local: pile}
            case tree.ForEach(loops):
                inner = _found(loops)
            case tree.ChooseValue(loop=loop, chosen=None):
                inner = after = _found([loop])
            case tree.ChooseOption(options=options, otherwise=otherwise):
                for option in options:
                    _look(option.body, _found(option.loops) if option.call is None else {}, diagnostics)
                blocks = iter([otherwise or []])
            case tree.Branch(condition):
                inner = {local: zone for local, zone in lies.items() if local not in free_locals(condition)}
            case tree.SetState() | tree.SetRow() | tree.SetPer() | tree.RollDice() | tree.Do() | tree.DoAbility():
                pass
            case tree.MoveCards() | tree.Shuffle() | tree.Say() | tree.Repeat() | tree.Simultaneously():
                pass
            case tree.ChooseValue() | tree.Return() | tree.Stop() | tree.Finish():
                pass
            case tree.BurnFuel() | tree.EffectEnds() | tree.Within():
                pass
        for inside in blocks:
            _look(inside, dict(inner), diagnostics)
        if any(isinstance(node, MOVES) for node in nodes_in(statement)):
            lies = {}
        lies |= after


def _found(loops: list[tree.Loop]) -> Lies:
    """The cards that loops find in a zone, with that zone."""
    found: Lies = {}
    for loop in loops:
        if isinstance(loop.domain, tree.CardsDomain) and isinstance(loop.domain.cards, tree.PileCards):
            found[loop.local] = loop.domain.cards.zone
    return found


def _name(zone: tree.ZoneRef) -> str:
    return zone.var.name if zone.var is not None else "box"


def _report(diagnostics: Diagnostics, statement: tree.TStmt, var: StateSymbol, zone: str) -> None:
    where = " or ".join(var.while_in)
    what = f"`{var.name}` is set for a card that lies in `{zone}`, but cards have it only in {where}"
    help_ = "set it before the card leaves, or after it has arrived; its value is reset whenever it comes or goes"
    labels = (Label(var.span, "declared here"),)
    diagnostics.report("E0336", statement.span, what, labels=labels, help=help_)
