"""A path and what is expected there go in; a passage of a chapter or a line of a worked example comes out.

amend chapter.selling.title: "Selling" -> "Selling goods"
amend chapter.selling.prose: "three stones" -> "four stones"
amend scenario.selling_1: money[A] is 7_000 -> money[A] is 8_000
amend scenario.selling_1.A.cannot: sell(asia, black) ->
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from regelwerk_dsl import syntax as syn
from regelwerk_dsl.source import Span
from regelwerk_dsl.suggest import did_you_mean

from ..declare.collect import Declarations
from .compare import Written, shown
from .history import Key
from .places import EXPR, TEXT, Place

OPTIONS = {"can": True, "cannot": False, "chooses": None}


def find_word_places(table: Declarations, path: Key, old: Written, new: Written) -> list[Place]:
    """The text or line that a path names; none if it names none. What is expected and what is new tell which line."""
    if len(path) < 2:
        return []
    if path[0] == "chapter" and path[1] in table.chapters:
        return _chapter(table, path, old, new)
    if path[0] == "scenario" and path[1] in table.scenarios:
        return _scenario(table, path, old, new)
    return []


def _title(declared: dict[str, Any], path: Key) -> Place:
    decl = declared[path[1]]

    def write(value: Written) -> None:
        declared[path[1]] = replace(declared[path[1]], title=value)

    return Place(path, decl.title, (decl.title or decl.name).span, write, TEXT, may_be_empty=True)


# ---- chapters --------------------------------------------------------------------------------------------------------


def _chapter(table: Declarations, path: Key, old: Written, new: Written) -> list[Place]:
    if path[2:] == ("title",):
        return [_title(table.chapters, path)]
    if path[2:] != ("prose",):
        return []
    decl = table.chapters[path[1]]
    words = passage(old)
    pattern = r"\s+".join(map(re.escape, words.split()))
    found = list(re.finditer(pattern, decl.prose)) if words.split() else []

    def write(value: Written) -> None:
        now = table.chapters[path[1]]
        if not words.split():
            prose = f"{now.prose}\n\n{passage(value)}"
        else:
            prose = now.prose[: found[0].start()] + passage(value) + now.prose[found[0].end() :]
        table.chapters[path[1]] = replace(now, prose=prose)

    place = Place(
        (*path, " ".join((words or passage(new)).split())), old, decl.name.span, write, TEXT, may_be_empty=True
    )
    if words.split() and len(found) != 1:
        times = f"{len(found)} times" if found else "nowhere"
        place.fault = f"the chapter `{path[1]}` has these words {times}"
    return [place]


def passage(text: Written) -> str:
    """The words of a text; a slot as it is written."""
    if not isinstance(text, syn.Text):
        return ""
    return "".join(part if isinstance(part, str) else part.span.text for part in text.parts)


# ---- worked examples -------------------------------------------------------------------------------------------------


def _scenario(table: Declarations, path: Key, old: Written, new: Written) -> list[Place]:
    rest = path[2:]
    if rest == ("title",):
        return [_title(table.scenarios, path)]
    if rest in ((), ("expect",)):
        key = (*path[:2], "expect", shown(old or new))
        return [_step(table, key, old, _expects, lambda value, span: syn.Expect(value, span=span))]
    if len(rest) != 2 or rest[1] not in OPTIONS:
        return []
    player, can = rest[0], OPTIONS[rest[1]]

    def key_of(step: syn.ScenarioStep) -> syn.Expr | None:
        match step:
            case syn.WhenChooses(name, key) if can is None and name.name == player:
                return key
            case syn.ExpectOption(name, allowed, key) if allowed is can and name.name == player:
                return key
            case _:
                return None

    def make(value: Any, span: Span) -> syn.ScenarioStep:
        name = syn.Ident(player, span=span)
        return syn.WhenChooses(name, value, span=span) if can is None else syn.ExpectOption(name, can, value, span=span)

    return [_step(table, (*path, shown(old or new)), old, key_of, make)]


def _expects(step: syn.ScenarioStep) -> syn.Expr | None:
    return step.condition if isinstance(step, syn.Expect) else None


def _step(
    table: Declarations,
    key: Key,
    old: Written,
    read: Callable[[syn.ScenarioStep], syn.Expr | None],
    make: Callable[[Any, Span], syn.ScenarioStep],
) -> Place:
    """The one line of a worked example that says what is expected; without an expectation, a new line at the end."""
    name = key[1]
    steps = table.scenarios[name].steps
    lines = [(at, value) for at, step in enumerate(steps) if (value := read(step)) is not None]
    found = [at for at, value in lines if value == old]

    def write(value: Written) -> None:
        now = table.scenarios[name].steps
        if old is None:
            changed = (*now, make(value, value.span if value is not None else table.scenarios[name].span))
        else:
            new = (make(value, value.span),) if value is not None else ()
            changed = (*now[: found[0]], *new, *now[found[0] + 1 :])
        table.scenarios[name] = replace(table.scenarios[name], steps=changed)

    span = steps[found[0]].span if found else table.scenarios[name].name.span
    place = Place(key, old, span, write, EXPR, may_be_empty=True)
    if old is not None and len(found) != 1:
        times = f"{len(found)} times" if found else "nowhere"
        place.fault = f"the scenario `{name}` has this line {times}"
        place.near = did_you_mean(shown(old), [shown(value) for _, value in lines]) if not found else ""
    return place
