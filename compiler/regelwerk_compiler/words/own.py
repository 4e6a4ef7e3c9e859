"""The toolkit's own words in every language that it knows: `locale/LANG.po`.

Words with a key (`text.and`, `booklet.contents`) are entries with that `msgctxt`; whole sentences, which the code has
in English, are entries without. `messages.pot` is the template: it has the English words. A new language is one file.
"""

from __future__ import annotations

import io
from collections.abc import Mapping
from functools import cache
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files

import polib

ENGLISH = "en"


def own_word(language: str, key: str, *values: object) -> str:
    """A word or phrase with its values (without any: as it is), in English where there is none in the language.

    One that has a plural is in the form that goes with its first value.

    Raises:
        KeyError: there is no such key.
    """
    entry = own_entries()[key]
    if entry.msgid_plural:
        number = values[0]
        assert isinstance(number, int)
        found = own_translations(language).npgettext(key, entry.msgid, entry.msgid_plural, number)
    else:
        found = own_words(language)[key]
    return found.format(*values) if values else found


@cache
def own_words(language: str) -> Mapping[str, str]:
    """All words with a key, some of them empty, those with a plural in it; in English where a language has none."""
    template = {key: entry.msgid_plural or entry.msgid for key, entry in own_entries().items()}
    known = language_with_words(language)
    if known in ("", ENGLISH):
        return template
    return template | {entry.msgctxt: _many(entry) for entry in _catalogue(f"{known}.po") if entry.msgctxt}


def _many(entry: polib.POEntry) -> str:
    return entry.msgstr_plural[max(entry.msgstr_plural)] if entry.msgid_plural else entry.msgstr


@cache
def own_translations(language: str) -> NullTranslations:
    """The sentences of the code in a language, as gettext has them; English without a catalogue."""
    known = language_with_words(language)
    if known in ("", ENGLISH):
        return NullTranslations()
    return GNUTranslations(io.BytesIO(_catalogue(f"{known}.po").to_binary()))


@cache
def own_entries() -> Mapping[str, polib.POEntry]:
    """The template's entry of each key, in its order: `msgid` has the English words, `comment` what they are for."""
    return {entry.msgctxt: entry for entry in _catalogue("messages.pot") if entry.msgctxt}


@cache
def own_languages() -> frozenset[str]:
    """The languages that have a catalogue, without English."""
    found = (files(__package__) / "locale").iterdir()
    return frozenset(file.name.removesuffix(".po") for file in found if file.name.endswith(".po"))


@cache
def language_with_words(language: str) -> str:
    """The language whose words a language uses: itself, for `de-AT` `de`; "" where we have none."""
    base = language.replace("_", "-").partition("-")[0]
    return next((one for one in (language, base) if one == ENGLISH or one in own_languages()), "")


@cache
def _catalogue(name: str) -> polib.POFile:
    return polib.pofile((files(__package__) / "locale" / name).read_text(encoding="utf-8"))
