"""Leaks of hidden information: sentences, choices and variables that show what those who read them may not see.

A value is followed to where it comes from: a binder to the pile that it goes through, a `let` to its value, a drawn or
moved card to where it lies now (in the box it is as secret as before), a parameter that is a pile to the piles that
calls pass. Any other parameter may be revealed: what an effect is given is passed on purpose. But it may not become a
memory, and a card may not go into the box unseen once it has been named. A card that is moved before the next decision
counts as lying there already, since nobody reads a sentence or a variable earlier. Which options there are, and what
is done at all, may depend on anything.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace
from regelwerk_dsl.diagnostics import Diagnostics, Label
from regelwerk_dsl.source import Span

from ..model import tree
from ..model.symbols import CallableSymbol, Game, LocalSymbol, StateSymbol
from ..model.types import PLAYER, CardType, NoneType, SetType
from ..model.walk import (
    ability_bodies,
    blocks_of,
    children,
    free_locals,
    nodes_in,
    same_tree,
    statements_in,
    substituted,
)
from ..primitives import table as prim
from .data_flow import Flows, Given, Reader, behind, either, in_words_of, is_end, leaves
from .handed_on import HandedOn, called_with
from .known import Known
from .secret_words import BOXED, BOXES, CHOOSES, IN_LOG, OFFERS, REVEALS, about_setting, help_for, who_sees
from .upcoming_moves import UpcomingMoves, is_box

Reading = tuple[StateSymbol, Span]

MOST_CALLS = 10_000
"""Calls that are followed for one effect, since nested calls multiply."""


def check_secrets(game: Game, known: Known, diagnostics: Diagnostics) -> None:
    """W0706: a sentence that reads, or a choice that offers, what not all of its readers may see.

    W0734, W0735: the same for a variable that is seen, or remembered.
    """
    flows, moves, handed_on = Flows(game, known.flows), UpcomingMoves(), HandedOn()
    for callee in flows.given_piles(known.differing(game)):
        _Secrets(game, callee, flows, moves, handed_on, diagnostics).look(callee.body or [])


class _Secrets:
    """A search for what one callable may reveal. `origins`: the known expressions that a local's value comes from."""

    def __init__(
        self,
        game: Game,
        callee: CallableSymbol,
        flows: Flows,
        moves: UpcomingMoves,
        handed_on: HandedOn,
        diagnostics: Diagnostics,
    ) -> None:
        self.game, self.callee, self.flows, self.moves, self.handed_on = game, callee, flows, moves, handed_on
        self.diagnostics = diagnostics
        self.calls_left = MOST_CALLS
        self.origins: dict[LocalSymbol, object] = {}
        self.upcoming: dict[LocalSymbol, tree.TExpr] = {}  # where cards lie before the next decision
        self.before: dict[LocalSymbol, object] = {}  # where cards came from that have been moved
        self.conditions: list[object] = []  # those under which a statement is reached
        self.chosen_where: list[object] = []  # those that what has been chosen fulfils

    # ---- statements, in the order of the source

    def look(self, block: tree.TBlock) -> None:
        """Reports what the statements of a block reveal."""
        upcoming, chosen, outside = self.upcoming, len(self.chosen_where), len(self.conditions)
        for statement, (moved, ends) in zip(block, self.moves.from_each(block)[1:], strict=True):
            self.upcoming = {**upcoming, **moved} if ends else moved
            known = len(self.conditions)
            match statement:
                case tree.SetLocal(local, value):
                    self.origins[local] = value
                case tree.Draw(deck, to=to, local=local):
                    self.before[local] = tree.PlaceRead(deck)
                    self.origins[local] = tree.PlaceRead(deck if is_box(to) else to)
                case tree.TakeUnseen(pile, _, local):
                    self.origins[local] = tree.PlaceRead(pile)
                case tree.MoveCards(tree.LocalRef(named), to) if not is_box(to):
                    local = self._first_name(named)
                    self.before.setdefault(local, self.origins.get(local))
                    self.origins[local] = tree.PlaceRead(to)
                case tree.ForEach(loops, where):
                    self._bind(loops)
                    self.conditions.append(where)
                case tree.Simultaneously(loop, where):
                    self._bind([loop])
                    self.conditions.append(where)
                case tree.Branch(condition):
                    self.conditions.append(condition)
                case tree.Say(text):
                    self._says(text)
                case tree.SetState(var, indices, value) | tree.SetRow(var, indices, value):
                    self._sets(var, indices, value)
                case tree.ChooseValue(where=where):
                    self._bind([statement.loop])
                    self.chosen_where.append(where)
                    self._choice(statement.player, [statement.loop], [statement.prompt], {})
                case tree.ChooseOption():
                    self._choice(statement.player, [], [statement.prompt], {})
                case tree.Do(callee, arguments) if callee.kind == "event":
                    self._emits(callee, arguments)
                case tree.Do() | tree.DoAbility():
                    self._hands_on(statement)
                    for argument in self.handed_on.may_move(statement):
                        if isinstance(argument, tree.LocalRef) and isinstance(argument.type, CardType | SetType):
                            self.origins.pop(self._first_name(argument.local), None)
                case _:
                    pass
            self._alternatives(statement)
            del self.conditions[known:]
            if isinstance(statement, tree.Branch) and any(map(leaves, blocks_of(statement))):
                self.conditions.append(statement.condition)  # what follows is reached under it too
        self.upcoming = upcoming
        del self.chosen_where[chosen:], self.conditions[outside:]

    def _alternatives(self, statement: tree.TStmt) -> None:
        """Looks at the blocks of a statement: what one of them moves, the others have not moved.

        What follows the statement follows all blocks but those that leave the effect.
        """
        origins, before = self.origins, self.before
        after = dict(origins), dict(before)
        options = iter(statement.options if isinstance(statement, tree.ChooseOption) else [])
        for block in blocks_of(statement):
            self.origins, self.before = dict(origins), dict(before)
            if isinstance(statement, tree.ChooseOption) and (option := next(options, None)) is not None:
                self._option(statement.player, option)
            else:
                self.look(block)
            if leaves(block) and not isinstance(block[-1], tree.Stop):
                continue
            for known, found, past in zip(after, (self.origins, self.before), (origins, before), strict=True):
                for local in [one for one, value in found.items() if past.get(one) is not value]:
                    known[local] = either(known.get(local), past.get(local), found[local])
                for local in past.keys() - found.keys():
                    known.pop(local, None)
        self.origins, self.before = after

    def _says(self, text: tree.TypedText) -> None:
        why = IN_LOG if text.reader is None else "the player who reads this in the log may not see it"
        for slot in text.slots:
            for var, span in self._read_upcoming(slot, text.reader):
                self._report(span, var, REVEALS, why)

    def _emits(self, event: CallableSymbol, arguments: list[tree.TExpr]) -> None:
        """Reports arguments of an event that cards which answer it tell everybody, but not everybody may see."""
        kinds = self.game.card_types.values()
        listeners = [one for kind in kinds for card in kind.cards for one in card.listeners if one.event == event.name]
        told = {
            local
            for listener in listeners
            for statement in statements_in(listener.callable.body or [])
            if isinstance(statement, tree.Say) and statement.text.reader is None
            for slot in statement.text.slots
            for local in free_locals(slot)
        }
        for at, argument in enumerate(arguments):
            if any(local in told for one in listeners for local in one.callable.param_locals[at : at + 1]):
                for var, span in self._read_upcoming(argument, None):
                    self._report(span, var, REVEALS, f"a card that answers `{event.name}` tells everybody")

    def _hands_on(self, call: tree.Do | tree.DoAbility) -> None:
        """Reports hidden values that a called body remembers, and hidden cards that it names and puts into the box."""
        if isinstance(call, tree.Do):
            bodies, arguments = [call.callee], call.arguments
        else:
            bodies = ability_bodies(self.game, call.card_type, call.name)
            arguments = [call.base, *call.arguments]
        for body in bodies:
            for memory in self.handed_on.memories[body]:
                made = called_with(memory, body, arguments)
                self._sets(made.var, made.indices, made.value)
            for card, argument in zip(body.parameters, arguments, strict=False):
                for var, span in self._read_upcoming(argument, None) if card in self.handed_on.lost[body] else ():
                    self._report(span, var, BOXES, BOXED.format(body.label))

    def _sets(self, var: StateSymbol, indices: list[tree.TExpr], value: tree.TExpr) -> None:
        """Reports values assigned to a variable that those who see or remember it may not see.

        A variable that is seen shows that it was set, so only values and the cards of indices are followed; one that is
        remembered must not follow from a hidden condition either, but those who saw a card before it was moved know it.
        """
        who = var.seen[0]
        reader: Reader = None
        if who in ("index", "others"):
            player = indices[var.dims.index(PLAYER)]
            reader = player if who == "index" else (player,)
        elif who == "owner":
            reader = self._owner(var, indices)
        elif who != "all":
            return
        whose = [index for index in indices if isinstance(index.type, CardType)]
        parts = [value, *self.conditions] if var.remembered else [value, *whose]
        for read, span in (
            one for part in parts for one in self._read_upcoming(part, reader, not var.remembered, var.remembered)[:1]
        ):
            labels = (Label(var.span, "declared here"),)
            code, what, note, help_ = about_setting(var, read)
            self.diagnostics.report(code, span, what, note=note, labels=labels, help=help_)

    def _read_upcoming(
        self, node: object, reader: Reader, chosen: bool = False, remembers: bool = False
    ) -> list[Reading]:
        """The readings of what the reader may see neither now nor when the next decision comes.

        One who remembers may not have seen it before either.
        """
        now = self.origins
        found: list[Reading] = []
        upcoming = {self._first_name(local): place for local, place in self.upcoming.items()}
        for other in ({}, {local: place for local, place in upcoming.items() if local in now}, self.before):
            if other is not self.before or remembers:
                self.origins = {**now, **other}
                found = [*self._read(node, reader, {}, chosen)]
                if not found:
                    break
        self.origins = now
        return found

    def _first_name(self, local: LocalSymbol) -> LocalSymbol:
        """The local that a local stands for, if `let` only gives a value a second name; otherwise the local itself."""
        seen = {local}
        while isinstance(origin := self.origins.get(local), tree.LocalRef) and origin.local not in seen:
            local = origin.local
            seen.add(local)
        return local

    def _bind(self, loops: list[tree.Loop]) -> None:
        self.origins.update((loop.local, loop.domain) for loop in loops)

    def _option(self, player: tree.TExpr, option: tree.TOption) -> None:
        self._bind(option.loops)
        self.chosen_where.append(option.condition)
        text, given = option.text, {}
        if text is None and option.offer_of is not None:
            text = option.offer_of.offered
            given = dict(zip(option.offer_of.param_locals, option.offered_with(), strict=False))
        self._choice(player, option.loops, [text], given)
        self.look(option.body)
        self.chosen_where.pop()

    def _choice(
        self, player: tree.TExpr, loops: list[tree.Loop], texts: list[tree.TypedText | None], given: Given
    ) -> None:
        """Reports what is offered to a player: the members of loops, by name, and the values in sentences."""
        told = set[str]()
        for loop in loops:
            if isinstance(loop.domain, tree.CardsDomain | tree.SetDomain):
                for var, span in self._read(loop.domain, player, {}, chosen=True):
                    if var.name not in told:
                        self._report(span, var, OFFERS, CHOOSES)
                    told.add(var.name)
        for slot in (slot for text in texts if text is not None for slot in text.slots):
            for var, span in self._read(slot, player, given):
                if var.name not in told:
                    self._report(span, var, REVEALS, CHOOSES)

    # ---- expressions

    def _read(
        self,
        node: object,
        reader: Reader,
        given: Given,
        chosen: bool = False,
        seen: frozenset[CallableSymbol | LocalSymbol] = frozenset(),
        known: dict[LocalSymbol, list[StateSymbol]] | None = None,
    ) -> Iterator[Reading]:
        """The variables that a node reads and a player may not see.

        How many cards lie in a pile is public, and so is whether one lies in a place.

        Args:
            node: an expression, a text, a domain.
            reader: the player; None: everybody.
            given: what the parameters that the node reads stand for.
            chosen: whether to follow only where its members come from, not the conditions by which they are found.
            seen: the definitions and locals that are being followed.
            known: the variables that the values of locals come from, as far as they have been followed.
        """
        known, parts = {} if known is None else known, [*(node if isinstance(node, tuple) else children(node))]
        match node:
            case tree.Op(prim.CARD_COUNT | prim.NO_CARDS, [tree.PileCards(_, None)]):
                return
            case tree.Op(prim.EQUAL | prim.NOT_EQUAL, [a, tree.Const(type=NoneType())]) if is_end(self._meant(a, {})):
                return
            case tree.LocalRef(local) if local in given:
                parts = [given[local]]  # what the caller's words mean is in `origins`
            case tree.LocalRef(local) if local in self.origins and local not in seen:
                for one in behind(local, self.origins, {*known, *seen}):  # each once, or they multiply
                    found = self._read(self.origins[one], reader, given, True, seen | {one}, known)
                    known[one] = [*{var.name: var for var, _ in found}.values()]
                yield from ((var, node.span) for var in known[local])
                return
            case tree.StateRead(var, indices) | tree.StateRow(var, indices):
                if self._hidden(var, indices, reader, given):
                    yield var, node.span
            case tree.PileCards(zone) | tree.PlaceRead(zone):
                yield from ((var, node.span) for var in self._hidden_zones(zone, reader, given))
            case tree.DefineCall(callee, arguments) if callee not in seen:
                inner = {
                    local: substituted(argument, given)
                    for local, argument in zip(callee.param_locals, arguments, strict=True)
                }
                self.calls_left -= 1
                told = self.flows.read_hidden[callee] or any(
                    next(self._read(argument, reader, given, False, seen, known), None) for argument in arguments
                )
                for statement in (callee.body or []) if told and self.calls_left > 0 else []:
                    found = self._read(statement, reader, inner, chosen, seen | {callee}, known)
                    yield from ((var, node.span) for var, _ in found)
                return
            case tree.PickOne(_, loop) | tree.Those(loop) if chosen:
                parts = [loop.domain]
            case tree.If(_, then, otherwise) if chosen:
                parts = [then, otherwise]
            case tree.Branch(_, then, otherwise) if chosen:
                parts = [*then, *otherwise]
            case tree.Op(prim.DIFFERENCE, [whole, _]) if chosen:
                parts = [whole]
        for part in parts:
            yield from self._read(part, reader, given, chosen, seen, known)

    def _hidden_zones(
        self, zone: tree.ZoneRef, reader: Reader, given: Given, seen: frozenset[LocalSymbol] = frozenset()
    ) -> Iterator[StateSymbol]:
        """The variables of the piles that a zone may be and that the reader may not see."""
        if not isinstance(zone.given, tree.LocalRef):
            if zone.var is not None and self._hidden(zone.var, zone.indices, reader, given):
                yield zone.var
            return
        param = zone.given.local
        calls = [given] if param in given else self.flows.passed.get(param, []) if param not in seen else []
        for call in calls:
            self.calls_left -= 1
            if isinstance(passed := call.get(param), tree.ZoneRef) and self.calls_left > 0:
                asked = reader if call is given else in_words_of(reader, call)
                yield from self._hidden_zones(passed, asked, {}, seen | {param})

    def _hidden(self, var: StateSymbol, indices: list[tree.TExpr], reader: Reader, given: Given) -> bool:
        """True if the reader may not see a variable.

        What is seen with a card is as secret as the card, which the index reads.
        """
        who = var.seen[0]
        if who in ("all", "card"):
            return False
        if reader is None or who == "nobody":
            return True
        if who == "owner":
            return isinstance(reader, tuple) or not self._may_own(var, indices, reader, given)
        at = var.dims.index(PLAYER)
        one = reader[0] if isinstance(reader, tuple) else reader
        own = at < len(indices) and same_tree(self._meant(indices[at], given), self._meant(one, {}))
        if isinstance(reader, tuple):
            return not (who == "others" and own)
        return own if who == "others" else not own

    def _owner(self, var: StateSymbol, indices: list[tree.TExpr]) -> tree.StateRead:
        """The player who sees a variable that is `seen by its owner`."""
        owner = self.game.state[var.seen[1]]
        return tree.StateRead(owner, [indices[i] for i in var.seen_dims], type=owner.type)

    def _may_own(self, var: StateSymbol, indices: list[tree.TExpr], reader: tree.TExpr, given: Given) -> bool:
        """True if a player may be the owner who sees a variable: he is named as such, a condition may have said so, or
        the index is found by a definition, and only play knows what is found."""
        owner, who = self._owner(var, indices), self._meant(reader, {})
        at = [self._meant(index, given) for index in owner.indices]
        known = {*self.callee.param_locals, *self.origins}
        if same_tree(replace(owner, indices=at), who) or any(free_locals(one) - known for one in at):
            return True
        named = [*zip(owner.indices, at, strict=True), (who,)]  # a condition may name a local or what it stands for
        return any(
            all(any(same_tree(node, one) for node in nodes_in(condition) for one in ones) for ones in named)
            for condition in (*self.conditions, *self.chosen_where)
        )

    def _meant(self, node: tree.TExpr, given: Given) -> tree.TExpr:
        """An expression, such as a player, in which a `let` stands for its value."""
        node = substituted(node, given)
        value = self.origins.get(self._first_name(node.local)) if isinstance(node, tree.LocalRef) else None
        return value if isinstance(value, tree.TExpr) else node

    def _report(self, span: Span, var: StateSymbol, what: str, why: str) -> None:
        what, help_ = f"{what} `{var.name}`, which {who_sees(var)} may see", help_for(var, what, why)
        self.diagnostics.report("W0706", span, what, note=why, labels=(Label(var.span, "declared here"),), help=help_)
