"""Tests of catalogues as translators and authors meet them: new entries, doubtful ones, and that no work is lost."""

from __future__ import annotations

import json
import re
from pathlib import Path

import polib
import regelwerk
from german_market import CHAPTER, GERMAN, catalogue, doubts, edit, entries, fuzzy, translate
from market_game import DEEDS, MANIFEST, Command
from regelwerk.loading.compilation import load_checked
from regelwerk.loading.source import Source
from regelwerk_runtime.match import Match

LAYOUT = (
    'words: { hint: "Keep this." }\n'
    + DEEDS
    + """\
      - { text: "{card.title}", box: [5, 5, width - 10, 10] }
      - { text: "{words.hint}", box: [5, 20, 10, 20], angle: 90 }
boards:
  map:
    title: Map
    width: 60
    height: 60
    draw:
      - group: [{ repeat: t in Town, step: [0, 5], draw: [{ text: "{t}", box: [0, 0, 15, 5] }] }]
        scale: 0.5
      - { table: c in cards, box: [0, 20, 60, 40], style: text, columns: [{ width: 9, text: "{c.title}" }] }
"""
)


# ---- new catalogues --------------------------------------------------------------------------------------------------


def test_an_entry_shows_its_purpose_its_place_and_an_example(shop: Path) -> None:
    entry = entries(shop)["receive.says"]
    assert entry.occurrences == [("market/market.regel", "33")]
    assert "For example: Player A receives 2,000" in entry.comment
    assert "report, for the log" in entry.comment
    assert "title of Deed" in entries(shop)["card.gift.title"].comment


def test_an_entry_names_the_kind_of_change_whose_title_it_is(command: Command, shop: Path) -> None:
    low, high = "amend tax.copies: 2 -> 3", "amend gift.copies: 3 -> 4"
    with (shop / "market.regel").open("a", encoding="utf-8") as file:
        file.write(f'{CHAPTER}\nerratum low "Lower":\n    {low}\n\nvariant high "Higher":\n    {high}\n')
    assert command("translate", "update", shop).status == 0
    assert "title of an erratum" in entries(shop)["erratum.low.title"].comment
    assert "title of a variant" in entries(shop)["variant.high.title"].comment


def test_an_entry_shows_its_words_in_the_language_of_the_sources(command: Command, shop: Path) -> None:
    def told() -> dict[str, str]:
        lines = {id_: entry.comment.splitlines() for id_, entry in entries(shop).items()}
        return {id_: line for id_, found in lines.items() for line in found if line.startswith("In ")}

    command("translate", "update", shop)
    assert told() == {}
    ids = ("state.past", "past", "cards played"), ("state.hand", "hand", "hand"), ("state.money", "old words", "coins")
    lines = (f'msgctxt "{id_}"\nmsgid "{source}"\nmsgstr "{words}"\n' for id_, source, words in ids)
    (shop / "locale" / "en.po").write_text("\n".join(['msgid ""\nmsgstr ""\n', *lines]), encoding="utf-8")
    for _ in range(2):
        assert command("translate", "update", shop).status == 0
        assert told() == {"state.past": "In English: cards played"}
    (shop / "locale" / "en.po").unlink()
    command("translate", "update", shop)
    assert told() == {}


def test_an_entry_says_how_wide_its_boxes_are(command: Command, shop: Path) -> None:
    def boxes() -> dict[str, str]:
        lines = {id_: entry.comment.splitlines() for id_, entry in entries(shop).items()}
        return {id_: line for id_, found in lines.items() for line in found if line.startswith("Box: ")}

    assert command("translate", "update", shop).status == 0, "all forms are there now"
    plain = "Box: 51 mm on the front of Deed"
    assert boxes()["card.gift.title"] == boxes()["receive.text"] == plain
    assert "receive.says" not in boxes()
    (shop / "print").mkdir()
    (shop / "print" / "deeds.yaml").write_text(LAYOUT, encoding="utf-8")
    assert command("translate", "update", shop).status == 0
    assert boxes()["card.gift.title"] == "Box: 9 mm on board map; 30 mm on the front of Deed"
    assert boxes()["Town.bonn"] == "Box: 7.5 mm on board map"
    assert boxes()["print.hint"] == "Box: 20 mm on the front of Deed"
    assert [file for file, _ in entries(shop)["print.hint"].occurrences] == ["market/print/deeds.yaml"]
    assert "receive.text" not in boxes()


