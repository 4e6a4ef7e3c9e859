"""`regelwerk print GAME`: cards, boards, parts and booklet on paper, from the checked game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
from regelwerk_dsl.disk import real

from ..loading import cache
from ..loading.source import Source
from ..printing.earlier import earlier_key
from ..printing.order import ALL, PRODUCTS, Order, order_options, read_products
from ..printing.printout import Gap, Made, Printout, report
from ..terminal.console import Screen
from ..terminal.options import FOLDER, json_option, option, source_parameters

NAMES = (*PRODUCTS, ALL)


def complete_products(_context: click.Context, _parameter: click.Parameter, incomplete: str) -> list[str]:
    """The products, for completion in the shell."""
    return [name for name in NAMES if name.startswith(incomplete)]


@click.command("print")
@order_options
@option("--watch", "Print again whenever a file of the game changes, until interrupted.")
@option("-o, --output DIR", "Output folder (default: out).", FOLDER, default="out")
@json_option
@source_parameters
@click.argument(
    "product", metavar=f"[{'|'.join(NAMES)}]", default=ALL, help="What to print.", shell_complete=complete_products
)
def print_(source: Source, product: str, watch: bool, output: Path, json: bool, **options: Any) -> int:
    """Write PDFs to cut out, fold and play with.

    Exits with 1 if a layout has errors, a text does not fit its box, or a text is missing or stale in the printed
    language.
    """
    screen = Screen()
    if options["tts"] and not options["address"]:
        options["address"] = real(output).as_uri()
    cards_only = options["table"] or options["only"] or options["changed_since"]
    wanted = "cards" if cards_only else "booklet" if options["html"] else ALL
    products = read_products(wanted if product == ALL else product)
    if options["changes"] and products == PRODUCTS:
        products = ("cards", "booklet")
    order = Order(source, products, product == ALL, **options)
    if watch:
        from ..printing.watching import keep_printing  # loads the compiler and all that draws

        keep_printing(order, output, screen)
        return 0
    with screen.busy(f"Printing {source.game}"):
        printout = _run(order)
    return report(printout, output, screen, json=json)


def _run(order: Order) -> Printout:
    """Make the files of the order, or find them in the cache.

    Raises:
        SourceError: the game's sources have errors.
        UsageError: there is no such sheet or card.
        InputError: there is nothing to print.
    """
    key = order.source.key("print", repr(order), earlier_key(order), drawn=True)
    entry = cache.read(key)
    if entry is not None:
        data, contents = entry
        heads = zip(data["files"], contents, strict=True)
        files = [Made(name, product, content, pages) for (name, product, pages), content in heads]
        return Printout(files, gaps=[*map(_gap, data["gaps"])], notes=data["notes"])
    from ..loading.compilation import load_checked  # cached files need no game
    from ..printing.making import make_files  # drawing is slow to load

    found = make_files(order, load_checked(order.source))
    if not found.failed and not found.diagnostics:
        names = [(made.name, made.product, made.pages) for made in found.files]
        data = {"files": names, "gaps": [gap.data for gap in found.gaps], "notes": found.notes}
        cache.write(key, data, [made.data for made in found.files])
    return found


def _gap(data: dict[str, str]) -> Gap:
    """The gap whose `Gap.data` this is."""
    from regelwerk_compiler.model.ids import MessageId  # most print-outs lack no text

    return Gap(data["language"], MessageId.parse(data["id"]), data["reason"], data["where"])
