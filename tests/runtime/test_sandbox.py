"""Limits of an emitted module: it may import the runtime and use the builtins of the contract."""

from __future__ import annotations

import pytest
from regelwerk_runtime.sandbox import GAME_MODULE, run_module


@pytest.mark.parametrize(
    "name", ["os", "sys", "regelwerk", "regelwerk_compiler.driver", "regelwerk_runtimes", "builtins"]
)
def test_it_imports_the_runtime_only(name: str) -> None:
    with pytest.raises(ImportError, match="may not import"):
        run_module(f"import {name}", GAME_MODULE)


@pytest.mark.parametrize("name", ["open", "eval", "exec", "getattr", "print", "input", "globals", "type"])
def test_it_has_no_builtins_but_those_of_the_contract(name: str) -> None:
    with pytest.raises(NameError):
        run_module(name, GAME_MODULE)


def test_it_has_classes_and_the_runtime() -> None:
    text = "from regelwerk_runtime.handlers import BaseState\nfrom typing import Any\nclass S(BaseState):\n    pass\n"
    names = run_module(text, GAME_MODULE)
    assert names["S"].__name__ == "S"


@pytest.mark.parametrize("name", ["engine", "builtins", "Engine", "import_module"])
def test_it_imports_the_names_of_the_table_only(name: str) -> None:
    with pytest.raises(ImportError, match=f"may not import {name} from regelwerk_runtime.handlers"):
        run_module(f"from regelwerk_runtime.handlers import {name}", GAME_MODULE)


def test_it_cannot_walk_through_the_runtime() -> None:
    with pytest.raises(ImportError, match="may not import"):
        run_module("import regelwerk_runtime.handlers", GAME_MODULE)


def test_typing_is_one_name_only() -> None:
    with pytest.raises(AttributeError):
        run_module("import typing\ntyping.sys", GAME_MODULE)
