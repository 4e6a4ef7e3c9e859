"""Painter of layout elements: items of drawings, with forms for what repeats, and a list of texts that did not fit."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from ...drawing.drawing import Box, Color, Ellipse, Form, Group, Image, Item, Mm, Path, Pen, Rect, Tagged
from ...typeset import Span as Run
from ...typeset import fit
from .. import model
from ..binding import bind, bound, listed, make_form, number, polyline
from ..expressions import Expression, LayoutError, Scope
from ..model import Element, Shape, TextElement, Words
from ..values import Card, Icon, Row
from .evaluator import INK, Evaluator
from .outlines import Commands, move_outline, smooth
from .tables import table_items

WARNING = Pen(Color(0.8, 0, 0.1), Mm(0.5))  # around a box that does not hold its text
SHORT = 16  # characters of a text that probably comes again, such as a number
MOST_SETTLED = 2_000


@dataclass(slots=True)
class Painter(Evaluator):
    """Draws elements of one layout in one language."""

    _forms: dict[Any, Form] = field(default_factory=dict)
    _settled: dict[tuple[int, str, bool], tuple[Item, ...]] = field(default_factory=dict)
    _bases: Scope = field(default_factory=dict)
    _writers: dict[type, Callable[[Any, Scope, list[Item]], None]] = field(init=False)

    def __post_init__(self) -> None:
        self._writers = {
            model.RectElement: self._rect,
            model.EllipseElement: self._ellipse,
            model.LinesElement: self._lines,
            model.PathElement: self._path,
            TextElement: self._text,
            model.ShapeElement: self._shape,
            model.ImageElement: self._image,
            model.GroupElement: self._group,
            model.RepeatElement: self._repeat,
            model.TableElement: self._table,
        }

    def start(self, scope: Scope) -> Scope:
        """The scope with what only a painter can give: icons."""
        self._bases = {**scope, "icon": self.icon}
        return self._bases

    def items(self, elements: Iterable[Element], scope: Scope) -> list[Item]:
        found: list[Item] = []
        writers = self._writers
        for element in elements:
            if element.when is None or element.when.value(scope):
                writers[type(element)](element, scope, found)
        return found

    def icon(self, name: str, of: Any = None) -> Icon:
        """A shape for use within a text."""
        if name not in self.layout.shapes:
            raise ValueError(f"there is no shape `{name}`")
        return Icon(self.shape_form(self.layout.shapes[name], of))

    # ---- elements ----------------------------------------------------------------------------------------------------

    def _rect(self, element: model.RectElement, scope: Scope, found: list[Item]) -> None:
        fill, pen = self.paint(element.paint, scope)
        found.append(Rect(self.box(element.box, scope), Mm(number(element.radius, scope)), fill, pen))

    def _ellipse(self, element: model.EllipseElement, scope: Scope, found: list[Item]) -> None:
        fill, pen = self.paint(element.paint, scope)
        found.append(Ellipse(self.box(element.box, scope), fill, pen))

    def _lines(self, element: model.LinesElement, scope: Scope, found: list[Item]) -> None:
        points = polyline(element.points, scope)
        fill, pen = self.paint(element.paint, scope)
        commands: Commands
        if len(points) < 2:
            return
        if element.round:
            commands = smooth(points, element.closed)
        else:
            signs = ["M", *["L"] * (len(points) - 1)]
            commands = tuple(zip(signs, points, strict=True))
            commands += (("Z", ()),) if element.closed else ()
        found.append(Path(commands, fill, pen))

    def _path(self, element: model.PathElement, scope: Scope, found: list[Item]) -> None:
        fill, pen = self.paint(element.paint, scope)
        dx, dy = number(element.at[0], scope), number(element.at[1], scope)
        commands = move_outline(element.commands, dx, dy) if dx or dy else element.commands
        found.append(Path(commands, fill, pen))

    def _text(self, element: TextElement, scope: Scope, found: list[Item]) -> None:
        look = self.layout.looks[element.style]
        color = self.color(element.color, scope) or self.color(look.color, scope) or INK
        runs = self.runs(element.words, color, scope)
        if not runs:
            return
        language = self.language
        if element.language is not None:
            language = str(element.language.value(scope))
        key = id(element), runs[0].text, runs[0].bold
        items = self._settled.get(key) if len(runs) == 1 else None
        if items is None:
            misfits = len(self.misfits)
            items = self._set(element, runs, language, scope)
            if len(self._settled) < MOST_SETTLED and misfits == len(self.misfits) and self._comes_again(element, runs):
                self._settled[key] = items
        if element.role == "Artifact":
            found += items
        else:
            found.append(Tagged(element.role or "P", items, language if language != self.language else ""))

    def _comes_again(self, element: TextElement, runs: list[Run]) -> bool:
        """Whether a text probably comes again, and the same way: a short one, in a box that does not move."""
        if len(runs) > 1 or len(runs[0].text) > SHORT or runs[0].icon is not None:
            return False
        values = (*element.box, element.angle, element.color, element.language, self.layout.looks[element.style].color)
        return not any(isinstance(value, Expression) for value in values)

    def _set(self, element: TextElement, runs: list[Run], language: str, scope: Scope) -> tuple[Item, ...]:
        """A text set in its box, as large as it fits."""
        style = self.style(element.style, element.align, language)
        box = self.box(element.box, scope)
        angle = number(element.angle, scope)
        turned = angle % 180 == 90
        width, height = (box.height, box.width) if turned else (box.width, box.height)
        setting = fit(runs, style, width, height)
        if setting.excess or setting.missing:
            self.report(element.span, setting)
        frame = (Rect(box, pen=WARNING),) if setting.excess or setting.missing else ()  # only proofs come to be printed
        if not angle:
            return frame + setting.items(box.x, box.y, height, element.valign)
        inner = setting.items(Mm(-width / 2), Mm(-height / 2), height, element.valign)
        return (*frame, Group(inner, Mm(box.x + box.width / 2), Mm(box.y + box.height / 2), angle))

    def _shape(self, element: model.ShapeElement, scope: Scope, found: list[Item]) -> None:
        shape = self.layout.shapes[element.shape]
        form = self.shape_form(shape, element.of.value(scope) if element.of is not None else None)
        box = self.box(element.box, scope)
        scale = min(box.width / shape.width, box.height / shape.height)
        angle = number(element.angle, scope)
        middle_x, middle_y = box.x + box.width / 2, box.y + box.height / 2
        if angle:
            inner = Group((form,), Mm(-shape.width / 2 * scale), Mm(-shape.height / 2 * scale), scale=scale)
            item: Item = Group((inner,), Mm(middle_x), Mm(middle_y), angle)
        else:
            left, top = middle_x - shape.width / 2 * scale, middle_y - shape.height / 2 * scale
            item = Group((form,), Mm(left), Mm(top), scale=scale)
        found.append(self._described(item, element.alt, scope))

    def _described(self, item: Item, alt: Words, scope: Scope) -> Item:
        """A figure with what is read out in its place, if there are words for that."""
        text = self.text(alt, scope)
        return Tagged("Figure", (item,), alt=text) if text else item

    def shape_form(self, shape: Shape, of: Any) -> Form:
        """The shape as a form, one for each thing that it shows."""
        key = shape.name, (of.table, of.key) if isinstance(of, Row) else of.key if isinstance(of, Card) else of
        try:
            form = self._forms.get(key)
        except TypeError:
            raise LayoutError(
                f"the shape `{shape.name}` cannot show this: give it a row, a text or a number", shape.span
            ) from None
        if form is None:
            scope = bound({**self._bases, "it": of, "width": shape.width, "height": shape.height}, shape.lets)
            form = self._forms[key] = make_form(
                shape.name, shape.width, shape.height, self.items(shape.elements, scope)
            )
        return form

    def _image(self, element: model.ImageElement, scope: Scope, found: list[Item]) -> None:
        box = self.box(element.box, scope)
        wide, high = element.size
        ratios = box.width / wide, box.height / high
        match element.fit:
            case "stretch":
                scales = ratios
            case "contain":
                scales = (min(ratios), min(ratios))
            case _:
                scales = (max(ratios), max(ratios))
        width, height = wide * scales[0], high * scales[1]
        place = Box(Mm((box.width - width) / 2), Mm((box.height - height) / 2), Mm(width), Mm(height))
        clip = Box(Mm(0), Mm(0), box.width, box.height) if element.fit == "cover" else None
        if element.path:
            item: Item = Group((Image(place, element.path),), box.x, box.y, clip=clip)
        else:
            key = "picture", id(element)
            if key not in self._forms:
                self._forms[key] = make_form("picture", wide, high, list(element.picture))
            drawn = Group((self._forms[key],), place.x, place.y, scale=scales[0])
            item = Group((drawn,), box.x, box.y, clip=clip)
        found.append(self._described(item, element.alt, scope))

    def _group(self, element: model.GroupElement, scope: Scope, found: list[Item]) -> None:
        inner = self.items(element.elements, bound(scope, element.lets))
        dx, dy = number(element.at[0], scope), number(element.at[1], scope)
        angle, scale = number(element.angle, scope), number(element.scale, scope)
        clip = self.box(element.clip, scope) if element.clip is not None else None
        piece = self.box(element.piece, scope) if element.piece is not None else None
        item: Item = Group(tuple(inner), Mm(dx), Mm(dy), angle, scale, clip, piece)
        found.append(self._described(item, element.alt, scope))

    def _repeat(self, element: model.RepeatElement, scope: Scope, found: list[Item]) -> None:
        values = listed(element.binder, scope)
        scope = {**scope, "count": len(values)}
        columns = int(number(element.columns, scope)) if element.columns is not None else len(values)
        if columns < 1 and values:
            assert isinstance(element.columns, Expression)
            raise LayoutError("a row holds at least one", element.columns.span)
        left, top = number(element.at[0], scope), number(element.at[1], scope)
        across, down = number(element.step[0], scope), number(element.step[1], scope)
        for index, value in enumerate(values):
            inner = bind(scope, element.binder, value, index)
            if element.lets:
                inner = bound(inner, element.lets)
            items = self.items(element.elements, inner)
            dx, dy = left + index % columns * across, top + index // columns * down
            if element.columns is None and not across:
                dy = top + index * down
            if dx or dy:
                found.append(Group(tuple(items), Mm(dx), Mm(dy)))
            else:
                found += items

    def _table(self, element: model.TableElement, scope: Scope, found: list[Item]) -> None:
        found += table_items(self, element, scope)
