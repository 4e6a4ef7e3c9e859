"""Tests of views and guesses: views hide, guesses fit, and neither reveals what a player does not know."""

from __future__ import annotations

import copy
import json
import pickle
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hand_written import bids, duel, pig, yard
from hand_written.playing import moments, play_on
from regelwerk_runtime.engine.chance import Stream, thrown
from regelwerk_runtime.engine.zones import misplaced
from regelwerk_runtime.errors import RecordError
from regelwerk_runtime.match import Match
from regelwerk_runtime.tables.game import Game
from regelwerk_runtime.views.view import HIDDEN, HIDDEN_NUMBER


def test_hidden_is_a_single_value() -> None:
    assert repr(HIDDEN) == "HIDDEN"
    assert json.loads(json.dumps([HIDDEN])) == ["?"]
    assert pickle.loads(pickle.dumps(HIDDEN)) is HIDDEN
    assert copy.copy(HIDDEN) is HIDDEN
    assert copy.deepcopy([HIDDEN])[0] is HIDDEN


def test_views_hide_what_others_hold() -> None:
    match = play_on(Match.start(duel.GAME, 3, 2), 3)
    view = match.view(0)
    assert view.hand[0] == match.state.hand[0]
    assert view.hand[1] == [HIDDEN] * len(match.state.hand[1])
    assert view.deck == [HIDDEN] * len(match.state.deck)
    assert list(view.table) == list(match.state.table)
    assert view.to_dict()["points"] == match.state.to_dict()["points"]
    assert json.loads(json.dumps(view.to_dict())) == view.to_dict()
    assert HIDDEN_NUMBER in view.vector()
    assert len(view.vector()) == len(match.state.vector()) == len(view.vector_names())
    assert view != match.state
    assert match.view(0) == view
    before = view.to_dict()
    play_on(match, 3)
    assert view.to_dict() == before


def test_views_of_variables_seen_by_owners_or_others() -> None:
    match = play_on(Match.start(yard.GAME, 3, 2), 1)
    assert match.view(0).shown[0] == [HIDDEN]
    assert match.view(1).shown[0] == match.state.shown[0]
    for moment in moments(yard.GAME, seeds=6):
        s = moment.engine.s
        for p in range(s.players):
            for wagon in range(yard.WAGONS):
                pile = moment.view(p).beneath[f"wagon.{wagon}"]
                mine = s.owner[wagon] == p
                assert pile == (moment.state.beneath[f"wagon.{wagon}"] if mine else [HIDDEN] * len(pile))
    numbers = Match.start(bids.GAME, 2, 1).view(1)
    assert numbers.purse[0] is HIDDEN
    assert numbers.purse[1] == 6
    assert numbers.dice[0, 3] is HIDDEN
    assert numbers.goal is HIDDEN
    with pytest.raises(ValueError, match="no player"):
        Match.start(bids.GAME, 2, 1).view(2)
    with pytest.raises(ValueError, match="no player"):
        Match.start(bids.GAME, 2, 1).guess(-1)


def test_guesses_fit_and_differ(secret_game: Game) -> None:
    differing = 0
    for match in moments(secret_game, seeds=6):
        for p in range(match.setup.players):
            guesses = [match.guess(p, seed) for seed in range(4)]
            for guess in guesses:
                assert guess.view(p) == match.view(p)
                assert misplaced(guess.engine.s) == ""
                assert all(holds(guess.engine.s) for _, holds, _ in secret_game.invariants)
            differing += len({guess.to_bytes() for guess in guesses}) > 1
            if match.decision and match.decision.player == p:
                mine = [(o.key, o.text) for o in match.decision.options]
                for guess in guesses:
                    assert guess.decision
                    assert guess.decision.prompt == match.decision.prompt
                    assert [(o.key, o.text) for o in guess.decision.options] == mine
    assert differing > 20


def test_a_guess_depends_only_on_what_is_known(secret_game: Game) -> None:
    """Two real states that look alike to a player give the same guesses."""
    for match in moments(secret_game, seeds=5):
        assert match.decision
        p = match.decision.player
        assert p is not None
        other = match.guess(p, 1_000)
        assert other.guess(p, 5).view(p) == match.view(p)
        for seed in range(3):
            mine, his = match.guess(p, seed), other.guess(p, seed)
            assert mine.engine.s.piles == his.engine.s.piles
            assert mine.state.to_dict() == his.state.to_dict()


