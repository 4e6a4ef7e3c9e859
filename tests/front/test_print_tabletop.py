"""Tests of `regelwerk print --tts`: the table that Tabletop Simulator loads, and the files that it names."""

from __future__ import annotations

import json
from itertools import combinations
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlparse

import jsonschema
import pypdfium2
from golden import CASES
from market_game import Command
from PIL import Image
from regelwerk_printables.export.tabletop import Thing, saved_table
from test_print import BOOKLET

SCHEMA = json.loads((CASES.parent / "printables" / "tabletop.schema.json").read_text(encoding="utf-8"))
PRINT = """
styles: { text: { size: 9, smallest: 6 } }
boards:
  map: { title: Map, width: 150, height: 100, draw: [{ rect: [5, 5, 20, 20], fill: "#ff0000" }] }
parts:
  aid: { title: Aid, width: 60, height: 80, copies: 2, draw: [{ text: "Roll.", box: [5, 5, 50, 8] }] }
  coins:
    title: Coins
    width: 100
    height: 60
    draw:
      - repeat: n in numbers(1, 6)
        at: [5, 5]
        step: [15, 0]
        draw:
          - { ellipse: [0, 0, 10, 10], fill: "'#ffcc00' if n < 6 else '#999999'" }
          - { group: [], piece: [0, 0, 10, 10] }
"""
DICE = """
table Cube "cubes":
    key   | sides: 6..8 | name
    red   | 6           | "red"
    blue  | 8           | "blue"

effect throw(p: Player, c: Cube):
    says "{p} throws"
    let a = roll 1..c.sides
    let b = roll d10
    let e = roll d10
    if a + b + e > 20:
        money[p] = 0
"""


