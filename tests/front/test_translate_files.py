"""Tests of catalogues that other programs have saved: other line ends, too many plurals, chapters of variants."""

from __future__ import annotations

from pathlib import Path

import polib
import regelwerk
from german_market import CHAPTER, catalogue, doubts, edit, entries, translate
from market_game import Command
from regelwerk.loading.compilation import load_checked
from regelwerk.loading.source import Source

OTHER_CHAPTERS = '''
variant dear "Two more":
    replace effect pay(p: Player, n: EUR):
        money[p] -= n + 2

variant short "Short rules":
    replace chapter basics "Basics":
        """
        Play your cards.
        """

variant long "Long rules":
    add chapter more "More":
        """
        Read on.
        """
'''


def test_a_catalogue_saved_on_another_system_is_read(command: Command, shop: Path) -> None:
    path = shop / "locale" / "de.po"
    command("translate", "update", shop)
    before = path.read_bytes()
    path.write_bytes(before.replace(b"\n", b"\r\n").decode().encode("utf-8-sig"))
    assert doubts(command, shop) == {}
    assert regelwerk.load(shop).cards["gift.ulm"].name("de") == "Geschenk aus Ulm"
    assert "nothing new" in command("translate", "update", shop).out
    assert path.read_bytes() == before
    path.write_bytes(before[before.index(b"\n\n") :])
    command("translate", "update", shop)
    assert path.read_bytes() == before, "the header is there again"


def test_texts_that_stay_keep_the_lines_that_another_program_has_made(command: Command, shop: Path) -> None:
    path = shop / "locale" / "de.po"
    edit(shop, 'says "{p} pays {n}"', 'says "{p} pays {n}' + " and another word" * 9 + '"')
    command("translate", "update", shop)
    file = polib.pofile(path, encoding="utf-8", wrapwidth=40)
    file.save()
    narrow = path.read_text(encoding="utf-8").rstrip("\n") + "\n"
    path.write_text(narrow, encoding="utf-8")
    assert narrow.count('\n"') > 9, "some texts have several lines"
    edit(shop, "players 2..3", "\n# a line more\nplayers 2..3")
    edit(shop, 'says "{p} receives {n}"', 'says "{p} receives {n}' + " or another word" * 9 + '"')
    command("translate", "update", shop)
    lines, now = narrow.split("\n"), path.read_text(encoding="utf-8").split("\n")
    gone = [line for line in lines if line not in now and not line.startswith("#")]
    assert gone == ['msgid "{p} receives {n}"'], "only what has other words is divided anew"
    assert max(len(line) for line in now if line.startswith('"{p} receives')) > 100


def test_a_wrong_number_of_plural_forms_is_reported(command: Command, shop: Path) -> None:
    edit(shop, 'says "{p} pays {n}"', 'says "{p} pays {n} {n: euro | euros}"')
    command("translate", "update", shop)
    for wordings, reason in {"Euro | Euros": "", "Euro | Euros | Euronen": "slots", "Euros": "slots"}.items():
        translate(shop, {"pay.says": f"{{p}} zahlt {{n}} {{n: {wordings}}}"})
        assert doubts(command, shop).get("pay.says", "") == reason
    said = command("translate", "status", shop)
    assert "the plural `Euros` should have 2 wordings, for one | other" in said.out
    line = (shop / "locale" / "de.po").read_text(encoding="utf-8").split("\n").index('msgctxt "pay.says"') + 3
    assert f"locale/de.po:{line}" in said.out, "where the translation stands"
    assert command("check", shop).status == 1


def test_a_chapter_that_a_variant_replaces_has_its_own_entries(command: Command, shop: Path) -> None:
    """A second variant can be chosen along with it; the text itself does not tell to which of them it belongs."""
    source = shop / "market.regel"
    source.write_text(source.read_text(encoding="utf-8") + CHAPTER + OTHER_CHAPTERS, encoding="utf-8")
    command("translate", "update", shop)
    assert {id_ for id_ in entries(shop) if "@" in id_} == {
        "chapter.basics.1@short",
        "chapter.more.title@long",
        "chapter.more.1@long",
    }
    translate(shop, {"chapter.basics.1@short": "Spiele deine Karten."})
    untranslated = load_checked(Source(str(shop), ("short",))).untranslated["de"]
    assert "chapter.basics.1" not in [str(one.id) for one in untranslated]


