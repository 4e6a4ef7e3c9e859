"""Tests of games at random as machine code: definitions, effects, loops and choices of all kinds.

`make test-native` runs these, which need a C compiler.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from case_games import rules_of
from random_catalogue import compiled
from random_rules import Rules
from regelwerk_compiler.driver import Options, check_game
from twins import built, play_beside


@pytest.mark.parametrize("seed", [0, 3, 6, 10, 11])
def test_games_are_the_same(seed: int, tmp_path: Path) -> None:
    meant = Rules(Random(seed))
    meant.frame.explicit = False
    rules, _ = rules_of(compiled(meant, tmp_path))
    game = built(check_game(tmp_path, Options(meant.variants)).game, rules)
    for at in range(4):
        play_beside(game, 3, at)
