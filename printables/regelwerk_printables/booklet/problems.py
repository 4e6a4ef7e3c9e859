"""The problems of a booklet, each reported at the block of a chapter that causes it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from regelwerk_compiler.checked.prose import Block
from regelwerk_compiler.checked.values import Position, Words
from regelwerk_dsl.diagnostics import Diagnostic
from regelwerk_dsl.grammar.inserts import CARD
from regelwerk_dsl.source import SourceFile, Span
from regelwerk_dsl.suggest import unknown

from ..design import NO_PICTURES
from ..drawing.drawing import Mm
from .content.facts import Facts


@dataclass(eq=False)
class Problems:
    """The diagnostics of one booklet, each once."""

    facts: Facts
    found: list[Diagnostic] = field(default_factory=list)

    def no_picture(self, block: Block, name: str, pictures: Iterable[str]) -> None:
        """E1040: a picture does not exist."""
        key = name.removeprefix(CARD)
        if key != name:
            self._unknown("E1040", block, "card", key, self.facts.game.cards_by_key, "the game has no cards")
        else:
            self._unknown("E1040", block, "picture", name, pictures, NO_PICTURES)

    def no_view(self, block: Block, name: str, views: Iterable[str]) -> None:
        """E1043: a view of a board does not exist."""
        self._unknown("E1043", block, "view", name, views, "no board of the layouts has `views`")

    def _unknown(self, code: str, block: Block, kind: str, name: str, known: Iterable[str], none: str) -> None:
        text = self.facts.own(block.texts)
        at = text.rfind(name) if kind == "view" else text.find(name)  # views come last
        self._add(code, block.where, text, name, *unknown(kind, name, known, none), at)

    def no_step(self, block: Block, name: str, number: int, steps: int) -> None:
        """E1044: a picture has a number that no step has."""
        text = self.facts.own(block.texts)
        message = f"the picture `{name}` has the number {number}, and the chapter has {steps} numbered steps"
        help_ = "the numbers of a picture are those of the steps: change its `callouts`, or give them a `text`"
        self._add("E1044", block.where, text, name, message, help_)

    def not_played(self, block: Block, name: str) -> None:
        """E1042: a worked example could not be played."""
        message, help_ = f"the scenario `{name}` does not run to its end", "`regelwerk test` shows where it stops"
        help_ += f"; a variant for which it is no longer true has `remove scenario.{name}`, or replaces it"
        self._add("E1042", block.where, self.facts.own(block.texts), name, message, help_)

    def of_lines(self, too_wide: Mapping[str, Mm], missing: Mapping[str, str]) -> None:
        """E1010 for texts with a word wider than its column, E1011 for characters that no font has."""
        where = f"in the {self.facts.language} booklet"
        for text, excess in too_wide.items():
            message = f"a word is {excess:.1f} mm wider than its column, {where}"
            help_ = "shorten it, or show where it may be divided with a soft hyphen (U+00AD)"
            help_ += "; a table can show fewer columns"
            self._add_text("E1010", text, text.strip() or text, message, help_)
        for char, text in missing.items():
            message = f"no font has the character {char} (U+{ord(char):04X}), {where}"
            self._add_text("E1011", text, char, message, "write it with other characters")

    def _add(
        self, code: str, where: Position, text: str, part: str, message: str, help_: str, at: int | None = None
    ) -> None:
        """Reports a part of a text at a given position, by default its first occurrence; the whole text if it has no
        such part.

        The text is treated as a file of its own with the line numbers of the author's file.
        """
        start = text.find(part) if at is None else at
        start, length = (start, len(part)) if text.startswith(part, max(start, 0)) else (0, len(text))
        first = where.line - 1 + start
        self._tell(
            code, Span(SourceFile(where.file, "\n" * (where.line - 1) + text), first, first + length), message, help_
        )

    def _add_text(self, code: str, text: str, part: str, message: str, help_: str) -> None:
        """Reports a part of a printed text, in its translation or in the sources."""
        block = next((one for one in self._blocks() if _has(self.facts.own(one.texts), text, part)), None)
        translated = self.facts.place(block.id if block is not None else None, part)
        if translated is not None:
            self._tell(code, translated, message, help_)
        elif block is not None:
            self._add(code, block.where, self.facts.own(block.texts), part, message, help_)
        else:
            self._add(code, self._place_of(text, part), text, part, message, help_)

    def _tell(self, code: str, span: Span, message: str, help_: str) -> None:
        diagnostic = Diagnostic(code, message, span, help=help_)
        if all(one.sort_key != diagnostic.sort_key for one in self.found):
            self.found.append(diagnostic)

    def _blocks(self) -> Iterator[Block]:
        return (block for chapter in self.facts.game.chapters for block in chapter.blocks if block.id)

    def _place_of(self, text: str, part: str) -> Position:
        """The place of the text of a card or of a named declaration; else that of the game's declaration."""
        own, game = self.facts.own, self.facts.game
        for card in game.cards:
            if _has(own(card.texts), text, part) or part in self.facts.card_name(card):
                return card.where
        return next((where for where, names in self._named() if part in own(names)), Position("game.yaml", 1))

    def _named(self) -> Iterator[tuple[Position, Words]]:
        """The names and titles of everything but cards, each with the place of its declaration."""
        game = self.facts.game
        for table in game.tables.values():
            headings = (column.headings for column in table.columns)
            yield from ((table.where, one) for one in (table.labels, *headings))
            yield from ((table.where, row.names) for row in table.rows if row.names is not None)
        for kind in game.card_types:
            yield from ((kind.where, one) for one in (kind.labels, *(field.labels for field in kind.fields)))
        yield from ((one.where, one.labels) for one in game.state)
        yield from ((one.where, one.labels) for one in game.measures)
        yield from ((one.where, one.titles) for one in (*game.chapters, *game.scenarios, *game.errata, *game.variants))


def _has(whole: str, text: str, part: str) -> bool:
    return text in whole or part in whole
