"""`regelwerk print GAME`: cards, boards, parts and booklet on paper, from the checked game."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ..terminal.console import Screen
from ..terminal.options import GameArgument, JsonOption, VariantOption, WithoutOption, complete_cards

OUT = Path("out")


def complete_products(incomplete: str) -> list[str]:
    """The products, for the shell."""
    from ..printing.order import ALL, PRODUCTS

    return [name for name in (*PRODUCTS, ALL) if name.startswith(incomplete)]


def complete_sheets(incomplete: str) -> list[str]:
    """The sheets that come with regelwerk, for the shell."""
    from regelwerk_printables.sheets import bundled_sheets

    return [name for name in bundled_sheets() if name.startswith(incomplete)]


def print_(
    context: typer.Context,
    game: GameArgument,
    product: Annotated[
        str,
        typer.Argument(
            metavar="[cards|board|parts|booklet|all]",
            help="What to print.",
            autocompletion=complete_products,
            show_default=False,
        ),
    ] = "all",
    sheet: Annotated[
        list[str] | None,
        typer.Option(
            "--sheet",
            metavar="NAME",
            help="The paper and what lies on it; a4 without it. Repeatable.",
            show_default=False,
            autocompletion=complete_sheets,
        ),
    ] = None,
    only: Annotated[
        list[str] | None,
        typer.Option(
            "--only",
            metavar="NAMES",
            help="Only these cards: keys, families, names or patterns, with commas between. Repeatable.",
            show_default=False,
            autocompletion=complete_cards,
        ),
    ] = None,
    changed_since: Annotated[
        str,
        typer.Option(
            "--changed-since",
            metavar="VARIANT",
            help="Only cards that are other with this variant, or in the game without any: base.",
            show_default=False,
        ),
    ] = "",
    lang: Annotated[
        str,
        typer.Option(
            "--lang",
            metavar="LANGUAGES",
            help="One language; several as en,de; two on each card as en+ja.",
            show_default=False,
        ),
    ] = "",
    halves: Annotated[
        bool, typer.Option("--halves", help="Two languages share the front of a card, and it keeps its back.")
    ] = False,
    flip: Annotated[
        str,
        typer.Option(
            "--flip", metavar="long|short", help="The edge over which the printer turns the paper.", show_default=False
        ),
    ] = "",
    back_offset: Annotated[
        str,
        typer.Option(
            "--back-offset", metavar="X,Y", help="Move backs by so many mm, right and down.", show_default=False
        ),
    ] = "",
    alignment: Annotated[
        bool, typer.Option("--alignment", help="Print the page that shows how far backs are off.")
    ] = False,
    bleed: Annotated[
        float | None,
        typer.Option(
            "--bleed", metavar="MM", help="How far the print goes beyond the cut.", show_default=False, min=0, max=5
        ),
    ] = None,
    guides: Annotated[
        bool, typer.Option("--guides", help="Draw where the bleed ends, and the area in which text stays.")
    ] = False,
    cut: Annotated[
        bool, typer.Option("--cut", help="Also an SVG for a cutting machine; registration marks on the sheets.")
    ] = False,
    imposed: Annotated[bool, typer.Option("--imposed", help="The booklet as sheets to fold and staple.")] = False,
    no_marks: Annotated[
        bool, typer.Option("--no-marks", help="Cards do not show that an erratum or a variant changed them.")
    ] = False,
    png: Annotated[
        bool, typer.Option("--png", help="A picture of each card, board and part, instead of PDFs.")
    ] = False,
    dpi: Annotated[
        int, typer.Option("--dpi", metavar="DPI", help="With --png: dots per inch.", min=20, max=1200)
    ] = 300,
    tts: Annotated[bool, typer.Option("--tts", help="Decks for Tabletop Simulator, instead of PDFs.")] = False,
    tts_url: Annotated[
        str,
        typer.Option(
            "--tts-url",
            metavar="URL",
            help="With --tts: where the folder can be loaded from; without it, this machine.",
            show_default=False,
        ),
    ] = "",
    table: Annotated[bool, typer.Option("--table", help="All cards as CSV and JSON, instead of PDFs.")] = False,
    proof: Annotated[
        bool, typer.Option("--proof", help="Print in spite of texts that are missing or stale, and mark them.")
    ] = False,
    watch: Annotated[
        bool, typer.Option("--watch", help="Go on, and print anew what changes in the game's folder.")
    ] = False,
    output: Annotated[
        Path, typer.Option("-o", "--output", metavar="DIR", help="The folder for the files; without it, out.")
    ] = OUT,
    json: JsonOption = False,
    variant: VariantOption = None,
    without: WithoutOption = None,
) -> None:
    """Print a game: its cards on sheets, its board and parts, its booklet.

    Exits with 1 when a layout has mistakes, a text does not fit its box, or a translation is missing or stale.
    """
    from ..loading.compilation import source_of
    from ..printing.lines import keep_line
    from ..printing.order import ALL, USUAL_SHEET, Order, read_flip, read_offset, read_only, read_products
    from ..printing.reporting import report

    screen = Screen()
    source = source_of(game, variant, without)
    of_cards = bool(tts or table or only or changed_since)  # what goes with cards alone
    order = Order(
        source=source,
        products=("cards",) if product == ALL and of_cards else read_products(product),
        everything=product == ALL,
        languages=lang,
        sheets=tuple(dict.fromkeys(sheet or [USUAL_SHEET])),
        halves=halves,
        only=read_only(only or []),
        changed_since=changed_since,
        flip=read_flip(flip),
        back_offset=read_offset(back_offset) if back_offset else (0.0, 0.0),
        bleed=bleed,
        guides=guides,
        cut=cut and not (png or tts or table),
        alignment=alignment,
        png=png,
        tts=tts,
        table=table,
        dpi=dpi,
        address=tts_url or (output.resolve().as_uri() if tts else ""),
        imposed=imposed,
        marks=not no_marks,
        proof=proof,
    )
    if watch:
        from ..printing.watching import keep_printing

        keep_printing(order, output, screen)
        return
    from ..printing.running import run_order

    with screen.busy(f"Printing {game}"):
        printout = run_order(order)
    if context.obj and not printout.failed:
        keep_line(context.obj, game, order, output, json=json)
    raise typer.Exit(report(printout, output, screen, json=json))
