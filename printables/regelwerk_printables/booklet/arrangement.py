"""Arrangement of pictures of positions: in rows, at one scale, as large as a width and a height allow."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from ..design.situations import Scene
from ..drawing.drawing import Mm, Pt
from .look import LEAST_TYPE, SIGNS

MOST = 0.8  # largest scale of a picture
LEAST = 0.02
FINER = 0.98  # factor between the scales tried
GAP = Mm(2.5)  # between pictures
BESIDE_GAP = Mm(7)  # between the positions before and after
HIGHEST = Mm(60)  # of the pictures of one position
HIGHER = Mm(100)  # the same if their scale is below SMALL
SMALL = 0.36
NAMED = 0.75  # share of the names legible in stacked positions that must stay legible side by side
FEW = 0.3  # smaller pictures must keep at least this share of the names that larger ones show
READABLE = 0.5  # at this scale, positions are shown side by side
NEARLY = 0.8  # pictures side by side may be smaller by this factor
DENSER = 0.75  # pictures that need fewer rows may be smaller by this factor
GAIN = 0.95  # there are fewer rows, not only lower ones, if the height shrinks more than the pictures by this factor
TITLE = Mm(4.2)  # above a picture
LEAST_TITLE = Mm(22)  # room for the title of a narrow picture


class Placed(Struct, frozen=True):
    """A picture in a panel, with its title; x and y are its top left corner from that of the panel."""

    scene: Scene
    x: float
    y: float


class Arrangement(Struct, frozen=True):
    """The positions of pictures at one scale, and their overall width and height."""

    scale: float
    placed: tuple[Placed, ...]
    width: float
    height: float


def arrange(scenes: Sequence[Scene], width: float, height: float = HIGHEST, most: float = MOST) -> Arrangement:
    """Arrange pictures at the largest scale, up to `most`, that fits into a width and a height.

    They may be higher if they would otherwise be too small, or if that makes many more names legible.
    """
    found = _largest(scenes, width, height, most)
    if found.scale < SMALL:
        found = _largest(scenes, width, max(height, HIGHER), min(most, SMALL))
    if height < HIGHER and found.scale < most and _legible_names(scenes, found.scale) < _legible_names(scenes, MOST):
        higher = _largest(scenes, width, HIGHER, most)
        if _shows_more(scenes, higher.scale, found.scale):
            return higher
    return found


def arrange_densely(scenes: Sequence[Scene], width: float, height: float = HIGHEST) -> Arrangement:
    """Arrange pictures at a slightly smaller scale if that saves a row: a row for one small picture wastes space."""
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
    """Place pictures in rows; in a row, low ones are stacked beside a high one."""
    placed: list[Placed] = []
    top = high = 0.0  # of the current row
    left = wide = down = 0.0  # of its last column, and the filled height of that
    whole = 0.0
    for scene in scenes:
        w, h = shown_width(scene, scale), scene.drawing.height * scale + (TITLE if scene.title else 0)
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
    """The scale at which all panels fit."""
    return min((arrange_densely(scenes, width, height).scale for scenes in panels if scenes), default=MOST)


def stacked_scales(before: Sequence[Scene], after: Sequence[Scene], width: float) -> tuple[float, float]:
    """The scales of two stacked positions: equal, unless only a larger first one has legible names."""
    common, own = common_scale((before, after), width), arrange(before, width).scale
    return own if _shows_more(before, own, common) else common, common


def fit_side_by_side(before: Sequence[Scene], after: Sequence[Scene], width: float) -> bool:
    """True if two positions can be shown side by side: large enough, or hardly smaller than when stacked.

    Nearly all names that are legible in stacked positions must stay legible.
    """
    if not before or not after:
        return False
    narrow, wide = (common_scale((before, after), room) for room in ((width - BESIDE_GAP) / 2, width))
    read, known = (_legible_names(after, scale) for scale in (narrow, wide))
    return (narrow >= READABLE or narrow >= NEARLY * wide) and read >= NAMED * known


def _legible_names(scenes: Iterable[Scene], scale: float) -> int:
    """The number of texts of more than a few signs that are legible at a scale."""
    least = Pt(LEAST_TYPE / scale)
    return sum(text.letters > SIGNS and text.is_legible(least) for scene in scenes for text in scene.texts)


def _shows_more(scenes: Sequence[Scene], larger: float, scale: float) -> bool:
    """True if a larger scale makes enough names legible to be worth its room."""
    return FEW * _legible_names(scenes, larger) > _legible_names(scenes, scale)


def shown_width(scene: Scene, scale: float) -> float:
    """The width of a picture, or of its title if that needs more room."""
    return max(scene.drawing.width * scale, LEAST_TITLE if scene.title else 0)
