"""Registry of bots by name: the runtime's own, and those of other packages under an entry-point group."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.metadata import entry_points

from .greedy_bot import GreedyBot
from .random_bot import RandomBot
from .search.search_bot import InformationBot, PositionBot
from .seat import Bot, BotFactory

GROUP = "regelwerk.bots"
"""The entry-point group; an entry is a `BotFactory`."""

OWN: dict[str, BotFactory] = {
    "random": RandomBot,
    "greedy": GreedyBot,
    PositionBot.name: PositionBot,
    InformationBot.name: InformationBot,
}


def bot_names() -> list[str]:
    """All names that `make_bot` knows, sorted."""
    return sorted({*OWN, *(point.name for point in entry_points(group=GROUP))})


def get_factory(name: str) -> BotFactory:
    """The factory of the bots with this name; the runtime's own take precedence.

    A setting may follow a colon, such as the budget of a search (`mcts:2000`, `ismcts:500ms`): the method `configured`
    of the factory takes it and returns another factory.

    Raises:
        ValueError: there is no such bot, or it does not take the setting.
    """
    plain, colon, setting = name.partition(":")
    factory = _factory_of(plain)
    if not colon:
        return factory
    configured: Callable[[str], BotFactory] | None = getattr(factory, "configured", None)
    if configured is None:
        raise ValueError(f"the bot {plain} takes no setting such as `:{setting}`")
    return configured(setting)


def _factory_of(name: str) -> BotFactory:
    if name in OWN:
        return OWN[name]
    for point in entry_points(group=GROUP, name=name):
        factory: BotFactory = point.load()
        return factory
    raise ValueError(f"there is no bot {name}; there is {', '.join(bot_names())}")


def make_bot(name: str, player: int, seed: int) -> Bot:
    """A bot for a player (from 0) in the match with this seed.

    Raises:
        ValueError: there is no such bot.
    """
    return get_factory(name)(player, seed)


def seat_names(names: Sequence[str], players: int) -> tuple[str, ...]:
    """The name of each player's bot: fewer names than players are repeated, without names all are random.

    Raises:
        ValueError: there are more names than players.
    """
    if len(names) > players:
        raise ValueError(f"{len(names)} bots for {players} players")
    chosen = names or ("random",)
    return tuple(chosen[player % len(chosen)] for player in range(players))


def make_bots(names: Sequence[str], players: int, seed: int) -> list[Bot]:
    """A bot for every player, with the names from `seat_names`.

    Raises:
        ValueError: there is no such bot, or there are more names than players.
    """
    return [make_bot(name, player, seed) for player, name in enumerate(seat_names(names, players))]
