"""Words of a drawing as screen readers say them, for what is read out in its place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from .drawing import Form, Glyphs, Group, Item, Tagged

END = "\n"  # between paragraphs


def spoken(items: Iterable[Item]) -> Iterator[str]:
    """The paragraphs of a drawing in the order in which they are drawn, pictures by their alternative texts."""
    for paragraph in "".join(_pieces(items)).split(END):
        if words := " ".join(paragraph.split()):
            yield words


def _pieces(items: Iterable[Item]) -> Iterator[str]:
    for item in items:
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
