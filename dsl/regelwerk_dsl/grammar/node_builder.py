"""Construction of syntax nodes from the reductions of the grammar: names, spans and the node classes.

Each reduction calls the builder's method with the name of the rule or of its alternative, with the children that the
grammar keeps. A name that is a node class in snake case needs no method: the children are its fields. Lark's own tree
builder is not used: it gives positions to its own trees only, and nodes are built here inside the parse.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable
from functools import partial
from operator import itemgetter
from typing import Any

from .. import syntax as syn
from ..diagnostics import Diagnostics
from ..source import NO_SOURCE, SourceFile, Span
from ..syntax.nodes import field_names
from .keywords import RESERVED_NAMES, why_reserved
from .lalr import ONLY_CHILD, Reduction
from .tables import Production
from .templates import TextReader
from .tokens import Token

MAX_DIGITS = 15
_TOKEN: Any = Token
_LAYOUT = frozenset({"_NL", "_INDENT", "_DEDENT", "_JUNK"})
_LISTS = frozenset({list, tuple})
_DECLARING: tuple[type[syn.Node], ...] = (
    syn.Binder,
    syn.Param,
    syn.EnumMember,
    syn.LetStmt,
    syn.UnitDecl,
    syn.SumEnumDecl,
    syn.RangeEnumDecl,
    syn.CardsEnumDecl,
    syn.ValueDecl,
    syn.EventDecl,
)
"""The classes built from their children unchanged whose first child is a declared name."""


class NodeBuilder:
    """The base of all reductions.

    Attributes:
        source, base: the source file, and the offset in it of the text that is parsed.
        diagnostics: gets the messages of the reductions.
        texts: the reader of the strings.
        children: all children of the current reduction.
    """

    def __init__(self) -> None:
        self.source: SourceFile = NO_SOURCE
        self.base = 0
        self.diagnostics = Diagnostics()
        self.texts: TextReader | None = None
        self.children: list[Any] = []

    def __init_subclass__(cls) -> None:
        for kind in vars(syn).values():
            if isinstance(kind, type) and issubclass(kind, syn.Node):
                name = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", kind.__name__).lower()
                if not hasattr(cls, name):
                    setattr(cls, name, _constructor(kind))

    def reduction(self, production: Production) -> Reduction:
        """The function that makes the value of a production from the list of all its children."""
        name, kept = production.alias or production.rule, production.kept
        symbols = [production.symbols[index] if index >= 0 else "" for index in kept]
        if production.expands and not production.alias and len(kept) == 1:
            if len(production.symbols) == 1:
                return ONLY_CHILD
            return itemgetter(*kept) if production.symbols else lambda children: None
        method: Callable[..., Any] = getattr(self, name, self.items)
        if name in ("name", "named_type", "ident"):  # nodes of a token
            return lambda children: method(*children)
        idents = [index for index, symbol in zip(kept, symbols, strict=True) if symbol in ("NAME", "SOURCE_ID")]
        is_list = name.startswith("__")  # what Lark makes of `x+` and `x*`
        if is_list or len(kept) < 2 or any(symbol[:2] in ("", "__") for symbol in symbols):
            values: Callable[[list[Any]], Iterable[Any]] = partial(_values, kept=kept)
        else:
            values = itemgetter(*kept)

        def reduce(children: list[Any]) -> Any:
            self.children = children
            for index in idents:
                children[index] = self.ident(children[index])
            return values(children) if is_list else method(*values(children))

        return reduce

    @property
    def span(self) -> Span:
        """The span of the current reduction, without line ends around it."""
        first, last = self.children[0], self.children[-1]
        if first.__class__ is not _TOKEN or first.type in _LAYOUT:
            first = _outermost(self.children, 1) or first
        if last.__class__ is not _TOKEN or last.type in _LAYOUT:
            last = _outermost(self.children, -1) or first
        start = self.base + first.start_pos if first.__class__ is _TOKEN else first.span.start
        end = self.base + last.start_pos + len(last) if last.__class__ is _TOKEN else last.span.end
        return Span(self.source, start, end)

    def at(self, token: Token) -> Span:
        start = self.base + token.start_pos
        return Span(self.source, start, start + len(token))

    # ---- names, numbers, texts

    def name_of(self, token: Token) -> str:
        return str(token) if token.isascii() else unicodedata.normalize("NFC", str(token))

    def ident(self, token: Token) -> syn.Ident:
        return syn.Ident(self.name_of(token), span=self.at(token))

    def declared(self, name: syn.Ident, reserved: frozenset[str] = RESERVED_NAMES) -> syn.Ident:
        """The name of a declaration; a word that begins an expression or a statement is reported."""
        if name.name in reserved:
            self.diagnostics.report(
                "E0112",
                name.span,
                f"`{name}` cannot be a name: {why_reserved(name.name)}",
                help=f"choose another name, for example `{name}_`",
            )
        return name

    def number(self, token: Token) -> syn.Number:
        return self.number_of(token, token)

    def number_of(self, token: Token, digits: str) -> syn.Number:
        digits = digits.replace("_", "")
        if len(digits) > MAX_DIGITS:
            self.diagnostics.report("E0123", self.at(token), f"this number has more than {MAX_DIGITS} digits")
            digits = "0"
        return syn.Number(int(digits), span=self.at(token))

    def text(self, *strings: Token) -> syn.Text:
        if self.texts is None:
            raise RuntimeError("the builder has no reader of texts")
        return self.texts.read(list(strings), self.source, self.base, self.diagnostics)

    # ---- lists and removed lines

    def items(self, *children: Any) -> tuple[Any, ...]:
        return children

    def junk(self) -> None:
        """Takes the place of a faulty line that parse.py has removed."""
        return


def _constructor(kind: type[syn.Node]) -> Callable[..., syn.Node]:
    """The reduction that makes a node from its children in order; an optional word becomes a flag."""
    types = [kind.__annotations__[name] for name in field_names(kind)]
    needed = len(kind.__struct_fields__) - len(kind.__struct_defaults__)
    words = [index for index, type_ in enumerate(types) if type_ == "str"]
    lists = [index for index, type_ in enumerate(types) if type_.startswith("tuple[")]
    flags = [index for index, type_ in enumerate(types[:needed]) if type_ == "bool"]
    declares = kind in _DECLARING

    def construct(self: NodeBuilder, *children: Any) -> syn.Node:
        if declares:
            self.declared(children[0])
        if words or lists or flags:
            values = list(children)
            for index in words:
                values[index] = str(values[index])
            for index in lists:
                values[index] = values[index] or ()
            for index in flags:
                values[index] = values[index] is not None
            return kind(*values, span=self.span)
        return kind(*children, span=self.span)

    return construct


def _values(children: list[Any], kept: tuple[int, ...]) -> list[Any]:
    """The children that are kept, with those of lists; a list that comes first grows, so long ones take linear time."""
    values: list[Any] = []
    for index in kept:
        child = children[index] if index >= 0 else None
        if child.__class__ is list:
            if values:
                values += child
            else:
                values = child
        else:
            values.append(child)
    return values


def _outermost(children: Any, step: int) -> Any:
    """The first (1) or last (-1) token or node among children and lists of them; line ends do not count."""
    for child in children[::step]:
        if child is None:
            continue
        if child.__class__ is _TOKEN:
            if child.type not in _LAYOUT:
                return child
        elif child.__class__ in _LISTS:
            found = _outermost(child, step)
            if found is not None:
                return found
        else:
            return child
    return None
