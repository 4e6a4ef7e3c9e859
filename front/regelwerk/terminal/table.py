"""Parts shared by the commands that play: bots on their seats, headings and lines of a log, the standings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from regelwerk_dsl.suggest import did_you_mean
from regelwerk_runtime.bots.names import bot_names, get_factory, make_bot, seat_names
from regelwerk_runtime.bots.seat import Bot
from regelwerk_runtime.match import Match
from regelwerk_runtime.outcome import is_together
from regelwerk_runtime.records.starting import listed
from rich.text import Text

from ..errors import UsageError
from ..game import Game
from .console import Screen, counted, plain_table
from .playlog import Line
from .wording import Wording, bot_word, wording_of

COLOURS = 6
RANDOM = "random"


def bots_for(names: Sequence[str] | None, players: int) -> tuple[str, ...]:
    """The names of bots, checked and extended by `seat_names` to all seats.

    Raises:
        UsageError: there is no such bot, or there are too many.
    """
    try:
        names = listed("bots", names)
    except ValueError as error:
        raise UsageError(str(error)) from None
    if len(names) > players:
        raise UsageError(f"{counted(len(names), 'bot')} for {counted(players, 'player')}")
    known = bot_names()
    for name in names:
        plain = name.partition(":")[0]
        if plain not in known:
            raise UsageError(f"there is no bot {plain}", did_you_mean(plain, known) or f"one of: {', '.join(known)}")
        try:
            get_factory(name)
        except ValueError as error:
            raise UsageError(str(error)) from None
    return seat_names(names, players)


def make_bots(names: Sequence[str], seed: int, people: Iterable[int] = ()) -> dict[int, Bot]:
    """A bot for each seat without a person."""
    taken = set(people)
    return {seat: make_bot(name, seat, seed) for seat, name in enumerate(names) if seat not in taken}


def player_name(match: Match, player: int, lang: str | None = None) -> str:
    """A player's name, or one such as `Player A`."""
    return match.game.texts.player(player, lang, match.names)


def show_heading(game: Game, match: Match, screen: Screen, lang: str | None = None) -> None:
    """Prints the title, number of players and seed."""
    tr = wording_of(match, lang)
    players = tr.many("{n} player", "{n} players", match.setup.players)
    seed = str(match.setup.seed)
    text = tr("{title}, {players}, seed {seed}", title=game.title_in(lang), players=players, seed=seed)
    screen.say(text, style="heading")


def painted(text: str, match: Match, lang: str | None = None) -> Text:
    """A line with the players' names in their colours."""
    line = Text(text)
    for player in range(match.setup.players):
        line.highlight_words([player_name(match, player, lang)], style=f"player{player % COLOURS}")
    return line


def show_lines(lines: Iterable[Line], played: Match, screen: Screen, lang: str | None = None) -> None:
    """Prints lines of a log; turns are separated and indented under the heading of their round."""
    for line in lines:
        match line.kind:
            case "round":
                screen.say()
                screen.say(line.text, style="heading")
            case "break":
                screen.say()
            case _:
                screen.say(Text("  " if line.inside else "") + painted(line.text, played, lang))


def show_standings(game: Game, match: Match, screen: Screen, lang: str | None = None) -> None:
    """Prints the standings as a table once the game is over. There are no ranks if players win or lose together."""
    outcome = match.outcome
    if outcome is None:
        return
    tr, together = wording_of(match, lang), is_together(match.game)
    ranks = [] if together else [""]
    table = plain_table(*ranks, "", tr("score"), tr("played by"), numbers=frozenset({1} if together else {0, 2}))
    for seat in sorted(range(len(outcome.ranking)), key=lambda seat: (outcome.ranking[seat], seat)):
        name = Text(player_name(match, seat, lang), style=f"player{seat % COLOURS}")
        who = bot_word(tr, match.setup.bots[seat]) if match.setup.bots else ""
        place = [] if together else [f"{outcome.ranking[seat]}."]
        table.add_row(*place, name, tr.number(outcome.scores[seat]), who)
    screen.say()
    choices = tr.many("{n} choice", "{n} choices", match.number)
    over = tr("{title}: the game is over after {choices}.", title=game.title_in(lang), choices=choices)
    screen.say(over, style="heading")
    if together:
        screen.say(_won_or_lost(tr, bool(outcome.winners), len(outcome.ranking)), style="heading")
    screen.show(table)


def _won_or_lost(tr: Wording, won: bool, players: int) -> str:
    if players == 1:
        return tr("You have won.") if won else tr("You have lost.")
    return tr("You have won together.") if won else tr("You have lost together.")
