"""Tests of what an owner of Auf Achse relies on: all statements of the sources are answered; cards and map are data."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest
import regelwerk
from all_games import checked
from regelwerk_compiler.inspect.source_report import SourceReport, report_sources
from regelwerk_faults.report import read_reasons
from regelwerk_runtime.batch.games import Job, play_game

pytestmark = pytest.mark.slow

FOLDER = Path(__file__).parents[2] / "cards" / "auf_achse"
CARDS = 54 + 28


@cache
def game() -> Any:
    return regelwerk.load("auf_achse")


@cache
def data() -> dict[str, Any]:
    found: dict[str, Any] = game().to_dict()
    return found


@cache
def report() -> SourceReport:
    return report_sources(checked(FOLDER))


def test_every_statement_is_there_and_answered() -> None:
    assert [one.id for one in report().statements] == [f"R{number}" for number in range(1, 112)]
    assert [one.id for one in report().questions] == [f"A{number}" for number in range(1, 30)]
    assert report().missing == []


def test_every_question_has_a_reason() -> None:
    assert [one.id for one in report().questions if not one.reason] == []


@pytest.mark.parametrize("number", range(81, 111))
def test_every_event_card_has_a_worked_example(number: int) -> None:
    statement = next(one for one in report().statements if one.id == f"R{number}")
    assert any(place.kind == "scenario" and not place.by for place in statement.tested)


def test_a_job_is_named_after_its_route_in_every_language() -> None:
    job = next(card for card in data()["cards"] if card["key"] == "j46")
    assert job["names"] == {"en": "Berlin – Trieste", "de": "Berlin – Triest", "ja": "ベルリン→トリエステ"}


def test_all_cards_exist_and_have_words() -> None:
    cards = data()["cards"]
    assert sum(card["copies"] for card in cards) == CARDS
    assert all(card["names"][language] for card in cards for language in ("en", "de", "ja"))
    assert all(card["texts"][language] for card in cards if card["type"] == "Event" for language in ("en", "de", "ja"))


def test_spaces_lie_on_the_sheet() -> None:
    places = [row["values"] for row in data()["tables"]["City"]["rows"]]
    assert all(13 <= place["x"] <= 297 - 13 and 5 <= place["y"] <= 420 - 5 for place in places)


@pytest.mark.parametrize("players", [2, 6])
def test_a_random_game_ends_by_its_own_rule(players: int) -> None:
    played = play_game(game().rules, Job(players, 1, checked=False))
    assert (played.error, played.reason) == ("", "finish")


def test_reasons_of_faults_are_given() -> None:
    assert all(reason.text for reason in read_reasons(FOLDER).values())
