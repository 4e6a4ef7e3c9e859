"""`docs/variants.md`: its commands work, with fewer games of random players, and say what the page says of the rules.

A comment above a block says what it is:

    <!-- new FILE -->       a file, as it is written
    <!-- run -->            commands that work
    <!-- run 2 games -->    the same with so many games
    <!-- fails -->          a command that tells of a fault
    <!-- says -->           lines that stand in what the last command printed, in this order
    <!-- figures -->        the same of many games: the words are those of few games, the figures are not
"""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from fenced import blocks_of
from regelwerk.main import main

pytestmark = pytest.mark.slow

PAGE = Path(__file__).resolve().parents[2] / "docs" / "variants.md"
NUMBER = re.compile(r"[+−]?\d[\d,.]*")


def fewer(command: str, games: str) -> list[str]:
    """The arguments of a command, with another number of games, random players and one process."""
    words = shlex.split(command)
    assert words.pop(0) == "regelwerk"
    if games:
        words[words.index("--games") + 1] = games
        words[words.index("--bot") + 1] = "random"
        words += ["--jobs", "1"]
        if words[0] == "compare":
            words.append("--all")  # few games differ less, and lines without a difference are hidden
    return words


def bare(line: str) -> str:
    """The words of a line before its first figure, or all of them if it begins with a figure."""
    words = NUMBER.split(" ".join(line.split()))
    return words[0] or "N".join(words)


def test_the_page_on_variants_works(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "120")
    said: list[str] = []
    done: list[str] = []
    for block in blocks_of(PAGE):
        if isinstance(block, str) or not block.mark:
            continue
        word, _, rest = block.mark.partition(" ")
        where = f"{PAGE.name}:{block.line}"
        match word:
            case "new":
                Path(rest).write_text(block.text, encoding="utf-8")
            case "run" | "fails":
                for command in block.text.splitlines():
                    status = main(fewer(command, rest.removesuffix(" games")))
                    shown = capsys.readouterr()
                    assert bool(status) is (word == "fails"), f"{where}\n{shown.out}\n{shown.err}"
                    done.append(command.split()[1])
                said = f"{shown.out}\n{shown.err}".splitlines()
            case "says":
                assert_in_order(
                    [line.strip() for line in block.text.splitlines()], [line.strip() for line in said], where
                )
            case "figures":
                for line in {bare(line) for line in block.text.splitlines()}:
                    assert line in {bare(one) for one in said}, f"{where}: {line}\n" + "\n".join(said)
            case _:
                raise AssertionError(f"{where}: {block.mark}")
    assert {"explain", "check", "test", "try", "print", "compare", "report", "query"} <= set(done)


def assert_in_order(wanted: list[str], said: list[str], where: str) -> None:
    found = iter(said)
    for line in wanted:
        assert line in found, f"{where}: {line}\n" + "\n".join(said)
