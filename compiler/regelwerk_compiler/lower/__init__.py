"""Lowering: the IR of a typed game."""

from __future__ import annotations

from ..model import tree
from ..model.ir import Ask, Die, Module, Site
from ..model.symbols import CallableSymbol, Game
from ..model.walk import all_callables, nodes_in
from .handlers import lower_callable
from .stopping import Stopping


def lower(game: Game, *, explicit: bool = False, extra: list[CallableSymbol] | None = None) -> Module:
    """Every callable of the game as a handler, in a fixed order: defines, effects, events, cards, the frame."""
    callables = all_callables(game) + (extra or [])
    stopping = Stopping(game, callables, explicit)
    handlers = [lower_callable(callee, stopping) for callee in callables]
    module = Module(game, handlers, [], {}, explicit)
    for handler in handlers:
        for block in handler.blocks:
            if isinstance(block.exit, Ask):
                site = Site(block.exit.choice.site, handler, block.exit.choice)
                known = handler.simultaneous.get(block.exit.choice.site)
                if known is not None:
                    site.simultaneous = (known[0], handler.frame.index(known[1]) + 2)
                block.exit.site = len(module.sites)
                module.sites.append(site)
    _number_luck(module)
    return module


def _number_luck(module: Module) -> None:
    game, first = module.game, 0
    for handler in module.handlers:
        for block in handler.blocks:
            rolls = [node for op in block.ops for node in nodes_in(op) if isinstance(node, tree.RollDice)]
            exit_roll = getattr(block.exit, "roll", None)
            if isinstance(exit_roll, tree.RollDice):
                rolls.append(exit_roll)
            for roll in rolls:
                if roll.luck in module.luck:
                    continue
                dims, sizes = [], []
                for member, _ in roll.keys:
                    dims.append(member.enum)
                    sizes.append(game.players[1] + 1 if member.enum == "Player" else game.enums[member.enum].size)
                total = 1
                for size in sizes:
                    total *= size
                module.luck[roll.luck] = Die(roll.luck, tuple(dims), tuple(sizes), first, roll.local.type)
                first += total
