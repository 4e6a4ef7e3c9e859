"""A test of fuel, which only play uses: loops in words, hints, measures, invariants and outcomes use none."""

from __future__ import annotations

from pathlib import Path

from case_games import compile_text, errors_of, rules_of
from regelwerk_runtime.bots.hints import preferred
from regelwerk_runtime.match import Match
from regelwerk_runtime.outcome import outcome_of
from regelwerk_runtime.views.measured import figure

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
    n += s
measure height of p = climbed(n) * 2
invariant "it can be climbed":
    climbed(n) is n
play at most 200:
    repeat 4 times:
        for each p in Player:
            choose by p "How far from {climbed(n)}?":
                grow(s) "Grow to {climbed(n + s)}" for s in 1..3
                        bots prefer climbed(n + s):
                    do grow(p, s)
outcome for p:
    most climbed(n)
"""


def test_reading_a_decision_uses_no_fuel(tmp_path: Path) -> None:
    result = compile_text(TEXT, tmp_path)
    assert errors_of(result) == []
    game, _ = rules_of(result)
    match = Match.start(game, 2, 1, checked=True)
    assert match.engine.s.fuel == 199
    while (decision := match.decision) is not None:
        before = match.engine.position()
        assert decision.prompt
        assert all(option.text for option in decision.options)
        assert preferred(match.engine, range(3)) == [2, 1, 0]
        assert figure(match.engine, game.measures[0]) == 2 * outcome_of(match.engine).scores[0]
        assert match.engine.position() == before
        match.play(0)
    assert match.engine.s.fuel == 200 - match.number
    assert Match.replay(game, match.record()) == match
