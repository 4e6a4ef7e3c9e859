"""The variants of the games under `cards/`, and their modules taken apart."""

from __future__ import annotations

import ast
import os
import re
from functools import cache
from pathlib import Path

from all_games import GAMES
from regelwerk_compiler.declare.collect import declare
from regelwerk_compiler.stages import read_sources
from regelwerk_dsl import syntax as syn
from regelwerk_dsl.diagnostics import Diagnostics

SAMPLES = {"Bool": "yes", "Int": "3"}  # an argument for a parameter of a type


@cache
def wishes(folder: Path) -> list[str]:
    """How each variant of a game can be asked for."""
    diagnostics = Diagnostics()
    sources = read_sources(folder, diagnostics)
    assert sources is not None and not diagnostics.has_errors
    table = declare(sources.trees, diagnostics)
    found = []
    for decl in table.changes.values():
        if decl.kind == "variant":
            values = [argument(param.type, table.units) for param in decl.params]
            found.append(f"{decl.name}({', '.join(values)})" if values else decl.name.name)
    return found


def argument(type_: syn.TypeExpr, units: dict[str, syn.UnitDecl]) -> str:
    if isinstance(type_, syn.RangeType):
        return type_.high.span.text
    assert isinstance(type_, syn.NamedType)
    return units[type_.name].high.span.text if type_.name in units else SAMPLES[type_.name]


TRIED = [(folder, wish) for folder in GAMES for wish in wishes(folder)]
LARGEST = max(GAMES, key=lambda folder: len(wishes(folder)))


THOROUGH = bool(os.environ.get("REGELWERK_THOROUGH"))
SOME = TRIED if THOROUGH else TRIED[::5]


def title(one: object) -> str:
    """How a game or a wish is called in the names of tests."""
    return one.name if isinstance(one, Path) else str(one)


def parts(module: str) -> dict[str, str]:
    """The functions and tables of a module by name, without comments; of a table of rows each row by its first word.

    Numbers that only count something through (sentences, questions, handlers) are left out.
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
