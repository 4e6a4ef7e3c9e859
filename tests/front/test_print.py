"""Tests of `regelwerk print`: the files that it makes, its output, and its exit status."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path

import pypdfium2
import pytest
from market_game import Command, edit
from PIL import Image

VARIANT = """
variant dear "Taxes are higher":
    amend tax.price: 200 -> 300
    amend toll: 700 -> 800

variant many "More gifts":
    amend gift.copies: 3 -> 4
"""
TWICE = """
variant twice "Taxes are paid twice":
    replace effect pay(p: Player, n: EUR):
        says "{p} pays {n} twice"
        text "Pay {n}, and {n} again."
        money[p] -= 2 * n
"""
BOOKLET = '''
define toll -> EUR = 700

chapter taxes "Taxes":
    """
    The toll is {toll}. You have {Town.count} towns.

    {{ scenario gift }}
    """
'''

TWO_BOARDS = """
styles: { text: { size: 9, smallest: 6 } }
boards:
  map:
    title: Map
    width: 150
    height: 100
    draw: [{ repeat: t in Town, step: [0, 10], draw: [{ text: "{t.name}", box: [5, 5, 50, 8] }] }]
  plan: { title: Plan, width: 150, height: 290, draw: [{ text: "12", box: [5, 5, 50, 8] }] }
"""
MARKED = """
styles: { text: { size: 9, smallest: 6 } }
cards:
  Deed:
    width: 63
    height: 88
    front:
      - { text: "{card.text}", box: [5, 5, 53, 40] }
      - { text: "other: {card.changes[0].name}", box: [5, 60, 53, 10], when: card.changes }
