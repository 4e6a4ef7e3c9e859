"""Tables of defines that read no state: their values for all values of their parameters, where those are few."""

from __future__ import annotations

from itertools import product

from ..model.defaults import domain_of
from ..model.symbols import CallableSymbol, Game
from ..model.walk import returned
from ..primitives.evaluate import Evaluator, NotConstantError, Plain

MOST_ENTRIES = 1 << 14
FUEL = 3_000_000


def tabulate(game: Game) -> dict[str, tuple[object, ...]]:
    """The values of each define that can be tabulated, row-major over its parameters (one value if it has none)."""
    evaluator = Evaluator(game, FUEL)
    found: dict[str, tuple[object, ...]] = {}
    for define in game.defines.values():
        evaluator.fuel = FUEL
        table = _table(game, define, evaluator)
        if table is not None:
            found[define.name] = table
    return found


def _table(game: Game, define: CallableSymbol, evaluator: Evaluator) -> tuple[Plain, ...] | None:
    if returned(define.body) is None:
        return None
    domains: list[range] = []
    size = 1
    for param in define.params:
        domain = domain_of(param.type, game)
        if domain is None:
            return None
        domains.append(domain)
        size *= len(domain)
    if size > MOST_ENTRIES:
        return None
    try:
        return tuple(evaluator.call(define, row) for row in product(*domains))
    except NotConstantError:
        return None
