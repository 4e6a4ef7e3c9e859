"""Matches of games at random that continue from a copy, a save or a record, beside guesses and other matches."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from itertools import product
from random import Random
from typing import Any

from random_frame import Frame
from random_values import PLAYER
from regelwerk_runtime.errors import RuleError
from regelwerk_runtime.match import Match

MOST_BESIDE = 12
"""The number of choices made in a match beside the one that continues."""


def turned(match: Match, rng: Random, frame: Frame) -> Match:
    """The same match, most often as one that was copied, saved or repeated.

    Raises:
        AssertionError: it is not the same, or the way there changed the one that was given.
    """
    way = rng.randrange(16)
    if way < 5:
        return match
    if way == 5:
        _guess(match, rng, frame)
        return match
    before = match.to_bytes()
    if way == 6:
        twin = Match.replay(match.game, match.record())
    elif way < 11:
        twin = match.copy()
    else:
        twin = Match.from_bytes(match.game, before)
    assert twin == match
    assert twin.to_bytes() == before
    assert twin.log() == match.log()
    _play(match, rng)  # which is abandoned, and must change nothing in the other one
    assert twin.to_bytes() == before
    return twin


def _guess(match: Match, rng: Random, frame: Frame) -> None:
    """Checks that a guess of a player matches what he sees and remembers, has his options, and can be played."""
    player, before = rng.randrange(match.setup.players), match.to_bytes()
    guess = match.guess(player, rng.randrange(9))
    assert guess.view(player).to_dict() == match.view(player).to_dict()
    assert match.decision is not None and guess.decision is not None
    known, guessed = match.state.to_dict(), guess.state.to_dict()
    for name, by in frame.remembered.items():
        for at in product(*(range(len(frame.kinds[index].numbers)) for index in frame.variables[name].indices)):
            owner = dict(zip(frame.variables[name].indices, at, strict=True)).get(PLAYER)
            if by == "all" or (owner == player) is (by == "its player"):
                assert _cell(frame, known, name, at) == _cell(frame, guessed, name, at), f"{player} remembers {name}"
    if all(map(_holds(match), match.game.invariants)) and not guess.setup.gave_up:
        assert all(map(_holds(guess), match.game.invariants)), "an invariant does not hold"
    if match.decision.player == player:
        assert guess.decision.keys == match.decision.keys
    _play(guess, rng)
    assert match.to_bytes() == before


def _cell(frame: Frame, state: dict[str, Any], name: str, at: tuple[int, ...]) -> Any:
    """A value in the facts of a match, by the positions of its indices."""
    found = state[name]
    for index, place in zip(frame.variables[name].indices, at, strict=True):
        found = found[place if index == PLAYER else frame.kinds[index].keys[place]]
    return found


def _holds(match: Match) -> Callable[[Any], bool]:
    """Whether an invariant holds in a match."""

    def holds(invariant: Any) -> bool:
        with suppress(RuleError, ZeroDivisionError):
            return bool(invariant[1](match.engine.s))
        return False

    return holds


def _play(match: Match, rng: Random) -> None:
    """Makes some random choices, until a rule breaks or the game is over."""
    with suppress(RuleError):
        for _ in range(rng.randrange(MOST_BESIDE)):
            if not match.engine.options:
                break
            match.play(rng.randrange(len(match.engine.options)))
