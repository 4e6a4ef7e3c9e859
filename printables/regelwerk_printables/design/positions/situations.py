"""Pictures of a game's boards with what lies on them in a position.

A picture shows the whole of a board, or its views: the parts where something lies or has changed. The board itself is
one form in all pictures; of a position only what needs it is drawn.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field, replace
from string import ascii_uppercase
from typing import Any

from regelwerk_compiler.checked.play import GamePosition, Place
from regelwerk_compiler.checked.type import Type

from ...drawing.drawing import Box, Drawing, Form, Group, Item, Mm
from ..expressions import LayoutError
from ..model import Element, Sheet
from ..namespace import Namespace
from ..paint.evaluator import bind, bound, listed, make_form
from ..paint.sheets import Printed
from ..session import Session
from ..values import Card, Per, Resolver, Row, Table
from .overlay import Piece, differing, missing, overlay, pieces, seen

PLAYER = "Player"
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
    shown: frozenset[Place]


@dataclass(frozen=True, slots=True)
class _Part:
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


@dataclass(frozen=True, slots=True)
class _Drawn:
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
            sheet = drawn.board.sheet
            return [_scene(drawn, Box(Mm(0), Mm(0), sheet.width, sheet.height), "")]
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
                form = make_form(f"board {name}", sheet.width, sheet.height, printed.drawing.items)
                parts = list(self._parts(sheet))
                self._boards[name] = _Board(sheet, form, overlay(sheet.draw, sheet.let), parts)
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
                names = (view.name, f"{view.name}.{_key(entry, at)}") if view.each is not None else (view.name,)
                yield _Part(names, painter.text(view.title, inner), painter.box(view.box, inner), around)

    def _draw(self, board: _Board | None, position: GamePosition) -> _Drawn | None:
        if board is None:
            return None
        painter, scope = self.session.painter(self.session.layout, position.players)
        sheet = board.sheet
        painter.subject = sheet.name
        tracked = TrackedPosition(self.session.namespace(self.session.layout), position)
        scope = {**scope, "position": tracked.facts, "players": tracked.players}
        try:
            scope = bound({**scope, "width": sheet.width, "height": sheet.height, "bleed": 0.0}, sheet.let)
            items = tuple(painter.items(board.elements, scope))
        except LayoutError as error:
            self.session.report(error)
            return None
        self.session.report_misfits()
        return _Drawn(board, position, items, list(pieces(items)), frozenset(tracked.read))


def _key(entry: Any, at: int) -> str:
    return entry.key if isinstance(entry, Row | Card) else str(at + 1)


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
    moved = Group((drawn.board.form, *seen(drawn.items, crop)), Mm(-crop.x), Mm(-crop.y))

    def marks(some: Iterable[Piece]) -> tuple[Box, ...]:
        return tuple(one.box.moved(-crop.x, -crop.y) for one in some if one.is_within(crop))

    return Scene(title, Drawing(crop.width, crop.height, (moved,)), marks(came), marks(gone))


# ---- positions as expressions see them -------------------------------------------------------------------------------


class Noted(Per):
    """The values of a variable by its next index; reading one is noted under its whole name."""

    def __init__(self, values: Mapping[str, Any], rows: Sequence[Row], at: Place, read: set[Place]) -> None:
        super().__init__(values, rows)
        self._at, self._read = at, read

    def __contains__(self, key: object) -> bool:
        return super().__contains__(str(key))  # members of ranges are numbers

    def __getitem__(self, key: Any) -> Any:
        value = super().__getitem__(str(key))
        if not isinstance(value, Noted):
            self._read.add((*self._at, str(key)))
        return value

    def get(self, key: str, default: Any = None) -> Any:
        try:
            return self[key]
        except KeyError:
            return default

    def values(self) -> Any:
        return [self[key] for key in self]

    def items(self) -> Any:
        return [(key, self[key]) for key in self]


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
        self.facts = Noted(facts, (), (), self.read)

    def _value(self, value: Any, indices: Sequence[Type], type_: Type, at: Place) -> Any:
        if not indices:
            return self._resolver.value(value, type_)
        names = (player.key for player in self.players)
        keyed = zip(names, value, strict=False) if isinstance(value, list) else value.items()
        inner = {str(key): self._value(one, indices[1:], type_, (*at, str(key))) for key, one in keyed}
        return Noted(inner, self._resolver.rows(indices[0]), at, self.read)


def _seat(at: int, name: str, names: Sequence[str]) -> Row:
    """A player; his letter is the first one of his name where nobody else's begins with it."""
    initials = [one[:1].upper() for one in names]
    letter = initials[at] if len(set(initials)) == len(names) and all(initials) else ascii_uppercase[at]
    return Row(PLAYER, name, at, name, {}, {"letter": letter})


def exchanged(position: GamePosition, other: GamePosition, place: Place) -> GamePosition | None:
    """A position with one fact as it is in another one; None when it is the same in both."""
    facts: Any = deepcopy(dict(position.facts))
    owner: Any = {}
    value: Any = facts
    theirs: Any = other.facts
    for index in place:
        if isinstance(value, list):
            key: Any = position.players.index(index)
        else:
            key = index if index in value else int(index)
        owner, value, theirs = value, value[key], theirs[key]
    owner[key] = theirs
    return replace(position, facts=facts) if value != theirs else None
