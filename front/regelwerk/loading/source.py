"""Sources: a game's folder with the options that change what is compiled from it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
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

    @property
    def is_changed(self) -> bool:
        """Whether variants are applied or errata left out."""
        return bool(self.variants or self.without)

    @property
    def changes(self) -> list[str]:
        """The variants and the missing errata, for people."""
        variants = [variant.replace("\\", "/").rsplit("/", 1)[-1] for variant in self.variants]
        return variants + [f"without {erratum}" for erratum in self.without]

    @property
    def base(self) -> Source:
        """The game without variants and with all errata."""
        return replace(self, variants=(), without=())

    def key(self, *more: str, drawn: bool = False) -> str:
        """What is compiled, and from which texts, as a key of the cache.

        Args:
            more: tells apart what is made from it.
            drawn: whether that depends on layouts too.
        """
        files = [Path(name).read_text(encoding="utf-8") for name in self.variants if Path(name).is_file()]
        options = [*self.variants, "without", *self.without, str(self.explicit), "files", *files, *more]
        return cache.content_hash(self.folder.resolve(), options, drawn)


def source_of(
    name_or_path: str | Path,
    variants: Iterable[str] | None = None,
    without: Iterable[str] | None = None,
    explicit: bool = False,
) -> Source:
    """The source that a request means; variants that are files become whole paths."""
    named = tuple(str(Path(variant).resolve()) if Path(variant).is_file() else variant for variant in variants or ())
    return Source(name_of(find_game(name_or_path)), named, tuple(without or ()), explicit)
