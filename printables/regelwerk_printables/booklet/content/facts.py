"""The checked game as data and a language in, its names, values, tables and cards in words out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from regelwerk_compiler.words.languages import group_separator

from .elements import Doubted, Element, Inline, Table, Words
from .words import joined, word

Data = Mapping[str, Any]
GROUPED = 10_000  # plain numbers from here on have separators, amounts in a unit always


@dataclass(eq=False)
class Facts:
    """What a game says of itself in one language.

    Attributes:
        game: as `to_dict` gives it.
        language: one of the game's.
        base: the game that marks are about: what differs from it is marked. None: nothing is.
        doubts: on a proof, what is wrong with texts, by their ids.
        readings: how words are read, in kana.
    """

    game: Data
    language: str
    base: Data | None = None
    doubts: Mapping[str, str] = field(default_factory=dict)
    readings: Mapping[str, str] = field(default_factory=dict)

    def own(self, texts: Mapping[str, str]) -> str:
        """A text in the language; in the first one of the game where it is not there."""
        return texts.get(self.language) or texts.get(self.game["languages"][0], "")

    @property
    def title(self) -> str:
        return self.own(self.game["title"]) or str(self.game["name"])

    @cached_property
    def cards(self) -> dict[str, Data]:
        return {card["key"]: card for card in self.game["cards"]}

    @cached_property
    def members(self) -> dict[str, dict[str, str]]:
        """The names of the members of every table and enum, by key."""
        return {
            name: {row["key"]: self.own(row["names"]) if "names" in row else str(row["key"]) for row in table["rows"]}
            for name, table in self.game["tables"].items()
        }

    @cached_property
    def _units(self) -> frozenset[str]:
        return frozenset(unit["name"] for unit in self.game["units"])

    def card_name(self, card: Data) -> str:
        return self.own(card["names"])

    def number(self, value: int, in_unit: bool = False) -> str:
        """A number as the language writes it."""
        if not in_unit and abs(value) < GROUPED:
            return str(value)
        return f"{value:,}".replace(",", group_separator(self.language))

    def name(self, key: str, type_: str = "") -> str:
        """The name of a member or card; a key that is neither is shown as it is."""
        for word_ in type_.replace(",", " ").split():
            if key in self.members.get(word_, {}):
                return self.members[word_][key]
        if key in self.cards:
            return self.own(self.cards[key]["names"])
        return next((names[key] for names in self.members.values() if key in names), key)

    def value(self, value: Any, type_: str) -> str:
        """A value of a field, column or state variable; `type_` is its type in the author's words."""
        match value:
            case None:
                return word(self.language, "none")
            case bool():
                return word(self.language, "yes" if value else "no")
            case int():
                return self.number(value, in_unit=not self._units.isdisjoint(type_.replace(",", " ").split()))
            case str():
                return value if type_ == "a text" else self.name(value, type_)
            case Mapping():
                return joined(
                    self.language, (f"{self.name(key, type_)} {self.value(one, type_)}" for key, one in value.items())
                ) or word(self.language, "none")
            case Sequence():
                return joined(self.language, (self.value(one, type_) for one in value)) or word(self.language, "none")
            case _:
                return str(value)

    def table(self, name: str, columns: Sequence[str] = ()) -> Table:
        """A table of the game: the names of its members, then the columns asked for (all where none is)."""
        table = self.game["tables"][name]
        by_name = {column["name"]: column for column in table["columns"]}
        shown = [by_name[column] for column in (columns or by_name) if column in by_name]
        rows: list[tuple[Words, ...]] = []
        marked = set()
        before = self._rows_before(name)
        for number, row in enumerate(table["rows"]):
            cells = [self.members[name][row["key"]]]
            cells += [self.value(row["values"].get(column["name"]), column["type"]) for column in shown]
            rows.append(tuple((Inline(cell),) for cell in cells))
            old = before.get(row["key"]) if before is not None else row["values"]
            if old is None or any(old.get(one["name"]) != row["values"].get(one["name"]) for one in shown):
                marked.add(number)
        headings: tuple[Words, ...] = ((), *((Inline(self.own(column["headings"])),) for column in shown))
        numbers = (False, *(self._is_number(column["type"]) for column in shown))
        caption = self.caption(name)
        return Table(headings, tuple(rows), numbers, caption, f"table.{name}", frozenset(marked))

    def caption(self, name: str) -> str:
        """What a table is called, "" where it has no words for that."""
        label = self.own(self.game["tables"][name]["labels"])
        return _capital(label) if label != name else ""

    def columns(self, name: str) -> list[str]:
        """The columns of a table."""
        return [column["name"] for column in self.game["tables"][name]["columns"]]

    def differences(self, name: str, column: str) -> Iterator[tuple[str, str, str, str]]:
        """The cells of a column that differ from the base: name of the row, heading, old and new value."""
        table, before = self.game["tables"][name], self._rows_before(name) or {}
        shown = next(one for one in table["columns"] if one["name"] == column)
        for row in table["rows"]:
            old, new = (
                self.value(one.get(column), shown["type"]) for one in (before.get(row["key"], {}), row["values"])
            )
            if row["key"] in before and old != new:
                yield self.members[name][row["key"]], self.own(shown["headings"]), old, new

    def texts_of_table(self, name: str, columns: Sequence[str] = ()) -> Iterator[str]:
        """The ids of the texts that `table` shows: its label, the headings, and all names in its cells."""
        table = self.game["tables"][name]
        shown = [column for column in table["columns"] if not columns or column["name"] in columns]
        yield f"table.{name}"
        yield from (f"table.{name}.{column['name']}" for column in shown)
        for row in table["rows"]:
            yield f"{name}.{row['key']}"
            for column in shown:
                yield from self._texts_of_value(row["values"].get(column["name"]), column["type"])

    def _texts_of_value(self, value: Any, type_: str) -> Iterator[str]:
        """The ids of the names that `value` shows; any name of a key where the type does not tell the table."""
        keys = [value] if isinstance(value, str) else list(value) if isinstance(value, Mapping | list) else []
        for key in (key for key in keys if isinstance(key, str)):
            tables = [table for table, members in self.members.items() if key in members]
            yield from (f"{table}.{key}" for table in [one for one in tables if one in type_] or tables)
            yield from self.cards[key]["messages"] if key in self.cards else ()

    def _rows_before(self, name: str) -> dict[str, Data] | None:
        if self.base is None:
            return None
        rows = self.base["tables"].get(name, {"rows": []})["rows"]
        return {row["key"]: row["values"] for row in rows}

    def _is_number(self, type_: str) -> bool:
        return type_ == "a number" or type_ in self._units

    @cached_property
    def cards_before(self) -> dict[str, Data]:
        return {card["key"]: card for card in self.base["cards"]} if self.base is not None else {}

    def card_differs(self, card: Data) -> bool:
        """Whether a card prints something else than in the base, or is new."""
        if self.base is None:
            return False
        old = self.cards_before.get(card["key"])
        if old is None:
            return True
        return any(old[part] != card[part] for part in ("copies", "fields")) or any(
            self.own(old[part]) != self.own(card[part]) for part in ("names", "texts")
        )

    @cached_property
    def _blocks_before(self) -> dict[str, str]:
        chapters = self.base["chapters"] if self.base is not None else []
        return {
            block["id"] or _insert_id(chapter, number): self.own(block["texts"])
            for chapter in chapters
            for number, block in enumerate(chapter["blocks"])
        }

    def block_differs(self, chapter: Data, number: int) -> bool:
        """Whether a block of a chapter reads otherwise than in the base, or is new."""
        if self.base is None:
            return False
        block = chapter["blocks"][number]
        text = self.own(block["texts"])
        if not block["id"]:
            return text not in self._blocks_before.values()
        return self._blocks_before.get(block["id"]) != text and text not in self._blocks_before.values()

    def with_doubt(self, ids: Iterable[str], elements: Iterable[Element]) -> Iterator[Element]:
        """The elements; framed where one of the texts that they show is in doubt."""
        reasons = dict.fromkeys(self.doubts[id_] for id_ in ids if id_ in self.doubts)
        shown = tuple(elements)
        if reasons and shown:
            yield Doubted(shown, ", ".join(reasons))
        else:
            yield from shown


def _insert_id(chapter: Data, number: int) -> str:
    return f"{chapter['name']}/{number}"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
