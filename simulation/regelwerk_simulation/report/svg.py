"""Conversion of Matplotlib's SVG for use inside a page: unique names, no global styles, a text for screen readers."""

from __future__ import annotations

import re

from lxml import etree  # type: ignore[import-untyped]

SVG = "{http://www.w3.org/2000/svg}"
LINK = "{http://www.w3.org/1999/xlink}href"
REFERENCE = re.compile(r"url\(#([\w.-]+)\)")
FONT = re.compile(r"font-family: [^;]*;? ?")
"""The fonts of a text, which are removed, since a page has its own."""


def inline(drawn: bytes, key: str, says: str) -> str:
    """The drawing as an element of a page.

    Args:
        drawn: an SVG file of Matplotlib.
        key: the key of the chart, used as prefix of all names in the drawing.
        says: a description of the chart, for those who do not see it.
    """
    parser = etree.XMLParser(resolve_entities=False, no_network=True, remove_comments=True)
    root = etree.fromstring(drawn, parser)
    for name in ("metadata", "style"):
        for node in list(root.iter(SVG + name)):
            node.getparent().remove(node)
    used = {found for node in root.iter() for value in node.attrib.values() for found in REFERENCE.findall(value)}
    used |= {node.get(LINK, "").removeprefix("#") for node in root.iter() if node.get(LINK)}
    for node in root.iter():
        _rename(node, used, key)
    for name in ("width", "height", "version"):
        root.attrib.pop(name, None)
    root.set("role", "img")
    root.set("aria-label", says)
    root.set("class", "chart")
    etree.cleanup_namespaces(root)
    text = etree.tostring(root, encoding="unicode", with_tail=False)
    return re.sub(
        r">\s+<", "><", text.replace(' xmlns:xlink="http://www.w3.org/1999/xlink"', "").replace("xlink:href", "href")
    )


def _rename(node: etree._Element, used: set[str], key: str) -> None:
    name = node.attrib.pop("id", None)
    if name in used:
        node.set("id", f"{key}-{name}")
    for attribute, value in node.attrib.items():
        if attribute == LINK:
            node.set(attribute, f"#{key}-{value.removeprefix('#')}")
        else:
            node.set(attribute, FONT.sub("", REFERENCE.sub(rf"url(#{key}-\1)", value)))
