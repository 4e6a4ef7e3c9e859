"""`regelwerk try GAME CARD`: one card, played at a moment at which it can be played."""

from __future__ import annotations

import click
from regelwerk_dsl.suggest import did_you_mean

from ..errors import InputError, UsageError
from ..game import Card, Game
from ..inspect.compare_card import show_both
from ..inspect.find_playable import find_moment
from ..loading.compilation import load_compiled
from ..loading.source import Source
from ..terminal.console import Screen, plain_table
from ..terminal.describe import Facts
from ..terminal.facts_table import facts_table
from ..terminal.options import complete_cards, language_option, option, players_option, source_parameters
from ..terminal.table import painted, player_name
from ..terminal.wording import wording_of

CARD = "A card's key, its name, or the name of a family."


@click.command("try")
@option("--seed S", "Random seed of the search for a moment.", click.INT, default=1)
@players_option
@source_parameters
@click.argument("card", metavar="CARD", help=CARD, shell_complete=complete_cards)
@language_option
def try_(source: Source, card: str, seed: int, players: int | None, lang: str) -> None:
    """Play one card and show what it does.

    Plays random games until the card can be played, and shows the position before as the player sees it, the log, and
    the changes. Choices that the card asks for are made at random. With variants, or without errata, the base game and
    the amended game are shown side by side.
    """
    screen = Screen()
    with screen.busy(f"Compiling {source.game}"):
        played = Game(load_compiled(source))
        base = Game(load_compiled(source.base)) if source.is_changed else None
    if base is not None:
        _try_both((base, played), card, seed, players, lang, screen)
        return
    wanted = _find_card(played, card)
    language = played.language(lang)
    screen.say(wanted.name(language), style="heading")
    if wanted.text(language):
        screen.say(wanted.text(language))
    with screen.busy(f"Looking for a moment to play {wanted.key}"):
        moment = find_moment(played, wanted.key, seed, players)
    if moment is None:
        raise _no_moment(wanted)
    match = moment.match
    name = player_name(match, moment.player, language)
    screen.say()
    tr = wording_of(match, language)
    seen = {"seed": str(match.setup.seed), "n": match.number + 1, "player": name}
    screen.say(tr("Game with seed {seed}, choice {n}: what {player} sees", **seen), style="heading")
    before = Facts(match, moment.player, language)
    screen.show(facts_table(before))
    after = moment.play(seed, language)
    screen.say(tr("What happens"), style="heading")
    for player, text in moment.followed:
        chosen = tr("{who} chooses: {what}", who=player_name(match, player, language), what=text)
        screen.say(painted(f"  {chosen}", match, language), style="quiet")
    for words in after.said():
        screen.say(painted(f"  {match.game.texts.line(words, language, match.names)}", match, language))
    screen.say()
    screen.say(tr("What has changed"), style="heading")
    changes = plain_table("", tr("before"), tr("after"))
    for label, old, new in before.changes_to(Facts(after, moment.player, language)):
        changes.add_row(f"  {label}", old, new)
    if changes.row_count:
        screen.show(changes)
    else:
        nothing = tr("nothing that this player sees")
        screen.say(f"  {nothing}")


def _try_both(games: tuple[Game, Game], card: str, seed: int, players: int | None, lang: str, screen: Screen) -> None:
    """The card in the base and in the game with changes, side by side."""
    base, played = games
    try:
        wanted = _find_card(played, card)
    except UsageError:
        wanted = _find_card(base, card)  # the variant has taken it out
    heads = (base.source.game, ", ".join(played.source.changes))
    if not show_both(games, heads, wanted.key, seed, players, played.language(lang), screen):
        raise _no_moment(wanted)


def _no_moment(card: Card) -> InputError:
    return InputError(f"no moment was found to play {card.key}", "try another --seed or --players")


def _find_card(game: Game, name: str) -> Card:
    if name in game.cards:
        return game.cards[name]
    family = [card for key, card in game.cards.items() if key.split(".")[0] == name]
    titled = [card for card in game.cards.values() if card.name().lower() == name.lower()]
    if titled or family:
        return (titled or family)[0]
    if not game.cards:
        raise UsageError(f"{game.title} has no cards")
    help = did_you_mean(name, game.cards) or f"for example {next(iter(game.cards))}"
    raise UsageError(f"{game.title} has no card {name}", help)
