"""Data of an explanation: where a name is declared, what it stands for, what changed it, what prints it."""

from __future__ import annotations

from dataclasses import dataclass, field

from regelwerk_dsl.source import Span

from ...amend import Change, Key
from ...checked.plain import where
from ...checked.printed import Place


@dataclass(slots=True)
class Explanation:
    """What is known of a name.

    Attributes:
        title: the name as it is asked for, and what kind of thing it is.
        where: `file:line` of its declaration.
        value: what it is worth, in the author's words; "" where it has no value.
        source: the lines of the source that declare it.
        cites: the source statements behind it, with their gloss.
        history: what set the value, from the base on: (by what, where, value).
        names, texts: how it is called and worded in each language.
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
    if key[0] == "chapter":
        return ".".join(key[:3])
    return ".".join(key[:-1]) if key[0] == "scenario" and len(key) > 3 else ".".join(key)


def value_history(steps: list[Change], place: str, value: str, note: str = "base") -> list[tuple[str, str, str]]:
    """What set a value: the base, then each change with where it stands and what it put there.

    Args:
        steps: the changes of exactly this value.
        place: where it stands if nothing has changed it.
        value: what it is then.
        note: what the base is called.
    """
    if not steps:
        return [(note, place, value)]
    first = (note, where(steps[0].old_span), steps[0].old)
    return [first, *((step(change), where(change.span), change.new) for change in steps)]


def source_lines(span: Span, *, only_line: bool = False) -> list[str]:
    """The lines of a declaration, at most 40."""
    first, last = span.line, span.end_position[0]
    if only_line:
        last = first
    return [span.source.line(number) for number in range(first, min(last, first + 39) + 1)]
