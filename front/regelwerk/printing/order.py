"""Print orders: the game, the products and how to print them. Each option of the command line is declared here."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

import click
from regelwerk_dsl.suggest import did_you_mean

from ..errors import UsageError
from ..loading.languages import languages_help
from ..loading.source import Source
from ..terminal.options import Between, Function, complete_cards, option

PRODUCTS = ("cards", "board", "parts", "booklet")
"""The products in the order in which they are printed; the titles of their files are `product.NAME` of our words."""

ALL = "all"
BASE = "base"  # in place of a variant: the game without any
USUAL_SHEET = "a4"

ONLY = "Only these cards: keys, families, names or patterns, separated by commas."
SINCE = "Only cards that differ from OLD: a variant, `base` (without variants), a folder or a Git revision."
CHANGES = "For owners of OLD: print the cards that differ, and a leaflet that says what has changed and why."
MESSAGE = "With --changes: the reason, in your words, printed at the beginning of the leaflet."
LANGUAGES = "One language; en,de prints one after the other; en+ja puts both on each card."
HALVES = "With two languages: put each on one half of the front, so that cards keep their backs."
CARDS = ("cards",)
SHEETS = ("board", "parts")
FIT = "Make boards as large as this many pages allow: 2x1 is two side by side."
CUT = "Also write an SVG for cutting machines, with registration marks."
ICC = "Print PDF/X-4 in the inks of a press, given its ICC profile (CMYK) from the print shop."
TTS = "A table for Tabletop Simulator instead of PDFs: decks, boards, tokens, dice and rules."
HTML = "The rules as one HTML file, for phones and screens, instead of a PDF."
SIZE = "Page size of the booklet: a5 (default), half-letter, or, with two columns, square or a4."
SOURCED = "End the booklet with the documents that the rules come from, and what was filled in."
MARKS = "Do not mark cards that an erratum or variant changed."
TOGETHER = "Let cards with different backs share sheets: fewer pages, but backs must be well aligned."
STAMP = "Words in the margin of each sheet, such as a date (default: the day of SOURCE_DATE_EPOCH)."
FLIP = "The edge over which the printer flips the paper (default: that of the sheet)."


PDF = "pdf"
FORMATS = ("png", "tts", "html", "table")
"""Formats written instead of PDFs, each by the option of its name."""
DRAWN = ("cards", "board", "parts")


def _option(
    usage: str,
    value: Any,
    help: str,
    *more: Any,
    products: Collection[str] = PRODUCTS,
    formats: Collection[str] = (PDF, *FORMATS),
    **settings: Any,
) -> Any:
    """A field of an order with its default, and the `option` that sets it.

    Args:
        usage, help, more, settings: as for `option`.
        value: the default.
        products, formats: those that it affects.
    """
    if isinstance(value, bool):
        settings["flag_value"] = not value
    metadata = {
        "option": (usage, help, *more),
        "settings": {"default": value, **settings},
        "products": products,
        "formats": formats,
    }
    return field(default=value, metadata=metadata)


def _complete_sheets(_context: click.Context, _option: click.Parameter, incomplete: str) -> list[str]:
    """The bundled sheets, for completion in the shell."""
    from regelwerk_printables.sheets import bundled_sheets  # an order does without what draws

    return [name for name in bundled_sheets() if name.startswith(incomplete)]


def _read_sheets(_context: click.Context, _option: click.Parameter, wanted: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(wanted))


def _read_offset(_context: click.Context, _option: click.Parameter, wanted: str) -> tuple[float, float]:
    """`0.5,-1` as millimetres to the right and down.

    Raises:
        UsageError: these are not two lengths of at most 20 mm.
    """
    try:
        right, down = (float(part) for part in wanted.split(","))
    except ValueError:
        raise UsageError(
            f"{wanted} is not an offset", "two numbers in mm, right and down: --back-offset 0.5,-1"
        ) from None
    if not (abs(right) <= 20 and abs(down) <= 20):
        raise UsageError(f"an offset of {wanted} mm is too large", "at most 20 mm each way")
    return right, down


def _read_fit(_context: click.Context, _option: click.Parameter, wanted: str) -> tuple[int, int] | None:
    """`2x1` as numbers of pages across and down; raises UsageError if it is written differently."""
    if not wanted:
        return None
    if (found := re.fullmatch(r"([1-9])x([1-9])", wanted)) is None:
        raise UsageError(f"{wanted} is not a number of pages", "side by side x below each other, 1 to 9: --fit 2x1")
    return int(found[1]), int(found[2])


def _read_names(_context: click.Context, _option: click.Parameter, wanted: tuple[str, ...]) -> tuple[str, ...]:
    """Names separated by commas; `tile.Cell(3, b)` is one name.

    Raises:
        UsageError: there are none, for example because a shell variable is empty; that does not mean all cards.
    """
    names = tuple(name.strip() for names in wanted for name in re.split(r",(?![^()]*\))", names) if name.strip())
    if wanted and not names:
        raise UsageError("--only needs the names of cards", "for example --only 'gift,theft.*'")
    return names


@dataclass(frozen=True, slots=True)
class Order:
    """One print-out.

    Attributes:
        source: the game, with its variants.
        products: some of `PRODUCTS`, in that order.
        everything: whether products that the game does not have may be left out.
        sheets: names of sheets, one file of cards for each; () for the default.
        only: keys, families, names or patterns of cards; () for all.
        changed_since: a variant, `base`, another folder or a revision: print only cards that differ from it.
        changes: the same, with a leaflet on what has changed instead of the booklet.
        message: the reason for the changes, for that leaflet.
        languages: as on the command line, see `read_languages`.
        halves: two languages share the front of a card, instead of its two sides.
        flip: the edge over which the printer flips the paper; None for that of the sheet.
        back_offset: how far backs are moved, right and down, in mm.
        alignment: the page that shows how far backs are off, instead of products.
        bleed: the bleed in mm; None for that of the sheet.
        scale: the factor by which boards and parts are enlarged.
        fit: the number of pages, across and down, that each board fills; None for its own size.
        together: cards with different backs share sheets of paper.
        stamp: words in the margin of each sheet of paper.
        guides: draw the bleed edge and the safe area.
        cut: a cut file beside the cards, and registration marks on them.
        imposed: the booklet as sheets to fold.
        size: the page size of the booklet.
        sourced: the booklet lists the documents that the rules come from.
        marks: cards show what errata and variants changed, if their layout has marks for it.
        png, tts, html, table: pictures, a table for Tabletop Simulator, a page for screens or lists of the cards,
            instead of PDFs.
        dpi: dots per inch of pictures, in PDFs at most; None for the default.
        address: the URL from which the pictures of deck sheets are loaded; "" for the local folder.
        icc: the file with the ICC profile of the press; "" for screen colours.
        proof: mark gaps in translations instead of refusing to print.
        name: the game's own name, once it is known; used in file names.

    Raises:
        UsageError: an option has no effect on what is printed, or two options exclude each other.
    """

    source: Source
    products: tuple[str, ...]
    everything: bool = False
    sheets: tuple[str, ...] = _option(
        "--sheet NAME",
        (),
        "The sheet format (default: a4).",
        formats=(PDF,),
        multiple=True,
        callback=_read_sheets,
        shell_complete=_complete_sheets,
    )
    only: tuple[str, ...] = _option(
        "--only NAMES", (), ONLY, products=CARDS, multiple=True, callback=_read_names, shell_complete=complete_cards
    )
    changed_since: str = _option("--changed-since OLD", "", SINCE, products=CARDS)
    changes: str = _option("--changes OLD", "", CHANGES, products=("cards", "booklet"), formats=(PDF, "html"))
    message: str = _option("--message TEXT", "", MESSAGE, products=("booklet",), formats=(PDF, "html"))
    languages: str = _option("--lang LANGUAGES", "", LANGUAGES)
    halves: bool = _option("--halves", False, HALVES, products=CARDS, formats=(PDF, "png", "tts"))
    flip: str | None = _option(
        "--flip long|short", None, FLIP, click.Choice(("long", "short")), products=CARDS, formats=(PDF,)
    )
    back_offset: tuple[float, float] = _option(
        "--back-offset X,Y",
        (0, 0),
        "Shift backs by X mm to the right and Y mm down.",
        products=CARDS,
        formats=(PDF,),
        default="0,0",
        callback=_read_offset,
    )
    alignment: bool = _option("--alignment", False, "Print only the alignment page.")
    bleed: float | None = _option(
        "--bleed MM",
        None,
        "Bleed in mm (default: that of the sheet, none with --png).",
        Between(0, 5),
        products=DRAWN,
        formats=(PDF, "png"),
    )
    scale: float = _option(
        "--scale FACTOR",
        1,
        "Enlarge boards and parts by this factor.",
        Between(0.1, 5),
        products=SHEETS,
        formats=(PDF,),
    )
    fit: tuple[int, int] | None = _option(
        "--fit PAGES", None, FIT, products=("board",), formats=(PDF,), default="", callback=_read_fit
    )
    together: bool = _option("--together", False, TOGETHER, products=CARDS, formats=(PDF,))
    stamp: str = _option("--stamp TEXT", "", STAMP, products=DRAWN, formats=(PDF,))
    guides: bool = _option("--guides", False, "Draw the bleed edge and the safe area.", products=CARDS, formats=(PDF,))
    cut: bool = _option("--cut", False, CUT, products=CARDS, formats=(PDF,))
    size: str = _option("--size NAME", "a5", SIZE, products=("booklet",), formats=(PDF, "png"))
    imposed: bool = _option(
        "--imposed", False, "Impose the booklet for folding and stapling.", products=("booklet",), formats=(PDF,)
    )
    sourced: bool = _option("--sources", False, SOURCED, products=("booklet",), formats=(PDF, "png", "html"))
    marks: bool = _option("--no-marks", True, MARKS, products=DRAWN, formats=(PDF, "png", "tts"))
    png: bool = _option("--png", False, "PNG images of each card, board and part instead of PDFs.")
    dpi: int | None = _option(
        "--dpi DPI",
        None,
        "Dots per inch of images with --png, and the most for pictures in PDFs (default: 300).",
        click.IntRange(20, 1200),
        formats=(PDF, "png"),
    )
    tts: bool = _option("--tts", False, TTS)
    address: str = _option(
        "--tts-url URL", "", "With --tts: the URL of the folder (default: the local folder).", formats=("tts",)
    )
    html: bool = _option("--html", False, HTML, products=("booklet",))
    table: bool = _option("--table", False, "All cards as CSV and JSON instead of PDFs.", products=CARDS)
    icc: str = _option("--icc FILE", "", ICC, formats=(PDF,))
    proof: bool = _option("--proof", False, "Print despite texts that are missing, stale or too long, and mark them.")
    name: str = ""

    def __post_init__(self) -> None:
        formats = [name for name in FORMATS if getattr(self, name)] or [PDF]
        for usage, products, wanted in self._given():
            if not products & set(self.products):
                help = f"leave it out, or print: {', '.join(one for one in PRODUCTS if one in products)}"
                raise UsageError(f"{usage} has no effect on: {', '.join(self.products)}", help)
            if not wanted & set(formats):
                raise UsageError(*_ineffective(usage, [one for one in (PDF, *FORMATS) if one in wanted], formats))
        if self.fit is not None and self.scale != 1:
            raise UsageError("--scale and --fit exclude each other", "leave out one of them")
        if self.changes and self.changed_since:
            raise UsageError("--changes and --changed-since exclude each other", "leave out one of them")
        if self.message and not self.changes:
            raise UsageError("--message has no effect without --changes", "leave out --message, or add --changes OLD")
        if self.sheets and self.products == ("booklet",) and not self.imposed:
            raise UsageError("--sheet has no effect on the pages of a booklet", "--imposed puts them on sheets to fold")

    def without_effect_on_pictures(self) -> str:
        """The first option given that has no effect if all products become pictures; "" if there is none."""
        for usage, products, formats in self._given():
            if usage != "--sheet" and "png" not in formats and "booklet" not in products & set(self.products):
                return usage
        return ""

    def _given(self) -> Iterator[tuple[str, set[str], set[str]]]:
        """The options whose value is not the default, with the products and formats that they affect."""
        for one in fields(self):
            if one.metadata and getattr(self, one.name) != one.default:
                usage, products, formats = (one.metadata[key] for key in ("option", "products", "formats"))
                yield usage[0].split()[0], set(products), set(formats)

    @property
    def earlier(self) -> str:
        """The game that this one is compared with; "" for none."""
        return self.changes or self.changed_since

    @property
    def papers(self) -> tuple[str, ...]:
        """The names of the sheets on which cards, boards and parts are printed."""
        return self.sheets or (USUAL_SHEET,)

    @property
    def stem(self) -> str:
        """The stem of this game's file names: its name, its variants and the errata left out."""
        source = self.source
        parts = [self.name or Path(source.game).name, *map(_word, source.variants)]
        parts += [f"without-{_word(erratum)}" for erratum in source.without]
        return "-".join(parts)

    def file_name(self, product: str, language: tuple[str, ...], sheet: str = "", suffix: str = ".pdf") -> str:
        """A file name such as `market-cards-a4-en.pdf`."""
        parts = [self.stem, product]
        if product == "cards" and self.only:
            parts.append("some")
        elif product in ("cards", "changes") and self.earlier:
            parts.append(f"since-{_word(Path(self.earlier).name)}")
        parts += [sheet] if sheet else []
        parts.append("+".join(language))
        parts += ["proof"] if self.proof else []
        return "-".join(parts) + suffix


