"""Check of the changes of a game: each variant with those that it needs, and each erratum left out."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from msgspec import Struct
from msgspec.structs import replace
from regelwerk_dsl import syntax as syn
from regelwerk_dsl.diagnostics import MOST_LABELS, Diagnostic, Diagnostics, Label
from regelwerk_dsl.source import Span

from .amend import History, with_needs
from .check import check
from .check.known import Known
from .check.links import targets_of
from .check.suppression import IDLE, acting_comments, suppress_allowed
from .checked.graph import Graph
from .declare.collect import Declarations, declare
from .driver import CheckResult
from .incremental import CheckCache, extent_of, findings_digest
from .model import tree
from .model.walk import all_callables, nodes_of
from .resolve.scenarios import resolve_scenarios
from .resolve.unchanged import NOTHING, Unchanged
from .stages import Typed, declare_game, nested, resolve_game


class Trial(Struct, frozen=True):
    """One game to check besides the base.

    Attributes:
        change: the variant that is chosen, or the erratum that is left out.
        variants, without: what is asked for, as on a command line.
    """

    change: syn.ChangeDecl
    variants: tuple[str, ...] = ()
    without: tuple[str, ...] = ()


def trials(base: CheckResult) -> Iterator[Trial]:
    """Every declared variant on its own, with those that it needs, and the game without each of its errata.

    A parameter gets the value that the base has in its place, else the greatest of its range, or the first member.
    None while the base has errors.
    """
    if base.game is None or base.table is None:
        return
    for name, change in base.table.changes.items():
        if change.kind == "variant":
            yield Trial(change, variants=with_needs(base.table, change))
        else:
            yield Trial(change, without=(name,))


def check_variants(
    base: CheckResult, *, whole: bool = False, cache: CheckCache | None = None, allowing: set[Span] | None = None
) -> list[Diagnostic]:
    """The problems of the game of a variant, or without an erratum, that the base does not have; each cause once.

    What stands outside of a change has a label that names the change. Nothing is checked while the base has errors.

    Args:
        base: the game without variants, checked.
        whole: whether every body is resolved, not only what the changes reach: slower, with the same result.
        cache: what an earlier check has settled, which is not checked again; afterwards, what this one has.
        allowing: gets the comments that allow warnings here and none in the base, for which they are no W0711.
    """
    if base.game is None or base.read is None or base.table is None or base.texts is None:
        return []
    items = [*base.diagnostics, *(silenced.diagnostic for silenced in base.silenced)]
    typed = Typed(base.game, base.table, base.history)
    extent = base.extent or extent_of(base.read, typed, base.texts, base.statements)
    if not base.table.changes:
        if cache is not None:
            extent.record(cache, items, {})
        return []
    callables = all_callables(base.game)
    texts = {(one.id, one.source) for one in base.messages}
    labels = {callee.label: callee.decl for callee in callables}
    targets, own = targets_of(base.game), {*callables}
    shared = replace(base.known, base=own, labels=labels, texts=texts, targets=targets)
    earlier = cache.trials if cache is not None and cache.said == findings_digest(items) else {}
    declared = declare(base.read.trees, Diagnostics())  # without errors, as the base has none
    found: dict[tuple[str, str, str], Diagnostic] = {}
    idle = {item.span for item in base.diagnostics if item.code == IDLE}
    used: set[Span] = set()
    now: dict[str, str] = {}
    for trial in trials(base):
        digest, key = extent.digest(trial.variants, trial.without), repr((trial.variants, trial.without))
        fresh: list[Diagnostic] = []
        acting: set[Span] = set()  # of the idle comments those that allow something here
        if earlier.get(key) != digest:
            changed = extent.reached(trial.variants, trial.without)
            if whole or "frame players" in changed:
                known = Known(labels=labels, texts=texts, targets=targets)
                named = {one.name.name for one in base.game.scenarios}
                fresh, silenced = _problems(base, declared, trial, NOTHING, known, named)
                acting = idle.intersection(silenced)
            else:
                named = extent.named(trial.variants, trial.without)
                rewritten = (callee for callee in callables if callee.declared in named)
                named |= {node.name for one in rewritten for node in nodes_of(one) if isinstance(node, tree.TOption)}
                examples = extent.examples(named)
                heads = extent.heads(changed, trial.variants, trial.without)
                touched = extent.touched(cache, trial.variants, trial.without) if cache and key in earlier else None
                again = [touched, None] if touched is not None else [None]  # in the words of a check of everything
                for part in again:
                    known = shared.alters(changed, part)
                    unchanged = Unchanged(base.game, changed, heads, known.has_settled)
                    fresh, silenced = _problems(base, declared, trial, unchanged, known, examples)
                    acting = idle.intersection(silenced)
                    if not fresh:
                        break
        for item in fresh:
            found[_cause(item)] = _with_change(found.get(_cause(item), item), trial)
        used |= acting
        if not fresh and not acting:
            now[key] = digest
    if allowing is not None:
        allowing |= used
    if cache is not None:
        extent.record(cache, items, now)
    return Diagnostics([*found.values()]).sorted()


def _problems(
    base: CheckResult,
    declared: Declarations,
    trial: Trial,
    unchanged: Unchanged,
    known: Known,
    examples: Collection[str],
) -> tuple[list[Diagnostic], set[Span]]:
    """The problems of one game that the base does not have, and the comments that allow others.

    `examples` may no longer fit it.
    """
    assert base.read is not None
    diagnostics, history = Diagnostics(), History()
    with nested(diagnostics, trial.change.name.span):
        table, history = declare_game(base.read, trial.variants, trial.without, diagnostics, declared)
        typed = Typed(resolve_game(base.read, table, diagnostics, unchanged), table, history)
        _check(base, typed, diagnostics, known, examples)
    shown, silenced = suppress_allowed(
        diagnostics, acting_comments(base.read.trees, diagnostics, history, amended=True)
    )
    causes = {_cause(item) for item in [*base.diagnostics, *(silenced.diagnostic for silenced in base.silenced)]}
    fresh = [item for item in shown.items if _cause(item) not in causes]
    return fresh, {one.comment for one in silenced}


def _cause(item: Diagnostic) -> tuple[str, str, str]:
    return item.code, str(item.span), item.message


def _check(base: CheckResult, typed: Typed, diagnostics: Diagnostics, known: Known, examples: Collection[str]) -> None:
    """Checks one game. Worked examples of the base that no longer fit are left to `test`, unless they are printed."""
    assert base.texts is not None
    own = typed.history.scenarios
    shown = typed.game.examples_shown.intersection(examples) - own
    looked_at = [
        decl
        for decl in typed.game.scenarios
        if decl.name.name in shown or (decl.name.name in own and (decl.helpers or not known.has_settled(decl.span)))
    ]
    resolve_scenarios(typed.game, looked_at, diagnostics, own)
    if not diagnostics.has_errors:
        texts = base.texts.amended(typed.history.latest, diagnostics)
        graph = Graph(typed.game, typed.table, typed.history, known.uses)
        check(graph, texts, base.statements, diagnostics, known)


def _with_change(item: Diagnostic, trial: Trial) -> Diagnostic:
    """The diagnostic with a label at the change, unless it stands there anyway."""
    whole, name = trial.change.span, trial.change.name
    if whole.source is item.span.source and whole.start <= item.span.start < whole.end:
        return item
    if len(item.labels) >= MOST_LABELS:
        return item
    words = "with this variant" if trial.variants else "without this erratum"
    return replace(item, labels=(*item.labels, Label(name.span, words)))