def test_hidden_cards_are_guessed_evenly() -> None:
    match = Match.start(duel.GAME, 2, 1)
    assert match.decision
    p = match.decision.player
    assert p is not None
    hidden = Counter(duel.DEFINITION[card] for card in match.engine.s.piles[duel.DECK])
    tops: Counter[int] = Counter()
    for seed in range(1_500):
        tops[duel.DEFINITION[match.guess(p, seed).engine.s.piles[duel.DECK][-1]]] += 1
    for definition, count in hidden.items():
        assert abs(tops[definition] - 1_500 * count / 5) < 90


def test_hidden_dice_keep_their_number() -> None:
    match = Match.start(bids.GAME, 2, 1)
    faces: Counter[int] = Counter()
    for seed in range(300):
        s = match.guess(0, seed).engine.s
        assert s.dice[:6] == match.engine.s.dice[:6]
        assert sum(s.dice[6:12]) == 4
        for face in range(6):
            faces[face] += s.dice[6 + face]
    assert min(faces.values()) > 150
    assert {match.guess(0, seed).engine.s.purse[1] for seed in range(40)} > {0, 6}
    assert {match.guess(0, seed).engine.s.goal for seed in range(40)} == {0, 1, 2, 3}


def test_secret_answers_are_guessed_anew() -> None:
    match = Match.start(bids.GAME, 3, 3)
    for key in ("2", "1"):  # player 0: bid and mark
        assert match.decision
        assert match.decision.player == 0
        match.choose(key if key in match.decision.keys else 0)
    first = (0, 0, 2)  # the bid of player 0
    assert match.engine.stack[-1][3][0] == first
    others = {match.guess(1, seed).engine.stack[-1][3][0] for seed in range(40)}
    assert len(others) > 4
    assert {match.guess(0, seed).engine.stack[-1][3][0] for seed in range(10)} == {first}
    match.choose(3)  # player 1 bids, and is asked a second time
    for seed in range(10):
        guess = match.guess(1, seed)
        assert guess.decision
        assert match.decision
        assert guess.decision.keys == match.decision.keys
        assert guess.engine.s.fuel == match.engine.s.fuel
        frame = guess.engine.stack[-1]
        assert frame[3][2] == (0, 1, 3)  # the player's own first answer stays
    assert len({match.guess(1, seed).engine.stack[-1][3][0] for seed in range(40)}) > 3
    seen = match.guess(2, 1)
    assert seen.view(2) == match.view(2)
    play_on(seen, 20)


def test_veiled_cards_in_the_box_are_guessed_too() -> None:
    match = Match.start(yard.GAME, 2, 4)
    assert len(match.engine.s.piles[0]) == 1
    boxes = {yard.DEFINITION[match.guess(0, seed).engine.s.piles[0][0]] for seed in range(60)}
    assert len(boxes) > 2
    card = match.engine.s.piles[0][0]
    zone = match.view(0).vector_names().index(f"zone of {yard.GAME.tables.copy_keys[card]}")
    assert match.view(0).vector()[zone : zone + 2] == [HIDDEN_NUMBER] * 2
    assert match.state.vector()[zone : zone + 2] == [0, 0]


def test_guesses_play_on_with_luck_of_their_own() -> None:
    match = Match.start(pig.GAME, 2, 1)
    ends = {play_on(match.guess(0, seed), 200, 1).number for seed in range(8)}
    assert len(ends) > 1
    guess = match.guess(0, 1)
    guess.choose("roll")
    guess.choose(0)
    with pytest.raises(RecordError, match="guess"):
        guess.record()
    assert all("loses" in line for line in guess.log())
    again = Match.from_bytes(pig.GAME, guess.to_bytes())
    assert again == guess
    assert again.log() == []
    assert guess.setup.seed != match.setup.seed  # and a saved guess does not reveal what will come
    assert play_on(again, 200, 1) == play_on(guess, 200, 1)


@pytest.mark.parametrize(
    ("total", "count", "low", "high"), [(0, 3, 0, 5), (15, 3, 0, 5), (-4, 4, -2, 7), (10**6, 5, 0, 10**6)]
)
def test_thrown_numbers_keep_their_sum(total: int, count: int, low: int, high: int) -> None:
    values = thrown(total, count, low, high, Stream(7))
    assert sum(values) == total
    assert all(low <= value <= high for value in values)


def test_streams_are_uniform() -> None:
    stream = Stream(1)
    assert {stream.below(3) for _ in range(50)} == {0, 1, 2}
    wide = [stream.below(1 << 70) for _ in range(50)]
    assert 0 <= min(wide) <= max(wide) < 1 << 70
    assert len({number & 63 for number in wide}) > 20  # every number of so wide a range is possible
    assert sorted(stream.shuffled(list(range(20)))) == list(range(20))
    assert stream.shuffled([]) == []


