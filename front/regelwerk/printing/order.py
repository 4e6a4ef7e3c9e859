"""Print orders: what is printed, from which game, and how. Each option of the command line is declared here, once."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from regelwerk_dsl.suggest import did_you_mean

from ..errors import UsageError
from ..loading.source import Source

PRODUCTS = ("cards", "board", "parts", "booklet")
"""The products in the order in which they are printed; the titles of their files are `product.NAME` of our words."""

ALL = "all"
BASE = "base"  # in place of a variant: the game without any
USUAL_SHEET = "a4"


@dataclass(frozen=True, slots=True)
class Option:
    """An option of the command line that sets a field of an order.

    Attributes:
        flag: as it is typed.
        help: one line.
        metavar: how help calls the value.
        kind: the type of the value as it is typed.
        default: the value without the option.
        read: turns that value into the field's, or raises UsageError.
        least, most: limits of a number.
    """

    flag: str
    help: str
    metavar: str | None = None
    kind: Any = bool
    default: Any = False
    read: Callable[[Any], Any] = lambda value: value
    least: float | None = None
    most: float | None = None


def _option(
    flag: str, help: str, metavar: str | None = None, kind: Any = bool, default: Any = False, **more: Any
) -> Any:
    """A field of an order that an option sets."""
    option = Option(flag, help, metavar, kind, default, **more)
    return field(default=option.read(default), metadata={"option": option})


def read_offset(wanted: str) -> tuple[float, float]:
    """`0.5,-1` as millimetres to the right and down; "" is none.

    Raises:
        UsageError: these are not two lengths of at most 20 mm.
    """
    try:
        right, down = (float(part) for part in (wanted or "0,0").split(","))
    except ValueError:
        raise UsageError(f"{wanted} is no offset", "two numbers in mm, right and down: --back-offset 0.5,-1") from None
    if not (abs(right) <= 20 and abs(down) <= 20):
        raise UsageError(f"an offset of {wanted} mm is more than any printer is off", "at most 20 mm each way")
    return right, down


def read_only(wanted: Sequence[str] | None) -> tuple[str, ...]:
    """Names with commas between.

    Raises:
        UsageError: there is none, as from an empty variable of a shell; that is no wish for all cards.
    """
    names = tuple(name.strip() for names in wanted or () for name in names.split(",") if name.strip())
    if wanted and not names:
        raise UsageError("--only needs the names of cards", "for example --only 'gift,theft.*'")
    return names


def read_flip(wanted: str) -> str:
    """`long`, `short` or "".

    Raises:
        UsageError: it is something else.
    """
    if wanted not in ("", "long", "short"):
        raise UsageError(f"the paper is not turned over its {wanted} edge", "--flip long or --flip short")
    return wanted


def _read_sheets(wanted: Sequence[str] | None) -> tuple[str, ...]:
    return tuple(dict.fromkeys(wanted or [USUAL_SHEET]))


Texts = list[str] | None


@dataclass(frozen=True, slots=True)
class Order:
    """One print-out.

    Attributes:
        source: the game, with its variants.
        products: of `PRODUCTS`, in their order.
        everything: whether products that the game does not have may be left out.
        sheets: names of sheets; one file of cards for each.
        only: keys, families, names or patterns of cards; none for all.
        changed_since: a variant, or `base`: only cards that differ from it.
        languages: as on the command line, see `read_languages`.
        halves: two languages share the front of a card, instead of its sides.
        flip: the edge over which the printer turns the paper, or "".
        back_offset: how far backs are moved, right and down, in mm.
        alignment: the page that shows how far backs are off, instead of products.
        bleed: how far the print goes beyond the edges, in mm; None as the sheet says.
        guides: draw where the bleed ends and where text stays.
        cut: a cut file beside the cards, and registration marks on them.
        imposed: the booklet as sheets to fold.
        marks: cards show what errata and variants changed, as far as their layout has marks for it.
        png, tts, table: pictures, deck sheets or lists of the cards, instead of PDFs.
        dpi: dots per inch of pictures.
        address: where the pictures of deck sheets can be loaded from; "" for this machine.
        proof: gaps in translations are marked, and do not stop the print-out.
        name: the game's own name, once it is known; files are called after it.

    Raises:
        UsageError: a cut file is asked for where no sheets are printed.
    """

    source: Source
    products: tuple[str, ...]
    everything: bool = False
    sheets: tuple[str, ...] = _option(
        "--sheet", "The paper and what lies on it; a4 without it. Repeatable.", "NAME", Texts, None, read=_read_sheets
    )
    only: tuple[str, ...] = _option(
        "--only",
        "Only these cards: keys, families, names or patterns, with commas between. Repeatable.",
        "NAMES",
        Texts,
        None,
        read=read_only,
    )
    changed_since: str = _option(
        "--changed-since",
        "Only cards that differ from VARIANT, or from the game without any: base.",
        "VARIANT",
        str,
        "",
    )
    languages: str = _option(
        "--lang", "One language; several as en,de; two on each card as en+ja.", "LANGUAGES", str, ""
    )
    halves: bool = _option("--halves", "Two languages share the front of a card, and it keeps its back.")
    flip: str = _option(
        "--flip", "The edge over which the printer turns the paper.", "long|short", str, "", read=read_flip
    )
    back_offset: tuple[float, float] = _option(
        "--back-offset", "Move backs by so many mm, right and down.", "X,Y", str, "", read=read_offset
    )
    alignment: bool = _option("--alignment", "Print the page that shows how far backs are off.")
    bleed: float | None = _option(
        "--bleed", "How far the print goes beyond the cut.", "MM", float | None, None, least=0, most=5
    )
    guides: bool = _option("--guides", "Draw where the bleed ends, and the area in which text stays.")
    cut: bool = _option("--cut", "Also an SVG for a cutting machine; registration marks on the sheets.")
    imposed: bool = _option("--imposed", "The booklet as sheets to fold and staple.")
    marks: bool = _option(
        "--no-marks", "Cards do not show that an erratum or a variant changed them.", read=lambda without: not without
    )
    png: bool = _option("--png", "A picture of each card, board and part, instead of PDFs.")
    dpi: int = _option("--dpi", "With --png: dots per inch.", "DPI", int, 300, least=20, most=1200)
    tts: bool = _option("--tts", "Decks for Tabletop Simulator, instead of PDFs.")
    address: str = _option(
        "--tts-url", "With --tts: where the folder can be loaded from; without it, this machine.", "URL", str, ""
    )
    table: bool = _option("--table", "All cards as CSV and JSON, instead of PDFs.")
    proof: bool = _option("--proof", "Print in spite of texts that are missing or stale, and mark them.")
    name: str = ""

    def __post_init__(self) -> None:
        if self.cut and (self.png or self.tts or self.table):
            raise UsageError("--cut goes with cards on sheets", "leave out --cut, or else --png, --tts and --table")

    @property
    def stem(self) -> str:
        """How files of this game are called: its name, with its variants and missing errata."""
        source = self.source
        parts = [self.name or Path(source.game).name, *map(_word, source.variants)]
        parts += [f"without-{_word(erratum)}" for erratum in source.without]
        return "-".join(parts)

    def file_name(self, product: str, language: tuple[str, ...], sheet: str = "", suffix: str = ".pdf") -> str:
        """Such as `market-cards-a4-en.pdf`."""
        parts = [self.stem, product]
        if product == "cards" and (self.only or self.changed_since):
            parts.append("some" if self.only else f"since-{_word(self.changed_since)}")
        parts += [sheet] if sheet else []
        parts.append("+".join(language))
        parts += ["proof"] if self.proof else []
        return "-".join(parts) + suffix


def _word(name: str) -> str:
    """A variant's name, with its values, or its file, as a part of a file's name."""
    stem = Path(name).stem if name.endswith(".regel") else name
    return re.sub(r"[^\w.+]+", "_", stem).strip("_")


def read_products(wanted: str) -> tuple[str, ...]:
    """The products that a word on the command line means.

    Raises:
        UsageError: there is no such product.
    """
    if wanted == ALL:
        return PRODUCTS
    if wanted not in PRODUCTS:
        known = (*PRODUCTS, ALL)
        raise UsageError(
            f"nothing called {wanted} is printed", did_you_mean(wanted, known) or f"one of: {', '.join(known)}"
        )
    return (wanted,)


def read_languages(wanted: str, known: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """`de`, `en,de` (one print-out each) or `en+ja` (both on one card); "" is the game's first language.

    Raises:
        UsageError: the game does not have a language, or more than two would share a card.
    """
    found = (
        tuple(tuple(part.strip() for part in one.split("+")) for one in wanted.split(",")) if wanted else (known[:1],)
    )
    for one in found:
        for language in one:
            if language not in known:
                raise UsageError(f"the game has no language {language or '(empty)'}", f"it has {', '.join(known)}")
        if len(one) > 2 or len(set(one)) < len(one):
            raise UsageError(f"{'+'.join(one)}: a card has room for two languages", "for example --lang en+ja")
    return found


OPTIONS: dict[str, Option] = {one.name: one.metadata["option"] for one in fields(Order) if "option" in one.metadata}
"""The options of the command line by the fields that they set."""
