"""Tests of catalogue entries for texts that errata and variants reword: `id@change` beside the base text."""

from __future__ import annotations

from pathlib import Path

import pytest
from regelwerk_compiler.collecting import collect_texts
from regelwerk_compiler.driver import Options, check_game, compile_checked
from regelwerk_compiler.words.messages import all_messages
from regelwerk_compiler.words.words import Words

SOURCE = """\
players 2..2

enum Fruit "fruit": apple "apple", plum "plum"

cardtype Visit "visits":
    play(p: Player)

card Visit guest "A guest":
    play(p):
        do earn(p, 2)

card Visit aunt "An aunt":
    text "Everybody gets a {Fruit.apple}."
    play(p):
        score[p] += 1

state:
    score[Player]: 0..900
    visits: pile of Visit = all

effect earn(p: Player, n: Int):
    says "{p} earns {n}"
    text "Earn {n}."
    score[p] += n

play at most 1_000:
    for each v in visits, p in Player:
        do v.play(p)

outcome for p:
    most score[p]

erratum one_apple "One apple for all":
    amend aunt.text: "Everybody gets a {Fruit.apple}." -> "You all share a {Fruit.apple}."

variant rich "More":
    amend earn.says: "{p} earns {n}" -> "{p} makes {n}"
    amend earn.text: "Earn {n}." -> "Earn {n}, and be glad."

variant cider "Other fruit":
    amend Fruit.apple: "apple" -> "cider"

variant counted(many: 1..5) "So many":
    amend guest.copies: 1 -> many
    replace Visit.guest.play(p):
        choose by p "What now?":
            take "Take it": do earn(p, 2)
            leave "Leave it": do earn(p, many)

event eaten(p: Player) ordered by p "Who eats first?"

variant hungry "They eat":
    add Visit.guest on eaten(p): score[p] += 1
    add Visit.aunt on eaten(p): score[p] += 2
    after earn(p, n): emit eaten(p)
"""

GERMAN = {
    "Fruit.apple": ("apple", "Apfel"),
    "Fruit.apple|with": ("apple", "apfelige"),
    "Fruit.apple@cider": ("cider", "Most"),
    "Fruit.apple|with@cider": ("cider", "mostige"),
    "card.aunt.text": ("Everybody gets a {Fruit.apple}.", "Jeder bekommt: {Fruit.apple}."),
    "card.aunt.text@one_apple": ("You all share a {Fruit.apple}.", "Alle teilen: {Fruit.apple}."),
    "earn.says": ("{p} earns {n}", "{p} verdient {n}"),
    "earn.says@rich": ("{p} makes {n}", "{p} scheffelt {n}"),
    "earn.text": ("Earn {n}.", "Verdiene {n}."),
    "earn.text@rich": ("Earn {n}, and be glad.", "Verdiene {n} und freue dich."),
    "guest.play.1.take@counted": ("Take it", "Nimm es"),
    "eaten.prompt": ("Who eats first?", "Wer isst zuerst?"),
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A game with one erratum and three variants, and a German catalogue."""
    (tmp_path / "game.yaml").write_text("name: g\ntitle: G\nsources: [g.regel]\nlanguages: [en, de]\n", "utf-8")
    (tmp_path / "g.regel").write_text(SOURCE, "utf-8")
    write_german(tmp_path, GERMAN)
    return tmp_path


def write_german(folder: Path, entries: dict[str, tuple[str, str]]) -> None:
    head = 'msgid ""\nmsgstr ""\n"Language: de\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n'
    parts = [f'\nmsgctxt "{id_}"\nmsgid "{own}"\nmsgstr "{words}"\n' for id_, (own, words) in entries.items()]
    (folder / "locale").mkdir(exist_ok=True)
    (folder / "locale" / "de.po").write_text(head + "".join(parts), "utf-8")


def texts(folder: Path, options: Options) -> dict[str, str]:
    """The German text of each message in the module."""
    checked = check_game(folder, options)
    assert checked.game is not None and checked.texts is not None, [item.message for item in checked.diagnostics]
    assert compile_checked(checked, options).module is not None
    german = checked.texts.catalogues[1]
    found = {str(m.id): german.find(m.id, m.source) or m.source for m in all_messages(checked.game)}
    return {**found, "with": Words(checked.game, checked.texts).form("Fruit", "apple", "de", "with") or "-"}


def test_a_variant_has_its_own_translations(folder: Path) -> None:
    base, rich = texts(folder, Options()), texts(folder, Options(variants=("rich",)))
    assert (base["earn.says"], base["earn.text"]) == ("{p} verdient {n}", "Verdiene {n}.")
    assert (rich["earn.says"], rich["earn.text"]) == ("{p} scheffelt {n}", "Verdiene {n} und freue dich.")


def test_a_renamed_thing_has_its_own_forms(folder: Path) -> None:
    base, cider = texts(folder, Options()), texts(folder, Options(variants=("cider",)))
    assert (base["Fruit.apple"], base["with"]) == ("Apfel", "apfelige")
    assert (cider["Fruit.apple"], cider["with"]) == ("Most", "mostige")


def test_an_erratum_and_its_misprint_both_have_translations(folder: Path) -> None:
    assert texts(folder, Options())["card.aunt.text"] == "Alle teilen: {Fruit.apple}."
    assert texts(folder, Options(without=("one_apple",)))["card.aunt.text"] == "Jeder bekommt: {Fruit.apple}."


def test_a_variant_without_an_entry_shows_its_source_text(folder: Path) -> None:
    """The translation of the replaced text is never shown."""
    write_german(folder, {id_: entry for id_, entry in GERMAN.items() if "@" not in id_})
    rich = texts(folder, Options(variants=("rich",)))
    assert (rich["earn.says"], rich["earn.text"]) == ("{p} makes {n}", "Earn {n}, and be glad.")
    cider = texts(folder, Options(variants=("cider",)))
    assert (cider["Fruit.apple"], cider["with"]) == ("cider", "cider")


def test_a_text_that_a_variant_adds_has_an_entry(folder: Path) -> None:
    counted = texts(folder, Options(variants=("counted(3)",)))
    assert counted["guest.play.1.take"] == "Nimm es"
    assert counted["guest.play.1.leave"] == "Leave it"


def test_every_text_of_every_change_can_be_translated(folder: Path) -> None:
    found = {str(one.id): one.source for one in collect_texts(folder).wanted if one.id.change}
    assert found == {
        "card.aunt.text@one_apple": "You all share a {Fruit.apple}.",
        "earn.says@rich": "{p} makes {n}",
        "earn.text@rich": "Earn {n}, and be glad.",
        "Fruit.apple@cider": "cider",
        "guest.play.1.prompt@counted": "What now?",
        "guest.play.1.take@counted": "Take it",
        "guest.play.1.leave@counted": "Leave it",
    }


def test_a_question_asked_only_in_a_variant_has_an_entry(folder: Path) -> None:
    """In the base game no card answers the event, so nobody is asked."""
    assert texts(folder, Options(variants=("hungry",)))["eaten.prompt"] == "Wer isst zuerst?"
    assert "eaten.prompt" in {str(one.id) for one in collect_texts(folder).wanted}
