"""Shell completion: what it offers, and its installation."""

from __future__ import annotations

from pathlib import Path

import pytest
from market_game import process


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
def test_completion_is_installed_once(shell: str, file: str, tmp_path: Path) -> None:
    for _ in range(2):
        assert process("--install-completion", SHELL=f"/bin/{shell}", HOME=str(tmp_path)).returncode == 0
    shown = process("--show-completion", SHELL=f"/bin/{shell}")
    assert "_REGELWERK_COMPLETE" in shown.stdout.decode()
    assert (tmp_path / file).read_text(encoding="utf-8").strip() == shown.stdout.decode().strip()
    start = tmp_path / ".zshrc"
    assert (start.read_text(encoding="utf-8").count("source") if start.exists() else 0) == (shell == "zsh")
    assert process("--show-completion", SHELL="/bin/unknown").returncode == 2
