"""Rules as plain text, for the notebooks of other programs: a page for each chapter."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import assert_never

from ..booklet.content import elements
from ..booklet.content.elements import plain


def chapters(content: Iterable[elements.Element]) -> list[tuple[str, str]]:
    """Titles and texts of the chapters."""
    found: list[tuple[str, list[str]]] = []
    for element in content:
        if isinstance(element, elements.Heading) and element.level == 1:
            found.append((plain(element.words), []))
        elif found:
            found[-1][1].extend(_lines(element))
    return [(title, "\n".join(lines).strip()) for title, lines in found]


def _lines(element: elements.Element) -> Iterator[str]:
    match element:
        case elements.Heading(words):
            yield from ("", f"[b]{plain(words)}[/b]")
        case elements.Paragraph(words, label, depth):
            yield f"{'  ' * max(depth - 1, 0)}{label} {plain(words)}" if depth else f"\n{plain(words)}"
        case elements.Table():
            yield f"\n[b]{element.caption}[/b]" if element.caption else ""
            yield from ("   ".join(plain(cell).replace("\n", ", ") for cell in row) for row in _rows(element))
        case elements.Note() | elements.Marked():
            for inner in element.elements:
                yield from _lines(inner)
        case elements.Figure():
            yield from (f"{label.number}. {plain(label.words)}" for label in element.labels if label.words)
        case elements.Picture() | elements.Scenery() | elements.Columns() | elements.Parting():
            pass
        case _:
            assert_never(element)


def _rows(table: elements.Table) -> Iterator[tuple[elements.Words, ...]]:
    if any(table.headings):
        yield table.headings
    yield from table.rows
