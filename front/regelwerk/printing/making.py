"""An order and the checked game go in; the files come out, with what is wrong with them as diagnostics."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from regelwerk_dsl.diagnostics import Diagnostics, Severity
from regelwerk_dsl.suggest import did_you_mean
from regelwerk_printables.design import Design, Printed
from regelwerk_printables.drawing.drawing import Bookmark, Mm, Page
from regelwerk_printables.drawing.faces import PrintedCard
from regelwerk_printables.impose import Filled, NoPlaceError, Place, Settings, fill, impose, outline
from regelwerk_printables.impose.alignment import alignment_pages
from regelwerk_printables.impose.bilingual import both_sides, halves
from regelwerk_printables.impose.packing import pack
from regelwerk_printables.impose.proof import marked_page, stamped, stamped_drawing
from regelwerk_printables.impose.tiles import alone, tile
from regelwerk_printables.pdf.document import write_pdf
from regelwerk_printables.sheets import Flip, Sheet, load_sheets

from ..errors import InputError, UsageError
from ..inspect.text_boxes import texts_of_drawings
from ..loading.compilation import checked_data, source_of
from .doubtful import Doubts, counted_reasons
from .drawn import Drawn
from .files import Made
from .order import BASE, Order, read_languages
from .selecting import changed_cards, wanted_keys
from .words import product_word

Language = tuple[str, ...]
SHOWN_ON_PROOFS = frozenset({"E1010", "E1011"})  # a text does not fit its box, a character is in no font


@dataclass(slots=True)
class Workshop:
    """A game with its design and sheets, ready to make files. Diagnostics of all that is made are collected."""

    order: Order
    game: Mapping[str, Any]
    diagnostics: Diagnostics = field(default_factory=Diagnostics)
    design: Design = field(init=False)
    sheets: dict[str, Sheet] = field(init=False)
    languages: tuple[Language, ...] = field(init=False)
    doubts: Doubts = field(init=False)
    missing: list[str] = field(default_factory=list)  # products that the game does not have
    notes: list[str] = field(default_factory=list)
    wordless: dict[str, str] = field(init=False)  # cards that lack words for what they do: family and place
    lacking: list[str] = field(default_factory=list)  # those of them that are printed
    drawn: Drawn = field(default_factory=Drawn)

    def __post_init__(self) -> None:
        self.order = replace(self.order, name=str(self.game["name"]))
        folder = self.order.source.folder
        shown = folder.as_posix()
        self.design = self.drawn.design(folder, shown, self.diagnostics)
        self.design.check_languages(self.game, self.diagnostics)
        self.design.check_templates(self.game, self.diagnostics)
        self.sheets = load_sheets(folder, shown, self.diagnostics)
        self.languages = read_languages(self.order.languages, tuple(self.game["languages"]))
        if self.order.halves and not any(len(language) == 2 for language in self.languages):
            raise UsageError("--halves needs two languages to share a card", "for example --lang en+ja")
        self.doubts = Doubts.of(self.game, self.order, self.languages, self._keys)
        lacking = [card for card in self.game["cards"] if card["wording"] == "missing"]
        self.wordless = {card["key"]: f"{card['family']} ({card['where']})" for card in lacking}

    def make(self) -> Iterator[Made]:
        """The files of the order, one by one.

        Raises:
            UsageError: there is no such sheet, card, or place for cards on a sheet.
            InputError: the game does not have what is to be printed.
        """
        if self.is_stopped:
            return
        for language in self.languages:
            if self.order.alignment:
                yield from self._alignment(language)
                continue
            for product in self.order.products:
                made = list(self._makers[product](self, language))
                if not (made or self.notes or self.is_stopped or product in self.missing):
                    self.missing.append(product)
                yield from made
        all_missing = set(self.missing) == set(self.order.products)
        if self.missing and not self.is_stopped and (all_missing or not self.order.everything):
            raise InputError(
                self.lost,
                "layouts of boards and parts lie in the game's folder `print`, the booklet is made of its chapters",
            )

    @property
    def lost(self) -> str:
        """What the game does not have, in words."""
        return f"{self.game['name']} has no {' and no '.join(self.missing)} to print"

    @property
    def is_stopped(self) -> bool:
        """Whether mistakes forbid to print. A proof is there to show texts that do not fit."""
        errors = [item for item in self.diagnostics.items if item.severity is Severity.ERROR]
        return bool(errors) and not (self.order.proof and all(item.code in SHOWN_ON_PROOFS for item in errors))

    def sheet(self, name: str) -> Sheet:
        """The sheet of a name; raises UsageError when there is none."""
        if name not in self.sheets:
            near = did_you_mean(name, self.sheets)
            raise UsageError(f"there is no sheet {name}", near or f"one of: {', '.join(self.sheets)}")
        return self.sheets[name]

    # ---- cards -------------------------------------------------------------------------------------------------------

    def cards(self, language: Language) -> list[PrintedCard]:
        """The cards of a print-out: those that are wanted, in one language or in two, marked on a proof."""
        found = self._joined(
            [
                self.drawn.cards(self.design, self._marked(self.game), one, self._keys, self.diagnostics)
                for one in language
            ]
        )
        order = self.order
        if order.changed_since:
            other = self._other_game()
            draw = partial(self.design.cards, other, diagnostics=self.diagnostics)
            known = {card["key"] for card in other["cards"]}
            keys = None if self._keys is None else self._keys & known
            found = changed_cards(found, self._joined([draw(language=one, only=keys) for one in language]))
            if not found:
                self.notes.append(f"{language[0]}: no card differs from {order.changed_since}; nothing to print")
        self.lacking += [card.key for card in found if card.key in self.wordless]
        if order.proof:
            found = [stamped(card, words) if (words := self._doubt_of(card, language)) else card for card in found]
        return found

    def _doubt_of(self, card: PrintedCard, language: Language) -> str:
        words = self.doubts.of_card(card, language)
        if card.key in self.wordless:
            words += ", no words" if words else "no words"
        return words

    @property
    def without_words(self) -> list[str]:
        """A line for people on each family of cards that is printed without the words for what it does."""
        keys = self.wordless if "booklet" in self.order.products else self.lacking
        found = dict.fromkeys(self.wordless[key] for key in keys)
        return [f"printed without a text: {words} does something that has no words, see W0707" for words in found]

    @property
    def _keys(self) -> set[str] | None:
        """The keys of the cards that are wanted; None for all."""
        return wanted_keys(self.order.only, self.game) if self.order.only else None

    def _joined(self, cards: Sequence[list[PrintedCard]]) -> list[PrintedCard]:
        """The cards of one or two languages as one set."""
        if len(cards) == 1 or self.is_stopped:
            return cards[0]
        return list((halves if self.order.halves else both_sides)(*cards))

    def _other_game(self) -> Mapping[str, Any]:
        """The game that the cards are compared with; what is marked on every card is taken from this one."""
        since = self.order.changed_since
        source = source_of(self.order.source.game, () if since == BASE else (since,))
        other = checked_data(source)
        return self._marked(
            {**other, **{key: self.game[key] for key in ("chosen", "errata", "variants") if key in self.game}}
        )

    def _marked(self, game: Mapping[str, Any]) -> Mapping[str, Any]:
        """The game as layouts see it: without marks, nothing tells them which cards an erratum or variant changed."""
        if self.order.marks:
            return game
        kinds = ("errata", "variants")
        return {**game, **{kind: [{**change, "changes": []} for change in game[kind]] for kind in kinds}}

    def _labels(self, language: str) -> dict[str, str]:
        """How people call the card types."""
        return {kind["name"]: kind["labels"].get(language) or kind["label"] for kind in self.game["card_types"]}

    def _settings(self) -> Settings:
        order = self.order
        right, down = order.back_offset
        return Settings(
            flip=Flip(order.flip) if order.flip else None,
            back_offset=(Mm(right), Mm(down)),
            bleed=None if order.bleed is None else Mm(order.bleed),
            guides=order.guides,
            registration=order.cut,
        )

    def _make_cards(self, language: Language) -> Iterator[Made]:
        from .images import card_pictures, card_tables, deck_files

        order = self.order
        cards = [card for card in self.cards(language) if card.copies]
        if self.is_stopped or not cards:
            return
        if order.table:
            yield from card_tables(order, self.game, cards, language)
        if order.tts:
            yield from deck_files(order, self._title(language), cards, language, self._labels(language[0]))
        if order.png:
            yield from card_pictures(order, cards, language)
        if not (order.table or order.tts or order.png):
            for name in order.sheets:
                yield from self._sheets_of_cards(cards, self.sheet(name), language)

    def _sheets_of_cards(self, cards: Sequence[PrintedCard], sheet: Sheet, language: Language) -> Iterator[Made]:
        from regelwerk_printables.export.cut_file import cut_file

        settings = self._settings()
        try:
            yield self.pdf(
                self.order.file_name("cards", language, sheet.name),
                "cards",
                language,
                impose(cards, sheet, settings),
                lambda: outline(cards, sheet, settings, self._labels(language[0])),
            )
            if self.order.cut:
                alike = _alike(fill(cards, sheet, settings))
                for number, (filled, pages) in enumerate(alike, 1):
                    ending = f"-cut-{number}.svg" if len(alike) > 1 else "-cut.svg"
                    name = self.order.file_name("cards", language, sheet.name, ending)
                    yield Made(name, "cards", cut_file(filled, sheet, pages).encode())
        except NoPlaceError as error:
            help = "regelwerk print --help tells how to choose another sheet; a game's own lie in `print/sheets`"
            raise UsageError(f"the sheet {sheet.name} does not do: {error}", help) from None

    # ---- board, parts, booklet ---------------------------------------------------------------------------------------

    def _make_board(self, language: Language) -> Iterator[Made]:
        yield from self._make_drawn("board", language, self.design.boards)

    def _make_parts(self, language: Language) -> Iterator[Made]:
        yield from self._make_drawn("parts", language, self.design.parts)

    def _make_drawn(
        self, product: str, language: Language, draw: Callable[[Mapping[str, Any], str, Diagnostics], list[Printed]]
    ) -> Iterator[Made]:
        from .images import drawn_pictures

        for one in language:
            drawn = self._proofs(draw(self._marked(self.game), one, self.diagnostics), one)
            if self.is_stopped or not drawn:
                return
            if self.order.png:
                yield from drawn_pictures(self.order, product, drawn, one)
                continue
            for name in self.order.sheets:
                sheet = self.sheet(name)
                pages, bookmarks = _on_paper(drawn, sheet, self.order.bleed, share=product == "parts")
                title = self.order.file_name(product, (one,), sheet.name)
                yield self.pdf(title, product, (one,), pages, lambda found=bookmarks: found)  # type: ignore[misc]

    def _proofs(self, drawn: list[Printed], language: str) -> list[Printed]:
        """Boards or parts as a proof shows them: those with texts in doubt say so."""
        if not (self.order.proof and self.doubts.found.get(language)):
            return drawn
        shown = texts_of_drawings(self.design, self.game)
        found = []
        for printed in drawn:
            name = next((name for name in shown if printed.name.rpartition("-")[0] == name), printed.name)
            words = self.doubts.of_texts(shown.get(name, ()), language)
            found.append(replace(printed, drawing=stamped_drawing(printed.drawing, words)) if words else printed)
        return found

    def _make_booklet(self, language: Language) -> Iterator[Made]:
        from .booklets import booklet_files

        for one in language:
            yield from booklet_files(self, one)

    def _alignment(self, language: Language) -> Iterator[Made]:
        for name in self.order.sheets:
            sheet = self.sheet(name)
            try:
                pages = alignment_pages(sheet, language[0], Flip(self.order.flip) if self.order.flip else None)
            except ValueError as error:
                raise UsageError(str(error), "--sheet a4, for example") from None
            yield self.pdf(self.order.file_name("alignment", language, name), "alignment", language, pages)

    # ---- files -------------------------------------------------------------------------------------------------------

    def _title(self, language: Language) -> str:
        titles = self.game["title"]
        return str(titles.get(language[0]) or next(iter(titles.values())))

    def pdf(
        self,
        name: str,
        product: str,
        language: Language,
        pages: Iterable[Page],
        bookmarks: Callable[[], Iterable[Bookmark]] = tuple,
    ) -> Made:
        """A PDF file of these pages, named in the language's words."""
        file = io.BytesIO()
        if self.order.proof:
            said = [
                f"{one}: {counted_reasons(doubts)}" for one in language if (doubts := self.doubts.found.get(one, ()))
            ]
            pages = (marked_page(page, ", ".join(["proof", *said])) for page in pages)
        count = write_pdf(
            file,
            title=f"{self._title(language)}: {product_word(product, language[0])}",
            language=language[0],
            pages=pages,
            bookmarks=bookmarks(),
            subject=", ".join((*self.order.source.variants, *(f"without {one}" for one in self.order.source.without))),
        )
        return Made(name, product, file.getvalue(), count)

    _makers = {"cards": _make_cards, "board": _make_board, "parts": _make_parts, "booklet": _make_booklet}  # noqa: RUF012


