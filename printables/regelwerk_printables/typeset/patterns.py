"""Hyphenation patterns in the format of LibreOffice dictionaries, each parsed when a word needs it.

A German dictionary has some 78,000 patterns, a few hundred of which are needed for the words of a game: parsing all of
them takes four times as long as indexing them by their letters.
"""

from __future__ import annotations

import re
from pathlib import Path

_HEX = re.compile(r"\^{2}([0-9a-f]{2})")
_PART = re.compile(r"(\d?)(\D?)")  # the value of a division here, and the letter after it
_NO_PATTERN = ("%", "#", "LEFTHYPHENMIN", "RIGHTHYPHENMIN", "COMPOUNDLEFTHYPHENMIN", "COMPOUNDRIGHTHYPHENMIN")
_DIGITS = str.maketrans("", "", "0123456789")


class Patterns:
    """The patterns of one dictionary."""

    def __init__(self, path: Path) -> None:
        with path.open("rb") as file:
            encoding = file.readline().decode("ascii").strip()
            text = file.read().decode("cp1251" if encoding.lower() == "microsoft-cp1251" else encoding)
        if "^^" in text:
            text = _HEX.sub(lambda found: chr(int(found[1], 16)), text)
        lines = [line for line in map(str.strip, text.split("\n")) if line and not line.startswith(_NO_PATTERN)]
        if "/" in text:  # after it comes the change of letters at the division
            lines = [line.split("/", 1)[0] if "=" in line else line for line in lines]
        letters = "\n".join(lines).translate(_DIGITS).split("\n")
        self._written = {one: line for one, line in zip(letters, lines, strict=True) if len(one) < len(line)}
        self._longest = max(map(len, self._written))
        self._values: dict[str, list[int]] = {}

    def positions(self, word: str) -> list[int]:
        """The places where a word may be divided: the numbers of letters before each."""
        pointed = f".{word.lower()}."
        values = [0] * (len(pointed) + 1)
        for start in range(len(pointed) - 1):
            for end in range(start + 1, min(start + self._longest, len(pointed)) + 1):
                letters = pointed[start:end]
                if letters in self._written:
                    for at, value in enumerate(self._read(letters), start):
                        values[at] = max(values[at], value)
        return [at - 1 for at, value in enumerate(values) if value % 2]

    def _read(self, letters: str) -> list[int]:
        """The values between the letters of a pattern."""
        if letters not in self._values:
            values = [int(value or 0) for value, _ in _PART.findall(self._written[letters])]
            self._values[letters] = values[: len(letters) + 1]
        return self._values[letters]
