"""Typed statements that cannot stop, as Python."""

from __future__ import annotations

import ast
from typing import assert_never

from regelwerk_dsl.source import Span

from ..model import tree
from ..model.ir import Handler, Module
from ..model.symbols import LocalSymbol, StateSymbol
from ..model.types import LARGEST, SMALLEST, IntType, PerType, PileType, SetType, Type, lies_in
from ..model.walk import breaks_out
from ..primitives import table as prim
from .expressions import Expressions, grows, outside
from .loops.invariants import hoist_invariants
from .loops.paths import Paths
from .loops.searches import Searches
from .names import m, safe
from .sentences import Sentences
from .state import first_row
from .template import Part, py, tuple_of
from .writer import Writer

CHANGES = {"+": "{} += {}", "-": "{} -= {}", "|": "{} |= {}", "&": "{} &= {}"}
"""The templates of changes of a variable, by operator."""


class Statements:
    """Writes statements that cannot stop; `handler` is the one whose body is being written."""

    def __init__(self, module: Module, expressions: Expressions, sentences: Sentences, writer: Writer) -> None:
        self.expressions, self.sentences, self.writer = expressions, sentences, writer
        self.tables, self.run = expressions.tables, expressions.run
        self.access, self.expr = expressions.access, expressions.expr
        self.searches = Searches(expressions, writer)
        self.paths = Paths(expressions, writer)
        self.handler: Handler | None = None

    def block(self, block: tree.TBlock) -> None:
        for statement in block:
            self.statement(statement)

    def spend(self, steps: int) -> None:
        """Writes the counting of steps, if there are any."""
        if steps:
            self.writer.add("{}(s, {})", self.run.spend, steps)

    def statement(self, node: tree.TStmt) -> None:
        add, expr, run, span = self.writer.add, self.expr, self.run, node.span
        match node:
            case tree.SetLocal(local, value):
                self._set_local(local, value, span)
            case tree.SetPer(local, key, value):
                add("{}[{}] = {}", local.python, self.access.index_of(key), expr(value), span=span)
            case tree.SetState():
                self._set_state(node)
            case tree.SetRow(var, indices, value):
                row = self.access.row(var, indices)
                self._check_zone(var, indices, span)
                add("{} = {}" if indices else "{}[:] = {}", row, expr(value), span=span)
                self._invalidate(var, span)
            case tree.RollDice():
                add("{} = {}", node.local.python, self.expressions.roll(node), span=span)
            case tree.Do(callee, arguments) if callee.queued:
                frame = tuple_of([self.tables.handler(callee), *map(self.frame_value, arguments)])
                add("{}(m, {}, {})", run.queue, self.tables.queue(), frame, span=span)
            case tree.Do(callee, arguments, local):
                call = py("{}(m, {*})", self.tables.function(callee), [*map(expr, arguments)])
                if local is not None:
                    add("{} = {}", local.python, call, span=span)
                else:
                    add("{}", call, span=span)
            case tree.DoAbility(card_type, name, base, arguments):
                table, given = self.tables.ability(card_type, name), [*map(expr, arguments)]
                add("{0}[{1}](m, {1}, {*})", table, expr(base), given, span=span)
            case tree.MoveCards():
                self._move(node)
            case tree.Draw(deck, refill, to, below, local):
                zone, other = self.access.zone(deck), self.access.refill(deck, refill)
                add("{} = {}({}, {})", local.python, m.top_card, zone, other, span=span)
                with self.writer.block("if {} != {}:", local.python, run.NONE, span=span):
                    put = run.move_below if below else run.move
                    add("{}(s, {}, {})", put, local.python, self.access.zone(to), span=span)
                    self._reset_expired(py("({},)", local.python), local.type, deck, node)
            case tree.TakeUnseen(pile, position, local):
                zone = self.access.zone_index(pile)
                add("{} = s.piles[{}][-{}]", local.python, zone, expr(position), span=span)
            case tree.Shuffle(pile):
                add("{}({})", m.shuffle, self.access.zone(pile), span=span)
            case tree.Say():
                self._say(node)
            case tree.Branch():
                self._branch(node)
            case tree.ForEach():
                self._for_each(node)
            case tree.Repeat():
                self._repeat(node)
            case tree.Return(value):
                self._return(value, span)
            case tree.Stop():
                add("break", span=span)
            case tree.Finish():
                add("raise {}", run.GameOver, span=span)
            case tree.BurnFuel():
                self._burn(span)
            case tree.Within():
                self._inlined_effect(node)
            case tree.EffectEnds():
                add("if m.log is not None:\n    {}()", m.ends)
            case tree.ChooseValue() | tree.ChooseOption() | tree.Simultaneously():
                raise AssertionError("lowering leaves no choices")
            case _:
                assert_never(node)

    def frame_value(self, value: tree.TExpr) -> ast.expr:
        """A value for a frame: a `per` as a tuple."""
        many = isinstance(value.type, PerType) and not isinstance(value, tree.Const)
        return py("tuple({})", self.expr(value)) if many else self.expr(value)

    def _in_stopping(self) -> bool:
        return self.handler is not None and self.handler.kind == "stopping"

    def _return(self, value: tree.TExpr | None, span: Span) -> None:
        if value is not None and self._in_stopping():
            self.writer.add("m.result = {}", self.expr(value), span=span)
        if value is None or self._in_stopping():
            self.writer.add("return", span=span)
        elif not self.searches.write_return(value, span):
            self.writer.add("return {}", self.expr(value), span=span)

    def _set_local(self, local: LocalSymbol, value: tree.TExpr, span: Span) -> None:
        growing = grows(value) and not self.expressions.is_within(value)
        if not growing and self.searches.write_assignment(local, value, span):
            return
        self.spend(self.expressions.costs.control_steps(local, value))
        match value:
            case tree.Op(prim.FIT, [inner], (int(low), int(high))) if not isinstance(inner, tree.LocalRef):
                self.writer.add("{} = {}", local.python, self.expr(inner), span=span)
                self._check_range(local.python, inner, low, high, span)
                return
        is_list = isinstance(local.type, PerType) and local.assigned
        self.writer.add("{} = list({})" if is_list else "{} = {}", local.python, self.expr(value), span=span)
        if growing:
            self._check_range(local.python, value, SMALLEST, LARGEST, span)

    def _check_range(self, name: str, value: tree.TExpr, low: int, high: int, span: Span, meant: str = "") -> None:
        """Writes a rule error for the value of a name outside a range, if it can lie outside."""
        known = self.expressions.costs.ranges.of(value)
        if lies_in(known, IntType(low, high)):
            return
        given: list[Part] = [name, low, high, *([ast.Constant(meant)] if meant else [])]
        self.writer.add("if {}:\n    {}({*})", outside(name, known, low, high), self.run.fit, given, span=span)

    def _is_in_range(self, node: tree.SetState) -> bool:
        """True if the value lies in the range of the variable, as far as that is to be checked."""
        low, high = node.low, node.high
        return low is None or high is None or self.expressions.is_within(node.value, low, high)

    def _set_state(self, node: tree.SetState) -> None:
        target = self.access.state(node.var, node.indices)
        self._check_zone(node.var, node.indices, node.span)
        low, high = node.low, node.high
        if low is not None and high is not None and not self._is_in_range(node):
            new = self.expressions.free(safe(node.var.name))
            self.writer.add("{} = {}", new, self.expr(node.value), span=node.span)
            self._check_range(new, node.value, low, high, node.span, node.var.name)
            self.writer.add("{} = {}", target, new, span=node.span)
        elif node.change is not None:
            operator, amount = node.change
            self.writer.add(CHANGES[operator], target, self.expr(amount), span=node.span)
        else:
            self.writer.add("{} = {}", target, self.expr(node.value), span=node.span)
        self._invalidate(node.var, node.span)

    def _invalidate(self, var: StateSymbol, span: Span) -> None:
        """Writes the removal of the results kept in the state that depend on a variable."""
        numbers = self.expressions.memoisation.invalidated_by(var)
        if numbers:
            self.writer.add("{}(s, {*})", self.run.forget, [*numbers], span=span)

    def _move(self, node: tree.MoveCards) -> None:
        zone, what, run, cards = self.access.zone(node.to), node.what, self.run, self.expr(node.what)
        if isinstance(what.type, SetType):
            cards = py("{}({})", run.bits, cards)
        source = what.zone if isinstance(what, tree.PileCards) else None
        anew = any(self.tables.expiring(what.type, source, node.to))
        if anew and not isinstance(what, tree.LocalRef):
            moved = self.expressions.free("moved")
            self.writer.add("{} = {}", moved, cards, span=node.span)
            cards = py("{}", moved)
        several = isinstance(what.type, PileType | SetType)
        each = isinstance(what.type, SetType) and self.tables.module.explicit  # a set always has an order
        if several and not each:
            put = run.move_all_below if node.below else run.move_all
        else:
            put = run.move_below if node.below else run.move
        if each:
            card = self.expressions.free("card")
            self.writer.add("for {} in {}:\n    {}(s, {}, {})", card, cards, put, card, zone, span=node.span)
        else:
            self.writer.add("{}(s, {}, {})", put, cards, zone, span=node.span)
        if anew:
            self._reset_expired(cards if several else py("({},)", cards), what.type, source, node)

    def _reset_expired(
        self, cards: ast.expr, kind: Type, source: tree.ZoneRef | None, node: tree.MoveCards | tree.Draw
    ) -> None:
        """Writes the reset of the `while in` variables of cards, unless these now lie in a zone of the variable."""
        for var in self.tables.expiring(kind, source, node.to):
            first, row = self.tables.low(var.dims[0]), first_row(self.tables, var)
            test = None
            if node.to.given is not None:
                test = py("{} not in {}", self.access.zone(node.to), self.tables.kept_zones(var))
            with self.writer.when(test, node.span):
                state = f"s.{self.tables.state(var)}"
                self.writer.add("{}({}, {}, {}, {})", self.run.begin_anew, state, first, row, cards, span=node.span)
            self._invalidate(var, node.span)

    def _check_zone(self, var: StateSymbol, indices: list[tree.TExpr], span: Span) -> None:
        """Writes a rule error unless the card of the first index lies where it keeps its value of a variable."""
        if var.while_in:
            zones, words = self.tables.kept_zones(var), (var.name, " or ".join(var.while_in))
            card, otherwise = self.expr(indices[0]), self.run.elsewhere
            self.writer.add(
                "if s.where[{}] not in {}:\n    {}({*})", card, zones, otherwise, [*map(ast.Constant, words)], span=span
            )

    def _say(self, node: tree.Say) -> None:
        constant, values = self.sentences.add(node.text)
        with self.writer.block("if m.log is not None:", span=node.span):
            self.writer.add("{}({}, {*})", m.say, constant, [*map(self.expr, values)], span=node.span)

    # ---- control

    def _inlined_effect(self, node: tree.Within) -> None:
        """Writes an effect in place of its call; a parameter that only renames a local takes its name."""
        with self.writer.inside(node.callee.label):
            for given in node.given:
                match given:
                    case tree.SetLocal(param, tree.LocalRef(local)) if not (param.assigned or local.assigned):
                        param.python = local.python
                    case _:
                        self.statement(given)
            self.spend(self.expressions.costs.upfront_steps(node.callee))
            self.block(node.body)

    def _burn(self, span: Span) -> None:
        """Writes the burning of a round's fuel, and the counting of its steps if many; of a pure loop only these."""
        if self.handler is not None and self.handler.kind == "pure":
            self.spend(self.expressions.costs.pure_round_steps(span))
            return
        self.writer.add("s.fuel -= 1", span=span)
        self.writer.add("if s.fuel < 0:\n    {}()", self.run.out_of_fuel, span=span)
        self.spend(self.expressions.costs.fuel_round_steps.get(span, 0))

    def _branch(self, node: tree.Branch) -> None:
        match node:
            case tree.Branch(tree.Quantify("any", [loop], where, None), then, []) if not _stops(then):
                self._run_once(loop, where, then, node.span)
            case tree.Branch(condition, then, []):
                with self.searches.when(condition, node.span):
                    self.block(then)
            case _:
                self._if_else(node)

    def _if_else(self, node: tree.Branch) -> None:
        with self.writer.block("if {}:", self.expr(node.condition), span=node.span):
            self.block(node.then)
        match node.otherwise:
            case []:
                pass
            case [tree.Branch() as inner]:
                with self.writer.other():
                    self._if_else(inner)
            case otherwise:
                with self.writer.other(otherwise[0].span):
                    self.block(otherwise)

    def _run_once(self, loop: tree.Loop, where: tree.TExpr | None, then: tree.TBlock, span: Span) -> None:
        """Writes a block that runs once if there is a member that fits."""
        comprehensions = self.expressions.comprehensions
        (sequence,), rest = comprehensions.sequences([loop], where)
        test = None if rest is None else self.expr(rest)
        test = hoist_invariants(loop, test, self.expressions, self.writer, span)
        with self.writer.block("for {} in {}:", loop.local.python, sequence, span=span), self.writer.when(test, span):
            self.block(then)
            self.writer.add("break", span=span)

    def _for_each(self, node: tree.ForEach) -> None:
        depth, span = self.writer.depth, node.span
        if self._fill_rows(node) or self.paths.write_fused(node):
            return
        match node:
            case tree.ForEach([tree.Loop(local, tree.RangeDomain(tree.Const() as low, high))], None, body) if (
                low == high and not _stops(body)
            ):
                self._set_local(local, low, span)
                self.block(body)
                return
        sequences, where = self.expressions.comprehensions.sequences(node.loops, node.where, is_invariant=False)
        for loop, sequence in zip(node.loops, sequences, strict=True):
            self.writer.open("for {} in {}:", loop.local.python, sequence, span=span)
        with self.writer.when(None if where is None else self.expr(where), span):
            self.block(node.body)
        if len(node.loops) > 1 and _stops(node.body):
            # `stop` leaves all loops: where the inner one ended by itself, the next round comes
            for level in range(len(node.loops) - 1, 0, -1):
                self.writer.depth = depth + level
                with self.writer.other(span):
                    self.writer.add("continue", span=span)
                self.writer.add("break", span=span)
        self.writer.depth = depth

    def _fill_rows(self, node: tree.ForEach) -> bool:
        """Writes a loop that gives members of rows one value each as an assignment to each row; False for others."""
        if node.where is not None or any(loop.local in self.expressions.costs.round_steps for loop in node.loops):
            return False
        rows = [
            self.expressions.comprehensions.rows.filled(node.loops, each)
            for each in node.body
            if isinstance(each, tree.SetState) and self._is_in_range(each)
        ]
        found = [row for row in rows if row is not None]
        if not found or len(found) < len(node.body):
            return False
        for row, values in found:
            self.writer.add("{} = {}", row, values, span=node.span)
        for var in {each.var.name: each.var for each in node.body if isinstance(each, tree.SetState)}.values():
            self._invalidate(var, node.span)
        return True

    def _repeat(self, node: tree.Repeat) -> None:
        head: tuple[Part, ...]
        if node.times is not None:
            assert node.counter is not None
            rounds = self.expressions.comprehensions.paced(node.counter, py("range({})", self.expr(node.times)))
            template, head = "for {} in {}:", (node.counter.python, rounds)
        elif node.until is not None:
            template, head = "while not {}:", (self.expr(node.until),)
        else:
            template, head = "while True:", ()
        with self.writer.block(template, *head, span=node.span):
            if node.times is None or not isinstance(node.times, tree.Const):
                self._burn(node.span)
            self.block(node.body)


def _stops(body: tree.TBlock) -> bool:
    return any(breaks_out(statement) for statement in body)
