"""Source files and spans; the only place that computes lines and columns."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from functools import cached_property, lru_cache
from hashlib import blake2b

from msgspec import Struct


class SourceFile(Struct, frozen=True, eq=False, dict=True):
    """A text with the name that messages give it.

    Attributes:
        name: the path as shown in messages.
        text: the whole text.
        local: the path from the game's folder, with `/`; "" outside one.
    """

    name: str
    text: str
    local: str = ""

    def __repr__(self) -> str:
        return f"SourceFile({self.name!r})"

    @property
    def short(self) -> str:
        """The name in logs, traces and reports: the local path, or the last part of the name."""
        return self.local or self.name.replace("\\", "/").rsplit("/", 1)[-1]

    @cached_property
    def line_starts(self) -> list[int]:
        starts = [0]
        end = self.text.find("\n")
        while end >= 0:
            starts.append(end + 1)
            end = self.text.find("\n", end + 1)
        return starts

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset, both from 1, the column in code points."""
        line = bisect_right(self.line_starts, offset)
        return line, offset - self.line_starts[line - 1] + 1

    def line(self, number: int) -> str:
        """The text of a line (from 1) without its end; empty past the last line."""
        if not 1 <= number <= len(self.line_starts):
            return ""
        start = self.line_starts[number - 1]
        end = self.text.find("\n", start)
        return self.text[start : end if end >= 0 else len(self.text)].rstrip("\r")


def digest_of(text: str) -> str:
    """The key under which caches keep the results for a text."""
    return blake2b(text.encode(errors="surrogatepass"), digest_size=16).hexdigest()


@lru_cache(maxsize=500)
def source_file(name: str, text: str, local: str = "") -> SourceFile:
    """The source file with these attributes, always the same object, so that cached results apply to it."""
    return SourceFile(name, text, local)


class Span(Struct, frozen=True):
    """A half-open range of code points in one source file."""

    source: SourceFile
    start: int
    end: int

    @property
    def line(self) -> int:
        return self.source.position(self.start)[0]

    @property
    def column(self) -> int:
        return self.source.position(self.start)[1]

    @property
    def where(self) -> str:
        """Its place in logs, traces and reports: `file:line`."""
        return f"{self.source.short}:{self.line}"

    @property
    def end_position(self) -> tuple[int, int]:
        return self.source.position(self.end)

    @property
    def text(self) -> str:
        return self.source.text[self.start : self.end]

    def moved(self, source: SourceFile, move: Callable[[int], int]) -> Span:
        """The range in `source`, both ends moved by `move`."""
        return Span(source, move(self.start), move(self.end))

    def holds(self, other: Span) -> bool:
        """True if another range lies in this one."""
        return self.source is other.source and self.start <= other.start and other.end <= self.end

    def to(self, other: Span) -> Span:
        """The range from this span's start to the other's end."""
        return Span(self.source, self.start, other.end)

    def __str__(self) -> str:
        line, column = self.source.position(self.start)
        return f"{self.source.name}:{line}:{column}"


NO_SOURCE = SourceFile("<none>", "")
NO_SPAN = Span(NO_SOURCE, 0, 0)
