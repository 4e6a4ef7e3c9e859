"""Dump of the IR as text: every dataclass by its fields, symbols by their names. Golden files are made of it.

```
turn(p): stopping [pot]
  turn(p)
    SetLocal(pot, 0)
    Jump(turn/repeat)
  turn/repeat(p pot)
    When(at_least(StateRead(score, [p]), 100))
      then:
        Leave(None)
```

Types, spans and fields at their default are left out; the statements of inner blocks stand below, indented.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import MISSING, Field, fields, is_dataclass

from regelwerk_compiler.model import ir, tree
from regelwerk_compiler.model.primitive import Primitive
from regelwerk_compiler.model.symbols import CallableSymbol, LocalSymbol, StateSymbol
from regelwerk_compiler.model.types import describe
from regelwerk_dsl import syntax as syn

STEPS = (tree.TStmtBase, ir.Ask, ir.Call, ir.End, ir.Jump, ir.Leave, ir.Nature, ir.TakeFirst, ir.When)
LEFT_OUT = ("type", "span", "literal")


def dump(module: ir.Module) -> str:
    """All handlers in order, then the dice and the tables that were worked out."""
    parts = ["\n".join(_handler(handler)) + "\n" for handler in module.handlers]
    parts += [f"die {die.name}{list(die.dims)} from {die.first}\n" for die in module.luck.values()]
    parts += [f"table {name} = {values}\n" for name, values in module.tables.items()]
    return "\n".join(parts)


def _handler(handler: ir.Handler) -> Iterator[str]:
    params, locals_ = (" ".join(local.name for local in some) for some in (handler.params, handler.locals))
    yield f"{handler.label}({params}): {handler.kind} [{locals_}]"
    for site in handler.sites:
        if site.collecting is not None and site.answers is not None:
            yield f"  simultaneously {site.label}: from {site.collecting.label}, answers in {site.answers.name}"
    for statement in handler.body:
        yield from _step(statement, "    ")
    for point in handler.points:
        yield f"  {point.label}({' '.join(local.name for local in point.values)}){'' if point.resumed else ' in place'}"
        for step in point.body:
            yield from _step(step, "    ")


def _step(step: ir.Step, indent: str) -> Iterator[str]:
    yield indent + _text(step)
    for field in fields(step):
        value = getattr(step, field.name)
        if _is_block(value):
            yield f"{indent}  {field.name}:"
            for inner in value:
                yield from _step(inner, indent + "    ")


def _text(node: object) -> str:
    match node:
        case LocalSymbol() | StateSymbol() | Primitive():
            return node.name
        case CallableSymbol() | ir.Point():
            return node.label
        case tree.Const(value):
            return str(value)
        case tree.LocalRef(local):
            return local.name
        case tree.Op(primitive, operands, fixed):
            return f"{primitive.name}({', '.join([*map(_text, operands), *map(str, fixed)])})"
        case syn.Text():
            return node.span.text
        case list() | tuple():
            return f"[{', '.join(map(_text, node))}]"
        case _ if type(node).__module__.endswith("model.types"):
            return describe(node)  # type: ignore[arg-type]
        case _ if is_dataclass(node):
            shown = [field for field in fields(node) if _is_shown(node, field)]
            return f"{type(node).__name__}({', '.join(_text(getattr(node, field.name)) for field in shown)})"
        case _:
            return str(node)


def _is_shown(node: object, field: Field[object]) -> bool:
    value = getattr(node, field.name)
    at_default = field.default is not MISSING and value == field.default
    return field.name not in LEFT_OUT and not at_default and not _is_block(value)


def _is_block(value: object) -> bool:
    return isinstance(value, list) and bool(value) and isinstance(value[0], STEPS)
