"""Tests of tallies: of cards that answer events, stay with their owner or lie in a place of nobody, and of the lead."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import cast

import regelwerk
from regelwerk_runtime.engine.engine import Engine
from regelwerk_runtime.native import Figures, NativeEngine
from regelwerk_runtime.tables.measure import Measure
from regelwerk_simulation.batch.follow import Lead

MANIFEST = "name: bells\ntitle: Bells\nsources: [bells.regel]\nlanguages: [en]\n"
SOURCE = """\
players 2..2

event rung(p: Player)

cardtype Coin "coins":
    worth: 0..9 = 1

card Coin penny "Penny" x3:
    on rung(p) while in yard:
        score[p] += 1

card Coin dime "Dime" x3:
    on rung(p) while in shown[p]:
        score[p] += 2

state:
    score[Player]: 0..1_000 = 0
    deck: pile of Coin = all seen by nobody
    hand[Player]: pile of Coin seen by its player
    shown[Player]: pile of Coin seen by all
    yard: pile of Coin seen by all

setup:
    shuffle deck
    for each p in Player:
        draw 3 from deck to hand[p]

effect turn(p: Player):
    choose by p "What now?":
        put(c) "Put {c} into the yard" for c in hand[p]: move c to yard
        show(c) "Show {c}" for c in hand[p]: move c to shown[p]
        hide(c) "Hide {c}" for c in shown[p]: move c to hand[p]
        wait "Wait": return
    choose by p "And now?":
        ring "Ring": emit rung(p)
        rest "Rest": return

play at most 100:
    repeat 6 times:
        for each p in Player:
            do turn(p)

outcome for p:
    most score[p]
"""


def test_cards_are_counted_for_those_who_hold_them(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(MANIFEST, encoding="utf-8")
    (tmp_path / "bells.regel").write_text(SOURCE, encoding="utf-8")
    game = regelwerk.load(tmp_path)
    wanted: dict[str, Counter[tuple[int, str, int]]] = {"offered": Counter(), "acted": Counter()}
    with regelwerk.simulate(game, 20, players=2, seed=1, jobs=1, tables=["all"]) as dataset:
        for number, seed in dataset.rows("SELECT game, seed FROM games ORDER BY game"):
            match, shown, yard = game.start(2, seed), Counter[tuple[int, str]](), Counter[str]()
            for seat, key in dataset.rows("SELECT seat, key FROM decisions WHERE game = ? ORDER BY number", (number,)):
                assert match.decision is not None
                coins = {found[1] for option in match.decision.keys if (found := re.search(r"\((\w+)", option))}
                wanted["offered"].update((number, coin, seat) for coin in coins)
                coin = found[1] if (found := re.search(r"\((\w+)", key)) else ""
                shown[seat, coin] += {"show": 1, "hide": -1}.get(key[:4], 0)
                yard[coin] += key.startswith("put")
                if key == "ring" and yard["penny"]:
                    wanted["acted"][number, "penny", -1] += 1
                if key == "ring" and shown[seat, "dime"]:
                    wanted["acted"][number, "dime", seat] += 1
                match.choose(key)
        for column in ("offered", "acted"):
            rows = dataset.rows(f"SELECT game, card, seat, {column} FROM cards WHERE {column} > 0")
            assert {tuple(row[:3]): row[3] for row in rows} == wanted[column]
        held = "SELECT game, seat, sum(held) AS cards FROM cards GROUP BY ALL HAVING cards > 0"
        assert {(seat, cards) for _, seat, cards in dataset.rows(held)} == {(0, 3), (1, 3)}


class _Values(Figures):
    """Values of a measure that a test gives, in place of those of a position."""

    def __init__(self) -> None:
        self.given: list[int | None] = []

    def at(self, engine: Engine | NativeEngine) -> Callable[[Measure], list[int | None]]:
        return lambda measure: self.given


def test_a_lead_changes_with_another_sole_leader_only() -> None:
    class At:
        count = 0

    values, engine = _Values(), cast("Engine", At())
    lead, changes = Lead(cast("Measure", None), values), []
    for given in ([0, 0], [1, 0], [1, 1], [2, 1], [2, 3], [3, 3], [4, 3]):
        values.given = [*given]
        lead.look(engine)
        changes.append(lead.changes)
    assert changes == [0, 0, 0, 0, 1, 1, 2]
