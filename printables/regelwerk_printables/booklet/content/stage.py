"""The stage of a booklet: positions from play, and the pictures of them that chapters ask for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from regelwerk_compiler.checked.play import GamePosition, PlayedScenario
from regelwerk_dsl.grammar.inserts import CARD, ExampleInsert, PictureInsert
from regelwerk_dsl.suggest import as_words

from ...design.figures import Figure as DrawnFigure
from ...design.figures import Figures
from ...design.situations import Scene, Scenes, Situations
from .elements import Element, Inline, Panel, Scenery
from .facts import Facts, References

ALONE_HIGHEST = 140.0  # millimetres; a picture by itself
NO_VIEW = "none"  # for an example without pictures


@dataclass(eq=False)
class Stage:
    """The positions and the means of drawing them.

    Attributes:
        situations: draws positions; None if the game has no layouts.
        played: the records of scenarios, by name.
        positions: those of set-ups and scenarios that pictures show, by `PictureInsert.of`.
        figures: draws cards with numbers, and the pictures of the layouts.
    """

    situations: Situations | None
    played: Mapping[str, PlayedScenario]
    positions: Mapping[str, GamePosition]
    figures: Figures | None = None
    _figures: dict[PictureInsert, DrawnFigure | None] = field(default_factory=dict)
    _examples: dict[ExampleInsert, list[Scenes | None]] = field(default_factory=dict)
    _pictures: dict[PictureInsert, list[Scene]] = field(default_factory=dict)

    def views(self, board: str = "") -> list[str]:
        """The names of the views of a board, or of all boards."""
        return self.situations.views(board) if self.situations is not None else []

    def example(self, insert: ExampleInsert) -> list[Scenes | None]:
        """The pictures of a scenario, for each stage; None if no board shows any of it."""
        found = self.played.get(insert.name)
        if found is None or self.situations is None or NO_VIEW in insert.views:
            return []
        if insert not in self._examples:
            views, draw = [name for name in insert.views if name in self.views()], self.situations.example
            self._examples[insert] = [draw(one.before, one.after, one.start, views) for one in found.stages]
        return self._examples[insert]

    def has_figure(self, name: str) -> bool:
        """True for `card.` with the key of a card, and for the name of a picture of the layouts."""
        figures = self.figures
        return figures is not None and (name in figures.names or figures.has_card(name))

    def is_declared(self, name: str) -> bool:
        """True if the layouts declare a board or part of this name, even one with mistakes."""
        return self.situations is not None and self.situations.is_declared(name)

    def figure_names(self) -> list[str]:
        """The names of the pictures of the layouts, which are neither boards nor parts."""
        return self.figures.names if self.figures is not None else []

    def figure(self, insert: PictureInsert) -> DrawnFigure | None:
        """A card with its numbers, or a picture of the layouts; None if its layout has mistakes."""
        if insert not in self._figures and self.figures is not None:
            name, position = insert.drawing, self.positions.get(insert.of)
            key = name.removeprefix(CARD)
            self._figures[insert] = self.figures.card(key) if key != name else self.figures.picture(name, position)
        return self._figures.get(insert)

    def caption(self, facts: Facts, insert: PictureInsert) -> str:
        """The caption for the position that a picture shows; "" if it shows none."""
        if insert.setup is None:
            return next((facts.own(one.titles) for one in facts.game.scenarios if one.name == insert.scenario), "")
        position = self.positions[insert.of]
        return facts.word("set up so" if position.chosen else "set up", len(position.players))

    def picture(self, references: References, insert: PictureInsert) -> Iterator[Element]:
        """A board in a position, with the pieces on it and the caption below."""
        facts, position = references.facts, self.positions[insert.of]
        if insert not in self._pictures:
            draw = self.situations
            self._pictures[insert] = draw.picture(insert.drawing, position, insert.views) if draw else []
        scenes = self._pictures[insert]
        if not scenes:
            return
        caption = self.caption(facts, insert)
        title = caption or as_words(insert.drawing)
        anchor = ".".join(("picture", insert.drawing, insert.of, *insert.views))
        away = (Inline(facts.word("page", title, references.page(anchor)), target=anchor),)
        yield Scenery((Panel("", tuple(scenes), title),), caption, ALONE_HIGHEST, anchor=anchor, away=away)
