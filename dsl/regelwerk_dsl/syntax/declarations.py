"""Nodes of the syntax tree: state, rules, cards, the frame, changes, and the whole of a file."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..source import SourceFile
from .expressions import Binder, Expr, Ident, Node, Text, TypeExpr
from .scenarios import Aside, InvariantDecl, ScenarioStep
from .statements import Block
from .values import (
    CardsDecl,
    CardsEnumDecl,
    EnumDecl,
    MapDecl,
    Param,
    ProductEnumDecl,
    RangeEnumDecl,
    SourceClause,
    SumEnumDecl,
    TableDecl,
    UnitDecl,
)


@dataclass(frozen=True, slots=True)
class PlayersDecl(Node):
    low: Expr
    high: Expr
    source: SourceClause | None = None


@dataclass(frozen=True, slots=True)
class SeenBy(Node):
    """who: `all`, `nobody`, `others`, `card` (`seen with its card`), `its`

    With `its` there is a name: an index (`player`) or a state variable (`owner`). `remembered`: nobody is shown it, but
    they could have noted it (`remembered by`).
    """

    who: str
    name: Ident | None = None
    remembered: bool = False


@dataclass(frozen=True, slots=True)
class StateVar(Node):
    """`name[Index, ...]: type = initial seen by ... refilled from ... while in ...`; for `= all` see `all_cards`"""

    name: Ident
    indices: tuple[TypeExpr, ...]
    type: TypeExpr
    initial: Expr | None
    all_cards: bool  # `= all`
    seen: SeenBy | None
    refilled_from: Ident | None
    while_in: tuple[Ident, ...] = ()


@dataclass(frozen=True, slots=True)
class StateDecl(Node):
    variables: tuple[StateVar, ...]
    source: SourceClause | None = None


@dataclass(frozen=True, slots=True)
class Sentences(Node):
    """The sentences of a declaration; each may be missing. `reader`: the player who alone reads what it `says`"""

    says: Text | None = None
    offer: Text | None = None
    text: Text | None = None
    reader: Expr | None = None


@dataclass(frozen=True, slots=True)
class DefineDecl(Node):
    """`define name(params) -> Type = expression` or a block; `text` words it as a condition"""

    name: Ident
    params: tuple[Param, ...]
    result: TypeExpr
    body: Expr | Block
    sentences: Sentences = field(default_factory=Sentences)
    source: SourceClause | None = None


@dataclass(frozen=True, slots=True)
class EffectDecl(Node):
    """`nests`: it `may nest`, that is call itself, also through others"""

    name: Ident
    params: tuple[Param, ...]
    result: TypeExpr | None
    sentences: Sentences
    body: Block
    source: SourceClause | None = None
    nests: bool = False


@dataclass(frozen=True, slots=True)
class EventOrder(Node):
    """how: `by`, a player says which card answers first, or `from`, in seat order from a player; `prompt` asks"""

    how: str
    player: Expr
    prompt: Text | None


@dataclass(frozen=True, slots=True)
class ScenarioDecl(Node):
    """Steps, and the effects that only they know; what the booklet tells before, after and in the middle of it."""

    name: Ident
    title: Text | None
    steps: tuple[ScenarioStep, ...]
    helpers: tuple[EffectDecl, ...] = ()
    source: SourceClause | None = None
    why: Text | None = None
    so: Text | None = None
    asides: tuple[Aside, ...] = ()


@dataclass(frozen=True, slots=True)
class EventDecl(Node):
    """`event died(c: Creature) may nest queued ordered by active "What comes first?"`; `text` says when it happens"""

    name: Ident
    params: tuple[Param, ...]
    nests: bool
    queued: bool
    order: EventOrder | None
    sentences: Sentences = field(default_factory=Sentences)
    source: SourceClause | None = None


@dataclass(frozen=True, slots=True)
class CardField(Node):
    """`at_once: Bool = no` in a card type; `text`: what the cards say for which it is yes; else `not printed`"""

    name: Ident
    type: TypeExpr
    default: Expr | None
    text: Text | None = None
    unprinted: bool = False


@dataclass(frozen=True, slots=True)
class AbilitySignature(Node):
    """`playable(p: Player) -> Bool = yes` (pure: has a result) or `play(p: Player)` (an effect) in a card type"""

    name: Ident
    params: tuple[Param, ...]
    result: TypeExpr | None
    default: Expr | Block | None
    nests: bool = False


@dataclass(frozen=True, slots=True)
class CardTypeDecl(Node):
    """`cardtype Job "jobs":` and its fields and abilities; `title` names the cards that have no title of their own"""

    name: Ident
    label: Text | None
    members: tuple[CardField | AbilitySignature, ...]
    source: SourceClause | None = None
    title: Text | None = None


@dataclass(frozen=True, slots=True)
class FieldValue(Node):
    """`number = 11` in a card"""

    name: Ident
    value: Expr | Text


@dataclass(frozen=True, slots=True)
class AbilityBody(Node):
    """`playable(p) = expression` or `play(p):` and a block, in a card"""

    name: Ident
    params: tuple[Ident, ...]
    body: Expr | Block


@dataclass(frozen=True, slots=True)
class Listener(Node):
    """`on arrives(t, r, c) while in beneath[t] when condition:`; `instead` of what the event would be"""

    event: Ident
    params: tuple[Ident, ...]
    place: Expr | None
    when: Expr | None
    instead: bool
    body: Block


@dataclass(frozen=True, slots=True)
class CardDecl(Node):
    """`card Action theft "Theft in {c}" for c in Continent where ... x4:`; `printed`: of one that is `x many`."""

    card_type: Ident
    name: Ident
    title: Text | None
    binders: tuple[Binder, ...]
    where: Expr | None
    copies: Expr | None
    text: Text | None
    members: tuple[FieldValue | AbilityBody | Listener, ...]
    source: SourceClause | None = None
    printed: Expr | None = None


@dataclass(frozen=True, slots=True)
class SetupDecl(Node):
    body: Block
    source: SourceClause | None = None


@dataclass(frozen=True, slots=True)
class PlayDecl(Node):
    """`play at most 20_000:`"""

    limit: Expr
    body: Block
    source: SourceClause | None = None


@dataclass(frozen=True, slots=True)
class OutcomeLine(Node):
    """kind: `most`, `least`; `won` for the condition under which all win"""

    kind: str
    value: Expr


@dataclass(frozen=True, slots=True)
class OutcomeDecl(Node):
    """`outcome for p:` and lines, the first decides, the rest break ties; without a player `outcome together:`"""

    player: Ident | None
    lines: tuple[OutcomeLine, ...]
    source: SourceClause | None = None


@dataclass(frozen=True, slots=True)
class ValueDecl(Node):
    """`value of p = expression`"""

    player: Ident
    value: Expr
    source: SourceClause | None = None


@dataclass(frozen=True, slots=True)
class MeasureDecl(Node):
    """`measure name of p "title" = expression`; without a player it is one figure for the whole game"""

    name: Ident
    player: Ident | None
    title: Text | None
    value: Expr


@dataclass(frozen=True, slots=True)
class ChapterDecl(Node):
    """A chapter of prose; `prose` is the text between the triple quotes with its common indentation taken off

    `passages` are what changes have put into it.
    """

    name: Ident
    title: Text | None
    prose: str
    source: SourceClause | None = None
    passages: tuple[Text, ...] = ()


# changes


@dataclass(frozen=True, slots=True)
class AmendStmt(Node):
    """`amend path: old -> new`; old is None where the base is expected to be empty"""

    path: tuple[Ident, ...]
    old: Expr | Text | None
    new: Expr | Text | None


@dataclass(frozen=True, slots=True)
class ReplaceStmt(Node):
    """A declaration in place of the one of its name, or `replace Action.theft.playable(p) = ...` (path and body).

    `replace Action.theft on arrives(t): ...` has the card's path and the listener.
    """

    path: tuple[Ident, ...]
    params: tuple[Ident, ...]
    body: Expr | Block | Listener | Decl


@dataclass(frozen=True, slots=True)
class RemoveStmt(Node):
    """`remove path`, or `remove invariant "title"` (the path is that word)"""

    path: tuple[Ident, ...]
    title: Text | None = None


@dataclass(frozen=True, slots=True)
class AddStmt(Node):
    """`add` and a declaration, or `add Action.theft on arrives(t): ...` (path and listener)"""

    declaration: Decl | Listener
    path: tuple[Ident, ...] = ()


@dataclass(frozen=True, slots=True)
class StackedStmt(Node):
    """`before turn(p):` or `after turn(p):` and a block, `restrict` or `allow can_move(p):` and a condition

    Any number of changes may add such to the same rule.
    """

    kind: str
    name: Ident
    params: tuple[Ident, ...]
    body: Block | Expr

    @property
    def path(self) -> tuple[Ident, ...]:
        """Where it belongs, as other amendments say it."""
        return (self.name,)


Amendment = AmendStmt | ReplaceStmt | RemoveStmt | AddStmt | StackedStmt


@dataclass(frozen=True, slots=True)
class ChangeDecl(Node):
    """kind: `erratum` or `variant`; `after`, `needs`, `excludes` name other variants"""

    kind: str
    name: Ident
    params: tuple[Param, ...]
    title: Text | None
    after: tuple[Ident, ...]
    needs: tuple[Ident, ...]
    excludes: tuple[Ident, ...]
    amendments: tuple[Amendment, ...]
    source: SourceClause | None = None


Decl = (
    UnitDecl
    | EnumDecl
    | SumEnumDecl
    | RangeEnumDecl
    | CardsEnumDecl
    | ProductEnumDecl
    | TableDecl
    | MapDecl
    | CardsDecl
    | PlayersDecl
    | StateDecl
    | DefineDecl
    | EffectDecl
    | EventDecl
    | CardTypeDecl
    | CardDecl
    | SetupDecl
    | PlayDecl
    | OutcomeDecl
    | ValueDecl
    | MeasureDecl
    | ChapterDecl
    | ScenarioDecl
    | InvariantDecl
    | ChangeDecl
)


@dataclass(frozen=True, slots=True)
class Comment(Node):
    """`# text`; `alone` when nothing else stands on its line"""

    text: str
    alone: bool


@dataclass(frozen=True, slots=True)
class SourceTree(Node):
    """One source file: its declarations in order and its comments in order"""

    source: SourceFile = field(compare=False)
    declarations: tuple[Decl, ...]
    comments: tuple[Comment, ...] = ()
