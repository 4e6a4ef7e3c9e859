"""The parser of the language, made from `regel.lark` once a process and kept in the user's cache folder."""

from __future__ import annotations

import hashlib
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from importlib.resources import files
from pathlib import Path

import lark
from lark import Lark
from lark.grammar import Rule
from platformdirs import user_cache_dir

from ..diagnostics import Diagnostics
from ..private import is_private
from ..source import NO_SOURCE, SourceFile
from .builder import Builder
from .layout import Layout

STARTS = ["start", "slot", "cell_text", "column_text"]
KEPT = 6


def grammar_text() -> str:
    return (files(__package__) / "regel.lark").read_text(encoding="utf-8")


class Grammar:
    """The parser with its layout and its builder. One parse at a time: hold `lock`."""

    def __init__(self) -> None:
        self.lock = threading.RLock()
        self.builder = Builder()
        self.layout = Layout()

    @contextmanager
    def reading(
        self, source: SourceFile = NO_SOURCE, base: int = 0, diagnostics: Diagnostics | None = None, flat: bool = False
    ) -> Iterator[None]:
        """Prepares for a text at an offset of a source; afterwards a parse under way can go on.

        Args:
            source: what spans refer to.
            base: the offset in it of what will be parsed.
            diagnostics: gets the messages.
            flat: whether line ends do not count.
        """
        builder, layout = vars(self.builder).copy(), vars(self.layout).copy()
        self.builder.source, self.builder.base = source, base
        self.builder.diagnostics = Diagnostics() if diagnostics is None else diagnostics
        self.layout.flat, self.layout.record = flat, None
        try:
            yield
        finally:
            vars(self.builder).update(builder)
            vars(self.layout).update(layout)

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
            if kept.exists() and not is_private(kept):
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
        soft = [t.name for t in self.lark.terminals if t.name.endswith("_WORD")]
        return fixed | {name: name.removesuffix("_WORD").strip("_").lower() for name in soft}

    def _construct(self, text: str, cache: Path | None) -> Lark:
        parser = Lark(
            text,
            parser="lalr",
            lexer="contextual",
            start=STARTS,
            postlex=self.layout,
            maybe_placeholders=True,
            cache=str(cache) if cache is not None else False,
        )
        # the rules of the parse table themselves: those from a cache are equal to `parser.rules`, but slow to compare
        table = parser.parser.parser._parse_table
        rules = {rule for state in table.states.values() for _, rule in state.values() if isinstance(rule, Rule)}
        parser._callbacks.clear()
        parser._callbacks.update({rule: self.builder.reduction(rule) for rule in rules})
        return parser


def _cache_folder() -> Path | None:
    """The user's cache folder if nobody else can write to it, else None: what lies there is unpickled."""
    folder = Path(user_cache_dir("regelwerk"))
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        above = all(is_private(parent, sticky=True) for parent in folder.resolve().parents)
        return folder if is_private(folder) and above else None
    except (OSError, RuntimeError):
        return None


GRAMMAR = Grammar()