def test_printed_texts_come_first(command: Command, shop: Path) -> None:
    """In new catalogues, texts seen in play follow, then those of variants; existing files keep their order."""

    def ids(name: str) -> list[str]:
        return [entry.msgctxt for entry in polib.pofile(str(shop / "locale" / name)) if not entry.obsolete]

    edit(shop, "players 2..3", "players 2..3" + OTHER_CHAPTERS + CHAPTER)
    path = shop / "locale" / "de.po"
    command("translate", "update", shop, "--order", "use")
    first = ids("de.po")
    paper, play, variant = "receive.text", "receive.says", "chapter.basics.1@short"
    assert first.index(paper) < first.index("chapter.basics.2") < first.index(play) < first.index(variant)
    assert first.index("Town.bonn|from") == first.index("Town.bonn") + 1
    before = path.read_bytes()
    command("translate", "update", shop)
    assert path.read_bytes() == before
    command("translate", "update", shop, "--order", "sources")
    assert ids("de.po") != first and sorted(ids("de.po")) == sorted(first)
    command("translate", "update", shop)
    assert ids("de.po").index(play) < ids("de.po").index("chapter.basics.2")
    command("translate", "extract", shop, "--only", "played", "--only", "variants")
    few = ids("market.pot")
    assert play in few and variant in few and paper not in few and "game.title" not in few
    assert few.index(play) < few.index(variant)
    command("translate", "extract", shop)
    assert [one for one in ids("market.pot") if "|" not in one and not one.startswith("word.")] == [
        one for one in first if "|" not in one
    ]
    shown = command("translate", "status", shop, "--only", "variants").out
    assert "chapter.basics.1@short" in shown and "chapter.basics.2" not in shown
    assert "leave it out with update" in command("translate", "update", shop, "--only", "played").err


def test_faults_of_a_translation_are_reported_at_their_lines(command: Command, shop: Path) -> None:
    edit(shop, "players 2..3", "players 2..3" + CHAPTER.replace("Take a card.", "Take a [card](#cards)."))
    command("translate", "update", shop)
    words = {"chapter.basics.1": "Nimm eine [Karte](#karten).", "chapter.basics.2": "Spiel sie **aus oder leg sie weg."}
    others = {"chapter.basics.title": "Grundlagen", "Fee.school": "Schule", "table.Fee": "Gebühren"}
    columns = {"table.Fee.worth": "Wert", "table.Fee.note": "Zeit", "Fee.school.note": "jährlich"}
    translate(shop, words | others | columns | {"cardtype.Deed": "Urkunden"})
    path = shop / "locale" / "de.po"
    lines = path.read_text(encoding="utf-8").split("\n")
    link, bold = (1 + next(at for at, text in enumerate(lines) if part in text) for part in ("#karten", "**aus"))
    said = command("check", shop, "--oneline")
    assert said.status == 1
    assert f"locale/de.po:{link}:{lines[link - 1].index('karten') + 1}" in said.out, said.out
    assert "de: `chapter.basics.1`: unknown link target `karten`" in said.out
    assert any(f"locale/de.po:{bold}:" in one and "W0743" in one for one in said.out.split("\n")), said.out
    mended = path.read_text(encoding="utf-8").replace("#karten", "#cards").replace("Schule", "Schule \U00013000")
    path.write_text(mended, encoding="utf-8")
    school = 1 + next(at for at, text in enumerate(mended.split("\n")) if "\U00013000" in text)
    said = command("print", shop, "booklet", "--lang", "de", "-o", shop / "out")
    assert said.status == 1 and "E1011" in said.err and f"locale/de.po:{school}:" in said.err, said.err


def test_a_translation_that_was_given_up_does_not_replace_the_present_one(command: Command, shop: Path) -> None:
    file = catalogue(shop)
    file.append(polib.POEntry(msgctxt="pay.text", msgid="Pay {n} at once.", msgstr="Alt: {n}.", obsolete=True))
    file.save()
    assert "#~ msgctxt" in (shop / "locale" / "de.po").read_text(encoding="utf-8")
    for _ in range(2):
        assert regelwerk.load(shop).cards["tax"].text("de") == "Zahle sofort 200 Euro."
        assert command("translate", "update", shop).status == 0


def test_wordings_for_several_are_not_lost(command: Command, shop: Path) -> None:
    file = catalogue(shop)
    file.append(polib.POEntry(msgctxt="n", msgid="{n} coin", msgid_plural="{n} coins", msgstr_plural={0: "a", 1: "b"}))
    file.save()
    assert command("translate", "update", shop).status == 0
    (kept,) = (entry for entry in catalogue(shop) if entry.msgid_plural)
    assert kept.obsolete and kept.msgstr_plural == {0: "a", 1: "b"}
