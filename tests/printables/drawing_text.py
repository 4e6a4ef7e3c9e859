"""Text form of the drawing calls of a page, in millimetres, of which golden files are made."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import Struct
from msgspec.structs import fields
from regelwerk_printables.drawing.drawing import Box, Color, Form, Glyphs, Group, Item, Page, Path, Pen, Tagged


def page_text(page: Page) -> str:
    """The size of the page, its boxes and every item; items inside others are indented."""
    lines = [f"page {_shown(page.width)} x {_shown(page.height)}"]
    lines += [f"{name} {_shown(box)}" for name in ("trim", "bleed") if (box := getattr(page, name)) is not None]
    return "\n".join([*lines, *item_lines(page.items)]) + "\n"


def item_lines(items: Iterable[Item], indent: str = "  ") -> Iterator[str]:
    for item in items:
        inner = item.items if isinstance(item, Group | Tagged) else ()
        yield f"{indent}{_call(item)}"
        yield from item_lines(inner, indent + "  ")


def _call(item: Item) -> str:
    if isinstance(item, Path):
        drawn = " ".join(f"{letter} {' '.join(map(_shown, numbers))}".strip() for letter, numbers in item.commands)
        return f"path {drawn}{_style(item)}"
    parts = [
        f"{field.name}={_shown(value)}"
        for field in fields(item)
        if field.name != "items" and (value := getattr(item, field.name)) != field.default
    ]
    return " ".join([type(item).__name__.lower(), *parts])


def _style(item: Path) -> str:
    return "".join(f" {name}={_shown(value)}" for name in ("fill", "pen") if (value := getattr(item, name)) is not None)


def _shown(value: Any) -> str:
    match value:
        case float() | int():
            return f"{round(value, 3) + 0:g}"
        case Box(x, y, width, height):
            return f"({_shown(x)} {_shown(y)} {_shown(width)} {_shown(height)})"
        case Color(alpha=alpha):
            return f"{value}{f'{round(alpha * 255):02x}' if alpha != 1 else ''}"
        case Pen(color, width, dash, 0, 0):
            return f"({_shown(color)} {_shown(width)} {_shown(dash)})"
        case tuple():
            return f"[{' '.join(map(_shown, value))}]"
        case Struct():
            return f"({' '.join(_shown(getattr(value, name)) for name in value.__struct_fields__)})"
        case _:
            return str(value)


def flat(items: tuple[Item, ...]) -> Iterator[Item]:
    """Every item, including those in groups."""
    for item in items:
        yield item
        if isinstance(item, Tagged | Group):
            yield from flat(item.items)


def glyphs(page: Page) -> list[Glyphs]:
    """The text on a page."""
    return [item for item in flat(page.items) if isinstance(item, Glyphs)]


def sizes(items: tuple[Item, ...], scale: float = 1.0) -> Iterator[tuple[float, str]]:
    """The type sizes of texts on paper, after scaling."""
    for item in items:
        match item:
            case Glyphs():
                yield item.size * scale, item.text
            case Group():
                yield from sizes(item.items, scale * item.scale)
            case Tagged() | Form():
                yield from sizes(item.items, scale)
