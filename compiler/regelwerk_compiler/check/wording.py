"""Comparison of card texts with what the cards do: members and numbers that differ, and effects without words."""

from __future__ import annotations

from msgspec import Struct
from regelwerk_dsl.diagnostics import Diagnostics
from regelwerk_dsl.source import Span

from ..model import tree
from ..model.symbols import CardSymbol, Game
from ..model.types import PLAYER, IntType, MemberType, strip_optional
from ..model.walk import nodes_of
from ..words.compose import CardText, Composer, plan_text
from ..words.words import Words
from .known import Known


class _Named(Struct, frozen=True):
    """A number or name that a text and an effect must share.

    Attributes:
        kind: "number", "binder" (of a family), or the name of an enum.
        value: the number, the name of the binder or the key of the member.
    """

    kind: str
    value: str

    def __str__(self) -> str:
        if self.kind == "number":
            return f"the number {self.value}"
        return f"`{self.value}`" if self.kind == "binder" else f"{self.value} ({self.kind})"

    @property
    def slot(self) -> str:
        """The slot that names it in a text."""
        name = self.value if self.kind in ("number", "binder") else f"{self.kind}.{self.value}"
        return f"`{{{name}}}`"


def check_wording(words: Words, diagnostics: Diagnostics, known: Known) -> None:
    """W0703 (text and effect differ), W0707 (no words), E0603 (a slot whose value is known only in play)."""
    composer = Composer(words)
    for card in words.game.cards.values():
        if known.covers_card(card):
            continue
        plan = plan_text(words.game, card)
        if plan.kind == "written":
            _compare(words.game, card, card.texts["text"], diagnostics)
        elif plan.missing:
            _report_missing(card, plan, diagnostics)
        if card.members:
            composer.card_texts(card, plan)


def _report_missing(card: CardSymbol, plan: CardText, diagnostics: Diagnostics) -> None:
    first = plan.missing[0]
    what = f"the card `{card.name}` has an effect without wording"
    help_ = 'give the effect, and the event that it answers, a `text "..."`, or the card a `text` of its own'
    if (told := plan.unslotted.get(first)) is not None:
        what = (
            f"the text of the card `{card.name}` cannot say this condition: the event's text has no `{{{told.name}}}`"
        )
        help_ = f"name `{{{told.name}}}` in the `text` of the event, or give the card a `text` of its own"
    elif (both := plan.addressed.get(first)) is not None:
        first_player, reader = (player.name for player in both)
        what = (
            f"the card `{card.name}` lies with `{reader}`, and the text of the event speaks to its first player, "
            f"`{first_player}`"
        )
        help_ = (
            f"give the card a `text` of its own, or let it lie with `{first_player}`, or leave `{first_player}` out of"
            " the event"
        )
    diagnostics.report("W0707", card.span, what, note=f"see line {first.line}", help=help_)


def _compare(game: Game, card: CardSymbol, text: tree.TypedText, diagnostics: Diagnostics) -> None:
    def warn(span: Span, message: str, help_: str, *used: tree.TExpr) -> None:
        lines = [str(line) for line in dict.fromkeys(node.span.line for node in used)]
        note = f"see {'line' if len(lines) == 1 else 'lines'} {' and '.join(lines)}" if lines else ""
        diagnostics.report("W0703", span, message, note=note, help=help_)

    binders = {name for name, _ in card.binders}
    in_text: dict[_Named, tree.TExpr] = {}
    for slot in text.slots:
        in_text.update(_named(game, slot, binders))
    in_effect: dict[_Named, tree.TExpr] = {}
    for callee in (*card.abilities.values(), *(listener.callable for listener in card.listeners)):
        for node in nodes_of(callee):
            if isinstance(node, tree.TExpr):
                in_effect.update(_named(game, node, binders))
    missing = {named: node for named, node in in_effect.items() if named not in in_text}
    extra = {
        named: node
        for named, node in in_text.items()
        if named not in in_effect and isinstance(node, tree.Const) and named.kind == "number"
    }
    numbers = [named for named in missing if named.kind == "number"]
    if len(extra) == len(numbers) == 1:  # another number in its place
        ((said, slot),) = extra.items()
        used, node = numbers[0], missing.pop(numbers[0])
        help_ = f"write {used.slot}, or change the effect"
        warn(slot.span, f"the text says {said}, but the card uses {used}", help_, node)
        extra = {}
    if missing:
        slots = " and ".join(named.slot for named in missing)
        it, what = ("it", "a slot") if len(missing) == 1 else ("them", "slots")
        help_ = f"name {it} in the text as {what}, for example {slots}"
        number = next((named for named in missing if named.kind == "number"), None)
        if number is not None:
            help_ += (
                f"; if the text need not mention the number, give it a name: `define limit -> Int = {number.value}`"
            )
        elif any(named.kind != "binder" for named in missing):
            help_ += f"; if the text need not mention {it}, let a `define` or an effect name {it}, which the card calls"
        names = " and ".join(map(str, missing))
        told = f"the card uses {names}, but its text does not name {it}"
        warn(text.span, told, help_, *missing.values())
    for named, node in extra.items():
        help_ = "write a slot for the value that the rule uses: a field, a cell of a table or a `define`"
        warn(node.span, f"the text says {named}, but the card does not use it", help_)


def _named(game: Game, node: tree.TExpr, binders: set[str]) -> dict[_Named, tree.TExpr]:
    """The names in an expression that matter to a reader: a member, a number from 2 on, a binder of the family."""
    match node:
        case tree.LocalRef(local) if local.name in binders:
            return {_Named("binder", local.name): node}
        case tree.EnumFieldRead(_, _, base):
            return _named(game, base, binders)
        case tree.Const(value=int(value)):
            match strip_optional(node.type):
                case MemberType(enum) if enum != PLAYER.enum and game.enums[enum].kind != "range":
                    return {_member(game, enum, value): node}
                case IntType() if abs(value) > 1:
                    return {_Named("number", str(value)): node}
                case _:
                    return {}
        case _:
            return {}


def _member(game: Game, enum: str, value: int) -> _Named:
    """A member by the enum that declares it: a member of a sum or map is that of its part."""
    for part in game.enums[enum].parts:
        symbol = game.enums[part.enum] if part.enum is not None else None
        inner = value - part.offset
        if symbol is not None and symbol.kind != "range" and symbol.low <= inner <= symbol.high:
            return _member(game, symbol.name, inner)
    return _Named(enum, game.enums[enum].keys[value])
