"""`regelwerk diff GAME --variant V` and `diff GAME OTHER`: what is different, side by side."""

from __future__ import annotations

import dataclasses
from typing import Annotated

import typer
from regelwerk_compiler.driver import CheckResult
from regelwerk_compiler.inspect.diff.diff import diff_games

from ..errors import UsageError
from ..inspect.show_differences import show_differences
from ..loading.compiling import check_source
from ..loading.source import Source, source_of
from ..terminal.console import Screen
from ..terminal.options import GameArgument, JsonOption, LanguageOption, VariantOption, WithoutOption, complete_games
from ..terminal.problems import counted


def diff(
    game: GameArgument,
    other: Annotated[
        str,
        typer.Argument(
            metavar="OTHER", help="Another game, or another folder of this one.", autocompletion=complete_games
        ),
    ] = "",
    json: JsonOption = False,
    variant: VariantOption = None,
    without: WithoutOption = None,
    lang: LanguageOption = "",
) -> None:
    """Show what a variant changes, or how two games differ.

    Values, rules and texts of cards stand side by side: on the left GAME as it is, on the right OTHER, or GAME with the
    variants and without the errata that are named.
    """
    if not other and not variant and not without:
        raise UsageError(f"{game} and what?", f"regelwerk diff {game} --variant NAME, or regelwerk diff {game} OTHER")
    screen = Screen()
    left, right = source_of(game), source_of(other or game, variant, without)
    with screen.busy(f"Comparing {' and '.join(dict.fromkeys((left.game, right.game)))}"):
        sides = check_source(left), check_source(right)
        found = diff_games(*sides)
    if json:
        screen.json([dataclasses.asdict(one) for one in found])
        return
    language = _language(sides, lang)
    heads = (left.game, _title(right, left))
    show_differences(found, sides, heads, language, screen)
    screen.note(f"{counted(len(found), 'difference')}" if found else "no difference")


def _title(source: Source, left: Source) -> str:
    """What stands above a side: the variants where both are one game."""
    told = [variant.replace("\\", "/").rsplit("/", 1)[-1] for variant in source.variants]
    told += [f"without {erratum}" for erratum in source.without]
    if source.game != left.game:
        told.insert(0, source.game)
    return ", ".join(told)


def _language(sides: tuple[CheckResult, CheckResult], wanted: str) -> str:
    """The language of names and texts: the one asked for, else the first."""
    known = [list(side.game.languages) for side in sides if side.game is not None]
    if wanted and not all(wanted in languages for languages in known):
        both = [language for language in known[0] if all(language in languages for languages in known)]
        raise UsageError(f"the language {wanted} is not in both games", f"both have {', '.join(both)}")
    return wanted or known[0][0]
