"""A family goes in; the keys of its cards come out, as far as they can be told before names are resolved."""

from __future__ import annotations

from itertools import product

from regelwerk_dsl import syntax as syn

from ..declare.collect import Declarations
from .compare import unfolded

Keys = tuple[str, ...]
Env = dict[str, tuple[str, int]]  # of each binder its enum and the position of the member

_TESTS = {
    "is": lambda a, b: a == b,
    "is not": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}


def enum_keys(table: Declarations, name: str, depth: int = 0) -> list[str] | None:
    """The keys of an enum's members in order; None where that takes more than reading (products, maps)."""
    decl = table.enums.get(name)
    match decl:
        case syn.EnumDecl(members=members):
            return [member.name.name for member in members]
        case syn.TableDecl(rows=rows):
            return [row.key.name for row in rows]
        case syn.RangeEnumDecl(low=low, high=high):
            first, last = number_of(low, table), number_of(high, table)
            return None if first is None or last is None else [str(n) for n in range(first, last + 1)]
        case syn.SumEnumDecl(parts=parts) if depth < 9:
            found: list[str] = []
            for part in parts:
                if part.label is not None or part.name.name not in table.enums:
                    found.append(part.name.name)
                    continue
                inner = enum_keys(table, part.name.name, depth + 1)
                if inner is None:
                    return None
                found += inner
            return found
        case _:
            return None


def number_of(node: syn.Expr | syn.Text | None, table: Declarations) -> int | None:
    """A constant number, also one that definitions name; None where it is something else."""
    match unfolded(node, table):
        case syn.Number(value):
            return value
        case syn.Unary("-", syn.Number(value)):
            return -value
        case _:
            return None


def family_keys(table: Declarations, decl: syn.CardDecl) -> list[Keys] | None:
    """The keys of a family's cards, in their order; None where they cannot be told yet."""
    domains: list[list[tuple[str, int, str]]] = []
    for binder in decl.binders:
        members = _domain(table, binder.domain)
        if members is None:
            return None
        domains.append(members)
    found = []
    for values in product(*domains):
        env = {binder.name.name: (enum, at) for binder, (enum, at, _) in zip(decl.binders, values, strict=True)}
        holds = _test(table, decl.where, env) if decl.where is not None else True
        if holds is None:
            return None
        if holds:
            found.append(tuple(key for _, _, key in values))
    return found


def _domain(table: Declarations, node: syn.Expr) -> list[tuple[str, int, str]] | None:
    """The members that a binder goes through: enum, position and key of each."""
    match node:
        case syn.Name(enum):
            keys = enum_keys(table, enum)
            return None if keys is None else [(enum, at, key) for at, key in enumerate(keys)]
        case syn.SetLiteral((syn.Field(syn.Name(enum), key),)):
            keys = enum_keys(table, enum)
            return None if keys is None or key.name not in keys else [(enum, keys.index(key.name), key.name)]
        case _:
            return None


def _test(table: Declarations, node: syn.Expr, env: Env) -> bool | None:
    """Whether a condition on binders holds; None where it says something else."""
    match node:
        case syn.Binary("and" | "or" as operator, left, right):
            sides = (_test(table, left, env), _test(table, right, env))
            if None in sides:
                return None
            return all(sides) if operator == "and" else any(sides)
        case syn.Unary("not", operand):
            inner = _test(table, operand, env)
            return None if inner is None else not inner
        case syn.Binary(operator, left, right) if operator in _TESTS:
            enums = [
                enum
                for side in (left, right)
                if isinstance(side, syn.Name)
                for enum, _ in [env.get(side.name, ("", 0))]
            ]
            first, second = (_position(table, side, env, enums) for side in (left, right))
            return None if first is None or second is None else bool(_TESTS[operator](first, second))
        case syn.BoolLiteral(value):
            return value
        case _:
            return None


def _position(table: Declarations, node: syn.Expr, env: Env, enums: list[str]) -> int | None:
    match node:
        case syn.Name(name) if name in env:
            return env[name][1]
        case syn.Name(name):
            for enum in filter(None, enums):
                keys = enum_keys(table, enum) or []
                if name in keys:
                    return keys.index(name)
            return None
        case syn.Field(syn.Name(enum), key):
            keys = enum_keys(table, enum) or []
            return keys.index(key.name) if key.name in keys else None
        case _:
            return None
