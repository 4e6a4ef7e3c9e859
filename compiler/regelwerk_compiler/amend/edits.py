"""The steps of a change as edits of the table of declarations: `replace`, `remove` and `add`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeVar, cast

from regelwerk_dsl import syntax as syn
from regelwerk_dsl.diagnostics import Diagnostics, Label
from regelwerk_dsl.source import Span

from ..declare.collect import FRAME, NAMESPACES, Declarations, Key, add_declaration
from ..declare.families import card_at, forget_members
from ..resolve.lookahead import Constants
from .cards import card_field, card_steps, family_key, find_cards
from .compare import substitute, title_of
from .paths import REMOVED, SHAPES, Place, Steps, append, column_of, name_of, part_names, put, with_column
from .standing import Rule, as_in, find_standing, span_of

GONE, ADDED, THERE, NOTHING = "removed", "added", "there", "nothing"

N = TypeVar("N", bound=syn.Node)
WithRows = syn.CardsDecl | syn.TableDecl | syn.MapDecl
Body = syn.Expr | syn.Block


@dataclass(slots=True)
class Edit:
    """What a step does to one thing.

    Attributes:
        key: the full name of the thing, by which its history is kept.
        old, new: what it was and is, in the author's words.
        old_span: where the old one stands.
        apply: does it; False where it cannot be done after all, which is reported then.
        whole: whether everything in the thing is touched too.
        also: other things that are touched with it.
        related: names through which others set the same thing: of a family, for one of its members.
        place: what an `amend` writes to.
    """

    key: Key
    old: str
    new: str
    old_span: Span
    apply: Callable[[], bool | None]
    whole: bool = False
    also: tuple[Key, ...] = ()
    related: tuple[Key, ...] = ()
    place: Place | None = None


Edits = list[Edit] | None
"""None: there is nothing of that name. An empty list: what is wrong is reported."""


@dataclass(slots=True)
class EditMaker:
    """Makes the edits of the steps of one change, each for the declarations as they stand.

    Errors: E0907 (another signature), E0908 (something is put where it cannot stand).
    """

    table: Declarations
    constants: Constants
    change: syn.ChangeDecl
    diagnostics: Diagnostics

    def edits(self, step: syn.ReplaceStmt | syn.RemoveStmt | syn.AddStmt) -> Edits:
        names = tuple(part.name for part in step.path)
        match step:
            case syn.RemoveStmt(title=title):
                return self._removed(names if title is None else (*names, title_of(title)))
            case syn.AddStmt(declaration=syn.Listener() as listener):
                return self._for_cards(names, partial(self._added_listener, listener))
            case syn.AddStmt(declaration):
                return self._added(cast("syn.Decl", declaration), step.span)
            case syn.ReplaceStmt(body=syn.Listener() as listener):
                return self._for_cards(names, partial(self._other_listener, f"on_{listener.event}", listener))
            case syn.ReplaceStmt(body=body):
                return (
                    self._replaced(body)
                    if isinstance(body, syn.Decl)
                    else self._other_body(names, step, cast(Body, body))
                )

    def _other(self, key: Key, steps: Steps, old: syn.Node, new: syn.Node, new_span: Span) -> Edit:
        """The edit that puts one node in the place of another; of a card, in the place that the steps name."""
        old_span, apply = span_of(old), partial(put, self.table, steps, new)
        return Edit(key, as_in(old_span), as_in(new_span), old_span, apply)

    # ---- replace with a declaration

    def _replaced(self, decl: syn.Decl) -> Edits:
        edits: list[Edit] = []
        for key, new in pieces(decl):
            found = find_standing(self.table, self.constants, key, type(new))
            if found is None:
                return None
            if not self._has_its_signature(found.node, new):
                return []
            edit = self._other(key, found.steps, found.node, new, span_of(new))
            edit.apply, edit.whole = partial(self._enter, found.steps, self._kept(found.node, new), decl), True
            if isinstance(new, syn.DefineDecl | syn.EffectDecl):
                edit.also = tuple((*key, kind) for kind in _given(new))
            edits.append(edit)
        return edits

    def _has_its_signature(self, old: syn.Node, new: syn.Node) -> bool:
        """Whether a declaration can replace another. Errors: E0907."""
        if isinstance(old, Rule) and isinstance(new, Rule):
            if (type(old), old.params, _result(old)) == (type(new), new.params, _result(new)):
                return True
            span, label = new.name.span, Label(old.name.span, "this is replaced")
            message = f"`{new.name}` has other parameters or another result than what it replaces"
            help = f"keep its first line: `{_first_line(old)}`"
        elif isinstance(old, syn.CardDecl) and isinstance(new, syn.CardDecl) and old.card_type != new.card_type:
            span, label = new.card_type.span, Label(old.card_type.span, "this is replaced")
            message = f"`{new.name}` is a card of the type {old.card_type}"
            help = "a card of another type is another card: remove the old one and add the new one"
        else:
            return True
        self.diagnostics.report("E0907", span, message, labels=(label,), help=help)
        return False

    def _kept(self, old: syn.Node, new: N) -> N:
        """The new declaration with what it keeps of the old one: sentences, and sources if its change has none."""
        if isinstance(new, syn.DefineDecl | syn.EffectDecl) and isinstance(old, syn.DefineDecl | syn.EffectDecl):
            new = _with(new, sentences=_with(old.sentences, **_given(new)))
        return self._citing(new, getattr(old, "source", None))

    def _citing(self, decl: N, source: syn.SourceClause | None = None) -> N:
        """A declaration that cites nothing itself cites what its change cites, else the given source."""
        return _with(decl, source=self.change.source or source) if getattr(decl, "source", decl) is None else decl

    def _enter(self, steps: Steps, new: syn.Node, decl: syn.Decl) -> None:
        """Puts a declaration, or a row of one, in the place of another."""
        if isinstance(new, syn.Row) and isinstance(decl, syn.CardsDecl) and isinstance(steps[1], int):
            now = self.table.tables[steps[1]]
            for column in decl.columns:
                now, _ = with_column(now, column.name.name)
            put(self.table, steps[:2], now)
            new = _in_columns(now, decl, new)
        if isinstance(new, syn.CardDecl):
            forget_members(self.table, new.name.name)
        put(self.table, steps, new)
        if type(new) in NAMESPACES:
            self.table.spans[NAMESPACES[type(new)][1] + name_of(new)] = span_of(new)

    # ---- replace what cards do and answer

    def _other_body(self, names: Key, step: syn.ReplaceStmt, body: Body) -> Edits:
        """`replace Action.theft.playable(p) = no`, `replace theft.on_sold(p): ...`, `replace Action.playable = no`"""
        default = card_field(self.table, names[0], names[1]) if len(names) == 2 else None
        if isinstance(default, syn.AbilitySignature):
            return self._other_default(names, step, default, body)
        cards = find_cards(self.table, self.constants, names)
        if cards is None or len(cards.rest) != 1:
            return None
        (name,) = cards.rest
        if name.startswith("on_") and isinstance(body, syn.Block):
            make = partial(self._other_listener, name, lambda old: _with_body(old, step, body))
            return _all(make(key) for key in cards.keys)
        card_type = card_at(self.table, cards.key).card_type.name
        ability = card_field(self.table, card_type, name)
        if not isinstance(ability, syn.AbilitySignature):
            return None
        params = step.params or tuple(param.name for param in ability.params)
        last = step.path[-1].span
        new = syn.AbilityBody(syn.Ident(name, span=last), params, body, span=last.to(step.span))
        return [self._other_ability(new, step, key) for key in cards.keys]

    def _other_ability(self, new: syn.AbilityBody, step: syn.ReplaceStmt, key: Key) -> Edit:
        card, name = card_at(self.table, key), new.name.name
        at, old = next(iter(_abilities(card, name).items()), (len(card.members), None))
        if old is not None and not step.params:
            new = replace(new, params=old.params)
        edit = self._other((*key, name), (*card_steps(key), "members", at), old or card, new, step.span)
        edit.related = family_key(key, name)
        return edit

    def _other_default(self, names: Key, step: syn.ReplaceStmt, old: syn.AbilitySignature, body: Body) -> Edits:
        own = step.params or tuple(param.name for param in old.params)
        if len(own) != len(old.params):
            self.diagnostics.report(
                "E0907",
                step.path[-1].span,
                f"`{names[1]}` takes {len(old.params)} parameters, not {len(step.params)}",
                labels=(Label(old.name.span, "this is replaced"),),
                help=f"write `{names[1]}({', '.join(param.name.name for param in old.params)})`",
            )
            return []
        params = tuple(replace(param, name=name) for param, name in zip(old.params, own, strict=True))
        at = self.table.card_types[names[0]].members.index(old)
        steps = ("card_types", names[0], "members", at)
        return [self._other(names, steps, old, replace(old, params=params, default=body), step.span)]

    # ---- what cards do at events

    def _for_cards(self, names: Key, make: Callable[[Key], Edit | None]) -> Edits:
        """The edits for all cards that a path means; none if one of them has no such thing."""
        cards = find_cards(self.table, self.constants, names)
        return None if cards is None or cards.rest else _all(make(key) for key in cards.keys)

    def _added_listener(self, listener: syn.Listener, key: Key) -> Edit:
        name = f"on_{listener.event}"
        apply = partial(append, self.table, (*card_steps(key), "members"), listener)
        what = f"{'.'.join(key)} listens to {listener.event}"
        span = card_at(self.table, key).name.span
        return Edit((*key, name), NOTHING, what, span, apply, related=family_key(key, name))

    def _other_listener(
        self, name: str, new: syn.Listener | Callable[[syn.Listener], syn.Listener], key: Key
    ) -> Edit | None:
        """Another listener in place of the only one of its event, which it may be made of."""
        found = _listeners(card_at(self.table, key), name)
        if len(found) != 1:
            return None
        ((at, old),) = found.items()
        name, other = f"on_{old.event}", new if isinstance(new, syn.Listener) else new(old)
        edit = self._other((*key, name), (*card_steps(key), "members", at), old, other, other.span)
        edit.related = family_key(key, name)
        return edit

    # ---- remove

    def _removed(self, names: Key) -> Edits:
        found = find_standing(self.table, self.constants, names)
        if found is not None:
            apply = partial(self._take_out, found.steps, found.node)
            return [Edit(found.key, THERE, GONE, span_of(found.node), apply, whole=True)]
        cards = find_cards(self.table, self.constants, names)
        if cards is None or len(cards.rest) != 1:
            return None
        return [edit for key in cards.keys if (edit := self._removed_part(key, cards.rest[0])) is not None] or None

    def _take_out(self, steps: Steps, old: syn.Node) -> None:
        """Removes what stands at a place, so that its name is free."""
        if steps[0] == "cards":
            forget_members(self.table, name_of(old))
        put(self.table, steps, REMOVED)
        if isinstance(old, syn.InvariantDecl):  # and all others of its title
            kept = [one for one in self.table.invariants if title_of(one.title) != title_of(old.title)]
            put(self.table, ("invariants",), kept)
        if type(old) in NAMESPACES and steps[0] != "members":
            self.table.spans.pop(NAMESPACES[type(old)][1] + name_of(old), None)

    def _removed_part(self, key: Key, part: str) -> Edit | None:
        """`cook.on_sold` or `cook.sold`: what a card does at an event; `cook.welcome`: what it says of itself"""
        card = card_at(self.table, key)
        listeners = _listeners(card, part)
        gone = listeners | _abilities(card, part)
        if not gone:
            return None
        kept = tuple(member for at, member in enumerate(card.members) if at not in gone)
        first = next(iter(gone.values()))
        name = f"on_{first.event}" if isinstance(first, syn.Listener) else part
        apply = partial(put, self.table, (*card_steps(key), "members"), kept)
        return Edit((*key, name), THERE, GONE, first.span, apply, whole=True, related=family_key(key, name))

    # ---- add

    def _added(self, decl: syn.Decl, span: Span) -> Edits:
        """The same errors as `declare` when it is done."""
        if isinstance(decl, syn.TableDecl | syn.MapDecl | syn.EnumDecl) and decl.name.name in self.table.enums:
            return self._more_rows(decl)
        new = self._citing(decl)
        names = [key for key, _ in pieces(decl)] or [(cast("syn.CardsDecl", decl).card_type.name,)]
        what = ", ".join(".".join(name) for name in names)

        def apply() -> bool:
            before = len(self.diagnostics)
            add_declaration(self.table, new, self.diagnostics)
            return len(self.diagnostics) == before

        return [Edit(names[0], NOTHING, f"{what} is {ADDED}", span, apply, whole=True, also=tuple(names[1:]))]

    def _more_rows(self, decl: syn.TableDecl | syn.MapDecl | syn.EnumDecl) -> Edits:
        """More rows, roads or members behind those that are there. Errors: E0908."""
        name = decl.name.name
        old = self.table.enums[name]
        fault = _misfit(old, decl)
        if fault is not None:
            span, message, help = fault
            label = Label(old.name.span, "declared here")
            self.diagnostics.report("E0908", span, message, labels=(label,), help=help)
            return []
        (items, *_) = SHAPES[type(decl)].named

        def add(item: syn.Node) -> None:
            now = self.table.enums[name]
            if isinstance(item, syn.Row) and isinstance(now, WithRows) and isinstance(decl, WithRows):
                item = _in_columns(now, decl, item)
            append(self.table, ("enums", name, items), item)

        return [
            Edit((name, name_of(item)), NOTHING, ADDED, item.span, partial(add, item), whole=True)
            for item in cast("tuple[syn.Node, ...]", getattr(decl, items))
        ]


def pieces(decl: syn.Decl) -> list[tuple[Key, syn.Node]]:
    """The full names of what a declaration brings, with what is of that name: variables, rows, or the whole of it."""
    match decl:
        case syn.StateDecl(variables):
            return [((variable.name.name,), variable) for variable in variables]
        case syn.CardsDecl(rows=rows):
            return [((row.key.name,), row) for row in rows]
        case syn.InvariantDecl(title):
            return [(("invariant", title_of(title)), decl)]
        case syn.ScenarioDecl(name):
            return [(("scenario", name.name), decl)]
        case syn.ChapterDecl(name):
            return [(("chapter", name.name), decl)]
        case _:
            return [((FRAME.get(type(decl)) or name_of(decl),), decl)]


def _all(edits: Iterable[Edit | None]) -> Edits:
    """All edits, or None where one of the things is not there."""
    found = list(edits)
    return None if None in found else [edit for edit in found if edit is not None]


def _with(node: N, **values: object) -> N:
    """A copy of a node with other values in some attributes."""
    return replace(node, **values)  # type: ignore[arg-type]  # whose attributes they are is known where it is called


def _given(decl: syn.DefineDecl | syn.EffectDecl) -> dict[str, syn.Text]:
    """The sentences that a rule gives."""
    texts = {kind: getattr(decl.sentences, kind) for kind in part_names(syn.EffectDecl)}
    return {kind: text for kind, text in texts.items() if text is not None}


def _result(decl: Rule) -> syn.TypeExpr | None:
    return None if isinstance(decl, syn.EventDecl) else decl.result


def _first_line(decl: Rule) -> str:
    """The signature of a rule as it is written."""
    last = decl.name.span
    for part in (*decl.params, _result(decl)):
        last = part.span if part is not None else last
    text = decl.span.source.text[decl.span.start : last.end]
    return " ".join(text.split()) + (")" if text.count("(") > text.count(")") else "")


def _listeners(card: syn.CardDecl, name: str) -> dict[int, syn.Listener]:
    """What a card does at an event, by position; `on_arrives` and `arrives` are the same."""
    events = (name.removeprefix("on_"), name)
    found = {at: member for at, member in enumerate(card.members) if isinstance(member, syn.Listener)}
    return {at: listener for at, listener in found.items() if listener.event.name in events}


def _abilities(card: syn.CardDecl, name: str) -> dict[int, syn.AbilityBody]:
    """The body of an ability that a card gives, by position."""
    members = enumerate(card.members)
    return {at: member for at, member in members if isinstance(member, syn.AbilityBody) and member.name.name == name}


def _with_body(old: syn.Listener, step: syn.ReplaceStmt, body: syn.Block) -> syn.Listener:
    """A listener with another body; its place and condition go by the new names of its parameters."""
    params = step.params or old.params
    names: dict[str, syn.Expr] = {
        before.name: syn.Name(now.name, span=before.span) for before, now in zip(old.params, params, strict=False)
    }
    place, when = substitute(old.place, names), substitute(old.when, names)
    return replace(old, params=params, place=place, when=when, body=body, span=step.path[-1].span.to(step.span))


def _in_columns(now: WithRows, decl: WithRows, row: syn.Row) -> syn.Row:
    """A row with its cells in the order of the table that is there; what it does not give is empty."""
    own = (column_of(decl, column.name.name) for column in now.columns)
    cells = (row.cells[at] if at is not None else syn.Cell(None, span=row.key.span) for at in own)
    return syn.Row(row.key, tuple(cells), span=row.span)


def _misfit(old: syn.Node, decl: syn.TableDecl | syn.MapDecl | syn.EnumDecl) -> tuple[Span, str, str] | None:
    """Why rows cannot go to a declaration that is there: where, what, and what to do."""
    name = decl.name.name
    if not isinstance(old, syn.TableDecl | syn.MapDecl | syn.EnumDecl) or type(old) is not type(decl):
        word = old.span.text.split(maxsplit=1)[0]
        what = f"`{name}` is there already, and has no rows of this kind"
        return decl.name.span, what, f"replace it as a whole: `replace {word} {name}`"
    if decl.label is not None and decl.label != old.label:
        return decl.label.span, f"`{name}` has a heading already", f"take it away, or `amend {name}.label`"
    if isinstance(decl, syn.EnumDecl) or isinstance(old, syn.EnumDecl):
        return None
    for column in decl.columns:
        at = column_of(old, column.name.name)
        if at is None:
            names = ", ".join(one.name.name for one in old.columns)
            return column.span, f"`{name}` has no column `{column.name}`", f"its columns are: {names}"
        if column.type is not None and column.type != old.columns[at].type:
            return column.type.span, f"the column `{column.name}` has another type in `{name}`", "leave the type away"
    return None
