"""Static bounds on the steps that code takes, and the places where play counts them.

A step is about one operation of Python. Each loop and each function takes at most `MOST_UNCOUNTED` steps, or spends
before it begins what it may take; a loop without a fixed end burns fuel each round, or spends steps in code that only
reads. So work that is not counted is small, and work between two decisions stays below the runtime's limit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from regelwerk_dsl.source import Span
from regelwerk_runtime.engine.primitives import MOST_STEPS

from ..model import tree
from ..model.memo import Memo
from ..model.symbols import CallableSymbol, Game, LocalSymbol
from ..model.types import SMALLEST, IntType, PerType, PileType, SetType, lies_in
from ..model.walk import ability_bodies, all_callables, children, free_locals, nodes_in
from ..primitives import table as prim
from .ranges import Ranges

MOST_UNCOUNTED = 20_000_000
"""The most steps that are not counted."""
MOST_UNCOUNTED_RANGE = 1_000_000
"""The same for a loop over a range computed in play, which mostly has far fewer rounds than it could have."""
LARGE_NUMBER = MOST_STEPS // 10
"""Numbers beyond it make a loop over a range count its rounds, however few they are: its text does not show that."""
MOST_UNCOUNTED_LARGE = 200_000
"""The same in a game in which some function could take more than `MOST_UNCOUNTED`: counted in play, its steps are far
fewer, since most nested loops end early or do little, and it may run several times before a decision."""
FEW_ROUNDS = 1_000
"""The most rounds that are counted together at the beginning of a loop that can stop."""
FREE_ROUND_STEPS = 50
"""The steps that a round of a loop that burns fuel may take without being counted; more in a game with little fuel, as
long as all rounds together stay below `MOST_UNCOUNTED`."""
ENTRY_STEPS = 300
"""The steps of an option or a sentence of the log, which are stored and shown."""
COLUMN_TEST_STEPS = 4
"""The steps of testing the value of a column."""
LEAST_PURE_ROUND = 100
"""The least steps of a round of a loop without a fixed end in code that only reads: an endless one is found soon."""
ROLL_STEPS = 60
"""The steps of a roll whose number of sides may differ each time."""
SHORT_PATH = 16
"""The most steps of a way over a map that are not counted."""
COPIED_PER_STEP = 16
"""The number of cards of a pile, or numbers of a `per`, that one step copies."""
MEMBERS_PER_STEP = 2_048
"""The number of members of a large set that one step examines."""
NAME_STEPS = 4
"""The steps of naming a member of a set in a text."""
CAP = 10**9
"""The greatest number of steps that is distinguished."""


def _always_asks(statement: tree.TStmt) -> bool:
    """True if play always stops at a statement for a decision, after which steps are counted anew, or ends.

    If nothing is on offer, play goes on at a `may choose` and at a choice with `otherwise`.
    """
    match statement:
        case tree.ChooseValue(may=may, otherwise=otherwise) | tree.ChooseOption(may=may, otherwise=otherwise):
            return otherwise is None and not may
        case _:
            return False


class Costs:
    """The steps of the parts of a game that are not counted where they are taken, and what loops spend."""

    def __init__(self, game: Game, tabulated: Mapping[str, tuple[object, ...]]) -> None:
        self.game, self.tabulated, self.ranges = game, tabulated, Ranges(game, tabulated)
        self.most_uncounted = CAP
        """The most steps that are not counted."""
        self.free_round_steps = max(FREE_ROUND_STEPS, MOST_UNCOUNTED // max(game.fuel, 1))
        self.set_steps = max([game.copies, *(enum.size for enum in game.enums.values())]) // MEMBERS_PER_STEP
        """The steps of reading or making a set, beyond the first."""
        self.most_copies = max((len(member.numbers) for _, _, member in game.members()), default=1)
        self.move_steps = 3 + 2 * game.copies // COPIED_PER_STEP
        """The steps of moving a card: the piles that it leaves and comes to are copied."""
        self.round_steps: dict[LocalSymbol, int] = {}
        """The steps of a round, by the local of the loop, for loops that spend them."""
        self.loop_steps: dict[LocalSymbol, int] = {}
        """The steps of all rounds, by the local of the loop, for loops that spend them and have few rounds."""
        self.fuel_round_steps: dict[Span, int] = {}
        """The steps of a round besides the fuel that it burns, by the span of a loop without a fixed end."""
        self.body_steps = Memo[CallableSymbol, int](
            lambda callee: self.of(callee.body), 2
        )  # recursion is an error elsewhere
        self._analyse()
        self.most_uncounted = (
            MOST_UNCOUNTED_LARGE if max(self.body_steps.values(), default=0) > MOST_UNCOUNTED else MOST_UNCOUNTED
        )
        self.round_steps.clear()
        self.loop_steps.clear()
        self.fuel_round_steps.clear()
        self.body_steps.clear()
        self._analyse()

    def _analyse(self) -> None:
        for callee in all_callables(self.game):
            self.call_steps(callee)
            self.of([*callee.texts.values()])

    def call_steps(self, callee: CallableSymbol) -> int:
        """The steps of a call that it does not spend itself."""
        return 2 if self.upfront_steps(callee) else self.body_steps[callee]

    def upfront_steps(self, callee: CallableSymbol) -> int:
        """The steps that a call spends when it begins, or 0."""
        return self.if_counted(self.body_steps[callee])

    def control_steps(self, local: LocalSymbol, value: tree.TExpr) -> int:
        """The steps to spend where an assignment to its local begins a loop that can stop, or its next round."""
        match value:
            case tree.Const():
                return self.loop_steps.get(local, 0)
            case tree.Op(prim.ADD, [tree.LocalRef(before), _]) if before is local and local not in self.loop_steps:
                return self.round_steps.get(local, 0)
            case _:
                return 0

    def pure_round_steps(self, span: Span) -> int:
        """The steps that a round of a loop without a fixed end spends in what only reads."""
        return max(LEAST_PURE_ROUND, self.fuel_round_steps.get(span, 0))

    def is_long_path(self, node: object) -> bool:
        """True if a node asks where ways lead that may have many steps; play counts these."""
        match node:
            case tree.Op(prim.REACH, [_, steps, _]):
                return not lies_in(self.ranges.of(steps), IntType(SMALLEST, SHORT_PATH))
            case _:
                return False

    def if_counted(self, steps: int) -> int:
        """The steps if they are worth counting, else 0."""
        return steps if steps > self.most_uncounted else 0

    def counted_steps(self, node: object) -> int:
        """The steps of a node or of a list of nodes if they are worth counting, else 0."""
        return self.if_counted(self.of(node))

    def of(self, node: object) -> int:
        """The steps of a node or of a list of nodes; 0 for None."""
        match node:
            case None:
                return 0
            case list():
                return min(sum(map(self.of, node)), CAP)
            case tree.DefineCall(callee, arguments):
                return self.of(arguments) + (1 if callee.name in self.tabulated else 2 + self.call_steps(callee))
            case tree.Do(callee, arguments):
                return self.of(arguments) + 2 + self.call_steps(callee)
            case tree.AbilityRead(card_type, name, base, arguments) | tree.DoAbility(card_type, name, base, arguments):
                bodies = ability_bodies(self.game, card_type, name)
                return self.of([base, *arguments]) + 2 + max(map(self.call_steps, bodies), default=0)
            case tree.Quantify(_, loops, where, have):
                return self._loop_steps(loops, self.of(where) + self.of(have) + 1, where)
            case tree.PickOne(_, loop, where, rank):
                return self._loop_steps([loop], self.of(where) + self.of(rank) + 1, where)
            case tree.Those(loop, where, _, rank):
                return self._loop_steps([loop], self.of(where) + self.of(rank) + 1 + self.set_steps, where)
            case tree.Aggregate(_, value, loops, where):
                return self._loop_steps(loops, self.of(value) + self.of(where) + 1, where)
            case tree.ForEach(loops, where, body):
                return self._loop_steps(loops, self.of(where) + self.of(body) + 1, where)
            case tree.ChooseValue(player=player, prompt=prompt, body=body, otherwise=otherwise):
                listed = self._listing_steps(node)
                return listed + sum(map(self.of, (player, prompt, body, otherwise)))
            case tree.ChooseOption(player=player, prompt=prompt, options=options, otherwise=otherwise):
                listed = self._listing_steps(node)
                taken = [self.of([one.text, *one.arguments, *one.body]) for one in options]
                return listed + sum(taken) + sum(map(self.of, (player, prompt, otherwise)))
            case tree.Repeat(times=tree.Const(int(times)), body=body, counter=LocalSymbol() as counter):
                return self._uncounted_steps(counter, times, self.of(body) + 1)
            case tree.Repeat(times=times, until=until, body=body, span=span):
                inside = self.of(until) + self.of(body)
                if inside > self.free_round_steps and not any(map(_always_asks, body)):
                    self.fuel_round_steps[span] = inside
                return self.of(times) + inside
            case tree.MoveCards(what, to, below):
                if not isinstance(what.type, PileType | SetType):
                    return self.of([what, to]) + self.move_steps
                below = below and isinstance(what.type, PileType)
                return min(
                    self.of([what, to]) + self.game.copies * (self.move_steps if below else 3 + self.set_steps), CAP
                )
            case tree.Draw(deck, refill, to):
                return self.of([deck, refill, to]) + self.move_steps
            case tree.Shuffle():
                return 24 * self.game.copies
            case tree.PileCards(zone, only):
                return self.of(zone) + (1 if only is None else self.game.copies)
            case tree.Op(prim.CARDS_AS_SET, [cards]):
                return self.of(cards) + self.game.copies * (1 + self.set_steps)
            case tree.InZone(card, zone, any_copy):
                return self.of([card, zone]) + (self.most_copies if any_copy else 1)
            case tree.RollDice(kind=kind, dice=dice):
                return dice * 3 + sum(map(self.of, children(node))) + (ROLL_STEPS if kind == "range" else 3)
            case tree.Say(words):
                return ENTRY_STEPS + self.of(words)
            case tree.TypedText(slots=slots):
                sets = [slot.type for slot in slots if isinstance(slot.type, SetType)]
                return self.of(slots) + sum(NAME_STEPS * (self.ranges.members(one.member) or 0) for one in sets)
            case tree.Op(prim.REACH | prim.DISTANCE, operands, (str(enum), *_)):
                return self.of(operands) + self.game.enums[enum].size * (4 + self.set_steps)
            case _:
                return min(1 + self._copy_steps(node) + sum(map(self.of, children(node))), CAP)

    def _copy_steps(self, node: object) -> int:
        """The steps of making or copying a value, beyond the first."""
        match node:
            case tree.TNode(type=SetType()):
                return self.set_steps
            case tree.TNode(type=PerType(_, key)) | tree.SetPer(local=LocalSymbol(type=PerType(_, key))):
                return (self.ranges.members(key) or 0) // COPIED_PER_STEP
            case _:
                return 0

    def _listing_steps(self, choice: tree.ChooseValue | tree.ChooseOption) -> int:
        """The steps of listing the options of a choice; 0 if they are few and play surely stops afterwards."""
        steps, left = 0, MOST_UNCOUNTED if _always_asks(choice) else -1
        for loops, where, _ in choice.offers:
            inside = self.of(where) + ENTRY_STEPS
            whole = inside
            for loop in reversed(loops):
                before, size = self._loop_overhead(loop, where, whole)
                whole = CAP if size is None else min(before + size * whole, CAP)
            if whole <= left:
                left -= whole
            else:
                steps += self._loop_steps(loops, inside, where)
        return steps

    def _loop_steps(self, loops: list[tree.Loop], inside: int, where: tree.TExpr | None = None) -> int:
        """The steps of nested loops that they do not spend themselves; `where` is their condition."""
        for loop in reversed(loops):
            before, size = self._loop_overhead(loop, where, inside)
            inside = before + self._uncounted_steps(loop.local, size, inside)
        return inside

    def _loop_overhead(self, loop: tree.Loop, where: tree.TExpr | None, inside: int) -> tuple[int, int | None]:
        """The steps of a loop outside its body, and the most often that its body is evaluated, if that is known."""
        before, size, passing = (
            2 + self.of([*children(loop)]),
            self._most_rounds(loop.domain, inside),
            self._most_passing(loop, where),
        )
        return (
            (before, size)
            if size is None or passing is None
            else (before + COLUMN_TEST_STEPS * size, min(size, passing))
        )

    def _most_passing(self, loop: tree.Loop, where: tree.TExpr | None) -> int | None:
        """The most members of an enum with the same value of a column, where a loop's condition asks for one value."""
        for part in prim.conjuncts(where):
            match part:
                case tree.Op(prim.EQUAL, [tree.EnumFieldRead(enum, name, tree.LocalRef(local)), other]) if (
                    local is loop.local and local not in free_locals(other)
                ):
                    column = self.game.enums[enum].fields.get(name)
                    return None if column is None else max(Counter(column.values).values(), default=0)
                case _:
                    pass
        return None

    def _most_rounds(self, domain: tree.TDomain, inside: int) -> int | None:
        """The most rounds of a loop; None if they are unknown or are to be counted in play."""
        size = self.ranges.size(domain)
        if isinstance(domain, tree.RangeDomain) and self._has_large_numbers(domain):
            return None
        is_even = not isinstance(domain, tree.RangeDomain) or isinstance(domain.high, tree.Const)
        return size if is_even or (size or 0) * inside <= MOST_UNCOUNTED_RANGE else None

    def _has_large_numbers(self, domain: tree.RangeDomain) -> bool:
        """True if the numbers of a range, or the constants in its bounds, are large."""
        low, high = self.ranges.of(domain.low), self.ranges.of(domain.high)
        written = (one.value for one in nodes_in(domain.low, domain.high) if isinstance(one, tree.Const))
        ends = (low.low, low.high, high.low, high.high)
        return any(abs(value) > LARGE_NUMBER for value in (*ends, *written) if isinstance(value, int))

    def _uncounted_steps(self, local: LocalSymbol, size: int | None, inside: int) -> int:
        """The steps of a loop that it does not spend itself; records what a round takes if the loop spends it."""
        if size is not None and (all_rounds := min(size * inside, CAP)) <= self.most_uncounted:
            return all_rounds
        self.round_steps[local] = inside
        if size is not None and size <= FEW_ROUNDS:
            self.loop_steps[local] = size * inside
        return 2
