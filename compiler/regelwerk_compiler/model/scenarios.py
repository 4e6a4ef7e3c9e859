"""Typed scenarios: worked examples with names resolved, step by step."""

from __future__ import annotations

from msgspec import Struct, field
from regelwerk_dsl import syntax as syn
from regelwerk_dsl.source import Span

from . import tree
from .symbols import CallableSymbol
from .types import Type

Shapes = dict[str, tuple[tuple[Type, ...], ...]]  # options by name, with the types of the values in their keys
Placed = dict[str, list[int]]  # the cards that a scenario has put somewhere so far, by the place as it is written


class GivenStep(Struct):
    callable: CallableSymbol
    state: frozenset[str]  # the name of what is set
    span: Span


class RollsStep(Struct):
    values: tuple[int, ...]
    pips: tuple[int, ...]  # those that are written as numbers
    span: Span


class DoStep(Struct):
    call: tree.Do | tree.DoAbility
    callable: CallableSymbol
    span: Span


class RunStep(Struct):
    what: str
    span: Span


class ChoosesStep(Struct):
    player: int
    keys: tuple[tuple[str, ...], ...]  # each the name of an option and its arguments, or a value
    span: Span
    expected: bool | None = None  # None: it is chosen; else whether it can be


class ExpectStep(Struct):
    condition: tree.TExpr
    parts: list[tuple[str, tree.TExpr]]
    span: Span
    state: frozenset[str] = frozenset()  # the names of the state that it reads itself
    text: str = ""  # for messages; the source line by default


class EndStep(Struct):
    player: int | None  # who wins, or does not; None: the game is over
    wins: bool
    span: Span


Step = GivenStep | RollsStep | DoStep | RunStep | ChoosesStep | ExpectStep | EndStep


class TypedScenario(Struct):
    name: str
    title: str
    span: Span
    players: tuple[str, ...]
    steps: list[Step]
    cites: tuple[str, ...] = ()
    placed: Placed = field(default_factory=dict)
    names: frozenset[str] = frozenset()  # all that keys can name: options, members, cards, numbered copies
    shapes: Shapes = field(default_factory=dict)  # of all options
    helpers: dict[str, CallableSymbol] = field(default_factory=dict)  # its own effects, by label
    moved: set[int] = field(default_factory=set)  # the cards that a `given` before the last acting step has placed


def has_its_players(decl: syn.ScenarioDecl, players: tuple[int, int]) -> bool:
    """True if a game can have as many players as a worked example names, or if it names none."""
    given = (step for step in decl.steps if isinstance(step, syn.GivenPlayers))
    return all(players[0] <= len(step.names) <= players[1] for step in given)
