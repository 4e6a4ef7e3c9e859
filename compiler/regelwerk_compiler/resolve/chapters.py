"""Check of the inserts in chapters: whether what `{{ table Good }}` and `{{ scenario sale }}` name exists."""

from __future__ import annotations

import re

from regelwerk_dsl import syntax as syn
from regelwerk_dsl.grammar.inserts import INSERT, read_picture_name
from regelwerk_dsl.source import Span

from .scope import Resolver, Scope

PICTURE = "picture"  # its name is one of the game's layouts, which the compiler does not read


def check_chapters(resolver: Resolver) -> None:
    """Errors: E0115 (no table, scenario or picture, or not alone on its line), E0201 (no such name or column)."""
    table, scope = resolver.table, Scope(resolver)
    names = {
        "table": [name for name, decl in table.enums.items() if isinstance(decl, syn.TableDecl | syn.MapDecl)],
        "scenario": list(table.scenarios),
    }
    for chapter in table.chapters.values():
        for found in INSERT.finditer(chapter.span.text):
            kind, name = found["kind"], found["name"]
            name_span = _part(chapter, *found.span("name"))
            if kind not in names and not (kind == PICTURE and name):
                what = "a chapter shows a table, a scenario or a picture here"
                help_ = "write `{{ table NAME }}`, `{{ scenario NAME }}` or `{{ picture NAME }}`"
                scope.error(_part(chapter, *found.span()), "E0115", what, help=help_)
            elif kind in names and name not in names[kind]:
                scope.unknown(name, name_span, kind, names[kind])
            elif kind == PICTURE and not _is_picture(name, name_span, scope, names["scenario"]):
                pass  # it is reported
            elif not _alone(chapter.span.text, found):
                what, help_ = "what a chapter shows stands on a line of its own", "begin a new line before and after it"
                scope.error(_part(chapter, *found.span()), "E0115", what, help=help_)
            elif kind == "table" and found["columns"] is not None:
                columns = list(scope.game.enums[name].fields) if name in scope.game.enums else []
                for column in re.finditer(r"[^,]+", found["columns"]):
                    wanted, at = column.group().strip(), found.start("columns")
                    if wanted not in columns:
                        span = _part(chapter, at + column.start(), at + column.end())
                        scope.unknown(wanted, span, f"column of {name}", columns)


def _part(chapter: syn.ChapterDecl, start: int, end: int) -> Span:
    """A part of a chapter, by positions in its text."""
    return Span(chapter.span.source, chapter.span.start + start, chapter.span.start + end)


def _is_picture(text: str, span: Span, scope: Scope, scenarios: list[str]) -> bool:
    """Whether the position that a picture shows exists, else it is reported.

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
    """Whether an insert shares its line with other inserts only."""
    line = text[text.rfind("\n", 0, found.start()) + 1 :].split("\n", 1)[0]
    return not INSERT.sub("", line).replace('"""', "").strip()
