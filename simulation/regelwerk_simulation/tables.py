"""Tables of a simulation: names, columns, types and meanings, described only here.

Each table is a Parquet file beside the table of games, `FILE.parquet`: `FILE.seats.parquet` and so on. `game` numbers
the games of a batch from 0 and is the key for joining tables. The page in the docs is made from this module.
"""

from __future__ import annotations

from dataclasses import dataclass

from regelwerk_dsl.limits import MOST_PLAYERS


@dataclass(frozen=True)
class Column:
    """A column: its name, SQL type, meaning, and possible values.

    Attributes:
        least, most: bounds of a number; None for none.
        null: whether it may be NULL.
    """

    name: str
    type: str
    meaning: str
    least: int | None = 0
    most: int | None = None
    null: bool = False

    @property
    def sound(self) -> str:
        """An SQL condition that holds for each of its values."""
        bounds = [f"{self.name} >= {self.least}"] * (self.least is not None)
        bounds += [f"{self.name} <= {self.most}"] * (self.most is not None)
        holds = " AND ".join(bounds if self.type in NUMBERS else ()) or "TRUE"
        return f"({self.name} IS NULL OR {holds})" if self.null else f"({self.name} IS NOT NULL AND {holds})"


NUMBERS = ("INTEGER", "BIGINT", "DOUBLE")


@dataclass(frozen=True)
class Table:
    """A table: its name, the meaning of a row, its columns, and the columns by which rows are sorted."""

    name: str
    row: str
    columns: tuple[Column, ...]
    order: tuple[str, ...] = ("game",)

    @property
    def sound(self) -> str:
        """An SQL condition that holds for each of its rows."""
        return " AND ".join(column.sound for column in self.columns)


GAME = Column("game", "INTEGER", "number of the game in the batch, from 0")
SEAT = Column("seat", "INTEGER", "the player, from 0")

GAMES = Table(
    "games",
    "a game",
    (
        GAME,
        Column(
            "seed",
            "BIGINT",
            "random seed of the game; made from the seed of the batch and the number of the game",
            least=None,
        ),
        Column("players", "INTEGER", "number of players", least=1, most=MOST_PLAYERS),
        Column("reason", "VARCHAR", "reason of its end, as in `outcome.reason`; `rule error` or `fault` if it broke"),
        Column("decisions", "INTEGER", "choices of players"),
        Column("forced", "INTEGER", "choices with a single option"),
        Column("rounds", "INTEGER", "rounds that have begun; 0 if the game has none"),
        Column("turns", "INTEGER", "turns that have begun; 0 if the game has none"),
        Column("winners", "INTEGER", "number of players who share the first place; 0 if nobody won or the game broke"),
        Column(
            "margin",
            "BIGINT",
            "lead of the first score over the next; NULL with one player, without scores, or if all win together",
            null=True,
        ),
        Column(
            "lead_changes",
            "INTEGER",
            "how often the sole leader by the declared value changed, read between turns; "
            "NULL if the game declares none",
            null=True,
        ),
        Column(
            "settled",
            "DOUBLE",
            "share of the decisions after which the winner led until the end; NULL without a winner",
            most=1,
            null=True,
        ),
        Column("error", "VARCHAR", "message of the error; NULL if the game did not break", null=True),
        Column(
            "record", "VARCHAR", "record of a game that broke, one line for each choice; NULL for others", null=True
        ),
        Column(
            "ended",
            "VARCHAR",
            "line of the `finish` that ended it, such as `rules.regel:7`; NULL without one",
            null=True,
        ),
    ),
)

SEATS = Table(
    "seats",
    "a player in a game",
    (
        GAME,
        SEAT,
        Column("turn_order", "INTEGER", "0 for the player who had the first turn, 1 for the next seat and so on"),
        Column("bot", "VARCHAR", "the bot that played, as given with --bot"),
        Column("score", "BIGINT", "score at the end; NULL if the game has none or broke", least=None, null=True),
        Column("rank", "INTEGER", "place at the end, from 1; NULL if the game broke", least=1, null=True),
        Column(
            "won",
            "DOUBLE",
            "1 for a win, 1/n for a first place shared by n, else 0; NULL if the game broke",
            most=1,
            null=True,
        ),
        Column("decisions", "INTEGER", "choices of this player"),
        Column("forced", "INTEGER", "those with a single option"),
    ),
    ("game", "seat"),
)

