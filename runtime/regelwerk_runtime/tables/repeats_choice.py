"""Detection of sentences that repeat the preceding choice, so that a log need not mention it twice."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from .texts import MAYBE, SET

if TYPE_CHECKING:
    from .game import Game, Key, Words

NUMBER, MEMBER = "number", "member"


def repeats_choice(game: Game, player: int, key: Key, option: Words, sentence: Words) -> bool:
    """True if the sentence says who chose what, so that the choice need not be shown too.

    It must name the player and everything that the option names ("Sell 2 red pieces" and "A sells 2 red pieces for
    400"). It may name less if it is the sentence of the chosen effect and names all arguments of the effect.

    Args:
        game: the rules.
        player: the player who chose.
        key: the key of the option: its name, then the keys of its values.
        option: the words of the option.
        sentence: the first sentence after the choice.
    """
    said = _named(game, sentence)
    if ("player", player) not in said:
        return False
    asked = _named(game, option)
    if asked and asked <= said:
        return True
    effect, *given = key
    if game.sentences[sentence[0]].name != f"{effect}.says":
        return False
    keys = {_key(game, kind, value) for kind, value in said}
    return all(argument in keys for argument in given)


def names_only(game: Game, player: int, sentence: Words) -> bool:
    """True if a sentence names only this player, as when somebody declines: "A passes"."""
    return [*_named(game, sentence).elements()] == [("player", player)]


def _named(game: Game, words: Words) -> Counter[tuple[str, Any]]:
    """The values in a sentence, each with its kind.

    Copies of a card count as equal, as do numbers of all kinds, and a member of a table and of a larger one.
    """
    number, *values = words
    found: list[tuple[str, Any]] = []
    for slot, value in zip(game.sentences[number].slots, values, strict=True):
        kind = slot.rpartition(":")[2] if slot.startswith(MAYBE) else slot
        if kind == "card":
            found.append((kind, game.tables.definition[value] if value >= 0 else None))
        elif kind.startswith(SET):
            found.append((kind, value if isinstance(value, int) else tuple(value)))
        elif kind in game.enums:
            enum = game.enums[kind]
            at = value - enum.low
            key = enum.keys[at] if 0 <= at < len(enum.keys) else ""
            found.append((NUMBER, value) if enum.is_range else (MEMBER, key))
        elif kind in ("player", "bool"):
            found.append((kind, value))
        else:
            found.append((NUMBER, value))
    return Counter(found)


def _key(game: Game, kind: str, value: Any) -> str:
    """The text of a value in the key of an option; "" if keys have another form for it."""
    if kind == "card":
        return game.cards[value].key if value is not None else ""
    return str(value) if kind in (NUMBER, MEMBER) else ""
