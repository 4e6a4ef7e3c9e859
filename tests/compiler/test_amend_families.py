"""Tests that a card taken out of its family by a change keeps its words, translations, luck and place."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
import regelwerk
from regelwerk_compiler.build import build
from regelwerk_compiler.checked.game import Card
from regelwerk_compiler.collecting import collect_texts
from regelwerk_compiler.driver import Options, check_game

GAME = """\
players 2..2

enum Fruit "fruit": apple "apple", plum "plum", pear "pear"

cardtype Visit "visits":
    size: 0..9 = 1
    play(p: Player)

card Visit child "Child with {f}" for f in Fruit x2:
    size = 3
    text "Roll for the {f}."
    play(p):
        score[p] += roll 1..6
        may choose n in 1..3 by p "How many more?":
            score[p] += n

card Visit thief "Thief":
    text "Nothing."
    play(p):
        score[p] = 0

state:
    score[Player]: 0..900
    visits: pile of Visit = all
    past: pile of Visit

setup:
    shuffle visits

play at most 1_000:
    repeat until visits is empty:
        for each p in Player:
            draw 1 from visits to past as c
            otherwise: finish
            do c.play(p)

outcome for p:
    most score[p]

variant larger "One child is larger":
    amend child.plum.size: 3 -> 4

variant reworded "One child says something else":
    amend child.plum.text: "Roll for the {f}." -> "Roll one die."

variant kinder "One child asks otherwise":
    replace child.plum.play(p):
        score[p] += roll 1..6
        may choose n in 1..3 by p "How much more?":
            score[p] += n

variant fewer "No plum":
    remove child.plum

variant without_plums "No plums at all":
    remove Fruit.plum
"""

GERMAN = {
    "card.child.title": ("Child with {f}", "Kind mit {f}"),
    "card.child.text": ("Roll for the {f}.", "Würfle für {f}."),
    "child.play.1.prompt": ("How many more?", "Wie viele noch?"),
    "Fruit.plum": ("plum", "Pflaume"),
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "game.yaml").write_text(
        "name: case\ntitle: Case\nsources: [case.regel]\nlanguages: [en, de]\n", encoding="utf-8"
    )
    (tmp_path / "case.regel").write_text(GAME, encoding="utf-8")
    (tmp_path / "locale").mkdir()
    entries = [f'msgctxt "{id_}"\nmsgid "{said}"\nmsgstr "{words}"\n' for id_, (said, words) in GERMAN.items()]
    head = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n'
    (tmp_path / "locale" / "de.po").write_text("\n".join([head, *entries]), encoding="utf-8")
    return tmp_path


def played(folder: Path, seed: int, *variants: str) -> list[str]:
    """The log of a game in which everybody takes the last option, and who was asked which question."""
    match = regelwerk.load(str(folder), variants=variants).start(2, seed)
    lines = []
    while match.decision is not None:
        lines.append(f"{match.decision.player} {match.state.score[0]} {match.state.score[1]} {match.state.past[-1]}")
        match.choose(match.decision.options[-1])
    return lines


@pytest.mark.parametrize("variant", ["larger", "reworded", "kinder"])
def test_the_same_seed_gives_the_same_luck(folder: Path, variant: str) -> None:
    for seed in range(5):
        assert played(folder, seed, variant) == played(folder, seed)


def cards(folder: Path, *variants: str) -> Mapping[str, Card]:
    checked = check_game(folder, Options(variants=variants))
    assert checked.game is not None and checked.texts is not None
    return build(checked.game, checked.texts).cards_by_key


def test_text_and_translations_stay(folder: Path) -> None:
    base, larger = cards(folder), cards(folder, "larger")
    assert base["child.plum"].fields == {"size": 3} and larger["child.plum"].fields == {"size": 4}
    for part in ("copies", "names", "texts"):
        assert {key: getattr(card, part) for key, card in base.items()} == {
            key: getattr(card, part) for key, card in larger.items()
        }
    assert larger["child.plum"].texts == {"en": "Roll for the plum.", "de": "Würfle für Pflaume."}


def test_a_translation_of_other_words_is_not_shown(folder: Path) -> None:
    reworded = cards(folder, "reworded")
    assert reworded["child.plum"].texts == {"en": "Roll one die.", "de": "Roll one die."}
    assert reworded["child.pear"].texts == {"en": "Roll for the pear.", "de": "Würfle für pear."}
    assert reworded["child.plum"].names == {"en": "Child with plum", "de": "Kind mit Pflaume"}


@pytest.mark.parametrize(
    ("variant", "asked"), [("larger", {"Wie viele noch?"}), ("kinder", {"Wie viele noch?", "How much more?"})]
)
def test_questions_keep_their_translation(folder: Path, variant: str, asked: set[str]) -> None:
    match = regelwerk.load(str(folder), variants=[variant]).start(2, 1)
    seen = set()
    while match.decision is not None:
        seen.add(match.decision.prompt_in("de"))
        match.choose(match.decision.options[-1])
    assert seen == asked


def test_a_question_of_one_card_has_an_entry_beside_that_of_its_family(folder: Path) -> None:
    id_ = "child.play.1.prompt@kinder"
    assert [one.source for one in collect_texts(folder).wanted if str(one.id) == id_] == ["How much more?"]
    file = folder / "locale" / "de.po"
    entry = f'\nmsgctxt "{id_}"\nmsgid "How much more?"\nmsgstr "Wie viel noch?"\n'
    file.write_text(file.read_text(encoding="utf-8") + entry, encoding="utf-8")
    test_questions_keep_their_translation(folder, "kinder", {"Wie viele noch?", "Wie viel noch?"})
    test_questions_keep_their_translation(folder, "larger", {"Wie viele noch?"})


ORDER = ["child.apple", "child.plum", "child.pear", "thief"]


def test_a_card_that_has_left_its_family_follows_it_in_order(folder: Path) -> None:
    assert list(cards(folder)) == ORDER
    assert list(cards(folder, "larger")) == ["child.apple", "child.pear", "child.plum", "thief"]


def test_the_other_cards_keep_their_order(folder: Path) -> None:
    assert list(cards(folder, "fewer")) == [key for key in ORDER if key != "child.plum"]


def test_a_removed_member_takes_its_amended_card_along(folder: Path) -> None:
    assert list(cards(folder, "larger", "without_plums")) == ["child.apple", "child.pear", "thief"]
