"""Games at random about shuffled piles with explicit chance: draws as decisions of a second implementation, with
refills, cards put on top of unknown ones, ends that are read, and cards that are looked at and stay.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from case_games import compile_text, errors_of, rules_of
from random_stretches import KINDS, ORDER, PILES, BrokenError, Steps, Table
from regelwerk_runtime.errors import RuleError
from regelwerk_runtime.match import Match

Statement = tuple[list[str], Callable[[Table], Steps]]


class Bags:
    """A game: its sources, and the effects of a turn."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.copies = {kind: rng.choice([1, 1, 2, 3]) for kind in ORDER}
        self.refilled = rng.random() < 0.7
        self.names = 0
        made = [self._statement() for _ in range(rng.randint(4, 9))]
        self.steps = [run for _, run in made]
        cards = [
            line
            for worth, (kind, count) in enumerate(self.copies.items(), 1)
            for line in (f'card {KINDS[kind]} {kind} "{kind}" x{count}:', f"    worth = {worth}")
        ]
        self.text = "\n".join(
            [
                "players 2..2",
                *("cardtype Tool:", "    worth: 0..9", "cardtype Charm:", "    worth: 0..9"),
                *cards,
                "state:",
                "    n: 0..9_999 = 0",
                f"    deck: pile of Card = all seen by nobody{' refilled from waste' if self.refilled else ''}",
                "    waste: pile of Card",
                "    hand[Player]: pile of Card",
                "define number(c: Card?) -> Int =",
                "    (sum t.worth for t in Tool where t is c) + (sum t.worth for t in Charm where t is c)",
                "setup:",
                "    shuffle deck",
                "effect turn(p: Player):",
                *(f"    {line}" for lines, _ in made for line in lines),
                "play at most 1_000:",
                "    repeat 3 times:",
                "        for each p in Player: do turn(p)",
                "outcome for p: most n",
            ]
        )

    def _statement(self) -> Statement:
        ways = [
            self._draw,
            self._draw,
            self._end,
            self._end,
            self._shuffle,
            self._move,
            self._set,
            self._sum,
            self._ask,
            self._unseen,
            self._unseen,
            self._read,
        ]
        return self.rng.choice(ways)()

    def _name(self) -> str:
        self.names += 1
        return f"c{self.names}"

    def _pile(self) -> str:
        return self.rng.choice(PILES)

    def _target(self) -> tuple[str, str, bool]:
        pile, below = self._pile(), self.rng.random() < 0.3
        return pile, f"{pile}.bottom" if below else pile, below

    def _refill(self, table: Table, pile: str) -> None:
        if pile == "deck" and self.refilled and not table.piles[pile]:
            table.piles[pile], table.piles["waste"] = table.piles["waste"], []
            table.shuffle(pile)

    def _draw(self) -> Statement:
        source, number, (to, text, below) = (
            self.rng.choice(["deck", "deck", self._pile()]),
            self.rng.randint(1, 3),
            self._target(),
        )

        def run(table: Table) -> Steps:
            for _ in range(number):
                self._refill(table, source)
                if not table.piles[source]:
                    break
                yield from table.settle(source, -1)
                self._take(table, source, -1, to, below)

        return [f"draw {number} from {source} to {text}"], run

    @staticmethod
    def _take(table: Table, source: str, end: int, to: str, below: bool) -> None:
        kind = table.end(source, end)
        table.piles[source].pop(end)
        table.put((kind, 0), to, below=below)

    def _end(self) -> Statement:
        """The card at an end is read, and may move elsewhere."""
        source, (word, end), name = self._pile(), self.rng.choice([("top", -1), ("bottom", 0)]), self._name()
        to, text, below = self._target()
        moves = self.rng.random() < 0.6

        def run(table: Table) -> Steps:
            if not table.piles[source]:
                return
            yield from table.settle(source, end)
            table.log.append(f"So {table.end(source, end)}")
            if moves:
                self._take(table, source, end, to, below)

        then = [f'    say "so {{{name}}}"', *([f"    move {name} to {text}"] if moves else [])]
        return [f"let {name} = {source}.{word}", f"if {name} is not none:", *then], run

    def _shuffle(self) -> Statement:
        pile = self._pile()

        def run(table: Table) -> Steps:
            table.shuffle(pile)
            yield from ()

        return [f"shuffle {pile}"], run

    def _move(self) -> Statement:
        """All cards of a pile, or those of a type, move elsewhere in their order, known or not."""
        source, (to, text, below), of = self._pile(), self._target(), self.rng.choice(["", "", "Tool", "Charm"])
        kinds = [kind for kind, type_ in KINDS.items() if of in ("", type_)]

        def run(table: Table) -> Steps:
            table.move_all(source, to, below=below, kinds=kinds)
            yield from ()

        return [f"move {source}{of and f' of {of}'} to {text}"], run

    def _set(self) -> Statement:
        """The cards of a pile move elsewhere as a set, in the order of declarations."""
        source, (to, text, below), name = self._pile(), self._target(), self._name()

        def run(table: Table) -> Steps:
            cards, table.piles[source] = sorted(kind for kind, _ in table.piles[source]), []
            for kind in cards:  # whose names are in the order of declarations
                table.put((kind, 0), to, below=below)
            yield from ()

        return [f"let {name} = those c in {source}", f"move {name} to {text}"], run

    def _sum(self) -> Statement:
        pile, name = self._pile(), self._name()

        def run(table: Table) -> Steps:
            table.n = sum(1 + ORDER.index(kind) for kind, _ in table.piles[pile] if KINDS[kind] == "Tool")
            yield from ()

        return [f"n = sum {name}.worth for {name} in {pile} of Tool"], run

    def _read(self) -> Statement:
        """The card at an end inside an expression, where it must be known."""
        pile, (word, end) = self._pile(), self.rng.choice([("top", -1), ("bottom", 0)])

        def run(table: Table) -> Steps:
            table.n = 1 + ORDER.index(table.end(pile, end)) if table.piles[pile] else 0
            yield from ()

        return [f"n = number({pile}.{word})"], run

    def _ask(self) -> Statement:
        """One of the cards of a pile moves elsewhere, whatever its position."""
        pile, name, (to, text, below) = self._pile(), self._name(), self._target()

        def run(table: Table) -> Steps:
            kinds = table.listed(pile)
            if not kinds:
                return
            index = yield 0, kinds, None
            at = next(at for at, (kind, _) in enumerate(table.piles[pile]) if kind == kinds[index])
            table.put((table.take(pile, at), 0), to, below=below)

        lines = [f"choose {name} in {pile} by Player.first:", f"    move {name} to {text}", "otherwise: n = n"]
        return lines, run

    def _unseen(self) -> Statement:
        """One of the cards of a pile, chosen by its place from the top, is looked at, and may go elsewhere."""
        pile, name, (to, text, below) = self._pile(), self._name(), self._target()
        moves = self.rng.random() < 0.5

        def run(table: Table) -> Steps:
            count = len(table.piles[pile])
            if not count:
                return
            index = yield 0, [*map(str, range(1, count + 1))], None
            place = count - 1 - index
            yield from table.settle(pile, place)
            table.log.append(f"So {table.piles[pile][place][0]}")
            if moves:
                table.put((table.piles[pile].pop(place)[0], 0), to, below=below)

        then = [f'    say "so {{{name}}}"', *([f"    move {name} to {text}"] if moves else [])]
        lines = [f"choose unseen {name} in {pile} by Player.first:", *then, "otherwise: n = n"]
        return lines, run

    def play(self, table: Table) -> Steps:
        table.shuffle("deck")
        for _ in range(6):
            for run in self.steps:
                yield from run(table)


