"""A test of the words of reports: the code uses exactly those that are in the catalogues."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

from regelwerk_compiler.words.own import own_entries

REPORT = Path(str(files("regelwerk_simulation.report")))
ASKED = re.compile(r'\btr\(\s*"([^"]+)"')
FORMED = re.compile(r'\btr\(\s*f"([^"{]*)\{')


def test_words_and_code_agree() -> None:
    known = {key.removeprefix("report.") for key in own_entries() if key.startswith("report.")}
    sources = "".join(path.read_text(encoding="utf-8") for path in REPORT.rglob("*.py"))
    beginnings = tuple(FORMED.findall(sources))
    assert len(known) > 150 and set(beginnings) >= {"finding ", "reached ", "length in ", "compared "}
    assert set(ASKED.findall(sources)) - known == set()
    assert {key for key in known if f'"{key}"' not in sources and not key.startswith(beginnings)} == set()
