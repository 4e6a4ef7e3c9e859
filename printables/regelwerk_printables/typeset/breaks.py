"""The break opportunities of a text: Japanese rules (JIS X 4051), words, units and icons.

A text is a row of atoms that are never split: a kanji with the marks that must stay with it, a word, a number with its
unit. A regular expression defines atoms; a line may break between any two of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from itertools import accumulate
from typing import Literal

from .patterns import Patterns

ICON = "\ufffc"  # represents an icon in a text

# JIS X 4051: characters that begin no line, and characters that end none.
NOT_FIRST = (
    "、。，．・：；？！」』】〉》〕］｝）〟’”»›"
    "ーぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶㇰㇱㇲㇳㇴㇵㇶㇷㇸㇹㇺㇻㇼㇽㇾㇿ々〻ゝゞヽヾ゛゜"
    "‐゠–〜～‼⁇⁈⁉％‰℃′″…‥—―,.:;?!)]}%"
)
NOT_LAST = "「『【〈《〔［｛（〝‘“«‹„‚([{¥￥$＄£￡€#＃№〒§¿¡"
HANGING = "、。，．"
GLUE = "\u00a0\u202f\u2060\ufeff"  # no break on either side
SPACE = " \t\u3000\u200b"  # a line may break after them; not drawn at the end of a line

# Units stay with the number before them.
UNITS = {
    "": "%|‰|€|\\$|£|¥|°C?|′|″|EUR|USD|JPY|km|cm|mm|m|kg|g|t|l|ml|h|min|s|pt",
    "de": "Euro|Yen|Mio\\.|Mrd\\.|Tsd\\.|Stück|Uhr|Prozent",
    "en": "euros?|yen|million|billion|thousand|percent|o’clock",
    "ja": "",
}
CURRENCIES = "€|\\$|£|EUR|USD|JPY|Euro|euros?|[Yy]en|Dollar|dollars?"  # after a large number: 12 million euros
# Counters and currencies that follow a number without a space.
COUNTERS = (
    "[万億兆千百十]*(?:ユーロ|ドル|ポンド|セント|メートル|センチ|ミリ|キロ|グラム|ポイント|マス|ページ|ターン"
    "|[一-鿿々ヶか](?:月|所|年)?)"
)
# Abbreviations that stay with the number or letter after them.
LEADS = {
    "": "",
    "de": r"(?:Nr|S|Abb|Kap|Abs|Art)\. (?=\d)|(?:z|d|u|o|i)\. (?=[a-zA-Z]\.)",
    "en": r"(?:[Nn]o|p|pp|[Ff]ig)\. (?=\d)",
    "ja": "",
}


PLAIN = "".join(chr(code) for code in range(0x3041, 0x30FF) if chr(code) not in NOT_FIRST) + "一-鿿"  # kana, kanji


@cache
def atoms(language: str, quick: bool = True) -> re.Pattern[str]:
    """The pattern of atoms. Group 1: kanji or kana, each an atom. Groups 2 to 4: one atom, without the spaces after it.

    The first three only find sooner what the fourth would find; without `quick` they find nothing.
    """
    plain, letters, space = f"[{PLAIN}]", "[A-Za-zÀ-ɏ]", f"[{re.escape(SPACE)}]"
    closing, opening = "[、。」』）]", "[「『（]"
    soon = rf"({plain}+(?={plain}))|({letters}+[,;:]?) (?={letters})|({opening}?{plain}{closing}*)(?=[{PLAIN}「『（])"
    glue, first, last = re.escape(GLUE), re.escape(NOT_FIRST), re.escape(NOT_LAST)
    # A word: all narrow characters but spaces, long dashes and opening brackets without a narrow character after them.
    narrow = rf"(?![{glue}\u200b‐-―…‥([{{/-])[!-\u2bff０-９]"
    joint = r"[-‐–/](?!(?<=[^\W\d][-‐–/])[^\W\d])"  # a line may break after a hyphen, not after a minus
    option = r"(?<!\w)--[a-z-]+"  # of a command line
    word = rf"(?:{option}|[A-Za-zÀ-ɏ]|{narrow}|[(\[{{](?=[(\[{{]*{narrow})|(?<!\w)[-–](?=\w)|{joint})+[-‐–/]?|[-‐–/]"
    units = "|".join(filter(None, [UNITS[""], UNITS.get(language, "")]))
    unit = rf"(?:(?<=\d) (?:{units}|{ICON})(?!\w)(?: (?:{CURRENCIES})(?!\w))?|(?<=[\d０-９]){COUNTERS})?(?: [–—](?= ))?"
    lead = rf"[€$£¥] (?=\d)|(?:EUR|USD|JPY) (?=\d)|{LEADS.get(language) or '(?!)'}"
    before = rf"(?:{lead}|[{glue}{last}](?: +(?=[^ ]))?|[…‥](?=\w)|{ICON}(?!{ICON})(?: (?=\d))?)*"
    after = rf"[{first}]*(?:{ICON}[{first}]*)?"
    late = "(?: +[:;!?、。，．）」』】〕］｝〉》]+)*"  # French sets a space before some marks
    core = rf"{before}(?:(?:{word}){unit}|[…‥]+|[—―]+|[^{re.escape(SPACE)}])?{after}{late}"
    soon = soon if quick else "((?!))|((?!))|((?!))"
    return re.compile(rf"{soon}|((?=[^{re.escape(SPACE)}])(?:{core})(?:(?=[{glue}])(?:{core}))*){space}*|{space}+")


def find_breaks(text: str, language: str) -> tuple[list[int], list[int]]:
    """The ends of atoms, with and without the spaces after them. The last one is the end of the text."""
    ends: list[int] = []
    trimmed: list[int] = []
    for match in atoms(language).finditer(text):
        group = match.lastindex
        if group == 1:
            each = range(match.start() + 1, match.end() + 1)
            ends += each
            trimmed += each
        else:
            ends.append(match.end())
            trimmed.append(match.end(group) if group else match.start())
    return ends, trimmed


@cache
def _phrases() -> object:
    import budoux  # slow to import, and only titles need it

    return budoux.load_default_japanese_parser()


def find_phrases(text: str) -> set[int]:
    """The ends of the phrases of a Japanese text."""
    found, at = set(), 0
    for phrase in _phrases().parse(text):  # type: ignore[attr-defined]
        at += len(phrase)
        found.add(at)
    return found


SOFT = "\u00ad"
BEFORE, AFTER = 3, 3  # letters that stay together at the beginning and end of a word
SHORT = 7  # a word of fewer letters is divided only if it is longer than a line

_WORD = re.compile(r"[^\W\d_](?:[^\W\d_]|\u00ad)+")
_DICTIONARIES = {"en": "en_GB", "de": "de_DE"}
WHEN_NEEDED = frozenset({"en"})  # words are divided only if longer than a line


Divisions = Mapping[str, tuple[int, ...]]
"""The places of divisions in words that do not follow the patterns, by the word in lower case."""
NO_DIVISIONS: Divisions = {}


def divisions_of(words: Iterable[str]) -> Divisions:
    """The divisions of words with a hyphen at each place, such as `rail-way`; a word without one is never divided."""
    split = [word.lower().split("-") for word in words]
    return {"".join(parts): tuple(accumulate(map(len, parts[:-1]))) for parts in split}


@cache
def hyphenation(language: str) -> Literal["freely", "when needed", "never"]:
    """The readiness with which words of a language are divided."""
    if language in WHEN_NEEDED:
        return "when needed"
    return "freely" if _dictionary(language) is not None else "never"


def hyphens(
    chars: str, start: int, end: int, language: str, shortest: int = SHORT, divisions: Divisions = NO_DIVISIONS
) -> list[int]:
    """The places between `start` and `end` where a line may end with a hyphen, in order."""
    found: list[int] = []
    for match in _WORD.finditer(chars, start, end):
        word = match.group()
        if SOFT in word:
            found += [match.start() + at + 1 for at, char in enumerate(word) if char == SOFT]
        elif (places := divisions.get(word.lower())) is not None:
            found += [match.start() + at for at in places]
        elif len(word) >= shortest:
            found += [match.start() + at for at in _positions(word, language)]
    return found


@lru_cache(4096)
def _positions(word: str, language: str) -> tuple[int, ...]:
    dictionary = _dictionary(language)
    if dictionary is None or len(word) < BEFORE + AFTER:
        return ()
    return tuple(at for at in dictionary.positions(word) if BEFORE <= at <= len(word) - AFTER)


@cache
def _dictionary(language: str) -> Patterns | None:
    if language in ("ja", "zh", "ko", ""):
        return None
    import pyphen  # type: ignore[import-untyped]  # slow to load: only where a text needs it

    name = _DICTIONARIES.get(language) or pyphen.language_fallback(language.replace("-", "_"))
    return Patterns(pyphen.LANGUAGES[name]) if name in pyphen.LANGUAGES else None
