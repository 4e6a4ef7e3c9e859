"""A checked game in one source file with its layouts, for tests of drawings."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from regelwerk_compiler.build import build
from regelwerk_compiler.checked.game import CheckedGame
from regelwerk_compiler.driver import Options, check_game
from regelwerk_dsl.diagnostics import Diagnostics
from regelwerk_dsl.render import render_all
from regelwerk_printables.design import Design, load_design

PLAY = """
state:
    deck: pile of Tile = all
play at most 9: finish
outcome for p:
    most deck.count
"""


def one_game(folder: Path, rules: str, layout: str = "", variants: Iterable[str] = ()) -> CheckedGame:
    """Writes a game with the card type `Tile` and checks it."""
    (folder / "game.yaml").write_text("name: one\ntitle: One\nsources: [one.regel]\nlanguages: [en]\n")
    (folder / "one.regel").write_text(f"players 2..2\n{rules}{PLAY}", encoding="utf-8")
    if layout:
        (folder / "print").mkdir(exist_ok=True)
        (folder / "print" / "layout.yaml").write_text(layout, encoding="utf-8")
    result = check_game(folder, Options(variants=tuple(variants)))
    assert result.game is not None and result.texts is not None, render_all(result.diagnostics)
    return build(result.game, result.texts, result.statements, result.history)


def design_in(folder: Path) -> Design:
    """The layouts of a game, which must have no errors."""
    diagnostics = Diagnostics()
    design = load_design(folder, diagnostics)
    assert not diagnostics.items, render_all(diagnostics.sorted())
    return design
