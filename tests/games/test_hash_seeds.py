"""A test that order does not depend on hashes: module and records have the same bytes whatever Python's hash seed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

CARDS = Path(__file__).resolve().parents[2] / "cards"
GAMES = ("hearts", "hill_farm", "lantern_night", "wizards_duel")
SCRIPT = """
import random, sys
from pathlib import Path
import regelwerk
for folder in map(Path, sys.argv[1:]):
    game = regelwerk.load(folder)
    print(game.module)
    match = game.start(seed=5)
    rng = random.Random(5)
    while match.decision is not None and match.number < 200:
        match.choose(rng.choice(match.decision.options))
    print(*match.record(), *match.log(), sep="\\n")
"""


@pytest.mark.slow
def test_the_same_bytes_with_another_hash_seed() -> None:
    folders = [str(CARDS / "classics" / name) for name in GAMES]
    texts = set()
    for seed in ("1", "2"):
        env = os.environ | {"PYTHONHASHSEED": seed, "REGELWERK_CACHE": "off"}
        done = subprocess.run([sys.executable, "-c", SCRIPT, *folders], env=env, capture_output=True, check=True)
        assert done.stdout.count(b'"version"') == len(GAMES)
        texts.add(done.stdout)
    assert len(texts) == 1
