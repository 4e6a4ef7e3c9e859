"""Random dice, drawn members and shuffles, whose results a second implementation takes from the match.

With explicit chance each roll is a decision; otherwise the rules state what was rolled, and the log of the match is
read.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator
from fractions import Fraction
from itertools import product
from typing import Any

from random_hints import Hinting
from random_statements import Asked, Done, Play, store
from random_values import INT, PLAYER, SET, TOOL, Said
from random_world import DECK, SLOT, WASTE, BrokenError, Piece, World


def even(results: list[int]) -> list[Fraction]:
    """Chances of equally likely results."""
    return [Fraction(1, len(results))] * len(results)


def _rolled(said: Said) -> Said:
    """The sentence of the log that states a roll."""
    return f"rolled {said[0]}", f"rzut: {said[1]}"


class Luck(Hinting):
    """Adds statements that roll and state what was rolled."""

    def acting(self) -> list[Callable[[int, str, bool], Done]]:
        shuffles = [self._shuffle] if self.frame.shuffles else []
        return [*super().acting(), self._roll, *shuffles, *([self._draw] * 2 if self.frame.refills else [])]

    def _rolled(
        self,
    ) -> tuple[str, str, Callable[[World], list[int]], Callable[[list[int]], list[Fraction]]]:
        """A die: its type, its text, its possible results, and the chance of each."""
        way = self.rng.choice(["d", "dice", "range", "kind", "set"])
        if way == "d":
            sides = self.rng.randint(2, 8)
            return INT, f"d{sides}", lambda w: [*range(1, sides + 1)], even
        if way == "dice":
            count, sides = self.rng.randint(2, 3), self.rng.randint(2, 6)
            ways = Counter(map(sum, product(range(1, sides + 1), repeat=count)))
            return (
                INT,
                f"{count}d{sides}",
                lambda w: [*range(count, count * sides + 1)],
                lambda results: [Fraction(ways[result], sides**count) for result in results],
            )
        if way == "range":
            low, span = self.rng.randint(-3, 4), self.of(INT, 1)
            high = self.rng.randint(0, 5)
            return (
                INT,
                f"{low}..({low + high} + {span.text} mod 3)",
                lambda w: [*range(low, low + high + span.value(w) % 3 + 1)],
                even,
            )
        kind = self.rng.choice([*self.frame.kinds])
        if way == "kind" or kind == PLAYER:
            return kind, kind, lambda w: [*self.frame.kinds[kind].numbers], even
        name = self.variable(SET + kind)
        assert name is not None
        place, text = self.place(name, 1)
        return kind, text, lambda w: sorted(w.state[place(w)]), even

    def _roll(self, *_: object) -> Done:
        """A local or a number that is rolled."""
        kind, text, results, chances = self._rolled()
        variable, sign = self.rng.choice(["n", "m", "purse", "grid"]), self.rng.choice(["=", "+=", "-="])
        place, shown = self.place(variable, 1)
        if kind == INT and self.rng.random() < 0.3:

            def change(w: World) -> Play:
                at = place(w)
                before = w.state[at]
                after = {"=": lambda one: one, "+=": lambda one: before + one, "-=": lambda one: before - one}[sign]
                result = yield from self._taken(w, kind, results(w), lambda one: str(after(one)), chances)
                store(w, at, sign, result)
                w.say(_rolled(self.frame.said(INT, w.state[at])))

            return Done([f"{shown} {sign} roll {text}", self._say_rolled(shown)], change)
        name = self.name("r")
        self.scope[name] = kind

        def run(w: World) -> Play:
            result = yield from self._taken(w, kind, results(w), lambda one: self.frame.said(kind, one)[0], chances)
            w.locals[name] = result
            w.say(_rolled(self.frame.said(kind, result)))

        return Done([f"let {name} = roll {text}", self._say_rolled(name)], run)

    def _say_rolled(self, shown: str) -> str:
        """The statement that states what was rolled."""
        self.frame.abroad[f"rolled {{{shown}}}"] = f"rzut: {{{shown}}}"
        return f'say "rolled {{{shown}}}"'

    def _taken(
        self,
        w: World,
        kind: str,
        results: list[int],
        words: Callable[[int], str],
        chances: Callable[[list[int]], list[Fraction]],
    ) -> Generator[Asked, int, int]:
        """The roll of the match; `words` state it in the sentence after the roll."""
        if not results:
            raise BrokenError
        if w.heard is None:
            keys, texts = ([of(kind, result) for result in results] for of in (self.frame.key, self.frame.said))
            index = yield Asked(None, keys, texts, chances=chances(results))
            result = results[index]
        else:
            told = w.told()
            result = next(result for result in results if words(result) == told)
        w.rolled.append((kind, result))
        return result

    def _shuffle(self, *_: object) -> Done:
        """A pile in a new order, which the log states from the bottom."""
        pile, name = self.pile(1), self.name("s")

        def run(w: World) -> Play:
            yield from self._told(w, pile.value(w))

        told = f"    {self._say_rolled(name)}"
        return Done([f"shuffle {pile.text}", f"for each {name} in {pile.text}:", told], run)

    def _card_taken(self, w: World, cards: list[Piece]) -> Generator[Asked, int, Piece]:
        """The card that a shuffle has put at a place, according to the log."""
        return Piece((yield from self._taken(w, TOOL, [*cards], lambda one: self.frame.said(TOOL, one)[0], even)))

    def _told_card(self, w: World, card: Piece) -> None:
        w.say(_rolled(self.frame.said(TOOL, card)))

    def _told(self, w: World, at: tuple[Any, ...]) -> Play:
        """The cards of a pile, as the log states them from the bottom."""
        for place in range(len(w.piles[at])):
            rest = w.piles[at][place:]
            card = yield from self._card_taken(w, rest)
            w.piles[at] = [*w.piles[at][:place], card, *(one for one in rest if one != card)]
            self._told_card(w, card)

    def _draw(self, *_: object) -> Done:
        """Cards from the deck, which is refilled if necessary; then the log states the draw and the new deck."""
        place, name, was = self.rng.random() < 0.3, self.name("s"), self.name("v")
        player, number = self.of(PLAYER, 1), 1 if place else self.rng.choice([1, 1, 2, 3])
        target = "slot" if place else f"hand[{player.text}]"

        def run(w: World) -> Play:
            to = SLOT if place else ("hand", player.value(w))
            there = min(number, len(w.piles[DECK]))
            for _ in range(there):
                w.move(w.piles[DECK][-1], to)
            if there == number:
                return
            if w.piles[WASTE] and place and w.piles[to]:
                raise BrokenError
            for card in w.piles[to]:
                self._told_card(w, card)
            if w.piles[WASTE]:
                w.piles[DECK], w.piles[WASTE] = w.piles[WASTE], []
                for _ in range(min(number - there, len(w.piles[DECK]))):
                    drawn = yield from self._card_taken(w, w.piles[DECK])
                    w.move(drawn, to)
                    self._told_card(w, drawn)
                yield from self._told(w, DECK)

        said = [f"    for each {name} in {pile}: {self._say_rolled(name)}" for pile in (target, "deck")]
        lines = [f"let {was} = deck.count", f"draw {number} from deck to {target}", f"if {was} < {number}:", *said]
        return self.cleared(target, lambda w: SLOT, Done(lines, run))
