"""`regelwerk play GAME`: interactive play at the terminal, against bots or other people."""

from __future__ import annotations

import random
import sys
from collections.abc import Sequence
from pathlib import Path

import click

from ..errors import UsageError
from ..game import load
from ..loading.records import game_of, read_record
from ..terminal.console import Screen
from ..terminal.options import FILE, Between, change_options, game_argument, language_option, option, playing_options
from ..terminal.table import bots_for
from ..terminal.terminal_play import PERSON, TerminalPlay

HUMAN = "A human player's seat, counted from 0 (default: 0)."
PAUSE = "Seconds to wait between the turns of bots; 0 for none. Pipes get no pauses."
HINT = "With each question, show how a search of 1.5 seconds rates the options."
RECORD = "File to which `s` saves (default: named after game and seed)."


@click.command("play")
@game_argument("[GAME]", default="")
@playing_options
@option("--human SEAT", HUMAN, click.IntRange(min=0), name="humans", multiple=True)
@option("--pause SECONDS", PAUSE, Between(0, 60), default=0.8, show_default=True)
@option("--hint", HINT)
@option("--record FILE", RECORD, FILE)
@option("--resume FILE", "Resume a saved game; GAME may be omitted.", FILE)
@change_options
@language_option
def play(
    game: str,
    players: int | None,
    seed: int | None,
    humans: tuple[int, ...],
    bots: tuple[str, ...],
    pause: float,
    hint: bool,
    record: Path | None,
    resume: Path | None,
    variants: tuple[str, ...],
    without: tuple[str, ...],
    lang: str,
) -> None:
    """Play a game at the terminal, against bots or other people.

    You see what your player may see, and choose options by their number. `?` at the prompt shows help.
    """
    screen = Screen()
    if resume is not None:
        lines = [line for line in read_record(resume) if not line.startswith('{"outcome"')]
        played = game_of(resume, lines, game, variants, without)
        match = played.replay(lines)
        names: Sequence[str] = match.setup.bots or bots_for(bots, match.setup.players)
        people = set(humans) or {seat for seat, name in enumerate(names) if name == PERSON} or {0}
    elif game:
        with screen.busy(f"Compiling {game}"):
            played = load(game, variants, without)
        count = played.seats(players)
        people = set(humans) or {0}
        names = bots_for(bots, count)
        luck = random.SystemRandom().randrange(1_000_000) if seed is None else seed
        match = played.start(count, luck, bots=[PERSON if seat in people else name for seat, name in enumerate(names)])
    else:
        raise UsageError("name the game to play", "regelwerk play GAME, or --resume FILE")
    strangers = [seat for seat in people if seat >= match.setup.players]
    if strangers:
        raise UsageError(f"there is no seat {strangers[0]}", f"seats are numbered 0 to {match.setup.players - 1}")
    place = record or resume or Path(f"{played.name}-{match.setup.seed}.jsonl")
    slow = pause if screen.is_terminal and sys.stdin.isatty() else 0
    language = played.language(lang)
    own = place == resume
    TerminalPlay(played, match, people, names, place, screen, language, own=own, pause=slow, hint=hint).run()
