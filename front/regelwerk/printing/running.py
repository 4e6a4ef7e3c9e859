"""Execution of an order: its files, from the cache or made now, with diagnostics, gaps and notes."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from regelwerk_dsl.diagnostics import Diagnostic

from ..loading import cache
from .files import Made
from .order import Order

if TYPE_CHECKING:
    from regelwerk_compiler.checked.game import CheckedGame


@dataclass(frozen=True, slots=True)
class Printout:
    """The result of an order.

    Attributes:
        files: to be written; none where there are problems that forbid it.
        diagnostics: errors in layouts and sheets, texts that do not fit.
        gaps: texts that are missing or stale in a language: `language`, `id`, `reason`, `where`.
        notes: remarks for people, which do not affect the exit status.
        failed: whether the exit status tells of a problem.
    """

    files: list[Made] = field(default_factory=list)
    diagnostics: list[Diagnostic] = field(default_factory=list)
    gaps: list[dict[str, str]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    failed: bool = False


def run_order(order: Order) -> Printout:
    """Makes what is asked for, or finds it in the cache.

    Raises:
        SourceError: the game's sources have errors.
        UsageError: there is no such sheet or card.
        InputError: there is nothing to print.
    """
    key = _key(order)
    entry = cache.read(key)
    if entry is not None:
        data, contents = entry
        heads = zip(data["files"], contents, strict=True)
        files = [Made(name, product, content, pages) for (name, product, pages), content in heads]
        return Printout(files, gaps=data["gaps"], notes=data["notes"])
    from ..loading.checked import load_checked  # what is in the cache needs no game

    found = make_files(order, load_checked(order.source))
    if not found.failed and not found.diagnostics:
        names = [(made.name, made.product, made.pages) for made in found.files]
        data = {"files": names, "gaps": found.gaps, "notes": found.notes}
        cache.write(key, data, [made.data for made in found.files])
    return found


def make_files(order: Order, game: CheckedGame) -> Printout:
    """The same from a checked game and without the cache."""
    from .making import make_all  # what draws is slow to load
    from .print_run import PrintRun

    run = PrintRun(order, game)
    gaps = run.gaps.listed()
    if gaps and not run.order.proof:
        return Printout(diagnostics=run.diagnostics.sorted(), gaps=gaps, failed=True)
    files = list(make_all(run))
    notes = run.notes + run.without_text + [run.missing_products] * bool(run.missing)
    failed = run.diagnostics.has_errors
    return Printout([] if run.is_stopped else files, run.diagnostics.sorted(), gaps, notes, failed)


def _key(order: Order) -> str:
    """A key of the cache: everything that can change the files of an order."""
    since = Path(order.changed_since)
    return order.source.key(
        "print",
        json.dumps(asdict(order), sort_keys=True),
        since.read_text(encoding="utf-8") if since.is_file() else "",
        drawn=True,
    )
