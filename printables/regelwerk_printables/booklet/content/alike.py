"""Titles and texts of a family's cards go in; what they are but for a word comes out, where there is such a thing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

SLOT = "…"  # in place of the word that differs
BESIDE = "/\u200b"  # between what stands side by side; a line may end there
SHORT_BESIDE = 17  # characters: a row of that many stays on one line
MOST = 3  # words in a row that may differ
LEAST_BESIDE, MOST_BESIDE = 3, 4  # so much is told side by side

_WORD = re.compile(r"\d+(?:[.,]\d+)*|[ァ-ヺー]+|[ぁ-ゖ一-鿿々]|[^\W_]+|\s+|.", re.DOTALL)


def shared_text(titles: Sequence[str], texts: Sequence[str]) -> str | None:
    """The text that all of some cards have, with `SLOT` for what is different; None where more than that is.

    What differs must be what their titles differ in: who reads the titles knows what belongs in the slots.

    Args:
        titles: of the cards, at least two.
        texts: of the same cards, in the same order.
    """
    for words in _differing(titles):
        found = {_replaced(text, own) for text, own in zip(texts, words, strict=True)}
        if len(found) == 1:
            return found.pop()
    return None


def shared_title(titles: Sequence[str]) -> tuple[str, list[tuple[str, ...]]] | None:
    """The title that all of some cards have, with `SLOT` for what is different, and what stands there in each.

    None where nothing but signs is left of it, or more than that is different.
    """
    for words in reversed(list(_differing(titles))):
        found = {_replaced(title, own) for title, own in zip(titles, words, strict=True)}
        title = found.pop()
        if not found and any(map(str.isalnum, title)):
            return title, [tuple(own) for own in words]
    return None


def shared_beside(titles: Sequence[str], texts: Sequence[str]) -> str | None:
    """The same for texts that differ in one more place: what stands there is told side by side, in the titles' order.

    Only where the texts name what their titles differ in: that the order is the same is plain then.
    """
    if len(titles) < LEAST_BESIDE:
        return None
    for words in _differing(titles):
        found = [_replaced(text, own) for text, own in zip(texts, words, strict=True)]
        if all(SLOT in text for text in found) and (shared := side_by_side(found)) is not None:
            return shared
    return None


def side_by_side(texts: Sequence[str]) -> str | None:
    """The text that all of some cards have, with what is different side by side: `for 400/300/200`.

    None where more is different than one word. The texts are at least two, none of them twice.
    """
    split = [_WORD.findall(text) for text in texts]
    start, end = _ends(split)
    middles = [parts[start : len(parts) - end] for parts in split]
    if len(texts) > MOST_BESIDE or any(len(middle) != 1 for middle in middles):
        return None
    words = split[0]
    row = BESIDE.join(map("".join, middles))
    short = row.replace(BESIDE, "/")
    return "".join([*words[:start], short if len(short) <= SHORT_BESIDE else row, *words[len(words) - end :]])


def _differing(texts: Sequence[str]) -> Iterator[list[list[str]]]:
    """For each text the words that the others do not have in their place: as one, or as two with a word between."""
    split = [_WORD.findall(text) for text in texts]
    start, end = _ends(split)
    middles = [parts[start : len(parts) - end] for parts in split]
    if all(map(_is_short, middles)):
        yield [["".join(middle).strip()] for middle in middles]
    for word in dict.fromkeys(middles[0]):
        if word.isspace() or any(middle.count(word) != 1 for middle in middles):
            continue
        halves = [(middle[: middle.index(word)], middle[middle.index(word) + 1 :]) for middle in middles]
        if all(_is_short(half) for pair in halves for half in pair):
            yield [["".join(half).strip() for half in pair] for pair in halves]


def _is_short(words: Sequence[str]) -> bool:
    return 0 < sum(not word.isspace() for word in words) <= MOST


def _ends(split: Sequence[list[str]]) -> tuple[int, int]:
    """How many words all begin with, and how many others all end with."""
    start, end = _common(split), _common([parts[::-1] for parts in split])
    return start, min(end, *(len(parts) - start for parts in split))


def _common(split: Sequence[Sequence[str]]) -> int:
    """How many words all begin with."""
    count = 0
    for parts in zip(*split, strict=False):
        if len(set(parts)) > 1:
            break
        count += 1
    return count


def _replaced(text: str, words: Sequence[str]) -> str:
    """The text without these words, as far as they stand there as wholes."""
    inner = _WORD.findall(text)
    sought = sorted((_WORD.findall(word) for word in words), key=len, reverse=True)
    found: list[str] = []
    at = 0
    while at < len(inner):
        hit = next((word for word in sought if inner[at : at + len(word)] == word), None)
        found.append(inner[at] if hit is None else SLOT)
        at += len(hit or "1")
    return "".join(found)
