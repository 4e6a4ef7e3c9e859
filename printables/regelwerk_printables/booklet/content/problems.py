"""Diagnostics of a booklet, each at the block of the chapter that it is about."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from regelwerk_dsl.diagnostics import Diagnostic
from regelwerk_dsl.source import SourceFile, Span
from regelwerk_dsl.suggest import did_you_mean

from ...drawing.drawing import Mm
from .facts import Data, Facts


@dataclass(eq=False)
class Problems:
    """The diagnostics of one booklet, each once."""

    found: list[Diagnostic] = field(default_factory=list)

    def lost_link(self, block: Data, text: str, name: str, targets: Iterable[str]) -> None:
        """E1041: a link leads nowhere."""
        at = text.find(f"(#{name})")
        near = did_you_mean(name, list(targets))
        self._add(
            "E1041",
            _span(block, text, at + 2 if at >= 0 else 0, len(name) if at >= 0 else len(text)),
            f"there is nothing called `{name}` to link to",
            near or "link to a chapter, `card.KEY`, `table.NAME`, `scenario.NAME`, `cards`, `errata` or `sources`",
        )

    def no_picture(self, block: Data, text: str, name: str, pictures: Iterable[str]) -> None:
        """E1040: a picture is not there."""
        none = "the layouts of the game have no board and no part"
        self._not_there("E1040", block, text, "picture", name, text.find(name), pictures, none)

    def no_view(self, block: Data, text: str, name: str, views: Iterable[str]) -> None:
        """E1043: a part of a board is not there."""
        none = "the layouts give no board `views`"
        self._not_there("E1043", block, text, "view", name, text.rfind(name), views, none)

    def _not_there(
        self, code: str, block: Data, text: str, kind: str, name: str, at: int, known: Iterable[str], none: str
    ) -> None:
        names = sorted(known)
        have = f"there are {', '.join(names)}" if names else none
        span = _span(block, text, max(0, at), len(name))
        self._add(code, span, f"there is no {kind} `{name}`", did_you_mean(name, names) or have)

    def not_played(self, block: Data, text: str, name: str) -> None:
        """E1042: a worked example could not be played."""
        self._add(
            "E1042",
            _span(block, text, max(0, text.find(name)), len(name)),
            f"the scenario `{name}` does not run to its end",
            "`regelwerk test` shows where it stops",
        )

    def missing(self, facts: Facts, char: str, text: str) -> None:
        """E1011: no font has a character."""
        block, whole = _block_with(facts, text, char)
        self._add(
            "E1011",
            _span(block, whole, max(0, whole.find(char)), len(char)),
            f"no font has the character {char} (U+{ord(char):04X}), in the {facts.language} booklet",
            "write it with other characters",
        )

    def too_wide(self, facts: Facts, text: str, excess: Mm) -> None:
        """E1010: a word is wider than its column."""
        words = text.strip() or text
        block, whole = _block_with(facts, text, words)
        self._add(
            "E1010",
            _span(block, whole, max(0, whole.find(words)), len(words) if words in whole else len(whole)),
            f"a word is {excess:.1f} mm wider than its column, in the {facts.language} booklet",
            "shorten it, or show where it may be divided with a soft hyphen (U+00AD)",
        )

    def _add(self, code: str, span: Span, message: str, help_: str) -> None:
        diagnostic = Diagnostic(code, message, span, help=help_)
        if all(one.sort_key != diagnostic.sort_key for one in self.found):
            self.found.append(diagnostic)


def _block_with(facts: Facts, text: str, part: str) -> tuple[Data, str]:
    """The block of prose that a text comes from; else the text itself, as part of the game."""
    for chapter in facts.game["chapters"]:
        for block in chapter["blocks"]:
            whole = facts.own(block["texts"])
            if text in whole or part in whole:
                return block, whole
    for card in facts.game["cards"]:
        if part in facts.own(card["texts"]) or part in facts.own(card["names"]):
            return card, text
    return {"where": "game.yaml:1"}, text


def _span(block: Data, text: str, start: int, length: int) -> Span:
    """A place in a block: a piece of a file of its own, with the line numbers of the author's."""
    name, _, line = str(block["where"]).rpartition(":")
    before = "\n" * (int(line) - 1)
    return Span(SourceFile(name, before + text), len(before) + start, len(before) + start + length)
