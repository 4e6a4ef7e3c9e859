"""A test of choices of several: exactly one sequence of keys leads to each distinguishable set."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pytest
import regelwerk
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

GAME = """
players 1..2
cardtype T "thing"
card T aa "aa" x4
card T bb "bb" x2
card T cc "cc"
state:
    hand: pile of T
    used: pile of T
    deck: pile of T = all
    mark[T]: 0..2 = 0
define held -> set of T = those c in T where c in hand
effect go():
    let lowest = hand.bottom
    otherwise: return
    choose HOW c in SOURCE by Player.first "Which?"
    otherwise: return
    move c to used
    LATER
play at most 99:
    do go()
outcome for p:
    most 0
"""
CARDS = ["aa", "aa#2", "aa#3", "aa#4", "bb", "bb#2", "cc"]
HOW = {"up to 2": (0, 2), "any number of": (0, 7), "2": (2, 2), "1..3": (1, 3), "3": (3, 3)}


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, str, bool], regelwerk.Game]:
    found = {}
    for how in HOW:
        for source in ("hand", "held"):
            for noted in (False, True):
                folder: Path = tmp_path_factory.mktemp("several")
                later = "if lowest in used: mark[lowest] = 2" if noted else "return"
                text = GAME.replace("HOW", how).replace("SOURCE", source).replace("LATER", later)
                (folder / "game.regel").write_text(text, encoding="utf-8")
                (folder / "game.yaml").write_text("name: several\ntitle: T\nsources: [game.regel]\n", encoding="utf-8")
                found[how, source, noted] = regelwerk.load(str(folder))
    return found


def sequences(match: regelwerk.Match, taken: tuple[int, ...] = ()) -> Iterator[tuple[int, ...]]:
    """The chosen cards, by number, of every sequence of choices from here to the end."""
    decision = match.decision
    if decision is None:
        yield taken
        return
    cards = [option.card.number for option in decision.options if option.card is not None]
    assert len(cards) == len({*cards})
    assert sorted(one.number for one in decision.chosen) == sorted(taken)
    for option in decision.options:
        after = match.copy()
        after.choose(option.key)
        yield from sequences(after, taken if option.card is None else (*taken, option.card.number))


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.permutations(["aa"] * 4 + ["bb"] * 2 + ["cc"]).flatmap(lambda all_: st.integers(1, 7).map(lambda n: all_[:n])),
    st.fixed_dictionaries({card: st.integers(0, 1) for card in CARDS}),
    st.sampled_from(sorted(HOW)),
    st.sampled_from(["hand", "held"]),
    st.booleans(),
)
def test_each_set_is_chosen_in_one_way(
    games: dict[tuple[str, str, bool], regelwerk.Game],
    keys: list[str],
    marks: dict[str, int],
    how: str,
    source: str,
    noted: bool,
) -> None:
    match = games[how, source, noted].start(1, seed=1, given={"hand": keys, "mark": marks})
    nth = [keys[: at + 1].count(key) for at, key in enumerate(keys)]
    hand = [key if n == 1 else f"{key}#{n}" for key, n in zip(keys, nth, strict=True)]
    least, most = HOW[how]

    def look(card: str) -> tuple[object, ...]:
        """What distinguishes a card: itself in a set, else its kind, its mark and whether it is noted."""
        return (card,) if source == "held" else (card[:2], marks[card], noted and card == hand[0])

    expected = {
        tuple(sorted(map(look, chosen)))
        for size in range(least, min(most, len(hand)) + 1)
        for chosen in combinations(hand, size)
    } or {()}
    ways = Counter(tuple(sorted(look(CARDS[card]) for card in chosen)) for chosen in sequences(match))
    assert ways == dict.fromkeys(expected, 1)
