"""Random statements that refer to cards and move them: single ones, those of a set, and some from the top of a pile."""

from __future__ import annotations

from collections.abc import Callable

from random_cards import MAYBE, TOOLS
from random_kept import Kept
from random_kinds import WAY
from random_leaves import Made
from random_piles import is_place
from random_statements import Done, Play, followed, indented
from random_values import BOOL, INT, SET, TOOL
from random_world import BOX, DECK, MIX, Value, World


class Moves(Kept):
    """Adds these statements."""

    def acting(self) -> list[Callable[[int, str, bool], Done]]:
        notes = [self._note] * 2 if self.frame.notes else []
        draws = [] if self.frame.refills else [self._draw_some]
        leaves = [] if self.stays else [self._let_card, *([] if self.frame.refills else [self._draw_named])]
        return [
            *super().acting(),
            *notes,
            *draws,
            *leaves,
            self._present,
            self._cards_kept,
            self._move,
            self._move_cards,
        ]

    def _let(self, *given: object) -> Done:
        many = WAY in self.frame.kinds and self.rng.random() < 0.3
        return self._gathered() if many else super()._let(*given)

    def _gathered(self) -> Done:
        """The ends of walks of one to a number of steps."""
        found, name, step = self.of(SET + WAY, 1), self.name("v"), self.name("k")
        start, high, most = self.of(WAY, self.rng.choice([0, 0, 2])), self.of(INT, 1), self.rng.choice([4, 30])
        closed = self.of(SET + WAY, self.rng.choice([0, 0, 2]))
        if self.rng.random() < 0.1:
            closed = Made(name, lambda w: w.locals[name])
        self.scope[name] = SET + WAY
        self.vars.append(name)
        lines = [f"let {name}: {SET}{WAY} = {found.text}", f"for each {step} in 1..({high.text} mod {most}):"]

        def act(w: World) -> None:
            w.locals[name] = found.value(w)
            for steps in range(1, high.value(w) % most + 1):
                w.round()
                w.locals[name] |= self.reached(start.value(w), steps, closed.value(w))

        lines.append(f"    {name} += ({start.text}).reach({step}, {closed.text})")
        return Done(lines, self._simple("", act).run)

    def _note(self, *_: object) -> Done:
        """A variable that refers to a card or to several."""
        name = self.rng.choice(self.frame.notes)
        (place, text), kind = self.place(name, 2), self.frame.variables[name].type
        sign = "=" if kind == MAYBE else self.rng.choice(["=", "+=", "-="])
        card = self.local(TOOL) if sign != "=" and self.rng.random() < 0.6 else None
        value = card or self.of(kind, 3)

        def act(w: World) -> None:
            at = place(w)
            change = value.value(w)
            if kind == TOOLS:
                change = frozenset({change}) if card else change
                change = {"=": change, "+=": w.state[at] | change, "-=": w.state[at] - change}[sign]
            w.state[at] = change

        return self._simple(f"{text} {sign} {value.text}", act)

    def _let_card(self, _depth: int, _: str, loop: bool) -> Done:
        """A card that is known in the rest of the block; if there is none, the block is left."""
        value, name = self.perhaps(3), self.name("c")
        otherwise, end = self.block(0, loop=loop), self.leaving(loop)
        self.scope[name] = TOOL

        def run(w: World) -> Play:
            card = value.value(w)
            if card is None:
                yield from otherwise.run(w)
                yield from end.run(w)
            w.locals[name] = card

        lines = [f"let {name}: Tool? = {value.text}", "otherwise:"]
        return Done([*lines, *indented(otherwise.lines), *indented(end.lines)], run)

    def _present(self, depth: int, _: str, loop: bool) -> Done:
        """Statements for an existing card, and perhaps others if there is none."""
        value, name = self.perhaps(3), self.name("c")
        self.scope[name] = TOOL
        test = self.of(BOOL, 2) if self.rng.random() < 0.5 else None
        then = self.block(min(depth - 1, 1), loop=loop)
        del self.scope[name]
        other = self.block(0, loop=loop)
        also = f" and {test.text}" if test else ""
        lines = [f"let {name}: Tool? = {value.text}", f"if {name} is not none{also}:", *indented(then.lines)]

        def run(w: World) -> Play:
            card = w.locals[name] = value.value(w)
            holds = card is not None and (test is None or test.value(w))
            yield from (then if holds else other).run(w)

        return Done([*lines, "else:", *indented(other.lines)], run)

    def _cards_kept(self, *_: object) -> Done:
        """A local for cards."""
        value, name = self.of(TOOLS, 3), self.name("v")
        self.scope[name] = TOOLS
        return self._simple(f"let {name} = {value.text}", lambda w: w.locals.update({name: value.value(w)}))

    def _target(self, *, many: bool = False) -> tuple[str, Callable[[World], tuple[object, ...]], bool]:
        """The target of cards, and whether they go below what lies there."""
        if self.rng.random() < 0.3:
            return "box", lambda w: BOX, False
        if self.frame.mixes and self.rng.random() < 0.3:
            below = self.rng.random() < 0.3
            return "mix.bottom" if below else "mix", lambda w: MIX, below
        to = self.pile(2, place=not many or self.rng.random() < 0.2)
        below = not is_place(to.text) and self.rng.random() < 0.2
        return f"{to.text}.bottom" if below else to.text, to.value, below

    def _move(self, *_: object) -> Done:
        """A card or all cards of a pile move somewhere, or one is drawn."""
        names = [name for name, kind in self.scope.items() if kind == TOOL]
        name = self.rng.choice(names) if names and self.rng.random() < 0.6 else ""
        pile = not name and (self.frame.refills or self.rng.random() < 0.5)
        to, below = self.pile(2, place=not pile or self.rng.random() < 0.2), self.rng.random() < 0.2
        target = f"{to.text}.bottom" if below and not is_place(to.text) else to.text
        below = target.endswith("bottom")
        if name:
            moved = self._simple(f"move {name} to {target}", lambda w: w.move(w.locals[name], to.value(w), below=below))
            return self.cleared(target, to.value, moved)
        if pile:
            source = self.pile(2)

            def all_of(w: World) -> None:
                for card in list(w.piles[source.value(w)]):
                    w.move(card, to.value(w), below=below)

            return self.cleared(target, to.value, self._simple(f"move {source.text} to {target}", all_of))

        def draw(w: World) -> None:
            if w.piles[DECK]:
                w.move(w.piles[DECK][-1], to.value(w), below=below)

        return self.cleared(target, to.value, self._simple(f"draw 1 from deck to {target}", draw))

    def cleared(self, target: str, place: Value, done: Done) -> Done:
        """Statements that move cards; in most cases the card in the place for one is moved away first."""
        if not is_place(target) or self.rng.random() < 0.05:
            return done
        to, test = self.pile(1), self.rng.choice(["", f"if {target} is not none: "])

        def clear(w: World) -> None:
            for card in list(w.piles[place(w)]):
                w.move(card, to.value(w))

        return followed(self._simple(f"{test}move {target} to {to.text}", clear), done)

    def _move_cards(self, *_: object) -> Done:
        """A card, those of a set, or all of a pile."""
        card = self.local(TOOL) if self.rng.random() < 0.4 else None
        text, to, below = self._target(many=card is None)
        if card is not None:
            moved = self._simple(f"move {card.text} to {text}", lambda w: w.move(card.value(w), to(w), below=below))
            return self.cleared(text, to, moved)
        cards = self.of(TOOLS, 3)

        def act(w: World) -> None:
            for one in sorted(cards.value(w)):
                w.move(one, to(w), below=below)

        return self.cleared(text, to, self._simple(f"move {cards.text} to {text}", act))

    # ---- draws
    def _drawn(self, w: World, source: Made, to: Callable[[World], tuple[object, ...]], most: int, below: bool) -> int:
        """Takes cards from the top, and reports how many."""
        at, count = source.value(w), 0
        while count < most and w.piles[at]:
            w.move(w.piles[at][-1], to(w), below=below)
            count += 1
        return count

    def _draw_some(self, _depth: int, _: str, loop: bool) -> Done:
        """Several cards, and statements for the case of fewer."""
        source, number = self.pile(1), self.rng.randint(1, 3)
        text, to, below = self._target(many=number > 1)
        otherwise = self.block(0, loop=loop) if self.rng.random() < 0.6 else None

        def run(w: World) -> Play:
            if self._drawn(w, source, to, number, below) < number and otherwise is not None:
                yield from otherwise.run(w)

        lines = [f"draw {number} from {source.text} to {text}"]
        return self.cleared(
            text, to, Done([*lines, *(["otherwise:", *indented(otherwise.lines)] if otherwise else [])], run)
        )

    def _draw_named(self, _depth: int, _: str, loop: bool) -> Done:
        """One card, which is known in the rest of the block."""
        source, (text, to, below), name = self.pile(1), self._target(), self.name("c")
        otherwise, end = self.block(0, loop=loop), self.leaving(loop)
        self.scope[name] = TOOL

        def run(w: World) -> Play:
            top = w.piles[source.value(w)][-1:]
            if not self._drawn(w, source, to, 1, below):
                yield from otherwise.run(w)
                yield from end.run(w)
            w.locals[name] = top[0]

        lines = [f"draw 1 from {source.text} to {text} as {name}", "otherwise:"]
        del self.scope[name]  # which nothing before the draw can read
        done = self.cleared(text, to, Done([*lines, *indented(otherwise.lines), *indented(end.lines)], run))
        self.scope[name] = TOOL
        return done
