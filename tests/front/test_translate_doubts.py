"""Tests of translations after changes of numbers and rules: which stay valid, and which become doubtful."""

from __future__ import annotations

from pathlib import Path

import regelwerk
from german_market import GERMAN, doubts, edit, entries, fuzzy, translate
from market_game import MANIFEST, Command


def test_a_number_in_a_slot_of_a_card_is_taken_over(command: Command, shop: Path) -> None:
    edit(shop, 'card Deed tax "Tax" x2:', 'card Deed tax "Tax" x2:\n    text "Pay {300} {300: euro | euros}."')
    edit(shop, "do pay(p, this.price)", "do pay(p, 300)")
    command("translate", "update", shop)
    translate(shop, {"card.tax.text": "Zahle {300} {300: Euro | Euros}."})
    edit(shop, "300", "400")
    assert regelwerk.load(shop).cards["tax"].text("de") == "Zahle 400 Euros.", "before the files are updated"
    assert "1 carried" in command("translate", "update", shop).out
    assert doubts(command, shop) == {}
    assert entries(shop)["card.tax.text"].msgstr == "Zahle {400} {400: Euro | Euros}."


def test_a_number_changes_while_the_words_are_in_doubt(command: Command, shop: Path) -> None:
    edit(shop, 'card Deed tax "Tax" x2:', 'card Deed tax "Tax" x2:\n    text "Pay {300}."')
    edit(shop, "do pay(p, this.price)", "do pay(p, 300)")
    command("translate", "update", shop)
    translate(shop, {"card.tax.text": "Zahle {300}."})
    for old, new in (("Pay {300}.", "Pay {300} now."), ("300", "400"), ("Pay {400} now.", "Pay {400}.")):
        edit(shop, old, new)
        command("translate", "update", shop)
    assert doubts(command, shop) == {}, "the words are back"
    assert entries(shop)["card.tax.text"].msgstr == "Zahle {400}."


def test_one_number_that_becomes_two_is_in_doubt(command: Command, shop: Path) -> None:
    edit(shop, 'card Deed tax "Tax" x2:', 'card Deed tax "Tax" x2:\n    text "Pay {300} now, {300} later."')
    edit(shop, "do pay(p, this.price)", "do pay(p, 300)\n        do pay(p, 300)")
    command("translate", "update", shop)
    translate(shop, {"card.tax.text": "Zahle {300} jetzt, {300} später."})
    edit(shop, "{300} later", "{400} later")
    edit(shop, "{300} now", "{200} now")
    assert regelwerk.load(shop).cards["tax"].text("de") == "Pay 200 now, 400 later."
    command("translate", "update", shop)
    assert fuzzy(shop) == ["card.tax.text"]
    assert entries(shop)["card.tax.text"].msgstr == "Zahle {300} jetzt, {300} später."


def test_a_field_that_changes_makes_the_text_of_its_card_stale(command: Command, shop: Path) -> None:
    edit(shop, 'card Deed tax "Tax" x2:', 'card Deed tax "Tax" x2:\n    text "At once: pay."')
    command("translate", "update", shop)
    translate(shop, {"card.tax.text": "Sofort: zahle."})
    assert doubts(command, shop) == {}
    edit(shop, "    at_once = yes\n", "")
    assert doubts(command, shop) == {"card.tax.text": "stale"}


def test_a_card_that_answers_in_place_of_a_rule_needs_other_words(command: Command, shop: Path) -> None:
    answer = '    text "Nobody pays."\n    on paid(p, n) while in past:\n        money[p] += n\n'
    edit(shop, 'card Deed tax "Tax" x2:\n', f'event paid(p: Player, n: EUR)\n\ncard Deed tax "Tax" x2:\n{answer}')
    edit(shop, "    money[p] -= n\n", "    emit paid(p, n):\n        money[p] -= n\n")
    command("translate", "update", shop, "--reviewed")
    translate(shop, {"card.tax.text": "Niemand zahlt."})
    assert doubts(command, shop) == {}
    edit(shop, "while in past:", "while in past instead:")
    assert doubts(command, shop) == {"card.tax.text": "stale"}


