"""`regelwerk try GAME CARD`: one card, played at a moment when it can be played.

With changes, the base game and the changed one play it at the same moment if possible: with the same seed they do not
differ until a changed rule takes effect.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import click
from regelwerk_dsl.suggest import did_you_mean, nearest
from regelwerk_runtime.errors import RecordError, RuleError
from rich.text import Text

from ..errors import InputError, UsageError
from ..game import Game
from ..inspect.find_playable import IDLE, Moment, find_moment
from ..loading.compilation import load_compiled
from ..loading.source import Source
from ..terminal.console import Screen, plain_table
from ..terminal.describe import Facts, facts_table
from ..terminal.options import complete_cards, language_option, option, players_option, source_parameters
from ..terminal.table import painted, player_name
from ..terminal.wording import wording_of

MANY = 4  # most titles in a suggestion
NOTHING = "itself changes nothing at any moment that was found, only other rules do; another --seed may find one"
CARD = "A card's key, its name, or the name of a family."


@click.command("try")
@option("--seed S", "Random seed of the search; another seed finds another moment.", click.INT, default=1)
@players_option
@source_parameters
@click.argument("card", metavar="CARD", help=CARD, shell_complete=complete_cards)
@language_option
def try_(source: Source, card: str, seed: int, players: int | None, lang: str) -> None:
    """Play one card and show what it does.

    Plays random games until the card can be played, plays it, and shows the position before as the player sees it, the
    log, and the changes. Choices that the card asks for are made at random. With variants, or without errata, the base
    game and the amended game are shown side by side.
    """
    screen = Screen()
    with screen.busy(f"Compiling {source.game}"):
        sources = [source.base, source] if source.is_changed else [source]
        games = [Game(load_compiled(one)) for one in sources]
    key, language = _find_key(games, card), games[-1].language(lang)
    heads = [games[0].title_in(language), ", ".join(source.changes)][: len(games)]
    _show_words(games, heads, key, language, screen)
    with screen.busy(f"Looking for a moment to play {key}"):
        moments = _moments(games, key, seed, players)
    sides = [_Side.of(moment, seed, language) if moment is not None else None for moment in moments]
    if any(sides):
        _show(sides, heads, language, screen)
        if all(moment.deed == IDLE for moment in moments if moment is not None):
            screen.note(f"{key} {NOTHING}", style="warn")
    else:
        acts = any(game.checked.cards_by_key[key].acts for game in games if key in game.cards)
        why = "" if acts else ": it does nothing of its own, and no option named it"
        raise InputError(f"no moment was found to play {key}{why}", "try another --seed or --players")


def _find_key(games: Sequence[Game], name: str) -> str:
    """The key of a card of the last game, or of the first, since a variant may have removed it."""
    for game in reversed(games):
        titled = [key for key, card in game.cards.items() if card.name().lower() == name.lower()]
        family = [key for key in game.cards if key.split(".")[0] == name]
        if name in game.cards or titled or family:
            return name if name in game.cards else (titled or family)[0]
    if not game.cards:
        raise UsageError(f"{game.title} has no cards")
    raise UsageError(f"{game.title} has no card {name}", _suggestion(name, game))


def _suggestion(name: str, game: Game) -> str:
    """Cards that may be meant: those with this word in their title, or with a similar name or title."""
    titles = {card.name(): key for key, card in game.cards.items()}
    found = [title for title in titles if name.lower() in title.lower()]
    if not found and (near := did_you_mean(name, game.cards)):
        return near
    words = {word.lower(): title for title in titles for word in title.split()}
    if not found and (close := nearest(name, titles) or words.get(nearest(name.lower(), words) or "")):
        found = [close]
    some = [f"{titles[title]} ({title})" for title in found[:MANY]]
    return f"did you mean {' or '.join(some)}?" if some else f"for example {next(iter(game.cards))}"


def _moments(games: Sequence[Game], key: str, seed: int, players: int | None) -> list[Moment | None]:
    """A moment in the first game, and in the second game the same one, or one of its own."""
    found: list[Moment | None] = []
    for game in games:
        first = found[0] if found else None
        same = _same(first, game) if first is not None and key in game.cards else None
        if same is None or same.deed == IDLE:
            own = find_moment(game, key, seed, players) if key in game.cards else None
            same = own if same is None or (own is not None and own.deed != IDLE) else same
        found.append(same)
    return found


def _same(moment: Moment, game: Game) -> Moment | None:
    """The same moment in another game, if the same choices lead there and the card can be played."""
    wanted = moment.match.decision
    assert wanted is not None
    try:
        match = game.replay(moment.match.record(), to=moment.match.number, anyway=True)
    except (RecordError, RuleError, ValueError):
        return None
    decision = match.decision
    chosen = wanted.keys[moment.index]
    if decision is None or match.number != moment.match.number or decision.player != moment.player:
        return None
    keys = list(decision.keys)
    return replace(moment, match=match, index=keys.index(chosen), then=(), followed=[]) if chosen in keys else None


@dataclass(frozen=True)
class _Side:
    """One game: the moment, the facts before it, what was chosen and said, and the changes that the player sees."""

    moment: Moment
    before: Facts
    chosen: list[str]
    said: list[str]
    changes: list[tuple[str, str, str]]

    @classmethod
    def of(cls, moment: Moment, seed: int, language: str | None) -> _Side:
        """Plays the card."""
        match, player = moment.match, moment.player
        before = Facts(match, player, language)
        after = moment.play(seed, language)
        tr = wording_of(match, language)
        chosen = [
            tr(
                "{who} chooses: {what}",
                who=player_name(match, chooser, language),
                what=before.noted(text, [asked]) if asked else text,
            )
            for chooser, asked, text in moment.followed
        ]
        said = [match.game.texts.line(words, language, match.names) for words in after.said()]
        return cls(moment, before, chosen, said, list(before.changes_to(Facts(after, player, language))))

    @property
    def place(self) -> tuple[int, int, frozenset[tuple[str, str]]]:
        """Seed, number of the choice and what is seen before it: the same choices may lead to different positions."""
        seen = frozenset((self.before.label(fact), fact.text) for fact in self.before.all if fact.is_told)
        return self.moment.match.setup.seed, self.moment.match.number, seen


def _show_words(games: Sequence[Game], heads: Sequence[str], key: str, lang: str | None, screen: Screen) -> None:
    """Title and text of the card in each game; only once if they are the same."""
    words = [(game.cards[key].name(lang), game.cards[key].text(lang)) if key in game.cards else None for game in games]
    alike = words[0] == words[-1]
    for head, side in list(zip(heads, words, strict=True))[: 1 if alike else None]:
        name, text = side or ("-", "")
        screen.say(Text.assemble(("" if alike else f"{head}  ", "key"), (name, "heading")))
        if text:
            screen.say(text)


def _show(sides: Sequence[_Side | None], heads: Sequence[str], language: str | None, screen: Screen) -> None:
    """The position before (only once if it is the same), what happens, and what has changed; two games side by side."""
    places = {side.place: (head, side) for head, side in reversed(list(zip(heads, sides, strict=True))) if side}
    for number, (head, side) in enumerate(reversed(places.values())):
        match = side.moment.match
        tr, name = wording_of(match, language), player_name(match, side.moment.player, language)
        seen = {"seed": str(match.setup.seed), "n": match.number + 1, "player": name}
        title = tr("Game with seed {seed}, choice {n}: what {player} sees", **seen)
        screen.say()
        screen.say(f"{head}: {title}" if number else title, style="heading")
        screen.show(facts_table(side.before))
    screen.say(tr("What happens"), style="heading")
    if len(sides) == 1:
        for line in side.chosen:
            screen.say(painted(f"  {line}", match, language), style="quiet")
        for line in side.said:
            screen.say(painted(f"  {line}", match, language))
        changes = plain_table("", tr("before"), tr("after"))
        for label, old, new in side.changes:
            changes.add_row(f"  {label}", old, new)
    else:
        happens = plain_table("", *heads)
        happens.add_row("", *("\n".join(side.chosen + side.said) if side else "-" for side in sides))
        screen.show(happens)
        changes = plain_table("", *heads)
        cells = [{label: f"{old} -> {new}" for label, old, new in side.changes} if side else {} for side in sides]
        for label in dict.fromkeys(label for column in cells for label in column):
            changes.add_row(f"  {label}", *(column.get(label, "-") for column in cells))
    screen.say()
    screen.say(tr("What has changed"), style="heading")
    if changes.row_count:
        screen.show(changes)
    else:
        nothing = tr("nothing that this player sees")
        screen.say(f"  {nothing}")