def compare_bags(seed: int, folder: Path) -> int:
    """Plays a game both ways, and answers how many decisions were compared.

    Raises:
        AssertionError: they differ.
    """
    rng = Random(seed)
    bags = Bags(rng)
    result = compile_text(bags.text, folder, explicit=True)
    assert errors_of(result) == [], bags.text
    game, _ = rules_of(result)
    decisions = 0
    for at in range(8):
        table = Table(bags.copies)
        steps, index, match = bags.play(table), None, None
        choice = Random(at)
        while True:
            found: Any
            try:
                if match is None:
                    match = Match.start(game, 2, at)
                else:
                    match.choose(index)
                decision = match.decision
                chances = (
                    [one.probability for one in decision.options] if decision and decision.player is None else None
                )
                found = (decision.player, [*decision.keys], chances) if decision else "over"
            except RuleError:
                found = "broken"
            meant: Any
            try:
                meant = steps.send(index)  # type: ignore[arg-type]  # None begins
            except StopIteration:
                meant = "over"
            except BrokenError:
                meant = "broken"
            assert found == meant, (found, meant)
            if found == "broken":
                break
            assert match is not None
            _compare_state(match, table)
            if found == "over":
                break
            decisions += 1
            index = choice.randrange(len(found[1]))
    return decisions


def _compare_state(match: Match, table: Table) -> None:
    state = match.state.to_dict()
    there = {"deck": state["deck"], "waste": state["waste"], PILES[2]: state["hand"][0], PILES[3]: state["hand"][1]}
    for name, cards in there.items():
        meant = [kind for kind, _ in table.piles[name]]
        assert (cards == meant) if table.known(name) else sorted(cards) == sorted(meant), (name, cards, meant)
    assert state["n"] == table.n
    assert match.log() == table.log
