"""Effects on drawn items: shadows, outlines of letters, and opacity of several items together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from ...drawing.drawing import Color, Glyphs, Group, Item, Mm, Path, Pen, Tagged
from ...drawing.outlines import ROUND, letters, silhouette
from ...drawing.spoken import spoken

LAYERS = 8  # of a soft edge, each a little smaller and darker than the one below


def shadow(items: Sequence[Item], color: Color, across: Mm, down: Mm, blur: float) -> Item:
    """The shadow of some items: their dark shape, moved, fading out over a length beyond its edges."""
    opaque = replace(color, alpha=1)
    count = LAYERS if blur else 1
    layers: list[Item] = []
    below = 0.0
    for layer in range(1, count + 1):
        share = layer / count
        cover = color.alpha * share * share * (3 - 2 * share)  # smooth at both ends
        shapes = tuple(silhouette(items, opaque, blur * (count - layer) / count))
        layers.append(Group(shapes, opacity=1 - (1 - cover) / (1 - below) if below < 1 else 1))
        below = cover
    return Tagged("Artifact", (Group(tuple(layers), across, down),))


def outlined(items: Iterable[Item], line: Color, width: float) -> tuple[Item, ...]:
    """Texts with a line around their letters, outside of them and below all letters."""
    drawn = tuple(items)
    pen = Pen(line, Mm(2 * width), cap=ROUND, join=ROUND)
    return (*(Path(letters(one), pen=pen) for one in drawn if isinstance(one, Glyphs)), *drawn)


def with_opacity(items: Sequence[Item], opacity: float) -> Item:
    """Items made translucent as a whole. Their words become the alternative text of a picture."""
    group = Group(tuple(items), opacity=opacity)
    words = " ".join(spoken(items))
    return Tagged("Figure", (group,), alt=words) if words else group
