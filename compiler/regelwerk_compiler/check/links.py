"""Checks of links in the prose of chapters: whether they lead to something in the booklet, in every language."""

from __future__ import annotations

import re
from itertools import chain

from regelwerk_dsl.diagnostics import Diagnostics
from regelwerk_dsl.source import Span
from regelwerk_dsl.suggest import did_you_mean

from ..model.ids import PARTS
from ..model.symbols import Game
from ..words.words import Words
from .known import Known

_LINK = re.compile(r"\]\(#([^()\s]*)\)")


def check_links(words: Words, diagnostics: Diagnostics, known: Known) -> None:
    """E1041: a link leads nowhere. A variant may remove the target of a link that it leaves as it is."""
    targets = targets_of(words.game)
    same = known.texts if known.targets <= targets else ()
    for block in chain.from_iterable(words.game.prose.values()):
        if block.text is not None and (block.text.id, block.text.source) in same:
            continue
        for link in _LINK.finditer(block.span.text) if block.text is not None else ():
            start = block.span.start + link.start(1)
            _check(link[1], Span(block.span.source, start, start + len(link[1])), targets, diagnostics)
        for catalogue in words.texts.catalogues[1:]:
            for link in _LINK.finditer(catalogue.find(block.id, block.source) or ""):
                whole = catalogue.place(block.id, f"(#{link[1]})")
                at = f"{catalogue.language}: `{block.id}`: "
                if whole is not None:
                    _check(link[1], Span(whole.source, whole.start + 2, whole.end - 1), targets, diagnostics, at)


def _check(name: str, span: Span, targets: set[str], diagnostics: Diagnostics, at: str = "") -> None:
    if name not in targets:
        usual = "link to a chapter, `card.KEY`, `table.NAME`, `scenario.NAME`, `cards`, `errata` or `sources`"
        help_ = did_you_mean(name, targets) or usual
        diagnostics.report("E1041", span, f"{at}unknown link target `{name}`", help=help_)


def targets_of(game: Game) -> set[str]:
    """The names of all that a link may lead to."""
    return {
        *PARTS,
        *(chapter.name.name for chapter in game.chapters),
        *(f"card.{one.key}" for card in game.cards.values() for one in card.members),
        *(f"table.{enum.name}" for enum in game.enums.values() if enum.kind != "player"),
        *(f"scenario.{scenario.name.name}" for scenario in game.scenarios),
    }
