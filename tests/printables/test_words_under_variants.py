"""Texts of layouts under variants: what a variant changes on one sheet is not told the old way on another."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
import regelwerk
from all_games import CARDS
from regelwerk_dsl.diagnostics import Diagnostics
from regelwerk_printables.design import load_design
from test_design import text_of

pytestmark = pytest.mark.slow

SLOT = re.compile(r"\{[^{}]*\}")
ASKED = re.compile(r"'(\w+)' in (?:chosen|\[v\.name for v in game\.variants\])")
CHOSEN = [
    (folder, name)
    for folder in (CARDS / game for game in ("auf_achse", "itc", "tokyo_metro"))
    for name in sorted(
        {name for path in (folder / "print").glob("*.yaml") for name in ASKED.findall(path.read_text("utf-8"))}
    )
]


@pytest.mark.parametrize(("folder", "variant"), CHOSEN, ids=lambda one: one if isinstance(one, str) else one.name)
def test_a_variant_changes_a_text_on_all_sheets(folder: Path, variant: str) -> None:
    before, after = _told(folder), _told(folder, variant)
    gone = {sheet: before[sheet] - after[sheet] for sheet in before}
    changed = set().union(*gone.values())
    assert changed, "the layouts ask for the variant, which changes no text"
    assert {sheet: still for sheet, told in after.items() if (still := told & changed)} == {}


@cache
def _told(folder: Path, *variants: str) -> dict[str, set[str]]:
    """The names of the layout's texts that each board and part shows."""
    game, design = regelwerk.load(folder.name, variants=variants).checked, load_design(folder, Diagnostics())
    sheets = {
        one.name: text_of(one.drawing.items)
        for read in (design.boards, design.parts)
        for one in read(game, "en", Diagnostics())
    }
    known = {name: ".{1,20}".join(map(re.escape, SLOT.split(text))) for name, text in design.layout.words.items()}
    return {
        sheet: {name for name, told in known.items() if re.search(rf"(?<!\w){told}(?!\w)", text)}
        for sheet, text in sheets.items()
    }
