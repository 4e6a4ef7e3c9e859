"""A command line that printed before goes in; its files come out at once, when nothing has changed since.

What a line means is kept with it: to load what reads command lines takes longer than all the rest. Which game it means
is looked up anew, and the files are found as they are for every order: by all that they are made from.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from ..loading import cache
from ..loading.compilation import source_of
from . import store
from .order import Order


def keep_line(arguments: Sequence[str], game: str, order: Order, output: Path, *, json: bool) -> None:
    """Keeps what a command line means.

    Args:
        arguments: the line, without the program's name.
        game: the game as the line calls it.
        order: what is printed.
        output: the folder for the files.
        json: whether the answer is for programs.
    """
    key = _key(arguments)
    data = asdict(order)
    source = data.pop("source")
    if cache.read(key) is None:
        wishes = [list(source["variants"]), list(source["without"])]
        cache.write(key, {"game": game, "wishes": wishes, "order": data, "output": str(output), "json": json})


def print_again(arguments: Sequence[str]) -> int | None:
    """Writes the files of a command line that was kept, and tells about them.

    Returns:
        The exit status; None when the line or its files are not known: then nothing was done.

    Raises:
        UsageError: the game is no longer there.
    """
    entry = cache.read(_key(arguments))
    if entry is None:
        return None
    variants, without = entry["wishes"]
    order = Order(source_of(entry["game"], variants, without), **{k: _frozen(v) for k, v in entry["order"].items()})
    known = store.find(store.key_of(order))
    if known is None:
        return None
    from ..terminal.console import Screen
    from .reporting import report
    from .running import Printout

    files, notes, doubts = known
    printout = Printout(files, doubts=doubts, notes=notes, again=True)
    return report(printout, Path(entry["output"]), Screen(), json=entry["json"])


def _key(arguments: Sequence[str]) -> str:
    """A hash of all that a line's meaning depends on: its words, where it is said, and the version of the commands."""
    front = cache.file_marks(Path(__file__).parents[1], (".py",))
    words = json.dumps(["line", cache.FORMAT, str(Path.cwd()), list(arguments), front])
    return hashlib.sha256(words.encode()).hexdigest()


def _frozen(value: Any) -> Any:
    """JSON has lists where an order has tuples."""
    return tuple(value) if isinstance(value, list) else value
