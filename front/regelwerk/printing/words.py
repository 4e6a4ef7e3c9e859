"""A product and a language go in; what a file's title calls the product comes out."""

from __future__ import annotations

WORDS = {
    "en": {"cards": "Cards", "board": "Board", "parts": "Parts", "booklet": "Rules", "alignment": "Alignment"},
    "de": {
        "cards": "Karten",
        "board": "Spielplan",
        "parts": "Spielmaterial",
        "booklet": "Spielregeln",
        "alignment": "Ausrichtung",
    },
    "ja": {"cards": "カード", "board": "ボード", "parts": "部品", "booklet": "ルール", "alignment": "位置合わせ"},
}


def product_word(product: str, language: str) -> str:
    """The product in the language, or in English."""
    return WORDS.get(language.partition("-")[0], WORDS["en"])[product]
