"""Tests of hyphenation patterns, which must give the same places as the package from which the dictionaries come."""

from __future__ import annotations

from pathlib import Path

import pyphen  # type: ignore[import-untyped]
import pytest
from regelwerk_printables.typeset.patterns import Patterns

WORDS = (
    "Abenteuerspielplatz", "Donaudampfschifffahrt", "Straßenbahnhaltestelle", "Übergröße", "railway",
    "transcontinental", "commerce", "international", "anticonstitutionnellement", "legfontosabb", "similar",
    "a", "I", "x",
)  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("language", ["de_DE", "en_GB", "en_US", "eo", "fr", "hu_HU", "nl_NL"])
def test_words_are_hyphenated_as_by_the_package(language: str) -> None:
    ours, theirs = Patterns(pyphen.LANGUAGES[language]), pyphen.Pyphen(lang=language).hd
    for word in WORDS:
        assert ours.positions(word) == [int(at) for at in theirs.positions(word)], word


def test_a_file_of_patterns_is_read(tmp_path: Path) -> None:
    path = tmp_path / "hyph_xx.dic"
    path.write_text("UTF-8\nLEFTHYPHENMIN 2\n% 9comment\na1b\n2bc\nx^^79\n.ab3c1/=,1,1\n\nd1\n", encoding="utf-8")
    patterns = Patterns(path)
    assert patterns.positions("abc") == [2, 3]
    assert patterns.positions("Abd") == [1, 3]
    assert patterns.positions("comment") == []
