"""Random choices of one or several members or cards, each with its effect."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any, NamedTuple

from random_frame import Frame
from random_hints import Hints
from random_leaves import Made
from random_mixed import Mixed
from random_sentences import NO_WORDS, listed
from random_statements import Advice, Asked, Done, Play, indented
from random_values import BOOL, CARD, INT, PLAYER, SET, TOOL, Said
from random_world import MIX, Piece, World

DECLINE, NOTHING, ENOUGH = ("No", "Nie"), ("nothing", "nic"), ("that is all", "to wszystko")
"""The words for declining: also before the first of several, and after one."""

NUMBERS = [(2, 2, "2"), (0, 2, "up to 2"), (1, 2, "1..2"), (0, 9, "any number of"), (1, 1, "1")]
"""How many are chosen, at least and at most, and the words for it."""


class Wanted(NamedTuple):
    """The domain of a choice: the type, a name for one member, those on offer, and whether they are a pile's cards."""

    kind: str
    name: str
    found: Made
    piled: bool


class Bounds(NamedTuple):
    """The number of members to choose: the words, the least and the greatest number, and whether none is no answer."""

    words: str
    limits: Callable[[World], tuple[int, int]]
    may: bool
    computed: bool = True
    """Whether the numbers are computed, so that each member uses up a round like one of `repeat`."""


class Several(NamedTuple):
    """A choice of several: its type, a name for the members, its first line by player, and how he is asked."""

    kind: str
    name: str
    head: Callable[[str], str]
    ask: Callable[[World, int], Generator[Asked, int, list[int] | None]]


