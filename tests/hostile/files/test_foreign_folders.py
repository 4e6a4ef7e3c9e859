"""Tests of commands that are called in a stranger's folder: nothing in it is imported or configures a library."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
import regelwerk
from posix_only import POSIX

pytestmark = pytest.mark.slow

SCRIPT = "import sys; del sys.path[0]; from regelwerk.main import run; run()"  # as the installed command
ALSO = ("sitecustomize", "usercustomize", "conftest", "reportlab_settings", "yaml", "click", "numpy", "regelwerk")
PIG = ["pig", "--games", "20", "--jobs", "2", "--seed", "1", "-o", "pig.parquet"]


def call(*arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, *arguments], capture_output=True, text=True, timeout=100, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@POSIX
@pytest.mark.parametrize(
    "arguments", [["simulate", *PIG], ["simulate", *PIG, "--cluster", "local"], ["test", "pig"]], ids=" ".join
)
def test_no_module_of_the_current_folder_is_imported(arguments: list[str], folder: Path) -> None:
    for name in (*sys.stdlib_module_names, *ALSO):
        (folder / f"{name}.py").write_text(f"open('imported', 'a').write('{name} ')", encoding="utf-8")
    (folder / "any.pth").write_text("import antigravity\n", encoding="utf-8")
    call(*arguments)
    assert not (folder / "imported").exists()


@POSIX
def test_settings_of_matplotlib_in_the_current_folder_are_not_read(folder: Path) -> None:
    regelwerk.simulate("pig", 20, seed=1, jobs=1, output=folder / "pig.parquet").close()
    call("report", "pig.parquet", "-o", "alone.html")
    os.mkfifo("matplotlibrc")  # to read it would never end
    call("report", "pig.parquet", "-o", "beside.html")
    assert (folder / "beside.html").read_bytes() == (folder / "alone.html").read_bytes()
