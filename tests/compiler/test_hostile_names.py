"""Tests that names and titles in a stranger's game never become code in the emitted module."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from regelwerk_compiler.driver import compile_game

SOURCE = """
players 2..2

state:
    lambda: 0..9 = 0
    import: 0..9 = 0
    s: 0..9 = 0

define class(def: Int) -> Int = def + lambda

effect exec(p: Player, m: Int):
    says "{p} says ' + __import__('os') # {class(m)}"
    if class(1) > s: lambda = 1
    if import < 9: import += 1

invariant "quotes ' and # marks; raise SystemExit(3)": s < 9

play at most 10:
    for each p in Player:
        choose by p "''' {import} \\\\":
            eval "')); raise SystemExit(1) #": do exec(p, 1)
            True "yes": finish

outcome for p:
    most import
"""

MANIFEST = """
name: odd
title: '\"\"\"; raise SystemExit(2)'
languages: [en]
sources: [odd.regel]
"""


def test_any_name_stays_data(tmp_path: Path) -> None:
    (tmp_path / "odd.regel").write_text(SOURCE, encoding="utf-8")
    (tmp_path / "game.yaml").write_text(MANIFEST, encoding="utf-8")
    result = compile_game(tmp_path)
    assert result.module is not None, [diagnostic.message for diagnostic in result.diagnostics]
    tree = ast.parse(result.module)
    raised = [node.exc for node in ast.walk(tree) if isinstance(node, ast.Raise)]
    assert all(isinstance(error, ast.Name) and error.id == "GameOver" for error in raised)
    called = {node.func.id for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}
    assert not called & {"SystemExit", "__import__", "eval", "open"}


def test_a_file_name_cannot_add_a_line_to_the_module(tmp_path: Path) -> None:
    name = "a\nraise SystemExit(7)\n.regel"
    (tmp_path / name).write_text(SOURCE, encoding="utf-8")
    (tmp_path / "game.yaml").write_text(
        MANIFEST.replace("odd.regel", '"a\\nraise SystemExit(7)\\n.regel"'), encoding="utf-8"
    )
    result = compile_game(tmp_path)
    assert result.module is None
    assert [diagnostic.code for diagnostic in result.diagnostics] == ["E0157"]


SENTENCES = (
    *("LINES_HERE", "if '' == 1:", "'); raise SystemExit(4) #", "'''; raise SystemExit(5)", "{{m.s}} %s {{0}}"),
    "\\\\N{{DIGIT}}",
)


@pytest.mark.parametrize("hostile", SENTENCES)
def test_any_sentence_stays_a_string(hostile: str, tmp_path: Path) -> None:
    module = module_that_says(hostile, tmp_path)
    shown = hostile.replace("{{", "{").replace("}}", "}").replace("\\\\", "\\")
    strings = [node.value for node in ast.walk(ast.parse(module)) if isinstance(node, ast.Constant)]
    assert any(isinstance(text, str) and shown in text for text in strings)
    assert without_strings(module) == without_strings(module_that_says("harmless", tmp_path))


def module_that_says(text: str, folder: Path) -> str:
    (folder / "odd.regel").write_text(SOURCE.replace('says "', f'says "{text} '), encoding="utf-8")
    (folder / "game.yaml").write_text(MANIFEST, encoding="utf-8")
    result = compile_game(folder)
    assert result.module is not None, [diagnostic.message for diagnostic in result.diagnostics]
    return result.module


def without_strings(module: str) -> str:
    """The code of a module with the content of every string removed."""
    tree = ast.parse(module)
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            node.value = ""
    return ast.unparse(tree)
