"""Construction of declarations: values, tables, the frame, rules, cards, changes, prose and scenarios."""

from __future__ import annotations

import textwrap
from typing import Any, TypeVar

from msgspec import Struct

from .. import syntax as syn
from ..source import NO_SPAN, Span
from .card_builder import CardBuilder
from .code_builder import Endless, Head, Loop
from .table_builder import Table, all_of
from .tokens import Token

N = TypeVar("N")


class Body(Struct, frozen=True):
    """A block with the lines before it."""

    block: syn.Block
    heads: tuple[Head, ...]
    source: syn.SourceClause | None
    span: Span


class Clause(Struct, frozen=True):
    """A clause of a state variable: `=`, `seen by`, `remembered by`, `refilled from` or `while in`, with its value."""

    word: str
    value: syn.Expr | syn.SeenBy | syn.Ident | tuple[syn.Ident, ...] | None
    span: Span


class Relation(Struct, frozen=True):
    """`after`, `needs` or `excludes` and names."""

    word: str
    names: tuple[syn.Ident, ...]
    span: Span


class Builder(CardBuilder):
    """All reductions of the grammar, each a method by the name of its rule or alternative."""

    # ---- what many declarations have

    def source_clause(self, *ids: syn.Ident) -> syn.SourceClause:
        return syn.SourceClause(ids, span=self.span)

    def sentence(self, word: Token, *parts: Any) -> Head:
        return Head(str(word), parts[-1], self.span, parts[0] if len(parts) > 1 else None)

    def names(self, *names: syn.Ident) -> tuple[syn.Ident, ...]:
        return tuple(map(self.declared, names))

    def body(self, *lines: Any) -> Body:
        heads, sources = all_of(lines, Head), all_of(lines, syn.SourceClause)
        statements = all_of(lines, syn.Stmt)
        span = self.span
        if statements:  # without any, the effect only has sentences, in any order
            above = [(head.word, head.span) for head in heads] + [("source", source.span) for source in sources]
            for word, place in above:
                if place.start > statements[0].span.start:
                    help = 'write `say "…"` for a sentence at this point' if word == "says" else ""
                    message = f"the `{word}` line belongs before the first statement"
                    self.diagnostics.report("E0117", place, message, help=help)
            span = statements[0].span.to(statements[-1].span)
        return Body(syn.Block(statements, span=span), heads, self._source(lines), self.span)

    def body_inline(self, statement: syn.Stmt) -> Body:
        return Body(self.block_inline(statement), (), None, statement.span)

    def _only(self, found: tuple[N, ...], word: str) -> N | None:
        """The one line of its kind, or none; the second and further ones are reported."""
        for extra in found[1:]:
            span = extra.span  # type: ignore[attr-defined]
            help = "merge the two lines, or remove one"
            self.diagnostics.report("E0117", span, f"there is a `{word}` line already", help=help)
        return found[0] if found else None

    def _source(self, lines: tuple[Any, ...]) -> syn.SourceClause | None:
        return self._only(all_of(lines, syn.SourceClause), "source")

    def _text(self, heads: tuple[Head, ...], word: str) -> syn.Text | None:
        head = self._only(tuple(head for head in heads if head.word == word), word)
        return head.text if head else None

    def _sentences(self, heads: tuple[Head, ...], allowed: tuple[str, ...], what: str) -> syn.Sentences:
        for head in heads:
            if head.word not in allowed:
                self.diagnostics.report("E0117", head.span, f"{what} has no `{head.word}` line")
        says, offer, text = (self._text(heads, word) for word in ("says", "offer", "text"))
        span = heads[0].span.to(heads[-1].span) if heads else NO_SPAN
        return syn.Sentences(says, offer, text, next((one.reader for one in heads if one.reader), None), span=span)

    # ---- values and tables

    def enum_decl(self, name: syn.Ident, label: syn.Text | None, *lines: Any) -> syn.EnumDecl:
        members = tuple(member for line in all_of(lines, tuple) for member in line)
        return syn.EnumDecl(self.declared(name), label, members, self._source(lines), span=self.span)

    def product_enum_decl(
        self,
        name: syn.Ident,
        label: syn.Text | None,
        params: tuple[syn.Param, ...] | None,
        title: syn.Text | None,
        where: syn.Expr | None,
        source: syn.SourceClause | None,
    ) -> syn.ProductEnumDecl:
        return syn.ProductEnumDecl(self.declared(name), label, params or (), where, source, title, span=self.span)

    def table_decl(self, name: syn.Ident, label: syn.Text | None, table: Table) -> syn.TableDecl:
        return syn.TableDecl(self.declared(name), label, table.columns, table.rows, table.source, span=self.span)

    def map_decl(self, name: syn.Ident, city: syn.Ident, label: syn.Text | None, table: Table) -> syn.MapDecl:
        return syn.MapDecl(self.declared(name), city, label, table.columns, table.rows, table.source, span=self.span)

    def cards_decl(self, card_type: syn.Ident, table: Table) -> syn.CardsDecl:
        return syn.CardsDecl(card_type, None, table.columns, table.rows, table.source, span=self.span)

    def cards_from(self, card_type: syn.Ident, file: syn.Text, source: syn.SourceClause | None) -> syn.CardsDecl:
        return syn.CardsDecl(card_type, file, (), (), source, span=self.span)

    # ---- the frame

    def initial(self, value: syn.Expr | None = None) -> Clause:
        return Clause("=", value, self.span)

    def seen_by(self, who: Token, name: syn.Ident | None = None) -> Clause:
        return Clause("seen by", syn.SeenBy(str(who), name, span=self.span), self.span)

    def remembered_by(self, who: Token, name: syn.Ident | None = None) -> Clause:
        return Clause("seen by", syn.SeenBy(str(who), name, remembered=True, span=self.span), self.span)

    def seen_with_card(self) -> Clause:
        return Clause("seen by", syn.SeenBy("card", span=self.span), self.span)

    def refilled_from(self, pile: syn.Ident) -> Clause:
        return Clause("refilled from", pile, self.span)

    def while_in(self, *zones: syn.Ident) -> Clause:
        return Clause("while in", zones, self.span)

    def state_var(
        self, name: syn.Ident, indices: tuple[syn.TypeExpr, ...] | None, kind: syn.TypeExpr, *clauses: Clause
    ) -> syn.StateVar:
        found: dict[str, Any] = {}
        for clause in clauses:
            if clause.word in found:
                self.diagnostics.report("E0117", clause.span, f"`{name}` has `{clause.word}` twice")
            found[clause.word] = clause.value
        initial = found.get("=")
        all_cards = "=" in found and initial is None
        rest = (found.get("seen by"), found.get("refilled from"), found.get("while in", ()))
        return syn.StateVar(self.declared(name), indices or (), kind, initial, all_cards, *rest, span=self.span)

    def state_decl(self, source: syn.SourceClause | None, *lines: syn.StateVar | None) -> syn.StateDecl:
        return syn.StateDecl(all_of(lines, syn.StateVar), source, span=self.span)

    def setup_decl(self, body: Body) -> syn.SetupDecl:
        self._sentences(body.heads, (), "`setup`")
        return syn.SetupDecl(body.block, body.source, span=self.span)

    def play_decl(self, limit: syn.Expr, body: Body) -> syn.PlayDecl:
        self._sentences(body.heads, (), "`play`")
        return syn.PlayDecl(limit, body.block, body.source, span=self.span)

    def outcome_decl(self, player: syn.Ident, *lines: Any) -> syn.OutcomeDecl:
        return syn.OutcomeDecl(
            self.declared(player), all_of(lines, syn.OutcomeLine), self._source(lines), span=self.span
        )

    def outcome_together(self, *lines: Any) -> syn.OutcomeDecl:
        return syn.OutcomeDecl(None, all_of(lines, syn.OutcomeLine), self._source(lines), span=self.span)

    def measure_decl(
        self, name: syn.Ident, player: syn.Ident | None, title: syn.Text | None, value: syn.Expr
    ) -> syn.MeasureDecl:
        player = player and self.declared(player)
        return syn.MeasureDecl(self.declared(name), player, title, value, span=self.span)

    # ---- rules

    def define_decl(
        self, name: syn.Ident, params: tuple[syn.Param, ...] | None, result: syn.TypeExpr, value: Any, *tails: Any
    ) -> syn.DefineDecl:
        heads = value.heads if isinstance(value, Body) else all_of(tails, Head)
        source = value.source if isinstance(value, Body) else self._source(tails)
        body = value.block if isinstance(value, Body) else value
        sentences = self._sentences(heads, ("text",), "a `define`")
        return syn.DefineDecl(self.declared(name), params or (), result, body, sentences, source, span=self.span)

    def effect_decl(
        self,
        name: syn.Ident,
        params: tuple[syn.Param, ...] | None,
        result: syn.TypeExpr | None,
        nests: Token | None,
        body: Body,
    ) -> syn.EffectDecl:
        sentences = self._sentences(body.heads, ("says", "offer", "text"), "an `effect`")
        name = self.declared(name)
        source, nesting = body.source, nests is not None
        return syn.EffectDecl(name, params or (), result, sentences, body.block, source, nesting, span=self.span)

    def event_decl(
        self,
        name: syn.Ident,
        params: tuple[syn.Param, ...] | None,
        nests: Token | None,
        queued: Token | None,
        order: syn.EventOrder | None,
        *tails: Any,
    ) -> syn.EventDecl:
        sentences, source = self._sentences(all_of(tails, Head), ("text",), "an `event`"), self._source(tails)
        name, flags = self.declared(name), (nests is not None, queued is not None)
        return syn.EventDecl(name, params or (), *flags, order, sentences, source, span=self.span)

    # ---- cards

    def card_type_decl(self, name: syn.Ident, label: syn.Text | None, *lines: Any) -> syn.CardTypeDecl:
        members = all_of(lines, syn.CardField | syn.AbilitySignature)
        title = self._text(all_of(lines, Head), "title")
        return syn.CardTypeDecl(self.declared(name), label, members, self._source(lines), title, span=self.span)

    def card_decl(
        self,
        card_type: syn.Ident,
        name: syn.Ident,
        title: syn.Text | None,
        loop: Loop | None,
        copies: syn.Expr | Endless | None,
        *lines: Any,
    ) -> syn.CardDecl:
        binders, where = loop or ((), None)
        most, printed = (copies.most, copies.printed) if isinstance(copies, Endless) else (copies, None)
        text = self._text(all_of(lines, Head), "text")
        members = all_of(lines, syn.FieldValue | syn.AbilityBody | syn.Listener)
        name, source = self.declared(name), self._source(lines)
        return syn.CardDecl(
            card_type, name, title, binders, where, most, text, members, source, printed, span=self.span
        )

    # ---- changes

    def relation(self, word: Token, *names: syn.Ident) -> Relation:
        return Relation(str(word), names, self.span)

    def remove_invariant(self, word: Token, title: syn.Text) -> syn.RemoveStmt:
        return syn.RemoveStmt((self.ident(word),), title, span=self.span)

    def add_decl(self, declaration: syn.Decl) -> syn.AddStmt:
        self._check_inner(declaration)
        return syn.AddStmt(declaration, span=self.span)

    def add_listener(self, path: tuple[syn.Ident, ...], listener: syn.Listener) -> syn.AddStmt:
        return syn.AddStmt(listener, path, span=self.span)

    def replace_decl(self, declaration: syn.Decl) -> syn.ReplaceStmt:
        self._check_inner(declaration)
        path = tuple(filter(None, [getattr(declaration, "name", None)]))
        if isinstance(declaration, syn.MeasureDecl):  # measures have names of their own, as in `remove measure.money`
            start = declaration.span.start
            path = (syn.Ident("measure", span=Span(self.source, start, start + len("measure"))), *path)
        return syn.ReplaceStmt(path, (), declaration, span=self.span)

    def replace_listener(self, path: tuple[syn.Ident, ...], listener: syn.Listener) -> syn.ReplaceStmt:
        return syn.ReplaceStmt(path, (), listener, span=self.span)

    def _check_inner(self, declaration: syn.Decl) -> None:
        """Reports a change inside a change."""
        if isinstance(declaration, syn.ChangeDecl):
            self.diagnostics.report(
                "E0117",
                declaration.name.span,
                f"the {declaration.kind} `{declaration.name}` stands inside another change",
                help="write it at the left margin; `needs` and `after` tie changes together",
            )

    def change_decl(
        self,
        kind: Token,
        name: syn.Ident,
        params: tuple[syn.Param, ...] | None,
        title: syn.Text | None,
        *lines: Any,
    ) -> syn.ChangeDecl:
        relations = all_of(lines, Relation)
        after, needs, excludes = (
            tuple(name for relation in relations if relation.word == word for name in relation.names)
            for word in ("after", "needs", "excludes")
        )
        amendments = all_of(lines, syn.Amendment)
        name, source = self.declared(name), self._source(lines)
        return syn.ChangeDecl(
            str(kind), name, params or (), title, after, needs, excludes, amendments, source, span=self.span
        )

    # ---- prose, scenarios and invariants

    def chapter_decl(
        self, name: syn.Ident, title: syn.Text | None, source: syn.SourceClause | None, prose: Token
    ) -> syn.ChapterDecl:
        text = str(prose)[3:-3].replace("\r\n", "\n")
        first, _, rest = text.partition("\n")
        text = textwrap.dedent(text if first.strip() else rest).rstrip()
        return syn.ChapterDecl(self.declared(name), title, text, source, span=self.span)

    def given_name(self, word: Token) -> syn.Name:
        return syn.Name(str(word), span=self.span)

    def when_do(self, target: syn.Expr) -> syn.WhenDo:
        return syn.WhenDo(self._call(target), span=self.span)

    def expect_option(self, player: syn.Ident, can: Token, key: syn.Expr) -> syn.ExpectOption:
        return syn.ExpectOption(player, can == "can", key, span=self.span)

    def expect_end(self, player: syn.Ident | None = None, end: str = "wins") -> syn.ExpectEnd:
        return syn.ExpectEnd(player, end == "wins", span=self.span)

    def option_key(self, value: syn.Expr | syn.Text) -> syn.Expr:
        """An option's key; the sentence of an option is reported."""
        if isinstance(value, syn.Text):
            self.diagnostics.report(
                "E0113",
                value.span,
                "name the option, not its sentence: sentences can be reworded and translated",
                help="write the name before the sentence in the option's declaration",
            )
            return syn.NoneLiteral(span=value.span)
        return value

    def scenario_decl(self, name: syn.Ident, title: syn.Text | None, *lines: Any) -> syn.ScenarioDecl:
        steps, helpers = all_of(lines, syn.ScenarioStep), all_of(lines, syn.EffectDecl)
        acts = [at for at, line in enumerate(lines) if isinstance(line, syn.WhenDo | syn.WhenPlay | syn.WhenChooses)]
        first, last = (acts[0], acts[-1]) if acts else (len(lines), len(lines))
        why, so = (self._text(all_of(some, Head), "text") for some in (lines[:first], lines[last:]))
        asides = tuple(
            syn.Aside(line.text, len(all_of(lines[:at], syn.ScenarioStep)), span=line.span)
            for at, line in enumerate(lines[first:last], first)
            if isinstance(line, Head)
        )
        source = self._source(lines)
        return syn.ScenarioDecl(self.declared(name), title, steps, helpers, source, why, so, asides, span=self.span)

    def invariant_block(
        self, title: syn.Text, source: syn.SourceClause | None, condition: syn.Expr
    ) -> syn.InvariantDecl:
        return syn.InvariantDecl(title, condition, source, span=self.span)
