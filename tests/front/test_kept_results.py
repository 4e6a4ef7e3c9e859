"""Tests of results kept between runs: reading them gives the same as computing them again."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from all_games import CARDS
from regelwerk.loading.checking import RESULTS
from regelwerk_compiler.checked import languages
from regelwerk_compiler.words import own
from regelwerk_dsl.data import yaml, yaml_text
from regelwerk_dsl.diagnostics import Diagnostics
from regelwerk_dsl.source import SourceFile

SCHEMAS = {"game.yaml": "game", "sources.yaml": "sources", "terminal.yaml": "terminal"}
FILES = sorted(path for path in CARDS.rglob("*.yaml") if path.name in SCHEMAS)


def forget() -> None:
    for cached in (languages._customs, own._entries, own._catalogue, own.own_entries, own.own_words):
        cached.cache_clear()


@pytest.fixture(autouse=True)
def nothing_known() -> Iterator[None]:
    before = {what: results.known | results.used for what, results in RESULTS.items()}
    for results in RESULTS.values():
        results.supply({})
    forget()
    yield
    for what, results in RESULTS.items():
        results.supply(before[what])
    forget()


def in_another_run() -> None:
    """Hands the results on as another run would read them."""
    for results in RESULTS.values():
        assert not results.known
        results.supply(json.loads(json.dumps(results.used)))
    forget()


def is_nothing_new() -> bool:
    return not any(results.is_new for results in RESULTS.values())


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_a_file_is_not_read_again(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source, schema = SourceFile(path.name, path.read_text(encoding="utf-8")), yaml.load_schema(SCHEMAS[path.name])
    first = yaml.read_yaml(source, schema, Diagnostics(), kept=True)
    in_another_run()
    monkeypatch.delattr(yaml_text, "Reader")
    assert first is not None
    assert yaml.read_yaml(source, schema, Diagnostics(), kept=True) == first
    assert is_nothing_new()


def test_a_file_with_errors_is_read_again() -> None:
    source, schema = (
        SourceFile("game.yaml", "name: toll\ntitle: Toll\nsources: [rules.regel]\ncolour: red\n"),
        yaml.load_schema("game"),
    )
    for _ in range(2):
        diagnostics = Diagnostics()
        assert yaml.read_yaml(source, schema, diagnostics, kept=True) is None
        assert [item.code for item in diagnostics.items] == ["E0154"]
        in_another_run()


@pytest.mark.parametrize("language", sorted({"en", "pt-BR", *own.own_languages()}))
def test_words_and_plurals_are_not_looked_up_again(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def found() -> tuple[object, ...]:
        customs = (languages.plural_digits(language), languages.plural_tags(language))
        return own.own_entries(), own.own_words(language), customs, languages.digits(1_234_567, language)

    first = found()
    in_another_run()
    monkeypatch.delattr(own, "parse_catalogue")
    monkeypatch.delattr(languages, "locale_of")
    assert found() == first
    assert is_nothing_new()
