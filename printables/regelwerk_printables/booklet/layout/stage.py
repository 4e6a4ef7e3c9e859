"""Pictures of scenarios and set-ups for a booklet, each drawn once for all layout passes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from regelwerk_compiler.checked.play import GamePosition, PlayedScenario
from regelwerk_compiler.checked.prose import ExampleInsert, PictureInsert
from regelwerk_dsl.grammar.inserts import PictureName

from ...design.positions.situations import Scene, Scenes, Situations
from ..content.elements import Element, Inline, Panel, Scenery
from ..content.references import References

HIGHEST = 140.0  # millimetres; a picture by itself
NO_VIEW = "none"  # of an example that is told without pictures


@dataclass(eq=False)
class Stage:
    """What was played, and who draws it.

    Attributes:
        situations: draws positions; None where the game has no layouts.
        played: what scenarios did, by name.
        positions: those of set-ups and scenarios that pictures show, by `PictureName.of`.
    """

    situations: Situations | None
    played: Mapping[str, PlayedScenario]
    positions: Mapping[str, GamePosition]
    _examples: dict[ExampleInsert, Scenes | None] = field(default_factory=dict)
    _pictures: dict[PictureInsert, list[Scene]] = field(default_factory=dict)

    def views(self, board: str = "") -> list[str]:
        """The names of the views of a board, or of all boards."""
        return self.situations.views(board) if self.situations is not None else []

    def example(self, insert: ExampleInsert) -> Scenes | None:
        """The pictures of a scenario; None where nothing of it is seen on a board."""
        found = self.played.get(insert.name)
        if found is None or self.situations is None or NO_VIEW in insert.views:
            return None
        if insert not in self._examples:
            views = [name for name in insert.views if name in self.views()]
            self._examples[insert] = self.situations.example(found.before, found.after, found.start, views)
        return self._examples[insert]

    def picture(self, references: References, insert: PictureInsert) -> Iterator[Element]:
        """A board in a position, with what it shows below it."""
        facts, position = references.facts, self.positions[position_key(insert)]
        if insert not in self._pictures:
            drawn = self.situations.picture(insert.drawing, position, insert.views) if self.situations else []
            self._pictures[insert] = drawn
        scenes = self._pictures[insert]
        if not scenes:
            return
        if insert.setup is None:
            caption = next((facts.own(one.titles) for one in facts.game.scenarios if one.name == insert.scenario), "")
        else:
            key = "set up so" if position.chosen else "set up"
            caption = facts.word(key, len(position.players))
        title = caption or insert.drawing.replace("_", " ")
        anchor = ".".join(("picture", insert.drawing, position_key(insert), *insert.views))
        away = (Inline(facts.word("page", title, references.page(anchor)), target=anchor),)
        yield Scenery((Panel("", tuple(scenes), title),), caption, HIGHEST, anchor=anchor, away=away)


def position_key(insert: PictureInsert) -> str:
    """Under which name the position of a picture is given; "" for a drawing as it is printed."""
    return PictureName(insert.drawing, insert.setup, insert.scenario).of
