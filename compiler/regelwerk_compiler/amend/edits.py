"""The steps of a change as edits of the table of declarations: `amend`, `replace`, `remove` and `add`."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeVar, cast

from msgspec import Struct
from msgspec.structs import replace
from regelwerk_dsl import syntax as syn
from regelwerk_dsl.diagnostics import Diagnostics, Label
from regelwerk_dsl.source import Span

from ..declare.collect import NAMESPACES, Declarations, Key, add_declaration, card_at, forget_members
from ..resolve.lookahead import Constants
from .compare import Written, argument_value, substitute, title_of
from .mismatches import fits
from .paths import (
    REMOVED,
    SHAPES,
    Place,
    Steps,
    WithRows,
    append,
    column_of,
    in_columns,
    name_of,
    name_span,
    part_names,
    put,
)
from .targets import Rule, Target, card_field, card_steps, find_cards, find_declared, find_places, names_of, pieces

GONE, ADDED, THERE, NOTHING = "removed", "added", "there", "nothing"

N = TypeVar("N", bound=syn.Node)
Body = syn.Expr | syn.Block


class Edit(Struct):
    """The effect of a step on one thing.

    Attributes:
        key: the full name of the thing, by which its history is kept.
        old, new: what it was and is, in the author's words or as a value.
        old_span: where the old one stands.
        apply: makes the change; False if that fails, after a report.
        whole: whether everything in the thing is changed too.
        kept: what is not, though it is in the thing: sentences that a replaced rule keeps.
        also: other things that are changed with it.
        place: the place that an `amend` writes to.
    """

    key: Key
    old: str | Written
    new: str | Written
    old_span: Span
    apply: Callable[[], bool | None]
    whole: bool = False
    kept: tuple[Key, ...] = ()
    also: tuple[Key, ...] = ()
    place: Place | None = None

    @property
    def related(self) -> tuple[Key, ...]:
        """Other names of the same thing: for a member of a family, that of the family."""
        return ((self.key[0], self.key[-1]),) if len(self.key) > 2 else ()


Edits = list[Edit] | None
"""None: there is nothing of that name. An empty list: an error was reported."""


class EditMaker(Struct):
    """Makes the edits of the steps of one change, for the current declarations.

    Errors: E0907 (another signature), E0908 (something is put where it cannot stand).
    """

    table: Declarations
    constants: Constants
    change: syn.ChangeDecl
    diagnostics: Diagnostics

    def edits(self, step: syn.Amendment) -> Edits:
        """The edits of a step, one for each thing."""
        names = names_of(step)
        match step:
            case syn.AmendStmt():
                places = find_places(self.table, self.constants, names, step.old, step.new, step.indices)
                return (
                    [self._amended(step, place) for place in places if fits(step, place, self.diagnostics)]
                    if places
                    else None
                )
            case syn.RemoveStmt():
                return self._removed(names)
            case syn.AddStmt(declaration=syn.Listener() as listener):
                return [self._added_listener(listener, card.key) for card in self._cards(names, 0)] or None
            case syn.AddStmt(declaration):
                return self._added(cast("syn.Decl", declaration), step.span)
            case syn.ReplaceStmt(body=syn.Listener() as listener):
                return self._other_listeners(self._cards(names, 0), f"on_{listener.event}", lambda _: listener)
            case syn.ReplaceStmt(body=body) if isinstance(body, syn.Decl):
                return self._replaced(body)
            case syn.StackedStmt():
                raise AssertionError("steps that stack are applied after all others")
            case syn.ReplaceStmt(body=body):
                return self._other_body(names, step, cast(Body, body))

    # ---- amend path: old -> new

    def _amended(self, step: syn.AmendStmt, place: Place) -> Edit:
        return Edit(
            place.key,
            place.value,
            step.new,
            place.span,
            lambda: put(self.table, place.steps, place.wrap(step.new)),
            place=place,
        )

    # ---- replace with a declaration

    def _other(self, key: Key, steps: Steps, old: syn.Node, new: syn.Node, new_span: Span) -> Edit:
        """The edit that puts one node in the place of another."""
        old_span, apply = name_span(old), partial(put, self.table, steps, new)
        return Edit(key, f"as in {old_span.where}", f"as in {new_span.where}", old_span, apply)

    def _replaced(self, decl: syn.Decl) -> Edits:
        edits: list[Edit] = []
        for key, new in pieces(self.table, decl):
            found = find_declared(self.table, self.constants, key, type(new))
            if found is None:
                return None
            if not self._has_its_signature(found.node, new):
                return []
            edit = self._other(key, found.steps, found.node, new, name_span(new))
            edit.apply, edit.whole = partial(self._enter, found.steps, self._kept(found.node, new), decl), True
            if isinstance(new, syn.DefineDecl | syn.EffectDecl):
                edit.also = tuple((*key, kind) for kind in _given(new))
                edit.kept = tuple((*key, kind) for kind in part_names(syn.EffectDecl) if kind not in _given(new))
            edits.append(edit)
        return edits

    def _has_its_signature(self, old: syn.Node, new: syn.Node) -> bool:
        """True if a declaration can replace another. Errors: E0907."""
        if isinstance(old, Rule) and isinstance(new, Rule):
            if (type(old), old.params, _result(old)) == (type(new), new.params, _result(new)):
                return True
            span, label = new.name.span, Label(old.name.span, "this is replaced")
            message = f"the parameters or the result of `{new.name}` differ from what it replaces"
            parts = [part for part in (old.name, *old.params, _result(old)) if part is not None]
            line = " ".join(old.span.source.text[old.span.start : parts[-1].span.end].split())
            help = f"keep its first line: `{line}{')' if line.count('(') > line.count(')') else ''}`"
        elif isinstance(old, syn.CardDecl) and isinstance(new, syn.CardDecl) and old.card_type != new.card_type:
            span, label = new.card_type.span, Label(old.card_type.span, "this is replaced")
            message = f"`{new.name}` is a card of the type {old.card_type}"
            help = "a card of another type is a different card: remove the old one and add the new one"
        else:
            return True
        self.diagnostics.report("E0907", span, message, labels=(label,), help=help)
        return False

    def _kept(self, old: syn.Node, new: N) -> N:
        """The new declaration with sentences of the old one, and with its sources if the change has none."""
        if isinstance(new, Rule) and isinstance(old, Rule):
            new = _with(new, sentences=_with(old.sentences, **_given(new)))
        if isinstance(new, syn.MeasureDecl) and isinstance(old, syn.MeasureDecl) and new.title is None:
            new = _with(new, title=old.title)
        return self._citing(new, getattr(old, "source", None))

    def _citing(self, decl: N, source: syn.SourceClause | None = None) -> N:
        """The declaration; one that cites nothing cites what its change cites, else the given source."""
        return _with(decl, source=self.change.source or source) if getattr(decl, "source", decl) is None else decl

    def _enter(self, steps: Steps, new: syn.Node, decl: syn.Decl) -> None:
        """Puts a declaration, or a row of one, in the place of another."""
        if isinstance(new, syn.CardDecl):
            forget_members(self.table, new.name.name)
            self.table.rows.pop(new.name.name, None)
        if isinstance(new, syn.CardDecl) and isinstance(decl, syn.CardsDecl):
            self.table.rows[new.name.name] = decl
            if not any(one is decl for one in self.table.tables):
                self.table.tables.append(decl)
        put(self.table, steps, new)
        if type(new) in NAMESPACES:
            self.table.spans[NAMESPACES[type(new)][1] + name_of(new)] = name_span(new)

    # ---- replace what cards do and answer

    def _other_body(self, names: Key, step: syn.ReplaceStmt, body: Body) -> Edits:
        """`replace Action.theft.playable(p) = no`, `replace theft.on_sold(p): ...`, `replace Action.playable = no`"""
        default = card_field(self.table, names[0], names[1]) if len(names) == 2 else None
        if isinstance(default, syn.AbilitySignature):
            return self._other_default(names, step, default, body)
        cards = self._cards(names, 1)
        if not cards:
            return None
        (name,), first = cards[0].rest, card_at(self.table, cards[0].key)
        if name.startswith("on_") and isinstance(body, syn.Block):
            return self._other_listeners(cards, name, lambda old: _with_body(old, step, body))
        ability = card_field(self.table, first.card_type.name, name)
        if not isinstance(ability, syn.AbilitySignature):
            return None
        params = step.params or tuple(param.name for param in ability.params)
        last = step.path[-1].span
        new = syn.AbilityBody(syn.Ident(name, span=last), params, body, span=last.to(step.span))
        return [self._other_ability(new, step, card) for card in cards]

    def _other_ability(self, new: syn.AbilityBody, step: syn.ReplaceStmt, target: Target) -> Edit:
        card, name = card_at(self.table, target.key), new.name.name
        at, old = next(iter(_abilities(card, name).items()), (len(card.members), None))
        if old is not None and not step.params:
            new = replace(new, params=old.params)
        return self._other((*target.key, name), (*target.steps, "members", at), old or card, new, step.span)

    def _other_default(self, names: Key, step: syn.ReplaceStmt, old: syn.AbilitySignature, body: Body) -> Edits:
        own = step.params or tuple(param.name for param in old.params)
        if len(own) != len(old.params):
            self.diagnostics.report(
                "E0907",
                step.path[-1].span,
                f"`{names[1]}` takes {len(old.params)} parameters, not {len(step.params)}",
                labels=(Label(old.name.span, "this is replaced"),),
                help=f"write `{names[1]}({', '.join(param.name.name for param in old.params)})`".replace("()", ""),
            )
            return []
        params = tuple(replace(param, name=name) for param, name in zip(old.params, own, strict=True))
        at = self.table.card_types[names[0]].members.index(old)
        steps = ("card_types", names[0], "members", at)
        return [self._other(names, steps, old, replace(old, params=params, default=body), step.span)]

    # ---- what cards do at events

    def _cards(self, names: Key, left: int) -> list[Target]:
        """The cards that a path names, if exactly so many names are left after that."""
        return [card for card in find_cards(self.table, self.constants, names) if len(card.rest) == left]

    def _added_listener(self, listener: syn.Listener, key: Key) -> Edit:
        apply = partial(append, self.table, (*card_steps(key), "members"), listener)
        what = f"{'.'.join(key)} listens to {listener.event}"
        return Edit((*key, f"on_{listener.event}"), NOTHING, what, card_at(self.table, key).name.span, apply)

    def _other_listeners(self, cards: list[Target], name: str, make: Callable[[syn.Listener], syn.Listener]) -> Edits:
        """The edits that replace the only listener of an event in each card."""
        edits = []
        for card in cards:
            found = _listeners(card_at(self.table, card.key), name)
            if len(found) != 1:
                return None
            ((at, old),) = found.items()
            new = make(old)
            key = (*card.key, f"on_{old.event}")
            edits.append(self._other(key, (*card.steps, "members", at), old, new, new.span))
        return edits or None

    # ---- remove

    def _removed(self, names: Key) -> Edits:
        found = find_declared(self.table, self.constants, names)
        if found is not None:
            apply = partial(self._take_out, found.steps, found.node)
            return [Edit(found.key, THERE, GONE, name_span(found.node), apply, whole=True)]
        cards = self._cards(names, 1)
        return [edit for card in cards if (edit := self._removed_part(card.key, card.rest[0])) is not None] or None

    def _take_out(self, steps: Steps, old: syn.Node) -> None:
        """Removes a declaration, so that its name is free."""
        if steps[0] == "cards":
            forget_members(self.table, name_of(old))
            self.table.rows.pop(name_of(old), None)
        put(self.table, steps, REMOVED)
        if isinstance(old, syn.InvariantDecl):  # and all others of its title
            kept = [one for one in self.table.invariants if title_of(one.title) != title_of(old.title)]
            put(self.table, ("invariants",), kept)
        if type(old) in NAMESPACES and steps[0] != "members":
            self.table.spans.pop(NAMESPACES[type(old)][1] + name_of(old), None)

    def _removed_part(self, key: Key, part: str) -> Edit | None:
        """The edit that removes `cook.on_sold` or `cook.sold`, a listener, or `cook.welcome`, an ability."""
        card = card_at(self.table, key)
        listeners = _listeners(card, part)
        gone = listeners | _abilities(card, part)
        if not gone:
            return None
        kept = tuple(member for at, member in enumerate(card.members) if at not in gone)
        first = next(iter(gone.values()))
        name = f"on_{first.event}" if isinstance(first, syn.Listener) else part
        apply = partial(put, self.table, (*card_steps(key), "members"), kept)
        return Edit((*key, name), THERE, GONE, first.span, apply, whole=True)

    # ---- add

    def _added(self, decl: syn.Decl, span: Span) -> Edits:
        """The edit of an added declaration; applying it can give the errors of `declare`."""
        if isinstance(decl, syn.TableDecl | syn.MapDecl | syn.EnumDecl) and decl.name.name in self.table.enums:
            return self._more_rows(decl)
        new = self._citing(decl)
        names = [key for key, _ in pieces(self.table, decl)] or [(cast("syn.CardsDecl", decl).card_type.name,)]
        what = ", ".join(".".join(name) for name in names)

        def apply() -> bool:
            before = len(self.diagnostics)
            add_declaration(self.table, new, self.diagnostics)
            return len(self.diagnostics) == before

        return [Edit(names[0], NOTHING, f"{what} is {ADDED}", span, apply, whole=True, also=tuple(names[1:]))]

    def _more_rows(self, decl: syn.TableDecl | syn.MapDecl | syn.EnumDecl) -> Edits:
        """The edits that add rows, roads or members at the end. Errors: E0908."""
        name = decl.name.name
        old = self.table.enums[name]
        fault = _misfit(old, decl)
        if fault is not None:
            span, message, help = fault
            label = Label(old.name.span, "declared here")
            self.diagnostics.report("E0908", span, message, labels=(label,), help=help)
            return []
        (items, *_), (kept, *_) = SHAPES[type(decl)].named, SHAPES[type(old)].named

        def add(item: syn.Node) -> None:
            now = self.table.enums[name]
            if isinstance(item, syn.Row) and isinstance(now, WithRows) and isinstance(decl, WithRows):
                item = in_columns(now, decl, item)
            append(self.table, ("enums", name, kept), item)

        return [
            Edit((name, name_of(item)), NOTHING, ADDED, item.span, partial(add, item), whole=True)
            for item in cast("tuple[syn.Node, ...]", getattr(decl, items))
        ]


def _with(node: N, **values: object) -> N:
    """A copy of a node with new values of some attributes."""
    return replace(node, **values)  # callers pass attributes of the node


def _given(decl: Rule) -> dict[str, syn.Node | None]:
    """The sentences of a rule; with `says` comes its reader, or None for everybody."""
    texts = {kind: getattr(decl.sentences, kind) for kind in part_names(syn.EffectDecl)}
    given = {kind: text for kind, text in texts.items() if text is not None}
    return given | {"reader": decl.sentences.reader} if "says" in given else given


def _result(decl: Rule) -> syn.TypeExpr | None:
    return None if isinstance(decl, syn.EventDecl) else decl.result


def _listeners(card: syn.CardDecl, name: str) -> dict[int, syn.Listener]:
    """The listeners of a card for an event, by position; `on_arrives` and `arrives` are the same."""
    events = (name.removeprefix("on_"), name)
    found = {at: member for at, member in enumerate(card.members) if isinstance(member, syn.Listener)}
    return {at: listener for at, listener in found.items() if listener.event.name in events}


def _abilities(card: syn.CardDecl, name: str) -> dict[int, syn.AbilityBody]:
    """The body that a card has for an ability, by position."""
    members = enumerate(card.members)
    return {at: member for at, member in members if isinstance(member, syn.AbilityBody) and member.name.name == name}


def _with_body(old: syn.Listener, step: syn.ReplaceStmt, body: syn.Block) -> syn.Listener:
    """A listener with another body; its place and condition use the new names of its parameters."""
    params = step.params or old.params
    names = {before.name: partial(argument_value, now.name) for before, now in zip(old.params, params, strict=False)}
    place, when = substitute(old.place, names), substitute(old.when, names)
    return replace(old, params=params, place=place, when=when, body=body, span=step.path[-1].span.to(step.span))


def _misfit(old: syn.Node, decl: syn.TableDecl | syn.MapDecl | syn.EnumDecl) -> tuple[Span, str, str] | None:
    """The fault that keeps rows from being added to a declaration: place, message and help; None if there is none."""
    name = decl.name.name
    kind = syn.EnumDecl if isinstance(old, syn.SumEnumDecl) else type(old)
    if not isinstance(old, syn.TableDecl | syn.MapDecl | syn.EnumDecl | syn.SumEnumDecl) or kind is not type(decl):
        word = old.span.text.split(maxsplit=1)[0]
        what = f"`{name}` exists already, and has no rows of this kind"
        return decl.name.span, what, f"replace it as a whole: `replace {word} {name}`"
    if decl.label is not None and decl.label != old.label:
        return decl.label.span, f"`{name}` already has a heading", f"remove it, or write `amend {name}.label`"
    if isinstance(decl, syn.EnumDecl) or not isinstance(old, syn.TableDecl | syn.MapDecl):
        return None
    for column in decl.columns:
        at = column_of(old, column.name.name)
        if at is None:
            names = ", ".join(one.name.name for one in old.columns)
            return column.span, f"`{name}` has no column `{column.name}`", f"its columns are: {names}"
        if column.type is not None and column.type != old.columns[at].type:
            return column.type.span, f"the column `{column.name}` has another type in `{name}`", "omit the type"
    return None
