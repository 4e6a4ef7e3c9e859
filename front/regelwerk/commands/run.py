"""`regelwerk run GAME`: one game played by bots, its log and its standings."""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import asdict
from pathlib import Path

import click
from regelwerk_runtime.bots.broken_hints import Broken, note_broken
from regelwerk_runtime.bots.seat import seat_of
from regelwerk_runtime.match import Match
from regelwerk_runtime.records.record import Recorder
from regelwerk_runtime.tables.measure import VALUE
from regelwerk_runtime.views.measured import broken_figures

from ..game import Game
from ..inspect.tracing import traced
from ..loading.compilation import load_compiled
from ..loading.records import writing_record
from ..loading.source import Source
from ..terminal.broken import hint_warnings
from ..terminal.console import Screen
from ..terminal.excerpts import explained
from ..terminal.options import FILE, json_option, language_option, option, playing_options, source_parameters
from ..terminal.playlog import Teller
from ..terminal.table import bots_for, make_bots, painted, player_name, show_heading, show_lines, show_standings


@click.command("run")
@playing_options
@option("--record FILE", "Write a record, choice by choice, during play.", FILE)
@option("--checked", "Check the game's invariants after every choice.")
@option("--trace", "Print each choice with its key, and each change with its source line.")
@option("--quiet", "Standings only, no log.")
@json_option
@source_parameters
@language_option
def run(
    source: Source,
    players: int | None,
    seed: int | None,
    bots: tuple[str, ...],
    record: Path | None,
    checked: bool,
    trace: bool,
    quiet: bool,
    json: bool,
    lang: str,
) -> None:
    """Play one game with bots and print its log.

    The same seed and bots give the same game. Exits with 1 if a rule error ends it.
    """
    screen = Screen()
    with screen.busy(f"Compiling {source.game}"):
        played = Game(load_compiled(source))
    count, language = played.seats(players), played.language(lang)
    names = bots_for(bots, count)
    luck = random.SystemRandom().randrange(1_000_000) if seed is None else seed

    with explained(played.source):
        match = played.start(count, luck, checked=checked, bots=names, record=str(record or ""))
        teller = Teller(match, played.turns, language)
        seated = make_bots(names, luck)
        traces: list[dict[str, object]] = []
        hints: Broken = {}

        def tell() -> None:
            if not (quiet or json):
                show_lines(teller.new_lines(), match, screen, language)

        if not json:
            show_heading(played, match, screen, language)
        warned = _warn_of_figures(match, screen)
        with writing_record(record) if record else nullcontext() as file:
            choose = Recorder(match, file).choose if file is not None else match.choose
            try:
                while match.decision is not None:
                    tell()
                    note_broken(hints, match.engine)
                    index = seated[match.engine.player].choose(seat_of(match))
                    if trace:
                        _take_traced(match, choose, index, None if json else screen, language, traces)
                    else:
                        choose(index)
            finally:
                tell()
        if not warned:
            _warn_of_figures(match, screen)
        for line in hint_warnings(hints):
            screen.note(line, style="warn")
    if json:
        outcome = match.outcome
        data = {
            "game": played.name,
            "players": match.setup.players,
            "seed": match.setup.seed,
            "bots": list(match.setup.bots),
            "choices": match.number,
            "outcome": outcome.to_dict() if outcome else None,
            "log": match.log(language),
        }
        screen.json(data | ({"trace": traces} if trace else {}))
    else:
        show_standings(played, match, screen, language)


def _warn_of_figures(match: Match, screen: Screen) -> bool:
    """Warns of measures, and of the `value`, that break at the moment: bots do not stop for that. True if any does."""
    broken = broken_figures(match.engine)
    for measure, error in broken:
        then = "; to bots such positions are worse than lost ones" if measure.name == VALUE else ""
        moment = "at the end" if match.decision is None else "at the beginning"
        screen.note(f"warning: `{measure.name}` breaks {moment}: {error.message} ({error.where}){then}", style="warn")
    return bool(broken)


def _take_traced(
    match: Match,
    choose: Callable[[int], None],
    index: int,
    screen: Screen | None,
    lang: str | None,
    traces: list[dict[str, object]],
) -> None:
    """Takes a choice, and shows or collects its key and every fact that changes, with the source line that changes it.

    Args:
        screen: where to show it; None to collect only.
        traces: receives the choice as plain data, and its changes if they are not shown.
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