class Choices(Mixed):
    """Adds statements that ask."""

    def asking(self) -> list[Callable[[int, str, bool], Done]]:
        return [self._choose, self._choose, self._chosen, self._several, self._unseen]

    def asked_for(self, left: str = "") -> tuple[str, str, Callable[[World], list[int]], str]:
        """The domain of a choice: its type, a name, the members on offer, and its text with the condition.

        The condition also reads the local `left`, if there is one.
        """
        kind, name, found, piled = self._asked_kind()
        self.scope[name] = kind
        test = self._test_of(kind, name, self.rng.choice([2, 2, 4])) if self.rng.random() < 0.6 or left else None
        if left and test is not None:
            test = _and_left(left, test)
        del self.scope[name]
        text = f"{name} in {found.text}{f' where {test.text}' if test else ''}"
        fitting, scope = _fitting(name, found, test), dict(self.scope)
        if not piled:
            return kind, name, fitting, text
        return kind, name, lambda w: w.apart([*map(Piece, fitting(w))], scope), text

    def _asked_kind(self, piled: float = 0.7) -> Wanted:
        """The domain of a choice: members, numbers or cards, from a set or from all that exist, or cards of a pile."""
        kind, name = (
            self.rng.choice([*self.frame.members, *[TOOL] * 4, *[CARD] * 2 * self.frame.mixes, INT]),
            self.name("c"),
        )
        if kind == CARD:
            return Wanted(kind, name, Made("mix", lambda w: MIX), True)
        if kind == TOOL and self.rng.random() < piled:
            return Wanted(kind, name, self.pile(2, place=True), True)
        return Wanted(kind, name, self.some(kind), False)

    def some(self, kind: str) -> Made:
        """Numbers, or members or cards of a set, or all of a type."""
        if kind == INT:
            text, numbers = self.numbers(2)
            return Made(text, numbers)
        if self.rng.random() < 0.15:
            every = [*map(Piece, range(len(self.frame.cards)))] if kind == TOOL else self.frame.kinds[kind].numbers
            return Made(kind, lambda w: frozenset(every))
        found = self.of(SET + kind, 2)
        return Made(f"({found.text})", found.value)

    def _test_of(self, kind: str, name: str, depth: int) -> Made:
        return self.mixed_test(name) if kind == CARD else self.of(BOOL, depth)

    def _hints_of(self, name: str, kind: str, *, declines: bool) -> Hints:
        """Hints that may read the member that is chosen."""
        self.scope[name] = kind
        hints = self.hints(declines=declines, chosen=name)
        del self.scope[name]
        return hints

    @staticmethod
    def _advice_of(w: World, hints: Hints, name: str, fit: list[int], *, declining: bool) -> Callable[[], list[Advice]]:
        return lambda: hints.of(w, [{name: one} for one in fit], declining=declining)

    def then(self, depth: int, loop: bool, name: str, type_: str) -> Done:
        self.scope[name] = type_
        done = self.block(depth, loop=loop)
        del self.scope[name]
        return done

    def _answered(
        self, w: World, kind: str, name: str, fit: list[int], who: int, question: Said, hints: Hints, *, may: bool
    ) -> Generator[Asked, int, bool]:
        """Asks for one of some members and keeps it by a name; False if there is none, or none is chosen."""
        if not fit:
            return False
        asked = self.asked_of(kind, fit, who, question, DECLINE if may else None)
        index = yield asked._replace(advice=self._advice_of(w, hints, name, fit, declining=may))
        if index == len(fit):
            return False
        w.locals[name] = fit[index]
        return True

    def asked_of(self, kind: str, fit: list[int], who: int, question: Said, decline: Said | None = None) -> Asked:
        """A decision between members or cards, with words for declining if possible."""
        keys, texts = keys_of(self.frame, kind, fit), [self.frame.said(kind, one) for one in fit]
        return Asked(who, [*keys, *(["none"] if decline else [])], [*texts, *([decline] if decline else [])], question)

    def _choose(self, depth: int, _: str, loop: bool) -> Done:
        """One of some, or none where the player may decline."""
        may, player, question = self.rng.random() < 0.3, self.of(PLAYER, 2), self.question()
        kind, name, fitting, text = self.asked_for()
        hints = self._hints_of(name, kind, declines=may)
        otherwise, then = self.block(0, loop=loop), self.then(depth - 1, loop, name, kind)
        head = f"{'may ' if may else ''}choose {text}"
        lines = [
            f"{head} by {player.text}{question.text}{hints.text}:",
            *indented(then.lines),
            "otherwise:",
            *indented(otherwise.lines),
        ]

        def run(w: World) -> Play:
            fit, who = fitting(w), player.value(w)
            if (yield from self._answered(w, kind, name, fit, who, question.said(w), hints, may=may)):
                yield from then.run(w)
                w.locals.pop(name, None)
            else:
                yield from otherwise.run(w)

        return Done(lines, run)

    def _chosen(self, depth: int, _: str, loop: bool) -> Done:
        """One of some members, which is known in the rest of the block; a player who has none leaves it."""
        may, player, question = self.rng.random() < 0.4, self.of(PLAYER, 2), self.question()
        kind, name, fitting, text = self.asked_for()
        hints = self._hints_of(name, kind, declines=may)
        otherwise, end = self.block(0, loop=loop), self.leaving(loop)
        self.scope[name] = kind
        head = f"{'may ' if may else ''}choose {text} by {player.text}{question.text}{hints.text}"

        def run(w: World) -> Play:
            fit, who = fitting(w), player.value(w)
            if not (yield from self._answered(w, kind, name, fit, who, question.said(w), hints, may=may)):
                yield from otherwise.run(w)
                yield from end.run(w)

        return Done([head, "otherwise:", *indented(otherwise.lines), *indented(end.lines)], run)

    def _unseen(self, depth: int, _: str, loop: bool) -> Done:
        """A card by its place in a pile, from the top."""
        may, player, pile, name = self.rng.random() < 0.3, self.of(PLAYER, 2), self.pile(2), self.name("c")
        question = self.question()
        otherwise, then = self.block(0, loop=loop), self.then(depth - 1, loop, name, TOOL)
        head = f"{'may ' if may else ''}choose unseen {name} in {pile.text} by {player.text}{question.text}:"
        lines = [head, *indented(then.lines), "otherwise:", *indented(otherwise.lines)]

        def run(w: World) -> Play:
            cards = w.piles[pile.value(w)][::-1]
            if cards:
                places = range(1, len(cards) + 1)
                keys = [*map(str, places), *(["none"] if may else [])]
                texts = [(f"card {place} of {len(cards)}", f"karta {place} z {len(cards)}") for place in places]
                index = yield Asked(player.value(w), keys, [*texts, *([DECLINE] if may else [])], question.said(w))
                if index < len(cards):
                    w.locals[name] = cards[index]
                    yield from then.run(w)
                    w.locals.pop(name, None)
                    return
            yield from otherwise.run(w)

        return Done(lines, run)

    def _several(self, depth: int, _: str, loop: bool) -> Done:
        """Several members, in their order, with a least and a greatest number."""
        several, player = self.several(), self.of(PLAYER, 2)
        otherwise, then = self.block(0, loop=loop), self.then(depth - 1, loop, several.name, SET + several.kind)
        lines = [several.head(player.text), *indented(then.lines), "otherwise:", *indented(otherwise.lines)]

        def run(w: World) -> Play:
            chosen = yield from several.ask(w, player.value(w))
            if chosen is not None:
                w.locals[several.name] = frozenset(chosen)
                yield from then.run(w)
            else:
                yield from otherwise.run(w)

        return Done(lines, run)

    def several(self, left: str = "") -> Several:
        """A choice of several members, whose condition also reads the local `left`, if there is one."""
        (kind, name, found, piled), question = self._asked_kind(0.4), self.question()
        self.scope[name] = kind
        test = self._test_of(kind, name, 2)
        test = _and_left(left, test) if left else test
        del self.scope[name]
        scope = dict(self.scope)
        bounds = self._how_many()
        hints = self._hints_of(name, kind, declines=bounds.may)
        fitting = _fitting(name, found, test)

        def ask(w: World, who: int) -> Generator[Asked, int, list[int] | None]:
            least, most = bounds.limits(w)
            left, chosen = fitting(w), list[int]()
            looks = dict(zip(left, w.looks([*map(Piece, left)], scope) if piled else left, strict=True))
            if len(left) < least or most < least:
                return None
            while len(chosen) < most:
                if bounds.computed:
                    w.burn()
                if not (offered := _next(left, looks, chosen, least)):
                    break
                enough = (ENOUGH if chosen else NOTHING) if len(chosen) >= least else None
                asked = self.asked_of(kind, offered, who, question.said(w), enough)
                advice = self._advice_of(w, hints, name, offered, declining=enough is not None)
                index = yield asked._replace(chosen=self.chosen(kind, chosen), advice=advice)
                if index == len(offered):
                    break
                chosen.append(offered[index])
                left.remove(offered[index])
            return None if bounds.may and not chosen else chosen

        text = f"choose {bounds.words} {name} in {found.text} where {test.text}"
        return Several(kind, name, lambda player: f"{text} by {player}{question.text}{hints.text}:", ask)

    def _how_many(self) -> Bounds:
        """The number of members to choose."""
        if self.rng.random() < 0.6:
            least, most, words = self.rng.choice(NUMBERS)
            return Bounds(words, lambda w: (least, most), words.startswith(("up", "any")), computed=False)
        number = self.of(INT, 2)
        text = f"({number.text} mod 4 - 1)"

        def high(w: World) -> int:
            return int(number.value(w) % 4 - 1)

        match self.rng.choice(["just", "up", "some", "none"]):
            case "just":
                return Bounds(text, lambda w: (max(high(w), 0), max(high(w), 0)), False)
            case "up":
                return Bounds(f"up to {text}", lambda w: (0, max(high(w), 0)), True)
            case "some":
                return Bounds(f"1..{text}", lambda w: (1, high(w)), False)
        return Bounds(f"0..{text}", lambda w: (0, high(w)), False)

    def chosen(self, kind: str, chosen: list[int]) -> Said:
        """The members chosen so far, in words."""
        return listed([self.frame.said(kind, one) for one in chosen]) if chosen else NO_WORDS


