"""Pictures of a game's boards with what lies on them in a position.

A picture shows the whole of a board, or its views: the parts where something lies or has changed. The board itself is
one form in all pictures; of a position only the elements that need it are drawn on top.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from string import ascii_uppercase
from typing import TYPE_CHECKING, Any

from msgspec import Struct, structs
from regelwerk_compiler.checked.play import GamePosition, Place
from regelwerk_compiler.model.types import Type

from ..drawing.drawing import Box, Drawing, Form, Group, Item, Mm, Point, Tagged
from ..drawing.legible import Text, texts_of
from .elements import Element, overlay
from .expressions import LayoutError
from .model import Sheet
from .namespace import Namespace
from .paint.evaluator import bind, bound, listed, make_form
from .session import Printed, Session
from .values import Per, Resolver, Row, Table, observed

if TYPE_CHECKING:
    from fontTools.misc.transform import Transform  # type: ignore[import-untyped]


NEAR = 0.01  # millimetres; nearer places are the same


class Piece(Struct, frozen=True):
    """Something that lies on a board: around what, in the board's measure, and how it is drawn."""

    box: Box
    items: tuple[Item, ...]

    def is_within(self, box: Box) -> bool:
        """Whether its middle lies within a box."""
        return box.holds(self.box.middle)

    def agrees(self, other: Piece) -> bool:
        """Whether the other one lies in the same place and looks the same."""
        mine, its = self.box, other.box
        sides = ((mine.x, its.x), (mine.y, its.y), (mine.width, its.width), (mine.height, its.height))
        return all(abs(one - two) < NEAR for one, two in sides) and self.items == other.items


def pieces(items: Iterable[Item], outer: Transform | None = None) -> Iterator[Piece]:
    """The pieces among drawn items, wherever these are moved, turned and scaled to."""
    for item in items:
        match item:
            case Tagged():
                yield from pieces(item.items, outer)
            case Group(piece=None):
                yield from pieces(item.items, within(item, outer))
            case Group(piece=Box() as box):
                yield Piece(box.transformed(within(item, outer)), item.items)
            case _:
                pass


def seen(items: Iterable[Item], crop: Box, outer: Transform | None = None) -> Iterator[Item]:
    """The items without pieces that lie beyond what is shown, and without groups in which nothing is left."""
    for item in items:
        match item:
            case Group(piece=None):
                left = tuple(seen(item.items, crop, within(item, outer)))
                if left:
                    yield item if len(left) == len(item.items) else structs.replace(item, items=left)
            case Group(piece=Box() as box):
                if box.transformed(within(item, outer)).common(crop) is not None:
                    yield item
            case _:
                yield item


def within(group: Group, outer: Transform | None) -> Transform:
    """How the measure of what is in a group becomes that of what is around it."""
    return group.transform if outer is None else outer.transform(group.transform)


def missing(some: list[Piece], others: list[Piece]) -> list[Piece]:
    """Those of some pieces that are not among others."""
    return [piece for piece in some if not any(piece.agrees(other) for other in others)]


def differing(some: list[Piece], others: list[Piece]) -> list[Piece]:
    """Those of some pieces that are not among others, then the other way round."""
    return [*missing(some, others), *missing(others, some)]


PLAYER = "Player"
SLIMMEST = 0.45  # the shorter side of what is shown around pieces, as a part of the longer one


class Scene(Struct, frozen=True):
    """A board, or a part of one, in a position.

    Attributes:
        title: what the part is called; "" for a whole board.
        drawing: what is seen, cut at its edges.
        came: what came to lie here, in the measure of the drawing.
        gone: where something lay before, and nothing lies now.
        texts: those that are seen.
        at: where its top left corner is on the board.
    """

    title: str
    drawing: Drawing
    came: tuple[Box, ...] = ()
    gone: tuple[Box, ...] = ()
    texts: tuple[Text, ...] = ()
    at: Point = (0.0, 0.0)


class Scenes(Struct, frozen=True):
    """What a worked example looks like.

    Attributes:
        before: how it stands.
        after: how it stands in the end, those parts in which something has changed.
        shown: the facts that the pictures were drawn from.
    """

    before: tuple[Scene, ...]
    after: tuple[Scene, ...]
    shown: frozenset[Place]


class _Part(Struct, frozen=True):
    """A view of one entry: its names, title, box, and how much is shown around pieces."""

    names: tuple[str, ...]
    title: str
    box: Box
    around: tuple[float, float] | None


@dataclass(eq=False)
class _Board:
    """A board that is drawn, with what can lie on it."""

    sheet: Sheet
    form: Form
    elements: list[Element]
    parts: list[_Part]
    texts: list[tuple[Point, Text]]


