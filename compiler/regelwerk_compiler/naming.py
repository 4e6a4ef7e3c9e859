"""Names of the members of enums in every language of a game."""

from __future__ import annotations

from .symbols import Game
from .texts import Texts
from .types import MemberType


def member_names(game: Game, texts: Texts, enum: str) -> dict[str, list[str]]:
    """The names of an enum's members in each language. Those of a product are put together from its parts."""
    symbol = game.enums[enum]
    found: dict[str, list[str]] = {language: [] for language in texts.languages}
    if symbol.kind == "product":
        parts = {
            type_.enum: member_names(game, texts, type_.enum)
            for _, type_ in symbol.components
            if isinstance(type_, MemberType)
        }
        for position in range(symbol.size):
            for language in texts.languages:
                words = []
                for name, type_ in symbol.components:
                    assert isinstance(type_, MemberType)
                    inner = game.enums[type_.enum]
                    value = symbol.fields[name].values[position]
                    assert isinstance(value, int)
                    if inner.kind == "range":
                        label = texts.names(f"{enum}.{name}", None, name.replace("_", " "))[language]
                        words.append(f"{label} {value}")
                    else:
                        words.append(parts[type_.enum][language][value - inner.low])
                found[language].append(", ".join(words))
        return found
    for position, key in enumerate(symbol.keys):
        owner = enum
        for part in symbol.parts:
            if part.enum is not None and part.offset <= position < part.offset + part.size:
                owner = part.enum
        own = symbol.labels[position] if position < len(symbol.labels) else None
        names = texts.names(f"{owner}.{key}", own, key.replace("_", " "))
        for language, name in names.items():
            found[language].append(name)
    return found
