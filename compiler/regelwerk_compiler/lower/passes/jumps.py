"""Jump threading: removes blocks that only jump or are never reached, and joins a block with its only successor."""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from ...model.ir import (
    Ask,
    Block,
    BranchTo,
    CallTo,
    End,
    Exit,
    Goto,
    Handler,
    InvokeAbility,
    Leave,
    Module,
    Nature,
    successors,
)


def thread_jumps(module: Module) -> None:
    for handler in module.handlers:
        if handler.kind == "stopping":
            _thread(handler)


def _thread(handler: Handler) -> None:
    blocks = {block.number: block for block in handler.blocks}
    for block in handler.blocks:
        if block.exit is not None:
            block.exit = _retarget(block.exit, lambda number: _final(blocks, number))
    _join(blocks)
    reached = _reached(blocks)
    kept = [block for block in handler.blocks if block.number in reached]
    renumber = {block.number: number for number, block in enumerate(kept)}
    for block in kept:
        block.number = renumber[block.number]
        if block.exit is not None:
            block.exit = _retarget(block.exit, lambda number: renumber[number])
    handler.simultaneous = {
        site: (renumber[start], answers) for site, (start, answers) in handler.simultaneous.items() if start in renumber
    }
    handler.blocks = kept


def _final(blocks: dict[int, Block], number: int) -> int:
    seen = set()
    while number not in seen:
        seen.add(number)
        block = blocks[number]
        if block.ops or block.label or not isinstance(block.exit, Goto):
            break
        number = block.exit.target
    return number


def _join(blocks: dict[int, Block]) -> None:
    """A block that alone leads to another takes it in."""
    changed = True
    while changed:
        changed = False
        entries: dict[int, int] = {}
        resumed: set[int] = set()
        for number in _reached(blocks):
            exit_ = blocks[number].exit
            for target in successors(exit_):
                entries[target] = entries.get(target, 0) + 1
            if isinstance(exit_, Ask | Nature | CallTo | InvokeAbility):
                resumed.add(exit_.resume)
        for number in sorted(_reached(blocks)):
            block = blocks[number]
            if isinstance(block.exit, Goto):
                target = block.exit.target
                other = blocks[target]
                if target not in (0, number) and entries[target] == 1 and target not in resumed and not other.label:
                    block.ops = block.ops + other.ops
                    block.exit = other.exit
                    changed = True
                    break


def _reached(blocks: dict[int, Block]) -> set[int]:
    found: set[int] = set()
    waiting = [0, *(block.number for block in blocks.values() if block.label)]
    while waiting:
        number = waiting.pop()
        if number not in found:
            found.add(number)
            waiting += successors(blocks[number].exit)
    return found


def _retarget(exit_: Exit, to: Callable[[int], int]) -> Exit:
    match exit_:
        case Goto(target):
            return Goto(to(target))
        case BranchTo(condition, then, otherwise):
            return BranchTo(condition, to(then), to(otherwise))
        case Ask(choice, resume, empty, site):
            return Ask(choice, to(resume), None if empty is None else to(empty), site)
        case Nature(roll, resume):
            return Nature(roll, to(resume))
        case CallTo(callee, arguments, resume):
            return CallTo(callee, arguments, to(resume))
        case InvokeAbility(card_type, name, base, arguments, resume):
            return InvokeAbility(card_type, name, base, arguments, to(resume))
        case Leave() | End():
            return exit_
        case _:
            assert_never(exit_)
