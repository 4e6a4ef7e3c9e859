"""Games at random: compiled rules do what a second implementation of the language makes of the same rules."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import pytest
from case_games import compile_text, errors_of, rules_of
from random_compare import compare
from random_rules import Rules


@pytest.mark.parametrize("seed", [2, 8, 20, 22])
def test_games_play_as_their_rules_mean(seed: int, tmp_path: Path) -> None:
    rules = Rules(Random(seed))
    result = compile_text(rules.text, tmp_path, explicit=rules.frame.explicit, variants=rules.variants)
    assert errors_of(result) == []
    game, _ = rules_of(result)
    ends = Counter(compare(rules, game, at)[0] for at in range(8))
    assert ends["over"] > 0
