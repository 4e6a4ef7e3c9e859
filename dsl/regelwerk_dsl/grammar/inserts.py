"""Syntax of the inserts of a chapter, such as `{{ picture board of setup for 3: market }}`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import ClassVar

# `{{ table Good }}`, `{{ table Good: price, weight }}`, `{{ scenario sale }}`, `{{ picture board }}`
INSERT = re.compile(r"\{\{\s*(?P<kind>\w*)\s*(?P<name>[^{}:]*?)\s*(?::\s*(?P<columns>[^{}]*?)\s*)?\}\}")
INSERTS = re.compile(rf"(?:{re.sub(r'[?]P<[a-z]+>', '?:', INSERT.pattern)}\s*)+")
INSERT_LINE = re.compile(rf"^[ \t]*{INSERTS.pattern}$", re.MULTILINE)  # a block even without blank lines around it
_PICTURE = re.compile(
    r"(?P<drawing>\w+(?:\.\w+)*)"
    r"(?:\s+of\s+(?:(?P<setup>setup)(?:\s+for\s+(?P<players>\d+))?|(?P<scenario>\w+)))?"
)

CARD = "card."
"""Stands before the key of a card whose picture is shown."""


@dataclass(frozen=True, slots=True)
class TableInsert:
    """`{{ table Good: price, weight }}`; without columns all of them are shown."""

    kind: ClassVar[str] = "table"
    name: str
    columns: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ExampleInsert:
    """`{{ scenario sale: market }}`: a worked example, with the views of the board that it is shown with."""

    kind: ClassVar[str] = "scenario"
    name: str
    views: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PictureInsert:
    """`{{ picture board of setup for 3: market }}`.

    Attributes:
        drawing: the name of a board, a part or a picture of the layout; or `card.` with the key of a card.
        setup: the number of players of the set-up that it shows, 0 if not given; None if it shows no set-up.
        scenario: the scenario at whose end it is shown; "" for none.
        views: the parts of the drawing that are shown; empty for all of it.
    """

    kind: ClassVar[str] = "picture"
    drawing: str
    setup: int | None
    scenario: str
    views: tuple[str, ...]

    @property
    def name(self) -> str:
        """The text after `picture`: `board of setup for 3`."""
        if self.setup is not None:
            return f"{self.drawing} of setup" + (f" for {self.setup}" if self.setup else "")
        return f"{self.drawing} of {self.scenario}" if self.scenario else self.drawing

    @property
    def is_card(self) -> bool:
        """Whether it shows a card, not something that the layouts name."""
        return self.drawing.startswith(CARD)

    @property
    def of(self) -> str:
        """The position that it shows, as text; "" for none."""
        return self.scenario if self.setup is None else f"setup {self.setup}"


Insert = TableInsert | ExampleInsert | PictureInsert


def read_insert(found: re.Match[str]) -> Insert | None:
    """The insert of a match of `INSERT`; None if it is malformed."""
    name, more = found["name"], tuple(filter(None, map(str.strip, (found["columns"] or "").split(","))))
    match found["kind"]:
        case "table":
            return TableInsert(name, more)
        case "scenario":
            return ExampleInsert(name, more)
        case "picture" if picture := _PICTURE.fullmatch(name):
            setup = int(picture["players"] or 0) if picture["setup"] else None
            return PictureInsert(picture["drawing"], setup, picture["scenario"] or "", more)
        case _:
            return None
