"""Output streams of the commands: UTF-8 regardless of the locale, colours on terminals only, no wrapping in pipes.

All texts of a game are made visible, see `visible`, so that none can act as a command to a terminal or pipe.

Rich is loaded on first use: a line in a pipe does not need it.
"""

from __future__ import annotations

import codecs
import io
import json
import os
import sys
from collections.abc import Iterable
from contextlib import AbstractContextManager, nullcontext
from functools import cached_property
from typing import TYPE_CHECKING, TextIO

from regelwerk_dsl.characters import visible

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer
    from rich.console import Console, ConsoleOptions, RenderableType
    from rich.segment import Segment
    from rich.table import Table
    from rich.text import Text

FINE, PROBLEMS, USAGE, INTERNAL = range(4)  # exit status
STYLES = {
    "heading": "bold",
    "quiet": "dim",
    "good": "green",
    "bad": "bold red",
    "warn": "yellow",
    "key": "cyan",
    "player0": "cyan",
    "player1": "yellow",
    "player2": "green",
    "player3": "magenta",
    "player4": "blue",
    "player5": "red",
}
PIPE_WIDTH = 120
SOFT_HYPHEN = "\u00ad"
COLOURED = frozenset({"FORCE_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE"})  # may make a pipe count as a terminal


def _as_it_came(error: UnicodeError) -> tuple[str | bytes, int]:
    """Restores the bytes of a file name that the locale could not decode; other unpaired surrogates become `?`."""
    assert isinstance(error, UnicodeEncodeError)
    stray = error.object[error.start : error.end]
    return b"".join(bytes([ord(c) - 0xDC00]) if 0xDC80 <= ord(c) <= 0xDCFF else b"?" for c in stray), error.end


class OutputError(OSError):
    """A standard stream that cannot be written; `filename` is the name of the stream."""


class _Named(io.FileIO):
    """The file of a stream, whose errors name the stream."""

    def __init__(self, stream: TextIO, called: str) -> None:
        super().__init__(stream.fileno(), "w", closefd=False)
        self.stream = stream  # keep it alive: it would close the file
        self.called = called

    def write(self, data: ReadableBuffer) -> int:
        try:
            return super().write(data)
        except BrokenPipeError:
            raise
        except OSError as error:
            raise OutputError(error.errno, error.strerror, self.called) from None


def _named(stream: TextIO, called: str) -> TextIO:
    """The stream with errors that name it; a stream without a file is returned unchanged."""
    buffer = getattr(stream, "buffer", None)
    if type(getattr(buffer, "raw", buffer)) is not io.FileIO:
        return stream
    return io.TextIOWrapper(io.BufferedWriter(_Named(stream, called)), "utf-8", line_buffering=True)


