"""`regelwerk play GAME`: a person at the terminal, against bots or hot seat."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from ..errors import UsageError
from ..game import load
from ..loading.records import game_of, read_record
from ..terminal.console import Screen
from ..terminal.options import (
    BotOption,
    LanguageOption,
    PlayersOption,
    SeedOption,
    VariantOption,
    WithoutOption,
    complete_games,
)
from ..terminal.table import bots_for
from ..terminal.terminal_play import PERSON, TerminalPlay


def play(
    game: Annotated[
        str,
        typer.Argument(
            metavar="GAME", help="A game's name, its folder or its game.yaml.", autocompletion=complete_games
        ),
    ] = "",
    players: PlayersOption = None,
    seed: SeedOption = None,
    human: Annotated[
        list[int] | None,
        typer.Option(
            "--human", metavar="SEAT", help="A seat that a person takes, from 0. Repeatable; else seat 0.", min=0
        ),
    ] = None,
    bot: BotOption = None,
    record: Annotated[
        Path | None,
        typer.Option("--record", metavar="FILE", help="Where `s` saves; else in a file named after the game."),
    ] = None,
    resume: Annotated[
        Path | None, typer.Option("--resume", metavar="FILE", help="Go on with a game that was saved.")
    ] = None,
    variant: VariantOption = None,
    without: WithoutOption = None,
    lang: LanguageOption = "",
) -> None:
    """Sit down at a game, against bots or with others at one screen.

    You choose by number and see what your player may see. `?` at the prompt says what else there is.
    """
    screen = Screen()
    if resume is not None:
        lines = [line for line in read_record(resume) if not line.startswith('{"outcome"')]
        played = game_of(resume, lines, game, variant, without)
        match = played.replay(lines)
        names: Sequence[str] = match.setup.bots or bots_for(bot, match.setup.players)
        people = set(human or ()) or {seat for seat, name in enumerate(names) if name == PERSON} or {0}
    elif game:
        with screen.busy(f"Compiling {game}"):
            played = load(game, variant, without)
        count = played.seats(players)
        people = set(human or ()) or {0}
        names = bots_for(bot, count)
        luck = random.SystemRandom().randrange(1_000_000) if seed is None else seed
        match = played.start(count, luck, bots=[PERSON if seat in people else name for seat, name in enumerate(names)])
    else:
        raise UsageError("which game?", "regelwerk play GAME, or --resume FILE")
    strangers = [seat for seat in people if seat >= match.setup.players]
    if strangers:
        raise UsageError(f"there is no seat {strangers[0]}", f"seats are numbered 0 to {match.setup.players - 1}")
    place = record or resume or Path(f"{played.name}-{match.setup.seed}.jsonl")
    TerminalPlay(played, match, people, names, place, screen, played.language(lang)).run()
