"""Making of the files of an order, product by product, or of the alignment page instead."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from regelwerk_compiler.checked.game import CheckedGame
from regelwerk_dsl.collector import collector_paused
from regelwerk_printables.impose.alignment import alignment_pages

from ..errors import InputError, UsageError
from ..terminal.catalogues import own_words_note
from .order import Order
from .print_run import Language, PrintRun
from .printout import Made, Printout
from .products import booklet, cards, changes, drawn, tabletop

MAKERS: dict[str, Callable[[PrintRun, Language], Iterator[Made]]] = {
    "cards": cards.make,
    "board": partial(drawn.make, product="board"),
    "parts": partial(drawn.make, product="parts"),
    "booklet": booklet.make,
}


def make_files(order: Order, game: CheckedGame) -> Printout:
    """Makes the files of an order from a checked game, without the cache.

    Raises:
        UsageError: there is no such sheet, card, or place for cards on a sheet.
        InputError: the game does not have the products of the order.
    """
    run = PrintRun(order, game)
    if run.gaps and not order.proof:
        return Printout(diagnostics=run.diagnostics.sorted(), gaps=run.gaps, failed=True)
    files = list(make_all(run))
    own = filter(None, (own_words_note(one) for one in dict.fromkeys(one for pair in run.languages for one in pair)))
    notes = run.notes + run.without_text + [run.missing_products] * bool(run.missing) + list(own)
    return Printout(
        [] if run.is_stopped else files, run.diagnostics.sorted(), run.gaps, notes, run.diagnostics.has_errors
    )


def make_all(run: PrintRun) -> Iterator[Made]:
    """The files of the order, one by one.

    Raises:
        UsageError: there is no such sheet, card, or place for cards on a sheet.
        InputError: the game does not have the products of the order.
    """
    if run.is_stopped:
        return
    for language in run.languages:
        if run.order.alignment:
            yield from _alignment(run, language)
            continue
        if run.order.tts:
            made = list(tabletop.make(run, language))
            if not (made or run.is_stopped):
                run.missing = list(run.order.products)
            yield from made
            if not (run.order.png or run.order.table):
                continue
        for product in run.order.products:
            make = changes.make if run.order.changes and product == "booklet" else MAKERS[product]
            with collector_paused():
                made = list(make(run, language))
            if not (made or run.notes or run.is_stopped or product in run.missing):
                run.missing.append(product)
            yield from made
    all_missing = set(run.missing) == set(run.order.products)
    if run.missing and not run.is_stopped and (all_missing or not run.order.everything):
        raise InputError(
            run.missing_products,
            "layouts of boards and parts are in the game's folder `print`; the booklet is made from its chapters, "
            'declared with `chapter NAME "Title":`',
        )


def _alignment(run: PrintRun, language: Language) -> Iterator[Made]:
    for name in run.order.papers:
        sheet = run.sheet(name)
        try:
            pages = alignment_pages(sheet, language[0])
        except ValueError as error:
            raise UsageError(str(error), "--sheet a4, for example") from None
        yield run.pdf(run.order.file_name("alignment", language, name), "alignment", language, pages)
