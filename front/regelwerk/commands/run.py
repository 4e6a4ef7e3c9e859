"""`regelwerk run GAME`: one headless game, its log and its standings."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Callable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer
from regelwerk_runtime.bots.seat import seat_of
from regelwerk_runtime.errors import RuleError
from regelwerk_runtime.match import Match
from regelwerk_runtime.records.record import Recorder

from ..game import Game, load
from ..inspect.tracing import traced
from ..terminal.console import Screen
from ..terminal.error_details import add_details
from ..terminal.options import (
    BotOption,
    GameArgument,
    JsonOption,
    LanguageOption,
    PlayersOption,
    SeedOption,
    VariantOption,
    WithoutOption,
)
from ..terminal.playlog import Teller
from ..terminal.table import bots_for, make_bots, painted, player_name, show_heading, show_lines, show_standings


def run(
    game: GameArgument,
    players: PlayersOption = None,
    seed: SeedOption = None,
    bot: BotOption = None,
    record: Annotated[
        Path | None,
        typer.Option("--record", metavar="FILE", help="Write a record, choice by choice, while play goes on."),
    ] = None,
    checked: Annotated[bool, typer.Option("--checked", help="Look at the invariants after every choice.")] = False,
    trace: Annotated[
        bool, typer.Option("--trace", help="Show each choice with its key, and each change with its source line.")
    ] = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="No log, the standings only.")] = False,
    json: JsonOption = False,
    variant: VariantOption = None,
    without: WithoutOption = None,
    lang: LanguageOption = "",
) -> None:
    """Play one game without people, and tell what happens.

    With the same seed and bots it is the same game again. Exits with 1 when the rules break.
    """
    screen = Screen()
    with screen.busy(f"Compiling {game}"):
        played = load(game, variant, without)
    count, language = played.seats(players), played.language(lang)
    names = bots_for(bot, count)
    luck = random.SystemRandom().randrange(1_000_000) if seed is None else seed

    def start(rules: Game) -> Match:
        return rules.start(count, luck, checked=checked, bots=names, record=str(record or ""))

    try:
        match = start(played)
    except RuleError as error:
        add_details(error, played.source)
        raise
    teller = Teller(match, played.turns, language)
    bots = make_bots(names, luck)
    traces: list[dict[str, object]] = []

    def tell() -> None:
        if not (quiet or json):
            show_lines(teller.new_lines(), match, screen, language)

    if not json:
        show_heading(played, match, screen, language)
    with _recorded(match, record) as choose:
        try:
            while match.decision is not None:
                tell()
                index = bots[match.engine.player].choose(seat_of(match))
                if trace:
                    _take_traced(match, choose, index, None if json else screen, language, traces)
                else:
                    choose(index)
        except RuleError as error:
            add_details(error, played.source)
            raise
        finally:
            tell()
    if json:
        screen.json(_to_dict(played, match, language) | ({"trace": traces} if trace else {}))
    else:
        show_standings(played, match, screen, language)


@contextlib.contextmanager
def _recorded(match: Match, record: Path | None) -> Iterator[Callable[[int], None]]:
    """What takes a choice: the match itself, or a recorder that writes it down first."""
    if record is None:
        yield match.choose
        return
    with record.open("w", encoding="utf-8", newline="\n") as file:
        yield Recorder(match, file).choose


def _take_traced(
    match: Match,
    choose: Callable[[int], None],
    index: int,
    screen: Screen | None,
    lang: str | None,
    traces: list[dict[str, object]],
) -> None:
    """Takes a choice, and tells its key and every fact that changes, with the source line that changes it.

    Args:
        screen: where that is shown; None: nowhere.
        traces: gets the choice, and what changes if it is not shown, as plain data.
    """
    decision = match.decision
    assert decision is not None and decision.player is not None
    key, number = decision.options[index].key, match.number + 1
    if screen is not None:
        screen.say(f"{number:>6}  {player_name(match, decision.player, lang)}: {key}", style="key")
    told: list[dict[str, object]] = []
    traces.append({"n": number, "player": decision.player, "key": key, "changes": told})
    try:
        with traced() as trace:
            choose(index)
    finally:
        for change in trace.changes(match, lang):
            if screen is None:
                told.append(asdict(change))
                continue
            what = painted(f"        {change.label}: {change.before} -> {change.after}", match, lang)
            place = ", ".join(part for part in (change.where, change.by) if part)
            place = "; ".join(part for part in (place, *change.amended) if part)
            screen.say(what.append(f"  ({place})" if place else ""), style="quiet")


def _to_dict(game: Game, match: Match, lang: str | None) -> dict[str, object]:
    outcome = match.outcome
    return {
        "game": game.name,
        "players": match.setup.players,
        "seed": match.setup.seed,
        "bots": list(match.setup.bots),
        "choices": match.number,
        "outcome": outcome.to_dict() if outcome else None,
        "log": match.log(lang),
    }
