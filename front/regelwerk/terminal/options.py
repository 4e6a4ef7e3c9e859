"""Arguments and options that several commands share, each with its one line of help."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ..loading.finding import bundled_games


def complete_games(incomplete: str) -> list[str]:
    """Names of bundled games, for the shell."""
    return [name for name in bundled_games() if name.startswith(incomplete)]


def complete_cards(context: typer.Context, incomplete: str) -> list[str]:
    """Keys of the cards of the game that stands before, for the shell."""
    from ..game import load  # other commands do without the runtime

    try:
        cards = load(context.params["game"]).cards
    except Exception:  # a shell that completes must not fail
        return []
    return [key for key in cards if key.startswith(incomplete)]


GameArgument = Annotated[
    str,
    typer.Argument(metavar="GAME", help="A game's name, its folder or its game.yaml.", autocompletion=complete_games),
]
VariantOption = Annotated[
    list[str] | None,
    typer.Option("--variant", metavar="NAME|FILE", help="Play with this variant. Repeatable.", show_default=False),
]
WithoutOption = Annotated[
    list[str] | None,
    typer.Option("--without", metavar="ERRATUM", help="Leave this erratum out. Repeatable.", show_default=False),
]
LanguageOption = Annotated[
    str,
    typer.Option("--lang", metavar="LANGUAGE", help="Language of names and sentences.", show_default=False),
]
SeedOption = Annotated[
    int | None,
    typer.Option("--seed", metavar="S", help="Where the luck comes from. Without it, luck is new.", show_default=False),
]
PlayersOption = Annotated[
    int | None,
    typer.Option("--players", metavar="N", help="How many play. Without it 4, or as near as the game allows.", min=1),
]
BotOption = Annotated[
    list[str] | None,
    typer.Option(
        "--bot",
        metavar="NAME",
        help="Who plays, seat by seat; fewer names than seats go round. Repeatable.",
        show_default=False,
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="The answer as JSON, for programs.")]
RecordArgument = Annotated[Path, typer.Argument(metavar="RECORD", help="A record of a game, as --record writes it.")]
