"""Print runs: an order with its game, design and sheets, and the results collected while the files are made."""

from __future__ import annotations

import io
import os
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from fnmatch import fnmatchcase
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from msgspec import structs
from regelwerk_compiler.checked.game import Card, CheckedGame
from regelwerk_compiler.model.ids import MessageId
from regelwerk_compiler.words.own import own_word
from regelwerk_dsl.data.layouts import layout_words, load_layouts
from regelwerk_dsl.diagnostics import Diagnostics, Severity
from regelwerk_dsl.disk import read_bytes
from regelwerk_dsl.suggest import did_you_mean
from regelwerk_dsl.temporary import temporary_folder
from regelwerk_printables.design import Design, load_design
from regelwerk_printables.drawing.drawing import MM_PER_INCH, Bookmark, Drawing, Mm, Page, PrintedCard, Pt
from regelwerk_printables.impose.faces import marked_page
from regelwerk_printables.impose.places import NoPlaceError
from regelwerk_printables.pdf.document import PICTURE_DPI, png_bytes, render, write_pdf
from regelwerk_printables.pdf.flat import FLAT_DPI, Flattener
from regelwerk_printables.pdf.inks import Inks, PressProfile
from regelwerk_printables.sheets import Flip, Sheet, Standard, load_sheets
from regelwerk_printables.typeset import Span, Style, set_text

from ..errors import UsageError, reason_of
from ..loading.compilation import load_checked
from ..terminal.catalogues import direction_note
from .earlier import earlier_source
from .order import Order, read_languages
from .printout import SHOWN, Gap, Made, counted_reasons


class Earlier(NamedTuple):
    """An earlier edition: its layouts, its game as cards are drawn with marks of the printed one, and its game as it
    was.
    """

    design: Design
    game: CheckedGame
    told: CheckedGame


PROSE = ("chapter", "scenario", "erratum", "variant", "table")  # kinds of messages that only the booklet shows
Language = tuple[str, ...]
SHOWN_ON_PROOFS = frozenset({"E1010", "E1011"})  # a text does not fit its box; no font has a character


