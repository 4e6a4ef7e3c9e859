"""Tables of the facts that a player sees: hands side by side, boards, and the rest in lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from regelwerk_runtime.tables.layout import PLAYER
from regelwerk_runtime.views.view import HIDDEN
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table

from .console import plain_table
from .describe import Fact, Facts

LONG_LINE = 70  # longer ones become several
LONG_CELL = 30  # what players have that is longer becomes lines
WIDE = 8  # more columns become lines


def facts_table(facts: Facts) -> RenderableType:
    """Everything that is neither empty nor hidden altogether.

    What is noted of a card stands beside the card where it lies on the table.
    """
    words, noted = _with_notes(facts)
    groups: dict[str, list[Fact]] = {}
    for fact in facts.all:
        groups.setdefault(fact.variable, []).append(fact)
    hands: list[tuple[str, list[str]]] = []
    boards: list[RenderableType] = []
    lines = plain_table("", "")
    lines.show_header = False
    seats: list[str] = []
    for group in groups.values():
        told = [fact for fact in group if fact.is_told and id(fact) not in noted]
        texts = [words.get(id(fact), fact.text) for fact in group]
        if all(fact.value is HIDDEN for fact in told):
            continue
        if group[0].dims == (PLAYER,) and max(map(len, texts)) <= LONG_CELL:
            seats = [fact.index[0] for fact in group]
            hands.append((group[0].name, texts))
        elif _is_board(group):
            boards.append(_board(group))
        else:
            _add_lines(lines, facts, told, words)
    parts = [_grid("", seats, hands)] if hands else []
    parts += boards
    if lines.row_count:
        parts.append(lines)
    return Group(*(Padding(part, (0, 0, 1, 0)) for part in parts))


def _add_lines(lines: Table, facts: Facts, told: Sequence[Fact], words: Mapping[int, str]) -> None:
    texts = [words.get(id(fact), fact.text) for fact in told]
    parts = [facts.line(fact, text) for fact, text in zip(told, texts, strict=True)]
    apart = sum(map(len, parts)) > LONG_LINE
    for number, line in enumerate(parts if apart else [facts.listed(parts)]):
        lines.add_row("" if number else told[0].name, line)


def _with_notes(facts: Facts) -> tuple[dict[int, str], set[int]]:
    """The words for places with what is noted of the card there, and the facts that need no line because of that."""
    notes: dict[str, list[Fact]] = {}
    places: list[Fact] = []
    for fact in facts.all:
        if fact.of_card and fact.is_told:
            notes.setdefault(fact.of_card, []).append(fact)
        elif fact.is_place and fact.is_told:
            places.append(fact)
    noted: set[int] = set()

    def said(fact: Fact) -> str:
        own = [note for note in notes.get(fact.value, []) if id(note) not in noted] if fact.is_place else []
        noted.update(map(id, own))
        return facts.noted(fact.text, [facts.beside(note.name, said(note)) for note in own]) if own else fact.text

    return {id(place): said(place) for place in places}, noted


def _is_board(group: Sequence[Fact]) -> bool:
    return len(group[0].dims) == 2 and len({fact.index[1] for fact in group}) <= WIDE


def _board(group: Sequence[Fact]) -> RenderableType:
    rows: dict[str, list[str]] = {}
    for fact in group:
        rows.setdefault(fact.index[0], []).append(fact.text if fact.is_told else "")
    columns = list(dict.fromkeys(fact.index[1] for fact in group))
    return _grid(group[0].name, columns, [row for row in rows.items() if any(row[1])])


def _grid(title: str, columns: Sequence[str], rows: Sequence[tuple[str, Sequence[str]]]) -> RenderableType:
    table = plain_table(title, *columns)
    for name, cells in rows:
        table.add_row(name, *cells)
    return table
