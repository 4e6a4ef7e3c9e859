"""Handlers in C: one function each. In that of an effect that can stop the points are labels, and jumps lead to them.

The function returns 0 when its effect has ended, else 1: then its frame waits to be put on the stack, above those of
its callers.
"""

from __future__ import annotations

from ..lower.stopping import delays_events
from ..model import tree
from ..model.ir import Ask, Call, End, Handler, Jump, Leave, Module, Nature, Point, Step, TakeFirst, When
from ..model.symbols import LocalSymbol
from .choices import Choices
from .expressions import Expressions
from .kinds import INT, ROW, ROWS, SEQUENCE, SET, NotNativeError, is_per, kind_of, width
from .statements import Statements, Writer, finish


class Points(Statements):
    """Writes the functions of handlers."""

    def __init__(self, module: Module, expressions: Expressions, choices: Choices, writer: Writer) -> None:
        super().__init__(module, expressions, writer)
        self.choices = choices
        self.handlers = {handler.callee: handler for handler in module.handlers}
        self.numbers: dict[Point, int] = {}
        for handler in module.handlers:
            for point in handler.points:
                if point.resumed:
                    self.numbers[point] = len(self.numbers)
            self._kinds(handler)
        self.queue = len(self.numbers)
        self.labels: dict[Point, str] = {}

    def _kinds(self, handler: Handler) -> None:
        """Records the C types of the locals that hold sequences and rows."""
        kinds = self.expressions.kinds
        for local in handler.tuples:
            kinds[local] = ROWS if local in handler.rows else SEQUENCE
        for step in _steps_in(handler):
            if isinstance(step, TakeFirst) and kinds.get(step.left) == ROWS:
                kinds[step.local] = ROW

    # ---- functions

    def head(self, handler: Handler) -> str:
        """The head of a handler's function."""
        given = [
            f"{self.tables.kind(self.expressions.kind(one))} {self.expressions.local(one)}" for one in handler.params
        ]
        name = self.tables.function(handler.callee)
        if handler.kind == "stopping":
            return f"static int {name}({', '.join(['M *m', 'int at_point', *given])})"
        result = "void"
        if handler.kind == "pure" or handler.result is not None:
            result = INT if handler.result is None else self.tables.kind(kind_of(handler.result, self.game))
        return f"static {result} {name}({', '.join(['M *m', *given])})"

    def write(self, handler: Handler) -> None:
        """Writes the function of a handler."""
        self.handler = handler
        callee = handler.callee
        self.expressions.this = self.expressions.local(callee.this) if callee.this is not None else ""
        with self.writer.block(self.head(handler)):
            for local in dict.fromkeys([*handler.locals, *callee.binders]):
                if local not in handler.params:
                    self._declare(local)
            self.writer.line("guard(m);")
            self.writer.marks = handler.kind != "pure"
            if handler.kind == "stopping":
                self._points(handler)
            else:
                self.spend(self.expressions.costs.upfront_steps(callee))
                if handler.kind == "plain" and not handler.answers:
                    self.acts(handler)
                self.block(self.answer(handler, handler.body) if handler.kind == "plain" else handler.body)
                if "static void" not in self.head(handler):
                    self.writer.line("leave(m);")
            self.writer.marks = False

    def _declare(self, local: LocalSymbol) -> None:
        kind = self.tables.kind(self.expressions.kind(local))
        name = self.expressions.local(local)
        start = " = 0" if kind == INT else ""
        if kind in (SEQUENCE, ROWS):
            self.writer.line(f"{kind} {name}; {name}.count = 0;")
        else:
            self.writer.line(f"{kind} {name}{start}; (void){name};")

    def _points(self, handler: Handler) -> None:
        start = handler.points[0]
        self.labels = {point: self.expressions.name("point") for point in handler.points}
        resumed = [point for point in handler.points if point.resumed]
        with self.writer.block("switch (at_point)"):
            for point in resumed:
                self.writer.line(f"case {self.numbers[point]}:")
                self.writer.depth += 1
                self.writer.mark()
                for local in reversed(point.values):
                    self._pop(local)
                self.writer.line(f"goto {self.labels[point]};")
                self.writer.depth -= 1
        self.writer.line(f"goto {self.labels[start]};")
        for point in handler.points:
            self.writer.line(f"{self.labels[point]}:; /* {_comment(point.label)} */")
            if point is start:
                self._write_prologue(handler)
            self.writer.mark()
            for step in point.body if point is not start else self.answer(handler, point.body):
                self._step(step)

    def _write_prologue(self, handler: Handler) -> None:
        callee, start = handler.callee, handler.points[0]
        if callee.nests:
            self.writer.line("nest(m);")
        if delays_events(self.game, callee):
            self.writer.line(f"hold(m, {self.queue});")
        if not handler.answers:
            self.acts(handler)
        if handler.is_observed:
            first = next(iter(start.values), None)
            given = "0" if first is None or self.expressions.kind(first) != INT else self.expressions.local(first)
            self.writer.line(f"begins(m, {self.numbers[start]}, {len(start.values)}, {given});")
        self.spend(self.expressions.costs.upfront_steps(callee))

    # ---- steps

    def _step(self, step: Step) -> None:
        line = self.writer.line
        match step:
            case Jump(point):
                self.writer.mark()
                line(f"goto {self.labels[point]};")
            case When(condition, then):
                with self.writer.block(f"if ({self._condition(condition)})"):
                    self.writer.mark()
                    for inner in then:
                        self._step(inner)
                self.writer.mark()
            case TakeFirst(local, left):
                kind = "rows" if self.expressions.kind(left) == ROWS else "sequence"
                self.assign(local, f"{kind}_first(m, &{self.expressions.local(left)})")
            case Ask():
                self._ask(step)
            case Nature():
                raise NotNativeError("explicit chance")
            case Call():
                self._call(step)
            case Leave(value):
                if value is not None:
                    self.result(value)
                line("return 0;")
            case End(span):
                line(finish(span))
            case _:
                self.parting(step)

    def _condition(self, node: tree.TExpr) -> str:
        if isinstance(node, tree.LocalRef) and self.expressions.kind(node.local) in (SEQUENCE, ROWS):
            return f"{self.expressions.local(node.local)}.count"
        return self.value(node)

    def _ask(self, step: Ask) -> None:
        choice, point = step.choice, step.point
        self.choices.options(choice, point.live)
        if step.empty is not None:
            with self.writer.block("if (!m->count)"):
                self.writer.mark()
                for inner in step.empty:
                    self._step(inner)
        if choice.may:
            self.writer.line("*new_option(m) = DECLINE;")
        player = self.expressions.name("player")
        self.writer.line(f"{{ i64 {player} = {self.value(choice.player)};")
        self.frame(point)
        self.writer.line(f"return ask(m, {player}, {self.numbers[point]}); }}")

    def _call(self, step: Call) -> None:
        call, then, line = step.call, step.then, self.writer.line
        if isinstance(call, tree.DoAbility) or call.callee.nests or delays_events(self.game, call.callee):
            self.frame_of_call(call)
            if then is not None:
                self.frame(then.point)
            line("return 1;")
            return
        given = self.expressions.given(call.callee, call.arguments)
        called = f"{self.tables.function(call.callee)}({', '.join(['m', '-1', *given])})"
        if then is None:
            line(f"return {called};")
            return
        with self.writer.block(f"if ({called})"):
            self.frame(then.point)
            line("return 1;")
        self.writer.mark()
        line(f"goto {self.labels[then.point]};")

    # ---- frames

    def frame(self, point: Point) -> None:
        """Writes the frame that leads to a point of the same effect."""
        self.writer.line("begin_frame(m);")
        for local in point.values:
            self._keep(self.expressions.local(local), self.expressions.kind(local))
        self.writer.line(f"keep(m, {self.numbers[point]});")

    def frame_of_call(self, call: tree.Do | tree.DoAbility) -> None:
        """Writes the frame with which an effect begins."""
        if isinstance(call, tree.Do):
            start = str(self.numbers[self.handlers[call.callee].points[0]])
            kinds = [self.expressions.kind(local) for local in call.callee.parameters]
            values = [*zip(self.expressions.given(call.callee, call.arguments), kinds, strict=True)]
        else:
            card = self.expressions.name("card")
            self.writer.line(f"i64 {card} = {self.expressions.card(call.base)};")
            start = f"{self.tables.ability(call.card_type, call.name)}[{card}]"
            values = [(card, INT), *self.expressions.given_to_ability(call.card_type, call.name, call.arguments)]
        kept = []
        for text, kind in values:
            name = self.expressions.name("given")
            self.writer.line(f"{kind} {name} = {text};")
            kept.append((name, kind))
        self.writer.line("begin_frame(m);")
        for name, kind in kept:
            self._keep(name, kind)
        self.writer.line(f"keep(m, {start});")

    def _keep(self, name: str, kind: str) -> None:
        if kind == INT:
            self.writer.line(f"keep(m, {name});")
        elif kind in (SEQUENCE, ROWS):
            self.writer.line(f"keep_{kind.lower()}(m, &{name});")
        else:
            self.writer.line(f"keep_words(m, &{name}, sizeof {name} / sizeof(i64));")

    def open_frame(self, point: Point) -> None:
        """Writes the code that takes the frame of a point from the stack, with its values as locals of a function."""
        callee = point.handler.callee
        self.expressions.this = self.expressions.local(callee.this) if callee.this is not None else ""
        for local in point.values:
            self._declare(local)
        self.writer.line("guard(m);")
        self.writer.line("m->sp--;")
        for local in reversed(point.values):
            self._pop(local)

    def _pop(self, local: LocalSymbol) -> None:
        name, kind = self.expressions.local(local), self.expressions.kind(local)
        if kind == INT:
            self.writer.line(f"{name} = popped(m);")
        elif kind in (SEQUENCE, ROWS):
            self.writer.line(f"pop_{kind.lower()}(m, &{name});")
        else:
            self.writer.line(f"pop_words(m, &{name}, sizeof {name} / sizeof(i64));")

    # ---- what the binding must know

    def shape(self, point: Point) -> list[object]:
        """The shapes of the values of a frame: "i", "s", ("p", size), "q", or ("r", shapes of the rows by number)."""
        found: list[object] = []
        for local in point.values:
            kind = self.expressions.kind(local)
            if kind == ROWS:
                rows = point.handler.row_types(local)
                found.append(("r", [[self._shape(kind_of(one, self.game)) for one in row] for row in rows]))
            else:
                found.append(self._shape(kind))
        return found

    @staticmethod
    def _shape(kind: str) -> object:
        if is_per(kind):
            return ("p", width(kind))
        return {INT: "i", SET: "s", SEQUENCE: "q"}[kind]

    def item_words(self) -> int:
        """The words of one value in a row of answers."""
        types = {
            one
            for handler in self.module.handlers
            for local in handler.rows
            for row in handler.row_types(local)
            for one in row
        }
        return max((self.tables.words_of(kind_of(one, self.game)) for one in types), default=1)

    def row_items(self) -> int:
        """The most values in a row of answers."""
        rows = (row for handler in self.module.handlers for rows in handler.rows.values() for row in rows)
        return max((1 + len(row) for row in rows), default=1)


def _steps_in(handler: Handler) -> list[Step]:
    """All steps of a handler."""
    found: list[Step] = []

    def walk(steps: list[Step]) -> None:
        for step in steps:
            found.append(step)
            if isinstance(step, When):
                walk(step.then)
            elif isinstance(step, Ask):
                walk(step.empty or [])

    for point in handler.points:
        walk(point.body)
    return found


def _comment(text: str) -> str:
    return "".join(char if char.isascii() and (char.isalnum() or char in " ._/") else "_" for char in text)
