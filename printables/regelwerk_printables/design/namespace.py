"""The namespace of layout expressions: a checked game in one language, as names and values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from functools import cache, partial
from typing import Any

from regelwerk_compiler.checked import game as checked
from regelwerk_compiler.checked import prose
from regelwerk_compiler.checked.say import Say
from regelwerk_compiler.checked.values import NOT_FIXED, Slot, Words
from regelwerk_compiler.model.types import IntType, MemberType, PerType, Type, strip_optional

from .values import Card, MarkedText, Per, Resolver, Row, Styled, Table, observe

_OF_CARDS = [one.name for one in fields(checked.Card)]
SIGN = "sign"  # the column with the sign of a member in the corner of a plain card


class Namespace:
    """A game in one language, as expressions see it.

    Attributes:
        tables: the tables of the game with their rows, by name.
        cards: all cards in the order of the game.
        types: the card types by name.
        rules: the values of the defines that never change.
    """

    def __init__(self, game: checked.CheckedGame, language: str) -> None:
        self.game = game
        self.language = language
        self.tables: dict[str, Table] = {}
        for name in game.tables:
            self._add_table(name)
        resolver = Resolver(self.tables)
        for name, table in game.tables.items():
            types = {column.name: column.type for column in table.columns}
            for shown, row in zip(self.tables[name], table.rows, strict=True):
                shown.values.update({name: resolver.value(value, types[name]) for name, value in row.values.items()})
        self.types = {kind.name: kind for kind in game.card_types}
        self._changes = [*self._changes_of("erratum", game.errata), *self._changes_of("variant", game.variants)]
        field_types = {kind.name: {field.name: field.type for field in kind.fields} for kind in game.card_types}
        self.cards = [self._card(at, card, field_types[card.type], resolver) for at, card in enumerate(game.cards)]
        self.rules = {d.name: d.value for d in game.declarations if d.kind == "define" and d.value is not NOT_FIXED}

    def scope(self, words: Mapping[str, str], colors: Mapping[str, Any], data: Mapping[str, Any]) -> dict[str, Any]:
        """The names of a scope for no particular card, with the words, colours and data of a layout."""
        game = self.game
        low, high = game.players
        return {
            **self.tables,
            "bold": partial(Styled, bold=True),
            "differing": self.differing,
            "facts": self.facts,
            "italic": partial(Styled, italic=True),
            "money": self.money,
            "capital": self.capital,
            "number": self.number,
            "said": game.own,
            "signs": self.signs,
            "cards": self.cards,
            "card_types": [
                {"name": kind.name, "label": self.label(kind.name), "cards": kind.cards} for kind in game.card_types
            ],
            "colors": colors,
            "data": data,
            "game": {
                "name": game.name,
                "title": self._own(game.title),
                "players": {"low": low, "high": high},
                "errata": self._applied(game.errata),
                "variants": self._applied(game.variants),
            },
            "language": self.language,
            "languages": list(game.languages),
            "players": [],
            "position": None,  # things printed for play show none
            "rules": self.rules,
            "words": {**words, **translations(words, game, self.language)},
        }

    def label(self, card_type: str) -> str:
        """The label of the cards of a type."""
        return self._own(self.types[card_type].labels)

    # ---- parts -------------------------------------------------------------------------------------------------------

    def _own(self, texts: Words) -> str:
        return self.game.own(texts, self.language) or next(iter(texts.values()), "")

    def _applied(self, changes: Sequence[prose.Change]) -> list[dict[str, str]]:
        """The changes that were chosen: name and title."""
        return [{"name": one.name, "title": self._own(one.titles)} for one in changes if one.applied]

    def _add_table(self, name: str) -> None:
        """Adds a table after those that its members come from. Its columns, which may refer to later tables, are filled
        in when all tables are there.
        """
        if name in self.tables:
            return
        rows = self.game.tables[name].rows
        for owner in dict.fromkeys(row.of for row in rows if row.of):
            self._add_table(owner)
        self.tables[name] = Table(name, [self._row(name, at, row) for at, row in enumerate(rows)])

    def _row(self, table: str, at: int, row: checked.Row) -> Row:
        names = row.names or {}
        base = self.tables[row.of].lookup(row.key) if row.of else None
        return Row(table, row.key, at, self._own(names) if names else row.key, names, {}, base)

    def _card(self, at: int, card: checked.Card, types: Mapping[str, Type], resolver: Resolver) -> Card:
        own = {name: getattr(card, name) for name in _OF_CARDS}
        own["fields"] = {name: resolver.value(value, types[name]) for name, value in card.fields.items()}
        text = MarkedText(self._own(card.texts))
        shown = self.language if self.language in card.texts else self.game.languages[0]
        text.runs = card.marked.get(shown, ())
        parts = card.conditions.get(shown)
        condition, effect = map(MarkedText.of, parts) if parts else (MarkedText(), text)
        return Card(
            **own,
            title=self.capital(self._own(card.names)),
            text=text,
            condition=condition,
            effect=effect,
            changes=self._changed_by(card),
            at=at,
        )

    def _changed_by(self, card: checked.Card) -> list[dict[str, str]]:
        """The errata and variants that changed a card: they name it, its family or a text of it, or replace the whole
        that contains a text of it.
        """
        if not self._changes:
            return []
        texts = {message.parts for message in card.messages}
        found: dict[str, dict[str, str]] = {}
        for key, change in self._changes:
            family = key[0] == card.family and ".".join(key[:2]) not in self.game.cards_by_key
            member = card.key in (key[0], ".".join(key[:2]))
            if family or member or any(text[: len(key)] == key for text in texts):
                found.setdefault(change["name"], change)
        return list(found.values())

    def _changes_of(
        self, kind: str, changes: Sequence[prose.Change]
    ) -> Iterator[tuple[tuple[str, ...], dict[str, str]]]:
        for change in changes:
            described = {"kind": kind, "name": change.name, "title": self._own(change.titles)}
            yield from ((step.key, described) for step in change.changes if change.applied)

    # ---- functions ---------------------------------------------------------------------------------------------------

    def number(self, value: Any, *, unit: bool = False) -> str:
        """A number as the language writes it, with digits grouped from 10,000 on."""
        if isinstance(value, int):
            return Say(self.game, self.language).number(value, unit=unit)
        return format_number(value, self.language) if isinstance(value, float) else str(value)

    def capital(self, text: str) -> str:
        """A text that begins with a capital letter."""
        return Say(self.game, self.language).begun(text)

    def money(self, value: Any) -> str:
        """An amount in a unit, with digits grouped from 1,000 on."""
        return self.number(value, unit=True)

    def facts(self, card: Card) -> list[dict[str, str]]:
        """The informative fields of a card, as pairs of label and text, for a layout that knows no game.

        Left out are fields shown by `signs`, those whose default is 0, no or nothing and that are at their default, and
        those that are yes and that the text says.
        """
        elsewhere = {sign["field"] for sign in self.signs(card)}
        elsewhere |= {name for name in card.told if card.fields[name] is True}
        found = []
        for one in self._fields(card):
            value = card.fields[one.name]
            if one.name not in elsewhere and (value or value != one.default) and (text := self._shown(value, one.type)):
                found.append({"name": self._own(one.labels), "text": text})
        return found

    def differing(self, card: Card) -> list[str]:
        """The numbers in the text of a card that differ within its family, as they are written there."""
        for one in (one for one in self.cards if one.family == card.family):
            observe(one, "text")
        return [
            part.words[family.cards.index(card.key)]
            for family in self.game.families
            if family.name == card.family
            for part in family.texts.get(self.language, ())
            if isinstance(part, Slot) and self._is_number(part)
        ]

    def _is_number(self, slot: Slot) -> bool:
        """True if a slot shows a number, such as a member of a range."""
        match strip_optional(slot.type):
            case IntType():
                return not slot.plural
            case MemberType(enum) if enum in self.game.tables:
                return self.game.tables[enum].kind == "range" and not slot.plural
            case _:
                return False

    def signs(self, card: Card) -> list[dict[str, Any]]:
        """The signs of a card, such as rank and suit: from the columns `sign` of the tables its fields are members of.

        The member of the smallest table comes last, as a suit does. The only plain number among the fields is a sign
        too if there is another sign, or if the card shows nothing else. `at` is the index of the member in its table,
        None for a number; `field` is the name of the field.
        """
        found: list[tuple[int, dict[str, Any]]] = []
        numbers: list[dict[str, Any]] = []
        for one in self._fields(card):
            value = card.fields[one.name]
            if isinstance(value, Row) and value.values.get(SIGN):
                sign = {"text": value.values[SIGN], "at": value.at, "field": one.name}
                found.append((len(self.tables[value.table]), sign))
            elif isinstance(one.type, IntType) and one.type.unit is None:
                numbers.append({"text": self.number(value), "at": None, "field": one.name})
        found.sort(key=lambda sign: -sign[0])
        is_all = not card.text and len(self._fields(card)) == 1
        return (numbers if len(numbers) == 1 and (found or is_all) else []) + [sign for _, sign in found]

    def _fields(self, card: Card) -> list[checked.CardField]:
        """The printed fields of a card; their values are recorded as read."""
        for one in (found := [one for one in self.types[card.type].fields if one.printed]):
            observe(card, one.name)
        return found

    def _shown(self, value: Any, type_: Type) -> str:
        if value is None or value is False or value == "":
            return ""
        if value is True:
            return "✓"
        comma = self.game.word("comma", self.language)
        if isinstance(value, Per):
            rows = (row for row in value.rows if value.get(row.key))
            inner = type_.value if isinstance(type_, PerType) else type_
            return comma.join(f"{row.name} {self._shown(value[row.key], inner)}" for row in rows)
        if isinstance(value, Sequence) and not isinstance(value, str):
            return comma.join(map(str, value))
        of = strip_optional(type_)
        return self.number(value, unit=isinstance(of, IntType) and of.unit is not None)


def translations(words: Mapping[str, str], game: checked.CheckedGame, language: str) -> dict[str, str]:
    """The texts of a layout in a language, if translated from the present words of the layout."""
    entries = game.printed.get(language, {})
    return {
        name: entries[name].words
        for name, text in words.items()
        if name in entries and entries[name].source.split() == text.split()
    }


@cache
def format_number(value: float, language: str) -> str:
    """A number with a fraction as a language writes it: `2.5`, `2,5`."""
    from babel import UnknownLocaleError  # slow to import, and most numbers are whole
    from babel.numbers import format_decimal

    try:
        return format_decimal(value, locale=language.replace("-", "_"))
    except (UnknownLocaleError, ValueError):
        return format_decimal(value, locale="en")
