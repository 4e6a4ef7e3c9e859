"""SVG files for cutting machines: outlines of cards, and registration marks."""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from ..drawing.drawing import Box
from ..impose.marks import registration_boxes
from ..impose.pages import Filled
from ..sheets import Sheet

CUT = "#ff0000"  # machines distinguish cuts from marks by colour
STROKE = "0.1"
NAMESPACE = "http://www.w3.org/2000/svg"


def cut_file(filled: Filled, sheet: Sheet, pages: Sequence[int] = ()) -> str:
    """The SVG of one sheet of paper, in millimetres; its description gives the pages of the PDF, from 1.

    The outlines are in the group `cut`; on a sheet to fold those of the backs too: once folded, marks are on both sides
    of the paper, so cards are cut before they are glued. The marks are in the group `registration`, as printed.
    """
    paper = filled.grid.paper
    width, height = _number(paper.width), _number(paper.height)
    view = f"0 0 {width} {height}"
    root = Element("svg", xmlns=NAMESPACE, width=f"{width}mm", height=f"{height}mm", viewBox=view)
    SubElement(root, "title").text = sheet.title
    if pages:
        SubElement(root, "desc").text = f"page{'s' * (len(pages) > 1)} {', '.join(map(str, pages))}"
    marks = SubElement(root, "g", {"id": "registration", "fill": "#000000"})
    for box in registration_boxes(paper):
        SubElement(marks, "rect", _rect(box))
    cuts = SubElement(root, "g", {"id": "cut", "fill": "none", "stroke": CUT, "stroke-width": STROKE})
    for place in filled.fronts + (filled.backs if filled.grid.folded else ()):
        SubElement(cuts, "rect", _rect(place.box) | {"rx": _number(sheet.corner * filled.grid.scale)})
    indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + tostring(root, encoding="unicode") + "\n"


def _rect(box: Box) -> dict[str, str]:
    return {side: _number(getattr(box, side)) for side in ("x", "y", "width", "height")}


def _number(value: float) -> str:
    return f"{round(value, 3):g}"
