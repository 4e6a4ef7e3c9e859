"""Pictures of a game's boards in a position.

A picture shows a whole board, or its views: the parts with pieces or changes. The board itself is one form that all
pictures share; only the elements that depend on the position are drawn on top of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from msgspec import Struct
from regelwerk_compiler.checked.play import GamePosition, Place

from ..drawing.drawing import Box, Drawing, Form, Group, Item, Mm, Point
from ..drawing.legible import Text, texts_of
from .elements import Element, overlay
from .expressions import LayoutError
from .model import Sheet
from .paint.evaluator import bind, bound, listed, make_form
from .pieces import Piece, differing, missing, pieces, visible_items
from .positions import TrackedPosition, exchanged
from .session import Printed, Session
from .values import observed

SLIMMEST = 0.45  # the least ratio of the shorter to the longer side of the surroundings of pieces


class Scene(Struct, frozen=True):
    """A board, or a part of one, in a position.

    Attributes:
        title: the name of the part; "" for a whole board.
        drawing: the visible region, cropped at its edges.
        came: the boxes of pieces that were put here, in the coordinates of the drawing.
        gone: the boxes of pieces that were taken away, if the place is empty now.
        texts: the visible texts.
        at: its top left corner on the board.
    """

    title: str
    drawing: Drawing
    came: tuple[Box, ...] = ()
    gone: tuple[Box, ...] = ()
    texts: tuple[Text, ...] = ()
    at: Point = (0.0, 0.0)


class Scenes(Struct, frozen=True):
    """The pictures of a worked example.

    Attributes:
        before: the position at first.
        after: the position at the end, only the parts that have changed.
        shown: the facts that the pictures show.
    """

    before: tuple[Scene, ...]
    after: tuple[Scene, ...]
    shown: frozenset[Place]


class _Part(Struct, frozen=True):
    """A view of one entry: its names, title and box, and the margin shown around pieces."""

    names: tuple[str, ...]
    title: str
    box: Box
    around: tuple[float, float] | None


@dataclass(eq=False)
class _Board:
    """A drawn board, with the elements that depend on the position."""

    sheet: Sheet
    form: Form
    elements: list[Element]
    parts: list[_Part]
    texts: list[tuple[Point, Text]]


class _Drawn(Struct, frozen=True):
    """A board in a position, with the items and pieces on it."""

    board: _Board
    position: GamePosition
    items: tuple[Item, ...]
    pieces: list[Piece]
    read: frozenset[Place]


@dataclass(eq=False)
class Situations:
    """Pictures of one game in one language. `Design.situations` makes it.

    Attributes:
        session: the design with its game.
        printed: the boards by name, each with its layout.
    """

    session: Session
    printed: Mapping[str, tuple[Sheet, Printed]]
    _boards: dict[str, _Board | None] = field(default_factory=dict)

    def is_declared(self, name: str) -> bool:
        """True if the layouts have a board or part of this name, even one with mistakes."""
        return name in self.session.layout.boards or name in self.session.layout.parts

    def views(self, board: str = "") -> list[str]:
        """The names of the views of a board, or of all of them: those of the layout, and `view.key` for each entry."""
        names = [board] if board else list(self.printed)
        parts = [part for name in names if (found := self._board(name)) is not None for part in found.parts]
        return list(dict.fromkeys(name for part in parts for name in part.names))

    def picture(self, board: str, position: GamePosition, views: Sequence[str] = ()) -> list[Scene]:
        """A board in a position: the whole of it, or the named views; empty if the layout has mistakes.

        Args:
            board: its name in the layout.
            position: the position of the game.
            views: names as `views` gives them.
        """
        drawn = self._draw(self._board(board), position)
        if drawn is None:
            return []
        if not views:
            form = drawn.board.form
            return [_scene(drawn, Box(Mm(0), Mm(0), form.width, form.height), "")]
        parts = _named(drawn.board.parts, views)
        return [_scene(drawn, _crop(part, drawn.pieces), part.title) for part in parts]

    def example(
        self, before: GamePosition, after: GamePosition, start: GamePosition, views: Sequence[str] = ()
    ) -> Scenes | None:
        """The change between two positions; None if no board shows any of it.

        Args:
            before, after: the two positions.
            start: the position before the example's givens, whose pieces do not matter.
            views: the views to show; if empty, all that differ from the start or that change.
        """
        scenes: tuple[list[Scene], list[Scene]] = [], []
        shown: set[Place] = set()
        for name, (sheet, _) in self.printed.items():
            board = self._board(name) if sheet.views else None
            bare, old, new = (self._draw(board, position) for position in (start, before, after))
            if board is None or bare is None or old is None or new is None:
                continue
            came, gone = missing(new.pieces, old.pieces), missing(old.pieces, new.pieces)
            moved = [*came, *gone]
            crops: list[Box] = []
            matter = [*differing(old.pieces, bare.pieces), *moved]
            left = [piece for piece in gone if not any(piece.is_within(other.box) for other in new.pieces)]
            for part, inside in _chosen(board.parts, matter, views):
                crop = _crop(part, inside)
                crops.append(crop)
                scenes[0].append(_scene(old, crop, part.title))
                if any(piece.is_within(crop) for piece in moved):
                    scenes[1].append(_scene(new, crop, part.title, came, left))
            if all(any(piece.is_within(crop) for crop in crops) for piece in matter):
                shown |= old.read | new.read  # everything is visible
            else:
                shown |= self._seen(crops, old, start) | self._seen(crops, new, before)
        return Scenes(tuple(scenes[0]), tuple(scenes[1]), frozenset(shown)) if scenes[0] else None

    def _seen(self, crops: list[Box], drawn: _Drawn, other: GamePosition) -> set[Place]:
        """The visible facts of a position: drawn with a fact's other value, the picture differs."""

        def visible(pieces: Iterable[Piece]) -> list[Piece]:
            return [piece for piece in pieces if any(piece.is_within(crop) for crop in crops)]

        found = set()
        for place in sorted(drawn.read):
            changed = exchanged(drawn.position, other, place)
            without = self._draw(drawn.board, changed) if changed is not None else None
            if without is not None and differing(visible(drawn.pieces), visible(without.pieces)):
                found.add(place)
        return found

    # ---- boards ------------------------------------------------------------------------------------------------------

    def _board(self, name: str) -> _Board | None:
        if name not in self._boards:
            sheet, printed = self.printed[name]
            try:
                form = make_form(f"board {name}", printed.drawing.width, printed.drawing.height, printed.drawing.items)
                parts = list(self._parts(sheet))
                self._boards[name] = _Board(
                    sheet, form, overlay(sheet.draw, sheet.let), parts, list(texts_of(form.items))
                )
            except LayoutError as error:
                self.session.report(error)
                self._boards[name] = None
        return self._boards[name]

    def _parts(self, sheet: Sheet) -> Iterator[_Part]:
        painter, scope = self.session.painter(self.session.layout)
        scope = bound({**scope, "width": sheet.width, "height": sheet.height}, sheet.let)
        for view in sheet.views:
            entries = listed(view.each, scope) if view.each is not None else [None]
            for at, entry in enumerate(entries):
                inner = bind(scope, view.each, entry, at) if view.each is not None else scope
                around = painter.point(view.around, inner) if view.around is not None else None
                own = [f"{view.name}.{getattr(entry, 'key', at + 1)}"] if view.each is not None else []
                yield _Part((view.name, *own), painter.text(view.title, inner), painter.box(view.box, inner), around)

    def _draw(self, board: _Board | None, position: GamePosition) -> _Drawn | None:
        if board is None:
            return None
        painter, scope = self.session.painter(self.session.layout, position.players)
        sheet = board.sheet
        painter.subject = sheet.name
        tracked = TrackedPosition(self.session.namespace, position)
        scope = {**scope, "position": tracked.facts, "players": tracked.players}
        try:
            with observed(tracked.observe):
                scope = bound({**scope, "width": sheet.width, "height": sheet.height, "bleed": 0.0}, sheet.let)
                items = tuple(painter.items(board.elements, scope))
        except LayoutError as error:
            self.session.report(error)
            return None
        self.session.report_misfits()
        return _Drawn(board, position, items, list(pieces(items)), frozenset(tracked.read))


