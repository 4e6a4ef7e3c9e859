"""Events: the listeners of cards, and the order in which they answer."""

from __future__ import annotations

from itertools import count

from msgspec.structs import replace
from regelwerk_dsl import syntax as syn

from ..model import tree
from ..model.ids import MessageId
from ..model.primitive import Primitive
from ..model.symbols import CallableSymbol, CardSymbol, ListenerSymbol, LocalSymbol, ParamSymbol
from ..model.types import BOOL, INT, PLAYER, CardType, IntType, OptionalType, PileType, SetType, Type
from ..primitives import table as prim
from .callables import open_body
from .coerce import condition, expr_of
from .names import find_zone, given_zone
from .nodes import known_by, read, yes_or_no
from .scope import Body, Resolver, Scope
from .statements.control import resolve_block
from .texts import resolve_text


def resolve_listener(resolver: Resolver, card: CardSymbol, node: syn.Listener) -> ListenerSymbol | None:
    """The answer of a card to an event, with a test of its own if the event has to know who answers."""
    scope = Scope(resolver)
    event = resolver.events.get(node.event.name)
    if event is None:
        scope.unknown(node.event.name, node.event.span, "event", [*resolver.events])
        return None
    if len(node.params) != len(event.params):
        count = len(event.params)
        has = "one parameter" if count == 1 else f"{count or 'no'} parameters"
        help_ = f"write `on {event.name}({', '.join(param.name for param in event.params)})`"
        scope.error(node, "E0311", f"`{event.name}` has {has}, not {len(node.params)}", help=help_)
        return None
    params = [ParamSymbol(own.name, param.type, own.span) for own, param in zip(node.params, event.params, strict=True)]
    before = sum(listener.event == event.name for listener in card.listeners)
    name = f"on_{event.name}_{before + 1}" if before else f"on_{event.name}"
    owner = CallableSymbol(name, "listener", params, None, node.event.span, node, owner=card)
    body = open_body(resolver, owner)
    scope = body.scope
    place, bound = _listener_place(scope, node.place) if node.place is not None else (None, [])
    when = condition(scope, node.when) if node.when is not None else None
    if not body.players:
        body.players = [local for local in bound if local.type == PLAYER][:1]
    with scope.block(known_by(when)):
        statements = resolve_block(body, node.body)
    owner.body = _guard(owner, place, bound, when) + statements
    test: CallableSymbol | None = None
    if node.instead:
        event.result = BOOL
    if node.instead or _order(event) is not None:
        answer = [*_guard(owner, place, bound, when, _answer(False, node)), _answer(True, node)]
        test = replace(owner, name=f"{name} test", result=BOOL, statements=answer)
    return ListenerSymbol(event.name, node, owner, statements, test, place, when)


def _answer(value: bool, node: syn.Node) -> tree.Return:
    return tree.Return(tree.Const(value, type=BOOL, span=node.span), span=node.span)


def _order(event: CallableSymbol) -> syn.EventOrder | None:
    return event.decl.order if isinstance(event.decl, syn.EventDecl) else None


def _listener_place(scope: Scope, node: syn.Expr) -> tuple[tree.ZoneRef | None, list[LocalSymbol]]:
    """`in hand[q]`: a name already bound is a test, a new one is bound to the place where the card lies."""
    named = node.base if isinstance(node, syn.Index) else node
    name = named.name if isinstance(named, syn.Name) else ""
    given = scope.find_local(name)
    if given is not None and isinstance(given.type, PileType):
        return find_zone(scope, node), []
    var = scope.state(name)
    if var is None or not var.zone:
        scope.unknown(name or node.span.text, node.span, "pile or place", scope.zones())
        return None, []
    indices = node.indices if isinstance(node, syn.Index) else ()
    if len(indices) != len(var.dims):
        scope.error(node, "E0310", f"`{name}` takes {len(var.dims)} indices, not {len(indices)}")
        return None, []
    values: list[tree.TExpr] = []
    bound: list[LocalSymbol] = []
    for index, dim in zip(indices, var.dims, strict=True):
        if isinstance(index, syn.Name) and _is_new(scope, index.name, dim):
            bound.append(scope.bind(index.name, dim, index.span))
            values.append(read(bound[-1], index.span))
        else:
            values.append(expr_of(scope, index, dim, fit=True))
    return tree.ZoneRef(var, values, type=var.type, span=node.span), bound


def _is_new(scope: Scope, name: str, dim: Type) -> bool:
    if scope.find_local(name) is not None or scope.is_state(name) or name in scope.resolver.defines:
        return False
    enum = scope.enum(dim)
    return enum is None or enum.find(name) is None


