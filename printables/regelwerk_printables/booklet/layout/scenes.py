"""Pictures of positions in a booklet: drawn once for all layout passes, side by side, as large as the page allows.

What came or went is marked with a ring as strong as the type, finer around pieces that are small on the page.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from msgspec import Struct
from msgspec.structs import replace
from regelwerk_compiler.checked.play import GamePosition, PlayedScenario
from regelwerk_dsl.grammar.inserts import ExampleInsert, PictureInsert

from ...design.figures import CARD, Figures
from ...design.figures import Figure as DrawnFigure
from ...design.situations import Scene, Scenes, Situations
from ...drawing.drawing import WHITE, Box, Group, Item, Mm, Pen, Pt, Rect, stroke
from ...drawing.legible import legible
from ...typeset import Setting
from ..content.elements import Element, Inline, Panel, Scenery
from ..content.facts import Facts, References
from .look import LEAST_TYPE, LINE, MARK
from .page import Draw, Piece, untagged
from .typesetter import Typesetter

MOST = 0.8  # of the size of the board
LEAST = 0.02
FINER = 0.98  # from one size that is tried to the next
GAP = Mm(2.5)  # between pictures
AFTER = Mm(1.2)  # between pictures and the steps below them
BESIDE_GAP = Mm(7)  # between how it stands before and after
HIGHEST = Mm(60)  # the pictures of one position
HIGHER = Mm(100)  # the same where they are smaller than SMALL
SMALL = 0.36
NAMED = 0.75  # of the names that can be read below each other, at least so many can be read side by side
FEW = 0.3  # of the names that larger pictures show: if fewer can be read, those are chosen
READABLE = 0.5  # at this size, a position stands beside the other
NEARLY = 0.8  # so much smaller may pictures be that stand beside each other
DENSER = 0.75  # so much smaller may pictures be that need fewer rows
GAIN = 0.95  # rows are fewer, and not only lower, where the height shrinks so much more than the pictures
SMALLEST = 0.3  # no example is made smaller than that for want of room: the names on its board are read
SMALLER = (0.93, 0.86, 0.8, 0.74)  # how much smaller pictures may be where a page has no room for them
SIGNS = 2  # text of a piece that is no longer is set larger where it would be too small
TITLE = Mm(4.2)  # above a picture
LEAST_TITLE = Mm(22)  # room for the title of a narrow picture
RING = 0.7  # millimetres on the page, as the line of a mark
FINE_RING = 0.35  # the least
RING_SHARE = 0.14  # of the smallest piece that a picture marks


class Placed(Struct, frozen=True):
    """A picture in a panel, with its title: its top left corner, from that of the panel."""

    scene: Scene
    x: float
    y: float


class Arrangement(Struct, frozen=True):
    """Where pictures of one scale stand, and how wide and high they are together."""

    scale: float
    placed: tuple[Placed, ...]
    width: float
    height: float


def arrange(scenes: Sequence[Scene], width: float, height: float = HIGHEST, most: float = MOST) -> Arrangement:
    """Pictures at the largest scale, up to `most`, that fits into a width and a height.

    Those that would become too small may be higher, and those in which many more names can be read then.
    """
    found = _largest(scenes, width, height, most)
    if found.scale < SMALL:
        found = _largest(scenes, width, max(height, HIGHER), min(most, SMALL))
    if height < HIGHER and found.scale < most and _read_names(scenes, found.scale) < _read_names(scenes, MOST):
        higher = _largest(scenes, width, HIGHER, most)
        if _shows_more(scenes, higher.scale, found.scale):
            return higher
    return found


def dense(scenes: Sequence[Scene], width: float, height: float = HIGHEST) -> Arrangement:
    """The same, a little smaller where pictures then stand in fewer rows: a row for one small picture is waste."""
    best = arrange(scenes, width, height)
    scale, least = best.scale, DENSER * best.scale
    while (scale := scale * FINER) >= least:
        tried = arrange(scenes, width, height, scale)
        if tried.scale >= least and tried.height / tried.scale < GAIN * best.height / best.scale:
            best = tried
    return best


def _largest(scenes: Sequence[Scene], width: float, height: float, most: float) -> Arrangement:
    scale = min(most, width / max((scene.drawing.width for scene in scenes), default=width))
    while True:
        found = _placed(scenes, width, scale)
        if (found.width <= width and found.height <= height) or scale < LEAST:
            return found
        scale *= FINER


def _placed(scenes: Sequence[Scene], width: float, scale: float) -> Arrangement:
    """Pictures in rows; in a row, low ones stand below each other beside a high one."""
    placed: list[Placed] = []
    top = high = 0.0  # of the row
    left = wide = down = 0.0  # of its last column, and how far that is filled
    whole = 0.0
    for scene in scenes:
        w, h = _wide(scene, scale), _high(scene, scale)
        if not placed:
            wide, down, high = w, h, h
        elif down + GAP + h <= high and left + max(wide, w) <= width:
            down, wide = down + GAP + h, max(wide, w)
        elif left + wide + GAP + w <= width:
            left, wide, down, high = left + wide + GAP, w, h, max(high, h)
        else:
            top, left, wide, down, high = top + high + GAP, 0.0, w, h, h
        placed.append(Placed(scene, left, top + down - h))
        whole = max(whole, left + wide)
    return Arrangement(scale, tuple(placed), whole, top + high)


def common_scale(panels: Iterable[Sequence[Scene]], width: float, height: float = HIGHEST) -> float:
    """The scale at which all of some panels fit."""
    return min((dense(scenes, width, height).scale for scenes in panels if scenes), default=MOST)


def below(before: Sequence[Scene], after: Sequence[Scene], width: float) -> tuple[float, float]:
    """The scales of two positions below each other: the same, but larger for the first where only so names are read."""
    common, own = common_scale((before, after), width), arrange(before, width).scale
    return own if _shows_more(before, own, common) else common, common


def beside(before: Sequence[Scene], after: Sequence[Scene], width: float) -> bool:
    """Whether two positions are shown side by side: where that makes them hardly smaller, or large enough.

    Names that could be read if the positions stood below each other can then be read, too, with few exceptions.
    """
    if not before or not after:
        return False
    narrow, wide = (common_scale((before, after), room) for room in ((width - BESIDE_GAP) / 2, width))
    read, known = (_read_names(after, scale) for scale in (narrow, wide))
    return (narrow >= READABLE or narrow >= NEARLY * wide) and read >= NAMED * known


def _read_names(scenes: Iterable[Scene], scale: float) -> int:
    """How many texts of more than a few signs can be read at a scale."""
    least = Pt(LEAST_TYPE / scale)
    return sum(text.letters > SIGNS and text.is_legible(least) for scene in scenes for text in scene.texts)


def _shows_more(scenes: Sequence[Scene], larger: float, scale: float) -> bool:
    """Whether so many more names can be read at a larger scale that it is worth its room."""
    return FEW * _read_names(scenes, larger) > _read_names(scenes, scale)


def _wide(scene: Scene, scale: float) -> float:
    """With the room for its title, that may be wider than the picture."""
    return max(scene.drawing.width * scale, LEAST_TITLE if scene.title else 0)


def _high(scene: Scene, scale: float) -> float:
    return scene.drawing.height * scale + (TITLE if scene.title else 0)


def scenery_pieces(typesetter: Typesetter, element: Scenery) -> Iterator[Piece]:
    """The panels of an element, beside each other or one alone, then the words below them."""
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
        style = replace(typesetter.look.small, align="center")
        setting = typesetter.set((Inline(element.caption),), style, typesetter.width)
        part = next(typesetter.numbers)
        yield Piece(Mm(setting.height + 1), lambda x, y: setting.items(x, Mm(y + 1)), part=part)


def _drawn(typesetter: Typesetter, element: Scenery, width: Mm, scale: float) -> list[tuple[Mm, Draw]]:
    """The height and drawing of each panel at a scale: the height of all is that of the last one."""
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
    """The drawing of a panel: its pictures at `top` below its title, and before it a line of some height."""
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
                room = Mm(_wide(one.scene, arrangement.scale) + GAP)
                words = typesetter.set((Inline(one.scene.title),), typesetter.look.small, room)
                yield from words.items(left, down)
                down = Mm(down + TITLE)
            yield from picture(one.scene, left, down, arrangement.scale, typesetter)

    return draw


def picture(scene: Scene, x: Mm, y: Mm, scale: float, typesetter: Typesetter) -> Iterator[Item]:
    """A picture with its frame and marks, its top left corner at x, y."""
    whole = Box(Mm(0), Mm(0), scene.drawing.width, scene.drawing.height)
    items = untagged(legible(scene.drawing.items, Pt(LEAST_TYPE / scale), SIGNS, typesetter.forms))
    yield Group(typesetter.cutter.seen(items, whole), x, y, scale=scale, clip=whole)
    if marks := tuple(rings(scene.came, scene.gone, scale)):
        yield Group(marks, x, y, scale=scale)
    yield Rect(Box(x, y, Mm(whole.width * scale), Mm(whole.height * scale)), pen=Pen(LINE, Mm(0.15)))


def rings(came: Sequence[Box], gone: Sequence[Box], scale: float) -> Iterator[Item]:
    """Rings in the measure of the board: a dark line in a white one, that is seen on every ground and in grey.

    They are broken where something has gone. The white of one does not cover another one.
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
    """How wide the line of the rings around some pieces is, in the measure of the board."""
    least = min((min(box.width, box.height) for box in boxes), default=0.0)
    return Mm(min(RING, max(FINE_RING, RING_SHARE * least * scale)) / scale)


