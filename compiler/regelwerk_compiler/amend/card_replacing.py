"""`replace` with a card, what a card does or answers, what it does at an event, or what a card type's cards do."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from regelwerk_dsl import syntax as syn
from regelwerk_dsl.diagnostics import Diagnostics, Label

from ..declare.collect import Declarations
from .cards import family_of, find_cards
from .compare import substitute
from .edits import Edit, Found, place_of, with_source
from .history import Key


def replace_card(table: Declarations, change: syn.ChangeDecl, decl: syn.CardDecl, diagnostics: Diagnostics) -> Found:
    name = decl.name.name
    keys = family_of(table, name)
    if not keys:
        return None
    old = table.cards[keys[0]]
    if old.card_type != decl.card_type:
        diagnostics.report(
            "E0907",
            decl.card_type.span,
            f"`{name}` is a card of the type {old.card_type}",
            labels=(Label(old.card_type.span, "this is replaced"),),
            help="a card of another type is another card: remove the old one and add the new one",
        )
        return []

    def apply() -> None:
        cards: dict[str, syn.CardDecl] = {}
        for key, card in table.cards.items():
            if key == keys[0]:
                cards[name] = with_source(decl, change, old)
            elif key not in keys:
                cards[key] = card
        table.cards = cards
        table.spans[f"card.{name}"] = decl.name.span

    return [Edit((name,), place_of(old.name.span), place_of(decl.name.span), old.name.span, apply, whole=True)]


def replace_ability(
    table: Declarations, names: Key, step: syn.ReplaceStmt, body: Any, diagnostics: Diagnostics
) -> Found:
    """`replace Action.theft.playable(p) = no`, `replace theft.on_sold(p): ...`, `replace Action.playable = no`"""
    kind = table.card_types.get(names[0])
    if kind is not None and len(names) == 2:
        default = next(
            (m for m in kind.members if isinstance(m, syn.AbilitySignature) and m.name.name == names[1]), None
        )
        if default is not None:
            return _default(table, names, step, default, body, diagnostics)
    cards = find_cards(table, names)
    if cards is None or len(cards.rest) != 1:
        return None
    name = cards.rest[0]
    if name.startswith("on_") and isinstance(body, syn.Block):
        edits = [_body_of_listener(table, key, name, step, body) for key in cards.keys]
        return [edit for edit in edits if edit is not None] if None not in edits else None
    if not _has_ability(table, cards.keys[0], name):
        return None
    return [_body(table, key, name, step, body) for key in cards.keys]


def _has_ability(table: Declarations, key: str, name: str) -> bool:
    kind = table.card_types.get(table.cards[key].card_type.name)
    return kind is None or any(isinstance(m, syn.AbilitySignature) and m.name.name == name for m in kind.members)


def _body(table: Declarations, key: str, name: str, step: syn.ReplaceStmt, body: Any) -> Edit:
    card = table.cards[key]
    at = next((n for n, m in enumerate(card.members) if isinstance(m, syn.AbilityBody) and m.name.name == name), None)
    old = card.members[at] if at is not None else None
    params = step.params or (old.params if isinstance(old, syn.AbilityBody) else _own_params(table, card, name))
    last = step.path[-1].span
    new = syn.AbilityBody(syn.Ident(name, span=last), params, body, span=last.to(step.span))
    old_span = old.span if old is not None else card.name.span

    def apply() -> None:
        now = table.cards[key]
        members = (*now.members, new) if at is None else (*now.members[:at], new, *now.members[at + 1 :])
        table.cards[key] = replace(now, members=members)

    return Edit(
        (*key.split("."), name),
        place_of(old_span),
        place_of(step.span),
        old_span,
        apply,
        related=_family(table, key, name),
    )


def _own_params(table: Declarations, card: syn.CardDecl, name: str) -> tuple[syn.Ident, ...]:
    kind = table.card_types.get(card.card_type.name)
    for member in kind.members if kind is not None else ():
        if isinstance(member, syn.AbilitySignature) and member.name.name == name:
            return tuple(param.name for param in member.params)
    return ()


def _family(table: Declarations, key: str, name: str) -> tuple[Key, ...]:
    """The name through which a family's members have this too."""
    family = table.cards[key].name.name
    return ((family, name),) if family != key else ()


def _default(
    table: Declarations,
    names: Key,
    step: syn.ReplaceStmt,
    old: syn.AbilitySignature,
    body: Any,
    diagnostics: Diagnostics,
) -> Found:
    if step.params and len(step.params) != len(old.params):
        diagnostics.report(
            "E0907",
            step.path[-1].span,
            f"`{names[1]}` takes {len(old.params)} parameters, not {len(step.params)}",
            labels=(Label(old.name.span, "this is replaced"),),
            help=f"write `{names[1]}({', '.join(param.name.name for param in old.params)})`",
        )
        return []
    params = tuple(
        replace(param, name=own)
        for param, own in zip(old.params, step.params or [p.name for p in old.params], strict=True)
    )

    def apply() -> None:
        now = table.card_types[names[0]]
        members = tuple(replace(old, params=params, default=body) if m is old else m for m in now.members)
        table.card_types[names[0]] = replace(now, members=members)

    return [Edit(names, place_of(old.span), place_of(step.span), old.span, apply)]


# ---- listeners -------------------------------------------------------------------------------------------------------


def listeners_of(card: syn.CardDecl, name: str) -> list[syn.Listener]:
    """What a card does at an event; `on_arrives` and `arrives` are the same."""
    event = name.removeprefix("on_")
    return [m for m in card.members if isinstance(m, syn.Listener) and m.event.name in (event, name)]


def replace_listener(table: Declarations, names: Key, listener: syn.Listener) -> Found:
    cards = find_cards(table, names)
    if cards is None or cards.rest:
        return None
    edits = [_swap(table, key, f"on_{listener.event}", listener) for key in cards.keys]
    return [edit for edit in edits if edit is not None] if None not in edits else None


def _body_of_listener(table: Declarations, key: str, name: str, step: syn.ReplaceStmt, body: syn.Block) -> Edit | None:
    olds = listeners_of(table.cards[key], name)
    if len(olds) != 1:
        return None
    (old,) = olds
    params = step.params or old.params
    names: dict[str, syn.Expr] = {
        before.name: syn.Name(now.name, span=before.span) for before, now in zip(old.params, params, strict=False)
    }
    place, when = substitute(old.place, names), substitute(old.when, names)
    new = replace(old, params=params, place=place, when=when, body=body, span=step.path[-1].span.to(step.span))
    return _swap(table, key, f"on_{old.event}", new)


def _swap(table: Declarations, key: str, name: str, new: syn.Listener) -> Edit | None:
    olds = listeners_of(table.cards[key], name)
    if len(olds) != 1:
        return None
    (old,) = olds

    def apply() -> None:
        now = table.cards[key]
        table.cards[key] = replace(now, members=tuple(new if m is old else m for m in now.members))

    full = (*key.split("."), name)
    return Edit(full, place_of(old.span), place_of(new.span), old.span, apply, related=_family(table, key, name))
