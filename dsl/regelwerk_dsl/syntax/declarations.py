"""Nodes of the syntax tree: state, rules, cards, the frame, changes, and the whole of a file."""

from __future__ import annotations

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


class PlayersDecl(Node, frozen=True):
    low: Expr
    high: Expr
    source: SourceClause | None = None


class SeenBy(Node, frozen=True):
    """who: `all`, `nobody`, `others`, `card` (`seen with its card`), `its`

    With `its` there is a name: an index (`player`) or a state variable (`owner`). `remembered`: no view shows it, but
    these players could have noted it (`remembered by`).
    """

    who: str
    name: Ident | None = None
    remembered: bool = False


class StateVar(Node, frozen=True):
    """`name[Index, ...]: type = initial seen by ... refilled from ... while in ...`; for `= all` see `all_cards`"""

    name: Ident
    indices: tuple[TypeExpr, ...]
    type: TypeExpr
    initial: Expr | None
    all_cards: bool  # `= all`
    seen: SeenBy | None
    refilled_from: Ident | None
    while_in: tuple[Ident, ...] = ()


class StateDecl(Node, frozen=True):
    variables: tuple[StateVar, ...]
    source: SourceClause | None = None


class Sentences(Node, frozen=True):
    """The sentences of a declaration; each may be missing. `reader`: the only player who reads what it `says`"""

    says: Text | None = None
    offer: Text | None = None
    text: Text | None = None
    reader: Expr | None = None


class DefineDecl(Node, frozen=True):
    """`define name(params) -> Type = expression` or a block; `text` words it as a condition"""

    name: Ident
    params: tuple[Param, ...]
    result: TypeExpr
    body: Expr | Block
    sentences: Sentences = Sentences()
    source: SourceClause | None = None


class EffectDecl(Node, frozen=True):
    """`nests`: it `may nest`, that is call itself, also through others"""

    name: Ident
    params: tuple[Param, ...]
    result: TypeExpr | None
    sentences: Sentences
    body: Block
    source: SourceClause | None = None
    nests: bool = False


class EventOrder(Node, frozen=True):
    """how: `by` (a player says which card answers first), `from` (seat order from a player); `prompt`: the question"""

    how: str
    player: Expr
    prompt: Text | None


class ScenarioDecl(Node, frozen=True):
    """Steps with their own effects, and the texts of the booklet before, after and between them."""

    name: Ident
    title: Text | None
    steps: tuple[ScenarioStep, ...]
    helpers: tuple[EffectDecl, ...] = ()
    source: SourceClause | None = None
    why: Text | None = None
    so: Text | None = None
    asides: tuple[Aside, ...] = ()


class EventDecl(Node, frozen=True):
    """`event died(c: Creature) may nest queued ordered by active "What comes first?"`; `text` says when it happens"""

    name: Ident
    params: tuple[Param, ...]
    nests: bool
    queued: bool
    order: EventOrder | None
    sentences: Sentences = Sentences()
    source: SourceClause | None = None


class CardField(Node, frozen=True):
    """`at_once: Bool = no` in a card type; `text`: the text of cards for which it is yes"""

    name: Ident
    type: TypeExpr
    default: Expr | None
    text: Text | None = None
    unprinted: bool = False


class AbilitySignature(Node, frozen=True):
    """`playable(p: Player) -> Bool = yes` (pure: has a result) or `play(p: Player)` (an effect) in a card type"""

    name: Ident
    params: tuple[Param, ...]
    result: TypeExpr | None
    default: Expr | Block | None
    nests: bool = False


class CardTypeDecl(Node, frozen=True):
    """`cardtype Job "jobs":` and its fields and abilities; `title` names the cards that have no title of their own"""

    name: Ident
    label: Text | None
    members: tuple[CardField | AbilitySignature, ...]
    source: SourceClause | None = None
    title: Text | None = None


class FieldValue(Node, frozen=True):
    """`number = 11` in a card"""

    name: Ident
    value: Expr | Text


class AbilityBody(Node, frozen=True):
    """`playable(p) = expression` or `play(p):` and a block, in a card"""

    name: Ident
    params: tuple[Ident, ...]
    body: Expr | Block


