"""What a name means at a place: locals by block, the game's declarations, and what is known to be present."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from regelwerk_dsl.diagnostics import Diagnostics, Label
from regelwerk_dsl.grammar.keywords import FOREIGN_FUNCTIONS, FOREIGN_WORDS
from regelwerk_dsl.source import Span
from regelwerk_dsl.suggest import nearest as suggest

from ..model import tree
from ..model.symbols import EnumSymbol, Game, LocalSymbol
from ..model.types import ErrorType, MemberType, OptionalType, Type, describe, strip_optional

Path = tuple[object, ...]
PLAYER_NAMES = frozenset("ABCDEFGH")  # of scenarios
MOST_LABELS = 3  # of one message
MOST_COMPARED = 1_000  # messages among which the same is looked for


class Trial(Diagnostics):
    """Messages that nobody reads: what is resolved will be resolved once more."""


@dataclass(slots=True)
class Scope:
    """The resolver's surroundings; one for each callable."""

    game: Game
    diagnostics: Diagnostics
    frames: list[dict[str, LocalSymbol]] = field(default_factory=lambda: [{}])
    locals: list[LocalSymbol] = field(default_factory=list)
    present: frozenset[Path] = frozenset()
    blamed: set[Path] = field(default_factory=set)  # what is reported as perhaps none; once is enough
    scenario: bool = False  # card names are values here

    def find_local(self, name: str) -> LocalSymbol | None:
        for frame in reversed(self.frames):
            if name in frame:
                return frame[name]
        return None

    def bind(self, name: str, type_: Type, span: Span, doubled: str = "choose another name") -> LocalSymbol:
        """A new local in the innermost block. Hiding an outer local is an error (E0202); `doubled` is its help."""
        before = self.find_local(name)
        if before is not None:
            self.doubled()
            self.diagnostics.report(
                "E0202",
                span,
                f"`{name}` is already a name here",
                note="bound again",
                labels=(Label(before.span, "bound first here"),),
                help=doubled,
            )
        local = LocalSymbol(name, type_, span)
        self.frames[-1][name] = local
        self.locals.append(local)
        return local

    def hidden(self, name: str, type_: Type, span: Span) -> LocalSymbol:
        """A local that the author did not name."""
        local = LocalSymbol(name, type_, span)
        self.locals.append(local)
        return local

    @contextmanager
    def block(self) -> Iterator[None]:
        """A block of its own: names and what is known to be present end with it."""
        self.frames.append({})
        before = self.present
        try:
            yield
        finally:
            self.frames.pop()
            self.present = before

    @contextmanager
    def knowing(self, paths: frozenset[Path]) -> Iterator[None]:
        before = self.present
        self.present = before | paths
        try:
            yield
        finally:
            self.present = before

    def forget(self, local: LocalSymbol) -> None:
        """An assignment takes away what was known of a local."""
        self.present = frozenset(path for path in self.present if path[0] is not local)

    # ---- messages shared by the resolvers

    def unknown(self, name: str, span: Span, kind: str, candidates: list[str], code: str = "E0201") -> None:
        """A name that nothing declares. At other places it is no message of its own, but a label of the first.

        Where a name is declared twice, a missing one that is like no other was probably meant by the second: then the
        first message is enough.
        """
        message = f"there is no {kind} `{name}`"
        if name in self.game.lost or name in self.game.doubled or self._also_here(code, message, span):
            return
        near = suggest(name, candidates)
        beside = near is None or near in self.game.doubled
        if beside and self.game.excuses and not isinstance(self.diagnostics, Trial):
            self.game.excuses -= 1
            self.game.lost.add(name)
            return
        self.diagnostics.report(
            code,
            span,
            message,
            note="not declared",
            help=f"did you mean `{near}`?" if near else self._why_unknown(name, kind),
        )

    def _why_unknown(self, name: str, kind: str) -> str:
        """What to do about a name that is like no other, where it is known what was meant."""
        if kind == "member of Player" or (name in PLAYER_NAMES and not self.scenario):
            return "players have names in scenarios only; rules begin with one by `roll Player` in `setup`"
        if name in self.game.cards and not self.scenario:
            return "rules ask cards for their fields and abilities; only scenarios name cards"
        return FOREIGN_WORDS.get(name) or FOREIGN_FUNCTIONS.get(name, "")

    def doubled(self) -> None:
        """Something has the name of something else: the name that it should have had will be missing somewhere."""
        if not isinstance(self.diagnostics, Trial):
            self.game.excuses += 1

    def _also_here(self, code: str, message: str, span: Span) -> bool:
        """Whether the same is said already at another place, which then is labelled with this one."""
        items = self.diagnostics.items
        if len(items) > MOST_COMPARED:
            return False
        for number, before in enumerate(items):
            if before.code == code and before.message == message:
                if len(before.labels) < MOST_LABELS and before.span != span:
                    items[number] = replace(before, labels=(*before.labels, Label(span, "here too")))
                return True
        return False

    def wrong_type(self, span: Span, found: Type, wanted: str, help: str = "") -> None:
        if isinstance(found, ErrorType):
            return
        self.diagnostics.report("E0301", span, f"{wanted} is wanted here, and this is {describe(found)}", help=help)

    def enum(self, type_: Type) -> EnumSymbol | None:
        inner = strip_optional(type_)
        return self.game.enums.get(inner.enum) if isinstance(inner, MemberType) else None


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
    if isinstance(value.type, OptionalType):
        path = path_of(value)
        if path is not None and (path in scope.present or path in scope.blamed):
            return value.type.inner
    return value.type
