"""Random expressions over cards: those in sets, those that variables refer to, and those found in piles."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from random_boards import Boards
from random_expressions import EQUALITY
from random_leaves import Made
from random_piles import STALL
from random_values import BOOL, INT, PILE, PLAYER, SET, TOOL
from random_world import BOX, CHIPS, MIX, Piece, Value, World

TOOLS, MAYBE = SET + TOOL, TOOL + "?"


class Cards(Boards):
    """Adds these expressions."""

    def of(self, type_: str, depth: int) -> Made:
        if type_ == TOOL:
            return self.card(depth)
        return self.pile(depth) if type_ == PILE else super().of(type_, depth)

    def tellable(self, params: tuple[str, ...]) -> bool:
        """Whether something can be told to a rule with such parameters: a card only where one is in scope."""
        return TOOL not in params or self.local(TOOL) is not None

    def card(self, depth: int) -> Made:
        """A card where one is in scope."""
        known = self.local(TOOL)
        assert known is not None
        way = self.rng.choice(["", "", "", "if", "or", "call"] if depth > 0 else [""])
        if way == "if":
            return self._if(TOOL, depth)
        if way == "or":
            found = self.perhaps(depth - 1)
            return Made(
                f"tool_or({found.text}, {known.text})",
                lambda w: known.value(w) if (card := found.value(w)) is None else card,
            )
        return known if way == "" else self.call(TOOL, depth)

    def ways(self, type_: str) -> list[Callable[[str, int], Made]]:
        if type_ == TOOLS:
            return [self._those_cards] * 3 + [self._more_cards] * 2
        if type_ == MAYBE:
            return [self._card_at, self._card_found, self._card_found]
        found = super().ways(type_)
        if type_ == INT:
            return [*found, self._worth, self._counted]
        return [*found, self._holds, self._same, self._same_cards] if type_ == BOOL else found

    def _leaf(self, type_: str, *given: object) -> Made:
        if type_ == TOOL:
            return self.card(0)
        if type_ not in (TOOLS, MAYBE):
            return super()._leaf(type_, *given)
        if self.rng.random() < 0.5 and (local := self.local(type_)):
            return local
        if self.rng.random() < 0.4:
            return self._read(type_)
        card = self.local(TOOL) if type_ == MAYBE and self.rng.random() < 0.4 else None
        return card or self._literal(type_)

    def _literal(self, type_: str) -> Made:
        if type_ == MAYBE:
            return self._card_at("", 1)
        if type_ != TOOLS:
            return super()._literal(type_)
        pile, name = self.pile(1, place=True), self.name("z")
        return Made(f"(those {name} in {pile.text})", lambda w: frozenset(w.piles[pile.value(w)]))

    def domain(self, depth: int) -> tuple[str, str, Value]:
        """The domain of binders, including cards of a set, of the type and in the box."""
        if self.rng.random() > 0.12:
            return super().domain(depth)
        text, listed = self._cards_listed(depth)
        return TOOL, text, listed

    def _cards_listed(self, depth: int) -> tuple[str, Callable[[World], list[Piece]]]:
        match self.rng.choice(["set", "set", "pile", "all", "box", *(["mix"] if self.frame.mixes else [])]):
            case "mix":
                return f"mix of {TOOL}", lambda w: [card for card in w.piles[MIX] if card < CHIPS]
            case "all":
                return TOOL, lambda w: [*map(Piece, range(len(w.frame.cards)))]
            case "box":
                return "box of Tool", lambda w: list(w.piles[BOX])
            case "pile":
                pile = self.pile(depth, place=True)
                return pile.text, lambda w: list(w.piles[pile.value(w)])
        found = self.of(TOOLS, depth - 1)
        return f"({found.text})", lambda w: sorted(found.value(w))

    # ---- sets
    def _those_cards(self, _: str, depth: int) -> Made:
        (text, listed), name = self._cards_listed(depth - 1), self.name("z")
        self.scope[name] = TOOL
        test = self.of(BOOL, depth - 1)
        best = self.of(INT, depth - 2) if self.rng.random() < 0.3 else None
        del self.scope[name]
        sign = self.rng.choice(["most", "least"])
        graded = f" with {sign} ({best.text})" if best else ""

        def value(w: World) -> frozenset[Piece]:
            return frozenset(_best(w, name, listed(w), test, best, sign))

        return Made(f"(those {name} in {text}{graded} where {test.text})", value)

    def _more_cards(self, _: str, depth: int) -> Made:
        """Cards added to others or removed from them."""
        sign, card = self.rng.choice(["+", "-"]), self.local(TOOL) if self.rng.random() < 0.5 else None
        left, right = self.of(TOOLS, depth - 1), card or self.of(TOOLS, depth - 1)

        def value(w: World) -> frozenset[Piece]:
            before, change = left.value(w), right.value(w)
            change = frozenset({change}) if card else change
            return frozenset(before | change if sign == "+" else before - change)

        return Made(f"({left.text} {sign} {right.text})", value)

    # ---- a card or none
    def _card_at(self, _: str, depth: int) -> Made:
        """The card at an end of a pile, or in the place."""
        if self.rng.random() < 0.2:
            return Made("slot", lambda w: (w.piles["slot",] or [None])[0])
        if self.frame.stalls and self.rng.random() < 0.3:
            whose = self.of(PLAYER, depth - 1)
            return Made(f"{STALL}[{whose.text}]", lambda w: (w.piles[STALL, whose.value(w)] or [None])[0])
        pile, word = self.pile(depth), self.rng.choice(["top", "bottom"])
        end = -1 if word == "top" else 0
        return Made(f"{pile.text}.{word}", lambda w: (w.piles[pile.value(w)] or [None])[end])

    def perhaps(self, depth: int) -> Made:
        """A card or none, if it is not known that there is one."""
        found = self.of(MAYBE, depth)
        known = self.scope.get(found.text) == TOOL or found.text.startswith("(if")  # both branches may be known cards
        return self._card_at("", 1) if known else found

    def _card_found(self, _: str, depth: int) -> Made:
        (text, listed), name, word = self._cards_listed(depth - 1), self.name("y"), self._word()
        self.scope[name] = TOOL
        test = self.of(BOOL, depth - 1)
        best = self.of(INT, depth - 2) if self.rng.random() < 0.4 else None
        del self.scope[name]
        sign = self.rng.choice(["most", "least"])
        graded = f" with {sign} ({best.text})" if best else ""

        def value(w: World) -> Piece | None:
            fit = _best(w, name, listed(w), test, best, sign)
            if not fit or (word == "the" and len(fit) > 1):
                return None
            return fit[-1] if word == "last" else fit[0]

        return Made(f"({word} {name} in {text}{graded} where {test.text})", value)

    def _word(self) -> str:
        return self.rng.choice(["first", "last", "the"])

    # ---- numbers and conditions
    def _worth(self, _: str, depth: int) -> Made:
        found = self.of(MAYBE, depth - 1)

        def value(w: World) -> int:
            card = found.value(w)
            return -1 if card is None else self.worth(card)

        return Made(f"worth_or({found.text})", value)

    def _counted(self, _: str, depth: int) -> Made:
        found = self.of(TOOLS, depth - 1)
        return Made(f"({found.text}).count", lambda w: len(found.value(w)))

    def _holds(self, _: str, depth: int) -> Made:
        """Whether a card is in a set or a pile."""
        card, word = self.local(TOOL), self.rng.choice(["in", "not in"])
        if card is None:
            found = self.of(TOOLS, depth - 1)
            return Made(
                f"({found.text} {word.replace('in', 'is')} empty)".replace("not is", "is not"), _empty(found, word)
            )
        where, text = self._where(depth)
        return Made(f"({card.text} {word} {text})", lambda w: (card.value(w) in where(w)) is (word == "in"))

    def _where(self, depth: int) -> tuple[Callable[[World], Any], str]:
        if self.rng.random() < 0.5:
            pile = self.pile(depth, place=True)
            return lambda w: w.piles[pile.value(w)], pile.text
        found = self.of(TOOLS, depth - 1)
        return found.value, f"({found.text})"

    def _same(self, _: str, depth: int) -> Made:
        """Whether two cards are the same, or there is none."""
        sign, left = self.rng.choice([*EQUALITY]), self.perhaps(depth - 1)
        none = Made("none", lambda w: None)
        right = self.local(TOOL) or none if self.rng.random() < 0.6 else self.of(MAYBE, depth - 1)
        return Made(f"({left.text} {sign} {right.text})", lambda w: EQUALITY[sign](left.value(w), right.value(w)))

    def _same_cards(self, _: str, depth: int) -> Made:
        sign, left, right = self.rng.choice([*EQUALITY]), self.of(TOOLS, depth - 1), self.of(TOOLS, depth - 1)
        return Made(f"({left.text} {sign} {right.text})", lambda w: EQUALITY[sign](left.value(w), right.value(w)))


def _empty(found: Made, word: str) -> Value:
    return lambda w: (not found.value(w)) is (word == "in")


def _best(w: World, name: str, cards: list[Piece], test: Made, best: Made | None, sign: str) -> list[Piece]:
    """The cards that satisfy a condition, or of these the best ones."""
    fit, grades = list[Piece](), list[int]()
    for card in cards:
        w.round()
        w.locals[name] = card
        if test.value(w):
            fit.append(card)
            grades += [best.value(w)] if best else []
    w.locals.pop(name, None)
    if best is None or not fit:
        return fit
    top = max(grades) if sign == "most" else min(grades)
    return [card for card, grade in zip(fit, grades, strict=True) if grade == top]
