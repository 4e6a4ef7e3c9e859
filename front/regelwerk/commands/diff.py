"""`regelwerk diff GAME --variant V` and `diff GAME OTHER`: differences, side by side."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import Any

import click
from regelwerk_compiler.checked.plain import as_written
from regelwerk_compiler.driver import CheckResult
from regelwerk_compiler.inspect.diff.diff import diff_games
from regelwerk_compiler.inspect.diff.rules import CHANGED, KINDS, Difference
from regelwerk_compiler.inspect.explain.declared import step
from rich.table import Table
from rich.text import Text

from ..errors import UsageError
from ..loading.checking import check_source
from ..loading.source import source_of
from ..terminal.console import Screen, counted, plain_table
from ..terminal.options import change_options, complete_games, game_argument, json_option, language_option

WIDE = 100  # minimum width to show rules side by side
BLOCKS = ("rule", "state", "chapter", "scenario", "invariant")  # kinds shown line by line, not in a cell
NEAR = 2  # unchanged lines shown before and after changed ones
MANY = 12  # most table rows that are listed
OTHER = "A second game, or another folder of the same one."


@click.command("diff")
@game_argument()
@click.argument("other", metavar="[OTHER]", default="", help=OTHER, shell_complete=complete_games)
@json_option
@change_options
@language_option
def diff(game: str, other: str, json: bool, variants: tuple[str, ...], without: tuple[str, ...], lang: str) -> None:
    """Compare two games, or a game with its variants.

    Shows values, rules and card texts side by side: GAME on the left; on the right OTHER, or GAME with the given
    variants and without the given errata.
    """
    if not other and not variants and not without:
        raise UsageError(
            f"name what to compare {game} with", f"regelwerk diff {game} --variant NAME, or regelwerk diff {game} OTHER"
        )
    screen = Screen()
    left, right = source_of(game), source_of(other or game, variants, without)
    with screen.busy(f"Comparing {' and '.join(dict.fromkeys((left.game, right.game)))}"):
        sides = check_source(left), check_source(right)
        found = diff_games(*sides)
    if json:
        screen.json([dataclasses.asdict(one) for one in found])
        return
    language = _language(sides, lang)
    others = [right.game] * (right.game != left.game) + right.changes
    _show(found, (left.game, ", ".join(others)), language, screen)
    if by := dict.fromkeys(name for one in found for name in one.by):
        steps = {change.by: change for changes in sides[1].history.changes.values() for change in changes}
        screen.say("Why", style="heading")
        for name in by:
            screen.say(f"  {step(steps[name])}")
    screen.note(counted(len(found), "difference") if found else "no differences")


def _language(sides: tuple[CheckResult, CheckResult], wanted: str) -> str:
    """The language of names and texts: the requested one, else the first."""
    known = [list(side.game.languages) for side in sides if side.game is not None]
    if wanted and not all(wanted in languages for languages in known):
        both = [language for language in known[0] if all(language in languages for languages in known)]
        raise UsageError(f"the language {wanted} is not in both games", f"both have {', '.join(both)}")
    return wanted or known[0][0]


def _show(found: Sequence[Difference], heads: tuple[str, str], lang: str, screen: Screen) -> None:
    """Prints the differences, kind by kind: rules in two columns on a wide terminal, else as `-` and `+` lines."""
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


def _cell(one: Difference, value: Any, lang: str) -> str:
    """One side of a difference in the reader's words; "-" if there is nothing on this side."""
    match one.kind:
        case _ if value is None:
            return as_written(None) if one.change == CHANGED else "-"
        case "name" | "title" | "text" | "sentence" | "frame" if isinstance(value, dict):
            return str(value.get(lang, ""))
        case "row" if not value:  # a member of a range
            return one.name.rpartition(".")[2]
        case "row" if isinstance(value.get(lang), str):
            return str(value[lang])  # a member without columns is its name
        case "card":
            copies = f" x{value['copies']}" if value["copies"] != 1 else ""
            text = value["texts"].get(lang, "")
            return f"{value['names'].get(lang, '')}{copies}{': ' if text else ''}{text}"
        case _:
            return as_written(value)


def _places(one: Difference) -> str:
    """The places of both sides; only one if they are the same."""
    return " -> ".join(dict.fromkeys(place for place in (one.left_where, one.right_where) if place))


def _show_table(group: Sequence[Difference], heads: tuple[str, str], lang: str, screen: Screen) -> None:
    """A line per difference: its name, the left side, the right side."""
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
    """A rule: both sides next to each other if there is room, else one below the other."""
    screen.say(Text.assemble((f"  {one.name}", "key"), (f"  {one.change}, {_places(one)}", "quiet")))
    left, right = (str(side).splitlines() if side is not None else [] for side in (one.left, one.right))
    if one.kind == "rule" and screen.is_terminal and screen.out.width >= WIDE and left and right:
        table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 2), header_style="quiet", expand=True)
        for head in heads:
            table.add_column(head, ratio=1)
        table.add_row(Text("\n".join(left)), Text("\n".join(right)))
        screen.show(table)
        return
    for mark, line in _changed_lines(left, right):
        style = {"-": "bad", "+": "good"}.get(mark, "quiet")
        screen.say(f"    {mark} {line}".rstrip(), style=style)


def _changed_lines(left: Sequence[str], right: Sequence[str]) -> Iterator[tuple[str, str]]:
    """The lines of both sides, each with `-`, `+` or a blank; long unchanged stretches are shortened."""
    blocks = SequenceMatcher(None, left, right, autojunk=False).get_opcodes()
    for number, (tag, first, end, other, other_end) in enumerate(blocks):
        if tag != "equal":
            yield from (("-", line) for line in left[first:end])
            yield from (("+", line) for line in right[other:other_end])
            continue
        same = list(left[first:end])
        before = NEAR if number else 1  # the first line names the rule
        after = NEAR if number + 1 < len(blocks) else 0
        if len(same) > before + after + 1:
            same = [*same[:before], "…", *same[len(same) - after :]]
        yield from ((" ", line) for line in same)
