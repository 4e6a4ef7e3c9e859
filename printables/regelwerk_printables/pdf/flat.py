"""The flattening for PDF/X-1a, which has no transparency: pictures of transparent items and of all below them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from msgspec.structs import replace
from regelwerk_dsl.disk import real

from ..drawing import drawing
from ..drawing.drawing import Box, Color, Gradient, Image, Mm, Page
from ..drawing.pixels import read_picture
from .document import render

FLAT_DPI = 600
Items = tuple[drawing.Item, ...]


class Flattener:
    """Flattens pages; `count` is the number of pages changed.

    Args:
        folder: for the pictures, which are read when the file is written.
        dpi: dots per inch of these pictures.
        language: the language of the pages.
    """

    def __init__(self, folder: Path, dpi: float, language: str) -> None:
        self.count = 0
        self._folder, self._dpi, self._language = folder, dpi, language
        self._known: dict[str, bool] = {}  # of forms, by key

    def pages(self, pages: Iterable[Page]) -> Iterator[Page]:
        for page in pages:
            yield self._flat(page) if self._has_translucent(page.items) else page

    def _flat(self, page: Page) -> Page:
        """The page with a picture in place of all items up to the last transparent one; those above are unchanged."""
        self.count += 1
        below, above = self._split(page.items)
        face = drawing.Drawing(page.width, page.height, below)
        (picture,) = render([face], self._language, self._dpi)
        path = real(self._folder / f"{self.count}.png")
        picture.save(path, "PNG", compress_level=1)
        whole = Box(Mm(0), Mm(0), page.width, page.height)
        return replace(page, items=(drawing.Tagged("Artifact", (Image(whole, str(path)),)), *above))

    def _split(self, items: Items) -> tuple[Items, Items]:
        """Items up to the last translucent one, and those above it, with the anchors and links of the former."""
        last = max(at for at, item in enumerate(items) if self._is_translucent(item))
        below, above = self._cut(items[last])
        return (*items[:last], *below), (*_places(items[:last]), *above, *items[last + 1 :])

    def _cut(self, item: drawing.Item) -> tuple[Items, Items]:
        """A translucent item in the same two parts."""
        match item:
            case drawing.Group(opacity=1) | drawing.Tagged():
                below, above = self._split(item.items)
                return (replace(item, items=below),), (replace(item, items=above),) if above else ()
            case drawing.Form():
                below, above = self._split(item.items)
                shown = replace(item, key=f"{item.key}, above", items=above)
                return (replace(item, key=f"{item.key}, below", items=below),), (shown,) if above else ()
            case _:
                return (item,), tuple(_places((item,)))

    def _has_translucent(self, items: Iterable[drawing.Item]) -> bool:
        return any(map(self._is_translucent, items))

    def _is_translucent(self, item: drawing.Item) -> bool:
        """True if items below it show through."""
        match item:
            case drawing.Form():
                if item.key not in self._known:
                    self._known[item.key] = self._has_translucent(item.items)
                return self._known[item.key]
            case drawing.Group() if item.opacity != 1:
                return True
            case drawing.Group() | drawing.Tagged():
                return self._has_translucent(item.items)
            case drawing.Image():
                return _has_alpha(item.path, Path(item.path).stat().st_mtime_ns)
            case drawing.Glyphs():
                return item.fill.alpha != 1
            case drawing.Rect() | drawing.Path() | drawing.Ellipse():
                return any(color.alpha != 1 for color in _colors(item.fill, item.pen))
            case _:
                return False


def _places(items: Iterable[drawing.Item]) -> Iterator[drawing.Item]:
    """The anchors and links among items, which cannot be part of a picture."""
    for item in items:
        match item:
            case drawing.Anchor() | drawing.Link():
                yield item
            case drawing.Tagged():
                yield from _places(item.items)
            case drawing.Group():
                if inner := tuple(_places(item.items)):
                    yield drawing.Group(inner, item.dx, item.dy, item.angle, item.scale)
            case _:
                pass


def _colors(fill: Any, pen: drawing.Pen | None) -> Iterator[Color]:
    if isinstance(fill, Gradient):
        yield from fill.colors
    elif fill is not None:
        yield fill
    if pen is not None:
        yield pen.color


@cache
def _has_alpha(path: str, _changed: int) -> bool:
    with read_picture(path)[1] as picture:
        return "A" in picture.getbands() or "transparency" in picture.info
