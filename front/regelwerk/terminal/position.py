"""The position as a person sees it: at first and on request all of it, later the changes since the last time.

Every part is read from the view of the person's player.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from regelwerk_runtime.match import Match
from regelwerk_runtime.tables.game import Index, Nobody, Owner, WithCard, Zone
from regelwerk_runtime.tables.layout import PLAYER
from regelwerk_runtime.views.view import HIDDEN
from rich.padding import Padding
from rich.text import Text

from ..game import Game
from .console import Screen, plain_table
from .describe import LONG_LINE, Fact, Facts, facts_table, is_kept
from .pictures.drawing import Picture, flowing
from .pictures.making import Elsewhere, Pictures
from .wording import Wording

WIDEST = 100  # most columns of a picture


@dataclass(frozen=True, slots=True)
class _Shown:
    """The facts and pictures that a person saw last."""

    facts: Facts
    pictures: dict[str, str]


class Position:
    """Shows one game's positions on one screen."""

    def __init__(self, game: Game, screen: Screen, tr: Wording, lang: str | None) -> None:
        self.screen, self.tr, self.lang = screen, tr, lang
        self._pictures = Pictures(game, lang)
        self._shown: dict[int, _Shown] = {}

    def forget(self) -> None:
        """Forgets what was shown, so that everything is shown the next time."""
        self._shown.clear()

    def show(self, match: Match, player: int, whole: bool = False) -> None:
        """Shows everything that the player may see, or only the changes since the last time."""
        facts = Facts(match, player, self.lang)
        pictures, elsewhere = self._pictures.draw(match, player, min(self.screen.out.width, WIDEST))
        before = self._shown.get(player)
        self._shown[player] = _Shown(facts, {one.name: one.plain for one in pictures})
        if before is None or whole:
            self._show_pictures(pictures, legend=True)
            self.screen.show(facts_table(facts, lambda fact: fact in elsewhere or _is_own(fact)))
        else:
            self._show_pictures([one for one in pictures if before.pictures.get(one.name) != one.plain], legend=False)
            self._show_changes(before.facts, facts, elsewhere)

    def show_hand(self, match: Match, player: int, chosen: Collection[int] = ()) -> None:
        """Shows the cards that this player sees but not everybody does, without the chosen ones, sorted, by pile or
        place.
        """
        facts = Facts(match, player, self.lang)
        order = {key: at for at, key in enumerate(dict.fromkeys(match.game.tables.card_keys))}
        tables, where = match.game.tables, match.engine.s.where
        for fact in facts.all:
            if not _is_own(fact):
                continue
            cards = [*fact.value] if isinstance(fact.value, list) else [fact.value]
            assert isinstance(fact.entry, Zone)
            zone = tables.zone_number(fact.entry, tables.flat(fact.entry.dims, fact.at))
            for card in chosen:
                if where[card] == zone:
                    cards.remove(tables.card_keys[card])
            if not cards:
                continue
            names = []
            for key in sorted(set(cards), key=order.__getitem__):
                number = cards.count(key)
                names.append(Text(f"{number} {facts.card(key)}" if number > 1 else facts.card(key)))
            label = fact.name if fact.entry.dims == (PLAYER,) else facts.label(fact)
            colon = facts.beside(facts.noted(label, [str(len(cards))]), "")
            head = Text(colon.rstrip(), "heading").append(colon[len(colon.rstrip()) :])
            comma = facts.comma.rstrip()
            listed = [name.append(comma) if name is not names[-1] else name for name in names]
            lines = flowing([head.append_text(listed[0]), *listed[1:]], facts.comma[len(comma) :], self._width, 0)
            for line in lines:
                self.screen.say(line)

    # ---- parts
    @property
    def _width(self) -> int:
        return min(self.screen.out.width, WIDEST)

    def _show_pictures(self, pictures: Iterable[Picture], legend: bool) -> None:
        signs: dict[str, str] = {}
        shown = False
        for picture in pictures:
            for line in picture.lines:
                self.screen.say(line)
            if picture.lines and legend:
                signs |= dict(picture.legend)
            shown = True
        parts = [Text(f"{sign} ", "key").append(label, "quiet") for sign, label in signs.items()]
        for line in flowing(parts, "  ", self._width):
            self.screen.say(line)
        if shown:
            self.screen.say()

    def _show_changes(self, before: Facts, after: Facts, elsewhere: Elsewhere) -> None:
        """Shows the changes, except those visible in own cards, pictures or the log.

        A name has one line; changes of piles, and changes that are too long for a line, have a line each. What a card
        has only while it lies somewhere is shown if it lies there before and after.
        """
        table = plain_table("", "")
        table.show_header = False
        own = {(fact.entry.name, fact.at) for fact in (*before.all, *after.all) if _is_own(fact)}
        told: dict[str, dict[str, list[str]]] = {}  # by name and all indices but the last
        piles = set()
        lying = before.lying & after.lying
        for fact, was, now in before.changed_to(after):
            name, one = fact.entry.name, (fact.entry.name, fact.at)
            if one in own or name in self._pictures.hints.untold or (is_kept(fact.entry) and one not in lying):
                continue
            if fact in elsewhere or _is_stock(fact):
                continue
            if isinstance(fact.entry, Zone):
                piles.add(fact.name)
            change = now if isinstance(fact.entry, Zone) and not fact.is_place else f"{was} → {now}"
            *outer, inner = fact.index or ("",)
            change = after.beside(inner, change) if inner else change
            told.setdefault(fact.name, {}).setdefault(after.comma.join(outer), []).append(change)
        for name, groups in told.items():
            lines = [
                after.beside(outer, change) if outer else change
                for outer, changes in groups.items()
                for change in (changes if name in piles else [after.comma.join(changes)])
            ]
            is_mixed = name in piles and any(after.comma in line for line in lines)
            apart = is_mixed or sum(map(len, lines)) > LONG_LINE
            for number, line in enumerate(lines if apart else [self.tr("; ").join(lines)]):
                table.add_row("" if number else name, line)
        if told:
            self.screen.show(Padding(table, (0, 0, 1, 0)))


def _is_own(fact: Fact) -> bool:
    """True for a pile or place that not everybody sees, with cards that this player sees."""
    zone = fact.entry
    if not isinstance(zone, Zone) or not isinstance(zone.seen, Index | Owner | WithCard):
        return False
    cards = fact.value if isinstance(fact.value, list) else [fact.value]
    return bool(cards) and all(isinstance(card, str) and card is not HIDDEN for card in cards)


def _is_stock(fact: Fact) -> bool:
    """True for a pile that nobody sees, such as a deck: the log says who draws."""
    return isinstance(fact.entry, Zone) and isinstance(fact.entry.seen, Nobody)
