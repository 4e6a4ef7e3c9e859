"""The parser's own loop: for sound and for faulty texts the trees and the messages of Lark's loop."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from dump import dump_tree
from golden import CASES, cases
from lark.parsers.lalr_parser import _Parser
from regelwerk_dsl.diagnostics import Diagnostics
from regelwerk_dsl.grammar.parser import GRAMMAR
from regelwerk_dsl.parse import PIECES, parse_source
from regelwerk_dsl.source import SourceFile

pytestmark = pytest.mark.slow

ROOT = CASES.parents[1]
SOURCES = [*cases("parse", "**/*.regel"), *sorted((ROOT / "cards").rglob("*.regel"))[::12]]
FAULTS = ("", ")", "(", ":", '"', " of ", " xyzzy ", "=", "\n", "\t")


@contextmanager
def lark_loop() -> Iterator[None]:
    holder = GRAMMAR.lark.parser.parser
    own = holder.parser
    holder.parser = _Parser(own.parse_table, own.callbacks)
    try:
        yield
    finally:
        holder.parser = own


def parsed(text: str) -> tuple[str, list[tuple[object, ...]]]:
    PIECES.clear()
    found = Diagnostics()
    tree = parse_source(SourceFile("case.regel", text), found)
    return dump_tree(tree), [(str(item.span), item.code, item.message, item.help, item.note) for item in found]


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_both_loops_agree(path: Path) -> None:
    text, chance = path.read_bytes().decode("utf-8"), random.Random(path.stem)
    texts = [text]
    for _ in range(6):
        at = chance.randrange(len(text))
        texts.append(text[:at] + chance.choice(FAULTS) + text[at + 1 :])
    for one in texts:
        with lark_loop():
            wanted = parsed(one)
        assert parsed(one) == wanted