def test_extract_writes_every_text_without_words(command: Command, shop: Path) -> None:
    said = command("translate", "extract", shop)
    template = polib.pofile(said.out.strip(), encoding="utf-8")
    ids = {entry.msgctxt for entry in template}
    assert {id_ for id_ in ids if not id_.startswith("word.")} == {id_ for id_ in GERMAN if "|" not in id_}
    assert "word.player" in ids, "what a language without own words wants"
    assert not any(entry.msgstr for entry in template)


def test_a_form_of_a_name_gets_an_entry_when_a_sentence_uses_it(command: Command, shop: Path) -> None:
    assert "Town.bonn|in" not in entries(shop)
    translate(shop, {"card.gift.title": "Geschenk {t|in}"})
    assert command("check", shop).status == 1, "the form is not there yet"
    command("translate", "update", shop)
    assert doubts(command, shop) == {"Town.bonn|in": "missing", "Town.ulm|in": "missing"}
    assert {entry.msgctxt for entry in catalogue(shop) if entry.obsolete} == {"Town.bonn|from", "Town.ulm|from"}
    translate(shop, {"Town.bonn|in": "in Bonn", "Town.ulm|in": "in Ulm"})
    assert regelwerk.load(shop).cards["gift.ulm"].name("de") == "Geschenk in Ulm"


def test_a_form_of_a_renamed_thing_is_not_used_while_in_doubt(command: Command, shop: Path) -> None:
    edit(shop, '"Bonn"', '"Cologne"')
    assert regelwerk.load(shop).cards["gift.bonn"].name("de") == "Geschenk Cologne", "before the files are updated"
    command("translate", "update", shop)
    assert fuzzy(shop) == ["Town.bonn", "Town.bonn|from"]
    assert regelwerk.load(shop).cards["gift.bonn"].name("de") == "Geschenk Cologne"


def test_update_twice_changes_nothing(command: Command, shop: Path) -> None:
    command("translate", "update", shop)
    before = (shop / "locale" / "de.po").read_bytes()
    said = command("translate", "update", shop, "--json")
    assert (shop / "locale" / "de.po").read_bytes() == before
    assert [one["changed"] for one in json.loads(said.out)] == [False]


# ---- changed sources


def test_a_changed_text_makes_only_its_own_entry_fuzzy(command: Command, shop: Path) -> None:
    edit(shop, 'text "Pay {n} at once."', 'text "Pay {n} now."')
    assert doubts(command, shop) == {"pay.text": "fuzzy"}, "before the files are updated"
    assert "1 fuzzy" in command("translate", "update", shop).out
    entry = entries(shop)["pay.text"]
    assert (entry.msgid, entry.previous_msgid, entry.msgstr) == (
        "Pay {n} now.",
        "Pay {n} at once.",
        "Zahle sofort {n} Euro.",
    )
    assert fuzzy(shop) == ["pay.text"]
    assert regelwerk.load(shop).cards["tax"].text("de") == "Pay 200 now.", "not used while in doubt"
    said = command("translate", "status", shop)
    assert said.status == 0 and "1 fuzzy" in said.out and "it was made from: Pay {n} at once." in said.out
    assert command("translate", "status", shop, "--strict").status == 1
    edit(shop, "Pay {n} now.", "Pay {n} at once.")
    command("translate", "update", shop)
    assert doubts(command, shop) == {}, "the words are back, and so is the translation"


def test_two_texts_that_change_places_keep_their_ids(command: Command, shop: Path) -> None:
    edit(shop, "Receive {n}.", "SWAP")
    edit(shop, "Pay {n} at once.", "Receive {n}.")
    edit(shop, "SWAP", "Pay {n} at once.")
    command("translate", "update", shop)
    assert sorted(fuzzy(shop)) == ["pay.text", "receive.text"]
    assert entries(shop)["pay.text"].msgstr == GERMAN["pay.text"]


