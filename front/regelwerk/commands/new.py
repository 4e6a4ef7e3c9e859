"""`regelwerk new DIR` and `new --variant FILE`: a small complete game, or a variant, to start from."""

from __future__ import annotations

import os
import re
import unicodedata
from importlib.resources import files
from pathlib import Path
from typing import Annotated

import typer

from ..errors import UsageError
from ..loading.source import source_of
from ..terminal.console import Screen
from .new_variant import variant_text

SUFFIX = ".regel"


def new(
    folder: Annotated[
        str,
        typer.Argument(
            metavar="DIR|GAME",
            help="A folder to make; its name becomes the game's title. With --variant: the game to be changed.",
            show_default=False,
        ),
    ] = "",
    variant: Annotated[
        Path | None,
        typer.Option("--variant", metavar="FILE", help="Make a variant in this file instead.", show_default=False),
    ] = None,
) -> None:
    """Make a small complete game, or a variant in one file, to start from, with comments that explain each part."""
    screen = Screen()
    if variant is not None:
        _make_variant(variant, folder, screen)
    elif folder:
        _make_game(Path(folder), screen)
    else:
        raise UsageError("new what?", "regelwerk new DIR, or regelwerk new --variant FILE.regel GAME")


def _make_game(folder: Path, screen: Screen) -> None:
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise UsageError(f"{folder} is there already", "choose a folder that is new or empty")
    title = os.fsencode(folder.resolve().name).decode("utf-8", "replace")
    folder.mkdir(parents=True, exist_ok=True)
    for file in sorted(files("regelwerk").joinpath("template").iterdir(), key=lambda file: file.name):
        text = file.read_text(encoding="utf-8").replace("name: NAME", f"name: {_name(title)}")
        text = text.replace("title: TITLE", f"title: {_quoted(title)}")
        (folder / file.name).write_text(text, encoding="utf-8", newline="\n")
        screen.say(str(folder / file.name))
    screen.note("\n".join(f"regelwerk {command} {_shown(folder)}" for command in ("check", "test", "run", "play")))


def _make_variant(path: Path, game: str, screen: Screen) -> None:
    if path.suffix != SUFFIX:
        raise UsageError(f"a variant is a file that ends in {SUFFIX}", f"regelwerk new --variant {path}{SUFFIX}")
    if path.exists():
        raise UsageError(f"{path} is there already", "choose another name")
    table = None
    if game:
        from ..loading.compiling import check_source  # a new game needs no compiler

        table = check_source(source_of(game)).table
    title = os.fsencode(path.stem).decode("utf-8", "replace")
    words = re.sub(r"[\s_-]+", " ", title).strip()
    path.parent.mkdir(parents=True, exist_ok=True)
    text = variant_text(_name(title, "variant"), f"{words[:1].upper()}{words[1:]}", _shown(path), _shown(game), table)
    path.write_text(text, encoding="utf-8", newline="\n")
    screen.say(str(path))
    screen.note(
        "\n".join(
            f"regelwerk {command} {_shown(game) or 'GAME'} --variant {_shown(path)}"
            for command in ("check", "diff", "test", "run")
        )
    )


def _shown(path: Path | str) -> str:
    """A path as a command line takes it."""
    return f'"{path}"' if " " in str(path) else str(path)


def _name(title: str, kind: str = "game") -> str:
    """A name for the sources: small letters, digits and underscores, beginning with a letter."""
    plain = unicodedata.normalize("NFKD", title.replace("ß", "ss")).encode("ascii", "ignore").decode().lower()
    name = re.sub(r"[^a-z0-9]+", "_", plain).strip("_")
    return name if name[:1].isalpha() else f"{kind}_{name}".rstrip("_")


def _quoted(title: str) -> str:
    """A title as a YAML text."""
    return '"' + title.replace("\\", "\\\\").replace('"', '\\"') + '"'
