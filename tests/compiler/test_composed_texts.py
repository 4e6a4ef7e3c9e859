"""Tests of card texts composed from choices and loops, and of statements that have no words."""

from __future__ import annotations

from pathlib import Path

import pytest
from case_games import folder_of, rules_of
from regelwerk_compiler.build import build
from regelwerk_compiler.driver import check_game, compile_game
from regelwerk_runtime.match import Match

GAME = """players 2..4
cardtype Visit "visits":
    play(p: Player)
card Visit one "One":
    play(p):
{body}
state:
    money[Player]: 0..99 = 9
effect gain(p: Player, n: Int):
    text "Gain {{n}}."
    money[p] += n
define poor(p: Player) -> Bool = money[p] < 5
play at most 9: finish
outcome for p:
    most money[p]
"""

OPTIONS = """{may}choose by p "Which?":
    few "Few": do gain(p, 2)
    many "Many": do gain(p, 3)"""

ASKED = """    choose by q "Which?":
        few "Few": do gain(q, 2)
        many "Many": do gain(q, 3)"""


def text_of(folder: Path, body: str) -> tuple[str, list[str]]:
    """The text of the acting card, and the codes of the diagnostics."""
    return checked(folder, with_body(body))


def with_body(body: str) -> str:
    return GAME.format(body="\n".join("        " + line for line in body.split("\n")))


def checked(folder: Path, source: str, language: str = "en") -> tuple[str, list[str]]:
    """The text of the card in the given game, and the codes of the diagnostics."""
    (folder / "game.yaml").write_text(
        "name: one\ntitle: One\nsources: [one.regel]\nlanguages: [en, de, ja]\n", encoding="utf-8"
    )
    (folder / "one.regel").write_text(source, encoding="utf-8")
    result = check_game(folder)
    codes = [one.code for one in result.diagnostics]
    assert result.game is not None and result.texts is not None, result.diagnostics
    text = build(result.game, result.texts).cards_by_key["one"].texts.get(language, "")
    return text, codes


@pytest.mark.parametrize(
    ("body", "text"),
    [
        (OPTIONS.format(may=""), "Choose one: Gain 2. Or: Gain 3."),
        (OPTIONS.format(may="may "), "You may choose one: Gain 2. Or: Gain 3."),
        ("for each q in Player: do gain(q, 2)", "Each player: Gain 2."),
        ("for each q in Player from p where q is not p: do gain(q, 2)", "Each other player: Gain 2."),
        ("for each q in Player where p is not q:\n" + ASKED, "Each other player: Choose one: Gain 2. Or: Gain 3."),
    ],
)
def test_composed_texts(tmp_path: Path, body: str, text: str) -> None:
    composed, codes = text_of(tmp_path, body)
    assert composed == text
    assert "W0707" not in codes


@pytest.mark.parametrize(
    "body",
    [
        OPTIONS.format(may="").replace("by p", "by p.next"),
        OPTIONS.format(may="").replace(": do gain(p, 2)", " when poor(p): do gain(p, 2)"),
        OPTIONS.format(may="").replace(": do gain(p, 2)", ""),
        OPTIONS.format(may="may ") + "\notherwise: do gain(p, 4)",
        "for each q in Player where poor(q): do gain(q, 2)",
        "for each q in Player: do gain(p, 2)",
    ],
)
def test_statements_without_words_are_reported(tmp_path: Path, body: str) -> None:
    text, codes = text_of(tmp_path, body)
    assert text == ""
    assert "W0707" in codes


LISTENING = """players 2..4
cardtype Visit "visits"
card Visit one "One":
    on {listener}:
        do gain(p, 2)
state:
    money[Player]: 0..99 = 9
    hand[Player]: pile of Visit
    table: pile of Visit = all
event dies(c: Visit)
    text "{{c}} dies"
event pays(p: Player, n: 0..99)
    text "you pay {{n}}"
event rings(p: Player)
    text "you ring"
event falls(c: Visit)
effect gain(p: Player, n: Int):
    text "Gain {{n}}."
    money[p] += n
define poor(p: Player) -> Bool = money[p] < 5
    text "you are poor"
play at most 9:
    for each c in table:
        emit dies(c)
        emit falls(c)
    for each p in Player:
        emit rings(p)
        emit pays(p, 3): finish
outcome for p:
    most money[p]
"""


@pytest.mark.parametrize(
    ("listener", "text"),
    [
        ("dies(c) while in hand[p] when c is this", "When this dies: Gain 2."),
        ("dies(c) while in hand[p]", "When a card dies: Gain 2."),
        ("dies(c) while in hand[p] when c is not this and poor(p)", "When another card dies and you are poor: Gain 2."),
        ("pays(p, n) while in hand[p] when n is 3", "When you pay 3: Gain 2."),
        ("pays(p, n) while in hand[p] when n is 3 instead", "When you pay 3, instead: Gain 2."),
        ("rings(p)", "When you ring: Gain 2."),
    ],
)
def test_texts_of_listening_cards(tmp_path: Path, listener: str, text: str) -> None:
    composed, codes = checked(tmp_path, LISTENING.format(listener=listener))
    assert composed == text
    assert "W0707" not in codes


