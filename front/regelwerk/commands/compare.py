"""`regelwerk compare GAME`: the effect of a change of the rules, in games with the same luck on both sides."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import click

from ..comparing import compare as compare_games
from ..comparing import compare_files
from ..errors import UsageError
from ..game import Game
from ..loading.compilation import load_compiled
from ..loading.source import Source, source_of
from ..terminal.compared import show_comparison
from ..terminal.console import Screen
from ..terminal.options import (
    COUNT,
    FOLDER,
    Between,
    asked_variants,
    change_options,
    game_argument,
    json_option,
    language_option,
    minutes_option,
    native_option,
    option,
    playing_options,
)
from .simulate import _progress as progress_of_games

USUAL_GAMES = 1_000
MOST_GAMES = 10_000
"""Pairs after which `--until-sure` gives up, by default."""
WITHIN = 5.0


@click.command("compare")
@game_argument(
    "GAME | BASE.parquet VARIANT.parquet",
    ", or the files of two simulations",
    nargs=-1,
    required=True,
)
@change_options
@option("--against NAME|FILE", "Compare with this variant instead of the base.", multiple=True)
@option("--games N", "Pairs of games (default: 1,000; with --until-sure at most 10,000).", COUNT)
@option("--until-sure", "Stop as soon as all questions are answered.")
@option(
    "--within POINTS",
    "With --until-sure: how far an interval may reach to each side, in percentage points (default: 5).",
    Between(0, 50, min_open=True, max_open=True),
)
@playing_options
@option("--jobs J", "Number of processes (default: one per core).", COUNT)
@native_option
@minutes_option
@option("-o, --output DIR", "Folder that keeps the tables of both sides and the records of the examples.", FOLDER)
@option("--all", "List every card and option, even if chance may explain the difference.", name="everything")
@json_option
@language_option
def compare(
    game: tuple[str, ...],
    variants: tuple[str, ...],
    without: tuple[str, ...],
    against: tuple[str, ...],
    games: int | None,
    until_sure: bool,
    within: float | None,
    players: int | None,
    seed: int | None,
    bots: tuple[str, ...],
    jobs: int | None,
    native: bool,
    minutes: float | None,
    output: Path | None,
    everything: bool,
    json: bool,
    lang: str,
) -> None:
    """Compare a game with a variant of it in games with the same luck.

    Says in how many games the change mattered and where the two sides part, with the commands that show both sides at
    that point. Then says what the change does to wins, scores and more, with intervals.
    """
    screen = Screen()
    if within is not None and not until_sure:
        raise UsageError("--within goes with --until-sure")
    if any(name.endswith(".parquet") for name in game) or len(game) > 1:
        made = compare_files(*_two_files(game, _options_of_play()))
    else:
        base, variant = _sides(game[0], variants, without, against)
        with screen.busy(f"Compiling {variant.game}"):
            sides = Game(load_compiled(base)), Game(load_compiled(variant))
            for side in sides if native else ():
                side.library()
        sides[0].language(lang)
        with progress_of_games(screen) as tell:
            made = compare_games(
                *sides,
                games or (MOST_GAMES if until_sure else USUAL_GAMES),
                players=players,
                bots=bots,
                seed=seed,
                jobs=jobs,
                native=native,
                minutes=minutes,
                until_sure=until_sure,
                within=(WITHIN if within is None else within) / 100,
                output=output,
                tell=tell,
            )
    if json:
        screen.json(made.to_dict())
    else:
        show_comparison(made, screen, lang, everything=everything)


def _sides(
    game: str, variants: tuple[str, ...], without: tuple[str, ...], against: tuple[str, ...]
) -> tuple[Source, Source]:
    """The base and the variant.

    Raises:
        UsageError: both are the same.
    """
    variant = source_of(game, [*variants, *asked_variants(variants)], without)
    base = replace(variant.base, variants=source_of(game, [*against, *asked_variants(against)]).variants)
    if base == variant:
        raise UsageError(
            "nothing is changed, so there is nothing to compare", "add --variant NAME or --without ERRATUM"
        )
    return base, variant


def _options_of_play() -> list[str]:
    """The options given on the command line that determine what is played."""
    context = click.get_current_context()
    return [
        parameter.opts[0]
        for parameter in context.command.params
        if parameter.name not in ("game", "everything", "json", "lang")
        and context.get_parameter_source(parameter.name or "") is click.core.ParameterSource.COMMANDLINE
    ]


def _two_files(given: tuple[str, ...], asked: list[str]) -> tuple[Path, Path]:
    """The files of two simulations.

    Raises:
        UsageError: these are not two such files, or options were given that only apply to a game.
    """
    if len(given) != 2 or not all(name.endswith(".parquet") for name in given):
        raise UsageError(
            "either one game, or the files of two simulations",
            "regelwerk compare GAME --variant NAME, or regelwerk compare BASE.parquet VARIANT.parquet",
        )
    if asked:
        raise UsageError(f"two simulations were played already; {asked[0]} goes with a game")
    return Path(given[0]), Path(given[1])
