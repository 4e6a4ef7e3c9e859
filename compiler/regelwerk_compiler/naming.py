"""Names of the members of enums in every language of a game."""

from __future__ import annotations

from .symbols import EnumSymbol, Game
from .texts import Texts
from .types import MemberType


def member_names(game: Game, texts: Texts, enum: str) -> dict[str, list[str]]:
    """The names of an enum's members in each language. Those of a product are put together from its parts."""
    symbol = game.enums[enum]
    found: dict[str, list[str]] = {language: [] for language in texts.languages}
    if symbol.kind == "product":
        components = {
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
                        words.append(texts.word(language, "part").format(label, value))
                    else:
                        words.append(components[type_.enum][language][value - inner.low])
                found[language].append(texts.word(language, "comma").join(words))
        return found
    roads = symbol.name.removesuffix("Road")
    if roads != symbol.name and roads in game.enums and game.enums[roads].kind == "map":
        return _road_names(game, texts, game.enums[roads], symbol)
    parts = {part.enum: member_names(game, texts, part.enum) for part in symbol.parts if part.enum is not None}
    ways = member_names(game, texts, f"{enum}Road") if symbol.kind == "map" else {}
    for position, key in enumerate(symbol.keys):
        owner, place = enum, position
        road = symbol.fields["road"].values[position] if symbol.kind == "map" else -1
        if isinstance(road, int) and road >= 0:
            at = symbol.fields["at"].values[position]
            for language, between in ways.items():
                found[language].append(f"{between[road]} {at}")
            continue
        for part in symbol.parts:
            if part.enum is not None and part.offset <= position < part.offset + part.size:
                owner, place = part.enum, position - part.offset
        if owner != enum:
            for language, inherited in parts[owner].items():
                found[language].append(inherited[place])
            continue
        own = symbol.labels[position] if position < len(symbol.labels) else None
        names = texts.names(f"{enum}.{key}", own, key.replace("_", " "))
        for language, name in names.items():
            found[language].append(name)
    return found


def _road_names(game: Game, texts: Texts, board: EnumSymbol, roads: EnumSymbol) -> dict[str, list[str]]:
    """The name that a road has in its table, else its two ends."""
    city = board.parts[0].enum
    assert city is not None
    cities = member_names(game, texts, city)
    found: dict[str, list[str]] = {language: [] for language in texts.languages}
    for position, key in enumerate(roads.keys):
        own = roads.labels[position]
        named = texts.names(f"{roads.name}.{key}", own, "") if own is not None else None
        for language in texts.languages:
            ends = [roads.fields[name].values[position] for name in ("from", "to")]
            words = "–".join(cities[language][end] for end in ends if isinstance(end, int))
            found[language].append(named[language] if named is not None else words)
    return found
