"""Tests of comparing the value that an amendment expects with the value that a declaration states."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from regelwerk_compiler.amend.compare import same_value
from regelwerk_compiler.declare.collect import Declarations, declare
from regelwerk_compiler.resolve.lookahead import Constants
from regelwerk_dsl import syntax as syn
from regelwerk_dsl.diagnostics import Diagnostics
from regelwerk_dsl.parse import parse_source
from regelwerk_dsl.source import SourceFile

GAME = """\
players 2..2

enum Fruit "fruit": apple "apple", plum "plum", pear "pear"
enum Spice "spices": mint "mint", pear "pear"

table Good "goods":
    key  | price: 0..9
    wool | 3
    silk | 6

define goal -> Int = 100
define twice -> Int = 2 * goal

cardtype Visit "visits":
    play(p: Player)

card Visit child "Child" for g in Good where g.price > 4:
    play(p):
        score[p] += 1

state:
    score[Player]: 0..900

variant a:
    amend x: {left} -> {right}
"""


def parsed(left: str, right: str) -> tuple[Declarations, syn.AmendStmt]:
    diagnostics = Diagnostics()
    source = SourceFile("case.regel", GAME.replace("{left}", left).replace("{right}", right))
    table = declare([parse_source(source, diagnostics)], diagnostics)
    assert not diagnostics.has_errors, diagnostics.sorted()
    (step,) = table.changes["a"].amendments
    assert isinstance(step, syn.AmendStmt)
    return table, step


INT, FRUIT = syn.NamedType("Int"), syn.NamedType("Fruit")
SET, PER = syn.SetType(FRUIT), syn.PerType(INT, FRUIT)

SAME = [
    ("100", "goal", INT),
    ("twice", "50 + 150", INT),
    ("", "0", INT),
    ("", "no", syn.NamedType("Bool")),
    ("", "none", syn.OptionalType(INT)),
    ("pear", "Fruit.pear", FRUIT),
    ("apple, plum", "{plum, Fruit.apple}", SET),
    ("apple", "{apple}", SET),
    ("", "empty", SET),
    ("apple 1, plum 0", "apple 1", PER),
    ("score[A] + 1", "score[A] + 1", INT),
]

OTHER = [
    ("100", "goal + 1", INT),
    ("", "0", syn.OptionalType(INT)),
    ("", "apple", FRUIT),
    ("pear", "Spice.pear", FRUIT),
    ("apple, plum", "apple", SET),
    ("apple 1", "plum 1", PER),
    ("gaol", "0", INT),
    ("score[A] + 1", "1 + score[A]", INT),
]


@pytest.mark.parametrize(("left", "right", "type_"), SAME)
def test_other_spellings_of_a_value_are_equal(left: str, right: str, type_: syn.TypeExpr) -> None:
    table, step = parsed(left, right)
    assert same_value(step.old, step.new, type_, Constants(table))
    assert same_value(step.new, step.old, type_, Constants(table))


@pytest.mark.parametrize(("left", "right", "type_"), OTHER)
def test_other_values_are_different(left: str, right: str, type_: syn.TypeExpr) -> None:
    table, step = parsed(left, right)
    assert not same_value(step.old, step.new, type_, Constants(table))
    assert not same_value(step.new, step.old, type_, Constants(table))


def test_constants_follow_the_declarations() -> None:
    """An amended value is used in everything computed from it, including members of a family."""
    table, _ = parsed("1", "2")
    constants = Constants(table)
    child = table.cards["child"]
    assert constants.number(table.defines["twice"].body) == 200  # type: ignore[arg-type]
    assert constants.members(child) == [("child", "silk")]
    table.defines["goal"] = replace(table.defines["goal"], body=syn.Number(7))
    good = table.enums["Good"]
    assert isinstance(good, syn.TableDecl)
    wool = replace(good.rows[0], cells=(syn.Cell(syn.Number(8)),))
    table.enums["Good"] = replace(good, rows=(wool, *good.rows[1:]))
    assert constants.number(table.defines["twice"].body) == 14  # type: ignore[arg-type]
    assert constants.members(child) == [("child", "wool"), ("child", "silk")]
