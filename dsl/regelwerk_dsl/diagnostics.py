"""Messages to the author as data: code, severity, place, reason and advice."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from enum import Enum

from msgspec import Struct, field
from msgspec.structs import replace

from .source import SourceFile, Span
from .suggest import nearest

PATIENCE = 30_000  # candidates that misspelt names are compared with, in all
MOST_LABELS = 3  # of a message about a cause that shows at several places


class Severity(Enum):
    ERROR = "error"
    WARNING = "warning"


class Label(Struct, frozen=True):
    """A second place that explains the message, with a short text."""

    span: Span
    text: str


class Diagnostic(Struct, frozen=True):
    """One message. The severity follows from the code: `E....` is an error, `W....` a warning."""

    code: str
    message: str
    span: Span
    note: str = ""  # the words under the carets
    labels: tuple[Label, ...] = ()
    help: str = ""

    @property
    def severity(self) -> Severity:
        return Severity.WARNING if self.code.startswith("W") else Severity.ERROR

    @property
    def sort_key(self) -> tuple[str, int, int, str, str]:
        return (self.span.source.name, self.span.start, self.span.end, self.code, self.message)

    def moved(self, source: SourceFile, move: Callable[[int], int]) -> Diagnostic:
        """The same message in `source`, each offset moved by `move`."""
        labels = tuple(Label(label.span.moved(source, move), label.text) for label in self.labels)
        return replace(self, span=self.span.moved(source, move), labels=labels)


class Diagnostics(Struct):
    """The messages collected so far. Each place and code is reported once, and each named cause."""

    items: list[Diagnostic] = field(default_factory=list)
    _patience: int = PATIENCE
    _seen: set[tuple[str, int, str]] = field(default_factory=set)
    _codes: set[str] = field(default_factory=set)
    _causes: dict[Hashable, int] = field(default_factory=dict)  # where in `items` a cause is reported

    def add(self, diagnostic: Diagnostic) -> None:
        key = (diagnostic.span.source.name, diagnostic.span.start, diagnostic.code)
        if key not in self._seen:
            self._seen.add(key)
            self._codes.add(diagnostic.code)
            self.items.append(diagnostic)

    def report(
        self,
        code: str,
        span: Span,
        message: str,
        *,
        note: str = "",
        labels: tuple[Label, ...] = (),
        help: str = "",
    ) -> None:
        self.add(Diagnostic(code, message, span, note, labels, help))

    def report_once(
        self, cause: Hashable, code: str, span: Span, message: str, *, note: str = "", help: str = ""
    ) -> None:
        """Reports a cause. If it has been reported already, the place becomes a label of that message."""
        if cause in self._causes:
            self._label(self._causes[cause], Label(span, "here too"))
        else:
            self.report(code, span, message, note=note, help=help)
            self._causes[cause] = len(self.items) - 1

    def explain(self, cause: Hashable, code: str, label: Label) -> bool:
        """Attaches a cause to a message with the code that has no cause yet; False if there is none."""
        if code not in self._codes:
            return False
        taken = set(self._causes.values())
        free = (at for at, item in enumerate(self.items) if item.code == code and at not in taken)
        if cause in self._causes or (at := next(free, None)) is None:
            return False
        self._causes[cause] = at
        self._label(at, label)
        return True

    def nearest(self, name: str, candidates: Iterable[str]) -> str | None:
        """The candidate most like a misspelt name, if any; None after very many names, since the search is slow."""
        if self._patience <= 0:
            return None
        known = list(candidates)
        self._patience -= len(known)
        return nearest(name, known)

    def _label(self, at: int, label: Label) -> None:
        item = self.items[at]
        if len(item.labels) < MOST_LABELS and label.span != item.span:
            self.items[at] = replace(item, labels=(*item.labels, label))

    def extend(self, others: Iterable[Diagnostic]) -> None:
        for other in others:
            self.add(other)

    @property
    def has_errors(self) -> bool:
        return any(item.severity is Severity.ERROR for item in self.items)

    def sorted(self) -> list[Diagnostic]:
        return sorted(self.items, key=lambda item: item.sort_key)

    def __iter__(self) -> Iterator[Diagnostic]:
        return iter(self.sorted())

    def __len__(self) -> int:
        return len(self.items)


class SourceError(Exception):
    """The sources have errors. `diagnostics` holds all of them, sorted by file and place."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics = list(diagnostics)
        first = next((d for d in self.diagnostics if d.severity is Severity.ERROR), None)
        super().__init__(f"{first.span}: {first.message}" if first else "the sources have errors")
