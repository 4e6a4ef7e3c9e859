"""Links of a booklet: what their targets are called, the pages that these stand on, and links without a target."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from .elements import Inline, Words, join
from .facts import Facts

UNKNOWN_PAGE = 88  # as wide as most numbers, until the pages are known


def page_anchor(number: int) -> str:
    """What links to a whole page lead to."""
    return f"page.{number}"


def page_links(facts: Facts, numbers: Iterable[int]) -> Words:
    """Numbers of pages, each once and in order, that lead there."""
    links = [(Inline(str(number), bold=True, target=page_anchor(number)),) for number in sorted(set(numbers))]
    return join(links, facts.comma)


@dataclass(eq=False)
class References:
    """Where everything stands, as far as is known.

    Attributes:
        facts: names for links without words.
        pages: page numbers by anchor, from the pages made before.
        unknown: links that lead nowhere.
    """

    facts: Facts
    pages: Mapping[str, int]
    unknown: list[str] = field(default_factory=list)

    @cached_property
    def targets(self) -> dict[str, str]:
        """Titles by anchor of everything that a link may lead to."""
        facts, game = self.facts, self.facts.game
        return {
            **{name: facts.word(name) for name in ("cards", "errata", "changes", "sources", "index")},
            **{f"card.{card.key}": facts.card_name(card) for card in game.cards},
            **{f"table.{name}": facts.own(table.labels) for name, table in game.tables.items()},
            **{f"scenario.{one.name}": facts.own(one.titles) for one in game.scenarios},
            **{chapter.name: facts.own(chapter.titles) for chapter in game.chapters},
        }

    def refer(self, target: str, text: str) -> Words:
        """What a link prints: its words, or what its target is called, with the page."""
        if not target.startswith("#"):
            return (Inline(text, target=target),)
        name = target[1:]
        if name not in self.targets:
            self.unknown.append(name)
            return (Inline(text),)
        shown = self.facts.word("page", text or self.targets[name], self.page(name))
        return (Inline(shown, target=name),)

    def page(self, anchor: str) -> int:
        return self.pages.get(anchor, UNKNOWN_PAGE)
