"""The painter of layout elements: items of drawings, with forms for repeated ones, and a list of misfits."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from regelwerk_dsl.source import Span

from ...drawing import drawing
from ...drawing.drawing import BLEED, WARNING, WHITE, Box, Form, Group, Item, Mm, Path, Pen, Rect, Tagged
from ...drawing.outlines import outline, tinted, weight
from ...typeset import Span as Run
from ...typeset import fit
from .. import elements as el
from ..elements import Element, ShapeName, TextElement, Words
from ..expressions import BUILT_IN, Expression, LayoutError
from ..interpreter import BUDGET, Budget, Scope
from ..model import Shape, known_shape
from ..values import Card, Row
from .effects import outlined, shadow, with_opacity
from .evaluator import INK, MAX_ITEMS, Evaluator, bind, bound, listed, make_form, number
from .pictures import check_resolution
from .tables import table_items

DEEPEST = 20  # nested shapes
MISFIT = Pen(WARNING, Mm(0.5))  # around a box whose text does not fit


@dataclass(slots=True)
class Painter(Evaluator):
    """Draws elements of one layout in one language."""

    _forms: dict[Any, Form] = field(default_factory=dict)
    _bases: Scope = field(default_factory=dict)
    _depth: int = 0  # of nested shapes being drawn
    _writers: dict[type, Callable[[Any, Scope, list[Item]], None]] = field(init=False)

    def __post_init__(self) -> None:
        self._writers = {
            el.RectElement: self._rect,
            el.EllipseElement: self._ellipse,
            el.LinesElement: self._lines,
            el.PathElement: self._path,
            TextElement: self._text,
            el.ShapeElement: self._shape,
            el.ImageElement: self._image,
            el.GroupElement: self._group,
            el.RepeatElement: self._repeat,
            el.TableElement: partial(table_items, self),
            el.PrintedElement: self._printed,
            el.GridElement: self._grid,
        }

    def start(self, scope: Scope) -> Scope:
        """The scope with the functions that only a painter can give: icons."""
        self._bases = {**BUILT_IN, BUDGET: Budget(), **scope, "icon": self.icon}
        return self._bases

    def items(self, elements: Iterable[Element], scope: Scope) -> list[Item]:
        found: list[Item] = []
        writers = self._writers
        for element in elements:
            if element.when is None or element.when.value(scope):
                if element.shadow is None and element.opacity == 1:  # most elements
                    writers[type(element)](element, scope, found)
                    continue
                drawn: list[Item] = []
                writers[type(element)](element, scope, drawn)
                found += self._with_effects(element, drawn, scope)
        return found

    def _with_effects(self, element: Element, drawn: list[Item], scope: Scope) -> list[Item]:
        """The items of an element, above its shadow, with the opacity of both."""
        if (below := element.shadow) is not None and (color := self.color(below.color, scope)) is not None:
            blur = number(below.blur, scope)
            if blur < 0:
                raise LayoutError(f"a shadow cannot fade out over {blur:g} mm", element.span, "write 0 or more")
            self._charge(drawn, "the shadows of the layout are made of too many letters and shapes", element.span)
            drawn = [shadow(drawn, color, *self.point(below.at, scope), blur), *drawn]
        opacity = self.opacity(element.opacity, scope, element.span)
        return drawn if opacity == 1 or not drawn else [with_opacity(drawn, opacity)]

    def _charge(self, items: Iterable[Item], what: str, span: Span) -> None:
        """Counts work that grows with the drawing; raises LayoutError when it is too much."""
        try:
            self._bases[BUDGET].spend(weight(items))
        except ValueError:
            raise LayoutError(what, span, "leave them out of places that have many") from None

    def ground(self, ink: el.Ink | None, width: Mm, height: Mm, scope: Scope) -> list[Item]:
        """The area of a drawing with its bleed; empty without a colour."""
        color = self.color(ink, scope)
        return [Rect(Box(Mm(0), Mm(0), width, height).grown(BLEED), fill=color)] if color is not None else []

    def icon(self, name: str, of: Any = None) -> Form:
        """A shape for use within a text."""
        if name not in self.layout.shapes:
            raise ValueError(f"there is no shape and no icon `{name}`")
        return self.shape_form(self.layout.shapes[name], of)

    # ---- elements ----------------------------------------------------------------------------------------------------

    def _rect(self, element: el.RectElement, scope: Scope, found: list[Item]) -> None:
        radius = Mm(number(element.radius, scope))
        found.append(Rect(self.box(element.rect, scope), radius, *self.paint(element, scope)))

    def _ellipse(self, element: el.EllipseElement, scope: Scope, found: list[Item]) -> None:
        found.append(drawing.Ellipse(self.box(element.ellipse, scope), *self.paint(element, scope)))

    def _lines(self, element: el.LinesElement, scope: Scope, found: list[Item]) -> None:
        points = self.points(element.lines, scope)
        if len(points) > 1:
            if element.round:
                commands = drawing.smooth(points, element.closed)
            else:
                commands = drawing.straight(points, element.closed, number(element.radius, scope))
            found.append(Path(commands, *self.paint(element, scope)))

    def _path(self, element: el.PathElement, scope: Scope, found: list[Item]) -> None:
        commands = drawing.move_outline(element.path, *self.point(element.at, scope))
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
        """A text set in its box, as large as fits."""
        style = self.style(element.style, element.align, language)
        box = self.box(element.box, scope)
        angle = number(element.angle, scope)
        turned = angle % 180 == 90
        width, height = (box.height, box.width) if turned else (box.width, box.height)
        setting = fit(runs, style, width, height)
        self.used.setdefault(element.style, set()).add(setting.size)
        if setting.excess or setting.missing or (self.layout.fonts and self.lacking(setting)):
            self.report(element.span, setting)
        frame = (Rect(box, pen=MISFIT),) if setting.excess or setting.missing else ()  # seen only on proofs
        corner = (Mm(-width / 2), Mm(-height / 2)) if angle else (box.x, box.y)
        inner = setting.items(*corner, height, element.valign)
        if (line := self.color(element.line, scope)) is not None:
            inner = outlined(inner, line, self.width(element.pen, scope, element.span))
        return (*frame, Group(inner, *box.middle, angle)) if angle else frame + inner

    def _shape(self, element: el.ShapeElement, scope: Scope, found: list[Item]) -> None:
        shapes, name = self.layout.shapes, element.shape
        if not isinstance(name, str):
            name = ShapeName(known_shape(self.text(name, scope), shapes, shapes.icons, element.span))
        shape = shapes[name]
        try:
            form = self.shape_form(shape, element.of.value(scope) if element.of is not None else None)
        except ValueError as error:
            raise LayoutError(str(error), element.span) from None
        item = _placed(form, self.box(element.box, scope), number(element.angle, scope))
        found.append(self._described(item, element.alt, scope))

    def _printed(self, element: el.PrintedElement, scope: Scope, found: list[Item]) -> None:
        """Draws a printed thing within a picture, as a figure with its name as alternative text."""
        if el.PRINTED not in scope:
            help = "list the drawing under `pictures`, which the booklet shows"
            raise LayoutError("only pictures can show what is printed", element.span, help)
        try:
            form, words = scope[el.PRINTED](self.text(element.printed, scope))
        except ValueError as error:
            raise LayoutError(str(error), element.span, code="E1003") from None
        item = _placed(form, self.box(element.box, scope), number(element.angle, scope))
        found.append(Tagged("Figure", (item,), alt=words) if words else item)

    def _described(self, item: Item, alt: Words, scope: Scope) -> Item:
        """A figure with alternative text, if there are words for it."""
        text = self.text(alt, scope)
        return Tagged("Figure", (item,), alt=text) if text else item

    def shape_form(self, shape: Shape, of: Any) -> Form:
        """The shape as a form, one for each value; raises ValueError for an icon with a value that is not a colour."""
        key = shape.name, (of.table, of.key) if isinstance(of, Row) else of.key if isinstance(of, Card) else of
        try:
            form = self._forms.get(key)
        except TypeError:
            what = f"the shape `{shape.name}` cannot show this: give it a row, a text or a number"
            raise LayoutError(what, shape.span) from None
        is_icon = shape.name in self.layout.shapes.icons
        if form is None and is_icon and of is not None and self.named_color(of) is None:
            raise ValueError(
                f"`{of}` is not a colour for the icon `{shape.name}`: write one such as `#2b5f8a`, or its name"
            )
        if form is None:
            scope = bound({**self._bases, "it": of, "width": shape.width, "height": shape.height}, shape.let)
            if self._depth >= DEEPEST:
                raise LayoutError(
                    f"the shape `{shape.name}` draws itself, or shapes lie too deep", shape.span, code="E1008"
                )
            self._depth += 1
            try:
                with self.limited({}):  # it is used in many sizes
                    items = self.items(shape.draw, scope)
            finally:
                self._depth -= 1
            self._charge(items, f"the shape `{shape.name}` is made of too many shapes", shape.span)
            form = self._forms[key] = make_form(shape.name, shape.width, shape.height, items)
        return form

    def _image(self, element: el.ImageElement, scope: Scope, found: list[Item]) -> None:
        picture = element.image if isinstance(element.image, el.Picture) else self._named(element, element.image, scope)
        box = self.box(element.box, scope)
        wide, high = picture.size
        ratios = box.width / wide, box.height / high
        if element.fit != "stretch":
            ratios = ((max if element.fit == "cover" else min)(ratios),) * 2
        width, height = wide * ratios[0], high * ratios[1]
        place = Box(Mm((box.width - width) / 2), Mm((box.height - height) / 2), Mm(width), Mm(height))
        clip = Box(Mm(0), Mm(0), box.width, box.height) if element.fit == "cover" else None
        tint = self.color(element.tint, scope)
        shades = None if tint is None else (tint, WHITE)
        if picture.path:
            item: Item = Group((drawing.Image(place, picture.path, shades),), box.x, box.y, clip=clip)
        else:
            key = "picture", picture.name, tint
            if key not in self._forms:
                paths = picture.outlines if shades is None else tinted(picture.outlines, shades)
                self._forms[key] = make_form("picture", wide, high, paths)
            drawn = Group((self._forms[key],), place.x, place.y, scale=ratios[0])
            item = Group((drawn,), box.x, box.y, clip=clip)
        found.append(self._described(item, element.alt, scope))

    def _named(self, element: el.ImageElement, words: Words, scope: Scope) -> el.Picture:
        """The picture that words name, or its fallback; raises LayoutError."""
        name = self.text(words, scope)
        span = next((part.span for part in words if isinstance(part, Expression)), element.span)
        if element.fallback is not None and not self.layout.art.has(name):
            return element.fallback
        try:
            picture = self.layout.art.picture(name, span)
            check_resolution(picture, element, span)
        except LayoutError as error:
            card = scope.get("card")
            if not isinstance(card, Card):
                raise
            whose = f", for the card `{card.key}` ({card.where})"
            raise LayoutError(f"{error.message}{whose}", error.span, error.help, error.code) from None
        return picture

    def _group(self, element: el.GroupElement, scope: Scope, found: list[Item]) -> None:
        inner = self.items(element.group, bound(scope, element.let))
        angle, scale = number(element.angle, scope), number(element.scale, scope)
        clip = self._clip(element.clip, scope) if element.clip is not None else None
        piece = self.box(element.piece, scope) if element.piece is not None else None
        item = Group(tuple(inner), *self.point(element.at, scope), angle, scale, clip, piece=piece)
        found.append(self._described(item, element.alt, scope))

    def _clip(self, clip: el.Clip, scope: Scope) -> Box | drawing.Commands | None:
        """The clip of a group: a box, or the outline of an area."""
        if isinstance(clip, tuple):
            return self.box(clip, scope)
        shapes: list[Any] = []
        self._writers[type(clip)](clip, scope, shapes)
        return outline(shapes[0]) if shapes else None

    def _spend(self, span: Span, scope: Scope) -> None:
        """Counts a round of a repetition, as the interpreter does for comprehensions."""
        try:
            scope[BUDGET].spend()
        except ValueError as error:
            raise LayoutError(str(error), span) from None

    def _repeat(self, element: el.RepeatElement, scope: Scope, found: list[Item]) -> None:
        values = listed(element.repeat, scope)
        scope = {**scope, "count": len(values)}
        columns = int(number(element.columns, scope)) if element.columns is not None else len(values)
        if columns < 1 and values:
            assert isinstance(element.columns, Expression)
            raise LayoutError("a row must hold at least one", element.columns.span)
        left, top = self.point(element.at, scope)
        across, down = self.point(element.step, scope)
        for index, value in enumerate(values):
            self._spend(element.repeat.items.span, scope)
            items = self.items(element.draw, bound(bind(scope, element.repeat, value, index), element.let))
            dx, dy = left + index % columns * across, top + index // columns * down
            if element.columns is None and not across:
                dy = top + index * down
            if dx or dy:
                found.append(Group(tuple(items), Mm(dx), Mm(dy)))
            else:
                found += items

    def _grid(self, element: el.GridElement, scope: Scope, found: list[Item]) -> None:
        cell = number(element.cell, scope)
        if cell <= 0:
            raise LayoutError(f"cells cannot be {cell:g} mm wide", element.span)
        left, top = self.point(element.at, scope)
        is_hex = element.grid == "hex"
        long = cell * HEX if is_hex else cell
        width, height = (long, cell) if element.flat else (cell, long)
        for inner, column, row in self._cells(element, scope):
            self._spend(element.span, scope)
            inner |= {"column": column, "row": row, "width": width, "height": height}
            x, y = column - 1.0, row - 1.0
            if is_hex and element.flat:  # columns are close together, every other one half a cell lower
                x, y = x * 0.75, y + column % 2 * -0.5 + 0.5
            elif is_hex:
                x, y = x + row % 2 * -0.5 + 0.5, y * 0.75
            box = Box(Mm(left + x * width), Mm(top + y * height), Mm(width), Mm(height))
            paint = self.paint(element, inner)
            found.append(Path(hexagon(box, element.flat), *paint) if is_hex else Rect(box, Mm(0), *paint))
            if items := self.items(element.draw, inner):
                found.append(Group(tuple(items), box.x, box.y))

    def _cells(self, element: el.GridElement, scope: Scope) -> Iterator[tuple[Scope, int, int]]:
        """The scope of each cell of a grid with its column and row, from 1."""
        if element.each is None or element.place is None:
            columns, rows = (max(int(number(one, scope)), 0) for one in (element.columns, element.rows))
            if columns * rows > MAX_ITEMS:
                raise LayoutError(f"a grid of {columns:,} x {rows:,} has more than {MAX_ITEMS:,} cells", element.span)
            for at in range(columns * rows):
                yield {**scope, "index": at}, at % columns + 1, at // columns + 1
            return
        for at, value in enumerate(listed(element.each, scope)):
            inner = bind(scope, element.each, value, at)
            column, row = self.point(element.place, inner)
            yield inner, int(column), int(row)


HEX = 2 / 3**0.5  # a hexagon's width from corner to corner relative to that from side to side


def hexagon(box: Box, flat: bool) -> drawing.Commands:
    """A hexagon as large as a box, with a corner or a side at the top."""
    shares = [(0.5, 0.0), (1.0, 0.25), (1.0, 0.75), (0.5, 1.0), (0.0, 0.75), (0.0, 0.25)]
    points = [(y, x) if flat else (x, y) for x, y in shares]
    return drawing.straight([(box.x + x * box.width, box.y + y * box.height) for x, y in points], True)


def _placed(form: Form, box: Box, angle: float) -> Group:
    """A form as large as a box allows, centred in it and turned by an angle."""
    scale = min(box.width / form.width, box.height / form.height)
    x, y = (0, 0) if angle else box.middle
    item = Group((form,), Mm(x - form.width / 2 * scale), Mm(y - form.height / 2 * scale), scale=scale)
    return Group((item,), *box.middle, angle) if angle else item
