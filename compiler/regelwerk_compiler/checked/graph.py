"""The dependency graph of a game: which values, definitions and statements read which, what cites, what amends.

`reads` has the values that flow into a value: a cell that is computed from another one, a definition, a local, the line
of a statement. `uses` has all that a callable mentions, sentences, conditions and calls included. Both are made from
typed trees and from what constant folding read, when they are first asked for; every question about provenance and the
check of unused declarations are walks over them. Citations come from the declarations, amendments from the history of
the changes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from enum import IntEnum, auto
from functools import cached_property
from itertools import chain
from typing import NamedTuple

from regelwerk_dsl.source import Span

from ..amend import Change, History
from ..declare.citations import Citation
from ..declare.collect import Declarations, Key
from ..model import tree
from ..model.closure import closure
from ..model.enums import EnumSymbol
from ..model.symbols import CallableSymbol, CardSymbol, Game, LocalSymbol, MemberSymbol
from ..model.types import MemberType
from ..model.walk import ability_bodies, acts_of, all_callables, blocks_of, children, nodes_in, statements_in


class Kind(IntEnum):  # integers are hashed faster than other members
    """The kinds of nodes of the graph."""

    CELL = auto()  # table, member, column
    COLUMN = auto()  # table, column: the cell of a member that is known in play only
    MEMBER = auto()  # table, member
    TABLE = auto()  # any of it
    FIELD = auto()  # card, field
    FIELDS = auto()  # card type, field: of a card that is known in play only
    DEFAULT = auto()  # card type, field
    CALLABLE = auto()  # label: the result of a definition, effect, ability or measure
    ABILITY = auto()  # card type, ability: of any card
    VARIABLE = auto()  # of the state
    LOCAL = auto()  # its identity
    LINE = auto()  # `file:line`: what statements there work with


class Node(NamedTuple):
    """One node; `parts` as the kind says."""

    kind: Kind
    parts: tuple[str, ...]


def callable_node(callee: CallableSymbol) -> Node:
    """The node of a definition, effect or ability: its result."""
    return Node(Kind.CALLABLE, tuple(callee.label.split(".")))


def local_node(local: LocalSymbol) -> Node:
    """The node of a local: what it holds."""
    return Node(Kind.LOCAL, (str(id(local)),))


class Graph:
    """Edges between nodes, in the order in which they were found."""

    def __init__(
        self,
        game: Game,
        table: Declarations,
        history: History,
        uses: dict[CallableSymbol, frozenset[Node]] | None = None,
    ) -> None:
        """Creates the graph of a game.

        Args:
            game: the typed game.
            table: its declarations.
            history: what was changed.
            uses: what callables are known to mention, by identity; gets that of others.
        """
        self.game, self.table, self.history = game, table, history
        self._uses = {} if uses is None else uses

    @cached_property
    def reads(self) -> dict[Node, dict[Node, None]]:
        """The nodes whose values flow into a node, by that node."""
        return _Flows(self).reads

    @cached_property
    def _readers(self) -> dict[Node, list[Node]]:
        found = defaultdict[Node, list[Node]](list)
        for reader, read in self.reads.items():
            for node in read:
                found[node].append(reader)
        return found

    @cached_property
    def _callables(self) -> dict[str, list[CallableSymbol]]:
        """The callables by label; listeners of one card can share theirs."""
        found = defaultdict[str, list[CallableSymbol]](list)
        for callee in all_callables(self.game):
            found[callee.label].append(callee)
        return found

    # ---- questions

    def dependents(self, wanted: Iterable[Node]) -> set[Node]:
        """All into which the values of some nodes flow, themselves included."""
        return {*closure(wanted, lambda node: self._readers.get(node, ()))}

    def uses(self, callee: CallableSymbol) -> frozenset[Node]:
        """All that the body and the sentences of a callable mention, its hints for bots included."""
        found = self._uses.get(callee)
        if found is None:
            nodes = [*nodes_in(*callee.texts.values()), *acts_of(callee)]
            found = self._uses[callee] = frozenset(filter(None, map(self._mentioned, nodes)))
        return found

    def users(self, *wanted: Node) -> list[str]:
        """The names of what mentions one of some nodes: callables, variables (first values), the frame, chapters."""
        found = [
            label
            for label, callees in self._callables.items()
            if any(not self.uses(callee).isdisjoint(wanted) for callee in callees)
        ]
        for var in self.game.state.values():
            if var.initial is not None:
                first = {*self.mentioned(var.initial), *self.folded(var.initial.span)}
                found += [] if first.isdisjoint(wanted) else [var.name]
        others: dict[str, Iterable[object]] = {"outcome": (line.value for line in self.game.outcome)}
        if self.game.value is not None:
            others["value"] = (self.game.value[1],)
        others |= {f"invariant {one.title}": (one.condition,) for one in self.game.invariants}
        others |= {f"chapter {name}": (block.text for block in blocks) for name, blocks in self.game.prose.items()}
        return found + [name for name, roots in others.items() if not {*self.mentioned(*roots)}.isdisjoint(wanted)]

    def reached(self, wanted: Iterable[Node]) -> set[Node]:
        """Some nodes, all that the callables among them mention, and so on."""
        return {*closure(wanted, lambda node: chain.from_iterable(map(self.uses, self._called(node))))}

    def _called(self, node: Node) -> list[CallableSymbol]:
        """The bodies that a node stands for."""
        if node.kind is Kind.CALLABLE:
            return self._callables.get(".".join(node.parts), [])
        return ability_bodies(self.game, *node.parts) if node.kind is Kind.ABILITY else []

    def citing(self, statement: str) -> list[Citation]:
        """The declarations that cite a statement: those of the base, then those of changes."""
        found = [one for one in self.table.citations if statement in [ident.name for ident in one.clause.ids]]
        return sorted(found, key=lambda one: one.change is not None)

    def steps(self, key: Key) -> list[tuple[Key, Change]]:
        """The steps of changes that touch a thing, its parts, and its family where that reaches it; as they apply."""
        found: dict[tuple[Span, Key], tuple[Key, Change]] = {}
        for name, changes in self.history.changes.items():
            if name[: len(key)] == key:
                found.update({(change.span, name): (name, change) for change in changes})
        if len(key) > 2:
            family = (key[0], key[-1])
            known = {span for span, _ in found}
            of_family = self.history.of(*family)
            found.update({(one.span, family): (family, one) for one in of_family if one.span not in known})
        order = [one.by for one in self.history.applied]
        return sorted(found.values(), key=lambda step: (order.index(step[1].by), step[1].span.start))

    def amended_by(self, *names: Key) -> list[str]:
        """The changes that touched something under one of some names, something in it, or the whole that it is in."""
        found = {
            change.by: None
            for name, changes in self.history.changes.items()
            if any(_overlap(name, other) for other in names)
            for change in changes
        }
        return list(found)

    # ---- edges

    def mentioned(self, *roots: object) -> Iterator[Node]:
        """Everything that typed nodes read, call or change themselves."""
        for node in nodes_in(*roots):
            found = self._mentioned(node)
            if found is not None:
                yield found

    def _mentioned(self, node: object) -> Node | None:
        match node:
            case tree.LocalRef(local):
                return local_node(local)
            case tree.DefineCall(callee) | tree.Do(callee):
                return callable_node(callee)
            case tree.StateRead(var) | tree.StateRow(var) | tree.InAnyOf(_, var) | tree.ZonePosition(_, var):
                return Node(Kind.VARIABLE, (var.name,))
            case tree.StateChange(var):
                return Node(Kind.VARIABLE, (var.name,))
            case tree.ZoneRef(var) if var is not None:
                return Node(Kind.VARIABLE, (var.name,))
            case tree.EnumFieldRead(enum, column, tree.Const(value=int(value))):
                symbol = self.game.enums[enum]
                return Node(Kind.CELL, (enum, symbol.keys[value - symbol.low], column))
            case tree.EnumFieldRead(enum, column):
                return Node(Kind.COLUMN, (enum, column))
            case tree.CardFieldRead(card_type, name):
                return Node(Kind.FIELDS, (card_type, name))
            case tree.AbilityRead(card_type, name) | tree.DoAbility(card_type, name):
                return Node(Kind.ABILITY, (card_type, name))
            case tree.Const(value=int(value), type=MemberType(enum)) if enum in self.game.enums:
                symbol = self.game.enums[enum]
                is_member = symbol.low <= value <= symbol.high
                return Node(Kind.MEMBER, (enum, symbol.keys[value - symbol.low])) if is_member else None
            case tree.Op(primitive, _, (str(enum), *_)) if primitive.fixed[:1] == ("enum",):
                return Node(Kind.TABLE, (enum,))
            case _:
                return None

    def folded(self, span: Span) -> Iterator[Node]:
        """The nodes that constant folding read for a value that is written in a span."""
        for place, names in self.game.folded:
            if span.holds(place):
                yield from (node for name in names for node in self.named(name))

    # ---- names

    def named(self, parts: tuple[str, ...]) -> list[Node]:
        """The values that a full name means: `Good.blue.sold`, `Good.blue`, `Good`, `goal`, `job_7.load`, `job_7`,
        `job.load` of a whole family, `Job.load` of a card type, `sell`, `measure.money`."""
        head, *rest = parts
        found: list[Node] = []
        enum = self.game.enums.get(head)
        if enum is not None:
            keys = rest[:1] or enum.keys
            found += [
                Node(Kind.CELL, (head, key, column))
                for key in keys
                for column in enum.fields
                if rest[1:] in ([], [column])
            ]
            found += [Node(Kind.MEMBER, (head, key)) for key in keys if len(rest) < 2]
        kind = self.game.card_types.get(head)
        if kind is not None:
            found += [Node(Kind.DEFAULT, (head, name)) for name in kind.fields if rest in ([], [name])]
        for type_, card, member in self.game.members():
            for key in (member.key.split("."), [card.name]):
                if list(parts[: len(key)]) == key:
                    end = parts[len(key) :]
                    found += [Node(Kind.FIELD, (member.key, name)) for name in type_.fields if end in ((), (name,))]
                    kinds = [one.name for one in self.game.enums.values() if one.of_cards and member.key in one.keys]
                    found += [Node(Kind.MEMBER, (name, member.key)) for name in kinds if not end]
        if not rest and (head in self.game.defines or head in self.game.effects):
            found.append(Node(Kind.CALLABLE, (head,)))
        if head == "measure":
            found += [callable_node(one) for one in self.game.measures.values() if rest in ([], [one.name])]
        family = self.game.cards.get(head)
        if family is not None and rest:
            found += [callable_node(body) for name, body in family.abilities.items() if rest[-1] == name]
        return list(dict.fromkeys(found))


class _Flows:
    """The builder of `reads`."""

    def __init__(self, graph: Graph) -> None:
        self.reads: defaultdict[Node, dict[Node, None]] = defaultdict(dict)
        self._graph, self._game = graph, graph.game
        for enum in self._game.enums.values():
            self._add_table(enum)
        for kind in self._game.card_types.values():
            for card in kind.cards:
                for member in card.members:
                    for name in kind.fields:
                        self._add_field(kind.name, name, card, member)
        for callee in all_callables(self._game):
            self._add_callable(callee)

    def _add_table(self, enum: EnumSymbol) -> None:
        table = Node(Kind.TABLE, (enum.name,))
        for at, key in enumerate(enum.keys):
            self._read(table, Node(Kind.MEMBER, (enum.name, key)))
            for column in enum.fields.values():
                cell = Node(Kind.CELL, (enum.name, key, column.name))
                self._read(table, cell)
                self._read(Node(Kind.COLUMN, (enum.name, column.name)), cell)
                if enum.of_cards:
                    self._read(cell, Node(Kind.FIELD, (key, column.name)))
                elif at < len(column.cells):
                    self._read(cell, *self._graph.folded(column.cells[at]))
                name, position = enum.owner(at)
                owner = self._game.enums[name]
                if owner is not enum and column.name in owner.fields:
                    self._read(cell, Node(Kind.CELL, (name, owner.keys[position], column.name)))

    def _add_field(self, card_type: str, name: str, card: CardSymbol, member: MemberSymbol) -> None:
        field = Node(Kind.FIELD, (member.key, name))
        self._read(Node(Kind.FIELDS, (card_type, name)), field)
        if name in card.field_spans:
            self._read(field, *self._graph.folded(card.field_spans[name]))
        else:
            self._read(field, Node(Kind.DEFAULT, (card_type, name)))

    def _add_callable(self, callee: CallableSymbol) -> None:
        own = callable_node(callee)
        if callee.owner is not None and callee.kind == "ability":
            self._read(Node(Kind.ABILITY, (callee.owner.card_type, callee.name)), own)
        if callee.kind == "define":
            self._read(own, *self._graph.uses(callee))
        for statement in statements_in(callee.body or []):
            inner = {id(node) for block in blocks_of(statement) for node in block}
            values = [child for child in children(statement) if id(child) not in inner]
            for node in nodes_in(*values):
                if isinstance(node, tree.Loop):
                    self._read(local_node(node.local), *self._graph.mentioned(*children(node.domain)))
            self._add_statement(statement, own, dict.fromkeys(self._graph.mentioned(*values)))

    def _add_statement(self, statement: tree.TStmt, own: Node, found: dict[Node, None]) -> None:
        line = Node(Kind.LINE, (statement.span.where,))
        match statement:
            case tree.Return():
                self._read(own, *found)
            case tree.SetLocal(local) | tree.SetPer(local) | tree.RollDice(local):
                self._read(local_node(local), *found)
            case tree.DoAbility(card_type, name, _, arguments):
                for body in ability_bodies(self._game, card_type, name):
                    self._pass(body, arguments)
            case tree.Do(callee, arguments, local):
                self._pass(callee, arguments)
                if local is not None:
                    self._read(local_node(local), callable_node(callee))
            case tree.ChooseOption(options=options):
                for option in options:
                    if option.call is not None:
                        self._add_statement(option.call, own, {})
            case tree.Branch():
                return  # a condition changes nothing by itself
            case _:
                pass
        self._read(line, *found)

    def _pass(self, callee: CallableSymbol, arguments: list[tree.TExpr]) -> None:
        for local, argument in zip(callee.param_locals, arguments, strict=False):
            self._read(local_node(local), *self._graph.mentioned(argument))

    def _read(self, reader: Node, *read: Node) -> None:
        self.reads[reader].update(dict.fromkeys(read))


def _overlap(name: Key, other: Key) -> bool:
    """True if one name is the other's beginning, or a family's part is that of one of its members."""
    size = min(len(name), len(other))
    return name[:size] == other[:size] or (len(name) == 2 and len(other) > 2 and (other[0], other[-1]) == name)
