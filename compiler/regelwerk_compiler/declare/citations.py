"""Citations: which declaration cites which statements, each with a reference to the declaration."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct
from regelwerk_dsl import syntax as syn
from regelwerk_dsl.source import Span

Kind = Literal["rule", "scenario", "invariant", "chapter"]

IDLE: dict[type[syn.Node], Kind] = {
    syn.ChapterDecl: "chapter",
    syn.ScenarioDecl: "scenario",
    syn.InvariantDecl: "invariant",
}
"""Declarations that implement no statement that they cite."""

_SOURCELESS = syn.UnitDecl | syn.MeasureDecl


class Citation(Struct, frozen=True):
    """The citation of statements by a declaration.

    Attributes:
        clause: names the statements. A worked example in a change that has none of its own has that of the change.
        declaration: the declaration that cites; for an amended worked example the step that amends it.
        change: the erratum or variant that holds it; None in the base.
        kind: `rule` for all that implements what it cites; else `scenario`, `invariant`, `chapter`.
    """

    clause: syn.SourceClause
    declaration: syn.Decl | syn.AmendStmt
    change: syn.ChangeDecl | None
    kind: Kind

    @property
    def name(self) -> str:
        """The name of the declaration; a title, `cards Job`, or the word of a part of the frame."""
        match self.declaration:
            case syn.AmendStmt(path):
                return path[1].name
            case syn.InvariantDecl(title):
                return "".join(part if isinstance(part, str) else part.span.text for part in title.parts)
            case syn.CardsDecl(card_type):
                return f"cards {card_type}"
            case decl:
                ident = getattr(decl, "name", None)
                return str(ident) if ident is not None else decl.span.text.split(maxsplit=1)[0].rstrip(":")

    @property
    def span(self) -> Span:
        """The place of the declaration; for an amended worked example, that of the name of the change."""
        if isinstance(self.declaration, syn.AmendStmt):
            return self.change.name.span if self.change is not None else self.declaration.span
        return self.declaration.span


def citations_in(decl: syn.Decl) -> Iterator[Citation]:
    """The citations of a declaration; of a change, also those of its steps."""
    if isinstance(decl, syn.ChangeDecl):
        if decl.source is not None:
            yield Citation(decl.source, decl, decl, "rule" if any(map(_acts, decl.amendments)) else "chapter")
        for step in decl.amendments:
            yield from _cited_in_step(decl, step)
    elif not isinstance(decl, _SOURCELESS) and decl.source is not None:
        yield Citation(decl.source, decl, None, IDLE.get(type(decl), "rule"))


def _cited_in_step(change: syn.ChangeDecl, step: syn.Amendment) -> Iterator[Citation]:
    match step:
        case syn.AmendStmt((syn.Ident("scenario"), *_)) if change.source is not None:
            yield Citation(change.source, step, change, "scenario")
        case syn.AddStmt(declaration=decl) | syn.ReplaceStmt(body=decl) if isinstance(decl, syn.Decl):
            source = None if isinstance(decl, _SOURCELESS) else decl.source
            source = source or (change.source if isinstance(decl, syn.ScenarioDecl) else None)
            if source is not None:
                yield Citation(source, decl, change, IDLE.get(type(decl), "rule"))


def _acts(step: syn.Amendment) -> bool:
    """True if a step changes more than words, worked examples and measures."""
    match step:
        case syn.AddStmt(declaration=decl) | syn.ReplaceStmt(body=decl) if isinstance(decl, syn.Decl):
            return type(decl) not in IDLE and not isinstance(decl, syn.MeasureDecl)
        case syn.RemoveStmt(title=title) if title is not None:
            return False
        case _:
            return step.path[0].name not in ("chapter", "scenario", "measure")