ALONE_HIGHEST = 140.0  # millimetres; a picture by itself
NO_VIEW = "none"  # of an example that is told without pictures


@dataclass(eq=False)
class Stage:
    """What was played, and who draws it.

    Attributes:
        situations: draws positions; None where the game has no layouts.
        played: what scenarios did, by name.
        positions: those of set-ups and scenarios that pictures show, by `PictureInsert.of`.
        figures: draws cards with numbers, and the pictures of the layouts.
    """

    situations: Situations | None
    played: Mapping[str, PlayedScenario]
    positions: Mapping[str, GamePosition]
    figures: Figures | None = None
    _figures: dict[PictureInsert, DrawnFigure | None] = field(default_factory=dict)
    _examples: dict[ExampleInsert, list[Scenes | None]] = field(default_factory=dict)
    _pictures: dict[PictureInsert, list[Scene]] = field(default_factory=dict)

    def views(self, board: str = "") -> list[str]:
        """The names of the views of a board, or of all boards."""
        return self.situations.views(board) if self.situations is not None else []

    def example(self, insert: ExampleInsert) -> list[Scenes | None]:
        """The pictures of a scenario, for each stage; None where nothing of it is seen on a board."""
        found = self.played.get(insert.name)
        if found is None or self.situations is None or NO_VIEW in insert.views:
            return []
        if insert not in self._examples:
            views, draw = [name for name in insert.views if name in self.views()], self.situations.example
            self._examples[insert] = [draw(one.before, one.after, one.start, views) for one in found.stages]
        return self._examples[insert]

    def has_figure(self, name: str) -> bool:
        """Whether a name is that of a card with its prefix, or of a picture of the layouts."""
        figures = self.figures
        return figures is not None and (name in figures.names or figures.has_card(name))

    def is_declared(self, name: str) -> bool:
        """Whether the layouts have a board or part of this name, which may have mistakes."""
        return self.situations is not None and self.situations.is_declared(name)

    def figure_names(self) -> list[str]:
        """The names of pictures of the layouts, which are no boards or parts."""
        return self.figures.names if self.figures is not None else []

    def figure(self, insert: PictureInsert) -> DrawnFigure | None:
        """A card with its numbers, or a picture of the layouts; None where its layout has mistakes."""
        if insert not in self._figures and self.figures is not None:
            name, position = insert.drawing, self.positions.get(insert.of)
            is_card = name.startswith(CARD)
            draw = self.figures
            found = draw.card(name.removeprefix(CARD)) if is_card else draw.picture(name, position)
            self._figures[insert] = found
        return self._figures.get(insert)

    def caption(self, facts: Facts, insert: PictureInsert) -> str:
        """What is said of the position that a picture shows; "" where it shows none."""
        if insert.setup is None:
            return next((facts.own(one.titles) for one in facts.game.scenarios if one.name == insert.scenario), "")
        position = self.positions[insert.of]
        return facts.word("set up so" if position.chosen else "set up", len(position.players))

    def picture(self, references: References, insert: PictureInsert) -> Iterator[Element]:
        """A board in a position, with what it shows below it."""
        facts, position = references.facts, self.positions[insert.of]
        if insert not in self._pictures:
            drawn = self.situations.picture(insert.drawing, position, insert.views) if self.situations else []
            self._pictures[insert] = drawn
        scenes = self._pictures[insert]
        if not scenes:
            return
        caption = self.caption(facts, insert)
        title = caption or insert.drawing.replace("_", " ")
        anchor = ".".join(("picture", insert.drawing, insert.of, *insert.views))
        away = (Inline(facts.word("page", title, references.page(anchor)), target=anchor),)
        yield Scenery((Panel("", tuple(scenes), title),), caption, ALONE_HIGHEST, anchor=anchor, away=away)
