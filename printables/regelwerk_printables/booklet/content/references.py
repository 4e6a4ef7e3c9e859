"""Links of a booklet: what their targets are called, the pages that these stand on, and links without a target."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from .elements import Inline, Words
from .facts import Facts
from .words import comma, word

UNKNOWN_PAGE = 88  # as wide as most numbers, until the pages are known


def page_anchor(number: int) -> str:
    """What links to a whole page lead to."""
    return f"page.{number}"


def page_links(language: str, numbers: Iterable[int]) -> Words:
    """Numbers of pages, each once and in order, that lead there."""
    found: list[Inline] = []
    for number in sorted(set(numbers)):
        if found:
            found.append(Inline(comma(language)))
        found.append(Inline(str(number), bold=True, target=page_anchor(number)))
    return tuple(found)


@dataclass(eq=False)
class References:
    """Where everything stands, as far as is known.

    Attributes:
        facts: names for links without words.
        targets: titles by anchor: everything that a link may lead to.
        pages: page numbers by anchor, from the pages made before.
        unknown: links that lead nowhere.
    """

    facts: Facts
    targets: dict[str, str]
    pages: Mapping[str, int] = field(default_factory=dict)
    unknown: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, facts: Facts) -> References:
        """All chapters, tables, scenarios and cards, and the parts that the booklet adds."""
        game, language = facts.game, facts.language
        targets = {name: word(language, name) for name in ("cards", "errata", "changes", "sources", "index")}
        targets |= {f"card.{card.key}": facts.card_name(card) for card in game.cards}
        targets |= {f"table.{name}": facts.own(table.labels) for name, table in game.tables.items()}
        targets |= {f"scenario.{one.name}": facts.own(one.titles) for one in game.scenarios}
        targets |= {chapter.name: facts.own(chapter.titles) for chapter in game.chapters}
        return cls(facts, targets)

    def refer(self, target: str, text: str) -> Words:
        """What a link prints: its words, or what its target is called, with the page."""
        if not target.startswith("#"):
            return (Inline(text, target=target),)
        name = target[1:]
        if name not in self.targets:
            self.unknown.append(name)
            return (Inline(text),)
        shown = word(self.facts.language, "page", text or self.targets[name], self.page(name))
        return (Inline(shown, target=name),)

    def page(self, anchor: str) -> int:
        return self.pages.get(anchor, UNKNOWN_PAGE)
