"""Gaps in the translations of a game that matter for an order: texts that are missing or stale."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .order import Order

if TYPE_CHECKING:
    from regelwerk_compiler.checked.game import CheckedGame
    from regelwerk_compiler.checked.prose import Untranslated

PROSE = ("chapter.", "scenario.", "erratum.", "variant.", "table.")  # ids of what only the booklet shows
OWN_WORD = "one of regelwerk's own words"  # where a text lies that has no place in the game
SHOWN = 5  # texts of a language that a message lists


@dataclass(frozen=True, slots=True)
class TranslationGaps:
    """Texts that are missing, or older than their source or than the rule under it.

    Attributes:
        found: for each language its gaps: id, reason, where.
        messages: for each card the ids of the messages that it is made of.
    """

    found: Mapping[str, list[Untranslated]]
    messages: Mapping[str, tuple[str, ...]]

    @classmethod
    def of(
        cls, game: CheckedGame, order: Order, groups: Iterable[Iterable[str]], keys: set[str] | None
    ) -> TranslationGaps:
        """What matters for an order: of its languages, on paper, in its products, on the cards with these keys."""
        languages = {language for group in groups for language in group}
        prose = "booklet" in order.products
        elsewhere = _ids_of_others(game, keys) if keys is not None and set(order.products) == {"cards"} else set()
        found = {
            language: [
                one
                for one in gaps
                if one.printed and (prose or not one.id.startswith(PROSE)) and _plain(one.id) not in elsewhere
            ]
            for language, gaps in game.untranslated.items()
            if language in languages
        }
        if order.alignment:
            found = {}
        return cls(
            {language: gaps for language, gaps in found.items() if gaps},
            {card.key: card.messages for card in game.cards},
        )

    def __bool__(self) -> bool:
        return bool(self.found)

    def of_card(self, key: str, languages: Iterable[str]) -> str:
        """What a proof writes over a card, such as `fuzzy (de)`; "" when its texts are in order."""
        own = set(self.messages.get(key, ()))
        words = []
        for language in languages:
            reasons = {one.reason for one in self.found.get(language, ()) if _plain(one.id) in own}
            words += [f"{reason} ({language})" for reason in sorted(reasons)]
        return ", ".join(words)

    def of_texts(self, ids: Iterable[str], language: str) -> str:
        """The same for a board or part with these texts, with the ids of some: `fuzzy (de): print.hint`."""
        shown = set(ids)
        own = [one for one in self.found.get(language, ()) if _plain(one.id) in shown]
        words = []
        for reason in sorted({one.reason for one in own}):
            named = sorted({_plain(one.id) for one in own if one.reason == reason})
            more = f" and {len(named) - SHOWN} more" if len(named) > SHOWN else ""
            words.append(f"{reason} ({language}): {', '.join(named[:SHOWN])}{more}")
        return "; ".join(words)

    def by_id(self, language: str) -> dict[str, str]:
        """What is wrong with the texts of a language: the reason for each id."""
        return {_plain(one.id): one.reason for one in self.found.get(language, ())}

    def listed(self) -> list[dict[str, str]]:
        """Each gap as plain data: language, id, reason, where."""
        return [
            {"language": language, "id": one.id, "reason": one.reason, "where": one.where}
            for language, gaps in self.found.items()
            for one in gaps
        ]


def _ids_of_others(game: CheckedGame, keys: set[str]) -> set[str]:
    """The messages of which only other cards are made."""
    own = {id_ for card in game.cards if card.key in keys for id_ in card.messages}
    return {id_ for card in game.cards for id_ in card.messages} - own


def told(gaps: Sequence[Mapping[str, str]]) -> list[str]:
    """For people: a line for each language, and some of its texts with their places."""
    said = []
    for language in dict.fromkeys(one["language"] for one in gaps):
        own = [one for one in gaps if one["language"] == language]
        said.append(f"{language}: {counted_reasons(one['reason'] for one in own)}")
        said += [f"  {one['id']} ({one['reason']}): {one['where'] or OWN_WORD}" for one in own[:SHOWN]]
        if len(own) > SHOWN:
            said.append(f"  and {len(own) - SHOWN} more")
    return said


def counted_reasons(reasons: Iterable[str]) -> str:
    """Such as `2 fuzzy, 1 missing`."""
    counts = Counter(reasons)
    return ", ".join(f"{number} {reason}" for reason, number in sorted(counts.items()))


def _plain(id_: str) -> str:
    """The id of the message itself, without the form of a name or the change that reworded it."""
    return id_.partition("@")[0].partition("|")[0]