def test_a_changed_number_makes_no_translation_stale(command: Command, shop: Path) -> None:
    edit(shop, "price = 500", "price = 700")
    command("translate", "update", shop)
    assert doubts(command, shop) == {}
    assert regelwerk.load(shop).cards["gift.bonn"].text("de") == "Du erhältst 700 Euro."


def test_titles_of_scenarios_are_shown_in_the_language_of_the_log(command: Command, shop: Path) -> None:
    edit(shop, "cardtype Deed", 'chapter basics "Basics":\n    """\n    {{ scenario gift }}\n    """\n\ncardtype Deed')
    command("translate", "update", shop)
    translate(shop, {"scenario.gift.title": "Ein Geschenk ist seinen Preis wert"})
    assert "passed  Ein Geschenk ist seinen Preis wert" in command("test", shop, "--lang", "de").out
    assert "passed  A gift is worth its price" in command("test", shop).out
    assert "1 scenario" in command("test", shop, "--lang", "de", "-k", "seinen Preis").err
    assert "1 scenario" in command("test", shop, "--lang", "de", "-k", "its price").err


def test_a_translation_that_is_needed_again_comes_back(command: Command, shop: Path) -> None:
    edit(shop, '    says "{p} puts a card away"\n', "")
    assert "1 left over" in command("translate", "update", shop).out
    assert "put_away.says" not in entries(shop)
    edit(shop, '    offer "Put {c} away"', '    says "{p} puts a card away"\n    offer "Put {c} away"')
    command("translate", "update", shop)
    assert doubts(command, shop) == {}


def test_a_context_that_no_text_has_is_reported_with_the_nearest_one(command: Command, shop: Path) -> None:
    path = shop / "locale" / "de.po"
    text = path.read_text(encoding="utf-8").replace('msgctxt "put_away.says"', 'msgctxt "put_awy.says"')
    path.write_text(text, encoding="utf-8")
    said = command("translate", "status", shop, "--strict")
    line = text[: text.index('"put_awy.says"')].count("\n") + 1
    unknown = f"put_awy.says  unknown, {path.as_posix()}:"
    assert said.status == 1 and unknown in said.out and "1 missing" in said.out
    assert f"put_away.says  missing, {shop.as_posix()}/market.regel:" in said.out, (
        "as the folder is called, not the game"
    )
    assert "no text has this context: did you mean `put_away.says`?" in said.out
    assert abs(int(said.out.split(unknown)[1].split("\n")[0]) - line) <= 2
    (told,) = json.loads(command("translate", "status", shop, "--json").out)
    assert told["unknown"] == ["put_awy.says"]
    assert told["words_left"] == sum(len(one["source"].split()) for one in told["texts"]) > 1


def test_texts_of_a_variant_outside_come_back_with_what_translators_said(
    command: Command, shop: Path, tmp_path: Path
) -> None:
    """An update that does not name the variant keeps its translations, doubts and comments."""
    variant = tmp_path / "quiet.regel"
    change = '    amend put_away.says: "{p} puts a card away" -> "{p} hides a card"\n'
    variant.write_text(f'variant quiet "Quiet":\n{change}', encoding="utf-8")
    command("translate", "update", shop, "--variant", variant)
    file = catalogue(shop)
    (entry,) = (one for one in file if one.msgctxt == "put_away.says@quiet")
    entry.msgstr, entry.flags, entry.tcomment = "{p} versteckt eine Karte", ["fuzzy"], "Is this the right word?"
    file.save()
    assert "1 left over" in command("translate", "update", shop).out
    assert "put_away.says@quiet" not in entries(shop)
    command("translate", "update", shop, "--variant", variant)
    found = entries(shop)["put_away.says@quiet"]
    assert (found.msgstr, found.fuzzy) == ("{p} versteckt eine Karte", True)
    assert "Is this the right word?" in found.tcomment


