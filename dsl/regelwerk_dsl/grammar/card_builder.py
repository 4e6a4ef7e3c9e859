"""Construction of the lines of card types and cards, and of their copies."""

from __future__ import annotations

from typing import Any

from .. import syntax as syn
from .code_builder import MANY, MANY_PRINTED, Endless
from .table_builder import TableBuilder
from .tokens import Token


class CardBuilder(TableBuilder):
    """The reductions for what stands in card types and cards, and for copies."""

    def card_field(
        self,
        name: syn.Ident,
        kind: syn.TypeExpr,
        default: Any,
        not_printed: Token | None,
        _: Token | None,
        text: syn.Text | None,
    ) -> syn.CardField:
        return syn.CardField(self._member(name), kind, default, text, not_printed is not None, span=self.span)

    def ability_signature(
        self,
        name: syn.Ident,
        params: tuple[syn.Param, ...] | None,
        result: syn.TypeExpr | None,
        nests: Token | None,
        default: syn.Expr | syn.Block | None = None,
    ) -> syn.AbilitySignature:
        nesting = nests is not None
        if nests is not None and result is not None:
            self.diagnostics.report("E0408", self.at(nests), f"`{name}` only computes a value: it cannot nest")
        return syn.AbilitySignature(self._member(name), params or (), result, default, nesting, span=self.span)

    def ability_value(
        self, name: syn.Ident, params: tuple[syn.Param, ...] | None, result: syn.TypeExpr | None, default: syn.Expr
    ) -> syn.AbilitySignature:
        return self.ability_signature(name, params, result, None, default)

    def ability_without(
        self, name: syn.Ident, result: syn.TypeExpr, default: syn.Expr | syn.Block | None = None
    ) -> syn.AbilitySignature:
        return self.ability_signature(name, None, result, None, default)

    def ability_body(
        self, name: syn.Ident, params: tuple[syn.Ident, ...] | None, body: syn.Expr | syn.Block
    ) -> syn.AbilityBody | syn.FieldValue:
        """What a card says about an ability; `usable() = yes` is `usable = yes`, which may be a field as well."""
        if not params and not isinstance(body, syn.Block):
            return syn.FieldValue(name, body, span=self.span)
        return syn.AbilityBody(name, params or (), body, span=self.span)

    def _member(self, name: syn.Ident) -> syn.Ident:
        """The name of a card's field or ability: free but for the words that begin other lines of a card."""
        if name.name in ("text", "on", "source"):
            self.diagnostics.report(
                "E0112", name.span, f"a member of a card cannot be called `{name}`: that word begins another line"
            )
        return name

    def printed(self, copies: Token) -> syn.Number:
        return self.number_of(copies, copies[1:])

    def without_end(self, many: Token, most: syn.Expr | None, printed: syn.Expr | None) -> Endless:
        most = most or syn.Number(MANY, span=self.at(many))
        fits = min(MANY_PRINTED, most.value) if isinstance(most, syn.Number) else MANY_PRINTED
        return Endless(most, printed or syn.Number(fits, span=self.at(many)), self.span)