def _guard(
    owner: CallableSymbol,
    place: tree.ZoneRef | None,
    bound: list[LocalSymbol],
    when: tree.TExpr | None,
    leave: tree.Return | None = None,
) -> tree.TBlock:
    """The tests at the head of a listener: whether the card lies in its place, and whether the condition holds."""

    def leave_if(test: tree.TExpr) -> tree.Branch:
        return tree.Branch(test, [leave or tree.Return(None, span=span)], [], span=span)

    def leave_unless(test: tree.TExpr) -> tree.Branch:
        return leave_if(yes_or_no(prim.NOT, [test], span))

    span, found = owner.span, tree.TBlock()
    assert owner.this is not None
    this = read(owner.this, span)
    if place is not None and not bound:
        found.append(leave_unless(tree.InZone(this, place, type=BOOL, span=span)))
    elif place is not None and place.var is not None:
        found.append(leave_unless(tree.InAnyOf(this, place.var, type=BOOL, span=span)))
        for number, index in enumerate(place.indices):
            position = tree.ZonePosition(this, place.var, number, type=index.type, span=span)
            if isinstance(index, tree.LocalRef) and index.local in bound:
                found.append(tree.SetLocal(index.local, position, span=span))
            else:
                found.append(leave_if(yes_or_no(prim.NOT_EQUAL, [position, index], span)))
    if when is not None:
        found.append(leave_unless(when))
    return found


# ---- events ----------------------------------------------------------------------------------------------------------

Answering = list[tuple[CardSymbol, list[ListenerSymbol]]]
"""The cards that answer an event, in the order of their declarations, with what each does then."""

CARDS = SetType(CardType(None))


def resolve_events(resolver: Resolver) -> None:
    """Gives every event its body: its listeners, in the order of their cards' declarations and copies, or as it says.

    Whether a card lies in its place, and its condition holds, is tested when its turn comes. The result of an event
    says whether a card answered instead.
    """
    game = resolver.game
    cards = [card for kind in game.card_types.values() for card in kind.cards if card.members]
    for event in (one for one in game.events.values() if one.body is None):
        listening = [(card, [one for one in card.listeners if one.event == event.name]) for card in cards]
        telling = _Telling(open_body(resolver, event))
        told: tree.TBlock = []
        for instead in (True, False):
            chosen = [(card, [one for one in found if one.decl.instead is instead]) for card, found in listening]
            told += telling.block([(card, found) for card, found in chosen if found], once=instead)
        if event.result is not None:
            told.append(_answer(False, event.decl or syn.Node()))
        event.body = told


