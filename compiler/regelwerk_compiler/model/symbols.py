"""Symbols: every declared thing of a game with its span, its types and its resolved parts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from msgspec import Struct, field
from regelwerk_dsl import syntax as syn
from regelwerk_dsl.grammar.inserts import ExampleInsert, Insert, PictureInsert
from regelwerk_dsl.source import Span

from .enums import EnumSymbol, Value
from .types import CardType, ErrorType, MemberType, PerType, Type

if TYPE_CHECKING:
    from . import tree


class UnitSymbol(Struct):
    name: str
    low: int
    high: int
    span: Span


class StateSymbol(Struct):
    """A declared variable. With `zone` set it holds cards: `first` is then its first pile or place.

    Attributes:
        while_in: the names of the piles and places in which the card of the first index has a value of its own;
            elsewhere it has the first value. Empty: everywhere.
    """

    name: str
    dims: list[MemberType | CardType]
    type: Type
    decl: syn.StateVar
    span: Span
    zone: str = ""  # "", "pile", "place"
    first: int = 0
    initial: tree.TExpr | None = None
    seen: tuple[str, str] = ("all", "")
    seen_dims: tuple[int, ...] = ()
    remembered: bool = False  # the players of `seen` are not shown it, but could have noted it
    refill: str | None = None
    while_in: tuple[str, ...] = ()

    @property
    def element_type(self) -> Type:
        """The type of one value: of a `per`, that of one member."""
        return self.type.value if isinstance(self.type, PerType) else self.type

    @property
    def all_dims(self) -> list[MemberType | CardType]:
        """The types of its indices, that of the key of a `per` last."""
        return [*self.dims, self.type.key] if isinstance(self.type, PerType) else self.dims


class ParamSymbol(Struct):
    name: str
    type: Type
    span: Span


class CallableSymbol(Struct, eq=False):
    """A define, an effect, an event, a measure, or one body of an ability.

    Attributes:
        statements: those of its body, when it is resolved.
        nests: it may begin while it is already under way.
        queued: an event that waits until the effect under way has ended.
        scenario: the one that it belongs to; "" for what is the game's.
        nodes: all nodes of its body, once `nodes_of` has listed them.
        later: resolves the body when it is first needed; None if it is resolved.
    """

    name: str
    kind: str  # define, effect, event, ability, listener, frame, measure, scenario
    params: list[ParamSymbol]
    result: Type | None
    span: Span
    decl: syn.Node | None = None
    cites: tuple[str, ...] = ()
    statements: tree.TBlock | None = None
    locals: list[LocalSymbol] = field(default_factory=list)
    this: LocalSymbol | None = None
    binders: list[LocalSymbol] = field(default_factory=list)
    param_locals: list[LocalSymbol] = field(default_factory=list)
    owner: CardSymbol | None = None
    texts: dict[str, tree.TypedText] = field(default_factory=dict)  # its sentences, resolved: says, offer, text
    nests: bool = False
    queued: bool = False
    scenario: str = ""
    nodes: list[object] = field(default_factory=list)
    later: Callable[[], object] | None = None

    @property
    def body(self) -> tree.TBlock | None:
        """The body, which is resolved now if it waited; None before that."""
        if self.later is not None:
            later, self.later = self.later, None
            later()
        return self.statements

    @body.setter
    def body(self, statements: tree.TBlock) -> None:
        self.statements = statements

    @property
    def offered(self) -> tree.TypedText | None:
        """Its wording as an option: its offer, else its text, else its `says`."""
        return self.texts.get("offer") or self.texts.get("text") or self.texts.get("says")

    @property
    def parameters(self) -> list[LocalSymbol]:
        """Its parameters, the card of an ability first."""
        return ([self.this] if self.this is not None else []) + self.param_locals

    def bound(self, arguments: Iterable[tree.TExpr]) -> dict[LocalSymbol, tree.TExpr]:
        """The arguments of a call by its parameters."""
        return dict(zip(self.param_locals, arguments, strict=True))

    @property
    def label(self) -> str:
        """Its name in logs and errors: `sell`, `theft.play`, `measure.money`."""
        return f"{self.owner.name}.{self.name}" if self.owner else ".".join(self.path)

    @property
    def family_label(self) -> str:
        """The label under the name of the card's family, which a member by itself keeps: `theft.play`."""
        return ".".join(self.path)

    @property
    def declared(self) -> str:
        """The name of its declaration: its own, or that of the card or the card type that it belongs to."""
        return self.owner.family if self.owner is not None else self.name

    @property
    def path(self) -> tuple[str, ...]:
        """The names in it, with which the ids of its texts begin."""
        if self.scenario:
            return "scenario", self.scenario, self.name
        owner = self.owner.family if self.owner else "measure" if self.kind == "measure" else ""
        return (owner, self.name) if owner else (self.name,)


