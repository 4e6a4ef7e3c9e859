"""Excerpts of sources for rule errors."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from regelwerk_dsl.disk import read_bytes, real
from regelwerk_runtime.errors import RuleError

from ..loading.source import Source


@contextmanager
def explained(source: Source) -> Iterator[None]:
    """Adds the source line at fault to a rule error raised in the block."""
    try:
        yield
    except RuleError as error:
        add_details(error, source)
        raise


def add_details(error: RuleError, source: Source) -> None:
    """Adds the source line at fault to a rule error, if the file still exists."""
    if error.excerpt:
        return
    outside = [Path(variant) for variant in source.variants if Path(variant).name == error.file]
    own = real(source.folder / error.file)
    inside = [own] if error.file and own.is_relative_to(real(source.folder)) else []
    for path in outside + inside if error.by else inside + outside:
        try:
            line = read_bytes(path, linked=path in outside).decode("utf-8-sig").splitlines()[error.line - 1]
        except (OSError, ValueError, IndexError):
            continue
        if path in outside:
            error.file = path.as_posix()
        statement = line.partition("  #")[0].rstrip()
        begin = len(statement) - len(statement.lstrip())
        gap = " " * len(str(error.line))
        marks = " " * begin + "^" * (len(statement) - begin)
        error.excerpt = f"{gap} |\n{error.line} | {line.rstrip()}\n{gap} | {marks}"
        return
