"""Earlier states of a game to compare cards with: a variant, another folder, or a Git revision."""

from __future__ import annotations

import atexit
from collections.abc import Collection
from contextlib import ExitStack
from dataclasses import replace
from functools import cache
from pathlib import Path

from regelwerk_dsl.disk import real
from regelwerk_dsl.suggest import did_you_mean
from regelwerk_dsl.temporary import temporary_folder

from ..errors import UsageError, reason_of
from ..loading import cache as kept
from ..loading.source import MANIFEST, Source, source_of
from .order import BASE, Order
from .revisions import tree_of, unpack


def earlier_key(order: Order) -> str:
    """A hash of what an order is compared with, if its name does not determine it; "" for a variant or the base."""
    old = order.earlier
    if not old or old == BASE:
        return ""
    if is_game(old):
        return source_of(old).key(drawn=True)
    return kept.file_hash(Path(old)) or tree_of(real(order.source.folder), old)


def earlier_source(order: Order, variants: Collection[str]) -> Source:
    """The source that an order is compared with.

    Args:
        order: the order; its variants are also applied to another folder or revision.
        variants: the names of the game's variants.

    Raises:
        UsageError: there is nothing of this name.
    """
    old, source = order.earlier, order.source
    if old == BASE:
        return source_of(source.game)
    if is_game(old):
        return replace(source, game=source_of(old).game)
    folder = real(source.folder)
    if old.partition("(")[0] in variants or Path(old).is_file():
        return source_of(source.game, (old,))
    if not (tree := tree_of(folder, old)):
        help = did_you_mean(old, [BASE, *variants]) or "`base` is the game without variants"
        raise UsageError(f"{old} is neither a variant, the folder of a game, nor a revision of it in Git", help)
    return replace(source, game=str(_extracted(folder, tree)))


def is_game(name: str) -> bool:
    """True if this is a game's folder."""
    return (Path(name) / MANIFEST).is_file()


@cache
def _extracted(folder: Path, tree: str) -> Path:
    """A folder with the files of a tree, which exists until the program ends.

    Raises:
        UsageError: they are not a game's folder, or cannot be unpacked.
    """
    stack = ExitStack()
    made = stack.enter_context(temporary_folder())
    atexit.register(stack.close)
    try:
        unpack(folder, tree, made)
    except (OSError, ValueError) as error:
        reason = reason_of(error) if isinstance(error, OSError) else error
        what = f"that revision of {folder.name} cannot be unpacked: {reason}"
        raise UsageError(what, "name another one") from None
    if not is_game(str(made)):
        raise UsageError(f"that revision has no {MANIFEST} in {folder.name}", "name one that has the game there")
    return made
