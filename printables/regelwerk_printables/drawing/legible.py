"""Small type in pictures: enlarged a little if that makes it legible, else left out with the plate under it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from operator import is_
from typing import NamedTuple

from msgspec.structs import replace

from ..fonts import face
from .drawing import MM_PER_PT, Form, Glyphs, Group, Item, Mm, Path, Point, Pt, Rect, Tagged
from .extent import extent

CAPITAL = 0.66  # approximate height of letters and digits, as a part of the size of type
LARGER = (
    (5, 1.65),
    (14, 1.5),
    (40, 1.15),
)  # the most that text up to a number of letters is enlarged: it has little room
NEAR = 0.3  # the most distance between runs of one line, as a part of the size of type
PLATE = 3.0  # a rectangle below this many times the width and height of a text belongs to it alone


Forms = dict[tuple[int, Pt, int, bool], tuple[Form, Form]]
"""Forms with their legible versions, by identity, size of type, number of signs, and whether plates go."""


def legible(
    items: Iterable[Item], least: Pt, signs: int = 0, known: Forms | None = None, plates: bool = True
) -> tuple[Item, ...]:
    """The items without text below a size of type, also within groups and forms; slightly smaller text is enlarged to
    it.

    Text of up to `signs` characters, such as the letter on a piece, is always enlarged. Unchanged items stay the same
    objects. `known` is filled with forms, since many pictures share them. With `plates`, a plate goes with its text;
    not on a piece, which may consist of nothing else.
    """
    items = tuple(items)
    known = {} if known is None else known
    found: list[Item] = []
    for line in _lines(items):
        match item := line[0]:
            case Tagged() if all(isinstance(one, Glyphs | Path) for one in item.items):
                text = _set(item.items, least, signs)
                if item.items and not text:
                    _leave_out(item.items, found, plates)
                else:
                    found.append(_holding(item, text))
            case Glyphs(size=size) if size < least:
                text = _set(line, least, signs)
                found += text
                if not text:
                    _leave_out(line, found, plates)
            case Group(scale=scale, piece=piece) if scale > 0:
                inner = legible(item.items, Pt(least / scale), signs, known, plates and piece is None)
                found.append(_holding(item, inner))
            case Tagged():
                found.append(_holding(item, legible(item.items, least, signs, known, plates)))
            case Form():
                at = id(item), least, signs, plates
                if at not in known:
                    known[at] = item, _legible_form(item, least, signs, known, plates)
                found.append(known[at][1])
            case _:
                found += line
    return items if len(found) == len(items) and all(map(is_, found, items)) else tuple(found)


def _lines(items: Iterable[Item]) -> Iterator[tuple[Item, ...]]:
    """Each item by itself, except that the runs of a line of text in several fonts come together."""
    line: list[Glyphs] = []
    for item in items:
        if line and not (isinstance(item, Glyphs) and _goes_on(line[-1], item)):
            yield tuple(line)
            line = []
        if isinstance(item, Glyphs):
            line.append(item)
        else:
            yield (item,)
    if line:
        yield tuple(line)


def _goes_on(item: Glyphs, after: Glyphs) -> bool:
    """True if a run of text directly follows another on its line."""
    if (item.y, item.size, item.fill) != (after.y, after.size, after.fill):
        return False
    widths = face(item.font).advances(item.text)
    end = item.x + (sum(widths) * item.size / 1000 + len(widths) * item.spacing) * MM_PER_PT
    return abs(after.x - end) < NEAR * item.size * MM_PER_PT


def _holding(item: Group | Tagged, items: tuple[Item, ...]) -> Item:
    return item if items is item.items else replace(item, items=items)


def _legible_form(form: Form, least: Pt, signs: int, known: Forms, plates: bool) -> Form:
    items = legible(form.items, least, signs, known, plates)
    if items is form.items:
        return form
    piece = "" if plates else ", piece"
    return replace(form, key=f"{form.key}, from {least:.2f}, {signs}{piece}", items=items)


def texts_of(items: Iterable[Item]) -> Iterator[tuple[Point, Text]]:
    """The texts with their middles, also within groups and forms."""
    for line in _lines(items):
        match item := line[0]:
            case Glyphs():
                yield from _with_middle(line)
            case Tagged() if all(isinstance(one, Glyphs | Path) for one in item.items):
                yield from _with_middle(item.items)
            case Group(scale=scale, transform=transform) if scale > 0:
                for point, text in texts_of(item.items):
                    yield transform.transformPoint(point), text._replace(size=Pt(text.size * scale))
            case Tagged() | Form():
                yield from texts_of(item.items)
            case _:
                pass


def _with_middle(items: Sequence[Item]) -> Iterator[tuple[Point, Text]]:
    box, text = extent(one for one in items if isinstance(one, Glyphs)), _text_of(items)
    if box is not None and text.letters:
        yield box.middle, text


class Text(NamedTuple):
    """The number of letters of a text, and its smallest size of type."""

    letters: int
    size: Pt

    def is_legible(self, least: Pt, signs: int = 0) -> bool:
        """True if it has a size of type, or can be enlarged to it."""
        return self.letters <= signs or self._largest >= least

    def enlargement(self, least: Pt, signs: int = 0) -> float:
        """The least enlargement of its picture that makes it legible, rounded up a little."""
        return 0.0 if self.letters <= signs else 1.001 * least / self._largest

    @property
    def _largest(self) -> float:
        return self.size * next((growth for length, growth in LARGER if self.letters <= length), 1.0)


def _text_of(items: Iterable[Item]) -> Text:
    text = [item for item in items if isinstance(item, Glyphs)]
    return Text(sum(len(one.text.strip()) for one in text), min((one.size for one in text), default=Pt(0)))


def _set(items: Sequence[Item], least: Pt, signs: int) -> tuple[Item, ...]:
    """A text with its outlines, enlarged as necessary; nothing if that is too much."""
    text = [item for item in items if isinstance(item, Glyphs)]
    letters, size = measured = _text_of(items)
    if size >= least or not text:
        return tuple(items)
    if not letters or not measured.is_legible(least, signs):
        return ()
    if len(items) == 1:
        return (_enlarged(text[0], least),)
    box, growth = extent(text), least / size
    assert box is not None
    x, y = box.middle
    return (Group(tuple(items), Mm(x * (1 - growth)), Mm(y * (1 - growth)), scale=growth),)


def _enlarged(item: Glyphs, size: Pt) -> Glyphs:
    """A run of text in a larger size around the same middle."""
    more = (size - item.size) * MM_PER_PT
    width = sum(face(item.font).advances(item.text.strip())) / 1000
    return replace(item, x=Mm(item.x - more * width / 2), y=Mm(item.y + more * CAPITAL / 2), size=size)


def _leave_out(items: Sequence[Item], before: list[Item], plates: bool) -> None:
    """Leaves out a text, and with `plates` the plate under it."""
    if not plates:
        return
    text = [item for item in items if isinstance(item, Glyphs)]
    box = extent(text)
    if box is not None and before and isinstance(plate := before[-1], Rect):
        is_small = plate.box.width < PLATE * box.width and plate.box.height < PLATE * box.height
        if is_small and plate.box.holds(*box.corners):
            before.pop()
