"""Application of the chosen changes to the table of declarations, and the history of every changed thing."""

from __future__ import annotations

from bisect import bisect_right

from msgspec import Struct, field
from regelwerk_dsl import syntax as syn
from regelwerk_dsl.diagnostics import Diagnostics, Label
from regelwerk_dsl.source import SourceFile, Span

from ..declare.abilities import settle_abilities
from ..declare.collect import Declarations, Key
from ..model.symbols import cites_of
from ..resolve.lookahead import Constants
from .compare import Written, same_value, shown, title_of
from .edits import Edit, EditMaker
from .mismatches import report_unexpected
from .missing import report_no_target
from .select import Chosen
from .stacked import stacked_edits
from .targets import keys_of


class Change(Struct, frozen=True):
    """One step in the history of a thing: which change, where, from what to what, and why.

    Attributes:
        chosen: the change.
        span: where the step stands.
        before, after: in the author's words, or values.
        old_span: where the old value stands.
        expects: the old value as written, None if there is none to compare.
    """

    chosen: Chosen
    span: Span
    before: str | Written
    after: str | Written
    old_span: Span
    expects: Written = None

    @property
    def old(self) -> str:
        """The old value in words."""
        return _told(self.before)

    @property
    def new(self) -> str:
        """The new value in words."""
        return _told(self.after)

    @property
    def by(self) -> str:
        """Kind and name of the change: `erratum risk_205`."""
        return self.chosen.by

    @property
    def title(self) -> str:
        """The title of the change, "" without one."""
        return title_of(self.chosen.decl.title) if self.chosen.decl.title else ""

    @property
    def cites(self) -> tuple[str, ...]:
        """The source statements of the change."""
        return cites_of(self.chosen.decl.source)


class History(Struct):
    """The history of all changes, by the full name of the changed thing.

    Attributes:
        changes: the steps by key, in the order in which they apply.
        applied: the changes that apply, in order.
        scenarios: names of the worked examples that variants have added or changed.
        places: the changes of each file in the order of their places, once `origin` has been asked for.
    """

    changes: dict[Key, list[Change]] = field(default_factory=dict)
    applied: list[Chosen] = field(default_factory=list)
    scenarios: set[str] = field(default_factory=set)
    places: dict[SourceFile, list[Chosen]] = field(default_factory=dict)

    @property
    def latest(self) -> tuple[str, ...]:
        """The names of the changes that apply, the last first."""
        return tuple(one.decl.name.name for one in reversed(self.applied))

    def of(self, *key: str) -> list[Change]:
        """The steps of exactly this thing."""
        return self.changes.get(key, [])

    def origin(self, span: Span) -> Chosen | None:
        """The change that a piece of source belongs to; None for the base."""
        if not self.places:
            for one in sorted(self.applied, key=lambda one: one.decl.span.start):
                self.places.setdefault(one.decl.span.source, []).append(one)
        places = self.places.get(span.source, [])
        at = bisect_right(places, span.start, key=lambda one: one.decl.span.start) - 1
        return places[at] if at >= 0 and places[at].decl.span.holds(span) else None


class Touch(Struct, frozen=True):
    """A thing that a change has altered; `whole`: with everything in it but what is `kept`."""

    key: Key
    whole: bool
    kept: tuple[Key, ...]
    by: Chosen
    span: Span


def amend(table: Declarations, chosen: list[Chosen], diagnostics: Diagnostics) -> History:
    """Applies the changes in order to the table.

    Errors: E0901 (no such thing to change), E0902 (the base is not what the change expects), E0903 (two variants change
    the same thing and neither says that it comes after the other), E0907 (another signature), E0908 (something is put
    where it cannot stand).
    """
    amender = _Amender(table, diagnostics, Constants(table), History(applied=list(chosen)))
    for one in chosen:
        amender.run(one)
    for one in chosen:
        amender.stack(one)
    return amender.history


