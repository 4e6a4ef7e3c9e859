"""Tests of every game under cards/ in its languages: no text is missing, fuzzy or stale."""

from __future__ import annotations

from pathlib import Path

import pytest
from all_games import collected
from regelwerk_compiler.model.ids import MessageId
from regelwerk_compiler.words.catalogues.status import status_of, wanted_by

pytestmark = pytest.mark.slow


def test_every_text_is_there(folder: Path) -> None:
    texts = collected(folder)
    assert texts.unfit == [], "every variant fits the game"
    languages = texts.manifest.languages[1:]
    assert languages
    for language in languages:
        status = status_of(texts, folder, language)
        assert status.total > 0
        assert [(str(doubt.id), doubt.reason) for doubt in status.doubts] == [], language


def test_catalogues_have_exactly_the_ids_of_the_game(folder: Path) -> None:
    texts = collected(folder)
    ids = [one.id for language in texts.manifest.languages for one in wanted_by(texts, folder, language)]
    assert [id_ for id_ in ids if MessageId.parse(str(id_)) != id_] == []
