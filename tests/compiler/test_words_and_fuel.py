"""Words of decisions, which are no part of play: loops in them take no fuel from it."""

from __future__ import annotations

from pathlib import Path

from case_games import compile_text, errors_of, rules_of
from regelwerk_runtime.match import Match

TEXT = """
players 2..2
state:
    n: 0..99 = 0
define climbed(top: Int) -> Int:
    let total = 0
    repeat top times:
        total += 1
    return total
effect grow(p: Player, s: 1..3):
    offer "Grow to {climbed(n + s)}"
    n += s
play at most 200:
    repeat 4 times:
        for each p in Player:
            choose by p "How far from {climbed(n)}?":
                do grow(p, s) for s in 1..3
outcome for p:
    most n
"""


def test_looking_at_a_decision_changes_nothing(tmp_path: Path) -> None:
    result = compile_text(TEXT, tmp_path)
    assert errors_of(result) == []
    game, _ = rules_of(result)
    match = Match.start(game, 2, 1)
    while (decision := match.decision) is not None:
        before = match.engine.position()
        assert decision.prompt
        assert all(option.text for option in decision.options)
        assert match.engine.position() == before
        match.play(0)
    assert Match.replay(game, match.record()) == match
