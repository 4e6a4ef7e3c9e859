"""Sources: games found by name or path, with the options that change what is compiled from them."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from regelwerk_dsl.disk import real
from regelwerk_dsl.suggest import nearest

from ..errors import UsageError
from . import cache

MANIFEST = "game.yaml"
SHELVES = (".", "classics")  # folders with bundled games, below that of all games


@dataclass(frozen=True)
class Source:
    """The source of the rules: a game's folder with the options that change what is compiled.

    Attributes:
        game: the name of a bundled game or the path of a folder.
        variants: names of variants or files, in the order given.
        without: errata to leave out.
        explicit: whether rolls and draws are decisions of nature.
    """

    game: str
    variants: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    explicit: bool = False

    @property
    def folder(self) -> Path:
        """The game's folder, as messages show it."""
        return as_shown(find_game(self.game))

    @property
    def is_changed(self) -> bool:
        """True if variants are applied or errata left out."""
        return bool(self.variants or self.without)

    @property
    def changes(self) -> list[str]:
        """The variants and the errata left out, in words."""
        variants = [variant.replace("\\", "/").rsplit("/", 1)[-1] for variant in self.variants]
        return variants + [f"without {erratum}" for erratum in self.without]

    @property
    def base(self) -> Source:
        """The game without variants and with all errata."""
        return replace(self, variants=(), without=())

    def key(self, *more: str, drawn: bool = False) -> str:
        """The source's key in the cache: a hash of the options and files.

        Args:
            more: distinguishes what is made from it.
            drawn: include the programs that draw.
        """
        files = [cache.file_hash(Path(name)) for name in self.variants]
        options = [*self.variants, "without", *self.without, str(self.explicit), "files", *files, *more]
        return cache.content_hash(real(self.folder), options, drawn)


def several(what: str, given: Iterable[str] | None) -> tuple[str, ...]:
    """A list of texts as a tuple; () for None.

    Raises:
        UsageError: it is a single text, which would be split into letters.
    """
    if isinstance(given, str):
        raise UsageError(f"{what} must be a list of texts, not {given!r}", f"write [{given!r}]")
    return tuple(given or ())


def source_of(
    name_or_path: str | Path, variants: Iterable[str] | None = None, without: Iterable[str] | None = None
) -> Source:
    """The source for a request; variants that are files become absolute paths.

    Raises:
        UsageError: there is no such game, or a text was given instead of a list.
    """
    names = several("variants", variants)
    named = tuple(str(real(Path(variant))) if Path(variant).is_file() else variant for variant in names)
    return Source(name_of(find_game(name_or_path)), named, several("errata", without))


@lru_cache
def bundled_folder(inside: str = "cards", installed: str = "regelwerk_cards") -> Path | None:
    """The folder of the bundled games: `cards` of the checkout if there is one, else the installed one."""
    root = Path(__file__).resolve().parents[3]
    if (root / "pyproject.toml").is_file() and (root / inside).is_dir():
        return root / inside
    found = importlib.util.find_spec(installed)
    for place in (found.submodule_search_locations or ()) if found else ():
        if Path(place).is_dir():
            return Path(place)
    return None


def code_page(code: str) -> Path | None:
    """The page that explains a diagnostic code; None if there is none."""
    top = bundled_folder("docs/codes", "regelwerk_codes")
    page = top / f"{code}.md" if top else None
    return page if page is not None and page.is_file() else None


@lru_cache
def bundled_games() -> dict[str, Path]:
    """The folder of every bundled game, by name, in alphabetical order."""
    top = bundled_folder()
    if top is None:
        return {}
    folders = [manifest.parent for shelf in SHELVES for manifest in (top / shelf).glob(f"*/{MANIFEST}")]
    return {folder.name: real(folder) for folder in sorted(folders, key=lambda folder: folder.name)}


def find_game(name_or_path: str | Path) -> Path:
    """The folder of a game.

    Args:
        name_or_path: a game's folder, its `game.yaml`, or the name of a bundled game. A game's folder in the
            current directory takes precedence over a bundled game of the same name.

    Raises:
        UsageError: there is no such game.
    """
    path = Path(name_or_path)
    if path.name == MANIFEST and path.is_file():
        return real(path).parent
    if (path / MANIFEST).is_file():
        return real(path)
    name = str(name_or_path)
    games = bundled_games()
    if name in games:
        return games[name]
    if path.is_dir():
        raise UsageError(
            f"{name} is not a game: the folder has no {MANIFEST}", f"to create a game: regelwerk new {name}"
        )
    if path.exists():
        raise UsageError(f"{name} is not a game", f"give the folder of a game or its {MANIFEST}")
    near = nearest(name, games)
    help = f"did you mean {near}?" if near else f"a folder with a {MANIFEST}, or one of: {', '.join(games)}"
    raise UsageError(f"there is no game {name}", help)


def as_shown(folder: Path) -> Path:
    """A folder's path for messages: relative if it is below the working directory, else absolute."""
    here = Path.cwd()
    return folder.relative_to(here) if folder.is_relative_to(here) else folder


def name_of(folder: Path) -> str:
    """The name that finds the folder again: that of a bundled game, unless the name means another game here; else its
    path.
    """
    folder = real(folder)
    is_bundled = bundled_games().get(folder.name) == folder and find_game(folder.name) == folder
    return folder.name if is_bundled else folder.as_posix()
