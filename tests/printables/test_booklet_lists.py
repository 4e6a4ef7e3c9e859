"""The lists of the booklet: in which order terms stand, which cards share an entry; and what a proof frames."""

from __future__ import annotations

from typing import Any

import pytest
from drawing_text import flat, glyphs
from golden import CASES
from hypothesis import given
from hypothesis import strategies as st
from regelwerk.loading import checked_data, source_of
from regelwerk_printables.booklet import Made, pages
from regelwerk_printables.booklet.alike import SLOT, shared_text
from regelwerk_printables.booklet.kana import index_key, index_row
from regelwerk_printables.booklet.look import WARNING
from regelwerk_printables.drawing import Box, Rect


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


def test_a_proof_frames_what_is_in_doubt_with_the_reason() -> None:
    def frames(made: Made) -> list[tuple[int, Box]]:
        return [
            (number, item.box)
            for number, page in enumerate(made.pages)
            for item in flat(page.items)
            if isinstance(item, Rect) and item.pen is not None and item.pen.color == WARNING
        ]

    game: dict[str, Any] = dict(checked_data(source_of(CASES / "booklet" / "orchard")))
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