def _named(parts: Iterable[_Part], views: Sequence[str]) -> list[_Part]:
    return [part for part in parts if not set(views).isdisjoint(part.names)]


def _chosen(parts: Sequence[_Part], matter: list[Piece], views: Sequence[str]) -> Iterator[tuple[_Part, list[Piece]]]:
    """The parts to show, with the pieces in them that matter; each piece belongs to the first part that contains it."""
    inside: dict[int, list[Piece]] = {}
    for piece in matter:
        at = next((at for at, part in enumerate(parts) if piece.is_within(part.box)), -1)
        inside.setdefault(at, []).append(piece)
    named = _named(parts, views)
    for at, part in enumerate(parts):
        if part in named or (not views and at in inside):
            yield part, inside.get(at, [])


def _crop(part: _Part, inside: list[Piece]) -> Box:
    """The shown region of a part: all of it, or the surroundings of the pieces in it."""
    boxes = [piece.box for piece in inside if piece.is_within(part.box)]
    if part.around is None or not boxes:
        return part.box
    shown = Box.around(corner for box in boxes for corner in box.corners).grown(*part.around).common(part.box)
    if shown is None:
        return part.box
    least = SLIMMEST * max(shown.width, shown.height)
    wider = shown.grown(max(0, least - shown.width) / 2, max(0, least - shown.height) / 2)
    return wider.common(part.box) or part.box


def _scene(drawn: _Drawn, crop: Box, title: str, came: Iterable[Piece] = (), gone: Iterable[Piece] = ()) -> Scene:
    items = tuple(visible_items(drawn.items, crop))
    moved = Group((drawn.board.form, *items), Mm(-crop.x), Mm(-crop.y))

    def marks(some: Iterable[Piece]) -> tuple[Box, ...]:
        return tuple(one.box.moved(-crop.x, -crop.y) for one in some if one.is_within(crop))

    texts = tuple(text for point, text in (*drawn.board.texts, *texts_of(items)) if crop.holds(point))
    return Scene(title, Drawing(crop.width, crop.height, (moved,)), marks(came), marks(gone), texts, (crop.x, crop.y))