def use_utf8() -> None:
    """Makes all standard streams use UTF-8, whatever the locale or console. Writing to closed ones fails."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            null = os.open(os.devnull, os.O_WRONLY if name == "stderr" else os.O_RDONLY)
            setattr(sys, name, open(null, mode, encoding="utf-8"))  # noqa: SIM115 - as long as the process
    sys.stdout, sys.stderr = _named(sys.stdout, "standard output"), _named(sys.stderr, "standard error")
    codecs.register_error("as_it_came", _as_it_came)
    for stream, errors in ((sys.stdout, "as_it_came"), (sys.stderr, "as_it_came"), (sys.stdin, "replace")):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding="utf-8", errors=errors)


def _console(stream: TextIO) -> Console:
    from rich.console import Console  # slow to import, and much is written without
    from rich.theme import Theme

    class VisibleConsole(Console):
        """A console on which texts cannot act as commands; hides soft hyphens, which are for paper."""

        def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
            for segment in super().render(renderable, options):
                yield segment if segment.control else segment._replace(text=_shown(segment.text))

        def on_broken_pipe(self) -> None:
            raise BrokenPipeError

    width = None if stream.isatty() or "COLUMNS" in os.environ else PIPE_WIDTH
    return VisibleConsole(file=stream, theme=Theme(STYLES), highlight=False, markup=False, emoji=False, width=width)


def _shown(text: str) -> str:
    return visible(text).replace(SOFT_HYPHEN, "")


def _as_it_is(stream: TextIO, text: str | Text) -> bool:
    """True if a line can be written directly: it is plain text, not for a terminal, and has nothing to expand or
    remove.
    """
    return (
        isinstance(text, str)
        and text.isprintable()
        and not text.endswith(" ")
        and not stream.isatty()
        and COLOURED.isdisjoint(os.environ)
    )


def _write(stream: TextIO, text: str) -> None:
    try:
        stream.write(text)
        stream.flush()
    except BrokenPipeError:
        raise BrokenPipeError from None  # without an errno, for which Click would end the program


class Screen:
    """The two output streams of a command, created for each run so that tests can capture them."""

    def __init__(self) -> None:
        self._out, self._err = sys.stdout, sys.stderr

    @cached_property
    def out(self) -> Console:
        return _console(self._out)

    @cached_property
    def err(self) -> Console:
        return _console(self._err)

    @property
    def is_terminal(self) -> bool:
        return self.out.is_terminal

    def say(self, text: str | Text = "", style: str = "") -> None:
        """A line of the result, never wrapped in a pipe."""
        if _as_it_is(self._out, text):
            self.raw(f"{text}\n")
        else:
            self.out.print(text, style=style or None, soft_wrap=not self.is_terminal)

    def raw(self, text: str) -> None:
        """Text without styling or wrapping: sources, modules, anything that programs read."""
        _write(self._out, visible(text))

    def trouble(self, text: str) -> None:
        """Unstyled text on the error stream."""
        _write(self._err, visible(text))

    def rendered(self, text: str, to_error: bool) -> None:
        """Diagnostics with their colours; texts of the game in them are already visible."""
        _write(self._err if to_error else self._out, text)

    def busy(self, what: str) -> AbstractContextManager[object]:
        """A status line on a terminal while something takes time."""
        return self.err.status(visible(f"{what} …")) if self._err.isatty() and self.err.is_terminal else nullcontext()

    def json(self, data: object) -> None:
        self.raw(json.dumps(data, ensure_ascii=False, indent=2) + "\n")

    def show(self, what: RenderableType) -> None:
        """A table or a group of them; without trailing blanks in a pipe."""
        if self.is_terminal:
            self.out.print(what)
            return
        with self.out.capture() as caught:
            self.out.print(what)
        self.raw("".join(f"{line.rstrip()}\n" for line in caught.get().splitlines()))

    def note(self, text: str | Text, style: str = "quiet") -> None:
        """A line for people on the error stream, not for programs that read the result."""
        if _as_it_is(self._err, text):
            _write(self._err, visible(f"{text}\n"))
        else:
            self.err.print(text, style=style, soft_wrap=True)

    def refuse(self, message: str, help: str = "") -> None:
        from rich.text import Text  # slow to import

        self.err.print(Text.assemble(("error", "bad"), f": {message}"), soft_wrap=True)
        if help:
            self.err.print(Text.assemble(("help", "good"), f": {help}"), soft_wrap=True)


def plain_table(*columns: str, numbers: frozenset[int] = frozenset()) -> Table:
    """A table without frames that reads well in a pipe too.

    Args:
        columns: the headings.
        numbers: positions of the columns with numbers, which are aligned to the right.
    """
    from rich.table import Table  # slow to import

    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="quiet")
    for position, column in enumerate(columns):
        table.add_column(column, justify="right" if position in numbers else "left", overflow="fold")
    return table


def counted(number: int, name: str, several: str = "") -> str:
    """A number with its noun: `1 file`, `2 files`, `1,200 choices`."""
    return f"{number:,} {name if number == 1 else several or name + 's'}"