def test_a_changed_rule_makes_its_instruction_stale_though_the_words_are_the_same(command: Command, shop: Path) -> None:
    edit(shop, "    money[p] -= n\n", "    money[p] -= n + 2\n")
    assert doubts(command, shop) == {"pay.text": "stale"}
    command("translate", "update", shop)
    assert fuzzy(shop) == ["pay.text"]
    assert "The rule under this text has changed" in " ".join(entries(shop)["pay.text"].comment.split())
    translate(shop, {"pay.text": "Zahle {n} Euro und noch zwei."})
    command("translate", "update", shop)
    assert doubts(command, shop) == {}
    assert "The rule" not in entries(shop)["pay.text"].comment


def test_a_rule_may_change_right_after_the_first_translation(command: Command, market: Path) -> None:
    (market / "game.yaml").write_text(MANIFEST.replace("[en]", "[en, de]"), encoding="utf-8")
    command("translate", "update", market)
    edit(market, "    money[p] -= n\n", "    money[p] -= n + 1\n")
    command("translate", "update", market)
    translate(market, GERMAN)
    assert "pay.text" not in doubts(command, market), "translated from the rule as it is"
    edit(market, "    money[p] -= n + 1\n", "    money[p] -= n + 2\n")
    assert doubts(command, market)["pay.text"] == "stale"
    command("translate", "update", market)
    assert "pay.text" in fuzzy(market)


def test_a_rule_that_changes_with_its_words_is_reported_as_such(command: Command, shop: Path) -> None:
    def note() -> str:
        return " ".join(entries(shop)["pay.text"].comment.split())

    edit(shop, "    money[p] -= n\n", "    money[p] -= n + 2\n")
    edit(shop, 'text "Pay {n} at once."', 'text "Pay {n} and two."')
    command("translate", "update", shop)
    assert "The rule under this text has changed, and so have the words" in note()
    command("translate", "update", shop)
    assert "and so have the words" in note() and fuzzy(shop) == ["pay.text"], "not yet answered"
    edit(shop, 'text "Pay {n} and two."', 'text "Pay {n} at once."')
    command("translate", "update", shop)
    assert "the words have not" in note() and fuzzy(shop) == ["pay.text"], "the words are back, the rule is not"
    translate(shop, {"pay.text": "Zahle {n} Euro und noch zwei."})
    command("translate", "update", shop)
    assert "The rule" not in note() and fuzzy(shop) == []


def test_a_change_without_effect_makes_nothing_stale(command: Command, shop: Path) -> None:
    edit(shop, "effect pay(p: Player, n: EUR):", "# how it is paid\n\neffect pay(p: Player, n: EUR):")
    edit(shop, "    money[p] -= n\n", "    let much = n\n    money[p] -= much\n")
    command("translate", "update", shop, "--reviewed")
    assert doubts(command, shop) == {}, "said to be the same"
    edit(shop, "much", "amount")
    command("translate", "update", shop)
    assert doubts(command, shop) == {}, "a local has another name"
    edit(shop, "effect pay(p: Player, n: EUR):", "define fee -> EUR = 2\n\neffect pay(p: Player, n: EUR):")
    edit(shop, "    let amount = n\n", "    let amount = n + fee\n")
    command("translate", "update", shop, "--reviewed")
    edit(shop, "fee -> EUR = 2", "fee -> EUR = 3")
    assert doubts(command, shop) == {}, "no text shows the numbers of what a rule calls"


def test_a_question_that_is_answered_is_not_asked_again(command: Command, shop: Path) -> None:
    edit(shop, 'text "Pay {n} at once."', 'text "Pay {n} now."')
    command("translate", "update", shop)
    translate(shop, {"pay.text": "Zahle {n} Euro."})  # the words that were asked about stay in the file
    assert entries(shop)["pay.text"].previous_msgid == "Pay {n} at once."
    edit(shop, "    money[p] -= n\n", "    money[p] -= n + 2\n")
    command("translate", "update", shop)
    assert "the words have not" in " ".join(entries(shop)["pay.text"].comment.split())