class _Telling:
    """Makes the statements that tell cards of an event."""

    def __init__(self, body: Body) -> None:
        self.scope, self.event, self.span = body.scope, body.owner, body.owner.span
        values = (read(local, self.span) for local in self.event.param_locals)
        self.arguments: list[tree.TExpr] = [
            given_zone(one) if isinstance(one.type, PileType) else one for one in values
        ]
        self.order, self.sites = _order(self.event), count(1)
        if self.order is not None:
            self.player = expr_of(self.scope, self.order.player, PLAYER)
            self.prompt = resolve_text(self.scope, MessageId((self.event.name, "prompt")), self.order.prompt)

    def block(self, answering: Answering, *, once: bool) -> tree.TBlock:
        """The statements that tell cards; `once`: the first one that answers is the only one."""
        if self.order is not None and answering:
            return self._ordered(answering, self.order, once)
        found: tree.TBlock = []
        for card, listeners in answering:
            for listener in listeners:
                each, this = self._each(card, listener)
                each.body = self._call(listener, this, once)
                found.append(each)
        return found

    def _each(self, card: CardSymbol, listener: ListenerSymbol) -> tuple[tree.ForEach, LocalSymbol]:
        """A loop over the copies of a card, still without its body, and the local that runs."""
        span, last = listener.decl.span, card.members[-1]
        this = self.scope.hidden(f"{card.name}_card", CardType(card.card_type), span)
        bounds = (card.members[0].first, last.first + last.copies - 1)
        loop = tree.Loop(this, tree.RangeDomain(*(tree.Const(number, type=INT) for number in bounds)))
        return tree.ForEach([loop], None, [], span=span), this

    def _call(self, listener: ListenerSymbol, this: LocalSymbol, once: bool) -> tree.TBlock:
        """The statements with which a listener of a card answers; `once`: if it does, nothing comes after it."""
        span = listener.decl.span
        arguments = [read(this, span), *self.arguments]
        call = tree.Do(listener.callable, arguments, span=span)
        return self._if_answers(listener, this, [call, _answer(True, listener.decl)]) if once else [call]

    def _if_answers(self, listener: ListenerSymbol, this: LocalSymbol, then: tree.TBlock) -> tree.TBlock:
        assert listener.test is not None
        span, answers = listener.decl.span, self.scope.hidden("answers", BOOL, listener.decl.span)
        test = tree.Do(listener.test, [read(this, span), *self.arguments], answers, span=span)
        return [test, tree.Branch(read(answers, span), then, [], span=span)]

    # ---- an order that players choose

    def _ordered(self, answering: Answering, order: syn.EventOrder, once: bool) -> tree.TBlock:
        """The statements that find all cards that would answer, and then let them answer one after the other."""
        ready, first = self._local("ready", CARDS), self._local("first_player", PLAYER)
        found: tree.TBlock = [self._set(first, self.player), self._set(ready, tree.Const(0, type=CARDS))]
        for card, listeners in answering:
            for listener in listeners:
                each, this = self._each(card, listener)
                each.body = self._if_answers(listener, this, [self._change(ready, prim.UNION, this)])
                found.append(each)
        if order.how == "from":
            found.append(self._by_seats(answering, ready, first, once))
        return [*found, self._chosen(answering, ready, first, once)]

    def _by_seats(self, answering: Answering, ready: LocalSymbol, first: LocalSymbol, once: bool) -> tree.ForEach:
        """The loop over the seats in which each player's own cards answer, taken out of those that are ready."""
        span = self.span
        player, own = self._local("player", PLAYER), self._local("own", CARDS)
        body: tree.TBlock = [self._set(own, tree.Const(0, type=CARDS))]
        for card, listeners in answering:
            for listener in listeners:
                var = listener.place.var if isinstance(listener.place, tree.ZoneRef) else None
                if var is None or PLAYER not in var.dims:
                    continue
                each, this = self._each(card, listener)
                lies, here = read(this, span), var.dims.index(PLAYER)
                tests: list[tree.TExpr] = [
                    tree.Op(prim.IN_SET, [lies, read(ready, span)], (0,), type=BOOL),
                    tree.InAnyOf(lies, var, type=BOOL),
                    yes_or_no(prim.EQUAL, [tree.ZonePosition(lies, var, here, type=PLAYER), read(player, span)], span),
                ]
                taken: tree.TBlock = [
                    self._change(own, prim.UNION, this),
                    self._change(ready, prim.DIFFERENCE, this),
                ]
                each.body = [tree.Branch(yes_or_no(prim.AND, tests, span), taken, [], span=span)]
                body.append(each)
        seats = tree.Loop(player, tree.EnumDomain("Player"), read(first, span))
        return tree.ForEach([seats], None, [*body, self._chosen(answering, own, player, once)], span=span)

    def _chosen(self, answering: Answering, ready: LocalSymbol, player: LocalSymbol, once: bool) -> tree.Repeat:
        """The loop in which cards answer until none is left; of several, a player says which is next."""
        span = self.span
        card, chosen = self._local("card", CardType(None)), self._local("chosen", CardType(None))
        domain = tree.SetDomain(read(ready, span), 0)
        one = tree.Loop(self._local("one", CardType(None)), domain)
        left = tree.Op(prim.MEMBER_COUNT, [read(ready, span)], type=IntType(0, None))
        several = yes_or_no(prim.GREATER, [left, tree.Const(1, type=INT)], span)
        choice = tree.ChooseValue(
            f"{self.event.name}.{next(self.sites)}",
            False,
            tree.Loop(chosen, domain),
            None,
            read(player, span),
            self.prompt,
            [self._set(card, read(chosen, span))],
            [],
            span=span,
        )
        body: tree.TBlock = [
            self._set(card, tree.PickOne("first", one, None, type=OptionalType(CardType(None)), span=span)),
            tree.Branch(several, [choice], [], span=span),
            self._change(ready, prim.DIFFERENCE, card),
        ]
        for symbol, listeners in answering:
            ends = symbol.members[0].first, symbol.members[-1].first + symbol.members[-1].copies - 1
            which: list[tree.TExpr] = [read(card, span), *(tree.Const(number, type=INT) for number in ends)]
            calls = [step for listener in listeners for step in self._call(listener, card, once)]
            body.append(tree.Branch(yes_or_no(prim.IN_RANGE, which, span), calls, [], span=span))
        until = yes_or_no(prim.NO_MEMBERS, [read(ready, span)], span)
        return tree.Repeat(None, until, body, span=span)

    def _local(self, name: str, type_: Type) -> LocalSymbol:
        local = self.scope.hidden(name, type_, self.span)
        local.assigned = True
        return local

    def _set(self, local: LocalSymbol, value: tree.TExpr) -> tree.SetLocal:
        return tree.SetLocal(local, value, span=self.span)

    def _change(self, cards: LocalSymbol, change: Primitive, card: LocalSymbol) -> tree.SetLocal:
        """The assignment that adds a card to a set, or takes it out."""
        one = tree.Op(prim.SINGLETON, [read(card, self.span)], (0,), type=CARDS)
        return self._set(cards, tree.Op(change, [read(cards, self.span), one], type=CARDS, span=self.span))
