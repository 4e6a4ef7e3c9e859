"""Sources that are small enough to read, and would take all time or memory to compile, are refused with a place."""

from __future__ import annotations

from pathlib import Path

import pytest
from attacks import FRAME
from regelwerk.main import main
from regelwerk_dsl.data import manifest

QUESTIONS = "\n".join(f'    choose a{at} in 0..3 by Player.first "Which?"' for at in range(80))
ANSWERS = "\n".join(f"    x = a{at}" for at in range(80))
DEED = f"{QUESTIONS}\n{ANSWERS}".replace("    ", "        ")
TOGETHER = QUESTIONS.replace("    choose", "        choose").replace("Player.first", "p")
CHANGES = "\n".join(f'variant v{at} "V":\n    replace define d -> Int = {at}' for at in range(301))
STATE = "state:\n    x: 0..9 = 0\n"


def refused(folder: Path, capsys: pytest.CaptureFixture[str], rules: str, name: str = "large") -> str:
    (folder / "large.regel").write_text("".join(FRAME.values()) + rules, encoding="utf-8")
    (folder / "game.yaml").write_text(f"name: {name}\ntitle: Large\nsources: [large.regel]\n", encoding="utf-8")
    assert main(["check", str(folder), "--oneline"]) == 1
    return capsys.readouterr().out.replace("_", "")


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        (
            f"{STATE}effect e():\n{QUESTIONS}\n{ANSWERS}\n",
            "large.regel:7:8: error[E0304]: the body of `e` is too large",
        ),
        (f"{STATE}effect e():\n    simultaneously for each p in Player:\n{TOGETHER}\n        x += 1\n", "E0304"),
        (
            f"{STATE}cardtype Deed:\n    play()\ncard Deed big:\n    play():\n{DEED}\n",
            "large.regel:10:5: error[E0304]: the body of `big.play` is too large",
        ),
        (f"define d -> Int = 1\n{CHANGES}\n", "error[E0304]: a game has at most 300 variants and errata"),
    ],
    ids=["questions", "simultaneous questions", "questions of a card", "changes"],
)
def test_what_grows_faster_than_its_source_has_a_limit(
    rules: str, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert words in refused(tmp_path, capsys, rules)


def test_sources_have_a_length(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(manifest, "MOST_LETTERS", 1_000)
    said = refused(tmp_path, capsys, "# words\n" * 200)
    assert "game.yaml:3:11: error[E0151]: with `large.regel`, the sources have more than 1000 letters" in said


def test_a_name_fits_into_those_of_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "game.yaml:1:7: error[E0155]" in refused(tmp_path, capsys, "", "x" * 61)
