"""Printed form of a syntax tree, for golden files."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from regelwerk_dsl import syntax as syn
from regelwerk_dsl.source import SourceFile, Span
from regelwerk_dsl.syntax.nodes import field_names

INDENT = "  "


def dump_tree(tree: syn.SourceTree) -> str:
    """One node per line: field, class, place (`line:column-column`, or `-line:column`), and plain values."""
    lines: list[str] = []
    for declaration in tree.declarations:
        lines += _node("", declaration, "")
    lines += [f"# {place(comment.span)} {'alone' if comment.alone else 'after code'}" for comment in tree.comments]
    return "\n".join(lines) + "\n"


def dump_node(node: syn.Node) -> str:
    """The lines of one node."""
    return "\n".join(_node("", node, "")) + "\n"


def place(span: Span) -> str:
    """`3:5-9` within a line, `3:5-4:2` over several; the end is exclusive."""
    line, column = span.source.position(span.start)
    end_line, end_column = span.end_position
    return f"{line}:{column}-{end_column}" if line == end_line else f"{line}:{column}-{end_line}:{end_column}"


def _node(label: str, node: syn.Node, indent: str) -> Iterator[str]:
    prefix = f"{indent}{label}: " if label else indent
    if isinstance(node, syn.Ident):
        yield f"{prefix}`{node.name}` {place(node.span)}"
        return
    if isinstance(node, syn.Name | syn.Number):
        value = node.name if isinstance(node, syn.Name) else node.value
        yield f"{prefix}{type(node).__name__} {value} {place(node.span)}"
        return
    if isinstance(node, syn.Text):
        yield f"{prefix}Text {place(node.span)}"
        for part in node.parts:
            if isinstance(part, str):
                yield f"{indent}{INDENT}{part!r}"
            else:
                yield from _node("", part, indent + INDENT)
        return
    plain = []
    children: list[tuple[str, Any]] = []
    for field in field_names(type(node)):
        value = getattr(node, field)
        if value is None or value == () or isinstance(value, SourceFile):
            continue
        if isinstance(value, syn.Node) or (
            isinstance(value, tuple) and not all(isinstance(item, str) for item in value)
        ):
            if not _is_bare(value):
                children.append((field, value))
        elif value is not False:
            plain.append(field if value is True else f"{field}={value!r}")
    head = f"{prefix}{type(node).__name__} {place(node.span)}"
    yield " ".join([head, *plain])
    for name, value in children:
        if isinstance(value, tuple):
            for item in value:
                yield from _node(name, item, indent + INDENT)
        else:
            yield from _node("" if isinstance(value, syn.Block) and name == "body" else name, value, indent + INDENT)


def _is_bare(value: Any) -> bool:
    """Whether a value is a node `Sentences` without a single sentence."""
    return (
        isinstance(value, syn.Node)
        and type(value).__name__ == "Sentences"
        and not any(getattr(value, name) for name in field_names(type(value)))
    )
