"""Characters of a game's texts that people cannot see or tell apart, and the form in which a terminal may show them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cache

_TERMINAL = "\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029"
CONTROL = re.compile(f"[{_TERMINAL}\ud800-\udfff]")
"""Characters that no text may hold: controls other than tabs and line ends, Unicode line separators, surrogates."""

_JOINERS = "\u200b-\u200d"  # they mean something between letters of some scripts, and in emoji
_UNSEEN = (
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # they change the direction of the text around them
    "\u034f\u115f\u1160\u17b4\u17b5\u180e\u2060-\u2064\u206a-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e007f"
)
UNSEEN = re.compile(  # beginning with one character class is faster than beginning with an alternation
    f"[{_UNSEEN}{_JOINERS}](?:(?<=[{_UNSEEN}])|(?<![^\0-\x7f{_JOINERS}].)[{_JOINERS}]*(?![^\0-\x7f{_JOINERS}]))"
)
"""Invisible characters that change how a text reads, and joiners between Latin letters."""

_BYTES = re.compile("[\udc80-\udcff]+")  # of a file name that the locale could not read

_GREEK_AND_CYRILLIC = (
    "\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7\u03bd\u03bf"
    "\u03f2\u03f3\u0405\u0406\u0408\u0410\u0412\u0415\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0423"
    "\u0425\u042c\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0455\u0456\u0458\u04bb\u0501\u051b\u051d"
)
_LETTER = re.compile(f"[{_GREEK_AND_CYRILLIC}]")
_ALIKE = re.compile(rf"\b(?=\w*[{_GREEK_AND_CYRILLIC}])(?=\w*[A-Za-z])\w+")


def visible(text: str) -> str:
    """The text with terminal commands and invisible characters escaped, as in `\\u001b`.

    Texts in JSON keep their values. Most bytes of file names that are not UTF-8 are kept; see `use_utf8`.
    """
    if text.isascii() and text.isprintable():
        return text
    text = _BYTES.sub(
        lambda found: found[0].encode("utf-8", "surrogateescape").decode("utf-8", "surrogateescape"), text
    )
    return _hostile().sub(lambda found: "".join(map(_escaped, found[0])), text)


@cache  # slow to compile, and few texts need it
def _hostile() -> re.Pattern[str]:
    return re.compile(f"[{_TERMINAL}\r\ud800-\udc9f\udd00-\udfff]|{UNSEEN.pattern}")


def _escaped(char: str) -> str:
    units = char.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[at]:02x}{units[at + 1]:02x}" for at in range(0, len(units), 2))


def name_of(char: str) -> str:
    """The code point and the name of a character: `U+202E (right-to-left override)`."""
    name = unicodedata.name(char, "").lower()
    return f"U+{ord(char):04X}" + (f" ({name})" if name else "")


def lookalikes(text: str) -> Iterator[re.Match[str]]:
    """Words that mix Latin letters with Greek or Cyrillic ones that look like Latin ones."""
    return _ALIKE.finditer(text) if _LETTER.search(text) else iter(())
