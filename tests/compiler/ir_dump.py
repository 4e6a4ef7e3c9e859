"""Dump of the IR as text: every node by its fields, symbols by their names. Golden files are made of it.

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

from msgspec import NODEFAULT, Struct
from regelwerk_compiler.model import ir, tree
from regelwerk_compiler.model.ids import MessageId
from regelwerk_compiler.model.primitive import Primitive
from regelwerk_compiler.model.symbols import CallableSymbol, LocalSymbol, StateSymbol
from regelwerk_compiler.model.types import describe
from regelwerk_dsl import syntax as syn

STEPS = (tree.TStmtBase, ir.Ask, ir.Call, ir.End, ir.Jump, ir.Leave, ir.Nature, ir.TakeFirst, ir.When)
LEFT_OUT = ("type", "span", "literal")


def dump(module: ir.Module) -> str:
    """All handlers in order, then the dice and the computed tables."""
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
    for name in step.__struct_fields__:
        value = getattr(step, name)
        if _is_block(value):
            yield f"{indent}  {name}:"
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
        case MessageId():
            return str(node)
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
        case Struct():
            shown = [name for name in node.__struct_fields__ if _is_shown(node, name)]
            return f"{type(node).__name__}({', '.join(_text(getattr(node, name)) for name in shown)})"
        case _:
            return str(node)


def _is_shown(node: Struct, name: str) -> bool:
    value = getattr(node, name)
    defaults = dict(zip(reversed(node.__struct_fields__), reversed(node.__struct_defaults__), strict=False))
    return name not in LEFT_OUT and value != defaults.get(name, NODEFAULT) and not _is_block(value)


def _is_block(value: object) -> bool:
    return isinstance(value, list) and bool(value) and isinstance(value[0], STEPS)
