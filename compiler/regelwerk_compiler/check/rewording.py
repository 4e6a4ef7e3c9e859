"""Check that a variant that changes who wins rewords the booklet."""

from __future__ import annotations

from regelwerk_dsl.diagnostics import Diagnostics

from ..amend import History
from ..model.symbols import Game


def check_rewording(game: Game, history: History, diagnostics: Diagnostics) -> None:
    """W0746: a variant replaces the outcome, and no change touches a chapter of the booklet."""
    if not game.chapters or any(key[0] == "chapter" for key in history.changes):
        return
    for change in history.of("outcome"):
        if change.chosen.decl.kind == "variant":
            what = "this variant changes who wins, but no chapter of the booklet changes"
            help_ = 'amend the passage that says who wins: `amend chapter.NAME.prose: "words" -> "others"`'
            diagnostics.report("W0746", change.span, what, help=help_)
