"""Terminal output of the differences between two games: two columns on a wide terminal, else `-` and `+` lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from typing import Any

from regelwerk_compiler.driver import CheckResult
from regelwerk_compiler.inspect.diff.differences import KINDS, Difference
from rich.table import Table
from rich.text import Text

from ..terminal.console import Screen, plain_table

WIDE = 100  # from this width on, rules stand side by side
BLOCKS = ("rule", "state", "chapter", "scenario", "invariant")  # what is told in lines, not in a cell
NEAR = 2  # lines that are the same are shown so far around those that are not
MANY = 12  # rows of which so many are named


def show_differences(
    found: Sequence[Difference],
    sides: tuple[CheckResult, CheckResult],
    heads: tuple[str, str],
    lang: str,
    screen: Screen,
) -> None:
    """Prints what differs, kind by kind.

    Args:
        found: in the order of their kinds.
        sides: the two games, for the words of the author.
        heads: what stands above the left and the right side.
        lang: language of names and texts.
        screen: where to.
    """
    for kind, heading in KINDS.items():
        group = [one for one in found if one.kind == kind]
        if not group:
            continue
        screen.say(heading, style="heading")
        if kind in BLOCKS:
            for one in group:
                _show_block(one, heads, screen)
        else:
            _show_table(group, heads, lang, screen)
        screen.say()
    reasons = _reasons(found, sides[1])
    if reasons:
        screen.say("Why", style="heading")
        for line in reasons:
            screen.say(line)


def _reasons(found: Iterable[Difference], right: CheckResult) -> list[str]:
    """Each change that made a difference, with its title and the statements that it cites."""
    by = dict.fromkeys(name for one in found for name in one.by)
    steps = {step.by: step for changes in right.history.changes.values() for step in changes}
    lines = []
    for name in by:
        step = steps[name]
        cites = f" ({', '.join(step.cites)})" if step.cites else ""
        lines.append(f"  {name}: {step.title}{cites}")
    return lines


def _cell(one: Difference, value: Any, lang: str) -> str:
    """One side of a difference as a cell, in the reader's words; "-" where nothing is."""
    if value is None:
        return "-"
    if one.kind in ("name", "title", "text", "sentence") or (one.kind == "frame" and isinstance(value, dict)):
        return str(value.get(lang, "")) if isinstance(value, dict) else str(value)
    if one.kind == "row" and isinstance(value.get(lang), str):
        return str(value[lang])  # a member without columns is its name
    if one.kind == "card":
        copies, text = f" x{value['copies']}" if value["copies"] != 1 else "", value["texts"].get(lang, "")
        return f"{value['names'].get(lang, '')}{copies}{': ' if text else ''}{text}"
    return _plain(value)


def _plain(value: Any) -> str:
    """Plain data as an author writes it."""
    match value:
        case None:
            return "none"
        case bool():
            return "yes" if value else "no"
        case int():
            return f"{value:_}"
        case list():
            return ", ".join(map(_plain, value)) or "empty"
        case dict():
            return ", ".join(f"{key} {_plain(item)}" for key, item in value.items()) or "nothing"
        case _:
            return str(value)


def _places(one: Difference) -> str:
    """Where both sides stand, a place that they share once."""
    return " -> ".join(dict.fromkeys(place for place in (one.left_where, one.right_where) if place))


def _show_table(group: Sequence[Difference], heads: tuple[str, str], lang: str, screen: Screen) -> None:
    """A line for each: its name, the left side, the right side."""
    table: Table = plain_table("", *heads, "")
    for one in group[: MANY if group[0].kind == "row" else None]:
        left, right, places = _cell(one, one.left, lang), _cell(one, one.right, lang), _places(one)
        if screen.is_terminal:
            table.add_row(f"  {one.name}", left, right, Text(places, style="quiet"))
        else:
            screen.say(Text.assemble(f"  {one.name}: {left} -> {right}", (f"  {places}" if places else "", "quiet")))
    if screen.is_terminal:
        screen.show(table)
    if group[0].kind == "row" and len(group) > MANY:
        screen.say(f"  and {len(group) - MANY} more")


def _show_block(one: Difference, heads: tuple[str, str], screen: Screen) -> None:
    """A rule: both sides beside each other where there is room, else one below the other."""
    screen.say(Text.assemble((f"  {one.name}", "key"), (f"  {one.change}, {_places(one)}", "quiet")))
    left, right = (str(side).splitlines() if side is not None else [] for side in (one.left, one.right))
    if one.kind == "rule" and screen.is_terminal and screen.out.width >= WIDE and left and right:
        table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 2), header_style="quiet", expand=True)
        for head in heads:
            table.add_column(head, ratio=1)
        table.add_row(Text("\n".join(left)), Text("\n".join(right)))
        screen.show(table)
        return
    for mark, line in changed_lines(left, right):
        style = {"-": "bad", "+": "good"}.get(mark, "quiet")
        screen.say(f"    {mark} {line}".rstrip(), style=style)


def changed_lines(left: Sequence[str], right: Sequence[str]) -> Iterator[tuple[str, str]]:
    """The lines of both sides, each with `-`, `+` or a blank; long stretches that are the same are cut short."""
    blocks = SequenceMatcher(None, left, right, autojunk=False).get_opcodes()
    for number, (tag, first, end, other, other_end) in enumerate(blocks):
        if tag != "equal":
            yield from (("-", line) for line in left[first:end])
            yield from (("+", line) for line in right[other:other_end])
            continue
        same = list(left[first:end])
        before = NEAR if number else 1  # the first line says what it is
        after = NEAR if number + 1 < len(blocks) else 0
        if len(same) > before + after + 1:
            same = [*same[:before], "…", *same[len(same) - after :]]
        yield from ((" ", line) for line in same)
