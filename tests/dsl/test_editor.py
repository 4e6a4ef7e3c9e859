"""Tests of the extension for VS Code: it is generated from the language's words, and colours every one of them."""

from __future__ import annotations

import json
import re
import runpy
from pathlib import Path

import pytest
from golden import cases, updating
from regelwerk_dsl.diagnostics import Diagnostic
from regelwerk_dsl.grammar.parser import GRAMMAR
from regelwerk_dsl.render import render_line
from regelwerk_dsl.source import SourceFile, Span

FOLDER = Path(__file__).parents[2] / "editors" / "vscode"
MADE = runpy.run_path(str(FOLDER.parent / "make_vscode.py"))


def grammar() -> dict[str, object]:
    found: dict[str, object] = json.loads((FOLDER / "syntaxes/regel.tmLanguage.json").read_text(encoding="utf-8"))
    return found


def code_rules() -> list[tuple[str, str]]:
    patterns = grammar()["repository"]["code"]["patterns"]  # type: ignore[index,call-overload]
    return [(rule["name"], rule["match"]) for rule in patterns]


def colour(text: str, at: int) -> str:
    """The name of the first rule that matches at an offset of code."""
    return next((name for name, match in code_rules() if re.compile(match).match(text, at)), "")


def test_the_files_are_generated_from_the_words() -> None:
    if updating():
        MADE["write"]()
    there = {path.relative_to(FOLDER).as_posix() for path in FOLDER.rglob("*") if path.is_file()}
    assert there == {*MADE["editor_files"](), "README.md"}
    for path, text in MADE["editor_files"]().items():
        assert (FOLDER / path).read_text(encoding="utf-8") == text, "run python editors/make_vscode.py"


@pytest.mark.parametrize("word", sorted(word for word in GRAMMAR.words.values() if word[0].isalpha()))
def test_every_word_of_the_grammar_is_coloured(word: str) -> None:
    assert colour(f"{word} x", 0).startswith(("keyword", "constant", "storage", "support"))


def test_words_after_a_dot_are_members() -> None:
    assert colour("hand.count", 5) == "variable.other.member.regel"
    assert colour("1..count x", 3) == "keyword.operator.total.regel"


def test_every_pattern_compiles_and_every_include_exists() -> None:
    text = (FOLDER / "syntaxes/regel.tmLanguage.json").read_text(encoding="utf-8")
    found = re.findall(r'"(?:match|begin|end)": ("(?:[^"\\]|\\.)*")', text)
    assert len(found) > 20
    for pattern in found:
        re.compile(json.loads(pattern))
    repository = grammar()["repository"]
    assert set(re.findall(r'"include": "#(\w+)"', text)) <= set(repository)  # type: ignore[call-overload]


def test_the_matcher_reads_a_message() -> None:
    source = SourceFile("cards/my game/a:b.regel", "x\nyy = 3\n")
    line = render_line(Diagnostic("W0702", "a [odd] message: with 3:4", Span(source, 2, 4)))
    pattern = MADE["MATCHER"]["pattern"]
    found = re.match(pattern["regexp"], line)
    assert found is not None
    parts = {key: found[number] for key, number in pattern.items() if isinstance(number, int)}
    assert parts == {
        "file": "cards/my game/a:b.regel",
        "line": "2",
        "column": "1",
        "severity": "warning",
        "code": "W0702",
        "message": "a [odd] message: with 3:4",
    }


def test_declarations_of_the_cases_show_their_names() -> None:
    rules = grammar()["repository"]["declared"]["patterns"]  # type: ignore[index,call-overload]
    lines = [line for path in cases("parse", "page_*.regel") for line in path.read_text(encoding="utf-8").splitlines()]
    heads = [line for line in lines if re.match(r"(define|effect|enum|unit|card|cards|variant|scenario) \w", line)]
    assert len(heads) > 20
    for line in heads:
        assert any(re.match(rule["match"], line) for rule in rules), line
