"""Play of the games of a batch, one after another, each turned into rows of the tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from regelwerk_dsl.temporary import temporary_folder
from regelwerk_runtime.batch.games import Broken, breakage
from regelwerk_runtime.batch.patience import Patience, TooLongError
from regelwerk_runtime.bots.names import make_bots
from regelwerk_runtime.bots.random_bot import RandomBot
from regelwerk_runtime.bots.seat import seat_of
from regelwerk_runtime.decision import Decision
from regelwerk_runtime.engine.engine import Engine
from regelwerk_runtime.match import Match
from regelwerk_runtime.native import Figures, NativeEngine, NativeGame, NativeMarks
from regelwerk_runtime.outcome import Outcome, is_together
from regelwerk_runtime.records.starting import Setup
from regelwerk_runtime.sandbox import GAME_MODULE, run_module
from regelwerk_runtime.tables.game import Game
from regelwerk_runtime.tables.measure import VALUE
from regelwerk_runtime.views.measured import recorded
from regelwerk_runtime.watch import Watched, watch_module

from ..tables import CARDS, DECISIONS, DECKS, FACTS, GAMES, LINES, OPTIONS, SEATS
from .cards import CardTable, CardTally
from .decks import Decks, decks_of
from .follow import Lead, Rounds
from .plan import Order, too_long
from .tally import OptionTally, Sites
from .zones import Zones

Row = tuple[object, ...]
Rows = dict[str, list[Row]]
"""Rows by name of their table."""


class Croupier:
    """Plays games of a batch and collects their rows."""

    def __init__(self, order: Order) -> None:
        self.batch, rulebook = order.batch, order.rulebook
        tables = self.batch.tables
        self.plain = self.game = rulebook.rules_of(run_module(rulebook.module, GAME_MODULE, verified=True))
        self.watched: Watched | None = None
        if CARDS.name in tables or LINES.name in tables:
            self.watched = watch_module(rulebook.module, rulebook.handlers)
            self.game = rulebook.rules_of(self.watched.names)
        self.minutes = order.minutes
        self.native: NativeGame | None = None
        if order.library:
            with temporary_folder() as folder:
                path = folder / "native.so"
                path.write_bytes(order.library)
                self.native = NativeGame(self.plain, path)
        self.figures = Figures() if self.native is None else self.native.figures(self.batch.players)
        self.marks: NativeMarks | None = None
        if self.native is not None and self.watched is not None:
            self.marks = NativeMarks(self.native, self.game, self.watched)
        self.turns, self.rounds = frozenset(rulebook.turns), frozenset(rulebook.rounds)
        figures = recorded(self.game)
        self.value = figures.get(VALUE)
        self.measures = list(figures.values()) if FACTS.name in tables else []
        self.sites = Sites(self.game)
        self.cards = CardTable(self.game) if CARDS.name in tables and self.game.cards else None
        self.decks = decks_of(self.game) if DECKS.name in tables else {}

    def play(self, numbers: range, began: Callable[[int], object] = lambda _number: None) -> Rows:
        """The rows of some games, sorted as the tables are.

        Args:
            numbers: the numbers of the games.
            began: called with the number of each game that begins.

        Raises:
            SimulationError: a game takes too long.
        """
        found: Rows = {name: [] for name in self.batch.tables}
        offered: set[tuple[int, str]] = set()
        if self.watched is not None:
            self.watched.forget()
        if self.marks is not None:
            self.marks.forget()
        for number in numbers:
            began(number)
            played = self._played(number)
            for name, rows in played.rows().items():
                if name in found:
                    found[name] += rows
            if played.options is not None:
                offered |= played.options.offered
        if self.watched is not None and LINES.name in found:
            found[LINES.name] += self.watched.rows(self.game, self.sites.lines, offered)
        return found

    def _played(self, number: int) -> _Played:
        """A game played as machine code, or in Python if that breaks, which gives the reason."""
        if self.native is not None:
            engine = self.native.blank(self.batch.players)
            played = _Played(self, number, engine)
            if played.broken is None:
                return played
            if self.marks is not None:
                self.marks.drop(engine)
        return _Played(self, number)


class _Played:
    """One game, played from its start to its end."""

    def __init__(self, croupier: Croupier, number: int, native: NativeEngine | None = None) -> None:
        batch, game = croupier.batch, croupier.game
        self.batch, self.game, self.number = batch, game, number
        self.seed, self.names = batch.seed_of(number), batch.bots_of(number)
        self.match = self._match(game)
        self.engine = self.match.engine if native is None else native
        self.bots = make_bots(self.names, batch.players, self.seed)
        self.seen: Match | None = None  # the match for bots, without marks if others have them
        if any(bot.__class__ is not RandomBot for bot in self.bots):
            plays_plain = native is None and croupier.watched is None
            self.seen = self.match if plays_plain else self._match(croupier.plain)
        self.native = croupier.native
        self.patience = Patience(croupier.minutes)
        self.marks = croupier.marks
        self.zones = Zones(self.engine)
        self.lead = lead = Lead(croupier.value, croupier.figures) if croupier.value is not None else None
        self.rounds = Rounds(self.engine, croupier.turns, croupier.rounds, croupier.measures, croupier.figures, lead)
        counts_options = OPTIONS.name in batch.tables or LINES.name in batch.tables
        self.options = OptionTally(croupier.sites) if counts_options else None
        watched, table = croupier.watched, croupier.cards
        self.cards = CardTally(table, watched) if table is not None and watched is not None else None
        self.decks = Decks(croupier.decks) if croupier.decks else None
        self.lines = croupier.sites.lines if DECISIONS.name in batch.tables else None
        self.decisions: list[Row] = []
        self.made = [0] * batch.players
        self.forced = [0] * batch.players
        self.first: int | None = None  # the player who chose first
        self.outcome: Outcome | None = None
        self.broken: Broken | None = None
        try:
            self._play()
            self.outcome = self.engine.outcome if isinstance(self.engine, NativeEngine) else self.match.outcome
        except TooLongError:
            raise too_long(batch.told(number), croupier.minutes) from None
        except Exception as error:
            self.broken = breakage(error, self.match)

    def _match(self, game: Game) -> Match:
        """A match that has not begun."""
        setup = Setup(game, self.batch.players, self.seed, bots=self.names)
        return Match(setup, setup.engine())

    def _play(self) -> None:
        engine, seen, bots = self.engine, self.seen, self.bots
        tally, lines, cards = self.options, self.lines, self.cards
        made, forced = self.made, self.forced
        self._begin()
        check = self.patience.check
        while options := engine.options:
            check()
            self._look()
            player, count = engine.player, len(options)
            bot = bots[player]
            if bot.__class__ is RandomBot:
                index = bot.index(engine.count, count)
            else:
                assert seen is not None
                index = seen.index_of(bot.choose(seat_of(seen, self.native)))
            if tally is not None:
                tally.look(engine, index)
            if cards is not None:
                cards.look(engine, index)
            if lines is not None:
                at = (self.number, engine.count + 1, self.rounds.rounds, player, lines[engine.site])
                self.decisions.append((*at, count, self._keys()[index]))
            if self.first is None:
                self.first = player
            made[player] += 1
            forced[player] += count == 1
            self._choose(index)
        self._look()
        if self.lead is not None:
            self.lead.look(engine)
        self.rounds.read()

    def _begin(self) -> None:
        if self.seen is not None and self.seen is not self.match:
            self.seen.engine.begin()
        if isinstance(self.engine, Engine):
            self.engine.begin()
            return
        self.engine.restart(self.seed)
        if self.marks is not None:
            self.marks.begun(self.engine)

    def _choose(self, index: int) -> None:
        if self.marks is None or isinstance(self.engine, Engine):
            self.engine.play(index)
        else:
            self.marks.play(self.engine, index)
        if self.seen is not None and self.seen is not self.match:  # after the recorded engine, which may break a rule
            self.seen.engine.play(index)

    def _look(self) -> None:
        """Updates the tallies before a choice, or at the end."""
        if self.lead is not None and not self.rounds.is_parted:
            self.lead.look(self.engine)
        if self.cards is not None:
            self.cards.act()
        if (self.cards is None and self.decks is None) or not self.zones.have_changed():
            return
        if self.decks is not None:
            self.decks.look(self.zones, self.rounds.rounds)
        if self.cards is not None:
            self.cards.follow(self.zones)

    def _keys(self) -> Sequence[str]:
        """The keys of the options."""
        engine = self.engine if isinstance(self.engine, Engine) else self.engine.engine()
        return Decision(engine, self.names).keys

    def rows(self) -> Rows:
        """The rows of the game."""
        number = self.number
        return {
            GAMES.name: [self._game()],
            SEATS.name: list(self._seats()),
            DECISIONS.name: self.decisions,
            OPTIONS.name: [(number, *row) for row in self.options.rows()] if self.options is not None else [],
            CARDS.name: [(number, *row) for row in self.cards.rows()] if self.cards is not None else [],
            DECKS.name: [(number, *row) for row in self.decks.rows()] if self.decks is not None else [],
            FACTS.name: sorted((number, *fact) for fact in self.rounds.facts),
        }

    def _game(self) -> Row:
        winners = self.outcome.winners if self.outcome is not None else ()
        decisions = sum(self.made)
        settled = None
        if self.lead is not None and len(winners) == 1:
            settled = self.lead.settled(winners[0], decisions)
        broken = self.broken
        return (
            self.number,
            self.seed,
            self.batch.players,
            broken.reason if broken is not None else self.engine.reason,
            decisions,
            sum(self.forced),
            self.rounds.rounds,
            self.rounds.turns,
            len(winners),
            self._margin(),
            self.lead.changes if self.lead is not None else None,
            settled,
            broken.error if broken is not None else None,
            "\n".join(broken.record) if broken is not None else None,
            self.engine.ended or None,
        )

    def _margin(self) -> int | None:
        """The lead of the best score over the next one, in the direction in which scores count; None without a lead."""
        if self.outcome is None or not self.game.outcome or is_together(self.game) or self.batch.players == 1:
            return None
        order = sorted(zip(self.outcome.ranking, self.outcome.scores, strict=True))
        gap = order[0][1] - order[1][1]
        return -gap if self.game.outcome[0][0] == "least" else gap

    def _seats(self) -> Iterator[Row]:
        outcome = self.outcome
        beginner = next((player for player in (self.rounds.beginner, self.first) if player is not None), 0)
        together = is_together(self.game)
        for seat in range(self.batch.players):
            score = rank = won = None
            if outcome is not None:
                score = outcome.scores[seat] if self.game.outcome else None
                rank = outcome.ranking[seat]
                won = float(rank == 1) / (1 if together else max(len(outcome.winners), 1))
            order = (seat - beginner) % self.batch.players
            choices = (self.made[seat], self.forced[seat])
            yield (self.number, seat, order, self.names[seat], score, rank, won, *choices)
