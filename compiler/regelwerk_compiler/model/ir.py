"""The intermediate representation: handlers, blocks and their exits; ops are typed statements that cannot stop.

```
effect turn(p):                 block 0: pot = 0; goto 1
    let pot = 0                 block 1: if score[p] + pot >= goal goto 4; ask turn.1, then 2
    repeat until ...:           block 2: ...
        choose by p ...
```
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import assert_never

from . import tree
from .symbols import CallableSymbol, Game, LocalSymbol
from .types import Type


@dataclass(slots=True)
class Goto:
    target: int


@dataclass(slots=True)
class BranchTo:
    condition: tree.TExpr
    then: int
    otherwise: int


@dataclass(slots=True)
class Ask:
    """Stops for a decision; goes on at `resume`. Without options it goes to `empty` (None: a rule error)."""

    choice: tree.ChooseValue | tree.ChooseOption
    resume: int
    empty: int | None
    site: int = -1


@dataclass(slots=True)
class Nature:
    """Explicit chance: the outcomes are offered; the one taken is the answer at `resume`."""

    roll: tree.RollDice | tree.DrawnCard
    resume: int


@dataclass(slots=True)
class CallTo:
    """Another handler runs; its answer is the result at `resume`."""

    callee: CallableSymbol
    arguments: list[tree.TExpr]
    resume: int


@dataclass(slots=True)
class InvokeAbility:
    """The handler of a card's ability, known only at play."""

    card_type: str
    name: str
    base: tree.TExpr
    arguments: list[tree.TExpr]
    resume: int


@dataclass(slots=True)
class Leave:
    value: tree.TExpr | None


@dataclass(slots=True)
class End:
    """The game is over."""


Exit = Goto | BranchTo | Ask | Nature | CallTo | InvokeAbility | Leave | End


@dataclass(slots=True)
class Block:
    number: int
    ops: tree.TBlock = field(default_factory=list)
    exit: Exit | None = None
    label: bool = False  # named from outside: kept as it is


@dataclass(slots=True)
class Handler:
    """kind: `pure` (a define), `plain` (an effect that cannot stop: one block), `stopping`.

    `frame` holds the parameters, then the locals, in the order in which they lie in a frame.
    """

    callee: CallableSymbol
    kind: str
    params: list[LocalSymbol]
    frame: list[LocalSymbol]
    blocks: list[Block]
    result: Type | None = None
    simultaneous: dict[str, tuple[int, LocalSymbol]] = field(default_factory=dict)  # by site: first block, the answers
    live: dict[int, set[LocalSymbol]] = field(default_factory=dict)  # filled by a pass: what each block needs

    @property
    def label(self) -> str:
        return self.callee.label


@dataclass(slots=True)
class Site:
    """A place where play stops: the choice and its handler; `simultaneous`: block and frame slot, see the contract."""

    label: str
    handler: Handler
    choice: tree.ChooseValue | tree.ChooseOption
    simultaneous: tuple[int, int] | None = None


@dataclass(slots=True)
class Die:
    """The luck of one roll in the sources: an index for each combination of its keys, `first` onwards."""

    name: str
    dims: tuple[str, ...]
    sizes: tuple[int, ...]
    first: int
    shows: Type


@dataclass(slots=True)
class Module:
    game: Game
    handlers: list[Handler]
    sites: list[Site]
    luck: dict[str, Die]
    explicit: bool
    tables: dict[str, tuple[object, ...]] = field(default_factory=dict)  # defines worked out while compiling


def successors(exit_: Exit | None) -> list[int]:
    """The blocks that may come next."""
    match exit_:
        case Goto(target):
            return [target]
        case BranchTo(_, then, otherwise):
            return [then, otherwise]
        case Ask(_, resume, empty):
            return [resume] if empty is None else [resume, empty]
        case Nature(_, resume) | CallTo(_, _, resume) | InvokeAbility(_, _, _, _, resume):
            return [resume]
        case Leave() | End() | None:
            return []
        case _:
            assert_never(exit_)
