"""Tests of a repeated command line: it prints the same, and notices changes."""

from __future__ import annotations

from pathlib import Path

import pytest
from market_game import Command

VARIANT = """
variant dear "Taxes are higher":
    amend tax.price: 200 -> 300
"""


@pytest.fixture
def rich(market: Path) -> Path:
    """The small game with a variant."""
    with (market / "market.regel").open("a", encoding="utf-8") as source:
        source.write(VARIANT)
    return market


def test_a_repeated_command_prints_the_same(
    command: Command, rich: Path, out: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    line = ("print", rich, "cards", "--only", "tax,gift.*", "--variant", "dear", "--json", "-o", out)
    first = command(*line)
    (printed,) = out.iterdir()
    kept = printed.read_bytes()
    printed.unlink()
    with monkeypatch.context() as patch:
        patch.setattr("regelwerk.printing.making.make_files", None)
        assert command(*line) == first and first.status == 0
    assert printed.read_bytes() == kept
    source = rich / "market.regel"
    source.write_text(source.read_text(encoding="utf-8").replace("price = 500", "price = 600"), encoding="utf-8")
    assert command(*line).status == 0
    assert printed.read_bytes() != kept
    rich.rename(tmp_path / "elsewhere")
    gone = command(*line)
    assert gone.status == 2 and "there is no game" in gone.err


def test_a_command_that_printed_nothing_is_read_each_time(command: Command, rich: Path, out: Path) -> None:
    for _ in range(2):
        said = command("print", rich, "cards", "--only", "taxi", "-o", out)
        assert said.status == 2 and "no card is called taxi" in said.err


@pytest.mark.parametrize(
    "line", ["", "out/market.pdf: 3 pages", "Märkte 市場 [bold]x[/bold] :smile: " + "wide " * 60 + "."]
)
def test_a_line_in_a_pipe_equals_that_of_the_library(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    from regelwerk.terminal.console import Screen

    screen = Screen()
    screen.say(line, "good")
    screen.note(line)
    plain = capsys.readouterr()
    screen.out.print(line, style="good", soft_wrap=True)
    screen.err.print(line, style="quiet", soft_wrap=True)
    assert plain == capsys.readouterr()
