"""Events at random, and cards that listen to them: in the order of cards, in an order chosen by players, and later."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from random import Random
from typing import Any, NamedTuple

from random_callables import Acted, Callables
from random_leaves import Callee, Made
from random_piles import CHEST, STALL
from random_statements import Done, Play, ReturnError, indented
from random_values import INT, LAND, PLAYER, TOOL, Said
from random_world import Piece, World


class Listener(NamedTuple):
    """The reaction of a card to an event: its required place, its condition, and its effect, which reads the event."""

    instead: bool
    place: Callable[[World], tuple[Any, ...]] | None
    named: str
    """The name of the player or the land that holds it; none if the place is a test."""
    pile: str
    """The pile of each of these."""
    seated: bool
    """Whether the place belongs to a player."""
    test: Made | None
    body: Callable[[World, dict[str, Any]], Acted]
    names: list[str]


class Event(NamedTuple):
    """An event: its parameters, their meaning, and the listeners by the numbers of their cards."""

    name: str
    params: tuple[str, ...]
    queued: bool
    nests: bool
    order: str
    question: Callable[[World, list[Any]], Said]
    listeners: dict[int, Listener]


class Events(Callables):
    """Adds events."""

    def __init__(self, rng: Random) -> None:
        self.events: list[Event] = []
        super().__init__(rng)

    def event(self) -> str:
        """An event, generated after all that its listeners may call and before whatever emits it."""
        name, queued = self.name("event"), self.rng.random() < 0.3
        order = self.rng.choice(["", "", "by", "from"])
        nests = not queued and self.rng.random() < 0.35
        params = (PLAYER, *self.params()) if order or self.rng.random() < 0.5 else self.params()
        params += (INT,) if nests else ()
        names, declared = self.signature(params)
        words = f"{' may nest' if nests else ''}{' queued' if queued else ''}"
        words += f" ordered {order} {names[0]}" if order else ""
        question = self.question()

        def asked(w: World, told: list[Any]) -> Said:
            with w.calling(dict(zip(names, told, strict=True))):
                return question.said(w)

        words += question.text if order else ""
        made = Event(name, params, queued, nests, order, asked, {})
        for lines, cards in zip(self.card_lines, self.deck.declared, strict=True):
            if self.rng.random() < 0.7:
                listener, text = self.listening(name, cards.name, lambda c=cards: self._listener(made, c.binders))
                lines += indented(text)
                made.listeners.update(dict.fromkeys(cards.cards, listener) if listener else {})
        self.events.append(made)
        return f"event {name}({declared}){words}"

    def listening(
        self, event: str, card: str, make: Callable[[], tuple[Listener, list[str]]]
    ) -> tuple[Listener | None, list[str]]:
        """The reaction of a card to an event after all changes, if any, and its sources."""
        return make()

    def _listener(self, event: Event, binders: dict[str, str]) -> tuple[Listener, list[str]]:
        names, _ = self.signature(event.params)
        self.scope |= {**binders, "this": TOOL}
        place: Callable[[World], tuple[Any, ...]] | None = None
        text, named, pile, seated = "", "", "hand", False
        ways = ["anywhere", "anywhere", "deck", "deck", "slot", "hand", "hand", "own"]
        ways += [*([CHEST] if self.frame.chests else []), *([STALL] * 2 if self.frame.stalls else [])]
        match self.rng.choice(ways):
            case "deck" | "slot" as word:
                text, place = f" while in {word}", lambda w: (word,)
            case "hand" | "stall" as pile:
                named, seated = self.name("h"), True
                text, self.scope[named] = f" while in {pile}[{named}]", PLAYER
            case "chest":
                named, pile = self.name("h"), CHEST
                text, self.scope[named] = f" while in {CHEST}[{named}]", LAND
            case "own" if PLAYER in event.params:
                own, seated = names[event.params.index(PLAYER)], True
                text, place = f" while in hand[{own}]", lambda w: ("hand", w.locals[own])
        test = self.of("Bool", 2) if self.rng.random() < 0.4 else None
        instead = not event.queued and self.rng.random() < 0.35
        head = f"on {event.name}({', '.join(names)}){text}{f' when {test.text}' if test else ''}"
        again = self._again(event, names[-1]) if event.nests and self.rng.random() < 0.6 else None
        lines, body = self.acting_body(f"{head}{' instead' if instead else ''}:", 1, before=again)
        return Listener(instead, place, named, pile, seated, test, body, names), lines

    def _again(self, event: Event, left: str) -> Done:
        """The same event again with a smaller number, until that is zero."""
        given = [self.of(param, 1) for param in event.params[:-1]]
        told = [*(one.text for one in given), f"{left} mod 3 - 1"]

        def run(w: World) -> Play:
            if w.locals[left] > 0:
                yield from self.tell(w, event, [*(one.value(w) for one in given), w.locals[left] % 3 - 1])

        return Done([f"if {left} > 0: emit {event.name}({', '.join(told)})"], run)

    # ---- meaning of an event
    def _given(self, w: World, event: Event, card: int, told: list[Any]) -> dict[str, Any] | None:
        """The locals of a listener, if it listens now."""
        listener = event.listeners[card]
        given = {**dict(zip(listener.names, told, strict=True)), **self.frame.cards[card].bound, "this": Piece(card)}
        at = w.lies(Piece(card))
        if listener.named:
            if at[0] != listener.pile:
                return None
            given[listener.named] = at[1]
        with w.calling(given):
            if listener.place is not None and listener.place(w) != at:
                return None
            return given if listener.test is None or listener.test.value(w) else None

    def _answer(self, w: World, event: Event, card: int, told: list[Any]) -> Acted:
        given = self._given(w, event, card, told)
        if given is not None:
            w.acted.add(card)
            yield from self.held(w, event.listeners[card].body(w, given))

    def tell(self, w: World, event: Event, told: list[Any]) -> Acted:
        """The answers of the listening cards; returns whether one of them replaced everything else."""
        if event.nests:
            w.burn()
        for instead in (True, False):
            cards = [card for card, listener in sorted(event.listeners.items()) if listener.instead is instead]
            if not event.order:
                for card in cards:
                    if instead and self._given(w, event, card, told) is None:
                        continue
                    yield from self._answer(w, event, card, told)
                    if instead:
                        return True
                continue
            ready = [card for card in cards if self._given(w, event, card, told) is not None]
            for seat, own in self._turns(w, event, ready, told):
                while own:
                    index = 0
                    if len(own) > 1:
                        index = yield self.asked_of(TOOL, own, seat, event.question(w, told))
                    card = own.pop(index)
                    ready.remove(card)
                    yield from self._answer(w, event, card, told)
                    if instead:
                        return True
        return False

    def _turns(self, w: World, event: Event, ready: list[int], told: list[Any]) -> Iterator[tuple[int, list[int]]]:
        """The player who decides which ready card comes next, and these cards."""
        first = told[0]
        if event.order == "from":
            for seat in [*range(first, 3), *range(first)]:
                own = [card for card in ready if _seated(w, event.listeners[card], card, seat)]
                yield seat, own
        yield first, list(ready)

    # ---- events that wait
    def held(self, w: World, play: Acted) -> Acted:
        """Plays an effect after whose end waiting events are handled, unless another such effect is under way."""
        w.holding += 1
        answer = yield from play
        if w.holding == 1:
            while w.waiting:
                event, told = w.waiting.pop(0)
                yield from self.tell(w, event, told)
        w.holding -= 1
        return answer

    # ---- statements
    def acting(self) -> list[Callable[[int, str, bool], Done]]:
        return [*super().acting(), *([self._emit] * 5 if self.events else [])]

    def _emit(self, depth: int, _: str, loop: bool) -> Done:
        events = [event for event in self.events if self.tellable(event.params)]
        if not events:
            return self.set_number()
        return self._emitted(self.rng.choice(events), depth if self.rng.random() < 0.5 else 0, loop)

    def emitter(self) -> str:
        """An effect that emits the last event, with a block that cards may replace."""
        name, event = self.name("act"), self.events[-1]
        params = (TOOL,) if TOOL in event.params else ()
        names, declared = self.signature(params)
        self.emits_queued = False
        done = self._emitted(event, 1, False)
        waits = self.emits_queued

        def act(w: World) -> Acted:
            with suppress(ReturnError):
                yield from done.run(w)

        def run(w: World, *given: Any) -> Acted:
            with w.calling(dict(zip(names, given, strict=True))):
                yield from self.held(w, act(w)) if waits else act(w)

        self.effects.append(Callee(name, params, "", run))
        return "\n".join([f"effect {name}({declared}):", *indented(done.lines)])

    def _emitted(self, event: Event, depth: int, loop: bool) -> Done:
        """The statement that emits an event, with a block if the depth allows one."""
        given = [self.of(param, 2) for param in event.params]
        text = f"emit {event.name}({', '.join(one.text for one in given)})"
        if event.queued:
            self.emits_queued = True

            def wait(w: World) -> Play:
                w.burn()
                w.waiting.append((event, [one.value(w) for one in given]))
                yield from ()

            return Done([text], wait)
        block = self.block(depth - 1, loop=loop) if depth > 0 else None

        def run(w: World) -> Play:
            instead = yield from self.tell(w, event, [one.value(w) for one in given])
            if block is not None and not instead:
                yield from block.run(w)

        return Done([f"{text}:", *indented(block.lines)] if block else [text], run)


def _seated(w: World, listener: Listener, card: int, seat: int) -> bool:
    """Whether a card lies with a player, in the place that its listener names."""
    return listener.seated and card in w.piles[listener.pile, seat]
