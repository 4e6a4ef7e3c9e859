"""Tests that a match is data: copies, bytes, pickles, equality, and the choices it accepts."""

from __future__ import annotations

import pickle
import random

import pytest
from hand_written import duel, pig
from hand_written.playing import ALL, moments, play_on
from hypothesis import given, settings
from hypothesis import strategies as st
from regelwerk_runtime.batch.games import Job, play_many
from regelwerk_runtime.batch.soak import examine
from regelwerk_runtime.errors import ChoiceError
from regelwerk_runtime.match import Match
from regelwerk_runtime.tables.game import Game


def test_every_promise_is_kept_at_every_decision(game: Game) -> None:
    for match in moments(game):
        assert examine(match) == []


def test_twins_are_equal_and_stay_equal(game: Game) -> None:
    for match in moments(game, seeds=2, every=5):
        data = match.to_bytes()
        twins = [match.copy(), Match.from_bytes(game, data), pickle.loads(pickle.dumps(match))]
        for twin in twins:
            assert twin == match
            assert hash(twin) == hash(match)
            assert twin.state.to_dict() == match.state.to_dict()
            assert twin.log() == match.log()
        assert len({play_on(twin, 4).to_bytes() for twin in twins}) == 1
        assert match.to_bytes() == data


def test_copies_do_not_share_what_changes(game: Game) -> None:
    match = play_on(Match.start(game, 2, 5), 2)
    before, log = match.to_bytes(), match.log()
    for seed in range(5):
        play_on(match.copy(), 6, seed)
    assert match.to_bytes() == before
    assert match.log() == log
    other = match.copy()
    play_on(match, 3, 1)
    play_on(other, 3, 2)
    for one in (match, other):
        if not game.explicit:
            assert Match.replay(game, one.record()) == one


def test_another_choice_is_another_position() -> None:
    match = Match.start(duel.GAME, 2, 1)
    twins = [match.copy() for _ in match.decision.options]  # type: ignore[union-attr]
    for i, twin in enumerate(twins):
        twin.choose(i)
    assert len(set(twins)) == len(twins)
    assert Match.start(pig.GAME, 2, 1) != Match.start(pig.GAME, 2, 2)
    assert Match.start(pig.GAME, 2, 1) == Match.start(pig.GAME, 2, 1)
    assert Match.start(pig.GAME, 2, 1) != "match"


def test_choosing_by_option_key_and_index() -> None:
    by_index, by_key, by_option = (Match.start(pig.GAME, 2, 3) for _ in range(3))
    by_index.choose(1)
    by_key.choose("roll")
    assert by_option.decision
    by_option.choose(by_option.decision.options[1])
    assert by_index == by_key == by_option


def test_an_option_of_the_original_is_taken_by_its_copy() -> None:
    match = Match.start(duel.GAME, 2, 3)
    assert match.decision
    for option in match.decision.options:
        twin = match.copy()
        twin.choose(option)
        assert twin.number == 1
    guess = match.guess(match.decision.player or 0, 1)
    guess.choose(match.decision.options[-1])


@pytest.mark.parametrize("choice", [-1, 2, 99, "nonsense", True, None, 1.5, "hold~2"])
def test_a_choice_that_is_not_offered_is_refused(choice: object) -> None:
    match = Match.start(pig.GAME, 2, 3)
    before = match.to_bytes()
    with pytest.raises(ChoiceError):
        match.choose(choice)  # type: ignore[arg-type]
    assert match.to_bytes() == before


def test_stale_and_foreign_options_are_refused() -> None:
    match = Match.start(pig.GAME, 2, 3)
    assert match.decision
    option = match.decision.options[1]
    match.choose(option)
    with pytest.raises(ChoiceError, match="an earlier decision"):
        match.choose(option)
    foreign = Match.start(duel.GAME, 2, 3).decision
    assert foreign
    with pytest.raises(ChoiceError, match="decision"):
        Match.start(pig.GAME, 2, 3).choose(foreign.options[0])


def test_a_decision_stays_readable_after_the_choice() -> None:
    match = Match.start(pig.GAME, 2, 3)
    match.choose("roll")
    decision = match.decision
    assert decision
    prompt = Match.start(pig.GAME, 2, 3)
    prompt.choose("roll")
    assert prompt.decision
    expected = prompt.decision.prompt
    option = decision.options[0]
    match.choose(option)
    assert decision.prompt == expected
    assert (option.key, option.text, option.says("de")) == ("hold", "Hold", "Halten")
    fast = Match.start(pig.GAME, 2, 3)
    held = fast.decision
    assert held
    fast.play(1)
    fast.play(0)
    assert held.keys == ("hold", "roll")
    assert held.prompt == Match.start(pig.GAME, 2, 3).decision.prompt
    copied = fast.copy()
    assert copied.decision
    later = copied.decision.prompt
    kept = fast.decision
    fast.choose(1)
    assert kept
    assert (kept.prompt, kept.keys) == (later, ("hold", "roll"))
    kept = fast.decision
    assert kept
    fast.engine.restart(9)  # another game: its decisions do not belong to this one
    with pytest.raises(ChoiceError, match="over"):
        _ = kept.keys


