"""What happened in a scenario, as data, in; a worked example out: how it stood, what is chosen and said, what came."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from .elements import Element, Inline, Note, Paragraph, Picture, Table, Words
from .facts import Facts
from .words import word

Played = Mapping[str, Any]
SHORT_INDEX = 16  # entries with longer names stand below each other


def worked_example(facts: Facts, scenario: Mapping[str, Any], played: Played | None) -> Note:
    """A scenario in a box. `played` is what the front door saw when it ran it; without it, its title only."""
    elements: list[Element] = [Paragraph((Inline(_title(facts, scenario), bold=True),))]
    if played is not None:
        elements += _elements(facts, played)
    return Note(tuple(elements), f"scenario.{scenario['name']}")


def _title(facts: Facts, scenario: Mapping[str, Any]) -> str:
    return word(facts.language, "example", facts.own(scenario["titles"]))


def _elements(facts: Facts, played: Played) -> Iterator[Element]:
    picture = played.get("picture")
    if picture is not None:
        yield Picture(picture, _title(facts, played) if "titles" in played else str(played["name"]))
    elif played["situation"]:
        yield Paragraph((_soft(word(facts.language, "before")),), small=True)
        yield _state_table(facts, played["situation"], before=True)
    for step in played["steps"]:
        yield from _step(facts, step)
    if played["results"]:
        yield Paragraph((_soft(word(facts.language, "after")),), small=True)
        yield _state_table(facts, played["results"], before=False)


def _step(facts: Facts, step: Mapping[str, Any]) -> Iterator[Element]:
    choice = step.get("choice")
    if choice:
        said = facts.own(choice)
        words: Words = (Inline(said),)
        if step.get("player"):
            words = _labelled(word(facts.language, "chooses", "\0", "\1"), str(step["player"]), said)
        yield Paragraph(words, label="▸", depth=1, tight=True)
    for sentence in step["says"]:
        yield Paragraph(
            (Inline(facts.own(sentence)),), label="–" if choice else "•", depth=2 if choice else 1, tight=True
        )


def _labelled(pattern: str, player: str, said: str) -> Words:
    """A phrase with a player in bold; the places of both are marked by two control characters."""
    found = []
    for part in pattern.replace("\0", "\n\0\n").replace("\1", "\n\1\n").split("\n"):
        match part:
            case "\0":
                found.append(Inline(player, bold=True))
            case "\1":
                found.append(Inline(said))
            case _ if part:
                found.append(Inline(part))
    return tuple(found)


def _state_table(facts: Facts, entries: Sequence[Mapping[str, Any]], before: bool) -> Table:
    """One row a variable; the values of its indices behind each other."""
    variables = {variable["name"]: variable for variable in facts.game["state"]}
    rows: list[tuple[Words, ...]] = []
    for name, group in groupby(entries, key=lambda entry: entry["state"]):
        variable = variables.get(name, {"name": name, "labels": {}, "type": "", "indices": []})
        label = facts.own(variable["labels"]) or str(name)
        shown = [tuple(_entry(facts, variable, entry, before)) for entry in group]
        long = any(len(inlines[0].text) > SHORT_INDEX for inlines in shown)
        values: list[Inline] = []
        for inlines in shown:
            if values:
                values.append(Inline("\n" if long else word(facts.language, "comma")))
            values += inlines
        rows.append(((Inline(label),), tuple(values)))
    return Table(((), ()), tuple(rows), (False, False))


def _entry(facts: Facts, variable: Mapping[str, Any], entry: Mapping[str, Any], before: bool) -> Iterator[Inline]:
    indices = [
        facts.name(str(index), type_) for index, type_ in zip(entry["indices"], variable["indices"], strict=False)
    ]
    shown = facts.value(entry["value"], variable["type"])
    if not before and "old" in entry:
        shown = word(facts.language, "then", facts.value(entry["old"], variable["type"]), shown)
    if indices:
        yield Inline(" ".join(indices) + " ", bold=True)
    yield Inline(shown)


def _soft(text: str) -> Inline:
    return Inline(text, bold=True)
