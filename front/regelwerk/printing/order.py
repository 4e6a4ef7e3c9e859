"""What a command line asks to be printed, as data: products, sheets, languages, which cards, and how."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from ..errors import UsageError
from ..loading.compilation import Source

PRODUCTS = ("cards", "board", "parts", "booklet")
ALL = "all"
BASE = "base"  # in place of a variant: the game without any
USUAL_SHEET = "a4"
USUAL_DPI = 300


@dataclass(frozen=True, slots=True)
class Order:
    """One print-out.

    Attributes:
        source: the game, with its variants.
        products: of `PRODUCTS`, in their order.
        everything: whether products that the game does not have may be left out.
        sheets: names of sheets; one file of cards for each.
        languages: as on the command line, see `read_languages`.
        halves: two languages share the front of a card, instead of its sides.
        only: keys, families, names or patterns of cards; none for all.
        changed_since: a variant, or `base`: only cards that are other there.
        flip: the edge over which the printer turns the paper, or "".
        back_offset: how far backs are moved, right and down, in mm.
        bleed: how far the print goes beyond the edges, in mm; None as the sheet says.
        guides: draw where the bleed ends and where text stays.
        cut: a cut file beside the cards, and registration marks on them.
        alignment: the page that shows how far backs are off, instead of products.
        png, tts, table: pictures, deck sheets or lists of the cards, instead of PDFs.
        dpi: dots per inch of pictures.
        address: where the pictures of deck sheets can be loaded from; "" for this machine.
        imposed: the booklet as sheets to fold.
        marks: cards show what errata and variants changed, as far as their layout has marks for it.
        proof: texts in doubt are marked, and do not stop the print-out.
        name: the game's own name, once it is known; files are called after it.
    """

    source: Source
    products: tuple[str, ...]
    languages: str = ""
    everything: bool = False
    sheets: tuple[str, ...] = (USUAL_SHEET,)
    halves: bool = False
    only: tuple[str, ...] = ()
    changed_since: str = ""
    flip: str = ""
    back_offset: tuple[float, float] = (0.0, 0.0)
    bleed: float | None = None
    guides: bool = False
    cut: bool = False
    alignment: bool = False
    png: bool = False
    tts: bool = False
    table: bool = False
    dpi: int = USUAL_DPI
    address: str = ""
    imposed: bool = False
    marks: bool = True
    proof: bool = False
    name: str = ""

    def to_data(self) -> dict[str, Any]:
        """The order as plain data; two orders with equal data print the same."""
        return asdict(self)

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
    from regelwerk_dsl.suggest import did_you_mean

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


def read_offset(wanted: str) -> tuple[float, float]:
    """`0.5,-1` as millimetres to the right and down.

    Raises:
        UsageError: these are not two lengths of at most 20 mm.
    """
    try:
        right, down = (float(part) for part in wanted.split(","))
    except ValueError:
        raise UsageError(f"{wanted} is no offset", "two numbers in mm, right and down: --back-offset 0.5,-1") from None
    if not (abs(right) <= 20 and abs(down) <= 20):
        raise UsageError(f"an offset of {wanted} mm is more than any printer is off", "at most 20 mm each way")
    return right, down


def read_only(wanted: Sequence[str]) -> tuple[str, ...]:
    """Names with commas between.

    Raises:
        UsageError: there is none, as from an empty variable of a shell; that is no wish for all cards.
    """
    names = tuple(name.strip() for names in wanted for name in names.split(",") if name.strip())
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