def test_a_log_ends_when_it_is_full(monkeypatch: pytest.MonkeyPatch) -> None:
    match = play_on(Match.start(pig.GAME, 3, 1), 20)
    whole = match.copy().log()
    monkeypatch.setattr("regelwerk_runtime.match.MOST_SAID", 1)
    assert len(whole) > 1
    assert match.log() == match.log() == whole[:1]
    match.choose(0)
    assert match.log() == whole[:1]


def test_the_end_of_a_match() -> None:
    match = play_on(Match.start(pig.GAME, 3, 1), 10_000)
    assert match.decision is None
    assert match.outcome
    assert max(match.outcome.scores) >= 100
    assert match.outcome.reason == "finish"
    assert match.outcome.ranking[match.outcome.winners[0]] == 1
    with pytest.raises(ChoiceError, match="over"):
        match.choose(0)
    assert pickle.loads(pickle.dumps(match)).outcome == match.outcome


def test_ranks_share_and_later_lines_break_ties() -> None:
    match = play_on(Match.start(duel.GAME, 4, 4), 10_000)
    assert match.outcome
    assert match.outcome.reason == "play ended"
    s = match.engine.s
    marks = [(-s.points[p], len(s.piles[duel.HAND + p])) for p in range(4)]
    assert match.outcome.ranking == tuple(1 + sum(other < mark for other in marks) for mark in marks)
    assert match.outcome.to_dict()["scores"] == s.points


def test_players_and_seeds_are_checked() -> None:
    with pytest.raises(ValueError, match="2 to 10 players, not 11"):
        Match.start(pig.GAME, 11)
    with pytest.raises(ValueError, match="names"):
        Match.start(pig.GAME, 3, names=["Ada", "Bob"])
    with pytest.raises(ValueError, match="seed"):
        Match.start(pig.GAME, 2, "seven")  # type: ignore[arg-type]
    for odd in ([1, 2], ["\ud800", "Bob"], [None, "Bob"], "AB"):
        with pytest.raises(ValueError, match="names must be a list of texts"):
            Match.start(pig.GAME, 2, names=odd)  # type: ignore[arg-type]
        with pytest.raises(ValueError, match="bots must be a list of texts"):
            Match.start(pig.GAME, 2, bots=odd)  # type: ignore[arg-type]
    for players in (2.0, "2", None, 10**30):
        with pytest.raises(ValueError, match="2 to 10 players, not"):
            next(play_many(pig.GAME, [Job(players, 1)], workers=1))  # type: ignore[arg-type]
    assert Match.start(pig.GAME, names=["Ada", "Bob", "Cy"]).setup.players == 3
    for seed in (-1, 0, 1 << 200):
        assert Match.start(pig.GAME, 2, seed).decision


@pytest.mark.parametrize("name", ALL)
def test_a_game_begun_again_is_the_same(name: str) -> None:
    match = play_on(Match.start(ALL[name], 3, 5), 7)
    engine = match.engine
    engine.given, engine.log = (1, 1), [(99,)]  # the rest of the previous game
    engine.restart(9)
    fresh = Match.start(ALL[name], 3, 9)
    assert engine.position() == fresh.engine.position()
    assert engine.count == 0
    assert engine.log == fresh.said()
    engine.play(0)
    twin = Match.start(ALL[name], 3, 9)
    twin.play(0)
    assert engine.position() == twin.engine.position()


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 1 << 40), st.lists(st.integers(0, 100), max_size=40))
def test_replay_equals_play(seed: int, choices: list[int]) -> None:
    match = Match.start(duel.EXPLICIT, 3, seed)
    for choice in choices:
        if match.decision is None:
            break
        match.choose(choice % len(match.decision.options))
    again = Match.replay(duel.EXPLICIT, match.record())
    assert again == match
    assert again.to_bytes() == match.to_bytes()


def test_random_and_seeded_play_is_the_same_everywhere() -> None:
    """Golden: luck must not change with the machine, the Python version or a refactoring."""
    rng = random.Random(7)
    match = Match.start(duel.GAME, 3, 12345)
    keys = []
    while match.decision:
        option = match.decision.options[rng.randrange(len(match.decision.options))]
        keys.append(option.key)
        match.choose(option)
    assert match.outcome
    assert (keys[:4], match.outcome.scores) == GOLDEN


GOLDEN = (["none", "play(high)", "none", "play(low)"], (6, 1, 5))
