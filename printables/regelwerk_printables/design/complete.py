"""Checks that a part of a layout has all required entries, and no entry without effect."""

from __future__ import annotations

from collections.abc import Collection

from regelwerk_dsl.source import Span
from regelwerk_dsl.suggest import did_you_mean

from .elements import ImageElement, Picture
from .expressions import LayoutError
from .nodes import Node
from .paint.pictures import check_resolution

DEFAULT_STYLE = "text"
SIZED = ("width", "height", "draw")
NOT_OF_NETS = ("width", "height", "back", "views")


def check_sheet(name: str, node: Node) -> None:
    """Raises LayoutError for a board or part without a size, or for a net with one."""
    missing = [key for key in SIZED if key not in node.data]
    if "net" in node.data:
        for key in NOT_OF_NETS:
            if key in node.data:
                help = "leave it out: a net is as large as its faces"
                raise LayoutError(f"a net has no `{key}`", node.span(key), help, "E1001")
    elif missing:
        help = f"write `{missing[0]}:`, or `net:` for a box, a die or a standee"
        raise LayoutError(f"`{name}` has no `{missing[0]}`", node.span(), help, "E1009")
    elif "faces" in node.data:
        raise LayoutError(f"`{name}` has `faces`, and is not a net", node.span("faces"), "write `net:`", "E1009")


def check_grid(node: Node) -> None:
    """Raises LayoutError for a grid that does not give its cells in exactly one way."""
    given = {key for key in ("columns", "rows", "each", "place") if key in node.data}
    if given not in ({"columns", "rows"}, {"each", "place"}):
        help = "write `columns:` and `rows:` for all cells, or `each:` and `place:` for those of a list"
        raise LayoutError("this does not say which cells there are", node.span("grid"), help, "E1001")


def check_image(element: ImageElement, node: Node) -> None:
    """Raises LayoutError for a picture with too few pixels, or with a fallback that is never used."""
    for picture in (element.image, element.fallback):
        if isinstance(picture, Picture):
            check_resolution(picture, element, node.span("image"))
    if element.fallback is not None and isinstance(element.image, Picture):
        help = 'leave it out, or write a name with slots: `image: "{card.key}.png"`'
        raise LayoutError("this picture is always there", node.span("fallback"), help, "E1001")


def known_style(node: Node, key: str, known: Collection[str]) -> str:
    """The name of a style, `text` by default; raises LayoutError E1003 for an unknown one."""
    span = node.span(key)
    if key not in node.data and DEFAULT_STYLE not in known:
        what = f"there is no style `{DEFAULT_STYLE}`, which an element without a `style` has"
        raise LayoutError(what, span, "define it in `styles`, or give this element a `style`", "E1003")
    return known_name("style", str(node.data.get(key, DEFAULT_STYLE)), known, span)


def known_name(what: str, name: str, known: Collection[str], span: Span) -> str:
    """A name that the layout has; raises LayoutError E1003 for an unknown one."""
    if name not in known:
        help = did_you_mean(name, known) or (f"there are: {', '.join(known)}" if known else f"there is no {what} yet")
        raise LayoutError(f"there is no {what} `{name}`", span, help, "E1003")
    return name
