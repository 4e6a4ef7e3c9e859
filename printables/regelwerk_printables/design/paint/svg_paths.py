"""SVG paths as outlines."""

from __future__ import annotations

import re

from fontTools.svgLib.path import parse_path  # type: ignore[import-untyped]

from ...drawing.drawing import Commands
from ...drawing.outlines import OutlinePen

_UNKNOWN = re.compile(r"[^MLHVCSQTAZ0-9E\s,.+-]", re.IGNORECASE)
_LEADING_ZERO = re.compile(r"(?<![\d.E])(?<!E[+-])0\d+", re.IGNORECASE)


def parse_outline(text: str) -> Commands:
    """The commands of an SVG path.

    Raises:
        ValueError: the text is not a path; the message says why.
    """
    if wrong := _UNKNOWN.search(text):
        raise ValueError(f"`{wrong[0]}` is not allowed in an outline")
    if wrong := _LEADING_ZERO.search(text):
        raise ValueError(f"`{wrong[0]}` is not a number")
    if text.strip()[:1] not in ("M", "m"):
        raise ValueError("an outline must begin with M")
    pen = OutlinePen()
    try:
        parse_path(" ".join(text.split()), pen)
    except ValueError:
        raise ValueError("a command has too few or too many numbers") from None
    return tuple(pen.commands)
