"""Reductions of the statements: tokens, expressions and blocks go in, statements come out."""

from __future__ import annotations

from dataclasses import dataclass

from lark import Token

from .. import syntax as s
from ..source import Span
from ..suggest import slug
from .build_expressions import Children, ExpressionBuilder
from .keywords import RESERVED_LABELS


@dataclass(frozen=True, slots=True)
class Loop:
    """`for x in S, y in T where c`"""

    binders: tuple[s.Binder, ...]
    where: s.Expr | None
    span: Span


class StatementBuilder(ExpressionBuilder):
    """Blocks, statements and the options of a choice."""

    # ---- blocks

    def junk(self, children: Children) -> None:
        """Where parse.py took a faulty line out."""
        return

    def block(self, children: Children) -> s.Block:
        statements = tuple(child for child in children if child.__class__ is not Token and child is not None)
        return s.Block(statements, span=self.whole(children))

    def block_inline(self, children: Children) -> s.Block:
        (statement,) = children
        return s.Block((statement,), inline=True, span=statement.span)

    def otherwise(self, children: Children) -> s.Block:
        return children[2]  # type: ignore[no-any-return]

    # ---- simple statements

    def assign_stmt(self, children: Children) -> s.AssignStmt:
        target, operator, value, _ = children
        if isinstance(target, s.Call):
            self.diagnostics.report("E0120", target.span, "a call cannot be given a value", help=_as_index(target))
        return s.AssignStmt(target, str(operator), value, span=self.span(target, value))

    def do_stmt(self, children: Children) -> s.DoStmt:
        call = self._called(children[1])
        return s.DoStmt(call, span=self.span(children[0], call))

    def do_call(self, children: Children) -> s.DoCall:
        call = self._called(children[1])
        return s.DoCall(call, span=self.span(children[0], call))

    def _called(self, target: s.Expr) -> s.Call:
        if isinstance(target, s.Call):
            return target
        self.diagnostics.report(
            "E0120", target.span, "`do` wants a call, with brackets", help=f"write `do {target.span.text}()`"
        )
        return s.Call(target, (), span=target.span)

    def move_stmt(self, children: Children) -> s.MoveStmt:
        return s.MoveStmt(children[1], children[3], span=self.span(children[0], children[3]))

    def draw(self, children: Children) -> s.DrawStmt:
        _, count, _, deck, _, to, _, name, _ = children
        bound = self.declared(name) if name is not None else None
        return s.DrawStmt(count, deck, to, bound, span=self.whole(children))

    def draw_otherwise(self, children: Children) -> s.DrawStmt:
        draw, otherwise = children
        return s.DrawStmt(draw.count, draw.deck, draw.to, draw.name, otherwise, span=self.span(draw, otherwise))

    def shuffle_stmt(self, children: Children) -> s.ShuffleStmt:
        return s.ShuffleStmt(children[1], span=self.span(children[0], children[1]))

    def emit_stmt(self, children: Children) -> s.EmitStmt:
        keyword, name, _, args, closing, _ = children
        return s.EmitStmt(self.ident(name), tuple(args or ()), span=self.span(keyword, closing))

    def return_stmt(self, children: Children) -> s.ReturnStmt:
        return s.ReturnStmt(children[1], span=self.span(children[0], children[1] or children[0]))

    def stop_stmt(self, children: Children) -> s.StopStmt:
        return s.StopStmt(span=self.at(children[0]))

    def finish_stmt(self, children: Children) -> s.FinishStmt:
        return s.FinishStmt(span=self.at(children[0]))

    # ---- statements with parts

    def let_stmt(self, children: Children) -> s.LetStmt:
        _, name, _, kind, _, value, _, otherwise = children
        return s.LetStmt(self.declared(name), kind, value, otherwise, span=self.span(children[0], otherwise or value))

    def roll_dice(self, children: Children) -> s.Roll:
        keyword, dice = children
        number, sides = str(dice).split("d")
        self.number_of(dice, number + sides)
        return s.Roll(int(number[:9] or 1), int(sides[:9]), span=self.span(keyword, dice))

    def roll_what(self, children: Children) -> s.Roll:
        keyword, what = children
        return s.Roll(what=what, span=self.span(keyword, what))

    def if_stmt(self, children: Children) -> s.IfStmt:
        _, condition, _, then, otherwise = children
        return s.IfStmt(condition, then, otherwise, span=self.span(children[0], otherwise or then))

    def else_part(self, children: Children) -> s.Block:
        return children[2]  # type: ignore[no-any-return]

    def else_if(self, children: Children) -> s.Block:
        _, keyword, condition, _, then, otherwise = children
        span = self.span(keyword, otherwise or then)
        return s.Block((s.IfStmt(condition, then, otherwise, chained=True, span=span),), span=span)

    def for_stmt(self, children: Children) -> s.ForEachStmt:
        keyword, _, binders, _, where, _, body = children
        return s.ForEachStmt(tuple(binders), where, body, span=self.span(keyword, body))

    def repeat_ever(self, children: Children) -> s.RepeatStmt:
        return s.RepeatStmt(None, None, children[2], span=self.span(children[0], children[2]))

    def repeat_times(self, children: Children) -> s.RepeatStmt:
        return s.RepeatStmt(children[1], None, children[4], span=self.span(children[0], children[4]))

    def repeat_until(self, children: Children) -> s.RepeatStmt:
        return s.RepeatStmt(None, children[2], children[4], span=self.span(children[0], children[4]))

    def simultaneously_stmt(self, children: Children) -> s.SimultaneouslyStmt:
        keyword, _, _, binders, _, where, _, body = children
        return s.SimultaneouslyStmt(tuple(binders), where, body, span=self.span(keyword, body))

    # ---- choices

    def choose_stmt(self, children: Children) -> s.ChooseStmt:
        may, _, binder, _, where, _, by, prompt, mark, *rest = children
        body, otherwise = (None, rest[0]) if mark.type == "NL" else rest
        span = self.whole(children)
        if may is not None and body is None:
            self.diagnostics.report(
                "E0103",
                self.span(may, prompt or by),
                "`may choose` needs a block: what happens when the player does choose",
                help="put a colon at the end of the line and the block below it",
            )
        return s.ChooseStmt(may is not None, binder, where, by, prompt, body, otherwise, span=span)

    def choose_options(self, children: Children) -> s.ChooseOptionsStmt:
        may, _, _, by, prompt, *rest = children
        options = tuple(child for child in rest[:-1] if isinstance(child, s.Option))
        return s.ChooseOptionsStmt(may is not None, by, prompt, options, rest[-1], span=self.whole(children))

    def option_do(self, children: Children) -> s.Option:
        _, target, loop, _, when, body = children
        call = self._called(target)
        return s.Option(None, (), call, None, *_loop(loop), when, body, span=self.whole(children))

    def option(self, children: Children) -> s.Option | None:
        if len(children) == 1:
            return None  # junk
        name, _, args, _, text, loop, _, when, body = children
        if text is None:
            self.diagnostics.report(
                "E0113",
                self.at(name),
                f"the option `{name}` has no sentence for the button",
                help=f'write `{name} "{str(name).replace("_", " ").capitalize()}"`, or `do {name}(…)` for an effect',
            )
        label = self.declared(name, RESERVED_LABELS)
        span = self.whole(children)
        return s.Option(label, tuple(args or ()), None, text, *_loop(loop), when, body, span=span)

    def option_nameless(self, children: Children) -> s.Option:
        text, loop, _, when, body = children
        name = slug("".join(part for part in text.parts if isinstance(part, str))) or "option"
        arguments = f"({', '.join(binder.name.name for binder in loop.binders)})" if loop else ""
        self.diagnostics.report(
            "E0113",
            text.span,
            "an option that is only a sentence needs a name, so that rewording it breaks no record of a game",
            help=f"write `{name}{arguments} {text.span.text}`",
        )
        label = s.Ident(name, span=text.span)
        return s.Option(label, (), None, text, *_loop(loop), when, body, span=self.whole(children))

    def option_end(self, children: Children) -> s.Block | None:
        return children[1] if len(children) == 2 else None

    def for_where(self, children: Children) -> Loop:
        _, binders, _, where = children
        return Loop(tuple(binders), where, self.whole(children))


def _loop(loop: Loop | None) -> tuple[tuple[s.Binder, ...], s.Expr | None]:
    return (loop.binders, loop.where) if loop else ((), None)


def _as_index(call: s.Call) -> str:
    """What was probably meant by `money(p) = 3`."""
    inner = ", ".join(argument.span.text for argument in call.arguments)
    return f"an index stands in square brackets: `{call.function.span.text}[{inner}]`" if inner else "name a variable"
