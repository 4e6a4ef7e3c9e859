"""Names in every language of a game: of the members of enums, of variables and of the fields of cards."""

from __future__ import annotations

from ..model.symbols import CardFieldSymbol, CardTypeSymbol, EnumSymbol, Game, StateSymbol
from ..model.types import MemberType, strip_optional
from .texts import Texts, slot_values

Named = dict[str, str]  # a name by language


def state_names(texts: Texts, variable: StateSymbol) -> Named:
    """What a variable is called beside its value, in each language."""
    return texts.names(f"state.{variable.name}", None, as_words(variable.name))


def field_names(texts: Texts, kind: CardTypeSymbol, field: CardFieldSymbol) -> Named:
    """What a field of a card is called beside its value, in each language."""
    return texts.names(f"field.{kind.name}.{field.name}", None, as_words(field.name))


def as_words(name: str) -> str:
    """A declared name as it is read."""
    return name.replace("_", " ")


def member_names(game: Game, texts: Texts, enum: str) -> list[Named]:
    """The names of an enum's members. Those of a product are put together from its parts."""
    symbol = game.enums[enum]
    if symbol.kind == "product":
        return _product_names(game, texts, symbol)
    parts = {part.enum: member_names(game, texts, part.enum) for part in symbol.parts if part.enum is not None}
    roads = strip_optional(symbol.fields["road"].type) if symbol.kind == "map" else None
    ways = member_names(game, texts, roads.enum) if isinstance(roads, MemberType) else []
    found = []
    for position, key in enumerate(symbol.keys):
        own = symbol.labels[position] if position < len(symbol.labels) else None
        owner, at = symbol.owner(position)
        road = symbol.fields["road"].values[position] if ways else None
        if isinstance(road, int) and road >= 0:
            step = symbol.fields["at"].values[position]
            found.append({language: f"{name} {step}" for language, name in ways[road].items()})
        elif owner != enum:
            found.append(parts[owner][at])
        elif symbol.roads_of and own is None:
            found.append(_ends(game, texts, symbol, position))
        else:
            found.append(texts.names(f"{enum}.{key}", own, as_words(key)))
    return found


def _ends(game: Game, texts: Texts, roads: EnumSymbol, position: int) -> Named:
    """What a road without a name is called: its two ends."""
    city = game.enums[roads.roads_of].parts[0].enum
    assert city is not None
    ends = [roads.fields[name].values[position] for name in ("from", "to")]
    cities = member_names(game, texts, city)
    return {
        language: "–".join(cities[end][language] for end in ends if isinstance(end, int))
        for language in texts.languages
    }


def _product_names(game: Game, texts: Texts, symbol: EnumSymbol) -> list[Named]:
    """The names of a product's members: its pattern with their parts; else parts with commas, numbers with labels."""
    parts: dict[str, list[Named]] = {}
    for name, type_ in symbol.components:
        assert isinstance(type_, MemberType)
        inner = game.enums[type_.enum]
        values = [value for value in symbol.fields[name].values if isinstance(value, int)]
        if inner.kind == "range":
            label = dict.fromkeys(texts.languages, "")
            if symbol.title is None:
                label = texts.names(f"{symbol.name}.{name}", None, as_words(name))
            parts[name] = [
                {language: f"{word} {value}".strip() for language, word in label.items()} for value in values
            ]
        else:
            known = member_names(game, texts, inner.name)
            parts[name] = [known[value - inner.low] for value in values]
    if symbol.title is None:
        return [
            {language: ", ".join(part[at][language] for part in parts.values()) for language in texts.languages}
            for at in range(symbol.size)
        ]
    slots = [parts[name] for name in slot_values(symbol.title)]
    patterns = texts.patterns(f"enum.{symbol.name}.title", symbol.title)
    # members are named after whole parts, so forms and plurals of translations mean the part
    shown = {
        language: [part if isinstance(part, str | int) else part[0] for part in texts.best(patterns, language)]
        for language in texts.languages
    }
    return [
        {
            language: "".join(part if isinstance(part, str) else slots[part][at][language] for part in pattern)
            for language, pattern in shown.items()
        }
        for at in range(symbol.size)
    ]
