"""Tables for Tabletop Simulator: decks, boards, mats, tokens, dice and rules in one saved game, and their pictures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from PIL import ImageChops
from regelwerk_compiler.model.types import MemberType
from regelwerk_compiler.words.own import own_word
from regelwerk_printables.booklet.content.facts import Facts
from regelwerk_printables.design.pieces import pieces
from regelwerk_printables.design.session import Printed
from regelwerk_printables.drawing.drawing import MM_PER_INCH, Drawing, Group, Mm
from regelwerk_printables.drawing.extent import Cutter
from regelwerk_printables.export import notebook
from regelwerk_printables.export.tabletop import (
    WIDEST,
    Thing,
    bag,
    deck_sheets,
    decks,
    die,
    pictures,
    rulebook,
    saved_table,
    tile,
)
from regelwerk_printables.pdf.document import png_bytes, render

from ..print_run import Language, PrintRun
from ..printout import Made
from .booklet import book_of
from .cards import labels_of, wanted_cards

if TYPE_CHECKING:
    from PIL.Image import Image

DPI = 200  # resolution of boards and tokens, unless they are too large
EDGE = 0.08  # share of a token's width that is ignored at its edges, where cuts may be off
SAME = 40  # most levels by which pictures of equal tokens at different places can differ


def make(run: PrintRun, language: Language) -> Iterator[Made]:
    """The saved game and its files, in a folder of their own; texts that languages cannot share are in the first."""
    table = _Table(run, language, run.order.file_name("tts", language, suffix=""))
    shelves = [table.decks(), table.boards(), [*table.tokens(), *table.dice()], table.mats]
    tabs = table.rules(shelves[0])
    if run.is_stopped or not any(shelves):
        return
    yield from table.files
    saved = saved_table(run.title(language), shelves, tabs)
    yield Made(f"{table.stem}/{table.stem}.json", "cards", saved.encode())


@dataclass(eq=False)
class _Table:
    """One table while it is made.

    Attributes:
        stem: the stem of all file names.
        files: pictures and rules.
        mats: parts that are placed on the table uncut.
    """

    run: PrintRun
    language: Language
    stem: str
    files: list[Made] = field(default_factory=list)
    mats: list[Thing] = field(default_factory=list)

    def decks(self) -> list[Thing]:
        run, language = self.run, self.language
        if "cards" not in run.order.products:
            return []
        sheets = deck_sheets([card for card in wanted_cards(run, language) if card.copies])
        if run.is_stopped:
            return []
        address = {
            (sheet.number, what): self._picture(f"{sheet.number}-{what}", "cards", picture)
            for sheet in sheets
            for what, picture in pictures(sheet, language[0])
        }
        texts = {card.key: "\n\n".join(card.texts.get(one, "") for one in language) for card in run.game.cards}
        return decks(sheets, address, labels_of(run.game, language[0]), texts)

    def boards(self) -> list[Thing]:
        return [self._tile(one, "board", locked=True) for one in self._drawn("board") for _ in range(one.copies)]

    def tokens(self) -> list[Thing]:
        """Bags of the pieces cut out of parts, and of parts with more copies than players; other parts become mats.

        Nets are left out, since nothing can be folded there.
        """
        found = []
        for part in self._drawn("parts"):
            if part.folds:
                self.run.notes.append(f"{part.name} is a net to fold, and is left out")
                continue
            kinds = self._kinds(part)
            single = [thing for thing, count in kinds if count == 1]
            found += [bag(part.title, [thing], endless=True) for thing, count in kinds if count > 1]
            found += [bag(part.title, single)] if single else []
            if not kinds and part.copies > self.run.game.players[1]:
                found.append(bag(part.title, [self._tile(part, "parts")] * part.copies))
            elif not kinds:
                self.mats += [self._tile(part, "parts")] * part.copies
        return found

    def _kinds(self, part: Printed) -> list[tuple[Thing, int]]:
        """The different pieces of a part, each as a tile with its number."""
        boxes = [piece.box for piece in pieces(part.drawing.items)]
        if not boxes:
            return []
        cutter = Cutter()
        drawings = [
            Drawing(box.width, box.height, (Group(cutter.seen(part.drawing.items, box), Mm(-box.x), Mm(-box.y)),))
            for box in boxes
        ]
        found: list[tuple[Drawing, Image, int]] = []
        shown = render(drawings, self.language[0], _dpi(drawings))
        for drawing, picture in zip(drawings, shown, strict=True):
            for at, (known, seen, count) in enumerate(found):
                if seen.size == picture.size and _most(ImageChops.difference(seen, picture)) <= SAME:
                    found[at] = known, seen, count + 1
                    break
            else:
                found.append((drawing, picture, 1))
        return [
            (tile(part.title, drawing, self._picture(f"{part.name}-{number}", "parts", picture)), count)
            for number, (drawing, picture, count) in enumerate(found, 1)
        ]

    def dice(self) -> list[Thing]:
        """The dice that the rules roll, unless only cards are printed."""
        if self.run.order.products == ("cards",):
            return []
        facts, unit = Facts(self.run.game, self.language[0]), own_word(self.language[0], "product.die")
        return [
            die(facts.say.name(one.key, MemberType(one.table)) if one.table else unit, one.sides)
            for one in self.run.game.dice
            for _ in range(one.count)
        ]

    def rules(self, shelf: list[Thing]) -> list[tuple[str, str]]:
        """Adds the rules as a booklet to a shelf; returns titles and texts of the notebook's pages."""
        run, language = self.run, self.language[0]
        made_of = book_of(run, language) if "booklet" in run.order.products else None
        if made_of is None or run.is_stopped:
            return []
        content, found = made_of.content(), made_of.pages()
        run.diagnostics.extend(found.problems)
        if run.is_stopped:
            return []
        name = f"{self.stem}/{self.stem}-rules.pdf"
        self.files.append(run.pdf(name, "booklet", (language,), found.pages, found.bookmarks))
        shelf.append(rulebook(own_word(language, "product.booklet"), self._address(name)))
        return notebook.chapters(content.elements)

    # ---- files -------------------------------------------------------------------------------------------------------

    def _drawn(self, product: str) -> list[Printed]:
        run = self.run
        if product not in run.order.products:
            return []
        draw = run.design.boards if product == "board" else run.design.parts
        return draw(run.marked(run.game), self.language[0], run.diagnostics)

    def _tile(self, printed: Printed, product: str, *, locked: bool = False) -> Thing:
        sides = [one for one in (printed.drawing, printed.back) if one is not None]
        names = (printed.name, f"{printed.name}.back")  # no part has a dot in its name
        shown = zip(names, render(sides, self.language[0], _dpi(sides)), strict=False)
        url, back, *_ = (*(self._picture(name, product, picture) for name, picture in shown), "")
        return tile(printed.title, printed.drawing, url, back=back, locked=locked)

    def _picture(self, what: str, product: str, picture: Image) -> str:
        """Adds a picture to the files; returns its address."""
        name = f"{self.stem}/{self.stem}-{what}.png"
        if all(one.name != name for one in self.files):
            self.files.append(Made(name, product, png_bytes(picture, DPI)))
        return self._address(name)

    def _address(self, name: str) -> str:
        return f"{self.run.order.address.rstrip('/')}/{name}"


def _dpi(drawings: Iterable[Drawing]) -> float:
    return min(DPI, WIDEST * MM_PER_INCH / max(max(one.width, one.height) for one in drawings))


def _most(difference: Image) -> float:
    """The largest difference between two pictures in any colour, ignoring their edges, where cuts may be off."""
    width, height = difference.size
    edge = max(2, round(EDGE * min(width, height)))
    inner = difference.crop((edge, edge, width - edge, height - edge))
    return max(high for _, high in inner.getextrema())  # type: ignore[misc]
