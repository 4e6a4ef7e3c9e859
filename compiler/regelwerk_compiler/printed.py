"""A name of the game goes in; where it prints comes out: on which card, in which texts, in which chapters.

What a text says by a slot prints wherever that text does: a changed number is printed anew there, in every language.
"""

from __future__ import annotations

import re

from .messages import all_messages
from .prose import shown_by
from .symbols import CallableSymbol, CardSymbol
from .words import Words


def printed_in(words: Words, parts: list[str]) -> list[str]:
    """Where a value, a card or an instruction prints, each place once; nothing where it is only played."""
    game = words.game
    if parts[0] in game.card_types:
        parts = parts[1:]
    found = [f"card {key}, {copies}" for key, copies in _cards(words, parts)]
    needle = _needle(words, parts)
    for message in all_messages(words) if parts else ():
        slots = " ".join(slot.value.span.text for slot in message.text.slots) if message.text is not None else ""
        if not message.printed and not message.id.startswith("chapter."):
            continue
        own = isinstance(message.subject, CallableSymbol) and message.subject.label == ".".join(parts)
        if own or (needle and re.search(needle, slots)):
            found += _places(words, message.id, message.subject)
    if parts and parts[0] in shown_by(game, "table"):
        found.append(f"the table {parts[0]} in the booklet")
    return list(dict.fromkeys(found))


def _cards(words: Words, parts: list[str]) -> list[tuple[str, str]]:
    """The card itself, or the card that a field belongs to, with its number of copies."""
    found = []
    for _, card, member in words.game.members():
        key = member.key.split(".")
        if parts[: len(key)] == key or (card.members and parts == [card.name]):
            found.append((member.key, "1 copy" if member.copies == 1 else f"{member.copies} copies"))
    return found


def _needle(words: Words, parts: list[str]) -> str:
    """What a slot says that shows the value: its full name, or a column of a table by way of any member."""
    game = words.game
    name = rf"\b{re.escape('.'.join(parts))}\b"
    enum = game.enums.get(parts[0]) if parts else None
    if enum is not None and len(parts) == 3:
        return rf"{name}|(?<!\w)[a-z_]\w*\.{re.escape(parts[2])}\b"
    return name if parts and (parts[0] in game.defines or enum is not None) else ""


def _places(words: Words, id_: str, subject: CallableSymbol | CardSymbol | None) -> list[str]:
    """Where a text prints: on its card, on the cards whose rules use it, in its chapter."""
    if isinstance(subject, CardSymbol):
        return [f"the text of {subject.name}"]
    if isinstance(subject, CallableSymbol):
        calls = re.compile(rf"\b{re.escape(subject.label)}\b")
        users = [card.name for card in words.game.cards.values() if calls.search(card.decl.span.text)]
        return [f"the text of {name}" for name in users]
    return [f"the chapter {id_.split('.')[1]}"] if id_.startswith("chapter.") else []
