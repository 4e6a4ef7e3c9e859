"""Cards on sheets, as pictures, or as tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from msgspec.structs import replace
from regelwerk_compiler.checked.game import Card, CheckedGame
from regelwerk_dsl.csv_text import csv_text
from regelwerk_printables.drawing.drawing import Drawing, Mm, PrintedCard
from regelwerk_printables.export.card_table import cards_csv, cards_json
from regelwerk_printables.export.cut_file import cut_file
from regelwerk_printables.impose.faces import both_sides, halves, shop_faces, stamped
from regelwerk_printables.impose.pages import Filled, Settings, fill, impose, outline
from regelwerk_printables.impose.places import NoPlaceError, Place
from regelwerk_printables.sheets import Sheet, Standard

from ...errors import UsageError
from ..order import Order
from ..print_run import Language, PrintRun, no_place, on_card
from ..printout import SHOWN, Made


def make(run: PrintRun, language: Language) -> Iterator[Made]:
    """The cards in one language, or in two that share each card."""
    order = run.order
    cards = [card for card in wanted_cards(run, language) if card.copies]
    if run.is_stopped or not cards:
        return
    if order.table:
        keys = {card.key for card in cards}
        yield from _tables(order, [card for card in run.game.cards if card.key in keys], language)
    if order.png:
        yield from _pictures(run, cards, language)
    if not (order.table or order.png):
        for name in order.papers:
            sheet = run.sheet(name)
            shown = _for_shop(cards, sheet) if sheet.sizes else cards
            yield from (_shop_pictures if sheet.png else _sheets_of_cards)(run, shown, sheet, language)
            if sheet.standard is Standard.X1A and run.inks is None:
                run.notes.append(f"{name} takes CMYK: --icc PROFILE makes PDF/X-1a")
            if sheet.ink and run.inks is not None:
                heavy = [f"{color} has {ink} %" for color, ink in run.inks.exceeding(sheet.ink)]
                if (most := run.inks.most_in_pictures) > sheet.ink:
                    heavy.append(f"pictures have up to {most} %")
                run.notes += [f"{name} allows {sheet.ink} % of ink: {', '.join(heavy[:SHOWN])}"] if heavy else []


def wanted_cards(run: PrintRun, language: Language) -> list[PrintedCard]:
    """The cards of a print run, in one language or in two, stamped on a proof; with an earlier game only those that
    differ.
    """
    order, keys = run.order, run.wanted_keys
    earlier = run.earlier
    # added cards use the type sizes of the printed deck
    sizes = {one: earlier.design.sizes(earlier.game, one) if earlier is not None else None for one in language}
    draw = partial(run.design.cards, diagnostics=run.diagnostics)
    found = _joined(run, [draw(run.marked(run.game), one, only=keys, sizes=sizes[one]) for one in language])
    if earlier is not None:
        keys = keys and keys & earlier.game.cards_by_key.keys()
        draw = partial(earlier.design.cards, diagnostics=run.diagnostics)
        before = _joined(run, [draw(earlier.game, one, only=keys, sizes=sizes[one]) for one in language])
        run.compared[language] = before, found
        gone = (
            []
            if order.changes or order.only
            else [f"{card.title} ({card.copies})" for card in missing_cards(found, before)]
        )
        found = changed_cards(found, before)
        nothing = "" if order.changes else "; nothing to print"  # the leaflet reports other changes
        differs = "is new or changed since" if gone else "differs from"
        if not found and not run.diagnostics.has_errors:
            run.notes.append(f"{language[0]}: no card {differs} {order.earlier}{nothing}")
        if gone and not run.diagnostics.has_errors:
            run.notes.append(f"{language[0]}: removed since {order.earlier}: {', '.join(gone)}")
    run.printed_without_text += [card.key for card in found if card.key in run.cards_without_text]
    if order.proof:
        faults = [(card, _faults_of(run, card, language)) for card in found]
        found = [replace(card, front=stamped(card.front, words)) if words else card for card, words in faults]
    return found


def changed_cards(cards: Sequence[PrintedCard], before: Iterable[PrintedCard]) -> list[PrintedCard]:
    """The cards to print for owners of an earlier edition: new cards, changed cards, and missing copies."""
    known = {card.key: card for card in before}
    found = []
    for card in cards:
        old = known.get(card.key)
        if old is None or old.front != card.front or old.back != card.back:
            found.append(card)
        elif card.copies > old.copies:
            found.append(replace(card, copies=card.copies - old.copies))
    return found


def missing_cards(cards: Iterable[PrintedCard], before: Sequence[PrintedCard]) -> list[PrintedCard]:
    """The cards that owners of an earlier edition no longer need: those left out, and surplus copies."""
    copies = {card.key: card.copies for card in cards}
    left = [replace(card, copies=card.copies - copies.get(card.key, 0)) for card in before]
    return [card for card in left if card.copies > 0]


def _faults_of(run: PrintRun, card: PrintedCard, language: Language) -> str:
    """The remarks that a proof prints over a card."""
    gaps = on_card(run.gaps, run.game.cards_by_key[card.key].messages, language)
    return ", ".join([*gaps, "no words"] if card.key in run.cards_without_text else gaps)


def _joined(run: PrintRun, cards: Sequence[list[PrintedCard]]) -> list[PrintedCard]:
    """The cards of one or two languages as one set."""
    if len(cards) == 1 or run.is_stopped:
        return cards[0]
    return list((halves if run.order.halves else both_sides)(*cards))


def labels_of(game: CheckedGame, language: str) -> dict[str, str]:
    """The labels of the card types, by name."""
    return {kind.name: kind.labels.get(language) or kind.label for kind in game.card_types}


def _for_shop(cards: Sequence[PrintedCard], sheet: Sheet) -> list[PrintedCard]:
    """The cards in the sizes of a print shop; raises UsageError if it does not have a size."""
    try:
        return shop_faces(cards, sheet)
    except NoPlaceError as error:
        raise UsageError(
            f"{sheet.name} cannot print this: {error}", "change `width` and `height` in the layout"
        ) from None


def _shop_pictures(run: PrintRun, cards: Sequence[PrintedCard], sheet: Sheet, language: Language) -> Iterator[Made]:
    """Pictures with bleed for a print shop, and a list of fronts with their backs and numbers of copies."""
    faces = {card.key: card.front for card in cards} | _backs(cards)
    yield from run.pictures("cards", faces, language, sheet=sheet.name, dpi=sheet.dpi, bleed=sheet.bleed)
    backs = list(_backs(cards).items())
    rows: list[tuple[object, ...]] = [("front", "back", "copies", "title")]
    for card in cards:
        back = next(name for name, back in backs if back == card.back)
        rows.append((f"{card.key}.png", f"{back}.png", card.copies, card.title))
    folder = run.order.file_name("cards", language, sheet.name, suffix="")
    yield Made(f"{folder}/cards.csv", "cards", csv_text(rows).encode())


def _sheets_of_cards(run: PrintRun, cards: Sequence[PrintedCard], sheet: Sheet, language: Language) -> Iterator[Made]:
    order = run.order
    right, down = order.back_offset
    words = run.imprint(language[0])
    settings = Settings((Mm(right), Mm(down)), order.guides, order.cut, order.together, words)
    try:
        yield run.pdf(
            order.file_name("cards", language, sheet.name),
            "cards",
            language,
            impose(cards, sheet, settings),
            outline(cards, sheet, labels_of(run.game, language[0]), settings),
            sheet,
        )
        if order.cut:
            alike = _alike(fill(cards, sheet, settings))
            for number, (filled, pages) in enumerate(alike, 1):
                ending = f"-cut-{number}.svg" if len(alike) > 1 else "-cut.svg"
                name = order.file_name("cards", language, sheet.name, ending)
                yield Made(name, "cards", cut_file(filled, sheet, pages).encode())
    except NoPlaceError as error:
        raise no_place(sheet, error) from None


def _alike(sheets: Iterable[Filled]) -> list[tuple[Filled, list[int]]]:
    """The sheets of paper with different places of fronts, each with the numbers of all pages cut in the same way."""
    found: dict[tuple[Place, ...], tuple[Filled, list[int]]] = {}
    page = 1
    for one in sheets:
        found.setdefault(one.fronts, (one, []))[1].append(page)
        page += one.pages
    return list(found.values())


def _pictures(run: PrintRun, cards: Sequence[PrintedCard], language: Language) -> Iterator[Made]:
    """A picture of each card's front and of each different back."""
    return run.pictures("cards", {card.key: card.front for card in cards} | _backs(cards), language)


def _backs(cards: Sequence[PrintedCard]) -> dict[str, Drawing]:
    """Each different back by the name of its picture: one per card type, or one per card if they differ."""
    types: dict[str, dict[str, Drawing]] = {}
    for card in cards:
        backs = types.setdefault(card.type, {})
        if not any(back is card.back or back == card.back for back in backs.values()):
            backs[f"{card.key}-back"] = card.back
    return {
        name if len(backs) > 1 else f"{kind}-back": back
        for kind, backs in types.items()
        for name, back in backs.items()
    }


def _tables(order: Order, cards: Sequence[Card], language: Language) -> Iterator[Made]:
    """The lists of the cards as CSV and as JSON, in each language."""
    for one in language:
        text = cards_csv(cards, one)
        yield Made(order.file_name("cards", (one,), suffix=".csv"), "cards", ("\ufeff" + text).encode())
        yield Made(order.file_name("cards", (one,), suffix=".json"), "cards", cards_json(cards, one).encode())
