"""Tests of the Python interface: load a game, read its cards, play, save, pickle, replay."""

from __future__ import annotations

import base64
import json
import pickle
import random
import subprocess
import sys
from pathlib import Path

import pytest
import regelwerk
from regelwerk_runtime.errors import RecordError, SavedError
from regelwerk_runtime.match import Match


def played(game: regelwerk.Game, choices: int, seed: int = 1) -> Match:
    match, rng = game.start(seed=seed), random.Random(seed)
    for _ in range(choices):
        if match.decision is None:
            break
        match.choose(rng.randrange(len(match.decision.options)))
    return match


def test_cards_are_read_by_key(market: Path) -> None:
    game = regelwerk.load(market)
    assert list(game.cards) == ["gift.bonn", "gift.ulm", "tax"]
    card = game.cards["gift.ulm"]
    assert (card.type, card.copies, card.fields) == ("Deed", 3, {"price": 500, "at_once": False})
    assert card.name("en") == card.name() == "Gift from Ulm"
    assert "500" in card.text("en")
    assert game.cards["tax"].where.startswith("market.regel:")
    with pytest.raises(regelwerk.UsageError):
        card.name("tlh")


def test_the_declarations_of_a_game(market: Path) -> None:
    game = regelwerk.load(str(market / "game.yaml"))
    assert (game.name, game.title, game.players, game.languages) == ("market", "Market", range(2, 4), ("en",))
    assert game.variants == game.errata == game.statements == []
    assert json.loads(json.dumps(game.to_dict()))["name"] == "market"


def test_a_match_is_played_by_option_key_and_index(market: Path) -> None:
    game = regelwerk.load(market)
    match = game.start(players=2, seed=7)
    for choose in (lambda d: d.options[0], lambda d: d.options[-1].key, lambda d: 0):
        assert match.decision is not None
        match.choose(choose(match.decision))
    while match.decision is not None:
        match.choose(0)
    assert match.outcome is not None
    assert len(match.outcome.scores) == 2
    assert match.log("en")


def test_a_language_that_the_game_does_not_have_is_refused(market: Path) -> None:
    match = regelwerk.load(market).start(players=2, seed=7)
    decision = match.decision
    assert decision is not None
    for said in (match.log, decision.prompt_in, decision.chosen_in, decision.options[0].says):
        with pytest.raises(ValueError, match="no language 'fr': it has en"):
            said("fr")


def test_a_position_can_be_given(market: Path) -> None:
    match = regelwerk.load(market).start(players=2, seed=1, given={"money": [0, 5000], "deck": ["gift.bonn"]})
    assert list(match.state.money) == [0, 5000]
    match.choose("play_card(gift.bonn)")
    assert match.state.money[0] == 500


def test_explicit_chance_is_compiled_on_demand(market: Path) -> None:
    game = regelwerk.load(market)
    match = game.start(players=2, chance="explicit")
    assert match.decision is not None
    assert match.decision.player is None
    assert sum(option.probability or 0 for option in match.decision.options) == 1
    assert game.from_bytes(match.to_bytes()) == match
    assert regelwerk.load(market, chance="explicit").start(chance="explicit").decision is not None


def test_explicit_chance_has_the_rules_that_were_loaded(market: Path) -> None:
    """A form compiled on demand would otherwise play rules that differ from those of the other form."""
    game, kept = regelwerk.load(market), regelwerk.load(market, chance="explicit")
    edit = market / "market.regel"
    edit.write_text(edit.read_text(encoding="utf-8") + "\ndefine more -> Int = 4\n", encoding="utf-8")
    with pytest.raises(regelwerk.UsageError, match="the sources of market have changed since it was loaded"):
        game.start(players=2, chance="explicit")
    assert game.start(players=2, seed=7).decision is not None
    assert kept.start(players=2, chance="explicit").decision is not None


def test_a_forbidden_choice_is_a_value_error(market: Path) -> None:
    game = regelwerk.load(market)
    with pytest.raises(ValueError, match="2 to 3 players"):
        game.start(players=4)
    with pytest.raises(ValueError, match="chance is"):
        game.start(chance="loaded")


def test_matches_survive_saving_and_pickling(market: Path) -> None:
    game = regelwerk.load(market)
    match = played(game, 3)
    assert game.from_bytes(match.to_bytes()) == pickle.loads(pickle.dumps(match)) == match


def test_a_game_is_pickled_as_the_place_of_its_sources(market: Path) -> None:
    game = regelwerk.load(market)
    twin = pickle.loads(pickle.dumps(game))
    assert twin.start(players=2, seed=7) == game.start(players=2, seed=7)
    edit = market / "market.regel"
    edit.write_text(edit.read_text(encoding="utf-8") + "\ndefine more -> Int = 3\n", encoding="utf-8")
    with pytest.raises(SavedError, match="the sources of market have changed"):
        pickle.loads(pickle.dumps(game))


@pytest.mark.parametrize(("what", "more"), [("variants", {"variants": "quick"}), ("errata", {"without": "price"})])
def test_a_text_in_place_of_a_list_is_refused(market: Path, what: str, more: dict[str, str]) -> None:
    with pytest.raises(regelwerk.UsageError, match=f"{what} must be a list of texts, not '[a-z]+'"):
        regelwerk.load(market, **more)


@pytest.mark.parametrize("chance", ["sampled", "explicit"])
def test_a_pickle_loads_in_another_process(market: Path, chance: str) -> None:
    match = regelwerk.load(market).start(players=2, seed=3, chance=chance)
    match.choose(0)
    assert match.decision is not None
    code = (
        "import base64, json, pickle, sys\n"
        "match = pickle.loads(base64.b64decode(sys.stdin.read()))\n"
        "print(json.dumps([[option.key for option in match.decision.options], match.state.to_dict()]))\n"
    )
    data = base64.b64encode(pickle.dumps(match)).decode()
    done = subprocess.run([sys.executable, "-c", code], input=data, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == [[option.key for option in match.decision.options], match.state.to_dict()]


def test_a_record_of_explicit_chance_is_played_again(market: Path) -> None:
    game = regelwerk.load(market)
    match = game.start(players=2, chance="explicit")
    match.choose(0)
    lines = match.record()
    assert game.replay(lines) == game.replay(f"{line}\n" for line in lines) == match
    with pytest.raises(RecordError, match="another kind of chance"):
        Match.replay(game.rules, lines)


def test_a_record_is_played_again(market: Path) -> None:
    game = regelwerk.load(market)
    match = played(game, 100)
    assert match.outcome is not None
    assert game.replay(match.record()) == match
    assert game.replay(match.record(), to=2).number == 2


def test_errors_come_with_their_diagnostics(market: Path) -> None:
    source = market / "market.regel"
    source.write_text(source.read_text(encoding="utf-8").replace("money[p] += n", "mony[p] += n"), encoding="utf-8")
    with pytest.raises(regelwerk.SourceError) as caught:
        regelwerk.load(market)
    (diagnostic,) = [one for one in caught.value.diagnostics if one.code.startswith("E")]
    assert "mony" in diagnostic.message
