"""Fonts of a game's own in its layouts: files in `art/fonts`."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from regelwerk_dsl.diagnostics import Diagnostics
from regelwerk_dsl.files import inside
from regelwerk_dsl.suggest import did_you_mean

from ..fonts import Face
from ..fonts.own import own_family, read_face
from ..fonts.trial import try_font
from .expressions import LayoutError
from .model import OwnFont
from .nodes import Node

FOLDER = "art/fonts"
CUTS = {"regular": (False, False), "bold": (True, False), "italic": (False, True), "bold_italic": (True, True)}


def read_font(folder: Path | None, node: Node) -> OwnFont:
    """The families that an entry of `fonts` names; raises LayoutError E1012 for a file that cannot be used."""
    languages = node.data.get("languages") or {}
    return OwnFont(_family(folder, node), {one: _family(folder, node.within("languages", one)) for one in languages})


def _family(folder: Path | None, node: Node) -> str:
    return own_family({CUTS[cut]: _face(folder, node, cut) for cut in CUTS if cut in node.data})


def _face(folder: Path | None, node: Node, cut: str) -> Face:
    name, span = str(node.data[cut]), node.span(cut)
    path = None if folder is None else inside(folder, f"{FOLDER}/{name}", span, Diagnostics())
    if folder is None or path is None or not path.is_file():
        there = sorted(one.name for one in (folder / FOLDER).glob("*.*")) if folder is not None else []
        listed = f"there are: {', '.join(there)}" if there else f"put it into the folder `{FOLDER}`"
        raise LayoutError(f"there is no font `{FOLDER}/{name}`", span, did_you_mean(name, there) or listed, "E1012")
    try:
        return _read(path, path.stat().st_mtime_ns)
    except (ValueError, OSError) as error:
        help = "take another font, or another file of it"
        raise LayoutError(f"the font `{name}` cannot be used: {error}", span, help, "E1012") from None


@lru_cache(32)
def _read(path: Path, _changed: int) -> Face:
    try_font(path)
    return read_face(path)
