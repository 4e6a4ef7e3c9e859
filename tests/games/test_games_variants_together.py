"""A test of pairs of variants that reword one passage: the passage has words in every language of the game."""

from __future__ import annotations

from itertools import combinations

import pytest
from all_games import CARDS
from regelwerk_compiler.model.symbols import Game
from regelwerk_compiler.stages import Sources, read_sources, type_game
from regelwerk_compiler.words.catalogues.entries import load_catalogue
from regelwerk_compiler.words.messages import all_messages
from regelwerk_dsl.diagnostics import Diagnostics
from regelwerk_dsl.source import SourceFile, Span

pytestmark = pytest.mark.slow


def together(sources: Sources, pair: tuple[str, str]) -> Game | None:
    """The game with two variants; None if they exclude each other."""
    diagnostics = Diagnostics()
    typed = type_game(sources, pair, (), diagnostics)
    return None if diagnostics.has_errors else typed.game


@pytest.mark.parametrize("name", ["itc", "auf_achse", "tokyo_metro"])
def test_passages_reworded_by_two_variants_are_translated(name: str) -> None:
    diagnostics = Diagnostics()
    sources = read_sources(CARDS / name, diagnostics)
    assert sources is not None
    nowhere = Span(SourceFile("", ""), 0, 0)
    catalogues = [load_catalogue(CARDS / name, language, diagnostics, nowhere) for language in ("de", "ja")]
    reworded: dict[str, list[str]] = {}
    for catalogue in catalogues:
        assert catalogue is not None
        for key in catalogue.entries:
            id_, _, change = key.partition("@")
            if change and id_ in catalogue.entries and change not in reworded.setdefault(id_, []):
                reworded[id_].append(change)
    pairs: dict[tuple[str, str], list[str]] = {}
    for id_, changes in reworded.items():
        for pair in combinations(changes, 2):
            pairs.setdefault(pair, []).append(id_)
    missing = []
    for pair, ids in pairs.items():
        game = together(sources, pair)
        for message in all_messages(game) if game is not None else ():
            for catalogue in catalogues if str(message.id) in ids else ():
                assert catalogue is not None
                catalogue.changes = pair
                if catalogue.find(message.id, message.source) is None:
                    missing.append((*pair, str(message.id), catalogue.language))
    assert missing == []
    assert pairs
