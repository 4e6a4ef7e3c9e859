"""`regelwerk check GAME`: all diagnostics of the sources."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Annotated

import typer
from regelwerk_compiler.checked.game import Card, CheckedGame
from regelwerk_dsl.diagnostics import Diagnostic, Diagnostics, Severity
from regelwerk_dsl.render import to_dict
from rich.text import Text

from ..loading.compiling import checked_game, run_check
from ..loading.source import source_of
from ..terminal.console import Screen
from ..terminal.options import GameArgument, JsonOption, LanguageOption, VariantOption, WithoutOption
from ..terminal.problems import FINE, PROBLEMS, counted, show_diagnostics, summary

HAND = "written"  # how the compiler calls a text that an author wrote


def check(
    game: GameArgument,
    texts: Annotated[bool, typer.Option("--texts", help="List the card texts that are written by hand.")] = False,
    oneline: Annotated[bool, typer.Option("--oneline", help="A line for each diagnostic, for editors.")] = False,
    json: JsonOption = False,
    variant: VariantOption = None,
    without: WithoutOption = None,
    lang: LanguageOption = "",
) -> None:
    """Find every mistake in the sources of a game.

    Each comes with its place, the reason, and what to do. Exits with 1 when there are errors; warnings do not count.
    """
    screen = Screen()
    source = source_of(game, variant, without)
    with screen.busy(f"Checking {game}"):
        result = run_check(source)
        found = result.diagnostics + _paper_problems(source.folder)
    failed = any(diagnostic.severity is Severity.ERROR for diagnostic in found)
    if json:
        screen.json([to_dict(diagnostic) for diagnostic in found])
        raise typer.Exit(PROBLEMS if failed else FINE)
    show_diagnostics(found, screen, oneline=oneline)
    for silenced in () if oneline else result.silenced:
        warning = silenced.diagnostic
        screen.say(f"allowed: {warning.span}: {warning.code}: {silenced.reason}", style="quiet")
    if texts and result.game is not None:
        _show_texts(checked_game(result, source), screen, lang)
    files = counted(len(result.sources), "file")
    screen.note(f"{source.game}: {summary(found) or 'no problems'} in {files}", style="bad" if failed else "good")
    raise typer.Exit(PROBLEMS if failed else FINE)


def _paper_problems(folder: Path) -> list[Diagnostic]:
    """What is wrong with the layouts and sheets of a game; nothing for one that has none."""
    if not (folder / "print").is_dir():
        return []
    from regelwerk_printables.design import load_design  # many games have no layouts
    from regelwerk_printables.sheets import load_sheets

    diagnostics = Diagnostics()
    load_design(folder, diagnostics, folder.as_posix())
    load_sheets(folder, folder.as_posix(), diagnostics)
    return diagnostics.sorted()


def _show_texts(game: CheckedGame, screen: Screen, lang: str) -> None:
    """Lists the cards whose text is written by hand, and those that lack one, a family once."""
    lang = lang or game.languages[0]
    families: dict[str, Card] = {}
    for card in game.cards:
        families.setdefault(card.family, card)
    count = Counter(card.wording for card in families.values())
    for first in families.values():
        if first.wording in (HAND, "missing"):
            screen.say(Text.assemble((first.names.get(lang, first.key), "heading"), f"  {first.where}"))
        if first.wording == HAND:
            screen.say(f"  {first.texts.get(lang, '')}")
        elif first.wording == "missing":
            screen.say("  does something that has no words, see W0707", style="warn")
    lacking = f", {count['missing']} with words missing" if count["missing"] else ""
    screen.say(f"Card texts: {count[HAND]} by hand, {count['composed']} composed, {count['none']} without{lacking}")
