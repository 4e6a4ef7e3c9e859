"""Outlines of drawn things: of shapes, of letters, and the silhouette of a whole drawing for its shadow."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from typing import Any

from fontTools.misc.transform import Transform  # type: ignore[import-untyped]
from fontTools.pens.basePen import BasePen  # type: ignore[import-untyped]
from fontTools.pens.transformPen import TransformPen  # type: ignore[import-untyped]
from msgspec.structs import replace

from ..fonts import face
from .drawing import (
    MM_PER_PT,
    Box,
    Color,
    Commands,
    Ellipse,
    Form,
    Glyphs,
    Group,
    Image,
    Item,
    Mm,
    Path,
    Pen,
    Point,
    Rect,
    Tagged,
    straight,
)

ROUND = 1  # ends and corners of lines
ARC = 0.5522847  # distance of the handles of a quarter circle, in radii
LEAST = 1e-6  # the least scale that is still visible
BRIGHTNESS = (0.299, 0.587, 0.114)  # of red, green and blue, as Pillow makes greys


MOST_PARTS = 1_000  # of a letter, including parts of parts


class OutlinePen(BasePen):  # type: ignore[misc]
    """Records the drawing of a pen; all curves become cubic."""

    def __init__(self, glyphs: Any = None) -> None:
        super().__init__(glyphs)
        self.commands: list[tuple[str, tuple[float, ...]]] = []
        self._left = MOST_PARTS

    def addComponent(self, *part: Any, **more: Any) -> None:  # noqa: N802
        self._left -= 1
        if self._left < 0:
            raise ValueError(f"it is put together from more than {MOST_PARTS:,} parts")
        super().addComponent(*part, **more)

    def _moveTo(self, point: Point) -> None:  # noqa: N802
        self.commands.append(("M", point))

    def _lineTo(self, point: Point) -> None:  # noqa: N802
        self.commands.append(("L", point))

    def _curveToOne(self, one: Point, two: Point, end: Point) -> None:  # noqa: N802
        self.commands.append(("C", (*one, *two, *end)))

    def _closePath(self) -> None:  # noqa: N802
        start = next((values for sign, values in reversed(self.commands) if sign == "M"), None)
        if start is None:
            return  # nothing has been drawn
        if self.commands[-1] == ("L", start):
            self.commands.pop()  # the parser draws the last side, and closing draws it again
        self.commands.append(("Z", ()))


def rounded(box: Box, across: float, down: float | None = None) -> Commands:
    """The outline of a rectangle whose corners are quarter ellipses with these radii; at most half its sides."""
    across = min(across, box.width / 2)
    down = min(across if down is None else down, box.height / 2)
    x, y, right, bottom = box.x, box.y, box.right, box.bottom
    if not across or not down:
        return straight(box.corners, True)
    a, d = across * (1 - ARC), down * (1 - ARC)
    return (
        ("M", (x + across, y)),
        ("L", (right - across, y)),
        ("C", (right - a, y, right, y + d, right, y + down)),
        ("L", (right, bottom - down)),
        ("C", (right, bottom - d, right - a, bottom, right - across, bottom)),
        ("L", (x + across, bottom)),
        ("C", (x + a, bottom, x, bottom - d, x, bottom - down)),
        ("L", (x, y + down)),
        ("C", (x, y + d, x + a, y, x + across, y)),
        ("Z", ()),
    )


def outline(item: Rect | Ellipse | Path) -> Commands:
    """The outline of a shape."""
    match item:
        case Path():
            return item.commands
        case Rect():
            return rounded(item.box, item.radius)
        case Ellipse():
            return rounded(item.box, item.box.width / 2, item.box.height / 2)


@lru_cache(maxsize=256)
def letters(text: Glyphs) -> Commands:
    """The outlines of a run of text in its place."""
    unit = text.size * MM_PER_PT / 1000
    found: list[tuple[str, tuple[float, ...]]] = []
    x: float = text.x
    for char, advance in zip(text.text, face(text.font).advances(text.text), strict=True):
        pen = OutlinePen()
        moved = TransformPen(pen, Transform(unit, 0, 0, -unit, x, text.y))
        for sign, values in letter(text.font, char):
            points = list(zip(values[::2], values[1::2], strict=True))
            {"M": moved.moveTo, "L": moved.lineTo, "C": moved.curveTo, "Z": moved.closePath}[sign](*points)
        found += pen.commands
        x += advance * unit + text.spacing * MM_PER_PT
    return tuple(found)


@cache
def letter(font: str, char: str) -> Commands:
    """The outline of a character in thousandths of the size, the y axis pointing up; empty if it is damaged."""
    file = _font(font)
    glyphs, name = file.getGlyphSet(preferCFF=False), file.getBestCmap().get(ord(char))
    if name is None:
        return ()
    pen, scale = OutlinePen(glyphs), 1000 / file["head"].unitsPerEm
    try:
        glyphs[name].draw(TransformPen(pen, Transform(scale, 0, 0, scale, 0, 0)))
    except Exception:  # the library raises arbitrary errors, and checking all glyphs of a font takes seconds
        return ()
    return tuple(pen.commands)


@cache
def _font(name: str) -> Any:
    from fontTools.ttLib import TTFont  # type: ignore[import-untyped]  # slow to import, and few drawings need outlines

    return TTFont(face(name).file(), lazy=True)


def shaded(color: Color, shades: tuple[Color, Color]) -> Color:
    """A colour in shades between two others, which replace black and white."""
    dark, light = shades
    share = sum(part * weight for part, weight in zip((color.red, color.green, color.blue), BRIGHTNESS, strict=True))
    parts = ((dark.red, light.red), (dark.green, light.green), (dark.blue, light.blue))
    red, green, blue = (one + (two - one) * share for one, two in parts)
    return Color(red, green, blue, color.alpha)


def tinted(paths: Iterable[Path], shades: tuple[Color, Color]) -> tuple[Path, ...]:
    """Outlines in shades between two colours."""
    return tuple(
        replace(
            one,
            fill=shaded(one.fill, shades) if isinstance(one.fill, Color) else one.fill,
            pen=one.pen and replace(one.pen, color=shaded(one.pen.color, shades)),
        )
        for one in paths
    )


def silhouette(items: Iterable[Item], color: Color, more: float = 0) -> Iterator[Item]:
    """Everything drawn as one area of a colour, larger by `more` on every side; groups up to their clips.

    Artifacts such as shadows, and parts too small to be seen, have none.
    """
    for item in items:
        match item:
            case Rect() | Ellipse() | Path():
                yield replace(item, fill=color if item.fill else None, pen=_grown(item.fill, item.pen, color, more))
            case Glyphs():
                yield Path(letters(item), color, _grown(color, None, color, more))
            case Image():
                yield replace(item, box=item.box.grown(more), shades=(color, color))
            case Tagged("Artifact"):
                pass
            case Group(scale=scale) if abs(scale) < LEAST:
                pass
            case Group():
                inner = item.items if item.clip is None else (Path(clip_outline(item.clip), color),)
                inside = tuple(silhouette(inner, color, more / abs(item.scale)))
                yield replace(item, items=inside, clip=None, piece=None)
            case Tagged() | Form():
                yield from silhouette(item.items, color, more)
            case _:
                pass


def clip_outline(clip: Box | Commands) -> Commands:
    """The outline of the clip of a group."""
    return rounded(clip, 0) if isinstance(clip, Box) else clip


def weight(items: Iterable[Item]) -> int:
    """The work of drawing a silhouette: letters weigh most."""
    total = 0
    for item in items:
        match item:
            case Glyphs():
                total += 40 * len(item.text)
            case Path():
                total += 1 + 2 * len(item.commands)
            case Tagged("Artifact"):
                pass
            case Group() | Tagged() | Form():
                total += 1 + weight(item.items)
            case _:
                total += 1
    return total


def _grown(fill: object, pen: Pen | None, color: Color, more: float) -> Pen | None:
    """The pen that draws the edge of a shape, wider by `more` on both sides."""
    width = (pen.width if pen else 0) + 2 * more
    if not width or not (fill or pen):
        return None
    return Pen(color, Mm(width), pen.dash if pen else (), ROUND if more else 0, ROUND if more else 0)
