"""Games made from the text of a case: the folder, the check and the rules.

A case that begins with `# fragment` needs no frame: missing players, play and outcome are added in another file, so
that line numbers stay the same.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from regelwerk_compiler.driver import CheckResult, CompileResult, Options, check_game, compile_game
from regelwerk_dsl.diagnostics import Diagnostic
from regelwerk_runtime.sandbox import GAME_MODULE, run_module, run_scenarios

FRAME = {
    "players": "players 2..4\n",
    "play": "play at most 1_000: finish\n",
    "outcome": "outcome for p:\n    most 0\n",
}
NAME = "case.regel"


def folder_of(text: str, folder: Path) -> Path:
    """Writes the game of a case into an empty folder."""
    files = {NAME: text}
    if text.startswith("# fragment"):
        missing = [part for word, part in FRAME.items() if not re.search(rf"^{word}\b", text, re.MULTILINE)]
        files["frame.regel"] = "\n".join(missing)
    for name, content in files.items():
        (folder / name).write_text(content, encoding="utf-8")
    names = "".join(f"  - {name}\n" for name in files)
    (folder / "game.yaml").write_text(
        f"name: case\ntitle: A case\nsources:\n{names}languages: [en]\n", encoding="utf-8"
    )
    return folder


def check_text(text: str, folder: Path) -> CheckResult:
    """Runs all stages up to the checks."""
    return check_game(folder_of(text, folder))


def compile_text(text: str, folder: Path, *, explicit: bool = False, variants: tuple[str, ...] = ()) -> CompileResult:
    """The emitted modules of a case."""
    return compile_game(folder_of(text, folder), Options(variants, explicit_chance=explicit))


def errors_of(result: CheckResult | CompileResult) -> list[str]:
    """The errors, one line each."""
    return [line_of(item) for item in result.diagnostics if item.code.startswith("E")]


def line_of(item: Diagnostic) -> str:
    """A message as a line of a test report."""
    return f"{item.span.source.name.rsplit('/', 1)[-1]}:{item.span.line}: {item.code}: {item.message}"


def rules_of(result: CompileResult) -> tuple[Any, tuple[Any, ...]]:
    """The rules of the game, ready to play, and its scenarios."""
    assert result.module is not None, errors_of(result)
    names = run_module(result.module, GAME_MODULE)
    helped = run_module(result.helped, GAME_MODULE) if result.helped else names
    return names["GAME"], run_scenarios(result.scenarios, helped) if result.scenarios else ()