class _Drawn(Struct, frozen=True):
    """What lies on a board in a position."""

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
        """Whether the layouts have a board or part of this name, drawn or with mistakes."""
        return name in self.session.layout.boards or name in self.session.layout.parts

    def views(self, board: str = "") -> list[str]:
        """The names of the views of a board, or of all of them: those of the layout, and of each entry `view.key`."""
        names = [board] if board else list(self.printed)
        parts = [part for name in names if (found := self._board(name)) is not None for part in found.parts]
        return list(dict.fromkeys(name for part in parts for name in part.names))

    def picture(self, board: str, position: GamePosition, views: Sequence[str] = ()) -> list[Scene]:
        """A board in a position: all of it, or the views named; nothing when the layout has mistakes.

        Args:
            board: its name in the layout.
            position: how the game stands.
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
        """What happened between two positions; None when no board shows anything of it.

        Args:
            before, after: the two positions.
            start: the one in which nothing is given yet: what lies there does not matter.
            views: those that are shown; without them, all in which something else lies than in the start, or changes.
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
                shown |= old.read | new.read  # all that lies there is seen
            else:
                shown |= self._seen(crops, old, start) | self._seen(crops, new, before)
        return Scenes(tuple(scenes[0]), tuple(scenes[1]), frozenset(shown)) if scenes[0] else None

    def _seen(self, crops: list[Box], drawn: _Drawn, other: GamePosition) -> set[Place]:
        """The facts of a position without which something else would be seen: each is drawn with its other value."""

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
    items = tuple(seen(drawn.items, crop))
    moved = Group((drawn.board.form, *items), Mm(-crop.x), Mm(-crop.y))

    def marks(some: Iterable[Piece]) -> tuple[Box, ...]:
        return tuple(one.box.moved(-crop.x, -crop.y) for one in some if one.is_within(crop))

    texts = tuple(text for point, text in (*drawn.board.texts, *texts_of(items)) if crop.holds(point))
    return Scene(title, Drawing(crop.width, crop.height, (moved,)), marks(came), marks(gone), texts, (crop.x, crop.y))


# ---- positions as expressions see them -------------------------------------------------------------------------------


class TrackedPosition:
    """A position as expressions see it.

    Attributes:
        players: the seats in order, as rows: `key` and `name` (as the position names them), `letter`, `at` (from 0).
        facts: the variables of the state by name, under their indices: cards and members are rows and cards.
        read: what was read of them so far.
    """

    def __init__(self, namespace: Namespace, position: GamePosition) -> None:
        names = position.players
        self.players = Table(PLAYER, [_seat(at, name, names) for at, name in enumerate(names)])
        self.read: set[Place] = set()
        cards = {card.key: card for card in namespace.cards}
        self._resolver = Resolver({**namespace.tables, PLAYER: self.players}, cards, self.players)
        facts = {
            one.name: self._value(position.facts[one.name], one.indices, one.type, (one.name,))
            for one in namespace.game.state
            if one.name in position.facts
        }
        self.facts = Per(facts, (), ())

    def observe(self, value: Any, key: Any) -> None:
        """Keeps which facts are read."""
        if isinstance(value, Per) and value.place is not None and key in value:
            inner = value[key]
            if not isinstance(inner, Per) or inner.place is None:
                self.read.add((*value.place, key))

    def _value(self, value: Any, indices: Sequence[Type], type_: Type, at: Place) -> Any:
        if not indices:
            return self._resolver.value(value, type_)
        names = (player.key for player in self.players)
        keyed = zip(names, value, strict=False) if isinstance(value, list) else value.items()
        inner = {str(key): self._value(one, indices[1:], type_, (*at, str(key))) for key, one in keyed}
        return Per(inner, self._resolver.rows(indices[0]), at)


def _seat(at: int, name: str, names: Sequence[str]) -> Row:
    """A player; his letter is the first one of his name where nobody else's begins with it."""
    initials = [one[:1].upper() for one in names]
    letter = initials[at] if len(set(initials)) == len(names) and all(initials) else ascii_uppercase[at]
    return Row(PLAYER, name, at, name, {}, {"letter": letter})


def exchanged(position: GamePosition, other: GamePosition, place: Place) -> GamePosition | None:
    """A position with one fact as it is in another one; None when it is the same in both."""

    def replaced(value: Any, theirs: Any, path: Place) -> Any:
        if not path:
            return theirs
        if isinstance(value, list):
            at = position.players.index(path[0])
            return [*value[:at], replaced(value[at], theirs[at], path[1:]), *value[at + 1 :]]
        key = path[0] if path[0] in value else int(path[0])  # members of ranges are numbers
        return {**value, key: replaced(value[key], theirs[key], path[1:])}

    facts = replaced(position.facts, other.facts, place)
    return replace(position, facts=facts) if facts != position.facts else None
