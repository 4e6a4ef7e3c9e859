"""The texts of `sources.yaml` that the booklet prints, each with a stable id."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from regelwerk_dsl.data.manifest import Statements
from regelwerk_dsl.source import Span

PARTS = ("what", "value", "why")


class SourceText(NamedTuple):
    """A text that is translated like any other: `document.rules.title`, `reconstructed.stones_of_each_player.why`."""

    id: str
    words: str
    note: str
    span: Span


def source_texts(statements: Statements) -> Iterator[SourceText]:
    """The titles of the documents, and what was chosen where they are silent; parts without words are left out."""
    for document in statements.documents:
        id_ = f"document.{document.id}.title"
        yield SourceText(id_, document.title, "title of a source", document.span)
    for one in statements.reconstructed:
        for part in PARTS:
            words = getattr(one, part)
            if words:
                id_ = f"{reconstructed_id(one.what)}.{part}"
                yield SourceText(id_, words, f"what was chosen, not told by the sources: {part}", one.span)


def reconstructed_id(what: str) -> str:
    """The id of a choice, from what it is about."""
    return "reconstructed." + re.sub(r"\W+", "_", what.strip().lower()).strip("_")