DECISIONS = Table(
    "decisions",
    "a choice",
    (
        GAME,
        Column("number", "INTEGER", "number of the choice in the game, from 1, as in a record"),
        Column("round", "INTEGER", "the round, from 1; 0 if the game has none"),
        SEAT,
        Column("line", "VARCHAR", "`file:line` of the choice in the sources"),
        Column("options", "INTEGER", "number of options"),
        Column("key", "VARCHAR", "the key of the option taken"),
    ),
    ("game", "number"),
)

OPTIONS = Table(
    "options",
    "an option of the rules in a game, whatever its arguments",
    (
        GAME,
        Column("line", "VARCHAR", "`file:line` of the choice in the sources"),
        Column("name", "VARCHAR", "first part of the option's key; empty for values chosen as they are"),
        Column("offered", "INTEGER", "choices in which it was offered"),
        Column("chosen", "INTEGER", "choices in which it was taken"),
    ),
    ("game", "line", "name"),
)

CARDS = Table(
    "cards",
    "a card and a player in a game, if any count is above 0",
    (
        GAME,
        Column("card", "VARCHAR", "key of the card; copies are added up"),
        Column("seat", "INTEGER", "the owner, or the player who chose it; -1 for no player", least=-1),
        Column(
            "held",
            "INTEGER",
            "how often it came to this player between a choice and the next one or the end; with seat -1, how often "
            "it came out of a deck to no player",
        ),
        Column("offered", "INTEGER", "choices of this player with an option that names it"),
        Column("chosen", "INTEGER", "choices of this player that took such an option"),
        Column(
            "acted",
            "INTEGER",
            "choices during which one of its abilities began: a response to an event when its `while` and `when` have "
            "let it; what comes before the first counts as one",
        ),
    ),
    ("game", "card", "seat"),
)

DECKS = Table(
    "decks",
    "a deck in a game: a pile that nobody sees and no player owns",
    (
        GAME,
        Column("deck", "VARCHAR", "its name in the sources, with the index of one of several: `pile_of[late]`"),
        Column("first", "INTEGER", "cards in it at the first choice"),
        Column("least", "INTEGER", "fewest cards in it; also 0 if it ran out and was refilled between two choices"),
        Column("empty", "INTEGER", "the round in which it first ran out; NULL if never", null=True),
        Column(
            "grown",
            "INTEGER",
            "how often it had more cards than at the previous choice, because it was refilled or cards were put back",
        ),
    ),
    ("game", "deck"),
)

FACTS = Table(
    "facts",
    "a value of a measure",
    (
        GAME,
        Column(
            "round",
            "INTEGER",
            "the round after which it was taken, from 1; the last one is the end of the game; 0 without rounds",
        ),
        Column("measure", "VARCHAR", "name of the measure; `value` is what bots maximise"),
        Column("seat", "INTEGER", "the player; -1 for a measure of the whole game", least=-1),
        Column("value", "BIGINT", "its value; NULL if computing it failed", least=None, null=True),
    ),
    ("game", "round", "measure", "seat"),
)

LINES = Table(
    "lines",
    "a line of an effect or ability, or an option of a choice",
    (
        Column("line", "VARCHAR", "`file:line` in the sources"),
        Column("kind", "VARCHAR", "`effect` or `option`"),
        Column("name", "VARCHAR", "the effect or ability that it belongs to; for an option its name, as in `options`"),
        Column("reached", "BOOLEAN", "whether any game of the batch ran it; for an option, whether it was offered"),
    ),
    ("line", "kind", "name"),
)

NAMES = Table(
    "names",
    "a name in a language of the game",
    (
        Column("kind", "VARCHAR", "`game`, `card`, `type` (a card type), `measure` or `end` (why games ended)"),
        Column("key", "VARCHAR", "the key that other tables use"),
        Column("lang", "VARCHAR", "the language"),
        Column("text", "VARCHAR", "the name, as plain words"),
    ),
    ("kind", "key", "lang"),
)

RUN = Table(
    "run",
    "a fact about the batch, one row each",
    (
        Column(
            "key",
            "VARCHAR",
            "`game`, `source_hash`, `variants`, `without`, `players`, `bots`, `seed`, `games`, `languages`, "
            "`cards` (keys of all cards with their types), `acting` (keys of those with abilities), `decks` (their "
            "names), `measures` (names, each with `player` or `game`), `together` (whether all win or lose together), "
            "`tables`, `version` of the toolkit",
        ),
        Column("value", "VARCHAR", "the fact as JSON"),
    ),
    ("key",),
)

TABLES = (GAMES, SEATS, DECISIONS, OPTIONS, CARDS, DECKS, FACTS, LINES, NAMES, RUN)
