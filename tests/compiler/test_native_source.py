"""Tests of the C source of native builds, for a small game and for every game; no C compiler is needed."""

from __future__ import annotations

from pathlib import Path

import pytest
from all_games import GAMES, checked
from case_games import check_text, errors_of
from golden import CASES, check_golden
from regelwerk_compiler.lower import lower
from regelwerk_compiler.native import NotNativeError, native_build
from regelwerk_compiler.native.module import HERE, native_source

LARGE = {"itc", "auf_achse", "tokyo_metro"}


def rules_of(source: str) -> str:
    """The source without the engine and the binding, which are the same for all games."""
    for part in ("core.h", "engine.h", "trial.h", "binding.h"):
        text = (HERE / part).read_text(encoding="utf-8")
        assert text in source
        source = source.replace(text, f"/* {part} */\n")
    return source


def test_the_source_of_a_small_game(tmp_path: Path) -> None:
    path = CASES / "native" / "market.regel"
    result = check_text(path.read_text(encoding="utf-8"), tmp_path)
    assert errors_of(result) == []
    source = rules_of(native_build(result)).replace(result.source_hash, "HASH")
    check_golden(path.with_suffix(".c.txt"), source)


@pytest.mark.parametrize(
    "folder",
    [pytest.param(folder, marks=[pytest.mark.slow] * (folder.name in LARGE), id=folder.name) for folder in GAMES],
)
def test_every_game_has_a_source(folder: Path) -> None:
    source = native_build(checked(folder))
    assert source.isascii()
    assert "PyInit_native" in source


def test_words_of_a_game_are_not_in_its_source(tmp_path: Path) -> None:
    """Only letters and digits of names appear, so no text can end a comment or a string."""
    text = """# fragment
players 2..2
enum Größe "*/ system(1); /*": süß "\\" */", sauer "%s"
state:
    n[Player]: 0..9 = 0
effect frage(p: Player):
    says "*/ {p} \\" ; abort();"
    choose größe in Größe by p "*/ abort();": n[p] += 1
play at most 9:
    for each p in Player: do frage(p)
outcome for p:
    most n[p]
"""
    result = check_text(text, tmp_path)
    assert errors_of(result) == []
    source = native_build(result)
    assert source.isascii()
    for word in ("abort", "system", "%s"):
        assert word not in rules_of(source)


def test_unsupported_games_are_reported(tmp_path: Path) -> None:
    """Decisions of nature have no native build."""
    path = CASES / "native" / "market.regel"
    result = check_text(path.read_text(encoding="utf-8"), tmp_path)
    assert result.game is not None
    with pytest.raises(NotNativeError, match="explicit chance"):
        native_source(lower(result.game, explicit=True), "")
