"""The steps of a change as edits of the table of declarations: `replace`, `remove` and `add`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import partial
from typing import cast

from regelwerk_dsl import syntax as syn
from regelwerk_dsl.diagnostics import Diagnostics, Label
from regelwerk_dsl.source import Span

from ..declare.collect import FRAME, NAMESPACES, Declarations, FramePart, Key, Named, add_declaration
from ..declare.families import card_at
from ..resolve.lookahead import Constants
from .compare import Written, substitute, title_of
from .paths import (
    REMOVED,
    Place,
    append,
    card_field,
    card_steps,
    column_of,
    family_key,
    find_cards,
    find_row,
    is_member,
    name_of,
    part_names,
    put,
    strip_type,
    with_column,
)

GONE, ADDED, THERE, NOTHING = "removed", "added", "there", "nothing"

Rule = syn.DefineDecl | syn.EffectDecl | syn.EventDecl
RULES = (syn.DefineDecl, syn.EffectDecl, syn.EventDecl)


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
        expects: the old value as written.
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
    expects: Written = None
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
                return self._removed(names) if title is None else self._removed_invariants(title_of(title))
            case syn.AddStmt(declaration=syn.Listener() as listener):
                return self._for_cards(names, partial(self._listens, listener))
            case syn.AddStmt(declaration):
                return self._added(declaration, step.span)
            case syn.ReplaceStmt(body=syn.Listener() as listener):
                return self._for_cards(names, partial(self._other_listener, f"on_{listener.event}", listener))
            case syn.ReplaceStmt(body=body):
                return self._replaced(body) if isinstance(body, syn.Decl) else self._other_body(names, step)

    def _edit(self, key: Key, old: Span, new: Span, apply: Callable[[], bool | None], *, whole: bool = True) -> Edit:
        return Edit(key, as_in(old), as_in(new), old, apply, whole)

    # ---- replace with a declaration

    def _replaced(self, decl: syn.Decl) -> Edits:
        match decl:
            case syn.StateDecl(variables):
                return _all(self._other_named(variable, variable.span) for variable in variables)
            case syn.CardsDecl(rows=rows):
                return _all(self._other_row(decl, row) for row in rows)
            case syn.InvariantDecl():
                return self._other_invariant(decl)
            case syn.PlayersDecl() | syn.SetupDecl() | syn.PlayDecl() | syn.OutcomeDecl() | syn.ValueDecl():
                return self._other_frame(decl)
            case syn.DefineDecl() | syn.EffectDecl() | syn.EventDecl():
                return self._other_rule(decl)
            case syn.CardDecl():
                return self._other_card(decl)
            case syn.ChangeDecl():
                return []  # refused where it was read
            case _:
                return _all([self._other_named(decl, decl.name.span)])

    def _other_named(self, decl: Named, span: Span) -> Edit | None:
        attribute, prefix = NAMESPACES[type(decl)]
        old = getattr(self.table, attribute).get(decl.name.name)
        if old is None:
            return None
        key = (*prefix.split(".")[:-1], decl.name.name)
        old_span = old.span if isinstance(old, syn.StateVar) else old.name.span
        return self._edit(key, old_span, span, partial(self._enter, self._citing(decl, old)))

    def _enter(self, decl: Named) -> None:
        """Puts a declaration in the place of the one of its name."""
        attribute, prefix = NAMESPACES[type(decl)]
        put(self.table, (attribute, decl.name.name), decl)
        self.table.spans[prefix + decl.name.name] = decl.name.span

    def _citing(self, decl: Named | FramePart, old: syn.Node) -> Named | FramePart:
        """A declaration that cites nothing itself cites what its change cites, else what the old one did."""
        if getattr(decl, "source", decl) is not None:
            return decl
        return replace(decl, source=self.change.source or getattr(old, "source", None))  # type: ignore[call-arg]

    def _other_frame(self, decl: FramePart) -> Edits:
        part = FRAME[type(decl)]
        old = getattr(self.table, part)
        if old is None:
            return None
        new = self._citing(decl, old)
        return [self._edit((part,), old.span, decl.span, partial(put, self.table, (part,), new))]

    def _other_rule(self, decl: Rule) -> Edits:
        """The signature must be the old one; sentences that are not given stay."""
        name = decl.name.name
        rooms = (self.table.defines, self.table.effects, self.table.events)
        old = next((room[name] for room in rooms if name in room), None)
        if old is None:
            return None
        if (type(old), old.params, _result(old)) != (type(decl), decl.params, _result(decl)):
            self.diagnostics.report(
                "E0907",
                decl.name.span,
                f"`{name}` has other parameters or another result than what it replaces",
                labels=(Label(old.name.span, "this is replaced"),),
                help=f"keep its first line: `{_first_line(old)}`",
            )
            return []
        new: Rule = decl
        given: list[str] = []
        if isinstance(decl, syn.DefineDecl | syn.EffectDecl) and isinstance(old, syn.DefineDecl | syn.EffectDecl):
            sentences = {kind: getattr(decl.sentences, kind) for kind in part_names(syn.EffectDecl)}
            given = [kind for kind, text in sentences.items() if text is not None]
            new = replace(decl, sentences=replace(old.sentences, **{kind: sentences[kind] for kind in given}))
        edit = self._edit((name,), old.name.span, decl.name.span, partial(self._enter, self._citing(new, old)))
        edit.also = tuple((name, kind) for kind in given)
        return [edit]

    def _other_card(self, decl: syn.CardDecl) -> Edits:
        name = decl.name.name
        old = self.table.cards.get(name)
        if old is None:
            return None
        if old.card_type != decl.card_type:
            self.diagnostics.report(
                "E0907",
                decl.card_type.span,
                f"`{name}` is a card of the type {old.card_type}",
                labels=(Label(old.card_type.span, "this is replaced"),),
                help="a card of another type is another card: remove the old one and add the new one",
            )
            return []

        def apply() -> None:
            self._forget_members(name)
            self._enter(self._citing(decl, old))

        return [self._edit((name,), old.name.span, decl.name.span, apply)]

    def _forget_members(self, family: str) -> None:
        for key in [key for key in self.table.members if key[0] == family]:
            del self.table.members[key]

    def _other_row(self, decl: syn.CardsDecl, row: syn.Row) -> Edit | None:
        found = find_row(self.table, (row.key.name,))
        if found is None:
            return None
        number, at, _ = found
        old = self.table.tables[number].rows[at]

        def apply() -> None:
            now = self.table.tables[number]
            for column in decl.columns:
                now, _ = with_column(now, column.name.name)
            put(self.table, ("tables", number), now)
            put(self.table, ("tables", number, "rows", at), _in_columns(now, decl, row))

        return self._edit((row.key.name,), old.span, row.span, apply)

    def _other_invariant(self, new: syn.InvariantDecl) -> Edits:
        title = title_of(new.title)
        for at, old in enumerate(self.table.invariants):
            if title_of(old.title) == title:
                apply = partial(put, self.table, ("invariants", at), new)
                return [self._edit(("invariant", title), old.span, new.span, apply)]
        return None

    # ---- replace what cards do and answer

    def _other_body(self, names: Key, step: syn.ReplaceStmt) -> Edits:
        """`replace Action.theft.playable(p) = no`, `replace theft.on_sold(p): ...`, `replace Action.playable = no`"""
        ability = card_field(self.table, names[0], names[1]) if len(names) == 2 else None
        if isinstance(ability, syn.AbilitySignature):
            return self._other_default(names, step, ability)
        cards = find_cards(self.table, self.constants, names)
        if cards is None or len(cards.rest) != 1:
            return None
        name = cards.rest[0]
        if name.startswith("on_") and isinstance(step.body, syn.Block):
            return _all(self._other_listener(name, step, key) for key in cards.keys)
        card_type = card_at(self.table, cards.key).card_type.name
        ability = card_field(self.table, card_type, name)
        if card_type in self.table.card_types and not isinstance(ability, syn.AbilitySignature):
            return None
        own = tuple(param.name for param in ability.params) if isinstance(ability, syn.AbilitySignature) else ()
        return [self._other_ability(name, step, own, key) for key in cards.keys]

    def _other_ability(self, name: str, step: syn.ReplaceStmt, own: tuple[syn.Ident, ...], key: Key) -> Edit:
        card = card_at(self.table, key)
        bodies = (
            (at, m) for at, m in enumerate(card.members) if isinstance(m, syn.AbilityBody) and m.name.name == name
        )
        at, old = next(bodies, (len(card.members), None))
        last = step.path[-1].span
        params = step.params or (old.params if old is not None else own)
        body = cast("syn.Expr | syn.Block", step.body)
        new = syn.AbilityBody(syn.Ident(name, span=last), params, body, span=last.to(step.span))
        apply = partial(put, self.table, (*card_steps(key), "members", at), new)
        old_span = old.span if old is not None else card.name.span
        edit = self._edit((*key, name), old_span, step.span, apply, whole=False)
        edit.related = family_key(key, name)
        return edit

    def _other_default(self, names: Key, step: syn.ReplaceStmt, old: syn.AbilitySignature) -> Edits:
        if step.params and len(step.params) != len(old.params):
            self.diagnostics.report(
                "E0907",
                step.path[-1].span,
                f"`{names[1]}` takes {len(old.params)} parameters, not {len(step.params)}",
                labels=(Label(old.name.span, "this is replaced"),),
                help=f"write `{names[1]}({', '.join(param.name.name for param in old.params)})`",
            )
            return []
        own = step.params or [param.name for param in old.params]
        params = tuple(replace(param, name=name) for param, name in zip(old.params, own, strict=True))
        new = replace(old, params=params, default=cast("syn.Expr | syn.Block", step.body))
        at = self.table.card_types[names[0]].members.index(old)
        apply = partial(put, self.table, ("card_types", names[0], "members", at), new)
        return [self._edit(names, old.span, step.span, apply, whole=False)]

    # ---- what cards do at events

    def _for_cards(self, names: Key, make: Callable[[Key], Edit | None]) -> Edits:
        """The edits for all cards that a path means; none if one of them has no such thing."""
        cards = find_cards(self.table, self.constants, names)
        return None if cards is None or cards.rest else _all(make(key) for key in cards.keys)

    def _listens(self, listener: syn.Listener, key: Key) -> Edit:
        name = f"on_{listener.event}"
        apply = partial(append, self.table, (*card_steps(key), "members"), listener)
        what = f"{'.'.join(key)} listens to {listener.event}"
        span = card_at(self.table, key).name.span
        return Edit((*key, name), NOTHING, what, span, apply, related=family_key(key, name))

    def _other_listener(self, name: str, new: syn.Listener | syn.ReplaceStmt, key: Key) -> Edit | None:
        """Another listener in place of the only one of its event, or another body in it."""
        found = listeners_of(card_at(self.table, key), name)
        if len(found) != 1:
            return None
        ((at, old),) = found.items()
        if isinstance(new, syn.ReplaceStmt):
            new = _with_body(old, new)
        name = f"on_{old.event}"
        apply = partial(put, self.table, (*card_steps(key), "members", at), new)
        edit = self._edit((*key, name), old.span, new.span, apply, whole=False)
        edit.related = family_key(key, name)
        return edit

    # ---- remove

    def _removed(self, names: Key) -> Edits:
        for find in (self._removed_declaration, self._removed_member, self._removed_row, self._removed_card):
            found = find(names)
            if found is not None:
                return [found]
        return self._removed_parts(names)

    def _gone(self, key: Key, span: Span, *steps: str | int | Key) -> Edit:
        return Edit(key, THERE, GONE, span, partial(put, self.table, steps, REMOVED), whole=True)

    def _removed_invariants(self, title: str) -> Edits:
        kept = [one for one in self.table.invariants if title_of(one.title) != title]
        olds = [one for one in self.table.invariants if title_of(one.title) == title]
        edit = self._gone(("invariant", title), olds[0].span) if olds else None
        if edit is not None:
            edit.apply = partial(put, self.table, ("invariants",), kept)
        return _all([edit])

    def _removed_declaration(self, names: Key) -> Edit | None:
        """A rule, a variable, an enum, a unit, a card type, `scenario.selling_1`, `chapter.selling`, `setup`, `value`"""
        prefix, name = ("".join(f"{word}." for word in names[:-1]), names[-1])
        for attribute in dict.fromkeys(attribute for attribute, own in NAMESPACES.values() if own == prefix):
            old = getattr(self.table, attribute).get(name) if prefix in ("", "scenario.", "chapter.") else None
            if old is not None:

                def apply(attribute: str = attribute) -> None:
                    put(self.table, (attribute, name), REMOVED)
                    self.table.spans.pop(prefix + name, None)

                return Edit(names, THERE, GONE, old.name.span, apply, whole=True)
        if len(names) == 1 and name in FRAME.values() and getattr(self.table, name) is not None:
            return self._gone(names, getattr(self.table, name).span, name)
        return None

    def _removed_member(self, names: Key) -> Edit | None:
        """`Good.blue`: a row of a table, a member of a list or sum"""
        decl = self.table.enums.get(names[0])
        attribute = ITEMS.get(type(decl)) if decl is not None and len(names) == 2 else None
        if decl is None or attribute is None:
            return None
        items: tuple[syn.Node, ...] = getattr(decl, attribute)
        found = ((at, item) for at, item in enumerate(items) if name_of(item) == names[1])
        at, old = next(found, (0, None))
        return self._gone(names, old.span, "enums", names[0], attribute, at) if old is not None else None

    def _removed_row(self, names: Key) -> Edit | None:
        row = find_row(self.table, names)
        if row is None or row[2]:
            return None
        number, at, _ = row
        key = self.table.tables[number].rows[at].key
        return self._gone((key.name,), key.span, "tables", number, "rows", at)

    def _removed_card(self, names: Key) -> Edit | None:
        """A card, a family with all its cards, or one card of it"""
        key = strip_type(self.table, names)
        old = self.table.cards.get(key[0])
        if old is None:
            return None
        if len(key) > 1:
            if not is_member(self.table, self.constants, key):
                return None
            edit = self._gone(key, old.name.span)
            edit.apply = partial(put, self.table, ("members", key), None)
            return edit

        def apply() -> None:
            self._forget_members(key[0])
            put(self.table, ("cards", key[0]), REMOVED)
            self.table.spans.pop(f"card.{key[0]}", None)

        return Edit(key, THERE, GONE, old.name.span, apply, whole=True)

    def _removed_parts(self, names: Key) -> Edits:
        """`cook.on_sold` or `cook.sold`: what a card does at an event; `cook.welcome`: what it says of itself"""
        cards = find_cards(self.table, self.constants, names)
        if cards is None or len(cards.rest) != 1:
            return None
        return [edit for key in cards.keys if (edit := self._removed_part(key, cards.rest[0])) is not None] or None

    def _removed_part(self, key: Key, part: str) -> Edit | None:
        card = card_at(self.table, key)
        listeners = listeners_of(card, part)
        gone: list[syn.Node] = list(listeners.values())
        name = f"on_{next(iter(listeners.values())).event}" if listeners else part
        gone += [member for member in card.members if isinstance(member, syn.AbilityBody) and member.name.name == part]
        if not gone:
            return None
        kept = tuple(member for member in card.members if not any(member is one for one in gone))
        apply = partial(put, self.table, (*card_steps(key), "members"), kept)
        return Edit((*key, name), THERE, GONE, gone[0].span, apply, whole=True, related=family_key(key, name))

    # ---- add

    def _added(self, decl: syn.Decl, span: Span) -> Edits:
        """The same errors as `declare` when it is done."""
        if isinstance(decl, syn.ChangeDecl):
            return []  # refused where it was read
        if getattr(decl, "source", decl) is None:
            decl = replace(decl, source=self.change.source)  # type: ignore[call-arg]
        if isinstance(decl, syn.TableDecl | syn.MapDecl | syn.EnumDecl) and decl.name.name in self.table.enums:
            return self._more_rows(decl)
        names = _names_of(decl)
        what = ", ".join(".".join(name) for name in names)

        def apply() -> bool:
            before = len(self.diagnostics)
            add_declaration(self.table, decl, self.diagnostics)
            return len(self.diagnostics) == before

        first, *others = names
        return [Edit(first, NOTHING, f"{what} is {ADDED}", span, apply, whole=True, also=tuple(others))]

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
        items = ("enums", name, ITEMS[type(decl)])

        def added(item: syn.Row | syn.EnumMember) -> None:
            now = self.table.enums[name]
            if isinstance(item, syn.Row) and isinstance(now, syn.TableDecl | syn.MapDecl):
                item = _in_columns(now, cast("syn.TableDecl | syn.MapDecl", decl), item)
            append(self.table, items, item)

        new: tuple[syn.Row | syn.EnumMember, ...] = getattr(decl, ITEMS[type(decl)])
        spans = [item.key.span if isinstance(item, syn.Row) else item.name.span for item in new]
        return [
            Edit((name, name_of(item)), NOTHING, ADDED, span, partial(added, item), whole=True)
            for item, span in zip(new, spans, strict=True)
        ]


ITEMS: dict[type[syn.Node], str] = {
    syn.TableDecl: "rows",
    syn.MapDecl: "rows",
    syn.EnumDecl: "members",
    syn.SumEnumDecl: "parts",
}
"""Where the members of an enum stand that are written one by one."""


def _all(edits: Iterable[Edit | None]) -> Edits:
    """All edits, or None where one of the things is not there."""
    found = list(edits)
    return None if None in found else [edit for edit in found if edit is not None]


def as_in(span: Span) -> str:
    """`as in file:line`: how a history tells what is too long to be shown."""
    return f"as in {span.source.name.rsplit('/', 1)[-1]}:{span.line}"


def _result(decl: Rule) -> syn.TypeExpr | None:
    return None if isinstance(decl, syn.EventDecl) else decl.result


def _first_line(decl: Rule) -> str:
    """The signature of a rule as it is written."""
    start = decl.span
    last = decl.name.span
    for part in (*decl.params, _result(decl)):
        last = part.span if part is not None else last
    text = start.source.text[start.start : last.end]
    return " ".join(text.split()) + (")" if text.count("(") > text.count(")") else "")


def listeners_of(card: syn.CardDecl, name: str) -> dict[int, syn.Listener]:
    """What a card does at an event, by position; `on_arrives` and `arrives` are the same."""
    events = (name.removeprefix("on_"), name)
    return {
        at: member
        for at, member in enumerate(card.members)
        if isinstance(member, syn.Listener) and member.event.name in events
    }


def _with_body(old: syn.Listener, step: syn.ReplaceStmt) -> syn.Listener:
    """A listener with another body; its place and condition go by the new names of its parameters."""
    params = step.params or old.params
    names: dict[str, syn.Expr] = {
        before.name: syn.Name(now.name, span=before.span) for before, now in zip(old.params, params, strict=False)
    }
    place, when = substitute(old.place, names), substitute(old.when, names)
    body = cast("syn.Block", step.body)
    return replace(old, params=params, place=place, when=when, body=body, span=step.path[-1].span.to(step.span))


def _in_columns(
    now: syn.CardsDecl | syn.TableDecl | syn.MapDecl, decl: syn.CardsDecl | syn.TableDecl | syn.MapDecl, row: syn.Row
) -> syn.Row:
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


def _names_of(decl: syn.Decl) -> list[Key]:
    """The full names of what a declaration brings."""
    match decl:
        case syn.StateDecl(variables):
            return [(variable.name.name,) for variable in variables]
        case syn.CardsDecl(rows=rows):
            return [(row.key.name,) for row in rows] or [(decl.card_type.name,)]
        case syn.InvariantDecl(title):
            return [("invariant", title_of(title))]
        case syn.ScenarioDecl(name):
            return [("scenario", name.name)]
        case syn.ChapterDecl(name):
            return [("chapter", name.name)]
        case syn.PlayersDecl() | syn.SetupDecl() | syn.PlayDecl() | syn.OutcomeDecl() | syn.ValueDecl():
            return [(FRAME[type(decl)],)]
        case _:
            return [(decl.name.name,)]
