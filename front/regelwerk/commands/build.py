"""`regelwerk build GAME`: the compiled Python module."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import click
from regelwerk_dsl.writing import replacing

from ..loading.compilation import load_compiled
from ..loading.source import Source
from ..terminal.console import Screen, counted
from ..terminal.options import FILE, option, source_parameters

MARK = b", compiled by Regelwerk. Do not edit"  # how a module begins


@click.command("build")
@option("-o, --output FILE", "Write to a file instead of stdout.", FILE)
@option("--explicit", "Make rolls and draws decisions with exact probabilities.")
@source_parameters
def build(source: Source, output: Path | None, explicit: bool) -> None:
    """Print the compiled Python module.

    It is readable and runs with the package regelwerk_runtime alone.
    """
    screen = Screen()
    with screen.busy(f"Compiling {source.game}"):
        module = load_compiled(replace(source, explicit=explicit)).module
    if output is None:
        screen.raw(module)
        return
    with replacing(output, lambda head: MARK in head) as file:
        file.write(module.encode())
    screen.note(f"{output}: {counted(module.count(chr(10)), 'line')}")
