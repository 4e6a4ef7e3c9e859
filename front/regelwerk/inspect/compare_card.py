"""Comparison of a card in the base game and in one with changes: how it reads, and what it does.

Both play it at one moment where that can be: on the same seed they are one game until their rules part.
"""

from __future__ import annotations

from dataclasses import dataclass

from regelwerk_runtime.errors import RecordError, RuleError
from rich.table import Table
from rich.text import Text

from ..game import Game
from ..terminal.console import Screen, plain_table
from ..terminal.describe import Facts
from ..terminal.facts_table import facts_table
from ..terminal.table import player_name
from ..terminal.wording import wording_of
from .find_playable import Moment, find_moment


@dataclass(frozen=True)
class Told:
    """One side: the moment, what was said, what it changed for the player who sees it."""

    moment: Moment
    before: Facts
    said: list[str]
    changes: dict[str, tuple[str, str]]

    @property
    def place(self) -> tuple[int, int]:
        """By seed and choice: the same one on both sides is the same moment."""
        return self.moment.match.setup.seed, self.moment.match.number


def show_both(
    games: tuple[Game, Game],
    heads: tuple[str, str],
    key: str,
    seed: int,
    players: int | None,
    language: str | None,
    screen: Screen,
) -> bool:
    """Shows a card in two games, side by side; whether a moment to play it was found in one of them."""
    _show_words(games, heads, key, language, screen)
    with screen.busy(f"Looking for a moment to play {key}"):
        moments = _moments(games, key, seed, players)
    sides = [_told(moment, seed, language) if moment is not None else None for moment in moments]
    found = [side for side in sides if side is not None]
    if not found:
        return False
    tr = wording_of(found[0].moment.match, language)
    shown: set[tuple[int, int]] = set()
    for side, head in zip(sides, heads, strict=True):
        if side is None or side.place in shown:
            continue
        shown.add(side.place)
        match = side.moment.match
        name = player_name(match, side.moment.player, language)
        sees, seed_shown = "Game with seed {seed}, choice {n}: what {player} sees", str(match.setup.seed)
        screen.say()
        title = tr(sees, seed=seed_shown, n=match.number + 1, player=name)
        screen.say(f"{head}: {title}" if len(shown) > 1 else title, style="heading")
        screen.show(facts_table(side.before))
    screen.say(tr("What happens"), style="heading")
    happens = plain_table("", *heads)
    happens.add_row("", *("\n".join(side.said) if side else "-" for side in sides))
    screen.show(happens)
    screen.say()
    screen.say(tr("What has changed"), style="heading")
    changes = _changes(sides, heads)
    if changes.row_count:
        screen.show(changes)
    else:
        screen.say(f"  {tr('nothing that this player sees')}")
    return True


def _show_words(games: tuple[Game, Game], heads: tuple[str, str], key: str, lang: str | None, screen: Screen) -> None:
    """Title and text of the card on both sides; once where they are the same."""
    words = [(game.cards[key].name(lang), game.cards[key].text(lang)) if key in game.cards else None for game in games]
    if words[0] == words[1] and words[0] is not None:
        screen.say(words[0][0], style="heading")
        if words[0][1]:
            screen.say(words[0][1])
        return
    for head, side in zip(heads, words, strict=True):
        screen.say(Text.assemble((head, "key"), "  ", (side[0] if side else "-", "heading")))
        if side and side[1]:
            screen.say(side[1])


def _moments(games: tuple[Game, Game], key: str, seed: int, players: int | None) -> tuple[Moment | None, Moment | None]:
    """A moment in the base, and the same one in the other game, or one of its own."""
    base, other = games
    first = find_moment(base, key, seed, players) if key in base.cards else None
    if key not in other.cards:
        return first, None
    second = _same(first, other) if first is not None else None
    return first, second or find_moment(other, key, seed, players)


def _same(moment: Moment, game: Game) -> Moment | None:
    """The moment in another game, when the same choices lead there and the card can be played."""
    wanted = moment.match.decision
    assert wanted is not None
    try:
        match = game.replay(moment.match.record(), to=moment.match.number, anyway=True)
    except (RecordError, RuleError, ValueError):
        return None
    decision = match.decision
    chosen = wanted.options[moment.index].key
    if decision is None or match.number != moment.match.number or decision.player != moment.player:
        return None
    keys = list(decision.keys)
    return Moment(match, moment.player, keys.index(chosen), moment.at_once) if chosen in keys else None


def _told(moment: Moment, seed: int, language: str | None) -> Told:
    match, player = moment.match, moment.player
    before = Facts(match, player, language)
    after = moment.play(seed, language)
    tr = wording_of(match, language)
    said = [
        tr("{who} chooses: {what}", who=player_name(match, chooser, language), what=text)
        for chooser, text in moment.followed
    ]
    said += [match.game.texts.line(words, language, match.names) for words in after.said()]
    changes = {label: (old, new) for label, old, new in before.changes_to(Facts(after, player, language))}
    return Told(moment, before, said, changes)


def _changes(sides: list[Told | None], heads: tuple[str, str]) -> Table:
    """A line for each fact that the card changed on one side."""
    labels = dict.fromkeys(label for side in sides if side is not None for label in side.changes)
    table = plain_table("", *heads)
    for label in labels:
        cells = [side.changes.get(label) if side is not None else None for side in sides]
        table.add_row(f"  {label}", *(" -> ".join(cell) if cell else "-" for cell in cells))
    return table
