"""Tests of the measures of bundled games: titles in every language, and figures that agree with the position."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
import regelwerk
from regelwerk.game import Game
from regelwerk_runtime.match import Match
from regelwerk_runtime.views.measured import figure, recorded

SEATS = range(4)


@cache
def _game(name: str) -> Game:
    return regelwerk.load(name)


def _moments(name: str, seed: int) -> Iterator[tuple[Match, dict[str, Any]]]:
    """The state of a random game as plain data, at intervals and at the end."""
    match, chance = _game(name).start(len(SEATS), seed), Random(seed)
    while match.decision is not None:
        match.choose(chance.randrange(len(match.decision.options)))
        if match.number % 60 == 0 or match.decision is None:
            yield match, match.state.to_dict()


def test_titles_are_translated_and_distinct(folder: Path) -> None:
    game = regelwerk.load(folder)
    for lang in game.languages:
        titles = [one.title(lang) for one in game.measures.values()]
        assert len(set(titles)) == len(titles)
        if lang != game.languages[0]:
            assert not {one.title() for one in game.measures.values()} & {*titles}


def test_every_measure_can_be_read_throughout_a_game(folder: Path) -> None:
    game, chance = regelwerk.load(folder), Random(5)
    measures = recorded(game.rules).values()
    match = game.start(seed=5)
    seen: dict[str, set[int]] = {one.name: set() for one in measures}
    while match.decision is not None and match.number < 2_000:
        if match.number % 20 == 0:
            for one in measures:
                seats = range(match.setup.players) if one.of_player else [0]
                seen[one.name].update(figure(match.engine, one, player) for player in seats)
        match.choose(chance.randrange(len(match.decision.options)))
    assert all(values and {type(value) for value in values} == {int} for values in seen.values())


@pytest.mark.parametrize("name", ["itc", "auf_achse", "tokyo_metro"])
def test_a_large_game_has_measures_for_its_designer(name: str) -> None:
    measures = _game(name).measures.values()
    assert 5 <= len(measures) <= 8
    assert {one.of_player for one in measures} == {True, False}


def test_measures_of_itc() -> None:
    cards = _game("itc").cards
    for match, state in _moments("itc", 3):
        loads = {key: sum(card.fields["load"].values()) for key, card in cards.items() if "load" in card.fields}
        on_board = [card for card in state["space"].values() if card is not None]
        for player in SEATS:
            own = [card for card in on_board if state["owner"][card] == player]
            own += [state["partner"][card] for card in own if state["partner"][card] is not None]
            assert match.measure("transports", player) == len(own)
            if not state["arriving"]:
                assert match.measure("cargo", player) == sum(loads[card] for card in own)
            assert match.measure("stones", player) == sum(area[player] for area in state["stones"].values())
            assert match.measure("hand", player) == len(state["hand"][player])
            assert match.measure("money", player) == state["money"][player]
        assert match.measure("goods") == sum(sum(area.values()) for area in state["goods"].values())
        assert match.measure("neutrals") == sum(state["owner"][card] is None for card in on_board)
        assert 0 <= match.measure("jams") <= 4


def test_measures_of_auf_achse() -> None:
    for match, state in _moments("auf_achse", 4):
        hands, loaded = ([len(pile) for pile in state[name]] for name in ("hand", "loaded"))
        for player in SEATS:
            assert match.measure("hand", player) == hands[player]
            assert match.measure("loaded", player) == loaded[player]
            assert match.measure("trailers", player) == sum(kind[player] for kind in state["trailers"].values())
            assert (match.measure("debts", player) > 0) is bool(state["owed"][player])
        assert match.measure("jobs_left") == sum((*hands, *loaded, len(state["board"]), len(state["stack"])))
        assert match.measure("closed") == len({state["works"], state["jam"]} - {None})


def test_measures_of_tokyo_metro() -> None:
    for match, state in _moments("tokyo_metro", 5):
        for player in SEATS:
            assert match.measure("debts", player) == 1_200 * state["loans"][player]
            assert match.measure("shares", player) == len(state["portfolio"][player])
            assert match.measure("stations", player) == [*state["owner"].values()].count(player)
            assert match.measure("discs", player) == state["discs"][player]
        assert match.measure("lines") == sum(state["runs"].values())
        assert match.measure("line_values") == sum(state["value"].values())
