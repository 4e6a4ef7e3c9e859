"""SVG files as trees that can be drawn: without references to other files, and with a bounded number of parts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import BytesIO

from lxml import etree  # type: ignore[import-untyped]

MOST_PARTS = 100_000  # of a file
MOST_LEVELS, PART = 400_000, 7  # levels above all parts; a part by itself counts as this many
MOST_ATTRIBUTES = 1_000  # of a part: the time to read each grows with their number
SHORTEST = len("<a/>")
DEEPEST = 100  # nested uses of parts
MOST_LOOKED_UP = 2_000_000  # rules of style sheets times parts
LEFT_OUT = frozenset({"script", "metadata", "font", "font-face", "feImage"})  # invisible parts
UNDRAWN = {
    "text": "convert it to outlines",
    "image": "place it as a picture of the layout",
    "foreignObject": "leave it out",
}
"""Elements that would be missing on paper, each with a remedy."""
EFFECTS = ("clip-path", "filter", "marker", "marker-end", "marker-mid", "marker-start", "mask", "mix-blend-mode")
SHAPES = frozenset({"circle", "ellipse", "line", "path", "polygon", "polyline", "rect"})
_PROPERTY = re.compile(r"([\w-]+)\s*:\s*([^;{}]+)")
OTHER_COLORS = re.compile(r"context-|(?!rgba?\(|hsla?\()[\w-]+\(", re.IGNORECASE)  # unknown to the library
OUTSIDE = re.compile(r"url\(\s*['\"]?\s*(?!['\"#\s]|data:)|@import", re.IGNORECASE)
ENTITY = re.compile(rb"<!ENTITY[^>]*\b(?:SYSTEM|PUBLIC)\b")


def svg_tree(data: bytes) -> tuple[etree._Element, int]:
    """The root of an SVG text, and the amount of drawing. The opacity of a shape becomes that of its area and line.

    Raises:
        ValueError: it is not XML, it refers to another file or to the network, it has too many parts, or a part cannot
            be drawn; with the line.
    """
    if found := ENTITY.search(data):
        line = data.count(b"\n", 0, found.start()) + 1
        raise ValueError(f"line {line}: an entity refers to another file")
    _count_parts(data)
    parser = etree.XMLParser(remove_comments=True, recover=True, resolve_entities=False, no_network=True)
    try:
        root = etree.fromstring(data, parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        raise ValueError(str(error)) from None
    if root is None:
        raise ValueError("it is not XML")
    for node in root.itersiblings(preceding=True):
        if "href" in (node.text or ""):
            raise ValueError(f"line {node.sourceline}: a style sheet refers to another file")
    elements = [node for node in root.iter() if isinstance(node.tag, str)]
    for node in elements:
        if len(node.attrib) > MOST_ATTRIBUTES:
            raise ValueError(f"line {node.sourceline}: `{_name(node)}` has more than {MOST_ATTRIBUTES:,} attributes")
        if any(_refer_outside(node)):
            raise ValueError(f"line {node.sourceline}: `{_name(node)}` refers to another file")
    _check_styles(elements)
    for node in elements:
        _check_drawn(node)
        parent = node.getparent()
        if _name(node) in LEFT_OUT and parent is not None:
            parent.remove(node)
    return root, _check_parts(root)


def _count_parts(data: bytes) -> None:
    """Raises ValueError if a file has so many parts that reading it would fill the memory."""
    if len(data) <= MOST_PARTS * SHORTEST:
        return
    found = etree.iterparse(BytesIO(data), events=("start",), recover=True, resolve_entities=False, no_network=True)
    try:
        for count, (_, node) in enumerate(found):
            if count == MOST_PARTS:
                raise ValueError(f"line {node.sourceline}: it has more than {MOST_PARTS:,} parts")
    except etree.XMLSyntaxError:  # reported when all of it is read
        return


def _name(node: etree._Element) -> str:
    return str(node.tag).rpartition("}")[2]


def _check_drawn(node: etree._Element) -> None:
    """Raises ValueError for parts that would be missing on paper; moves a shape's opacity to its area and line."""
    name, line = _name(node), f"line {node.sourceline}"
    if name in UNDRAWN:
        raise ValueError(f"{line}: `{name}` is not drawn; {UNDRAWN[name]}")
    attributes = {str(key): str(value) for key, value in node.attrib.items()}
    styles, share = _PROPERTY.findall(attributes.get("style", "")), 1.0
    sheet = _PROPERTY.findall(node.text or "") if name == "style" else []
    for key, value in (*attributes.items(), *styles, *sheet):
        said = value.replace("!important", "").strip()
        if key in EFFECTS and said not in ("none", "normal"):
            raise ValueError(f"{line}: `{key}` is not drawn; apply it to the outlines before saving")
        if key in ("fill", "stroke") and said.startswith("url("):
            raise ValueError(f"{line}: `{key}` has a gradient or pattern, which is not drawn; use plain colours")
        if key in ("fill", "stroke") and OTHER_COLORS.match(said):
            raise ValueError(f"{line}: `{key}` is not drawn as `{said}`; write a colour such as `#2b5f8a`")
        if key == "stroke-dashoffset" and _number(re.sub("[a-z]+$", "", said), f"{line}: `{key}`"):
            raise ValueError(f"{line}: `{key}` is not drawn; use dashes that begin with the line")
        if key == "opacity" and (share := _number(said, f"{line}: `{key}`")) != 1 and name not in SHAPES:
            raise ValueError(f"{line}: the opacity of `{name}` is not drawn; give it to the shapes within")
    for part in ("fill-opacity", "stroke-opacity"):
        own = (dict(styles).get(part) or attributes.get(part, "1")).strip()
        if share != 1 or own.endswith("%"):  # svglib knows neither
            opacity = share * _number(own, f"{line}: `{part}`")
            node.set("style", f"{node.get('style') or ''};{part}:{opacity:g}")


