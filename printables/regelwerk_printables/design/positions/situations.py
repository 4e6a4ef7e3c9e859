"""Pictures of a game's boards with what lies on them in a position.

A picture shows the whole of a board, or its views: the parts where something lies or has changed. The board itself is
one form in all pictures; of a position only what needs it is drawn.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ...drawing.drawing import Box, Drawing, Form, Group, Item, Mm
from ..binding import bind, bound, listed, make_form, number
from ..expressions import LayoutError, Scope
from ..model import Element, Sheet, View
from ..paint.misfits import report_misfits
from ..paint.painting import Painter
from ..paint.sheets import Printed
from ..session import Session
from ..values import Card, Row
from .overlay import Piece, differing, overlay, pieces, seen
from .positions import Fact, Position, exchanged

Plain = Mapping[str, Any]

SLIMMEST = 0.45  # the shorter side of what is shown around pieces, as a part of the longer one


@dataclass(frozen=True, slots=True)
class Scene:
    """A board, or a part of one, in a position.

    Attributes:
        title: what the part is called; "" for a whole board.
        drawing: what is seen, cut at its edges.
        came: what came to lie here, in the measure of the drawing.
        gone: where something lay before, and nothing lies now.
    """

    title: str
    drawing: Drawing
    came: tuple[Box, ...] = ()
    gone: tuple[Box, ...] = ()


@dataclass(frozen=True, slots=True)
class Scenes:
    """What a worked example looks like.

    Attributes:
        before: how it stands.
        after: how it stands in the end, those parts in which something has changed.
        shown: the facts that the pictures were drawn from.
    """

    before: tuple[Scene, ...]
    after: tuple[Scene, ...]
    shown: frozenset[Fact]


@dataclass(frozen=True, slots=True)
class _Part:
    """A view of one entry: its names, title, box, and how much is shown around pieces."""

    names: tuple[str, ...]
    title: str
    box: Box
    around: tuple[float, float] | None


@dataclass(frozen=True, slots=True)
class _Drawn:
    """What lies on a board in a position."""

    items: tuple[Item, ...]
    pieces: list[Piece]
    read: frozenset[Fact]


@dataclass(eq=False)
class _Board:
    """A board that is drawn, with what can lie on it."""

    sheet: Sheet
    form: Form
    elements: list[Element]
    parts: list[_Part]
    start: tuple[Plain, _Drawn | None] | None = None  # the one drawn last


@dataclass(eq=False)
class Situations:
    """Pictures of one game in one language. `Design.situations` makes it.

    Attributes:
        session: the design with its game.
        printed: the boards by name, each with its layout.
    """

    session: Session
    printed: Mapping[str, tuple[Sheet, Printed]]
    _painters: dict[tuple[str, ...], tuple[Painter, Scope]] = field(default_factory=dict)
    _boards: dict[str, _Board | None] = field(default_factory=dict)

    def views(self, board: str = "") -> list[str]:
        """The names of the views of a board, or of all of them: those of the layout, and of each entry `view.key`."""
        names = [board] if board else list(self.printed)
        parts = [part for name in names if (found := self._board(name)) is not None for part in found.parts]
        return list(dict.fromkeys(name for part in parts for name in part.names))

    def picture(self, board: str, position: Plain, views: Sequence[str] = ()) -> list[Scene]:
        """A board in a position: all of it, or the views named; nothing when the layout has mistakes.

        Args:
            board: its name in the layout.
            position: `{"players": [name], "facts": {variable: value}}`.
            views: names as `views` gives them.
        """
        found = self._board(board)
        drawn = self._draw(found, position) if found is not None else None
        if found is None or drawn is None:
            return []
        if not views:
            whole = Box(Mm(0), Mm(0), Mm(found.sheet.width), Mm(found.sheet.height))
            return [_scene(found, drawn, whole, "")]
        return [_scene(found, drawn, _crop(part, drawn.pieces), part.title) for part in _named(found.parts, views)]

    def example(self, before: Plain, after: Plain, start: Plain, views: Sequence[str] = ()) -> Scenes | None:
        """What happened between two positions; None when no board shows anything of it.

        Args:
            before, after: positions as in `picture`.
            start: the one in which nothing is given yet: what lies there does not matter.
            views: those that are shown; without them, all in which something else lies than in the start, or changes.
        """
        scenes: tuple[list[Scene], list[Scene]] = [], []
        shown: set[Fact] = set()
        for name, (sheet, _) in self.printed.items():
            board = self._board(name) if sheet.views else None
            if board is None:
                continue
            drawn = [self._start(board, start), *(self._draw(board, position) for position in (before, after))]
            if any(one is None for one in drawn):
                continue
            bare, old, new = (one for one in drawn if one is not None)
            came, gone = differing(new.pieces, old.pieces), differing(old.pieces, new.pieces)
            moved = [*came, *gone]
            crops: list[Box] = []
            matter = [*differing(old.pieces, bare.pieces), *differing(bare.pieces, old.pieces), *moved]
            left = [piece for piece in gone if not any(piece.is_within(other.box) for other in new.pieces)]
            for part, inside in _chosen(board.parts, matter, views):
                crop = _crop(part, inside)
                crops.append(crop)
                scenes[0].append(_scene(board, old, crop, part.title))
                if any(piece.is_within(crop) for piece in moved):
                    scenes[1].append(_scene(board, new, crop, part.title, came, left))
            if all(any(piece.is_within(crop) for crop in crops) for piece in matter):
                shown |= old.read | new.read  # all that lies there is seen
            else:
                shown |= self._seen(board, crops, (before, old), start) | self._seen(board, crops, (after, new), before)
        return Scenes(tuple(scenes[0]), tuple(scenes[1]), frozenset(shown)) if scenes[0] else None

    def _seen(self, board: _Board, crops: list[Box], now: tuple[Plain, _Drawn], other: Plain) -> set[Fact]:
        """The facts of a position without which something else would be seen: each is drawn with its other value."""
        plain, drawn = now

        def visible(pieces: Iterable[Piece]) -> list[Piece]:
            return [piece for piece in pieces if any(piece.is_within(crop) for crop in crops)]

        found = set()
        for fact in sorted(drawn.read):
            changed = exchanged(plain, other, fact)
            if changed is None:
                continue
            without = self._draw(board, changed)
            if without is not None:
                one, two = visible(drawn.pieces), visible(without.pieces)
                if differing(one, two) or differing(two, one):
                    found.add(fact)
        return found

    # ---- boards ------------------------------------------------------------------------------------------------------

    def _board(self, name: str) -> _Board | None:
        if name not in self._boards:
            sheet, printed = self.printed[name]
            try:
                form = make_form(f"board {name}", sheet.width, sheet.height, printed.drawing.items)
                parts = list(self._parts(sheet))
                self._boards[name] = _Board(sheet, form, overlay(sheet.elements, sheet.lets), parts)
            except LayoutError as error:
                self.session.report(error)
                self._boards[name] = None
        return self._boards[name]

    def _parts(self, sheet: Sheet) -> Iterator[_Part]:
        painter, scope = self._painter(())
        scope = bound({**scope, "width": sheet.width, "height": sheet.height}, sheet.lets)
        for view in sheet.views:
            entries = listed(view.each, scope) if view.each is not None else [None]
            for at, entry in enumerate(entries):
                inner = bind(scope, view.each, entry, at) if view.each is not None else scope
                names = (view.name, f"{view.name}.{_key(entry, at)}") if view.each is not None else (view.name,)
                yield _Part(names, painter.text(view.title, inner), painter.box(view.box, inner), _around(view, inner))

    def _painter(self, players: tuple[str, ...]) -> tuple[Painter, Scope]:
        """One for each set of players: what a shape shows of a player is kept under his name."""
        if players not in self._painters:
            self._painters[players] = self.session.painter(self.session.layout)
        return self._painters[players]

    def _start(self, board: _Board, plain: Plain) -> _Drawn | None:
        """The same as `_draw`; examples that begin alike share it."""
        if board.start is None or board.start[0] != plain:
            board.start = (plain, self._draw(board, plain))
        return board.start[1]

    def _draw(self, board: _Board, plain: Plain) -> _Drawn | None:
        painter, scope = self._painter(tuple(plain["players"]))
        painter.subject = board.sheet.name
        position = Position(self.session.namespace(self.session.layout), plain)
        sheet = board.sheet
        try:
            inner = {**scope, "position": position.facts, "players": position.players}
            inner = bound({**inner, "width": sheet.width, "height": sheet.height, "bleed": 0.0}, sheet.lets)
            items = tuple(painter.items(board.elements, inner))
        except LayoutError as error:
            self.session.report(error)
            return None
        report_misfits(painter.misfits, self.session.language, self.session.diagnostics)
        return _Drawn(items, list(pieces(items)), frozenset(position.read))


def _key(entry: Any, at: int) -> str:
    return entry.key if isinstance(entry, Row | Card) else str(at + 1)


def _around(view: View, scope: Scope) -> tuple[float, float] | None:
    return None if view.around is None else (number(view.around[0], scope), number(view.around[1], scope))


def _named(parts: Iterable[_Part], views: Sequence[str]) -> list[_Part]:
    return [part for part in parts if not set(views).isdisjoint(part.names)]


def _chosen(parts: Sequence[_Part], matter: list[Piece], views: Sequence[str]) -> Iterator[tuple[_Part, list[Piece]]]:
    """The parts to show, with the pieces in them that matter; each piece belongs to the first part that it lies in."""
    inside: dict[int, list[Piece]] = {}
    for piece in matter:
        at = next((at for at, part in enumerate(parts) if piece.is_within(part.box)), -1)
        inside.setdefault(at, []).append(piece)
    named = _named(parts, views)
    for at, part in enumerate(parts):
        if part in named or (not views and at in inside):
            yield part, inside.get(at, [])


def _crop(part: _Part, inside: list[Piece]) -> Box:
    """What is shown of a part: all of it, or so much around pieces in it."""
    box = part.box
    boxes = [piece.box for piece in inside if piece.is_within(box)]
    if part.around is None or not boxes:
        return box
    across, down = part.around
    left, right = _span(box.x, box.width, [(one.x, one.x + one.width) for one in boxes], across)
    top, bottom = _span(box.y, box.height, [(one.y, one.y + one.height) for one in boxes], down)
    least = SLIMMEST * max(right - left, bottom - top)
    left, right = _span(box.x, box.width, [(left, right)], (least - (right - left)) / 2)
    top, bottom = _span(box.y, box.height, [(top, bottom)], (least - (bottom - top)) / 2)
    return Box(Mm(left), Mm(top), Mm(right - left), Mm(bottom - top))


def _span(start: float, length: float, parts: Sequence[tuple[float, float]], more: float) -> tuple[float, float]:
    """What reaches over all parts and a bit more at both ends, within a length."""
    more = max(0.0, more)
    low, high = min(part[0] for part in parts) - more, max(part[1] for part in parts) + more
    return max(start, low), min(start + length, high)


def _scene(
    board: _Board, drawn: _Drawn, crop: Box, title: str, came: Iterable[Piece] = (), gone: Iterable[Piece] = ()
) -> Scene:
    moved = Group((board.form, *seen(drawn.items, crop)), Mm(-crop.x), Mm(-crop.y))
    marks = (
        tuple(
            Box(Mm(piece.box.x - crop.x), Mm(piece.box.y - crop.y), piece.box.width, piece.box.height)
            for piece in some
            if piece.is_within(crop)
        )
        for some in (came, gone)
    )
    return Scene(title, Drawing(crop.width, crop.height, (moved,)), *marks)
