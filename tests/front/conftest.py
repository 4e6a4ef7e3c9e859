"""Fixtures: a small game in a folder whose name has spaces and umlauts, and commands run in this process."""

from __future__ import annotations

from pathlib import Path

import pytest
from german_market import GERMAN, status, translate
from market_game import MANIFEST, SOURCE, Command, Said
from regelwerk.main import main


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Gives each test a cache of its own."""
    folder = tmp_path / "cache"
    monkeypatch.setenv("REGELWERK_CACHE", str(folder))
    return folder


@pytest.fixture
def market(tmp_path: Path) -> Path:
    """The folder of the small game."""
    folder = tmp_path / "Märkte und Märchen"
    folder.mkdir()
    (folder / "game.yaml").write_text(MANIFEST, encoding="utf-8")
    (folder / "market.regel").write_text(SOURCE, encoding="utf-8")
    return folder


@pytest.fixture
def out(tmp_path: Path) -> Path:
    """The folder for printed files."""
    return tmp_path / "out"


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str]) -> Command:
    """Runs a command line: `command("run", "pig", "--seed", 3)`."""

    def run(*arguments: object) -> Said:
        capsys.readouterr()
        status = main([str(argument) for argument in arguments])
        said = capsys.readouterr()
        return Said(status, said.out, said.err)

    return run


@pytest.fixture
def shop(market: Path, command: Command) -> Path:
    """The small game with every text in German."""
    (market / "game.yaml").write_text(MANIFEST.replace("[en]", "[en, de]"), encoding="utf-8")
    assert command("translate", "update", market).status == 0
    translate(market, GERMAN)
    assert command("translate", "update", market).status == 0
    translate(market, GERMAN)
    assert status(command, market)["texts"] == []
    return market
