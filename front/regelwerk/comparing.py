"""Comparisons of rules, for Python programs and for the command: both sides play games with the same luck."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from regelwerk_dsl.temporary import temporary_folder
from regelwerk_runtime.tables.texts import counted_players

from .errors import UsageError
from .game import Game, load, usual_players
from .simulating import extras, simulate
from .terminal.table import bots_for

if TYPE_CHECKING:
    from regelwerk_simulation.batch.run import Progress
    from regelwerk_simulation.compare.comparison import Comparison
    from regelwerk_simulation.compare.examples import Example
    from regelwerk_simulation.compare.pairs import Pairs
    from regelwerk_simulation.dataset import Dataset

EXAMPLES = 3
"""Pairs shown at the point where their sides diverge, each from another place of the rules."""
FIRST_LOOK = 100
"""Pairs played before the questions are first examined."""
GROWTH = 1.5
"""Factor by which the number of pairs grows between examinations."""


def compare(
    base: Game | str | Path,
    variant: Game | str | Path,
    games: int = 1_000,
    *,
    players: int | None = None,
    bots: Sequence[str] = (),
    seed: int | None = None,
    jobs: int | None = None,
    until_sure: bool = False,
    within: float = 0.05,
    output: str | os.PathLike[str] | None = None,
    native: bool = False,
    minutes: float | None = None,
    tell: Callable[[Progress], None] = lambda _progress: None,
) -> Comparison:
    """Plays two sets of rules with the same luck, game by game, and measures the effect of the change.

    Args:
        base, variant: the two games, or arguments for `load`.
        games: number of pairs; with `until_sure` the maximum.
        players, bots, seed, jobs, native, minutes, tell: as in `simulate`; the same for both sides. The default seed is
            that of the tables in `output`, or else a new one.
        until_sure: stop as soon as the questions are answered (`Comparison.answers`); lines are not tested then.
        within: half the width below which an interval counts as an answer.
        output: a folder for the tables of both sides and the records of the examples, created if necessary;
            without it nothing is kept.

    Raises:
        UsageError: the games cannot be compared; or as `simulate`.
        SimulationError, OSError: as `simulate`.
    """
    first, second = (game if isinstance(game, Game) else load(game) for game in (base, variant))
    if first.name != second.name:
        raise UsageError(f"{first.name} and {second.name} are two games; compare a game with a variant of it")
    players = _players_of_both(first, second, players)
    if not 0 < within < 1:
        raise UsageError(f"`within` must be between 0 and 1, not {within}")
    bots_for(bots, first.seats(players))  # report unknown bots before any folder is made
    with extras(), _folder(output) as folder:
        from regelwerk_simulation.batch.parts import begun_seed  # needs extras
        from regelwerk_simulation.compare.comparison import compare_pairs
        from regelwerk_simulation.compare.pairs import Pairs
        from regelwerk_simulation.compare.questions import Questions

        luck = begun_seed(folder / "base.parquet") if seed is None else seed
        luck = random.SystemRandom().randrange(1_000_000) if luck is None else luck

        def play(game: Game, side: str, number: int) -> Dataset:
            return simulate(
                game,
                number,
                players=players,
                bots=bots,
                seed=luck,
                jobs=jobs,
                tables=("all",),
                output=folder / f"{side}.parquet",
                native=native,
                minutes=minutes,
                tell=tell,
            )

        questions: Questions | None = None
        for number in _looks(games) if until_sure else (games,):
            with (
                play(first, "base", number) as one,
                play(second, "variant", number) as other,
                closing(Pairs(one, other)) as pairs,
            ):
                if until_sure:
                    questions = questions or Questions(within)
                    questions.add(pairs)
                    if number < games and not questions.are_answered:
                        continue
                made = compare_pairs(pairs, one, other, questions.answers if questions else ())
                examples = _examples((first, second), pairs, made, folder if output is not None else None)
                return replace(made if output is not None else _without_files(made), examples=examples)
    raise AssertionError("there is always a last look")


def compare_files(base: str | os.PathLike[str], variant: str | os.PathLike[str]) -> Comparison:
    """Compares two finished simulations with the same seed, players and bots.

    Args:
        base, variant: their files of games; each has its other tables beside it.

    Raises:
        SimulationError: they cannot be compared.
        UsageError: an extra is missing.
    """
    with extras():
        from regelwerk_simulation.compare.comparison import compare_pairs  # needs extras
        from regelwerk_simulation.compare.pairs import Pairs
        from regelwerk_simulation.dataset import Dataset

        with Dataset.open(base) as one, Dataset.open(variant) as other, closing(Pairs(one, other)) as pairs:
            return compare_pairs(pairs, one, other)


def _players_of_both(first: Game, second: Game, players: int | None) -> int:
    """The number of players of two games: the requested one, else the usual one among those that both allow.

    Raises:
        UsageError: no number of players fits both.
    """
    sides = first.rules.players, second.rules.players
    low, high = max(low for low, _ in sides), min(high for _, high in sides)
    if low > high:
        one, other = (counted_players(*side) for side in sides)
        raise UsageError(
            f"the base is for {one}, the variant for {other}: no number of players fits both",
            "`simulate` plays each by itself",
        )
    return usual_players(low, high) if players is None else players


@contextmanager
def _folder(output: str | os.PathLike[str] | None) -> Iterator[Path]:
    """The folder for the tables: the requested one, else a temporary one."""
    if output is None:
        with temporary_folder() as folder:
            yield folder
    else:
        Path(output).mkdir(parents=True, exist_ok=True)
        yield Path(output)


def _looks(games: int) -> Iterator[int]:
    """The number of pairs at each examination."""
    number = FIRST_LOOK
    while number < games:
        yield number
        number = int(number * GROWTH)
    yield games


def _examples(sides: tuple[Game, Game], pairs: Pairs, made: Comparison, folder: Path | None) -> tuple[Example, ...]:
    """The first pair that diverges at each of the most common places; if none diverges, one that differs only in
    values.
    """
    from regelwerk_simulation.compare.examples import play_example  # needs extras

    games = [place.game for place in made.parting.places[:EXAMPLES]]
    if not games and made.parting.first is not None:
        games = [made.parting.first]
    rules = (sides[0].rules, sides[1].rules)
    return tuple(play_example(rules, game, *pairs.seating(game), folder) for game in games)


def _without_files(made: Comparison) -> Comparison:
    """A comparison whose tables have been deleted."""
    return replace(made, base=replace(made.base, path=""), variant=replace(made.variant, path=""))
