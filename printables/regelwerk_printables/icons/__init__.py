"""A set of icons by name: outlines of game-icons.net, each with its author.

`tools/make_icons.py` makes the file, whose entries are named `AUTHOR/NAME`. The licence is in `README.md` beside it.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from regelwerk_dsl.suggest import did_you_mean

if TYPE_CHECKING:
    from zipfile import ZipFile

FILE = Path(__file__).parent / "game-icons.zip"
SIZE = 512  # side of the square of each icon, in the units of its outline


@cache
def _opened() -> ZipFile:
    """The set, whose directory is long to read; kept in memory, since processes that fork share the place in a file."""
    from zipfile import ZipFile  # slow to import, and many games show no icon

    return ZipFile(BytesIO(FILE.read_bytes()))


@cache
def authors() -> dict[str, str]:
    """The author of each icon by the icon's name, sorted by name."""
    return {name: author for author, _, name in (entry.partition("/") for entry in _opened().namelist())}


def outline(name: str) -> str:
    """The outline of an icon as an SVG path; raises KeyError for a name that the set does not have."""
    return _opened().read(f"{authors()[name]}/{name}").decode()


def find(words: Iterable[str]) -> list[str]:
    """The names that contain words beginning with each of the given ones; the shortest names first."""
    wanted = [part for word in words for part in word.lower().split()]  # "water tank" in quotes is two
    found = [name for name in authors() if all(f"-{word}" in f"-{name}" for word in wanted)]
    return sorted(found, key=lambda name: (name.count("-"), name))


def suggestion(name: str, shapes: Iterable[str]) -> str | None:
    """The help for an unknown name: a similar shape or icon."""
    return did_you_mean(name, [*shapes, *authors()])


def credits(names: Iterable[str]) -> list[str]:
    """The authors of icons: a line `Lorc: anvil, crown` for each."""
    by_author: dict[str, list[str]] = {}
    for name in sorted(names):
        by_author.setdefault(authors()[name], []).append(name)
    return [f"{author}: {', '.join(icons)}" for author, icons in sorted(by_author.items())]
