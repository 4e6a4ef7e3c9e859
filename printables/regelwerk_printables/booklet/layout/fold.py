"""Imposition of a booklet on sheets to be folded in the middle and stapled: two pages a side, front and back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...drawing.drawing import Box, Group, Mm, Page, Tagged

A4_LONG, A4_SHORT = Mm(297), Mm(210)
PAGES_A_SHEET = 4


def fold(pages: Sequence[Page]) -> list[Page]:
    """Sides of A4 sheets, front and back in turn, to be turned over the short edge; empty pages fill the last sheet."""
    numbers = list(range(len(pages)))
    while len(numbers) % PAGES_A_SHEET:
        numbers.append(-1)
    return [_side(pages, left, right) for left, right in _sides(numbers)]


def _sides(numbers: list[int]) -> Iterator[tuple[int, int]]:
    """The pages on the left and right of each side: the outermost sheet has the first and the last ones."""
    first, last = 0, len(numbers) - 1
    while first < last:
        yield numbers[last], numbers[first]
        yield numbers[first + 1], numbers[last - 1]
        first, last = first + 2, last - 2


def _side(pages: Sequence[Page], left: int, right: int) -> Page:
    half = A4_LONG / 2
    placed = []
    for number, x in ((left, 0.0), (right, half)):
        if number >= 0:
            page = pages[number]
            clip = Box(Mm(0), Mm(0), page.width, page.height)
            placed.append(
                Group(page.items, Mm(x + (half - page.width) / 2), Mm((A4_SHORT - page.height) / 2), clip=clip)
            )
    return Page(A4_LONG, A4_SHORT, tuple(placed) or (Tagged("Artifact", ()),))
