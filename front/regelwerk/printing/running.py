"""An order goes in; its files come out, from an earlier run or made now, with all that is to be said about them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ..loading.compilation import checked_data
from . import store
from .files import Made
from .order import Order

if TYPE_CHECKING:
    from regelwerk_dsl.diagnostics import Diagnostic

    from .making import Workshop


@dataclass(frozen=True, slots=True)
class Printout:
    """What became of an order.

    Attributes:
        files: to be written; none where there are problems that forbid it.
        diagnostics: mistakes in layouts and sheets, texts that do not fit.
        doubts: texts that are missing or stale in a language: `language`, `id`, `reason`, `where`.
        notes: lines for people that change nothing.
        failed: whether the exit status tells of a problem.
        again: the files are those of an earlier run.
    """

    files: list[Made] = field(default_factory=list)
    diagnostics: list[Diagnostic] = field(default_factory=list)
    doubts: list[dict[str, str]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    failed: bool = False
    again: bool = False


def run_order(order: Order) -> Printout:
    """Makes what is asked for, or finds it as it was made before.

    Raises:
        SourceError: the game's sources have errors.
        UsageError: there is no such sheet or card.
        InputError: there is nothing to print.
    """
    key = store.key_of(order)
    known = store.find(key)
    if known is not None:
        files, notes, doubts = known
        return Printout(files, doubts=doubts, notes=notes, again=True)
    found = make_anew(order)
    if not found.failed and not found.diagnostics:
        store.keep(key, found.files, found.notes, found.doubts)
    return found


def make_anew(order: Order) -> Printout:
    """The same without looking for files of earlier runs."""
    from .making import Workshop

    workshop = Workshop(order, checked_data(order.source))
    return make_with(workshop)


def make_with(workshop: Workshop) -> Printout:
    """The same with a game and a design that are there already."""
    doubts = workshop.doubts.listed()
    if doubts and not workshop.order.proof:
        return Printout(diagnostics=workshop.diagnostics.sorted(), doubts=doubts, failed=True)
    files = list(workshop.make())
    failed = workshop.diagnostics.has_errors
    notes = workshop.notes + workshop.without_words + [workshop.lost] * bool(workshop.missing)
    return Printout([] if workshop.is_stopped else files, workshop.diagnostics.sorted(), doubts, notes, failed)
