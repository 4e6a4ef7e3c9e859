"""The table of primitives is the truth: every entry exists, with as many parameters, and stands in the contract."""

from __future__ import annotations

import inspect
from pathlib import Path

import pytest
from regelwerk_runtime import handlers
from regelwerk_runtime.engine.engine import Engine
from regelwerk_runtime.engine.primitives import FUNCTIONS, METHODS, PRIMITIVES, Kind, Primitive

CONTRACT = Path(__file__).parents[2] / "docs" / "emitted-module.md"


@pytest.mark.parametrize("primitive", PRIMITIVES, ids=lambda primitive: primitive.call)
def test_every_primitive_exists(primitive: Primitive) -> None:
    names = [parameter.split(":")[0].lstrip("*") for parameter in primitive.parameters]
    if primitive.name != "call":  # the stack's own `append`
        function = getattr(Engine if primitive.receiver else handlers, primitive.name)
        found = list(inspect.signature(inspect.unwrap(function)).parameters)
        assert found[bool(primitive.receiver) :] == names
    assert f"{primitive.name}(" in CONTRACT.read_text(encoding="utf-8")
    assert primitive.meaning


def test_the_table() -> None:
    assert METHODS["ask"].call == "m.ask(player, site, options)"
    assert METHODS["ask"].kind is Kind.STOPPING
    assert METHODS["burn"].fuel == FUNCTIONS["burn"].fuel == 1
    assert FUNCTIONS["fit"].result == "Int"


def test_handlers_offer_what_emitted_modules_import() -> None:
    assert sorted(handlers.__all__) == sorted(set(handlers.__all__))
    for name in handlers.__all__:
        assert getattr(handlers, name) is not None
