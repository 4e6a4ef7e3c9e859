"""Values, bounds and initial values of the declarations of games at random, as changed by definitions and variants."""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

from random_values import BOOL, COINS, HIGH, INT, LOW, SET, Said


class Kind(NamedTuple):
    """An enum: the numbers of its members, their keys, how rules write them, and how sentences do."""

    numbers: tuple[int, ...]
    keys: tuple[str, ...]
    literals: tuple[str, ...]
    words: tuple[Said, ...]


class Cells:
    """Makes them; `changes` are the lines of variants, `lines` those of the game so far."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.kinds: dict[str, Kind] = {}
        self.lines: list[str] = []
        self.changes: list[str] = []
        self.varied = rng.random() < 0.5
        """Whether a variant makes the game what it is."""
        self.bounds: dict[str, tuple[int, int]] = {}
        """The least and the greatest number of variables and of the unit, after all changes."""
        self.named_values = 0

    def literal(self, kind: str, number: int) -> str:
        return self.kinds[kind].literals[self.kinds[kind].numbers.index(number)]

    def key(self, kind: str, number: int) -> str:
        """How keys of options name a member."""
        return self.kinds[kind].keys[self.kinds[kind].numbers.index(number)]

    # ---- bounds
    def limits(self, name: str) -> tuple[int, int]:
        """The least and the greatest number of a variable or a unit."""
        return self.bounds.get(name, (LOW, HIGH))

    def bounded(self, name: str, low: int, high: int) -> str:
        """The range of a variable or a unit as it is declared; a variant or a definition may widen or narrow it."""
        found, texts = [low, high], [str(low), str(high)]
        for at, word in enumerate(("low", "high")):
            if low == 0 and at == 0:  # amounts and counts stay what they are
                continue
            paths = [f"{name}.{word}"]
            if self.rng.random() < 0.1:
                texts[at] = self.defined(INT, texts[at], found[at], plain=True)
                paths.append(texts[at])
            if self.varied and self.rng.random() < 0.12:
                found[at] += self.rng.randint(-2, 4) if abs(found[at]) < 20 else self.rng.randint(-90, 90)
                found[at] = max(found[at], 5) if at else min(found[at], 1)
                if found[at] != (low, high)[at]:
                    path = self.rng.choice(paths)
                    before = (low, high)[at] if path == texts[at] else texts[at]
                    self.changes.append(f"amend {path}: {before} -> {found[at]}")
        self.bounds[name] = found[0], found[1]
        return "..".join(texts)

    # ---- definitions
    def defined(self, type_: str, text: str, value: Any, *, plain: bool = False) -> str:
        """A definition that is a value, and how it is called; a `plain` one has no parameter and stays what it is."""
        self.named_values += 1
        name = f"fixed_{self.named_values}"
        if type_ == INT and not plain and self.rng.random() < 0.4:
            times, given = self.rng.randint(2, 4), self.rng.randint(-3, 9)
            self.lines.append(f"define {name}(x: Int) -> Int = x * {times} + ({value - given * times})")
            return f"{name}({given})"
        if type_ == INT and not plain and self.varied and self.rng.random() < 0.4:
            before = self.rng.randint(-9, 9)
            self.lines.append(f"define {name} -> {type_} = {before}")
            self.changes += [f"amend {name}: {before} -> {value}"] if before != value else []
        else:
            self.lines.append(f"define {name} -> {type_} = {text}")
        return name

    def written(self, type_: str, value: Any) -> str:
        """A value as expressions write it."""
        if value is None:
            return "none"
        if isinstance(value, frozenset):
            kind = type_.removeprefix(SET)
            return f"{{{', '.join(self.literal(kind, one) for one in sorted(value))}}}" if value else "empty"
        if type_ in (INT, COINS):
            return str(value)
        if type_ == BOOL:
            return "yes" if value else "no"
        return self.literal(type_.removesuffix("?"), value)

    # ---- cells
    def changed(
        self, path: str, type_: str, index: str = "", *, full: bool = False, default: Any = None, of_type: str = ""
    ) -> tuple[str, Any]:
        """How the sources write a value, and what it is after all changes.

        An empty one is `default`, which the type of a card writes as `of_type`, if nothing else amends it.
        """
        text, value = found = self.cell(type_, index, full=full)
        if self.varied and self.rng.random() < 0.3 and (text or of_type or default is None):
            new, value = self.cell(type_, index, full=full)
            if new != text:
                self.changes.append(f"amend {path}: {text or of_type} -> {new}")
                found = new, value
        return text, value if default is None or found[0] else default

    def cell(self, type_: str, index: str = "", *, full: bool = False) -> tuple[str, Any]:
        """A value at random as cells have it, and what it is; a `full` one of a number or member is not empty."""
        text, value = self._cell(type_, index, full=full)
        if text and not index and self.rng.random() < 0.08:
            text = self.defined(type_, self.written(type_, value), value)
        return text, value

    def _cell(self, type_: str, index: str, *, full: bool) -> tuple[str, Any]:
        empty = self.rng.random() < 0.2 and not (full and type_ in (INT, *self.kinds))
        if index:
            found = {at: 0 if empty else self.rng.randint(-5, 9) for at in self.kinds[index].numbers}
            listed = [(at, number) for at, number in found.items() if number]
            return ", ".join(f"{self.key(index, at)} {number}" for at, number in listed), found
        if type_ == INT:
            number = 0 if empty else self.rng.randint(-9, 9)
            return "" if empty else str(number), number
        if type_ == BOOL:
            answer = self.rng.random() < 0.5 and not empty
            return "" if empty else "yes" if answer else "no", answer
        if type_.startswith(SET):
            kind = self.kinds[type_.removeprefix(SET)]
            some = [] if empty else self.rng.sample(kind.numbers, self.rng.randint(1, len(kind.numbers)))
            return ", ".join(kind.keys[kind.numbers.index(one)] for one in some), frozenset(some)
        if empty:
            return "", None if type_.endswith("?") else self.kinds[type_].numbers[0]
        name = type_.removesuffix("?")
        number = self.rng.choice(self.kinds[name].numbers)
        return self.key(name, number), number
