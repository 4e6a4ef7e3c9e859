"""Parser of the language, made once per process; its tables are made from `regel.lark` and kept in the user's cache."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cached_property
from pathlib import Path

import msgspec
from platformdirs import user_cache_dir

from ..diagnostics import Diagnostics
from ..private import private_folder, read_sealed, write_sealed
from ..source import NO_SOURCE, SourceFile
from .builder import Builder
from .lalr import Parser
from .layout import Layout
from .tables import Tables, make_tables

HERE = Path(__file__).parent
STARTS = ["start", "slot", "cell_text", "column_text"]
KEPT = 6


def grammar_text() -> str:
    return (HERE / "regel.lark").read_text(encoding="utf-8")


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
        """Prepares for a text at an offset of a source, and restores the state of an outer parse afterwards.

        Args:
            source: the source that spans refer to.
            base: the offset in it of the parsed text.
            diagnostics: gets the messages.
            flat: whether to ignore line ends.
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
    def parser(self) -> Parser:
        """The parser, with tables from the cache if they are there."""
        text = grammar_text()
        key = hashlib.sha256((text + (HERE / "tables.py").read_text("utf-8")).encode()).hexdigest()[:20]
        folder = private_folder(Path(user_cache_dir("regelwerk")))
        path = folder / f"grammar-{key}.json" if folder is not None else None
        kept = read_sealed(path, key) if path is not None else None
        if kept is not None:
            return self._parser(msgspec.json.decode(kept, type=Tables))
        tables = make_tables(text, STARTS)
        if folder is not None and path is not None:
            with suppress(OSError):
                write_sealed(path, key, msgspec.json.encode(tables))
                for old in sorted(folder.glob("grammar-*"), key=lambda path: path.stat().st_mtime)[:-KEPT]:
                    old.unlink(missing_ok=True)  # of other versions
        return self._parser(tables)

    def _parser(self, tables: Tables) -> Parser:
        return Parser(tables, self.layout, self.builder.reduction)

    @cached_property
    def words(self) -> dict[str, str]:
        """The fixed words and signs by the names of their terminals."""
        terminals = self.parser.tables.terminals
        fixed = {terminal.name: terminal.text for terminal in terminals if terminal.text}
        soft = [terminal.name for terminal in terminals if terminal.name.endswith("_WORD")]
        return fixed | {name: name.removesuffix("_WORD").strip("_").lower() for name in soft}


GRAMMAR = Grammar()
