"""Writer of statements: trees in blocks, with the spans that they come from, and their lines once all are written."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from regelwerk_dsl.source import Span

from .printer import head
from .template import Part, py, statement

COMMENT_COLUMN = 88

Body = list[ast.stmt]


@dataclass(slots=True)
class Lines:
    """The lines of some statements.

    Attributes:
        texts: the lines.
        spans: where each comes from, if that is known.
        inner: the label of the effect that is written in place of its call, by line.
        starts: where each statement at the top begins, and last where the lines end.
    """

    texts: list[str] = field(default_factory=list)
    spans: list[Span | None] = field(default_factory=list)
    inner: dict[int, str] = field(default_factory=dict)
    starts: list[int] = field(default_factory=list)


class Writer:
    """Puts statements into the block that is open; each may carry the span that it was made from."""

    def __init__(self) -> None:
        self.body: Body = []
        self._blocks = [self.body]  # those that are open, the innermost last
        self._spans: dict[ast.stmt, Span] = {}
        self._others: dict[ast.stmt, Span] = {}  # where an `else` comes from
        self._labels: dict[ast.stmt, str] = {}
        self._notes: dict[ast.stmt, str] = {}
        self._gaps: set[int] = set()  # the numbers of the statements at the top that they precede
        self._label = ""

    # ---- writing

    def add(self, template: str, *parts: Part, span: Span | None = None) -> None:
        """Writes a statement from a template, with its block."""
        self.put(statement(template, *parts), span)

    def gap(self) -> None:
        """Leaves an empty line before the next statement."""
        self._gaps.add(len(self.body))

    def open(self, template: str, *parts: Part, span: Span | None = None) -> None:
        """Begins a block: statements go into it from now on, until `depth` is lowered."""
        self._enter(statement(f"{template}\n    pass", *parts), span)

    def otherwise(self, span: Span | None = None) -> None:
        """Begins the `else` of the statement that was written last in the open block."""
        last = self._blocks[-1][-1]
        assert isinstance(last, ast.If | ast.For | ast.While) and not last.orelse
        if span is not None:
            self._others[last] = span
        self._blocks.append(last.orelse)

    def again(self) -> None:
        """Continues the block of the `if` that was written last in the open block, or its `else`."""
        last = self._blocks[-1][-1]
        assert isinstance(last, ast.If)
        self._blocks.append(last.orelse or last.body)

    @property
    def depth(self) -> int:
        """The number of open blocks; lowering it closes the inner ones."""
        return len(self._blocks) - 1

    @depth.setter
    def depth(self, depth: int) -> None:
        assert depth < len(self._blocks)
        del self._blocks[depth + 1 :]

    @contextmanager
    def nested(self) -> Iterator[None]:
        """Closes the blocks that are opened inside."""
        depth = self.depth
        yield
        self.depth = depth

    @contextmanager
    def block(self, template: str, *parts: Part, span: Span | None = None) -> Iterator[None]:
        """A block that is closed after what is written inside."""
        with self.nested():
            self.open(template, *parts, span=span)
            yield

    @contextmanager
    def other(self, span: Span | None = None) -> Iterator[None]:
        """An `else` that is closed after what is written inside."""
        with self.nested():
            self.otherwise(span)
            yield

    @contextmanager
    def when(self, test: ast.expr | None, span: Span | None = None) -> Iterator[None]:
        """Writes an `if` around what is written inside; none if `test` is None."""
        with self.nested():
            if test is not None:
                self.open("if {}:", test, span=span)
            yield

    @contextmanager
    def inside(self, label: str) -> Iterator[None]:
        """The lines of an effect that stands in place of its call."""
        around, self._label = self._label, label
        yield
        self._label = around

    @contextmanager
    def function(
        self,
        title: str,
        params: Sequence[tuple[str, str | ast.expr]],
        result: str | ast.expr,
        span: Span | None,
        note: str | None = None,
    ) -> Iterator[None]:
        """A function.

        Args:
            title: its name.
            params: its parameters, each with its type; "" for none.
            result: the type of its result.
            span: where it comes from.
            note: shown with its source as a comment at the right; None: no comment.
        """
        arguments = [ast.arg(one, py("{}", type_) if type_ else None) for one, type_ in params]
        given = ast.arguments([], arguments, None, [], [], None, [])
        made = ast.FunctionDef(title, given, [], [], py("{}", result))
        if note is not None and span is not None:
            where = printable(span.where)
            self._notes[made] = f"{printable(note)}  {where}" if note else where
        with self.nested():
            self._enter(made, span)
            yield

    def _enter(self, made: ast.stmt, span: Span | None) -> None:
        body: Body = []
        made.body = body  # type: ignore[attr-defined]
        self.put(made, span)
        self._blocks.append(body)

    def put(self, made: ast.stmt, span: Span | None = None) -> None:
        """Writes a statement, with its block."""
        self._blocks[-1].append(made)
        for each in (made, *getattr(made, "body", ())):
            if span is not None:
                self._spans[each] = span
            if self._label:
                self._labels[each] = self._label

    def taken(self, first: int) -> Writer:
        """A writer that takes over the statements at the top from a number on."""
        found = Writer()
        found.body[:], self.body[first:] = self.body[first:], []
        found._spans, found._others = self._spans, self._others
        found._labels, found._notes = self._labels, self._notes
        return found

    # ---- lines

    def lines(self) -> Lines:
        """The lines of all that has been written."""
        found = Lines()
        for at, each in enumerate(self.body):
            if at in self._gaps:
                self._line(found, 0, "")
            found.starts.append(len(found.texts))
            self._print(each, 0, found)
            if isinstance(each, ast.FunctionDef):
                self._line(found, 0, "")
                self._line(found, 0, "")
        found.starts.append(len(found.texts))
        if len(self.body) in self._gaps:
            self._line(found, 0, "")
        return found

    def _print(self, node: ast.stmt, depth: int, found: Lines, before: str = "") -> None:
        text, span = head(node), self._spans.get(node)
        note = self._notes.get(node)
        if note is not None:
            text += f"{' ' * max(2, COMMENT_COLUMN - 4 * depth - len(text))}# {note}"
        if node in self._labels:
            found.inner[len(found.texts)] = self._labels[node]
        for line in f"{before}{text}".split("\n"):
            self._line(found, depth, line, span)
        match node:
            case ast.If(_, body, [ast.If() as inner]) if node not in self._others:
                self._block(body, depth, found)
                self._print(inner, depth, found, "el")
            case (
                ast.If(body=body, orelse=others)
                | ast.For(body=body, orelse=others)
                | ast.While(body=body, orelse=others)
            ):
                self._block(body, depth, found)
                if others:
                    if node in self._labels:
                        found.inner[len(found.texts)] = self._labels[node]
                    self._line(found, depth, "else:", self._others.get(node))
                    self._block(others, depth, found)
            case ast.FunctionDef(body=body) | ast.ClassDef(body=body):
                self._block(body, depth, found)
            case _:
                pass

    def _block(self, body: Body, depth: int, found: Lines) -> None:
        for at, each in enumerate(body):
            if at and isinstance(each, ast.FunctionDef):
                self._line(found, 0, "")
            self._print(each, depth + 1, found)
        if not body:
            self._line(found, depth + 1, "pass")

    def _line(self, found: Lines, depth: int, text: str, span: Span | None = None) -> None:
        found.texts.append("    " * depth + text if text else "")
        found.spans.append(span)


def printable(text: str) -> str:
    """A text for a comment, without characters that could end the line or hide something in it."""
    return "".join(char for char in text if char.isprintable())
