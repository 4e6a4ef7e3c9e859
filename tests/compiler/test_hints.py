"""Tests of hints for bots: they change no rule, bots follow them, and bots reveal nothing hidden by following them."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest
from case_games import check_text, compile_text, folder_of, rules_of
from regelwerk_compiler.driver import Options, compile_game
from regelwerk_compiler.model.walk import all_callables
from regelwerk_compiler.words.catalogues.meaning import mark_of
from regelwerk_compiler.words.messages import all_messages
from regelwerk_faults.bodies import body_faults
from regelwerk_runtime.bots.hints import considered, preferred
from regelwerk_runtime.bots.names import make_bot
from regelwerk_runtime.bots.seat import seat_of
from regelwerk_runtime.match import Match

MARKET = """players 2..3
table Fruit "fruit":
    key   | price: 0..9 | name
    apple | 2           | "apple"
    pear  | 3           | "pear"
    plum  | 5           | "plum"
cardtype Crate "crates":
    size: 0..9
card Crate small "small" x4:
    size = 1
card Crate big "big" x3:
    size = 4
state:
    money[Player]: 0..999 = 0
    stock[Fruit]: 0..20 = 8
    cellar: pile of Crate = all seen by nobody
    hand[Player]: pile of Crate seen by its player
    yard: pile of Crate
setup:
    shuffle cellar
    for each p in Player: draw 3 from cellar to hand[p]
effect turn(p: Player):
    let before = hand[p].top
    choose c in hand[p] by p "Which crate goes?"
    otherwise: return
    move c to yard
    let top = hand[p].top
    let sold = 2
    choose by p "What next?":
        sell(f) "Sell {f}" for f in Fruit where stock[f] > 0 bots prefer f.price bots skip when stock[f] < sold:
            stock[f] -= 1
            money[p] += f.price
        load(d) "Load {d}" for d in hand[p]
                bots prefer d.size
                bots skip when d is top or before is none or (count q in Player where hand[q].count > 1) > 1:
            move d to yard
        wait "Wait" bots skip
    may choose e in hand[p] by p "Drop?" bots skip none when money[p] > 3:
        move e to yard
    choose up to 2 g in hand[p] by p "Drop more?" bots skip when g.size > 1 bots prefer -g.size
    move g to yard
effect bidding():
    simultaneously for each p in Player:
        choose n in 0..2 by p "How much?" bots skip when n > money[p] bots prefer n
        money[p] += n
play at most 1_000:
    repeat 2 times:
        for each p in Player: do turn(p)
        do bidding()
outcome for p:
    most money[p]
"""
HINT = re.compile(r"\s+bots (?:prefer|skip(?: none)?)(?: when)?[^:\n]*?(?=\s+bots|:?\n)")


def game_of(text: str, folder: Path) -> Any:
    """The rules of a game."""
    folder.mkdir(exist_ok=True)
    return rules_of(compile_text(text, folder))[0]


def test_hints_change_nothing_but_bots(tmp_path: Path) -> None:
    """Options, records, views, guesses and logs are the same, even if copies of a card share an option."""
    plain = HINT.sub("", MARKET)
    assert "bots" not in plain
    with_hints, without = game_of(MARKET, tmp_path / "with"), game_of(plain, tmp_path / "without")
    assert any(site.skip for site in with_hints.sites)
    assert not any(site.skip or site.prefer for site in without.sites)
    luck = random.Random(1)
    for seed in range(12):
        one, other = Match.start(with_hints, 2 + seed % 2, seed), Match.start(without, 2 + seed % 2, seed)
        while one.decision is not None and other.decision is not None:
            assert one.decision.raw == other.decision.raw
            assert one.decision.keys == other.decision.keys
            for player in range(one.engine.s.players):
                assert one.view(player).vector() == other.view(player).vector()
                guesses = [match.guess(player, seed).state.vector() for match in (one, other)]
                assert guesses[0] == guesses[1]
            assert Match.from_bytes(with_hints, one.to_bytes()) == one
            index = luck.randrange(len(one.decision.raw))
            one.play(index)
            other.play(index)
        assert one.decision is other.decision is None
        assert one.log() == other.log()
        assert one.record()[1:] == other.record()[1:]
        assert one.outcome == other.outcome


FIELDS = """players 2..2
state:
    money[Player]: 0..9_999 = 0
    hidden[Player]: 0..9 = 0 seen by nobody
    zero: 0..9 = 0
setup:
    for each p in Player: hidden[p] = roll 1..6
play at most 1_000:
    repeat 2 times:
        for each p in Player:
            choose n in 1..6 by p "How much?" HINTS
            money[p] += n
outcome for p:
    most money[p]
