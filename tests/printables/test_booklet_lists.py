"""The lists of the booklet: in which order terms stand, which cards share an entry; and what a proof frames."""

from __future__ import annotations

from typing import Any

import pytest
from drawing_text import flat, glyphs
from golden import CASES
from hypothesis import given
from hypothesis import strategies as st
from regelwerk.loading.checked import load_checked
from regelwerk.loading.source import source_of
from regelwerk_compiler.checked.schema import with_types_in_words
from regelwerk_printables.booklet import Made, pages
from regelwerk_printables.booklet.content.alike import (
    BESIDE,
    SLOT,
    shared_beside,
    shared_text,
    shared_title,
    side_by_side,
)
from regelwerk_printables.booklet.content.elements import Paragraph
from regelwerk_printables.booklet.content.facts import Facts
from regelwerk_printables.booklet.content.kana import index_key, index_row, read
from regelwerk_printables.booklet.content.sections import errata_section
from regelwerk_printables.booklet.layout.look import WARNING
from regelwerk_printables.design.model import Wordlist
from regelwerk_printables.drawing.drawing import Box, Rect


def test_kana_stand_by_syllables_whichever_way_they_are_written() -> None:
    terms = [
        "ボーナス",
        "ほうび",
        "アジア",
        "いかだ",
        "カード",
        "がっこう",
        "亜鉛",
        "港",
        "ABC",
        "あめ",
        "キャラバン",
        "2金",
    ]
    shown = [
        "2金",
        "ABC",
        "アジア",
        "あめ",
        "いかだ",
        "カード",
        "がっこう",
        "キャラバン",
        "ほうび",
        "ボーナス",
        "亜鉛",
        "港",
    ]
    assert sorted(terms, key=index_key) == shown
    assert [index_row(term) for term in shown] == ["", "", "あ", "あ", "あ", "か", "か", "か", "は", "は", "漢", "漢"]


def test_a_word_with_a_reading_stands_where_it_is_heard() -> None:
    readings = {"新しい": "あたらしい", "港": "みなと", "新": "しん", "空港": "くうこう"}
    assert read("新しい空港", readings) == "あたらしいくうこう" and read("新港", readings) == "しんみなと"
    assert read("亜鉛", readings) == "亜鉛" and read("港", {}) == "港"
    terms = ["亜鉛", "港", "新しい港", "やま", "いかだ"]
    assert sorted(terms, key=lambda term: index_key(read(term, readings))) == [
        "新しい港",
        "いかだ",
        "港",
        "やま",
        "亜鉛",
    ]


def test_the_index_goes_by_readings_and_lists_a_word_once() -> None:
    game: dict[str, Any] = with_types_in_words(load_checked(source_of(CASES / "booklet" / "orchard")))
    blocks = [
        {"id": "chapter.one.1", "texts": {"ja": "**亜鉛**、**いかだ**"}, "where": "rules.regel:1"},
        {"id": "chapter.one.2", "texts": {"ja": "**Go**、**go**"}, "where": "rules.regel:2"},
    ]
    chapter = {**game["chapters"][0], "name": "one", "blocks": blocks}
    game |= {"chapters": [chapter], "cards": [], "card_types": [], "errata": [], "documents": [], "reconstructed": []}

    def listed(readings: dict[str, str]) -> list[str]:
        made = pages(game, "ja", words=Wordlist(readings=readings))
        text = [item.text.strip() for item in glyphs(made.pages[-1])]
        start = len(text) - text[::-1].index("索引")  # it stands in the contents, too
        return [one for one in text[start:] if one in ("亜鉛", "いかだ", "go", "Go")]

    assert listed({}) == ["go", "いかだ", "亜鉛"]
    assert listed({"亜鉛": "あえん"}) == ["go", "亜鉛", "いかだ"]


@given(st.text(st.sampled_from("アあかがカガーッん港A。"), max_size=8))
def test_every_term_has_a_place_of_its_own(term: str) -> None:
    assert index_key(term) == index_key(term)
    assert index_key(term) != index_key(term + "あ")


