"""Tables of defines that read no state: their values for all values of their parameters, where those are few."""

from __future__ import annotations

from itertools import product

from ...model import tree
from ...model.ir import Module
from ...model.symbols import CallableSymbol
from ...model.types import MemberType
from ...primitives.evaluate import Evaluator, NotConstantError, Plain

MOST_ENTRIES = 2_000
FUEL = 3_000_000


def tabulate(module: Module) -> None:
    """Fills `module.tables`: the values of a define row-major over its parameters (one value where it has none)."""
    evaluator = Evaluator(module.game, FUEL)
    for define in module.game.defines.values():
        evaluator.fuel = FUEL
        table = _table(module, define, evaluator)
        if table is not None:
            module.tables[define.name] = table


def _table(module: Module, define: CallableSymbol, evaluator: Evaluator) -> tuple[Plain, ...] | None:
    body = define.body or []
    if len(body) != 1 or not isinstance(body[0], tree.Return) or body[0].value is None:
        return None
    domains: list[range] = []
    size = 1
    for param in define.params:
        if not isinstance(param.type, MemberType) or param.type.enum == "Player":
            return None
        enum = module.game.enums[param.type.enum]
        domains.append(range(enum.low, enum.high + 1))
        size *= enum.size
    if size > MOST_ENTRIES:
        return None
    value = body[0].value
    try:
        return tuple(
            evaluator.value(value, dict(zip(define.param_locals, row, strict=True))) for row in product(*domains)
        )
    except NotConstantError:
        return None
