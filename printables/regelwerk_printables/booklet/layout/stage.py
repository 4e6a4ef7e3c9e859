"""Pictures of scenarios and set-ups for a booklet, each drawn once for all layout passes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from regelwerk_dsl.grammar.inserts import PictureName

from ...design.positions.situations import Scene, Scenes, Situations
from ..content.elements import Element, Inline, Panel, Scenery
from ..content.references import References
from ..content.words import word

Played = Mapping[str, Any]
Position = Mapping[str, Any]
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
    played: Mapping[str, Played]
    positions: Mapping[str, Position]
    _examples: dict[tuple[str, ...], Scenes | None] = field(default_factory=dict)
    _pictures: dict[tuple[str, ...], list[Scene]] = field(default_factory=dict)

    def views(self, board: str = "") -> list[str]:
        """The names of the views of a board, or of all boards."""
        return self.situations.views(board) if self.situations is not None else []

    def example(self, scenario: str, views: tuple[str, ...]) -> Scenes | None:
        """The pictures of a scenario; None where nothing of it is seen on a board."""
        key = (scenario, *views)
        if key not in self._examples:
            found = self.played.get(scenario, {}).get("positions") if self.situations is not None else None
            self._examples[key] = None
            if found and self.situations is not None and NO_VIEW not in views:
                self._examples[key] = self.situations.example(
                    found["before"], found["after"], found["start"], [name for name in views if name in self.views()]
                )
        return self._examples[key]

    def picture(self, references: References, wanted: PictureName, views: tuple[str, ...]) -> Iterator[Element]:
        """A board in a position, with what it shows below it."""
        facts = references.facts
        position = self.positions[wanted.of]
        key = (wanted.drawing, wanted.of, *views)
        if key not in self._pictures:
            drawn = self.situations.picture(wanted.drawing, position, views) if self.situations is not None else []
            self._pictures[key] = drawn
        scenes = self._pictures[key]
        if not scenes:
            return
        if wanted.setup is None:
            titles = [one["titles"] for one in facts.game["scenarios"] if one["name"] == wanted.scenario]
            caption = facts.own(titles[0]) if titles else ""
        else:
            caption = word(
                facts.language, "set up so" if position.get("chosen") else "set up", len(position["players"])
            )
        title = caption or wanted.drawing.replace("_", " ")
        anchor = ".".join(("picture", *key))
        away = (Inline(word(facts.language, "page", title, references.page(anchor)), target=anchor),)
        yield Scenery((Panel("", tuple(scenes), title),), caption, HIGHEST, anchor=anchor, away=away)
