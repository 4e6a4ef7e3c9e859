"""The newest Python: every game compiles to the same module there and plays to the same records, views and saves.

It is had as Pyodide, a Python for Node that the npm registry holds. `make test-newest` runs this; it is no part of
`make test`.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from importlib.util import find_spec
from pathlib import Path

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
PYODIDE = "pyodide@314.0.7"
ROOMS = ("dsl", "compiler", "runtime", "printables", "simulation", "front")
PURE = (
    *("lark", "yaml", "polib", "babel", "interegular", "platformdirs", "click", "jsonschema", "referencing"),
    *("jsonschema_specifications", "attr", "attrs", "typing_extensions", "idna"),
)
"""What the compiler imports that is Python throughout; of PyYAML its compiled part is left out."""

GAMES = sorted(path.parent.relative_to(ROOT) for path in (ROOT / "cards").rglob("game.yaml"))
CHOICES = 150


def package_files(name: str) -> list[tuple[Path, Path]]:
    """The files of an installed package or module, each with its place in the bundle."""
    spec = find_spec(name)
    assert spec is not None and spec.origin is not None, f"{name} is not installed"
    origin = Path(spec.origin)
    if origin.name != "__init__.py":
        return [(origin, Path("packages") / origin.name)]
    files = (path for path in origin.parent.rglob("*") if path.is_file() and path.suffix not in (".pyc", ".so"))
    return [(path, Path("packages") / path.relative_to(origin.parent.parent)) for path in files]


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The toolkit, the games and what they need, as an archive."""
    files = [(path, Path(path.name)) for path in (HERE / "play_games.py",)]
    files += [(path, Path("shims") / path.name) for path in (HERE / "shims").glob("*.py")]
    for room in ROOMS:
        rooted = (path for path in (ROOT / room).rglob("*") if path.is_file() and path.suffix != ".pyc")
        files += [(path, Path("packages") / path.relative_to(ROOT / room)) for path in rooted]
    files += [(path, path.relative_to(ROOT)) for path in (ROOT / "cards").rglob("*") if path.is_file()]
    files += [pair for name in PURE for pair in package_files(name)]
    target = tmp_path_factory.mktemp("newest") / "bundle.zip"
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, place in files:
            archive.write(path, place)
    return target


@pytest.fixture(scope="module")
def pyodide(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of Pyodide."""
    npm = shutil.which("npm")
    assert npm is not None and shutil.which("node") is not None, "Node with npm is needed"
    folder = tmp_path_factory.mktemp("pyodide")
    subprocess.run([npm, "install", "--no-audit", "--no-fund", "--silent", "--prefix", folder, PYODIDE], check=True)
    return folder / "node_modules" / "pyodide"


@pytest.fixture(scope="module")
def here() -> list[str]:
    """What this Python makes of the games."""
    program = [sys.executable, HERE / "play_games.py", str(CHOICES), *map(str, GAMES)]
    done = subprocess.run(program, cwd=ROOT, env=os.environ | {"PYTHONHASHSEED": "1"}, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout.splitlines()[1:]


@pytest.mark.parametrize("seed", ["1", "2"])
def test_the_same_bytes(seed: str, bundle: Path, pyodide: Path, here: list[str]) -> None:
    program = ["node", HERE / "run.mjs", pyodide, bundle, seed, "play_games.py", str(CHOICES), *map(str, GAMES)]
    done = subprocess.run(program, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-3000:]
    version, *there = done.stdout.splitlines()
    print(version)
    assert tuple(map(int, version.split(".")[:2])) > sys.version_info[:2]
    assert there == here
    assert len(here) == len(GAMES)
