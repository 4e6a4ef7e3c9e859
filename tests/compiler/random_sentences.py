"""Random texts with slots: sentences of effects and of the log, questions, and the words of options."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from random_cards import MAYBE
from random_leaves import Made
from random_moves import Moves
from random_statements import Done
from random_values import BOOL, COINS, INT, LAND, PLAYER, SET, TOOL, Said
from random_world import World

NO_WORDS: Said = ("", "")
FROM_HERE_GROUPED = 10_000
"""The least plain number whose digits are grouped; those of amounts always are."""


class Told(NamedTuple):
    """A text: its source, its meaning, and the values that it shows."""

    text: str
    said: Callable[[World], Said]
    values: Callable[[World], tuple[Any, ...]]


class Slot(NamedTuple):
    """Part of a text: its source, its translation, the words, and the value that it shows."""

    text: str
    abroad: str
    said: Callable[[World], Said]
    value: Callable[[World], Any]


def listed(words: Sequence[Said]) -> Said:
    """A list of several things; `none` if it is empty."""
    if not words:
        return "none", "brak"
    first, second = ([one[lang] for one in words] for lang in range(2))
    return _row(first, ", ", " and "), _row(second, " | ", " oraz ")


def _row(words: list[str], comma: str, last: str) -> str:
    return last.join([comma.join(words[:-1]), words[-1]]) if len(words) > 1 else words[0]


def plural(number: int) -> Said:
    """The words after a number: English has two forms of them, and Polish three."""
    n = abs(number)
    few = n % 10 in (2, 3, 4) and n % 100 not in (12, 13, 14)
    return "piece goes" if n == 1 else "pieces go", "idzie" if n == 1 else "idą" if few else "idzie wiele"


class Sentences(Moves):
    """Generates these texts."""

    def acting(self) -> list[Callable[[int, str, bool], Done]]:
        return [*super().acting(), self._say]

    def _say(self, *_: object) -> Done:
        told = self.sentence()
        if self.rng.random() < 0.7:
            return self._simple(f'say "{told.text}"', lambda w: w.say(told.said(w)))
        reader = self.local(PLAYER) or self._literal(PLAYER)
        return self._simple(f'say to {reader.text} "{told.text}"', lambda w: w.say(told.said(w), reader.value(w)))

    def sentence(self) -> Told:
        """A sentence with one to three slots."""
        return self.text("so", [self.slot() for _ in range(self.rng.randint(1, 3))])

    def question(self) -> Told:
        """The text after the player who is asked: a question, or nothing."""
        way = self.rng.choice(["none", "plain", "plain", "slots"])
        if way == "none":
            return Told("", lambda w: NO_WORDS, lambda w: ())
        told = self.text(f"which of {self.made}", [self.slot()] if way == "slots" else [])
        return told._replace(text=f' "{told.text}"')

    def text(self, lead: str, slots: list[Slot]) -> Told:
        """Words and slots; a translation has these in another order."""
        text = " and ".join([lead, *(slot.text for slot in slots)])
        self.frame.abroad[text] = "; ".join([*(slot.abroad for slot in reversed(slots)), f"{lead}owo"])

        def said(w: World) -> Said:
            found = [slot.said(w) for slot in slots]
            return (
                " and ".join([lead, *(words for words, _ in found)]),
                "; ".join([*(words for _, words in reversed(found)), f"{lead}owo"]),
            )

        return Told(text, said, lambda w: tuple(slot.value(w) for slot in slots))

    # ---- slots
    def slot(self) -> Slot:
        """A number, a member, one or several cards, with words or a form that depend on it."""
        kind = self.rng.choice([INT, INT, COINS, BOOL, SET, TOOL, *self.frame.kinds])
        if kind == SET:
            return self._set_slot()
        if kind == TOOL:
            return self._card_slot()
        shown = self.local(kind) if self.rng.random() < 0.6 else None
        shown = shown or (self._literal(kind) if kind == PLAYER else self._read(kind))
        if kind in (INT, COINS):
            return self._number_slot(shown, amount=kind == COINS)
        if kind == LAND and self.rng.random() < 0.4:
            return self._form_slot(shown)
        return self.shown(shown.text, lambda w: self._words(kind, shown.value(w)), shown.value)

    @staticmethod
    def shown(text: str, said: Callable[[World], Said], value: Callable[[World], Any]) -> Slot:
        return Slot(f"{{{text}}}", f"{{{text}}}", said, value)

    def member(self, kind: str, name: str) -> Slot:
        """A local that a binder gives a value."""

        def said(w: World) -> Said:
            return self._words(kind, w.locals[name])

        return self.shown(name, said, said)

    def _number_slot(self, shown: Made, *, amount: bool) -> Slot:
        """A number, perhaps a large one, and perhaps words that depend on it."""
        times = self.rng.choice([1, 1, 300])
        text = f"{shown.text} * {times}" if times > 1 else shown.text
        words = self.rng.random() < 0.5

        def said(w: World) -> Said:
            number = shown.value(w) * times
            groups = amount or abs(number) >= FROM_HERE_GROUPED
            found = (f"{number:,}", f"{number:,}".replace(",", "\u00a0")) if groups else (str(number), str(number))
            if not words:
                return found
            (first, second), (one, other) = found, plural(number)
            return f"{first} {one}", f"{other} {second}"

        if not words:
            return Slot(f"{{{text}}}", f"{{{text}}}", said, shown.value)
        abroad = f"{{{text}: idzie | idą | idzie wiele}} {{{text}}}"
        return Slot(f"{{{text}}} {{{text}: piece goes | pieces go}}", abroad, said, shown.value)

    def _form_slot(self, shown: Made) -> Slot:
        """A land in another form, which the catalogues contain."""
        self.frame.forms = True

        def said(w: World) -> Said:
            first, second = self.frame.said(LAND, shown.value(w))
            return f"at {first}", f"przy {second}"

        return self.shown(f"{shown.text}|at", said, shown.value)

    def _set_slot(self) -> Slot:
        """Some members or cards, or none."""
        kind = self.rng.choice([*self.frame.members, *([TOOL] if "told" in self.frame.notes else [])])
        shown = self.local(SET + kind) or self._read(SET + kind)

        def said(w: World) -> Said:
            return listed([self._words(kind, one) for one in sorted(shown.value(w))])

        return self.shown(shown.text, said, shown.value)

    def _card_slot(self) -> Slot:
        """A card, or a card or none."""
        shown = self.local(TOOL) or self.local(MAYBE) or self._card_at("", 1)

        def said(w: World) -> Said:
            card = shown.value(w)
            return ("none", "brak") if card is None else self.frame.said(TOOL, card)

        return self.shown(shown.text, said, said)

    def _words(self, kind: str, value: int) -> Said:
        if kind == BOOL:
            return ("yes", "tak") if value else ("no", "nie")
        return self.frame.said(kind, value)