@pytest.mark.parametrize(
    "listener",
    [
        "falls(c) while in hand[p]",  # no words say when
        "rings(q) while in hand[p]",  # `you` would mean the player who rings, not the one who gains
        "rings(p) when money[p] > 3",  # a condition without words
        "dies(c) while in hand[p] when c in table",
    ],
)
def test_listening_cards_without_words_are_reported(tmp_path: Path, listener: str) -> None:
    composed, codes = checked(tmp_path, LISTENING.format(listener=listener))
    assert composed == ""
    assert "W0707" in codes


def test_a_card_held_by_another_player_than_its_event_addresses(tmp_path: Path) -> None:
    """The message names both players, even if every statement has words."""
    checked(tmp_path, LISTENING.format(listener="rings(q) while in hand[owner]").replace("do gain(p", "do gain(q"))
    [found] = [one for one in check_game(tmp_path).diagnostics if one.code == "W0707"]
    said = "the card `one` lies with `owner`, and the text of the event speaks to its first player, `q`"
    assert found.message == said
    assert "a `text` of its own" in found.help and "let it lie with `q`" in found.help


GERMAN = """msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8\\n"

msgctxt "gain.text"
msgid "Gain {{n}}."
msgstr "{gain}"

msgctxt "dies.text"
msgid "{{c}} dies"
msgstr "{dies}"
"""

GAIN = {"de": "Nimm {n}.", "ja": "{n}を得る。"}
DIES = {"de": "{c} stirbt", "ja": "{c}が死んだ"}


@pytest.mark.parametrize(
    ("body", "texts"),
    [
        (
            OPTIONS.format(may=""),
            {"de": "Wähle eins: Nimm 2. Oder: Nimm 3.", "ja": "次から1つ選ぶ：2を得る。または、3を得る。"},
        ),
        (
            OPTIONS.format(may="may "),
            {
                "de": "Du darfst eins wählen: Nimm 2. Oder: Nimm 3.",
                "ja": "次から1つ選んでもよい：2を得る。または、3を得る。",
            },
        ),
        ("for each q in Player: do gain(q, 2)", {"de": "Alle: Nimm 2.", "ja": "全員：2を得る。"}),
        (
            "for each q in Player where q is not p: do gain(q, 2)",
            {"de": "Alle anderen: Nimm 2.", "ja": "ほかの全員：2を得る。"},
        ),
        (
            "dies(c) while in hand[p] when c is this",
            {"de": "Immer wenn diese Karte stirbt: Nimm 2.", "ja": "このカードが死んだとき、2を得る。"},
        ),
    ],
)
def test_texts_composed_in_other_languages(tmp_path: Path, body: str, texts: dict[str, str]) -> None:
    (tmp_path / "locale").mkdir()
    for language in texts:
        words = GERMAN.format(gain=GAIN[language], dies=DIES[language])
        (tmp_path / "locale" / f"{language}.po").write_text(words, encoding="utf-8")
    source = LISTENING.format(listener=body) if body.startswith("dies") else with_body(body)
    for language, text in texts.items():
        assert checked(tmp_path, source, language)[0] == text


MEMBERS = """players 2..2
enum Row = 2..5
enum Side: left, right
enum Spot = (side: Side, row: Row)
state:
    rows: set of Row = {3, 5}
play at most 9:
    choose s in Spot by Player.first "In {rows}?"
    otherwise: finish
outcome for p:
    most 0
"""

JAPANESE = """msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8\\n"

msgctxt "Spot.row"
msgid "row"
msgstr "列"
"""


def test_members_of_products_and_sets_of_numbers_in_play(tmp_path: Path) -> None:
    """A number follows its name, lists use the separators of the language, and a range may begin at any number."""
    folder_of(MEMBERS, tmp_path)
    (tmp_path / "game.yaml").write_text("name: case\ntitle: A case\nsources: [case.regel]\nlanguages: [en, ja]\n")
    (tmp_path / "locale").mkdir()
    (tmp_path / "locale" / "ja.po").write_text(JAPANESE, encoding="utf-8")
    decision = Match.start(rules_of(compile_game(tmp_path))[0]).decision
    assert decision is not None
    assert (decision.prompt_in("en"), decision.options[5].says("en")) == ("In 3 and 5?", "right, row 3")
    assert (decision.prompt_in("ja"), decision.options[5].says("ja")) == ("In 3と5?", "right、3列")
