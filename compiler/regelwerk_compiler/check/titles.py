"""Check of the titles of cards: whether two cards of one type can be told apart by them, in every language."""

from __future__ import annotations

from collections.abc import Iterator

from regelwerk_dsl.diagnostics import Diagnostics, Label

from ..checked.say import words_of
from ..declare.collect import Declarations
from ..model.symbols import CardSymbol
from ..primitives.evaluate import NotConstantError
from ..words.catalogues.entries import Catalogue
from ..words.words import Words, card_env
from .known import Known


def check_titles(words: Words, table: Declarations, diagnostics: Diagnostics, known: Known) -> None:
    """W0747: two cards of a type that are declared apart have one title.

    A pair is reported once: at the second of them, or at the one that is in no table, where it can be allowed alone.
    """
    if all(known.covers_card(card) for card in words.game.cards.values()):
        return
    told: set[tuple[str, str]] = set()
    for catalogue in words.texts.catalogues:
        for *both, title in _alike(words, catalogue):
            first, second = sorted(both, key=lambda card: card.name not in table.rows)
            pair = first.family, second.family
            if pair in told or (known.covers_card(first) and known.covers_card(second)):
                continue
            told.add(pair)
            own = catalogue is words.texts.catalogues[0]
            text = second.texts["title"]
            labels = [Label(first.texts["title"].span, "this one")]
            place = None if own else catalogue.place(text.id, title)
            labels += [Label(place, "its translation")] if place is not None else []
            what = f"another card is called “{title}”{'' if own else f' in {catalogue.language}'}"
            help_ = "give one of the two another title; for copies of one card write `x2`, in a table a column `copies`"
            diagnostics.report("W0747", text.span, what, labels=tuple(labels), help=help_)


def _alike(words: Words, catalogue: Catalogue) -> Iterator[tuple[CardSymbol, CardSymbol, str]]:
    """The pairs of cards of one type that a language gives one title, with the title."""
    found: dict[tuple[str, str], CardSymbol] = {}
    for card in words.game.cards.values():
        if card.title is None or "title" not in card.texts or not card.members:
            continue
        text = card.texts["title"]
        title = catalogue.find(text.id, text.source) or text.source
        if text.slots:  # the fields of the card, or members of its family
            try:
                env = card_env(card, card.members[0])
                title = words_of(words.parts(text, env, catalogue.language))
            except NotConstantError:  # reported where it is printed
                continue
        first = found.setdefault((card.card_type, title), card)
        if first.family != card.family:
            yield first, card, title
