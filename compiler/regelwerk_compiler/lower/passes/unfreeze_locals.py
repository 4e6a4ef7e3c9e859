"""Pass that turns `per` locals, which a frame keeps as tuples, into lists again where play resumes."""

from __future__ import annotations

from ...model.ir import Ask, CallTo, Handler, InvokeAbility, Module, Nature
from ...model.types import PerType
from ..copies import copy_of


def unfreeze_locals(module: Module) -> None:
    """Runs after `find_live`: only locals that are still needed are unfrozen."""
    for handler in module.handlers:
        if handler.kind == "stopping":
            _unfreeze(handler)


def _unfreeze(handler: Handler) -> None:
    entered = {block.number for block in handler.blocks if block.label}
    for block in handler.blocks:
        if isinstance(block.exit, Ask | Nature | CallTo | InvokeAbility):
            entered.add(block.exit.resume)
    for number in entered - {0}:
        block = handler.blocks[number]
        needed = [local for local in handler.frame if local in handler.live[number]]
        block.ops = [
            *(copy_of(local) for local in needed if isinstance(local.type, PerType) and local.assigned),
            *block.ops,
        ]
