"""Sentences at random: what effects say as they begin, and what is said in between, to all or to one player."""

from __future__ import annotations

from collections.abc import Callable

from random_frame import BOOL, INT, PLAYER
from random_leaves import Made
from random_moves import Moves
from random_statements import Done
from random_world import World

Told = tuple[str, Callable[[World], str]]
"""Part of a sentence: its source, and the words."""


class Sentences(Moves):
    """Makes these sentences."""

    def acting(self) -> list[Callable[[int, str, bool], Done]]:
        return [*super().acting(), self._say]

    def _say(self, *_: object) -> Done:
        text, words = self.sentence()
        if self.rng.random() < 0.7:
            return self._simple(f'say "{text}"', lambda w: w.say(words(w)))
        reader = self.local(PLAYER) or self._literal(PLAYER)

        def whisper(w: World) -> None:
            said = words(w)
            name = self.frame.words(PLAYER, reader.value(w))
            w.say(f"[{name}] {said[:1].upper()}{said[1:]}")

        return self._simple(f'say to {reader.text} "{text}"', whisper)

    def sentence(self) -> Told:
        """A sentence with one to three slots, which may have words that depend on a number."""
        parts = [self._slot() for _ in range(self.rng.randint(1, 3))]
        return " and ".join(["so", *(text for text, _ in parts)]), lambda w: " and ".join(
            ["so", *(words(w) for _, words in parts)]
        )

    def _slot(self) -> Told:
        kind = self.rng.choice([INT, INT, BOOL, *self.frame.kinds])
        shown = self.local(kind) if self.rng.random() < 0.6 else None
        shown = shown or (self._literal(kind) if kind == PLAYER else self._read(kind))
        if kind == INT and self.rng.random() < 0.6:
            return self._counted_words(shown)
        return f"{{{shown.text}}}", lambda w: self._words(kind, shown.value(w))

    def _counted_words(self, shown: Made) -> Told:
        text = f"{{{shown.text}}} {{{shown.text}: piece goes | pieces go}}"
        return text, lambda w: f"{shown.value(w):,} {'piece goes' if abs(shown.value(w)) == 1 else 'pieces go'}"

    def _words(self, kind: str, value: int) -> str:
        if kind == INT:
            return f"{value:,}"
        return ("yes" if value else "no") if kind == BOOL else self.frame.words(kind, value)
