"""Interactive play at the terminal, by people and bots.

Each person sees the log, the facts that his player may see, and his options. With several people, the screen is
cleared and handed over between them.
"""

from __future__ import annotations

import shlex
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import chain, count
from pathlib import Path

from regelwerk_dsl.writing import replacing
from regelwerk_runtime.bots.search.search_bot import Budget, searcher_for
from regelwerk_runtime.bots.seat import seat_of
from regelwerk_runtime.decision import CARD, Decision, Option
from regelwerk_runtime.engine.state import NONE
from regelwerk_runtime.errors import RuleError
from regelwerk_runtime.match import Match
from regelwerk_runtime.records.record import is_record
from regelwerk_runtime.tables.capitals import capital
from rich.text import Text

from ..errors import reason_of
from ..game import Game
from .asking import help_table, option_named, show_options, typed_of
from .card_texts import CardTexts, own_cards
from .console import Screen, plain_table
from .describe import Facts
from .excerpts import explained
from .playlog import LINE, Line, Teller
from .position import Position
from .table import COLOURS, RANDOM, make_bots, painted, player_name, show_lines, show_standings
from .wording import wording_of

PERSON = "person"
HINT = Budget(playouts=0, milliseconds=1500)
BEST = 5
"""Most options shown by a hint."""
FEW = 10
"""Trials per option needed for a meaningful hint, unless the search is settled."""


class _LeaveError(Exception):
    """Raised when a person leaves the game."""


