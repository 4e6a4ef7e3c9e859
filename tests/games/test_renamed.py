"""A test that names have no effect: a copy with other names of members, enums, tables and card types plays alike."""

from __future__ import annotations

import random
import re
import shutil
from pathlib import Path

import pytest
import regelwerk

pytestmark = pytest.mark.slow

CARDS = Path(__file__).parents[2] / "cards"
CHOICES = 400
DECLARED = re.compile(r"^(?:enum|table|map|cardtype) (\w+)", re.MULTILINE)
ROW = re.compile(r"^    (\w+) +\|", re.MULTILINE)
LISTED = re.compile(r"^enum \w+ (?:\"[^\"]*\")?(?: =[^\n]*\+)?:? *((?:\n? *\w+ \"[^\"]*\",?)+)", re.MULTILINE)
WORD = re.compile(r"\"(?:[^\"\\]|\\.)*\"|#[^\n]*|\{|\}|\w+")
NEVER = {"key", "Player"}


def renamed(folder: Path, target: Path) -> Path:
    """A copy of a game in which every member, enum, table and card type has a meaningless name."""
    shutil.copytree(folder, target, ignore=shutil.ignore_patterns("locale", "print"))
    sources = sorted(target.rglob("*.regel"))
    text = "\n".join(path.read_text(encoding="utf-8") for path in sources)
    found = {*DECLARED.findall(text), *ROW.findall(text)}
    for members in LISTED.findall(text):
        found.update(re.findall(r"(\w+) \"", members))
    used = set(re.findall(r"^(?:define|effect|event|card \w+) (\w+)", text, re.MULTILINE))
    names = sorted(found - NEVER - used)
    other = {name: f"{'X' if name[0].isupper() else 'x'}{number}q" for number, name in enumerate(names)}
    for path in sources:
        path.write_text(_replaced(path.read_text(encoding="utf-8"), other), encoding="utf-8")
    for path in target.rglob("*.csv"):
        lines = path.read_text(encoding="utf-8-sig").split("\n")
        body = re.sub(r"\w+", lambda m: _other(m[0], other), "\n".join(lines[1:]))
        path.write_text(f"{lines[0]}\n{body}", encoding="utf-8")
    return target


def _replaced(text: str, other: dict[str, str]) -> str:
    """Words outside texts, and in slots of texts."""
    return WORD.sub(lambda m: _in_slots(m[0], other) if m[0][0] == '"' else _other(m[0], other), text)


def _other(word: str, other: dict[str, str]) -> str:
    """The new name; a space of a map, `a5_2`, is named after its road, and the table of roads after its map."""
    board = word.removesuffix("Road")
    if board != word and board in other:
        return f"{other[board]}Road"
    road, line, step = word.rpartition("_")
    if word not in other and step.isdigit() and road in other:
        return f"{other[road]}{line}{step}"
    return other.get(word, word)


def _in_slots(text: str, other: dict[str, str]) -> str:
    def slot(found: re.Match[str]) -> str:
        expression, colon, words = found[1].partition(":")
        return "{" + re.sub(r"\w+", lambda m: _other(m[0], other), expression) + colon + words + "}"

    return re.sub(r"\{([^{}]*)\}", slot, text)


@pytest.mark.parametrize("name", ["itc", "auf_achse", "tokyo_metro"])
def test_names_have_no_effect(name: str, tmp_path: Path) -> None:
    base = regelwerk.load(str(CARDS / name))
    copy = regelwerk.load(str(renamed(CARDS / name, tmp_path / name)))
    assert base.to_dict()["tables"].keys() != copy.to_dict()["tables"].keys()
    for seed in range(2):
        players = base.players[seed % len(base.players)]
        first, second = base.start(players=players, seed=seed), copy.start(players=players, seed=seed)
        rng = random.Random(seed)
        for _ in range(CHOICES):
            assert first.state.vector() == second.state.vector()
            if first.decision is None or second.decision is None:
                assert first.decision is second.decision
                break
            assert len(first.decision.options) == len(second.decision.options)
            choice = rng.randrange(len(first.decision.options))
            first.choose(choice)
            second.choose(choice)
