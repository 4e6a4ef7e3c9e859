"""Numbers from 2 on that the prose of chapters states in words or digits instead of a slot, in every language.

A slot follows the rules; a number that is written out becomes wrong when they change.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from regelwerk_dsl.diagnostics import Diagnostics
from regelwerk_dsl.source import Span

from ..words.prose import Block
from ..words.texts import parse_pattern, slot_values
from ..words.words import Words

NUMBER_WORDS = {
    "en": "two three four five six seven eight nine ten eleven twelve",
    "de": "zwei drei vier fünf sechs sieben acht neun zehn elf zwölf",
    "ja": "二 三 四 五 六 七 八 九 十",
}
COUNTERS = "つ人個枚回本色種歩番目列行"  # a kanji numeral counts before one of these, else it is part of a word
NO_FIGURE = re.compile(
    r"^[ \t]*\d+[.)](?=\s)"  # the number of a list item
    r"|\]\([^)]*\)"  # where a link leads
    r"|\{[^{}]*\}"  # a slot
    r"|\b[A-Za-z_]+\d+\b",  # a name such as R12
    re.MULTILINE,
)


def check_figures(words: Words, diagnostics: Diagnostics) -> None:
    """W0712, in the sources; and in the translations where the source does not state the same number."""
    first, *others = words.texts.catalogues
    for blocks in words.chapters.values():
        for block in blocks:
            if block.typed is None:
                continue
            stated: set[int] = set()
            for value, said, start in _figures(block.span.text, first.language):
                stated.add(value)
                start += block.span.start
                _warn(diagnostics, Span(block.span.source, start, start + len(said)), said)
            for catalogue in others:
                found = catalogue.find(block.id, block.source)
                if found is None or catalogue.source is None or not _is_pattern(found, block):
                    continue
                source = catalogue.source
                line = min(catalogue.entries[block.id].line, len(source.line_starts))
                start = source.line_starts[line - 1]
                for value, said, _ in _figures(found, catalogue.language):
                    if value not in stated:
                        span = Span(source, start, start + len(source.line(line)))
                        _warn(diagnostics, span, said, f"in the {catalogue.language} of `{block.id}`")


def _is_pattern(words: str, block: Block) -> bool:
    assert block.typed is not None
    try:
        parse_pattern(words, slot_values(block.typed.text))
    except ValueError:
        return False  # reported with the slots
    return True


def _warn(diagnostics: Diagnostics, span: Span, said: str, note: str = "") -> None:
    diagnostics.report(
        "W0712",
        span,
        f"the prose states `{said}`, and no rule stands behind it",
        note=note,
        help="write a slot with the name that the rules have for it, for example `{start_money}`",
    )


def _figures(text: str, language: str) -> Iterator[tuple[int, str, int]]:
    """The numbers from 2 on that a text states: value, words, and where."""
    shown = NO_FIGURE.sub(lambda found: " " * len(found.group()), text)
    pattern, values = _pattern(language)
    for found in pattern.finditer(shown):
        said = found.group()
        value = values.get(said.lower())
        if value is None:
            digits = re.sub(r"\D", "", said)
            value = int(digits) if digits else 0
        if value > 1:
            yield value, said, found.start()


@cache
def _pattern(language: str) -> tuple[re.Pattern[str], dict[str, int]]:
    names = NUMBER_WORDS.get(language.partition("_")[0], "").split()
    values = {name: value for value, name in enumerate(names, 2)}
    digits = r"\d+(?:[.,\u00a0\u202f ]\d{3})*(?!\w)"
    if not names:
        return re.compile(digits), values
    if language == "ja":
        return re.compile(rf"\d+(?:,\d{{3}})*|(?:{'|'.join(names)})(?=[{COUNTERS}])"), values
    return re.compile(rf"(?<!\w)(?:{digits}|(?:{'|'.join(names)})(?!\w))", re.IGNORECASE), values
