"""Words and numbers of a report in the language of its reader."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from babel import Locale
from babel.numbers import format_decimal, format_percent
from regelwerk_compiler.checked.languages import locale_of
from regelwerk_compiler.words.own import ENGLISH, language_with_words, own_word, own_words

from .figures.estimates import Estimate
from .page import Cell, Kind, Value

MINUS = {"-": "\u2212"}
NOTHING = "–"


@dataclass(frozen=True)
class Wording:
    """The reader's language; words that the toolkit lacks in it are English."""

    language: str

    @cached_property
    def locale(self) -> Locale:
        return locale_of(self.own)

    @cached_property
    def own(self) -> str:
        """The language of the toolkit's words."""
        return language_with_words(self.language) or ENGLISH

    def __call__(self, key: str, **values: object) -> str:
        """A word or sentence with its gaps filled; whole numbers get separators."""
        words = own_words(self.own)[f"report.{key}"]
        told = {name: self.count(value) if isinstance(value, int) else value for name, value in values.items()}
        return words.format(**told)

    def listed(self, parts: tuple[str, ...]) -> str:
        return own_word(self.own, "text.comma").join(parts)

    def count(self, value: int) -> str:
        return self._signed(format_decimal(value, "#,##0", locale=self.locale))

    def number(self, value: float) -> str:
        """A number with a suitable number of digits, at least three."""
        size = abs(value)
        if size < 0.005:
            value = 0.0  # without a sign
        pattern = "#,##0" if size >= 1000 or value == int(value) else "#,##0.0" if size >= 10 else "#,##0.00"
        return self._signed(format_decimal(value, pattern, locale=self.locale))

    def share(self, value: float, digits: int = 1) -> str:
        pattern = f"#,##0.{'0' * digits}" if digits else "#,##0"
        space = "\u00a0" if self.locale.percent_formats[None].pattern.endswith("\u00a0%") else ""
        return self._signed(format_percent(value, f"{pattern}{space}%", locale=self.locale))

    def between(self, estimate: Estimate, kind: Kind) -> str:
        """A value with its interval, such as `31.0% (28.2–33.9)`."""
        told = self.value(estimate.value, kind)
        if estimate.low is None or estimate.high is None:
            return told
        return f"{told} ({self.range(estimate.low, estimate.high, kind)})"

    def range(self, low: float, high: float, kind: Kind) -> str:
        ends = [self.value(end, kind) for end in (low, high)]
        if kind in (Kind.CHANGE, Kind.SHIFT):
            return self("from to", low=ends[0], high=ends[1])
        return "–".join(ends)

    def value(self, value: Value, kind: Kind) -> str:
        """A value in the format of a column of this kind."""
        match value:
            case None:
                return NOTHING
            case str():
                return value
            case Estimate():
                return self.between(value, kind)
            case int() | float():
                pass
        match kind:
            case Kind.SHARE:
                return self.share(value)
            case Kind.SHIFT:
                points = round(100 * value, 1)
                return self._plus(points, self._signed(format_decimal(points + 0.0, "#,##0.0", locale=self.locale)))
            case Kind.CHANGE:
                return self._plus(round(value, 2), self.number(value))
            case Kind.COUNT:
                return self.count(round(value))
            case _:
                return self.number(value)

    def cell(self, cell: Value | Cell, kind: Kind) -> str:
        if isinstance(cell, Cell):
            return self.value(cell.value, cell.kind or kind)
        return self.value(cell, kind)

    def _plus(self, value: float, told: str) -> str:
        return f"+{told}" if value > 0 else told

    def _signed(self, told: str) -> str:
        return told.replace("-", MINUS["-"])
