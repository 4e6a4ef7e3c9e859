"""Bodies of all callables, resolved under their signatures: defines, effects, cards, and the frame of the game."""

from __future__ import annotations

from regelwerk_dsl import syntax as syn
from regelwerk_dsl.diagnostics import Diagnostics, Label
from regelwerk_dsl.source import Span

from ..declare.collect import Declarations
from ..model import symbols as sym
from ..model import tree
from ..model.types import BOOL, INT, PLAYER, ErrorType, IntType
from .callables import open_body, resolve_effect, resolve_pure
from .cards import has_unknown_names
from .coerce import as_number, condition, resolve_expr
from .constants import constant_number
from .events import resolve_events, resolve_listener
from .scope import Resolver, Scope, known_type

MOST_FUEL = 100_000_000


def resolve_bodies(resolver: Resolver) -> None:
    """Every body of the game."""
    game = resolver.game
    for name, define in game.defines.items():
        if name in resolver.bodies.found or not resolver.unchanged.settles(define.span):
            resolver.bodies.get(name)
        elif isinstance(define.decl, syn.DefineDecl):
            resolve_pure(resolver, define, define.decl.body)
    for effect in game.effects.values():
        assert isinstance(effect.decl, syn.EffectDecl)
        if effect.body is None:
            _resolve_body(resolver, effect, effect.decl.body, effect.decl)
    for kind in game.card_types.values():
        _resolve_defaults(resolver, kind)
        for card in kind.cards:
            if not resolver.unchanged.has(card) and isinstance(card.decl, syn.CardDecl):
                _resolve_card(resolver, kind, card, card.decl)
    _resolve_tables(resolver)
    _resolve_frame(resolver)
    _resolve_measures(resolver)
    resolve_events(resolver)  # last: what emits an event decides whether it has a result


# ---- cards -----------------------------------------------------------------------------------------------------------


def _resolve_defaults(resolver: Resolver, kind: sym.CardTypeSymbol) -> None:
    for ability in kind.abilities.values():
        decl = ability.decl
        ability.default = resolver.unchanged.default(kind.name, ability.name)
        if decl.default is not None and ability.default is None:
            card = sym.CardSymbol(kind.name, kind.name, kind.name, decl, kind.span, None)
            ability.default = sym.CallableSymbol(
                ability.name,
                "ability",
                ability.params,
                ability.result,
                decl.name.span,
                decl,
                owner=card,
                nests=decl.nests,
            )
            _resolve_body(resolver, ability.default, decl.default, decl)


def _resolve_card(resolver: Resolver, kind: sym.CardTypeSymbol, card: sym.CardSymbol, decl: syn.CardDecl) -> None:
    for member in decl.members:
        if isinstance(member, syn.AbilityBody):
            _resolve_ability(resolver, kind, card, member)
        elif isinstance(member, syn.Listener):
            listener = resolve_listener(resolver, card, member)
            if listener is not None:
                card.listeners.append(listener)
    if has_unknown_names(kind, decl) or card.family in resolver.table.rows:
        return
    for name, ability in kind.abilities.items():
        if name not in card.abilities and ability.default is None:
            why = f"the card `{card.name}` does not say what `{name}` does"
            help_ = f"add `{_called(ability)}`"
            resolver.diagnostics.report("E0319", card.span, why, help=help_)


def _resolve_tables(resolver: Resolver) -> None:
    """The rows of a table have no abilities of their own: one message for each that the card type leaves open."""
    for rows in resolver.table.tables:
        kind = resolver.game.card_types.get(rows.card_type.name)
        if kind is None or not any(resolver.table.rows.get(card.family) is rows for card in kind.cards):
            continue
        left = [ability for ability in kind.abilities.values() if ability.default is None]
        names = " and ".join(f"`{one.name}`" for one in left)
        if left:
            resolver.diagnostics.report(
                "E0319",
                rows.card_type.span,
                f"the cards of this table do not say what {names} {'does' if len(left) == 1 else 'do'}",
                labels=tuple(Label(one.decl.span, "declared here without a default") for one in left),
                help="give it a default in the card type, or write the cards with `card`",
            )


def _resolve_ability(resolver: Resolver, kind: sym.CardTypeSymbol, card: sym.CardSymbol, node: syn.AbilityBody) -> None:
    name = node.name.name
    ability = kind.abilities.get(name)
    scope = Scope(resolver)
    if ability is None:
        scope.unknown(name, node.name.span, f"ability of {kind.name}", [*kind.abilities, *kind.fields], "E0206")
        return
    if name in card.abilities:
        scope.error(node.name, "E0202", f"`{name}` appears twice")
        return
    if len(node.params) != len(ability.params):
        count = len(ability.params)
        takes = "one parameter" if count == 1 else f"{count or 'no'} parameters"
        help_ = f"write `{_called(ability)}`"
        scope.error(node, "E0311", f"`{name}` takes {takes}, not {len(node.params)}", help=help_)
        return
    pairs = zip(node.params, ability.params, strict=True)
    params = [sym.ParamSymbol(own.name, param.type, own.span) for own, param in pairs]
    span, nests = node.name.span, ability.decl.nests
    owner = sym.CallableSymbol(name, "ability", params, ability.result, span, node, owner=card, nests=nests)
    card.abilities[name] = owner
    _resolve_body(resolver, owner, node.body, node)


def _called(ability: sym.AbilitySymbol) -> str:
    """The words with which a card states an ability."""
    if ability.result is not None and not ability.params:
        return f"{ability.name} = …"
    return f"{ability.name}({', '.join(param.name for param in ability.params)})"


