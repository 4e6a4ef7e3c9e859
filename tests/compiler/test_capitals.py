"""Tests of capital letters at the beginning of sentences and titles, in the log and on paper."""

from __future__ import annotations

from pathlib import Path

import pytest
from regelwerk_compiler.build import build
from regelwerk_compiler.checked.game import CheckedGame
from regelwerk_compiler.checked.say import Say
from regelwerk_compiler.driver import check_game
from regelwerk_runtime.tables.capitals import capital

SOURCE = """
players 2..3
enum Good "goods": pepper "pepper", silk "silk"
cardtype Rumour "rumours":
    good: Good
    play(p: Player)
card Rumour rare "{g} is rare" for g in Good:
    good = g
    text "**{g}** costs {5}."
    play(p):
        cost[g] = 5
card Rumour dear "Dear {g}" for g in Good:
    good = g
    play(p):
        do rise(p, g)
        do rise(p, pepper)
state:
    cost[Good]: 0..9
    deck: pile of Rumour = all
effect rise(p: Player, g: Good):
    text "{g} rises."
    cost[g] += 1
play at most 9:
    for each c in deck, p in Player: do c.play(p)
outcome for p: most cost[pepper]
chapter rules "Rules":
    \"\"\"
    {Good.silk} is soft.

    We like {Good.silk}.
    \"\"\"
"""


@pytest.mark.parametrize(
    ("text", "language", "wanted"),
    [
        ("pepper is rare", "en", "Pepper is rare"),
        ("“élan”, he said", "fr", "“Élan”, he said"),
        ("3 plums", "en", "3 plums"),
        ("izmir", "tr", "İzmir"),
        ("ijs", "nl", "IJs"),
        ("ijs", "de", "Ijs"),
        ("ßß", "de", "ßß"),
        ("კარტი", "ka", "კარტი"),
        ("ǆep", "hr", "ǅep"),
        ("茶", "ja", "茶"),
        ("– –", "en", "– –"),
        ("… is rare", "en", "… is rare"),
        ("", "en", ""),
    ],
)
def test_the_first_letter_is_a_capital(text: str, language: str, wanted: str) -> None:
    assert capital(text, language) == wanted


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> CheckedGame:
    folder: Path = tmp_path_factory.mktemp("market")
    (folder / "game.yaml").write_text("name: market\ntitle: Market\nsources: [m.regel]\nlanguages: [en]\n", "utf-8")
    (folder / "m.regel").write_text(SOURCE, "utf-8")
    checked = check_game(folder)
    assert checked.game is not None and checked.texts is not None, checked.diagnostics
    return build(checked.game, checked.texts)


def test_texts_and_paragraphs_that_a_slot_begins_have_a_capital(game: CheckedGame) -> None:
    texts = {card.key: card.texts["en"] for card in game.cards}
    assert texts["rare.silk"] == "Silk costs 5."
    assert texts["dear.silk"] == "Silk rises. Pepper rises."
    assert [block.texts["en"] for block in game.chapters[0].blocks] == ["Silk is soft.", "We like silk."]


def test_a_title_stays_as_written_within_sentences(game: CheckedGame) -> None:
    card = next(one for one in game.cards if one.key == "rare.silk")
    say = Say(game, "en")
    assert card.names["en"] == "silk is rare"
    assert say.begun(card.names["en"]) == "Silk is rare"
