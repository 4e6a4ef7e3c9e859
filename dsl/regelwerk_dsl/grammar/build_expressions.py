"""Reductions of the expression grammar: tokens and nodes go in, expressions, binders, values and types come out."""

from __future__ import annotations

import unicodedata
from typing import Any

from lark import Token

from .. import syntax as s
from ..diagnostics import Diagnostics
from ..source import NO_SOURCE, SourceFile, Span
from .keywords import RESERVED_NAMES, why_reserved
from .templates import TextReader

Children = list[Any]

MAX_DIGITS = 15
_TOKEN: Any = Token  # what children are made of is not for a type checker to know
_LAYOUT = frozenset({"NL", "INDENT", "DEDENT", "JUNK"})


class ExpressionBuilder:
    """What all reductions share (spans, names, reports), and the reductions of expressions and types."""

    def __init__(self) -> None:
        self.source: SourceFile = NO_SOURCE
        self.base = 0  # the offset in the source file of the text that is parsed
        self.diagnostics = Diagnostics()
        self.texts: TextReader | None = None

    # ---- spans, names, reports

    def at(self, token: Token) -> Span:
        start = self.base + token.start_pos  # type: ignore[operator]
        return Span(self.source, start, start + len(token))

    def span(self, first: Any, last: Any) -> Span:
        """From the start of a token or node to the end of another."""
        start: int = self.base + first.start_pos if first.__class__ is _TOKEN else first.span.start
        end: int = self.base + last.start_pos + len(last) if last.__class__ is _TOKEN else last.span.end
        return Span(self.source, start, end)

    def whole(self, children: Children) -> Span:
        """From the first to the last child that is there; line ends do not count."""
        return self.span(_leading(children), _trailing(children))

    def name_of(self, token: Token) -> str:
        return str(token) if token.isascii() else unicodedata.normalize("NFC", token)

    def ident(self, token: Token) -> s.Ident:
        """A name that refers or labels."""
        return s.Ident(self.name_of(token), span=self.at(token))

    def declared(self, token: Token, reserved: frozenset[str] = RESERVED_NAMES) -> s.Ident:
        """A name that is declared: a word that begins an expression or a statement is refused."""
        if token in reserved:
            self.diagnostics.report(
                "E0112",
                self.at(token),
                f"`{token}` cannot be a name: {why_reserved(token)}",
                help=f"choose another name, for example `{token}_`",
            )
        return self.ident(token)

    # ---- texts

    def text(self, children: Children) -> s.Text:
        if self.texts is None:
            raise RuntimeError("the builder has no reader of texts")
        return self.texts.read(children, self.source, self.base, self.diagnostics)

    # ---- names and operands

    def name(self, children: Children) -> s.Name:
        (token,) = children
        return s.Name(self.name_of(token), span=self.at(token))

    def number(self, children: Children) -> s.Number:
        (token,) = children
        return self.number_of(token, token)

    def number_of(self, token: Token, digits: str) -> s.Number:
        digits = digits.replace("_", "")
        if len(digits) > MAX_DIGITS:
            self.diagnostics.report("E0123", self.at(token), f"this number has more than {MAX_DIGITS} digits")
            digits = "0"
        return s.Number(int(digits), span=self.at(token))

    def yes(self, children: Children) -> s.BoolLiteral:
        return s.BoolLiteral(True, span=self.at(children[0]))

    def no(self, children: Children) -> s.BoolLiteral:
        return s.BoolLiteral(False, span=self.at(children[0]))

    def none(self, children: Children) -> s.NoneLiteral:
        return s.NoneLiteral(span=self.at(children[0]))

    def empty(self, children: Children) -> s.EmptyLiteral:
        return s.EmptyLiteral(span=self.at(children[0]))

    def bracket(self, children: Children) -> s.Expr:
        """An expression in brackets is the expression; its span takes the brackets in."""
        opening, inner, closing = children
        object.__setattr__(inner, "span", self.span(opening, closing))  # the node is new and nobody else's
        return inner  # type: ignore[no-any-return]

    def set_literal(self, children: Children) -> s.SetLiteral:
        return s.SetLiteral(tuple(children[1]), span=self.span(children[0], children[2]))

    def args(self, children: Children) -> list[s.Expr]:
        return children[::2]

    def field(self, children: Children) -> s.Field:
        base, _, name = children
        return s.Field(base, self.ident(name), span=self.span(base, name))

    def index(self, children: Children) -> s.Index:
        base, _, args, closing = children
        return s.Index(base, tuple(args), span=self.span(base, closing))

    def call(self, children: Children) -> s.Call:
        function, _, args, closing = children
        return s.Call(function, tuple(args or ()), span=self.span(function, closing))

    def of_type(self, children: Children) -> s.OfType:
        value, _, name = children
        return s.OfType(value, self.ident(name), span=self.span(value, name))

    # ---- operators

    def unary(self, children: Children) -> s.Unary:
        operator, operand = children
        return s.Unary(str(operator), operand, span=self.span(operator, operand))

    def binary(self, children: Children) -> s.Binary:
        left, operator, right = children
        return s.Binary(str(operator), left, right, span=self.span(left, right))

    def binary_not(self, children: Children) -> s.Binary:
        left, first, second, right = children
        return s.Binary(f"{first} {second}", left, right, span=self.span(left, right))

    def range(self, children: Children) -> s.RangeExpr:
        low, _, high = children
        return s.RangeExpr(low, high, span=self.span(low, high))

    def conditional(self, children: Children) -> s.Conditional:
        _, condition, _, then, _, otherwise = children
        return s.Conditional(condition, then, otherwise, span=self.span(children[0], otherwise))

    # ---- binders and what they serve

    def binder(self, children: Children) -> s.Binder:
        name, _, domain, _, start = children
        return s.Binder(self.declared(name), domain, start, span=self.span(name, start or domain))

    def binders(self, children: Children) -> list[s.Binder]:
        return children[::2]

    def quantifier(self, children: Children) -> s.Quantifier:
        kind, binders, _, where = children
        return s.Quantifier(str(kind), tuple(binders), where, span=self.span(kind, where))

    def quantifier_all(self, children: Children) -> s.Quantifier:
        kind, binders, _, where, _, have = children
        return s.Quantifier("all", tuple(binders), where, have, span=self.span(kind, have))

    def pick(self, children: Children) -> s.Pick:
        kind, binder, *rest = children
        where = rest[1] if rest else None
        return s.Pick(str(kind), binder, where, span=self.span(kind, where or binder))

    def count(self, children: Children) -> s.Total:
        kind, binder, *rest = children
        where = rest[1] if rest else None
        return s.Total("count", None, binder, where, span=self.span(kind, where or binder))

    def total(self, children: Children) -> s.Total:
        kind, value, _, binder, *rest = children
        where = rest[1] if rest else None
        return s.Total(str(kind), value, binder, where, span=self.span(kind, where or binder))

    # ---- values: where the place tells what they are

    def per_entry(self, children: Children) -> s.PerEntry:
        key, value = children
        return s.PerEntry(key, value, span=self.span(key, value))

    def values(self, children: Children) -> s.PerLiteral | s.ListLiteral:
        entries = [self._as_entry(child) for child in children[::2]]
        span = self.span(entries[0], entries[-1])
        pairs = [entry for entry in entries if isinstance(entry, s.PerEntry)]
        if len(pairs) == len(entries):
            return s.PerLiteral(tuple(pairs), span=span)
        if pairs:
            odd = next(
                entry for entry in entries if isinstance(entry, s.PerEntry) != isinstance(entries[0], s.PerEntry)
            )
            self.diagnostics.report(
                "E0119",
                odd.span,
                "here stand single values and pairs of a key and a value side by side",
                help="write either `red 1, white 2` or `red, white`",
            )
        return s.ListLiteral(tuple(e.value if isinstance(e, s.PerEntry) else e for e in entries), span=span)

    def value_of(self, node: s.Expr | s.PerEntry | s.Text | None) -> Any:
        """What stands in a cell or after `=`: a lone pair becomes a literal of one pair."""
        if node is None or isinstance(node, s.Text):
            return node
        entry = self._as_entry(node)
        return s.PerLiteral((entry,), span=entry.span) if isinstance(entry, s.PerEntry) else entry

    def _as_entry(self, node: Any) -> Any:
        """`red -1`, with a blank before the minus and none after it, is a pair too."""
        if node.__class__ is s.Binary and node.operator == "-" and isinstance(node.left, s.Name | s.Call | s.Field):
            between = self.source.text[node.left.span.end : node.right.span.start]
            if between != "-" and between[-1] == "-":
                minus = Span(self.source, node.right.span.start - 1, node.right.span.end)
                return s.PerEntry(node.left, s.Unary("-", node.right, span=minus), span=node.span)
        return node

    # ---- types

    def named_type(self, children: Children) -> s.NamedType:
        (token,) = children
        return s.NamedType(self.name_of(token), span=self.at(token))

    def range_type(self, children: Children) -> s.RangeType:
        low, _, high = children
        return s.RangeType(low, high, span=self.span(low, high))

    def optional_type(self, children: Children) -> s.OptionalType:
        inner, mark = children
        return s.OptionalType(inner, span=self.span(inner, mark))

    def set_type(self, children: Children) -> s.SetType:
        return s.SetType(children[2], span=self.span(children[0], children[2]))

    def per_type(self, children: Children) -> s.PerType:
        value, _, key = children
        return s.PerType(value, key, span=self.span(value, key))

    def pile_type(self, children: Children) -> s.PileType:
        return s.PileType(children[2], span=self.span(children[0], children[2]))

    def place_type(self, children: Children) -> s.PlaceType:
        return s.PlaceType(children[2], span=self.span(children[0], children[2]))


def _leading(children: Children) -> Any:
    """The first child that is there and is no line end; of a list its first member."""
    for child in children:
        if child.__class__ is list:
            if child:
                return child[0]
        elif child is not None and not (child.__class__ is Token and child.type in _LAYOUT):
            return child
    return children[0]


def _trailing(children: Children) -> Any:
    """The last child that is there and is no line end; of a list its last member."""
    for child in reversed(children):
        if child.__class__ is list:
            if child:
                return child[-1]
        elif child is not None and not (child.__class__ is Token and child.type in _LAYOUT):
            return child
    return children[0]
