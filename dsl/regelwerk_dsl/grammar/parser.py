"""`regel.lark` goes in; the parser comes out.

It is constructed once a process, and kept in a cache that only the user can write to.
"""

from __future__ import annotations

import hashlib
import os
import stat
import sys
import threading
from functools import cached_property
from importlib.resources import files
from pathlib import Path

import lark
from lark import Lark
from platformdirs import user_cache_dir

from .builder import Builder
from .layout import Layout

STARTS = ["start", "slot", "cell_text", "column_text"]
PRIVATE = 0o700
KEPT = 6


def grammar_text() -> str:
    return (files(__package__) / "regel.lark").read_text(encoding="utf-8")


class Grammar:
    """The parser with its layout and its builder. One parse at a time: hold `lock`."""

    def __init__(self) -> None:
        self.lock = threading.RLock()
        self.builder = Builder()
        self.layout = Layout()

    @cached_property
    def lark(self) -> Lark:
        text = grammar_text()
        folder = _cache_folder()
        if folder is None:
            return self._construct(text, None)
        words = (text, lark.__version__, str(sys.version_info[:3]))
        kept = folder / f"grammar-{hashlib.sha256(' '.join(words).encode()).hexdigest()[:20]}"
        try:
            # a file cut short by another process is read as faulty, and written again
            if kept.exists() and not _is_private(kept):
                return self._construct(text, None)
            parser = self._construct(text, kept)
            kept.chmod(0o600)
            for old in sorted(folder.glob("grammar-*"), key=lambda path: path.stat().st_mtime)[:-KEPT]:
                old.unlink(missing_ok=True)  # of other versions
        except OSError:
            return self._construct(text, None)
        return parser

    @cached_property
    def words(self) -> dict[str, str]:
        """The fixed words and signs by the names of their terminals."""
        fixed = {t.name: t.pattern.value for t in self.lark.terminals if t.pattern.type == "str"}
        soft = {t.name: t.name.removesuffix("_WORD").lower() for t in self.lark.terminals if t.name.endswith("_WORD")}
        return fixed | soft

    def _construct(self, text: str, cache: Path | None) -> Lark:
        return Lark(
            text,
            parser="lalr",
            lexer="contextual",
            start=STARTS,
            postlex=self.layout,
            transformer=self.builder,
            keep_all_tokens=True,
            maybe_placeholders=True,
            cache=str(cache) if cache is not None else False,
        )


def _cache_folder() -> Path | None:
    """The user's cache folder if nobody else can write to it, else None: what lies there is unpickled."""
    if not hasattr(os, "getuid"):
        return None
    folder = Path(user_cache_dir("regelwerk"))
    try:
        folder.mkdir(mode=PRIVATE, parents=True, exist_ok=True)
        return folder if _is_private(folder) and all(map(_is_safe_above, folder.parents)) else None
    except (OSError, RuntimeError):
        return None


def _is_private(path: Path) -> bool:
    """Owned by the user, no link, and not writable by others."""
    found = os.lstat(path)
    if not (stat.S_ISDIR(found.st_mode) or stat.S_ISREG(found.st_mode)):
        return False
    return found.st_uid == os.getuid() and not found.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


def _is_safe_above(path: Path) -> bool:
    """No third person can put another folder in the place of one inside."""
    found = os.stat(path)
    if found.st_uid not in (0, os.getuid()):
        return False
    return not found.st_mode & (stat.S_IWGRP | stat.S_IWOTH) or bool(found.st_mode & stat.S_ISVTX)


GRAMMAR = Grammar()
