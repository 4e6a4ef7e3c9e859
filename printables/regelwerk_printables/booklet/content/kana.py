"""Index order of Japanese terms.

Latin letters and digits come first, then kana, then kanji. Kana stand in the order of the syllables: katakana as
hiragana, a long vowel as that vowel, small and voiced ones beside the plain ones. A game can say how its words are
read; other kanji stand behind the kana in the order of JIS X 0208, whose first part is arranged by the most usual
reading.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from unicodedata import lookup, name, normalize

Key = tuple[tuple[tuple[int, int], ...], str]

_SMALL = str.maketrans("ぁぃぅぇぉっゃゅょゎゕゖ", "あいうえおつやゆよわかけ")
_ROWS = "あかさたなはまやらわ"


def read(term: str, readings: Mapping[str, str]) -> str:
    """A term with the words in it that have a reading as these are read, the longest words first."""
    if not readings:
        return term
    words = sorted(readings, key=len, reverse=True)
    return re.sub("|".join(map(re.escape, words)), lambda match: readings[match[0]], term)


@cache
def index_key(term: str) -> Key:
    """What terms are sorted by; those with equal places stand as they are written."""
    return tuple(map(_place, plain_kana(term))), term


def plain_kana(term: str) -> str:
    """A term with its kana as large, unvoiced hiragana."""
    found = ""
    for char in normalize("NFKC", term.casefold()):
        if "ァ" <= char <= "ヶ":
            char = chr(ord(char) - 0x60)
        if char == "ー" and found:
            vowel = re.fullmatch("HIRAGANA LETTER .*([AIUEO])", name(found[-1], ""))
            char = lookup(f"HIRAGANA LETTER {vowel[1]}") if vowel else char
        found += char.translate(_SMALL)
    return "".join(char for char in normalize("NFD", found) if char not in "\u3099\u309a")


def index_row(term: str) -> str:
    """Under which heading a term would stand: a row of the syllables, `漢` for kanji, "" for all else."""
    first = plain_kana(term)[:1]
    if "ぁ" <= first <= "ん":
        return max(row for row in _ROWS if row <= first)
    return "漢" if "一" <= first <= "鿿" or first == "々" else ""


def _place(char: str) -> tuple[int, int]:
    if "ぁ" <= char <= "ゖ":
        return 1, ord(char)
    if char < "\u3000":
        return 0, ord(char)
    return 2, int.from_bytes(char.encode("euc_jp", "replace"), "big")
