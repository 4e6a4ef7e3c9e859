"""Chapters of prose go in; what their `{{ table Good }}` and `{{ scenario sale }}` name is looked up, and reported."""

from __future__ import annotations

import re

from regelwerk_dsl import syntax as syn
from regelwerk_dsl.diagnostics import Diagnostics
from regelwerk_dsl.source import Span

from ..declare import Declarations
from ..symbols import Game
from .scope import Scope

# `{{ table Good }}`, `{{ table Good: price, weight }}`, `{{ scenario sale }}`, `{{ picture board }}`
INSERT = re.compile(r"\{\{\s*(?P<kind>\w*)\s*(?P<name>[^{}:]*?)\s*(?::\s*(?P<columns>[^{}]*?)\s*)?\}\}")
PICTURE = "picture"  # its name is one of the game's layouts, which the compiler does not read
TABLES = (syn.TableDecl, syn.MapDecl)


def check_chapters(table: Declarations, game: Game, diagnostics: Diagnostics) -> None:
    """Errors: E0115 (no table, scenario or picture, or not alone on its line), E0201 (no such name or column)."""
    scope = Scope(game, diagnostics)
    names = {
        "table": [name for name, decl in table.enums.items() if isinstance(decl, TABLES)],
        "scenario": list(table.scenarios),
    }
    for chapter in table.chapters.values():
        source, start = chapter.span.source, chapter.span.start
        for found in INSERT.finditer(chapter.span.text):
            kind, name = found["kind"], found["name"]
            if kind not in names and not (kind == PICTURE and name):
                diagnostics.report(
                    "E0115",
                    Span(source, start + found.start(), start + found.end()),
                    "a chapter shows a table, a scenario or a picture here",
                    help="write `{{ table NAME }}`, `{{ scenario NAME }}` or `{{ picture NAME }}`",
                )
            elif kind != PICTURE and name not in names[kind]:
                at = start + found.start("name")
                scope.unknown(name, Span(source, at, at + len(name)), kind, names[kind])
            elif not _alone(chapter.span.text, found):
                diagnostics.report(
                    "E0115",
                    Span(source, start + found.start(), start + found.end()),
                    "what a chapter shows stands on a line of its own",
                    help="begin a new line before and after it",
                )
            elif found["columns"] is not None:
                columns = list(game.enums[name].fields) if kind == "table" and name in game.enums else []
                for column in re.finditer(r"[^,]+", found["columns"]):
                    wanted = column.group().strip()
                    at = start + found.start("columns") + column.start()
                    if wanted not in columns:
                        scope.unknown(wanted, Span(source, at, at + len(column.group())), f"column of {name}", columns)


def _alone(text: str, found: re.Match[str]) -> bool:
    """Whether there is nothing but other inserts beside one."""
    line = text[text.rfind("\n", 0, found.start()) + 1 :].split("\n", 1)[0]
    return not INSERT.sub("", line).replace('"""', "").strip()


__all__ = ["check_chapters"]
