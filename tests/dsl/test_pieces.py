"""Tests of pieces of sources: parsed once, moved by an edit above them, and kept for another run."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from dump import dump_tree
from regelwerk_dsl.diagnostics import Diagnostics
from regelwerk_dsl.parse import PIECES, parse_source
from regelwerk_dsl.source import SourceFile
from regelwerk_dsl.syntax.nodes import walk
from test_parse import ROOT, parse, read


def test_an_edit_above_moves_kept_pieces() -> None:
    card = 'card Action theft "Theft in {c}" for c in S:\n    number = 11\n    faulty faulty\n'
    PIECES.clear()
    first, _ = parse(card + "\n" + card.replace("theft", "other"))
    moved, diagnostics = parse("# a line\nunit EUR = 0..3\n\n" + card, "moved.regel")
    fresh_text = "# a line\nunit EUR = 0..3\n\n" + card
    PIECES.clear()
    fresh, fresh_diagnostics = parse(fresh_text, "moved.regel")
    assert dump_tree(moved) == dump_tree(fresh) and moved == fresh
    assert (
        [str(item.span) for item in diagnostics]
        == [str(item.span) for item in fresh_diagnostics]
        == ["moved.regel:6:12"]
    )
    assert first.declarations[0] == moved.declarations[1]


@pytest.mark.slow
@pytest.mark.parametrize("path", sorted((ROOT / "cards").rglob("*.regel")), ids=lambda path: path.stem)
def test_pieces_of_an_earlier_run_equal_parsed_ones(path: Path) -> None:
    source = SourceFile(path.name, read(path))
    PIECES.clear()
    parsed = parse_source(source, Diagnostics())
    kept = json.loads(json.dumps(PIECES.keep() or {}))
    PIECES.clear()
    PIECES.supply(kept)
    found = parse_source(source, Diagnostics())
    assert found == parsed and dump_tree(found) == dump_tree(parsed)
    assert [(type(node), node.span) for node in walk(found.declarations)] == [
        (type(node), node.span) for node in walk(parsed.declarations)
    ]
    assert len(kept) == len(parsed.declarations) and PIECES.keep() is None
    PIECES.clear()


def test_faulty_pieces_are_not_kept_and_broken_entries_are_parsed_again() -> None:
    PIECES.clear()
    parse("enum A = 1..3\nenum B = faulty faulty\n")
    kept = PIECES.keep() or {}
    assert len(kept) == 1
    for spoiled in ([], [1_000, 0, 1], [0, 0], [None]):
        PIECES.clear()
        PIECES.supply(dict.fromkeys(kept, spoiled))
        assert len(parse("enum A = 1..3\n")[0].declarations) == 1
    PIECES.clear()
