"""The emission of a checked game with one fault at a time."""

from __future__ import annotations

from regelwerk_compiler.driver import CheckResult
from regelwerk_compiler.emit.module import Emitter
from regelwerk_compiler.emit.scenarios import emit_scenarios
from regelwerk_compiler.lower import lower
from regelwerk_compiler.resolve.scenarios import helped

from .fault import Fault
from .planting import find_faults, planted


class FaultMaker:
    """The faults of a game, and the emitted modules with each of them."""

    def __init__(self, checked: CheckResult) -> None:
        """`checked` must have no errors."""
        assert checked.game is not None and checked.texts is not None and checked.graph is not None
        self.checked, self.game, self.texts = checked, checked.game, checked.texts
        self.faults = find_faults(checked.graph)
        self.whole = helped(self.game, checked.scenarios) or self.game
        self.evaluated = self.whole.evaluated
        self.tables: dict[str, tuple[object, ...]] | None = None  # of the game as it is
        self.scenarios: tuple[object, str] | None = None  # of the game as it is: their dependencies, their text
        self.base = self.emit()

    def emit(self, *, tables: bool = True, values: bool = True) -> tuple[str, str]:
        """The module and the module of the scenarios for the present game.

        Args:
            tables: whether a fault may affect the source of tables of values: defines and cells.
            values: whether a fault may affect the source of scenarios: defines, cells and fields of cards.
        """
        self.whole.evaluated = self.evaluated  # each emission has the budget of one compilation
        module = lower(self.whole, tables=None if tables else self.tables)
        if self.tables is None:
            self.tables = module.tables
        emitter = Emitter(module, self.texts, self.checked.source_hash)
        text = emitter.emit()
        made_from = _made_from(emitter)
        if self.scenarios is not None and not values and self.scenarios[0] == made_from:
            return text, self.scenarios[1]
        scenarios = emit_scenarios(self.checked.scenarios, emitter)
        if self.scenarios is None:
            self.scenarios = (made_from, scenarios)
        return text, scenarios

    def with_fault(self, fault: Fault) -> tuple[str, str] | None:
        """Both modules of the game with a fault; None if the module is that without it."""
        of_cards = fault.kind == "field" and any(enum.of_cards for enum in self.game.enums.values())
        tables = of_cards or fault.declaration in self.game.defines or fault.declaration in self.game.enums
        with planted(fault):
            texts = self.emit(tables=tables, values=tables or fault.kind == "field")
        if texts[0] == self.base[0]:
            return None
        # a separate game: matches saved in one must not be loaded into the other
        known = self.checked.source_hash
        return texts[0].replace(repr(known), repr(f"{known}+{fault.id}")), texts[1]


def _made_from(emitter: Emitter) -> object:
    """The parts of the module that the text of the scenarios depends on: its names, and the functions that stop."""
    tables, functions = emitter.tables, emitter.functions
    stopping = (frozenset(functions.points.starts), frozenset(functions.stopping_abilities))
    return set(tables.constants), set(tables.ability_tables), stopping, set(emitter.names.taken)
