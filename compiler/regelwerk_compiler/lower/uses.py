"""Locals that statements assign, and locals that are live before them."""

from __future__ import annotations

from ..model import tree
from ..model.ir import Ask, Exit
from ..model.symbols import LocalSymbol
from ..model.walk import used_in


def defines(statement: tree.TStmt) -> set[LocalSymbol]:
    """The local that a statement itself always gives a value; what the blocks in it do does not count."""
    match statement:
        case tree.SetLocal(local):
            return {local}
        case tree.RollDice() | tree.Do() | tree.Draw():
            return {statement.local} if statement.local is not None else set()
        case _:
            return set()


def live_before(block: tree.TBlock, after: set[LocalSymbol], stop: set[LocalSymbol] | None = None) -> set[LocalSymbol]:
    """The locals that are needed where some statements begin.

    Args:
        block: statements that cannot be left but by `return`, `stop` and `finish`.
        after: what is needed where they end.
        stop: what is needed where a `stop` leads.
    """
    live = after
    for statement in reversed(block):
        live = _before(statement, live, stop or set())
    return live


def _before(statement: tree.TStmt, after: set[LocalSymbol], stop: set[LocalSymbol]) -> set[LocalSymbol]:
    match statement:
        case tree.Branch(condition, then, otherwise):
            return used_in(condition) | live_before(then, after, stop) | live_before(otherwise, after, stop)
        case tree.ForEach(loops, where, body):
            head = after
            bound = {loop.local for loop in loops}
            while True:
                inside = live_before(body, head, after) | (used_in(where) if where is not None else set())
                for loop in loops:
                    inside |= used_in(loop)
                before = after | (inside - bound)
                if before == head:
                    return before
                head = before
        case tree.Repeat(times, until, body, counter):
            head = after
            limits = {local for node in (times, until) if node is not None for local in used_in(node)}
            while True:
                before = after | limits | (live_before(body, head, after) - ({counter} if counter else set()))
                if before == head:
                    return before
                head = before
        case tree.Stop():
            return stop
        case tree.Return():
            return used_in(statement)
        case tree.Finish():
            return set()
        case _:
            return (after - defines(statement)) | used_in(statement)


def needed_at_exit(exit_: Exit | None) -> set[LocalSymbol]:
    """The locals that a block's exit reads."""
    if exit_ is None:
        return set()
    return needed_to_ask(exit_) if isinstance(exit_, Ask) else used_in(exit_)


def needed_to_ask(exit_: Ask) -> set[LocalSymbol]:
    """The locals that the options, their sentences and the prompt read."""
    choice = exit_.choice
    needed = used_in(choice.player) | used_in(choice.prompt)
    if isinstance(choice, tree.ChooseValue):
        needed |= used_in(choice.loop.domain) | used_in(choice.loop.start) | used_in(choice.where)
        needed -= {choice.loop.local}
    else:
        for option in choice.options:
            bound = {loop.local for loop in option.loops}
            mine: set[LocalSymbol] = set()
            for loop in option.loops:
                mine |= used_in(loop.domain) | used_in(loop.start)
            for argument in option.arguments:
                mine |= used_in(argument)
            mine |= used_in(option.condition) | used_in(option.text) | used_in(option.call)
            needed |= mine - bound
    return needed
