"""Random statements on cards of any type: conditions on cards in a pile of all types, and moves of one or several."""

from __future__ import annotations

from collections.abc import Callable

from random_leaves import Made
from random_luck import Luck
from random_statements import Done, Play, indented
from random_values import BOOL, CARD, CHIPS, INT, PLAYER, SET, TOOL
from random_world import BOX, MIX, Piece, World

CARDS = SET + CARD


class Mixed(Luck):
    """Adds these conditions and statements."""

    def acting(self) -> list[Callable[[int, str, bool], Done]]:
        found = super().acting()
        found += [self._move_any] * 3 if self.local(CARD) or self.local(CARDS) else []
        return [*found, *([self._of_type] * 3 if self.local(CARD) else [])]

    def mixed_test(self, name: str) -> Made:
        """A condition on a card of any type."""
        ways = ["worth", "end", "end", "both", *(["chip", "chip"] if self.frame.chips else [])]
        match self.rng.choice(ways):
            case "worth":
                other, sign = self.of(INT, 2), self.rng.choice(["<", ">="])

                def worth(w: World) -> bool:
                    card = w.locals[name]
                    return ((self.worth(card) if card < CHIPS else -1) < other.value(w) % 6) is (sign == "<")

                return Made(f"(worth_or({name} of {TOOL}) {sign} {other.text} mod 6)", worth)
            case "end":
                word, end = self.rng.choice([("top", -1), ("bottom", 0)])
                sign = self.rng.choice(["is", "is not"])
                return Made(f"({name} {sign} mix.{word})", lambda w: (w.locals[name] == w.mixed[end]) is (sign == "is"))
            case "chip":
                sign = self.rng.choice(["is", "is not"])
                return Made(f"(({name} of Chip) {sign} none)", lambda w: (w.locals[name] < CHIPS) is (sign == "is"))
        one, other = self.mixed_test(name), self.of(BOOL, 2)
        word = self.rng.choice(["and", "or"])
        if word == "and":
            return Made(f"({one.text} and {other.text})", lambda w: one.value(w) and other.value(w))
        return Made(f"({other.text} or {one.text})", lambda w: other.value(w) or one.value(w))

    def _move_any(self, *_: object) -> Done:
        """One card of any type, or several, to the box or to an end of the pile."""
        one = self.local(CARD)
        several = self.local(CARDS) if one is None or self.rng.random() < 0.5 else None
        cards = several or one
        assert cards is not None
        target = self.rng.choice(["box", "mix", "mix.bottom"])

        def act(w: World) -> None:
            found = cards.value(w)
            for card in w.ordered(found) if several else [found]:
                w.move(Piece(card), BOX if target == "box" else MIX, below=target == "mix.bottom")

        return self._simple(f"move {cards.text} to {target}", act)

    def _of_type(self, depth: int, _: str, loop: bool) -> Done:
        """Statements for a card that is a tool, and perhaps for a chip."""
        card, tool, chip = self.local(CARD), self.name("c"), self.name("t")
        assert card is not None
        self.scope[tool] = TOOL
        then = self.block(min(depth - 1, 1), loop=loop)
        del self.scope[tool]
        player = self.of(PLAYER, 1)
        lines = [f"let {tool} = {card.text} of {TOOL}", f"if {tool} is not none:", *indented(then.lines)]
        if self.frame.chips:
            lines += [f"let {chip}: Chip? = {card.text} of Chip"]
            lines += [f"if {chip} is not none: move {chip} to camp[{player.text}]"]

        def run(w: World) -> Play:
            one = card.value(w)
            if one < CHIPS:
                w.locals[tool] = one
                yield from then.run(w)
            elif self.frame.chips:
                w.camp(one - CHIPS, player.value(w))

        return Done(lines, run)
