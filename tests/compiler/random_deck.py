"""Cards of games at random: fields, single cards, families with binders, copies, and rows of a table."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any, NamedTuple

from random_cells import Kind
from random_frame import Card, Column, Frame
from random_values import FEW, GOOD, INT, LAND, LANDS, SORT, TOOL, Said

NAMES = ("axe", "bow", "cup", "die", "egg", "fan", "gem")


class Declared(NamedTuple):
    """A declaration of a card or a family: its first lines, the numbers of its cards, and the types of its binders."""

    name: str
    lines: list[str]
    cards: list[int]
    binders: dict[str, str]


class Field(NamedTuple):
    """A field of all cards: its type, the enum of a `per`, its text in the card type, and the default for cards that do
    not state it; no default if every card does.
    """

    name: str
    type: str
    index: str
    declared: str
    default: Any = None
    of_type: str = ""
    """The default in the sources, unless it is empty or amended."""

    @property
    def left_out(self) -> bool:
        """Whether a card may leave it out."""
        return " = " in self.declared


def with_block(lines: list[str]) -> list[str]:
    """A declaration, whose first line ends in a colon if others follow."""
    return [f"{lines[0]}:", *lines[1:]] if len(lines) > 1 else lines


class Deck:
    """Generates cards and adds them to a frame, with their fields as columns."""

    def __init__(self, frame: Frame, *, copies: bool) -> None:
        self.frame, self.rng, self.copies = frame, frame.rng, copies
        self.titles = not frame.shuffles and self.rng.random() < 0.4  # shuffles are told by titles that differ
        """Whether cards without a title of their own have that of their type."""
        self.plain = not self.titles and self.rng.random() < 0.4
        """Whether there are no families, so that the kinds of cards are an enum."""
        self.fields = self._fields()
        self.values: dict[str, list[Any]] = {field.name: [] for field in self.fields}
        families = self.rng.choice([0, 1, 1, 2])
        self.declared = [self._declared(name) for name in NAMES[: families + self.rng.randint(0, 2)]]
        self._added(NAMES[-1])
        self.gone = self._gone() if self.frame.varied and self.rng.random() < 0.3 else []
        self.rows = self._rows(NAMES[len(self.declared) : -1][: self.rng.randint(1, 3)])
        for field in self.fields:
            values = tuple(self.values[field.name])
            self.frame.columns.append(Column(TOOL, field.name, field.type, values, field.index))
        if self.plain:
            self._add_sorts()

    def _fields(self) -> list[Field]:
        always = [self._field("worth", INT, "-9..9"), self._field("found", LAND, LAND)]
        no_costs = dict.fromkeys(self.frame.kinds[LAND].numbers, 0)
        others = [Field("kinds", LANDS, "", f"{LANDS} = empty", frozenset[int]())]
        others.append(Field("costs", INT, LAND, "Int per Land = empty", no_costs))
        others.append(Field("likes", "Land?", "", "Land? = none"))
        if GOOD in self.frame.kinds:
            others.append(Field("wants", "Good?", "", "Good? = none"))
            always += [self._field("holds", GOOD, GOOD)] if self.rng.random() < 0.5 else []
        return [*always, *self.rng.sample(others, self.rng.randint(0, len(others)))]

    def _field(self, name: str, type_: str, declared: str) -> Field:
        """A number or a member that each card states, or that some leave to their type."""
        if self.rng.random() < 0.5:
            return Field(name, type_, "", declared)
        text, default = self.frame.changed(f"Tool.{name}", type_, full=True)
        written = self._in_rules(type_, text)
        amended = any(one.startswith(f"amend Tool.{name}:") for one in self.frame.changes)
        return Field(name, type_, "", f"{declared} = {written}", default, "" if amended else written)

    def _in_rules(self, type_: str, text: str) -> str:
        """A number or a member in the syntax of rules, where its name may be that of several."""
        kind = self.frame.kinds.get(type_)
        return kind.literals[kind.keys.index(text)] if kind and text in kind.keys else text

    def _added(self, name: str) -> None:
        """A card or a family that the variant adds after the others, before the rows of the table."""
        if self.frame.varied and self.rng.random() < 0.3:
            self.frame.changes += [
                f"add {line}" if not at else line
                for at, line in enumerate(with_block(self._declared(name, changes=False).lines))
            ]

    def _gone(self) -> list[str]:
        """A card or a family that the variant removes."""
        cards, values = [*self.frame.cards], {name: [*column] for name, column in self.values.items()}
        lines = self._declared("hat", changes=False).lines
        self.frame.cards[:], self.values = cards, values
        self.frame.changes.append(f"remove {self.rng.choice(['Tool.', ''])}hat")
        return with_block(lines)

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
            titled = not self.titles or self.rng.random() < 0.5
            cells, values = [name, f'"the {name}"' if titled else ""], {}
            for field in self.fields:
                full = field.type in (INT, *self.frame.kinds) and not field.left_out
                text, values[field.name] = self.frame.changed(
                    f"{name}.{field.name}",
                    field.type,
                    field.index,
                    full=full,
                    default=field.default,
                    of_type=field.of_type,
                )
                cells.append(text)
            before, copies = self._copies(name)
            lines.append(" | ".join([*cells, *([before] if self.copies else [])]))
            if self.frame.varied and self.rng.random() < 0.3:
                cells[:2] = [f"no_{name}", '"gone"']
                lines.append(" | ".join([*cells, *(["2"] if self.copies else [])]))
                self.frame.changes.append(f"remove Tool.no_{name}")
            for _ in range(copies):
                title = self.frame.named(f"the {name}") if titled else self._title_of(values)
                self._add(Card(name, title, {}), values)
        return lines

    def _copies(self, path: str) -> tuple[str, int]:
        """The number of copies in the sources, and after all changes."""
        if not self.copies:
            return "1", 1
        copies = self.rng.choice([1, 2, 3])
        text = self.frame.defined(INT, str(copies), copies, plain=True) if self.rng.random() < 0.15 else str(copies)
        if self.frame.varied and self.rng.random() < 0.2:
            before, copies = text, self.rng.choice([1, 2, 4])
            self.frame.changes += [f"amend {path}.copies: {before} -> {copies}"] if before != str(copies) else []
        return text, copies

    def _title_of(self, values: dict[str, Any]) -> Said:
        """The title that cards of the type have without one of their own."""
        first, second = self.frame.said(LAND, values["found"])
        return f"One for {values['worth']} in {first}", f"{second}: {values['worth']}"

    @property
    def title(self) -> list[str]:
        """The line of the card type that gives it."""
        if not self.titles:
            return []
        self.frame.abroad["One for {this.worth} in {this.found}"] = "{this.found}: {this.worth}"
        return ['    title "One for {this.worth} in {this.found}"']

    def _cell(self, field: Field) -> tuple[str, Any]:
        return self.frame.cell(field.type, field.index, full=field.type in (INT, *self.frame.kinds))

    def _add(self, card: Card, values: dict[str, Any]) -> int:
        self.frame.cards.append(card)
        for name, value in values.items():
            self.values[name].append(value)
        return len(self.frame.cards) - 1

    # ---- single cards and families
    def _declared(self, name: str, *, changes: bool = True) -> Declared:
        """A card on its own, or a family with one or two binders, of which the variant changes a member."""
        kinds = [self.rng.choice(self.frame.fixed) for _ in range(0 if self.plain else self.rng.choice([0, 1, 1, 2]))]
        binders = {f"{name}_{at}": kind for at, kind in enumerate(kinds)}
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
        titled = not self.titles or self.rng.random() < 0.5
        times, copies = self._times(name, binders, changes=changes)
        bound = [one for one in bound if copies(one)]
        named = f' "{title}"' if titled else ""
        lines, rules = [f"card Tool {name}{named}{f' for {loops}{where}' if loops else ''}{times}"], []
        for field in self.fields:
            if field.left_out and self.rng.random() < 0.4:
                rules.append(lambda one, field=field: field.default)
                continue
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
            says = (words, abroad) if titled else self._title_of(values)
            numbers += [self._add(Card(key, says, one), values) for _ in range(copies(one))]
        return Declared(name, lines, numbers, binders)

    def _times(
        self, name: str, binders: dict[str, str], *, changes: bool
    ) -> tuple[str, Callable[[dict[str, int]], int]]:
        """How many copies there are of each card, perhaps none of some of a family."""
        if binders and self.copies and self.rng.random() < 0.4:
            binder, kind = self.rng.choice([*binders.items()])
            number, counts = self.rng.choice(self.frame.kinds[kind].numbers), self.rng.sample(range(4), 2)
            literal = str(number) if kind == FEW else self.frame.literal(kind, number)
            text = f" x (if {binder} is {literal} then {counts[0]} else {counts[1]})"
            return text, lambda one: counts[one[binder] != number]
        if not changes:
            return "", lambda one: 1
        text, copies = self._copies(name)
        return ("" if text == "1" else f" x{text}" if text.isdigit() else f" x {text}"), lambda one: copies

    def _changed(
        self, name: str, lines: list[str], binders: dict[str, str], bound: list[dict[str, int]]
    ) -> tuple[list[dict[str, int]], dict[str, Any]]:
        """The members of a family with the one that a variant changes after the others, and its changed values."""
        at, field = self.rng.randrange(max(len(bound), 1)), self.fields[0]
        head, _, before = (lines[1] if len(lines) > 1 else "").partition(" = ")
        if (
            head.strip() != field.name
            or not self.frame.varied
            or len(bound) < 2
            or self.rng.random() < 0.5
            or any(one in before for one in binders)
        ):
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
        """The value of a field: a binder, a constant, or one of two depending on a binder."""
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
        """A value in the syntax of expressions."""
        text, value = self._cell(field)
        if field.index:
            return text or "empty", value
        return (text if text.startswith("fixed_") else self.frame.written(field.type, value)), value
