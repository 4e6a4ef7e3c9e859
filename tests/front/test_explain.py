"""`regelwerk explain`: what uses a declaration."""

from __future__ import annotations

from pathlib import Path

from market_game import Command


def test_explain_shows_what_uses_a_define(command: Command, market: Path) -> None:
    """Calls of it, and a first value or another define that reads it."""
    rules = market / "market.regel"
    text = rules.read_text(encoding="utf-8")
    added = "\ndefine base -> Int = 7\n\ndefine twice -> Int = base + base\n\nstate:\n    spare: 0..9 = base\n"
    rules.write_text(text + added, encoding="utf-8")
    [used] = [line for line in command("explain", market, "base").out.splitlines() if "used by" in line]
    assert "twice" in used and "spare" in used
