"""Tests of the parser's own lexer and loop: trees and messages are those of Lark, for correct and faulty texts."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from golden import CASES, cases
from lark_parser import lark_instead, parsed
from regelwerk_dsl.grammar.lexer import Lexer
from regelwerk_dsl.grammar.tables import make_tables

pytestmark = pytest.mark.slow

ROOT = CASES.parents[1]
SOURCES = [*cases("parse", "**/*.regel"), *sorted((ROOT / "cards").rglob("*.regel"))[::12]]
FAULTS = (
    "",
    ")",
    "(",
    ":",
    '"',
    " of ",
    " xyzzy ",
    "=",
    "\n",
    "\t",
    "->",
    "..",
    " 3 ",
    "x2",
    " new ",
    '"""',
    "\x00",
    "#",
)


@pytest.mark.parametrize("pattern", ["foo|bar(?=!)", "f?bar", "f{0,1}bar", "(?:foo|bar)", "[fb]ar"])
def test_a_special_terminal_may_have_several_first_characters(pattern: str) -> None:
    tables = make_tables(f'start: SPECIAL "!"\nSPECIAL.1: /{pattern}/\nNAME: /[a-z]+/\n%ignore " "\n', ["start"])
    lexer = Lexer(tables, ())
    token = next(lexer.tokens(" bar!", [tables.starts["start"]]))
    assert (token.type, token, token.start_pos) == ("SPECIAL", "bar", 1)


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_the_parser_agrees_with_lark(path: Path) -> None:
    text, chance = path.read_bytes().decode("utf-8"), random.Random(path.stem)
    texts = [text]
    for _ in range(6):
        at = chance.randrange(len(text))
        texts.append(text[:at] + chance.choice(FAULTS) + text[at + 1 :])
    with lark_instead():
        wanted = [parsed(one) for one in texts]
    assert [parsed(one) for one in texts] == wanted
