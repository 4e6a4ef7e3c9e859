"""Scopes: locals by block, the paths that are known to be present, and the symbols of the game, resolved on demand."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator
from contextlib import contextmanager
from typing import Generic, TypeVar

from msgspec import Struct, field
from regelwerk_dsl import syntax as syn
from regelwerk_dsl.diagnostics import Diagnostics, Label
from regelwerk_dsl.grammar.keywords import FOREIGN_FUNCTIONS, FOREIGN_WORDS, NUMERALS
from regelwerk_dsl.source import Span

from ..declare.collect import Declarations
from ..model import symbols as sym
from ..model import tree
from ..model.enums import EnumField, EnumSymbol
from ..model.types import ErrorType, IntType, MemberType, OptionalType, Type, describe, lies_in, strip_optional
from ..primitives import table as prim
from .nodes import Path, error_at, path_of
from .unchanged import Unchanged

ALL = "all"  # the one name of what is resolved as a whole
LONGEST_CHAIN = 100  # of declarations of one kind that each need the next
PLAYER_NAMES = frozenset("ABCDEFGH")  # of scenarios

K = TypeVar("K", bound=Hashable)
S = TypeVar("S")


class OnDemand(Struct, Generic[K, S]):
    """The symbols of one kind by name: each is made once, when it is first asked for.

    Attributes:
        declared: the names that are declared.
        found: the symbols that are made.
        make: makes the symbol of a name; it may ask for other symbols.
        report_cycle: is called with a name whose symbol needs itself, directly or through others.
        report_chain: is called with a name that ends too long a chain of symbols that each need the next.
    """

    declared: Collection[K]
    found: dict[K, S]
    make: Callable[[K], S]
    report_cycle: Callable[[K], None]
    report_chain: Callable[[K], None] = lambda name: None
    _under_way: set[K] = field(default_factory=set)

    def get(self, name: K) -> S | None:
        """The symbol; None for a name that is not declared, or whose symbol is being made at the moment."""
        missing = name not in self.found and name in self.declared
        if missing and name in self._under_way:
            self.report_cycle(name)
        elif missing and len(self._under_way) >= LONGEST_CHAIN:
            self.report_chain(name)
        elif missing:
            self._under_way.add(name)
            try:
                self.found[name] = self.make(name)
            finally:
                self._under_way.discard(name)
        return self.found.get(name)

    def __contains__(self, name: object) -> bool:
        return name in self.found or name in self.declared

    def __iter__(self) -> Iterator[K]:
        """All names in the order of their declarations."""
        return iter(dict.fromkeys((*self.declared, *self.found)))

    def settle(self) -> None:
        """Makes every symbol and puts them in the order of their declarations."""
        for name in self.declared:
            self.get(name)
        symbols = {name: self.found[name] for name in self}
        self.found.clear()
        self.found.update(symbols)


class Resolver:
    """The data that all scopes share: the game so far, and its symbols, resolved on demand.

    Attributes:
        unchanged: what is taken over from another game.
    """

    units: OnDemand[str, sym.UnitSymbol]
    enums: OnDemand[str, EnumSymbol]
    columns: OnDemand[tuple[str, str], EnumField]  # of tables, with their types
    cells: OnDemand[tuple[str, str], EnumField]  # of tables, with their values too
    card_types: OnDemand[str, sym.CardTypeSymbol]
    players: OnDemand[str, tuple[int, int]]  # one entry: how many may play
    numbering: OnDemand[str, int]  # one entry: how many cards there are, when all are numbered
    state: OnDemand[str, sym.StateSymbol]
    defines: OnDemand[str, sym.CallableSymbol]
    effects: OnDemand[str, sym.CallableSymbol]
    events: OnDemand[str, sym.CallableSymbol]
    bodies: OnDemand[str, tree.TBlock]  # of defines
    expression: Callable[[Scope, syn.Expr, Type | None], tree.TExpr]
    statement: Callable[[Body, syn.Stmt], tree.TBlock]

    def __init__(self, table: Declarations, game: sym.Game, diagnostics: Diagnostics, unchanged: Unchanged) -> None:
        self.table, self.game, self.diagnostics, self.unchanged = table, game, diagnostics, unchanged


class Scope(Struct):
    """The meaning of names at a place; there is one scope for each callable.

    Attributes:
        resolver: what is declared.
        frames: the locals of the blocks around the place, the outermost first.
        locals: all locals of the callable.
        present: the paths that are known not to be none here.
        unsure: the locals that were known not to be none before a loop that assigns them.
        scenario: whether names of cards are values.
        fixed: whether only constants are allowed here, so that variables of the state have no meaning.
        measure: the name of the measure that is resolved, if it is one of the whole game, which names no player; else
        "".
        chosen: the names that a choice gives to what is chosen, while the player who chooses is looked up.
    """

    resolver: Resolver
    frames: list[dict[str, sym.LocalSymbol]] = field(default_factory=lambda: [{}])
    locals: list[sym.LocalSymbol] = field(default_factory=list)
    present: frozenset[Path] = frozenset()
    unsure: set[sym.LocalSymbol] = field(default_factory=set)
    scenario: bool = False
    fixed: bool = False
    measure: str = ""
    chosen: frozenset[str] = frozenset()

    @property
    def game(self) -> sym.Game:
        return self.resolver.game

    @property
    def diagnostics(self) -> Diagnostics:
        return self.resolver.diagnostics

    def find_local(self, name: str) -> sym.LocalSymbol | None:
        for frame in reversed(self.frames):  # called for nearly every name
            if name in frame:
                return frame[name]
        return None

    def bind(self, name: str, type_: Type, span: Span, again: str = "choose another name") -> sym.LocalSymbol:
        """A new local in the innermost block. Hiding an outer local is an error (E0202); `again` is its help."""
        before = self.find_local(name)
        if before is not None:
            labels = (Label(before.span, "bound first here"),)
            what = f"`{name}` is already a name here"
            self.diagnostics.report("E0202", span, what, note="bound again", labels=labels, help=again)
        local = self.hidden(name, type_, span)
        self.frames[-1][name] = local
        return local

    def hidden(self, name: str, type_: Type, span: Span) -> sym.LocalSymbol:
        """A local that the author did not name."""
        local = sym.LocalSymbol(name, type_, span)
        self.locals.append(local)
        return local

    @contextmanager
    def block(self, known: frozenset[Path] = frozenset()) -> Iterator[None]:
        """A block in which paths are known to be present; its names and what is known end with it."""
        before = self.present
        self.present = before | known
        self.frames.append({})
        try:
            yield
        finally:
            self.frames.pop()
            self.present = before

    def forget(self, local: sym.LocalSymbol) -> None:
        """Forgets what is known of a local that is assigned."""
        self.present = frozenset(path for path in self.present if path[0] is not local)

    # ---- symbols

    def state(self, name: str) -> sym.StateSymbol | None:
        """A variable of the state, where one may stand."""
        return None if self.fixed else self.resolver.state.get(name)

    def is_state(self, name: str) -> bool:
        return not self.fixed and name in self.resolver.state

    def zones(self) -> list[str]:
        """The names of all piles and places."""
        return [name for name in self.resolver.state if (var := self.state(name)) is not None and var.zone]

    def enum(self, type_: Type) -> EnumSymbol | None:
        """The enum of a member, or of a member or none."""
        inner = strip_optional(type_)
        return self.game.enums.get(inner.enum) if isinstance(inner, MemberType) else None

    def card_type(self, name: str) -> sym.CardTypeSymbol:
        """A card type with its fields and abilities; some may be missing while they are resolved themselves."""
        return self.resolver.card_types.get(name) or self.game.card_types[name]

    def numbered(self, name: str) -> sym.CardTypeSymbol:
        """A card type with the numbers of its cards."""
        self.resolver.numbering.get(ALL)
        return self.game.card_types[name]

    @property
    def copies(self) -> int:
        """The number of cards."""
        self.resolver.numbering.get(ALL)
        return self.game.copies

    def is_reported(self, name: str) -> bool:
        """True if an error about a name has been reported, so that mentions of it are not reported again."""
        return name in self.game.reported

    # ---- messages

    def error(
        self,
        node: syn.Node | Span,
        code: str,
        message: str,
        *,
        note: str = "",
        labels: tuple[Label, ...] = (),
        help: str = "",
    ) -> tree.TExpr:
        """Reports an error; returns an expression of the poison type, which everything that contains it absorbs."""
        span = node if isinstance(node, Span) else node.span
        self.diagnostics.report(code, span, message, note=note, labels=labels, help=help)
        return error_at(span)

    def unknown(self, name: str, span: Span, kind: str, candidates: Iterable[str], code: str = "E0201") -> tree.TExpr:
        """A name that nothing declares: one message, and a label for each further place.

        If something is declared twice, a missing name that resembles no other was probably meant by the second
        declaration: then it becomes a label of that message.
        """
        message, poison = f"there is no {kind} `{name}`", error_at(span)
        if self.is_reported(name):
            return poison
        family = self.game.cards.get(name) if self.scenario else None
        if family is not None and family.binders and family.members:
            there = [member.key for member in family.members if member.copies]
            cause = (code, f"`{name}` is a family of cards")
            help_ = f"name one of them, such as `{there[0]}`" if there else ""
            if len(there) < len(family.members):
                help_ = "; ".join([*([help_] if help_ else []), "cards with 0 copies are left out"])
            self.diagnostics.report_once(cause, code, span, cause[1], note="no card", help=help_)
            return poison
        near, cause = self.diagnostics.nearest(name, candidates), (code, message)
        if near is None or self.is_reported(near):
            missing = Label(span, f"`{name}` is not declared: is it meant by one of the two?")
            if self.diagnostics.explain(cause, "E0202", missing):
                return poison
        help_ = f"did you mean `{near}`?" if near else self._why_unknown(name, kind)
        note = "holds no cards" if kind == "pile or place" and name in self.resolver.table.state else "not declared"
        self.diagnostics.report_once(cause, code, span, message, note=note, help=help_)
        return poison

    def _why_unknown(self, name: str, kind: str) -> str:
        """Advice on a name that resembles no other, if its meaning is known."""
        if self.scenario and kind in ("member of Player", "player"):
            return "name all players at the beginning: `given players A, B, C`"
        if name in self.chosen:
            return f"`{name}` is what is chosen: `by` names a player who is known before, such as `p` of `(p: Player)`"
        if kind == "member of Player" and self.measure:
            return (
                f"a measure that has a value for each player names the player: write `measure {self.measure} of {name}`"
            )
        if kind == "member of Player" or (name in PLAYER_NAMES and not self.scenario):
            return "players have names in scenarios only; rules begin with `Player.first`, or `roll Player` in `setup`"
        if self.scenario and name in ("finished", "over", "end"):
            return "to say that the game is over, write `expect finish`"
        if self.scenario and name in self.game.cards:
            has_copies = any(member.copies for member in self.game.cards[name].members)
            return f"`{name}` is {'a card' if has_copies else 'left out, since there are 0 copies of it'}"
        if name in self.game.cards and not self.scenario:
            return "rules ask cards for their fields and abilities; only scenarios name cards"
        if name in self.resolver.table.measures:
            return f"`{name}` is a measure, which rules cannot read: give its value a name with `define`"
        if name in NUMERALS:
            return f"numbers are written in figures: `{NUMERALS[name]}`"
        return FOREIGN_WORDS.get(name) or FOREIGN_FUNCTIONS.get(name, "")

    def wrong_type(self, span: Span, found: Type, wanted: str, help: str = "") -> tree.TExpr:
        """E0301, unless what was found is an error already."""
        if isinstance(found, ErrorType):
            return error_at(span)
        return self.error(span, "E0301", f"expected {wanted}, but this is {describe(found)}", help=help)


class Body(Struct):
    """The context of statements: the callable, whether it is pure, and the loops around them."""

    scope: Scope
    owner: sym.CallableSymbol
    pure: bool
    result: Type | None
    loops: list[tree.Loop] = field(default_factory=list)
    depth: int = 0
    sites: int = 0
    said: int = 0
    luck: dict[str, int] = field(default_factory=dict)
    players: list[sym.LocalSymbol] = field(default_factory=list)


def known_type(scope: Scope, value: tree.TExpr) -> Type:
    """The type of an expression, without `none` where it has been tested, or where it cannot be."""
    if isinstance(value.type, OptionalType) and (path_of(value) in scope.present or _exists(scope.game, value)):
        return value.type.inner
    return value.type


def _exists(game: sym.Game, value: tree.TExpr) -> bool:
    """True for a member of a product of all combinations whose parts cannot lie outside."""
    if not isinstance(value, tree.Op) or value.primitive is not prim.PRODUCT_MEMBER:
        return False
    symbol = game.enums[str(value.fixed[0])]
    size = 1
    for part, (_, type_) in zip(value.operands, symbol.components, strict=True):
        enum = game.enums.get(type_.enum) if isinstance(type_, MemberType) else None
        inside = (
            isinstance(part.type, IntType) and enum is not None and lies_in(part.type, IntType(enum.low, enum.high))
        )
        if enum is None or not (part.type == type_ or inside):
            return False
        size *= enum.size
    return symbol.size == size