class _Amender(Struct):
    table: Declarations
    diagnostics: Diagnostics
    constants: Constants
    history: History
    touched: list[Touch] = field(default_factory=list)

    def run(self, one: Chosen) -> None:
        touched: list[Touch] = []
        for step in one.decl.amendments:
            if not isinstance(step, syn.StackedStmt):
                self._step(one, step, touched)
            match step:
                case (
                    syn.AddStmt(syn.CardDecl() | syn.CardTypeDecl())
                    | syn.ReplaceStmt(body=syn.CardDecl() | syn.CardTypeDecl())
                ):
                    settle_abilities(self.table)
                case _:
                    pass
        if one.decl.kind != "erratum":  # what an erratum alters, others may alter again
            self.touched += touched

    def stack(self, one: Chosen) -> None:
        """Applies the steps that stack; they fit a rule whatever else has changed it, as long as it exists."""
        for step in one.decl.amendments:
            if isinstance(step, syn.StackedStmt):
                gone = self._clash(one, (step.name.name,)) if self._is_gone(step) else None
                if gone is not None:
                    self._report_clash(one, step.span, (step.name.name,), gone)
                    continue
                for edit in stacked_edits(self.table, one.decl, step, self.diagnostics):
                    if edit.apply() is not False:
                        self._note(one, step, edit)

    def _is_gone(self, step: syn.StackedStmt) -> bool:
        return step.name.name not in {*self.table.effects, *self.table.defines, "setup", "play"}

    def _step(self, one: Chosen, step: syn.Amendment, touched: list[Touch]) -> None:
        edits = EditMaker(self.table, self.constants, one.decl, self.diagnostics).edits(step)
        if edits is None:
            found = [(key, self._clash(one, key)) for key in keys_of(self.table, step)]
            for key, touch in found:
                if touch is not None:
                    self._report_clash(one, step.span, key, touch)
            if not any(touch for _, touch in found):
                report_no_target(self.table, self.constants, step, self.diagnostics)
            return
        for edit in edits:
            keys = (edit.key, *edit.also)
            clashes = ((key, self._clash(one, key, edit)) for key in keys)
            key, clash = next((found for found in clashes if found[1] is not None), (edit.key, None))
            if clash is not None:
                self._report_clash(one, step.span, key, clash)
            elif self._is_expected(one, step, edit) and edit.apply() is not False:
                touched += [Touch(key, edit.whole, edit.kept, one, step.span) for key in keys]
                self._note(one, step, edit)

    def _is_expected(self, one: Chosen, step: syn.Amendment, edit: Edit) -> bool:
        """True if an amendment finds the value that it expects, now or before the changes that it comes after.

        Errors: E0902.
        """
        place = edit.place
        if place is None or not isinstance(step, syn.AmendStmt):
            return True
        values: list[Written] = [place.value]
        for key in (edit.key, *edit.related):
            values += [change.expects for change in self.history.of(*key) if change.chosen.name in one.after]
        if place.inherits:  # a default that this or another change has set: what held before
            values += [change.expects for change in self.history.of(*place.inherits)]
        if not place.fault and any(same_value(value, step.old, place.type, self.constants) for value in values):
            return True
        changes = self.history.of(*edit.key)
        again = [change.span for change in changes if change.chosen is one]
        earlier = [
            change.chosen.name
            for change in changes
            if change.chosen is not one and same_value(change.expects, step.old, place.type, self.constants)
        ]
        report_unexpected(step, edit.key, place, again, earlier, self.constants, self.diagnostics)
        return False

    # ---- clashes of changes

    def _clash(self, one: Chosen, key: Key, edit: Edit | None = None) -> Touch | None:
        """The step of another change to the same thing, unless that is an erratum or comes before this one.

        Args:
            one: the change.
            key: the thing.
            edit: how it alters the thing; None if it is not found.
        """
        whole, kept, related = (edit.whole, edit.kept, edit.related) if edit is not None else (False, (), ())
        for touch in self.touched:
            if touch.by.name in one.after:
                continue
            inside = touch.whole and key[: len(touch.key)] == touch.key and key not in touch.kept
            around = whole and touch.key[: len(key)] == key and touch.key not in kept
            if touch.key == key or inside or around or touch.key in related:
                return touch
        return None

    def _report_clash(self, one: Chosen, span: Span, key: Key, clash: Touch) -> None:
        other = clash.by.decl
        self.diagnostics.report(
            "E0903",
            span,
            f"the variants `{other.name}` and `{one.decl.name}` both change `{'.'.join(key)}`",
            labels=(Label(clash.span, f"changed by `{other.name}` here"),),
            help=f"choose one of the two, or let one say `after {other.name}`",
        )

    # ---- history

    def _note(self, one: Chosen, step: syn.Amendment, edit: Edit) -> None:
        expects = edit.place.value if edit.place is not None else None
        change = Change(one, step.span, edit.old, edit.new, edit.old_span, expects)
        self.history.changes.setdefault(edit.key, []).append(change)
        if edit.key[0] == "scenario":
            self.history.scenarios.add(edit.key[1])


def _told(value: str | Written) -> str:
    return value if isinstance(value, str) else shown(value)
