"""Typed statements as C."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from math import prod
from typing import TypeVar, assert_never

from regelwerk_dsl.source import Span

from ..model import tree
from ..model import types as ty
from ..model.ir import Handler, Module, Step
from ..model.symbols import LocalSymbol, StateSymbol
from ..primitives import table as prim
from .expressions import Expressions
from .kinds import INT, NotNativeError, cell, kind_of, width
from .tables import number

PARTING = (tree.Branch, tree.ForEach, tree.Repeat, tree.Within)
"""Statements after which play may arrive by several ways."""


S = TypeVar("S", bound=Step)


class Writer:
    """Lines with their indentation."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.depth = 0
        self.blocks = 0  # those that are marked
        self.marks = False

    def line(self, text: str) -> None:
        """Adds a line."""
        self.lines.append("    " * self.depth + text)

    def mark(self) -> None:
        """Writes a note that a block runs, in code that can change the state."""
        if self.marks:
            self.line(f"ran(m, {self.blocks});")
            self.blocks += 1

    def switch(self, head: str, value: str, cases: Iterable[tuple[object, str]], default: str = "leave(m);") -> None:
        """Writes a function that does nothing but choose what to do by a value."""
        with self.block(head), self.block(f"switch ({value})"):
            for label, text in cases:
                self.line(f"case {label}: {text}")
            self.line(f"default: {default}")

    @contextmanager
    def block(self, head: str, end: str = "}") -> Iterator[None]:
        """A block in braces."""
        self.line(f"{head} {{" if head else "{")
        self.depth += 1
        yield
        self.depth -= 1
        self.line(end)


