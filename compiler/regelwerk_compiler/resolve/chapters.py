"""Check of the inserts in chapters: whether what `{{ table Good }}` and `{{ scenario sale }}` name is there."""

from __future__ import annotations

import re

from regelwerk_dsl import syntax as syn
from regelwerk_dsl.grammar.inserts import INSERT, read_picture_name
from regelwerk_dsl.source import Span

from .scope import Resolver, Scope

PICTURE = "picture"  # its name is one of the game's layouts, which the compiler does not read
TABLES = (syn.TableDecl, syn.MapDecl)


def check_chapters(resolver: Resolver) -> None:
    """Errors: E0115 (no table, scenario or picture, or not alone on its line), E0201 (no such name or column)."""
    table, game, diagnostics, scope = resolver.table, resolver.game, resolver.diagnostics, Scope(resolver)
    names = {
        "table": [name for name, decl in table.enums.items() if isinstance(decl, TABLES)],
        "scenario": list(table.scenarios),
    }
    for chapter in table.chapters.values():
        source, start = chapter.span.source, chapter.span.start
        for found in INSERT.finditer(chapter.span.text):
            kind, name = found["kind"], found["name"]
            span = Span(source, start + found.start(), start + found.end())
            name_span = Span(source, start + found.start("name"), start + found.end("name"))
            if kind not in names and not (kind == PICTURE and name):
                what = "a chapter shows a table, a scenario or a picture here"
                help = "write `{{ table NAME }}`, `{{ scenario NAME }}` or `{{ picture NAME }}`"
                diagnostics.report("E0115", span, what, help=help)
            elif kind != PICTURE and name not in names[kind]:
                scope.unknown(name, name_span, kind, names[kind])
            elif kind == PICTURE and not _is_picture(name, name_span, scope, names["scenario"]):
                pass  # it is reported
            elif not _alone(chapter.span.text, found):
                what = "what a chapter shows stands on a line of its own"
                diagnostics.report("E0115", span, what, help="begin a new line before and after it")
            elif kind == "table" and found["columns"] is not None:
                columns = list(game.enums[name].fields) if name in game.enums else []
                for column in re.finditer(r"[^,]+", found["columns"]):
                    wanted = column.group().strip()
                    at = start + found.start("columns") + column.start()
                    if wanted not in columns:
                        scope.unknown(wanted, Span(source, at, at + len(column.group())), f"column of {name}", columns)


def _is_picture(text: str, span: Span, scope: Scope, scenarios: list[str]) -> bool:
    """Whether a picture shows a position that is there, else it is reported.

    Its drawing and its views are the layouts', which the compiler does not read.
    """
    picture = read_picture_name(text)
    low, high = scope.game.players
    if picture is None:
        help = "write `picture board`, `picture board of setup for 3` or `picture board of SCENARIO`"
        scope.error(span, "E0115", f"`{text}` names no picture", help=help)
    elif picture.scenario and picture.scenario not in scenarios:
        at = span.start + text.rindex(picture.scenario)
        place = Span(span.source, at, at + len(picture.scenario))
        scope.unknown(picture.scenario, place, "scenario", scenarios)
    elif picture.setup and not low <= picture.setup <= high:
        what = f"the game is for {low} to {high} players, not {picture.setup}"
        scope.error(span, "E0115", what, help=f"write `setup for {min(max(picture.setup, low), high)}`")
    else:
        return True
    return False


def _alone(text: str, found: re.Match[str]) -> bool:
    """Whether there is nothing but other inserts beside one."""
    line = text[text.rfind("\n", 0, found.start()) + 1 :].split("\n", 1)[0]
    return not INSERT.sub("", line).replace('"""', "").strip()


__all__ = ["INSERT", "check_chapters"]
