"""Explanations of what is looked up in the declarations: examples, chapters, invariants, the frame, values, removals.

`jam_1` or `scenario.jam_1`, `chapter.selling`, its second passage `chapter.selling.2`, the title of an invariant,
`players.high`, `play.limit`, `Coins.low`; by the path that an amendment gives them `Side.left.name`, `Action.at_once`,
`cook.copies`, `sell.says`; `theft`, removed.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from regelwerk_dsl import syntax as syn
from regelwerk_dsl.source import Span

from ...amend import Change, History
from ...amend.compare import shown, title_of
from ...amend.edits import GONE
from ...amend.targets import find_places
from ...declare.collect import Declarations, Key
from ...model.symbols import Block, Game, cites_of
from ...resolve.lookahead import Constants
from ...words.words import Words
from ..diff.rules import heading, step_lines
from ..printed import Place


@dataclass(slots=True)
class Explanation:
    """All that is known of a name.

    Attributes:
        title, kind: the name as it was asked for, and the kind of thing.
        where: `file:line` of its declaration.
        value: its value in the author's words; "" if it has none.
        source: the lines of the source that declare it.
        cites: the source statements behind it, with their gloss.
        history: what set the value, from the base on: (by what, where, value).
        names, texts: its name and wording in each language.
        facts: further (label, value) pairs.
        printed: where it prints, as far as the sources tell: texts of cards, chapters of the booklet.
        shown: the names by which layouts look up what comes from it.
        handler: the lines of the emitted module that run it.
    """

    title: str
    kind: str
    where: str
    value: str = ""
    source: list[str] = field(default_factory=list)
    cites: list[tuple[str, str]] = field(default_factory=list)
    history: list[tuple[str, str, str]] = field(default_factory=list)
    names: dict[str, str] = field(default_factory=dict)
    texts: dict[str, str] = field(default_factory=dict)
    facts: list[tuple[str, str]] = field(default_factory=list)
    printed: list[Place] = field(default_factory=list)
    shown: list[str] = field(default_factory=list)
    handler: list[str] = field(default_factory=list)


def step(change: Change) -> str:
    """A change in a history: what it is called, why, and which statements it cites."""
    cites = f" ({', '.join(change.cites)})" if change.cites else ""
    return f"{change.by}: {change.title}{cites}" if change.title else f"{change.by}{cites}"


def called(key: Key) -> str:
    """The full name of a changed thing as a path: of a passage or a line, which its own words name, without these."""
    if key[0] == "chapter" or key[2:3] == ("given",):
        return ".".join(key[: 3 if key[0] == "chapter" else 4])
    return ".".join(key[:-1]) if key[0] == "scenario" and len(key) > 3 else ".".join(key)


def value_history(steps: list[Change], place: str, value: str, note: str = "base") -> list[tuple[str, str, str]]:
    """The sources of a value: the base, then each change, with its place and the new value.

    Args:
        steps: the changes of exactly this value.
        place: where it stands if nothing has changed it.
        value: its value in that case.
        note: what the base is called.
    """
    if not steps:
        return [(note, place, value)]
    first = (note, steps[0].old_span.where, steps[0].old)
    return [first, *((step(change), change.span.where, change.new) for change in steps)]


def source_lines(span: Span) -> list[str]:
    """The lines of a declaration or value, at most 40."""
    first, last = span.line, span.end_position[0]
    return [span.source.line(number) for number in range(first, min(last, first + 39) + 1)]


Found = tuple[Explanation, Key, tuple[str, ...]]
"""The explanation, the key of its history, and the statements that it cites."""


def explain_part(game: Game, table: Declarations, name: str) -> Found | None:
    """The explanation of a part of the game that has a name of its own kind; None for another name."""
    kind, _, rest = name.partition(".")
    for find in (_scenario, _chapter):
        found = find(table, rest if kind in ("scenario", "chapter") else name, kind)
        if found is not None:
            return found
    return _invariant(table, rest if kind == "invariant" else name) or _frame(game, table, name)


def explain_passage(words: Words, table: Declarations, history: History, name: str) -> Found | None:
    """The explanation of a passage of a chapter by its number in catalogues, or of all its prose.

    The key of its history is that of the whole prose; `passage_history` finds the steps of one passage.
    """
    parts = name.split(".")
    if len(parts) != 3 or parts[0] != "chapter" or parts[1] not in table.chapters:
        return None
    chapter, decl = parts[1], table.chapters[parts[1]]
    if parts[2] == "prose":
        whole = _chapter(table, chapter, parts[0])
        return (whole[0], (*whole[1], parts[2]), whole[2]) if whole is not None else None
    for block in words.game.prose[chapter]:
        if block.id == name:
            found = Explanation(name, "passage of the booklet", block.span.where, source=block.source.splitlines())
            found.texts = words.prose(block)
            found.history = passage_history(history, chapter, block)
            return found, (), cites_of(decl.source)
    return None


def passage_history(history: History, chapter: str, block: Block) -> list[tuple[str, str, str]]:
    """The amendments of a chapter that have reworded a passage, or replaced the whole chapter; as they apply."""
    whole = history.of("chapter", chapter)
    reworded = [
        change
        for key, changes in history.changes.items()
        if key[:3] == ("chapter", chapter, "prose")
        for change in changes
        if any(change.span.holds(span) for span in block.changes)
    ]
    order = [one.by for one in history.applied]
    found = sorted([*whole, *reworded], key=lambda change: (order.index(change.by), change.span.start))
    return [(step(change), change.span.where, f"{change.old} -> {change.new}") for change in found]


def chapter_facts(words: Words, chapter: str) -> list[tuple[str, str]]:
    """The names of a chapter's passages, and what it shows besides words."""
    blocks = words.game.prose[chapter]
    ids = [block.id for block in blocks if block.id]
    shown = [f"{insert.kind} {insert.name}" for block in blocks for insert in block.inserts]
    passages = f"{ids[0]} to {ids[-1]}" if len(ids) > 1 else "".join(ids)
    return [(label, fact) for label, fact in (("passages", passages), ("shows", ", ".join(shown))) if fact]