@pytest.mark.parametrize(
    ("titles", "texts", "shared"),
    [
        (
            ["Theft in Asia", "Theft in North America"],
            ["A good leaves Asia. Asia loses it.", "A good leaves North America. North America loses it."],
            f"A good leaves {SLOT}. {SLOT} loses it.",
        ),
        (["アジアの盗み", "アフリカの盗み"], ["アジアから1個", "アフリカから1個"], f"{SLOT}から1個"),
        (["Gift", "Alms"], ["Receive 500 euros.", "Receive 100 euros."], None),
        (
            ["For Asia and Peru", "For Asia and New York", "For Rome and Peru"],
            ["One to Asia, one to Peru.", "One to Asia, one to New York.", "One to Rome, one to Peru."],
            f"One to {SLOT}, one to {SLOT}.",
        ),
        (["Tax in Asia", "Tax in Peru"], ["Pay Asia 5.", "Pay Peru 7."], None),
        (["Gift", "Alms"], ["Receive 5 or 5.", "Receive 5 or 7."], None),
        (["A", "B"], ["Take all cards that lie there.", "Discard your hand."], None),
        (["Asian tax", "Peruvian tax"], ["One Asian.", "One Peruvian."], f"One {SLOT}."),
    ],
)
def test_cards_that_differ_in_a_word_share_a_text(titles: list[str], texts: list[str], shared: str | None) -> None:
    assert shared_text(titles, texts) == shared


@pytest.mark.parametrize(
    ("titles", "title", "parts"),
    [
        (["Theft in Asia", "Theft in North America"], f"Theft in {SLOT}", [("Asia",), ("North America",)]),
        (["アジアの盗み", "アフリカの盗み"], f"{SLOT}の盗み", [("アジア",), ("アフリカ",)]),
        (["Town 1", "Town 20", "Town 3"], f"Town {SLOT}", [("1",), ("20",), ("3",)]),
        (
            ["For Asia and Peru", "For North America and South America"],
            f"For {SLOT} and {SLOT}",
            [("Asia", "Peru"), ("North America", "South America")],
        ),
    ],
)
def test_cards_with_one_text_share_a_title(titles: list[str], title: str, parts: list[tuple[str, ...]]) -> None:
    assert shared_title(titles) == (title, parts)


@pytest.mark.parametrize("titles", [["Gift", "Tax"], ["A, b", "C, d"]])
def test_titles_that_have_nothing_in_common_are_named(titles: list[str]) -> None:
    assert shared_title(titles) is None


@pytest.mark.parametrize(
    ("texts", "shared"),
    [
        (["Build it for 400.", "Build it for 300.", "Build it for 200."], "Build it for 400/300/200."),
        (["Pay 1,500 or 1,300.", "Pay 1,500 or 1,200."], "Pay 1,500 or 1,300/1,200."),
        (["400円を払う。", "300円を払う。"], "400/300円を払う。"),
        (["Lose 20,000.", "Lose 15,000.", "Lose 10,000."], f"Lose 20,000{BESIDE}15,000{BESIDE}10,000."),
        (["Take 1 and pay 2.", "Take 3 and pay 4."], None),
        (["Take all cards that lie there.", "Discard your hand."], None),
        ([f"Take {number}." for number in range(9)], None),
    ],
)
def test_cards_under_one_title_tell_side_by_side_what_differs(texts: list[str], shared: str | None) -> None:
    """A line ends within a long row only."""
    assert side_by_side(texts) == shared


def test_cards_that_also_differ_in_a_number_share_a_text() -> None:
    names = ["Asia", "New York", "Peru"]
    titles = [f"Tax in {name}" for name in names]
    texts = [f"Pay {cost} in {name}." for name, cost in zip(names, (5, 7, 9), strict=True)]
    assert shared_beside(titles, texts) == f"Pay 5/7/9 in {SLOT}."
    assert shared_beside(titles[:2], texts[:2]) is None
    assert shared_beside(titles, ["Pay 5.", "Pay 7.", "Pay 9."]) is None, "nothing tells which number is whose"
    assert shared_beside(titles, [*texts[:2], "Receive 9 in Peru."]) is None


def cards_of(titles: list[str], text: str | list[str], copies: list[int]) -> dict[str, Any]:
    """A game that has these cards of one family, with one text or with a text each."""
    game: dict[str, Any] = with_types_in_words(load_checked(source_of(CASES / "booklet" / "orchard")))
    kind, card = game["card_types"][0], game["cards"][0]
    cards = [
        {**card, "key": f"k{at}", "type": kind["name"], "family": "k", "copies": count, "messages": [],
         "names": {"en": title, "ja": title}, "texts": {"en": own, "ja": own} if own else {}}
        for at, (title, count, own) in enumerate(
            zip(titles, copies, [text] * len(titles) if isinstance(text, str) else text, strict=True)
        )
    ]  # fmt: skip
    bare = {key: [] for key in ("chapters", "errata", "documents", "reconstructed")}
    return {**game, **bare, "cards": cards, "card_types": [{**kind, "cards": sum(copies)}]}


