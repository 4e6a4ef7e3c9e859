"""The variants of the games under `cards/`, and a function that takes their modules apart."""

from __future__ import annotations

import ast
import os
import re
from functools import cache
from pathlib import Path

import yaml
from all_games import GAMES

SAMPLES = {"Bool": "yes", "Int": "3"}  # an argument for a parameter of each type
VARIANT = re.compile(r"^variant (\w+)(?:\((.*)\))?", re.MULTILINE)


@cache
def wishes(folder: Path) -> list[str]:
    """A request for each variant of a game, with sample arguments. Sources are not parsed, since every process needs
    it.
    """
    offered = yaml.safe_load((folder / "game.yaml").read_text(encoding="utf-8")).get("variants", [])
    texts = [path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*.regel"))]
    found = []
    declared = {name: params for text in texts for name, params in VARIANT.findall(text)}
    for name, params in sorted(declared.items(), key=lambda one: offered.index(one[0])):
        values = [SAMPLES.get(type_) or type_.rpartition("..")[2] for type_ in re.findall(r": *([^,]+)", params)]
        assert all(re.fullmatch(r"\w+", value) for value in values), f"{folder.name}: {name}({params})"
        found.append(f"{name}({', '.join(values)})" if values else name)
    return found


@cache
def questions(folder: Path) -> list[dict[str, str]]:
    """The open questions in the documents of a game; the files are long, so they are read only when needed."""
    found: list[dict[str, str]] = yaml.safe_load((folder / "sources.yaml").read_text(encoding="utf-8"))["questions"]
    return found


TRIED = [(folder, wish) for folder in GAMES for wish in wishes(folder)]
LARGEST = max(GAMES, key=lambda folder: len(wishes(folder)))


THOROUGH = bool(os.environ.get("REGELWERK_THOROUGH"))
SOME = TRIED if THOROUGH else TRIED[::8]


def title(one: object) -> str:
    """The name of a game or a request in the ids of tests."""
    return one.name if isinstance(one, Path) else str(one)


def parts(module: str) -> dict[str, str]:
    """The functions and tables of a module by name, without comments, and the rows of some tables by their first word.

    Numbers that only count something (sentences, questions, handlers) are left out.
    """
    lines = [re.sub(r"\s+# .*$", "", line) for line in module.splitlines()]
    lines = [re.sub(r"(m\.ask\(.*), \d+, (\w+)\)$", r"\1, \2)", line) for line in lines]
    found: dict[str, str] = {}

    def text(node: ast.stmt | ast.expr) -> str:
        assert node.end_lineno is not None
        return "\n".join(lines[node.lineno - 1 : node.end_lineno])

    for node in ast.parse(module).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found[node.name] = text(node)
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            name = node.targets[0].id
            if name in ("SENTENCES", "SITES", "LUCK", "LAYOUT", "CARDS") and isinstance(node.value, ast.Tuple):
                for item in node.value.elts:
                    assert isinstance(item, ast.Call) and isinstance(item.args[0], ast.Constant)
                    found[f"{name} {item.args[0].value}"] = text(item)
            elif not isinstance(node.value, ast.Constant):
                found[name] = text(node)
    return found
