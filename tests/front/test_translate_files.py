"""Catalogues as other hands leave them: other systems, too many wordings, chapters of variants."""

from __future__ import annotations

from pathlib import Path

import regelwerk
from german_market import CHAPTER, doubts, edit, entries, translate
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


def test_a_catalogue_that_another_system_has_saved(command: Command, shop: Path) -> None:
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


def test_a_plural_with_other_wordings_than_the_language_has(command: Command, shop: Path) -> None:
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
    """Beside another variant that goes together with it: prose does not tell which of them it is of."""
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
    assert "chapter.basics.1" not in [one.id for one in untranslated]
