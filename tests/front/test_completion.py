"""Shell completion: what it offers, and its installation."""

from __future__ import annotations

from pathlib import Path

import pytest
from market_game import Command, process


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
