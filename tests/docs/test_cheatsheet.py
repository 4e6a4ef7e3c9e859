"""Tests of `docs/cheatsheet.md`: its blocks are one game that compiles, runs and uses every word of the language."""

from __future__ import annotations

import re
from pathlib import Path

from fenced import compile_files, examples_of, failures, play_out, rules_of
from regelwerk_compiler.driver import Options
from regelwerk_dsl.diagnostics import Severity
from regelwerk_dsl.grammar.keywords import KEYWORDS
from regelwerk_dsl.render import render_all

PAGE = Path(__file__).resolve().parents[2] / "docs" / "cheatsheet.md"
TWO_SCREENS = 190


def test_the_page_is_one_game_that_runs(tmp_path: Path) -> None:
    (example,) = examples_of(PAGE)
    for variants in ((), ("feast", "late")):
        result = compile_files(tmp_path, example.sources(), Options(variants=variants))
        errors = [found for found in result.diagnostics if found.severity is Severity.ERROR]
        assert not errors, render_all(errors)
        rules, scenarios = rules_of(result)
        if not variants:
            assert failures(rules, scenarios) == []
        play_out(rules)


def test_the_page_shows_every_word_of_the_language_on_two_screens() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert sorted(set(KEYWORDS) - set(re.findall(r"\w+", text))) == []
    assert text.count("\n") <= TWO_SCREENS
