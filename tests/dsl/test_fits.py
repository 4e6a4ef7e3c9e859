"""Quick check of data against a schema: it never allows what the library of JSON Schema refuses."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from regelwerk_dsl.data.fits import fits
from regelwerk_dsl.data.yaml import load_schema

CARDS = Path(__file__).parents[2] / "cards"
SCHEMAS = sorted(
    path.name.removesuffix(".schema.json")
    for path in (files("regelwerk_dsl.data") / "schemas").iterdir()  # type: ignore[attr-defined]
)
FILES = [
    *((path, "layout") for path in sorted(CARDS.glob("*/print/*.yaml"))),
    *((path, "game") for path in sorted(CARDS.glob("*/game.yaml"))),
    *((path, "sources") for path in sorted(CARDS.glob("*/sources.yaml"))),
]
PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 400) | st.floats() | st.sampled_from(["", "a", "#ff0000", "M0 0"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["draw", "text", "x"]), inner),
    max_leaves=4,
)


@cache
def text_of(path: Path) -> str:
    return json.dumps(yaml.safe_load(path.read_text(encoding="utf-8")))


def parsed(path: Path) -> Any:
    return json.loads(text_of(path))


def places(value: Any, *before: str | int) -> list[tuple[str | int, ...]]:
    """The paths to all values within a value."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [before, *(one for key, part in inner for one in places(part, *before, key))]


@pytest.mark.parametrize(("path", "name"), FILES, ids=lambda one: getattr(one, "name", one))
def test_files_of_games_are_allowed_at_once(path: Path, name: str) -> None:
    assert fits(parsed(path), load_schema(name))


@settings(max_examples=200, deadline=None)
@given(data=st.data())
def test_what_is_allowed_at_once_the_library_allows(data: st.DataObject) -> None:
    path, name = data.draw(st.sampled_from(FILES))
    schema, whole = load_schema(name), parsed(path)
    *before, last = data.draw(st.sampled_from(places(whole)[1:]))
    around = whole
    for step in before:
        around = around[step]
    if isinstance(around, dict) and data.draw(st.booleans()):
        around[data.draw(st.sampled_from(["draw", "net", "columns", "rows", "text", "unheard"]))] = around.pop(last)
    else:
        around[last] = data.draw(PLAIN)
    if fits(whole, schema):
        assert Draft202012Validator(schema).is_valid(whole)


@given(PLAIN, st.sampled_from(SCHEMAS), st.data())
def test_parts_of_schemas_allow_no_more_than_in_the_library(value: Any, name: str, data: st.DataObject) -> None:
    schema = load_schema(name)
    parts = list(schema.get("$defs", {}).values()) or [schema]
    part = data.draw(st.sampled_from(parts))
    if fits(value, part, schema):
        assert Draft202012Validator({**part, "$defs": schema.get("$defs", {})}).is_valid(value)


def test_keywords_that_are_not_known_are_left_to_the_library() -> None:
    assert not fits(3, {"multipleOf": 3})
    assert not fits({"a": 1}, {"properties": {"a": {"type": "integer", "not": {"const": 2}}}})
    assert not fits([1, 2], {"uniqueItems": True}) and fits(["1", "2"], {"uniqueItems": True})
    assert not fits(True, {"enum": [1]}) and not fits(True, {"type": "integer"}) and not fits(1.0, {"type": "integer"})
