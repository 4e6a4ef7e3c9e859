"""Setups of matches, and the command line that starts one again."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ..engine.chance import SeedLuck
from ..engine.checking import CheckedEngine, LoadedCheckedEngine, LoadedEngine
from ..engine.engine import Engine
from ..views.given import apply_given

if TYPE_CHECKING:
    from ..engine.state import BaseState
    from ..errors import RuleError
    from ..tables.game import Game


KINDS = {
    (False, False): Engine,
    (False, True): CheckedEngine,
    (True, False): LoadedEngine,
    (True, True): LoadedCheckedEngine,
}
"""The class of engines, by whether the position was loaded and whether it is checked after every decision."""


@dataclass(slots=True)
class Setup:
    """The beginning of a match; shared by copies, so never changed.

    Attributes:
        game: its rules.
        players: number of players.
        seed: the random seed.
        names: the players' names, or empty.
        given: the given position as plain data, or None.
        bots: names of the bots, for the record; may be empty.
        checked: whether invariants are checked after every decision.
        guessed: whether it is a guess, which has no record.
        gave_up: what a guess had no room for: "numbers" (hidden numbers only changed places), "invariants" (one may be
            broken), "truth" (it is the truth); else "".
        record: the file of its record, for messages, or "".
        saved: its saved form, cached by `saving`.
        luck: the luck of its engines, once there is one.
    """

    game: Game
    players: int
    seed: int
    names: tuple[str, ...] = ()
    given: Mapping[str, object] | None = None
    bots: tuple[str, ...] = ()
    checked: bool = False
    guessed: bool = False
    gave_up: str = ""
    record: str = ""
    saved: bytes = field(default=b"", init=False, repr=False, compare=False)
    luck: SeedLuck | None = field(default=None, init=False, repr=False, compare=False)

    def engine(self, loaded: BaseState | None = None) -> Engine:
        """An engine at the beginning, before anything is played, or one with a loaded state."""
        luck = self.luck
        if luck is None:
            luck = self.luck = SeedLuck(self.seed, self.game.tables.luck.die_keys)
        state = self.game.new_state(self.players) if loaded is None else loaded
        return KINDS[loaded is not None, self.checked](self.game, state, luck)

    def begin(self, log: list[tuple[Any, ...]] | None = None) -> Engine:
        """An engine at its first decision; sentences go to `log`.

        Raises:
            GivenError: the given position does not fit the game.
            RuleError: the rules broke.
        """
        engine = self.engine()
        engine.log = log
        if self.given is not None:
            apply_given(engine, self.given)
        engine.begin(setup=self.given is None)
        return engine


def listed(what: str, given: Sequence[str] | None) -> tuple[str, ...]:
    """A list of texts that records and saves can hold; raises ValueError for anything else."""
    if given is None:
        return ()
    found = tuple(given)
    if isinstance(given, str) or not all(
        isinstance(one, str) and one.encode(errors="ignore").decode() == one for one in found
    ):
        raise ValueError(f"{what} must be a list of texts, not {given!r}")
    return found


def complete(error: RuleError, setup: Setup, choice: str = "") -> None:
    """Adds to a rule error the choice that led to it, and a command that replays up to it."""
    error.choice = error.choice or choice
    if not error.command and not setup.guessed:
        error.command = replay_command(setup, error.decision)


def replay_command(setup: Setup, number: int) -> str:
    """A command line that replays up to a choice; without a record or bots it has RECORD as a placeholder."""
    game = setup.game
    folder = str(game.locator.data.get("game", game.name)) if game.locator else game.name
    if setup.record or not setup.bots:
        named = ["--game", folder] if folder != game.name else []  # a bundled game is found by its name
        return shlex.join(["regelwerk", "replay", setup.record or "RECORD", *named, "--to", str(number)])
    words = ["regelwerk", "run", folder]
    for option, names in (("--variant", game.variants), ("--without", game.without)):
        for name in names:
            words += [option, name]
    words += ["--players", str(setup.players), "--seed", str(setup.seed)]
    for bot in dict.fromkeys(setup.bots) if len(set(setup.bots)) == 1 else setup.bots:
        words += ["--bot", bot]
    return shlex.join([*words, *(["--checked"] if setup.checked else [])])
