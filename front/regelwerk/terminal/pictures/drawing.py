"""Pictures of a position as lines of text that fit the screen."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from rich.cells import cell_len
from rich.text import Text

from ..table import COLOURS
from .lying import Mark

GAP = 3  # between pictures side by side
BESIDE, BELOW = "│", "─"
"""Lines between places side by side, and one above the other."""
At = tuple[int, int]
"""The row and the column of a cell."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture of a part of a position.

    Attributes:
        name: its name, unique in the game.
        lines: its lines.
        shows: the state variables that need not be shown beside it.
        legend: signs with their meanings.
    """

    name: str
    lines: tuple[Text, ...]
    shows: frozenset[str]
    legend: tuple[tuple[str, str], ...] = ()

    @property
    def plain(self) -> str:
        """Its plain text, to notice changes."""
        return "\n".join(line.plain for line in self.lines)

    @property
    def width(self) -> int:
        return max((line.cell_len for line in self.lines), default=0)


def marked(marks: Iterable[Mark], between: str = "") -> Text:
    """Signs in a row, those of players in their colours."""
    line = Text()
    for mark in marks:
        style = f"player{mark.player % COLOURS}" if mark.player is not None else ""
        line.append(between if line else "").append(mark.text, style)
    return line


def padded(text: Text, width: int) -> Text:
    """A text padded with blanks, or cut if it is too wide."""
    line = text.copy()
    if line.cell_len > width:
        line.truncate(width, overflow="ellipsis")
    line.append(" " * (width - line.cell_len))
    return line


def beside(texts: Iterable[Text], width: int) -> Text:
    """Texts in columns of equal width."""
    line = Text().join(padded(text, width) for text in texts)
    line.rstrip()
    return line


def grid(
    rows: Sequence[tuple[str, Sequence[Text | None]]],
    columns: Sequence[str],
    width: int,
    walls: Collection[tuple[At, At]] = (),
) -> list[Text]:
    """Cells below the names of their columns, after the names of their rows; None if there is no place.

    Args:
        rows: names and cells, from the top.
        columns: names, from the left.
        width: the width of a cell.
        walls: pairs of cells with a line between them, each by row and column, the upper or left one first.
    """
    side = max(map(cell_len, (name for name, _ in rows)), default=0)
    lines = [Text(" " * (side + 1)) + Text(" ").join(padded(Text(name, "quiet"), width) for name in columns)]
    for at, (name, cells) in enumerate(rows):
        line = Text().append(" " * (side - cell_len(name)) + name + " ", "quiet")
        for along, cell in enumerate(cells):
            line.append("" if not along else BESIDE if ((at, along - 1), (at, along)) in walls else " ")
            shown = Text() if cell is None else cell if cell.plain else Text("·", "quiet")
            line.append_text(padded(shown, width))
        lines.append(line)
        below = [((at, along), (at + 1, along)) in walls for along in range(len(cells))]
        if any(below):
            lines.append(Text(" " * (side + 1) + " ".join((BELOW if wall else " ") * width for wall in below)))
    for line in lines:
        line.rstrip()
    return lines


def flowing(parts: Iterable[Text], between: str, width: int, indent: int = 2, hanging: int = 0) -> list[Text]:
    """Parts one after the other, wrapped to lines; later lines are indented further."""
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
    """Blocks of lines side by side as far as they fit, aligned at the bottom."""
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