def test_paragraphs_move_with_their_translation(command: Command, shop: Path) -> None:
    source = shop / "market.regel"
    source.write_text(source.read_text(encoding="utf-8") + CHAPTER, encoding="utf-8")
    command("translate", "update", shop)
    assert entries(shop)["chapter.basics.2"].msgid == "Play it, or put it away. A tax costs money at once."
    translate(shop, {"chapter.basics.1": "Ziehe eine Karte.", "chapter.basics.2": "Spiele sie, oder lege sie weg."})
    edit(shop, "    Take a card.\n", "    Players take turns.\n\n    Take a card.\n")
    edit(shop, "A tax\n    costs", "A tax costs\n   ")
    assert "2 moved" in command("translate", "update", shop).out
    found = entries(shop)
    assert found["chapter.basics.1"].msgstr == ""
    assert [found[f"chapter.basics.{n}"].msgstr for n in (2, 3)] == [
        "Ziehe eine Karte.",
        "Spiele sie, oder lege sie weg.",
    ]
    assert found["table.Fee"].msgid == "fees" and found["table.Fee.worth"].msgid == "worth"
    edit(shop, "    Take a card.\n", "    Take two cards.\n")
    command("translate", "update", shop)
    reworded = entries(shop)["chapter.basics.2"]
    assert (reworded.msgstr, reworded.previous_msgid) == ("Ziehe eine Karte.", "Take a card.")
    assert fuzzy(shop) == ["chapter.basics.2"], "a paragraph at the same place keeps its translation, in doubt"


def test_an_unknown_slot_is_reported(command: Command, shop: Path) -> None:
    translate(shop, {"pay.text": "Zahle {m} Euro."})
    assert doubts(command, shop) == {"pay.text": "slots"}
    assert "there is no slot `{m}`" in command("translate", "status", shop).out
    assert command("check", shop).status == 1


def test_a_missing_slot_is_reported(command: Command, shop: Path) -> None:
    translate(shop, {"pay.text": "Zahle sofort."})
    assert doubts(command, shop) == {"pay.text": "slots"}
    assert "`{n}` is missing" in command("translate", "status", shop).out
    assert command("translate", "status", shop, "--strict").status == 1
    line = (shop / "locale" / "de.po").read_text(encoding="utf-8").split("\n").index('msgstr "Zahle sofort."') + 1
    said = command("check", shop)
    assert said.status == 1 and f"locale/de.po:{line}" in said.out + said.err
    assert "the source says: Pay {n} at once." in said.out + said.err


def test_a_slot_that_only_chooses_words_may_be_left_out(command: Command, shop: Path) -> None:
    edit(shop, 'says "{p} pays {n}"', 'says "{p} pays {n} {money[p]: coin | coins}"')
    edit(shop, 'text "Pay {n} at once."', 'text "Pay {n} {n: euro | euros}."')
    command("translate", "update", shop)
    kept = {"pay.says": "{p} zahlt {n}", "pay.text": "Zahle {n: einen Euro | mehrere Euro}."}
    translate(shop, kept)
    assert doubts(command, shop) == {}, "the number is in the wordings"
    assert command("check", shop).status == 0


# ---- changes of the game

VARIANT = """
variant kind "Taxes are low":
    amend {path}: "{old}" -> "Pay only {{n}}."
"""


def test_a_variant_has_entries_of_its_own(command: Command, shop: Path) -> None:
    edit(shop, "players 2..3\n", "players 2..3\n" + VARIANT.format(path="pay.text", old="Pay {n} at once."))
    command("translate", "update", shop)
    assert doubts(command, shop) == {"pay.text@kind": "missing"}
    translate(shop, {"pay.text@kind": "Zahle nur {n} Euro."})
    assert regelwerk.load(shop, variants=["kind"]).cards["tax"].text("de") == "Zahle nur 200 Euro."
    assert regelwerk.load(shop).cards["tax"].text("de") == "Zahle sofort 200 Euro."


def test_a_variant_that_keeps_the_words_keeps_their_translations(shop: Path) -> None:
    def doubted(*variants: str) -> list[str]:
        return [str(one.id) for one in load_checked(Source(str(shop), variants)).untranslated["de"]]

    source = shop / "market.regel"
    rule = '\n\nvariant dear "Two more":\n    replace effect pay(p: Player, n: EUR):\n        money[p] -= n + 2\n'
    source.write_text(source.read_text(encoding="utf-8") + rule, encoding="utf-8")
    assert "pay.text" not in doubted("dear")
    edit(shop, "    money[p] -= n\n", "    money[p] -= n + 1\n")
    assert "pay.text" in doubted() and "pay.text" in doubted("dear"), "stale without the variant, too"


