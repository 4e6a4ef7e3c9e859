"""Tests of the booklet's lists: the order of terms, cards that share an entry, and what a proof frames."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from drawing_text import flat, glyphs
from hypothesis import given
from hypothesis import strategies as st
from orchard import data, with_chapter
from regelwerk_compiler.checked.game import CheckedGame, Family
from regelwerk_compiler.checked.prose import Change
from regelwerk_compiler.checked.values import Position, Slot
from regelwerk_compiler.model.types import INT
from regelwerk_printables.booklet import Made, pages
from regelwerk_printables.booklet.content.cards import SLOT
from regelwerk_printables.booklet.content.elements import Paragraph
from regelwerk_printables.booklet.content.facts import Facts
from regelwerk_printables.booklet.content.sections import errata_section, in_order, index_key, index_row, read
from regelwerk_printables.design.model import Wordlist
from regelwerk_printables.drawing.drawing import WARNING, Box, Rect

ORCHARD = data()


def test_kana_are_sorted_by_syllables_in_either_script() -> None:
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


def test_a_word_with_a_reading_is_sorted_by_it() -> None:
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


def test_the_index_is_sorted_by_readings_and_lists_a_word_once() -> None:
    bare = replace(ORCHARD, cards=(), card_types=(), errata=(), documents=(), reconstructed=())
    game = with_chapter(bare, ("**亜鉛**、**いかだ**", 1), ("**Go**、**go**", 2))

    def listed(readings: dict[str, str]) -> list[str]:
        made = pages(game, "ja", words=Wordlist(readings=readings))
        text = [item.text.strip() for item in glyphs(made.pages[-1])]
        start = len(text) - text[::-1].index("索引")  # it is in the contents, too
        return [one for one in text[start:] if one in ("亜鉛", "いかだ", "go", "Go")]

    assert listed({}) == ["go", "いかだ", "亜鉛"]
    assert listed({"亜鉛": "あえん"}) == ["go", "亜鉛", "いかだ"]


def test_the_index_lists_a_term_without_the_stop_after_it() -> None:
    bare = replace(ORCHARD, cards=(), card_types=(), errata=(), documents=(), reconstructed=())
    made = pages(with_chapter(bare, ("1. **Picking.** Pick one.\n2. **Selling:** Sell it.", 1)), "en")
    text = [item.text.strip() for item in glyphs(made.pages[-1])]
    assert {"Picking", "Selling"} <= {*text[len(text) - text[::-1].index("Index") :]}


def test_numbers_in_terms_are_sorted_by_value() -> None:
    terms = ["Spirit 10", "Spirit 2", "Spirit", "Spirit 1", "spirit 02 b", "Spirits"]
    facts = Facts(ORCHARD, "en")
    assert in_order(facts, terms) == ["Spirit", "Spirit 1", "Spirit 2", "spirit 02 b", "Spirit 10", "Spirits"]


def test_the_index_leads_to_the_chapter_of_a_term_too() -> None:
    bare = replace(ORCHARD, cards=(), card_types=(), errata=(), documents=(), reconstructed=())
    game = with_chapter(bare, ("At the end comes **Selling**.", 1))
    (first,) = game.chapters
    filler = tuple(replace(first.blocks[0], texts={"en": f"Wait. {number} " * 60}) for number in range(40))
    second = replace(first, name="two", title="Selling", titles={"en": "Selling"}, blocks=first.blocks)
    between = replace(first, name="between", title="Waiting", titles={"en": "Waiting"}, blocks=filler)
    made = pages(replace(game, chapters=(first, between, replace(second, blocks=filler[:1]))), "en")
    page = next(one.page + 1 for one in made.bookmarks if one.title == "Selling")
    words = [item.text.strip() for item in glyphs(made.pages[-1])]
    entry = words.index("Selling", words.index("Index"))
    assert page > 3 and [one for one in words[entry + 1 :] if one.isdecimal()][:2] == ["2", str(page)]


@given(st.text(st.sampled_from("アあかがカガーッん港A。"), max_size=8))
def test_every_term_has_a_place_of_its_own(term: str) -> None:
    assert index_key(term) == index_key(term)
    assert index_key(term) != index_key(term + "あ")


Parts = tuple[str | tuple[str, ...], ...]


def cards_of(title: Parts, text: Parts, copies: Sequence[int]) -> CheckedGame:
    """A game with the cards of one family: a title, a text and a number of copies for each."""
    kind, card = ORCHARD.card_types[0], ORCHARD.cards[0]

    def words(parts: Parts, at: int) -> dict[str, str]:
        own = "".join(part if isinstance(part, str) else part[at] for part in parts)
        return {"en": own, "ja": own}

    cards = tuple(
        replace(
            card,
            key=f"k.{at}",
            type=kind.name,
            family="k",
            copies=count,
            messages=(),
            names=words(title, at),
            texts=words(text, at) if text else {},
        )
        for at, count in enumerate(copies)
    )
    shared = (tuple(one if isinstance(one, str) else Slot(one, INT) for one in parts) for parts in (title, text))
    keys, titles, texts = (tuple(card.key for card in cards), *({"en": one, "ja": one} for one in shared))
    family = Family("k", kind.name, (), keys, titles, texts if text else {})
    bare = replace(ORCHARD, chapters=(), errata=(), documents=(), reconstructed=())
    return replace(bare, cards=cards, families=(family,), card_types=(replace(kind, cards=sum(copies)),))


def text_about_cards(title: Parts, text: Parts, copies: Sequence[int], language: str = "en") -> str:
    """The text that a booklet prints about cards, from the contents on."""
    made = pages(cards_of(title, text, copies), language)
    return " ".join(" ".join(item.text for page in made.pages[1:] for item in glyphs(page)).split())


ASIA = ("Asia", "North America")
COSTS = ("5", "7", "9")
TOWNS = ("Asia", "New York", "Peru")


@pytest.mark.parametrize(
    ("title", "text", "shown"),
    [
        (
            ("Theft in ", ASIA),
            ("A good leaves ", ASIA, ". ", ASIA, " loses it."),
            f"A good leaves {SLOT}. {SLOT} loses it.",
        ),
        (
            ("For ", ("Asia", "Asia", "Rome"), " and ", ("Peru", "Mali", "Peru")),
            ("One to ", ("Asia", "Asia", "Rome"), ", one to ", ("Peru", "Mali", "Peru"), "."),
            f"One to {SLOT}, one to {SLOT}.",
        ),
        (("Tax ", ("on the red", "on the blue"), "."), ("One ", ("the red", "the blue"), "."), f"One the {SLOT}."),
        (("Tax in ", TOWNS), ("Pay ", COSTS, " in ", TOWNS, "."), f"Pay 5/7/9 in {SLOT}."),
        (("Build",), ("Build it for ", ("400", "300", "200"), "."), "Build it for 400/300/200."),
        (("Build",), ("Pay 1,500 or ", ("1,300", "1,200"), "."), "Pay 1,500 or 1,300/1,200."),
        (("Loss",), ("Lose ", ("20,000", "15,000", "10,000"), "."), "Lose 20,000/15,000/10,000."),
    ],
)
def test_cards_that_differ_in_single_values_share_a_text(title: Parts, text: Parts, shown: str) -> None:
    copies = [1] * max(len(part) for part in text if not isinstance(part, str))
    assert "".join(shown.split()) in "".join(text_about_cards(title, text, copies).split())


@pytest.mark.parametrize(
    ("title", "text", "copies"),
    [
        ((("Gift", "Alms"),), ("Receive ", ("500", "100"), "."), [1, 1]),
        (("Tax in ", ("Asia", "Peru")), ("Pay in ", ("Asia", "Peru"), ": ", ("5", "7"), "."), [1, 1]),
        (("Tax in ", TOWNS), ("Pay ", COSTS, "."), [1, 1, 1]),  # nothing tells which number belongs to which card
        (("Bus",), ("Take ", ("1", "3"), " and pay ", ("2", "4"), "."), [1, 1]),
        (("Bus",), ("Go ", ("2", "3"), " spaces."), [1, 3]),  # nor how many copies there are of which
        (("Bus",), ("Take ", tuple(map(str, range(9))), "."), [1] * 9),
    ],
)
def test_cards_that_differ_in_more_have_a_text_each(title: Parts, text: Parts, copies: list[int]) -> None:
    shown = text_about_cards(title, text, copies)
    for at in range(len(copies)):
        assert "".join(part if isinstance(part, str) else part[at] for part in text) in shown


def test_the_list_of_cards_shows_the_common_part_of_names_once() -> None:
    plain = text_about_cards(("Town ", ("1", "20", "3")), (), [1, 2, 1])
    assert "Town 1, 20 ×2, 3" in plain and plain.count("Town") == 1
    theft = text_about_cards(("Theft in ", ("Asia", "Peru")), ("Take one.",), [2, 2])
    assert f"Theft in {SLOT} · 4 cards 2 each: Asia, Peru Take one." in theft
    pairs = ("Asia", "Asia", "Mali"), ("Peru", "Mali", "Peru")
    assert f"For {SLOT} and {SLOT} · 3 cards 1 for each pair of: Asia, Peru, Mali One." in text_about_cards(
        ("For ", pairs[0], " and ", pairs[1]), ("One.",), [1, 1, 1]
    )
    assert f"For {SLOT} and {SLOT} · 2 cards 1 each: Asia–Peru, Peru–Mali One." in text_about_cards(
        ("For ", ("Asia", "Peru"), " and ", ("Peru", "Mali")), ("One.",), [1, 1]
    )
    towns = (("Ginza line", "Ginza line", "Oedo line", "Oedo line"), ", share ", ("1", "2", "1", "2"))
    assert "Ginza line, share 1, 2 Oedo line, share 1, 2 ×4" in text_about_cards(towns, (), [1, 1, 1, 4])
    assert "Asia ×1, Peru ×3" in text_about_cards(("Theft in ", ("Asia", "Peru")), ("Take one.",), [1, 3])
    assert theft.rpartition("Index")[2].split()[:3] == ["Theft", "in", SLOT]
    listed = text_about_cards((("アジア", "アフリカ"), "の盗み"), ("1個取る。",), [1, 1], "ja").rpartition("索引")[2]
    assert listed.split()[0] == "盗み" and "アジア" not in listed


def test_numbered_cards_without_a_family_share_an_entry() -> None:
    game = cards_of(("Town ", ("1", "20", "3")), (), [1, 1, 1])
    cards = tuple(replace(card, key=f"k{at}", family=f"k{at}") for at, card in enumerate(game.cards))
    made = pages(replace(game, cards=cards, families=()), "en")
    shown = " ".join(" ".join(item.text for page in made.pages[1:] for item in glyphs(page)).split())
    assert "Town 1, 20, 3" in shown and shown.count("Town") == 1


def test_many_numbered_cards_are_listed_by_hundreds() -> None:
    numbers = tuple(map(str, [*range(104, 130), 201, *range(301, 305)]))
    shown = text_about_cards(("Transport ", numbers), (), [1] * len(numbers))
    assert "Transport 104–129 (26), 201, 301–304 (4)" in shown and "105" not in shown


def test_cards_under_one_title_are_listed_once_where_their_copies_are_equal() -> None:
    assert "Bus ×4 Go 2/3 spaces." in text_about_cards(("Bus",), ("Go ", ("2", "3"), " spaces."), [2, 2])
    assert "Bus Go 2 spaces. Bus ×3 Go 3 spaces." in text_about_cards(("Bus",), ("Go ", ("2", "3"), " spaces."), [1, 3])


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
    plain, proof = pages(ORCHARD, "en"), pages(ORCHARD, "en", doubts={doubt: "stale"})
    assert frames(plain) == []
    ((number, box),) = frames(proof)
    inside = [item.text for item in glyphs(plain.pages[number]) if box.y < item.y < box.y + box.height]
    assert {"apple", "plum"} <= set(inside) if "Fruit" in doubt else any(text.startswith("Example") for text in inside)


def test_a_proof_frames_doubtful_texts_with_the_reason() -> None:
    block = next(block for block in ORCHARD.chapters[0].blocks if block.id)
    card = next(card for card in ORCHARD.cards if card.texts["en"])
    doubts = {block.id: "fuzzy", str(card.messages[0]): "missing", "chapter.nowhere.1": "stale"}
    plain, proof = pages(ORCHARD, "en"), pages(ORCHARD, "en", doubts=doubts)
    assert frames(plain) == [] and len(plain.pages) == len(proof.pages)
    found = frames(proof)
    assert len(found) >= 2  # cards of one family share a title
    for (number, box), word in zip(found, ["fuzzy", *["missing"] * (len(found) - 1)], strict=True):
        inside = [item for item in glyphs(plain.pages[number]) if box.y < item.y < box.y + box.height]
        assert any(box.x < item.x < box.x + box.width for item in inside)
        assert word in [item.text for item in glyphs(proof.pages[number])]
        assert not {"stale"} & {item.text for item in glyphs(proof.pages[number])}


def test_the_last_erratum_is_not_alone_on_a_page() -> None:
    errata = tuple(Change(name, name, {"en": name}, (), Position(), name != "d", ()) for name in "abcd")
    facts = Facts(replace(ORCHARD, errata=errata), "en")
    lines = [one for one in errata_section(facts) if isinstance(one, Paragraph)]
    assert [line.keep for line in lines] == [True, False, True, False, False], "nor do the words before the first"
