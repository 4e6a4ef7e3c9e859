"""Reductions of values, the frame and rules: tokens, statements and expressions go in, declarations come out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .. import syntax as s
from ..source import NO_SPAN, Span
from .build_expressions import Children
from .build_statements import StatementBuilder


@dataclass(frozen=True, slots=True)
class Head:
    """A line `text "..."`, `says "..."` or `offer "..."`."""

    word: str
    text: s.Text
    span: Span


@dataclass(frozen=True, slots=True)
class Body:
    """A block with the lines before it."""

    block: s.Block
    heads: list[Head]
    source: s.SourceClause | None
    span: Span


@dataclass(frozen=True, slots=True)
class Table:
    """The inside of a table."""

    columns: tuple[s.Column, ...]
    rows: tuple[s.Row, ...]
    source: s.SourceClause | None
    span: Span


@dataclass(frozen=True, slots=True)
class Params:
    """Parameters in their brackets: `Param`s where they have types, else names."""

    items: tuple[Any, ...]
    span: Span


class DeclarationBuilder(StatementBuilder):
    """Declarations of values, frame and rules, and what all declarations share."""

    def start(self, children: Children) -> s.Decl:
        return children[0]  # type: ignore[no-any-return]

    def slot(self, children: Children) -> s.Expr:
        return children[0]  # type: ignore[no-any-return]

    def cell_text(self, children: Children) -> Any:
        return self.value_of(children[0])

    def column_text(self, children: Children) -> s.Column:
        return children[0]  # type: ignore[no-any-return]

    # ---- what many have

    def source_tail(self, children: Children) -> s.SourceClause:
        return s.SourceClause(tuple(self.ident(token) for token in children[1::2]), span=self.whole(children))

    def source_line(self, children: Children) -> s.SourceClause:
        return s.SourceClause(tuple(self.ident(token) for token in children[1:-1:2]), span=self.whole(children))

    def sentence(self, children: Children) -> Head:
        return Head(str(children[0]), children[1], self.span(children[0], children[1]))

    def text_tail(self, children: Children) -> Head:
        return Head(str(children[0]), children[1], self.span(children[0], children[1]))

    def params(self, children: Children) -> Params:
        return Params(tuple(child for child in children if isinstance(child, s.Param)), self.whole(children))

    def param(self, children: Children) -> s.Param:
        return s.Param(self.declared(children[0]), children[2], span=self.whole(children))

    def names(self, children: Children) -> Params:
        names = tuple(self.declared(token) for token in children[1:-1:2] if token is not None)
        return Params(names, self.whole(children))

    def path(self, children: Children) -> list[s.Ident]:
        return [self.ident(token) for token in children[::2]]

    def body(self, children: Children) -> Body:
        parts = [child for child in children[2:-1] if child is not None]
        statements = tuple(part for part in parts if not isinstance(part, Head | s.SourceClause))
        heads = [part for part in parts if isinstance(part, Head)]
        sources = [part for part in parts if isinstance(part, s.SourceClause)]
        whole = self.whole(children)
        if not statements:  # an effect may do no more than say something
            return Body(s.Block((), span=whole), heads, self._only(sources, "source"), whole)
        above: list[tuple[str, Span]] = [(head.word, head.span) for head in heads]
        for word, span in above + [("source", source.span) for source in sources]:
            if span.start > statements[0].span.start:
                self.diagnostics.report("E0117", span, f"the `{word}` line belongs before the first statement")
        block = s.Block(statements, span=statements[0].span.to(statements[-1].span))
        return Body(block, heads, self._only(sources, "source"), whole)

    def body_inline(self, children: Children) -> Body:
        (statement,) = children
        block = s.Block((statement,), inline=True, span=statement.span)
        return Body(block, [], None, statement.span)

    def _only(self, found: list[Any], word: str) -> Any:
        """The one line of its kind, or none; the second and further ones are reported."""
        for extra in found[1:]:
            self.diagnostics.report(
                "E0117", extra.span, f"there is a `{word}` line already", help="put both into one line, or remove one"
            )
        return found[0] if found else None

    def _sentences(self, heads: list[Head], allowed: tuple[str, ...], what: str) -> s.Sentences:
        for head in heads:
            if head.word not in allowed:
                self.diagnostics.report("E0117", head.span, f"{what} has no `{head.word}` line")
        texts = {
            word: self._only([head for head in heads if head.word == word], word) for word in ("says", "offer", "text")
        }
        says, offer, text = (head.text if head else None for head in texts.values())
        spans = [head.span for head in heads]
        span = spans[0].to(spans[-1]) if spans else NO_SPAN
        return s.Sentences(says, offer, text, span=span)

    # ---- values

    def unit_decl(self, children: Children) -> s.UnitDecl:
        _, name, _, low, _, high, _ = children
        return s.UnitDecl(self.declared(name), low, high, span=self.whole(children))

    def enum_member(self, children: Children) -> s.EnumMember:
        name, label = children
        return s.EnumMember(self.declared(name), label, span=self.whole(children))

    def enum_line(self, children: Children) -> list[s.EnumMember]:
        return [child for child in children if isinstance(child, s.EnumMember)]

    def enum_parts(self, children: Children) -> list[s.EnumMember]:
        return children[::2]

    def enum_block(self, children: Children) -> s.EnumDecl:
        _, name, label, _, _, _, source, *lines = children
        members = tuple(member for line in lines[:-1] for member in line)
        return s.EnumDecl(self.declared(name), label, members, source, span=self.whole(children))

    def enum_inline(self, children: Children) -> s.EnumDecl:
        _, name, label, _, members = children
        return s.EnumDecl(self.declared(name), label, tuple(members), span=self.whole(children))

    def enum_sum(self, children: Children) -> s.SumEnumDecl:
        _, name, label, _, parts, source, _ = children
        return s.SumEnumDecl(self.declared(name), label, tuple(parts), source, span=self.whole(children))

    def enum_range(self, children: Children) -> s.RangeEnumDecl:
        _, name, label, _, low, _, high, source, _ = children
        return s.RangeEnumDecl(self.declared(name), label, low, high, source, span=self.whole(children))

    def enum_product(self, children: Children) -> s.ProductEnumDecl:
        _, name, label, _, fields, title, _, where, source, _ = children
        whole = self.whole(children)
        return s.ProductEnumDecl(self.declared(name), label, fields.items, where, source, title, span=whole)

    # ---- tables

    def column(self, children: Children) -> s.Column:
        name, _, kind = children
        return s.Column(self.ident(name), kind, span=self.whole(children))

    def table_columns(self, children: Children) -> list[s.Column]:
        return [child for child in children if isinstance(child, s.Column)]

    def table_line(self, children: Children) -> s.Row | None:
        if len(children) == 1:
            return None  # junk
        cells = []
        for index in range(2, len(children) - 1, 2):
            value = self.value_of(children[index])
            before, after = children[index - 1], children[index + 1]
            start = self.base + before.start_pos + 1
            end = self.base + after.start_pos
            span = value.span if value is not None else Span(self.source, start, max(start, end))
            cells.append(s.Cell(value, span=span))
        return s.Row(self.declared(children[0]), tuple(cells), span=self.whole(children))

    def table_body(self, children: Children) -> Table:
        _, _, source, columns, *lines = children
        rows = tuple(row for row in lines if isinstance(row, s.Row))
        if columns is not None:  # else the head was faulty
            rows = tuple(self.fitted(row, columns) for row in rows)
        return Table(tuple(columns or ()), rows, source, self.whole(children))

    def fitted(self, row: s.Row, columns: list[s.Column]) -> s.Row:
        """The row with as many cells as the table has columns; a difference is reported."""
        have, want = len(row.cells), len(columns)
        if have == want:
            return row
        self.diagnostics.report(
            "E0118",
            row.key.span,
            f"the row `{row.key}` has {_cells(have)} after its key, the head of the table has {want}",
            help="put a `|` between two cells, also before an empty one",
        )
        end = Span(self.source, row.span.end, row.span.end)
        cells = (row.cells + tuple(s.Cell(None, span=end) for _ in range(want - have)))[:want]
        return s.Row(row.key, cells, span=row.span)

    def table_decl(self, children: Children) -> s.TableDecl:
        _, name, label, _, table = children
        span = self.span(children[0], table)
        return s.TableDecl(self.declared(name), label, table.columns, table.rows, table.source, span=span)

    def map_decl(self, children: Children) -> s.MapDecl:
        _, name, _, city, label, _, table = children
        span = self.span(children[0], table)
        return s.MapDecl(
            self.declared(name), self.ident(city), label, table.columns, table.rows, table.source, span=span
        )

    def cards_decl(self, children: Children) -> s.CardsDecl:
        _, name, _, table = children
        span = self.span(children[0], table)
        return s.CardsDecl(self.ident(name), None, table.columns, table.rows, table.source, span=span)

    def cards_from(self, children: Children) -> s.CardsDecl:
        _, name, _, file, source, _ = children
        return s.CardsDecl(self.ident(name), file, (), (), source, span=self.whole(children))

    # ---- the frame

    def players_decl(self, children: Children) -> s.PlayersDecl:
        _, low, _, high, source, _ = children
        return s.PlayersDecl(low, high, source, span=self.whole(children))

    def type_list(self, children: Children) -> list[s.TypeExpr]:
        return children[1:-1:2]

    def initial(self, children: Children) -> tuple[str, Any, Span]:
        value = self.value_of(children[1])
        return "=", value, self.span(children[0], value)

    def initial_all(self, children: Children) -> tuple[str, Any, Span]:
        return "=", None, self.whole(children)

    def seen_by(self, children: Children) -> tuple[str, Any, Span]:
        _, _, who, *name = children
        span = self.whole(children)
        return "seen by", s.SeenBy(str(who), self.ident(name[0]) if name else None, span=span), span

    def refilled_from(self, children: Children) -> tuple[str, Any, Span]:
        return "refilled from", self.ident(children[2]), self.whole(children)

    def state_var(self, children: Children) -> s.StateVar | None:
        if len(children) == 1:
            return None  # junk
        name, indices, _, kind, *clauses, _ = children
        found: dict[str, Any] = {}
        for word, value, span in clauses:
            if word in found:
                self.diagnostics.report("E0117", span, f"`{name}` has `{word}` twice")
            found[word] = value
        initial = found.get("=")
        end = clauses[-1][2] if clauses else kind.span
        return s.StateVar(
            self.declared(name),
            tuple(indices or ()),
            kind,
            initial,
            "=" in found and initial is None,
            found.get("seen by"),
            found.get("refilled from"),
            span=self.at(name).to(end),
        )

    def state_decl(self, children: Children) -> s.StateDecl:
        variables = tuple(child for child in children if isinstance(child, s.StateVar))
        return s.StateDecl(variables, children[4], span=self.whole(children))

    def setup_decl(self, children: Children) -> s.SetupDecl:
        body = children[2]
        self._sentences(body.heads, (), "`setup`")
        return s.SetupDecl(body.block, body.source, span=self.span(children[0], body))

    def play_decl(self, children: Children) -> s.PlayDecl:
        _, _, _, limit, _, body = children
        self._sentences(body.heads, (), "`play`")
        return s.PlayDecl(limit, body.block, body.source, span=self.span(children[0], body))

    def outcome_line(self, children: Children) -> s.OutcomeLine | None:
        if len(children) == 1:
            return None  # junk
        return s.OutcomeLine(str(children[0]), children[1], span=self.whole(children))

    def outcome_decl(self, children: Children) -> s.OutcomeDecl:
        player, source = children[2], children[6]
        lines = tuple(child for child in children if isinstance(child, s.OutcomeLine))
        return s.OutcomeDecl(self.declared(player), lines, source, span=self.whole(children))

    def value_decl(self, children: Children) -> s.ValueDecl:
        _, _, player, _, value, source, _ = children
        return s.ValueDecl(self.declared(player), value, source, span=self.whole(children))

    # ---- rules

    def define_short(self, children: Children) -> s.DefineDecl:
        _, name, params, _, result, _, value, *tails, _ = children
        heads = [tail for tail in tails if isinstance(tail, Head)]
        source = self._only([tail for tail in tails if isinstance(tail, s.SourceClause)], "source")
        sentences = self._sentences(heads, ("text",), "a `define`")
        span = self.span(children[0], tails[-1] if tails else value)
        return s.DefineDecl(
            self.declared(name), params.items if params else (), result, value, sentences, source, span=span
        )

    def define_long(self, children: Children) -> s.DefineDecl:
        _, name, params, _, result, _, body = children
        sentences = self._sentences(body.heads, ("text",), "a `define`")
        span = self.span(children[0], body)
        return s.DefineDecl(
            self.declared(name), params.items if params else (), result, body.block, sentences, body.source, span=span
        )

    def effect_decl(self, children: Children) -> s.EffectDecl:
        _, name, params, _, result, _, body = children
        sentences = self._sentences(body.heads, ("says", "offer", "text"), "an `effect`")
        span = self.span(children[0], body)
        return s.EffectDecl(self.declared(name), params.items, result, sentences, body.block, body.source, span=span)

    def event_decl(self, children: Children) -> s.EventDecl:
        _, name, params, source, _ = children
        return s.EventDecl(self.declared(name), params.items, source, span=self.whole(children))


def _cells(number: int) -> str:
    return "1 cell" if number == 1 else f"{number} cells"