def test_the_list_of_cards_says_once_what_names_have_in_common() -> None:
    def told(titles: list[str], text: str, copies: list[int], language: str = "en") -> str:
        made = pages(cards_of(titles, text, copies), language)
        return " ".join(" ".join(item.text for page in made.pages[1:] for item in glyphs(page)).split())

    plain = told(["Town 1", "Town 20", "Town 3"], "", [1, 2, 1])
    assert "Town 1, 20 ×2, 3" in plain and plain.count("Town") == 1
    theft = told(["Theft in Asia", "Theft in Peru"], "Take one.", [2, 2])
    assert f"Theft in {SLOT} · 4 cards 2 each: Asia, Peru Take one." in theft
    names = ["Asia and Peru", "Asia and Mali", "Mali and Peru"]
    assert f"For {SLOT} and {SLOT} · 3 cards 1 for each pair of: Asia, Peru, Mali One." in told(
        [f"For {name}" for name in names], "One.", [1, 1, 1]
    )
    names = ["For Asia and Peru", "For Peru and Mali"]
    assert f"For {SLOT} and {SLOT} · 2 cards 1 each: Asia–Peru, Peru–Mali One." in told(names, "One.", [1, 1])
    towns = [f"{town} line, share {share}" for town in ("Ginza", "Oedo") for share in (1, 2)]
    assert "Ginza line, share 1, 2 Oedo line, share 1, 2 ×4" in told(towns, "", [1, 1, 1, 4])
    assert "Asia ×1, Peru ×3" in told(["Theft in Asia", "Theft in Peru"], "Take one.", [1, 3])
    assert theft.rpartition("Index")[2].split()[:3] == ["Theft", "in", SLOT]
    listed = told(["アジアの盗み", "アフリカの盗み"], "1個取る。", [1, 1], "ja").rpartition("索引")[2]
    assert listed.split()[0] == "盗み" and "アジア" not in listed


def test_cards_under_one_title_are_listed_once_where_their_copies_are_equal() -> None:
    def told(copies: list[int]) -> str:
        made = pages(cards_of(["Bus", "Bus"], ["Go 2 spaces.", "Go 3 spaces."], copies), "en")
        return " ".join(" ".join(item.text for page in made.pages[1:] for item in glyphs(page)).split())

    assert "Bus ×4 Go 2/3 spaces." in told([2, 2])
    assert "Bus ×1 Go 2 spaces. Bus ×3 Go 3 spaces." in told([1, 3])


def frames(made: Made) -> list[tuple[int, Box]]:
    """The frames of a proof, with their pages from 0."""
    return [
        (number, item.box)
        for number, page in enumerate(made.pages)
        for item in flat(page.items)
        if isinstance(item, Rect) and item.pen is not None and item.pen.color == WARNING
    ]


@pytest.mark.parametrize("doubt", ["table.Fruit", "table.Fruit.price", "Fruit.plum", "scenario.plums.title"])
def test_a_proof_frames_tables_and_examples(doubt: str) -> None:
    game: dict[str, Any] = with_types_in_words(load_checked(source_of(CASES / "booklet" / "orchard")))
    plain, proof = pages(game, "en"), pages(game, "en", doubts={doubt: "stale"})
    assert frames(plain) == []
    ((number, box),) = frames(proof)
    inside = [item.text for item in glyphs(plain.pages[number]) if box.y < item.y < box.y + box.height]
    assert {"apple", "plum"} <= set(inside) if "Fruit" in doubt else any(text.startswith("Example") for text in inside)


def test_a_proof_frames_what_is_in_doubt_with_the_reason() -> None:
    game: dict[str, Any] = with_types_in_words(load_checked(source_of(CASES / "booklet" / "orchard")))
    chapter = game["chapters"][0]
    block = next(block for block in chapter["blocks"] if block["id"])
    card = next(card for card in game["cards"] if card["texts"]["en"])
    doubts = {block["id"]: "fuzzy", card["messages"][0]: "missing", "chapter.nowhere.1": "stale"}
    plain, proof = pages(game, "en"), pages(game, "en", doubts=doubts)
    assert frames(plain) == [] and len(plain.pages) == len(proof.pages)
    found = frames(proof)
    assert len(found) >= 2  # cards of one family share a title
    for (number, box), word in zip(found, ["fuzzy", *["missing"] * (len(found) - 1)], strict=True):
        inside = [item for item in glyphs(plain.pages[number]) if box.y < item.y < box.y + box.height]
        assert any(box.x < item.x < box.x + box.width for item in inside)
        assert word in [item.text for item in glyphs(proof.pages[number])]
        assert not {"stale"} & {item.text for item in glyphs(proof.pages[number])}


def test_the_last_erratum_does_not_stand_alone() -> None:
    errata = [{"name": name, "applied": name != "d", "titles": {"en": name}, "changes": []} for name in "abcd"]
    lines = [one for one in errata_section(Facts({"errata": errata, "cards": []}, "en")) if isinstance(one, Paragraph)]
    assert [line.keep for line in lines] == [False, True, False, False]