class Listener(Node, frozen=True):
    """`on arrives(t, r, c) while in beneath[t] when condition:`; `instead`: in place of the body of the event"""

    event: Ident
    params: tuple[Ident, ...]
    place: Expr | None
    when: Expr | None
    instead: bool
    body: Block


class CardDecl(Node, frozen=True):
    """`card Action theft "Theft in {c}" for c in Continent where ... x4:`; `printed`: that of an `x many` card."""

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


class SetupDecl(Node, frozen=True):
    body: Block
    source: SourceClause | None = None


class PlayDecl(Node, frozen=True):
    """`play at most 20_000:`"""

    limit: Expr
    body: Block
    source: SourceClause | None = None


class OutcomeLine(Node, frozen=True):
    """kind: `most`, `least`; `won` for the condition under which all win"""

    kind: str
    value: Expr


class OutcomeDecl(Node, frozen=True):
    """`outcome for p:` and lines, the first decides, the rest break ties; without a player `outcome together:`"""

    player: Ident | None
    lines: tuple[OutcomeLine, ...]
    source: SourceClause | None = None


class ValueDecl(Node, frozen=True):
    """`value of p = expression`"""

    player: Ident
    value: Expr
    source: SourceClause | None = None


class MeasureDecl(Node, frozen=True):
    """`measure name of p "title" = expression`; without a player it is one figure for the whole game"""

    name: Ident
    player: Ident | None
    title: Text | None
    value: Expr


class Passage(Node, frozen=True):
    """Words that an amendment has put into a chapter, or has left out; `first` and `end` are where, in its prose now

    Of words that a later amendment has replaced, the place of those that stand there instead.
    """

    text: Text | None
    first: int
    end: int


class ChapterDecl(Node, frozen=True):
    """A chapter of prose; `prose` is the text between the triple quotes without its common indentation

    `passages` are those that changes have reworded.
    """

    name: Ident
    title: Text | None
    prose: str
    source: SourceClause | None = None
    passages: tuple[Passage, ...] = ()


# changes


class AmendStmt(Node, frozen=True):
    """`amend path: old -> new`; old is None if the base is expected to be empty; only a `given` has indices"""

    path: tuple[Ident, ...]
    indices: tuple[Expr, ...]
    old: Expr | Text | None
    new: Expr | Text | None


class ReplaceStmt(Node, frozen=True):
    """`replace` and a declaration, or `replace Action.theft.playable(p) = ...` (path and body).

    `replace Action.theft on arrives(t): ...` has the card's path and the listener.
    """

    path: tuple[Ident, ...]
    params: tuple[Ident, ...]
    body: Expr | Block | Listener | Decl


class RemoveStmt(Node, frozen=True):
    """`remove path`, or `remove invariant "title"` (the path is that word)"""

    path: tuple[Ident, ...]
    title: Text | None = None


class AddStmt(Node, frozen=True):
    """`add` and a declaration, or `add Action.theft on arrives(t): ...` (path and listener)"""

    declaration: Decl | Listener
    path: tuple[Ident, ...] = ()


class StackedStmt(Node, frozen=True):
    """`before turn(p):` or `after turn(p):` and a block, `restrict` or `allow can_move(p):` and a condition

    Several changes may add to the same rule.
    """

    kind: str
    name: Ident
    params: tuple[Ident, ...]
    body: Block | Expr

    @property
    def path(self) -> tuple[Ident, ...]:
        """The path of the rule, as in other amendments."""
        return (self.name,)


Amendment = AmendStmt | ReplaceStmt | RemoveStmt | AddStmt | StackedStmt


class ChangeDecl(Node, frozen=True):
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


class Comment(Node, frozen=True):
    """`# text`; `alone` when nothing else stands on its line"""

    text: str
    alone: bool


class SourceTree(Node, frozen=True):
    """One source file: its declarations in order and its comments in order"""

    source: SourceFile
    declarations: tuple[Decl, ...]
    comments: tuple[Comment, ...] = ()
