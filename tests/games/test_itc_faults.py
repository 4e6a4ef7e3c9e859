"""Tests of planted faults in ITC: tests notice a sample, and the rest is listed with reasons.

All faults, which take some minutes: `regelwerk test itc --faults`.
"""

from __future__ import annotations

import zlib
from functools import cache
from pathlib import Path

import pytest
from regelwerk_compiler.driver import check_game
from regelwerk_faults.judging import Bench
from regelwerk_faults.report import read_reasons

pytestmark = pytest.mark.slow

ITC = Path(__file__).parents[2] / "cards" / "itc"


@cache
def bench() -> Bench:
    return Bench(check_game(ITC))


def picked(number: int, table: bool) -> list[int]:
    """Some faults in the table of transport cards, or everywhere else; the choice changes only with their names."""
    reasons = read_reasons(ITC)
    found = [
        (zlib.crc32(fault.id.encode()), place)
        for place, fault in enumerate(bench().faults)
        if fault.span.source.name.endswith(".csv") is table and {fault.id, fault.declaration}.isdisjoint(reasons)
    ]
    return [place for _, place in sorted(found)[:number]]


def test_a_fault_in_the_table_of_cards_is_noticed_by_an_example() -> None:
    for place in picked(4, table=True):
        verdict = bench().judge(place)
        assert verdict.noticed in ("scenario", "same"), bench().faults[place].id


def test_a_fault_in_the_rules_is_noticed() -> None:
    for place in picked(4, table=False):
        assert bench().judge(place).noticed, bench().faults[place].id


def test_reasons_name_faults() -> None:
    known = {name for fault in bench().faults for name in (fault.id, fault.declaration)}
    reasons = read_reasons(ITC)
    assert reasons
    assert [name for name in reasons if name not in known] == []
    assert all(reason.text for reason in reasons.values())


@pytest.mark.parametrize("field", ["index", "routes", "profit", "after_theft", "load", "at_risk"])
def test_every_column_of_the_table_is_added_up(field: str) -> None:
    """The fault is in a card that no other example uses."""
    place = next(at for at, fault in enumerate(bench().faults) if fault.id == f"t413.{field}")
    verdict = bench().judge(place)
    assert (verdict.noticed, verdict.how.startswith("deck_")) == ("scenario", True)
