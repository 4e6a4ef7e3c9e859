"""Typed statements that cannot stop, as lines of Python."""

from __future__ import annotations

from typing import assert_never

from regelwerk_dsl.source import Span

from ..model import tree
from ..model.ir import Handler, Module
from ..model.symbols import LocalSymbol, StateSymbol
from ..model.types import LARGEST, SMALLEST, IntType, PerType, PileType, SetType, Type, lies_in
from ..model.walk import escapes
from ..primitives import table as prim
from .expressions import Expressions, grows, outside
from .loops.searches import Searches
from .loops.ways import Ways
from .names import m, safe
from .precedence import AND, UNARY, number
from .rolls import Rolls
from .sentences import Sentences
from .state import first_row
from .writer import Writer, listed


class Statements:
    """Writes statements that cannot stop; `handler` is the one whose body is being written."""

    def __init__(self, module: Module, expressions: Expressions, sentences: Sentences, writer: Writer) -> None:
        self.expressions, self.sentences, self.writer = expressions, sentences, writer
        self.tables, self.run = expressions.tables, expressions.run
        self.places, self.text = expressions.places, expressions.text
        self.rolls = Rolls(module, expressions)
        self.searches = Searches(expressions, writer)
        self.ways = Ways(expressions, writer)
        self.handler: Handler | None = None

    def block(self, block: tree.TBlock) -> None:
        for statement in block:
            self.statement(statement)
        if not block:
            self.writer.line("pass")

    def spend(self, steps: int) -> None:
        """Counts steps, if there are any."""
        if steps:
            self.writer.line(f"{self.run.spend}(s, {number(steps)})")

    def statement(self, node: tree.TStmt) -> None:
        line, text, run = self.writer.line, self.text, self.run
        match node:
            case tree.SetLocal(local, value):
                self._set_local(local, value, node.span)
            case tree.SetPer(local, key, value):
                line(f"{local.python}[{self.places.index_of(key)}] = {text(value)}", node.span)
            case tree.SetState():
                self._set_state(node)
            case tree.SetRow(var, indices, value):
                row = self.places.row(var, indices)
                self._lies(var, indices, node.span)
                line(f"{row}{'' if indices else '[:]'} = {text(value)}", node.span)
                self._forget(var, node.span)
            case tree.RollDice():
                line(f"{node.local.python} = {self.rolls.call(node)}", node.span)
            case tree.Do(callee, arguments) if callee.queued:
                frame = listed([self.tables.handler(callee), *map(self.frame_value, arguments)])
                line(f"{run.queue}(m, {self.tables.queue()}, {frame})", node.span)
            case tree.Do(callee, arguments, local):
                inner = ", ".join(["m", *(text(argument) for argument in arguments)])
                call = f"{self.tables.function(callee)}({inner})"
                line(f"{local.python} = {call}" if local is not None else call, node.span)
            case tree.DoAbility(card_type, name, base, arguments):
                inner = ", ".join(["m", text(base), *(text(argument) for argument in arguments)])
                line(f"{self.tables.ability(card_type, name)}[{text(base)}]({inner})", node.span)
            case tree.MoveCards():
                self._move(node)
            case tree.Draw(deck, refill, to, below, local):
                zone, other = self.places.zone(deck), self.places.refill(deck, refill)
                line(f"{local.python} = {m.top_card}({zone}, {other})", node.span)
                line(f"if {local.python} != {run.NONE}:", node.span)
                with self.writer.indent():
                    line(
                        f"{run.move_below if below else run.move}(s, {local.python}, {self.places.zone(to)})", node.span
                    )
                    self._begin_anew(f"({local.python},)", local.type, deck, node)
            case tree.TakeUnseen(pile, position, local):
                line(f"{local.python} = s.piles[{self.places.zone_index(pile)}][-{text(position, UNARY)}]", node.span)
            case tree.Shuffle(pile):
                line(f"{m.shuffle}({self.places.zone(pile)})", node.span)
            case tree.Say():
                self._say(node)
            case tree.Branch():
                self._branch(node)
            case tree.ForEach():
                self._for_each(node)
            case tree.Repeat():
                self._repeat(node)
            case tree.Return(value):
                self._return(value, node.span)
            case tree.Stop():
                line("break", node.span)
            case tree.Finish():
                line(f"raise {run.GameOver}", node.span)
            case tree.BurnFuel():
                self._burn(node.span)
            case tree.Within():
                self._within_effect(node)
            case tree.EffectEnds():
                line("if m.log is not None:")
                line(f"    {m.ends}()")
            case tree.ChooseValue() | tree.ChooseOption() | tree.Simultaneously():
                raise AssertionError("lowering leaves no choices")
            case _:
                assert_never(node)

    def frame_value(self, value: tree.TExpr) -> str:
        """A value for a frame: many numbers as a tuple."""
        many = isinstance(value.type, PerType) and not isinstance(value, tree.Const)
        return f"tuple({self.text(value)})" if many else self.text(value)

    def _in_stopping(self) -> bool:
        return self.handler is not None and self.handler.kind == "stopping"

    def _return(self, value: tree.TExpr | None, span: Span) -> None:
        if value is not None and self._in_stopping():
            self.writer.line(f"m.result = {self.text(value)}", span)
        if value is None or self._in_stopping():
            self.writer.line("return", span)
        elif not self.searches.returned(value, span):
            self.writer.line(f"return {self.text(value)}", span)

    def _set_local(self, local: LocalSymbol, value: tree.TExpr, span: Span) -> None:
        growing = grows(value) and not self.expressions.lies_in(value)
        if not growing and self.searches.assigned(local, value, span):
            return
        costs = self.expressions.costs
        match value:
            case tree.Const() if local in costs.whole:  # a loop that can stop begins
                self.spend(costs.whole[local])
            case tree.Op(prim.ADD, [tree.LocalRef(before), _]) if before is local:  # it may go on
                self.spend(0 if local in costs.whole else costs.rounds.get(local, 0))
            case tree.Op(prim.FIT, [inner], (int(low), int(high))) if not isinstance(inner, tree.LocalRef):
                self.writer.line(f"{local.python} = {self.text(inner)}", span)
                self._within(local.python, inner, low, high, span)
                return
        text = self.text(value)
        if isinstance(local.type, PerType) and local.assigned:
            text = f"list({text})"
        self.writer.line(f"{local.python} = {text}", span)
        if growing:
            self._within(local.python, value, SMALLEST, LARGEST, span)

    def _within(self, name: str, value: tree.TExpr, low: int, high: int, span: Span, meant: str = "") -> None:
        """A rule error unless the value of a name is in a range, where it can lie outside."""
        known = self.expressions.costs.ranges.of(value)
        if lies_in(known, IntType(low, high)):
            return
        self.writer.line(f"if {outside(name, known, low, high)}:", span)
        meant = f", {meant!r}" if meant else ""
        self.writer.line(f"    {self.run.fit}({name}, {number(low)}, {number(high)}{meant})", span)

    def _keeps_range(self, node: tree.SetState) -> bool:
        """Whether the value lies in the range of the variable, as far as that is to be checked."""
        low, high = node.low, node.high
        return low is None or high is None or self.expressions.lies_in(node.value, low, high)

    def _set_state(self, node: tree.SetState) -> None:
        target = self.places.state(node.var, node.indices)
        self._lies(node.var, node.indices, node.span)
        low, high = node.low, node.high
        if low is not None and high is not None and not self._keeps_range(node):
            new = self.expressions.free(safe(node.var.name))
            self.writer.line(f"{new} = {self.text(node.value)}", node.span)
            self._within(new, node.value, low, high, node.span, node.var.name)
            self.writer.line(f"{target} = {new}", node.span)
        elif node.change is not None:
            operator, amount = node.change
            self.writer.line(f"{target} {operator}= {self.text(amount)}", node.span)
        else:
            self.writer.line(f"{target} = {self.text(node.value)}", node.span)
        self._forget(node.var, node.span)

    def _forget(self, var: StateSymbol, span: Span) -> None:
        """Lets go of the answers that are kept in the state and read a variable."""
        numbers = self.expressions.recall.changed_by(var)
        if numbers:
            self.writer.line(f"{self.run.forget}({', '.join(['s', *map(str, numbers)])})", span)

    def _move(self, node: tree.MoveCards) -> None:
        zone, what, run, text = self.places.zone(node.to), node.what, self.run, self.text(node.what)
        if isinstance(what.type, SetType):
            text = f"{run.bits}({text})"
        source = what.zone if isinstance(what, tree.PileCards) else None
        anew = any(self.tables.ended_by(what.type, source, node.to))
        if anew and not isinstance(what, tree.LocalRef):
            moved = self.expressions.free("moved")
            self.writer.line(f"{moved} = {text}", node.span)
            text = moved
        several = isinstance(what.type, PileType | SetType)
        if several and node.below:
            card = self.expressions.free("card")
            call = f"for {card} in {text}: {run.move_below}(s, {card}, {zone})"
        elif several:
            call = f"{run.move_all}(s, {text}, {zone})"
        else:
            call = f"{run.move_below if node.below else run.move}(s, {text}, {zone})"
        self.writer.line(call, node.span)
        if anew:
            cards = text if several else f"({text},)"
            self._begin_anew(cards, what.type, source, node)

    def _begin_anew(
        self, cards: str, kind: Type, source: tree.ZoneRef | None, node: tree.MoveCards | tree.Draw
    ) -> None:
        """Resets the `while in` variables of cards, unless they now lie in a zone of these."""
        for var in self.tables.ended_by(kind, source, node.to):
            first = self.tables.low(var.dims[0])
            row = first_row(self.tables, var)
            call = f"{self.run.begin_anew}(s.{self.tables.state(var)}, {number(first)}, {row}, {cards})"
            if node.to.given is not None:
                self.writer.line(f"if {self.places.zone(node.to)} not in {self.tables.kept_zones(var)}:", node.span)
                call = f"    {call}"
            self.writer.line(call, node.span)
            self._forget(var, node.span)

    def _lies(self, var: StateSymbol, indices: list[tree.TExpr], span: Span) -> None:
        """A rule error unless the card of the first index lies where the variable has a value of its own."""
        if var.while_in:
            self.writer.line(f"if s.where[{self.text(indices[0])}] not in {self.tables.kept_zones(var)}:", span)
            self.writer.line(f"    {self.run.elsewhere}({var.name!r}, {' or '.join(var.while_in)!r})", span)

    def _say(self, node: tree.Say) -> None:
        constant, values = self.sentences.add(node.text)
        inner = ", ".join([constant, *(self.text(value) for value in values)])
        self.writer.line("if m.log is not None:", node.span)
        with self.writer.indent():
            self.writer.line(f"{m.say}({inner})", node.span)

    # ---- control

    def _within_effect(self, node: tree.Within) -> None:
        """The lines of an effect in place of its call; a parameter that only names a local again has its name."""
        with self.writer.inside(node.callee.label):
            for given in node.given:
                match given:
                    case tree.SetLocal(param, tree.LocalRef(local)) if not (param.assigned or local.assigned):
                        param.python = local.python
                    case _:
                        self.statement(given)
            self.spend(self.expressions.costs.spends(node.callee))
            self.block(node.body)

    def _burn(self, span: Span) -> None:
        """The fuel of a round, and its steps where they are many; in what only reads its steps alone."""
        if self.handler is not None and self.handler.kind == "pure":
            self.spend(self.expressions.costs.read_round(span))
            return
        self.writer.line("s.fuel -= 1", span)
        self.writer.line("if s.fuel < 0:", span)
        self.writer.line(f"    {self.run.out_of_fuel}()", span)
        self.spend(self.expressions.costs.burnt.get(span, 0))

    def _branch(self, node: tree.Branch, word: str = "if") -> None:
        match node:
            case tree.Branch(tree.Quantify("any", [loop], where, None), then, []) if word == "if" and not _stops(then):
                self._first(loop, where, then, node.span)
                return
        self.writer.line(f"{word} {self.text(node.condition)}:", node.span)
        with self.writer.indent():
            self.block(node.then)
        match node.otherwise:
            case []:
                pass
            case [tree.Branch() as inner]:
                self._branch(inner, "elif")
            case otherwise:
                self.writer.line("else:", otherwise[0].span)
                with self.writer.indent():
                    self.block(otherwise)

    def _first(self, loop: tree.Loop, where: tree.TExpr | None, then: tree.TBlock, span: Span) -> None:
        """Writes a block that runs once if there is a member that fits."""
        comprehensions = self.expressions.comprehensions
        (sequence,), test = comprehensions.sequences([loop], where)
        self.writer.line(f"for {loop.local.python} in {sequence}:", span)
        with self.writer.indent(), self.writer.when(None if test is None else self.text(test), span):
            self.block(then)
            self.writer.line("break", span)

    def _for_each(self, node: tree.ForEach) -> None:
        line = self.writer.line
        depth = self.writer.depth
        if self._filled(node) or self.ways.gathered(node):
            return
        sequences, where = self.expressions.comprehensions.sequences(node.loops, node.where, lasting=False)
        for loop, sequence in zip(node.loops, sequences, strict=True):
            line(f"for {loop.local.python} in {sequence}:", node.span)
            self.writer.depth += 1
        with self.writer.when(None if where is None else self.text(where), node.span):
            self.block(node.body)
        if len(node.loops) > 1 and _stops(node.body):
            # `stop` leaves all loops: where the inner one ended by itself, the next round comes
            for level in range(len(node.loops) - 1, 0, -1):
                self.writer.depth = depth + level
                line("else:", node.span)
                line("    continue", node.span)
                line("break", node.span)
        self.writer.depth = depth

    def _filled(self, node: tree.ForEach) -> bool:
        """Writes a loop that gives members of rows one value each as an assignment to each row; False for others."""
        if node.where is not None or any(loop.local in self.expressions.costs.rounds for loop in node.loops):
            return False
        rows = [
            self.expressions.comprehensions.rows.filled(node.loops, each)
            for each in node.body
            if isinstance(each, tree.SetState) and self._keeps_range(each)
        ]
        found = [row for row in rows if row is not None]
        if not found or len(found) < len(node.body):
            return False
        for row in found:
            self.writer.line(row, node.span)
        for var in {each.var.name: each.var for each in node.body if isinstance(each, tree.SetState)}.values():
            self._forget(var, node.span)
        return True

    def _repeat(self, node: tree.Repeat) -> None:
        line = self.writer.line
        if node.times is not None:
            assert node.counter is not None
            rounds = self.expressions.comprehensions.paced(node.counter, f"range({self.text(node.times)})")
            line(f"for {node.counter.python} in {rounds}:", node.span)
        elif node.until is not None:
            line(f"while not {self.text(node.until, AND - 1)}:", node.span)
        else:
            line("while True:", node.span)
        with self.writer.indent():
            if node.times is None or not isinstance(node.times, tree.Const):
                self._burn(node.span)
            self.block(node.body)


def _stops(body: tree.TBlock) -> bool:
    return any(escapes(statement) for statement in body)
