"""Tests of guesses that break the rules: they never end the game being played."""

from __future__ import annotations

from pathlib import Path

import pytest
from case_games import compile_text, rules_of
from regelwerk_runtime.batch.games import Job, play_game
from regelwerk_runtime.batch.soak import SoakJob, soak
from regelwerk_runtime.bots.names import make_bot
from regelwerk_runtime.bots.search.search_bot import SearchBot
from regelwerk_runtime.errors import RuleError
from regelwerk_runtime.match import Match

# Everybody has one of each; guesses for eight players seldom keep this invariant. A hidden note of a card keeps cards
# from changing places until they do.
GAME = """\
players 8..8

cardtype Deed "deeds":
    harm: Bool
card Deed help "help" x8:
    harm = no
card Deed hurt "hurt" x8:
    harm = yes

state:
    hand[Player]: pile of Deed seen by its player
    score[Player]: 0..2 = 0
    noted: Deed? seen by nobody

setup:
    for each p in Player:
        do take(p, no)
        do take(p, yes)

effect take(p: Player, h: Bool):
    let c = first c in Deed where c in box and c.harm is h
    otherwise: return
    move c to hand[p]

define helps(p: Player) -> Int = count c in hand[p] where not c.harm

play at most 1_000:
    simultaneously for each p in Player:
        choose n in 0..1 by p "How many?"
    for each p in Player:
        # allow W0701: everybody has one
        choose c in hand[p] where not c.harm by p "Help? {12 / helps(p.next)}"
                bots skip when 12 / helps(p.next) > 99 bots prefer 12 / helps(p.next)
        score[p] += 1

value of p = score[p] + 12 / helps(p.next)

outcome for p: most score[p] + 12 / helps(p.next)

invariant "one of each":
    all p in Player have (count c in hand[p] where c.harm) < 2 and helps(p) < 2
"""

# Whether A is asked is a secret of A, and B is not asked at all.
ASKED = """\
players 2..2

state:
    secret[Player]: 0..3 = 0 seen by its player

play at most 100:
    secret[Player.first] = 1
    simultaneously for each p in Player:
        if secret[p] > 0:
            choose i in 1..2 by p "How many?":
                secret[p] = i
    FURTHER

outcome for p: most secret[p]
"""

BOTS = ["greedy", "mcts:4", "ismcts:4", "ismcts:4,greedy", "ismcts:4,guessing", "ismcts:4,random"]


def test_a_guess_in_which_the_question_breaks_is_discarded(tmp_path: Path) -> None:
    game, _ = rules_of(compile_text(GAME, tmp_path))
    gave_up = set()
    for seed in range(2):
        match = Match.start(game, players=8, seed=seed)
        while match.decision is not None:
            player = match.engine.player
            for number in range(20):
                guess = match.guess(player, number)
                gave_up.add(guess.setup.gave_up)
                assert guess.decision is not None
                assert guess.decision.prompt == match.decision.prompt
            match.choose(0)
    assert "invariants" in gave_up


@pytest.mark.slow
@pytest.mark.parametrize("name", BOTS)
def test_no_game_ends_by_a_guess_that_breaks_the_rules(name: str, tmp_path: Path) -> None:
    game, _ = rules_of(compile_text(GAME, tmp_path))
    for seed in range(3):
        result = play_game(game, Job(8, seed, (name,)))
        assert (result.reason, result.error) == ("play ended", "")


def test_a_bot_explains_itself_where_guesses_break_the_rules(tmp_path: Path) -> None:
    game, _ = rules_of(compile_text(GAME, tmp_path))
    match = Match.start(game, players=8, seed=1)
    while match.decision is not None:
        bot = make_bot("ismcts:4", match.engine.player, 1)
        assert isinstance(bot, SearchBot)
        assert bot.explain(match)
        match.choose(0)


@pytest.mark.parametrize("name", BOTS)
def test_a_rule_error_of_the_game_itself_is_reported(name: str, tmp_path: Path) -> None:
    broken = GAME.replace("        score[p] += 1\n", "        score[p] += 1 + helps(p.next) * 2\n")
    result = play_game(rules_of(compile_text(broken, tmp_path))[0], Job(8, 1, (name,)))
    assert result.reason == "rule error"
    assert "score" in result.error


def test_a_question_that_breaks_in_the_real_state_is_reported(tmp_path: Path) -> None:
    broken = GAME.replace("{12 / helps(p.next)}", "{12 / (helps(p.next) - 1)}")
    match = Match.start(rules_of(compile_text(broken, tmp_path))[0], players=8, seed=1)
    for _ in range(8):
        match.choose(0)
    with pytest.raises(RuleError, match="divided by zero"):
        match.guess(match.engine.player, 1)


def test_soaking_finds_no_fault_in_a_guess_that_breaks_the_rules(tmp_path: Path) -> None:
    game, _ = rules_of(compile_text(GAME, tmp_path))
    (result,) = soak(game, [SoakJob(8, 1, every=3)], workers=1)
    assert result.faults == []
    assert result.ends == {"play ended": 1}


@pytest.mark.parametrize("further", ["", 'choose i in 1..3 by Player.first "And then?"'])
def test_a_guess_asks_the_player_who_is_asked(further: str, tmp_path: Path) -> None:
    game, _ = rules_of(compile_text(ASKED.replace("FURTHER", further), tmp_path))
    match = Match.start(game, players=2, seed=1)
    assert match.decision is not None
    for seed in range(12):
        guess = match.guess(1, seed)
        assert guess.decision is not None
        assert guess.decision.keys == match.decision.keys == ("1", "2")
        assert guess.state.secret[0] > 0
