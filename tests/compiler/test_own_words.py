"""Tests of the toolkit's own words: every catalogue has all of them, with the same slots."""

import re
from importlib.resources import files

import polib
import pytest
from regelwerk_compiler.words.own import language_with_words, own_languages, own_translations, own_word

FOLDER = files("regelwerk_compiler.words") / "locale"
GAP = re.compile(r"\{\w+\}")


def entries(name: str) -> dict[tuple[str, str], polib.POEntry]:
    file = polib.pofile((FOLDER / name).read_text(encoding="utf-8"))
    return {(entry.msgctxt or "", entry.msgid): entry for entry in file}


@pytest.mark.parametrize("language", sorted(own_languages()))
def test_every_word_in_every_language(language: str) -> None:
    wanted, found = entries("messages.pot"), entries(f"{language}.po")
    assert list(found) == list(wanted)
    for key, entry in found.items():
        said = list(entry.msgstr_plural.values()) or [entry.msgstr]
        assert not entry.fuzzy, key
        assert all(said) or key[0] == "text.space", key
        assert entry.msgid_plural == wanted[key].msgid_plural
        assert all(sorted(GAP.findall(text)) == sorted(GAP.findall(entry.msgid_plural or key[1])) for text in said), key


def test_words_by_language() -> None:
    assert own_word("de", "text.none") == "keins"
    assert own_word("de-AT", "booklet.page", "Markt", 3) == "Markt (S. 3)"
    assert own_word("fi", "booklet.page", "Market", 3) == "Market (p. 3)"
    assert own_word("en", "text.player") == "Player {0}"
    assert own_word("ja", "text.space") == ""
    plurals = {lang: [own_word(lang, "booklet.set up", n) for n in (1, 2)] for lang in ("en", "de", "ja")}
    assert plurals["en"] == ["Set up for 1 player", "Set up for 2 players"]
    assert plurals["de"] == ["Aufbau für 1 Person", "Aufbau für 2 Personen"]
    assert plurals["ja"] == ["1人用の準備", "2人用の準備"]
    assert own_translations("de").gettext("Round {n}") == "Runde {n}"
    with pytest.raises(KeyError):
        own_word("de", "text.nothing of the kind")


def test_numbers_that_may_be_one_need_no_plural() -> None:
    """They stand after a colon, not before a noun: the median of rounds may be 1, and one line may be the same."""
    beginnings = ("report.finding rounds", "report.finding turns", "report.finding decisions")
    for name in ("messages.pot", "de.po"):
        said = [
            entry.msgstr or entry.msgid
            for (context, words), entry in entries(name).items()
            if context in beginnings or words.startswith("Lines that are the same")
        ]
        assert len(said) == 4
        assert [one for one in said if re.search(r"\{(median|n)\} (?!or\b)\w", one)] == []


def test_languages() -> None:
    assert [language_with_words(one) for one in ("en", "en-GB", "de", "de_AT", "ja", "fi", "../de")] == [
        "en", "en", "de", "de", "ja", "", "",
    ]  # fmt: skip
