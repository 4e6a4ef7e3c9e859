"""Tests of marks in texts: what counts as a mark, and how translations and emitted games treat it."""

from __future__ import annotations

from pathlib import Path

import pytest
from regelwerk_compiler.build import build
from regelwerk_compiler.checked.codec import decode, encode
from regelwerk_compiler.checked.marks import Icon, Pattern, Style, read_marks, without_marks
from regelwerk_compiler.checked.values import Run
from regelwerk_compiler.driver import check_game, compile_game

BOLD, ITALIC, COIN = Style.BOLD, Style.ITALIC, Icon("coin", "coin")


@pytest.mark.parametrize(
    ("text", "marked"),
    [
        (("**Pay** 2:coin: or *all*.",), (BOLD, "Pay", BOLD, " 2", COIN, " or ", ITALIC, "all", ITALIC, ".")),
        (
            (
                "**Pay ",
                0,
                "** now",
            ),
            (BOLD, "Pay ", 0, BOLD, " now"),
        ),
        (("**", 0, "**"), (BOLD, 0, BOLD)),
        (("**a *b** c*",), (BOLD, "a *b", BOLD, " c*")),
        (("金:coin:を**払う**。",), ("金", COIN, "を", BOLD, "払う", BOLD, "。")),
        ((":good.salt:",), (Icon("good.salt", "good.salt"),)),
        ((r"\*no\* \:coin:",), ("*no* :coin:",)),
        (("Choose one: a: b",), ("Choose one: a: b",)),
        (("10:30:45 a:b:c ::x:: http://x:y",), ("10:30:45 a:b:c ::x:: http://x:y",)),
        (("2*3*4, 5 * 6 * 7, a ** b ** c",), ("2*3*4, 5 * 6 * 7, a ** b ** c",)),
        ((0, "*", 1, "*", 2), (0, "*", 1, "*", 2)),
    ],
)
def test_marks_are_recognized(text: Pattern, marked: Pattern) -> None:
    assert read_marks(text, str) == marked


def test_plain_words_have_no_marks() -> None:
    assert without_marks(("a ", BOLD, "b", 0, BOLD, COIN, ".")) == ("a b", 0, "coin.")


GAME = """players 2..2
cardtype Tile "tiles":
    quick: Bool = no not printed
        text "**Quick.**"
    play(p: Player)
card Tile farm "Farm":
    quick = yes
    play(p): do take(p, 2)
state:
    deck: pile of Tile = all
    coins[Player]: 0..999
effect take(p: Player, n: 0..9):
    says "**{p}** takes {n} :coin: \\\\*"
    text "Take {n} :coin:, *not* more."
    coins[p] += n
play at most 9:
    for each c in deck: do c.play(Player.first)
    finish
outcome for p:
    most coins[p]
chapter rules "Rules":
    \"\"\"
    A **coin** is a :coin:.
    \"\"\"
"""

GERMAN = """msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8\\n"

msgctxt "Tile.quick.text"
msgid "**Quick.**"
msgstr "**Schnell.**"

msgctxt "take.text"
msgid "Take {n} :coin:, *not* more."
msgstr "Nimm {n} :coin:, *nicht* mehr."

msgctxt "icon.coin"
msgid "coin"
msgstr "Münze"
"""


def test_marks_are_data_on_cards_and_plain_words_elsewhere(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text("name: one\ntitle: One\nsources: [one.regel]\nlanguages: [en, de]\n")
    (tmp_path / "one.regel").write_text(GAME, encoding="utf-8")
    (tmp_path / "locale").mkdir()
    (tmp_path / "locale" / "de.po").write_text(GERMAN, encoding="utf-8")
    checked = check_game(tmp_path)
    assert checked.game is not None and checked.texts is not None, checked.diagnostics
    game = decode(encode(build(checked.game, checked.texts)))
    (farm,) = game.cards
    assert farm.texts == {"en": "Quick. Take 2 [coin], not more.", "de": "Schnell. Nimm 2 [Münze], nicht mehr."}
    assert farm.marked["en"] == (
        Run("Quick.", bold=True),
        Run(" Take 2 "),
        Run("[coin]", icon="coin"),
        Run(", "),
        Run("not", italic=True),
        Run(" more."),
    )
    module = compile_game(tmp_path).module
    assert module is not None and "' takes ', 1, ' [coin] *'" in module
    ((block,),) = (chapter.blocks for chapter in game.chapters)
    assert block.texts["en"] == "A **coin** is a :coin:."  # Markdown that the booklet reads
