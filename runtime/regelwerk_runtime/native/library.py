"""Libraries of native builds: the rules of one game as machine code, loaded beside the same rules in Python."""

from __future__ import annotations

import json
from array import array
from importlib.machinery import ExtensionFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from typing import Any

from ..bots.trial import Trial, trial_of
from ..engine.engine import Engine
from ..tables.game import Game
from ..views.measured import recorded
from .engine import NativeEngine, NativeError, OtherRulesError
from .figures import Figures
from .positions import Positions


class NativeGame:
    """A game whose rules run as machine code.

    Attributes:
        rules: the same rules in Python, which word errors and take over if the library gives up.
        engine_class: the class of its engines.
    """

    def __init__(self, rules: Game, path: Path) -> None:
        """Loads a library.

        Raises:
            NativeError: it cannot be loaded, or was built from other rules (`OtherRulesError`).
        """
        self.rules = rules
        loader = ExtensionFileLoader("native", str(path))
        spec = spec_from_loader("native", loader)
        assert spec is not None
        try:
            self._module: Any = module_from_spec(spec)
            loader.exec_module(self._module)
        except ImportError as error:
            raise NativeError(f"{path} cannot be loaded: {error}") from None
        facts = json.loads(self._module.FACTS)
        if facts["hash"] != rules.source_hash:
            raise OtherRulesError(f"{path} was built from other rules")
        self.positions = Positions(rules, facts)
        self._set_keys()
        self._ready: set[int] = set()
        bases = (NativeEngine, self._module.Engine)
        numbers = {name: number for number, name in enumerate(recorded(rules))}
        known = {"game": rules, "positions": self.positions, "numbers": numbers}
        self.engine_class: type[NativeEngine] = type("NativeEngine", bases, {"__slots__": (), **known})

    def engine(self, players: int, seed: int) -> NativeEngine:
        """An engine at the first decision of a match.

        Raises:
            ValueError: the game does not allow this number of players.
            RuleError: the rules broke before the first decision.
        """
        engine = self.blank(players)
        engine.restart(seed)
        return engine

    def engine_at(self, engine: Engine) -> NativeEngine:
        """A native engine at the position of one in Python, with the same choices made.

        Raises:
            NativeError: it plays other rules, nature decides in them, the seed has more than 64 bits, or the position
                is too large for the library.
        """
        if engine.game.identity != self.rules.identity:
            raise NativeError("the engine plays other rules, or the same with explicit chance")
        if not -(1 << 63) <= engine.luck.seed < 1 << 64:
            raise NativeError("a native engine has no seeds beyond 64 bits")
        self._ready_for(engine.s.players)
        return self.engine_class.at(engine.copy())

    def trial(self, engine: Engine) -> Trial:
        """An engine for a bot's trials at the position of one in Python: native if possible.

        The other engine must not be used afterwards.
        """
        try:
            return self.engine_at(engine)
        except NativeError:
            return trial_of(engine)

    def figures(self, players: int) -> Figures:
        """The values of measures, and of `value`, for engines with a number of players."""
        return Figures(self.blank(players))

    def forget(self) -> None:
        """Resets the record of what has run in games with marks."""
        self._module.forget()

    def blank(self, players: int) -> NativeEngine:
        """An engine that has not begun."""
        self._ready_for(players)
        return self.engine_class(players)

    def _set_keys(self) -> None:
        luck, tables = self.rules.tables.luck, self.rules.tables
        zones = len(tables.new_state(self.rules.players[0]).piles)
        hidden = {zone for zone, _, _ in tables.secret_zones}
        every = zones + len(tables.new_state(self.rules.players[0]).places)
        self._module.set_keys(
            b"".join(luck.die_keys),
            b"".join(luck.shuffle_keys.get(zone, bytes(8)) for zone in range(zones)),
            b"".join(key[:8] for key in luck.card_luck),
            bytes(zone in hidden for zone in range(every)),
            array("i", self.positions.points[:-1]).tobytes(),
        )

    def _ready_for(self, players: int) -> None:
        """Makes sure that the library has the initial position."""
        if players not in self._ready:
            self._module.set_up(players, self.positions.parts(self.rules.new_state(players)))
            self._ready.add(players)
