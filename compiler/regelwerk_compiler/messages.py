"""Every text of a game as a message with a stable id: what is said, asked, offered and printed, and every name.

Ids are made of names, never of wording: `sell.says`, `act.1.prompt`, `act.1.end_turn`, `card.theft.title`.
A form of a name has the id of the name, a bar and the form: `Area.africa|in`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from regelwerk_dsl import syntax as syn
from regelwerk_dsl.source import Span

from .lower import all_callables
from .symbols import Game
from .texts import plain
from .typed import ChooseOption, ChooseValue, TExpr
from .types import MemberType, Type
from .walk import nodes_in
from .words import Words


@dataclass(frozen=True, slots=True)
class Message:
    """One text: its id, the words of the source, the types of its slots in order, and what it is for."""

    id: str
    source: str
    span: Span
    note: str
    text: syn.Text | None = None
    types: tuple[Type, ...] = field(default=())


def all_messages(words: Words) -> list[Message]:
    """Every message of a game, in source order within each kind, each id once."""
    found: dict[str, Message] = {}
    for message in [*_names(words.game), *_cards(words), *_sentences(words.game)]:
        found.setdefault(message.id, message)
    return list(found.values())


def _sentences(game: Game) -> Iterator[Message]:
    notes = {"says": "report, for the log", "offer": "what a button says", "text": "instruction, for cards and booklet"}
    for callee in all_callables(game):
        for kind, note in notes.items():
            text = getattr(callee.sentences, kind)
            if text is not None:
                if kind == "text" and callee.kind == "define":
                    note = "a condition, after a word like `if`"
                yield _message(f"{callee.label}.{kind}", text, callee.slots[kind], note)
        for statement in callee.body or []:
            for node in nodes_in(statement):
                if isinstance(node, ChooseValue | ChooseOption) and node.prompt is not None:
                    yield _message(f"{node.site}.prompt", node.prompt, node.prompt_slots, "a question to a player")
                if isinstance(node, ChooseOption):
                    for option in node.options:
                        if option.text is not None:
                            yield _message(f"{node.site}.{option.name}", option.text, option.slots, notes["offer"])


def _message(id_: str, text: syn.Text, slots: list[TExpr], note: str) -> Message:
    return Message(id_, plain(text), text.span, note, text, tuple(slot.type for slot in slots))


def _cards(words: Words) -> Iterator[Message]:
    for card in words.game.cards.values():
        if card.title is not None:
            title = words.card_words(card, card.title)
            types = tuple(slot.type for slot in title.slots)
            yield Message(
                f"{card.wording_id}.title",
                plain(card.title),
                card.title.span,
                f"title of {card.card_type}",
                card.title,
                types,
            )
        if card.text is not None:
            text = words.card_words(card, card.text)
            types = tuple(slot.type for slot in text.slots)
            yield Message(
                f"{card.wording_id}.text",
                plain(card.text),
                card.text.span,
                f"text of {card.card_type}",
                card.text,
                types,
            )


def _names(game: Game) -> Iterator[Message]:
    for enum in game.enums.values():
        if enum.kind in ("player", "range", "map"):
            continue
        if enum.kind == "product":
            for name, type_ in enum.components:
                if isinstance(type_, MemberType) and game.enums[type_.enum].kind == "range":
                    yield Message(f"{enum.name}.{name}", name.replace("_", " "), enum.span, f"part of {enum.name}")
            continue
        inherited = {at for part in enum.parts if part.enum for at in range(part.offset, part.offset + part.size)}
        for at, key in enumerate(enum.keys):
            if at not in inherited:
                label = enum.labels[at] if at < len(enum.labels) else None
                yield Message(
                    f"{enum.name}.{key}", plain(label) or key.replace("_", " "), enum.spans[at], f"name of {enum.name}"
                )
