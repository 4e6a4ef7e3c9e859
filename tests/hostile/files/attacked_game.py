"""A small game that can be printed, translated and played, and the command lines that write files for it."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

MANIFEST = "name: shop\ntitle: {title}\nsources: [shop.regel]\nlanguages: [en, de]\n"
RULES = """\
players 2..3

cardtype Deed "deeds":
    price: 0..9
    play(p: Player)

card Deed gift "{card}" x3:
    price = 5
    play(p):
        do earn(p)

state:
    deck: pile of Deed = all seen by all
    score[Player]: 0..100 = 0
    round: 0..3 = 0

effect earn(p: Player):
    says "{sentence}"
    text "Earn 1."
    score[p] += 1

effect rest(p: Player):
    says "{{p}} rests"

play at most 100:
    repeat until round is 3:
        round += 1
        for each p in Player:
            choose by p "What next?":
                do earn(p)
                do rest(p)

outcome for p:
    most score[p]
"""
LAYOUT = """\
styles: { text: { size: 9, smallest: 5 } }
cards:
  Deed:
    width: 40
    height: 60
    front:
      - text: "Deed"
        style: text
        box: [2, 2, 36, 20]
boards:
  table:
    title: Table
    width: 60
    height: 60
    draw:
      - { rect: [0, 0, 60, 60], fill: "#ff0000" }
"""


def write_game(
    folder: Path, title: str = "Shop", card: str = "Gift", sentence: str = "{p} earns 1", layout: str = LAYOUT
) -> Path:
    """Writes a game with the given texts; `sentence` is one of its log."""
    (folder / "print").mkdir(parents=True)
    (folder / "game.yaml").write_text(MANIFEST.format(title=title), encoding="utf-8")
    rules = RULES.format(card=card, sentence=sentence)
    (folder / "shop.regel").write_text(rules, encoding="utf-8", newline="\n")
    (folder / "print" / "cards.yaml").write_text(layout, encoding="utf-8")
    return folder


Start = Callable[..., subprocess.Popen[bytes]]


def left(folder: Path) -> list[str]:
    """Temporary files that a process left behind."""
    return [str(path) for path in folder.rglob("*.part")]


Call = Callable[..., tuple[int, str, str]]
UNFORMATTED = "players   2 .. 3\n"


def commands(folder: Path) -> dict[str, list[str]]:
    """A command line for each command that writes, for a folder with the game `shop`."""
    return {
        "fmt": ["fmt", "shop"],
        "build": ["build", "shop", "-o", "out/shop.py"],
        "run": ["run", "shop", "--seed", "1", "--quiet", "--record", "out/shop.jsonl"],
        "extract": ["translate", "extract", "shop", "-o", "out/shop.pot"],
        "update": ["translate", "update", "shop"],
        "print": ["print", "shop", "--proof", "-o", "out"],
        "png": ["print", "shop", "--proof", "--png", "-o", "out"],
        "table": ["print", "shop", "--proof", "--table", "-o", "out"],
        "new": ["new", "fresh"],
        "variant": ["new", "--variant", "out/quick.regel", "shop"],
    }


def unformatted(game: Path) -> None:
    path = game / "shop.regel"
    path.write_text(path.read_text().replace("players 2..3", UNFORMATTED.strip()))
