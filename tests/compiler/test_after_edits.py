"""Tests that a check after an edit, which covers only what the edit can affect, finds the same as a full check."""

from __future__ import annotations

import random
import re
import shutil
from pathlib import Path

import pytest
from all_games import CARDS
from regelwerk_compiler.driver import check_game
from regelwerk_compiler.incremental import CheckCache
from regelwerk_compiler.variants import check_variants
from regelwerk_dsl.collector import collector_paused
from regelwerk_dsl.diagnostics import Diagnostic
from test_check_variants import ALL
from variant_games import THOROUGH

MORE = """
define smaller(a: Int, b: Int) -> Int = if a < b then a else b
event paid(p: Player, n: Int)
effect take(p: Player, d: Deed):
    offer "Take {d}"
    says "{p} takes {d}"
    money[p] += smaller(d.worth, 2)
    emit paid(p, 1)
effect deal(p: Player):
    # allow W0701: the deck is never empty
    choose d in deck where d.worth > 0 by p "Which one?":
        do take(p, d)
effect peek(p: Player, pile: pile of Deed):
    for each d in pile:
        do take(p, d)
effect look(p: Player):
    do peek(p, secret[p])
effect both():
    simultaneously for each p in Player:
        choose n in 0..2 by p "How many?":
            money[p] += n
state:
    secret[Player]: pile of Deed seen by all
setup:
    for each p in Player:
        do deal(p)
        do look(p)
    do both()
card Deed tax "Tax":
    worth = 3
    text "Pay {this.worth}."
    play(p):
        do pay(p, 3)
    on paid(q, n):
        money[q] += n
scenario won "One round":
    given players A, B
    given money[A] = 0
    when do win(A)
    expect money[A] is 4
scenario dealt "A deed is taken":
    given players A, B
    when do deal(A)
    expect A can loan
chapter deeds "Deeds":
    \"\"\"
    Whoever takes a deed gets at most {smaller(2, 3)}. There are two kinds.

    {{ scenario won }}
    \"\"\"
variant taxed:
    replace effect look(p: Player):
        do deal(p)
        do peek(p, secret[p])
variant hidden:
    amend Deed.tax.worth: 3 -> 4
    replace effect deal(p: Player):
        for each d in deck:
            do take(p, d)
"""
WORD = re.compile(r"[A-Za-z_]\w*|\d+")
SEEDS = range(40 if THOROUGH else 1)


def edited(chance: random.Random, text: str) -> str:
    """The text with a word, a number or a line changed."""
    lines, words = text.splitlines(keepends=True), [*WORD.finditer(text)]
    word, other = chance.choice(words), chance.choice(words)
    match chance.randrange(5):
        case 0:
            word = chance.choice([one for one in words if one[0].isdigit()] or words)
            return f"{text[: word.start()]}{chance.randrange(6)}{text[word.end() :]}"
        case 1:
            return text[: word.start()] + other[0] + text[word.end() :]
        case 2:
            del lines[chance.randrange(len(lines))]
        case 3:
            lines.insert(chance.randrange(len(lines)), chance.choice(lines))
        case _:
            return re.sub(rf"\b{word[0]}\b", f"{word[0]}_", text)
    return "".join(lines)


def found(folder: Path, cache: CheckCache | None) -> list[tuple[object, ...]]:
    with collector_paused():
        base = check_game(folder, cache=cache)
        silenced = (one.diagnostic for one in base.silenced)
        items = [*base.diagnostics, *silenced, *check_variants(base, cache=cache)]
    return [shown(item) for item in items]


def shown(item: Diagnostic) -> tuple[object, ...]:
    labels = [(str(label.span), label.text) for label in item.labels]
    return str(item.span), item.code, item.message, item.note, item.help, labels


def differences(folder: Path, chance: random.Random, files: list[Path], edits: int) -> tuple[int, int]:
    """Counts of the edits after which there was a game to check, and of those with messages; each is checked twice."""
    cache, sound, reported = CheckCache(), 0, 0
    before = found(folder, cache)
    assert before == found(folder, None)
    for _ in range(edits):
        path = chance.choice(files)
        old = path.read_text(encoding="utf-8")
        path.write_text(edited(chance, old), encoding="utf-8")
        fully = found(folder, None)
        assert found(folder, cache) == fully, path.read_text(encoding="utf-8")
        errors = any(str(one[1]).startswith("E") for one in fully)
        sound += not errors
        reported += not errors and fully != before
        if errors or chance.random() < 0.5:
            path.write_text(old, encoding="utf-8")
    return sound, reported


@pytest.mark.slow
def test_a_small_game_after_random_edits(tmp_path: Path) -> None:
    sound = reported = 0
    for seed in SEEDS:
        folder = tmp_path / str(seed)
        folder.mkdir()
        (folder / "rules.regel").write_text(ALL + MORE, encoding="utf-8")
        (folder / "game.yaml").write_text("name: toll\ntitle: Toll\nsources: [rules.regel]\n", encoding="utf-8")
        counts = differences(folder, random.Random(seed), [folder / "rules.regel"], 60)
        sound, reported = sound + counts[0], reported + counts[1]
    assert sound > 10 * len(SEEDS)
    assert reported > 3 * len(SEEDS)


@pytest.mark.slow
@pytest.mark.parametrize("game", ["auf_achse", "itc"] if THOROUGH else ["auf_achse"])
def test_a_large_game_after_random_edits(game: str, tmp_path: Path) -> None:
    folder = tmp_path / game
    shutil.copytree(CARDS / game, folder)
    files = [path for path in folder.rglob("*.regel") if path.parent.name not in ("variants", "scenarios")]
    sound, _ = differences(folder, random.Random(5), sorted(files), 200 if THOROUGH else 4)
    assert sound > 0


def test_only_scenarios_that_an_edit_affects_are_run_again(tmp_path: Path) -> None:
    (tmp_path / "rules.regel").write_text(ALL + MORE, encoding="utf-8")
    (tmp_path / "game.yaml").write_text("name: toll\ntitle: Toll\nsources: [rules.regel]\n", encoding="utf-8")
    cache = CheckCache()
    found(tmp_path, cache)
    assert [one.name for one in check_game(tmp_path, cache=cache).scenarios] == []
    text = (ALL + MORE).replace("money[p] += reward", "money[p] += 1 + reward")
    (tmp_path / "rules.regel").write_text(text, encoding="utf-8")
    assert [one.name for one in check_game(tmp_path, cache=cache).scenarios] == ["won"]
