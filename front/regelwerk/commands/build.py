"""`regelwerk build GAME`: the compiled Python module, or a library of machine code."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import click
from regelwerk_dsl.writing import replacing

from ..errors import UsageError
from ..loading.compilation import load_compiled
from ..loading.source import Source
from ..terminal.console import Screen, counted
from ..terminal.options import FILE, option, source_parameters

MARK = b", compiled by Regelwerk. Do not edit"  # how a module and a C source begin
MACHINE_CODE = (b"\x7fELF", b"\xcf\xfa\xed\xfe", b"\xca\xfe\xba\xbe")  # how a library begins
C_SOURCE = ".c"


@click.command("build")
@option("-o, --output FILE", "Write to a file instead of stdout.", FILE)
@option("--explicit", "Turn rolls and draws into decisions with exact probabilities.")
@option("--native", "Build machine code with a C compiler, for `game.native()`; `-o FILE.c` writes its source.")
@source_parameters
def build(source: Source, output: Path | None, explicit: bool, native: bool) -> None:
    """Print the compiled Python module.

    It is readable and runs with the package regelwerk_runtime alone.
    """
    if explicit and native:
        raise UsageError("there is no native build with explicit chance: leave out --explicit or --native")
    screen = Screen()
    if native:
        _build_native(source, output, screen)
        return
    with screen.busy(f"Compiling {source.game}"):
        module = load_compiled(replace(source, explicit=explicit)).module
    if output is None:
        screen.raw(module)
        return
    with replacing(output, lambda head: MARK in head, named=True) as file:
        file.write(module.encode())
    screen.note(f"{output}: {counted(module.count(chr(10)), 'line')}")


def _build_native(source: Source, output: Path | None, screen: Screen) -> None:
    """Builds the library, or writes its C source; without a file, the library stays in the cache."""
    from ..loading.compiling import native_source_of  # other builds do without
    from ..loading.native import kept_library  # other builds do without

    if output is not None and output.suffix == C_SOURCE:
        with screen.busy(f"Compiling {source.game}"):
            text = native_source_of(source)
        with replacing(output, lambda head: MARK in head, named=True) as file:
            file.write(text.encode())
        screen.note(f"{output}: {counted(text.count(chr(10)), 'line')}")
        return
    with screen.busy(f"Building {source.game}"):
        library, data = kept_library(load_compiled(source))
    if output is not None:
        with replacing(output, lambda head: head.startswith(MACHINE_CODE), named=True) as file:
            file.write(data)
    elif library is None:
        raise UsageError("there is no cache to keep the library in: name a file with -o")
    screen.note(f"{output or library}: {counted(len(data), 'byte')}")
