"""Tests of a language into which the toolkit's own words are translated not at all, partly or wrongly."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from functools import _lru_cache_wrapper
from pathlib import Path

import polib
import pytest
from regelwerk_compiler.words import own
from regelwerk_compiler.words.catalogues.entries import Catalogue
from regelwerk_compiler.words.catalogues.wanted import wanted_in
from regelwerk_compiler.words.own import own_missing, own_total, own_translations, own_word, own_words
from regelwerk_dsl.diagnostics import SourceError
from regelwerk_dsl.render import render_line

PLURALS = "nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);"


def forget() -> None:
    for one in vars(own).values():
        if isinstance(one, _lru_cache_wrapper):
            one.cache_clear()


@pytest.fixture
def locale(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of catalogues in which `pl.po` is a copy of the template."""
    folder = tmp_path / "locale"
    shutil.copytree(str(own.FOLDER), folder)
    shutil.copy(folder / "messages.pot", folder / "pl.po")
    monkeypatch.setattr(own, "FOLDER", folder)
    forget()
    yield folder
    forget()


def fill(folder: Path, words: dict[str, str | list[str]], plurals: str = PLURALS) -> None:
    file = polib.pofile(str(folder / "pl.po"), encoding="utf-8")
    file.metadata["Language"], file.metadata["Plural-Forms"] = "pl", plurals
    for entry in file:
        said = words.get(entry.msgctxt or entry.msgid)
        if isinstance(said, list):
            entry.msgstr_plural = dict(enumerate(said))
        elif said is not None:
            entry.msgstr = said
    file.save()
    forget()


def test_an_empty_entry_is_english(locale: Path) -> None:
    fill(locale, {"text.yes": "tak", "Round {n}": "Runda {n}"})
    assert own_word("pl", "text.yes") == "tak"
    assert own_word("pl", "text.no") == "no" and own_word("pl", "text.space") == " "
    assert own_word("pl", "booklet.set up", 2) == "Set up for 2 players"
    assert own_words("pl")["booklet.contents"] == own_words("en")["booklet.contents"] != ""
    assert own_translations("pl").gettext("Round {n}") == "Runda {n}"
    assert len(own_missing("pl")) == own_total() - 2
    assert own_word("ja", "text.space") == "", "empty on purpose"


def test_a_game_may_translate_missing_words(locale: Path) -> None:
    fill(locale, {"text.yes": "tak"})
    wanted = {str(one.id) for one in wanted_in(None, [], Catalogue("pl"))}  # type: ignore[arg-type]  # no text, no game
    assert "word.no" in wanted and "word.yes" not in wanted


def test_how_many_words_a_language_lacks() -> None:
    assert [len(own_missing(one)) for one in ("en", "en_GB", "de", "ja", "de_AT")] == [0] * 5
    assert len(own_missing("pl")) == own_total()


@pytest.mark.parametrize(
    ("words", "plurals", "expected"),
    [
        ({"Round {n}": "Runda {N}"}, PLURALS, "error[E0606]: `Round {n}`: there is no slot `{N}`"),
        ({"text.player": "Gracz"}, PLURALS, "error[E0606]: `text.player`: `{0}` is missing"),
        ({"text.player": "Gracz {0"}, PLURALS, "error[E0606]: `text.player`: a `{` without its `}`"),
        ({}, "nplurals=3; plural=n some;", "error[E0605]: this is not a catalogue: `nplurals=3; plural=n some;`"),
        ({}, "nplurals=1; plural=n;", "error[E0605]: this is not a catalogue: `nplurals=1; plural=n;`"),
    ],
)
def test_a_wrong_translation_is_reported_at_its_line(
    locale: Path, words: dict[str, str | list[str]], plurals: str, expected: str
) -> None:
    fill(locale, words, plurals)
    with pytest.raises(SourceError) as raised:
        own_translations("pl")
    (message,) = map(render_line, raised.value.diagnostics)
    assert "pl.po:" in message and expected in message


def test_a_file_that_is_no_catalogue_is_named(locale: Path) -> None:
    (locale / "pl.po").write_text("Dzień dobry\n", encoding="utf-8")
    with pytest.raises(SourceError) as raised:
        own_word("pl", "text.yes")
    assert "pl.po:1" in render_line(raised.value.diagnostics[0]) and raised.value.diagnostics[0].code == "E0605"


def test_a_plural_may_leave_its_number_out(locale: Path) -> None:
    fill(locale, {"booklet.set up": ["dla gracza", "dla {0} graczy", "dla {0} graczy"]})
    assert [own_word("pl", "booklet.set up", n) for n in (1, 2)] == ["dla gracza", "dla 2 graczy"]
