"""Typed statements go in, short lines come out, close to how an author would write them."""

from __future__ import annotations

from ..model import tree
from .show_values import ShowValues


class Show(ShowValues):
    """Words for the code of one callable, statements and all."""

    def block(self, block: tree.TBlock) -> list[str]:
        """A block's lines, one step deeper."""
        return [f"  {line}" for statement in block for line in self.statement(statement)] or ["  nothing"]

    def statement(self, node: tree.TStmt) -> list[str]:
        """The lines of one statement."""
        text = self.text
        match node:
            case tree.SetLocal(local, value):
                return [f"{self.local(local)} := {text(value)}"]
            case tree.SetPer(local, key, value):
                return [f"{self.local(local)}[{text(key)}] := {text(value)}"]
            case tree.SetState(var, indices, value, low, high):
                held = f" within {low}..{high}" if low is not None else ""
                return [f"{self.variable(var, indices)} = {text(value)}{held}"]
            case tree.SetRow(var, indices, value):
                return [f"{self.variable(var, indices)} = all of {text(value)}"]
            case tree.RollDice():
                return [f"{self.local(node.local)} := {self.roll(node)}"]
            case tree.Do(callee, arguments, None):
                return [f"do {callee.label}({self.texts(arguments)})"]
            case tree.Do(callee, arguments, local) if local is not None:
                return [f"{self.local(local)} := do {callee.label}({self.texts(arguments)})"]
            case tree.DoAbility(card_type, name, base, arguments):
                return [f"do {card_type}.{name} of {text(base)} ({self.texts(arguments)})"]
            case tree.MoveCards(what, to, below):
                return [f"move {text(what)} to {text(to)}{'.bottom' if below else ''}"]
            case tree.Draw(_, _, to, below, local):
                return [f"{self.local(local)} := {self.roll(node)} to {text(to)}{'.bottom' if below else ''}"]
            case tree.Shuffle(pile):
                return [f"shuffle {text(pile)}"]
            case tree.Say(callee):
                return [f"say {callee.label}"]
            case tree.Branch(condition, then, otherwise):
                lines = [f"if {text(condition)}:", *self.block(then)]
                return [*lines, "else:", *self.block(otherwise)] if otherwise else lines
            case tree.ForEach(loops, where, body):
                return [f"for each {self.loops(loops)}{self.where(where)}:", *self.block(body)]
            case tree.Repeat(times, until, body):
                how = f" {text(times)} times" if times is not None else f" until {text(until)}" if until else ""
                return [f"repeat{how}:", *self.block(body)]
            case tree.ChooseValue() | tree.ChooseOption():
                return [f"choose {node.site}"]
            case tree.Simultaneously(local):
                return [f"simultaneously {self.local(local)}"]
            case tree.Return(value):
                return [f"return {text(value)}" if value is not None else "return"]
            case tree.Stop():
                return ["stop"]
            case tree.Finish():
                return ["finish"]
            case tree.BurnFuel():
                return ["burn"]
            case _:
                return [f"? {type(node).__name__}"]

    def choice(self, choice: tree.ChooseValue | tree.ChooseOption) -> list[str]:
        """What is offered: a line for a value, a head and a line an option else."""
        may = "may " if choice.may else ""
        if isinstance(choice, tree.ChooseValue):
            return [f"{may}{self.loops([choice.loop])}{self.where(choice.where)}"]
        return [f"{may}options", *(self._option(option) for option in choice.options)]

    def _option(self, option: tree.TOption) -> str:
        binders = f" for {self.loops(option.loops)}" if option.loops else ""
        test = f" when {self.text(option.condition)}" if option.condition is not None else ""
        return f"{option.name}({self.texts(option.arguments)}){binders}{test}"
