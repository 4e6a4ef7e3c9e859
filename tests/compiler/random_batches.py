"""Batches of games at random: their tables are compared with the same games played and counted one by one."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from itertools import pairwise
from pathlib import Path

import regelwerk
from random_counted import PLAYERS, Counted, LongError, counted
from random_rules import Rules
from regelwerk.errors import UsageError
from regelwerk_runtime.batch.games import Job, play_many
from regelwerk_runtime.engine.chance import STEP, mix, seed_key
from regelwerk_runtime.errors import RuleError
from regelwerk_runtime.match import Match
from regelwerk_runtime.tables.game import Game
from regelwerk_simulation.dataset import Dataset

GAMES = 4


# ---- comparison


def compare_batch(rules: Rules, folder: Path, seed: int, *, native: bool = False) -> str:
    """Compares tables of a batch, and results without tables, with games that are played one by one; `over`, or `left`
    where one of these is too long.

    Args:
        rules: the game.
        folder: where it lies.
        seed: of the batch.
        native: whether the batch is played as machine code.

    Raises:
        AssertionError: they differ.
    """
    game = regelwerk.load(folder, variants=rules.variants)
    names = ("random",) if seed % 3 else ("random", "greedy")
    seeds = [mix((seed_key(seed) + number * STEP) % 2**64) >> 11 for number in range(GAMES)]
    bots = [tuple(names[(seat + number) % len(names)] for seat in range(PLAYERS)) for number in range(GAMES)]
    try:
        games = [counted(rules, game.rules, own, some) for own, some in zip(seeds, bots, strict=True)]
    except LongError:
        return "left"
    jobs = [Job(PLAYERS, own, some) for own, some in zip(seeds, bots, strict=True)]
    for one, played in zip(games, play_many(game.rules, jobs, workers=1), strict=True):
        assert played.error == one.error
        assert played.decisions == len(one.choices)
        if one.outcome is None:
            assert played.reason == "rule error"
            _compare_record(game.rules, played.record, one)
        else:
            told = (played.scores, played.ranking, played.reason, played.turns)
            assert told == (one.outcome.scores, one.outcome.ranking, one.outcome.reason, one.turns_of_choices)
    every = ("games", "seats", "decisions", "options", "cards", "decks", "facts", "names")
    try:
        batch = regelwerk.simulate(
            game, GAMES, players=PLAYERS, bots=names, seed=seed, jobs=1, tables=every, native=native
        )
    except UsageError as error:  # some rules have no machine code
        assert native and "native builds do not support" in str(error)
        return "left"
    with batch as tables:
        _compare_names(rules, tables)
        for number, (own, some, one) in enumerate(zip(seeds, bots, games, strict=True)):
            _compare_game(rules, game.rules, tables, number, own, some, one)
            _compare_counts(rules, tables, number, one)
    return "over"


def _compare_names(rules: Rules, tables: Dataset) -> None:
    """Compares the names of cards."""
    titles = {
        (card.key, lang, card.title[at]) for card in rules.frame.cards for at, lang in enumerate(rules.frame.languages)
    }
    chips = {
        (chip.key, lang, chip.title[at]) for chip in rules.frame.chips for at, lang in enumerate(rules.frame.languages)
    }
    assert {*tables.rows("SELECT key, lang, text FROM names WHERE kind = 'card'")} == titles | chips


def _compare_record(game: Game, record: Sequence[str], one: Counted) -> None:
    """Plays the record of a game that broke."""
    if one.choices:  # otherwise there may be no match to record
        match = Match.replay(game, record)
        with suppress(RuleError):
            assert match.outcome is None  # or this causes the error
        assert match.error is not None
        assert str(match.error).split("\n  replay")[0] == one.error.split("\n  replay")[0]
        assert [json.loads(line)["key"] for line in record if '"key"' in line] == [key for _, _, key in one.choices]


def _compare_game(
    rules: Rules, game: Game, tables: Dataset, number: int, seed: int, bots: tuple[str, ...], one: Counted
) -> None:
    """Compares a row of games, and those of its seats and choices."""
    forced = [options == 1 for _, options, _ in one.choices]
    winners = one.outcome.winners if one.outcome else ()
    [(record, *found)] = tables.rows(
        "SELECT record, seed, players, decisions, forced, winners, coalesce(error, ''), reason "
        "FROM games WHERE game = ?",
        [number],
    )
    assert (record is None) is (one.outcome is not None)
    if record is not None:
        _compare_record(game, record.split("\n"), one)
    reason = one.outcome.reason if one.outcome else "rule error"
    assert tuple(found) == (seed, PLAYERS, len(one.choices), sum(forced), len(winners), one.error, reason)
    seats = tables.rows(
        "SELECT bot, score, rank, won, decisions, forced FROM seats WHERE game = ? ORDER BY seat", [number]
    )
    if one.whole and rules.is_plain:
        _compare_course(tables, number, one)
    for seat, row in enumerate(seats):
        own = [options for player, options, _ in one.choices if player == seat]
        score = rank = won = None
        if one.outcome is not None:
            score, rank = one.outcome.scores[seat], one.outcome.ranking[seat]
            won = 1 / (len(winners) if rules.together is None else 1) if rank == 1 else 0
        assert row == (bots[seat], score, rank, won, len(own), own.count(1))
    choices = tables.rows("SELECT seat, options, key FROM decisions WHERE game = ? ORDER BY number", [number])
    assert choices == one.choices


def _compare_course(tables: Dataset, number: int, one: Counted) -> None:
    """Compares turns, rounds and the leader."""
    [(rounds, turns, changes, settled)] = tables.rows(
        "SELECT rounds, turns, lead_changes, settled FROM games WHERE game = ?", [number]
    )
    assert (rounds, turns) == (one.rounds, one.turns)
    if one.lead is None:
        assert changes is None and settled is None
    elif not one.lead.broken:
        assert changes == one.lead.changes
        winners, count = one.outcome.winners, len(one.choices)
        share = one.lead.since / count if count and winners == (one.lead.now,) else 1.0
        assert settled == (share if len(winners) == 1 and count else None)
    assert tables.rows("SELECT turn_order FROM seats WHERE game = ? ORDER BY seat", [number]) == [
        (seat,) for seat in range(PLAYERS)
    ]
    found = tables.rows("SELECT round FROM decisions WHERE game = ? ORDER BY number", [number])
    assert found == [(at,) for at in one.rounds_of_choices]
    facts = tables.rows("SELECT round, measure, seat, value FROM facts WHERE game = ?", [number])
    assert {(at, name, seat): value for at, name, seat, value in facts} == one.facts


def _compare_counts(rules: Rules, tables: Dataset, number: int, one: Counted) -> None:
    """Compares the counts of options, cards, decks and measures."""
    lines = [line for (line,) in tables.rows("SELECT line FROM decisions WHERE game = ? ORDER BY number", [number])]
    options = Counter[tuple[str, str, str]]()
    for (at, name, word), count in one.options.items():
        options[lines[at], name, word] += count
    found = tables.rows("SELECT line, name, offered, chosen FROM options WHERE game = ?", [number])
    assert +options == +Counter(
        {
            (line, name, word): count
            for line, name, *counts in found
            for word, count in zip(("offered", "chosen"), counts, strict=True)
        }
    )
    rows = tables.rows("SELECT card, seat, held, offered, chosen, acted FROM cards WHERE game = ?", [number])
    cards = Counter(
        {
            (card, seat, word): count
            for card, seat, *counts in rows
            for word, count in zip(("held", "offered", "chosen", "acted"), counts, strict=True)
            if word in ("offered", "chosen") or one.whole
        }
    )
    counts = Counter({key: count for key, count in one.cards.items() if key[2] in ("offered", "chosen") or one.whole})
    assert +cards == +counts, {key: (cards[key], counts[key]) for key in {*cards, *counts} if cards[key] != counts[key]}
    if not one.whole:
        return
    decks = tables.rows("SELECT deck, first, least, grown FROM decks WHERE game = ?", [number])
    meant = [(name, sizes[0], min(sizes), sum(b > a for a, b in pairwise(sizes))) for name, sizes in one.decks.items()]
    if not rules.frame.refills:
        assert sorted(decks) == sorted(meant)
