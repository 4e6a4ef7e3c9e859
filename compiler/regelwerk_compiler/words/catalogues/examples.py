"""Examples of texts with their slots filled in, for translators: as they will read on paper or in the log."""

from __future__ import annotations

from ...checked import type as checked
from ...checked.values import Value
from ...model import tree
from ...model.symbols import CardSymbol
from ...model.types import PLAYER, BoolType, CardType, IntType, MemberType, SetType, Type, strip_optional
from ...primitives.evaluate import Evaluator, NotConstantError, Plain
from ..compose import card_env
from ..messages import Message
from ..own import own_word
from ..texts import source_pattern
from ..words import Env, Words

AMOUNT, NUMBER = 2_000, 3  # what a number is in an example


def example_of(words: Words, message: Message) -> str:
    """The words of the source for one case; "" where there is nothing to fill in."""
    if message.text is None or not message.slots:
        return ""
    env: Env = {}
    if isinstance(message.subject, CardSymbol) and message.subject.members:
        card = message.subject
        text = words.card_text(card)
        env = {**card_env(card, card.members[0]), **(text.env(card.members[0]) if text is not None else {})}
    values = {}
    for at, slot in enumerate(message.slots):
        before = sum(1 for other in message.slots[:at] if other.type == slot.type)
        values[at] = _shown(words, slot, env, before)
    return words.say[words.texts.languages[0]].fill(source_pattern(message.text), values)


def _shown(words: Words, slot: tree.TExpr, env: Env, before: int) -> tuple[Value, checked.Type]:
    """What a slot shows; `before`: how many slots of the same type stand in front, so that two players are A and B."""
    if strip_optional(slot.type) == PLAYER:
        return own_word(words.texts.languages[0], "text.player", chr(ord("A") + before)), checked.Player()
    try:
        return words.plain_value(_value(words, slot, env, before), slot.type)
    except NotConstantError:
        return "…", checked.Text()


def _value(words: Words, slot: tree.TExpr, env: Env, before: int) -> Plain:
    """The value of a slot where it is known without playing, else one that its type allows."""
    try:
        return Evaluator(words.game, cards=True).value(slot, env)
    except NotConstantError:
        return _sample(words, strip_optional(slot.type), before)


def _sample(words: Words, type_: Type, before: int) -> int:
    match type_:
        case IntType(low, high, unit):
            wish = NUMBER if unit is None else min(AMOUNT, words.game.units[unit].high)
            return max(low if low is not None else wish, min(wish, high if high is not None else wish))
        case MemberType(enum) if enum in words.game.enums:
            symbol = words.game.enums[enum]
            return min(symbol.low + before, symbol.high)
        case SetType():
            return 0b11
        case CardType(name):
            return words.game.card_types[name].first if name in words.game.card_types else 0
        case BoolType():
            return 1
        case _:
            return 0