@dataclass
class PrintRun:
    """The data that the products of an order share.

    Attributes:
        order: the order, with the game's own name.
        game: the checked game.
        diagnostics: all diagnostics of the run.
        design: the layouts.
        sheets: the sheets by name.
        languages: the languages of each set of files; two if they share cards.
        gaps: texts that are missing or stale in these languages.
        missing: products that the game does not have.
        notes: remarks for people, which do not affect the exit status.
        cards_without_text: family and place of each card without words for what it does, by key.
        printed_without_text: the keys of such cards that were printed.
        compared: all cards before and now, by language, once they have been compared.
    """

    order: Order
    game: CheckedGame
    diagnostics: Diagnostics = field(default_factory=Diagnostics)
    missing: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    printed_without_text: list[str] = field(default_factory=list)
    compared: dict[Language, tuple[list[PrintedCard], list[PrintedCard]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.order = replace(self.order, name=self.game.name)
        folder = self.order.source.folder
        shown = folder.as_posix()
        self.design: Design = load_design(folder, self.diagnostics, shown)
        self.design.check(self.game, self.diagnostics)
        self.sheets: Mapping[str, Sheet] = load_sheets(folder, shown, self.diagnostics)
        self.languages = read_languages(self.order.languages, self.game.languages, folder)
        if self.order.halves and not any(len(language) == 2 for language in self.languages):
            raise UsageError("--halves needs two languages to share a card", "for example --lang en+ja")
        self._refuse_directions()
        self.inks = Inks(read_press(self.order.icc)) if self.order.icc else None
        spoken = {one for language in self.languages for one in language}
        self.gaps = gaps_of(self.game, self.order, spoken, self.wanted_keys) + self._gaps_of_layouts(spoken)
        lacking = [card for card in self.game.cards if card.wording == "missing"]
        self.cards_without_text = {card.key: f"{card.family} ({card.where})" for card in lacking}

    def _refuse_directions(self) -> None:
        """Raises UsageError for a language that would be mirrored on paper; browsers and spreadsheets display it."""
        if self.order.html or self.order.table:
            return
        for one in dict.fromkeys(one for language in self.languages for one in language):
            if note := direction_note(one):
                raise UsageError(note, "booklet --html writes the rules for screens, --table a list of the cards")

    def _gaps_of_layouts(self, languages: Collection[str]) -> list[Gap]:
        """The texts of layouts that are untranslated in some languages."""
        if self.order.alignment or self.order.table:
            return []
        lacking = [(language, self.design.untranslated(self.game, language)) for language in sorted(languages)]
        if not any(names for _, names in lacking):
            return []
        layouts = layout_words(load_layouts(self.order.source.folder, Diagnostics()))
        known = self.game.printed
        return [
            Gap(
                language,
                MessageId(("print", name)),
                "fuzzy" if name in known.get(language, ()) else "missing",
                f"{self.game.name}/{layouts[name][1].where}",
            )
            for language, names in lacking
            for name in names
        ]

    @property
    def missing_products(self) -> str:
        """The products that the game does not have, in words."""
        return f"{self.game.name} has no {' and no '.join(self.missing)} to print"

    @property
    def is_stopped(self) -> bool:
        """True if errors prevent printing. A proof is printed even if texts do not fit."""
        errors = [item for item in self.diagnostics.items if item.severity is Severity.ERROR]
        return bool(errors) and not (self.order.proof and all(item.code in SHOWN_ON_PROOFS for item in errors))

    def sheet(self, name: str) -> Sheet:
        """The sheet of this name with the order's options applied; raises UsageError if there is none."""
        if name not in self.sheets:
            near = did_you_mean(name, self.sheets)
            raise UsageError(f"there is no sheet {name}", near or f"one of: {', '.join(self.sheets)}")
        sheet, order = self.sheets[name], self.order
        if sheet.png and len(order.papers) == 1 and (unused := order.without_effect_on_pictures()):
            raise UsageError(
                f"{unused} has no effect on the sheet {name}: the shop takes pictures", f"leave out {unused}"
            )
        flip = Flip(order.flip) if order.flip else sheet.flip
        return structs.replace(sheet, flip=flip, bleed=sheet.bleed if order.bleed is None else Mm(order.bleed))

    @property
    def without_text(self) -> list[str]:
        """A line for each family of cards that is printed without words for what it does."""
        keys = self.cards_without_text if "booklet" in self.order.products else self.printed_without_text
        found = dict.fromkeys(self.cards_without_text[key] for key in keys)
        return [f"printed without a text: {words} has no words for what it does, see W0707" for words in found]

    @cached_property
    def earlier(self) -> Earlier | None:
        """The game that this one is compared with; its cards are drawn with the marks of the printed game."""
        if not self.order.earlier:
            return None
        source = earlier_source(self.order, [one.name for one in self.game.variants])
        game = load_checked(source)
        same = source.folder == self.order.source.folder
        design = self.design if same else load_design(source.folder, Diagnostics(), source.folder.as_posix())
        marked = self.marked(replace(game, errata=self.game.errata, variants=self.game.variants))
        return Earlier(design, marked, game)

    @cached_property
    def wanted_keys(self) -> set[str] | None:
        """The keys of the cards to print; None for all."""
        return _named_cards(self.order.only, self.game) if self.order.only else None

    def marked(self, game: CheckedGame) -> CheckedGame:
        """The game as layouts see it: with `--no-marks`, they cannot tell which cards an erratum or variant changed."""
        if self.order.marks:
            return game
        errata, variants = (
            tuple(replace(change, changes=()) for change in changes) for changes in (game.errata, game.variants)
        )
        return replace(game, errata=errata, variants=variants)

    def title(self, language: Language) -> str:
        """The game's title; in its first language if it has no translation."""
        return self.game.own(self.game.title, language[0])

    def imprint(self, language: str) -> tuple[str, ...]:
        """The texts in the margins of sheets of paper: game, variants, version, and those of the order."""
        version = self.game.version and f"v{self.game.version}"
        variants = ", ".join(self.game.own(one.titles, language) for one in self.game.variants if one.applied)
        stamped = stamped_words(self.order.stamp) or stamp()
        return tuple(part for part in (self.title((language,)), variants, version, stamped) if part)

    def pdf(
        self,
        name: str,
        product: str,
        language: Language,
        pages: Iterable[Page],
        bookmarks: Iterable[Bookmark] = (),
        sheet: Sheet | None = None,
    ) -> Made:
        """A PDF file of these pages, named after the language, in the PDF standard of the sheet's print shop."""
        if sheet is not None and sheet.standard is Standard.X1A and self.inks is not None:
            with temporary_folder() as folder:
                flattener = Flattener(folder, self.order.dpi or FLAT_DPI, language[0])
                made = self._written(name, product, language, flattener.pages(pages), bookmarks, Standard.X1A)
            if flattener.count:
                what = f"{name}: {flattener.count} pages have something transparent, which became a picture"
                self.notes.append(f"{what} with all below it: PDF/X-1a knows no transparency")
            return made
        return self._written(name, product, language, pages, bookmarks, Standard.X4)

    def _written(
        self,
        name: str,
        product: str,
        language: Language,
        pages: Iterable[Page],
        bookmarks: Iterable[Bookmark],
        standard: Standard,
    ) -> Made:
        file = io.BytesIO()
        if self.order.proof:
            gaps = [(one, [gap for gap in self.gaps if gap.language == one]) for one in language]
            said = [f"{one}: {counted_reasons(found)}" for one, found in gaps if found]
            pages = (marked_page(page, ", ".join(["proof", *said])) for page in pages)
        count = write_pdf(
            file,
            title=f"{self.title(language)}: {own_word(language[0], f'product.{product}')}",
            language=language[0],
            pages=pages,
            bookmarks=bookmarks,
            subject=", ".join(self.order.source.changes),
            inks=self.inks,
            dpi=self.order.dpi or (PICTURE_DPI if standard is Standard.X4 else FLAT_DPI),
            standard=standard,
        )
        return Made(name, product, file.getvalue(), count)

    def pictures(
        self,
        product: str,
        drawings: Mapping[str, Drawing],
        language: Language,
        *,
        sheet: str = "",
        dpi: int = 0,
        bleed: float = 0,
    ) -> Iterator[Made]:
        """A picture of each drawing under its name, in a folder of its own; `sheet` is the name of a print shop's
        sheet.
        """
        folder = self.order.file_name(product, language, sheet, suffix="")
        dpi = self.order.dpi or dpi or PICTURE_DPI
        for name, drawing in drawings.items():
            wide, high = (round(side / MM_PER_INCH * dpi) for side in (drawing.width, drawing.height))
            if wide * high > MOST_PIXELS:
                what = f"the picture of {name} would have {wide:,} x {high:,} pixels"
                raise UsageError(what, f"at most {MOST_PIXELS:,}: choose fewer dots per inch with --dpi")
        shown = render(drawings.values(), language[0], dpi, self.order.bleed or bleed)
        for name, picture in zip(drawings, shown, strict=True):
            yield Made(f"{folder}/{name}.png", product, png_bytes(picture, dpi))


def stamped_words(words: str) -> str:
    """The words of `--stamp` on one line; raises UsageError if they cannot be printed."""
    words = " ".join(words.split())
    if len(words) > LONGEST_STAMP:
        raise UsageError("--stamp has too many words for the margin", f"at most {LONGEST_STAMP} characters")
    if missing := set_text([Span(words)], Style(Pt(6), Pt(6), "en"), Mm(1_000)).missing:
        raise UsageError(f"--stamp: no font has {' '.join(missing)}", "write it with other characters")
    return words


def stamp() -> str:
    """The day of SOURCE_DATE_EPOCH; "" if it is not set, so that output does not depend on the day of printing."""
    seconds = os.environ.get("SOURCE_DATE_EPOCH", "")
    try:
        return datetime.fromtimestamp(int(seconds), UTC).date().isoformat() if seconds else ""
    except (ValueError, OverflowError, OSError):
        help = "it holds seconds since 1970, for example $(date +%s)"
        raise UsageError(f"SOURCE_DATE_EPOCH is not a time: {seconds}", help) from None


def no_place(sheet: Sheet, error: NoPlaceError) -> UsageError:
    """The error for a sheet that cannot hold what is to be printed."""
    help = "choose another with --sheet; the game's own are in `print/sheets`"
    return UsageError(f"the sheet {sheet.name} cannot be used: {error}", help)


LONGEST_STAMP = 40
MOST_PIXELS = 250_000_000  # most pixels of a picture: a square metre at 400 dpi
LARGEST_PROFILE = 30_000_000  # bytes


def read_press(name: str) -> PressProfile:
    """The ICC profile in a file; raises UsageError if it cannot be read or is not that of a press."""
    try:
        return PressProfile.read(read_bytes(Path(name), LARGEST_PROFILE))
    except (OSError, ValueError) as error:
        help = "print shops provide such a file, for example for coated paper"
        raise UsageError(f"--icc {name}: {reason_of(error) if isinstance(error, OSError) else error}", help) from None


def _named_cards(names: Iterable[str], game: CheckedGame) -> set[str]:
    """The keys of the named cards: by key, family, name in any language, or a pattern such as `theft.*`.

    Raises:
        UsageError: a name matches no card.
    """
    known = {card.key: _known_as(card) for card in game.cards}
    found: set[str] = set()
    for name in names:
        low = name.casefold()
        keys = {key for key, words in known.items() if any(fnmatchcase(word, low) for word in words)}
        if not keys:
            words = [card.key for card in game.cards] + [card.family for card in game.cards]
            help = did_you_mean(name, words) or "a card's key, its family, or its name; regelwerk explain lists names"
            raise UsageError(f"no card is called {name}", help)
        found |= keys
    return found


def _known_as(card: Card) -> set[str]:
    return {name.casefold() for name in (card.key, card.family, *card.names.values())}


def gaps_of(game: CheckedGame, order: Order, languages: Collection[str], keys: set[str] | None) -> list[Gap]:
    """The gaps that matter for an order: printed, in its languages and products, and on the cards with these keys."""
    if order.alignment:
        return []
    elsewhere: set[MessageId] = set()  # messages that only other cards use
    if keys is not None and order.products == ("cards",):
        elsewhere = {id_ for card in game.cards for id_ in card.messages}
        elsewhere -= {id_ for card in game.cards if card.key in keys for id_ in card.messages}
    found = (
        (one, Gap(language, one.id, one.reason, one.where))
        for language, gaps in game.untranslated.items()
        if language in languages
        for one in gaps
    )
    prose = "booklet" in order.products
    return [
        gap
        for one, gap in found
        if one.printed and (prose or gap.id.kind not in PROSE) and gap.id.message not in elsewhere
    ]


def on_card(gaps: Iterable[Gap], messages: Collection[MessageId], languages: Iterable[str]) -> list[str]:
    """The remarks that a proof prints over a card with these messages, such as `fuzzy (de)`."""
    own = {(gap.language, gap.reason) for gap in gaps if gap.id.message in messages}
    return [f"{reason} ({one})" for one in languages for language, reason in sorted(own) if language == one]


def on_drawing(gaps: Iterable[Gap], messages: Collection[MessageId], language: str) -> str:
    """The same for a board or part with these texts, with the ids of some: `fuzzy (de): print.hint`."""
    found: dict[str, set[str]] = {}
    for gap in gaps:
        if gap.language == language and gap.id.message in messages:
            found.setdefault(gap.reason, set()).add(str(gap.id.message))
    words = []
    for reason, ids in sorted(found.items()):
        more = f" and {len(ids) - SHOWN} more" if len(ids) > SHOWN else ""
        words.append(f"{reason} ({language}): {', '.join(sorted(ids)[:SHOWN])}{more}")
    return "; ".join(words)
