"""Liveness analysis: the locals that each block of a handler needs, so that only those are kept while play waits.

The classical backward dataflow, from each block's exit to its first statement, until nothing changes.
"""

from __future__ import annotations

from ...model.ir import Handler, Module, successors
from ...model.symbols import LocalSymbol
from ..uses import live_before, needed_at_exit


def find_live(module: Module) -> None:
    """Fills `live` of every handler that can stop."""
    for handler in module.handlers:
        if handler.kind == "stopping":
            handler.live = _live(handler)


def _live(handler: Handler) -> dict[int, set[LocalSymbol]]:
    live: dict[int, set[LocalSymbol]] = {block.number: set() for block in handler.blocks}
    changed = True
    while changed:
        changed = False
        for block in reversed(handler.blocks):
            after: set[LocalSymbol] = set()
            for number in successors(block.exit):
                after |= live[number]
            before = live_before(block.ops, after | needed_at_exit(block.exit))
            if before != live[block.number]:
                live[block.number] = before
                changed = True
    return live
