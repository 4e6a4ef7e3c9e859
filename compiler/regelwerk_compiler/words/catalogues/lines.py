"""The text of a gettext file goes in; what gettext refuses, though readers of its format pass over it, comes out.

A quotation mark too few cuts a translation off, and of two entries with one id only the last is seen: both would lose
words in silence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

OPENED = re.compile(r'(?:(msgctxt|msgid|msgid_plural|msgstr(?:\[\d+\])?)\s*)?"')
STRING = re.compile(r'(?:msg\w+(?:\[\d+\])?\s*)?"((?:[^"\\]|\\.)*)"')
UNCLOSED = "a quotation mark is missing, or one within the text has no `\\` before it"


class Fault(NamedTuple):
    """What is wrong with a file, and in which line, from 1."""

    line: int
    message: str


def first_fault(text: str) -> Fault | None:
    """The first string that does not end where its line does, or the first entry that stands there twice."""
    lines = text.split("\n")
    for number, line in enumerate(lines, 1):
        written = line.strip()
        if OPENED.match(written) and not STRING.fullmatch(written):
            return Fault(number, UNCLOSED)
    known: dict[str, int] = {}
    for number, id_ in _ids(lines):
        if id_ in known:
            return Fault(number, f"`{id_}` has an entry in line {known[id_]} already")
        known[id_] = number
    return None


def translation_line(lines: list[str], start: int) -> int:
    """The line, from 1, in which the translation of the entry around line `start` begins."""
    ahead = range(start, len(lines) + 1)
    return next((number for number in ahead if lines[number - 1].lstrip().startswith("msgstr")), start)


def _ids(lines: list[str]) -> Iterator[tuple[int, str]]:
    """Where each entry begins, and its id, which may go over several lines. What is given up (`#~`) does not count."""
    start, id_ = 0, ""
    for number, line in enumerate(lines, 1):
        written = line.strip()
        opened, string = OPENED.match(written), STRING.fullmatch(written)
        if opened is None or string is None:
            continue
        keyword = opened[1]
        if keyword == "msgctxt":
            start, id_ = number, string[1]
        elif keyword is None and start:
            id_ += string[1]
        elif start:
            yield start, id_
            start = 0
