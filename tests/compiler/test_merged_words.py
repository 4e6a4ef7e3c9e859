"""Tests of merging texts that two changes reword, and of translating passages that two variants reword."""

from __future__ import annotations

import pytest
from regelwerk_compiler.words.catalogues.entries import Catalogue, Entry
from regelwerk_compiler.words.catalogues.merging import clauses_of, merged

BASE = "Draw a card. Keep at most six cards, and discard the others."


def test_a_text_is_merged_clause_by_clause() -> None:
    for text in (BASE, "1枚引く。6枚まで残し、ほかは捨てる。", "- One: two;\n- three, 3.5 and four", "", "\n\n", "…"):
        assert "".join(clauses_of(text)) == text
    assert clauses_of("1枚引く。6枚まで残し、ほかは捨てる。") == ["1枚引く。", "6枚まで残し、", "ほかは捨てる。"]


@pytest.mark.parametrize(
    ("one", "other", "both"),
    [
        (
            "Draw two cards. Keep at most six cards, and discard the others.",
            "Draw a card. Keep at most six cards, and give the others away.",
            "Draw two cards. Keep at most six cards, and give the others away.",
        ),
        (
            "Draw two cards. Keep at most six cards, and discard the others.",
            "Draw a card. You may look at it. Keep at most six cards, and discard the others.",
            "Draw two cards. You may look at it. Keep at most six cards, and discard the others.",
        ),
        (
            f"{BASE} Then score.",
            "Draw two cards. Keep at most six cards, and discard the others.",
            "Draw two cards. Keep at most six cards, and discard the others. Then score.",
        ),
        ("Draw two cards. Keep at most six cards, and discard the others.", "Draw no card. Keep them.", None),
        (f"{BASE} Then score.", f"{BASE} Then rest.", None),  # nothing says which comes first
        (f"{BASE} Then score.", f"{BASE} Then score.", f"{BASE} Then score."),
    ],
)
def test_changes_of_different_clauses_are_merged(one: str, other: str, both: str | None) -> None:
    assert merged(BASE, one, other) == both
    assert merged(BASE, other, one) == both


def test_a_passage_reworded_by_two_variants_combines_their_translations() -> None:
    catalogue = Catalogue("de", changes=("late", "more"))
    catalogue.entries = {
        "chapter.x.1": Entry("Draw a card. Then score.", "Zieh eine Karte. Dann werte.", 1),
        "chapter.x.1@more": Entry("Draw two cards. Then score.", "Zieh zwei Karten. Dann werte.", 2),
        "chapter.x.1@late": Entry("Draw a card. Score at the end.", "Zieh eine Karte. Werte am Ende.", 3),
    }
    assert catalogue.find("chapter.x.1", "Draw two cards. Score at the end.") == "Zieh zwei Karten. Werte am Ende."
    assert catalogue.find("chapter.x.1", "Draw two cards. Then score.") == "Zieh zwei Karten. Dann werte."
    assert catalogue.find("chapter.x.1", "Draw two cards. Score twice.") is None
    catalogue.entries["chapter.x.1@late"] = catalogue.entries["chapter.x.1@late"]._replace(fuzzy=True)
    assert catalogue.find("chapter.x.1", "Draw two cards. Score at the end.") is None
    catalogue.entries["chapter.x.1@late"] = catalogue.entries["chapter.x.1@late"]._replace(fuzzy=False)
    catalogue.entries["chapter.x.1"] = catalogue.entries["chapter.x.1"]._replace(fuzzy=True)
    assert catalogue.find("chapter.x.1", "Draw two cards. Score at the end.") is None, "made of words that are in doubt"


def test_a_passage_is_not_put_together_while_one_translation_is_missing() -> None:
    catalogue = Catalogue("de", changes=("late", "more"))
    catalogue.entries = {
        "chapter.x.1": Entry("Draw a card.", "Zieh eine Karte.", 1),
        "chapter.x.1@more": Entry("Draw two cards.", "", 2),
        "chapter.x.1@late": Entry("Draw a card. Then score.", "Zieh eine Karte. Dann werte.", 3),
    }
    assert catalogue.find("chapter.x.1", "Draw two cards. Then score.") is None
