"""One step of a change, ready to be made: what it touches, what it expects, and how the table is afterwards."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from regelwerk_dsl import syntax as syn
from regelwerk_dsl.source import Span

from .compare import Written
from .history import Key
from .places import Place

ADDED, REMOVED, THERE, NOTHING = "added", "removed", "there", "nothing"


@dataclass(slots=True)
class Edit:
    """What a step does to one thing.

    Attributes:
        key: the full name of the thing, by which its history is kept.
        old, new: what it was and is, in the author's words.
        old_span: where the old one stands.
        apply: does it.
        whole: whether everything in the thing is touched too.
        also: other things that are touched with it.
        related: names through which others set the same thing: of a family, for one of its members.
        inherits: the default that held where nothing stood, or ().
        expects: the old value as written.
        place: what an `amend` writes to.
    """

    key: Key
    old: str
    new: str
    old_span: Span
    apply: Callable[[], object]
    whole: bool = False
    also: tuple[Key, ...] = ()
    related: tuple[Key, ...] = ()
    inherits: Key = ()
    expects: Written = None
    place: Place | None = None


Found = list[Edit] | None  # None: there is nothing of that name


def place_of(span: Span) -> str:
    """`as in file:line`: how a history tells what is too long to be shown."""
    return f"as in {span.source.name.rsplit('/', 1)[-1]}:{span.line}"


def with_source(decl: Any, change: syn.ChangeDecl, old: Any) -> Any:
    """A declaration that cites nothing itself cites what its change cites, else what the old one did."""
    if not hasattr(decl, "source") or decl.source is not None:
        return decl
    return replace(decl, source=change.source or getattr(old, "source", None))
