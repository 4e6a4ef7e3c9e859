"""The quick check of YAML files beside the whole validator: on the project's own files, and on these with one fault."""

from __future__ import annotations

import copy
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from regelwerk_dsl.data.schema_check import surely_allowed
from regelwerk_dsl.data.yaml import load_schema

ROOT = Path(__file__).parents[2]
FILES = [
    *(("game", path) for path in sorted(ROOT.glob("cards/*/game.yaml"))),
    *(("sources", path) for path in sorted(ROOT.glob("cards/*/sources.yaml"))),
    *(("layout", path) for path in sorted(ROOT.glob("cards/*/print/*.yaml"))),
    *(("sheet", path) for path in sorted(ROOT.glob("printables/regelwerk_printables/sheets/*.yaml"))),
    ("layout", ROOT / "printables/regelwerk_printables/design/plain.yaml"),
]
OTHERS = st.sampled_from([None, True, -1, 0, 2, 0.5, 1e9, "", "a b", "#aabbcc", "cards: x", [], [1, "a"], {}, {"a": 1}])


@cache
def data_of(path: Path) -> Any:
    return yaml.safe_load(path.read_text(encoding="utf-8"))


@cache
def places_of(path: Path) -> list[tuple[Any, ...]]:
    return places(data_of(path))


def places(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths of all values below the top."""
    if isinstance(data, dict):
        below = list(data.items())
    else:
        below = list(enumerate(data)) if isinstance(data, list) else []
    return [place for key, value in below for place in [(*path, key), *places(value, (*path, key))]]


def texts_only(data: Any) -> bool:
    """Whether every key is a text, as the reader gives them; a plain loader takes `on:` for a truth value."""
    if isinstance(data, dict):
        return all(isinstance(key, str) and texts_only(value) for key, value in data.items())
    return all(map(texts_only, data)) if isinstance(data, list) else True


@pytest.mark.parametrize(("name", "path"), FILES, ids=lambda value: getattr(value, "stem", value))
def test_files_in_order_need_no_validator(name: str, path: Path) -> None:
    data = data_of(path)
    if texts_only(data) and Draft202012Validator(load_schema(name)).is_valid(data):
        assert surely_allowed(data, load_schema(name))


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_what_is_surely_allowed_is_valid(data: st.DataObject) -> None:
    name, path = data.draw(st.sampled_from(FILES))
    changed = copy.deepcopy(data_of(path))
    *above, last = data.draw(st.sampled_from(places_of(path)))
    around = changed
    for step in above:
        around = around[step]
    how = data.draw(st.sampled_from(["other", "less", "more"]))
    if how == "other":
        around[last] = data.draw(OTHERS)
    elif how == "less":
        del around[last]
    elif isinstance(around, dict):
        around["another"] = data.draw(OTHERS)
    else:
        around.append(data.draw(OTHERS))
    if surely_allowed(changed, load_schema(name)):
        Draft202012Validator(load_schema(name)).validate(changed)


def test_what_no_schema_here_says_is_left_to_the_validator() -> None:
    assert not surely_allowed("a", {"type": "string", "format": "email"})
    assert not surely_allowed(2.0, {"type": "integer"})
    assert surely_allowed(2, {"type": ["string", "integer"], "minimum": 2})
    text = {"$defs": {"text": {"type": "string"}}, "additionalProperties": {"$ref": "#/$defs/text"}}
    assert surely_allowed({"a": "b"}, text) and not surely_allowed({"a": 1}, text)
