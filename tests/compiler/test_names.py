"""Tests of names: keywords, except the words that begin expressions and statements, and letters of all languages."""

from __future__ import annotations

from pathlib import Path

import pytest
from case_games import compile_text, errors_of, rules_of
from regelwerk_dsl.grammar.keywords import KEYWORDS, RESERVED_DECLARATIONS
from regelwerk_runtime.scenario import run_scenario

SOURCE = """
players 2..3

state:
    {k}[Player]: 0..9 = 1
    money: 0..99

play at most 9:
    money += 1

outcome for p: most money

effect act(p: Player):
    {k}[p] = 3
    {k}[p] += 1
    money = {k}[p] + sum {k}[q] for q in Player where {k}[q] > 1

scenario acting:
    given players A, B
    given {k} = A 1
    given {k}[B] = 2
    when do act(A)
    expect {k}[A] is 4
    expect money is 10

variant other:
    amend scenario.acting.given.{k}[B]: 2 -> 3
    amend scenario.acting: money is 10 -> money is 11
"""


WORDS = [*sorted(set(KEYWORDS) - set(RESERVED_DECLARATIONS)), "keys", "ähre", "u\u0308bung", "名"]


@pytest.mark.parametrize("other", [False, True])
@pytest.mark.parametrize("word", WORDS)
def test_a_word_is_the_name_of_a_variable(word: str, other: bool, tmp_path: Path) -> None:
    result = compile_text(SOURCE.format(k=word), tmp_path, variants=("other",) if other else ())
    assert errors_of(result) == []
    game, (scenario,) = rules_of(result)
    assert run_scenario(game, scenario).passed
