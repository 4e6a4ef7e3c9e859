"""Facts about a batch besides its games, and names in the languages of the game."""

from __future__ import annotations

import json
from collections.abc import Iterator

from regelwerk_compiler.checked.game import Card, CheckedGame
from regelwerk_compiler.words.own import own_word
from regelwerk_runtime.outcome import is_together
from regelwerk_runtime.tables.game import Game
from regelwerk_runtime.views.measured import recorded

from .decks import decks_of
from .plan import Batch

ENDS = ("finish", "play ended", "rule error", "fault")
"""The reasons for the end of a game, each with a word."""


def facts_of(batch: Batch, game: Game, checked: CheckedGame) -> list[tuple[str, ...]]:
    """The rows of `run`."""
    facts: dict[str, object] = {
        **batch.to_dict(),
        "languages": list(checked.languages),
        "cards": {card.key: card.type for card in _cards(game, checked)},
        "acting": [card.key for card in _cards(game, checked) if card.acts],
        "decks": list(decks_of(game)),
        "together": is_together(game),
        "measures": {one.name: "player" if one.of_player else "game" for one in recorded(game).values()},
    }
    return [(key, json.dumps(value, ensure_ascii=False)) for key, value in sorted(facts.items())]


def names_of(game: Game, checked: CheckedGame) -> list[tuple[str, ...]]:
    """The rows of `names`."""
    return sorted(
        (kind, key, lang, text) for lang in checked.languages for kind, key, text in _names(lang, game, checked)
    )


def _cards(game: Game, checked: CheckedGame) -> list[Card]:
    """The cards of the game; those with 0 copies are left out."""
    there = {one.key for one in game.cards if one.copies}
    return [card for card in checked.cards if card.key in there]


def _names(lang: str, game: Game, checked: CheckedGame) -> Iterator[tuple[str, str, str]]:
    yield "game", game.name, checked.own(checked.title, lang)
    for card in _cards(game, checked):
        yield "card", card.key, checked.own(card.names, lang) or card.key
    for card_type in checked.card_types:
        yield "type", card_type.name, checked.own(card_type.labels, lang) or card_type.name
    for measure in recorded(game).values():
        title = measure.title(lang) if measure.titles else own_word(lang, "simulation.measure.value")
        yield "measure", measure.name, title
    for reason in ENDS:
        yield "end", reason, own_word(lang, f"simulation.end.{reason}")
