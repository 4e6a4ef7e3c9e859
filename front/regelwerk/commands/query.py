"""`regelwerk query FILE SELECT`: a query over the tables of a simulation."""

from __future__ import annotations

import math
from collections.abc import Iterable
from decimal import Decimal
from itertools import islice
from pathlib import Path
from typing import Any

import click
from regelwerk_dsl.csv_text import csv_text
from regelwerk_runtime.batch.patience import MINUTES

from ..errors import InputError
from ..simulating import extras
from ..terminal.console import Screen, plain_table
from ..terminal.options import FILE, Between, json_option, option

ROWS = 1_000
"""Rows written at a time as CSV."""

MOST_IN_TABLE, MOST_IN_JSON = 100_000, 1_000_000
"""Most rows of an answer that is held in memory as a whole."""

NUMBERS = (int, float, Decimal, type(None))


@click.command("query")
@click.argument("file", metavar="FILE", help="The file of the games of a simulation.", type=FILE)
@click.argument("select", metavar="SELECT", help="The query, in DuckDB's SQL.")
@option("--csv", "Write the answer as CSV.", name="as_csv")
@option("--minutes M", "How long the query may take (default: 60).", Between(0, min_open=True))
@json_option
def query(file: Path, select: str, as_csv: bool, minutes: float | None, json: bool) -> None:
    """Answer one SELECT over the tables of a simulation.

    The tables are games, seats, options, cards, decks, facts, lines, names and run, and decisions if the simulation
    wrote them. A query can read nothing else.
    """
    screen = Screen()
    if as_csv and json:
        raise click.UsageError("--csv and --json exclude each other")
    with extras():
        from regelwerk_simulation.dataset import Dataset  # needs extras
    with Dataset.open(file) as dataset:
        columns, rows = dataset.answer(select, MINUTES if minutes is None else minutes)
        if json:
            screen.json(
                [
                    {name: _plain(cell) for name, cell in zip(columns, row, strict=True)}
                    for row in _held(rows, MOST_IN_JSON)
                ]
            )
        elif as_csv:
            screen.raw(csv_text([columns], "\n"))
            while part := list(islice(rows, ROWS)):
                screen.raw(csv_text(part, "\n"))
        else:
            found = _held(rows, MOST_IN_TABLE)
            numbers = frozenset(at for at in range(len(columns)) if all(isinstance(row[at], NUMBERS) for row in found))
            table = plain_table(*columns, numbers=numbers)
            for row in found:
                table.add_row(*map(_shown, row))
            screen.show(table)


def _held(rows: Iterable[tuple[Any, ...]], most: int) -> list[tuple[Any, ...]]:
    """All rows.

    Raises:
        InputError: there are more than `most`.
    """
    found = list(islice(rows, most + 1))
    if len(found) > most:
        raise InputError(
            f"the answer has more than {most:,} rows", "ask for fewer, or take --csv, which writes them as they come"
        )
    return found


def _plain(cell: object) -> object:
    """A value as JSON; types that JSON lacks become text."""
    match cell:
        case None | bool() | int() | str():
            return cell
        case float() | Decimal():
            return float(cell) if math.isfinite(cell) else None
        case list() | tuple():
            return [_plain(one) for one in cell]
        case dict():
            return {str(key): _plain(value) for key, value in cell.items()}
        case _:
            return str(cell)


def _shown(cell: object) -> str:
    """A value as shown in a table."""
    if cell is None:
        return ""
    return f"{cell:.6g}" if isinstance(cell, float) else str(cell)
