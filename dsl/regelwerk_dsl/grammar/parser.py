"""Parser of the language, made from `regel.lark` once a process and kept in the user's cache folder."""

from __future__ import annotations

import hashlib
import json
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cached_property
from importlib.resources import files
from pathlib import Path
from typing import Any

import lark
from lark import Lark
from lark.grammar import Rule
from lark.lexer import TerminalDef
from platformdirs import user_cache_dir

from ..diagnostics import Diagnostics
from ..private import private_folder, read_sealed, write_sealed
from ..source import NO_SOURCE, SourceFile
from .builder import Builder
from .layout import Layout
from .reducing import ReducingParser

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
    def lark(self) -> Lark:
        """The parser, from the cache if it is there."""
        text = grammar_text()
        key = hashlib.sha256(" ".join((text, lark.__version__, str(sys.version_info[:3]))).encode()).hexdigest()[:20]
        folder = private_folder(Path(user_cache_dir("regelwerk")))
        path = folder / f"grammar-{key}.json" if folder is not None else None
        kept = read_sealed(path, key) if path is not None else None
        if kept is not None:
            return self._with_builder(_from_json(kept, self.layout))
        parser = Lark(
            text, parser="lalr", lexer="contextual", start=STARTS, postlex=self.layout, maybe_placeholders=True
        )
        if folder is not None and path is not None:
            with suppress(OSError):
                write_sealed(path, key, _as_json(parser))
                for old in sorted(folder.glob("grammar-*"), key=lambda path: path.stat().st_mtime)[:-KEPT]:
                    old.unlink(missing_ok=True)  # of other versions
        return self._with_builder(parser)

    @cached_property
    def words(self) -> dict[str, str]:
        """The fixed words and signs by the names of their terminals."""
        fixed = {t.name: t.pattern.value for t in self.lark.terminals if t.pattern.type == "str"}
        soft = [t.name for t in self.lark.terminals if t.name.endswith("_WORD")]
        return fixed | {name: name.removesuffix("_WORD").strip("_").lower() for name in soft}

    def _with_builder(self, parser: Lark) -> Lark:
        # the rules of the parse table themselves: those from a cache are equal to `parser.rules`, but slow to compare
        table = parser.parser.parser._parse_table
        rules = {rule for state in table.states.values() for _, rule in state.values() if isinstance(rule, Rule)}
        parser.parser.parser.parser = ReducingParser(table, {rule: self.builder.reduction(rule) for rule in rules})
        return parser


def _as_json(parser: Lark) -> bytes:
    """The tables of a parser."""
    data, memo = parser.memo_serialize([TerminalDef, Rule])
    del data["options"]["postlex"]
    return json.dumps([data, memo]).encode()


def _from_json(kept: bytes, layout: Layout) -> Lark:
    """The parser of such tables; JSON has turned the numbers that are keys into texts."""
    data, memo = json.loads(kept)
    table = data["parser"]["parser"]
    table["tokens"] = _by_number(table["tokens"])
    table["states"] = {int(state): _by_number(actions) for state, actions in table["states"].items()}
    parser: Lark = Lark._load_from_dict(data, _by_number(memo), postlex=layout)  # type: ignore[no-untyped-call]
    return parser


def _by_number(found: dict[str, Any]) -> dict[int, Any]:
    return {int(key): value for key, value in found.items()}


GRAMMAR = Grammar()
