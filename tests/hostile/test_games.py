"""Tests of games that try to use up time or memory, or to break the toolkit: each gets a message within seconds."""

from __future__ import annotations

from pathlib import Path

import pytest
from attacks import Attack, attacks


@pytest.mark.slow
@pytest.mark.parametrize("attack", attacks(), ids=lambda attack: attack.path.stem)
def test_an_attack_gets_its_message(attack: Attack, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REGELWERK_CACHE", "off")
    status, printed = attack.run(tmp_path)
    assert attack.wanted in printed
    assert status == (0 if attack.wanted == "is over after" else 1), printed