"""
BOTS = ("greedy", "mcts:24", "ismcts:24")


def numbers_read(match: Match) -> list[int]:
    """The numbers that bots read in a match of `FIELDS`, in order."""
    engine = match.engine
    indices = preferred(engine, considered(engine, range(len(engine.options))))
    return [engine.options[index] for index in indices]


@pytest.mark.parametrize(
    ("hints", "numbers"),
    [
        ("bots skip when n > 4", [1, 2, 3, 4]),
        ("bots prefer n mod 3 bots skip when n is 5", [2, 1, 4, 3, 6]),
        ("bots skip", [1, 2, 3, 4, 5, 6]),
        ("bots skip when 6 / (n - 3) > 5", [1, 2, 3, 5, 6]),  # a division by zero gives no hint
        ("bots prefer 12 / (n - 1)", [2, 3, 4, 5, 6, 1]),
    ],
)
def test_numbers_that_bots_read(hints: str, numbers: list[int], tmp_path: Path) -> None:
    match = Match.start(game_of(FIELDS.replace("HINTS", hints), tmp_path), 2, 1)
    assert numbers_read(match) == numbers
    greedy, *searches = [match.engine.options[make_bot(name, 0, 1).choose(seat_of(match))] for name in BOTS]
    assert greedy == max(numbers), "more is better, among those that are looked at"
    assert {*searches} <= {*numbers}


def test_searches_skip_options_that_are_left_out(tmp_path: Path) -> None:
    """This holds at every choice of every player; a search without a value tries preferred options first."""
    rules = game_of(FIELDS.replace("HINTS", "bots skip when n > 4 bots prefer n mod 4"), tmp_path)
    match = Match.start(rules, 2, 1)
    tried: set[int] = set()
    for name in ("mcts:60", "ismcts:60"):
        bot: Any = make_bot(name, 0, 1)
        bot.choose(seat_of(match))
        assert {match.engine.options[one.index] for one in bot.judged} == {1, 2, 3, 4}
        first: Any = make_bot(name.split(":")[0] + ":1", 0, 1)
        assert match.engine.options[first.choose(seat_of(match))] == 3
        tried |= {one.index for one in bot.judged}
    assert max(tried) == 3
    played = [make_bot("mcts:12", 0, 1), make_bot("greedy", 1, 1)]
    while match.decision is not None:
        index = played[match.engine.player].choose(seat_of(match))
        assert match.engine.options[index] <= 4
        match.play(index)


def test_a_single_remaining_option_needs_no_search(tmp_path: Path) -> None:
    match = Match.start(game_of(FIELDS.replace("HINTS", "bots skip when n is not 2"), tmp_path), 2, 1)
    assert [make_bot(name, 0, 1).choose(seat_of(match)) for name in BOTS] == [1, 1, 1]


def test_preference_decides_between_equally_good_options(tmp_path: Path) -> None:
    text = FIELDS.replace("HINTS", "bots prefer 5 - max(n - 4, 4 - n)").replace("money[p] += n", "money[p] += 1")
    match = Match.start(game_of(text, tmp_path), 2, 1)
    assert match.engine.options[make_bot("greedy", 0, 1).choose(seat_of(match))] == 4


@pytest.mark.parametrize("name", BOTS)
def test_hints_read_guesses(name: str, tmp_path: Path) -> None:
    """Matches that differ only in hidden cards are played alike, although the hints read those cards."""
    hints = "bots prefer hidden[p.next] * n bots skip when n is hidden[p] or n > 2 + hidden[p.next]"
    rules = game_of(FIELDS.replace("HINTS", hints), tmp_path)
    matches = [Match.start(rules, 2, 1, given={"hidden": [own, other]}) for own in (1, 6) for other in (1, 3, 6)]
    assert len({tuple(numbers_read(match)) for match in matches}) > 3, "in the match itself they would show"
    chosen = {make_bot(name, 0, 7).choose(seat_of(match)) for match in matches}
    assert len(chosen) == 1


def test_variants_change_hints(tmp_path: Path) -> None:
    """A variant changes a hint through a value that the hint reads, or with the effect that holds it."""
    text = (
        FIELDS.replace("HINTS", "bots skip when n > enough")
        + """
define enough -> Int = 3
variant eager "Eager":
    amend enough: 3 -> 5
variant frugal "Frugal":
    replace play at most 50:
        for each p in Player:
            choose n in 1..6 by p "How much?" bots skip when n > 1
            money[p] += n
"""
    )
    folder = folder_of(text, tmp_path)
    seen = {}
    for variants in ((), ("eager",), ("frugal",)):
        rules = rules_of(compile_game(folder, Options(variants=variants)))[0]
        seen[variants] = numbers_read(Match.start(rules, 2, 1))
    assert seen == {(): [1, 2, 3], ("eager",): [1, 2, 3, 4, 5], ("frugal",): [1]}


def test_declining(tmp_path: Path) -> None:
    choice = 'may choose n in 1..6 by p "How much?" HINTS: money[p] += 7 - n'
    text = FIELDS.replace('choose n in 1..6 by p "How much?" HINTS\n            money[p] += n', choice)
    rules = game_of(text.replace("HINTS", "bots skip none when zero is 0"), tmp_path)
    match = Match.start(rules, 2, 1)
    assert len(match.engine.options) == 7
    assert numbers_read(match) == [1, 2, 3, 4, 5, 6]
    rules = game_of(text.replace("HINTS", "bots skip none when zero > 0 bots prefer n - 4"), tmp_path / "other")
    assert numbers_read(Match.start(rules, 2, 1))[:3] == [6, 5, 4]
    assert numbers_read(Match.start(rules, 2, 1))[3] < 0, "declining is as good as a member of which nothing is said"


def test_marks_of_translations_and_faults_know_no_hints(tmp_path: Path) -> None:
    """A hint makes no translation outdated, and no fault is planted in one."""
    text = MARKET.replace("effect turn(p: Player):", 'effect turn(p: Player):\n    says "{p} is next"')
    marks, faults = [], []
    for name, source in (("with", text), ("without", HINT.sub("", text))):
        (tmp_path / name).mkdir()
        game = check_text(source, tmp_path / name).game
        assert game is not None
        marks.append([(str(message.id), mark_of(game, message)) for message in all_messages(game)])
        faults.append([one.kind for callee in all_callables(game) for one in body_faults(game, callee, set())])
    assert marks[0] == marks[1]
    assert faults[0] == faults[1]
