"""Tests of the bot that looks ahead, which plays each option to the end of its effects and does not go in circles."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
import regelwerk
from market_game import MANIFEST
from regelwerk_runtime.bots.look import Look, found_at
from regelwerk_runtime.bots.names import make_bot
from regelwerk_runtime.bots.search.manner import TO_THE_END
from regelwerk_runtime.bots.search.payoff import Payoff
from regelwerk_runtime.bots.search.positions import Positions
from regelwerk_runtime.bots.seat import seat_of
from regelwerk_runtime.bots.trial import trial_of

HEAD = """\
players 2..2

state:
    money[Player]: 0..99 = 9
    way[Player]: 0..9 = 0
    turns: 0..99 = 0

play at most {most}:
    repeat 3 times:
        for each p in Player:
            do turn(p)
            turns += 1

outcome for p:
    most money[p]

"""

SHOP = """\
effect turn(p: Player):
    choose by p "What do you do?":
        do invest(p)
        do rest(p)

effect invest(p: Player):
    says "{p} invests"
    offer "Invest"
    money[p] -= 2
    choose by p "In what?":
        coal "Coal":
            money[p] -= 1
        silk "Silk":
            money[p] += 5

effect rest(p: Player):
    says "{p} rests"
    offer "Rest"
    money[p] += 1
"""

STREET = """\
effect turn(p: Player):
    repeat:
        choose by p "Where do you go?":
            forth "Forth" when way[p] < 2:
                way[p] += 1
            back "Back" when way[p] > 0:
                way[p] -= 1
            look "Look round":
                do look_round(p)
            home "Home": return

effect look_round(p: Player):
    may choose n in 1..2 by p "How much do you pay for the view?":
        money[p] -= n

value of p = money[p] + WORTH
"""

WAGER = """\
effect turn(p: Player):
    face = roll 0..1
    choose by p "What do you do?":
        do wager(p)
        do rest(p)

effect wager(p: Player):
    says "{p} wagers"
    offer "Wager"
    choose by p "On what?":
        tails "Tails":
            money[p] += if face is 0 then 6 else 0
        heads "Heads":
            money[p] += if face is 1 then 6 else 0

effect rest(p: Player):
    says "{p} rests"
    offer "Rest"
    money[p] += 4
"""

AUCTION = """\
effect turn(p: Player):
    simultaneously for each q in Player:
        choose n in 0..9 by q "What do you pay?"
        way[q] = n
    for each q in Player:
        money[q] += 5 - way[q] + (if way[q] > way[q.next] then 4 else 0)
"""


def game(folder: Path, turn: str, most: int = 200) -> regelwerk.Game:
    (folder / "game.yaml").write_text(MANIFEST, encoding="utf-8")
    (folder / "market.regel").write_text(HEAD.replace("{most}", str(most)) + turn, encoding="utf-8")
    return regelwerk.load(folder)


TOSS = """\
effect turn(p: Player):
    choose by p "What do you do?":
        toss "Toss a coin":
            let face = roll 0..1
            choose by p "Which side is up?":
                tails "Tails":
                    money[p] += if face is 0 then 6 else 0
                heads "Heads":
                    money[p] += if face is 1 then 6 else 0
        rest "Rest":
            money[p] += 4
