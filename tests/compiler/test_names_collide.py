"""Tests that names of a game never collide with those of the emitted module: each game is verified and plays."""

from __future__ import annotations

import ast
import builtins
import keyword
from pathlib import Path

import pytest
from case_games import compile_text, errors_of, rules_of
from regelwerk_compiler.emit.names import TAKEN_BY_CODE
from regelwerk_dsl.grammar.keywords import RESERVED_DECLARATIONS
from regelwerk_runtime.batch.games import Job, play_game
from regelwerk_runtime.engine.primitives import FIXED_LOCALS, METHODS
from regelwerk_runtime.engine.state import BaseState
from regelwerk_runtime.scenario import run_scenario

pytestmark = pytest.mark.slow

GAME = """
players 2..2

enum {Enum} "things":
    {member} "one", two "two"

table {Table} "rows":
    key | {column}: 0..9 | name
    a   | 3 | "a"
    b   | 4 | "b"

cardtype {CardType} "cards":
    {field}: 0..9
    {ability}({given}: Player) -> Int = this.{field}

card {CardType} {card} "card {{{binder}}}" for {binder} in {Enum} x3:
    {field} = 2
    {ability}({given}) = {variable}[{given}] + (if {binder} is {member} then 1 else 0)

state:
    {variable}[Player]: 0..99 = 1
    {flag}: {Enum}?
    {pile}: pile of {CardType} = all seen by nobody
    {place}[Player]: place for {CardType} seen by all

define {define}(p: Player, n: Int) -> Int = {variable}[p] + n + (sum t.{column} for t in {Table})
    + (count {loop} in {pile} where {loop}.{ability}(p) > 0)

effect {effect}({parameter}: Player, g: {Enum}):
    says "{{{parameter}}} does {{g}} {{{define}({parameter}, 1)}}"
    offer "Do {{g}}"
    let {local} = {define}({parameter}, 1)
    if {local} < 90: {variable}[{parameter}] += 1
    {flag} = g
    if g is {member}: draw 1 from {pile} to box as {drawn}

play at most 20:
    repeat 3 times:
        for each q in Player:
            choose {chosen} in {Table} by q "Which?"
            choose by q "What?":
                do {effect}(q, {option}) for {option} in {Enum}
                {wait} "Wait"

outcome for {each}:
    most {variable}[{each}] + {define}({each}, 0)

measure {measure} of {judged} = {define}({judged}, 1) + {variable}[{judged}]

invariant "all is well": all {every} in Player have {variable}[{every}] < 99

scenario {scenario} "It plays":
    given players A, B
    when do {effect}(B, two)
    expect {define}(A, 0) is 14
    expect any {there} in Player where {variable}[{there}] is 1
"""

KINDS = (
    *(
        "Enum",
        "Table",
        "CardType",
        "member",
        "column",
        "field",
        "ability",
        "given",
        "card",
        "binder",
        "variable",
        "flag",
    ),
    *("pile", "place", "define", "effect", "parameter", "local", "drawn", "loop", "chosen", "option", "wait", "each"),
    *("every", "there", "scenario", "measure", "judged"),
)
PYTHON = {*keyword.kwlist, *keyword.softkwlist, *dir(builtins), "__builtins__", "__class__", "__name__"}
OWN = {*TAKEN_BY_CODE, *METHODS, *dir(BaseState), "c", "i", "card", "found", "total", "members", "different", "setup"}
MORE = {
    "play",
    "block",
    "player",
    "outcome_1",
    "value_of",
    "measure_value",
    "invariant_1",
    "PLAY",
    "state",
    "DEFINITION",
    "turn",
    "PLAY_1",
}
NAMES = sorted(PYTHON | OWN | MORE)
ALLOWED = [name for name in NAMES if name[0] != "_" and name not in RESERVED_DECLARATIONS | {"min", "max", "set"}]


def test_names_of_the_methods_of_the_state_are_avoided(tmp_path: Path) -> None:
    result = compile_text(GAME.format(**dict(zip(KINDS, KINDS, strict=True))), tmp_path)
    assert result.module is not None
    state = next(node for node in ast.parse(result.module).body if isinstance(node, ast.ClassDef))
    methods = [node for node in state.body if isinstance(node, ast.FunctionDef)]
    assert {method.name for method in methods} >= {"copy", "as_row", "with_row"}
    stored = [node.id for node in ast.walk(state) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)]
    given = [argument.arg for method in methods for argument in method.args.args]
    assert {*stored, *given} - {"__slots__"} <= {*FIXED_LOCALS}


@pytest.mark.parametrize("turn", range(len(ALLOWED)))
def test_no_name_collides_with_one_of_the_module(turn: int, tmp_path: Path) -> None:
    """Across all cases, every kind of declaration gets every name."""
    names = {kind: ALLOWED[(turn + 7 * place) % len(ALLOWED)] for place, kind in enumerate(KINDS)}
    result = compile_text(GAME.format(**names), tmp_path)
    assert errors_of(result) == [], names
    rules, scenarios = rules_of(result)
    assert [run_scenario(rules, scenario).passed for scenario in scenarios] == [True], names
    assert play_game(rules, Job(2, 1, checked=True)).reason == "play ended"


@pytest.mark.parametrize("kind", ["define", "local"])
@pytest.mark.parametrize("name", sorted({*NAMES} - {*ALLOWED}))
def test_other_names_are_errors(kind: str, name: str, tmp_path: Path) -> None:
    result = compile_text(GAME.format(**{**{one: f"{one}_1" for one in KINDS}, kind: name}), tmp_path)
    assert result.module is None or rules_of(result)
