"""Tests with the newest Python: every game compiles to the same module there and gives the same records, views and
saves.

`make test-newest` runs them with the newest Python that it finds, or `NEWEST=COMMAND`; they are not part of `make
test`.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
ROOMS = ("dsl", "compiler", "runtime", "printables", "simulation", "front")
GAMES = sorted(path.parent.relative_to(ROOT) for path in (ROOT / "cards").rglob("game.yaml"))
CHOICES = 150


def newest() -> str:
    """The command of a Python that is newer than this one."""
    wish = os.environ.get("NEWEST")
    names = [wish] if wish else [f"python3.{minor}" for minor in range(30, sys.version_info.minor, -1)]
    for command in filter(None, map(shutil.which, names)):
        if subprocess.run([command, "--version"], capture_output=True, check=False).returncode == 0:
            return command
    raise AssertionError("there is no newer Python on the path; NEWEST=/path/to/python names one")


@pytest.fixture(scope="module")
def there(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The newest Python with the packages of the lock file."""
    folder = tmp_path_factory.mktemp("newest")
    subprocess.run([newest(), "-m", "venv", folder], check=True)
    python = folder / "bin" / "python"
    pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "-r", ROOT / "requirements.lock"], check=True)
    return python


def played(python: Path | str, seed: str) -> list[str]:
    """The output of a Python for the games with a hash seed: its version, and a line for each game."""
    program = [python, HERE / "play_games.py", str(CHOICES), *map(str, GAMES)]
    rooms = os.pathsep.join(str(ROOT / room) for room in ROOMS)
    environment = os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": rooms}
    done = subprocess.run(program, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout.splitlines()


@pytest.fixture(scope="module")
def here() -> list[str]:
    """The output of this Python for the games."""
    return played(sys.executable, "1")[1:]


@pytest.mark.parametrize("seed", ["1", "2"])
def test_the_same_bytes(seed: str, there: Path, here: list[str]) -> None:
    version, *lines = played(there, seed)
    print(version)
    assert tuple(map(int, version.split(".")[:2])) > sys.version_info[:2]
    assert lines == here
    assert len(here) == len(GAMES)
