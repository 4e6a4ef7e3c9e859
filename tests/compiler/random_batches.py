"""Batches of games at random: what their tables say, compared with the same games played one by one and counted."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

import regelwerk
from random_piles import CHEST
from random_rules import Rules
from regelwerk_runtime.batch.games import Job, play_many
from regelwerk_runtime.bots.names import make_bots
from regelwerk_runtime.bots.seat import seat_of
from regelwerk_runtime.engine.chance import STEP, mix, seed_key
from regelwerk_runtime.errors import RuleError
from regelwerk_runtime.match import Match
from regelwerk_runtime.tables.game import Game
from regelwerk_simulation.dataset import Dataset

PLAYERS, GAMES = 3, 4
MOST_CHOICES = 1_500
"""The choices of a game; a batch with a longer one is not played."""

Choice = tuple[int, int, str]
"""Who chose, from how many options, and the key."""


class LongError(Exception):
    """A game that is too long for a batch."""


@dataclass
class Counted:
    """What happened in a game, as the documentation of the tables counts it."""

    choices: list[Choice] = field(default_factory=list)
    options: Counter[tuple[int, str, str]] = field(default_factory=Counter)
    """How often an option was offered or chosen, by the number of the choice, its name, and which of the two."""
    cards: Counter[tuple[str, int, str]] = field(default_factory=Counter)
    """How often a card was held, offered or chosen, by its key and the player."""
    decks: dict[str, list[int]] = field(default_factory=dict)
    """The cards in each deck at each choice and at the end."""
    facts: dict[tuple[str, int], int | None] = field(default_factory=dict)
    """The measures at the end."""
    turns: int = 0
    outcome: Any = None
    error: str = ""

    @property
    def turns_of_choices(self) -> int:
        """How often another player chose than before."""
        seats = [seat for seat, _, _ in self.choices]
        return sum(at == 0 or seats[at - 1] != seat for at, seat in enumerate(seats))


def counted(rules: Rules, game: Game, seed: int, names: tuple[str, ...]) -> Counted:
    """Plays a game by itself.

    Raises:
        LongError: it is too long.
    """
    found, bots = Counted(), make_bots(names, PLAYERS, seed)
    where: dict[str, int | str] = {}
    try:
        match = Match.start(game, PLAYERS, seed, bots=names)
        while (decision := match.decision) is not None:
            where = _look(rules, match, found, where)
            assert decision.player is not None
            index = bots[decision.player].choose(seat_of(match))
            number, options = len(found.choices), decision.options
            for option in options:
                found.options.setdefault((number, option.name, "offered"), 1)
            found.options[number, options[index].name, "chosen"] = 1
            for word, some in (("offered", options), ("chosen", [options[index]])):
                named = {one.key for option in some for one in option.args if one.kind == "card" and one.number >= 0}
                found.cards.update((key, decision.player, word) for key in named)
            found.choices.append((decision.player, len(options), decision.keys[index]))
            if len(found.choices) > MOST_CHOICES:
                raise LongError
            match.choose(index)
        found.outcome = match.outcome
    except RuleError as error:
        found.error = str(error)
        return found
    _look(rules, match, found, where)
    for name, of_player, _ in rules.measures:
        for seat in range(PLAYERS) if of_player else [-1]:
            try:
                found.facts[name, seat] = match.measure(name, max(seat, 0) if of_player else None)
            except RuleError:
                found.facts[name, seat] = None
    return found


def _look(rules: Rules, match: Match, found: Counted, where: dict[str, int | str]) -> dict[str, int | str]:
    """Looks at decks, and at cards of which there is one copy; answers where each of these lies."""
    state, keys = match.state.to_dict(), Counter(card.key for card in rules.frame.cards)
    for name in ("deck", "waste"):
        if rules.frame.seen.get(name) == "nobody":
            found.decks.setdefault(name, []).append(len(state[name]))
    now: dict[str, int | str] = dict.fromkeys(keys, "box")
    now |= {key: name for name in ("deck", "waste", "mix") for key in state.get(name, [])}
    now |= {key: seat for seat, hand in enumerate(state["hand"]) for key in hand}
    now |= {key: CHEST for chest in state.get(CHEST, {}).values() for key in chest}
    now |= {state["slot"]: "slot"} if state["slot"] else {}
    secret = {"box", *found.decks}
    for key in (key for key, copies in keys.items() if copies == 1):
        here, before = now[key], where.get(key, "")
        if isinstance(here, int):
            found.cards[key, here, "held"] += here != before
        elif here not in secret and (before in secret or not where):
            found.cards[key, -1, "held"] += 1
    return now


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
    with regelwerk.simulate(
        game, GAMES, players=PLAYERS, bots=names, seed=seed, jobs=1, tables=every, native=native
    ) as tables:
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
    if one.choices:  # else there may be no match that could be recorded
        match = Match.replay(game, record)
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
    for seat, row in enumerate(seats):
        own = [options for player, options, _ in one.choices if player == seat]
        score = rank = won = None
        if one.outcome is not None:
            score, rank = one.outcome.scores[seat], one.outcome.ranking[seat]
            won = 1 / (len(winners) if rules.together is None else 1) if rank == 1 else 0
        assert row == (bots[seat], score, rank, won, len(own), own.count(1))
    choices = tables.rows("SELECT seat, options, key FROM decisions WHERE game = ? ORDER BY number", [number])
    assert choices == one.choices


def _compare_counts(rules: Rules, tables: Dataset, number: int, one: Counted) -> None:
    """Compares what is counted of options, cards, decks and measures."""
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
    rows = tables.rows("SELECT card, seat, held, offered, chosen FROM cards WHERE game = ?", [number])
    single = {key for key, copies in Counter(card.key for card in rules.frame.cards).items() if copies == 1}
    cards = Counter(
        {
            (card, seat, word): count
            for card, seat, *counts in rows
            for word, count in zip(("held", "offered", "chosen"), counts, strict=True)
            if word != "held" or card in single
        }
    )
    assert +cards == +one.cards, {
        key: (cards[key], one.cards[key]) for key in {*cards, *one.cards} if cards[key] != one.cards[key]
    }
    if one.error:
        return
    decks = tables.rows("SELECT deck, first, least, grown FROM decks WHERE game = ?", [number])
    meant = [(name, sizes[0], min(sizes), sum(b > a for a, b in pairwise(sizes))) for name, sizes in one.decks.items()]
    if not rules.frame.refills:
        assert sorted(decks) == sorted(meant)
    facts = tables.rows("SELECT measure, seat, value FROM facts WHERE game = ? ORDER BY round", [number])
    assert {(name, seat): value for name, seat, value in facts} == one.facts
