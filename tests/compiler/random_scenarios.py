"""Worked examples of games at random, written while the second implementation plays, which compiled rules must pass."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from case_games import errors_of, rules_of
from random_catalogue import compiled
from random_frame import Frame
from random_piles import CHEST, STALL
from random_rewritten import rewritten
from random_rules import Rules
from random_statements import FinishError, Play, indented
from random_values import BOOL, BOUNDS, CHIPS, COINS, FEW, INT, LAND, MAYBE_BOOL, MAYBE_INT, PLAYER, SET, TOOL
from random_world import BOX, DECK, SLOT, BrokenError, LeftError, World
from regelwerk_runtime.scenario import run_scenario

NAMES = ("A", "B", "C")
SCENARIOS = 4
"""The number of examples written for a game."""
MOST_CHOICES = 12


class Act(NamedTuple):
    """The first line of a `when`, and its meaning."""

    line: str
    play: Play


class Written:
    """A scenario that is being written: `lines` are its steps, after those that give the position."""

    def __init__(self, rules: Rules, rng: Random) -> None:
        self.rules, self.frame, self.rng = rules, rules.frame, rng
        self.w = World.begun(rules.frame)
        self.given = [f"given players {', '.join(NAMES)}", *self._position()]
        self.lines: list[str] = []
        self.rolls = 0
        """The number of rolls that the steps so far have made."""
        try:
            for number, act in enumerate(self._acts()):
                self._suppose(0.5 if number else 0)
                self._write(act)
        except (BrokenError, LeftError):  # the step that rolled is not written
            pass
        except FinishError:
            self._ends()

    @property
    def text(self) -> list[str]:
        whole = (PLAYER, INT, FEW)  # other names may be those of several enums
        told = self.w.rolled[: self.rolls]
        rolled = [(_key if kind in whole else Frame.literal)(self.frame, kind, result) for kind, result in told]
        return [*self.given, *([f"given rolls {', '.join(rolled)}"] if rolled else []), *self.lines]

    # ---- initial position, and what is supposed later
    def _suppose(self, often: float) -> None:
        """Sets some of the position in the middle."""
        if self.rng.random() < often:
            lines = [*self._position()]
            self.lines += lines

    def _position(self) -> Iterator[str]:
        """The lines that give it."""
        for name, variable in self.frame.variables.items():
            if name in self.frame.notes or self.rng.random() < 0.6:
                continue
            places = [*product(*(self.frame.kinds[index].numbers for index in variable.indices))]
            for at in self.rng.sample(places, min(len(places), self.rng.randint(1, 3))):
                value = self._value(name, variable.type)
                self.w.state[name, *at] = value
                yield f"given {self._place(name, at)} = {_given(self.frame, variable.type, value)}"
        yield from self._cards_given()

    def _value(self, name: str, type_: str) -> Any:
        """A random value that a variable may have."""
        if type_ in (INT, COINS):
            low, high = self.frame.limits(name) if name in BOUNDS else (-20, 60) if type_ == INT else (0, 60)
            return self.rng.randint(low, high)
        if type_ == BOOL:
            return self.rng.random() < 0.5
        if type_ == TOOL:
            return self.rng.choice([card for card in self._single() if card < CHIPS])
        if type_.startswith(SET):
            numbers = self.frame.kinds[type_.removeprefix(SET)].numbers
            return frozenset(self.rng.sample(numbers, self.rng.randint(0, min(len(numbers), 4))))
        if type_ in (MAYBE_INT, MAYBE_BOOL):
            return None if self.rng.random() < 0.3 else self._value(name, type_.removesuffix("?"))
        some = [*self.frame.kinds[type_.removesuffix("?")].numbers, *([None] if type_.endswith("?") else [])]
        return self.rng.choice(some)

    def _cards_given(self) -> Iterator[str]:
        """Cards with a single copy, in hands and elsewhere, so that it is known which card lies there."""
        single = self._single()
        piles = [("hand", player) for player in range(3)] + [at for at in self.w.piles if at[0] == CHEST]
        for at in self.rng.sample(piles, self.rng.randint(1, len(piles))):
            cards = [single.pop() for _ in range(min(self.rng.randint(0, 3), len(single)))]
            self._empty(at)
            for card in cards:
                self.w.move(card, at)
            keys = ", ".join(self.frame.key(TOOL, card) for card in reversed(cards))
            yield f"given {self._pile(at)} = {keys or 'empty'}"
        if single and self.rng.random() < 0.4:
            self._empty(SLOT)
            self.w.move(single[-1], SLOT)
            yield f"given slot = {self.frame.key(TOOL, single[-1])}"
        for card in self._single():
            lies = self.w.lies(card)[0] in self.frame.marked
            if self.frame.marks and (lies or self.frame.marks != "kept") and self.rng.random() < 0.3:
                self.w.marks[card] = self.rng.randint(-5, 9)
                yield f"given mark[{self.frame.key(TOOL, card)}] = {self.w.marks[card]}"

    def _empty(self, at: tuple[Any, ...]) -> None:
        """Puts what lies somewhere into the box."""
        for card in list(self.w.piles[at]):
            self.w.move(card, BOX)

    def _single(self) -> list[Any]:
        """The cards with a single copy, in some order."""
        copies = Counter(card.key for card in self.frame.cards)
        found = [card for at in self.w.piles.values() for card in at if copies[self.frame.key(TOOL, card)] == 1]
        return self.rng.sample(found, len(found))

    def _place(self, name: str, at: tuple[int, ...]) -> str:
        keys = [_key(self.frame, index, one) for index, one in zip(self.frame.variables[name].indices, at, strict=True)]
        return f"{name}[{', '.join(keys)}]" if keys else name

    def _pile(self, at: tuple[Any, ...]) -> str:
        return f"{at[0]}[{_key(self.frame, LAND if at[0] == CHEST else PLAYER, at[1])}]" if len(at) > 1 else at[0]

    # ---- steps
    def _acts(self) -> Iterator[Act]:
        if self.rng.random() < 0.3:
            if self.rules.begin is not None:
                yield Act("when setup", self.rules.begin(self.w))
            yield Act("when play", self.rules.whole(self.w))
            raise FinishError
        for _ in range(self.rng.randint(1, 2)):
            player = self.rng.randrange(3)
            fit = [one for one in self.rules.effects if all(map(self._can_tell, one.params))]
            effect = self.rng.choice(fit)
            given = [player if type_ == PLAYER else self._value("", type_) for type_ in effect.params]
            told = [self._literal(type_, value) for type_, value in zip(effect.params, given, strict=True)]
            yield Act(f"when do {effect.name}({', '.join(told)})", effect.value(self.w, *given))

    def _can_tell(self, type_: str) -> bool:
        """Whether a scenario can name values of a type."""
        if type_ == TOOL:
            return any(card < CHIPS for card in self._single())
        return type_ in (INT, BOOL, *self.frame.kinds) or type_.removeprefix(SET) in self.frame.kinds

    def _write(self, act: Act) -> None:
        """Writes an act with its choices, and what is so after each.

        Raises:
            BrokenError, LeftError: the scenario ends before.
            FinishError: the game is over.
        """
        line, index = act.line, None
        for _ in range(MOST_CHOICES):
            self.w.rounds = 0
            over = finished = False
            try:
                asked = act.play.send(index)  # type: ignore[arg-type]  # None begins
                while asked.player is None:
                    asked = act.play.send(self.rng.randrange(len(asked.keys)))
            except StopIteration:
                over = True
            except FinishError:
                over = finished = True
            self.lines.append(line)
            self.rolls = len(self.w.rolled)
            self.lines += self.rng.sample([*self._facts()], 3)
            if finished:
                raise FinishError
            if over:
                return
            index = self.rng.randrange(len(asked.keys))
            others = self.rng.sample(asked.keys, min(2, len(asked.keys)))
            self.lines += [f"expect {NAMES[asked.player]} can {key}" for key in others]
            self.lines += [f"expect {NAMES[asked.player]} cannot none"] * ("none" not in asked.keys)
            unseen = asked.texts[0][0].startswith("card 1 of")  # whose places are those of the pile as it is then
            self._suppose(0 if unseen else 0.15)
            line = f"when {NAMES[asked.player]} chooses {asked.keys[index]}"
        raise LeftError

    def _ends(self) -> None:
        """Writes that the game is over and who wins, unless that breaks a rule."""
        self.w.rounds = 0
        try:
            _, ranks = self.rules.ranking(self.w)
        except (BrokenError, LeftError):
            return
        self.lines.append("expect finish")
        for name, rank in zip(NAMES, ranks, strict=True):
            self.lines.append(f"expect {name} {'wins' if rank == 1 else 'loses'}")

    # ---- facts
    def _facts(self) -> Iterator[str]:
        """Lines that state what holds now."""
        for (name, *at), value in self.w.state.items():
            if name not in self.frame.notes:
                type_ = self.frame.variables[name].type
                yield f"expect {self._place(name, tuple(at))} is {self._literal(type_, value)}"
        for at, cards in self.w.piles.items():
            pile = self._pile(at)
            if at[0] in (*SLOT, STALL):
                yield f"expect {pile} is {self.frame.key(TOOL, cards[0]) if cards else 'none'}"
            elif at[0] in ("hand", CHEST, *DECK):
                yield f"expect {pile}.count is {len(cards)}"
                for word, end in (("top", -1), ("bottom", 0)):
                    yield f"expect {pile}.{word} is {self.frame.key(TOOL, cards[end]) if cards else 'none'}"
                for card in cards:
                    yield f"expect {self.frame.key(TOOL, card)} in {pile}"
        for player, camp in enumerate(self.w.camps if self.frame.chips else []):
            yield f"expect camp[{NAMES[player]}].count is {len(camp)}"
        for card in self._single() if self.frame.marks else []:
            if card < len(self.frame.cards):
                yield f"expect mark[{self.frame.key(TOOL, card)}] is {self._literal(INT, self.w.marks[card])}"

    def _literal(self, type_: str, value: Any) -> str:
        """A value in the syntax of expressions."""
        if value is None:
            return "none"
        if isinstance(value, frozenset):
            kind = type_.removeprefix(SET)
            return f"{{{', '.join(self._literal(kind, one) for one in sorted(value))}}}" if value else "empty"
        if type_.removesuffix("?") in (INT, COINS, BOOL, PLAYER):
            text = _given(self.frame, type_, value)
            return f"({text})" if text.startswith("-") else text
        if type_ == TOOL:
            return self.frame.key(TOOL, value)
        return self.frame.literal(type_.removesuffix("?"), value)


def _key(frame: Frame, kind: str, number: int) -> str:
    return NAMES[number] if kind == PLAYER else frame.key(kind, number)


def _given(frame: Frame, type_: str, value: Any) -> str:
    """A value in the syntax of `given`."""
    if value is None:
        return "none"
    if isinstance(value, frozenset):
        return ", ".join(_key(frame, type_.removeprefix(SET), one) for one in sorted(value)) or "empty"
    if type_.removesuffix("?") == BOOL:
        return "yes" if value else "no"
    return str(value) if type_ == COINS else _key(frame, type_.removesuffix("?"), value)


def compare_scenarios(rules: Rules, folder: Path, seed: int) -> int:
    """Runs scenarios of a game without shuffles whose `play` is not limited, and answers how many.

    Raises:
        AssertionError: one does not pass.
    """
    if rules.frame.shuffles or rules.frame.limit < 1_000:
        return 0
    lines, amendments = list[str](), list[str]()
    for at in range(SCENARIOS):
        rng, name = Random(f"{seed} {at}"), f"shown_{at}"
        steps, mended = rewritten(name, Written(rules, rng).text, rng)
        lines += [f"scenario {name}:", *indented(steps)]
        amendments += mended
    if rules.variants:  # which silently drop what does not fit and is not their own, and one of which ends the text
        lines = indented([*(line if line.startswith(" ") else f"add {line}" for line in lines), *amendments])
    elif amendments:
        lines += ["erratum rewritten:", *indented(amendments)]
    rules.frame.explicit = False  # if rolls are decisions, nothing is shown
    result = compiled(rules, folder, "\n".join([rules.text, *lines, ""]))
    assert errors_of(result) == []
    game, scenarios = rules_of(result)
    for scenario in scenarios:
        found = run_scenario(game, scenario)
        assert found.passed or "too long" in str(found.why), (found.where, found.why)
    assert len(scenarios) == SCENARIOS
    return len(scenarios)
