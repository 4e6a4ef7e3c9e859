"""`regelwerk build GAME`: the compiled Python module."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ..loading.compilation import load_compiled
from ..loading.source import source_of
from ..terminal.console import Screen
from ..terminal.options import GameArgument, VariantOption, WithoutOption
from ..terminal.problems import counted


def build(
    game: GameArgument,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FILE", help="Write it here; without it, to the screen.")
    ] = None,
    explicit: Annotated[
        bool, typer.Option("--explicit", help="The form in which rolls and draws are decisions with probabilities.")
    ] = False,
    variant: VariantOption = None,
    without: WithoutOption = None,
) -> None:
    """Compile a game to a Python module that a person can read.

    It runs with the package regelwerk_runtime alone.
    """
    screen = Screen()
    with screen.busy(f"Compiling {game}"):
        module = load_compiled(source_of(game, variant, without, explicit)).module
    if output is None:
        screen.raw(module)
        return
    output.write_text(module, encoding="utf-8", newline="\n")
    screen.note(f"{output}: {counted(module.count(chr(10)), 'line')}")
