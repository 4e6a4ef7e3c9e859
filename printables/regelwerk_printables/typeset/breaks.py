"""Break opportunities of a text: Japanese rules (JIS X 4051), words, units and icons.

A text is a row of atoms that are never split: a kanji with the marks that must not be parted from it, a word, a number
with its unit. One regular expression says what an atom is; everything between two atoms is a place for a break.
"""

from __future__ import annotations

import re
from functools import cache

ICON = "\ufffc"  # stands in the text where an icon does

# JIS X 4051: characters that begin no line, and characters that end none.
NOT_FIRST = (
    "、。，．・：；？！」』】〉》〕］｝）〟’”»›"
    "ーぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶㇰㇱㇲㇳㇴㇵㇶㇷㇸㇹㇺㇻㇼㇽㇾㇿ々〻ゝゞヽヾ゛゜"
    "‐゠–〜～‼⁇⁈⁉％‰℃′″…‥—―,.:;?!)]}%"
)
NOT_LAST = "「『【〈《〔［｛（〝‘“«‹„‚([{¥￥$＄£￡€#＃№〒§¿¡"
HANGING = "、。，．"
GLUE = "\u00a0\u202f\u2060\ufeff"  # no break on either side
SPACE = " \t\u3000\u200b"  # a break behind them; not drawn at the end of a line

# Units stay with the number before them.
UNITS = {
    "": "%|‰|€|\\$|£|¥|°C?|′|″|EUR|USD|JPY|km|cm|mm|m|kg|g|t|l|ml|h|min|s|pt",
    "de": "Euro|Mio\\.|Mrd\\.|Tsd\\.|Stück|Uhr|Prozent",
    "en": "euros?|million|billion|thousand|percent|o’clock",
    "ja": "",
}
CURRENCIES = "€|\\$|£|EUR|USD|Euro|euros?|Dollar|dollars?"  # behind a large number: 12 million euros
# Counters and currencies that follow a number without a space.
COUNTERS = (
    "[万億兆千百十]*(?:ユーロ|ドル|ポンド|セント|メートル|センチ|ミリ|キロ|グラム|ポイント|マス|ページ|ターン"
    "|[一-鿿々ヶか](?:月|所|年)?)"
)
# What stays with the number or the letter behind it.
LEADS = {
    "": "",
    "de": r"(?:Nr|S|Abb|Kap|Abs|Art)\. (?=\d)|(?:z|d|u|o|i)\. (?=[a-zA-Z]\.)",
    "en": r"(?:[Nn]o|p|pp|[Ff]ig)\. (?=\d)",
    "ja": "",
}


def _class(chars: str) -> str:
    return "".join("\\" + char if char in "\\]^-[" else char for char in chars)


PLAIN = "".join(chr(code) for code in range(0x3041, 0x30FF) if chr(code) not in NOT_FIRST) + "一-鿿"  # kana, kanji


@cache
def atoms(language: str, quick: bool = True) -> re.Pattern[str]:
    """The pattern of atoms. Group 1: kanji or kana, each an atom. Group 2 to 4: one atom, without the spaces behind it.

    The first three only say sooner what the fourth would find; without `quick` they find nothing.
    """
    plain, letters, space = f"[{PLAIN}]", "[A-Za-zÀ-ɏ]", f"[{_class(SPACE)}]"
    closing, opening = "[、。」』）]", "[「『（]"
    soon = rf"({plain}+(?={plain}))|({letters}+[,;:]?) (?={letters})|({opening}?{plain}{closing}*)(?=[{PLAIN}「『（])"
    glue, first, last = _class(GLUE), _class(NOT_FIRST), _class(NOT_LAST)
    # A word: everything narrow that is not a space, a long dash or an opening bracket before nothing narrow.
    narrow = rf"(?![{glue}\u200b‐-―…‥([{{/-])[!-\u2bff０-９]"
    joint = r"[-‐–/](?!(?<=[^\W\d][-‐–/])[^\W\d])"  # a hyphen within a word is a place to break, a minus is not
    word = rf"(?:[A-Za-zÀ-ɏ]|{narrow}|[(\[{{](?=[(\[{{]*{narrow})|(?<!\w)[-–](?=\w)|{joint})+[-‐–/]?|[-‐–/]"
    units = "|".join(filter(None, [UNITS[""], UNITS.get(language, "")]))
    unit = rf"(?:(?<=\d) (?:{units}|{ICON})(?!\w)(?: (?:{CURRENCIES})(?!\w))?|(?<=[\d０-９]){COUNTERS})?(?: [–—](?= ))?"
    lead = rf"[€$£¥] (?=\d)|(?:EUR|USD|JPY) (?=\d)|{LEADS.get(language) or '(?!)'}"
    before = rf"(?:{lead}|[{glue}{last}](?: +(?=[^ ]))?|[…‥](?=\w)|{ICON}(?!{ICON})(?: (?=\d))?)*"
    after = rf"[{first}]*(?:{ICON}[{first}]*)?"
    late = "(?: +[:;!?、。，．）」』】〕］｝〉》]+)*"  # French sets a space before some marks
    core = rf"{before}(?:(?:{word}){unit}|[…‥]+|[—―]+|[^{_class(SPACE)}])?{after}{late}"
    soon = soon if quick else "((?!))|((?!))|((?!))"
    return re.compile(rf"{soon}|((?=[^{_class(SPACE)}])(?:{core})(?:(?=[{glue}])(?:{core}))*){space}*|{space}+")


def find_breaks(text: str, language: str) -> tuple[list[int], list[int]]:
    """Where atoms end, and where they end without the spaces behind them. The last one is the end of the text."""
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
    """Where the phrases of a Japanese text end."""
    found, at = set(), 0
    for phrase in _phrases().parse(text):  # type: ignore[attr-defined]
        at += len(phrase)
        found.add(at)
    return found
