"""`bench/metro_played.py`: wins in games of Tokyo Metro that were simulated with the table `decisions`.

Each game is replayed from its decisions, which takes milliseconds. It reports owners of stations, by station and by the
number of lines that cross there, holders of first shares, and places and bids of the first round.

    bench/metro_played.py out/reports/tokyo_metro.parquet
"""

from __future__ import annotations

import sys
from collections import defaultdict
from pathlib import Path
from statistics import mean

import polars as pl
import regelwerk
from bots import wilson
from metro_players import Board
from regelwerk_runtime.match import Match

path = Path(sys.argv[1])
games, seats, decisions = (
    pl.read_parquet(path.with_suffix(f"{table}.parquet")) for table in ("", ".seats", ".decisions")
)
game = regelwerk.load("tokyo_metro")
board = Board.of(game.to_dict())
keys = {
    number: rows["key"] for (number,), rows in decisions.sort("game", "number").group_by("game", maintain_order=True)
}
parts = {(number, seat): won for number, seat, won in seats.select("game", "seat", "won").iter_rows()}
told: dict[str, list[tuple[float, float]]] = defaultdict(list)
for number, seed, players in games.select("game", "seed", "players").iter_rows():
    match = Match.start(game.rules, players, seed)
    begun: list[tuple[int, int]] = []
    for key in keys[number]:
        if match.engine.count == players > 1:  # all have bid for the first round
            begun = [*zip(match.state.place, match.state.bid, strict=True)]
        match.choose(key)
    outcome = match.outcome
    assert outcome is not None
    middle = mean(outcome.scores)
    for seat, score in enumerate(outcome.scores):
        owned = [s for s in board.squares if match.state.owner[s] == seat]
        held = [board.shares[card] for card in match.state.portfolio[seat]]
        things = [*owned, *(crossing for s in owned for crossing in board.crossings(s))]
        things += [f"first share, {card['line']}" for card in held if card["share"] == 1]
        things += [f"place {place}{end}" for place, bid in begun[seat : seat + 1] for end in ("", f", bid {bid}")]
        for thing in things:
            told[thing].append((parts[number, seat], score - middle))
for thing, rows in sorted(told.items()):
    share, lead = (mean(column) for column in zip(*rows, strict=True))
    low, high = wilson(share, len(rows))
    print(f"{thing:28} wins {share:6.1%} ({low:.1%} to {high:.1%}) of {len(rows):,}; ahead by {lead:+,.0f} yen")
