"""Construction of expressions, values, types and statements."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from .. import syntax as syn
from ..source import Span
from ..suggest import as_words, slug
from .keywords import RESERVED_LABELS
from .node_builder import NodeBuilder
from .tokens import Token

Loop = tuple[tuple[syn.Binder, ...], syn.Expr | None]
"""`for x in S where a, y in T where b`, with the conditions as one"""
Filtered = tuple[syn.Binder, syn.Expr | None]
"""`x in S where a`"""
Called = tuple[tuple[syn.Ident, ...], tuple[syn.Ident, ...]]
"""`Visit.cook.play(p)`: the path of a rule, and its parameters"""
_NO_LOOP: Loop = ((), None)

MANY = 60
MANY_PRINTED = 9  # a sheet of paper


class Head(Struct, frozen=True):
    """A line `text "..."`, `says "..."`, `offer "..."` or `title "..."`; `reader`: the only player who reads it."""

    word: str
    text: syn.Text
    span: Span
    reader: syn.Expr | None = None


class Endless(Struct, frozen=True):
    """`x many 40 printed 6`: how many can be in play, and how many are printed."""

    most: syn.Expr
    printed: syn.Expr
    span: Span


class Hint(Struct, frozen=True):
    """One of the `Hints`, by the name of the field."""

    kind: str
    value: syn.Expr
    span: Span


class MemberOfParts(Struct, frozen=True):
    """`Cell(2, b)` in a path: a member of a product, or the name of a rule with its parameters."""

    name: syn.Ident
    parts: tuple[Part, ...]
    span: Span

    @property
    def ident(self) -> syn.Ident:
        """The member by its key."""
        return syn.Ident(f"{self.name}({', '.join(map(_key_of, self.parts))})", span=self.span)


Part = syn.Ident | syn.Number | syn.Unary | MemberOfParts


class CodeBuilder(NodeBuilder):
    """The reductions of expressions and statements that do more than build a node from their children."""

    # ---- paths

    def of_parts(self, name: syn.Ident, parts: tuple[Any, ...] | None) -> MemberOfParts:
        return MemberOfParts(name, parts or (), self.span)

    def path(self, *steps: syn.Ident | MemberOfParts) -> tuple[syn.Ident, ...]:
        return tuple(step.ident if isinstance(step, MemberOfParts) else step for step in steps)

    def called(self, *steps: syn.Ident | MemberOfParts) -> Called:
        """The path of a rule, and its parameters."""
        match steps:
            case (*before, MemberOfParts(name, parts)):
                return self.path(*before, name), self._parameters(parts)
            case _:
                return self.path(*steps), ()

    def called_alone(self, name: syn.Ident, parts: tuple[Any, ...] | None) -> Called:
        return (name,), self._parameters(parts or ())

    def _parameters(self, parts: tuple[Any, ...]) -> tuple[syn.Ident, ...]:
        """The names of parameters; a part of a member among them is reported."""
        other = next((part for part in parts if not isinstance(part, syn.Ident)), None)
        if other is not None:
            help = f"to change what a card does, name the ability behind it, for example `{self.span.text}.play(p)`"
            self.diagnostics.report(
                "E0101", other.span, f"`{other.span.text}` is not the name of a parameter", help=help
            )
        return tuple(self.declared(part) for part in parts if isinstance(part, syn.Ident))

    def replace_called(self, called: Called, body: syn.Expr | syn.Block) -> syn.ReplaceStmt:
        return syn.ReplaceStmt(*called, body, span=self.span)

    # ---- expressions

    def name(self, token: Token) -> syn.Name:
        return syn.Name(self.name_of(token), span=self.at(token))

    def named_type(self, token: Token) -> syn.NamedType:
        return syn.NamedType(self.name_of(token), span=self.at(token))

    def bool_literal(self, word: Token) -> syn.BoolLiteral:
        return syn.BoolLiteral(word == "yes", span=self.span)

    def bracket(self, inner: syn.Expr) -> syn.Expr:
        """An expression in brackets is the expression; its span takes the brackets in."""
        return replace(inner, span=self.span)

    def binary(self, left: syn.Expr, operator: Token, right: syn.Expr) -> syn.Binary:
        return syn.Binary(str(operator), left, right, span=self.span)

    def binary_not(self, left: syn.Expr, first: Token, second: Token, right: syn.Expr) -> syn.Binary:
        return syn.Binary(f"{first} {second}", left, right, span=self.span)

    def count(self, kind: Token, found: syn.Binder | Loop) -> syn.Total:
        return self.total(kind, None, found)

    def total(self, kind: Token, value: syn.Expr | None, found: syn.Binder | Loop) -> syn.Total:
        return syn.Total(str(kind), value, *(found if isinstance(found, tuple) else ((found,), None)), span=self.span)

    def pick(self, kind: Token, binder: syn.Binder, where: syn.Expr | None = None) -> syn.Pick:
        return syn.Pick(str(kind), binder, where, span=self.span)

    def best(self, kind: Token, binder: syn.Binder, best: Token, rank: syn.Expr, where: syn.Expr | None) -> syn.Pick:
        return syn.Pick(str(kind), binder, where, str(best), rank, span=self.span)

    def quantifier(self, kind: Token, loop: Loop, have: syn.Expr | None = None) -> syn.Quantifier:
        return syn.Quantifier(str(kind), *loop, have, span=self.span)

    def sifted(self, binder: syn.Binder, where: syn.Expr) -> Loop:
        return (binder,), where

    def joint(self, *parts: Any) -> Loop:
        return parts[:-1], parts[-1]

    def search(self, binder: syn.Binder, *filtered: Filtered) -> Loop:
        return self.loop((binder, None), *filtered)

    def nested_sifted(self, binder: syn.Binder, where: syn.Expr, *filtered: Filtered) -> Loop:
        return self.loop((binder, where), *filtered)

    def loop(self, *filtered: Filtered) -> Loop:
        """The binders, and their conditions in order as one."""
        where = None
        for _, test in filtered:
            if test is not None:
                where = test if where is None else syn.Binary("and", where, test, span=where.span.to(test.span))
        return tuple(binder for binder, _ in filtered), where

    def roll_dice(self, dice: Token) -> syn.Roll:
        number, sides = str(dice).split("d")
        self.number_of(dice, number + sides)
        return syn.Roll(int(number[:9] or 1), int(sides[:9]), span=self.span)

    def roll_what(self, what: syn.Expr) -> syn.Roll:
        return syn.Roll(what=what, span=self.span)

    def do_call(self, target: syn.Expr) -> syn.DoCall:
        return syn.DoCall(self._call(target), span=self.span)

    def _call(self, target: syn.Expr) -> syn.Call:
        """The call after `do`; any other expression is reported."""
        if isinstance(target, syn.Call):
            return target
        self.diagnostics.report(
            "E0120", target.span, "`do` needs a call, with brackets", help=f"write `do {target.span.text}()`"
        )
        return syn.Call(target, (), span=target.span)

    # ---- values whose meaning depends on their place

    def datum(self, node: syn.Expr | syn.PerEntry) -> syn.Expr:
        """The value of a cell or after `=`: a lone pair becomes a literal of one pair."""
        entry = self._as_entry(node)
        return syn.PerLiteral((entry,), span=entry.span) if isinstance(entry, syn.PerEntry) else entry

    def values(self, *children: syn.Expr | syn.PerEntry) -> syn.PerLiteral | syn.ListLiteral:
        entries = [self._as_entry(child) for child in children]
        pairs = [entry for entry in entries if isinstance(entry, syn.PerEntry)]
        if len(pairs) == len(entries):
            return syn.PerLiteral(tuple(pairs), span=self.span)
        if pairs:
            paired = isinstance(entries[0], syn.PerEntry)
            odd = next(entry for entry in entries if isinstance(entry, syn.PerEntry) != paired)
            self.diagnostics.report(
                "E0119",
                odd.span,
                "single values are mixed with pairs of a key and a value",
                help="write either `red 1, white 2` or `red, white`",
            )
        items = tuple(entry.value if isinstance(entry, syn.PerEntry) else entry for entry in entries)
        return syn.ListLiteral(items, span=self.span)

    def _as_entry(self, node: syn.Expr | syn.PerEntry) -> syn.Expr | syn.PerEntry:
        """`red -1`, with a blank before the minus and none after it, is a pair too."""
        if (
            isinstance(node, syn.Binary)
            and node.operator == "-"
            and isinstance(node.left, syn.Name | syn.Call | syn.Field)
        ):
            between = self.source.text[node.left.span.end : node.right.span.start]
            if between != "-" and between[-1] == "-":
                minus = Span(self.source, node.right.span.start - 1, node.right.span.end)
                return syn.PerEntry(node.left, syn.Unary("-", node.right, span=minus), span=node.span)
        return node

    # ---- blocks and statements

    def do_stmt(self, target: syn.Expr) -> syn.DoStmt:
        return syn.DoStmt(self._call(target), span=self.span)

    def block(self, *statements: syn.Stmt | None) -> syn.Block:
        return syn.Block(tuple(statement for statement in statements if statement is not None), span=self.span)

    def block_inline(self, statement: syn.Stmt) -> syn.Block:
        return syn.Block((statement,), inline=True, span=statement.span)

    def no_block(self) -> None:
        return

    def assign_stmt(self, target: syn.Expr, operator: Token, value: Any, _: Token) -> syn.AssignStmt:
        if isinstance(target, syn.Call):
            self.diagnostics.report("E0120", target.span, "a call cannot be assigned to", help=_as_index(target))
        if isinstance(value, syn.Unary) and self.source.text[value.span.start - 1 : value.span.start + 2] == "=- ":
            sign = Span(self.source, value.span.start - 1, value.span.start + 1)
            help = "write `-=` to subtract, or `= -` with the space before the sign"
            self.diagnostics.report("E0101", sign, "`=-` has no meaning here", help=help)
        return syn.AssignStmt(target, str(operator), value, span=self.span)

    def draw_stmt(self, count: syn.Expr, deck: syn.Expr, to: syn.Expr, name: syn.Ident | None) -> syn.DrawStmt:
        return syn.DrawStmt(count, deck, to, self.declared(name) if name is not None else None, span=self.span)

    def draw_otherwise(self, draw: syn.DrawStmt, otherwise: syn.Block) -> syn.DrawStmt:
        return syn.DrawStmt(draw.count, draw.deck, draw.to, draw.name, otherwise, span=self.span)

    def emit_alone(self, event: syn.Ident, arguments: tuple[syn.Expr, ...] | None) -> syn.EmitStmt:
        return syn.EmitStmt(event, arguments or (), span=self.span)

    def else_if(self, condition: syn.Expr, then: syn.Block, otherwise: syn.Block | None) -> syn.Block:
        return syn.Block((syn.IfStmt(condition, then, otherwise, chained=True, span=self.span),), span=self.span)

    def repeat_ever(self, body: syn.Block) -> syn.RepeatStmt:
        return syn.RepeatStmt(None, None, body, span=self.span)

    def repeat_times(self, times: syn.Expr, body: syn.Block) -> syn.RepeatStmt:
        return syn.RepeatStmt(times, None, body, span=self.span)

    def repeat_until(self, until: syn.Expr, body: syn.Block) -> syn.RepeatStmt:
        return syn.RepeatStmt(None, until, body, span=self.span)

    def for_each_stmt(self, loop: Loop, body: syn.Block) -> syn.ForEachStmt:
        return syn.ForEachStmt(*loop, body, span=self.span)

    def simultaneously_stmt(self, loop: Loop, body: syn.Block) -> syn.SimultaneouslyStmt:
        return syn.SimultaneouslyStmt(*loop, body, span=self.span)

    # ---- choices

    def exactly(self, number: syn.Expr) -> syn.HowMany:
        return syn.HowMany(number, number, span=self.span)

    def up_to(self, most: syn.Expr) -> syn.HowMany:
        return syn.HowMany(None, most, span=self.span)

    def any_number(self, *_: Token) -> syn.HowMany:
        return syn.HowMany(None, None, span=self.span)

    def choose_stmt(
        self, may: Token | None, how_many: syn.HowMany | None, unseen: Token | None, *parts: Any
    ) -> syn.ChooseStmt:
        return syn.ChooseStmt(may is not None, how_many, unseen is not None, *parts, span=self.span)

    def choose_inline(
        self,
        may: Token | None,
        how_many: syn.HowMany | None,
        unseen: Token | None,
        binder: syn.Binder,
        where: syn.Expr | None,
        by: syn.Expr,
        prompt: syn.Text | None,
        hints: syn.Hints | None,
        otherwise: syn.Block | None,
    ) -> syn.ChooseStmt:
        if may is not None and otherwise is None:
            self.diagnostics.report(
                "E0103",
                self.at(may).to((prompt or by).span),
                "`may choose` needs a block: what happens when the player does choose",
                help="put a colon at the end of the line and the block below it, or an `otherwise:` that leaves",
            )
        parts = (how_many, unseen is not None, binder, where, by, prompt, hints, None, otherwise)
        return syn.ChooseStmt(may is not None, *parts, span=self.span)

    def choose_options(self, may: Token | None, by: syn.Expr, prompt: syn.Text | None, *rest: Any) -> syn.Stmt:
        hints, *options, otherwise = rest
        there = tuple(option for option in options if option is not None)
        return syn.ChooseOptionsStmt(may is not None, by, prompt, hints, there, otherwise, span=self.span)

    def option_do(self, target: syn.Expr, loop: Loop | None, *rest: Any) -> syn.Option:
        binders, where = loop or _NO_LOOP
        return syn.Option(None, (), self._call(target), None, binders, where, *rest, span=self.span)

    def option(self, name: syn.Ident | None = None, *parts: Any) -> syn.Option | None:
        if name is None:
            return None  # junk
        arguments, text, loop, *rest = parts
        if text is None:
            self.diagnostics.report(
                "E0113",
                name.span,
                f"the option `{name}` has no sentence for its button",
                help=f'write `{name} "{as_words(str(name)).capitalize()}"`, or `do {name}(…)` for an effect',
            )
        self.declared(name, RESERVED_LABELS)
        binders, where = loop or _NO_LOOP
        return syn.Option(name, arguments or (), None, text, binders, where, *rest, span=self.span)

    def option_nameless(self, text: syn.Text, loop: Loop | None, *rest: Any) -> syn.Option:
        name = slug("".join(part for part in text.parts if isinstance(part, str))) or "option"
        arguments = f"({', '.join(binder.name.name for binder in loop[0])})" if loop else ""
        self.diagnostics.report(
            "E0113",
            text.span,
            "an option with a sentence needs a name too, so that rewording it breaks no saved record",
            help=f"write `{name}{arguments} {text.span.text}`",
        )
        label = syn.Ident(name, span=text.span)
        binders, where = loop or _NO_LOOP
        return syn.Option(label, (), None, text, binders, where, *rest, span=self.span)

    # ---- hints for bots

    def hint(self, word: Token, value: syn.Expr | None) -> Hint:
        return Hint(str(word), value or syn.BoolLiteral(True, span=self.at(word)), self.span)

    def hint_none(self, word: Token, _: Token, value: syn.Expr | None) -> Hint:
        return Hint("skip_none", self.hint(word, value).value, self.span)

    def hints(self, *found: Hint) -> syn.Hints:
        told: dict[str, syn.Expr] = {}
        for hint in found:
            if hint.kind in told:
                what = f"`bots {hint.kind.replace('_', ' ')}` appears twice here"
                help_ = "add the two numbers up" if hint.kind == "prefer" else "write one of them, with `or`"
                self.diagnostics.report("E0117", hint.span, what, help=help_)
            told[hint.kind] = hint.value
        return syn.Hints(**told, span=self.span)


def _key_of(part: Part) -> str:
    """The key of a part of a product's member."""
    match part:
        case syn.Number(value):
            return str(value)
        case syn.Unary(_, syn.Number(value)):
            return str(-value)
        case MemberOfParts():
            return part.ident.name
        case _:
            return str(part)


def _as_index(call: syn.Call) -> str:
    """Advice for `money(p) = 3`."""
    inner = ", ".join(argument.span.text for argument in call.arguments)
    return f"an index goes in square brackets: `{call.function.span.text}[{inner}]`" if inner else "name a variable"
