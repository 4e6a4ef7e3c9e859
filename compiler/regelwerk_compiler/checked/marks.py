"""Marks in texts: `**bold**`, `*italic*`, icons such as `:coin:`; `\\*` and `\\:` are the characters themselves.

As in Markdown, `*` begins a mark only before a word and ends one only after a word; an unpaired one, and one between
two letters or digits, is printed as it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from enum import Enum
from typing import cast

from regelwerk_dsl.grammar.templates import joined

from .values import Run


class Style(Enum):
    """Begins a style where it is not in force, and ends it where it is."""

    BOLD = "**"
    ITALIC = "*"


@dataclass(frozen=True, slots=True)
class Icon:
    """A small picture in a text.

    Attributes:
        name: a shape of the game's layouts; with a dot, what it shows: `good.salt`.
        words: stand where it cannot be drawn.
    """

    name: str
    words: str


Mark = Style | Icon
SlotPart = int | tuple[int, str] | tuple[int, tuple[str, ...]]
PlainPart = str | SlotPart
Part = PlainPart | Mark
Pattern = tuple[Part, ...]
"""A text with slots: words; the number of a slot; with a form of its name; with the wordings of a plural; marks."""

ICON = re.compile(r"(?<![A-Za-z:]):(?P<icon>[^\W\d]\w*(?:\.\w+)?):(?![A-Za-z:])")
_MARK = re.compile(rf"\\(?P<sign>[*:])|(?P<style>\*\*?)|{ICON.pattern}")


def read_marks(pattern: Pattern, say: Callable[[str], str]) -> Pattern:
    """A text with its marks; `say` words an icon."""
    if not any(isinstance(part, str) and ("*" in part or ":" in part) for part in pattern):
        return pattern
    found: list[Part] = []
    waiting: list[tuple[Style, int]] = []  # marks that may begin a style, with their places in `found`
    paired: set[int] = set()
    for number, part in enumerate(pattern):
        if not isinstance(part, str):
            found.append(part)
            continue
        at = 0
        for match in _MARK.finditer(part):
            found.append(part[at : match.start()])
            at = match.end()
            if match["sign"] or match["icon"]:
                found.append(match["sign"] or Icon(match["icon"], say(match["icon"])))
                continue
            style = Style(match["style"])
            before = part[: match.start()][-1:] or ("" if number == 0 else "x")
            behind = part[at : at + 1] or ("" if number == len(pattern) - 1 else "x")
            if _is_word(before) and _is_word(behind):  # `2*3`
                found.append(match["style"])
                continue
            opened = next((one for one in reversed(waiting) if one[0] is style), None)
            if opened is not None and before.strip():
                paired |= {opened[1], len(found)}
                del waiting[waiting.index(opened) :]
            elif behind.strip():
                waiting.append((style, len(found)))
            found.append(style)
        found.append(part[at:])
    signs = (part.value if isinstance(part, Style) and at not in paired else part for at, part in enumerate(found))
    return tuple(joined(signs))


def _is_word(char: str) -> bool:
    return char.isascii() and char.isalnum()


def without_marks(pattern: Pattern) -> tuple[PlainPart, ...]:
    """A text in plain words, without marks."""
    plain = (part.words if isinstance(part, Icon) else part for part in pattern if not isinstance(part, Style))
    return cast("tuple[PlainPart, ...]", tuple(joined(plain)))


def runs_of(parts: Iterable[str | Mark]) -> tuple[Run, ...]:
    """Words with their marks as runs of one look."""
    found: list[Run] = []
    on: set[Style] = set()
    for part in parts:
        if isinstance(part, Style):
            on ^= {part}
        elif isinstance(part, Icon):
            found.append(Run(part.words, Style.BOLD in on, Style.ITALIC in on, part.name))
        elif part:
            run = Run(part, Style.BOLD in on, Style.ITALIC in on)
            if found and replace(found[-1], words=part) == run:
                run = replace(run, words=found.pop().words + part)
            found.append(run)
    return tuple(found)