"""


def play(match: regelwerk.Match, seed: int) -> list[str]:
    """Plays to the end; the keys of the options taken."""
    bots = [make_bot("greedy", p, seed) for p in range(2)]
    keys = []
    while match.decision is not None:
        index = bots[match.engine.player].choose(seat_of(match))
        keys.append(match.decision.keys[index])
        match.choose(index)
        while match.decision is not None and match.decision.player is None:
            match.choose(match.engine.nature_draws())
    return keys


def test_an_option_is_judged_by_the_end_of_its_effect(tmp_path: Path) -> None:
    """Investing costs money at first; the choice that follows brings in more than that."""
    for seed in range(4):
        assert play(game(tmp_path, SHOP).start(2, seed), seed) == ["invest", "silk"] * 6


def test_it_does_not_use_knowledge_that_only_a_guess_has(tmp_path: Path) -> None:
    """A wager on a hidden card is worth half its prize, although each guess knows the right side."""
    folder = HEAD.replace("    turns:", "    face: 0..1 = 0 seen by nobody\n    turns:").replace(
        "0..99 = 9", "0..999 = 9"
    )
    (tmp_path / "game.yaml").write_text(MANIFEST, encoding="utf-8")
    (tmp_path / "market.regel").write_text(folder.replace("{most}", "200") + WAGER, encoding="utf-8")
    rules = regelwerk.load(tmp_path)
    keys = [key for seed in range(20) for key in play(rules.start(2, seed), seed)]
    assert 0.3 < keys.count("rest") / (keys.count("rest") + keys.count("wager")) < 0.7


def test_a_look_tries_no_more_options_than_it_may(tmp_path: Path) -> None:
    """Two options follow the first one: both are tried, or none."""
    engine = trial_of(game(tmp_path, SHOP).start(2, 1).engine)
    for broad, worth in ((1, 7), (2, 12)):
        (spot,) = Look(engine, 0, broad).at([0])
        assert found_at(spot).worth == worth


@pytest.mark.parametrize("chance", ["sampled", "explicit"])
def test_what_is_rolled_is_known_to_later_choices(tmp_path: Path, chance: str) -> None:
    """Tossing a coin is worth six, since the player then sees which side is up, in each guess another one."""
    rules = game(tmp_path, TOSS)
    for seed in range(6):
        assert play(rules.start(2, seed, chance=chance), seed)[::2] == ["toss"] * 6


def test_it_expects_others_to_answer_in_their_own_interest(tmp_path: Path) -> None:
    """Everybody pays, and the highest bidder gets four; expecting random bids, each player would pay nothing."""
    rules = game(tmp_path, AUCTION)
    bids = [int(key) for seed in range(12) for key in play(rules.start(2, seed), seed)[:-2]]  # the last players decide
    assert max(bids) <= 4
    assert 0.5 < sum(bids) / len(bids) < 3


@pytest.mark.parametrize(
    "worth",
    ["0", "(if turns mod 2 is 0 then 3 else 0)", "2 * way[p]", "(if way[p] is 1 then 3 else 0)"],
    ids=["indifferent", "rather stays", "forth", "half-way"],
)
def test_nobody_goes_round_in_circles(tmp_path: Path, worth: str) -> None:
    """The declared value would make the player stay forever."""
    rules = game(tmp_path, STREET.replace("WORTH", worth))
    for seed in range(4):
        match = rules.start(2, seed)
        keys = play(match, seed)
        assert match.outcome is not None
        assert match.outcome.reason == "play ended"
        assert keys.count("home") == 6
        assert len(keys) < 6 * 12


def test_no_playout_goes_round_in_circles(tmp_path: Path) -> None:
    """A tree of positions leads back to earlier ones; a playout that followed them would go on until fuel runs out."""
    match = game(tmp_path, STREET.replace("WORTH", "2 * way[p]"), most=20_000).start(2, 1)
    engine = trial_of(match.engine)
    tree = Positions(engine, Payoff(engine, 0.2), Random(1), TO_THE_END, range(len(engine.options)))
    for _ in range(200):
        tree.playout()
    assert [node.visits for node in tree.nodes.values() if node.visits > 200] == []
    assert 0 < tree.root.visits <= 200


def test_a_question_asked_twice_about_one_moment_is_answered_alike(tmp_path: Path) -> None:
    match = game(tmp_path, STREET.replace("WORTH", "2 * way[p]")).start(2, 1)
    bot = make_bot("greedy", 0, 1)
    while match.engine.player == 0:
        chosen = bot.choose(seat_of(match))
        assert bot.choose(seat_of(match.copy())) == chosen
        match.choose(chosen)
