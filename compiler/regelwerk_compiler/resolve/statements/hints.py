"""Hints for bots: which options they consider first, and which not at all."""

from __future__ import annotations

from regelwerk_dsl import syntax as syn

from ...model import tree
from ...model.walk import free_locals
from ..coerce import as_number, condition, resolve_expr
from ..nodes import known_by
from ..scope import Body, Scope


def value_hints(body: Body, node: syn.ChooseStmt, where: tree.TExpr | None) -> tree.Hints | None:
    """The hints of a choice of members, in the scope of its binder, of which its condition holds."""
    what = "a choice of cards unseen" if node.unseen else "a choice that cannot be declined"
    many = node.how_many
    ends = many is not None and (many.most is None or many.most != many.least)
    with body.scope.block(known_by(where)):
        found = resolve_hints(body.scope, node.hints, what, chosen=not node.unseen, declined=node.may or ends)
    if node.hints is not None and node.hints.skip_none is not None and found is not None:
        name = node.binder.name.name
        if body.scope.find_local(name) in free_locals(found.skip_none):
            why = f"`bots skip none` cannot read `{name}`: where a player declines, nothing is chosen"
            body.scope.error(
                node.hints.skip_none, "E0410", why, help="write a condition on what holds before the choice"
            )
            return None
    return found


def resolve_hints(
    scope: Scope, node: syn.Hints | None, what: str, *, chosen: bool, declined: bool
) -> tree.Hints | None:
    """The hints at an option or a question. Errors: E0410 (there is nothing that they could be about).

    Args:
        scope: where they stand, with the binders of the option.
        node: the hints.
        what: what they stand at, for messages.
        chosen: whether they may be about options, which differ.
        declined: whether one of the options declines.
    """
    if node is None:
        return None
    for one, told, possible in (
        (node.prefer, "bots prefer", chosen),
        (node.skip, "bots skip", chosen),
        (node.skip_none, "bots skip none", declined),
    ):
        if one is not None and not possible:
            scope.error(one, "E0410", f"`{told}` has no meaning for {what}", help=HELP[told])
            return None
    found = tree.Hints()
    if node.prefer is not None:
        found.prefer = as_number(scope, resolve_expr(scope, node.prefer), node.prefer)[0]
    if node.skip is not None:
        found.skip = condition(scope, node.skip)
    if node.skip_none is not None:
        found.skip_none = condition(scope, node.skip_none)
    return found


HELP = {
    "bots prefer": "write it after an option, or at a choice of members that can be told apart",
    "bots skip": "write it after an option, or at a choice of members that can be told apart",
    "bots skip none": "it is about declining: write it at `may choose`, `choose up to` or `choose any number of`",
}