def things(states: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [one for state in states for one in (state, *things(state.get("ContainedObjects", [])))]


def path(url: str) -> Path:
    return Path(unquote(urlparse(url).path))


def extent(state: dict[str, Any]) -> tuple[float, float, float, float]:
    """Left, right, near and far edge of something on the table."""
    place, half = state["Transform"], {"Custom_Tile": (1, 1), "DeckCustom": (1.25, 1.75), "Custom_PDF": (5, 5)}
    across, deep = half.get(state["Name"], (0.75, 0.75))
    across, deep = across * place["scaleX"], deep * place["scaleZ"]
    return place["posX"] - across, place["posX"] + across, place["posZ"] - deep, place["posZ"] + deep


def test_a_whole_game_lies_on_the_table(command: Command, market: Path, out: Path) -> None:
    source = market / "market.regel"
    source.write_text(source.read_text(encoding="utf-8") + BOOKLET + DICE, encoding="utf-8")
    (market / "print").mkdir()
    (market / "print" / "all.yaml").write_text(PRINT, encoding="utf-8")
    said = command("print", market, "--tts", "-o", out)
    assert said.status == 0, said.err
    saved = json.loads((out / "market-tts-en" / "market-tts-en.json").read_text(encoding="utf-8"))
    jsonschema.validate(saved, SCHEMA, cls=jsonschema.Draft202012Validator)
    states = saved["ObjectStates"]
    assert [(one["Name"], one["Nickname"]) for one in states] == [
        ("DeckCustom", "deeds"),
        ("Custom_PDF", "Rules"),
        ("Custom_Tile", "Map"),
        ("Infinite_Bag", "Coins"),
        ("Bag", "Coins"),
        ("Die_6", "red"),
        ("Die_8", "blue"),
        ("Die_10", "Die"),
        ("Die_10", "Die"),
        ("Custom_Tile", "Aid"),
        ("Custom_Tile", "Aid"),
    ]
    every = things(states)
    assert len({one["GUID"] for one in every}) == len(every)
    for one, other in combinations(map(extent, states), 2):
        assert one[1] <= other[0] or other[1] <= one[0] or one[3] <= other[2] or other[3] <= one[2]
    said = {one["Nickname"]: one["Description"] for one in every if one["Name"] == "Card"}
    assert said["Tax"] == "Pay 200 at once."
    for one in every:
        if one["Name"] == "Custom_Tile":  # its picture has the shape of the tile
            with Image.open(path(one["CustomImage"]["ImageURL"])) as picture:
                wide, high = one["Transform"]["scaleX"], one["Transform"]["scaleZ"]
                assert abs(picture.width / picture.height - wide / high) < 0.02
        for deck in one.get("CustomDeck", {}).values():
            with Image.open(path(deck["FaceURL"])) as faces, Image.open(path(deck["BackURL"])) as back:
                assert faces.size == (back.width * deck["NumWidth"], back.height * deck["NumHeight"])
    board = next(one for one in states if one["Nickname"] == "Map")
    assert board["Locked"] and board["Transform"]["scaleX"] == round(150 / 25.4 / 2, 4)
    pdf = next(one for one in states if one["Name"] == "Custom_PDF")
    assert len(pypdfium2.PdfDocument(path(pdf["CustomPDF"]["PDFUrl"]))) > 1
    pages = {tab["title"]: tab["body"] for tab in saved["TabStates"].values()}
    assert pages["Taxes"].startswith("The toll is 700. You have 2 towns.") and "Cards" in pages


def test_many_equal_parts_lie_in_a_bag(command: Command, market: Path, out: Path) -> None:
    (market / "print").mkdir()
    part = "parts: { gem: { title: Gem, width: 12, height: 12, copies: 20, draw: [] } }\n"
    (market / "print" / "all.yaml").write_text(part, encoding="utf-8")
    said = command("print", market, "parts", "--tts", "-o", out)
    assert said.status == 0, said.err
    (saved,) = out.glob("*/*.json")
    (bag,) = json.loads(saved.read_text(encoding="utf-8"))["ObjectStates"]
    assert (bag["Name"], bag["Nickname"], len(bag["ContainedObjects"])) == ("Bag", "Gem", 20)


def test_parts_have_their_backs_and_nets_are_left_out(command: Command, market: Path, out: Path) -> None:
    (market / "print").mkdir()
    flag = "{ title: Flag, width: 30, height: 20, ground: '#ff0000', draw: [], back: [], back_ground: '#0000ff' }"
    aid = "{ title: Aid, width: 30, height: 20, draw: [] }"
    box = "{ title: Box, net: { tuck_box: [60, 90, 20] }, draw: [] }"
    (market / "print" / "all.yaml").write_text(f"parts: {{ flag: {flag}, aid: {aid}, box: {box} }}\n", encoding="utf-8")
    said = command("print", market, "parts", "--tts", "-o", out)
    assert said.status == 0 and "box is a net to fold, and is left out" in said.err
    (saved,) = out.glob("*/*.json")
    states = json.loads(saved.read_text(encoding="utf-8"))["ObjectStates"]
    jsonschema.validate(json.loads(saved.read_text(encoding="utf-8")), SCHEMA)
    assert [one["Nickname"] for one in states] == ["Flag", "Aid"]
    front, back = states[0]["CustomImage"]["ImageURL"], states[0]["CustomImage"]["ImageSecondaryURL"]
    for url, color in ((front, (255, 0, 0)), (back, (0, 0, 255))):
        with Image.open(path(url)) as picture:
            assert picture.convert("RGB").getpixel((20, 20)) == color
    assert states[1]["CustomImage"]["ImageSecondaryURL"] == ""


def test_a_game_without_chapters_gets_help_for_a_first_one(command: Command, market: Path, out: Path) -> None:
    said = command("print", market, "booklet", "-o", out)
    assert said.status == 1 and 'declared with `chapter NAME "Title":`' in " ".join(said.err.split()), said.err


def test_shelves_share_rows_where_the_table_is_not_deep_enough() -> None:
    boards = [Thing(8, 8, {"Name": "Custom_Tile", "Transform": {}}) for _ in range(2)]
    states = json.loads(saved_table("T", [boards] * 4))["ObjectStates"]
    places = {(one["Transform"]["posX"], one["Transform"]["posZ"]) for one in states}
    assert len(places) == len(states) == 8
    assert all(abs(x) + 4 <= 25 and abs(z) + 4 <= 15 for x, z in places)


def test_the_files_can_lie_elsewhere(command: Command, market: Path, out: Path) -> None:
    assert command("print", market, "cards", "--tts", "--tts-url", "https://example.org/t/", "-o", out).status == 0
    saved = json.loads((out / "market-tts-en" / "market-tts-en.json").read_text(encoding="utf-8"))
    (deck,) = saved["ObjectStates"]
    assert deck["CustomDeck"]["1"]["FaceURL"] == "https://example.org/t/market-tts-en/market-tts-en-1-fronts.png"
    assert saved["TabStates"] == {}
