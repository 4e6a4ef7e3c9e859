"""`ours.py CARDS.json OUT.pdf [KNOWN.json]`: the plain deck through the layout engine, imposition and the PDF writer.

A third file records which files fit their schemas, as the program's cache does between two runs.
"""

from __future__ import annotations

import json
import sys
from dataclasses import fields as dataclass_fields
from pathlib import Path
from typing import Any

from msgspec.structs import replace
from regelwerk_compiler.checked.game import Card, CardField, CardType, CheckedGame
from regelwerk_compiler.checked.values import Position
from regelwerk_compiler.model.types import INT
from regelwerk_dsl.data.layouts import read_layout
from regelwerk_dsl.data.yaml import FITTING
from regelwerk_dsl.diagnostics import Diagnostics
from regelwerk_dsl.source import SourceFile
from regelwerk_printables.design import Design
from regelwerk_printables.design.load import build_layout
from regelwerk_printables.impose.pages import Settings, impose
from regelwerk_printables.pdf.document import write_pdf
from regelwerk_printables.sheets import Backs, bundled_sheets

LAYOUT = Path(__file__).with_name("plain.yaml")


def game_of(cards: list[dict[str, Any]]) -> CheckedGame:
    """The deck as a checked game without anything else."""
    fields = (CardField("cost", {}, INT),)
    empty: dict[str, Any] = {
        one.name: {} if one.name in ("words", "tables", "untranslated", "printed") else ()
        for one in dataclass_fields(CheckedGame)
    }
    known = {
        "schema": 2,
        "name": "deck",
        "title": {"ja": "見本"},
        "players": (2, 4),
        "languages": ("ja",),
        "card_types": (CardType("Card", "cards", {}, fields, len(cards), (), Position()),),
        "cards": tuple(
            Card(
                key=card["id"],
                family=card["id"],
                type="Card",
                copies=1,
                fields={"cost": card["cost"]},
                cites=(),
                names={"ja": card["name"]},
                texts={"ja": card["text"]},
                wording="written",
                messages=(),
                where=Position(),
                acts=False,
                binding={},
            )
            for card in cards
        ),
    }
    return CheckedGame(**{**empty, **known})


def main(source: str, target: str, known: str = "") -> None:
    if known and Path(known).is_file():
        FITTING.supply(json.loads(Path(known).read_text(encoding="utf-8")))
    diagnostics = Diagnostics()
    layout = read_layout(SourceFile(LAYOUT.name, LAYOUT.read_text(encoding="utf-8")), diagnostics)
    assert layout is not None
    design = Design(build_layout([layout], None, diagnostics))
    cards = design.cards(game_of(json.loads(Path(source).read_text(encoding="utf-8"))), "ja", diagnostics)
    pages = impose(cards, replace(bundled_sheets()["a4"], backs=Backs.NONE), Settings())
    write_pdf(Path(target), title="deck", language="ja", pages=pages)
    assert not diagnostics.items, diagnostics.sorted()
    if known:
        Path(known).write_text(json.dumps(FITTING.used), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:4])
