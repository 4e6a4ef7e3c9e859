"""Entries that the catalogues of a game should hold, text by text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from ...model.symbols import Game
from ...model.types import MemberType, SetType, strip_optional
from ..messages import Message, all_messages
from ..own import language_with_words, own_entries
from ..texts import parse_pattern, slot_values
from ..words import Words
from .entries import Catalogue, carried_over
from .examples import example_of
from .meaning import mark_of


@dataclass(frozen=True, slots=True)
class Wanted:
    """One text that every language should have.

    Attributes:
        id: what its entry is found by.
        source: the words of the source, with slots.
        note: what it is for.
        where: `market/selling.regel:41`; "" for words of our own.
        example: the source with values filled in; "" where there is nothing to fill in.
        mark: what the rule under an instruction means; "" for other texts.
        values: the slots that a translation may use.
        enums: for each slot the kind of names that it shows, "" for others.
        printed: whether it stands on paper; else it is only said at play.
        room: where it is printed, and how wide its box is there: `53 mm on the front of Action`; "" where no layout
            shows it, or nobody has looked.
    """

    id: str
    source: str
    note: str
    where: str
    example: str = ""
    mark: str = ""
    values: tuple[str, ...] | None = None
    enums: tuple[str, ...] = ()
    printed: bool = True
    room: str = ""


def wanted_of(words: Words) -> list[Wanted]:
    """Every text of a game in a fixed order, without forms of names: which ones a language has is its own affair."""
    game = words.game
    start = f"{game.name}/game.yaml"
    title = Wanted("game.title", game.title, "title of the game", start)
    return [title, *(wanted_as(words, message) for message in all_messages(words))]


def wanted_as(words: Words, message: Message) -> Wanted:
    """One message as its catalogues should have it."""
    name = message.span.source.name.replace("\\", "/").rsplit("/", 1)[-1]
    return Wanted(
        message.id,
        message.source,
        message.note,
        f"{words.game.name}/{name}:{message.span.line}",
        example_of(words, message),
        mark_of(words.game, message),
        tuple(slot_values(message.text)) if message.text is not None else None,
        tuple(_enum(slot.type) for slot in message.slots),
        message.printed,
    )


def _enum(type_: object) -> str:
    inner = strip_optional(type_)  # type: ignore[arg-type]
    if isinstance(inner, SetType):
        inner = inner.member
    return inner.enum if isinstance(inner, MemberType) and inner.enum != "Player" else ""


def language_wants(game: Game, wanted: Iterable[Wanted], catalogue: Catalogue) -> list[Wanted]:
    """The same with what this language needs besides: the forms of names that its sentences ask for, and small words.

    Args:
        game: the game, for the members of its enums.
        wanted: the texts of the game, and of its variants.
        catalogue: what the language has so far.
    """
    texts = list(wanted)
    found = {one.id: one for one in texts}
    for one in texts:
        for enum, form in _forms_asked(one, catalogue):
            for name in _names_of(game, enum):
                if name in found:
                    note = f"another form of a name, for {{...|{form}}}"
                    id_ = f"{name}|{form}"
                    found.setdefault(id_, replace(found[name], id=id_, note=note, room=""))
    if not language_with_words(catalogue.language):
        for key, entry in own_entries().items():
            if key.startswith("text."):
                id_ = f"word.{key.removeprefix('text.')}"
                found[id_] = Wanted(id_, entry.msgid, entry.comment, "")
    return _names_beside_forms(found)


def _names_beside_forms(found: dict[str, Wanted]) -> list[Wanted]:
    """In order, the forms of a name behind it."""
    order = {id_: number for number, id_ in enumerate(found)}
    return sorted(found.values(), key=lambda one: (order[one.id.partition("|")[0]], one.id))


def _forms_asked(one: Wanted, catalogue: Catalogue) -> Iterator[tuple[str, str]]:
    entry = catalogue.entries.get(one.id)
    if one.values is None or entry is None or not entry.words:
        return
    words = carried_over(entry, one.source)
    try:
        pattern = parse_pattern(words or entry.words, list(one.values))
    except ValueError:
        return
    for part in pattern:
        if isinstance(part, tuple) and isinstance(part[1], str) and one.enums[part[0]]:
            yield one.enums[part[0]], part[1]


def _names_of(game: Game, enum: str) -> Iterator[str]:
    symbol = game.enums.get(enum)
    if symbol is not None:
        yield from (f"{symbol.owner(at)[0]}.{key}" for at, key in enumerate(symbol.keys))


__all__ = ["Wanted", "language_wants", "wanted_of"]
