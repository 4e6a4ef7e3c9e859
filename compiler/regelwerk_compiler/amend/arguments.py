"""What stands in the brackets of a wish such as `target(150_000)`: its value, and whether it fits the parameter."""

from __future__ import annotations

from regelwerk_dsl import syntax as syn
from regelwerk_dsl.source import Span

from ..declare.collect import Declarations
from .members import enum_keys, number_of


def argument_value(text: str, span: Span) -> syn.Expr:
    """A value as an expression at a place: a number, `yes`, `no`, `none`, or a name."""
    digits = text.replace("_", "")
    if digits.lstrip("-").isdigit():
        number = int(digits)
        return (
            syn.Number(number, span=span) if number >= 0 else syn.Unary("-", syn.Number(-number, span=span), span=span)
        )
    if text in ("yes", "no"):
        return syn.BoolLiteral(text == "yes", span=span)
    if text == "none":
        return syn.NoneLiteral(span=span)
    enum, dot, member = text.rpartition(".")
    if dot:
        return syn.Field(syn.Name(enum, span=span), syn.Ident(member, span=span), span=span)
    return syn.Name(text, span=span)


def fault_of(table: Declarations, param: syn.Param, text: str) -> str:
    """Why a value cannot be that of a parameter; "" if it can, or if only the places where it stands can tell."""
    type_ = param.type.inner if isinstance(param.type, syn.OptionalType) else param.type
    if isinstance(param.type, syn.OptionalType) and text == "none":
        return ""
    low: int | None = None
    high: int | None = None
    value = argument_value(text, param.span)
    number = number_of(value, table)
    name = type_.name if isinstance(type_, syn.NamedType) else ""
    if isinstance(type_, syn.RangeType):
        low, high = number_of(type_.low, table), number_of(type_.high, table)
    elif name in table.units:
        low, high = number_of(table.units[name].low, table), number_of(table.units[name].high, table)
    elif name == "Bool":
        return "" if isinstance(value, syn.BoolLiteral) else f"`{param.name}` is yes or no, not {text}"
    elif name != "Int":
        keys = enum_keys(table, name)
        known = keys is None or text.rpartition(".")[2] in keys
        return "" if known else f"`{param.name}` is one of {', '.join(keys or [])}, not {text}"
    if number is None:
        return f"`{param.name}` is a number, not {text}"
    if low is not None and high is not None and not low <= number <= high:
        return f"`{param.name}` goes from {low:_} to {high:_}, and {number:_} does not fit"
    return ""


def sample_value(table: Declarations, decl: syn.ChangeDecl, param: syn.Param) -> str:
    """A value that a parameter can have, as it is written in a wish.

    The one that stands in the base where the parameter goes, else the greatest of its range, or the first member.
    """
    goes = syn.Name(param.name.name, span=param.span)
    for step in (step for step in decl.amendments if isinstance(step, syn.AmendStmt)):
        if step.new == goes and isinstance(step.old, syn.Number | syn.BoolLiteral | syn.Name):
            return step.old.span.text
    type_ = param.type.inner if isinstance(param.type, syn.OptionalType) else param.type
    high: int | None = None
    if isinstance(type_, syn.RangeType):
        high = number_of(type_.high, table)
    elif isinstance(type_, syn.NamedType) and type_.name in table.units:
        high = number_of(table.units[type_.name].high, table)
    elif isinstance(type_, syn.NamedType) and type_.name == "Bool":
        return "yes"
    elif isinstance(type_, syn.NamedType) and type_.name != "Int":
        return next(iter(enum_keys(table, type_.name) or []), "none")
    return str(1 if high is None else high)
