"""Tests of `regelwerk new DIR --cards FILE`: a deck from a spreadsheet and pictures is checked, played and printed."""

from __future__ import annotations

from pathlib import Path

import pypdfium2
import pytest
from market_game import Command
from PIL import Image

ANIMALS = """\
key,family,strength,image,name,text,copies,swift
fox,hunters,4,fox.png,The fox,"Take a card of the player on your left, then end your turn.",3,yes
owl,hunters,3,owl.jpg,The owl,"Look at the ""top"" card.",2,
hare,grazers,1,,The hare,Play another card.,4,yes
deer,grazers,,,The deer,,4,no
"""


@pytest.fixture
def deck(tmp_path: Path) -> Path:
    folder = tmp_path / "deck"
    (folder / "art").mkdir(parents=True)
    (folder / "animals.csv").write_text(ANIMALS, encoding="utf-8")
    Image.new("RGB", (700, 400), "red").save(folder / "art" / "fox.png")
    Image.new("RGB", (700, 400), "blue").save(folder / "art" / "owl.jpg")
    return folder


def test_a_deck_is_checked_and_played(command: Command, deck: Path) -> None:
    assert command("new", deck, "--cards", deck / "animals.csv").status == 0
    text = (deck / "game.regel").read_text(encoding="utf-8")
    assert 'enum Family "family": hunters "hunters", grazers "grazers"' in text
    fields = ("family: Family", "strength: 0..4 = 0", "image: Text not printed", "swift: Bool = no")
    assert all(f"    {field}\n" in text for field in fields)
    assert command("check", deck).status == 0
    assert command("fmt", "--check", deck).status == 0
    assert command("run", deck, "--seed", 1).status == 0


def test_names_with_capitals_are_members_unless_something_else_has_them(command: Command, tmp_path: Path) -> None:
    rows = [("Fire", "Cards"), ("Water", "Suit"), ("Fire", "Suit"), ("Water", "Cards")]
    text = "key,suit,shown\n" + "".join(f"c{at},{suit},{shown}\n" for at, (suit, shown) in enumerate(rows))
    (tmp_path / "cards.csv").write_text(text, encoding="utf-8")
    assert command("new", tmp_path / "deck", "--cards", tmp_path / "cards.csv").status == 0
    rules = (tmp_path / "deck" / "game.regel").read_text(encoding="utf-8")
    assert 'enum Suit "suit": Fire "Fire", Water "Water"' in rules and "    shown: Text\n" in rules
    assert command("check", tmp_path / "deck").status == 0


def test_cards_without_a_picture_are_printed_without_a_file_name(command: Command, deck: Path, tmp_path: Path) -> None:
    assert command("new", deck, "--cards", deck / "animals.csv").status == 0
    assert command("print", deck, "cards", "-o", tmp_path / "out").status == 0
    with pypdfium2.PdfDocument(tmp_path / "out" / "deck-cards-a4-en.pdf") as document:
        text = document[0].get_textpage().get_text_range()
    assert "The hare" in text and "png" not in text


@pytest.mark.parametrize(("size", "fit"), [((700, 400), "cover"), ((700, 700), "contain"), ((900, 300), "contain")])
def test_pictures_of_another_shape_than_their_frame_are_not_cut(
    command: Command, deck: Path, size: tuple[int, int], fit: str
) -> None:
    Image.new("RGB", size, "red").save(deck / "art" / "fox.png")
    Image.new("RGB", size, "blue").save(deck / "art" / "owl.jpg")
    (deck / "animals.csv").write_text(ANIMALS.replace("hare,grazers,1,", "hare,grazers,1,none.png"), encoding="utf-8")
    assert command("new", deck, "--cards", deck / "animals.csv").status == 0
    assert f"fit: {fit} }}" in (deck / "print" / "cards.yaml").read_text(encoding="utf-8")


@pytest.mark.parametrize("columns", [3, 4, 6, 9])
def test_many_columns_fit_beside_a_long_text(command: Command, deck: Path, tmp_path: Path, columns: int) -> None:
    names = [f"field{number}" for number in range(columns)]
    rows = [
        ["key", *names, "image", "text"],
        ["fox", *map(str, range(1, columns + 1)), "fox.png", "Take a card. " * 12],
    ]
    (deck / "animals.csv").write_text("\n".join(",".join(row) for row in rows), encoding="utf-8")
    assert command("new", deck, "--cards", deck / "animals.csv").status == 0
    assert command("print", deck, "cards", "-o", tmp_path / "out").status == 0
    with pypdfium2.PdfDocument(tmp_path / "out" / "deck-cards-a4-en.pdf") as document:
        text = document[0].get_textpage().get_text_range()
    assert all(f"Field{number}: {number + 1}" in text for number in range(columns))


def test_pictures_are_found_by_keys(command: Command, deck: Path, tmp_path: Path) -> None:
    rows = [",".join(line.split(",")[:3]) for line in ANIMALS.splitlines()[:3]]
    (deck / "animals.csv").write_text("\n".join(rows), encoding="utf-8")
    assert command("new", deck, "--cards", deck / "animals.csv").status == 0
    assert command("print", deck, "cards", "-o", tmp_path / "out").status == 0
    with pypdfium2.PdfDocument(tmp_path / "out" / "deck-cards-a4-en.pdf") as document:
        shown = document[0].render(scale=1).to_pil().convert("RGB").getcolors(100_000)
    assert shown is not None
    assert {(255, 0, 0)} < {colour for _, colour in shown}, "the fox"
    assert any(blue > 200 and red < 60 for _, (red, _green, blue) in shown), "the owl"


def test_a_table_elsewhere_is_copied(command: Command, tmp_path: Path) -> None:
    (tmp_path / "my cards.csv").write_text("key;FILE: Int\na;1\nb;2\n", encoding="utf-8")
    assert command("new", tmp_path / "new", "--cards", tmp_path / "my cards.csv").status == 0
    assert (tmp_path / "new" / "my cards.csv").read_bytes() == (tmp_path / "my cards.csv").read_bytes()
    assert command("check", tmp_path / "new").status == 0


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("a.csv", "name,worth\nFox,3\n", "the first of them is `key`"),
        ("a.csv", "key,Card name\nfox,Fox\n", "a.csv:1:"),
        ("a.csv", "key,worth\n", "has no cards"),
        ("a.csv", "name,worth\nFox,3\n", "for example `key,price,name`"),
        ("a.csv", "My cards,\nkey,worth\nfox,3\n", "delete the rows above the headings"),
        ("a.csv", "key,Copies\nfox,3\n", "did you mean `copies`?"),
        ("a.xlsx", "key,worth\nfox,3\n", "not a spreadsheet"),
        ("a{b}.csv", "key,worth\nfox,3\n", "rename it"),
        ("a.CSV", "key,worth\nfox,3\n", "rename it"),
    ],
)
def test_a_file_without_cards_leaves_no_folder(
    command: Command, tmp_path: Path, name: str, text: str, said: str
) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    done = command("new", tmp_path / "deck", "--cards", tmp_path / name)
    assert done.status == 1
    assert said in done.err
    assert not (tmp_path / "deck").exists()


def test_nothing_is_overwritten(command: Command, deck: Path) -> None:
    (deck / "game.regel").write_text("# mine\n", encoding="utf-8")
    done = command("new", deck, "--cards", deck / "animals.csv")
    assert done.status == 2
    assert "game.regel already exists" in done.err
    assert (deck / "game.regel").read_text(encoding="utf-8") == "# mine\n"
    assert not (deck / "game.yaml").exists()