def _check_styles(elements: list[etree._Element]) -> None:
    """Raises ValueError if style sheets would take too long: each rule is compared with each part."""
    for node in elements:
        if _name(node) == "style":
            rules = sum(map("".join(map(str, node.itertext())).count, "{,"))
            if rules * len(elements) > MOST_LOOKED_UP:
                what = f"its style sheet has {rules:,} rules for {len(elements):,} parts"
                raise ValueError(f"line {node.sourceline}: {what}; save it with plain attributes")


def _number(said: str, what: str) -> float:
    """A number, or a percentage as its share of one; raises ValueError for anything else."""
    try:
        return float(said.removesuffix("%")) / (100 if said.endswith("%") else 1)
    except ValueError:
        raise ValueError(f"{what} is not drawn as `{said}`; write a number") from None


def _links(node: etree._Element) -> Iterator[str]:
    """The references of a node."""
    for name, value in node.attrib.items():
        if re.split("[}:]", str(name))[-1] in ("href", "src"):
            yield str(value).strip()


def _refer_outside(node: etree._Element) -> Iterator[bool]:
    """For each reference of a node, whether it leads out of the file. Links for readers to click do not count."""
    within = ("#", "data:") if _name(node) in LEFT_OUT | UNDRAWN.keys() else ("#",)
    yield from (not link.startswith(within) for link in _links(node) if link and _name(node) != "a")
    yield from (OUTSIDE.search(str(value)) is not None for value in (*node.attrib.values(), node.text or ""))


def _check_parts(root: etree._Element) -> int:
    """The amount of drawing: each part can use others, and inherits from the parts around it.

    Raises:
        ValueError: it is too much.
    """
    by_id = {str(node.get("id")): node for node in root.iter() if node.get("id")}
    depths: dict[etree._Element, int] = {}
    for node in root.iter():
        depths[node] = depths.get(node.getparent(), 0) + 1
    sums: dict[etree._Element, tuple[int, int]] = {}

    def summed(node: etree._Element, depth: int) -> tuple[int, int]:
        """The number of parts that a node makes, and the number of levels from it to each of them."""
        if depth > DEEPEST:
            raise ValueError(f"line {node.sourceline}: parts use each other too often, or themselves")
        if node not in sums:
            parts = levels = 0
            for inner in node.iter():
                down = depths[inner] - depths[node]
                used = [by_id.get(link[1:]) for link in _links(inner) if _name(inner) == "use"]
                for more, below in [(1, 0), *(summed(one, depth + 1) for one in used if one is not None)]:
                    parts, levels = parts + more, levels + below + more * down
                if parts * PART + levels > MOST_LEVELS:
                    what = (
                        f"its parts are too many, or too deep in groups: more than {parts:,}, {levels // parts:,} deep"
                    )
                    raise ValueError(f"line {inner.sourceline}: {what}; join outlines, or save it as PNG")
            sums[node] = parts, levels
        return sums[node]

    parts, levels = summed(root, 0)
    return parts * PART + levels
