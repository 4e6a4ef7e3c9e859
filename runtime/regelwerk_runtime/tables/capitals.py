"""Capital letters at the beginning of sentences, titles and headings, in all languages; it imports nothing."""

from __future__ import annotations

DOTTED = ("az", "tr")
"""The languages in which the capital of i keeps its dot."""


def capital(text: str, language: str) -> str:
    """A text that begins with a capital letter; signs before its first letter stay.

    A text that begins with a digit or with `…` stays, and so does a letter without a capital for beginnings, as in
    Japanese and Georgian.
    """
    own = language[:2].lower()
    for at, letter in enumerate(text):
        if letter == "…":
            break
        if letter.isalnum():
            size = 2 if own == "nl" and text[at : at + 2] == "ij" else 1
            large = "IJ" if size == 2 else "İ" if letter == "i" and own in DOTTED else letter.title()
            return text[:at] + large + text[at + size :] if len(large) == size else text
    return text
