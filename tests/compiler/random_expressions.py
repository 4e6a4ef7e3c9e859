"""Random expressions with their meaning: text of the language, and a function that computes the same value.

The functions know nothing of the compiler: they are a second implementation of the language over a table of values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from random_kinds import WAY
from random_leaves import Leaves, Made
from random_values import BOOL, COINS, INT, PLAYER, SET, TOOL
from random_world import BrokenError, Value, World


def turned(members: list[int], start: int) -> list[int]:
    """Members from one on, followed by those before it."""
    return [one for one in members if one >= start] + [one for one in members if one < start]


def around(cards: list[Any], start: int) -> list[Any]:
    """The cards of a pile from one on, followed by those below it; in their order if it is not among them."""
    at = cards.index(start) if start in cards else 0
    return cards[at:] + cards[:at]


def divided(a: int, b: int) -> int:
    if b == 0:
        raise BrokenError
    return a // b


def remainder(a: int, b: int) -> int:
    if b == 0:
        raise BrokenError
    return a % b


ARITHMETIC: dict[str, Callable[[int, int], int]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "/": divided,
    "mod": remainder,
}
ORDER: dict[str, Callable[[Any, Any], bool]] = {
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}
EQUALITY: dict[str, Callable[[Any, Any], bool]] = {"is": lambda a, b: a == b, "is not": lambda a, b: a != b}


class Expressions(Leaves):
    """Generates expressions of any depth."""

    def of(self, type_: str, depth: int) -> Made:
        """An expression of a type."""
        if depth <= 0 or self.rng.random() < 0.1:
            return self._leaf(type_)
        return self.rng.choice([self._leaf, self._if, self.call, *self.ways(type_)])(type_, depth)

    def ways(self, type_: str) -> list[Callable[[str, int], Made]]:
        """The ways to generate an expression of a type, besides those that all types have."""
        if type_ == INT:
            others = [
                self._ratio,
                self._scaled,
                self._least,
                self._aggregate,
                self._aggregate,
                self._count,
                self._cards,
            ]
            return [self._arithmetic, self._arithmetic, self._arithmetic, *others]
        if type_ == BOOL:
            found = [self._order, self._equal, self._logic, self._logic, self._not, self._within, self._quantify]
            return [*found, *found, self._none, self._dearer]
        if type_ == COINS:
            return [self._amount] * 3
        if type_ == PLAYER:
            return [self._neighbour, self._found]
        return [self._changed, self._those] * 2 if type_.startswith(SET) else [self._found] * 3

    # ---- ways of all types
    def _if(self, type_: str, depth: int) -> Made:
        test, then, other = self.of(BOOL, depth - 1), self.of(type_, depth - 1), self.of(type_, depth - 1)
        text = f"(if {test.text} then {then.text} else {other.text})"
        return Made(text, lambda w: then.value(w) if test.value(w) else other.value(w))

    def call(self, type_: str, depth: int) -> Made:
        callees = [one for one in self.defines if one.result == type_ and self.tellable(one.params)]
        if not callees:
            return self._leaf(type_)
        callee = self.rng.choice(callees)
        given = [self.of(param, depth - 2) for param in callee.params]
        text = f"{callee.name}({', '.join(one.text for one in given)})" if given else callee.name
        return Made(text, lambda w: callee.value(w, *[one.value(w) for one in given]))

    # ---- numbers
    def _arithmetic(self, _: str, depth: int) -> Made:
        sign = self.rng.choice(list(ARITHMETIC))
        left, work = self.of(INT, depth - 1), ARITHMETIC[sign]
        right = self._divisor() if sign in ("/", "mod") else self.of(INT, depth - 1)
        return Made(f"({left.text} {sign} {right.text})", lambda w: work(left.value(w), right.value(w)))

    def _divisor(self) -> Made:
        """A number that is sometimes 0, but not obviously: that would be reported."""
        number = self.rng.choice([-7, -2, -1, 1, 2, 3, 5])
        if self.rng.random() < 0.7:
            return Made(f"({number})", lambda w: number)
        read = self._read(INT)
        return Made(f"({read.text} + {number + 8})", lambda w: read.value(w) + number + 8)

    def _scaled(self, _: str, depth: int) -> Made:
        factor, value = self.rng.randint(-3, 3), self.of(INT, depth - 1)
        return Made(
            f"({value.text} * {factor})" if factor >= 0 else f"-({value.text} * {-factor})",
            lambda w: value.value(w) * factor,
        )

    # ---- amounts of a unit
    def _amount(self, _: str, depth: int) -> Made:
        """Amounts added and subtracted, or multiplied and divided by a plain number."""
        sign = self.rng.choice(["+", "-", "*", "/"])
        left = self.of(COINS, depth - 1)
        if sign in ("+", "-"):
            right, work = self.of(COINS, depth - 1), ARITHMETIC[sign]
            return Made(f"({left.text} {sign} {right.text})", lambda w: work(left.value(w), right.value(w)))
        number = self.rng.randint(1, 4)
        if sign == "*":
            return Made(f"({left.text} * {number})", lambda w: left.value(w) * number)
        return Made(f"({left.text} / {number})", lambda w: left.value(w) // number)

    def _ratio(self, _: str, depth: int) -> Made:
        """An amount divided by another, which gives a plain number."""
        left, right = self.of(COINS, depth - 1), self._read(COINS)
        return Made(f"({left.text} / {right.text})", lambda w: divided(left.value(w), right.value(w)))

    def _dearer(self, _: str, depth: int) -> Made:
        left, right, sign = self.of(COINS, depth - 1), self.of(COINS, depth - 1), self.rng.choice([*ORDER])
        return Made(f"({left.text} {sign} {right.text})", lambda w: ORDER[sign](left.value(w), right.value(w)))

    def _least(self, _: str, depth: int) -> Made:
        word = self.rng.choice(["min", "max"])
        values = [self.of(INT, depth - 1) for _ in range(self.rng.randint(2, 3))]
        work: Callable[[list[int]], int] = min if word == "min" else max
        return Made(f"{word}({', '.join(v.text for v in values)})", lambda w: work([v.value(w) for v in values]))

    def set_type(self) -> str:
        return SET + self.rng.choice(self.frame.members)

    def _count(self, _: str, depth: int) -> Made:
        found = self.of(self.set_type(), depth - 1)
        return Made(f"({found.text}).count", lambda w: len(found.value(w)))

    # ---- searches
    def domain(self, depth: int) -> tuple[str, str, Value]:
        """The domain of binders: the type of members, the text, the members in order."""
        kind = self.rng.choice([*self.frame.members, *self.frame.kinds, INT, TOOL])
        if kind == TOOL:
            pile = self.pile(depth, place=True)
            begin = self.local(TOOL) if self.rng.random() < 0.2 else None
            if begin is None:
                return TOOL, pile.text, lambda w: list(w.piles[pile.value(w)])
            return TOOL, f"{pile.text} from {begin.text}", lambda w: around(w.piles[pile.value(w)], begin.value(w))
        if kind == INT:
            return INT, *self.numbers(depth)
        members = self.frame.kinds[kind].numbers
        if self.rng.random() < 0.5:
            found = self.of(SET + kind, depth - 1)
            text, listed = f"({found.text})", lambda w: sorted(found.value(w))
        else:
            text, listed = kind, lambda w: list(members)
        if self.rng.random() < 0.2:
            start = self.of(kind, depth - 1)
            return kind, f"{text} from {start.text}", lambda w: turned(listed(w), start.value(w))
        return kind, text, listed

    def numbers(self, depth: int) -> tuple[str, Value]:
        """Numbers from one to another, perhaps none, or those from one on followed by those before it."""
        low, width, high = self.rng.randint(-2, 3), self.rng.randint(-1, 4), None
        if self.rng.random() < 0.3:
            high = self.of(INT, depth - 1)
        text = f"{low}..({high.text} mod 4 + ({low + width - 2}))" if high else f"{low}..{low + width}"

        def listed(w: World) -> list[int]:
            return [*range(low, (high.value(w) % 4 + low + width - 2 if high else low + width) + 1)]

        if self.rng.random() < 0.2:
            start = self.of(INT, depth - 1)
            return f"{text} from ({start.text})", lambda w: turned(listed(w), start.value(w))
        return text, listed

    def grade(self, depth: int) -> Made | None:
        """What the best members are found by, a number or a member, if anything."""
        return self.of(self.rng.choice([INT, INT, *self.frame.members]), depth) if self.rng.random() < 0.4 else None

    def binders(self, depth: int, *, asked: bool = False) -> tuple[str, Callable[[World], Iterator[None]], list[str]]:
        """Binders with their conditions: the text, the iteration over members, and the names.

        With `asked` the last one always has a condition.
        """
        text, names, loops = "", [], list[tuple[str, Value, Made | None]]()
        many = self.rng.choice([1, 1, 2])
        for at in range(many):
            kind, where, listed = self.domain(depth)
            name = self.name("x")
            self.scope[name] = kind
            names.append(name)
            test = self.of(BOOL, depth - 1) if self.rng.random() < 0.5 or (asked and at == many - 1) else None
            text += f"{', ' if at else ''}{name} in {where}{f' where ({test.text})' if test else ''}"
            loops.append((name, listed, test))

        def through(w: World, at: int = 0) -> Iterator[None]:
            if at == len(loops):
                yield
                return
            name, listed, _ = loops[at]
            for member in list(listed(w)):
                w.round()
                w.locals[name] = member
                if at + 1 == len(loops) and not all(t is None or t.value(w) for _, _, t in loops):
                    continue
                yield from through(w, at + 1)
            w.locals.pop(name, None)

        return text, through, names

    def _closed(self, names: list[str]) -> None:
        for name in names:
            del self.scope[name]

    def _aggregate(self, _: str, depth: int) -> Made:
        word = self.rng.choice(["sum", "most", "least", "count"])
        text, through, names = self.binders(depth - 1)
        value = self.of(INT, depth - 2)
        self._closed(names)
        if word == "count":
            return Made(f"(count {text})", lambda w: sum(1 for _ in through(w)))
        work: dict[str, Callable[[list[int]], int]] = {
            "sum": sum,
            "most": lambda found: max(found, default=0),
            "least": lambda found: min(found, default=0),
        }
        return Made(f"({word} {value.text} for {text})", lambda w: work[word]([value.value(w) for _ in through(w)]))

    def _quantify(self, _: str, depth: int) -> Made:
        word = self.rng.choice(["any", "no", "all"])
        text, through, names = self.binders(depth - 1, asked=word != "all")
        if word == "all":
            have = self.of(BOOL, depth - 2)
            self._closed(names)
            return Made(f"(all {text} have {have.text})", lambda w: all(have.value(w) for _ in through(w)))
        self._closed(names)
        return Made(f"({word} {text})", lambda w: any(True for _ in through(w)) is (word == "any"))

    def optional(self, type_: str, depth: int) -> Made:
        """A member, or none."""
        kept = self.kept(type_) if self.rng.random() < 0.3 else None
        if kept is not None:
            return kept
        if self.rng.random() < 0.25 and type_ not in (WAY, PLAYER):  # whose next ones are a set, or always there
            word, step = self.rng.choice([("next", 1), ("previous", -1)])
            member, members = self.of(type_, depth - 1), self.frame.kinds[type_].numbers
            return Made(f"({member.text}).{word}", lambda w: self._beside(members, member.value(w), step))
        word = self.rng.choice(["first", "last", "the"])
        members = self.frame.kinds[type_].numbers
        name = self.name("y")
        found = self.of(SET + type_, depth - 1) if self.rng.random() < 0.5 else None
        start = self.of(type_, depth - 2) if self.rng.random() < 0.2 else None
        self.scope[name] = type_
        test, best = self.of(BOOL, depth - 1), self.grade(depth - 2)
        del self.scope[name]
        sign = self.rng.choice(["most", "least"])
        text = f"{word} {name} in {f'({found.text})' if found else type_}{f' from {start.text}' if start else ''}"
        text += f" with {sign} ({best.text})" if best else ""
        text = f"({text} where {test.text})"

        def value(w: World) -> int | None:
            fit, graded = [], []
            there = [*members] if found is None else sorted(found.value(w))
            for member in turned(there, start.value(w)) if start else there:
                w.round()
                w.locals[name] = member
                if test.value(w):
                    fit.append(member)
                    if best is not None:
                        graded.append(best.value(w))
            if best is not None and fit:
                top = max(graded) if sign == "most" else min(graded)
                fit = [member for member, grade in zip(fit, graded, strict=True) if grade == top]
            if not fit or (word == "the" and len(fit) > 1):
                return None
            return fit[-1] if word == "last" else fit[0]

        return Made(text, value)

    def kept(self, type_: str) -> Made | None:
        """A member, or none, as a variable or a column has it."""
        name = self.variable(f"{type_}?")
        if name is None or self.rng.random() < 0.5:
            return self.field(f"{type_}?")
        place, text = self.place(name, 1)
        return Made(text, lambda w: w.state[place(w)])

    @staticmethod
    def _beside(members: tuple[int, ...], member: int, step: int) -> int | None:
        at = members.index(member) + step
        return members[at] if 0 <= at < len(members) else None

    def _found(self, type_: str, depth: int) -> Made:
        found, other = self.optional(type_, depth - 1), self.of(type_, depth - 2)

        def value(w: World) -> int:
            member, default = found.value(w), other.value(w)
            return int(default if member is None else member)

        return Made(f"{type_.lower()}_or({found.text}, {other.text})", value)

    def _neighbour(self, _: str, depth: int) -> Made:
        word, step = self.rng.choice([("next", 1), ("previous", -1)])
        player = self.of(PLAYER, depth - 1)
        return Made(f"({player.text}).{word}", lambda w: (player.value(w) + step) % 3)

    # ---- conditions
    def _order(self, _: str, depth: int) -> Made:
        sign, kind = self.rng.choice(list(ORDER)), self.rng.choice([INT, INT, *self.frame.members])
        left, right = self.of(kind, depth - 1), self.of(kind, depth - 1)
        return Made(f"({left.text} {sign} {right.text})", lambda w: ORDER[sign](left.value(w), right.value(w)))

    def _equal(self, _: str, depth: int) -> Made:
        kinds = [INT, BOOL, *self.frame.kinds, *(SET + kind for kind in self.frame.members)]
        sign, kind = self.rng.choice(list(EQUALITY)), self.rng.choice(kinds)
        left, right = self.of(kind, depth - 1), self.of(kind, depth - 1)
        return Made(f"({left.text} {sign} {right.text})", lambda w: EQUALITY[sign](left.value(w), right.value(w)))

    def _none(self, _: str, depth: int) -> Made:
        """Whether there is a member, or one member in particular."""
        kind, sign = self.rng.choice(self.frame.members), self.rng.choice(list(EQUALITY))
        found, other = self.optional(kind, depth - 1), self.of(kind, depth - 1)
        if self.rng.random() < 0.5:
            other = Made("none", lambda w: None)
        return Made(f"({found.text} {sign} {other.text})", lambda w: EQUALITY[sign](found.value(w), other.value(w)))

    def _logic(self, _: str, depth: int) -> Made:
        word = self.rng.choice(["and", "or"])
        tests = [self.of(BOOL, depth - 1) for _ in range(self.rng.randint(2, 3))]
        work = all if word == "and" else any
        return Made(f"({f' {word} '.join(t.text for t in tests)})", lambda w: work(t.value(w) for t in tests))

    def _not(self, _: str, depth: int) -> Made:
        test = self.of(BOOL, depth - 1)
        return Made(f"(not {test.text})", lambda w: not test.value(w))

    def _within(self, _: str, depth: int) -> Made:
        word = self.rng.choice(["in", "not in"])
        if self.rng.random() < 0.3:
            value, low = self.of(INT, depth - 1), self.rng.randint(-3, 4)
            high = low + self.rng.randint(0, 5)
            return Made(
                f"({value.text} {word} {low}..{high})", lambda w: (low <= value.value(w) <= high) is (word == "in")
            )
        kind = self.rng.choice(self.frame.members)
        member, found = self.of(kind, depth - 1), self.of(SET + kind, depth - 1)
        return Made(
            f"({member.text} {word} {found.text})", lambda w: (member.value(w) in found.value(w)) is (word == "in")
        )

    # ---- sets
    def _changed(self, type_: str, depth: int) -> Made:
        sign, kind = self.rng.choice(["+", "-"]), type_.removeprefix(SET)
        left, single = self.of(type_, depth - 1), self.rng.random() < 0.5
        right = self.of(kind if single else type_, depth - 1)

        def value(w: World) -> frozenset[int]:
            before, change = left.value(w), right.value(w)
            change = frozenset({change}) if single else change
            return before | change if sign == "+" else before - change

        return Made(f"({left.text} {sign} {right.text})", value)

    def _those(self, type_: str, depth: int) -> Made:
        kind, name = type_.removeprefix(SET), self.name("z")
        numbers = self.frame.kinds[kind].numbers
        self.scope[name] = kind
        test = self.of(BOOL, depth - 1)
        del self.scope[name]

        def value(w: World) -> frozenset[int]:
            found = set()
            for member in numbers:
                w.round()
                w.locals[name] = member
                if test.value(w):
                    found.add(member)
            return frozenset(found)

        return Made(f"(those {name} in {kind} where {test.text})", value)
