"""Sources: a game's folder with the options that change what is compiled from it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from . import cache
from .finding import as_shown, find_game, name_of


@dataclass(frozen=True)
class Source:
    """Which rules: a game's folder with the options that change what is compiled.

    Attributes:
        game: the name of a bundled game or the path of a folder.
        variants: names of variants or files, in the order of the request.
        without: errata that are left out.
        explicit: whether rolls and draws are decisions of nature.
    """

    game: str
    variants: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    explicit: bool = False

    @property
    def folder(self) -> Path:
        """The game's folder, as messages call it."""
        return as_shown(find_game(self.game))

    def key(self, *more: str) -> str:
        """What is compiled, and from which texts, as a key of the cache; `more` tells apart what is made from it."""
        files = [Path(variant).read_text(encoding="utf-8") for variant in self.variants if Path(variant).is_file()]
        options = [*self.variants, "without", *self.without, str(self.explicit), "files", *files, *more]
        return cache.content_hash(self.folder.resolve(), options)


def source_of(
    name_or_path: str | Path,
    variants: Iterable[str] | None = None,
    without: Iterable[str] | None = None,
    explicit: bool = False,
) -> Source:
    """The source that a request means; variants that are files become whole paths."""
    named = tuple(str(Path(variant).resolve()) if Path(variant).is_file() else variant for variant in variants or ())
    return Source(name_of(find_game(name_or_path)), named, tuple(without or ()), explicit)
