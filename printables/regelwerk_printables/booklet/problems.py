"""Problems of a booklet, each at the block of a chapter that it is about."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from regelwerk_compiler.checked.prose import Block
from regelwerk_compiler.checked.values import Position
from regelwerk_dsl.diagnostics import Diagnostic
from regelwerk_dsl.source import SourceFile, Span
from regelwerk_dsl.suggest import did_you_mean

from ..drawing.drawing import Mm
from .content.facts import Facts


@dataclass(eq=False)
class Problems:
    """The diagnostics of one booklet, each once."""

    facts: Facts
    found: list[Diagnostic] = field(default_factory=list)

    def unknown_link(self, block: Block, name: str, targets: Iterable[str]) -> None:
        """E1041: a link leads nowhere."""
        usual = "link to a chapter, `card.KEY`, `table.NAME`, `scenario.NAME`, `cards`, `errata` or `sources`"
        text = self.facts.own(block.texts)
        at = text.find(f"(#{name})") + len("(#")
        message, help_ = f"unknown link target `{name}`", did_you_mean(name, list(targets)) or usual
        translated = self.facts.place(block.id, f"(#{name})")
        if translated is not None:
            start = translated.start + len("(#")
            self.found.append(
                Diagnostic("E1041", message, Span(translated.source, start, start + len(name)), help=help_)
            )
        else:
            self._add("E1041", block.where, text, name, message, help_, at)

    def no_picture(self, block: Block, name: str, pictures: Iterable[str]) -> None:
        """E1040: a picture is not there."""
        self._unknown("E1040", block, "picture", name, pictures, "the layouts of the game have no board and no part")

    def no_view(self, block: Block, name: str, views: Iterable[str]) -> None:
        """E1043: a part of a board is not there."""
        self._unknown("E1043", block, "view", name, views, "no board of the layouts has `views`")

    def _unknown(self, code: str, block: Block, kind: str, name: str, known: Iterable[str], none: str) -> None:
        text, names = self.facts.own(block.texts), sorted(known)
        have = f"there are {', '.join(names)}" if names else none
        at = text.rfind(name) if kind == "view" else text.find(name)  # views stand last
        message = f"there is no {kind} `{name}`"
        self._add(code, block.where, text, name, message, did_you_mean(name, names) or have, at)

    def no_step(self, block: Block, name: str, number: int, steps: int) -> None:
        """E1044: a picture has a number that no step has."""
        text = self.facts.own(block.texts)
        message = f"the picture `{name}` has the number {number}, and the chapter has {steps} numbered steps"
        help_ = "the numbers of a picture are those of the steps: change its `callouts`, or give them a `text`"
        self._add("E1044", block.where, text, name, message, help_)

    def not_played(self, block: Block, name: str) -> None:
        """E1042: a worked example could not be played."""
        message, help_ = f"the scenario `{name}` does not run to its end", "`regelwerk test` shows where it stops"
        self._add("E1042", block.where, self.facts.own(block.texts), name, message, help_)

    def of_lines(self, too_wide: Mapping[str, Mm], missing: Mapping[str, str]) -> None:
        """What a typesetter found: words wider than their column, and characters with the texts they stand in."""
        for text, excess in too_wide.items():
            self.too_wide(text, excess)
        for char, text in missing.items():
            self.missing(char, text)

    def missing(self, char: str, text: str) -> None:
        """E1011: no font has a character."""
        message = f"no font has the character {char} (U+{ord(char):04X}), in the {self.facts.language} booklet"
        self._add("E1011", *self._block_with(text, char), char, message, "write it with other characters")

    def too_wide(self, text: str, excess: Mm) -> None:
        """E1010: a word is wider than its column."""
        words = text.strip() or text
        message = f"a word is {excess:.1f} mm wider than its column, in the {self.facts.language} booklet"
        help_ = "shorten it, or show where it may be divided with a soft hyphen (U+00AD)"
        self._add("E1010", *self._block_with(text, words), words, message, help_)

    def _add(
        self, code: str, where: Position, text: str, part: str, message: str, help_: str, at: int | None = None
    ) -> None:
        """Reports a part of a text that begins at a position, by default where it is first; all of it without the part.

        The text is a piece of a file of its own, with the line numbers of the author's.
        """
        start = text.find(part) if at is None else at
        start, length = (start, len(part)) if text.startswith(part, max(start, 0)) else (0, len(text))
        first = where.line - 1 + start
        span = Span(SourceFile(where.file, "\n" * (where.line - 1) + text), first, first + length)
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
