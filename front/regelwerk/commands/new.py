"""`regelwerk new DIR`: a small complete game to start from."""

from __future__ import annotations

import os
import re
import unicodedata
from importlib.resources import files
from pathlib import Path
from typing import Annotated

import typer

from ..console import Screen
from ..errors import UsageError


def new(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A folder to make; its name becomes the game's title.")],
) -> None:
    """Make a small complete game to start from, with comments that explain each part."""
    screen = Screen()
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise UsageError(f"{folder} is there already", "choose a folder that is new or empty")
    title = os.fsencode(folder.resolve().name).decode("utf-8", "replace")
    folder.mkdir(parents=True, exist_ok=True)
    for file in sorted(files("regelwerk").joinpath("template").iterdir(), key=lambda file: file.name):
        text = file.read_text(encoding="utf-8").replace("name: NAME", f"name: {_name(title)}")
        text = text.replace("title: TITLE", f"title: {_quoted(title)}")
        (folder / file.name).write_text(text, encoding="utf-8", newline="\n")
        screen.say(str(folder / file.name))
    shown = f'"{folder}"' if " " in str(folder) else str(folder)
    screen.note("\n".join(f"regelwerk {command} {shown}" for command in ("check", "test", "run", "play")))


def _name(title: str) -> str:
    """A name for the sources: small letters, digits and underscores, beginning with a letter."""
    plain = unicodedata.normalize("NFKD", title.replace("ß", "ss")).encode("ascii", "ignore").decode().lower()
    name = re.sub(r"[^a-z0-9]+", "_", plain).strip("_")
    return name if name[:1].isalpha() else f"game_{name}".rstrip("_")


def _quoted(title: str) -> str:
    """A title as a YAML text."""
    return '"' + title.replace("\\", "\\\\").replace('"', '\\"') + '"'
