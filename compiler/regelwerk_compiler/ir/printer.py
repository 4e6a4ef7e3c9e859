"""A handler goes in, its blocks as lines that a person can read come out.

```
turn(p): stopping, frame p pot pip
  0:
    pot := 0
    goto 1
  1: needs p pot
    if score[p] + pot >= 100 goto 5 else 2
  2: needs p pot
    ask turn.1 by p, then 3
```

What must be known where a block begins stands after `needs`, once the pass that finds it has run.
"""

from __future__ import annotations

from ..model.ir import Ask, Block, BranchTo, CallTo, End, Exit, Goto, Handler, InvokeAbility, Leave, Module, Nature
from .show import Show


def print_module(module: Module) -> str:
    """All handlers in order, then the dice and the tables that were worked out."""
    parts = [print_handler(handler) for handler in module.handlers]
    for die in module.luck.values():
        parts.append(f"die {die.name}[{', '.join(die.dims)}] from {die.first}\n")
    for name, values in module.tables.items():
        parts.append(f"table {name} = {', '.join(map(str, values))}\n")
    return "\n".join(parts)


def print_handler(handler: Handler) -> str:
    """One handler. Locals that share a name are told apart by a number."""
    show = Show(handler.frame)
    params = ", ".join(show.local(local) for local in handler.params)
    frame = " ".join(show.local(local) for local in handler.frame)
    lines = [f"{handler.label}({params}): {handler.kind}{', frame ' + frame if frame else ''}"]
    for site, (start, answers) in handler.simultaneous.items():
        lines.append(f"  together {site}: from block {start}, answers in {show.local(answers)}")
    for block in handler.blocks:
        lines += _block(block, handler, show)
    return "\n".join(lines) + "\n"


def _block(block: Block, handler: Handler, show: Show) -> list[str]:
    head = f"  {block.number}:"
    if block.label:
        head += " kept"
    if block.number in handler.live:
        needed = [show.local(local) for local in handler.frame if local in handler.live[block.number]]
        head += f" needs {' '.join(needed)}" if needed else ""
    lines = [head]
    for statement in block.ops:
        lines += [f"    {line}" for line in show.statement(statement)]
    lines += [f"    {line}" for line in _exit(block.exit, show)]
    return lines


def _exit(exit_: Exit | None, show: Show) -> list[str]:
    match exit_:
        case Goto(target):
            return [f"goto {target}"]
        case BranchTo(condition, then, otherwise):
            return [f"if {show.text(condition)} goto {then} else {otherwise}"]
        case Ask(choice, resume, empty):
            where = f", then {resume}" + (f", empty {empty}" if empty is not None else "")
            head, *rest = show.choice(choice)
            return [f"ask {choice.site} by {show.text(choice.player)}{where}: {head}", *(f"  {line}" for line in rest)]
        case Nature(roll, resume):
            return [f"nature {show.roll(roll)}, then {resume}"]
        case CallTo(callee, arguments, resume):
            return [f"call {callee.label}({show.texts(arguments)}), then {resume}"]
        case InvokeAbility(card_type, name, base, arguments, resume):
            return [f"call {card_type}.{name} of {show.text(base)} ({show.texts(arguments)}), then {resume}"]
        case Leave(None):
            return ["leave"]
        case Leave(value):
            return [f"leave {show.text(value)}"]
        case End():
            return ["end of the game"]
        case None:
            return ["no exit"]


__all__ = ["print_handler", "print_module"]