"""


@pytest.fixture
def rich(market: Path) -> Path:
    """The small game with variants and a chapter."""
    source = market / "market.regel"
    source.write_text(source.read_text(encoding="utf-8") + VARIANT + BOOKLET, encoding="utf-8")
    return market


def names(out: Path) -> list[str]:
    return sorted(path.relative_to(out).as_posix() for path in out.rglob("*") if path.is_file())


def text_of(path: Path) -> str:
    return "\n".join(page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(str(path)))


# ---- cards -----------------------------------------------------------------------------------------------------------


def test_cards_are_in_a_file_whose_name_is_shown(command: Command, market: Path, out: Path) -> None:
    said = command("print", market, "cards", "-o", out)
    assert (said.status, said.err) == (0, "")
    assert said.out == f"{out.as_posix()}/market-cards-a4-en.pdf: 2 pages\n"
    text = text_of(out / "market-cards-a4-en.pdf")
    assert (text.count("Gift from Bonn"), text.count("Gift from Ulm"), text.count("Pay 200 at once.")) == (3, 3, 2)


def test_an_unchanged_game_is_not_drawn_again_and_a_changed_one_is(
    command: Command, market: Path, out: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert command("print", market, "cards", "-o", out).status == 0
    file = out / "market-cards-a4-en.pdf"
    first = file.read_bytes()
    file.unlink()

    def fail(*_: object) -> None:
        raise AssertionError("it was made anew")

    with monkeypatch.context() as patch:
        patch.setattr("regelwerk.printing.making.make_files", fail)
        assert command("print", market, "cards", "-o", out).status == 0
    assert file.read_bytes() == first
    monkeypatch.setenv("REGELWERK_CACHE", "off")
    assert command("print", market, "cards", "-o", out).status == 0
    assert file.read_bytes() == first
    edit(market, "price = 200", "price = 250")
    assert command("print", market, "cards", "-o", out).status == 0
    assert "Pay 250 at once." in text_of(file)


def test_a_damaged_file_in_the_cache_is_made_anew(command: Command, market: Path, out: Path, own_cache: Path) -> None:
    assert command("print", market, "cards", "-o", out).status == 0
    file = out / "market-cards-a4-en.pdf"
    first = file.read_bytes()
    file.unlink()
    for kept in own_cache.iterdir():
        kept.write_bytes(kept.read_bytes()[:-9])
    assert command("print", market, "cards", "-o", out).status == 0
    assert file.read_bytes() == first


@pytest.mark.parametrize(
    ("wanted", "pages"), [("tax", 4), ("gift", 12), ("gift.ulm", 6), ("Gift from Ulm,tax", 10), ("gift.*", 12)]
)
def test_single_cards_can_be_printed(command: Command, market: Path, out: Path, wanted: str, pages: int) -> None:
    said = command("print", market, "--only", wanted, "--sheet", "single", "-o", out)
    assert said.out == f"{out.as_posix()}/market-cards-some-single-en.pdf: {pages} pages\n", said.err


def test_only_what_a_variant_changes_is_printed_again(command: Command, rich: Path, out: Path) -> None:
    arguments = ("--sheet", "single", "-o", out)
    assert command("print", rich, "--variant", "dear", "--changed-since", "base", *arguments).status == 0
    text = text_of(out / "market-dear-cards-since-base-single-en.pdf")
    assert (text.count("Pay 300 at once."), text.count("Gift")) == (2, 0)
    assert command("print", rich, "--changed-since", "dear", *arguments).status == 0
    assert text_of(out / "market-cards-since-dear-single-en.pdf").count("Pay 200 at once.") == 2
    assert command("print", rich, "--variant", "many", "--changed-since", "base", *arguments).status == 0
    text = text_of(out / "market-many-cards-since-base-single-en.pdf")
    assert (text.count("Gift from Bonn"), text.count("Gift from Ulm"), text.count("Tax")) == (1, 1, 0)
    said = command("print", rich, "--changed-since", "base", *arguments)
    assert (said.status, said.out) == (0, "")
    assert "no card differs from base" in said.err


def test_the_margin_names_the_variants(command: Command, rich: Path, out: Path) -> None:
    assert command("print", rich, "cards", "--variant", "dear", "-o", out).status == 0
    assert "Market · Taxes are higher · 1" in text_of(out / "market-dear-cards-a4-en.pdf")


def test_marks_of_changed_cards_can_be_left_out(command: Command, rich: Path, out: Path) -> None:
    (rich / "print").mkdir()
    (rich / "print" / "deeds.yaml").write_text(MARKED, encoding="utf-8")
    arguments = ("print", rich, "--variant", "dear", "--sheet", "single")
    name = "market-dear-cards-single-en.pdf"
    assert command(*arguments, "cards", "-o", out).status == 0
    assert text_of(out / name).count("other: dear") == 2  # both copies of the tax, no gift
    assert command(*arguments, "cards", "--no-marks", "-o", out).status == 0
    assert text_of(out / name).count("other") == 0 and text_of(out / name).count("Pay 300 at once.") == 2


def test_a_card_is_marked_when_a_variant_replaces_the_effect_that_it_tells_of(
    command: Command, rich: Path, out: Path
) -> None:
    source = rich / "market.regel"
    source.write_text(source.read_text(encoding="utf-8") + TWICE, encoding="utf-8")
    (rich / "print").mkdir()
    (rich / "print" / "deeds.yaml").write_text(MARKED, encoding="utf-8")
    assert command("print", rich, "cards", "--variant", "twice", "--sheet", "single", "-o", out).status == 0
    text = text_of(out / "market-twice-cards-single-en.pdf")
    assert (text.count("Pay 200, and 200 again."), text.count("other: twice")) == (2, 2)  # the gifts have no mark


def test_two_languages_on_a_card(command: Command, market: Path, out: Path) -> None:
    edit(market, "languages: [en]", "languages: [en, de]", "game.yaml")
    arguments = ("--proof", "--only", "tax", "--sheet", "single", "-o", out)
    assert command("print", market, "--lang", "en+de", *arguments).status == 0
    assert command("print", market, "--lang", "en+de", "--halves", *arguments[:-2], "-o", out / "h").status == 0
    name = "market-cards-some-single-en+de-proof.pdf"
    sides = [page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(str(out / name))]
    assert ["Tax" in side for side in sides] == [True] * 4
    sides = [page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(str(out / "h" / name))]
    assert [side.count("Pay 200 at once.") for side in sides] == [2, 0, 2, 0]


def test_a_game_brings_its_own_sheet(command: Command, market: Path, out: Path) -> None:
    folder = market / "print" / "sheets"
    folder.mkdir(parents=True)
    sheet = folder / "large.yaml"
    sheet.write_text("title: one card\npaper: {width: 100, height: 120}\n", encoding="utf-8")
    assert command("print", market, "--sheet", "large", "--only", "tax", "-o", out).out.endswith(": 4 pages\n")
    sheet.write_text("title: one card\npaper: {width: 100, height: 120}\nrow: 3\n", encoding="utf-8")
    said = command("print", market, "--sheet", "large", "-o", out)
    assert said.status == 1
    assert "E0154" in said.err and "large.yaml:3:1" in said.err
    assert command("check", market).status == 1


# ---- other forms -----------------------------------------------------------------------------------------------------


def test_pictures_decks_and_lists(command: Command, market: Path, out: Path) -> None:
    assert command("print", market, "--png", "--dpi", 50, "cards", "-o", out).status == 0
    assert command("print", market, "--tts", "--table", "-o", out).status == 0
    assert names(out) == [
        "market-cards-en.csv",
        "market-cards-en.json",
        "market-cards-en/Deed-back.png",
        "market-cards-en/gift.bonn.png",
        "market-cards-en/gift.ulm.png",
        "market-cards-en/tax.png",
        "market-tts-en/market-tts-en-1-back.png",
        "market-tts-en/market-tts-en-1-fronts.png",
        "market-tts-en/market-tts-en.json",
    ]
    rows = list(csv.DictReader((out / "market-cards-en.csv").read_text(encoding="utf-8-sig").splitlines()))
    assert [(row["key"], row["copies"], row["text"]) for row in rows][-1] == ("tax", "2", "Pay 200 at once.")
    saved = json.loads((out / "market-tts-en" / "market-tts-en.json").read_text(encoding="utf-8"))
    (deck,) = saved["ObjectStates"]
    assert len(deck["DeckIDs"]) == 8
    url = deck["CustomDeck"]["1"]["FaceURL"]
    assert url == (out / "market-tts-en" / "market-tts-en-1-fronts.png").resolve().as_uri()


def test_pictures_can_have_their_bleed(command: Command, market: Path, out: Path) -> None:
    assert command("print", market, "--png", "--dpi", 254, "--bleed", 3, "cards", "-o", out).status == 0
    for name in ("tax", "Deed-back"):
        with Image.open(out / "market-cards-en" / f"{name}.png") as picture:
            assert picture.size == (690, 940)


def test_a_booklet_is_folded_on_the_paper_that_is_asked_for(command: Command, rich: Path, out: Path) -> None:
    assert command("print", rich, "booklet", "--imposed", "--sheet", "letter", "-o", out).status == 0
    (page, *_) = pypdfium2.PdfDocument(str(out / "market-booklet-letter-folded-en.pdf"))
    assert page.get_size() == (792, 612)


def test_a_cut_file_lies_beside_the_cards(command: Command, market: Path, out: Path) -> None:
    assert command("print", market, "cards", "--cut", "-o", out).status == 0
    assert names(out) == ["market-cards-a4-en-cut.svg", "market-cards-a4-en.pdf"]
    assert (out / "market-cards-a4-en-cut.svg").read_text(encoding="utf-8").count("rx=") == 8
    edit(market, "x2", "x9")
    assert command("print", market, "cards", "--cut", "-o", out).status == 0
    first, last = ((out / f"market-cards-a4-en-cut-{n}.svg").read_text(encoding="utf-8") for n in (1, 2))
    assert "<desc>page 1</desc>" in first and "<desc>page 3</desc>" in last


def test_the_alignment_page(command: Command, market: Path, out: Path) -> None:
    said = command("print", market, "--alignment", "--sheet", "letter", "-o", out)
    assert said.out == f"{out.as_posix()}/market-alignment-letter-en.pdf: 2 pages\n"


def test_the_booklet_has_the_numbers_of_the_game_and_its_examples(command: Command, rich: Path, out: Path) -> None:
    assert command("print", rich, "booklet", "-o", out).status == 0
    text = text_of(out / "market-booklet-a5-en.pdf")
    assert "The toll is 700." in text
    assert "receives 500" in text  # the sentence that a player sees when the example is played
    assert command("print", rich, "booklet", "--variant", "dear", "--imposed", "-o", out).status == 0
    assert "The toll is 800." in text_of(out / "market-dear-booklet-a4-folded-en.pdf")


def test_print_writes_json(command: Command, market: Path, out: Path) -> None:
    said = command("print", market, "cards", "--json", "-o", out)
    answer = json.loads(said.out)
    file = out / "market-cards-a4-en.pdf"
    assert answer == {
        "files": [{"path": file.as_posix(), "product": "cards", "pages": 2, "bytes": file.stat().st_size}],
        "problems": [],
        "doubts": [],
        "notes": [],
    }


# ---- errors ----------------------------------------------------------------------------------------------------------


def test_a_missing_translation_stops_the_print_unless_it_is_a_proof(command: Command, market: Path, out: Path) -> None:
    edit(market, "languages: [en]", "languages: [en, de]", "game.yaml")
    assert command("print", market, "cards", "-o", out).status == 0
    said = command("print", market, "cards", "--lang", "de", "-o", out)
    assert said.status == 1
    assert "missing" in said.err and "--proof" in said.err and "card.tax.title" in said.err
    assert names(out) == ["market-cards-a4-en.pdf"]
    assert command("print", market, "cards", "--lang", "de", "--proof", "-o", out).status == 0
    text = text_of(out / "market-cards-a4-de-proof.pdf")
    assert text.count("missing (de)") == 8
    assert len(re.findall(r"proof, de: \d+ missing", text)) == 2
    doubts = json.loads(command("print", market, "cards", "--lang", "de", "--json", "-o", out).out)["doubts"]
    assert {"language": "de", "id": "card.tax.title", "reason": "missing", "where": "market/market.regel:17"} in doubts


def test_a_proof_says_on_boards_and_in_the_booklet_what_is_in_doubt(command: Command, rich: Path, out: Path) -> None:
    edit(rich, "languages: [en]", "languages: [en, de]", "game.yaml")
    (rich / "print").mkdir()
    (rich / "print" / "map.yaml").write_text(TWO_BOARDS, encoding="utf-8")
    for product in ("board", "booklet"):
        assert command("print", rich, product, "--lang", "de", "--proof", "-o", out).status == 0
    map_, plan = pypdfium2.PdfDocument(str(out / "market-board-a4-de-proof.pdf"))
    assert "missing (de): Town.bonn, Town.ulm" in map_.get_textpage().get_text_range()
    assert "Town" not in plan.get_textpage().get_text_range()
    assert re.search(r"^missing\s*$", text_of(out / "market-booklet-a5-de-proof.pdf"), re.MULTILINE)


def test_a_text_that_does_not_fit_is_reported_and_nothing_is_written(command: Command, market: Path, out: Path) -> None:
    edit(market, '"Pay {n} at once."', '"' + "Pay {n} at once, or leave the town. " * 60 + '"')
    said = command("print", market, "cards", "-o", out)
    assert said.status == 1
    assert "E1010" in said.err and "Tax by" in said.err
    assert not out.exists() or names(out) == []
    (problem,) = json.loads(command("print", market, "cards", "--json", "-o", out).out)["problems"]
    assert problem["code"] == "E1010"
    assert command("print", market, "cards", "--proof", "-o", out).status == 1
    assert names(out) == ["market-cards-a4-en-proof.pdf"]


def test_a_check_can_include_printed_products(command: Command, market: Path) -> None:
    assert command("check", market, "--paper").status == 0
    edit(market, '"Pay {n} at once."', '"' + "Pay {n} at once, or leave the town. " * 60 + '"')
    assert command("check", market).status == 0
    said = command("check", market, "--paper")
    assert said.status == 1 and "E1010" in said.out + said.err and "1 error" in said.err


def test_a_check_of_paper_accepts_a_game_without_layouts(command: Command) -> None:
    assert command("check", "tic_tac_toe", "--paper").status == 0


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["crads"], "did you mean `cards`"),
        (["--sheet", "a44"], "did you mean `a4`"),
        (["--only", "gfit"], "did you mean `gift`"),
        (["--only", "gift,tax.Cell(3, b)"], "no card is called tax.Cell(3, b)"),
        (["--lang", "fr"], "it has en"),
        (["--flip", "up"], "'long', 'short'"),
        (["--back-offset", "3"], "--back-offset 0.5,-1"),
        (["--only", " ,"], "--only needs the names of cards"),
        (["--halves"], "--lang en+ja"),
        (["--back-offset", "nan,1"], "20 mm"),
        (["--changed-since", "daer"], "did you mean `dear`"),
        (["--changes", "nothing"], "nothing is neither a variant, the folder of a game, nor a revision of it in Git"),
        (["cards", "--sheet", "gamecrafter", "--cut"], "--cut has no effect on the sheet gamecrafter"),
        (["cards", "--sheet", "gamecrafter", "--together"], "--together has no effect on the sheet gamecrafter"),
        (["cards", "--stamp", "a" * 41], "at most 40 characters"),
        (["cards", "--stamp", "test \U0001f600"], "--stamp: no font has \U0001f600"),
        (["--changes", "dear", "--changed-since", "dear"], "exclude each other"),
        (["booklet", "--message", "why"], "add --changes OLD"),
        (["--alignment", "--sheet", "single"], "prints no backs"),
        (["booklet", "--imposed", "--sheet", "single"], "has no paper to fold"),
        (["cards", "--cut", "--png"], "--cut has no effect with --png"),
        (["--sheet", "a4", "--png"], "--sheet has no effect with --png"),
        (["--flip", "long", "--tts", "--table"], "--flip has no effect with --tts and --table"),
        (["--bleed", "2", "--tts"], "--bleed has no effect with --tts"),
        (["--tts", "--dpi", "300"], "--dpi has no effect with --tts"),
        (["--tts-url", "x", "--png"], "--tts-url has no effect with --png"),
        (["booklet", "--only", "gift"], "--only has no effect on: booklet"),
        (["board", "--fit", "2"], "--fit 2x1"),
        (["board", "--fit", "2x1", "--scale", "2"], "exclude each other"),
        (["board", "--scale", "nan"], "nan is not a number"),
        (["cards", "--icc", "/"], "--icc /: is a folder, not a file"),
        (["cards", "--scale", "2"], "--scale has no effect on: cards"),
        (["booklet", "--sheet", "a4"], "--imposed puts them on sheets"),
        (["cards", "--imposed"], "--imposed has no effect on: cards"),
    ],
)
def test_wrong_usage_is_explained_with_advice(
    command: Command, rich: Path, out: Path, arguments: list[str], words: str
) -> None:
    said = command("print", rich, "-o", out, *arguments)
    assert said.status == 2, said.err
    assert words in said.err
    assert not out.exists()


def test_a_file_that_cannot_be_written_is_named(
    command: Command, market: Path, out: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    said = command("print", market, "cards", "-o", tmp_path / "file")
    assert said.status == 2 and "file/market-cards-a4-en.pdf cannot be written: " in said.err

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")  # like a write to a full disk: without the file's name

    monkeypatch.setattr("regelwerk.printing.printout.replacing", full)
    said = command("print", market, "cards", "-o", out)
    assert said.status == 2 and "cannot be written: no space left on device" in said.err
    assert names(out) == []


def test_a_missing_product_is_an_error_only_when_requested(command: Command, market: Path, out: Path) -> None:
    said = command("print", market, "board", "-o", out)
    assert said.status == 1 and "market has no board to print" in said.err
    said = command("print", market, "-o", out)
    assert said.status == 0 and "market has no board and no parts and no booklet" in said.err
