"""Tests of every row of the table of primitives: its Python and its evaluator agree, and its columns are consistent."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import product

import pytest
from regelwerk_compiler.model.primitive import BY_ZERO, Primitive
from regelwerk_compiler.model.types import IntType
from regelwerk_compiler.primitives.table import ROWS, SET_OF

VALUES = {"Bool": (0, 1), "Int": (-3, 0, 1, 2, 5), "Member": (0, 1, 2, 5)}
NUMBERS = (0, 1, 2, 3, 5, 7)  # ranges of other types: members, and sets as masks
FIXED = {"low": 0, "high": 7, "first": 2, "end": 5, "offset": 3}
EVALUATED = [row for row in ROWS.values() if row.evaluate is not None and row is not SET_OF]


@dataclass
class Enum:
    """An enum with six members."""

    low: int = 0
    high: int = 5
    none: int = -1
    by_components: dict[tuple[int, ...], int] = field(default_factory=lambda: {(2, 3): 1, (5, 1): 4})


class Operand(int):
    """A number in a template, in parentheses."""

    def __format__(self, spec: str) -> str:
        return f"({int(self)})"

    @property
    def shifted(self) -> Operand:
        """Its distance from the lowest value."""
        return Operand(self - FIXED["low"])


class Runtime:
    """Names of the runtime that stand for themselves."""

    def __getattr__(self, name: str) -> str:
        return name


@pytest.mark.parametrize("row", EVALUATED, ids=repr)
def test_the_python_computes_what_the_evaluator_computes(row: Primitive) -> None:
    assert row.evaluate is not None
    known = {**FIXED, "enum": Enum()}
    fixed = [known[name] for name in row.fixed]
    template = row.template if isinstance(row.template, str) else row.template(*fixed)
    names = {"NONE": -1, "fit": lambda value, low, high: value, "enum": Enum()}
    types = row.operands * 2 if row.repeats and len(row.operands) == 1 else row.operands
    for operands in product(*(VALUES.get(type_, NUMBERS) for type_ in types)):
        if row.fails == BY_ZERO and operands[-1] == 0:
            continue
        text = template.format(
            *map(Operand, operands),
            **{**known, "enum": Names(), "*": ", ".join(map(str, operands))},
            tuple=str(operands),
            others=str(operands[1:]),
            run=Runtime(),
        )
        assert eval(text, names) == row.evaluate(*fixed, *operands), text


class Names:
    """The names that templates read from an enum, as `Enum` has them."""

    def __getattr__(self, name: str) -> str:
        return f"enum.{name}"


@pytest.mark.parametrize("row", ROWS.values(), ids=repr)
def test_the_columns_are_consistent(row: Primitive) -> None:
    if row.opposite:
        assert ROWS[row.opposite].opposite == row.name
    if row.units is not None:
        assert row.interval is not None and row.verb
    assert row.result


@pytest.mark.parametrize("row", [row for row in EVALUATED if row.negated], ids=repr)
def test_the_negated_python_is_the_opposite(row: Primitive) -> None:
    assert row.evaluate is not None
    for operands in product(NUMBERS, repeat=len(row.operands)):
        text = row.negated.format(*map(Operand, operands), run=Runtime())
        assert eval(text) == (not row.evaluate(*operands)), text


@pytest.mark.parametrize("row", [row for row in EVALUATED if row.interval is not None], ids=repr)
def test_the_interval_holds_every_result(row: Primitive) -> None:
    assert row.evaluate is not None and row.interval is not None
    ends = list(product((-3, 0, 2), (0, 1, 4)))
    for ranges in product([(low, high) for low, high in ends if low <= high], repeat=len(row.operands)):
        found = row.interval(*(IntType(low, high) for low, high in ranges))
        for operands in product(*(range(low, high + 1) for low, high in ranges)):
            if row.fails == BY_ZERO and operands[-1] == 0:
                continue
            value = row.evaluate(*operands)
            assert found.low is None or found.low <= value
            assert found.high is None or value <= found.high
