"""Tests of a language into which the program is not translated: what it reports, and what it refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import regelwerk
from german_market import CHAPTER, catalogue, doubts, edit, entries, translate
from market_game import MANIFEST, Command


def add(command: Command, folder: Path, language: str) -> None:
    """Adds a catalogue that repeats the words of the source."""
    assert command("translate", "update", folder, "--lang", language).status == 0
    words = {id_: entry.msgid for id_, entry in entries(folder, language).items()}
    translate(folder, words, language)
    (folder / "game.yaml").write_text(MANIFEST.replace("[en]", f"[en, {language}]"), encoding="utf-8")


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("Gracz {1}", "there is no slot `{1}`"),
        ("Gracz", "`{0}` is missing"),
        ("Gracz {0} {foo}", "there is no slot `{foo}`"),
        ("Gracz {0", "a `{` without its `}`"),
    ],
)
def test_a_word_of_the_program_with_wrong_slots_is_reported(
    command: Command, market: Path, words: str, expected: str
) -> None:
    add(command, market, "eo")
    assert command("check", market).status == 0
    translate(market, {"word.player": words}, "eo")
    assert doubts(command, market) == {"word.player": "slots"}
    said = command("check", market, "--oneline")
    assert said.status == 1 and f"error[E0606]: eo: `word.player`: {expected}" in said.out
    line = (market / "locale" / "eo.po").read_text(encoding="utf-8").split("\n").index(f'msgstr "{words}"') + 1
    assert f"locale/eo.po:{line}:" in said.out
    assert command("run", market, "--lang", "eo").status == 1, "no internal error"


def test_untranslated_words_of_the_program_are_reported(command: Command, shop: Path) -> None:
    assert "own words" not in command("translate", "status", shop).err
    add(command, shop, "eo")
    note = "the program's own words are not in Esperanto: all "
    said = command("translate", "status", shop)
    assert said.status == 0 and note in said.err
    assert json.loads(command("translate", "status", shop, "--json").out)[0]["own_missing"] > 300
    assert note in command("print", shop, "cards", "--lang", "eo", "-o", shop / "out").err
    assert "own words" not in command("print", shop, "cards", "--lang", "en", "-o", shop / "out").err


def test_a_language_from_right_to_left_is_not_put_on_paper(command: Command, market: Path) -> None:
    said = command("translate", "update", market, "--lang", "he")
    expected = "Hebrew is written from right to left, which regelwerk cannot set on paper yet"
    assert expected in said.err
    add(command, market, "he")
    said = command("print", market, "--lang", "he", "-o", market / "out")
    assert said.status == 2 and expected in said.err
    assert not (market / "out").exists()
    said = command("print", market, "--table", "--lang", "he", "-o", market / "out")
    assert said.status == 0, said.err


def test_a_web_page_may_be_written_from_right_to_left(command: Command, market: Path) -> None:
    edit(market, "players 2..3", "players 2..3" + CHAPTER)
    add(command, market, "he")
    said = command("print", market, "booklet", "--html", "--lang", "he", "-o", market / "out")
    assert said.status == 0, said.err
    (page,) = (market / "out").glob("*.html")
    assert '<html lang="he" dir="rtl">' in page.read_text(encoding="utf-8")


def test_a_catalogue_that_the_game_does_not_list_is_reported(command: Command, shop: Path) -> None:
    assert command("translate", "update", shop, "--lang", "pl").status == 0
    assert "locale/pl.po is not used: add pl to `languages` in game.yaml" in command("translate", "status", shop).err
    assert "not used" not in command("translate", "status", shop, "--lang", "pl").err
    help_ = "there is locale/pl.po: add pl to `languages` in game.yaml"
    for order in (("print", shop, "-o", shop / "out"), ("run", shop)):
        said = command(*order, "--lang", "pl")
        assert said.status == 2 and help_ in said.err
        assert "it has en, de" in command(*order, "--lang", "fr").err


def test_a_code_in_capitals_is_put_right(command: Command, shop: Path) -> None:
    said = command("translate", "update", shop, "--lang", "PL")
    assert said.status == 2 and "did you mean `pl`?" in said.err
    assert not (shop / "locale" / "PL.po").exists()


@pytest.mark.parametrize(
    ("language", "tags", "forms"),
    [("pl", "one | few | many", 3), ("he", "one | two | other", 3), ("tr", "one | other", 2)],
)
def test_wordings_and_plural_forms_agree(command: Command, shop: Path, language: str, tags: str, forms: int) -> None:
    edit(shop, 'says "{p} pays {n}"', 'says "{p} pays {n} {n: euro | euros}"')
    command("translate", "update", shop, "--lang", language)
    assert f"After the colon of a slot: {tags}" in entries(shop, language)["pay.says"].comment.splitlines()
    assert catalogue(shop, language).metadata["Plural-Forms"].startswith(f"nplurals={forms};")
    translate(shop, {"pay.says": "{p} {n} {n: euro}"}, language)
    said = command("translate", "status", shop, "--lang", language)
    assert f"should have {forms} wordings, for {tags}" in said.out


def test_an_icon_that_the_source_does_not_have_counts_as_a_wrong_slot(command: Command, shop: Path) -> None:
    translate(shop, {"pay.text": "Zahle sofort {n} :moneta:."})
    assert doubts(command, shop) == {"pay.text": "slots"}
    assert command("translate", "status", shop, "--strict").status == 1


def test_a_fault_in_a_long_text_is_reported_at_its_own_line(command: Command, shop: Path) -> None:
    long = "Zahle sofort {n} Euro. " * 8 + "Und **bald."
    translate(shop, {"pay.text": long})
    said = command("check", shop, "--oneline")
    text = (shop / "locale" / "de.po").read_text(encoding="utf-8").split("\n")
    line = 1 + next(at for at, words in enumerate(text) if "**bald" in words)
    assert f"locale/de.po:{line}:" in said.out and "W0743" in said.out and "`pay.text`: a `**` in the text" in said.out
    translate(shop, {"pay.text": long.replace("{n}", "").replace("**", "")})
    start = 1 + next(at for at, words in enumerate(text) if words.startswith('"Zahle sofort'))
    assert f"locale/de.po:{start}:" in command("check", shop, "--oneline").out


def test_a_variant_outside_the_game_is_translated(command: Command, shop: Path, tmp_path: Path) -> None:
    file = tmp_path / "kind.regel"
    file.write_text(
        'variant kind "Taxes are low":\n    amend pay.text: "Pay {n} at once." -> "Pay only {n}."\n', encoding="utf-8"
    )
    assert command("translate", "update", shop, "--variant", file).status == 0
    entry = entries(shop)["pay.text@kind"]
    assert entry.occurrences == [(file.as_posix(), "2")]
    said = command("translate", "status", shop, "--variant", file)
    assert f"pay.text@kind  missing, {file.as_posix()}:2" in said.out
    said = command("print", shop, "cards", "--lang", "de", "--variant", file, "-o", tmp_path / "out")
    assert said.status == 1 and f"{file.as_posix()}:2" in said.out + said.err
    translate(shop, {"pay.text@kind": "Zahle nur {n} Euro.", "variant.kind": "Steuern sind niedrig"})
    assert regelwerk.load(shop, variants=[str(file)]).cards["tax"].text("de") == "Zahle nur 200 Euro."
    said = command("translate", "update", shop, "--variant", "kind")
    assert said.status == 2 and "kind is not a file of a variant" in said.err
