"""Texts and their slots, which are typed like any other expression."""

from __future__ import annotations

from regelwerk_dsl import syntax as syn

from ..model import tree
from ..model import types as ty
from ..model.texts import slot_value
from .coerce import as_numbers, retyped
from .dispatch import resolve_expr
from .scope import Resolver, Scope, known_type


def resolve_text(scope: Scope, id_: str, text: syn.Text | None) -> tree.TypedText | None:
    """A text with its typed slots under the id of its message. Errors: E0601 (a slot that cannot be shown)."""
    if text is None:
        return None
    found: dict[str, tree.TExpr] = {}
    for slot in text.slots:
        value = resolve_expr(scope, slot.value)
        type_ = known_type(scope, value)
        if slot.plurals and (numbers := as_numbers(scope, type_)) is not None:
            value, type_ = retyped(value, numbers), numbers
        if isinstance(type_, ty.OptionalType):
            can = isinstance(type_.inner, ty.CardType | ty.MemberType | ty.IntType)  # the catalogue words none
        else:
            can = isinstance(type_, ty.IntType | ty.MemberType | ty.CardType | ty.BoolType | ty.SetType | ty.ErrorType)
        if not can:
            scope.error(slot, "E0601", f"{ty.describe(type_)} cannot be shown in a text")
        elif slot.plurals and not isinstance(type_, ty.IntType | ty.ErrorType):
            scope.error(slot, "E0602", f"a plural needs a number, and this is {ty.describe(type_)}")
        found.setdefault(slot_value(slot), value)
    return tree.TypedText(id_, text, [*found.values()])


def resolve_card_texts(resolver: Resolver) -> None:
    """The texts of every card. Their slots may name `this` and the binders of its family. Errors: those of slots."""
    for kind in resolver.game.card_types.values():
        for card in kind.cards:
            scope = Scope(resolver)
            card.this = scope.bind("this", kind.type, card.span)
            card.locals = [scope.bind(name, type_, card.span) for name, type_ in card.binders]
            shared = card.title is None and kind.title is not None
            title = f"cardtype.{kind.name}.title" if shared else f"card.{card.family}.title"
            own = {
                "title": resolve_text(scope, title, card.title or kind.title),
                "text": resolve_text(scope, f"card.{card.family}.text", card.text),
            }
            card.texts = {part: text for part, text in own.items() if text is not None}
            fields = {
                name: resolve_text(scope, f"{kind.name}.{name}.text", field.decl.text)
                for name, field in kind.fields.items()
            }
            card.field_texts = {name: text for name, text in fields.items() if text is not None}
