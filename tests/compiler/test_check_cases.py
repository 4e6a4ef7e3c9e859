"""Tests of the messages of the checks: `tests/cases/check/*.regel` state them, each on its line, and no others appear.

`# E0302: words` expects that code on its line, with these words in the message, its note or its help; a message about a
line inside a text is expected on the line after it, as `# above E0302: words`. Warnings count only in cases that expect
one.
"""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest
from case_games import NAME, check_text, compile_text, line_of, rules_of
from golden import cases, check_golden
from marked_lines import marked_lines
from regelwerk_runtime.engine.chance import SeedLuck
from regelwerk_runtime.engine.checking import CheckedEngine

CASES = cases("check", "*.regel")
PAGES = cases("check", "page_*.regel")
EXPECTED = re.compile(r"# (above )?([EW]\d{4}): ([^#\n]*)")


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_messages(path: Path, tmp_path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    wanted = [
        (number - (1 if above else 0), code, words.strip())
        for number, line in enumerate(text.split("\n"), 1)
        for above, code, words in EXPECTED.findall(line)
    ]
    warned = any(code.startswith("W") for _, code, _ in wanted)
    found = [item for item in check_text(text, tmp_path).diagnostics if warned or item.code.startswith("E")]
    unexpected = []
    for item in found:
        said = " ".join((item.message, item.note, item.help, *(label.text for label in item.labels)))
        here = item.span.source.name.endswith(NAME)
        match = next((w for w in wanted if here and w[:2] == (item.span.line, item.code) and w[2] in said), None)
        if match is None:
            unexpected.append(line_of(item))
        else:
            wanted.remove(match)
    missing = [f"{NAME}:{line}: {code}: {words}" for line, code, words in wanted]
    assert {"unexpected": unexpected, "missing": missing} == {"unexpected": [], "missing": []}
    if found:
        check_golden(path.with_suffix(".places"), marked_lines(found))


@pytest.mark.parametrize("explicit", [False, True], ids=["sampled", "explicit"])
@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_pages_play(path: Path, explicit: bool, tmp_path: Path) -> None:
    """A page is a whole game: it is played at random, with every card and every invariant checked."""
    game, _ = rules_of(compile_text(path.read_text(encoding="utf-8"), tmp_path, explicit=explicit))
    for seed in range(4):
        chance = Random(seed)
        engine = CheckedEngine(game, game.new_state(game.players[0]), SeedLuck(seed, game.tables.luck.die_keys))
        engine.begin()
        while engine.options:
            engine.play(chance.randrange(len(engine.options)))
        assert engine.reason == "play ended"
