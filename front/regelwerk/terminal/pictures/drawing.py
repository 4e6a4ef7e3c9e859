"""Pictures of a position as lines of text, no wider than the screen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rich.cells import cell_len
from rich.text import Text

from ..table import COLOURS
from .lying import Mark

GAP = 3  # between pictures side by side


@dataclass(frozen=True, slots=True)
class Picture:
    """A part of a position.

    Attributes:
        name: what tells it apart from others of the game.
        lines: what is shown.
        shows: the state variables that need not be told beside it.
        legend: signs with what they mean.
    """

    name: str
    lines: tuple[Text, ...]
    shows: frozenset[str]
    legend: tuple[tuple[str, str], ...] = ()

    @property
    def plain(self) -> str:
        """The text by which a change of it is noticed."""
        return "\n".join(line.plain for line in self.lines)

    @property
    def width(self) -> int:
        return max((line.cell_len for line in self.lines), default=0)


def marked(marks: Iterable[Mark], between: str = "") -> Text:
    """Signs behind each other, those of players in their colours."""
    line = Text()
    for mark in marks:
        style = f"player{mark.player % COLOURS}" if mark.player is not None else ""
        line.append(between if line else "").append(mark.text, style)
    return line


def padded(text: Text, width: int) -> Text:
    """A text with blanks behind it, cut where it is too wide."""
    line = text.copy()
    if line.cell_len > width:
        line.truncate(width, overflow="ellipsis")
    line.append(" " * (width - line.cell_len))
    return line


def beside(texts: Iterable[Text], width: int) -> Text:
    """Texts in columns of one width."""
    line = Text().join(padded(text, width) for text in texts)
    line.rstrip()
    return line


def grid(rows: Sequence[tuple[str, Sequence[Text | None]]], columns: Sequence[str], width: int) -> list[Text]:
    """Cells under the names of their columns, behind the names of their rows; None is no place.

    Args:
        rows: from the top.
        columns: from the left.
        width: of a cell.
    """
    side = max(map(cell_len, (name for name, _ in rows)), default=0)
    lines = [Text(" " * (side + 1)) + Text(" ").join(padded(Text(name, "quiet"), width) for name in columns)]
    for name, cells in rows:
        line = Text(" " * (side - cell_len(name)) + name + " ", "quiet")
        shown = (Text() if cell is None else cell if cell.plain else Text("·", "quiet") for cell in cells)
        lines.append(Text().append_text(line).append_text(Text(" ").join(padded(cell, width) for cell in shown)))
    for line in lines:
        line.rstrip()
    return lines


def flowing(parts: Iterable[Text], between: str, width: int, indent: int = 2, hanging: int = 0) -> list[Text]:
    """Parts behind each other, in as many lines as it takes; later lines hang further in."""
    lines: list[Text] = []
    room = width - cell_len(between.rstrip())
    for part in parts:
        if lines and lines[-1].cell_len + cell_len(between) + part.cell_len <= room:
            lines[-1].append(between, "quiet").append_text(part)
        else:
            if lines:
                lines[-1].append(between.rstrip(), "quiet")
            lines.append(Text(" " * (indent + hanging if lines else indent)).append_text(part))
    return lines


def side_by_side(blocks: Sequence[Sequence[Text]], width: int) -> list[Text]:
    """Blocks of lines beside each other as far as they fit, their lowest lines level."""
    lines: list[Text] = []
    group: list[Sequence[Text]] = []
    used = 0
    for block in [*blocks, None]:
        wide = max((line.cell_len for line in block), default=0) if block is not None else width
        if group and used + wide > width:
            lines += [Text()] if lines else []
            lines += _beside(group)
            group, used = [], 0
        if block is not None:
            group.append(block)
            used += wide + GAP
    return lines


def _beside(blocks: Sequence[Sequence[Text]]) -> list[Text]:
    high = max(map(len, blocks))
    widths = [max(line.cell_len for line in block) for block in blocks]
    raised = [[*block[:1], *[Text()] * (high - len(block)), *block[1:]] for block in blocks]
    lines = [
        Text(" " * GAP).join(padded(block[at], wide) for block, wide in zip(raised, widths, strict=True))
        for at in range(high)
    ]
    for line in lines:
        line.rstrip()
    return lines
