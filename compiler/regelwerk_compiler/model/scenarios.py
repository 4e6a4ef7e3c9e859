"""Typed scenarios: worked examples with names resolved, step by step."""

from __future__ import annotations

from dataclasses import dataclass, field

from regelwerk_dsl.source import Span

from . import tree
from .symbols import CallableSymbol
from .types import Type

Shapes = dict[str, tuple[tuple[Type, ...], ...]]  # options by name, with the types of the values in their keys
Placed = dict[str, list[int]]  # the cards that a scenario has put somewhere so far, by the place as it is written


@dataclass(slots=True)
class GivenStep:
    callable: CallableSymbol
    state: frozenset[str]  # the name of what is set
    span: Span


@dataclass(slots=True)
class RollsStep:
    values: tuple[int, ...]
    pips: tuple[int, ...]  # those that are written as numbers
    span: Span


@dataclass(slots=True)
class DoStep:
    call: tree.Do | tree.DoAbility
    callable: CallableSymbol
    span: Span


@dataclass(slots=True)
class RunStep:
    what: str
    span: Span


@dataclass(slots=True)
class ChoosesStep:
    player: int
    keys: tuple[tuple[str, ...], ...]  # each the name of an option and its arguments, or a value
    span: Span
    expected: bool | None = None  # None: it is chosen; else whether it can be


@dataclass(slots=True)
class ExpectStep:
    condition: tree.TExpr
    parts: list[tuple[str, tree.TExpr]]
    span: Span
    state: frozenset[str] = frozenset()  # the names of the state that it reads itself
    text: str = ""  # for messages; the source line by default


@dataclass(slots=True)
class EndStep:
    player: int | None  # who wins, or does not; None: the game is over
    wins: bool
    span: Span


Step = GivenStep | RollsStep | DoStep | RunStep | ChoosesStep | ExpectStep | EndStep


@dataclass(slots=True)
class TypedScenario:
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
    moved: set[int] = field(default_factory=set)  # what a `given` before the last step that acted has put somewhere
