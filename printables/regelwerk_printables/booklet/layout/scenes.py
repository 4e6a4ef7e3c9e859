"""Pictures of positions on the pages of a booklet, drawn once for all layout passes.

Pieces that came or went are marked with a ring as strong as the type, finer around pieces that are small on the page.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ...design.situations import Scene
from ...drawing.drawing import WHITE, Box, Group, Item, Mm, Pen, Rect, stroke
from ...typeset import Setting
from ..arrangement import BESIDE_GAP, GAP, TITLE, Arrangement, arrange, common_scale, shown_width
from ..content.elements import Inline, Scenery
from ..look import LINE, MARK, SIGNS
from .page import Draw, Piece
from .typesetter import Typesetter

AFTER = Mm(1.2)  # between pictures and the steps below them
SMALLEST = 0.3  # examples are not made smaller than this for want of room, so that the names on boards stay legible
SMALLER = (0.93, 0.86, 0.8, 0.74)  # factors for pictures on pages short of room
RING = 0.7  # millimetres on the page, as the line of a mark
FINE_RING = 0.35  # the finest
RING_SHARE = 0.14  # of the smallest marked piece


def scenery_pieces(typesetter: Typesetter, element: Scenery) -> Iterator[Piece]:
    """The panels of an element, side by side if there are two, then the words below them."""
    panels = element.panels
    width = Mm((typesetter.width - BESIDE_GAP * (len(panels) - 1)) / len(panels))
    scale = element.scale or common_scale([panel.scenes for panel in panels], width, element.highest)
    least = 0.0 if element.caption else SMALLEST
    sizes = [scale, *(scale * factor for factor in SMALLER if scale * factor >= least)]
    drawn = [_drawn(typesetter, element, width, size) for size in sizes]
    for at, panel in enumerate(panels):
        yield Piece(
            *drawn[0][at],
            Mm(0) if at else Mm(2) if panel.title else Mm(3),
            Mm(at * (width + BESIDE_GAP)),
            keep=at < len(panels) - 1 or bool(element.caption),
            anchors=(element.anchor,) if element.anchor and not at else (),
            away=typesetter.away(element.away) if not at else None,
            part=next(typesetter.numbers),
            role="Figure:" + panel.alt,
            sizes=tuple(each[at] for each in drawn),
        )
    if element.caption:
        yield typesetter.caption(element.caption)


def _drawn(typesetter: Typesetter, element: Scenery, width: Mm, scale: float) -> list[tuple[Mm, Draw]]:
    """The height and drawing of each panel at a scale; the last one has the height of all."""
    panels = element.panels
    arranged = [arrange(panel.scenes, width, element.highest, scale) for panel in panels]
    titles = [
        typesetter.set((Inline(panel.title, bold=True),), typesetter.look.small, width) if panel.title else None
        for panel in panels
    ]
    top = Mm(max((title.height + 1.2 for title in titles if title is not None), default=0.0))
    height = Mm(top + max(one.height for one in arranged))
    heights = [0.0] * (len(panels) - 1) + [height + (0 if element.caption else AFTER)]
    draws = (
        _panel(typesetter, one, title, width, top, height if at else Mm(0))
        for at, (one, title) in enumerate(zip(arranged, titles, strict=True))
    )
    return list(zip(map(Mm, heights), draws, strict=True))


def _panel(
    typesetter: Typesetter, arrangement: Arrangement, title: Setting | None, width: Mm, top: Mm, line: Mm
) -> Draw:
    """The drawing of a panel: its pictures at `top` below its title, and to its left a line of the given height."""
    indent = 0.0 if title is not None else (width - arrangement.width) / 2

    def draw(x: Mm, y: Mm) -> Iterable[Item]:
        if line:
            across = x - BESIDE_GAP / 2
            yield stroke(across, y + 0.5, across, y + line, Pen(LINE, Mm(0.2)))
        if title is not None:
            yield from title.items(x, y)
        for one in arrangement.placed:
            left, down = Mm(x + indent + one.x), Mm(y + top + one.y)
            if one.scene.title:
                room = Mm(shown_width(one.scene, arrangement.scale) + GAP)
                words = typesetter.set((Inline(one.scene.title),), typesetter.look.small, room)
                yield from words.items(left, down)
                down = Mm(down + TITLE)
            yield from picture(one.scene, left, down, arrangement.scale, typesetter)

    return draw


def picture(scene: Scene, x: Mm, y: Mm, scale: float, typesetter: Typesetter) -> Iterator[Item]:
    """A picture with its frame and marks, its top left corner at x, y."""
    yield typesetter.picture(scene.drawing, x, y, scale, SIGNS)
    if marks := tuple(rings(scene.came, scene.gone, scale)):
        yield Group(marks, x, y, scale=scale)
    frame = Box(x, y, Mm(scene.drawing.width * scale), Mm(scene.drawing.height * scale))
    yield Rect(frame, pen=Pen(LINE, Mm(0.15)))


def rings(came: Sequence[Box], gone: Sequence[Box], scale: float) -> Iterator[Item]:
    """Rings in the coordinates of the board: a dark line within a white one, visible on every ground and in greyscale.

    They are dashed around removed pieces. All white lines are below all dark ones.
    """
    pen = ring_pen([*came, *gone], scale)
    dash = (1.6 * pen, 1.1 * pen)
    rings = [(box.grown(0.5 * pen), ()) for box in came] + [(box.grown(0.5 * pen), dash) for box in gone]
    radius = Mm(1.4 * pen)
    for box, _ in rings:
        yield Rect(box, radius, pen=Pen(WHITE, Mm(2 * pen)))
    for box, broken in rings:
        yield Rect(box, radius, pen=Pen(MARK, pen, broken))


def ring_pen(boxes: Iterable[Box], scale: float) -> Mm:
    """The line width of rings around pieces, in the coordinates of the board."""
    least = min((min(box.width, box.height) for box in boxes), default=0.0)
    return Mm(min(RING, max(FINE_RING, RING_SHARE * least * scale)) / scale)
