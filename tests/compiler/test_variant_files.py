"""Tests of files with variants that lie outside a game: which variants are chosen."""

from __future__ import annotations

from pathlib import Path

import click
import pytest
from regelwerk.terminal import options
from regelwerk_compiler.driver import CheckResult, Options, check_game

GAME = """players 2..2

state:
    points[Player]: 0..9 = 0

play at most 9:
    for each p in Player: points[p] += 1

outcome for p:
    most points[p]
"""
ONE = 'variant lone "Alone":\n    after play: finish\n'
SEVERAL = """variant slow "Slow":
    amend points.initial: 0 -> 1

variant fast "Fast":
    needs slow
    after play: finish

variant warm "Warm":
    amend points.high: 9 -> 8
"""


def check(folder: Path, *variants: str) -> CheckResult:
    (folder / "game.yaml").write_text("name: g\ntitle: G\nsources: [game.regel]\n", encoding="utf-8")
    (folder / "game.regel").write_text(GAME, encoding="utf-8")
    (folder / "one.regel").write_text(ONE, encoding="utf-8")
    (folder / "several.regel").write_text(SEVERAL, encoding="utf-8")
    names = tuple(str(folder / name) if name.endswith(".regel") else name for name in variants)
    return check_game(folder, Options(variants=names))


@pytest.mark.parametrize(
    ("variants", "applied"),
    [
        (("one.regel",), ["lone"]),
        (("several.regel", "slow"), ["slow"]),
        (("several.regel", "fast"), ["slow", "fast"]),
        (("several.regel", "warm", "slow"), ["slow", "warm"]),
        (("several.regel", "one.regel", "warm"), ["lone", "warm"]),
    ],
)
def test_the_only_variant_or_the_named_ones_are_chosen_with_what_they_need(
    variants: tuple[str, ...], applied: list[str], tmp_path: Path
) -> None:
    result = check(tmp_path, *variants)
    assert [str(item) for item in result.diagnostics] == []
    assert [one.name for one in result.history.applied] == applied


def test_one_of_several_variants_must_be_named(tmp_path: Path) -> None:
    [item] = check(tmp_path, "several.regel").diagnostics
    assert item.code == "E0906" and item.message.startswith("this file has 3 variants")
    assert item.help == "add `--variant slow` or `--variant fast` or `--variant warm`"


def test_a_misspelt_name_of_a_variant_is_reported(tmp_path: Path) -> None:
    [item] = check(tmp_path, "several.regel", "slwo").diagnostics
    assert (item.message, item.help) == ("there is no variant `slwo`", "did you mean `slow`?")


def test_the_command_asks_at_a_terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    check(tmp_path)
    file, asked = str(tmp_path / "several.regel"), []

    def prompt(question: str, **_: object) -> str:
        asked.append(question)
        return "warm"

    monkeypatch.setattr(click, "prompt", prompt)
    assert options.asked_variants((file,)) == []  # not a terminal, so the compiler reports it
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    assert options.asked_variants((file,)) == ["warm"]
    assert options.asked_variants((file, "fast")) == []
    assert options.asked_variants((str(tmp_path / "one.regel"), "other")) == []
    assert asked == ["Which variant of several.regel"]
