"""`python bench/scale.py`: time and memory of `check` and `build` for generated games of 1,000, 3,000 and 10,000 cards.

Each card has a title, two fields and an ability of its own; one in ten has an effect and a definition of its own. With
`--of questions` games have one effect that asks this many questions in succession. Every figure is for a process that
starts with an empty cache. The last column is the processor time for each card or question added since the previous
size. With `--check` the exit status is 1 if that grows by more than half.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

SIZES = (1_000, 3_000, 10_000)
GROWTH = 1.5
RULES = """\
players 2..4
enum Colour "colours":
    red "red"
    blue "blue"
cardtype Deed "deeds":
    worth: 0..100
    colour: Colour
    play(p: Player)
state:
    money[Player]: 0..1_000_000 = 0
    deck: pile of Deed = all
effect gain(p: Player, n: 0..1_000):
    text "You get {n} euros."
    says "{p} gets {n}"
    money[p] += n
effect lose(p: Player, n: 0..1_000):
    text "You lose {n} euros."
    says "{p} loses {n}"
    money[p] -= min(n, money[p])
setup:
    shuffle deck
play at most 10_000:
    for each p in Player:
        for each d in deck where d.worth > 50:
            do d.play(p)
    finish
outcome for p:
    most money[p]
"""

REWARD = """
define bonus_{number} -> Int = {bonus} + 2
effect reward_{number}(p: Player):
    text "You are rewarded."
    says "{{p}} is rewarded"
    do gain(p, bonus_{number})
"""
CARD = """
card Deed deed_{number} "Deed {number}":
    worth = {worth}
    colour = {colour}
    play(p):
        do gain(p, {gain})
        do lose(p, {lose})"""

QUESTIONS = """\
players 2..2
state:
    n: 0..9 = 0
play at most 10_000:
    for each p in Player: do ask(p)
    finish
outcome for p:
    most n
effect ask(p: Player):
"""
QUESTION = """\
    choose by p "Question {number}?":
        on "On {number}": n = {kept}
        off "Off {number}": n = 1
"""


@dataclass(frozen=True, slots=True)
class Cost:
    """The cost of a command: processor time in seconds, and the most memory in megabytes."""

    seconds: float
    megabytes: float


def cards_of(cards: int) -> str:
    """The rules of a sound game with a number of cards."""
    parts = [RULES]
    for number in range(cards):
        extra = ""
        if number % 10 == 0:
            parts.append(REWARD.format(number=number, bonus=number % 30))
            extra = f"\n        do reward_{number}(p)"
        colour, worth = ("red", "blue")[number % 2], number * 7 % 100
        gain, lose = number % 50 + 2, number % 40 + 2
        parts.append(CARD.format(number=number, worth=worth, colour=colour, gain=gain, lose=lose) + extra)
    return "\n".join(parts) + "\n"


def questions_of(questions: int) -> str:
    """The rules of a sound game with an effect that asks a number of questions."""
    return QUESTIONS + "".join(QUESTION.format(number=number, kept=number % 10) for number in range(questions))


def write_game(folder: Path, rules: str) -> None:
    """Writes a game with these rules into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "rules.regel").write_text(rules, encoding="utf-8")
    (folder / "game.yaml").write_text("name: deeds\ntitle: Deeds\nsources: [rules.regel]\n", encoding="utf-8")


def cost(folder: Path, *command: str) -> Cost:
    """The cost of a command of regelwerk in a process of its own, with an empty cache."""
    program = Path(sys.executable).with_name("regelwerk")
    with tempfile.TemporaryDirectory() as cache:
        process = subprocess.Popen(
            [program, *command],
            cwd=folder,
            env={**os.environ, "REGELWERK_CACHE": cache},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"regelwerk {' '.join(command)} failed with {process.returncode}")
    return Cost(used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sizes", nargs="*", type=int, default=SIZES, help="numbers of cards or questions")
    parser.add_argument("--of", choices=("cards", "questions"), default="cards", help="what the sizes count")
    parser.add_argument("--check", action="store_true", help="fail if the time for each of them grows")
    arguments = parser.parse_args()
    rules_of = cards_of if arguments.of == "cards" else questions_of
    print(f"| {arguments.of} | command | s | MiB | ms for each |\n| --- | --- | --- | --- | --- |")
    failed = False
    with tempfile.TemporaryDirectory() as top:
        before: dict[str, tuple[int, float, float]] = {}  # number, seconds, and milliseconds for each
        for count in arguments.sizes:
            folder = Path(top) / str(count)
            write_game(folder, rules_of(count))
            for name, command in (("check", ["check", "."]), ("build", ["build", ".", "-o", "out.py"])):
                found = cost(folder, *command)
                fewer, seconds, least = before.get(name, (0, 0.0, 0.0))
                each = 1000 * (found.seconds - seconds) / (count - fewer)
                failed = failed or (fewer > 0 and each > GROWTH * least)
                before[name] = count, found.seconds, each
                print(
                    f"| {count:,} | `{name}` | {found.seconds:.1f} | {found.megabytes:,.0f} | {each:.2f} |", flush=True
                )
    sys.exit(1 if failed and arguments.check else 0)


if __name__ == "__main__":
    main()
