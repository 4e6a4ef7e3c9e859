"""Handlers that stop, as Python: blocks over a frame, which begins again where the answer is wanted."""

from __future__ import annotations

from ..lower.uses import needed_to_ask
from ..model import tree
from ..model.ir import (
    Ask,
    Block,
    BranchTo,
    CallTo,
    End,
    Goto,
    Handler,
    InvokeAbility,
    Leave,
    Module,
    Nature,
    successors,
)
from ..model.symbols import LocalSymbol
from ..model.types import BOOL, PerType
from ..primitives import table as prim
from .choices import Choices
from .names import m
from .statements import Statements


class Blocks:
    """Writes the body of a handler that stops: its blocks in order, each reached by its number or from above."""

    def __init__(self, module: Module, statements: Statements, choices: Choices) -> None:
        self.module, self.statements, self.choices = module, statements, choices
        self.expressions, self.writer = statements.expressions, statements.writer
        self.tables, self.text = self.expressions.tables, self.expressions.text
        self.handler: Handler
        self.labelled: set[int] = set()  # the blocks that are reached by number
        self.by_number: dict[int, Block] = {}

    def write(self, handler: Handler) -> None:
        """The lines under the function's first line."""
        self.handler = handler
        line = self.writer.line
        line("s = m.s")
        line(", ".join(["_", "block", *(local.python for local in handler.frame)]) + " = f")
        self.labelled = _labelled(handler)
        self.by_number = {block.number: block for block in handler.blocks}
        order = [block for block in handler.blocks if block.number in self.labelled]
        if len(order) == 1:
            self._block(order[0], None)
            return
        line("while True:")
        with self.writer.indent():
            for at, block in enumerate(order):
                following = order[at + 1].number if at + 1 < len(order) else None
                line(f"if block == {block.number}:")
                with self.writer.indent():
                    self._block(block, following)

    def _block(self, block: Block, following: int | None) -> None:
        before = len(self.writer.lines)
        for statement in block.ops:
            self.statements.statement(statement)
        self._exit(block, following)
        if len(self.writer.lines) == before:
            self.writer.line("pass")

    def _jump(self, target: int, following: int | None) -> None:
        """Goes on at a block: written here if nothing else leads there, else by its number."""
        if target not in self.labelled:
            self._block(self.by_number[target], following)
            return
        self.writer.line(f"block = {target}")
        if target != following:
            self.writer.line("continue")

    def _exit(self, block: Block, following: int | None) -> None:
        line = self.writer.line
        match block.exit:
            case Goto(target):
                self._jump(target, following)
            case BranchTo(condition, then, otherwise):
                self._two_ways(condition, then, otherwise, following)
            case Ask():
                self._ask(block.exit)
            case Nature(roll, resume):
                self._nature(roll, resume, following)
            case CallTo(callee, arguments, resume):
                self._save(resume)
                handler = next(h for h in self.module.handlers if h.callee is callee)
                frame = [self.tables.handler(callee), "0", *(self.text(argument) for argument in arguments)]
                zeros = len(handler.frame) - len(handler.params)
                tail = f" + [0] * {zeros}" if zeros > 4 else ""
                frame += ["0"] * zeros if zeros <= 4 else []
                line(f"return {m.call}([{', '.join(frame)}]{tail})")
            case InvokeAbility(card_type, name, base, arguments, resume):
                self._save(resume)
                card = self.text(base)
                inner = ", ".join(
                    [f"{self.tables.ability(card_type, name)}[{card}]", card, *(self.text(a) for a in arguments)]
                )
                line(f"return {m.invoke}({inner})")
            case Leave(value):
                line(f"return {m.leave}({self.text(value) if value is not None else ''})")
            case End():
                line(f"return {m.finish}()")
            case None:
                line(f"return {m.leave}()")

    def _two_ways(self, condition: tree.TExpr, then: int, otherwise: int, following: int | None) -> None:
        line = self.writer.line
        if then in self.labelled and then == following:
            line(f"if {self.text(tree.Op(prim.NOT, [condition], type=BOOL))}:")
            with self.writer.indent():
                self._jump(otherwise, None)
            line(f"block = {then}")
            return
        line(f"if {self.text(condition)}:")
        with self.writer.indent():
            self._jump(then, None)
        self._jump(otherwise, following)

    def _save(self, resume: int, live: set[LocalSymbol] | None = None) -> None:
        """Writes back into the frame where to go on, and what is needed there."""
        frame, params = self.handler.frame, self.handler.params
        targets, values = ["f[1]"], [str(resume)]
        needed = self.handler.live[resume] if live is None else live
        for at, local in enumerate(frame, 2):
            if local in needed and (local not in params or local.assigned):
                targets.append(f"f[{at}]")
                is_list = isinstance(local.type, PerType) and local.assigned
                values.append(f"tuple({local.python})" if is_list else local.python)
        self.writer.line(f"{', '.join(targets)} = {', '.join(values)}")

    def _ask(self, exit_: Ask) -> None:
        options = self.choices.listing.options(exit_.choice)
        line = self.writer.line
        if exit_.empty is not None and options == "options":
            line("if not options:")
            with self.writer.indent():
                self._jump(exit_.empty, None)
        if exit_.choice.may:
            decline = self.tables.run.DECLINE
            line(f"options.append({decline})" if options == "options" else f"options = [*{options}, {decline}]")
            options = "options"
        self._save(exit_.resume, self.handler.live[exit_.resume] | needed_to_ask(exit_))
        player, site = self.text(exit_.choice.player), self.tables.site(exit_.site)
        line(f"return {m.ask}({player}, {site}, {options})", exit_.choice.span)

    def _nature(self, roll: tree.RollDice | tree.DrawnCard, resume: int, following: int | None) -> None:
        self._save(resume)
        if isinstance(roll, tree.RollDice):
            self.writer.line(f"return {self.statements.rolls.call(roll, nature=True)}", roll.span)
            return
        zone = self.expressions.places.zone(roll.deck)
        refill = self.expressions.places.zone(roll.refill) if roll.refill is not None else self.tables.run.NONE
        self.writer.line(f"if {m.nature_top_card}({zone}, {refill}):", roll.span)
        with self.writer.indent():
            self.writer.line("return True")
        self._jump(resume, following)


def _labelled(handler: Handler) -> set[int]:
    """The blocks that need a number: the first, where play resumes, and whatever several jumps lead to."""
    entries: dict[int, int] = {}
    resumed: set[int] = set()
    for block in handler.blocks:
        for target in successors(block.exit):
            entries[target] = entries.get(target, 0) + 1
        if isinstance(block.exit, Ask | Nature | CallTo | InvokeAbility):
            resumed.add(block.exit.resume)
    return {
        block.number
        for block in handler.blocks
        if block.number == 0 or block.label or block.number in resumed or entries.get(block.number, 0) != 1
    }
