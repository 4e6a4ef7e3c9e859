"""The gettext files of a game: where they lie, and writing them. The same entries give the same bytes."""

from __future__ import annotations

import os
from pathlib import Path

import polib

from .reading import WIDTH, read_po
from .updating import new_catalogue


def catalogue_path(folder: Path, language: str) -> Path:
    """`locale/de.po` of a game."""
    return folder / "locale" / f"{language}.po"


def template_path(folder: Path, name: str) -> Path:
    """`locale/NAME.pot` of a game."""
    return folder / "locale" / f"{name}.pot"


def read_file(folder: Path, language: str, name: str, title: str) -> polib.POFile:
    """The catalogue of a language; a new one where there is none.

    Raises:
        CatalogueError: the file is there and is no gettext file.
    """
    path = catalogue_path(folder, language)
    if not path.is_file():
        return new_catalogue(name, title, language)
    file = read_po(path)
    _complete_header(file, new_catalogue(name, title, language))
    return file


def _complete_header(file: polib.POFile, new: polib.POFile) -> None:
    """What translators' tools need to know of a file stands there again, whatever was deleted."""
    file.header = file.header or new.header
    file.metadata = {**new.metadata, **file.metadata, "Content-Type": new.metadata["Content-Type"]}


def write_file(path: Path, file: polib.POFile) -> bool:
    """Writes a file at once or not at all.

    Returns:
        Whether anything is different from before.
    """
    file.wrapwidth = WIDTH
    text = f"{file}\n" if not str(file).endswith("\n") else str(file)
    if path.is_file() and path.read_bytes() == text.encode():
        return False
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.part")
    part.write_text(text, encoding="utf-8", newline="\n")
    os.replace(part, path)
    return True
