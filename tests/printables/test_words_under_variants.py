"""A test of layout texts under variants: no sheet keeps the old text where another sheet shows the new one.

One variant of each large game is tried, or all of them if REGELWERK_THOROUGH=1.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from all_games import CARDS, checked
from regelwerk_compiler.build import build
from regelwerk_dsl.diagnostics import Diagnostics
from regelwerk_printables.design import load_design
from test_design import text_of
from variant_games import THOROUGH

pytestmark = pytest.mark.slow

SLOT = re.compile(r"\{[^{}]*\}")
ASKED = re.compile(r"'(\w+)' in (?:chosen|\[v\.name for v in game\.variants\])")
GAMES = [CARDS / name for name in ("auf_achse", "itc", "tokyo_metro")]


def asked(folder: Path) -> list[str]:
    """The variants that layouts of a game mention, or one of them."""
    paths = (path for path in (folder / "print").glob("*.yaml") if path.name != "cards.yaml")
    names = sorted({name for path in paths for name in ASKED.findall(path.read_text("utf-8"))})
    return names if THOROUGH else names[-1:]


CHOSEN = [(folder, name) for folder in GAMES for name in asked(folder)]


@pytest.mark.parametrize(("folder", "variant"), CHOSEN, ids=lambda one: one if isinstance(one, str) else one.name)
def test_a_variant_changes_a_text_on_all_sheets(folder: Path, variant: str) -> None:
    before, after = _told(folder), _told(folder, variant)
    gone = {sheet: before[sheet] - after[sheet] for sheet in before}
    changed = set().union(*gone.values())
    assert changed, "the layouts ask for the variant, which changes no text"
    assert {sheet: still for sheet, shown in after.items() if (still := shown & changed)} == {}


@cache
def _told(folder: Path, *variants: str) -> dict[str, set[str]]:
    """The names of the layout's texts that each board and part shows."""
    result, design = checked(folder, variants), load_design(folder, Diagnostics())
    assert result.game is not None and result.texts is not None
    game = build(result.game, result.texts, result.statements, result.history)
    sheets = {
        one.name: text_of(one.drawing.items)
        for read in (design.boards, design.parts)
        for one in read(game, "en", Diagnostics())
    }
    known = {name: ".{1,20}".join(map(re.escape, SLOT.split(text))) for name, text in design.layout.words.items()}
    return {
        sheet: {name for name, shown in known.items() if re.search(rf"(?<!\w){shown}(?!\w)", text)}
        for sheet, text in sheets.items()
    }
