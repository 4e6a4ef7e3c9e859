"""A test of matches in several threads of one process, which share their games and caches."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path

import pytest
from all_games import GAMES, rules_of
from regelwerk_runtime.match import Match

CHOICES = 40
"""The greatest number of choices that are made in a match."""


@pytest.fixture
def _hurried() -> Iterator[None]:
    """Threads switch as often as possible."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def played(folder: Path, seed: int) -> str:
    """A digest of the options, guesses, log and bytes of a random match, which is saved and loaded on the way."""
    game, rng = rules_of(folder), random.Random(seed)
    match, digest = Match.start(game, rng.choice(game.players), seed), sha256()
    while (decision := match.decision) is not None and match.number < CHOICES:
        option = rng.choice(decision.options)
        digest.update(f"{option.key} {option.text}".encode())
        if match.number % 16 == 3:
            digest.update(match.guess(decision.player or 0, match.number).to_bytes())
        match.choose(option)
        if match.number % 16 == 9:
            match = Match.from_bytes(game, match.to_bytes())
    digest.update("\n".join(match.log()).encode() + match.to_bytes())
    return digest.hexdigest()


@pytest.mark.usefixtures("_hurried")
def test_matches_in_threads_equal_those_of_one_thread() -> None:
    jobs = [(folder, 1) for folder in GAMES]
    alone = [played(*job) for job in jobs]
    with ThreadPoolExecutor(6) as pool:
        assert list(pool.map(lambda job: played(*job), jobs)) == alone
