"""Tracker of the values of a game that expressions look up."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from .expressions import FUNCTIONS, Scope
from .namespace import Namespace
from .values import Bold, Card, Row, lookup

_ALIKE = {"names": "name", "texts": "text", "title": "name"}  # what is shown in one language or in all
_PLACES = ("at", "changes", "family", "fields", "key", "table", "type")  # which thing it is, not what it is worth


class ReadTracker:
    """What one expression has looked up so far.

    Attributes:
        found: the names: `Good.salt.price`, `Good.salt.name`, `job_7.load`, `job_7.text`, `rules.limit`,
            and `words.hint` for a text of the layout itself.
        words: what the texts of the layout read in their slots, by their names.
    """

    def __init__(self, known: Namespace) -> None:
        self.found: set[str] = set()
        self.words: dict[str, frozenset[str]] = {}
        self._known = known
        self._rules: dict[int, str] = {}  # tables of the values of defines, by identity
        self._texts: Mapping[str, str] = known.words

    def functions(self) -> Scope:
        """The functions of expressions that look into things themselves, so that this is noted as well."""
        rules = self._known.rules
        self._enter(rules, "rules")
        return {
            "_lookup": self.lookup,
            "by": self._sifting("by"),
            "facts": self._facts,
            "join": self._join,
            "rules": rules,
            "unique": self._sifting("unique"),
        }

    def _enter(self, values: Mapping[str, Any], path: str) -> None:
        self._rules[id(values)] = path
        for key, value in values.items():
            if isinstance(value, Mapping):
                self._enter(value, f"{path}.{key}")

    def lookup(self, value: Any, key: Any) -> Any:
        """`value.key` or `value[key]`, noted."""
        self._note(value, key)
        return lookup(value, key)

    def _note(self, value: Any, key: Any) -> None:
        name = key.key if isinstance(key, Row | Card) else key
        if isinstance(value, Row | Card):
            if name not in _PLACES or (isinstance(value, Row) and name in value.values):
                owner = f"{value.table}.{value.key}" if isinstance(value, Row) else value.key
                self.found.add(f"{owner}.{_ALIKE.get(name, name)}")
        elif id(value) in self._rules:
            self.found.add(f"{self._rules[id(value)]}.{name}")
        elif value is self._texts:
            self.found |= self.words.get(name, frozenset())
            self.found.add(f"words.{name}")

    def show(self, value: Any) -> None:
        """Notes what a value says by itself where it stands in a text: the name of a row or card."""
        if isinstance(value, Row):
            self._note(value, "name")
        elif isinstance(value, Card):
            self._note(value, "title")
        elif isinstance(value, Bold):
            self.show(value.text)

    def _facts(self, card: Card) -> list[dict[str, str]]:
        for name in card.fields:
            self._note(card, name)
        return self._known.facts(card)

    def _join(self, items: Iterable[Any], between: str = ", ") -> str:
        entries = list(items)
        for item in entries:
            self.show(item)
        return str(FUNCTIONS["join"](entries, between))

    def _sifting(self, function: str) -> Any:
        def sift(items: Iterable[Any], name: str) -> list[Any]:
            entries = list(items)
            for item in entries:
                self._note(item, name)
            return list(FUNCTIONS[function](entries, name))

        return sift
