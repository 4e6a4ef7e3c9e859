"""Diagnostics of a booklet, each at the block of the chapter that it is about."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from regelwerk_compiler.checked.prose import Block
from regelwerk_compiler.checked.values import Position
from regelwerk_dsl.diagnostics import Diagnostic
from regelwerk_dsl.source import SourceFile, Span
from regelwerk_dsl.suggest import did_you_mean

from ...drawing.drawing import Mm
from .facts import Facts


@dataclass(eq=False)
class Problems:
    """The diagnostics of one booklet, each once."""

    facts: Facts
    found: list[Diagnostic] = field(default_factory=list)

    def unknown_link(self, block: Block, name: str, targets: Iterable[str]) -> None:
        """E1041: a link leads nowhere."""
        text = self.facts.own(block.texts)
        at = text.find(f"(#{name})")
        near = did_you_mean(name, list(targets))
        self._add(
            "E1041",
            _span(block.where, text, at + 2 if at >= 0 else 0, len(name) if at >= 0 else len(text)),
            f"there is nothing called `{name}` to link to",
            near or "link to a chapter, `card.KEY`, `table.NAME`, `scenario.NAME`, `cards`, `errata` or `sources`",
        )

    def no_picture(self, block: Block, name: str, pictures: Iterable[str]) -> None:
        """E1040: a picture is not there."""
        self._unknown("E1040", block, "picture", name, pictures, "the layouts of the game have no board and no part")

    def no_view(self, block: Block, name: str, views: Iterable[str]) -> None:
        """E1043: a part of a board is not there."""
        self._unknown("E1043", block, "view", name, views, "the layouts give no board `views`")

    def _unknown(self, code: str, block: Block, kind: str, name: str, known: Iterable[str], none: str) -> None:
        text, names = self.facts.own(block.texts), sorted(known)
        have = f"there are {', '.join(names)}" if names else none
        at = text.rfind(name) if kind == "view" else text.find(name)  # views stand last
        span = _span(block.where, text, max(0, at), len(name))
        self._add(code, span, f"there is no {kind} `{name}`", did_you_mean(name, names) or have)

    def not_played(self, block: Block, name: str) -> None:
        """E1042: a worked example could not be played."""
        text = self.facts.own(block.texts)
        self._add(
            "E1042",
            _span(block.where, text, max(0, text.find(name)), len(name)),
            f"the scenario `{name}` does not run to its end",
            "`regelwerk test` shows where it stops",
        )

    def missing(self, char: str, text: str) -> None:
        """E1011: no font has a character."""
        where, whole = self._block_with(text, char)
        self._add(
            "E1011",
            _span(where, whole, max(0, whole.find(char)), len(char)),
            f"no font has the character {char} (U+{ord(char):04X}), in the {self.facts.language} booklet",
            "write it with other characters",
        )

    def too_wide(self, text: str, excess: Mm) -> None:
        """E1010: a word is wider than its column."""
        words = text.strip() or text
        where, whole = self._block_with(text, words)
        self._add(
            "E1010",
            _span(where, whole, max(0, whole.find(words)), len(words) if words in whole else len(whole)),
            f"a word is {excess:.1f} mm wider than its column, in the {self.facts.language} booklet",
            "shorten it, or show where it may be divided with a soft hyphen (U+00AD)",
        )

    def _add(self, code: str, span: Span, message: str, help_: str) -> None:
        diagnostic = Diagnostic(code, message, span, help=help_)
        if all(one.sort_key != diagnostic.sort_key for one in self.found):
            self.found.append(diagnostic)

    def _block_with(self, text: str, part: str) -> tuple[Position, str]:
        """Where the block of prose begins that a text comes from, and its words; else the text itself."""
        for chapter in self.facts.game.chapters:
            for block in chapter.blocks:
                whole = self.facts.own(block.texts)
                if text in whole or part in whole:
                    return block.where, whole
        for card in self.facts.game.cards:
            if part in self.facts.own(card.texts) or part in self.facts.card_name(card):
                return card.where, text
        return Position("game.yaml", 1), text


def _span(where: Position, text: str, start: int, length: int) -> Span:
    """A place in a text: a piece of a file of its own, with the line numbers of the author's."""
    before = "\n" * (where.line - 1)
    return Span(SourceFile(where.file, before + text), len(before) + start, len(before) + start + length)
