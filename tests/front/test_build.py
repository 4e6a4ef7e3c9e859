"""Tests of `regelwerk build`: the module, and the source of a native build."""

from __future__ import annotations

from pathlib import Path

import pytest
from market_game import Command


def test_build_writes_a_module(command: Command, market: Path, tmp_path: Path) -> None:
    assert command("build", market, "-o", tmp_path / "market.py").status == 0
    text = (tmp_path / "market.py").read_text(encoding="utf-8")
    compile(text, "market.py", "exec")
    assert command("build", market).out == text
    assert command("build", market, "--explicit").out != text


def test_build_writes_c(command: Command, market: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The C source needs no compiler; machine code does."""
    monkeypatch.setenv("CC", "no-such-compiler")
    monkeypatch.setenv("REGELWERK_CACHE", "off")
    source = tmp_path / "market.c"
    assert command("build", market, "--native", "-o", source).status == 0
    assert "PyInit_native" in source.read_text(encoding="ascii")
    said = command("build", market, "--native", "-o", tmp_path / "market.so")
    assert said.status != 0
    assert "needs a C compiler, gcc or clang" in said.err
    monkeypatch.setenv("CC", 'gcc "')
    assert "`CC` is not a command" in command("build", market, "--native", "-o", tmp_path / "market.so").err
    assert "leave out --explicit" in command("build", market, "--native", "--explicit").err
