"""Typed statements: what a body does, names resolved."""

from __future__ import annotations

from typing import NamedTuple

from msgspec import Struct
from regelwerk_dsl.source import NO_SPAN, Span

from ..symbols import CallableSymbol, LocalSymbol, StateSymbol
from ..types import PLAYER
from .expressions import Const, Loop, PileCards, TDomain, TExpr, ZoneRef
from .texts import TypedText


class TStmtBase(Struct, kw_only=True):
    span: Span = NO_SPAN


class SetLocal(TStmtBase):
    """`let` and assignment."""

    local: LocalSymbol
    value: TExpr


class SetPer(TStmtBase):
    """`load[g] = value` of a local."""

    local: LocalSymbol
    key: TExpr
    value: TExpr


class StateChange(TStmtBase):
    """A statement that changes a variable of the state; checks and the dependency graph ask for nothing else."""

    var: StateSymbol
    indices: list[TExpr]


class SetState(StateChange):
    """`value` is whole: for `+=` it is the sum; `change` keeps the operator and operand for a short form."""

    value: TExpr
    low: int | None = None  # checked bounds, where they must be
    high: int | None = None
    change: tuple[str, TExpr] | None = None


class SetRow(StateChange):
    """Assigns all numbers of a `per` variable."""

    value: TExpr


class RollDice(TStmtBase):
    """kind: `range` (low, high), `dice` (dice d sides), `of` (a domain). The result goes to `local`."""

    local: LocalSymbol
    kind: str
    low: TExpr | None
    high: TExpr | None
    dice: int
    sides: int
    domain: TDomain | None
    luck: str  # the die's name
    player: TExpr | None  # who it is keyed by besides; None: nobody
    members: list[TExpr]  # of loops and options around it, by which it is keyed too

    def keys(self, sizes: tuple[int, ...]) -> list[TExpr]:
        """The indices of the die in its block; in the first one, the number after all players stands for nobody."""
        return [self.player if self.player is not None else Const(sizes[0] - 1, type=PLAYER), *self.members]


class Do(TStmtBase):
    callee: CallableSymbol
    arguments: list[TExpr]
    local: LocalSymbol | None = None


class DoAbility(TStmtBase):
    card_type: str
    name: str
    base: TExpr
    arguments: list[TExpr]


class MoveCards(TStmtBase):
    """what: a card, the cards of a pile, or a set of cards."""

    what: TExpr
    to: ZoneRef
    below: bool


class Draw(TStmtBase):
    """One card; more than one is a repeat around it. `local` gets the card or none."""

    deck: ZoneRef
    refill: ZoneRef | None
    to: ZoneRef
    below: bool
    local: LocalSymbol


class TakeUnseen(TStmtBase):
    """`local` gets the card of a pile in a place that was chosen, counted from the top; it stays where it lies."""

    pile: ZoneRef
    position: TExpr
    local: LocalSymbol


class Shuffle(TStmtBase):
    pile: ZoneRef


class Say(TStmtBase):
    """A sentence for the log: the `says` of an effect, at its beginning, or one of its own."""

    text: TypedText


class Branch(TStmtBase):
    condition: TExpr
    then: TBlock
    otherwise: TBlock


class ForEach(TStmtBase):
    loops: list[Loop]
    where: TExpr | None
    body: TBlock


class Repeat(TStmtBase):
    """times: a number; until: a condition; neither: for ever."""

    times: TExpr | None
    until: TExpr | None
    body: TBlock
    counter: LocalSymbol | None = None


class Hints(Struct):
    """The hints for bots about an option; `skip_none` is about the option to decline.

    It is not a node: walks over play skip it, so that hints cannot change play. `hints_in` finds it.
    """

    prefer: TExpr | None = None
    skip: TExpr | None = None
    skip_none: TExpr | None = None


class TOption(Struct):
    name: str
    call: Do | DoAbility | Within | None
    arguments: list[TExpr]  # shown in the key
    loops: list[Loop]
    condition: TExpr | None
    text: TypedText | None
    body: TBlock
    span: Span
    offer_of: CallableSymbol | None = None
    called: bool = True  # no: the call is in the body of the option too, or waits
    hints: Hints | None = None

    def offered_with(self) -> list[TExpr]:
        """The arguments of the effect that words the option, which may stand in place of its call."""
        match self.call:
            case Do(arguments=arguments):
                return arguments
            case Within(given=given):
                return [one.value for one in given]
            case DoAbility() | None:
                return []


class Offer(NamedTuple):
    """What there is to choose from, as far as the two kinds of choices share it."""

    loops: list[Loop]
    where: TExpr | None
    hints: Hints | None


class ChooseValue(TStmtBase):
    site: str
    may: bool
    loop: Loop
    where: TExpr | None
    player: TExpr
    prompt: TypedText | None
    body: TBlock | None
    otherwise: TBlock | None
    chosen: LocalSymbol | None = None  # the set that is chosen member by member
    low: int = 0  # the member that bit 0 of that set stands for
    least: TExpr | None = None  # the least number of cards of a pile to choose; the choice ensures that enough are left
    unseen: PileCards | None = None  # the pile whose places are offered
    hints: Hints | None = None

    @property
    def offers(self) -> list[Offer]:
        """Its options, as far as values differ: one."""
        return [Offer([self.loop], self.where, self.hints)]


class ChooseOption(TStmtBase):
    site: str
    may: bool
    player: TExpr
    prompt: TypedText | None
    options: list[TOption]
    otherwise: TBlock | None
    hints: Hints | None = None  # of the option that declines

    @property
    def offers(self) -> list[Offer]:
        """Its options."""
        return [Offer(option.loops, option.condition, option.hints) for option in self.options]


class Simultaneously(TStmtBase):
    """`body` is the block of each player as it is written; `own` are its locals. `Phases` divides it."""

    loop: Loop
    where: TExpr | None
    body: TBlock
    own: list[LocalSymbol]


class Return(TStmtBase):
    value: TExpr | None


class Stop(TStmtBase):
    pass


class Finish(TStmtBase):
    pass


class BurnFuel(TStmtBase):
    """Burns the fuel of one round of a loop."""


class Within(TStmtBase):
    """An effect that cannot stop, in place of its only call: its arguments and its body."""

    callee: CallableSymbol
    given: list[SetLocal]
    body: TBlock


class EffectEnds(TStmtBase):
    """The called effect has ended; for listeners of the log."""


TStore = SetLocal | SetPer | SetState | SetRow | RollDice
TCall = Do | DoAbility | Say
TCards = MoveCards | Draw | Shuffle | TakeUnseen
TControl = Branch | ForEach | Repeat | Simultaneously | Return | Stop | Finish | BurnFuel | EffectEnds | Within
TStmt = TStore | TCall | TCards | TControl | ChooseValue | ChooseOption

TBlock = list[TStmt]
