"""`regelwerk query FILE SELECT`: a question to the tables of a simulation."""

from __future__ import annotations

import math
from decimal import Decimal
from itertools import islice
from pathlib import Path

import click
from regelwerk_dsl.csv_text import csv_text

from ..simulating import extras
from ..terminal.console import Screen, plain_table
from ..terminal.options import FILE, json_option, option

ROWS = 1_000
"""Rows that are written at once as CSV."""

NUMBERS = (int, float, Decimal, type(None))


@click.command("query")
@click.argument("file", metavar="FILE", help="The file of the games of a simulation.", type=FILE)
@click.argument("select", metavar="SELECT", help="The query, in DuckDB's SQL.")
@option("--csv", "Write the answer as CSV.", name="as_csv")
@json_option
def query(file: Path, select: str, as_csv: bool, json: bool) -> None:
    """Answer one SELECT over the tables of a simulation.

    The tables are called games, seats, options, cards, decks, facts, lines, names and run, and decisions where they
    were asked for. A query reads them and nothing else.
    """
    screen = Screen()
    if as_csv and json:
        raise click.UsageError("--csv and --json exclude each other")
    with extras():
        from regelwerk_simulation.dataset import Dataset  # needs extras
    with Dataset.open(file) as dataset:
        columns, rows = dataset.answer(select)
        if json:
            screen.json([{name: _plain(cell) for name, cell in zip(columns, row, strict=True)} for row in rows])
        elif as_csv:
            screen.raw(csv_text([columns], "\n"))
            while part := list(islice(rows, ROWS)):
                screen.raw(csv_text(part, "\n"))
        else:
            found = list(rows)
            numbers = frozenset(at for at in range(len(columns)) if all(isinstance(row[at], NUMBERS) for row in found))
            table = plain_table(*columns, numbers=numbers)
            for row in found:
                table.add_row(*map(_shown, row))
            screen.show(table)


def _plain(cell: object) -> object:
    """A value as JSON has it; what that has no word for as text."""
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
    """A value in a table for people."""
    if cell is None:
        return ""
    return f"{cell:.6g}" if isinstance(cell, float) else str(cell)
