"""Hashes of what is drawn on each page that a game prints, before anything becomes a PDF file.

A hash covers the classes and fields of the drawing, not the objects or modules they come from. Fields that have their
default are left out, so that a new field changes no hash. Numbers are rounded to three places, which is 0.001 mm for a
length; pictures count as their content.

`python tests/drawings/page_hashes.py GAME LANGUAGE PRODUCT PAGE` prints what one page is hashed from.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import Field, fields, is_dataclass
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from regelwerk.loading.compilation import load_checked
from regelwerk.loading.source import source_of
from regelwerk.printing.making import make_all
from regelwerk.printing.order import PRODUCTS, Order
from regelwerk.printing.print_run import PrintRun
from regelwerk.printing.printout import Made
from regelwerk_printables.sheets import Sheet

UNDRAWN = {("Form", "key"), ("Page", "label")}  # names within the file

Written = dict[tuple[str, str], list[str]]
"""The lines that describe each page, by product and page number; `outline` in place of a number for the bookmarks."""


class Gatherer(PrintRun):
    """A print run that keeps the pages of its files in place of writing them."""

    written: Written

    def pdf(
        self,
        name: str,
        product: str,
        language: tuple[str, ...],
        pages: Iterable[Any],
        bookmarks: Iterable[Any] = (),
        sheet: Sheet | None = None,
    ) -> Made:
        count = 0
        for count, page in enumerate(pages, 1):
            self.written[product, str(count)] = list(lines_of(page))
        self.written[product, "outline"] = [line for one in bookmarks for line in lines_of(one)]
        return Made(name, product, b"", count)


@lru_cache(maxsize=1)
def _kept(folder: Path) -> Mapping[str, Any]:
    """The checked game of a folder."""
    return load_checked(source_of(folder))


def written_pages(folder: Path, language: str) -> Written:
    """What stands on every page of all products of a game in a language, on A4."""
    order = Order(source_of(folder), PRODUCTS, everything=True, languages=language)
    run = Gatherer(order, _kept(folder))
    run.written = {}
    for _ in make_all(run):
        pass
    assert not run.diagnostics.has_errors, run.diagnostics.sorted()
    return run.written


def page_hashes(folder: Path, language: str) -> list[str]:
    """A line for each page: product, page number, hash."""
    return [
        f"{product} {page} {sha256(chr(10).join(lines).encode()).hexdigest()[:16]}"
        for (product, page), lines in written_pages(folder, language).items()
    ]


def lines_of(item: Any, depth: int = 0) -> Iterator[str]:
    """A drawing as lines: one for each object, those within it indented."""
    name = type(item).__name__
    plain, within = [], []
    for field, value in _drawn_fields(item):
        if (name, field) == ("Image", "path"):
            value = sha256(Path(value).read_bytes()).hexdigest()
        if isinstance(value, (tuple, list)) and value and all(map(is_dataclass, value)):
            within += [one for one in value if not _is_mark(one)]
        else:
            plain.append(f" {field}={_value(value)}")
    yield "  " * depth + name + "".join(plain)
    for one in within:
        yield from lines_of(one, depth + 1)


def _is_mark(item: Any) -> bool:
    """Whether it only says where a piece is cut out."""
    return type(item).__name__ == "Group" and not item.items and item.piece is not None


def _drawn_fields(item: Any) -> Iterator[tuple[str, Any]]:
    """The fields that say what is drawn, without those that have their default."""
    for field in _fields(type(item)):
        value = getattr(item, field.name)
        if value != field.default:
            yield field.name, value


@lru_cache
def _fields(kind: type) -> list[Field[Any]]:
    return [one for one in fields(kind) if one.repr and (kind.__name__, one.name) not in UNDRAWN]


def _value(value: Any) -> str:
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return f"{round(value, 3) + 0:.3f}"  # + 0 makes 0 of -0
    if isinstance(value, (tuple, list)):
        return f"({', '.join(map(_value, value))})"
    if is_dataclass(value):
        return f"{type(value).__name__}({', '.join(f'{name}={_value(one)}' for name, one in _drawn_fields(value))})"
    return repr(value)


if __name__ == "__main__":
    wanted_game, wanted_language, *wanted_page = sys.argv[1:]
    print("\n".join(written_pages(Path("cards") / wanted_game, wanted_language)[tuple(wanted_page)]))
