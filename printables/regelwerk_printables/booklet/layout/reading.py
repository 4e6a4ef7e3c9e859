"""Glyphs of set text whose lines end in a space, so that words stay apart when a page is read aloud or copied."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from ...drawing.drawing import Glyphs, Item, Mm
from ...typeset import Setting


def parted(items: Iterable[Item]) -> tuple[Item, ...]:
    """The items with a space behind the last words."""
    found = list(items)
    at = max((at for at, item in enumerate(found) if isinstance(item, Glyphs)), default=-1)
    last = found[at] if found else None
    if isinstance(last, Glyphs):
        found[at] = replace(last, text=last.text + " ")
    return tuple(found)


def line_items(setting: Setting, number: int, x: Mm, baseline: Mm) -> tuple[Item, ...]:
    """A line, from 0, with a space where the text has one before the next line."""
    line = setting.lines[number]
    items = setting.line_items(line, x, baseline)
    follows = setting.lines[number + 1] if number + 1 < len(setting.lines) else None
    is_space = follows is not None and setting.source.chars[line.end : follows.start].isspace()
    return parted(items) if is_space else tuple(items)


def text_items(setting: Setting, x: Mm, y: Mm) -> Iterator[Item]:
    """All lines, their top left corner at x, y."""
    for number in range(len(setting.lines)):
        yield from line_items(setting, number, x, Mm(y + setting.baseline(number)))
