"""The fields of a card in words, for cards that have no text."""

from __future__ import annotations

from collections.abc import Iterable

from regelwerk_compiler.checked.say import Say

from ..game import Card, Game
from .wording import wording


class _FieldValues(Say):
    """Values of fields; lists have commas only."""

    def listed(self, items: Iterable[str]) -> str:
        """`red 3, blue 1`"""
        return self.names.word("comma", self.language).join(items)


def fields_in_words(game: Game, card: Card, lang: str | None = None) -> str:
    """What a card's fields hold, those left out that hold nothing: `routes: the red route; load: red 3, blue 1`."""
    shown = game.rules.texts.language(lang)
    say = _FieldValues(game.checked, shown)
    (kind,) = (kind for kind in game.checked.card_types if kind.name == card.type)
    tr = wording(shown, game.rules.languages[shown].group)
    told = []
    for field in kind.fields:
        value = card.fields.get(field.name)
        if value or (value == 0 and value is not False):
            told.append(tr("{what}: {value}", what=field.labels[shown], value=say.value(value, field.type)))
    return tr("; ").join(told)
