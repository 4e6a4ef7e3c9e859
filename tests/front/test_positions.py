"""Tests of worked examples as data: the situation, the choices, the sentences, and the changes at the end."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import regelwerk
from golden import CASES
from market_game import edit
from regelwerk.printing.positions import played_scenarios, setup_position, shown_positions
from regelwerk_compiler.checked.play import Fact, GamePosition, PlayedStep
from regelwerk_dsl.grammar.inserts import PictureInsert


def test_a_scenario_as_the_booklet_shows_it(market: Path) -> None:
    game = regelwerk.load(market)
    (found,) = played_scenarios(game.rules, game.scenarios, "en")
    (stage,) = found.stages
    assert (found.name, stage.before.players) == ("gift", ("A", "B"))
    assert stage.situation == (Fact("deck", (), ["gift.bonn"]),)
    assert stage.steps == (
        PlayedStep(
            "A", "Play Gift from Bonn", ("A plays Gift from Bonn", "A receives 500"), True, number=2, begun=True
        ),
    )
    # the scenario uses the money, not the discard pile
    assert stage.results == (Fact("money", ("A",), 1500, Fact("money", ("A",), 1000)),)


@pytest.mark.parametrize(("expect", "shown"), [("money[A] >= 0", False), ("noted[A] is 1", True), ("", False)])
def test_a_remembered_value_is_shown_if_a_step_names_it(market: Path, expect: str, shown: bool) -> None:
    source = market / "market.regel"
    text = source.read_text(encoding="utf-8")
    text = text.replace("state:\n", "state:\n    noted[Player]: 0..9 = 0 remembered by all\n", 1)
    text = text.replace("money[p] += n\n", "money[p] += n\n    noted[p] += 1\n", 1)
    text = text.replace("expect money[A] is 1_500\n", f"expect {expect}\n" if expect else "\n")
    source.write_text(text, encoding="utf-8")
    game = regelwerk.load(market)
    ((stage,),) = (found.stages for found in played_scenarios(game.rules, game.scenarios, "en"))
    assert stage.after.facts["noted"] == [1, 0]
    assert ("noted" in {fact.state for fact in stage.results}) == shown


@pytest.mark.parametrize(
    ("given", "facts"),
    [
        ("money[B] = 1_000", [Fact("money", ("B",), 1000)]),
        ("money = B 1_000, A 900", [Fact("money", ("A",), 900), Fact("money", ("B",), 1000)]),
        ("past = empty", [Fact("past", (), [])]),
        ("hand[A] = empty", [Fact("hand", ("A",), [])]),
        ("steps[north] = 3", [Fact("steps", ("north",), 3)]),
        ("fee[2] = 0", [Fact("fee", ("2",), 0)]),
    ],
)
def test_a_given_value_is_shown_even_if_it_is_the_initial_one(market: Path, given: str, facts: list[Fact]) -> None:
    edit(
        market,
        "state:\n",
        "enum Way: south, north\nenum Day = 2..4\n\nstate:\n    steps: 0..9 per Way = north 3\n    fee[Day]: 0..9\n",
    )
    edit(market, "    given deck = gift.bonn\n", f"    given deck = gift.bonn\n    given {given}\n")
    edit(market, "    expect money[A] is 1_500\n", f"    given {given}\n    when do turn(B)\n")
    game = regelwerk.load(market)
    ((first, second),) = (found.stages for found in played_scenarios(game.rules, game.scenarios, "en"))
    assert [fact for fact in first.situation if fact.state != "deck"] == facts
    assert [fact for fact in second.situation if fact.state != "deck"] == facts


def test_players_kept_of_a_card_have_their_names(market: Path) -> None:
    edit(market, "state:\n", "state:\n    giver[Deed]: Player? while in deck\n")
    edit(market, "    given deck = gift.bonn\n", "    given deck = gift.bonn\n    given giver[gift.bonn] = B\n")
    game = regelwerk.load(market)
    ((stage,),) = (found.stages for found in played_scenarios(game.rules, game.scenarios, "en"))
    assert stage.situation == (Fact("deck", (), ["gift.bonn"], beside=((("giver", "B"),),)),)


def test_players_in_a_set_have_their_names(market: Path) -> None:
    edit(market, "state:\n", "state:\n    party: set of Player = empty\n")
    edit(market, "money[p] += n\n", "money[p] += n\n    party += p\n")
    edit(
        market, "expect money[A] is 1_500\n", "given party = B\n    when do receive(A, 5)\n    expect party is {A, B}\n"
    )
    game = regelwerk.load(market)
    ((_, stage),) = (found.stages for found in played_scenarios(game.rules, game.scenarios, "en"))
    assert stage.situation == (Fact("party", (), ["B"]),)
    assert stage.results == (Fact("party", (), ["A", "B"], Fact("party", (), ["B"])),)


def test_a_scenario_that_fails_is_left_out(market: Path) -> None:
    source = market / "market.regel"
    source.write_text(source.read_text(encoding="utf-8").replace("is 1_500", "is 1_501"), encoding="utf-8")
    game = regelwerk.load(market)
    assert played_scenarios(game.rules, game.scenarios, "en") == []


def test_positions_are_whole_and_plain(market: Path) -> None:
    game = regelwerk.load(market)
    (found,) = played_scenarios(game.rules, game.scenarios, "en")[0].stages
    start, before, after = (dict(one.facts) for one in (found.start, found.before, found.after))
    assert found.start.players == found.before.players == ("A", "B")
    assert set(after) == {one["name"] for one in game.to_dict()["state"]}
    assert (before["money"], after["money"]) == ([1000, 1000], [1500, 1000])
    assert start["deck"] != before["deck"] == ["gift.bonn"]
    assert json.loads(json.dumps(after)) == after


QUAY = CASES / "situations" / "quay"


def boats_of(position: GamePosition) -> list[object]:
    boats = position.facts["boat"]
    assert isinstance(boats, list)
    return boats


def test_a_setup_is_the_same_each_time() -> None:
    rules = regelwerk.load(QUAY).rules
    first, again = setup_position(rules, 3), setup_position(rules, 3)
    assert first == again and first is not None
    assert first.players == ("A", "B", "C") and first.chosen
    assert len(boats_of(first)) == 3 and len(set(boats_of(first))) > 1
    two = setup_position(rules, 2)
    assert two is not None and len(boats_of(two)) == 2


def test_a_setup_without_choices_says_so(market: Path) -> None:
    found = setup_position(regelwerk.load(market).rules, 2)
    assert found is not None and not found.chosen


@pytest.mark.parametrize(
    "broken",
    ["        wind += 5\n", "        repeat:\n            choose z in Quay by p: boat[p] = z\n"],
    ids=["breaks", "goes on"],
)
def test_a_setup_that_does_not_end_gives_no_picture(broken: str, tmp_path: Path) -> None:
    text = (QUAY / "rules.regel").read_text(encoding="utf-8")
    (tmp_path / "game.yaml").write_text(
        (QUAY / "game.yaml").read_text(encoding="utf-8").replace(", de, ja", ""), encoding="utf-8"
    )
    (tmp_path / "rules.regel").write_text(
        text.replace("        boat[p] = q\n\neffect unload", f"        boat[p] = q\n{broken}\neffect unload"),
        encoding="utf-8",
    )
    rules = regelwerk.load(tmp_path).rules
    assert setup_position(rules, 3) is None
    pictures = [
        PictureInsert("board", 3, "", ()),
        PictureInsert("board", None, "far_away", ()),
        PictureInsert("board", None, "", ()),
    ]
    assert set(shown_positions(rules, regelwerk.load(tmp_path).scenarios, pictures, 2)) == {"far_away"}


CHOICES = """
players 2..2
enum Good "goods": salt "salt", silk "silk"

