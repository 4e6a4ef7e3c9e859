"""The cards of games at random: their fields, single cards, families with binders, copies, and rows of a table."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any, NamedTuple

from random_frame import Card, Column, Frame, Kind
from random_values import FEW, GOOD, INT, LAND, LANDS, SORT, TOOL

NAMES = ("axe", "bow", "cup", "die", "egg", "fan", "gem")


class Declared(NamedTuple):
    """A declaration of a card or a family: its first lines, the numbers of its cards, and the types of its binders."""

    name: str
    lines: list[str]
    cards: list[int]
    binders: dict[str, str]


class Field(NamedTuple):
    """A field of all cards: its type, of a `per` its enum, and what stands in the card type."""

    name: str
    type: str
    index: str
    declared: str


class Deck:
    """Makes cards and adds them to a frame, with what they have as columns."""

    def __init__(self, frame: Frame, *, copies: bool) -> None:
        self.frame, self.rng, self.copies = frame, frame.rng, copies
        self.plain = self.rng.random() < 0.3
        """Whether there are no families, so that the kinds of cards are an enum."""
        self.fields = self._fields()
        self.values: dict[str, list[Any]] = {field.name: [] for field in self.fields}
        families = self.rng.choice([0, 1, 1, 2])
        self.declared = [self._declared(name) for name in NAMES[: families + self.rng.randint(0, 2)]]
        self._added(NAMES[-1])
        self.rows = self._rows(NAMES[len(self.declared) : -1][: self.rng.randint(1, 3)])
        for field in self.fields:
            values = tuple(self.values[field.name])
            self.frame.columns.append(Column(TOOL, field.name, field.type, values, field.index))
        if self.plain:
            self._add_sorts()

    def _fields(self) -> list[Field]:
        always = [Field("worth", INT, "", "-9..9"), Field("found", LAND, "", LAND)]
        others = [Field("kinds", LANDS, "", f"{LANDS} = empty"), Field("costs", INT, LAND, "Int per Land = empty")]
        others.append(Field("likes", "Land?", "", "Land? = none"))
        if GOOD in self.frame.kinds:
            others += [Field("holds", GOOD, "", GOOD), Field("wants", "Good?", "", "Good? = none")]
        return [*always, *self.rng.sample(others, self.rng.randint(0, len(others)))]

    def _added(self, name: str) -> None:
        """A card or a family that the variant adds behind the others, before the rows of the table."""
        if self.frame.varied and self.rng.random() < 0.3:
            self.frame.changes += [
                f"add {line}" if not at else line for at, line in enumerate(self._declared(name, changes=False).lines)
            ]

    def _add_sorts(self) -> None:
        """The kinds of cards as an enum, with the fields of the cards as its columns."""
        cards = self.frame.cards
        first = {card.key: number for number, card in reversed([*enumerate(cards)])}
        keys = tuple(dict.fromkeys(card.key for card in cards))
        self.frame.lines.append("enum Sort = cards of Tool")
        for field in self.fields:
            values = tuple(self.values[field.name][first[key]] for key in keys)
            self.frame.columns.append(Column(SORT, field.name, field.type, values, field.index))
        self.frame.columns.append(Column(TOOL, "kind", SORT, tuple(keys.index(card.key) for card in cards)))
        titles = tuple(cards[first[key]].title for key in keys)
        self.frame.add_kind(SORT, Kind(tuple(range(len(keys))), keys, tuple(f"Sort.{key}" for key in keys), titles))

    # ---- rows
    def _rows(self, names: tuple[str, ...]) -> list[str]:
        heads = ["key", "name", *(field.name for field in self.fields), *(["copies"] if self.copies else [])]
        lines = [" | ".join(heads)]
        for name in names:
            cells, values = [name, f'"the {name}"'], {}
            for field in self.fields:
                path, full = f"{name}.{field.name}", field.type in (INT, *self.frame.kinds)
                text, values[field.name] = self.frame.changed(path, field.type, field.index, full=full)
                cells.append(text)
            copies = self.rng.choice([1, 2, 3]) if self.copies else 1
            lines.append(" | ".join([*cells, *([str(copies)] if self.copies else [])]))
            if self.frame.varied and self.rng.random() < 0.3:
                cells[:2] = [f"no_{name}", '"gone"']
                lines.append(" | ".join([*cells, *([str(copies)] if self.copies else [])]))
                self.frame.changes.append(f"remove Tool.no_{name}")
            for _ in range(copies):
                self._add(Card(name, self.frame.named(f"the {name}"), {}), values)
        return lines

    def _cell(self, field: Field) -> tuple[str, Any]:
        return self.frame.cell(field.type, field.index, full=field.type in (INT, *self.frame.kinds))

    def _add(self, card: Card, values: dict[str, Any]) -> int:
        self.frame.cards.append(card)
        for name, value in values.items():
            self.values[name].append(value)
        return len(self.frame.cards) - 1

    # ---- single cards and families
    def _declared(self, name: str, *, changes: bool = True) -> Declared:
        """A card of its own, or a family with one or two binders, of which the variant changes a member."""
        kinds = [self.rng.choice(self.frame.fixed) for _ in range(0 if self.plain else self.rng.choice([0, 1, 1, 2]))]
        binders = {f"{name}_{at}": kind for at, kind in enumerate(kinds)}
        copies = self.rng.choice([1, 2, 3]) if self.copies else 1
        bound = list(self._bound(binders))
        where = ""
        if binders and (len(bound) > 8 or self.rng.random() < 0.4):
            first, kind = next(iter(binders.items()))
            least = self.rng.choice(self.frame.kinds[kind].numbers[-2:])
            where = f" where {first} >= {self.frame.literal(kind, least) if kind != FEW else least}"
            bound = [one for one in bound if one[first] >= least]
        parts = [name.capitalize(), *(f"{{{binder}}}" for binder in binders)]
        title = " ".join(parts)
        self.frame.abroad[title] = " ".join([f"{name}owo", *reversed(parts[1:])])
        loops = ", ".join(f"{binder} in {kind}" for binder, kind in binders.items())
        head = (
            f'card Tool {name} "{title}"{f" for {loops}{where}" if loops else ""}{f" x{copies}" if copies > 1 else ""}:'
        )
        lines, rules = [head], []
        for field in self.fields:
            text, rule = self._value(field, binders)
            rules.append(rule)
            lines.append(f"    {field.name} = {text}")
        bound, changed = self._changed(name, lines, binders, bound) if changes else (bound, {})
        numbers = []
        for one in bound:
            key = ".".join([name, *(self.frame.key(binders[binder], number) for binder, number in one.items())])
            said = [self.frame.said(binders[binder], number) for binder, number in one.items()]
            words = " ".join([name.capitalize(), *(words for words, _ in said)])
            abroad = " ".join([f"{name}owo", *(words for _, words in reversed(said))])
            values = {field.name: rule(one) for field, rule in zip(self.fields, rules, strict=True)}
            values |= changed if one is bound[-1] else {}
            numbers += [self._add(Card(key, (words, abroad), one), values) for _ in range(copies)]
        return Declared(name, lines, numbers, binders)

    def _changed(
        self, name: str, lines: list[str], binders: dict[str, str], bound: list[dict[str, int]]
    ) -> tuple[list[dict[str, int]], dict[str, Any]]:
        """The members of a family with the one behind the others that a variant changes, and what it has then."""
        at, field = self.rng.randrange(max(len(bound), 1)), self.fields[0]
        before = lines[1].partition(" = ")[2]
        if not self.frame.varied or len(bound) < 2 or self.rng.random() < 0.5 or any(one in before for one in binders):
            return bound, {}
        if self.frame.products.keys() & binders.values():  # which no path names
            return bound, {}
        number = self.rng.randint(-9, 9)
        path = ".".join([name, *(self.frame.key(binders[binder], one) for binder, one in bound[at].items())])
        if str(number) == before:
            return bound, {}
        self.frame.changes.append(f"amend {path}.{field.name}: {before} -> {number}")
        return [*bound[:at], *bound[at + 1 :], bound[at]], {field.name: number}

    def _bound(self, binders: dict[str, str]) -> Iterator[dict[str, int]]:
        for numbers in product(*(self.frame.kinds[kind].numbers for kind in binders.values())):
            yield dict(zip(binders, numbers, strict=True))

    def _value(self, field: Field, binders: dict[str, str]) -> tuple[str, Any]:
        """What a field has: a binder, a value, or one of two by what a binder is."""
        fitting = [name for name, kind in binders.items() if field.type.removesuffix("?") == kind]
        if fitting and not field.index and self.rng.random() < 0.6:
            name = self.rng.choice(fitting)
            return name, lambda one: one[name]
        text, value = self._constant(field)
        if not binders or field.index or self.rng.random() < 0.4:
            return text, lambda one: value
        name, kind = self.rng.choice([*binders.items()])
        number, (other_text, other) = self.rng.choice(self.frame.kinds[kind].numbers), self._constant(field)
        literal = str(number) if kind == FEW else self.frame.literal(kind, number)
        return (
            f"if {name} is {literal} then {text} else {other_text}",
            lambda one: value if one[name] == number else other,
        )

    def _constant(self, field: Field) -> tuple[str, Any]:
        """A value as expressions write it."""
        text, value = self._cell(field)
        if field.index or value is None:
            return text or ("empty" if field.index else "none"), value
        if isinstance(value, frozenset):
            kind = field.type.removeprefix("set of ")
            return (
                f"{{{', '.join(self.frame.literal(kind, one) for one in sorted(value))}}}" if value else "empty",
                value,
            )
        return (text if field.type == INT else self.frame.literal(field.type.removesuffix("?"), value)), value
