"""Leaks of hidden information: sentences that read, and choices that offer, what their readers may not see.

A value is followed to where it comes from: a binder to the pile that it goes through, a `let` to its value, a drawn or
moved card to where it lies now, a parameter that is a pile to the piles that calls pass. Any other parameter may be
told: what an effect is given is passed on purpose. Which options there are may depend on anything.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import fields

from regelwerk_dsl.diagnostics import Diagnostics, Label
from regelwerk_dsl.source import Span

from ..model import tree
from ..model.symbols import CallableSymbol, Game, LocalSymbol, StateSymbol
from ..model.types import PLAYER, CardType, PileType, SetType
from ..model.walk import all_callables, blocks_of, bodies_of, children, nodes_in, with_locals
from ..primitives import table as prim

Given = Mapping[LocalSymbol, tree.TExpr]  # what the parameters of a call stand for, in the words of its caller
Reading = tuple[StateSymbol, Span]
OFFERS = "this offers by name what lies in"
IN_LOG = "everybody reads this in the log"


def check_secrets(game: Game, diagnostics: Diagnostics) -> None:
    """W0706: a sentence that reads, or a choice that offers, what not all of its readers may see."""
    callables = all_callables(game)
    passed = _passed_piles(game, callables)
    for callee in callables:
        _Secrets(passed, diagnostics).look(callee.body or [])


def _passed_piles(game: Game, callables: list[CallableSymbol]) -> dict[LocalSymbol, list[Given]]:
    """For each parameter that is a pile all calls that pass one, each with all its arguments."""
    found: dict[LocalSymbol, list[Given]] = defaultdict(list)
    for node in (node for callee in callables for root in _roots(callee) for node in nodes_in(root)):
        match node:
            case tree.Do(callee, arguments) | tree.DefineCall(callee, arguments):
                bodies = [callee]
            case tree.DoAbility(kind, name, _, arguments) | tree.AbilityRead(kind, name, _, arguments):
                bodies = bodies_of(game, kind, name)
            case _:
                continue
        for body in bodies:
            given = dict(zip(body.param_locals, arguments, strict=False))
            for local in given:
                if isinstance(local.type, PileType):
                    found[local].append(given)
    return found


def _roots(callee: CallableSymbol) -> list[object]:
    return [*(callee.body or ()), *callee.texts.values()]


class _Secrets:
    """What one callable may reveal. `origins` are the expressions that a local's value comes from, as far as known."""

    def __init__(self, passed: Mapping[LocalSymbol, list[Given]], diagnostics: Diagnostics) -> None:
        self.passed, self.diagnostics = passed, diagnostics
        self.origins: dict[LocalSymbol, object] = {}

    # ---- statements, in the order of the source

    def look(self, block: tree.TBlock) -> None:
        """Reports what the statements of a block reveal."""
        for statement in block:
            match statement:
                case tree.SetLocal(local, value):
                    self.origins[local] = value
                case tree.Draw(to=to, local=local) | tree.TakeUnseen(to, _, local):
                    self.origins[local] = tree.PlaceRead(to)
                case tree.MoveCards(tree.LocalRef(local), to) if to.var is not None or to.given is not None:
                    self.origins[local] = tree.PlaceRead(to)
                case tree.ForEach(loops):
                    self._bind(loops)
                case tree.Say(text):
                    self._says(text)
                case tree.ChooseValue():
                    self._bind([statement.loop])
                    self._choice(statement.player, [statement.loop], [statement.prompt], {})
                case tree.ChooseOption():
                    self._choice(statement.player, [], [statement.prompt], {})
                    for option in statement.options:
                        self._option(statement.player, option)
                    self.look(statement.otherwise or [])
                    continue
                case tree.Do(arguments=arguments) | tree.DoAbility(arguments=arguments):
                    for argument in arguments:  # an effect may have moved the card that it was given
                        if isinstance(argument, tree.LocalRef) and isinstance(argument.type, CardType | SetType):
                            self.origins.pop(argument.local, None)
                case _:
                    pass
            for inner in blocks_of(statement):
                self.look(inner)

    def _says(self, text: tree.TypedText) -> None:
        why = IN_LOG if text.reader is None else "the player who reads this in the log may not see it"
        for slot in text.slots:
            for var, span in self._read(slot, text.reader, {}):
                self._report(span, var, "this reveals", why)

    def _bind(self, loops: list[tree.Loop]) -> None:
        self.origins.update((loop.local, loop.domain) for loop in loops)

    def _option(self, player: tree.TExpr, option: tree.TOption) -> None:
        self._bind(option.loops)
        text, given = option.text, {}
        if text is None and option.offer_of is not None and option.call is not None:
            text = option.offer_of.offered
            given = dict(zip(option.offer_of.param_locals, option.call.arguments, strict=False))
        self._choice(player, option.loops, [text], given)
        self.look(option.body)

    def _choice(
        self, player: tree.TExpr, loops: list[tree.Loop], texts: list[tree.TypedText | None], given: Given
    ) -> None:
        """What is offered to a player: the members of loops, by name, and the values in sentences."""
        told = set[str]()
        why = "the player who chooses here may not see it"
        for loop in loops:
            if isinstance(loop.domain, tree.CardsDomain | tree.SetDomain):
                for var, span in self._read(loop.domain, player, {}, chosen=True):
                    if var.name not in told:
                        self._report(span, var, OFFERS, why)
                    told.add(var.name)
        for slot in (slot for text in texts if text is not None for slot in text.slots):
            for var, span in self._read(slot, player, given):
                if var.name not in told:
                    self._report(span, var, "this reveals", why)

    # ---- expressions

    def _read(
        self,
        node: object,
        reader: tree.TExpr | None,
        given: Given,
        chosen: bool = False,
        seen: frozenset[int] = frozenset(),
    ) -> Iterator[Reading]:
        """The variables that a node reads and a player may not see.

        How many cards lie in a pile is public.

        Args:
            node: an expression, a text, a domain.
            reader: the player; None: everybody.
            given: what the parameters that the node reads stand for.
            chosen: only where its members come from, not the conditions by which they are found.
            seen: the definitions and locals that are being followed.
        """
        parts = list(children(node))
        match node:
            case tree.Op(prim.CARD_COUNT | prim.NO_CARDS, [tree.PileCards(_, None)]):
                return
            case tree.LocalRef(local) if local in given:
                parts = [given[local]]  # what the caller's words mean is in `origins`
            case tree.LocalRef(local) if local in self.origins and id(local) not in seen:
                found = self._read(self.origins[local], reader, given, True, seen | {id(local)})
                yield from ((var, node.span) for var, _ in found)
                return
            case tree.StateRead(var, indices) | tree.StateRow(var, indices):
                if self._hidden(var, indices, reader, given):
                    yield var, node.span
            case tree.PileCards(zone) | tree.PlaceRead(zone):
                yield from ((var, node.span) for var in self._hidden_zones(zone, reader, given))
            case tree.DefineCall(callee, arguments) if id(callee) not in seen:
                inner = {
                    local: with_locals(argument, given)
                    for local, argument in zip(callee.param_locals, arguments, strict=True)
                }
                for statement in callee.body or []:
                    found = self._read(statement, reader, inner, chosen, seen | {id(callee)})
                    yield from ((var, node.span) for var, _ in found)
                return
            case tree.PickOne(_, loop) | tree.Those(loop) if chosen:
                parts = [loop.domain]
            case tree.If(_, then, otherwise) if chosen:
                parts = [then, otherwise]
        for part in parts:
            yield from self._read(part, reader, given, chosen, seen)

    def _hidden_zones(
        self, zone: tree.ZoneRef, reader: tree.TExpr | None, given: Given, seen: frozenset[LocalSymbol] = frozenset()
    ) -> Iterator[StateSymbol]:
        """The variables of the piles that may be meant and that the reader may not see."""
        if zone.given is None:
            if zone.var is not None and self._hidden(zone.var, zone.indices, reader, given):
                yield zone.var
            return
        param = zone.given.local
        calls = [given] if param in given else self.passed.get(param, []) if param not in seen else []
        for call in calls:
            passed = call.get(param)
            if isinstance(passed, tree.ZoneRef):
                asked = reader if call is given or reader is None else with_locals(reader, call)
                yield from self._hidden_zones(passed, asked, {}, seen | {param})

    def _hidden(self, var: StateSymbol, indices: list[tree.TExpr], reader: tree.TExpr | None, given: Given) -> bool:
        """Whether the reader may not see a variable.

        Only play knows who an owner is; what is seen with a card is as secret as the card, which the index reads.
        """
        who = var.seen[0]
        if who in ("all", "card"):
            return False
        if reader is None or who == "nobody":
            return True
        if who == "owner":
            return False
        at = var.dims.index(PLAYER)
        own = at < len(indices) and _same(self._player(indices[at], given), self._player(reader, {}))
        return own if who == "others" else not own

    def _player(self, node: tree.TExpr, given: Given) -> tree.TExpr:
        """The player that an expression is; a `let` stands for its value."""
        node = with_locals(node, given)
        value = self.origins.get(node.local) if isinstance(node, tree.LocalRef) else None
        return value if isinstance(value, tree.TExpr) else node

    def _report(self, span: Span, var: StateSymbol, what: str, why: str) -> None:
        who = "nobody" if var.seen[0] == "nobody" else "only some"
        help_ = "remove it from the sentence, or declare it `seen by all`"
        if what is OFFERS:
            help_ = (
                "write `choose unseen` for a choice among backs, or first move the cards to where this player sees them"
            )
        elif why is IN_LOG:
            help_ += "; or let only one player read it: `says to p`"
        what = f"{what} `{var.name}`, which {who} may see"
        labels = (Label(var.span, "declared here"),)
        self.diagnostics.report("W0706", span, what, note=why, labels=labels, help=help_)


def _same(one: object, other: object) -> bool:
    """Whether two expressions say the same, wherever they stand."""
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_same, one, other))
    if not isinstance(one, tree.TNode):
        return one is other or one == other
    parts = [part.name for part in fields(one) if part.name not in ("span", "type")]
    return type(one) is type(other) and all(_same(getattr(one, part), getattr(other, part)) for part in parts)