state:
    money[Player]: 0..99 = 9

effect take(p: Player, g: Good):
    says "{p} takes {g}"
    offer "Take {g}"

effect hide(p: Player, g: Good):
    says "{p} hides something"
    offer "Hide {g}"

effect rest(p: Player):
    says "{p} rests"
    offer "Rest"

effect rob(p: Player, q: Player):
    says "{p} takes a coin of {q}"
    offer "Rob {q}"

effect help(p: Player, q: Player):
    says "{q} is helped"
    offer "Help {q}"

effect pay(p: Player, n: 1..3):
    offer "Pay {n}"
    do lose(p, n)

effect lose(p: Player, n: 1..3):
    says "{p} pays {n} and has {money[p] - n} left"
    money[p] -= n

effect turn(p: Player):
    choose by p "What do you do?":
        do take(p, g) for g in Good
        do hide(p, g) for g in Good
        do rest(p)
        do rob(p, q) for q in Player where q is not p
        do help(p, q) for q in Player where q is not p
        do pay(p, n) for n in 1..3
        wait "Wait": do rest(p)

play at most 10:
    for each p in Player:
        do turn(p)

outcome for p:
    most money[p]
"""


def steps_of(folder: Path, rules: str, *keys: str) -> tuple[PlayedStep, ...]:
    """The steps that the booklet shows for player A's turns with these choices."""
    (folder / "game.yaml").write_text("name: x\ntitle: X\nsources: [x.regel]\nlanguages: [en]\n", encoding="utf-8")
    turns = "\n".join(f"    when do turn(A)\n    when A chooses {key}" for key in keys)
    (folder / "x.regel").write_text(f'{rules}\nscenario x "X":\n    given players A, B\n{turns}\n', encoding="utf-8")
    game = regelwerk.load(folder)
    (found,) = played_scenarios(game.rules, game.scenarios, "en")
    return found.stages[0].steps