def test_a_guess_reports_what_it_gave_up() -> None:
    truth = Match.start(bids.GAME, 4, 1).engine.s
    assert Match.start(bids.GAME, 2, 1).guess(0, 1).setup.gave_up == ""
    narrow: dict[str, Callable[[Any], bool]] = {
        "numbers": lambda s: (sorted(s.purse), s.goal, s.lucky) == (sorted(truth.purse), truth.goal, truth.lucky),
        "invariants": lambda s: (s.dice, s.purse, s.goal) == (truth.dice, truth.purse, truth.goal),
    }
    for gave_up, holds in narrow.items():
        game = replace(bids.GAME, invariants=(("narrow", holds, "bids.regel:1"),), source_hash="narrow")
        guesses = [Match.start(game, 4, 1).guess(0, seed) for seed in range(8)]
        assert Counter(guess.setup.gave_up for guess in guesses).most_common(1)[0][0] == gave_up
        for guess in guesses:
            assert Match.from_bytes(game, guess.to_bytes()).setup == guess.setup
            assert holds(guess.engine.s) or guess.setup.gave_up == "invariants"


def test_numbers_that_cannot_be_drawn_change_places() -> None:
    """If invariants leave no other freedom, nobody can infer from a guess whose number is whose."""
    truth = Match.start(bids.GAME, 4, 1).engine.s
    goal, lucky = truth.goal, truth.lucky

    def holds(s: Any) -> bool:
        return (sorted(s.purse[1:]), s.goal, s.lucky) == ([1, 2, 3], goal, lucky)

    known = (("these three", holds, "bids.regel:1"),)
    match = Match.start(replace(bids.GAME, invariants=known, source_hash="places"), 4, 1)
    match.engine.s.purse[:] = [6, 1, 2, 3]
    guesses = [match.guess(0, seed) for seed in range(40)]
    changed = [guess for guess in guesses if guess.setup.gave_up == "numbers"]
    assert len(changed) > 20
    assert len({tuple(guess.engine.s.purse) for guess in changed}) == 6


def test_hidden_numbers_with_a_known_sum_are_drawn_evenly() -> None:
    """Few free draws have the right sum, yet each division of it is equally likely, wherever the truth lies."""
    known = (("the sum", lambda s: sum(s.purse) == 21, "bids.regel:1"),)
    match = Match.start(replace(bids.GAME, invariants=known, source_hash="sum"), 3, 1)
    match.engine.s.purse[:] = [6, 3, 12]
    guesses = [match.guess(0, seed) for seed in range(300)]
    assert {guess.setup.gave_up for guess in guesses} == {""}
    divisions = Counter(tuple(guess.engine.s.purse) for guess in guesses)
    assert set(divisions) == {(6, n, 15 - n) for n in range(3, 13)}
    assert min(divisions.values()) >= 12
    assert max(divisions.values()) <= 55


def test_numbers_far_from_what_is_drawn_start_from_the_true_ones() -> None:
    """If no free draw comes near, the true numbers are exchanged and changed without breaking the invariant."""
    known = (("the sum", lambda s: sum(s.purse) == 39 and s.goal == 2 and s.lucky == 21, "bids.regel:1"),)
    match = Match.start(replace(bids.GAME, invariants=known, source_hash="far"), 4, 1)
    match.engine.s.purse[:], match.engine.s.goal, match.engine.s.lucky = [6, 9, 12, 12], 2, 21
    guesses = [match.guess(0, seed) for seed in range(60)]
    changed = [tuple(guess.engine.s.purse) for guess in guesses if guess.setup.gave_up == "numbers"]
    assert len(changed) > 20
    assert {tuple(sorted(purse)) for purse in changed} > {(6, 9, 12, 12)}
    assert all(sum(purse) == 39 for purse in changed)


def test_a_guess_reports_a_broken_invariant_that_is_also_broken_in_truth() -> None:
    """Such an invariant is no reason to guess again."""
    purse = Match.start(bids.GAME, 2, 1).engine.s.purse
    game = replace(
        bids.GAME, invariants=(("another", lambda s: s.purse != purse, "bids.regel:1"),), source_hash="another"
    )
    guesses = [Match.start(game, 2, 1).guess(0, seed) for seed in range(200)]
    broken = [guess.engine.s.purse == purse for guess in guesses]
    assert 0 < sum(broken) < len(broken)
    assert [guess.setup.gave_up for guess in guesses] == ["invariants" if one else "" for one in broken]
