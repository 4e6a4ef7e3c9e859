"""Painter of layout elements: items of drawings, with forms for what repeats, and a list of texts that did not fit."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from ...drawing.drawing import Box, Color, Ellipse, Form, Group, Image, Item, Mm, Path, Pen, Rect, Tagged
from ...drawing.faces import BLEED
from ...drawing.outlines import move_outline, smooth, straight
from ...typeset import Span as Run
from ...typeset import fit
from .. import model
from ..expressions import Expression, LayoutError, Scope
from ..model import Element, Shape, TextElement, Words
from ..values import Card, Icon, Row
from .evaluator import INK, Evaluator, bind, bound, listed, make_form, number
from .tables import table_items

WARNING = Pen(Color(0.8, 0, 0.1), Mm(0.5))  # around a box that does not hold its text


@dataclass(slots=True)
class Painter(Evaluator):
    """Draws elements of one layout in one language."""

    _forms: dict[Any, Form] = field(default_factory=dict)
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
            model.TableElement: partial(table_items, self),
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

    def ground(self, ink: model.Ink | None, width: Mm, height: Mm, scope: Scope) -> list[Item]:
        """The area of a drawing with its bleed; nothing without a colour."""
        color = self.color(ink, scope)
        return [Rect(Box(Mm(0), Mm(0), width, height).grown(BLEED), fill=color)] if color is not None else []

    def icon(self, name: str, of: Any = None) -> Icon:
        """A shape for use within a text."""
        if name not in self.layout.shapes:
            raise ValueError(f"there is no shape `{name}`")
        return Icon(self.shape_form(self.layout.shapes[name], of))

    # ---- elements ----------------------------------------------------------------------------------------------------

    def _rect(self, element: model.RectElement, scope: Scope, found: list[Item]) -> None:
        radius = Mm(number(element.radius, scope))
        found.append(Rect(self.box(element.rect, scope), radius, *self.paint(element, scope)))

    def _ellipse(self, element: model.EllipseElement, scope: Scope, found: list[Item]) -> None:
        found.append(Ellipse(self.box(element.ellipse, scope), *self.paint(element, scope)))

    def _lines(self, element: model.LinesElement, scope: Scope, found: list[Item]) -> None:
        points = self.points(element.lines, scope)
        if len(points) > 1:
            commands = (smooth if element.round else straight)(points, element.closed)
            found.append(Path(commands, *self.paint(element, scope)))

    def _path(self, element: model.PathElement, scope: Scope, found: list[Item]) -> None:
        commands = move_outline(element.path, *self.point(element.at, scope))
        found.append(Path(commands, *self.paint(element, scope)))

    def _text(self, element: TextElement, scope: Scope, found: list[Item]) -> None:
        look = self.layout.looks[element.style]
        color = self.color(element.color, scope) or self.color(look.color, scope) or INK
        runs = self.runs(element.text, color, scope)
        if not runs:
            return
        language = str(element.language.value(scope)) if element.language is not None else self.language
        items = self._set(element, runs, language, scope)
        if element.role == "Artifact":
            found += items
        else:
            found.append(Tagged(element.role or "P", items, language if language != self.language else ""))

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
        return (*frame, Group(inner, *box.middle, angle))

    def _shape(self, element: model.ShapeElement, scope: Scope, found: list[Item]) -> None:
        shape = self.layout.shapes[element.shape]
        form = self.shape_form(shape, element.of.value(scope) if element.of is not None else None)
        box = self.box(element.box, scope)
        scale = min(box.width / shape.width, box.height / shape.height)
        angle = number(element.angle, scope)
        x, y = (0, 0) if angle else box.middle
        left, top = Mm(x - shape.width / 2 * scale), Mm(y - shape.height / 2 * scale)
        item = Group((form,), left, top, scale=scale)
        if angle:
            item = Group((item,), *box.middle, angle)
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
            what = f"the shape `{shape.name}` cannot show this: give it a row, a text or a number"
            raise LayoutError(what, shape.span) from None
        if form is None:
            scope = bound({**self._bases, "it": of, "width": shape.width, "height": shape.height}, shape.let)
            form = self._forms[key] = make_form(shape.name, shape.width, shape.height, self.items(shape.draw, scope))
        return form

    def _image(self, element: model.ImageElement, scope: Scope, found: list[Item]) -> None:
        box = self.box(element.box, scope)
        wide, high = element.image.size
        ratios = box.width / wide, box.height / high
        if element.fit != "stretch":
            ratios = ((max if element.fit == "cover" else min)(ratios),) * 2
        width, height = wide * ratios[0], high * ratios[1]
        place = Box(Mm((box.width - width) / 2), Mm((box.height - height) / 2), Mm(width), Mm(height))
        clip = Box(Mm(0), Mm(0), box.width, box.height) if element.fit == "cover" else None
        if element.image.path:
            item: Item = Group((Image(place, element.image.path),), box.x, box.y, clip=clip)
        else:
            key = "picture", id(element)
            if key not in self._forms:
                self._forms[key] = make_form("picture", wide, high, element.image.outlines)
            drawn = Group((self._forms[key],), place.x, place.y, scale=ratios[0])
            item = Group((drawn,), box.x, box.y, clip=clip)
        found.append(self._described(item, element.alt, scope))

    def _group(self, element: model.GroupElement, scope: Scope, found: list[Item]) -> None:
        inner = self.items(element.group, bound(scope, element.let))
        angle, scale = number(element.angle, scope), number(element.scale, scope)
        clip = self.box(element.clip, scope) if element.clip is not None else None
        piece = self.box(element.piece, scope) if element.piece is not None else None
        item = Group(tuple(inner), *self.point(element.at, scope), angle, scale, clip, piece)
        found.append(self._described(item, element.alt, scope))

    def _repeat(self, element: model.RepeatElement, scope: Scope, found: list[Item]) -> None:
        values = listed(element.repeat, scope)
        scope = {**scope, "count": len(values)}
        columns = int(number(element.columns, scope)) if element.columns is not None else len(values)
        if columns < 1 and values:
            assert isinstance(element.columns, Expression)
            raise LayoutError("a row holds at least one", element.columns.span)
        left, top = self.point(element.at, scope)
        across, down = self.point(element.step, scope)
        for index, value in enumerate(values):
            items = self.items(element.draw, bound(bind(scope, element.repeat, value, index), element.let))
            dx, dy = left + index % columns * across, top + index // columns * down
            if element.columns is None and not across:
                dy = top + index * down
            if dx or dy:
                found.append(Group(tuple(items), Mm(dx), Mm(dy)))
            else:
                found += items
