"""Tests of what works without loading a command: completion in shells, and the version."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from market_game import Command, process


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "wanted"),
    [("regelwerk expl", "explain"), ("regelwerk run pi", "pig"), ("regelwerk try goofspiel prize.que", "prize.queen")],
)
def test_a_shell_completes_commands_games_and_cards(words: str, wanted: str) -> None:
    number = str(len(words.split()) - 1)
    done = process(_REGELWERK_COMPLETE="bash_complete", COMP_WORDS=words, COMP_CWORD=number)
    assert done.stdout.decode().split() == [f"plain,{wanted}"]


@pytest.mark.parametrize(
    ("shell", "file"),
    [("zsh", ".config/regelwerk/completion.zsh"), ("fish", ".config/fish/completions/regelwerk.fish")],
)
def test_completion_is_installed_once(
    shell: str, file: str, tmp_path: Path, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("SHELL", f"/bin/{shell}")
    for _ in range(2):
        assert command("--install-completion").status == 0
    shown = command("--show-completion").out
    assert "_REGELWERK_COMPLETE" in shown
    assert (tmp_path / file).read_text(encoding="utf-8").strip() == shown.strip()
    start = tmp_path / ".zshrc"
    assert (start.read_text(encoding="utf-8").count("source") if start.exists() else 0) == (shell == "zsh")
    monkeypatch.setenv("SHELL", "/bin/unknown")
    assert command("--show-completion").status == 2


def test_the_version_is_shown_without_loading_a_command() -> None:
    code = "import sys; from regelwerk.main import main; main(['--version']); print(*sys.modules)"
    version, loaded = subprocess.check_output([sys.executable, "-c", code], text=True).splitlines()
    assert version[0].isdigit() and "regelwerk.commands.check" not in loaded
