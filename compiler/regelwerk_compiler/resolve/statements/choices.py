"""Choices: of a value, of an option, and those that all players make at once."""

from __future__ import annotations

from msgspec.structs import replace
from regelwerk_dsl import syntax as syn
from regelwerk_dsl.diagnostics import Label
from regelwerk_runtime.engine.primitives import DECLINE

from ...model import tree
from ...model.ids import MessageId
from ...model.types import INT, LARGEST, PLAYER, ErrorType, IntType, PileType, describe
from ...primitives import table as prim
from ..binders import resolve_domain, resolve_loop
from ..coerce import as_numbers, condition, expr_of, fitted, resolve_expr
from ..nodes import Path, known_by, read, yes_or_no
from ..scope import Body, Scope
from ..texts import resolve_text
from .control import enter_loop, inside, join, loop_body, resolve_branch
from .hints import resolve_hints, value_hints
from .invocations import do_call


def site_of(
    body: Body, node: syn.ChooseStmt | syn.ChooseOptionsStmt
) -> tuple[str, tuple[str, ...], tree.TExpr, tree.TypedText | None]:
    """The name of a choice, the beginning of its texts' ids, who chooses, and the prompt."""
    body.sites += 1
    path = (*body.owner.path, str(body.sites))  # a card shares its texts with its family
    body.scope.chosen = _chosen(node)
    player = expr_of(body.scope, node.by, PLAYER)
    body.scope.chosen = frozenset()
    prompt = resolve_text(body.scope, MessageId((*path, "prompt")), node.prompt)
    return f"{body.owner.label}.{body.sites}", path, player, prompt


def _chosen(node: syn.ChooseStmt | syn.ChooseOptionsStmt) -> frozenset[str]:
    """The names that a choice gives to what is chosen."""
    if isinstance(node, syn.ChooseStmt):
        return frozenset({node.binder.name.name})
    return frozenset(binder.name.name for option in node.options for binder in option.binders)


def resolve_choice(body: Body, node: syn.ChooseStmt) -> tree.TBlock:
    """`choose x in S where c by p "...?"`, with or without a block of its own."""
    scope = body.scope
    site, _, player, prompt = site_of(body, node)
    inner: tree.TBlock | None = None
    take: tree.TakeUnseen | None = None
    if node.body is None and (node.otherwise is not None or not node.may):
        otherwise = leaving(body, node)
        loop, where, take = _offered(scope, node)
        hints = value_hints(body, node, where)
        scope.present = scope.present | known_by(where)
    else:
        with scope.block():
            loop, where, take = _offered(scope, node)
            hints = value_hints(body, node, where)
            inner, taken = resolve_branch(body, node.body, known_by(where))
        otherwise, left = otherwise_of(body, node)
        join(scope, taken, left)
    if node.may and isinstance(loop.domain, tree.RangeDomain):
        loop = replace(loop, domain=replace(loop.domain, low=_above_decline(scope, loop.domain.low)))
    choice = tree.ChooseValue(
        site, node.may, loop, where, player, prompt, inner, otherwise, span=node.span, hints=hints
    )
    if take is None:
        return [choice]
    choice.unseen = tree.PileCards(take.pile, type=take.pile.type, span=node.span)
    if inner is None:
        return [choice, take]
    inner.insert(0, take)
    return [choice]


def _above_decline(scope: Scope, lowest: tree.TExpr) -> tree.TExpr:
    """The lowest number on offer, which must not be the one that stands for a choice declined."""
    value = lowest.value if isinstance(lowest, tree.Const) else None
    numbers = IntType(value, value) if isinstance(value, int) else as_numbers(scope, lowest.type)
    return lowest if numbers is None else fitted(scope, lowest, numbers, IntType(DECLINE + 1, LARGEST), lowest.span)


def _offered(scope: Scope, node: syn.ChooseStmt) -> tuple[tree.Loop, tree.TExpr | None, tree.TakeUnseen | None]:
    """The loop, its condition, and for an unseen card the statement that takes it by its place."""
    if not node.unseen:
        return *choice_loop(scope, node), None
    name = node.binder.name
    domain, type_ = resolve_domain(scope, node.binder.domain)
    for part, word in ((node.where, "where"), (node.binder.start, "from")):
        if part is not None:
            help_ = "choose the card first, then look at it"
            scope.error(
                part, "E0337", f"a card that is taken unseen has no `{word}`: nothing is known of it", help=help_
            )
    position = scope.hidden(name.name, IntType(1, None), name.span)
    card = scope.bind(name.name, type_, name.span)
    match domain:
        case tree.CardsDomain(tree.PileCards(zone, None) as cards) if isinstance(zone.type, PileType):
            count = tree.Op(prim.CARD_COUNT, [cards], type=INT, span=node.span)
            loop = tree.Loop(position, tree.RangeDomain(tree.Const(1, type=INT), count), None)
            return loop, None, tree.TakeUnseen(zone, read(position, node.span), card, span=node.span)
    if not isinstance(type_, ErrorType):
        why = f"cards are taken unseen from a pile, but this is {describe(type_)}"
        if isinstance(domain, tree.CardsDomain):
            why = "cards are taken unseen from a whole pile"
        scope.error(node.binder.domain, "E0337", why, help="name a pile of the state, such as `hand[q]`")
    return tree.Loop(position, domain, None), None, None


