"""Every game under cards/ in the languages that it has catalogues for: nothing is missing, fuzzy or stale."""

from __future__ import annotations

from pathlib import Path

import pytest
from regelwerk_compiler.words.catalogues.collecting import collect_texts
from regelwerk_compiler.words.catalogues.files import catalogue_path
from regelwerk_compiler.words.catalogues.status import status_of

pytestmark = pytest.mark.slow


def test_every_text_is_there(folder: Path) -> None:
    collected = collect_texts(folder)
    assert collected.unfit == [], "every variant fits the game"
    begun = [one for one in collected.manifest.languages[1:] if catalogue_path(folder, one).is_file()]
    for language in begun:
        status = status_of(collected, folder, language)
        assert [(doubt.id, doubt.reason) for doubt in status.doubts] == [], language
