"""Combinations of variants: the reasons why some cannot be combined, and random combinations that can.

Only the changes are resolved, so many combinations are tried in a short time; compiling comes later.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

from regelwerk_compiler.amend.apply import amend
from regelwerk_compiler.amend.select import select_changes
from regelwerk_compiler.declare.collect import declare
from regelwerk_compiler.declare.csv import read_tables
from regelwerk_dsl import syntax as syn
from regelwerk_dsl.data.manifest import load_manifest, load_sources
from regelwerk_dsl.diagnostics import Diagnostic, Diagnostics, SourceError
from regelwerk_dsl.parse import parse_source

APART = frozenset({"E0903", "E0904", "E0905"})
"""Codes of incompatible variants: both change the same thing, one excludes the other, one needs another."""


def read_trees(folder: Path) -> list[syn.SourceTree]:
    """The sources of a game with their tables, parsed once."""
    diagnostics = Diagnostics()
    manifest = load_manifest(folder, diagnostics)
    if manifest is None:
        raise SourceError(diagnostics.sorted())
    sources = load_sources(manifest, diagnostics)
    trees = [parse_source(source, diagnostics) for source in sources]
    return read_tables(trees, manifest, diagnostics, sources)


def refusals(trees: list[syn.SourceTree], requests: Sequence[str]) -> list[Diagnostic]:
    """The problems of combining these variants; none if they are compatible."""
    diagnostics = Diagnostics()
    table = declare(trees, diagnostics)
    amend(table, select_changes(table, requests, (), diagnostics), diagnostics)
    return diagnostics.sorted()


def draw_compatible(trees: list[syn.SourceTree], requests: Sequence[str], most: int, seed: int) -> tuple[str, ...]:
    """Two to `most` compatible requests, drawn at random; the same seed draws the same ones.

    Fewer if no others are compatible with them.
    """
    rng = random.Random(seed)
    count = rng.randint(2, most)
    found: tuple[str, ...] = ()
    for request in rng.sample(list(requests), len(requests)):
        if len(found) == count:
            break
        if not {item.code for item in refusals(trees, (*found, request))} & APART:
            found = (*found, request)
    return found
