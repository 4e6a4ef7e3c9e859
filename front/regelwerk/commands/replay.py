"""`regelwerk replay RECORD`: a recorded game again."""

from __future__ import annotations

from typing import Annotated

import typer
from regelwerk_runtime.errors import RuleError

from ..loading.records import game_of, read_record
from ..terminal.console import Screen
from ..terminal.describe import Facts
from ..terminal.error_details import add_details
from ..terminal.facts_table import facts_table
from ..terminal.options import JsonOption, LanguageOption, RecordArgument, VariantOption, WithoutOption
from ..terminal.playlog import Teller
from ..terminal.table import player_name, show_heading, show_lines, show_standings
from ..terminal.wording import wording_of


def replay(
    record: RecordArgument,
    to: Annotated[
        int | None, typer.Option("--to", metavar="N", help="Stop after choice N and show the state.", min=0)
    ] = None,
    anyway: Annotated[
        bool, typer.Option("--anyway", help="Also when the sources have changed since, as far as it goes.")
    ] = False,
    game: Annotated[
        str, typer.Option("--game", metavar="GAME", help="The game, when the record alone does not find it.")
    ] = "",
    quiet: Annotated[bool, typer.Option("--quiet", help="No log, the state and the standings only.")] = False,
    json: JsonOption = False,
    variant: VariantOption = None,
    without: WithoutOption = None,
    lang: LanguageOption = "",
) -> None:
    """Play a recorded game again.

    With --to it stops after that choice and shows everything as it stands there. Exits with 1 when the record is cut,
    altered, or made from other sources.
    """
    screen = Screen()
    lines = read_record(record)
    played = game_of(record, lines, game, variant, without)
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
            for option in decision.options:
                screen.say(f"  {option.says(lang)}  ({option.key})")
    show_standings(played, match, screen, language)
    if match.engine.reason == "rule error":
        error = match.error or RuleError("the rules broke at this point, as recorded")
        add_details(error, played.source)
        raise error
