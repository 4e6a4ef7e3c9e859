"""Tests of `docs/language.md`: examples compile, their scenarios pass, and together they show the whole language."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from fenced import Block, Example, built_of, card_text, compile_files, examples_of, failures, play_out, rules_of
from regelwerk_compiler.driver import Options, check_game
from regelwerk_dsl import syntax
from regelwerk_dsl.diagnostics import Diagnostics, Severity
from regelwerk_dsl.grammar.keywords import KEYWORDS, RESERVED_DECLARATIONS
from regelwerk_dsl.parse import parse_source
from regelwerk_dsl.render import render_all
from regelwerk_dsl.source import SourceFile
from regelwerk_dsl.syntax.nodes import field_names

PAGE = Path(__file__).resolve().parents[2] / "docs" / "language.md"
EXAMPLES = examples_of(PAGE)
TRIALS = [(example, block, count) for example in EXAMPLES for block, count in example.trials]
REFUSED = [trial for trial in TRIALS if trial[1].mark.startswith("error ")]
CHANGED = [trial for trial in TRIALS if not trial[1].mark.startswith("error ")]


def code_of(block: Block) -> str:
    """The code or key that the comment above a block ends with."""
    return block.mark.split()[-1]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_an_example_compiles_and_runs(example: Example, tmp_path: Path) -> None:
    result = compile_files(tmp_path, example.sources())
    errors = [found for found in result.diagnostics if found.severity is Severity.ERROR]
    assert not errors, render_all(errors)
    expected = {code_of(block) for block in example.blocks if block.mark.startswith("warning ")}
    codes = {found.code for found in result.diagnostics}
    assert expected <= codes
    assert "W0711" not in codes, "a comment silences nothing"
    rules, scenarios = rules_of(result)
    assert failures(rules, scenarios) == []
    play_out(rules)
    if example.cards:
        built = built_of(check_game(tmp_path))
        assert [card_text(built, code_of(block)) for block in example.cards] == [block.text for block in example.cards]


@pytest.mark.parametrize(
    ("example", "block", "count"), REFUSED, ids=[f"{code_of(block)} (line {block.line})" for _, block, _ in REFUSED]
)
def test_a_refused_block_has_its_code(example: Example, block: Block, count: int, tmp_path: Path) -> None:
    result = compile_files(tmp_path, example.sources(count, block.text))
    errors = [found.code for found in result.diagnostics if found.severity is Severity.ERROR]
    assert errors == [code_of(block)], render_all(result.diagnostics)


@pytest.mark.parametrize(
    ("example", "block", "count"), CHANGED, ids=[f"{block.mark} (line {block.line})" for _, block, _ in CHANGED]
)
def test_scenarios_of_a_trial_pass(example: Example, block: Block, count: int, tmp_path: Path) -> None:
    kind, _, names = block.mark.partition(" ")
    wanted = tuple(name.strip() for name in names.split(","))
    options = Options(variants=wanted) if kind == "variant" else Options(without=wanted)
    rules, scenarios = rules_of(compile_files(tmp_path, example.sources(count, block.text), options))
    own = tuple(scenario for scenario in scenarios if f"scenario {scenario.name}" in block.text)
    assert own
    assert failures(rules, own) == []
    play_out(rules)


def nodes(value: Any) -> list[syntax.Node]:
    """A node and all below it."""
    if isinstance(value, tuple):
        return [node for item in value for node in nodes(item)]
    if not isinstance(value, syntax.Node):
        return []
    return [value, *(node for name in field_names(type(value)) for node in nodes(getattr(value, name)))]


def test_every_construct_has_an_example() -> None:
    shown: set[str] = set()
    for example in EXAMPLES:
        for block in example.blocks:
            tree = parse_source(SourceFile("example.regel", block.text), Diagnostics())
            shown |= {type(node).__name__ for node in nodes((*tree.declarations, *tree.comments))}
    kinds = {
        kind.__name__ for kind in vars(syntax).values() if isinstance(kind, type) and issubclass(kind, syntax.Node)
    }
    assert sorted(kinds - shown - {"Node", "SourceTree", "Passage"}) == []


def test_every_word_of_the_language_is_used_in_an_example() -> None:
    text = " ".join(block.text for example in EXAMPLES for block in example.blocks)
    words = set(text.replace("(", " ").replace(":", " ").replace(",", " ").replace(")", " ").split())
    assert sorted(set(KEYWORDS) - words) == []


def test_words_that_cannot_be_names_are_listed() -> None:
    paragraph = PAGE.read_text(encoding="utf-8").partition("\n**Names** ")[2].partition("\n\n")[0]
    listed = [word for words in re.findall(r"`([A-Za-z\s]+)`", paragraph) for word in words.split()]
    assert sorted(listed) == sorted(RESERVED_DECLARATIONS)
