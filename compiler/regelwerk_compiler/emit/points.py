"""The points of an effect that can stop, as Python: a function for each at which play resumes or to which several lead.

A frame `(POINT, values...)` leads to a point; its function takes the frame apart, does its steps, and returns True when
play stops for a decision. A jump to a point with one way in is the point's steps themselves, a jump to the function
that is being written is the next round of its loop, any other jump is a call. What is only called takes its values as
arguments.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ..model import tree
from ..model.ir import Ask, Call, End, Handler, Jump, Leave, Module, Nature, Point, Step, TakeFirst, When
from ..model.symbols import CallableSymbol, LocalSymbol
from ..model.types import BOOL, PerType
from ..model.walk import nodes_in
from ..primitives import table as prim
from .choices import Choices
from .names import m
from .statements import Statements

SHORT = 2  # so many steps are written again rather than called


class Points:
    """Writes the functions of effects that can stop."""

    def __init__(self, module: Module, statements: Statements, choices: Choices) -> None:
        self.statements, self.choices = statements, choices
        self.expressions, self.writer = statements.expressions, statements.writer
        self.tables, self.text = self.expressions.tables, self.expressions.text
        self.starts = {id(handler.callee): handler.points[0] for handler in module.handlers if handler.points}
        self.ways: Counter[Point] = Counter()  # how many jumps lead to a point
        for handler in module.handlers:
            for point in handler.points:
                self.ways.update(step.point for step in _steps(point.body) if isinstance(step, Jump))
        self.back = {jump for handler in module.handlers for jump in self._back_jumps(handler)}
        self.looped = {jump.point for jump in self.back}
        self.own: Point
        self.queues = any(event.queued for event in module.game.events.values())

    def functions(self, handler: Handler) -> list[Point]:
        """The points of a handler that are functions."""
        return [point for point in handler.points if not self._in_place(point)]

    def has_frame(self, point: Point) -> bool:
        """Whether frames lead to a point; others are only called."""
        return point.resumed or point in self.looped

    def head(self, point: Point) -> str:
        """The first line of a point's function."""
        run = self.tables.run
        values = [f"f: {run.Frame}"]
        if not self.has_frame(point):
            values = [f"{local.python}: {run.Any if self._is_many(local, point) else 'int'}" for local in point.values]
        return f"def {self.tables.resume(point)}({', '.join([f'm: {run.Match}', *values])}) -> bool | None:"

    def write(self, point: Point) -> None:
        """The lines under the first line of a point's function."""
        self.own = point
        self.writer.line("s = m.s")
        if point is point.handler.points[0]:
            self._begins(point.handler.callee)
        if self.has_frame(point):
            if point.values:
                self.writer.line(f"{', '.join(['_', *(local.python for local in point.values)])} = f")
            for local in point.values:
                if isinstance(local.type, PerType) and local not in point.handler.tuples:
                    self.writer.line(f"{local.python} = list({local.python})")
        if point is point.handler.points[0]:
            self.statements.spend(self.expressions.costs.spends(point.handler.callee))
        if self._jumps(point, point.body):
            self._loop(point)
        else:
            self._steps(point.body, ends=True)

    def _begins(self, callee: CallableSymbol) -> None:
        """The lines with which an effect begins that may nest, or for whose end events wait."""
        if callee.nests:
            self.writer.line(f"{self.tables.run.nest}(m)", callee.span)
        if self.queues and (callee.kind in ("ability", "listener") or self._emits_queued(callee)):
            self.writer.line(f"{self.tables.run.hold}(m, {self.tables.queue()})", callee.span)

    def _emits_queued(self, callee: CallableSymbol) -> bool:
        nodes = (node for statement in callee.body or [] for node in nodes_in(statement))
        return any(isinstance(node, tree.Do) and node.callee.queued for node in nodes)

    # ---- which points are functions

    def _in_place(self, point: Point) -> bool:
        """Whether the steps of a point stand where a jump leads to it."""
        if point.resumed:
            return False
        *first, last = point.body
        short = len(first) < SHORT and all(isinstance(step, tree.SetLocal | tree.SetState | tree.Do) for step in first)
        return self.ways[point] == 1 or (short and isinstance(last, Leave | End))

    def _jumps_out(self, steps: list[Step]) -> Iterator[Jump]:
        """The jumps that are written as such, those in steps that stand in place among them."""
        for step in _steps(steps):
            if isinstance(step, Jump):
                if self._in_place(step.point):
                    yield from self._jumps_out(step.point.body)
                else:
                    yield step

    def _jumps(self, point: Point, steps: list[Step]) -> bool:
        """Whether some steps of a point's function come back to its beginning."""
        return any(jump.point is point for jump in self._jumps_out(steps))

    def _back_jumps(self, handler: Handler) -> set[Jump]:
        """The jumps that close a circle of calls: they go over the stack of frames, so that Python's does not grow."""
        found: set[Jump] = set()
        done: set[Point] = set()
        path: list[Point] = []

        def visit(point: Point) -> None:
            path.append(point)
            for jump in self._jumps_out(point.body):
                if jump.point in path:
                    found.add(jump)
                elif jump.point not in done:
                    visit(jump.point)
            done.add(path.pop())

        for point in self.functions(handler) if handler.points else ():
            if point not in done:
                visit(point)
        return found

    # ---- steps

    def _loop(self, point: Point) -> None:
        """A point whose function comes back to its beginning."""
        match point.body:
            case [When(condition, then), *rest] if not self._jumps(point, rest):
                inside = then
            case [When(condition, then), *inside] if not self._jumps(point, then):
                condition, rest = tree.Op(prim.NOT, [condition], type=BOOL), then
            case _:
                self.writer.line("while True:")
                with self.writer.indent():
                    self._steps(point.body, last=True)
                return
        self.writer.line(f"while {self.text(condition)}:")
        with self.writer.indent():
            self._steps(inside, last=True)
        self._steps(rest, ends=True)

    def _steps(self, steps: list[Step], *, last: bool = False, ends: bool = False) -> None:
        """Some steps.

        Args:
            steps: the steps.
            last: at their end the loop around them begins its next round.
            ends: at their end the function ends.
        """
        for step in steps[:-1]:
            self._step(step, last=False, ends=False)
        self._step(steps[-1], last=last, ends=ends)

    def _step(self, step: Step, *, last: bool, ends: bool) -> None:
        line = self.writer.line
        match step:
            case Jump(point):
                self._jump(step, point, last=last, ends=ends)
            case When(condition, then, span):
                line(f"if {self.text(condition)}:", span)
                with self.writer.indent():
                    self._steps(then)
            case TakeFirst(local, left):
                line(f"{local.python}, {left.python} = {left.python}[0], {left.python}[1:]")
            case Ask():
                self._ask(step)
            case Nature(roll, point):
                self._nature(roll, point)
            case Call(call, point):
                line(f"{m.push}({self._frame(point)})")
                line(f"return {m.push}({self._begin(call)})", call.span)
            case Leave(value):
                if value is not None:
                    line(f"m.result = {self.statements.frame_value(value)}", value.span)
                if not ends:
                    line("return")
            case End():
                line(f"return {m.finish}()")
            case _:
                self.statements.statement(step)

    def _jump(self, jump: Jump, point: Point, *, last: bool, ends: bool) -> None:
        if point is self.own:
            if not last:
                self.writer.line("continue")
        elif self._in_place(point):
            self._steps(point.body, last=last, ends=ends)
        elif jump in self.back:
            self.writer.line(f"return {m.push}({self._frame(point)})")
        else:
            values = [self._frame(point)] if self.has_frame(point) else [local.python for local in point.values]
            self.writer.line(f"return {self.tables.resume(point)}({', '.join(['m', *values])})")

    def _ask(self, step: Ask) -> None:
        choice, line = step.choice, self.writer.line
        options = self.choices.listing.options(choice, set(step.point.values) - step.point.handler.tuples)
        if step.empty is not None and options == "options":
            line("if not options:")
            with self.writer.indent():
                self._steps(step.empty)
        if choice.may:
            decline = self.tables.run.DECLINE
            line(f"options.append({decline})" if options == "options" else f"options = [*{options}, {decline}]")
            options = "options"
        line(f"return {m.ask}({self.text(choice.player)}, {options}, {self._frame(step.point)})", choice.span)

    def _nature(self, roll: tree.RollDice | tree.DrawnCard, point: Point) -> None:
        self.writer.line(f"{m.push}({self._frame(point)})")
        if isinstance(roll, tree.RollDice):
            call = self.statements.rolls.call(roll, nature=True)
        else:
            places = self.expressions.places
            call = f"{m.nature_top_card}({places.zone(roll.deck)}, {places.refill(roll.deck, roll.refill)})"
        self.writer.line(f"return {call}", roll.span)

    # ---- frames

    def _frame(self, point: Point) -> str:
        """The frame that leads to a point of the same effect, with the values that its locals have here."""
        return self.tables.frame(point, [self._kept(local, point) for local in point.values])

    def _kept(self, local: LocalSymbol, point: Point) -> str:
        changes = isinstance(local.type, PerType) and local not in point.handler.tuples
        return f"tuple({local.python})" if changes else local.python

    def _is_many(self, local: LocalSymbol, point: Point) -> bool:
        return local in point.handler.tuples or isinstance(local.type, PerType)

    def _begin(self, call: tree.Do | tree.DoAbility) -> str:
        """The frame with which another effect begins."""
        arguments = [self.statements.frame_value(argument) for argument in call.arguments]
        if isinstance(call, tree.Do):
            return self.tables.frame(self.starts[id(call.callee)], arguments)
        card = self.text(call.base)
        start = f"{self.tables.ability(call.card_type, call.name)}[{card}]"
        return f"({', '.join([start, card, *arguments])})"


def _steps(steps: list[Step]) -> Iterator[Step]:
    """Every step, those inside others too."""
    for step in steps:
        yield step
        if isinstance(step, When):
            yield from _steps(step.then)
        elif isinstance(step, Ask):
            yield from _steps(step.empty or [])