class Statements(ABC):
    """Writes statements that cannot stop."""

    def __init__(self, module: Module, expressions: Expressions, writer: Writer) -> None:
        self.module, self.game = module, module.game
        self.expressions, self.searches, self.writer = expressions, expressions.searches, writer
        self.tables, self.value = expressions.tables, expressions.text
        self.handler: Handler | None = None
        self.breaks: list[str] = []  # the labels after the loops around a statement
        self.declared: set[LocalSymbol] = set()  # the locals that stand at the top of the function

    def block(self, block: Iterable[tree.TStmt]) -> None:
        """Writes the statements in order, with marks where play can part."""
        self.writer.mark()
        for statement in block:
            self.parting(statement)

    def parting(self, statement: tree.TStmt) -> None:
        """Writes a statement, with a mark after it if play can part in it."""
        self.statement(statement)
        if isinstance(statement, PARTING):
            self.writer.mark()

    def answer(self, handler: Handler, steps: Iterable[S]) -> Iterator[S]:
        """The first steps of a handler; if it answers an event, the note that the card acts stands after its tests."""
        noted = not handler.answers
        for step in steps:
            if not noted and not handler.is_test(step):
                self.acts(handler)
                noted = True
            yield step
        if not noted:
            self.acts(handler)

    def acts(self, handler: Handler) -> None:
        """Writes a note that an ability of a card begins, if it is given the card; the test of an answer does not."""
        this, given = handler.callee.this, handler.points[0].values if handler.points else handler.params
        if this is not None and this in given and (handler.answers or handler.callee.kind != "listener"):
            self.writer.line(f"acted(m, {self.expressions.local(this)});")

    def spend(self, steps: int) -> None:
        if steps:
            self.writer.line(f"spend(m, {steps});")

    def assign(self, local: LocalSymbol, text: str) -> None:
        """Gives a local a value."""
        self.writer.line(f"{self.expressions.local(local)} = {text};")

    def statement(self, node: tree.TStmt) -> None:
        line, value, expressions = self.writer.line, self.value, self.expressions
        match node:
            case tree.SetLocal(local, given):
                self._set_local(local, given)
            case tree.SetPer(local, key, given):
                kind = expressions.kind(local)
                at = expressions.index(key, width(kind), expressions.tables.low(key.type))
                line(f"{expressions.local(local)}.at[{at}] = {value(given)};")
            case tree.SetState():
                self._set_state(node)
            case tree.SetRow(var, indices, given):
                self._check_zone(var, indices)
                kind = self.tables.kind(kind_of(var.type, self.game))
                line(f"*({kind} *)&{expressions.row(var, indices)} = {value(given, kind)};")
            case tree.RollDice():
                self._roll(node)
            case tree.Do(callee) if callee.queued:
                self.frame_of_call(node)
                line("queue_event(m);")
            case tree.Do(callee, arguments, local):
                call = expressions.call(callee, arguments)
                if local is not None:
                    self.assign(local, call)
                else:
                    line(f"{call};")
            case tree.DoAbility(card_type, name, base, arguments):
                line(f"{expressions.ability(card_type, name, base, arguments)};")
            case tree.MoveCards():
                self._move(node)
            case tree.Draw():
                self._draw(node)
            case tree.TakeUnseen(pile, position, local):
                self.assign(local, f"card_at(m, {expressions.pile(pile)}, {value(position)})")
            case tree.Shuffle(pile):
                line(f"shuffle(m, {expressions.pile(pile)});")
            case tree.Say():
                pass
            case tree.EffectEnds():
                line("ends(m);")
            case tree.Branch(condition, then, otherwise):
                with self.writer.block(f"if ({value(condition)})"):
                    self.block(then)
                if otherwise:
                    with self.writer.block("else"):
                        self.block(otherwise)
            case tree.ForEach():
                self._for_each(node)
            case tree.Repeat():
                self._repeat(node)
            case tree.Return(given):
                self._return(given)
            case tree.Stop():
                line(f"goto {self.breaks[-1]};")
            case tree.Finish(span=span):
                line(finish(span))
            case tree.BurnFuel(span=span):
                self._burn(span)
            case tree.Within(callee, given_, body):
                for one in given_:
                    self.statement(one)
                self.spend(self.expressions.costs.upfront_steps(callee))
                self.block(body)
            case tree.ChooseValue() | tree.ChooseOption() | tree.Simultaneously():
                raise AssertionError("lowering leaves no choices")
            case _:
                assert_never(node)

    # ---- values

    def _set_local(self, local: LocalSymbol, given: tree.TExpr) -> None:
        self.spend(self.expressions.costs.control_steps(local, given))
        match given:
            case tree.Op(prim.EXTENDED, [tree.LocalRef(rows), *values]) if rows is local:
                self._extend(local, values)
            case _:
                self.assign(local, self.value(given, self.expressions.kind(local)))

    def _extend(self, rows: LocalSymbol, values: list[tree.TExpr]) -> None:
        row = self.expressions.name("row")
        with self.writer.block(""):
            self.writer.line(f"Row *{row} = rows_add(m, &{self.expressions.local(rows)});")
            self.writer.line(f"memset({row}, 0, sizeof *{row});")
            for at, value in enumerate(values):
                kind = self.expressions.kind_of(value)
                target = f"{row}->at[{at} * ITEM]"
                self.writer.line(f"{target if kind == INT else f'*({kind} *)&{target}'} = {self.value(value, kind)};")

    def _set_state(self, node: tree.SetState) -> None:
        self._check_zone(node.var, node.indices)
        kind = cell(node.var, self.game)
        value = self.value(node.value, kind)
        if node.low is not None and node.high is not None and kind == INT:
            value = f"fit(m, {value}, {number(node.low)}, {number(node.high)})"
        target = self.expressions.cell(node.var, node.indices)
        if kind == INT:  # the value may leave the game before the place of the variable is computed
            kept = self.expressions.name(node.var.name)
            self.writer.line(f"{{ i64 {kept} = {value}; {target} = {kept}; }}")
        else:
            self.writer.line(f"{target} = {value};")

    def _check_zone(self, var: StateSymbol, indices: list[tree.TExpr]) -> None:
        """Leaves the game unless the card of the first index lies where it keeps its value of the variable."""
        if var.while_in:
            zones = self.tables.kept_zones(var)
            self.writer.line(f"if (!{zones}[s->where[{self.expressions.card(indices[0])}]]) leave(m);")

    def _roll(self, node: tree.RollDice) -> None:
        die = self.module.luck[node.luck]
        index = self.expressions.flat(node.keys(die.sizes), list(die.sizes), die.first)
        if node.kind == "of":
            assert node.domain is not None
            loop = tree.Loop(LocalSymbol("member", ty.INT, node.span), node.domain)
            kept = self.expressions.name("members")
            with self.writer.block(""):
                self.writer.line(f"Sequence {kept} = {self.searches.members(loop)};")
                self.assign(node.local, f"roll_of(m, {index}, &{kept})")
        elif node.kind == "dice":
            self.assign(node.local, f"roll_dice(m, {index}, {node.dice}, {node.sides})")
        else:
            assert node.low is not None and node.high is not None
            self.assign(node.local, f"roll(m, {index}, {self.value(node.low)}, {self.value(node.high)})")

    def _return(self, given: tree.TExpr | None) -> None:
        stopping = self.handler is not None and self.handler.kind == "stopping"
        if stopping:
            if given is not None:
                self.result(given)
            self.writer.line("return 0;")
        elif given is None:
            self.writer.line("return;")
        else:
            kind = kind_of(self.handler.result or given.type, self.game) if self.handler is not None else INT
            self.writer.line(f"return {self.value(given, kind)};")

    def result(self, given: tree.TExpr) -> None:
        """Writes the result of an effect that can stop."""
        kind = self.expressions.kind_of(given)
        if self.handler is not None and self.handler.result is not None:
            kind = kind_of(self.handler.result, self.game)
        self.writer.line(f"{self.expressions.result(kind)} = {self.value(given, kind)};")

    # ---- cards

    def _move(self, node: tree.MoveCards) -> None:
        what, line = self.expressions.one_pile(node.what) or node.what, self.writer.line
        zone = self.expressions.name("zone")
        with self.writer.block(""):
            line(f"i64 {zone} = {self.expressions.zone(node.to)};")
            match what:
                case tree.PileCards(source):
                    self._move_each(tree.CardsDomain(what), node, zone, source)
                case tree.TNode(type=ty.SetType()):
                    self._move_each(tree.SetDomain(what, 0), node, zone, None)
                case tree.TNode(type=ty.PileType()):
                    raise NotNativeError("a pile as a value")
                case _:
                    card = self.expressions.name("card")
                    line(f"i64 {card} = {self.value(what)};")
                    self._move_one(card, zone, None, node)

    def _move_each(self, domain: tree.TDomain, node: tree.MoveCards, zone: str, source: tree.ZoneRef | None) -> None:
        loop = tree.Loop(LocalSymbol("card", ty.INT, node.span), domain)
        before, after = self.searches.opened(loop, changing=True)
        self.writer.line(before)
        self._move_one(self.expressions.local(loop.local), zone, source, node)
        self.writer.line(after)

    def _move_one(self, card: str, zone: str, source: tree.ZoneRef | None, node: tree.MoveCards) -> None:
        self.writer.line(f"{'move_below' if node.below else 'move'}(m, {card}, {zone});")
        self._reset_expired(card, node.what.type, source, node)

    def _draw(self, node: tree.Draw) -> None:
        expressions, local = self.expressions, self.expressions.local(node.local)
        zone, other = expressions.pile(node.deck), expressions.refill(node.deck, node.refill)
        self.assign(node.local, f"top_card(m, {zone}, {other})")
        with self.writer.block(f"if ({local} != NONE)"):
            self.writer.line(f"{'move_below' if node.below else 'move'}(m, {local}, {self.expressions.zone(node.to)});")
            self._reset_expired(local, node.local.type, node.deck, node)

    def _reset_expired(
        self, card: str, kind: ty.Type, source: tree.ZoneRef | None, node: tree.MoveCards | tree.Draw
    ) -> None:
        """Resets the `while in` variables of a card, unless it now lies in a zone of these."""
        for var in self.tables.expiring(kind, source, node.to):
            sizes, dim = self.expressions.tables.sizes(var), var.dims[0]
            assert isinstance(dim, ty.CardType)
            first = self.expressions.tables.low(dim)
            inner = prod(sizes[1:])
            name, at = self.tables.variable(var), self.expressions.name("at")
            test = f"(u64)({card} - {first}) < {sizes[0]}"
            if node.to.given is not None:
                test += f" && !{self.tables.kept_zones(var)}[{self.expressions.zone(node.to)}]"
            self.writer.line(
                f"if ({test}) for (int {at} = 0; {at} < {inner}; {at}++) "
                f"s->{name}[({card} - {first}) * {inner} + {at}] = first_state->{name}[{at}];"
            )

    # ---- control

    def _for_each(self, node: tree.ForEach) -> None:
        label = self.expressions.name("behind")
        before, after = self.searches.all_opened(node.loops, changing=True)
        self.writer.line(before)
        self.writer.depth += 1
        self.breaks.append(label)
        if node.where is not None:
            with self.writer.block(f"if ({self.value(node.where)})"):
                self.block(node.body)
        else:
            self.block(node.body)
        self.breaks.pop()
        self.writer.depth -= 1
        self.writer.line(after)
        self.writer.line(f"{label}:;")

    def _repeat(self, node: tree.Repeat) -> None:
        label = self.expressions.name("behind")
        if node.times is not None:
            assert node.counter is not None
            at, times = self.expressions.name("round"), self.expressions.name("times")
            steps = self.expressions.costs.round_steps.get(node.counter)
            paced = "" if steps is None else f"paced(m, {times}, {steps}); "
            self.writer.line(f"{{ i64 {times} = {self.value(node.times)}; {paced}")
            head = f"for (i64 {at} = 0; {at} < {times}; {at}++)"
        elif node.until is not None:
            self.writer.line("{")
            head = f"while (!({self.value(node.until)}))"
        else:
            self.writer.line("{")
            head = "for (;;)"
        self.breaks.append(label)
        with self.writer.block(head):
            if node.counter is not None and node.times is not None:
                self.writer.line(
                    f"i64 {self.expressions.local(node.counter)} = {at}; (void){self.expressions.local(node.counter)};"
                )
            if node.times is None or not isinstance(node.times, tree.Const):
                self._burn(node.span)
            self.block(node.body)
        self.breaks.pop()
        self.writer.line("}")
        self.writer.line(f"{label}:;")

    def _burn(self, span: Span) -> None:
        """Writes the burning of a round's fuel, and the counting of its steps if many; of a pure loop just these."""
        costs = self.expressions.costs
        if self.handler is not None and self.handler.kind == "pure":
            self.spend(costs.pure_round_steps(span))
            return
        self.writer.line("burn(m);")
        self.spend(costs.fuel_round_steps.get(span, 0))

    # ---- frames

    @abstractmethod
    def frame_of_call(self, call: tree.Do) -> None:
        """Writes the frame with which an effect begins."""


def finish(span: Span) -> str:
    """The end of the game, with the line of the sources that says so; other bytes than plain ones as numbers."""
    line = f"{span.source.short}:{span.line}".encode(errors="surrogateescape")
    text = "".join(chr(byte) if 32 <= byte < 127 and byte not in b'"\\?' else f"\\{byte:03o}" for byte in line)
    return f'finish(m, "{text}");'
