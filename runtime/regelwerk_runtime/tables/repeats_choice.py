"""Detection of sentences that repeat the choice before them, so that a log need not tell it twice."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from .texts import SET

if TYPE_CHECKING:
    from .game import Game, Key, Words

NUMBER, MEMBER = "number", "member"


def repeats_choice(game: Game, player: int, key: Key, option: Words, sentence: Words) -> bool:
    """Whether a reader of the sentence learns who chose what, so that the choice need not be told beside it.

    It names the player, and whatever the option names ("Sell 2 red pieces" and "A sells 2 red pieces for 400"). It may
    name less when it is the sentence of the effect that was chosen, and names all that this was given.

    Args:
        game: the rules.
        player: who chose.
        key: of the option: its name, then the keys of its values.
        option: the words of the option.
        sentence: the first one that was said after the choice.
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
    """Whether a sentence names this player and nothing else, as that of somebody who declines does: "A passes"."""
    return [*_named(game, sentence).elements()] == [("player", player)]


def _named(game: Game, words: Words) -> Counter[tuple[str, Any]]:
    """The values in a sentence, each with its kind.

    Copies of a card are the same, and so are numbers of all kinds, and a member by itself and as one of a larger table.
    """
    number, *values = words
    found: list[tuple[str, Any]] = []
    for kind, value in zip(game.sentences[number].slots, values, strict=True):
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
    """The text of a value in the key of an option; "" for a value that keys write in another way."""
    if kind == "card":
        return game.cards[value].key if value is not None else ""
    return str(value) if kind in (NUMBER, MEMBER) else ""
