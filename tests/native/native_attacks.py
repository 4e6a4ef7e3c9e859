"""Tests of hostile games as native builds: each ends as it does in Python, and none crashes the process.

`make test-native` runs these, which need a C compiler, and so does `make test-sanitized`.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from case_games import compile_text, rules_of
from regelwerk import UsageError
from regelwerk_compiler.driver import check_game
from regelwerk_runtime.engine.engine import Engine
from regelwerk_runtime.errors import RuleError
from regelwerk_runtime.native import NativeEngine
from twins import built, python_engine

sys.path.append(str(Path(__file__).resolve().parents[1] / "hostile"))

from attacks import FRAME, Attack, attacks, limit

SANITIZED = "-fsanitize" in os.environ.get("CC", "")
PLAYABLE = [attack for attack in attacks() if not attack.wanted.startswith("E0")]


def ending(begin: Callable[[], Engine | NativeEngine]) -> str:
    """The end of a game in which the first option is always taken."""
    try:
        engine = begin()
        while engine.options:
            engine.play(0)
    except RuleError as error:
        return error.message
    return engine.reason


@pytest.mark.parametrize("attack", PLAYABLE, ids=lambda attack: attack.path.stem)
def test_an_attack_ends_as_in_python(attack: Attack, tmp_path: Path) -> None:
    text = attack.path.read_text(encoding="utf-8")
    missing = [part for word, part in FRAME.items() if not re.search(rf"^{word}\b", text, re.MULTILINE)]
    result = compile_text("\n".join([text, *missing]), tmp_path)
    if result.module is None:
        return  # the check refuses it, with or without a native build
    rules, _ = rules_of(result)
    try:
        native = built(check_game(tmp_path).game, rules)
    except UsageError as error:  # the C compiler reports that the stack would not suffice
        assert "frame size" in str(error)
        return
    child = os.fork()
    if not child:
        status = 3
        try:
            limit(600 if SANITIZED else 120, bound_memory=not SANITIZED)  # a sanitizer reserves terabytes
            players = rules.players[0]
            ends = ending(lambda: native.engine(players, 1)), ending(lambda: python_engine(rules, players, 1))
            status = int(ends[0] != ends[1])
        finally:
            os._exit(status)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
