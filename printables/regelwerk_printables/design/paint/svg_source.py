"""SVG files as trees that can be drawn: they refer to nothing outside, and their parts are of a bounded number."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lxml import etree  # type: ignore[import-untyped]

MOST_PARTS = 100_000  # with those that are used again
DEEPEST = 100  # parts that use parts
LEFT_OUT = frozenset({"text", "image", "foreignObject", "script", "metadata", "font", "font-face", "feImage"})
OUTSIDE = re.compile(r"url\(\s*['\"]?\s*(?!['\"#\s]|data:)|@import", re.IGNORECASE)
ENTITY = re.compile(rb"<!ENTITY[^>]*\b(?:SYSTEM|PUBLIC)\b")


def svg_tree(data: bytes) -> etree._Element:
    """The root of an SVG text; text and pictures within it are left out.

    Raises:
        ValueError: it is no XML, it refers to another file or to the network, or it has too many parts; with the line.
    """
    if found := ENTITY.search(data):
        line = data.count(b"\n", 0, found.start()) + 1
        raise ValueError(f"line {line}: an entity refers to another file")
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
        if any(_refer_outside(node)):
            raise ValueError(f"line {node.sourceline}: `{_name(node)}` refers to another file")
    for node in elements:
        parent = node.getparent()
        if _name(node) in LEFT_OUT and parent is not None:
            parent.remove(node)
    _check_parts(root)
    return root


def _name(node: etree._Element) -> str:
    return str(node.tag).rpartition("}")[2]


def _links(node: etree._Element) -> Iterator[str]:
    """What the node refers to."""
    for name, value in node.attrib.items():
        if re.split("[}:]", str(name))[-1] in ("href", "src"):
            yield str(value).strip()


def _refer_outside(node: etree._Element) -> Iterator[bool]:
    """For each reference of the node whether it leads out of the file. What a reader clicks on is no reference."""
    within = ("#", "data:") if _name(node) in LEFT_OUT else ("#",)
    yield from (not link.startswith(within) for link in _links(node) if link and _name(node) != "a")
    yield from (OUTSIDE.search(str(value)) is not None for value in (*node.attrib.values(), node.text or ""))


def _check_parts(root: etree._Element) -> None:
    """Raises ValueError where a file that is small would make too many parts: each part can use others."""
    by_id = {str(node.get("id")): node for node in root.iter() if node.get("id")}
    counts: dict[etree._Element, int] = {}

    def count(node: etree._Element, depth: int) -> int:
        """How many parts a node makes."""
        if depth > DEEPEST:
            raise ValueError(f"line {node.sourceline}: parts use each other too often, or themselves")
        if node not in counts:
            total = 0
            for inner in node.iter():
                used = [by_id.get(link[1:]) for link in _links(inner) if _name(inner) == "use"]
                total += 1 + sum(count(one, depth + 1) for one in used if one is not None)
                if total > MOST_PARTS:
                    raise ValueError(f"line {node.sourceline}: it has more than {MOST_PARTS:,} parts")
            counts[node] = total
        return counts[node]

    count(root, 0)