class LocalSymbol(Struct, eq=False):
    """A parameter, a `let`, a binder. Two with one name in one callable are two symbols."""

    name: str
    type: Type
    span: Span
    assigned: bool = False
    python: str = ""  # its name in emitted code


class AbilitySymbol(Struct):
    """An ability as its card type declares it. Effects have no result."""

    name: str
    params: list[ParamSymbol]
    result: Type | None
    decl: syn.AbilitySignature
    default: CallableSymbol | None = None


class CardFieldSymbol(Struct):
    name: str
    type: Type
    decl: syn.CardField
    default: Value = 0


class MemberSymbol(Struct):
    """One card of a family (or the one card of a plain declaration): its key, binder values, copies and first copy.

    `printed`: how many copies are printed, of a card that is `x many`; None: all.
    """

    key: str
    values: tuple[int, ...]
    copies: int
    printed: int | None = None
    first: int = 0
    fields: dict[str, Value] = field(default_factory=dict)

    @property
    def on_paper(self) -> int:
        return self.copies if self.printed is None else self.printed

    @property
    def numbers(self) -> range:
        """The numbers of its copies."""
        return range(self.first, self.first + self.copies)


class ListenerSymbol(Struct):
    """A listener of a card.

    Attributes:
        acts: its statements, without the tests at their head.
        test: computes whether it would answer now; None if the event does not need that.
    """

    event: str
    decl: syn.Listener
    callable: CallableSymbol
    acts: tree.TBlock
    test: CallableSymbol | None = None
    place: tree.TExpr | None = None
    when: tree.TExpr | None = None


class CardSymbol(Struct):
    """A card, a family with its members, or one member of a family that changes treat by itself.

    Attributes:
        name: its own: `theft`, of a member by itself `theft.asia`.
        family: the name under which it is declared. Dice keys and message ids go by it: whatever changes do to a
            member, its luck and its translations are those of its family.
        title, text: as they are written.
        this, locals: what the slots of its texts may name: the card, and the binders of its family.
        field_binders: the fields whose value is that of a binder, with the binder.
        texts: its `title`, or that of its type, and its `text`, resolved.
        field_texts: the texts that its type gives to fields, by field.
    """

    name: str
    family: str
    card_type: str
    decl: syn.CardDecl | syn.AbilitySignature  # a signature: the card that stands for the type's default
    span: Span
    title: syn.Text | None
    text: syn.Text | None = None
    binders: list[tuple[str, MemberType | ErrorType]] = field(default_factory=list)
    members: list[MemberSymbol] = field(default_factory=list)
    abilities: dict[str, CallableSymbol] = field(default_factory=dict)
    listeners: list[ListenerSymbol] = field(default_factory=list)
    field_spans: dict[str, Span] = field(default_factory=dict)
    field_binders: dict[str, str] = field(default_factory=dict)
    cites: tuple[str, ...] = ()
    this: LocalSymbol | None = None
    locals: list[LocalSymbol] = field(default_factory=list)
    texts: dict[str, tree.TypedText] = field(default_factory=dict)
    field_texts: dict[str, tree.TypedText] = field(default_factory=dict)


class CardTypeSymbol(Struct):
    name: str
    span: Span
    label: syn.Text | None
    title: syn.Text | None = None  # of the cards that have none of their own
    fields: dict[str, CardFieldSymbol] = field(default_factory=dict)
    abilities: dict[str, AbilitySymbol] = field(default_factory=dict)
    cards: list[CardSymbol] = field(default_factory=list)
    first: int = 0
    end: int = 0
    cites: tuple[str, ...] = ()

    @property
    def type(self) -> CardType:
        return CardType(self.name)

    @property
    def endless(self) -> str | None:
        """The first of its cards that is `x many`, if any is."""
        return next((one.key for card in self.cards for one in card.members if one.printed is not None), None)