def _and_left(left: str, test: Made) -> Made:
    return Made(f"({left} mod 4 is not 1 and {test.text})", lambda w: w.locals[left] % 4 != 1 and test.value(w))


def _fitting(name: str, found: Made, test: Made | None) -> Callable[[World], list[int]]:
    """The members on offer in their order; those of a pile from the bottom."""

    def fitting(w: World) -> list[int]:
        there, fit = found.value(w), []
        piled = isinstance(there, tuple)
        members = w.piles[there] if piled else there
        for one in list(members) if piled or isinstance(members, list) else sorted(members):
            w.round()
            w.locals[name] = one
            if test is None or test.value(w):
                fit.append(one)
        w.locals.pop(name, None)
        return fit

    return fitting


def _next(left: list[int], looks: dict[int, Any], chosen: list[int], least: int) -> list[int]:
    """The members that may be chosen next, in order: of equal ones the lowest, and none before the last one chosen."""
    last = max((looks[one] for one in chosen), default=None)
    rest = [one for one in sorted(left, key=looks.__getitem__) if last is None or looks[one] >= last]
    rest = rest[: len(rest) - max(least - len(chosen) - 1, 0)]
    return [one for at, one in enumerate(rest) if at == 0 or looks[rest[at - 1]] != looks[one]]


def keys_of(frame: Frame, kind: str, offered: list[int], mark: str = ".") -> list[str]:
    """The keys of options; equal keys are numbered."""
    keys = [frame.key(kind, one) for one in offered]
    counts = [keys[:at].count(key) for at, key in enumerate(keys)]
    return [f"{key}{mark}{count + 1}" if count else key for key, count in zip(keys, counts, strict=True)]