@dataclass
class TerminalPlay:
    """One game with people at it.

    Attributes:
        game: the game.
        match: the match.
        people: the seats of people.
        names: the bot of each seat; ignored for people.
        place: the file for saving.
        screen: the output.
        lang: language of the sentences.
        own: whether the file holds an earlier state of this match.
        history: the match before each choice of a person.
        pause: seconds between the turns of bots; 0 for none.
        hint: whether each question comes with a hint.
        held: cards that each person has seen, except open ones.
        last: the person at the screen.
    """

    game: Game
    match: Match
    people: Collection[int]
    names: Sequence[str]
    place: Path
    screen: Screen
    lang: str | None
    own: bool = False
    pause: float = 0
    hint: bool = False
    history: list[Match] = field(default_factory=list)
    held: dict[int, Counter[str]] = field(default_factory=dict)
    last: int | None = None

    def __post_init__(self) -> None:
        self.tr = wording_of(self.match, self.lang)
        names = [RANDOM if name == PERSON else name for name in self.names]
        self.bots = make_bots(names, self.match.setup.seed, self.people)
        self.seen = dict.fromkeys(self.people, 0)  # number of log lines shown to each person
        self.position = Position(self.game, self.screen, self.tr, self.lang)
        self.card_texts = CardTexts(self.game, self.screen, self.tr, self.lang)
        self.forced: dict[int, list[str]] = defaultdict(list)  # forced choices not yet reported to each person
        self.is_slow = self.pause > 0
        self.told = False  # whether anything was printed since the last question
        self._start_log()

    def run(self) -> None:
        """Plays until the game is over or a person leaves.

        Raises:
            RuleError: the rules broke; the record until then is saved.
        """
        self.screen.say(self.tr("Type the number of an option; ? shows the other commands."), style="quiet")
        try:
            with explained(self.game.source):
                while self.match.decision is not None:
                    self._step()
        except _LeaveError:
            return
        except RuleError as error:
            self._save()
            error.command = f"regelwerk replay {shlex.quote(str(self.place))}"
            raise
        except (KeyboardInterrupt, SystemExit, OSError):  # a signal ends the program, or the terminal has gone
            self._save()
            raise
        self._tell()
        self._show_news(max(self.seen, key=lambda person: self.seen[person]))
        show_standings(self.game, self.match, self.screen, self.lang)

    def _step(self) -> None:
        player = self.match.engine.player
        if player in self.bots:
            self.match.choose(self.bots[player].choose(seat_of(self.match)))
            if len(self.people) == 1:
                self._tell()
                self._show_news(*self.people)
            return
        decision = self.match.decision
        assert decision is not None
        if len(decision.options) == 1:
            self._take_only(player, decision)
            return
        index = self._ask(player)
        if index is None:
            return
        self.history.append(self.match.copy())
        self.match.choose(index)

    def _take_only(self, player: int, decision: Decision) -> None:
        """Takes a person's only option and reports it; at once if no other people play."""
        question, option = self._question(player, decision), decision.options[0].says(self.lang)
        told = self.tr("{question} There is only one choice: {option}", question=question, option=option)
        self.forced[player].append(told)
        if len(self.people) == 1:
            self._tell()
            self._show_news(player)
        self.match.choose(0)

    # ---- asking
    def _ask(self, player: int) -> int | None:
        """The index of the option that a person takes; None if he did something else."""
        self._tell()
        if self.last != player:
            self._hand_over(player)
        self._show_news(player)
        if self.told:
            self.told = False
            self.screen.say()
        self.position.show(self.match, player, whole=len(self.people) > 1 and self.screen.is_terminal)
        held = own_cards(self.match, player)
        if new := held - self.held.get(player, held):
            cards = Facts(self.match, player, self.lang, only=()).named(new)
            self.screen.say(Text(self.tr("New to you: {cards}", cards=cards), style="heading"))
        self.held[player] = held
        decision = self.match.decision
        assert decision is not None
        self._show_question(player, decision)
        if self.hint:
            self._show_hint(player)
        while True:
            word = self._read()
            index = option_named(word, decision)
            if index is not None:
                return index
            command, _, rest = word.partition(" ")
            if command.lower() == "c" and rest.strip():
                self.card_texts.show_named(rest.strip())
                continue
            match word.lower():
                case "u":
                    if self._take_back():
                        return None
                case "s":
                    overwrite = self._may_overwrite()
                    try:
                        self._save(overwrite)
                    except OSError as error:  # the game continues
                        self.screen.refuse(f"{self.place}: {reason_of(error)}")
                        continue
                    raise _LeaveError
                case "q":
                    raise _LeaveError
                case "v":
                    self.position.show(self.match, player, whole=True)
                    self._show_question(player, decision)
                case "c":
                    self.card_texts.show_seen(self.match, player)
                    self._show_question(player, decision)
                case "p":
                    self._switch_pauses()
                case "l":
                    show_lines(self._lines_for(player), self.match, self.screen, self.lang)
                    self._show_question(player, decision)
                case "h":
                    self._show_hint(player)
                case "?" | "help":
                    self.screen.show(help_table(self.tr))
                case _:
                    self.screen.say(self.tr("One of the numbers above, or ? for help."), style="warn")

    def _show_question(self, player: int, decision: Decision) -> None:
        """Shows a person's own cards, question and options; also after other output has moved them off the screen."""
        cards = [one for one in decision.answered or decision.chosen if one.kind == CARD and one.number != NONE]
        self.position.show_hand(self.match, player, [one.number for one in cards])
        asked = Text(self._question(player, decision))
        name = player_name(self.match, player, self.lang)
        asked.highlight_words([name], style=f"bold player{player % COLOURS}")
        self.screen.say(asked)
        named = Facts(self.match, player, self.lang, only=()).named(Counter(one.key for one in cards))
        if chosen := named or decision.chosen_in(self.lang):
            self.screen.say(self.tr("Chosen so far: {what}", what=chosen), style="quiet")
        show_options(typed_of(decision), [self._begun(option) for option in decision.options], self.screen)

    def _question(self, player: int, decision: Decision) -> str:
        name, prompt = player_name(self.match, player, self.lang), decision.prompt_in(self.lang)
        return self.tr("{what}: {value}", what=name, value=prompt) if prompt else name

    def _read(self) -> str:
        """A line of input; the end of the input saves and leaves."""
        self.screen.raw("> ")
        try:
            line = sys.stdin.readline()
        except KeyboardInterrupt:
            line = ""
        if not line:
            self.screen.say()
            self._save()
            raise _LeaveError
        if not self.screen.is_terminal:
            self.screen.say()
        return line.strip()

    def _take_back(self) -> bool:
        if not self.history:
            self.screen.say(self.tr("There is nothing to take back."), style="warn")
            return False
        self.match = self.history.pop()
        self.position.forget()
        self.forced.clear()
        self._start_log()
        self.seen = {person: min(seen, len(self.lines)) for person, seen in self.seen.items()}
        self.screen.say(self.tr("Taken back."), style="quiet")
        self.screen.say()
        return True

    def _may_overwrite(self) -> bool:
        """True if saving may replace the existing file; asks if it holds another game."""
        if self.own or not self.place.is_file():
            return True
        self.screen.say(self.tr("{file} holds another game. Overwrite it? (y/n)", file=str(self.place)), style="warn")
        return self._read().lower() in ("y", "yes")

    def _save(self, overwrite: bool = False) -> None:
        """Saves the game; under a new name if another game's file may not be overwritten."""
        place = self.place
        if not (self.own or overwrite):
            names = (place.with_stem(f"{place.stem}-{number}") for number in count(2))
            self.place = next(path for path in chain([place], names) if not path.is_file())
        with replacing(self.place, is_record, named=True) as file:
            file.write(("\n".join(self.match.record()) + "\n").encode())
        self.own = True
        command = f"regelwerk play --resume {shlex.quote(str(self.place))}"
        with suppress(OSError):  # the terminal may have gone
            self.screen.note(self.tr("Saved. Continue with: {command}", command=command))

    # ---- showing
    def _start_log(self) -> None:
        self.teller = Teller(self.match, self.game.turns, self.lang)
        self.lines: list[Line] = []
        self._tell()
        self.begun = len(self.lines)  # earlier lines are printed without pauses
        self.told = False

    def _tell(self) -> None:
        """Adds the new lines of the log."""
        self.teller.match = self.match
        self.lines += self.teller.new_lines()

    def _lines_for(self, player: int, begin: int = 0) -> list[Line]:
        """The lines of the log that a person may read."""
        return [line for line in self.lines[begin:] if line.reader in (None, player)]

    def _hand_over(self, player: int) -> None:
        if len(self.people) > 1:
            name = player_name(self.match, player, self.lang)
            if self.screen.is_terminal:
                self.screen.out.clear()
            over = self.tr("Over to {player}. Press Enter when nobody else is looking.", player=name)
            self.screen.say(painted(over, self.match, self.lang))
            self._read()
            if self.screen.is_terminal:
                self.screen.out.clear()
        self.last = player

    def _show_news(self, player: int) -> None:
        """Prints the log lines since the last time, paragraph by paragraph, and the player's forced choices."""
        news = self._lines_for(player, self.seen[player])
        for line in news:
            if line.kind != LINE and self.is_slow and self.seen[player] > self.begun:
                time.sleep(self.pause)
            show_lines([line], self.match, self.screen, self.lang)
        self.seen[player] = len(self.lines)
        for told in self.forced.pop(player, ()):
            self.screen.say(told, style="quiet")
            self.told = True
        self.told = self.told or bool(news)

    def _switch_pauses(self) -> None:
        self.is_slow = self.pause > 0 and not self.is_slow
        self.screen.say(self.tr("Pauses are on.") if self.is_slow else self.tr("Pauses are off."), style="quiet")

    def _begun(self, option: Option) -> str:
        """The words of an option, with a capital letter."""
        return capital(option.says(self.lang), self.match.game.texts.language(self.lang))

    def _show_hint(self, player: int) -> None:
        """Shows the best options as judged by a short search from this player's view."""
        match, tr = self.match, self.tr
        bot = searcher_for(match.game)(player, match.setup.seed, HINT)
        judged = bot.explain(match)
        typed = typed_of(judged[0].option.decision)
        table = plain_table("", tr("option"), tr("tried"), tr("worth"), numbers=frozenset({0, 2, 3}))
        for one in judged[:BEST]:
            table.add_row(typed[one.option.index], self._begun(one.option), f"{one.visits}", f"{one.worth:.1%}")
        self.screen.show(table)
        if not bot.is_settled and sum(one.visits for one in judged) < FEW * len(judged):
            self.screen.say(tr("So few trials say little."), style="quiet")
