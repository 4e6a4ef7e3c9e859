"""Base class of typed expressions: a type, and the span of the source."""

from __future__ import annotations

from dataclasses import dataclass, field

from regelwerk_dsl.source import NO_SPAN, Span

from ..types import ERROR, Type


@dataclass(slots=True, kw_only=True)
class TNode:
    type: Type = ERROR
    span: Span = field(default=NO_SPAN, repr=False)
