"""`regelwerk replay RECORD`: a replay of a recorded game."""

from __future__ import annotations

from pathlib import Path

import click
from regelwerk_runtime.errors import RuleError

from ..loading.records import game_of, read_record
from ..terminal.console import Screen
from ..terminal.describe import Facts, facts_table
from ..terminal.excerpts import explained
from ..terminal.options import FILE, change_options, json_option, language_option, option
from ..terminal.playlog import Teller
from ..terminal.table import player_name, show_heading, show_lines, show_standings
from ..terminal.wording import wording_of


@click.command("replay")
@click.argument("record", type=FILE, metavar="RECORD", help="A record of a game, as `run --record` writes it.")
@option("--to N", "Stop after choice N and print the state.", click.IntRange(min=0))
@option("--anyway", "Replay even if the sources have changed, as far as possible.")
@option("--game GAME", "The game, if it is neither bundled nor next to the record.")
@option("--quiet", "State and standings only, no log.")
@json_option
@change_options
@language_option
def replay(
    record: Path,
    to: int | None,
    anyway: bool,
    game: str,
    quiet: bool,
    json: bool,
    variants: tuple[str, ...],
    without: tuple[str, ...],
    lang: str,
) -> None:
    """Replay a record and show the result.

    With --to, stops after that choice and shows the state and the options of the next choice. Exits with 1 if the
    record is truncated, altered, or was made from other sources.
    """
    screen = Screen()
    lines = read_record(record)
    played = game_of(record, lines, game, variants, without)
    match = played.replay(lines, to=to, anyway=anyway)
    language = played.language(lang)
    if json:
        outcome = match.outcome.to_dict() if match.outcome else None
        screen.json({"choices": match.number, "state": match.state.to_dict(), "outcome": outcome, "log": match.log()})
        return
    show_heading(played, match, screen, language)
    if not quiet:
        show_lines(Teller(match, played.turns, language).new_lines(), match, screen, language)
    if to is not None or match.decision is not None:
        screen.say()
        tr = wording_of(match, language)
        screen.say(tr("After choice {n}", n=match.number), style="heading")
        screen.show(facts_table(Facts(match, lang=language)))
        decision = match.decision
        if decision is not None:
            who = tr("Nature") if decision.player is None else player_name(match, decision.player, language)
            asked = tr("{who} chooses: {what}", who=who, what=decision.prompt_in(language))
            screen.say(asked.rstrip(": ："))
            if chosen := decision.chosen_in(language):
                screen.say(tr("Chosen so far: {what}", what=chosen))
            for option in decision.options:
                screen.say(f"  {option.says(language)}  ({option.key})")
    show_standings(played, match, screen, language)
    if match.engine.reason == "rule error":
        with explained(played.source):
            raise match.error or RuleError("the rules broke at this point, as recorded")
