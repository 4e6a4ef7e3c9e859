"""What people read about the game beside its cards, as plain data: chapters, scenarios, changes, sources."""

from __future__ import annotations

from typing import Any

from regelwerk_dsl.data.manifest import Statements
from regelwerk_dsl.source import Span

from ..amend.history import History
from ..model.symbols import Game
from ..words.source_texts import PARTS, reconstructed_id, source_texts
from ..words.texts import Texts, plain
from ..words.words import Words


def prose_data(game: Game, words: Words, statements: Statements | None, history: History) -> dict[str, Any]:
    """The entries `chapters` to `documents` of the schema, texts by language."""
    texts = words.texts
    return {
        "chapters": [
            {
                "name": c.name.name,
                "title": plain(c.title),
                "titles": texts.names(f"chapter.{c.name.name}.title", c.title, c.name.name),
                "cites": _ids(c.source),
                "prose": c.prose,
                "blocks": [
                    {"id": block.id, "texts": words.prose(block), "where": where(block.span)}
                    for block in words.chapters[c.name.name]
                ],
                "where": where(c.span),
            }
            for c in game.chapters
        ],
        "scenarios": [
            {
                "name": s.name.name,
                "title": plain(s.title),
                "titles": texts.names(f"scenario.{s.name.name}.title", s.title, s.name.name),
                "cites": _ids(s.source),
                "where": where(s.span),
            }
            for s in game.scenarios
        ],
        "invariants": [{"title": i.title, "cites": list(i.cites), "where": where(i.span)} for i in game.invariants],
        "errata": _changes(game, texts, "erratum", history),
        "variants": _changes(game, texts, "variant", history),
        **_sources(statements, texts),
    }


def where(span: Span) -> str:
    """`file:line`, the file without its folder."""
    return f"{span.source.name.replace(chr(92), '/').rsplit('/', 1)[-1]}:{span.line}"


def _changes(game: Game, texts: Texts, kind: str, history: History) -> list[dict[str, Any]]:
    applied = {one.decl.name.name for one in history.applied if one.decl.kind == kind}
    return [
        {
            "name": c.name.name,
            "title": plain(c.title),
            "titles": texts.names(f"{kind}.{c.name.name}.title", c.title, c.name.name),
            "cites": _ids(c.source),
            "where": where(c.span),
            "applied": c.name.name in applied,
            "changes": _steps(history, f"{kind} {c.name.name}"),
        }
        for c in game.changes
        if c.kind == kind
    ]


def _steps(history: History, by: str) -> list[dict[str, Any]]:
    return [
        {"key": list(key), "old": step.old, "new": step.new, "cites": list(step.cites), "where": where(step.span)}
        for key, steps in history.changes.items()
        for step in steps
        if step.by == by
    ]


def _ids(source: Any) -> list[str]:
    return [ident.name for ident in source.ids] if source is not None else []


def _sources(statements: Statements | None, texts: Texts) -> dict[str, Any]:
    if statements is None:
        return {"statements": [], "questions": [], "reconstructed": [], "documents": []}
    words = {
        one.id: {c.language: c.find(one.id, one.words) or one.words for c in texts.catalogues}
        for one in source_texts(statements)
    }
    return {
        "documents": [
            {"id": d.id, "title": d.title, "titles": words[f"document.{d.id}.title"], "language": d.language}
            for d in statements.documents
        ],
        "statements": [
            {
                "id": s.id,
                "documents": list(s.documents),
                "place": s.place,
                "gloss": s.gloss,
                "kind": s.kind,
                "not_implemented": s.not_implemented,
            }
            for s in statements.statements
        ],
        "questions": [
            {"id": q.id, "gloss": q.gloss, "base": q.base, "variant": q.variant} for q in statements.questions
        ],
        "reconstructed": [
            {
                "what": r.what,
                "value": r.value,
                "why": r.why,
                "where": r.where,
                "texts": {part: words.get(f"{reconstructed_id(r.what)}.{part}", {}) for part in PARTS},
            }
            for r in statements.reconstructed
        ],
    }
