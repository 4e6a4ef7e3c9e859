"""Tests that the IR of every game under `cards/` is sound, and that its module imports exactly what it uses."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from all_games import GAMES, checked
from ir_faults import faults_of
from regelwerk.loading.compilation import load_compiled
from regelwerk.loading.source import source_of
from regelwerk_compiler.lower import lower
from regelwerk_runtime.engine.primitives import IMPORTS

pytestmark = pytest.mark.slow

MAY_IMPORT = {name for names in IMPORTS.values() for name in names}


@pytest.mark.parametrize("explicit", [False, True], ids=["sampled", "explicit"])
@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_the_ir_is_sound(folder: Path, explicit: bool) -> None:
    game = checked(folder).game
    assert game is not None
    assert faults_of(lower(game, explicit=explicit)) == []


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_the_modules_import_what_they_use(folder: Path) -> None:
    result = load_compiled(source_of(folder))
    imported, used = names_in(result.module)
    assert imported == used & MAY_IMPORT
    # the module of scenarios also has all names of the game's module, including those that it imports
    own, used_there = names_in(result.scenarios)
    assert own <= used_there and used_there & MAY_IMPORT <= own | imported


def names_in(module: str) -> tuple[set[str], set[str]]:
    """The names that a module imports individually, and those that it reads."""
    nodes = list(ast.walk(ast.parse(module)))
    froms = [node for node in nodes if isinstance(node, ast.ImportFrom) and node.module != "__future__"]
    return {name.name for node in froms for name in node.names} - {"*"}, {
        node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)
    }
