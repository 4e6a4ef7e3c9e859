"""Lines of worked examples that are wrong until an amendment puts the right ones in their places."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

WRONG = 777
"""Begins the numbers of the wrong values, which stand nowhere else."""
Form = Callable[[re.Match[str], str], tuple[str, str, str]]
"""Makes the path of a line, the wrong line, and its amendment."""
FORMS: tuple[tuple[re.Pattern[str], Form], ...] = tuple(
    (re.compile(pattern), make)
    for pattern, make in (
        (r"given (players|rolls) (.+)", lambda m, w: (f"given.{m[1]}", f"given {m[1]} x{w}", f"x{w} -> {m[2]}")),
        (r"given (.+) = (.+)", lambda m, w: (f"given.{m[1]}", f"given {m[1]} = {w}", f"{w} -> {m[2]}")),
        (r"when do (.+)", lambda m, w: ("do", f"when do x{w}()", f"x{w}() -> {m[1]}")),
        (r"when (\w) chooses (.+)", lambda m, w: (f"{m[1]}.chooses", f"when {m[1]} chooses {w}", f"{w} -> {m[2]}")),
        (r"expect (\w) (wins|loses)", lambda m, w: (m[2], f"expect x{w} {m[2]}", f"x{w} -> {m[1]}")),
        (
            r"expect (\w) (can|cannot) (.+)",
            lambda m, w: (f"{m[1]}.{m[2]}", f"expect {m[1]} {m[2]} {w}", f"{w} -> {m[3]}"),
        ),
        (r"expect (.+)", lambda m, w: ("expect", f"expect {w} is 0", f"{w} is 0 -> {m[1]}")),
    )
)


def rewritten(name: str, steps: list[str], rng: Random) -> tuple[list[str], list[str]]:
    """Steps of an example some of which are wrong, and the amendments that mend them."""
    wrong, amendments = [*steps], list[str]()
    for number, at in enumerate(rng.sample(range(len(steps)), min(len(steps), rng.randint(0, 4))), WRONG):
        for pattern, make in FORMS:
            found = pattern.fullmatch(steps[at])
            if found is not None:
                path, wrong[at], change = make(found, str(number))
                amendments.append(f"amend scenario.{name}.{path}: {change}")
                break
    if rng.random() < 0.3:
        wrong.insert(rng.randint(0, len(wrong)), f"expect {WRONG} is 1")
        amendments.append(f"amend scenario.{name}: {WRONG} is 1 ->")
    rolls = next((line for line in steps if line.startswith("given rolls ")), None)
    if rolls in wrong and rng.random() < 0.3:  # every order of the lines before the first `when` gives the same rolls
        wrong.remove(rolls)
        amendments.append(f"amend scenario.{name}.given.rolls: -> {rolls.removeprefix('given rolls ')}")
    return wrong, amendments
