"""Order that does not depend on hashes: module and records of a game are the same bytes whatever Python's hash seed."""

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
from regelwerk_compiler.driver import compile_game
for folder in map(Path, sys.argv[1:]):
    print(compile_game(folder).module)
    match = regelwerk.load(folder).start(seed=5)
    rng = random.Random(5)
    while match.decision is not None and match.number < 200:
        match.choose(rng.choice(match.decision.options))
    print(*match.record(), *match.log(), sep="\\n")
"""


@pytest.mark.slow
def test_the_same_bytes_with_another_hash_seed(tmp_path: Path) -> None:
    folders = [str(CARDS / "classics" / name) for name in GAMES]
    texts = set()
    for seed in ("1", "2"):
        env = os.environ | {"PYTHONHASHSEED": seed, "XDG_CACHE_HOME": str(tmp_path / seed)}
        done = subprocess.run([sys.executable, "-c", SCRIPT, *folders], env=env, capture_output=True, check=True)
        assert done.stdout.count(b'"version"') == len(GAMES)
        texts.add(done.stdout)
    assert len(texts) == 1
