"""Surroundings of what is resolved: locals by block, symbols on demand, and what is known to be present."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from regelwerk_dsl import syntax as syn
from regelwerk_dsl.diagnostics import Diagnostics, Label
from regelwerk_dsl.grammar.keywords import FOREIGN_FUNCTIONS, FOREIGN_WORDS
from regelwerk_dsl.source import Span
from regelwerk_dsl.suggest import nearest

from ..declare.collect import Declarations
from ..model import tree
from ..model.symbols import (
    CallableSymbol,
    CardTypeSymbol,
    EnumField,
    EnumSymbol,
    Game,
    LocalSymbol,
    StateSymbol,
    UnitSymbol,
)
from ..model.types import ERROR, ErrorType, MemberType, OptionalType, Type, describe, strip_optional
from .demand import OnDemand

Path = tuple[object, ...]
ALL = "all"  # the one name of what is resolved as a whole
PLAYER_NAMES = frozenset("ABCDEFGH")  # of scenarios


@dataclass(slots=True)
class Resolver:
    """What all scopes of a resolution share: the game so far and its symbols on demand."""

    table: Declarations
    game: Game
    diagnostics: Diagnostics
    units: OnDemand[str, UnitSymbol] = field(init=False)
    enums: OnDemand[str, EnumSymbol] = field(init=False)
    columns: OnDemand[tuple[str, str], EnumField] = field(init=False)  # of tables, with their types
    cells: OnDemand[tuple[str, str], EnumField] = field(init=False)  # of tables, with their values too
    card_types: OnDemand[str, CardTypeSymbol] = field(init=False)
    players: OnDemand[str, tuple[int, int]] = field(init=False)  # one entry: how many may play
    numbering: OnDemand[str, int] = field(init=False)  # one entry: how many cards there are, when all are numbered
    state: OnDemand[str, StateSymbol] = field(init=False)
    defines: OnDemand[str, CallableSymbol] = field(init=False)
    effects: OnDemand[str, CallableSymbol] = field(init=False)
    events: OnDemand[str, CallableSymbol] = field(init=False)
    bodies: OnDemand[str, tree.TBlock] = field(init=False)  # of defines
    expression: Callable[[Scope, syn.Expr, Type | None], tree.TExpr] = field(init=False)
    statement: Callable[[Body, syn.Stmt], tree.TBlock] = field(init=False)


@dataclass(slots=True)
class Scope:
    """What a name means at a place; one for each callable.

    Attributes:
        resolver: what is declared.
        frames: the locals of the blocks around the place, the outermost first.
        locals: all locals of the callable.
        present: the paths that are known not to be none here.
        scenario: whether names of cards are values.
        fixed: whether only fixed values stand here, so that variables of the state have no meaning.
    """

    resolver: Resolver
    frames: list[dict[str, LocalSymbol]] = field(default_factory=lambda: [{}])
    locals: list[LocalSymbol] = field(default_factory=list)
    present: frozenset[Path] = frozenset()
    scenario: bool = False
    fixed: bool = False

    @property
    def game(self) -> Game:
        return self.resolver.game

    @property
    def diagnostics(self) -> Diagnostics:
        return self.resolver.diagnostics

    def find_local(self, name: str) -> LocalSymbol | None:
        return next((frame[name] for frame in reversed(self.frames) if name in frame), None)

    def bind(self, name: str, type_: Type, span: Span, again: str = "choose another name") -> LocalSymbol:
        """A new local in the innermost block. Hiding an outer local is an error (E0202); `again` is its help."""
        before = self.find_local(name)
        if before is not None:
            labels = (Label(before.span, "bound first here"),)
            what = f"`{name}` is already a name here"
            self.diagnostics.report("E0202", span, what, note="bound again", labels=labels, help=again)
        local = self.hidden(name, type_, span)
        self.frames[-1][name] = local
        return local

    def hidden(self, name: str, type_: Type, span: Span) -> LocalSymbol:
        """A local that the author did not name."""
        local = LocalSymbol(name, type_, span)
        self.locals.append(local)
        return local

    @contextmanager
    def block(self, known: frozenset[Path] = frozenset()) -> Iterator[None]:
        """A block of its own: names and what is known to be present end with it."""
        self.frames.append({})
        try:
            with self.knowing(known):
                yield
        finally:
            self.frames.pop()

    @contextmanager
    def knowing(self, paths: frozenset[Path]) -> Iterator[None]:
        """What is known to be present besides, for a while."""
        before = self.present
        self.present = before | paths
        try:
            yield
        finally:
            self.present = before

    def forget(self, local: LocalSymbol) -> None:
        """An assignment takes away what was known of a local."""
        self.present = frozenset(path for path in self.present if path[0] is not local)

    # ---- symbols

    def state(self, name: str) -> StateSymbol | None:
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

    def card_type(self, name: str) -> CardTypeSymbol:
        """A card type with its fields and abilities; some may be missing while they are resolved themselves."""
        return self.resolver.card_types.get(name) or self.game.card_types[name]

    def numbered(self, name: str) -> CardTypeSymbol:
        """A card type with the numbers of its cards."""
        self.resolver.numbering.get(ALL)
        return self.game.card_types[name]

    @property
    def copies(self) -> int:
        """How many cards there are."""
        self.resolver.numbering.get(ALL)
        return self.game.copies

    def is_poisoned(self, name: str) -> bool:
        """Whether the declaration of a name has an error, which is reported there."""
        return name in self.game.poisoned

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
        """Reports an error; what comes back stands for the expression and is absorbed by all that it is part of."""
        span = node if isinstance(node, Span) else node.span
        self.diagnostics.report(code, span, message, note=note, labels=labels, help=help)
        return tree.Const(0, type=ERROR, span=span)

    def unknown(self, name: str, span: Span, kind: str, candidates: list[str], code: str = "E0201") -> tree.TExpr:
        """A name that nothing declares: one message, and a label for each further place.

        Where something is declared twice, a missing name that is like no other was probably meant by the second: then
        it is a label of that message.
        """
        message, poison = f"there is no {kind} `{name}`", tree.Const(0, type=ERROR, span=span)
        if self.is_poisoned(name):
            return poison
        near, cause = nearest(name, candidates), (code, message)
        if near is None or self.is_poisoned(near):
            missing = Label(span, f"`{name}` is declared nowhere: is it meant by one of the two?")
            if self.diagnostics.explain(cause, "E0202", missing):
                return poison
        help_ = f"did you mean `{near}`?" if near else self._why_unknown(name, kind)
        self.diagnostics.report_once(cause, code, span, message, note="not declared", help=help_)
        return poison

    def _why_unknown(self, name: str, kind: str) -> str:
        """What to do about a name that is like no other, where it is known what was meant."""
        if kind == "member of Player" or (name in PLAYER_NAMES and not self.scenario):
            return "players have names in scenarios only; rules begin with one by `roll Player` in `setup`"
        if name in self.game.cards and not self.scenario:
            return "rules ask cards for their fields and abilities; only scenarios name cards"
        return FOREIGN_WORDS.get(name) or FOREIGN_FUNCTIONS.get(name, "")

    def wrong_type(self, span: Span, found: Type, wanted: str, help: str = "") -> tree.TExpr:
        """E0301, unless what is found is an error already."""
        if isinstance(found, ErrorType):
            return tree.Const(0, type=ERROR, span=span)
        return self.error(span, "E0301", f"{wanted} is wanted here, and this is {describe(found)}", help=help)


@dataclass(slots=True)
class Body:
    """Where statements stand: in which callable, pure or not, in how many loops."""

    scope: Scope
    owner: CallableSymbol
    pure: bool
    result: Type | None
    loops: list[tree.Loop] = field(default_factory=list)
    depth: int = 0
    sites: int = 0
    luck: dict[str, int] = field(default_factory=dict)
    players: list[LocalSymbol] = field(default_factory=list)


def path_of(value: tree.TExpr) -> Path | None:
    """The stable path of an expression that cannot change behind the author's back: a local and its fields."""
    match value:
        case tree.LocalRef(local):
            return (local,)
        case tree.EnumFieldRead(_, name, base) | tree.CardFieldRead(_, name, base):
            inner = path_of(base)
            return None if inner is None else (*inner, name)
        case _:
            return None


def known_type(scope: Scope, value: tree.TExpr) -> Type:
    """The type of an expression, without `none` where it has been tested."""
    if isinstance(value.type, OptionalType) and path_of(value) in scope.present:
        return value.type.inner
    return value.type
