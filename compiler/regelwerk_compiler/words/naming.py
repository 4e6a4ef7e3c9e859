"""Names in every language of a game: of the members of enums, of variables and of the fields of cards."""

from __future__ import annotations

from ..model.symbols import CardFieldSymbol, CardTypeSymbol, EnumSymbol, Game, StateSymbol
from ..model.types import MemberType
from .texts import Texts, slot_values


def state_names(texts: Texts, variable: StateSymbol) -> dict[str, str]:
    """What a variable is called beside its value, in each language."""
    return texts.names(f"state.{variable.name}", None, as_words(variable.name))


def field_names(texts: Texts, kind: CardTypeSymbol, field: CardFieldSymbol) -> dict[str, str]:
    """What a field of a card is called beside its value, in each language."""
    return texts.names(f"field.{kind.name}.{field.name}", None, as_words(field.name))


def as_words(name: str) -> str:
    """A declared name as it is read."""
    return name.replace("_", " ")


def member_names(game: Game, texts: Texts, enum: str) -> dict[str, list[str]]:
    """The names of an enum's members in each language. Those of a product are put together from its parts."""
    symbol = game.enums[enum]
    found: dict[str, list[str]] = {language: [] for language in texts.languages}
    if symbol.kind == "product":
        return _product_names(game, texts, symbol)
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


def _product_names(game: Game, texts: Texts, symbol: EnumSymbol) -> dict[str, list[str]]:
    """The names of a product's members: its pattern with their parts; else parts with commas, numbers with labels."""
    columns: list[dict[str, list[str]]] = []
    for name, type_ in symbol.components:
        assert isinstance(type_, MemberType)
        inner = game.enums[type_.enum]
        numbers = inner.kind == "range"
        known = {} if numbers else member_names(game, texts, inner.name)
        label = texts.names(f"{symbol.name}.{name}", None, name.replace("_", " ")) if symbol.title is None else {}
        values = [value for value in symbol.fields[name].values if isinstance(value, int)]
        columns.append(
            {
                language: [f"{label.get(language, '')} {value}".strip() for value in values]
                if numbers
                else [known[language][value - inner.low] for value in values]
                for language in texts.languages
            }
        )
    found = {
        language: [", ".join(row) for row in zip(*(c[language] for c in columns), strict=True)]
        for language in texts.languages
    }
    if symbol.title is None:
        return found
    part_of = {name: column for (name, _), column in zip(symbol.components, columns, strict=True)}
    slots = [part_of[name] for name in slot_values(symbol.title)]
    patterns = texts.patterns(f"enum.{symbol.name}.title", symbol.title)
    for language in texts.languages:
        pattern = patterns.get(language) or patterns[texts.languages[0]]
        found[language] = [
            "".join(part if isinstance(part, str) else slots[_slot(part)][language][at] for part in pattern)
            for at in range(symbol.size)
        ]
    return found


def _slot(part: int | tuple[int, str] | tuple[int, tuple[str, ...]]) -> int:
    """The place of a slot: members are named after whole parts, so forms and plurals of translations mean the part."""
    return part if isinstance(part, int) else part[0]


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
