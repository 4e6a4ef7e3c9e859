"""Check of the changes of a game: each variant with those that it needs, and each erratum left out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

from msgspec import Struct
from msgspec.structs import replace
from regelwerk_dsl import syntax as syn
from regelwerk_dsl.diagnostics import MOST_LABELS, Diagnostic, Diagnostics, Label
from regelwerk_dsl.syntax.nodes import walk

from .amend import History, Key, with_needs
from .check import check
from .check.known import Known
from .check.silence import acting_comments, silence
from .checked.graph import Graph, Kind, Node
from .declare.collect import Declarations
from .driver import CheckResult
from .model.scenarios import Shapes
from .model.walk import all_callables
from .resolve.option_keys import shapes_of
from .resolve.scenarios import resolve_scenarios
from .stages import Typed, declare_game, nested, resolve_game
from .untouched import Extent
from .words.messages import all_messages

WORD = re.compile(r"\w+")


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


def check_variants(base: CheckResult, *, whole: bool = False, sound: set[str] | None = None) -> list[Diagnostic]:
    """What is wrong in the game of a variant, or without an erratum, and not in the base; each cause once.

    What stands outside of a change has a label that names the change. Nothing is checked while the base has errors.

    Args:
        base: the game without variants, checked.
        whole: whether every body is resolved, not only what the changes reach: slower, with the same result.
        sound: the digests of trials that found nothing when they were last made, which are not made again. Afterwards
            those of this game that find nothing.
    """
    if base.game is None or base.read is None or base.table is None:
        return []
    if not base.table.changes:
        return []
    graph = Graph(base.game, base.table, base.history)
    texts = {(one.id, one.source) for one in all_messages(base.game)}
    texts |= {(block.id, block.source) for blocks in base.game.prose.values() for block in blocks}
    found: dict[tuple[str, str, str], Diagnostic] = {}
    shapes = shapes_of(all_callables(base.game))
    causes = {_cause(item) for item in [*base.diagnostics, *(silenced.diagnostic for silenced in base.silenced)]}
    extent, before = Extent(base, shapes), frozenset(sound or ())
    now = set[str]()
    for trial in trials(base):
        digest = extent.digest(trial.variants, trial.without)
        if digest in before:
            now.add(digest)
            continue
        diagnostics = Diagnostics()
        history = History()
        with nested(diagnostics, trial.change.name.span):
            table, history = declare_game(base.read, trial.variants, trial.without, diagnostics)
            reached = None if whole else _reach(base, graph, history)
            bodies = None if reached is None else reached | _needed(base, table, history, reached)
            typed = Typed(resolve_game(base.read, table, diagnostics, bodies), table, history)
            _check(base, shapes, typed, diagnostics, Known(graph.uses, texts, reached))
        shown, _ = silence(diagnostics, acting_comments(base.read.trees, diagnostics, history, amended=True))
        fresh = [item for item in shown.items if _cause(item) not in causes]
        for item in fresh:
            found[_cause(item)] = _with_change(found.get(_cause(item), item), trial)
        if not fresh:
            now.add(digest)
    if sound is not None:
        sound.clear()
        sound.update(now)
    return Diagnostics([*found.values()]).sorted()


def _cause(item: Diagnostic) -> tuple[str, str, str]:
    return item.code, str(item.span), item.message


def _check(base: CheckResult, shapes: Shapes, typed: Typed, diagnostics: Diagnostics, known: Known) -> None:
    """Checks one game. Worked examples of the base that no longer fit are left to `test`."""
    assert base.texts is not None
    own = [decl for decl in typed.game.scenarios if decl.name.name in typed.history.scenarios]
    resolve_scenarios(typed.game, own, diagnostics, others=shapes)
    if not diagnostics.has_errors:
        texts = base.texts.amended(typed.history.latest, diagnostics)
        check(typed.game, typed.table, texts, base.statements, typed.history, diagnostics, known)


def _changed_keys(base: CheckResult, history: History) -> Iterator[Key]:
    """The names of what is changed otherwise than in the base."""
    before, now = base.history.changes, history.changes
    return (key for key in {**before, **now} if before.get(key) != now.get(key))


def _reach(base: CheckResult, graph: Graph, history: History) -> frozenset[str] | None:
    """The labels of the callables that some changes reach: changed or added themselves, callers of those, and readers
    of changed values. None where a change concerns the whole game.
    """
    assert base.table is not None and base.game is not None
    reached: set[str] = set()
    values: set[Node] = set()
    for key in _changed_keys(base, history):
        head = key[0]
        if head in ("chapter", "scenario"):
            continue
        own = {label for label in graph.uses if label.partition(".")[0] == head}
        nodes = graph.named(key) + ([Node(Kind.VARIABLE, (head,))] if head in base.game.state else [])
        enum = base.game.enums.get(head)
        is_new_member = enum is not None and len(key) > 1 and key[1] not in enum.keys
        if is_new_member or (head in base.table.spans and not own and not nodes):
            return None  # as a unit or a type does
        reached |= own or {head}
        values.update(nodes)
    reached |= {*graph.users(*graph.dependents(values))}
    waiting = list(reached)
    while waiting:
        node = Node(Kind.CALLABLE, tuple(waiting.pop().split(".")))
        callers = graph.users(node, *(one for one in graph.dependents([node]) if one.kind is Kind.ABILITY))
        waiting += set(callers) - reached
        reached.update(callers)
    return frozenset(reached)


def _needed(base: CheckResult, table: Declarations, history: History, reached: frozenset[str]) -> set[str]:
    """What is looked up to check what changes reach: definitions that it or changed prose mentions, and the effects
    that texts of cards are composed of.
    """
    assert base.game is not None
    changed = {key[1] for key in _changed_keys(base, history) if key[0] == "chapter"}
    prose = [block.source for block in chain.from_iterable(base.game.prose.values())]
    prose = [text for text in prose if not reached.isdisjoint(WORD.findall(text))]
    prose += [table.chapters[name].prose for name in changed & table.chapters.keys()]
    found = {*WORD.findall(" ".join(prose))} & table.defines.keys()
    waiting = [*reached, *found]
    while waiting:
        label = waiting.pop()
        card, effect = table.cards.get(label.partition(".")[0]), table.effects.get(label)
        names = {node.name for node in walk(card or effect or table.defines.get(label)) if isinstance(node, syn.Name)}
        wordless = card is not None or (effect is not None and label in found and effect.sentences.text is None)
        fresh = names & (table.defines.keys() | table.effects.keys() if wordless else table.defines.keys()) - found
        found |= fresh
        waiting += fresh
    return found


def _with_change(item: Diagnostic, trial: Trial) -> Diagnostic:
    """The diagnostic with a label at the change, unless it stands there anyway."""
    whole, name = trial.change.span, trial.change.name
    if whole.source is item.span.source and whole.start <= item.span.start < whole.end:
        return item
    if len(item.labels) >= MOST_LABELS:
        return item
    words = "with this variant" if trial.variants else "without this erratum"
    return replace(item, labels=(*item.labels, Label(name.span, words)))
