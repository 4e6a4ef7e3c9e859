"""The points of an effect that can stop, as Python: a function for each at which play resumes or to which several lead.

A frame `(POINT, values...)` leads to a point; its function unpacks the frame and takes the steps of the point. It
returns None when its effect has ended, else the player who decides, the options, and the frame with which play resumes,
`(p, options, frame)`; the caller of an effect puts its own frame before that, `(frame, stop)`. A short point, or one
with a single jump to it, is written in place of the jump; a jump to the function being written is the next round of its
loop; any other jump is a call. A function that is only called takes its values as arguments.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator

from ..lower.stopping import delays_events
from ..model import tree
from ..model.closure import closure, deepest_first
from ..model.ir import Ask, Call, End, Handler, Jump, Leave, Module, Nature, Point, Step, TakeFirst, When
from ..model.memo import Memo
from ..model.symbols import CallableSymbol, LocalSymbol
from ..model.types import BOOL, PLAYER, PerType
from ..model.walk import nodes_in
from ..primitives import table as prim
from .choices import Choices
from .names import m
from .statements import Statements
from .template import Part, bool_op, name, plus, py, tuple_of

SHORT = 12  # the most lines that are repeated rather than called; a question counts as that many
MANY = 8  # the fewest rounds of a loop through a range
DEEPEST = 100  # functions of an effect that call each other, and those of effects in turn: Python allows 1,000 calls

CallEdge = tuple[Jump | None, Point]
"""A call of a function: by a jump, or (None) of an effect."""


class Points:
    """Writes the functions of effects that can stop."""

    def __init__(self, module: Module, statements: Statements, choices: Choices) -> None:
        self.statements, self.choices = statements, choices
        self.expressions, self.writer = statements.expressions, statements.writer
        self.tables, self.expr = self.expressions.tables, self.expressions.expr
        self.starts = module.starts
        self.module = module
        self.jump_counts: Counter[Point] = Counter()  # how many jumps lead to a point
        for handler in module.handlers:
            for point in handler.points:
                self.jump_counts.update(jump.point for jump in self._jumps_of(point.body))
        self.sizes: dict[Point, int] = {}
        self.functions = Memo[Handler, list[Point]](self._functions_of, [])  # the functions of a handler
        self.inlined: list[Point] = []  # the points that are being written, each in place of a jump
        self.framed = self._framed_jumps()
        self.framed_points = {jump.point for jump in self.framed}
        self.current: Point

    def _functions_of(self, handler: Handler) -> list[Point]:
        """The points of a handler that are functions: those with frames, and those that jumps call."""
        resumed = (point for point in handler.points if point.resumed)
        found = closure(resumed, lambda one: [end for jump, end in self._calls_in(one.body, [one]) if jump is not None])
        return [point for point in handler.points if point in found]

    def has_frame(self, point: Point) -> bool:
        """True if frames lead to a point; others are only called."""
        return point.resumed or point in self.framed_points

    def params(self, point: Point) -> list[tuple[str, str]]:
        """The parameters of a point's function, with their types."""
        run = self.tables.run
        values = [("f", run.Frame)]
        if not self.has_frame(point):
            values = [(local.python, run.Any if self._is_many(local, point) else "int") for local in point.values]
        return [("m", run.Match), *values]

    def write(self, point: Point) -> None:
        """Writes the body of a point's function."""
        add = self.writer.add
        self.current, self.inlined = point, [point]
        add("s = m.s")
        if point is point.handler.points[0]:
            self._write_prologue(point.handler.callee)
        if self.has_frame(point):
            if point.values:
                add("(_, {*}) = f", [local.python for local in point.values])
            for local in point.values:
                if isinstance(local.type, PerType) and local not in point.handler.tuples:
                    add("{0} = list({0})", local.python)
        if point.handler.is_observed and point is point.handler.points[0]:
            add("if m.log is not None:\n    {}(f)", m.begins)
        if point is point.handler.points[0]:
            self.statements.spend(self.expressions.costs.upfront_steps(point.handler.callee))
        if self._loops_back(point, point.body):
            self._write_loop(point)
        else:
            self._steps(point.body, ends=True)

    def _write_prologue(self, callee: CallableSymbol) -> None:
        """Writes the first lines of an effect that may nest, or for whose end events wait."""
        if callee.nests:
            self.writer.add("{}(m)", self.tables.run.nest, span=callee.span)
        if delays_events(self.module.game, callee):
            self.writer.add("{}(m, {})", self.tables.run.hold, self.tables.queue(), span=callee.span)

    # ---- which points are functions

    def _is_inlined(self, point: Point, path: list[Point]) -> bool:
        """True if the steps of a point are written in place of a jump to it, inside the points of a path."""
        single_jump = self.jump_counts[point] == 1 and not point.resumed
        short = not point.counts and self._size(point) <= SHORT
        return point not in path and (single_jump or short)

    def _size(self, point: Point) -> int:
        """An estimate of the lines of a point, with those written in place of its jumps.

        If these did not count, a chain of n conditional calls would be written 2**n times. A jump back is one line.
        """

        def ends(point: Point) -> list[Point]:
            return [jump.point for jump in self._jumps_of(point.body)]

        for each in deepest_first(point, ends, self.sizes, 1):
            inner = (self._size(end) if self._is_inlined(end, []) else 1 for end in ends(each))
            self.sizes[each] = _lines(each.body) + sum(inner)
        return self.sizes[point]

    def _jumps_of(self, steps: list[Step]) -> Iterator[Jump]:
        """The jumps in some steps."""
        for step in steps:
            if isinstance(step, tree.TStmtBase):
                continue
            match step:
                case Jump():
                    yield step
                case Call(call, then):
                    if then is not None and self._is_called(call):
                        yield then
                case When():
                    yield from self._jumps_of(step.then)
                case Ask():
                    yield from self._jumps_of(step.empty or [])
                case TakeFirst() | Nature() | Leave() | End():
                    pass

    def _is_called(self, call: tree.Do | tree.DoAbility) -> bool:
        """True if an effect is called as a function.

        The engine starts an ability, which may be one of many functions, and an effect that must find its callers on
        the stack.
        """
        return isinstance(call, tree.Do) and not call.callee.nests and not delays_events(self.module.game, call.callee)

    def _calls_in(self, steps: list[Step], path: list[Point]) -> Iterator[CallEdge]:
        """The functions that some steps call: by jumps that are written as calls, or (None) the beginnings of effects.

        Steps that are written in place of a jump count too.
        """
        for step in steps:
            jump: Jump | None = None
            match step:
                case Jump():
                    jump = step
                case Call(tree.Do(callee) as call, then) if self._is_called(call):
                    yield None, self.starts[callee]
                    jump = then
                case When():
                    yield from self._calls_in(step.then, path)
                case Ask():
                    yield from self._calls_in(step.empty or [], path)
                case _:
                    pass
            if jump is None:
                continue
            if self._is_inlined(jump.point, path):
                yield from self._calls_in(jump.point.body, [*path, jump.point])
            else:
                yield jump, jump.point

    def _loops_back(self, point: Point, steps: list[Step]) -> bool:
        """True if some steps of a point's function lead back to its beginning."""
        return any(end is point for _, end in self._calls_in(steps, [point]))

    def _framed_jumps(self) -> set[Jump]:
        """The jumps that use the stack of frames, so that Python's does not grow.

        They close a cycle of calls, or would make a chain of more than `DEEPEST` functions.
        """
        functions = [point for handler in self.module.handlers if handler.points for point in self.functions[handler]]
        calls = {point: [*self._calls_in(point.body, [point])] for point in functions}
        found: set[Jump] = set()
        depths: dict[Point, int] = {}  # the longest chains of calls; 0 while the search is below a point
        for first in functions:
            for point in deepest_first(first, lambda one: [end for _, end in calls[one]], depths, 0):
                ways = [(jump, end) for jump, end in calls[point] if end is not point]
                cut = {jump for jump, end in ways if jump and not 0 < depths[end] < DEEPEST}
                depths[point] = 1 + max((depths[end] for jump, end in ways if jump not in cut), default=0)
                found |= cut
        return found

    # ---- steps

    def _write_loop(self, point: Point) -> None:
        """Writes a point whose function loops back to its beginning."""
        match point.body:
            case [When(_, [tree.SetLocal(), *then]), *rest] if (
                point.loop and self._is_long(point.loop) and not self._loops_back(point, rest)
            ):
                self._write_counting_loop(point, point.loop, then)
                self._steps(rest, ends=True)
                return
            case [When(condition, then), *rest] if not self._loops_back(point, rest):
                inside = then
            case [When(condition, then), *inside] if not self._loops_back(point, then):
                condition, rest = tree.Op(prim.NOT, [condition], type=BOOL), then
            case _:
                with self.writer.block("while True:"):
                    self._steps(point.body, last=True)
                return
        with self.writer.block("while {}:", self.expr(condition)):
            self._steps(inside, last=True)
        self._steps(rest, ends=True)

    def _is_long(self, loop: tree.Loop) -> bool:
        """True if a counting loop has so many rounds that going through a range is faster."""
        size = self.expressions.costs.ranges.size(loop.domain)
        return loop.local.type != PLAYER and size is not None and size >= MANY

    def _write_counting_loop(self, point: Point, loop: tree.Loop, steps: list[Step]) -> None:
        """Writes the rounds of a counting loop for the members after the last one that meet its fixed conditions."""
        local, costs = loop.local.python, self.expressions.costs
        spent = 0 if loop.local in costs.loop_steps else costs.round_steps.get(loop.local, 0)
        found = None
        match steps:
            case [When(where, then), Jump(again)] if again is point and not spent:
                found = self.expressions.comprehensions.prefiltering.prefiltered(loop, prim.conjuncts(where))
        if found is None:
            assert isinstance(loop.domain, tree.EnumDomain | tree.RangeDomain)
            end = self.expressions.comprehensions.end(loop.domain)
            with self.writer.block("for {} in range({}, {}):", local, plus(local, 1), end):
                self.statements.spend(spent)
                self._steps(steps, last=True)
            return
        members, left = found
        last = self.expressions.fresh("last")
        self.writer.add("{} = {}", last, local)
        test = bool_op(ast.And(), [py("{} > {}", local, last), *map(self.expr, left)])
        with self.writer.block("for {} in {}:", local, members), self.writer.block("if {}:", test):
            self._steps(then, last=True)

    def _steps(self, steps: list[Step], *, last: bool = False, ends: bool = False) -> None:
        """Writes steps.

        Args:
            steps: the steps.
            last: at their end the loop around them begins its next round.
            ends: at their end the function ends.
        """
        for step in steps[:-1]:
            self._step(step, last=False, ends=False)
        self._step(steps[-1], last=last, ends=ends)

    def _step(self, step: Step, *, last: bool, ends: bool) -> None:
        add = self.writer.add
        match step:
            case Jump():
                self._jump(step, last=last, ends=ends)
            case When(condition, then, span):
                with self.statements.searches.when(condition, span):
                    self._steps(then)
            case TakeFirst(local, left):
                add("({0}, {1}) = ({1}[0], {1}[1:])", local.python, left.python)
            case Ask():
                self._ask(step)
            case Nature(roll, point):
                self._nature(roll, point)
            case Call():
                self._call(step, last=last, ends=ends)
            case Leave(value):
                if value is not None:
                    add("m.result = {}", self.statements.frame_value(value), span=value.span)
                if not ends:
                    add("return")
            case End(span):
                add("raise {}", self.tables.run.GameOver, span=span)
            case _:
                self.statements.statement(step)

    def _jump(self, jump: Jump, *, last: bool, ends: bool) -> None:
        point = jump.point
        if point is self.current:
            if not last:
                self.writer.add("continue")
        elif self._is_inlined(point, self.inlined):
            self.inlined.append(point)
            self._steps(point.body, last=last, ends=ends)
            self.inlined.pop()
        elif jump in self.framed:
            self.writer.add("return {}", self._resume_at_once(self._frame(point)))
        else:
            values: list[Part] = [local.python for local in point.values]
            given = [self._frame(point)] if self.has_frame(point) else values
            self.writer.add("return {}(m, {*})", self.tables.resume(point), given)

    def _resume_at_once(self, frame: ast.expr) -> ast.expr:
        """The result of a function that makes the engine continue with a frame."""
        return py("({}, (), {})", self.tables.run.NONE, frame)

    def _call(self, step: Call, *, last: bool, ends: bool) -> None:
        """Writes a call of an effect, which may stop, or has the engine start it."""
        add, call, then = self.writer.add, step.call, step.then
        if isinstance(call, tree.DoAbility) or not self._is_called(call):
            stop = self._resume_at_once(self._first_frame(call))
            add("return {}", stop if then is None else py("({}, {})", self._frame(then.point), stop), span=call.span)
            return
        called = py("{}(m, {})", self.tables.function(call.callee), self._first_frame(call))
        if then is None:
            add("return {}", called, span=call.span)
            return
        add("stop = {}", called, span=call.span)
        add("if stop:\n    return ({}, stop)", self._frame(then.point), span=call.span)
        self._jump(then, last=last, ends=ends)

    def _ask(self, step: Ask) -> None:
        choice, add = step.choice, self.writer.add
        point = step.point
        options = self.choices.options(choice, point.live)
        if step.empty is not None and options is None:
            with self.writer.block("if not options:"):
                self._steps(step.empty)
        if choice.may:
            decline = self.tables.run.DECLINE
            if options is None:
                add("options.append({})", decline)
            else:
                add("options = [*{}, {}]", options, decline)
            options = None
        offered = name("options") if options is None else options
        add("return ({}, {}, {})", self.expr(choice.player), offered, self._frame(step.point), span=choice.span)

    def _nature(self, roll: tree.RollDice | tree.DrawnCard, point: Point) -> None:
        frame, access = self._frame(point), self.expressions.access
        if isinstance(roll, tree.RollDice):
            call = self.expressions.roll(roll, frame)
        elif roll.position is not None:
            call = py("{}({}, {}, {})", m.nature_card_at, access.zone(roll.deck), self.expr(roll.position), frame)
        elif roll.end is not None:
            call = py("{}({}, {}, {})", m.nature_end, access.zone(roll.deck), roll.end == "bottom", frame)
        else:
            zones = access.zone(roll.deck), access.refill(roll.deck, roll.refill)
            call = py("{}({*})", m.nature_top_card, [*zones, frame])
        self.writer.add("return {}", call, span=roll.span)

    # ---- frames

    def _frame(self, point: Point) -> ast.expr:
        """The frame that leads to a point of the same effect, with the values that its locals have here."""
        return self.tables.frame(point, [self._frame_item(local, point) for local in point.values])

    def _frame_item(self, local: LocalSymbol, point: Point) -> ast.expr:
        changes = isinstance(local.type, PerType) and local not in point.handler.tuples
        return py("tuple({})" if changes else "{}", local.python)

    def _is_many(self, local: LocalSymbol, point: Point) -> bool:
        return local in point.handler.tuples or isinstance(local.type, PerType)

    def _first_frame(self, call: tree.Do | tree.DoAbility) -> ast.expr:
        """The frame with which another effect begins."""
        arguments = [self.statements.frame_value(argument) for argument in call.arguments]
        if isinstance(call, tree.Do):
            return self.tables.frame(self.starts[call.callee], arguments)
        card = self.expr(call.base)
        start = py("{}[{}]", self.tables.ability(call.card_type, call.name), card)
        return tuple_of([start, card, *arguments])


def _lines(steps: list[Step]) -> int:
    """An estimate of the lines of some steps."""
    lines = 0
    for step in steps:
        match step:
            case Jump():
                pass
            case When():
                lines += 1 + _lines(step.then)
            case Call():
                lines += 3
            case Ask():
                lines += SHORT
            case tree.TStmtBase():
                lines += sum(1 for node in nodes_in(step) if isinstance(node, tree.TStmtBase))
            case _:
                lines += 1
    return lines