def _scenario(table: Declarations, name: str, kind: str) -> Found | None:
    decl = table.scenarios.get(name)
    if decl is None or kind == "chapter":
        return None
    title, steps = heading(decl), step_lines(decl)
    found = Explanation(f"scenario {name}", "worked example", decl.name.span.where, title, steps)
    return found, ("scenario", name), cites_of(decl.source)


def _chapter(table: Declarations, name: str, kind: str) -> Found | None:
    decl = table.chapters.get(name)
    if decl is None or kind == "scenario":
        return None
    title, prose = heading(decl), decl.prose.splitlines()
    found = Explanation(f"chapter {name}", "chapter of the booklet", decl.name.span.where, title, prose)
    return found, ("chapter", name), cites_of(decl.source)


def _invariant(table: Declarations, title: str) -> Found | None:
    for decl in table.invariants:
        if title_of(decl.title) == title:
            found = Explanation(title, "invariant", decl.span.where, source=source_lines(decl.span))
            return found, ("invariant", title), cites_of(decl.source)
    return None


def _frame(game: Game, table: Declarations, name: str) -> Found | None:
    part, _, end = name.partition(".")
    unit = table.units.get(part)
    if unit is not None and end in ("low", "high"):
        expr = unit.low if end == "low" else unit.high
        return Explanation(name, f"bound of {part}", expr.span.where, shown(expr)), (part, end), ()
    if part == "players" and table.players is not None and end in ("", "low", "high"):
        low, high = game.players
        value = {"low": f"{low}", "high": f"{high}"}.get(end, f"{low} to {high}")
        key = (part, end) if end else (part,)
        return Explanation(name, "how many play", table.players.span.where, value), key, cites_of(table.players.source)
    if name == "play.limit" and table.play is not None:
        found = Explanation(name, "choices and rounds of one game", table.play.limit.span.where, f"{game.fuel:_}")
        return found, ("play", "limit"), ()
    return None


def part_names(table: Declarations) -> list[str]:
    """The names that `explain_part` knows, besides the frame."""
    return [
        *table.scenarios,
        *(f"chapter.{name}" for name in table.chapters),
        *(title_of(one.title) for one in table.invariants),
    ]


# ---- values ----------------------------------------------------------------------------------------------------------

LAST = {
    "copies": "number of copies",
    "initial": "first value",
    "label": "heading",
    "limit": "limit",
    "name": "name",
    "offer": "offer",
    "printed": "number printed",
    "says": "report",
    "text": "text",
    "title": "title",
    "where": "condition of its members",
}


def explain_value(table: Declarations, history: History, name: str) -> Found | None:
    """The explanation of a value by the path that an amendment gives it, and its full name; None if there is none."""
    path = tuple(name.split("."))
    road = _road(table, path)
    if road is not None:
        return road, path, ()
    places = find_places(table, Constants(table), path, None, None)
    if not places or (path[0] in ("chapter", "scenario") and path[-1] != "title"):
        return None
    first = places[0]
    found = Explanation(name, _kind(path), first.span.where, shown(first.value), source_lines(first.span))
    if len(places) > 1:  # a family with cards of their own
        found.facts = [(".".join(place.key), shown(place.value)) for place in places]
        return found, path, ()
    found.history = value_history(history.of(*first.key), first.span.where, shown(first.value))
    return found, first.key, ()


def _road(table: Declarations, path: Key) -> Explanation | None:
    """A road of a map: a row of its table, but no space."""
    decl = table.enums.get(path[0])
    for row in decl.rows if isinstance(decl, syn.MapDecl) and len(path) == 2 else ():
        if row.key.name == path[1]:
            lines = source_lines(row.span)
            return Explanation(".".join(path), f"road of {path[0]}", row.span.where, source=lines)
    return None


def _kind(path: Key) -> str:
    if path[-1] in ("low", "high"):
        return f"bound of {'.'.join(path[:-1])}"
    return LAST.get(path[-1], "default")


def explain_removed(history: History, name: str) -> Explanation | None:
    """The explanation of something that a change has removed from the game."""
    for key, changes in history.changes.items():
        plain = key[1:] if key[0] == "invariant" else key
        last = changes[-1]
        if last.new == GONE and name in (".".join(key), ".".join(plain)):
            found = Explanation(name, GONE, last.span.where, source=source_lines(last.old_span))
            found.history = [("base", last.old_span.where, last.old), (step(last), last.span.where, GONE)]
            return found
    return None
