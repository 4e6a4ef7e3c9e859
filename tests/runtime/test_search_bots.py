"""Tests of bots that search: strength in games with known best play, budgets, honesty."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
import regelwerk
from hand_written import bids
from regelwerk_runtime.batch.games import Job, play_game
from regelwerk_runtime.bots.names import get_factory, make_bot
from regelwerk_runtime.bots.search.information import Information
from regelwerk_runtime.bots.search.judged import Judged
from regelwerk_runtime.bots.search.manner import ONE_ROUND, ONE_TURN, ROUNDS, TO_THE_END
from regelwerk_runtime.bots.search.payoff import Part, Payoff
from regelwerk_runtime.bots.search.playout import GREEDY, GUESSING, Limit, play_on
from regelwerk_runtime.bots.search.positions import Node
from regelwerk_runtime.bots.search.race import Race
from regelwerk_runtime.bots.search.rollouts import Rollouts
from regelwerk_runtime.bots.search.search_bot import Budget, InformationBot, PositionBot
from regelwerk_runtime.bots.seat import seat_of
from regelwerk_runtime.bots.trial import Trial, trial_of
from regelwerk_runtime.match import Match


def wins(name: str, bot: str, rival: str, games: int) -> tuple[float, int]:
    """The share of games that a bot wins against a rival, alternating seats, and the number that it loses."""
    rules, won, lost = regelwerk.load(name).rules, 0.0, 0
    for seed in range(games):
        seat = seed % 2
        result = play_game(rules, Job(2, seed, (bot, rival) if seat == 0 else (rival, bot)))
        assert not result.error
        won += (result.ranking[seat] == 1) / result.ranking.count(1)
        lost += result.ranking[seat] > 1
    return won, lost


@pytest.mark.slow
@pytest.mark.parametrize("rival", ["random", "greedy", "mcts:300"])
def test_a_perfect_game_is_never_lost(rival: str) -> None:
    assert wins("tic_tac_toe", "mcts:1000", rival, 12)[1] == 0


def test_search_beats_greedy() -> None:
    assert wins("connect_four", "mcts:200", "greedy", 6)[0] >= 5


def test_a_pot_is_kept_when_a_roll_risks_more_than_it_brings() -> None:
    """A roll gains 20/6 pips on average and loses the pot one time in six, so from about 20 on it does not pay."""
    game, bot = regelwerk.load("pig"), PositionBot(0, 1, Budget(1000))
    for pot, answer in ((6, "roll"), (36, "hold")):
        match = game.start(2, seed=next(seed for seed in range(2000) if first_pot(game, seed, pot) == pot))
        while match.state.pot < pot:
            match.choose("roll")
        assert match.decision.options[bot.choose(seat_of(match))].key == answer


def first_pot(game: regelwerk.Game, seed: int, least: int) -> int:
    """The pot of the first player of pig when it reaches so many points; 0 if he loses it before."""
    match = game.start(2, seed)
    while match.engine.player == 0 and match.state.pot < least:
        match.choose("roll")
    return match.state.pot if match.engine.player == 0 else 0


def test_a_sure_winner_is_played_for_all_it_can_win() -> None:
    """Facing a bet, the holder of the king calls and that of the jack folds, although each sees only his own card."""
    game = regelwerk.load("kuhn_poker")
    for own, other, answer in (("king", "queen", "call"), ("jack", "queen", "fold")):
        match = game.start(
            2, seed=1, given={"hand": [other, own], "deck": [*({"jack", "queen", "king"} - {own, other})]}
        )
        match.choose("bet")
        for kind in (InformationBot, PositionBot):
            bot = kind(1, 1, Budget(300), replace(TO_THE_END, margin=1.0))
            assert match.decision.options[bot.choose(seat_of(match))].key == answer


def test_an_option_that_begins_badly_is_tried_again() -> None:
    """Even beside one whose worth is certain: the queen calls a bet, since the first card guessed may be either one."""
    node = Node(0, 2, [0, 1])
    for number in range(60):
        node.visits = number
        index = node.pick(2.0, 1.4)
        node.tried[index].add(0.6 if index == 0 else 0.4 if not node.tried[1].count else 0.7)
    assert node.tried[1].count > 40
    game = regelwerk.load("kuhn_poker")
    match = game.start(2, seed=1, given={"hand": ["king", "queen"], "deck": ["jack"]})
    match.choose("bet")
    for seed in range(6):
        bot = InformationBot(1, seed, Budget(60), replace(TO_THE_END, margin=1.0))
        assert match.decision.options[bot.choose(seat_of(match))].key == "call"


def test_findings_of_a_search() -> None:
    match = regelwerk.load("tic_tac_toe").start(seed=1)
    bot = PositionBot(0, 1, Budget(500))
    chosen = bot.choose(seat_of(match))
    assert bot.judged[0].index == chosen
    assert sum(one.visits for one in bot.judged) == 500
    assert all(0 <= one.worth <= 1 for one in bot.judged)
    again = PositionBot(0, 1, Budget(500))
    again.choose(seat_of(match))
    assert again.judged == bot.judged
    assert PositionBot(0, 1, Budget(0, 20)).choose(seat_of(match)) < 9


def test_simultaneous_answers_do_not_see_each_other() -> None:
    """Nobody who answers later knows the first bid, so the highest card still wins the prize."""
    game = regelwerk.load("goofspiel")
    deck = ["prize.ace"]
    match = game.start(2, seed=1, given={"held": [["king", "two"], ["queen", "ace"]], "deck": deck})
    bot = InformationBot(0, 1, Budget(400))
    keys = match.decision.keys
    assert keys[bot.choose(seat_of(match))] == "king"


def test_no_answer_depends_on_simultaneous_answers_of_others() -> None:
    """Two simultaneous questions are one choice: before all have answered, a player knows only his own answers."""
    match = Match.start(bids.GAME, 2, 1)
    me = match.engine.player
    order = range(len(match.engine.options))
    tree = Information(
        lambda seed: trial_of(match.guess(me, seed).engine),
        Payoff(trial_of(match.engine), 0.2),
        Random(1),
        TO_THE_END,
        order,
    )
    for _ in range(200):
        tree.playout()
    first = [(player, site) for _, player, site, own in tree.begin if len(own) < 2]
    assert set(first) == {(0, 1), (1, 0), (1, 1)}  # except the root
    assert len({since for since, *_ in tree.begin}) == 1  # answers of all players are not complete


def test_budgets_of_searches_are_parsed() -> None:
    assert Budget.parse("2000") == Budget(2000)
    assert Budget.parse("500ms") == Budget(0, 500)
    assert isinstance(make_bot("ismcts:50", 0, 1), InformationBot)
    with pytest.raises(ValueError, match="0 is not a budget of a search; give a number"):
        get_factory("mcts:0")
    with pytest.raises(ValueError, match="the bot greedy takes no setting"):
        make_bot("greedy:5", 0, 1)
    with pytest.raises(ValueError, match="no bot clever"):
        make_bot("clever:5", 0, 1)


def test_search_with_explicit_chance() -> None:
    game = regelwerk.load("pig").rules
    match = Match.start(game, 2, 1)
    assert PositionBot(0, 1, Budget(60), ONE_ROUND).choose(seat_of(match)) in (0, 1)
    drawn = regelwerk.load("pig").start(2, chance="explicit")
    rng = Random(1)
    while drawn.decision is not None and drawn.decision.player is None:
        drawn.choose(rng.randrange(len(drawn.decision.options)))
    for kind in (PositionBot, InformationBot):
        assert kind(drawn.engine.player, 1, Budget(40)).choose(seat_of(drawn)) in (0, 1)


def test_a_bot_explains_its_choice() -> None:
    """Its choice comes first, in the words of the match, which it leaves unchanged."""
    match = regelwerk.load("tic_tac_toe").start(seed=1)
    for key in ("centre", "top", "top_left", "left"):
        match.choose(key)
    bot = make_bot("mcts:300", 0, 1)
    before = match.to_bytes()
    findings = bot.explain(match)
    assert findings[0].option.key == "bottom_right"  # three in a row with the centre and the top left
    assert findings[0].option.text in [option.text for option in match.decision.options]
    assert findings[0].visits == max(one.visits for one in findings)
    assert findings[0].worth > 0.9
    assert match.to_bytes() == before
    assert match.index_of(findings[0].option) == bot.choose(seat_of(match))
    with pytest.raises(ValueError, match="player 1 has nothing to choose here"):
        make_bot("mcts:9", 1, 1).explain(match)


@pytest.mark.parametrize("name", ["kuhn_poker", "liars_dice", "hearts", "tokyo_metro"])
def test_hidden_things_change_no_choice(name: str) -> None:
    """Two matches that look alike to a player are played alike, whatever the others hold."""
    game = regelwerk.load(name)
    match = game.start(seed=3)
    rng = Random(2)
    for _ in range(3):
        player = match.engine.player
        other = match.guess(player, 100)
        assert other.view(player) == match.view(player)
        for bot in (
            make_bot(bot, player, 3)
            for bot in ("greedy", "mcts:8,random", "ismcts:8,random", "ismcts:3,greedy", "ismcts:3,guessing")
        ):
            assert bot.choose(seat_of(other)) == bot.choose(seat_of(match))
        match.choose(rng.randrange(len(match.decision.options)))
        if match.decision is None:
            break


def test_options_are_compared_in_the_same_guesses() -> None:
    """A slightly better option shows in a few playouts, although luck matters much more."""
    luck = Random(1)
    better = 0
    for _ in range(50):
        worths = [luck.random() for _ in range(40)]
        race = Race(4)
        for _ in range(24):
            place = race.next()
            met = len(race.results[place])
            assert not place or met < len(race.results[0])  # the first place has met this guess before
            race.add(place, worths[met] / 2 + (0.05 if place == 2 else 0.0) + luck.random() / 50)
        better += race.ranked()[0] == 2
    assert better >= 45


def test_the_most_promising_option_is_taken_unless_another_is_clearly_better() -> None:
    """A lead that luck can explain is not followed, and one or two guesses prove nothing."""
    race = Race(2)
    for worth in (0.4, 0.6, 0.5, 0.7, 0.6, 0.3):  # the second place is ahead twice, then behind
        race.add(race.next(), worth)
    assert race.results == [[0.4, 0.5, 0.6], [0.6, 0.7, 0.3]]
    assert race.ranked() == [0, 1]
    assert Race(1).next() == 0


def test_to_the_end_of_a_turn_more_options_are_compared() -> None:
    """To the end of a turn each option gets three guesses; further ahead, as many guesses as there are options."""
    assert ONE_TURN.breadth(32) == 10
    assert ONE_ROUND.breadth(32) == ROUNDS.breadth(32) == 5
    assert ONE_TURN.breadth(1) == ONE_ROUND.breadth(1) == 2
    assert ONE_TURN.breadth(0) is None  # the budget is a time limit
    assert TO_THE_END.breadth(32) is None
    match = regelwerk.load("itc").start(2, seed=1)
    tried = []
    for manner in (ONE_ROUND, ONE_TURN):
        bot = InformationBot(match.engine.player, 1, Budget(15), manner)
        bot.choose(seat_of(match))
        tried.append(len(bot.judged))
    assert tried[0] <= 3 < tried[1] <= 5


def test_options_with_equal_results_are_dropped() -> None:
    race = Race(3)
    for worth in (0.4, 0.4, 0.5, 0.7, 0.7, 0.6):  # the first place in two guesses, each time with the others
        assert not race.is_over
        race.add(race.next(), worth)
    assert [len(results) for results in race.results] == [2, 2, 2]
    assert race.rivals == [2]


def test_a_search_ends_when_nothing_is_left_to_compare() -> None:
    race = Race(2)
    worths = iter((0.5, 0.4, 0.6, 0.5, 0.7, 0.5))
    while not race.is_over:
        race.add(race.next(), next(worths))
    assert [len(results) for results in race.results] == [3, 3]


def test_one_more_roll_does_not_change_the_rolls_of_the_next_turn() -> None:
    start = regelwerk.load("pig").start(2, seed=1)
    pots = set()
    for rolls in range(1, 6):
        match = start.copy()
        while match.engine.player == 0:
            match.choose("roll" if match.number < rolls else "hold")
        trial_of(match.engine).renew(7)
        match.choose("roll")
        pots.add((match.engine.player, match.state.pot))
    assert len(pots) == 1


def test_a_playout_is_worth_the_mean_over_the_ends_of_turns() -> None:
    match = regelwerk.load("auf_achse").start(3, seed=1)
    player = match.engine.player
    payoff = Payoff(trial_of(match.engine), 0.2)
    leads = iter((10, 40, 200, 0))
    payoff.parts = lambda engine: [Part(0.5, next(leads))] * 3
    payoff.widest = 100
    search = Rollouts(lambda seed: trial_of(match.guess(player, seed).engine), payoff, Random(1), ONE_ROUND, [0])
    search.playout()
    assert search.judged() == [Judged(0, 1, 0.5 + 25 / 200)]
    assert search.is_over


def test_a_lead_is_worth_the_same_in_each_playout() -> None:
    """This holds even if a later playout shows a wider lead than any before."""
    match = regelwerk.load("auf_achse").start(3, seed=1)
    player = match.engine.player
    payoff = Payoff(trial_of(match.engine), 0.2)
    payoff.widest = 100
    leads = iter((10, 20, 200))

    def parts(engine: Trial) -> list[Part]:
        lead = next(leads)
        payoff.widest = max(payoff.widest, lead)
        return [Part(0.5, lead)] * 3

    payoff.parts = parts
    search = Rollouts(
        lambda seed: trial_of(match.guess(player, seed).engine), payoff, Random(1), replace(ONE_ROUND, turns=1), [0, 1]
    )
    for _ in range(3):
        search.playout()
    first, second = search.race.results
    assert second[0] - first[0] == pytest.approx((20 - 10) / 400)


def test_a_playout_of_greedy_players_does_not_know_future_rolls() -> None:
    match = regelwerk.load("pig").start(2, seed=1)
    for moment in range(6):
        chosen = set()
        for seed in range(8):
            engine = trial_of(match.engine.copy())
            engine.reseed(seed)
            GREEDY.play(engine, Random(moment))
            chosen.add(engine.past[match.number])
        assert len(chosen) == 1
        match.choose("roll" if "roll" in match.decision.keys else 0)


def test_a_playout_of_a_round_ends_at_the_next_turn() -> None:
    match = regelwerk.load("auf_achse").start(3, seed=1)
    player, before = match.engine.player, match.number
    for turns, comes_back in ((1, False), (2, True)):
        engine = trial_of(match.engine.copy())
        play_on(engine, Random(1), GREEDY, Limit(player, 200, turns))
        assert engine.count > before
        assert (engine.player == player) == comes_back


def test_a_playout_of_rounds_sees_four_more_turns() -> None:
    match = regelwerk.load("auf_achse").start(3, seed=1)
    turns: list[int] = []
    play_on(trial_of(match.engine.copy()), Random(1), GREEDY, ROUNDS.limit(match.engine.player, turns.append))
    assert turns == [7, 6, 5, 4, 3, 2, 1, 0]


def test_in_a_playout_nobody_uses_hidden_knowledge() -> None:
    match = regelwerk.load("liars_dice").start(2, seed=1)
    match.choose("bid(4, six)")
    for moment in range(4):
        chosen = set()
        for seed in range(4):
            engine = trial_of(match.guess(match.engine.player, seed).engine)
            GUESSING.play(engine, Random(moment))
            chosen.add(engine.past[match.number])
        assert len(chosen) == 1


def test_a_bluff_is_not_believed() -> None:
    """A bot that looks from its rivals' places bids what they may believe, and loses fewer dice."""
    assert wins("liars_dice", "ismcts:24", "greedy", 6)[0] >= 5