def _resolve_body(resolver: Resolver, owner: sym.CallableSymbol, body: syn.Expr | syn.Block, at: syn.Node) -> None:
    if owner.kind == "ability" and owner.result is not None:
        resolve_pure(resolver, owner, body)
    elif isinstance(body, syn.Block):
        resolve_effect(resolver, owner, body)
    else:
        why = f"`{owner.name}` is an effect: its body is a block of statements"
        resolver.diagnostics.report("E0301", at.span, why, help="write a colon and a block")


# ---- the frame: setup, play, outcome, value, invariants --------------------------------------------------------------


def _resolve_frame(resolver: Resolver) -> None:
    table, game = resolver.table, resolver.game
    if table.setup is not None:
        game.setup = resolver.unchanged.frame("setup") or _callable("setup", table.setup)
        if game.setup.body is None:
            _resolve_body(resolver, game.setup, table.setup.body, table.setup)
    if table.play is not None:
        scope = Scope(resolver)
        limit = constant_number(scope, table.play.limit)
        if limit is not None and not 1 <= limit <= MOST_FUEL:
            scope.error(table.play.limit, "E0304", f"a game has from 1 to {MOST_FUEL:_} choices and rounds")
        game.fuel = limit or 1
        game.play = resolver.unchanged.frame("play") or _callable("play", table.play)
        if game.play.body is None:
            _resolve_body(resolver, game.play, table.play.body, table.play)
    game.outcome = resolver.unchanged.outcome
    settles = resolver.unchanged.settles  # what is settled here, the check of a variant does not need
    if table.outcome is not None and not game.outcome and not settles(table.outcome.span):
        game.outcome = [_outcome_line(resolver, table.outcome, line) for line in table.outcome.lines]
    if table.value is not None and not settles(table.value.span):
        value, local = _player_value(resolver, table.value.player, table.value.value)
        game.value = (local, value)
    game.invariants = resolver.unchanged.invariants
    for invariant in table.invariants if not game.invariants else ():
        if settles(invariant.span):
            continue
        title = "".join(part for part in invariant.title.parts if isinstance(part, str))
        test = condition(Scope(resolver), invariant.condition)
        game.invariants.append(sym.InvariantSymbol(title, test, invariant.span, sym.cites_of(invariant.source)))


def _callable(name: str, decl: syn.SetupDecl | syn.PlayDecl) -> sym.CallableSymbol:
    return sym.CallableSymbol(name, "frame", [], None, decl.span, decl, cites=sym.cites_of(decl.source))


def _player_value(resolver: Resolver, player: syn.Ident, node: syn.Expr) -> tuple[tree.TExpr, sym.LocalSymbol]:
    scope = Scope(resolver)
    local = scope.bind(player.name, PLAYER, player.span)
    return _score(scope, node), local


def _score(scope: Scope, node: syn.Expr) -> tree.TExpr:
    """A number of any unit."""
    value = resolve_expr(scope, node)
    if not isinstance(value.type, IntType | ErrorType):
        scope.wrong_type(node.span, value.type, "a number")
    return value


def _outcome_line(resolver: Resolver, decl: syn.OutcomeDecl, line: syn.OutcomeLine) -> sym.OutcomeLine:
    """A line of the outcome; where all win or lose together, no player has a name in it."""
    if decl.player is not None:
        value, local = _player_value(resolver, decl.player, line.value)
        return sym.OutcomeLine(line.kind, value, local)
    scope = Scope(resolver)
    local = scope.hidden("player", PLAYER, line.span)
    test = line.kind == "won"
    value = condition(scope, line.value) if test else _score(scope, line.value)
    return sym.OutcomeLine(line.kind, value, local)


# ---- measures --------------------------------------------------------------------------------------------------------


def _resolve_measures(resolver: Resolver) -> None:
    """Every measure, as a callable of a player; one of the whole game names no player. Errors: E0361."""
    same = resolver.unchanged.among(resolver.unchanged.game.measures, resolver.table.measures, "measure ")
    for name, decl in resolver.table.measures.items():
        if name in same:
            resolver.game.measures[name] = same[name]
            continue
        player = decl.player
        params = [sym.ParamSymbol(player.name, PLAYER, player.span)] if player is not None else []
        measure = sym.CallableSymbol(name, "measure", params, INT, decl.name.span, decl)
        resolver.game.measures[name] = measure
        scope = open_body(resolver, measure, pure=True).scope
        if player is None:
            scope.measure = name
            measure.param_locals.append(scope.hidden("player", PLAYER, decl.name.span))
        for slot in decl.title.slots if decl.title is not None else ():
            help_ = "write a title without slots: it heads a whole column of figures"
            scope.error(slot, "E0361", f"the title of the measure `{name}` has no slots", help=help_)
        measure.body = [tree.Return(_figure(scope, decl.value), span=decl.value.span)]


def _figure(scope: Scope, node: syn.Expr) -> tree.TExpr:
    """The number that a measure records: 1 or 0 for yes or no."""
    value = resolve_expr(scope, node)
    if known_type(scope, value) != BOOL:
        return as_number(scope, value, node)[0]
    one, zero = (tree.Const(number, type=IntType(number, number), span=node.span) for number in (1, 0))
    return tree.If(value, one, zero, type=IntType(0, 1), span=node.span)


def missing_frame(table: Declarations, diagnostics: Diagnostics, span: Span) -> None:
    """Reports missing players, play or outcome: E0208."""
    for what, found, example in (
        ("players", table.players, "players 2..4"),
        ("play", table.play, "play at most 1_000:"),
        ("outcome", table.outcome, "outcome for p:"),
    ):
        if found is None:
            diagnostics.report("E0208", span, f"the game has no `{what}`", help=f"add `{example}`")
