"""Choices that may have nothing to offer, and options without words."""

from __future__ import annotations

from regelwerk_dsl.diagnostics import Diagnostics

from ..model import tree
from ..model.symbols import Game
from ..model.types import BOOL
from ..model.walk import all_callables, nodes_in
from ..primitives import table as prim
from ..primitives.evaluate import Evaluator, NotConstantError
from .ranges import Ranges


def check_choices(game: Game, diagnostics: Diagnostics) -> None:
    """W0701 for a choice that can be empty and has no `otherwise`; E0608 for an option that nothing words."""
    for callee in all_callables(game):
        ranges = Ranges(callee)
        for statement in callee.body or []:
            for node in nodes_in(statement):
                if isinstance(node, tree.ChooseValue) and not node.may and node.otherwise is None:
                    if _may_be_empty(game, ranges, [node.loop], node.where):
                        _warn(diagnostics, node, node.loop.local.name)
                elif isinstance(node, tree.ChooseOption):
                    _options(game, ranges, node, diagnostics)


def _options(game: Game, ranges: Ranges, node: tree.ChooseOption, diagnostics: Diagnostics) -> None:
    conditional = all(_may_be_empty(game, ranges, option.loops, option.condition) for option in node.options)
    if conditional and not node.may and node.otherwise is None:
        _warn(diagnostics, node, "")
    for option in node.options:
        if option.text is None and not _worded(option):
            diagnostics.report(
                "E0608",
                option.span,
                f"nobody can read what the option `{option.name}` does",
                help=f'give the effect an `offer "..."`, or write the option as `{option.name} "..."`',
            )


def _worded(option: tree.TOption) -> bool:
    callee = option.offer_of
    return callee is not None and any((callee.sentences.offer, callee.sentences.text, callee.sentences.says))


def _may_be_empty(game: Game, ranges: Ranges, loops: list[tree.Loop], condition: tree.TExpr | None) -> bool:
    if condition is not None:
        return not _some_fit(game, loops, condition)
    return any(not _always_has(game, ranges, loop) for loop in loops)


def _some_fit(game: Game, loops: list[tree.Loop], condition: tree.TExpr) -> bool:
    """Whether a condition that reads no state holds for some members of fixed domains."""
    fits = tree.Quantify("any", loops, condition, None, type=BOOL)
    try:
        return bool(Evaluator(game).number(fits, {}))
    except NotConstantError:
        return False


def _always_has(game: Game, ranges: Ranges, loop: tree.Loop) -> bool:
    match loop.domain:
        case tree.EnumDomain():
            return True
        case tree.AllCardsDomain(card_type):
            return bool(card_type.name is None or game.card_types[card_type.name].cards)
        case tree.RangeDomain(low, high):
            first, last = ranges.of(low).high, ranges.of(high).low
            return first is not None and last is not None and first <= last
        case tree.SetDomain(tree.Op(prim.SET_OF, items)):
            return bool(items)
        case tree.SetDomain(tree.Const(value)):
            return bool(value)
        case _:
            return False


def _warn(diagnostics: Diagnostics, node: tree.ChooseValue | tree.ChooseOption, name: str) -> None:
    diagnostics.report(
        "W0701",
        node.span,
        "there may be nothing to choose here",
        note=f"no `{name}` may fit" if name else "every option has a condition",
        help="add `otherwise:` and say what happens then; or, above it, `# allow W0701: why something always fits`",
    )