def _alike(sheets: Iterable[Filled]) -> list[tuple[Filled, list[int]]]:
    """Sheets of paper on which the fronts lie in other places, each with all pages that are cut as it is."""
    found: dict[tuple[Place, ...], tuple[Filled, list[int]]] = {}
    page = 1
    for one in sheets:
        found.setdefault(one.fronts, (one, []))[1].append(page)
        page += one.pages
    return list(found.values())


def _on_paper(
    drawn: Sequence[Printed], sheet: Sheet, wanted: float | None, share: bool
) -> tuple[list[Page], list[Bookmark]]:
    """The pages of boards or parts, all copies, and a bookmark for each.

    On a sheet's paper large ones come in pieces, and small ones can share pages; without paper each has a page of its
    size, with its bleed.
    """
    bleed = sheet.bleed if wanted is None else Mm(wanted)
    copies = [printed for printed in drawn for _ in range(printed.copies)]
    if sheet.paper is not None and share:
        pages, at = pack([printed.drawing for printed in copies], sheet.paper)
    else:
        pages, at = [], []
        for printed in copies:
            at.append(len(pages))
            pages += tile(printed.drawing, sheet.paper, bleed=bleed) if sheet.paper else [alone(printed.drawing, bleed)]
    first = {printed.name: page for printed, page in reversed(list(zip(copies, at, strict=True)))}
    found = [Bookmark(printed.title, 0, first[printed.name]) for printed in drawn if printed.name in first]
    return pages, sorted(found, key=lambda bookmark: bookmark.page)
