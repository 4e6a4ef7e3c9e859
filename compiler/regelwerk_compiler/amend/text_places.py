"""The walk from a path to the text of a chapter or to a line of a worked example.

amend chapter.selling.title: "Selling" -> "Selling goods"
amend chapter.selling.prose: "three stones" -> "four stones"
amend scenario.selling_1: money[A] is 7_000 -> money[A] is 8_000
amend scenario.selling_1.A.cannot: sell(asia, black) ->
"""

from __future__ import annotations

import re

from regelwerk_dsl import syntax as syn
from regelwerk_dsl.suggest import did_you_mean

from ..declare.collect import Declarations, Key
from .compare import Written, shown
from .paths import REMOVED, Place, walk_to

OPTIONS = {"can": True, "cannot": False, "chooses": None}


def find_text_places(table: Declarations, path: Key, old: Written, new: Written) -> list[Place]:
    """The text or line that a path names; none if it names none. What is expected and what is new tell which line."""
    if len(path) < 2:
        return []
    if path[0] == "chapter" and path[1] in table.chapters:
        chapter = table.chapters[path[1]]
        if path[2:] == ("prose",):
            return [_passage(chapter, path, old, new)]
        found = walk_to(chapter, path[2:], path[:2], ("chapters", path[1]))
    elif path[0] == "scenario" and path[1] in table.scenarios:
        scenario = table.scenarios[path[1]]
        if path[2:] in ((), ("expect",)):
            return [_line(scenario, (*path[:2], "expect"), old, new, None, None)]
        if len(path) == 4 and path[3] in OPTIONS:
            return [_line(scenario, path, old, new, path[2], OPTIONS[path[3]])]
        found = walk_to(scenario, path[2:], path[:2], ("scenarios", path[1]))
    else:
        return []
    return [found] if found is not None else []


def _passage(chapter: syn.ChapterDecl, path: Key, old: Written, new: Written) -> Place:
    """Words of a chapter, which must be there once; without an expectation, a new paragraph at the end."""
    words = passage(old)
    pattern = r"\s+".join(map(re.escape, words.split()))
    found = list(re.finditer(pattern, chapter.prose)) if pattern else []

    def wrap(value: Written) -> object:
        if not pattern:
            return f"{chapter.prose}\n\n{passage(value)}"
        return chapter.prose[: found[0].start()] + passage(value) + chapter.prose[found[0].end() :]

    key = (*path, " ".join((words or passage(new)).split()))
    place = Place(key, old, chapter.name.span, ("chapters", path[1], "prose"), wrap, "text", may_be_empty=True)
    if pattern and len(found) != 1:
        place.fault = f"the chapter `{path[1]}` has these words {_times(len(found))}"
    return place


def passage(text: Written) -> str:
    """The words of a text; a slot as it is written."""
    if not isinstance(text, syn.Text):
        return ""
    return "".join(part if isinstance(part, str) else part.span.text for part in text.parts)


def _line(
    scenario: syn.ScenarioDecl, key: Key, old: Written, new: Written, player: str | None, can: bool | None
) -> Place:
    """The one line that says what is expected; without an expectation, a new line at the end.

    Args:
        scenario: the worked example.
        key: its full name and what kind of line is meant.
        old, new: what the line says, and what it will say.
        player: who chooses, can or cannot; None for a line with a condition.
        can: whether the player can; None for a choice.
    """
    name = scenario.name.name
    lines = [(at, value) for at, step in enumerate(scenario.steps) if (value := _said(step, player, can)) is not None]
    found = [at for at, value in lines if value == old]
    at = len(scenario.steps) if old is None or not found else found[0]

    def wrap(value: Written) -> object:
        if value is None or isinstance(value, syn.Text):
            return REMOVED
        if player is None:
            return syn.Expect(value, span=value.span)
        ident = syn.Ident(player, span=value.span)
        if can is None:
            return syn.WhenChooses(ident, value, span=value.span)
        return syn.ExpectOption(ident, can, value, span=value.span)

    span = scenario.steps[at].span if found else scenario.name.span
    place = Place((*key, shown(old or new)), old, span, ("scenarios", name, "steps", at), wrap, may_be_empty=True)
    if old is not None and len(found) != 1:
        place.fault = f"the scenario `{name}` has this line {_times(len(found))}"
        place.near = did_you_mean(shown(old), [shown(value) for _, value in lines]) if not found else ""
    return place


def _said(step: syn.ScenarioStep, player: str | None, can: bool | None) -> syn.Expr | None:
    """What a line says, if it is of the kind that is meant."""
    match step:
        case syn.Expect(condition) if player is None:
            return condition
        case syn.WhenChooses(name, key) if can is None and name.name == player:
            return key
        case syn.ExpectOption(name, allowed, key) if allowed is can and name.name == player:
            return key
        case _:
            return None


def _times(count: int) -> str:
    return f"{count} times" if count else "nowhere"