@pytest.mark.parametrize(
    ("key", "retold"),
    [
        ("take(silk)", True),
        ("hide(silk)", False),  # the hidden part would be lost
        ("rest", True),
        ("wait", False),  # waiting is not resting
        ("rob(B)", True),
        ("help(B)", False),  # the helper would be lost
        ("pay(2)", True),  # another effect says it, with all answers
    ],
)
def test_a_sentence_may_repeat_the_choice(key: str, retold: bool, tmp_path: Path) -> None:
    assert [step.retold for step in steps_of(tmp_path, CHOICES, key)] == [retold]


def test_declining_differs_from_choosing(tmp_path: Path) -> None:
    asked = CHOICES.replace('choose by p "What do you do?":', 'may choose by p "What do you do?":')
    assert [step.declined for step in steps_of(tmp_path, asked, "rest", "none")] == [False, True]


@pytest.mark.parametrize(("said", "retold"), [("{p} passes", True), ("{p} keeps {money[p]}", False), ("Next!", False)])
def test_a_sentence_that_names_only_the_decliner_repeats_it(said: str, retold: bool, tmp_path: Path) -> None:
    asked = CHOICES.replace('choose by p "What do you do?":', 'may choose by p "What do you do?":')
    asked = asked.replace("\nplay at most", f'    otherwise: say "{said}"\n\nplay at most')
    (step,) = steps_of(tmp_path, asked, "none")
    assert (step.declined, step.retold) == (True, retold)


def test_sentences_repeat_questions(tmp_path: Path) -> None:
    asked = CHOICES.replace(
        "do lose(p, n)", 'choose k in 0..n by p "Pay {n}? Yes. From {money[p]}."\n    money[p] -= k'
    )
    steps = steps_of(tmp_path, asked, "pay(2)\n    when A chooses 1", "pay(2)\n    when A chooses 2")
    first, then = (step.asked for step in steps if step.asked)
    assert [one.words for one in then] == ["Pay 2?", " Yes.", " From 8."]
    assert [one == other for one, other in zip(first, then, strict=True)] == [True, True, False]


@pytest.mark.parametrize(("said", "begun"), [("{p} rests", True), ("A good rest for {p}", False)])
def test_a_sentence_begins_with_a_player_only_if_it_names_one(said: str, begun: bool, tmp_path: Path) -> None:
    (step,) = steps_of(tmp_path, CHOICES.replace("{p} rests", said), "rest")
    assert (step.player, step.retold, step.begun) == ("A", True, begun)


MIDDLE = """
players 2..2
cardtype Crate "crates"
card Crate small "small" x2
card Crate big "big"
state:
    hand[Player]: pile of Crate
    yard: pile of Crate
    deck: pile of Crate = all
    spot: place for Crate
    n: 0..9 = 0
effect act(p: Player):
    says "{p} acts"
    move hand[p] to yard
    n = roll d6
play at most 100: finish
outcome for p:
    most n
scenario x "X":
    given players A, B
    given hand[A] = big, small
    given rolls 3
    when do act(A)
    expect n is 3 and big in yard
    given rolls 6
    given hand[A] = big
    given spot = small
    given n = 4
    expect yard.count is 1
    when do act(A)
    expect n is 6 and spot is small
"""


def test_a_given_in_the_middle_of_a_scenario_begins_a_stage(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text("name: x\ntitle: X\nsources: [x.regel]\nlanguages: [en]\n", encoding="utf-8")
    (tmp_path / "x.regel").write_text(MIDDLE, encoding="utf-8")
    game = regelwerk.load(tmp_path)
    (found,) = played_scenarios(game.rules, game.scenarios, "en")
    first, then = found.stages
    assert [fact.state for fact in first.situation] == ["hand", "deck"]
    assert {fact.state: fact.value for fact in then.situation} == {
        "hand": ["big"],  # the same card, which lay in the yard
        "yard": ["small"],
        "deck": [],  # the other copy: no `given` has named it yet
        "spot": "small",
        "n": 4,
    }
    assert then.start == first.after
    assert [step.says for step in (*first.steps, *then.steps)] == [("A acts",), ("A acts",)]
    assert (first.after.facts["n"], then.before.facts["n"], then.after.facts["n"]) == (3, 4, 6)
    assert [fact.value for fact in first.results] == [["small", "big"], 3]


ORDERS = """players 2..2
cardtype Order "orders"
card Order chest "Chest"
card Order town "Town"
state:
    money[Player]: 0..9 = 0
    orders: pile of Order = all seen by nobody
    hand[Player]: pile of Order seen by its player
effect pay(p: Player):
    money[p] += hand[p].count
play at most 9: finish
outcome for p:
    most money[p]
scenario paying "A hand":
    given hand[A] = chest
    when do pay(A)
"""


def test_an_untouched_hidden_pile_is_not_shown(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text("name: one\ntitle: One\nsources: [one.regel]\nlanguages: [en]\n")
    (tmp_path / "one.regel").write_text(ORDERS)
    game = regelwerk.load(tmp_path)
    ((stage,),) = (found.stages for found in played_scenarios(game.rules, game.scenarios, "en"))
    assert [fact.state for fact in stage.situation] == ["hand"]
