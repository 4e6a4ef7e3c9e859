"""The SVG of drawings in one page: shared parts, such as letters, are defined once for all."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable
from dataclasses import dataclass, field
from io import BytesIO
from typing import assert_never
from xml.etree.ElementTree import Element, SubElement

from ..drawing.drawing import (
    MM_PER_PT,
    Anchor,
    Box,
    Color,
    Commands,
    Drawing,
    Ellipse,
    Fill,
    Form,
    Glyphs,
    Gradient,
    Group,
    Image,
    Item,
    Link,
    Path,
    Pen,
    Rect,
    Tagged,
)
from ..drawing.extent import clip_box, gradient_ends
from ..drawing.outlines import letter, outline
from ..fonts import face

CAPS, JOINS = ("butt", "round", "square"), ("miter", "round", "bevel")  # by the numbers of a pen


@dataclass(eq=False)
class Drawer:
    """Makes the drawings of one page; `defs` holds their shared parts, and is put in the page once."""

    defs: Element = field(default_factory=lambda: Element("defs"))
    _known: dict[object, str] = field(default_factory=dict)

    def svg(self, drawing: Drawing, alt: str = "", more: Iterable[Item] = ()) -> Element:
        """A drawing, clipped at its edges, with items on top; `alt` is its alternative text."""
        view = f"0 0 {_number(drawing.width)} {_number(drawing.height)}"
        root = Element("svg", {"viewBox": view, **({"role": "img", "aria-label": alt} if alt else HIDDEN)})
        self._items(root, (*drawing.items, *more))
        return root

    def shared(self) -> Element:
        """The shared drawings, as an element that takes no room."""
        root = Element("svg", {"width": "0", "height": "0", "class": "defs", **HIDDEN})
        root.append(self.defs)
        return root

    def _items(self, parent: Element, items: Iterable[Item]) -> None:
        for item in items:
            match item:
                case Rect(box, radius):
                    corner = {"rx": _number(min(radius, box.width / 2, box.height / 2))} if radius else {}
                    SubElement(parent, "rect", {**_sides(box), **corner, **self._paint(item)})
                case Ellipse(box):
                    middle = dict(zip(("cx", "cy"), map(_number, box.middle), strict=True))
                    radii = {"rx": _number(box.width / 2), "ry": _number(box.height / 2)}
                    SubElement(parent, "ellipse", {**middle, **radii, **self._paint(item)})
                case Path(commands, even_odd=even_odd):
                    rule = {"fill-rule": "evenodd"} if even_odd else {}
                    SubElement(parent, "path", {"d": _path(commands), **rule, **self._paint(item)})
                case Glyphs():
                    self._glyphs(parent, item)
                case Image():
                    SubElement(
                        parent, "image", {**_sides(item.box), "preserveAspectRatio": "none", "href": _data(item)}
                    )
                case Group():
                    self._group(parent, item)
                case Tagged(items=inner):
                    self._items(parent, inner)
                case Form(key, items=inner):
                    SubElement(parent, "use", {"href": f"#{self._form(key, inner)}"})
                case Anchor() | Link():
                    pass
                case _:
                    assert_never(item)

    def _define(self, key: object, tag: str, attributes: dict[str, str]) -> tuple[str, Element | None]:
        """The name of a shared part, and its element if it is new."""
        if key in self._known:
            return self._known[key], None
        name = self._known[key] = f"d{len(self._known) + 1}"
        return name, SubElement(self.defs, tag, {"id": name, **attributes})

    def _form(self, key: str, items: Iterable[Item]) -> str:
        name, new = self._define(key, "g", {})
        if new is not None:
            self._items(new, items)
        return name

    def _glyphs(self, parent: Element, item: Glyphs) -> None:
        """A run of text as letters; their outlines are in thousandths of the size, with the y axis pointing up."""
        unit = item.size * MM_PER_PT / 1000
        move = f"translate({_number(item.x)} {_number(item.y)}) scale({unit:.5g} {-unit:.5g})"
        run = SubElement(parent, "g", {"transform": move, **_color("fill", item.fill)})
        x = 0.0
        for char, advance in zip(item.text, face(item.font).advances(item.text), strict=True):
            if commands := letter(item.font, char):
                name, _ = self._define((item.font, char), "path", {"d": _path(commands)})
                SubElement(run, "use", {"href": f"#{name}", "x": f"{x:.0f}"})
            x += advance + item.spacing * MM_PER_PT / unit

    def _group(self, parent: Element, item: Group) -> None:
        attributes = {}
        if item.dx or item.dy or item.angle or item.scale != 1:
            attributes["transform"] = f"matrix({' '.join(f'{round(value, 6) + 0:.6g}' for value in item.transform)})"
        if item.clip is not None:
            name, new = self._define(item.clip, "clipPath", {})
            if new is not None and isinstance(item.clip, Box):
                SubElement(new, "rect", _sides(item.clip))
            elif new is not None and not isinstance(item.clip, Box):
                SubElement(new, "path", {"d": _path(item.clip)})
            attributes["clip-path"] = f"url(#{name})"
        if item.opacity != 1:
            attributes["opacity"] = f"{item.opacity:.3g}"
        self._items(SubElement(parent, "g", attributes) if attributes else parent, item.items)

    def _paint(self, item: Rect | Ellipse | Path) -> dict[str, str]:
        return {**self._fill(item, item.fill), **_stroke(item.pen)}

    def _fill(self, item: Rect | Ellipse | Path, fill: Fill | None) -> dict[str, str]:
        if fill is None:
            return {"fill": "none"}
        if isinstance(fill, Color):
            return _color("fill", fill)
        box = clip_box(outline(item))
        name, new = self._define((fill, box), *_gradient(fill, box))
        if new is not None:
            for color, stop in zip(fill.colors, fill.stops, strict=True):
                SubElement(new, "stop", {"offset": f"{stop:.4g}", **_color("stop", color, "-color")})
        return {"fill": f"url(#{name})"}


HIDDEN = {"aria-hidden": "true", "focusable": "false"}


def _gradient(fill: Gradient, box: Box) -> tuple[str, dict[str, str]]:
    """The element of a gradient over a box, in the drawing's coordinates."""
    (x, y), (to_x, to_y) = gradient_ends(fill, box)
    tag = "radialGradient" if fill.radial else "linearGradient"
    places = {"cx": x, "cy": y, "r": to_x - x} if fill.radial else {"x1": x, "y1": y, "x2": to_x, "y2": to_y}
    return tag, {"gradientUnits": "userSpaceOnUse", **{key: _number(value) for key, value in places.items()}}


