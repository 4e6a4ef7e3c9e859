"""`regelwerk diff GAME --variant V` and `diff GAME OTHER`: differences, side by side."""

from __future__ import annotations

import dataclasses

import click
from regelwerk_compiler.driver import CheckResult
from regelwerk_compiler.inspect.diff.diff import diff_games

from ..errors import UsageError
from ..inspect.show_differences import show_differences
from ..loading.compiling import check_source
from ..loading.source import source_of
from ..terminal.console import Screen
from ..terminal.options import change_options, complete_games, game_argument, json_option, language_option
from ..terminal.problems import counted

OTHER = "A second game, or another folder of the same one."


@click.command("diff")
@game_argument()
@click.argument("other", metavar="[OTHER]", default="", help=OTHER, shell_complete=complete_games)
@json_option
@change_options
@language_option
def diff(game: str, other: str, json: bool, variants: tuple[str, ...], without: tuple[str, ...], lang: str) -> None:
    """Compare two games, or a game with its variants.

    Values, rules and texts of cards stand side by side: on the left GAME, on the right OTHER, or GAME with the given
    variants and without the given errata.
    """
    if not other and not variants and not without:
        raise UsageError(
            f"compare {game} with what?", f"regelwerk diff {game} --variant NAME, or regelwerk diff {game} OTHER"
        )
    screen = Screen()
    left, right = source_of(game), source_of(other or game, variants, without)
    with screen.busy(f"Comparing {' and '.join(dict.fromkeys((left.game, right.game)))}"):
        sides = check_source(left), check_source(right)
        found = diff_games(*sides)
    if json:
        screen.json([dataclasses.asdict(one) for one in found])
        return
    language = _language(sides, lang)
    others = [right.game] * (right.game != left.game) + right.changes
    heads = (left.game, ", ".join(others))
    show_differences(found, sides, heads, language, screen)
    screen.note(f"{counted(len(found), 'difference')}" if found else "no difference")


def _language(sides: tuple[CheckResult, CheckResult], wanted: str) -> str:
    """The language of names and texts: the one asked for, else the first."""
    known = [list(side.game.languages) for side in sides if side.game is not None]
    if wanted and not all(wanted in languages for languages in known):
        both = [language for language in known[0] if all(language in languages for languages in known)]
        raise UsageError(f"the language {wanted} is not in both games", f"both have {', '.join(both)}")
    return wanted or known[0][0]
