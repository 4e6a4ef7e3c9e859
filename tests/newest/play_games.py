"""Games compiled and played by the running Python: one line each, with hashes of the module and the results.

python play_games.py CHOICES FOLDER...
"""

from __future__ import annotations

import hashlib
import json
import platform
import random
import sys
from pathlib import Path

import regelwerk
from regelwerk_compiler.driver import compile_game


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def played(folder: Path, choices: int) -> dict[str, str]:
    """The results of a game: its module, a record with its log, the final view of each player, the saved match."""
    match = regelwerk.load(folder).start(seed=5)
    rng = random.Random(5)
    while match.decision is not None and match.number < choices:
        match.choose(rng.choice(match.decision.options))
    views = [match.view(player).to_dict() for player in range(match.setup.players)]
    return {
        "game": folder.name,
        "module": digest(compile_game(folder).module or ""),
        "record": digest("\n".join([*match.record(), *match.log()])),
        "views": digest(json.dumps(views)),
        "saved": digest(match.to_bytes().hex()),
    }


def main(choices: int, folders: list[str]) -> None:
    print(platform.python_version())
    for folder in folders:
        print(json.dumps(played(Path(folder), choices)))


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2:])