def _stroke(pen: Pen | None) -> dict[str, str]:
    if pen is None:
        return {}
    found = {**_color("stroke", pen.color), "stroke-width": _number(pen.width)}
    if pen.dash:
        found["stroke-dasharray"] = " ".join(map(_number, pen.dash))
    if pen.cap:
        found["stroke-linecap"] = CAPS[pen.cap]
    if pen.join:
        found["stroke-linejoin"] = JOINS[pen.join]
    return found


def _color(what: str, color: Color, more: str = "") -> dict[str, str]:
    opacity = {f"{what}-opacity": f"{color.alpha:.3g}"} if color.alpha != 1 else {}
    return {what + more: str(color)} | opacity


def _data(item: Image) -> str:
    """A data address of a picture file; in shades, if it is drawn so."""
    from PIL import ImageOps  # slow to import, and most games have no picture files

    from ..drawing.pixels import plain, read_picture

    data, picture = read_picture(item.path)
    with picture:
        kind = str(picture.format).lower()
        if item.shades is not None:
            dark, light = map(str, item.shades)
            shown = plain(ImageOps.exif_transpose(picture)).convert("RGBA")
            tinted = ImageOps.colorize(shown.convert("L"), dark, light)
            tinted.putalpha(shown.getchannel("A"))
            file = BytesIO()
            tinted.save(file, "PNG")
            kind, data = "png", file.getvalue()
    return f"data:image/{kind};base64,{b64encode(data).decode()}"


def _sides(box: Box) -> dict[str, str]:
    return {side: _number(getattr(box, side)) for side in ("x", "y", "width", "height")}


def _path(commands: Commands) -> str:
    return "".join(sign + " ".join(map(_number, values)) for sign, values in commands)


def _number(value: float) -> str:
    return f"{round(value, 2) + 0:.6g}"
