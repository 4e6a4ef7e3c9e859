"""The words of a drawing for screen readers, for alternative texts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from unicodedata import east_asian_width

from .drawing import Form, Glyphs, Group, Item, Tagged

END = "\n"  # between paragraphs
HYPHENS = ("-", "\u2010", "\u00ad")
WIDE = "WF"


def spoken(items: Iterable[Item]) -> Iterator[str]:
    """The paragraphs of a drawing in drawing order; pictures by their alternative texts."""
    for paragraph in "".join(_pieces(items)).split(END):
        if words := " ".join(paragraph.split()):
            yield words


def _pieces(items: Iterable[Item]) -> Iterator[str]:
    before: Glyphs | None = None
    for item in items:
        if isinstance(item, Glyphs):
            if before is not None and item.y > before.y and not _goes_on(before.text, item.text):
                yield " "
            before = item
        match item:
            case Tagged("Artifact"):
                pass
            case Tagged(alt=str(alt)) if alt:
                yield f" {alt} "
            case Tagged() | Group() | Form():
                yield END
                yield from _pieces(item.items)
                yield END
            case Glyphs():
                yield item.text
            case _:
                pass


def _goes_on(line: str, following: str) -> bool:
    """True if a word goes on in the next line, or a script without spaces does."""
    last, first = line[-1:], following[:1]
    return last in HYPHENS or (east_asian_width(last or " ") in WIDE and east_asian_width(first or " ") in WIDE)
