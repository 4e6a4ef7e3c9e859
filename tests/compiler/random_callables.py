"""Random definitions, effects and abilities of cards, each with its meaning."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Callable, Generator
from random import Random
from typing import Any, NamedTuple

from random_cards import MAYBE, TOOLS
from random_copies import Copies
from random_deck import with_block
from random_leaves import Callee, Made
from random_sentences import Told
from random_statements import Asked, Done, Play, ReturnError, Run, followed, indented
from random_values import BOOL, INT, MAYBE_BOOL, PER, PILE, PLAYER, TOOL, Said
from random_world import Piece, World

Acted = Generator[Asked, int, Any]
Acting = Callable[..., Acted]
Body = Callable[[World, dict[str, Any]], Any]

WIDER = (PER, MAYBE_BOOL)
WAITING = re.compile(r"\b(?:choose|do|emit|simultaneously)\b")
NAMED = re.compile(r"\b[a-z]+\d+\b")
MOST = 4_800
"""Most questions and calls of a body times names in it; the compiler refuses more than 5,000."""


class Ability(NamedTuple):
    """An ability of cards: its name, the types of its parameters and result, and its meaning for a card."""

    name: str
    params: tuple[str, ...]
    result: str
    nests: bool
    """Whether it may start again before it has ended."""
    bodies: dict[int, Callable[..., Any]]


class Callables(Copies):
    """Generates the callables of a game. `abilities` are those so far, `parts` the sources of the cards."""

    def __init__(self, rng: Random) -> None:
        super().__init__(rng)
        self.abilities: list[Ability] = []
        self.emits_queued = False
        """Whether the effect being generated emits events that wait."""
        self.type_lines = [*self.deck.title, *(f"    {field.name}: {field.declared}" for field in self.deck.fields)]
        self.card_lines = [list(declared.lines) for declared in self.deck.declared]

    @property
    def cards(self) -> str:
        """The sources of the cards."""
        rows = ["cards Tool:", *indented(self.deck.rows)]
        declared = [line for lines in self.card_lines for line in with_block(lines)]
        return "\n".join(["cardtype Tool:", *self.type_lines, *declared, *self.deck.gone, *rows])

    def params(self) -> tuple[str, ...]:
        return tuple(
            self.rng.choice([INT, BOOL, self.set_type(), TOOL, TOOL, TOOLS, MAYBE, PILE, *WIDER, *self.frame.kinds])
            for _ in range(self.rng.randint(0, 2))
        )

    def result(self, params: tuple[str, ...]) -> str:
        cards = [TOOLS, MAYBE, *([TOOL] * 2 if TOOL in params else [])]
        return self.rng.choice([INT, INT, BOOL, BOOL, self.set_type(), *cards, *WIDER, *self.frame.members])

    def signature(self, params: tuple[str, ...]) -> tuple[list[str], str]:
        """New names of parameters, which become the scope, and their declarations."""
        names = [self.name("p") for _ in params]
        self.scope = dict(zip(names, params, strict=True))
        self.vars = []
        return names, ", ".join(f"{name}: {type_}" for name, type_ in self.scope.items())

    def changed(self, make: Callable[[], tuple[list[str], Body]], before: str = "") -> tuple[list[str], Body]:
        """The sources of a rule, and its meaning after all changes; `before` is the path of its card."""
        return make()

    # ---- definitions
    def computing(self, head: str, result: str) -> tuple[list[str], Body]:
        """The body of a definition, an expression or a block, after its first line."""
        if self.rng.random() < 0.5:
            body = self.of(result, 4)
            lines, run = [f"{head} = {body.text}"], None
        else:
            done = self.block(2, defining=result)
            body, run = self.of(result, 2), done.run
            lines = [f"{head}:", *indented(done.lines), f"    return {body.text}"]
        return lines, lambda w, given: _computed(w, given, run, body)

    def define(self) -> str:
        params, name = self.params(), self.name("d")
        result = self.result(params)
        names, declared = self.signature(params)
        head = f"define {name}{f'({declared})' if params else ''} -> {result}"
        lines, body = self.changed(lambda: self.computing(head, result))
        self.defines.append(
            Callee(name, params, result, lambda w, *given: body(w, dict(zip(names, given, strict=True))))
        )
        return "\n".join(lines)

    # ---- effects
    def blocks(self, *depths: int, least: int = 1) -> list[Done]:
        """Blocks that an effect can hold together: with too many questions and names, others are made."""
        while True:
            made = [self.block(depth, least=least) for depth in depths]
            text = "\n".join(line for done in made for line in done.lines)
            if len(WAITING.findall(text)) * len({*NAMED.findall(text)}) <= MOST:
                return made

    def acting_body(
        self, head: str, depth: int, result: str = "", *, before: Done | None = None
    ) -> tuple[list[str], Callable[[World, dict[str, Any]], Acted]]:
        """The block of an effect, perhaps with something before it."""
        self.returns, self.emits_queued = result, False
        [done] = self.blocks(depth, least=2)
        done = followed(before, done) if before else done
        last = self.of(result, 2) if result else None
        self.returns = ""
        lines = [*done.lines, *([f"return {last.text}"] if last else [])]
        waits = self.emits_queued

        def act(w: World, given: dict[str, Any]) -> Acted:
            play = _acted(w, given, done.run, last)
            return self.held(w, play) if waits else play

        return [head, *indented(lines)], act

    def effect(self, name: str, params: tuple[str, ...], depth: int, result: str = "") -> str:
        names, declared = self.signature(params)
        head = f"effect {name}({declared}){f' -> {result}' if result else ''}:"
        said, says = self.resaid(f"{name}.says", self.sentence) if self.rng.random() < 0.4 else ("", None)
        reader = self.local(PLAYER) or self._literal(PLAYER) if says and self.rng.random() < 0.3 else None
        offer = self.text(f"offer {name}", [self.slot()] if self.rng.random() < 0.6 else [])
        offer = says if says and self.rng.random() < 0.3 else offer
        lines, body = self.changed(lambda: self.acting_body(head, depth, result))
        to = f"to {reader.text} " if reader else ""
        lines[1:1] = [f'    says {to}"{said}"'] if says else []
        lines[1:1] = [f'    offer "{offer.text}"'] if offer is not says else []

        then = self.around(name, params, lambda w, *given: body(w, dict(zip(names, given, strict=True))))

        def act(w: World, *given: Any) -> Acted:
            if says:
                with w.calling(dict(zip(names, given, strict=True))):
                    w.say(says.said(w), reader.value(w) if reader else None)
            return (yield from then(w, *given))

        def words(w: World, *given: Any) -> Said:
            with w.calling(dict(zip(names, given, strict=True))):
                return offer.said(w)

        def values(w: World, *given: Any) -> tuple[Any, ...]:
            with w.calling(dict(zip(names, given, strict=True))):
                return offer.values(w)

        self.effects.append(Callee(name, params, result, act, words, values))
        return "\n".join(lines)

    def resaid(self, path: str, make: Callable[[], Told]) -> tuple[str, Told]:
        """A sentence as the sources have it, and its meaning after all changes."""
        told = make()
        return told.text, told

    def around(self, name: str, params: tuple[str, ...], act: Acting) -> Acting:
        """The meaning of an effect after all changes, and its body in the sources."""
        return act

    def nesting(self) -> str:
        """An effect that calls itself, at most three times."""
        name, (names, declared) = self.name("nest"), self.signature((INT,))
        own, self.emits_queued = names[0], False
        first, then = self.blocks(1, 1)
        waits = self.emits_queued

        def body(w: World) -> Play:
            yield from first.run(w)
            if w.locals[own] > 0:
                yield from run(w, w.locals[own] % 3 - 1)
            yield from then.run(w)

        def run(w: World, given: int) -> Acted:
            w.burn()
            play = _acted(w, {own: given}, body, None)
            return self.held(w, play) if waits else play

        self.effects.append(Callee(name, (INT,), "", run))
        again = f"if {own} > 0: do {name}({own} mod 3 - 1)"
        return "\n".join([f"effect {name}({declared}) may nest:", *indented([*first.lines, again, *then.lines])])

    # ---- abilities
    def ability(self, *, acts: bool) -> None:
        """An ability of all cards: a default, and what some cards have in its place."""
        name, nests = self.name("play" if acts else "rate"), acts and self.rng.random() < 0.4
        params = (*self.params(), *([INT] if nests else []))
        result = "" if acts else self.result((*params, TOOL))
        bodies: dict[int, Callable[..., Any]] = {}
        made = Ability(name, params, result, nests, bodies)
        names, declared = self.signature(params)
        head = f"{name}({declared}){' may nest' * nests}{f' -> {result}' if result else ''}"
        lines, body = self._body(head, made, names)
        self.type_lines += indented(_bare(name, lines))
        for card in range(len(self.frame.cards)):
            bodies[card] = self._of_card(body, names, card)
        for card_lines, declared_card in zip(self.card_lines, self.deck.declared, strict=True):
            if self.rng.random() < 0.5:
                names, _ = self.signature(params)
                self.scope |= declared_card.binders
                own = f"{name}({', '.join(names)})"
                path = f"Tool.{declared_card.name}."
                lines, body = self.changed(lambda own=own, names=names: self._body(own, made, names), path)
                card_lines += indented(_bare(name, lines))
                bodies |= {card: self._of_card(body, names, card) for card in declared_card.cards}
        self.abilities.append(made)

    def _body(self, head: str, ability: Ability, names: list[str]) -> tuple[list[str], Body]:
        self.scope["this"] = TOOL
        if ability.result:
            return self.computing(head, ability.result)
        again = self._again_by(ability, names[-1]) if ability.nests and self.rng.random() < 0.7 else None
        lines, body = self.acting_body(f"{head}:", 1, before=again)

        def act(w: World, given: dict[str, Any]) -> Acted:
            w.acted.add(given["this"])
            if ability.nests:
                w.burn()
            return self.held(w, body(w, given))

        return lines, act

    def _again_by(self, ability: Ability, left: str) -> Done:
        """The same ability of a card again with a smaller number, until that is zero."""
        card, given = self.card(0), [self.of(param, 1) for param in ability.params[:-1]]
        told = [*(one.text for one in given), f"{left} mod 3 - 1"]

        def run(w: World) -> Play:
            if w.locals[left] > 0:
                values = [one.value(w) for one in given]
                yield from ability.bodies[card.value(w)](w, *values, w.locals[left] % 3 - 1)

        return Done([f"if {left} > 0: do {card.text}.{ability.name}({', '.join(told)})"], run)

    @abstractmethod
    def held(self, w: World, play: Acted) -> Acted:
        """Plays an effect, and then what waits for its end."""

    def _of_card(self, body: Body, names: list[str], card: int) -> Callable[..., Any]:
        bound = {"this": Piece(card), **self.frame.cards[card].bound}
        return lambda w, *given: body(w, {**dict(zip(names, given, strict=True)), **bound})

    def called(self, type_: str, depth: int) -> Made | None:
        """The result of an ability."""
        card = self.local(TOOL)
        able = [ability for ability in self.abilities if ability.result == type_]
        if card is None or not able or not type_:
            return None
        ability = self.rng.choice(able)
        given = [self.of(param, depth - 2) for param in ability.params]
        text = f"{card.text}.{ability.name}({', '.join(one.text for one in given)})"
        if not given and len(card.text) % 2:
            text = text.removesuffix("()")
        return Made(text, lambda w: ability.bodies[card.value(w)](w, *[one.value(w) for one in given]))

    def call(self, type_: str, depth: int) -> Made:
        found = self.called(type_, depth) if self.rng.random() < 0.5 else None
        return found or super().call(type_, depth)

    def acting(self) -> list[Callable[[int, str, bool], Done]]:
        return [*super().acting(), self._do_ability, self._do_ability]

    def _do_ability(self, *_: object) -> Done:
        card, able = self.local(TOOL), [ability for ability in self.abilities if not ability.result]
        if card is None or not able:
            return self.set_number()
        ability = self.rng.choice(able)
        given = [self.of(param, 2) for param in ability.params]

        def run(w: World) -> Play:
            yield from ability.bodies[card.value(w)](w, *[one.value(w) for one in given])

        return Done([f"do {card.text}.{ability.name}({', '.join(one.text for one in given)})"], run)


def _computed(w: World, given: dict[str, Any], run: Run | None, body: Made) -> Any:
    """The result of a definition."""
    with w.calling(given):
        try:
            if run is not None:
                for _ in run(w):
                    raise AssertionError("a definition asks nobody")
            return body.value(w)
        except ReturnError as end:
            return end.value


def _acted(w: World, given: dict[str, Any], run: Run, last: Made | None) -> Acted:
    """Plays an effect; returns its result."""
    with w.calling(given):
        try:
            yield from run(w)
        except ReturnError as end:
            return end.value
        return last.value(w) if last else None


def _bare(name: str, lines: list[str]) -> list[str]:
    """The lines of an ability, in half of the cases without empty brackets where none are needed."""
    head, *others = lines
    if len(head) % 2:
        head = re.sub(rf"^{name}\(\)(?= ->| = )", name, head)
    return [head, *others]
