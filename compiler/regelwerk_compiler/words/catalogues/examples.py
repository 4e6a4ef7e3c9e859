"""A message goes in; its source sentence with values filled in comes out: what translators see a slot stand for."""

from __future__ import annotations

from ...model import tree
from ...model.symbols import CardSymbol
from ...model.types import BoolType, CardType, IntType, MemberType, SetType, Type, strip_optional
from ...primitives.evaluate import Evaluator, NotConstantError, Plain
from ..compose import card_env
from ..languages import plural_digits
from ..messages import Message
from ..own import own_word
from ..texts import source_pattern
from ..words import Env, Words

AMOUNT, NUMBER = 2_000, 3  # what a number is in an example


def example_of(words: Words, message: Message) -> str:
    """The words of the source for one case; "" where there is nothing to fill in."""
    if message.text is None or not message.slots:
        return ""
    language = words.texts.languages[0]
    env: Env = {}
    if isinstance(message.subject, CardSymbol) and message.subject.members:
        card = message.subject
        env = {**card_env(card, card.members[0]), **words.card_words(card, card.text).env(card.members[0])}
    parts = []
    for part in source_pattern(message.text):
        if isinstance(part, str):
            parts.append(part)
            continue
        at, how = part if isinstance(part, tuple) else (part, "")
        slot = message.slots[at]
        before = sum(1 for other in message.slots[:at] if other.type == slot.type)
        if isinstance(how, str):
            parts.append(_shown(words, slot, env, before, how))
        else:
            number = _value(words, slot, env, before)
            digit = int(plural_digits(language)[number]) if isinstance(number, int) and 0 <= number < 200 else 1
            parts.append(how[min(digit, len(how) - 1)])
    return "".join(parts)


def _shown(words: Words, slot: tree.TExpr, env: Env, before: int, form: str) -> str:
    """A slot in words; `before`: how many slots of the same type stand in front, so that two players are A and B."""
    language = words.texts.languages[0]
    if strip_optional(slot.type) == MemberType("Player"):
        return own_word(language, "text.player", chr(ord("A") + before))
    try:
        return words.show(_value(words, slot, env, before), slot.type, language, form)
    except NotConstantError:
        return "…"


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
