"""Tests of W0712: a number in a translation that the source does not state is reported at its catalogue entry."""

from __future__ import annotations

from pathlib import Path
from shutil import copytree

import pytest
from golden import CASES
from regelwerk_compiler.driver import check_game

GAME = CASES / "booklet" / "orchard"


def warnings(folder: Path) -> list[tuple[str, str]]:
    found = check_game(folder).diagnostics
    assert {item.code for item in found} <= {"W0712"}
    return [(Path(item.span.source.name).name, item.message.split("`")[1]) for item in found]


def changed(folder: Path, file: str, old: str, new: str) -> Path:
    game = folder / "game"
    copytree(GAME, game)
    text = (game / file).read_text(encoding="utf-8")
    assert old in text
    (game / file).write_text(text.replace(old, new), encoding="utf-8")
    return game


def test_slots_are_fine() -> None:
    assert warnings(GAME) == []


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        ("locale/de.po", "niemals leer", "in zwölf Runden leer", "zwölf"),
        ("locale/de.po", "niemals leer", "mit 1.500 Münzen gefüllt", "1.500"),
        ("locale/ja.po", "銀行のお金は尽きない", "銀行のお金は三回尽きる", "三"),
        ("locale/ja.po", "銀行のお金は尽きない", "銀行のお金は20枚", "20"),
        ("rules.regel", "is never empty", "has twelve coins", "twelve"),
    ],
)
def test_a_number_is_reported(tmp_path: Path, file: str, old: str, new: str, said: str) -> None:
    found = warnings(changed(tmp_path, file, old, new))
    assert (Path(file).name, said) in found


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("locale/de.po", "niemals leer", "eine Bank"),
        ("locale/ja.po", "銀行のお金は尽きない", "銀行のお金は十分にある。三角の銀行"),
        ("locale/de.po", "Die Bank ist", "Die Bank B12 [dort](https://r3.example) ist"),
    ],
)
def test_other_digits_are_not_reported(tmp_path: Path, file: str, old: str, new: str) -> None:
    assert warnings(changed(tmp_path, file, old, new)) == []


def test_a_translation_may_state_what_the_source_states(tmp_path: Path) -> None:
    game = changed(tmp_path, "rules.regel", "The bank is never empty.", "The bank has twelve coins.")
    for language, old, new in (
        ("de", "ist niemals leer", "hat zwölf Münzen"),
        ("ja", "のお金は尽きない", "には12枚ある"),
    ):
        path = game / "locale" / f"{language}.po"
        text = path.read_text(encoding="utf-8").replace("> The bank is never empty.", "> The bank has twelve coins.")
        path.write_text(text.replace(old, new), encoding="utf-8")
    assert warnings(game) == [("rules.regel", "twelve")]
