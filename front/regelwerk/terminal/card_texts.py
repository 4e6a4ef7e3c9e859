"""Texts of cards at the terminal: of all cards in view, or of cards by name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from regelwerk_compiler.checked.say import Say
from regelwerk_compiler.checked.values import Run
from regelwerk_dsl.suggest import nearest
from regelwerk_runtime.match import Match
from regelwerk_runtime.tables.game import All, Zone
from regelwerk_runtime.views.view import HIDDEN
from rich.text import Text

from ..game import Card, Game
from .console import Screen
from .wording import Wording, wording

MOST = 6  # most cards shown in full for one name


class CardTexts:
    """The texts of the cards of a game, in one language."""

    def __init__(self, game: Game, screen: Screen, tr: Wording, lang: str | None) -> None:
        self.game, self.screen, self.tr, self.lang = game, screen, tr, lang

    def show_seen(self, match: Match, player: int) -> None:
        """The cards in a player's view, each once."""
        shown = [self._show(key) for key in cards_seen(match, player)]
        if not any(shown):
            self.screen.say(self.tr("You see no cards."), style="quiet")

    def show_named(self, wanted: str) -> None:
        """The cards of the game with this name, or else those whose names contain it, wherever they are.

        The text of a card is no secret; its place is not revealed.
        """
        found = self._named(wanted)
        if not found:
            near = nearest(wanted, [card.name(self.lang) for card in self.game.cards.values()])
            self.screen.say(self.tr("There is no card {name}.", name=wanted), style="warn")
            if near:
                self.screen.say(self.tr("Did you mean {name}?", name=near), style="quiet")
        elif len(found) > MOST:
            names = dict.fromkeys(self.game.cards[key].name(self.lang) for key in found)
            self.screen.say(self.tr("Several cards: {cards}", cards=self.tr("; ").join(names)), style="quiet")
        else:
            for key in found:
                if not self._show(key):
                    self.screen.say(Text(self.game.cards[key].name(self.lang), style="heading"))

    def _named(self, wanted: str) -> list[str]:
        """The keys of the cards that a name may mean; only the best matches."""
        cards, sought = self.game.cards, wanted.casefold()
        names = {key: {key.casefold(), card.name(self.lang).casefold()} for key, card in cards.items()}
        same = [key for key, own in names.items() if sought in own]
        word = [key for key, own in names.items() if any(sought in name.split() for name in own)]
        part = [key for key, own in names.items() if any(sought in name for name in own)]
        return self._once(same or word or part)

    def _once(self, keys: Sequence[str]) -> list[str]:
        """The keys without cards that look like an earlier one."""
        cards = self.game.cards
        return list({(cards[key].name(self.lang), self._said(cards[key])): key for key in reversed(keys)}.values())[
            ::-1
        ]

    def _said(self, card: Card) -> str:
        """The words on a card: its fields, and below them its text."""
        return "\n".join(filter(None, (_fields_in_words(self.game, card, self.lang), card.text(self.lang))))

    def _show(self, key: str) -> bool:
        """Shows the words on a card; returns False if there are none."""
        card = self.game.cards[key]
        told, text = self._said(card), card.text(self.lang)
        if not told:
            return False
        said = Text(self.tr("{what}: {value}", what=card.name(self.lang), value=told))
        said.highlight_words([card.name(self.lang)], style="heading")
        marked = self.game.checked.cards_by_key[key].marked
        style_marks(said, text, marked.get(self.game.rules.texts.language(self.lang), ()))
        self.screen.say(said)
        return True


def style_marks(line: Text, text: str, runs: Iterable[Run]) -> None:
    """Applies bold and italic to a card's text at the end of a line; icons stay words."""
    at = len(line) - len(text)
    for run in runs:
        styles = [name for name, wanted in (("bold", run.bold), ("italic", run.italic)) if wanted]
        line.stylize(" ".join(styles), at, at := at + len(run.words))


class _FieldValues(Say):
    """Values of fields, with lists separated by commas only."""

    def listed(self, items: Iterable[str]) -> str:
        """A list such as `red 3, blue 1`."""
        return self.names.word("comma", self.language).join(items)


def _fields_in_words(game: Game, card: Card, lang: str | None = None) -> str:
    """The fields of a card in words: `routes: the red route; load: red 3, blue 1`.

    Empty fields, and 0 if that is the default, are left out, as on a plain card.
    """
    shown = game.rules.texts.language(lang)
    say = _FieldValues(game.checked, shown)
    (kind,) = (kind for kind in game.checked.card_types if kind.name == card.type)
    tr = wording(shown, game.rules.languages[shown].group)
    told = []
    for one in (each for each in kind.fields if each.printed):
        value = card.fields.get(one.name)
        if value or (value == 0 and value is not False and value != one.default):
            told.append(tr("{what}: {value}", what=one.labels[shown], value=say.value(value, one.type)))
    return tr("; ").join(told)


def cards_seen(match: Match, player: int) -> list[str]:
    """The keys of the cards that a player sees outside the box: first those not visible to everybody, then the open
    ones.
    """
    open_ = (key for zone, key in _lying(match, player) if isinstance(zone.seen, All))
    return list(dict.fromkeys([*own_cards(match, player), *open_]))


def own_cards(match: Match, player: int) -> Counter[str]:
    """The keys of the cards that a player sees but not everybody does, such as in his hand, with their numbers."""
    return Counter(key for zone, key in _lying(match, player) if not isinstance(zone.seen, All))


def _lying(match: Match, player: int) -> Iterator[tuple[Zone, str]]:
    """Every card that a player sees in a pile or place, with the zone's declaration."""
    for zone, _, lies in match.view(player).elements():
        if isinstance(zone, Zone):
            cards = lies if isinstance(lies, list) else [lies]
            yield from ((zone, card) for card in cards if isinstance(card, str) and card is not HIDDEN)
