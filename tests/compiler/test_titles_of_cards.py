"""Tests of cards with the same title: in a translation, in a table of its own, and with a variant."""

from __future__ import annotations

from pathlib import Path

from regelwerk_compiler.driver import CheckResult, check_game
from regelwerk_compiler.incremental import CheckCache
from regelwerk_compiler.variants import check_variants

RULES = """
players 2..2
cardtype Animal "animals":
    strength: 0..9
state:
    deck: pile of Animal = all
cards Animal from "animals.csv"
play at most 10:
    for each a in deck: move a to box
outcome for p: most 0
"""
TABLE = "key,title,strength\nbear,Bear,5\nfox,Fox,2\ncub,Cub,1\n"
ENTRY = 'msgctxt "card.{0}.title"\nmsgid "{1}"\nmsgstr "{2}"\n\n'
GERMAN = ENTRY.format("bear", "Bear", "Bär") + ENTRY.format("cub", "Cub", "Bär") + ENTRY.format("fox", "Fox", "Cub")


def checked(folder: Path, rules: str = RULES, table: str = TABLE, cache: CheckCache | None = None) -> CheckResult:
    (folder / "locale").mkdir(exist_ok=True)
    (folder / "locale" / "de.po").write_text('msgid ""\nmsgstr ""\n\n' + GERMAN, encoding="utf-8")
    (folder / "animals.csv").write_text(table, encoding="utf-8")
    (folder / "rules.regel").write_text(rules, encoding="utf-8")
    manifest = "name: zoo\ntitle: Zoo\nsources: [rules.regel]\nlanguages: [en, de]\n"
    (folder / "game.yaml").write_text(manifest, encoding="utf-8")
    return check_game(folder, cache=cache)


def test_a_translation_that_repeats_a_title_is_reported_at_card_and_catalogue(tmp_path: Path) -> None:
    (item,) = checked(tmp_path).diagnostics
    assert (item.code, item.span.text, item.message) == ("W0747", "Cub", "another card is called “Bär” in de")
    places = [(Path(label.span.source.name).name, label.span.text) for label in item.labels]
    assert places == [("animals.csv", "Bear"), ("de.po", "Bär")]


def test_a_comment_above_the_cards_of_a_file_covers_all_of_them(tmp_path: Path) -> None:
    comment = "# allow W0747: children have a bear of their own\n"
    result = checked(tmp_path, RULES.replace("cards Animal from", comment + "cards Animal from"))
    assert [item.code for item in result.diagnostics] == []
    assert [(one.diagnostic.code, one.reason[:8]) for one in result.silenced] == [("W0747", "children")]


def test_a_pair_is_reported_once_for_all_languages(tmp_path: Path) -> None:
    found = checked(tmp_path, table=TABLE.replace("cub,Cub", "cub,Bear")).diagnostics
    assert [(item.span.text, item.message) for item in found] == [("Bear", "another card is called “Bear”")]


def test_a_variant_that_adds_a_card_with_a_known_title_is_reported(tmp_path: Path) -> None:
    calm = RULES.replace("cards Animal from", "# allow W0747: bears\ncards Animal from")
    add = 'variant more:\n    add card Animal wolf "Fox":\n        strength = 4\n'
    (item,) = check_variants(checked(tmp_path, calm + add))
    assert (item.code, item.span.text) == ("W0747", '"Fox"')
    assert check_variants(checked(tmp_path, calm + add + "    remove fox\n")) == []


def test_an_edit_that_makes_titles_alike_is_found_at_once(tmp_path: Path) -> None:
    card = '# allow W0747: bears\ncards Animal from "animals.csv"\ncard Animal wolf "Wolf":\n    strength = 4\n'
    rules = RULES.replace('cards Animal from "animals.csv"\n', card)
    cache = CheckCache()
    check_variants(checked(tmp_path, rules), cache=cache)
    (item,) = checked(tmp_path, rules.replace('"Wolf"', '"Fox"'), cache=cache).diagnostics
    assert (item.code, item.span.text) == ("W0747", '"Fox"')
