"""The model of a report: headings, sentences, tables and charts, independent of the file format."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum
from typing import TypeAlias

from .figures.estimates import Estimate


class Kind(Enum):
    """The format of the values of a column."""

    TEXT = "text"
    CODE = "code"
    COUNT = "count"
    NUMBER = "number"
    SHARE = "share"
    CHANGE = "change"
    """A difference of numbers, with its sign."""
    SHIFT = "shift"
    """A difference of shares, in points."""


Value: TypeAlias = str | int | float | Estimate | None


@dataclass(frozen=True)
class Column:
    """A column of a table."""

    title: str
    kind: Kind = Kind.COUNT


@dataclass(frozen=True)
class Cell:
    """A value with another format than its column, or one that stands out."""

    value: Value
    kind: Kind | None = None
    marked: bool = False


Row: TypeAlias = tuple[Value | Cell, ...]


def row(*cells: Value | Cell) -> Row:
    """A row of a table."""
    return cells


@dataclass(frozen=True)
class Table:
    """A table; `key` names it in links and files.

    Attributes:
        rows: values or cells.
        shown: number of rows shown on the page; the others are in the table's file.
    """

    key: str
    caption: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    shown: int | None = None


@dataclass(frozen=True)
class Dots:
    """A chart of estimates with their intervals, one row each, and a line at the expected value.

    Attributes:
        rows: labels, and an estimate for each series.
        series: names of the series; the name of a single one may be empty.
        expected: position and meaning of the line.
    """

    axis: str
    rows: tuple[tuple[str, tuple[Estimate | None, ...]], ...]
    series: tuple[str, ...] = ("",)
    expected: tuple[float, str] | None = None
    kind: Kind = Kind.SHARE


@dataclass(frozen=True)
class Columns:
    """A chart of frequencies of values in classes of equal width, as shares of each series.

    Attributes:
        start, width: the beginning of the first class, and the width of each.
        series: names, with the share of each class.
        kind: the format of values on the horizontal axis.
    """

    axis: str
    upright: str
    start: float
    width: float
    series: tuple[tuple[str, tuple[float, ...]], ...]
    kind: Kind = Kind.NUMBER
    whole: bool = False
    """True if values are whole numbers, so that a class of width 1 is a single value."""


@dataclass(frozen=True)
class Points:
    """A line of a chart: its values, and the band that contains most values."""

    name: str
    x: tuple[float, ...]
    y: tuple[float, ...]
    low: tuple[float, ...]
    high: tuple[float, ...]


@dataclass(frozen=True)
class Lines:
    """A chart of values over time."""

    axis: str
    upright: str
    lines: tuple[Points, ...]


Drawing: TypeAlias = Dots | Columns | Lines


@dataclass(frozen=True)
class Chart:
    """A chart with its title, a description, and the table of its values."""

    key: str
    title: str
    says: str
    drawing: Drawing
    table: Table


@dataclass(frozen=True)
class Text:
    """A paragraph; `quiet` for remarks."""

    words: str
    quiet: bool = False


@dataclass(frozen=True)
class Listing:
    """A list of paragraphs."""

    items: tuple[str, ...]


Block: TypeAlias = Text | Listing | Table | Chart


@dataclass(frozen=True)
class Section:
    """A heading with its contents."""

    key: str
    title: str
    blocks: tuple[Block, ...] = ()
    parts: tuple[Section, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.blocks or self.parts)

    def all_blocks(self) -> Iterator[Block]:
        """Its blocks and those of its parts, in order."""
        yield from self.blocks
        for part in self.parts:
            yield from part.all_blocks()


@dataclass(frozen=True)
class Page:
    """A report.

    Attributes:
        language: the language code of its words, for HTML and PDF.
        words: fixed words of its frame, by key.
    """

    language: str
    title: str
    subtitle: str
    findings: tuple[str, ...]
    sections: tuple[Section, ...]
    words: dict[str, str] = field(default_factory=dict)

    def tables(self) -> Iterator[Table]:
        """All tables in order, including those of charts."""
        for section in self.sections:
            for block in section.all_blocks():
                if isinstance(block, Table):
                    yield block
                elif isinstance(block, Chart):
                    yield block.table
