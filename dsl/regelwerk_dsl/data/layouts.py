"""Reader of a game's layouts, `print/*.yaml`, as plain data with the place of each value."""

from __future__ import annotations

from pathlib import Path

from ..diagnostics import Diagnostics
from ..files import read_folder
from ..source import SourceFile, Span
from .yaml import Yaml, load_schema, read_yaml

FOLDER = "print"
SUFFIX = ".yaml"


def load_layouts(folder: Path, diagnostics: Diagnostics, shown: str | None = None) -> list[Yaml]:
    """Every layout of a game, in the order of the files' names.

    Args:
        folder: the game's folder.
        diagnostics: gets E0151 to E0158; a file with errors is left out.
        shown: the folder as shown in messages; by default as it is given.
    """
    shown = folder.as_posix() if shown is None else shown
    layouts = (read_layout(source, diagnostics) for source in read_folder(folder, FOLDER, SUFFIX, shown, diagnostics))
    return [layout for layout in layouts if layout is not None]


def read_layout(source: SourceFile, diagnostics: Diagnostics, *, is_ours: bool = False) -> Yaml | None:
    """One layout, from its text; None after E0153 to E0158. For `is_ours` see `read_yaml`."""
    return read_yaml(source, load_schema("layout"), diagnostics, is_ours=is_ours)


def layout_words(layouts: list[Yaml]) -> dict[str, tuple[str, Span]]:
    """The texts of layouts by name, with their places. Catalogues translate them under `print.NAME`."""
    return {
        name: (text, layout.span("words", name))
        for layout in layouts
        for name, text in (layout.data.get("words") or {}).items()
    }
