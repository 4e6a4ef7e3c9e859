"""Sources of a small game with cards, and helpers that the tests of commands share."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

MANIFEST = """\
name: market
title: Market
sources: [market.regel]
languages: [en]
"""

SOURCE = """\
players 2..3

unit EUR = -1_000..20_000

enum Town "towns": bonn "Bonn", ulm "Ulm"

cardtype Deed "deeds":
    price: EUR
    at_once: Bool = no
    play(p: Player)

card Deed gift "Gift from {t}" for t in Town x3:
    price = 500
    play(p):
        do receive(p, this.price)

card Deed tax "Tax" x2:
    price = 200
    at_once = yes
    play(p):
        do pay(p, this.price)

state:
    money[Player]: EUR = 1_000
    deck: pile of Deed = all seen by nobody
    hand[Player]: pile of Deed seen by its player
    past: pile of Deed seen by all

setup:
    shuffle deck

effect receive(p: Player, n: EUR):
    says "{p} receives {n}"
    text "Receive {n}."
    money[p] += n

effect pay(p: Player, n: EUR):
    says "{p} pays {n}"
    text "Pay {n} at once."
    money[p] -= n

effect play_card(p: Player, c: Deed):
    says "{p} plays {c}"
    offer "Play {c}"
    move c to past
    do c.play(p)

effect put_away(p: Player, c: Deed):
    says "{p} puts a card away"
    offer "Put {c} away"
    move c to past

effect turn(p: Player):
    draw 1 from deck to hand[p] as c
    otherwise: return
    if c.at_once:
        do play_card(p, c)
        return
    choose by p "What next?":
        do put_away(p, d) for d in hand[p]
        do play_card(p, d) for d in hand[p]
        pass "Wait"

play at most 1_000:
    repeat until deck is empty:
        for each p in Player:
            do turn(p)

outcome for p:
    most money[p]

invariant "every deed is somewhere":
    deck.count + past.count + box.count + (sum hand[p].count for p in Player) is 8

scenario gift "A gift is worth its price":
    given players A, B
    given deck = gift.bonn
    when do turn(A)
    when A chooses play_card(gift.bonn)
    expect money[A] is 1_500
"""


DEEDS = """\
styles: { text: { size: 9, smallest: 6 } }
cards:
  Deed:
    width: 40
    height: 60
    front:
"""
"""The head of a layout, which a test completes with what is drawn on the front of a deed."""


class Said(NamedTuple):
    """The exit status of a command, and its output."""

    status: int
    out: str
    err: str


Command = Callable[..., Said]


def process(*arguments: object, **environment: str) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "regelwerk", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, env={**os.environ, **environment}, check=False)


def edit(folder: Path, old: str, new: str, file: str = "market.regel") -> None:
    """Replaces a text in the source of a game."""
    source = folder / file
    text = source.read_text(encoding="utf-8")
    assert old in text
    source.write_text(text.replace(old, new), encoding="utf-8")
