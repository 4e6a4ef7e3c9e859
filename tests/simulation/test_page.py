"""A test of the documentation of simulations: its list of tables is that of the program."""

from __future__ import annotations

from pathlib import Path

from golden import check_golden
from regelwerk_simulation.tables import TABLES, Table

PAGE = Path(__file__).parents[2] / "docs" / "simulation.md"
HEADING = "## The tables\n"


def section(table: Table) -> str:
    """The description of a table on the page."""
    rows = "".join(f"| `{one.name}` | {one.type} | {one.meaning} |\n" for one in table.columns)
    order = ", ".join(f"`{name}`" for name in table.order)
    head = "| column | type | |\n| --- | --- | --- |\n"
    return f"### {table.name}\n\nOne row: {table.row}. Sorted by {order}.\n\n{head}{rows}"


def test_the_page_lists_the_tables_as_they_are() -> None:
    before, heading, _ = PAGE.read_text(encoding="utf-8").partition(HEADING)
    check_golden(PAGE, before + heading + "\n" + "\n".join(map(section, TABLES)))