def test_a_variant_that_does_not_fit_keeps_its_translations(command: Command, shop: Path) -> None:
    edit(shop, "players 2..3\n", "players 2..3\n" + VARIANT.format(path="pay.text", old="Pay {n} at once."))
    command("translate", "update", shop)
    translate(shop, {"pay.text@kind": "Zahle nur {n} Euro."})
    edit(shop, '    text "Pay {n} at once."', '    text "Pay {n} now."')
    said = command("translate", "update", shop)
    assert said.status == 0 and "the variant kind does not fit" in said.err
    assert entries(shop)["pay.text@kind"].msgstr == "Zahle nur {n} Euro."
    assert fuzzy(shop) == ["pay.text"]


# ---- another language ------------------------------------------------------------------------------------------------


def marked(text: str) -> str:
    """A text as translated into a language that does not exist; forms and plurals are dropped."""
    return "⟦" + re.sub(r"\{([^{}|:]+)[|:][^{}]*\}", r"{\1}", text) + "⟧"


def test_another_language_needs_only_a_catalogue(command: Command, shop: Path) -> None:
    """In a new language, every word of a log and of a card comes from its catalogue."""
    said = command("translate", "update", shop, "--lang", "eo")
    assert said.status == 0 and "add eo to `languages`" in said.err
    words = {id_: marked(entry.msgid) for id_, entry in entries(shop, "eo").items()}
    assert words["word.player"] == "⟦Player {0}⟧"
    translate(shop, words, "eo")
    (shop / "game.yaml").write_text(MANIFEST.replace("[en]", "[en, de, eo]"), encoding="utf-8")
    assert command("translate", "status", shop, "--lang", "eo", "--strict").status == 0
    game = regelwerk.load(shop)
    printed = [text for card in game.cards.values() for text in (card.name("eo"), card.text("eo"))]
    match = game.start(players=3, seed=1)
    said_at_play = list(spoken(match))
    assert len(said_at_play) > 20
    for text in [*printed, *said_at_play, *match.log("eo")]:
        assert unmarked(text) == "", text


def spoken(match: Match) -> list[str]:
    """Every question and button of a game in which the first option is always taken."""
    found = []
    while match.decision is not None:
        found += [match.decision.prompt_in("eo"), *(option.says("eo") for option in match.decision.options)]
        match.choose(0)
    return [text for text in found if text]


def unmarked(text: str) -> str:
    """The letters outside all marks, except for those that name players."""
    depth, found = 0, ""
    for sign in text:
        depth += {"⟦": 1, "⟧": -1}.get(sign, 0)
        found += sign if depth == 0 and sign.isalpha() else ""
    return found


def test_unsuitable_languages_are_refused(command: Command, shop: Path) -> None:
    for language, help_ in {"klingon": "de, ja, pt-BR", "pt_BR": "`pt-BR`", "de.po": "`de`", "root": "pt-BR"}.items():
        said = command("translate", "update", shop, "--lang", language)
        assert said.status == 2 and f"{language} is not a language code" in said.err and help_ in said.err
    assert command("translate", "update", shop, "--lang", "en").status == 2
    (shop / "locale" / "de.po").write_text('msgid "a\nmsgstr', encoding="utf-8")
    said = command("translate", "update", shop)
    assert said.status == 1 and "Traceback" not in said.err and "de.po" in said.err + said.out


def test_missing_translations_are_listed_in_the_data_for_paper(shop: Path) -> None:
    edit(shop, 'text "Pay {n} at once."', 'text "Pay {n} now."')
    edit(shop, 'says "{p} pays {n}"', 'says "{p} gives {n}"')
    data = regelwerk.load(shop).to_dict()
    found = {one["id"]: (one["reason"], one["printed"]) for one in data["untranslated"]["de"]}
    assert found == {"pay.text": ("fuzzy", True), "pay.says": ("fuzzy", False)}
    tax = next(card for card in data["cards"] if card["key"] == "tax")
    assert tax["messages"] == ["card.tax.title", "pay.text"]
