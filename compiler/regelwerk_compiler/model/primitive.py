"""The row type of the table of primitives: one pure operation that a typed expression can apply."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from functools import cache
from typing import Any

from msgspec import Struct

from .types import IntType

BY_ZERO = "if the last operand is zero"
"""The case in which a division is a rule error."""


class Units(Enum):
    """The units that the operands of an operator on numbers may have."""

    SAME = "both have the same"
    ONE = "at most one has a unit"
    RATIO = "the right one has none or that of the left, which then cancels out"
    LEFT = "the right one has none or that of the left, which stays"


class Primitive(Struct, frozen=True, eq=False):
    """One row of the table.

    Attributes:
        name: its name; unique.
        signature: operand types and result in the language's words, `Int, Int -> Int`. `...` repeats the operand
            before it; `T` stands for any type.
        template: the Python, as a template. `{0}` is an operand, `{0.shifted}` its distance from `low`; `{*}` are all
            operands as arguments, `{tuple}` is the tuple of all, `{others}` that of all but the first. Fixed parameters
            stand by name, `{card!r}` as a text; of an `enum` there are `low`, `high`, `none`, `by_components` and
            `neighbours`, of the game `players`; `{run.mask}` is a name of the runtime. Rows whose Python depends on a
            fixed parameter give a function of them that returns the template.
        evaluate: evaluates constants: gets the fixed parameters, then the operands' values. None: never constant.
        mark: how the marks of translated rules spell it: `@` stands for the operands, `{type}` for the type of the
            result; "" for what resolved rules never hold. It must not change, or every translation of such a rule
            counts as outdated.
        fixed: names of the parameters that are known while compiling, `Op.fixed` in this order.
        optional_template: the template where the result may be none.
        negated: the template of its opposite, if that reads better than `not` before it.
        opposite: the name of the row that holds where this one does not.
        spelled: how sources spell the operator or function.
        function: whether sources call it, `min(a, b)`, and do not write it between its operands.
        fails: when it is a rule error, in words; "" for never.
        interval: the range of the result from the ranges of two operands (of one for unary rows).
        units: its rule for units.
        verb: past participle for messages about units, "added".
    """

    name: str
    signature: str
    template: str | Callable[..., str]
    evaluate: Callable[..., Any] | None
    mark: str = ""
    fixed: tuple[str, ...] = ()
    optional_template: str = ""
    negated: str = ""
    opposite: str = ""
    spelled: str = ""
    function: bool = False
    fails: str = ""
    interval: Callable[..., IntType] | None = None
    units: Units | None = None
    verb: str = ""

    @property
    def operands(self) -> tuple[str, ...]:
        """The types of the operands, without a final `...`."""
        return _operands(self.signature)

    @property
    def repeats(self) -> bool:
        """True if the last operand may come any number of times."""
        return ", ..." in self.signature

    @property
    def result(self) -> str:
        """The type of the result."""
        return self.signature.partition(" -> ")[2]

    def __repr__(self) -> str:
        return self.name


@cache
def _operands(signature: str) -> tuple[str, ...]:
    return tuple(part for part in signature.partition(" -> ")[0].split(", ") if part not in ("", "..."))
