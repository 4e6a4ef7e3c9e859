"""`regelwerk print GAME`: cards, boards, parts and booklet on paper, from the checked game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from ..loading.source import Source
from ..printing.order import ALL, PRODUCTS, Order, order_options, read_products
from ..printing.reporting import report
from ..printing.running import run_order
from ..terminal.console import Screen
from ..terminal.options import FILE, json_option, option, source_parameters

NAMES = (*PRODUCTS, ALL)


def complete_products(_context: click.Context, _parameter: click.Parameter, incomplete: str) -> list[str]:
    """The products, for the shell."""
    return [name for name in NAMES if name.startswith(incomplete)]


@click.command("print")
@order_options
@option("--watch", "Print again whenever a file of the game changes, until interrupted.")
@option("-o, --output DIR", "Output folder (default: out).", FILE, default="out")
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
        options["address"] = output.resolve().as_uri()
    cards_only = options["tts"] or options["table"] or options["only"] or options["changed_since"]
    products = ("cards",) if product == ALL and cards_only else read_products(product)
    order = Order(source, products, product == ALL, **options)
    if watch:
        from ..printing.watching import keep_printing  # loads the compiler and all that draws

        keep_printing(order, output, screen)
        return 0
    with screen.busy(f"Printing {source.game}"):
        printout = run_order(order)
    return report(printout, output, screen, json=json)
