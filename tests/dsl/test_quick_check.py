"""The quick check of data: it allows nothing that the whole checker does not, and all that bundled games hold."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml
from all_games import GAMES
from jsonschema import Draft202012Validator
from regelwerk_dsl.data.quick_check import CHECKS, is_allowed
from regelwerk_dsl.data.yaml import load_schema, read_yaml
from regelwerk_dsl.diagnostics import Diagnostics
from regelwerk_dsl.source import SourceFile

SCHEMAS = ("game", "layout", "sheet", "sources", "terminal")
FILES = [
    *((folder / "game.yaml", "game") for folder in GAMES),
    *((path, "layout") for folder in GAMES for path in sorted((folder / "print").glob("*.yaml"))),
]
ODD = (None, True, 0, -1, 1.5, "", "no such word", [], [1, 1], {}, {"text": "a", "rect": [0, 0, 1, 1]}, "x" * 3000)


def words_of(schema: object) -> Iterator[str]:
    """All keywords of a schema, wherever they stand."""
    if isinstance(schema, dict):
        for word, said in schema.items():
            yield word
            named = word in ("properties", "$defs", "dependentSchemas")
            inner = said.values() if named else [said] if word != "dependentRequired" else []
            for one in inner:
                yield from words_of(one)
    elif isinstance(schema, list):
        for one in schema:
            yield from words_of(one)


@pytest.mark.parametrize("name", SCHEMAS)
def test_it_knows_all_keywords_of_our_schemas(name: str) -> None:
    assert set(words_of(load_schema(name))) <= CHECKS.keys()


def places(data: Any) -> list[tuple[Any, Any]]:
    """All places of some data: what holds a value, and under which key."""
    found: list[tuple[Any, Any]] = []
    for key, value in data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ():
        found += [(data, key), *places(value)]
    return found


@pytest.mark.parametrize(("path", "name"), FILES, ids=lambda one: one if isinstance(one, str) else one.parent.name)
def test_it_allows_what_games_hold_and_nothing_that_is_wrong(path: Path, name: str) -> None:
    schema = load_schema(name)
    found = read_yaml(SourceFile(path.name, path.read_text(encoding="utf-8")), schema, Diagnostics())
    assert found is not None and is_allowed(found.data, schema)
    whole, random = Draft202012Validator(schema), Random(path.name)
    for _ in range(40):
        data = copy.deepcopy(found.data)
        holder, key = random.choice(places(data))
        if isinstance(holder, dict) and random.random() < 0.3:
            holder[random.choice(("nothing", "text", "when"))] = holder.pop(key)
        else:
            holder[key] = random.choice(ODD)
        assert is_allowed(data, schema) == whole.is_valid(data), yaml.safe_dump(holder)


def test_a_keyword_that_it_does_not_know_is_left_to_the_whole_checker() -> None:
    assert is_allowed("a", {"type": "string"})
    assert not is_allowed("a", {"type": "string", "format": "uri"})
    assert not is_allowed(True, {"enum": [1]}) and not is_allowed(2.0, {"type": "integer"})
