"""Tests of marks that a proof shows and a final print must not have."""

from __future__ import annotations

import json
from pathlib import Path

import polib
import pypdfium2
from market_game import Command, edit

BOX = """
styles: { text: { size: 9, smallest: 6 } }
cards:
  Deed:
    width: 63
    height: 88
    front: [{ text: "{card.text}", box: [10, 20, 40, 30] }]
"""


def test_a_proof_frames_the_box_that_does_not_hold_its_text(command: Command, market: Path, out: Path) -> None:
    (market / "print").mkdir()
    (market / "print" / "cards.yaml").write_text(BOX, encoding="utf-8")
    source = market / "market.regel"
    long = "Pay {n} at once, or leave the town. " * 60
    source.write_text(source.read_text(encoding="utf-8").replace("Pay {n} at once.", long), encoding="utf-8")
    arguments = ("--proof", "--sheet", "single", "-o", out)

    def red(key: str) -> list[bool]:
        """Whether most of each edge of the box is red, and most of a line outside; letters may lie on an edge."""
        command("print", market, "cards", "--only", key, *arguments)
        page = pypdfium2.PdfDocument(str(out / "market-cards-some-single-en-proof.pdf"))[0]
        left, _, _, top = page.get_trimbox()
        dots = page.render(scale=254 / 72).to_pil()  # ten pixels a millimetre
        x0, y0 = left / 72 * 254, (page.get_height() - top) / 72 * 254

        def is_red(x: float, y: float) -> bool:
            red, green, blue, *_ = dots.getpixel((round(x0 + 10 * x), round(y0 + 10 * y)))
            return red > 180 and max(green, blue) < 90

        across, down = [10.5 + 39 * n / 50 for n in range(51)], [20.5 + 29 * n / 50 for n in range(51)]
        edges = [[(x, 20) for x in across], [(x, 50) for x in across], *([(x, y) for y in down] for x in (10, 50, 51))]
        return [2 * sum(is_red(*place) for place in edge) > len(edge) for edge in edges]

    assert red("tax") == [True, True, True, True, False]
    assert red("gift.bonn") == [False] * 5


def test_a_card_that_lacks_words_is_reported(command: Command, market: Path, out: Path) -> None:
    (market / "print").mkdir()
    (market / "print" / "cards.yaml").write_text(BOX, encoding="utf-8")
    source = market / "market.regel"
    tax = "do pay(p, this.price)"
    source.write_text(
        source.read_text(encoding="utf-8").replace(tax, f"money[p] += 1\n        {tax}"), encoding="utf-8"
    )
    warning = "printed without a text: tax (market.regel:17)"
    for _ in range(2):  # files of an earlier run make no difference
        said = command("print", market, "cards", "-o", out)
        assert said.status == 0
        assert said.err.count(warning) == 1
    assert warning not in command("print", market, "cards", "--only", "gift", "-o", out).err
    assert "1 with words missing" in command("check", market, "--texts").out

    command("print", market, "cards", "--only", "tax", "--proof", "-o", out)
    page = pypdfium2.PdfDocument(str(out / "market-cards-some-a4-en-proof.pdf"))[0]
    assert "no words" in page.get_textpage().get_text_range()


def test_missing_texts_of_other_cards_do_not_stop_the_print(command: Command, market: Path, out: Path) -> None:
    manifest = market / "game.yaml"
    manifest.write_text(manifest.read_text(encoding="utf-8").replace("[en]", "[en, de]"), encoding="utf-8")
    assert command("translate", "update", market).status == 0
    catalogue = market / "locale" / "de.po"
    entries = polib.pofile(str(catalogue), encoding="utf-8")
    for entry in entries:
        if not entry.msgctxt.startswith("card.gift"):
            entry.msgstr = entry.msgid
    entries.save()
    assert command("print", market, "cards", "--lang", "de", "-o", out).status == 1
    assert command("print", market, "cards", "--only", "gift", "--lang", "de", "-o", out).status == 1
    assert command("print", market, "cards", "--only", "tax", "--lang", "de", "-o", out).status == 0


def test_a_text_of_a_layout_that_a_language_lacks_stops_the_print(command: Command, market: Path, out: Path) -> None:
    edit(market, "languages: [en]", "languages: [en, de]", "game.yaml")
    (market / "print").mkdir()
    layout = 'words: { hint: "Keep it" }\n' + BOX.replace("{card.text}", "{words.hint}")
    (market / "print" / "cards.yaml").write_text(layout, encoding="utf-8")
    said = command("print", market, "cards", "--lang", "de", "--json", "-o", out)
    gap = {"language": "de", "id": "print.hint", "reason": "missing", "where": "market/print/cards.yaml:1"}
    assert said.status == 1 and gap in json.loads(said.out)["doubts"]
    assert command("print", market, "cards", "--lang", "en", "-o", out).status == 0


def test_a_booklet_names_the_authors_of_all_icons_whatever_is_printed_with_it(
    command: Command, market: Path, out: Path
) -> None:
    edit(market, "players 2..3\n", 'players 2..3\n\nchapter cards "The cards":\n    """\n    Take one.\n    """\n')
    (market / "print").mkdir()
    icon = "front: [{ shape: \"{'flat-tire'}\", box: [0, 0, 9, 9] }, "
    (market / "print" / "cards.yaml").write_text(BOX.replace("front: [", icon), encoding="utf-8")
    assert command("print", market, "booklet", "-o", out / "alone").status == 0
    assert command("print", market, "-o", out / "all").status == 0
    name = "market-booklet-a5-en.pdf"
    alone = (out / "alone" / name).read_bytes()
    assert alone == (out / "all" / name).read_bytes()
    pages = pypdfium2.PdfDocument(alone)
    assert "Delapouite: flat-tire" in pages[len(pages) - 1].get_textpage().get_text_range()
