"""`regelwerk print GAME`: cards, boards, parts and booklet on paper, from the checked game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from inspect import Parameter, signature
from pathlib import Path
from typing import Annotated, Any

import typer

from ..loading.source import source_of
from ..printing.order import ALL, OPTIONS, PRODUCTS, Order, read_products
from ..printing.reporting import report
from ..printing.running import run_order
from ..terminal.console import Screen
from ..terminal.options import GameArgument, JsonOption, VariantOption, WithoutOption, complete_cards


def complete_products(incomplete: str) -> list[str]:
    """The products, for the shell."""
    return [name for name in (*PRODUCTS, ALL) if name.startswith(incomplete)]


def complete_sheets(incomplete: str) -> list[str]:
    """The sheets that come with regelwerk, for the shell."""
    from regelwerk_printables.sheets import bundled_sheets  # a completing shell must not wait for what draws

    return [name for name in bundled_sheets() if name.startswith(incomplete)]


COMPLETED: dict[str, Callable[..., list[str]]] = {"sheets": complete_sheets, "only": complete_cards}


def print_(
    game: GameArgument,
    product: Annotated[
        str,
        typer.Argument(
            metavar=f"[{'|'.join((*PRODUCTS, ALL))}]",
            help="What to print.",
            autocompletion=complete_products,
            show_default=False,
        ),
    ] = ALL,
    watch: Annotated[
        bool, typer.Option("--watch", help="Go on, and print anew what changes in the game's folder.")
    ] = False,
    output: Annotated[
        Path, typer.Option("-o", "--output", metavar="DIR", help="The folder for the files; without it, out.")
    ] = Path("out"),
    json: JsonOption = False,
    variant: VariantOption = None,
    without: WithoutOption = None,
    **options: Any,
) -> None:
    """Print a game: its cards on sheets, its board and parts, its booklet.

    Exits with 1 when a layout has mistakes, a text does not fit its box, or a translation is missing or stale.
    """
    screen = Screen()
    source = source_of(game, variant, without)
    how = {name: option.read(options[name]) for name, option in OPTIONS.items()}
    if how["tts"] and not how["address"]:
        how["address"] = output.resolve().as_uri()
    of_cards = how["tts"] or how["table"] or how["only"] or how["changed_since"]  # what goes with cards alone
    products = ("cards",) if product == ALL and of_cards else read_products(product)
    order = Order(source, products, product == ALL, **how)
    if watch:
        from ..printing.watching import keep_printing  # loads the compiler and all that draws

        keep_printing(order, output, screen)
        return
    with screen.busy(f"Printing {game}"):
        printout = run_order(order)
    raise typer.Exit(report(printout, output, screen, json=json))


def _parameters() -> Iterator[Parameter]:
    """The parameters of `print_`, with those that the fields of an order declare in place of `options`."""
    own = [one for one in signature(print_, eval_str=True).parameters.values() if one.kind != Parameter.VAR_KEYWORD]
    yield from own[:2]
    for name, option in OPTIONS.items():
        declared = typer.Option(
            option.flag,
            metavar=option.metavar,
            help=option.help,
            min=option.least,
            max=option.most,
            show_default=bool(option.default),
            autocompletion=COMPLETED.get(name),
        )
        yield Parameter(
            name,
            Parameter.POSITIONAL_OR_KEYWORD,
            default=option.default,
            annotation=Annotated[option.kind, declared],
        )
    yield from own[2:]


print_.__signature__ = signature(print_).replace(parameters=list(_parameters()))  # type: ignore[attr-defined]
print_.__annotations__ = {one.name: one.annotation for one in _parameters()}
