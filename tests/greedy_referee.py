"""A second greedy bot, written from docs/bots.md alone; it copies matches and plays them on."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from random import Random
from typing import Any, NamedTuple

from regelwerk_runtime.engine.chance import draw, key_of, mix, seed_key
from regelwerk_runtime.engine.state import shuffle_counts
from regelwerk_runtime.errors import RuleError
from regelwerk_runtime.match import Match

WON, MOST_LATER, MOST_ANSWERS = 2**80, 240, 8
BROKEN = -2 * WON


class Mark(NamedTuple):
    """What a position is worth, compared from left to right; the last part is minus the aim of the best rival."""

    moves: bool
    worth: int
    rival: int


WORST = Mark(True, BROKEN, 0)


@dataclass
class Place:
    """A position that a look reaches, the places in the rules passed on the way, and the positions after its options.

    The match is None if the rules broke.
    """

    match: Match | None
    passed: tuple[int, ...] = ()
    had_chance: bool = False
    goes_on: bool = False
    options: list[int] = field(default_factory=list)
    behind: list[Place] = field(default_factory=list)
    mark: Mark = WORST


@dataclass
class Taken:
    """A choice of the bot: number, question, and option."""

    number: int
    question: tuple[Any, ...] | None
    index: int = 0


def aim(match: Match, player: int) -> int:
    """What bots maximise."""
    if match.game.value is not None:
        return match.measure("value", player)
    if not match.game.outcome:
        return 0
    ways = [way for way, _ in match.game.outcome]
    way, line = match.game.outcome[-1 if "won" in ways else 0]
    return -int(line(match.engine.s, player)) if way == "least" else int(line(match.engine.s, player))


def worth_of(match: Match | None, player: int) -> int:
    if match is None or match.engine.reason == "rule error":
        return BROKEN
    try:
        worth = aim(match, player)
        if match.decision is None:
            assert match.outcome is not None
            worth += WON if match.outcome.ranking[player] == 1 else -WON
    except (RuleError, LookupError, ArithmeticError, ValueError):
        return BROKEN
    return worth


def rival_of(match: Match | None, player: int) -> int:
    try:
        return -max([aim(match, p) for p in range(match.setup.players) if p != player], default=0) if match else 0
    except (RuleError, LookupError, ArithmeticError, ValueError):
        return 0


def asks_all(match: Match) -> int | None:
    return match.game.sites[match.engine.site].collecting if match.engine.player >= 0 else None


def answers_so_far(match: Match) -> int | None:
    return None if match.engine.answers is None else len(match.engine.answers)


def considered(guesses: Sequence[Match], indices: Sequence[int]) -> list[int]:
    """Options that at least one guess does not leave out; all of them if nothing is left."""
    if guesses[0].game.sites[guesses[0].engine.site].skip is None:
        return [*indices]
    skips = [guess.engine.hinted("skip", indices) for guess in guesses]
    return [i for at, i in enumerate(indices) if not all(skip[at] for skip in skips)] or [*indices]


def preferences(guesses: Sequence[Match], indices: Sequence[int]) -> dict[int, int]:
    if guesses[0].game.sites[guesses[0].engine.site].prefer is None:
        return dict.fromkeys(indices, 0)
    return {i: sum(guess.engine.hinted("prefer", [i])[0] for guess in guesses) for i in indices}


def everything(match: Match) -> range:
    return range(len(match.engine.options))


def few(match: Match, bits: int, most: int) -> list[int]:
    """At most so many of the considered options: preferred ones first, then random ones."""
    open_ = considered([match], everything(match))
    if len(open_) <= most:
        return open_
    told, options = preferences([match], open_), match.engine.options
    return sorted(open_, key=lambda i: (-told[i], draw(bits, hash(options[i]))))[:most]


def let_chance(match: Match, luck: int) -> bool:
    """Decides pending outcomes of explicit chance; returns whether there were any."""
    some = False
    while match.decision is not None and match.decision.player is None:
        some, number, share = True, Fraction(draw(luck, match.number), 2**64), Fraction(0)
        for option in match.decision.options:
            share += option.probability
            if number < share:
                match.choose(option)
                break
    return some


def answer_all(match: Match, given: int, answers: Mapping[int, Any], luck: int) -> bool:
    """Lets everybody answer a simultaneous choice after some answers; returns whether chance decided anything."""
    some = False
    while answers_so_far(match) == given:
        options, answer = [*match.engine.options], answers.get(match.engine.player)
        if answer in options:
            match.choose(options.index(answer))
        else:
            open_ = considered([match], everything(match))
            match.choose(open_[draw(luck, match.number) % len(open_)])
        some = let_chance(match, luck) or some
        given += 1
    return some


class Look:
    """A look ahead in a guess, which tries at most so many options after the first ones."""

    def __init__(self, start: Match, luck: int, answers: Mapping[int, Any], later: int = MOST_LATER) -> None:
        self.start, self.luck, self.answers, self.later = start, luck, answers, later
        self.player = start.engine.player

    def tried(self, indices: Sequence[int], beyond: bool) -> list[Place]:
        """The positions after some options, marked."""
        return self.explored([self.after(Place(self.start), index, beyond) for index in indices], beyond)

    def explored(self, first: list[Place], beyond: bool) -> list[Place]:
        level, tried = [place for place in first if place.goes_on], 0
        while level:
            for place in level:
                assert place.match
                place.options = considered([place.match], everything(place.match))
                tried += len(place.options)
            if tried > self.later:
                break
            for place in level:
                place.behind = [self.after(place, index, beyond) for index in place.options]
            level = [behind for place in level for behind in place.behind if behind.goes_on]
        for place in first:
            self.judge(place)
        return first

    def repeated(self, model: Place, index: int, beyond: bool) -> Place:
        """The position after an option and the later choices of another look, or unmarked after the option alone."""
        first = here = self.after(Place(self.start), index, beyond)
        while model.behind and here.goes_on:
            assert here.match
            assert model.match
            there, now = model.match.engine, here.match.engine
            same = there.site == now.site and [*there.options] == [*now.options]
            if asks_all(self.start) is not None or self.had_luck(here) or not same:
                return first
            best = max(range(len(model.behind)), key=lambda at: (model.behind[at].mark[:2], -at))
            model, here = model.behind[best], self.after(here, model.options[best], beyond)
        if here.goes_on and not model.goes_on:
            return first
        here.goes_on = False
        self.judge(here)
        return here

    def after(self, before: Place, index: int, beyond: bool) -> Place:
        """The position after an option."""
        assert before.match
        match, passed = before.match.copy(), (*before.passed, before.match.engine.site)
        had_chance, given = before.had_chance, answers_so_far(match)
        asked_all = asks_all(match) is not None
        try:
            match.choose(index)
            had_chance = let_chance(match, self.luck) or had_chance
            if asked_all:
                had_chance = answer_all(match, (given or 0) + 1, self.answers, self.luck) or had_chance
        except RuleError:
            return Place(None)
        place = Place(match, passed, had_chance)
        place.goes_on = self.belongs(place, beyond)
        return place

    def belongs(self, place: Place, beyond: bool) -> bool:
        match = place.match
        assert match
        if match.engine.player != self.player or asks_all(match) is not None:
            return False
        if match.game.sites[match.engine.site].several is None and match.engine.site in place.passed:
            return False
        waiting = self.start.engine.stack[:-1]
        still_runs = len(match.engine.stack) > len(waiting) and match.engine.stack[: len(waiting)] == waiting
        return still_runs or (beyond and not self.had_luck(place))

    def had_luck(self, place: Place) -> bool:
        assert place.match
        now, then = place.match.engine.s, self.start.engine.s
        return place.had_chance or (now.rolls, shuffle_counts(now)) != (then.rolls, shuffle_counts(then))

    def judge(self, place: Place) -> None:
        for behind in place.behind:
            self.judge(behind)
        place.mark = max(behind.mark for behind in place.behind) if place.behind else self.mark(place.match)

    def mark(self, match: Match | None) -> Mark:
        if match is None:
            return WORST
        match = match.copy()
        try:
            while (
                match.engine.player == self.player
                and match.game.sites[match.engine.site].several is not None
                and len(match.engine.stack) > 1
                and asks_all(match) is None
            ):
                match.choose(len(match.engine.options) - 1)
                let_chance(match, self.luck)
        except RuleError:
            return WORST
        worth = worth_of(match, self.player)
        if worth == BROKEN:
            return WORST
        now, then = (
            (one.engine.site, one.engine.player, one.engine.stack, one.state.to_dict()) for one in (match, self.start)
        )
        return Mark(now != then, worth, rival_of(match, self.player))


def likely(guess: Match, rng: Random) -> list[dict[int, Any]]:
    """Draws of answers of all players to a simultaneous choice, by fictitious play."""
    start = guess.copy()
    start.engine.ask_again()
    match, offers, bits = start.copy(), dict[int, list[Any]](), rng.getrandbits(60)
    while answers_so_far(match) == len(offers):
        player, options = match.engine.player, match.engine.options
        if player in offers:
            return []
        open_ = few(match, bits, MOST_ANSWERS)
        offers[player] = [options[i] for i in open_]
        try:
            match.choose(open_[0])
        except RuleError:
            break
    given = {player: [rng.choice(options)] for player, options in offers.items()}
    totals = {player: [0] * len(options) for player, options in offers.items()}

    def drawn() -> dict[int, Any]:
        return {player: rng.choice(answers[-4:]) for player, answers in given.items()}

    def worth(answers: dict[int, Any], player: int) -> int:
        end = start.copy()
        try:
            answer_all(end, 0, answers, 0)
        except RuleError:
            return BROKEN
        return worth_of(end, player)

    for _ in range(6):
        for player, options in offers.items():
            others = drawn()
            for at, option in enumerate(options):
                totals[player][at] += worth(others | {player: option}, player)
            ties = [rng.random() for _ in options]
            given[player].append(options[max(range(len(options)), key=lambda at: (totals[player][at], ties[at]))])
    return [drawn(), drawn()] if offers else []


class Referee:
    """The bot of a player in the match with a seed."""

    def __init__(self, player: int, seed: int) -> None:
        self.player, self.memory = player, list[Taken]()
        self.base = mix(seed_key(seed) ^ key_of(f"greedy bot {player}"))

    def choose(self, match: Match) -> int:
        """The option that the bot takes."""
        number, count = match.number, len(match.engine.options)
        if not self.memory or self.memory[-1].number != number - 1:
            self.memory.clear()
        if count == 1:
            self.memory.append(Taken(number, None))
            return 0
        lucks = [draw(self.base, 2 * number + i) for i in range(2)]
        looks = [look for luck in lucks for look in self.looks(match.guess(self.player, luck), luck)]
        guesses = [look.start for look in looks]
        engine = guesses[0].engine
        question = (engine.site, [*engine.stack], [*engine.options], match.view(self.player).to_dict())
        before = {taken.index for taken in self.memory if taken.question == question}
        open_ = considered(guesses, [i for i in range(count) if i not in before] or range(count))
        index = self.best(looks, guesses, open_, number)
        self.memory.append(Taken(number, question, index))
        return index

    @staticmethod
    def looks(guess: Match, luck: int) -> list[Look]:
        if asks_all(guess) is None:
            return [Look(guess, luck, {})]
        found = []
        try:
            for answers in likely(guess, Random(luck)):
                start = guess.copy()
                start.engine.ask_again()
                while start.engine.player != guess.engine.player:
                    start.choose([*start.engine.options].index(answers[start.engine.player]))
                if [*start.engine.options] != [*guess.engine.options]:
                    raise RuleError("not the same question")
                found.append(Look(start, luck, answers))
        except (RuleError, LookupError, ValueError):
            found = []
        return found or [Look(guess, luck, {})]

    def best(self, looks: list[Look], guesses: list[Match], open_: list[int], number: int) -> int:
        """The best of some options."""
        if len(open_) == 1:
            return open_[0]
        marks = self.marks(looks, open_, beyond=False)
        some_move = any(mark.moves and mark.worth > -WON / 2 for mark in marks.values())
        told = preferences(guesses, open_)

        def narrowed(indices: list[int], key: Callable[[int], Any]) -> list[int]:
            most = max(map(key, indices))
            return [i for i in indices if key(i) == most]

        best = narrowed(open_, lambda i: (marks[i].moves or not some_move, marks[i].worth))
        best = narrowed(best, lambda i: told[i])
        if len(best) > 1:
            further = self.marks(looks, best, beyond=True)
            best = narrowed(best, lambda i: (further[i].worth, further[i].rival))
        return min(best, key=lambda i: mix(self.base ^ mix(number << 20 | i)))

    @staticmethod
    def marks(looks: list[Look], indices: list[int], beyond: bool) -> dict[int, Mark]:
        """The sums over all looks; the later choices are those of the first one."""
        models = looks[0].tried(indices, beyond)
        rows = [models]
        for look in looks[1:]:
            again = [look.repeated(model, index, beyond) for model, index in zip(models, indices, strict=True)]
            look.explored([place for place in again if place.goes_on], beyond)
            rows.append(again)
        return {
            index: Mark(
                any(row[at].mark.moves for row in rows),
                sum(row[at].mark.worth for row in rows),
                sum(row[at].mark.rival for row in rows),
            )
            for at, index in enumerate(indices)
        }