class InvariantSymbol(Struct):
    title: str
    condition: tree.TExpr
    span: Span
    cites: tuple[str, ...] = ()


class OutcomeLine(Struct):
    kind: str
    value: tree.TExpr
    local: LocalSymbol


class Block(Struct, frozen=True):
    """A paragraph, heading or list of a chapter, or its inserts.

    Attributes:
        id: `chapter.selling.2`; "" if it has no words.
        source: its words with their slots; where it has none, its inserts as they are written.
        span: where it begins.
        text: its words, resolved; None if it has none.
        inserts: what the chapter shows there.
        changes: the places of the amendments that have reworded it, in the order in which they apply.
    """

    id: str
    source: str
    span: Span
    text: tree.TypedText | None = None
    inserts: tuple[Insert, ...] = ()
    changes: tuple[Span, ...] = ()


class Game(Struct):
    """The typed game: all declared things, resolved. What the later stages read."""

    name: str = ""
    title: str = ""
    version: str = ""
    minutes: tuple[int, ...] = ()
    age: int | None = None
    languages: tuple[str, ...] = ("en",)
    players: tuple[int, int] = (2, 2)
    units: dict[str, UnitSymbol] = field(default_factory=dict)
    enums: dict[str, EnumSymbol] = field(default_factory=dict)
    state: dict[str, StateSymbol] = field(default_factory=dict)
    defines: dict[str, CallableSymbol] = field(default_factory=dict)
    effects: dict[str, CallableSymbol] = field(default_factory=dict)
    events: dict[str, CallableSymbol] = field(default_factory=dict)
    card_types: dict[str, CardTypeSymbol] = field(default_factory=dict)
    cards: dict[str, CardSymbol] = field(default_factory=dict)
    setup: CallableSymbol | None = None
    play: CallableSymbol | None = None
    fuel: int = 0
    outcome: list[OutcomeLine] = field(default_factory=list)
    value: tuple[LocalSymbol, tree.TExpr] | None = None
    measures: dict[str, CallableSymbol] = field(default_factory=dict)
    invariants: list[InvariantSymbol] = field(default_factory=list)
    chapters: list[syn.ChapterDecl] = field(default_factory=list)
    prose: dict[str, list[Block]] = field(default_factory=dict)  # the blocks of each chapter
    scenarios: list[syn.ScenarioDecl] = field(default_factory=list)
    changes: list[syn.ChangeDecl] = field(default_factory=list)
    reported: set[str] = field(default_factory=set)  # names with reported errors, whose mentions are not reported again
    folded: list[tuple[Span, frozenset[tuple[str, ...]]]] = field(default_factory=list)
    # constants that were computed from named values: the place of each, and the full names
    piles: int = 1  # the box
    places: int = 0
    copies: int = 0
    evaluated: int = 0  # steps taken to evaluate constants

    def members(self) -> list[tuple[CardTypeSymbol, CardSymbol, MemberSymbol]]:
        """Every card definition in order of its first copy."""
        return [
            (kind, card, member) for kind in self.card_types.values() for card in kind.cards for member in card.members
        ]

    @property
    def inserts(self) -> Iterator[Insert]:
        """Everything that chapters show."""
        return (insert for blocks in self.prose.values() for block in blocks for insert in block.inserts)

    @property
    def examples_shown(self) -> set[str]:
        """The scenarios whose titles stand in some chapter."""
        shown = {insert.name for insert in self.inserts if isinstance(insert, ExampleInsert)}
        return shown | {one.scenario for one in self.inserts if isinstance(one, PictureInsert) and one.scenario}


def dim_size(game: Game, dim: MemberType | CardType) -> int:
    """The number of values of an index; for Player always the greatest number of players."""
    if isinstance(dim, MemberType):
        return game.players[1] if dim.enum == "Player" else game.enums[dim.enum].size
    if dim.name is None:
        return game.copies
    kind = game.card_types[dim.name]
    return kind.end - kind.first


def cites_of(source: syn.SourceClause | None) -> tuple[str, ...]:
    """The statements that a declaration cites."""
    return tuple(ident.name for ident in source.ids) if source else ()