def choice_loop(scope: Scope, node: syn.ChooseStmt) -> tuple[tree.Loop, tree.TExpr | None]:
    loop = resolve_loop(scope, node.binder)
    where = condition(scope, node.where) if node.where is not None else None
    return loop, where


def otherwise_of(
    body: Body, node: syn.ChooseStmt | syn.ChooseOptionsStmt
) -> tuple[tree.TBlock | None, frozenset[Path] | None]:
    """The block that runs when nothing is chosen, and the facts known after it (None: it is never left at its end)."""
    if node.otherwise is None:
        return None, body.scope.present if node.may else None
    return resolve_branch(body, node.otherwise)


def leaving(body: Body, node: syn.ChooseStmt) -> tree.TBlock | None:
    """The `otherwise` of a choice without a block of its own. Errors: E0406 (it does not leave)."""
    otherwise, left = otherwise_of(body, node)
    if node.otherwise is not None and left is not None:
        help_ = "leave with `return`, `stop` or `finish`, or give the choice a block of its own with a colon"
        why = f"after this `otherwise`, `{node.binder.name.name}` has no value to go on with"
        body.scope.error(node.otherwise, "E0406", why, help=help_)
    return otherwise


def resolve_options(body: Body, node: syn.ChooseOptionsStmt) -> tree.TBlock:
    """`choose by p "...?":` and its options."""
    scope = body.scope
    site, path, player, prompt = site_of(body, node)
    options: list[tree.TOption] = []
    ends: list[frozenset[Path] | None] = []
    names: dict[str, syn.Option] = {}
    for option in node.options:
        typed, end = _option(body, option, path)
        if typed is None:
            continue
        ends.append(end)
        before = names.get(typed.name)
        if before is not None and not option.binders:
            help_ = "give one of them another name, before its text"
            labels = (Label(before.span, "the first one"),)
            scope.error(option, "E0202", f"two options are named `{typed.name}`", labels=labels, help=help_)
        names[typed.name] = option
        options.append(typed)
    otherwise, left = otherwise_of(body, node)
    join(scope, *ends, left)
    hints = resolve_hints(scope, node.hints, "a question", chosen=False, declined=node.may)
    return [tree.ChooseOption(site, node.may, player, prompt, options, otherwise, span=node.span, hints=hints)]


def _option_test(scope: Scope, node: syn.Option) -> tree.TExpr | None:
    """`where` and `when` together: `when` comes last, so that it may rely on `where`."""
    where = condition(scope, node.where) if node.where is not None else None
    if node.when is None:
        return where
    with scope.block(known_by(where)):
        when = condition(scope, node.when)
    return when if where is None else yes_or_no(prim.AND, [where, when], node.span)


def _option(body: Body, node: syn.Option, path: tuple[str, ...]) -> tuple[tree.TOption | None, frozenset[Path] | None]:
    scope = body.scope
    with scope.block():
        loops = [resolve_loop(scope, binder) for binder in node.binders]
        where = _option_test(scope, node)
        with scope.block(known_by(where)):
            name = node.name.name if node.name is not None else _call_name(node.call)
            call = do_call(body, node.call) if node.call is not None else None
            if node.call is not None and call is None:
                scope.game.reported.add(name)  # what is wrong with it is reported; scenarios may name it
            if call is None and (node.call is not None or node.name is None):
                return None, None
            arguments = [resolve_expr(scope, argument) for argument in node.arguments or ()]
            text = resolve_text(scope, MessageId((*path, name)), node.text)
            hints = resolve_hints(scope, node.hints, "an option", chosen=True, declined=False)
            with inside(body, loops, turns=False):
                inner, end = resolve_branch(body, node.body)
        offer_of = call.callee if isinstance(call, tree.Do) else None
        return tree.TOption(name, call, arguments, loops, where, text, inner, node.span, offer_of, hints=hints), end


def _call_name(call: syn.Call | None) -> str:
    match call:
        case syn.Call(syn.Name(name)) | syn.Call(syn.Field(_, syn.Ident(name))):
            return name
        case _:
            return ""


def resolve_simultaneously(body: Body, node: syn.SimultaneouslyStmt) -> tree.TBlock:
    """`simultaneously for each p in P:`. Errors: E0407 (several names, or one that is no player)."""
    scope = body.scope
    if len(node.binders) != 1:
        scope.error(node, "E0407", "`simultaneously for each` takes exactly one name, for the players")
        return []
    enter_loop(body, node.body)
    with scope.block():
        loop = resolve_loop(scope, node.binders[0])
        if loop.local.type != PLAYER:
            if not isinstance(loop.local.type, ErrorType):
                why = f"only players choose simultaneously, but this is {describe(loop.local.type)}"
                scope.error(node.binders[0], "E0407", why)
            return []
        where = condition(scope, node.where) if node.where is not None else None
        before = len(scope.locals)
        inner = loop_body(body, node.body, [loop], where)
    return [tree.Simultaneously(loop, where, inner, scope.locals[before:], span=node.span)]