def _ineffective(usage: str, needed: Collection[str], formats: Sequence[str]) -> tuple[str, str]:
    """The message about an option that needs other formats, and what to do."""
    if PDF not in formats:
        given = " and ".join(f"--{one}" for one in formats)
        return f"{usage} has no effect with {given}", f"leave out {usage}, or {given}"
    wanted = " or ".join(f"--{one}" for one in needed)
    return f"{usage} has no effect without {wanted}", f"leave out {usage}, or add {wanted}"


def _word(name: str) -> str:
    """A variant's name with its values, or its file, as a part of a file name."""
    stem = Path(name).stem if name.endswith(".regel") else name
    return re.sub(r"[^\w.+]+", "_", stem).strip("_")


def read_products(wanted: str) -> tuple[str, ...]:
    """The products named by a word on the command line.

    Raises:
        UsageError: there is no such product.
    """
    if wanted == ALL:
        return PRODUCTS
    if wanted not in PRODUCTS:
        known = (*PRODUCTS, ALL)
        raise UsageError(f"{wanted} is not a product", did_you_mean(wanted, known) or f"one of: {', '.join(known)}")
    return (wanted,)


def read_languages(wanted: str, known: tuple[str, ...], folder: Path) -> tuple[tuple[str, ...], ...]:
    """The languages of each print-out: `de`, `en,de` (one each) or `en+ja` (both on one card); "" is the first.

    Raises:
        UsageError: the game does not have a language, or more than two would share a card.
    """
    found = (
        tuple(tuple(part.strip() for part in one.split("+")) for one in wanted.split(",")) if wanted else (known[:1],)
    )
    for one in found:
        for language in one:
            if language not in known:
                what = f"the game has no language {language or '(empty)'}"
                raise UsageError(what, languages_help(folder, language, known))
        if len(one) > 2 or len(set(one)) < len(one):
            raise UsageError(f"{'+'.join(one)}: a card has room for two languages", "for example --lang en+ja")
    return found


def order_options(function: Function) -> Function:
    """The options that set the fields of an order, under the names of these fields."""
    for one in reversed(fields(Order)):
        if one.metadata:
            function = option(*one.metadata["option"], name=one.name, **one.metadata["settings"])(function)
    return function
