"""Comparison of card texts with what the cards do: members and numbers that differ, and effects without words."""

from __future__ import annotations

from regelwerk_dsl.diagnostics import Diagnostics

from ..model import tree
from ..model.symbols import CardSymbol, Game
from ..model.types import BoolType, IntType, MemberType, NoneType, strip_optional
from ..model.walk import expressions_in
from ..words.compose import Composer, plan_text
from ..words.words import CardWords, Words

Named = tuple[str, object]  # kind of value, value (or the name of a family's binder)


def check_wording(words: Words, diagnostics: Diagnostics) -> None:
    """W0703 (text and effect differ), W0707 (no words), E0603 (a slot that only play knows)."""
    composer = Composer(words)
    for card in words.game.cards.values():
        plan = plan_text(words, card)
        if plan.kind == "written" and plan.words is not None:
            _compare(words.game, card, plan.words, diagnostics)
        elif plan.kind == "composed" and plan.missing:
            diagnostics.report(
                "W0707",
                card.span,
                f"the card `{card.name}` does something that has no words",
                note=f"see line {plan.missing[0].line}",
                help='give the effect a `text "..."`, or the card a `text` of its own',
            )
        if card.members:
            composer.card_texts(card)


def _compare(game: Game, card: CardSymbol, written: CardWords, diagnostics: Diagnostics) -> None:
    in_text: dict[Named, tree.TExpr] = {}
    for slot in written.slots:
        in_text.update(_named(game, slot, {local.name for local in written.binders}))
    in_effect: dict[Named, tree.TExpr] = {}
    binders = {name for name, _ in card.binders}
    bodies = [*card.abilities.values(), *(listener.callable for listener in card.listeners)]
    for callee in bodies:
        for statement in callee.body or []:
            for node in expressions_in(statement):
                in_effect.update(_named(game, node, binders))
    text = written.text
    missing = {named: node for named, node in in_effect.items() if named not in in_text}
    extra = {
        named: node
        for named, node in in_text.items()
        if named not in in_effect and isinstance(node, tree.Const) and named[0] == "number"
    }
    numbers = [named for named in missing if named[0] == "number"]
    if len(extra) == len(numbers) == 1:
        ((said, slot),) = extra.items()
        _report_other(game, said, slot, numbers[0], missing.pop(numbers[0]), diagnostics)
        extra = {}
    for named, node in missing.items():
        diagnostics.report(
            "W0703",
            text.span,
            f"the card uses {_words(game, named)}, and its text does not say so",
            note=f"see line {node.span.line}",
            help="name it in the text as a slot, for example " + _slot(game, named),
        )
    for named, node in extra.items():
        diagnostics.report(
            "W0703",
            node.span,
            f"the text says {_words(game, named)}, and the card does not use it",
            help="take it from where the rule has it: a field, a table or a `define`",
        )


def _report_other(
    game: Game, said: Named, slot: tree.TExpr, used: Named, node: tree.TExpr, diagnostics: Diagnostics
) -> None:
    """One number in the text, and another one in its place in the effect."""
    diagnostics.report(
        "W0703",
        slot.span,
        f"the text says {_words(game, said)}, and the card uses {_words(game, used)}",
        note=f"see line {node.span.line}",
        help=f"write {_slot(game, used)}, or change the effect",
    )


def _named(game: Game, node: tree.TExpr, binders: set[str]) -> dict[Named, tree.TExpr]:
    """What an expression names that a reader wants to know: a member, a number from 2 on, the family's own name."""
    match node:
        case tree.LocalRef(local) if local.name in binders:
            return {("binder", local.name): node}
        case tree.Const() if isinstance(node.type, NoneType | BoolType):
            return {}
        case tree.Const(value):
            inner = strip_optional(node.type)
            if isinstance(inner, MemberType) and inner.enum != "Player" and game.enums[inner.enum].kind != "range":
                return {_member(game, inner.enum, value): node}
            if isinstance(inner, IntType) and isinstance(value, int) and abs(value) > 1:
                return {("number", value): node}
            return {}
        case tree.EnumFieldRead(_, _, base):
            return _named(game, base, binders)
        case _:
            return {}


def _member(game: Game, enum: str, value: object) -> Named:
    """A member by the enum that declares it: one of a sum or map is the same thing as the member of its part."""
    assert isinstance(value, int)
    for part in game.enums[enum].parts:
        symbol = game.enums[part.enum] if part.enum is not None else None
        inner = value - part.offset
        if symbol is not None and symbol.kind != "range" and symbol.low <= inner <= symbol.high:
            return _member(game, symbol.name, inner)
    return enum, value


def _words(game: Game, named: Named) -> str:
    kind, value = named
    if kind == "number":
        return f"the number {value}"
    if kind == "binder":
        return f"`{value}`"
    symbol = game.enums[kind]
    assert isinstance(value, int)
    return f"{symbol.keys[value]} ({kind})"


def _slot(game: Game, named: Named) -> str:
    kind, value = named
    if kind in ("number", "binder"):
        return "`{" + str(value) + "}`"
    assert isinstance(value, int)
    return "`{" + f"{kind}.{game.enums[kind].keys[value]}" + "}`"
