"""The dependency graph of a game: which values, definitions and statements read which, what cites, what amends.

`reads` has the values that flow into a value: a cell that is computed from another one, a definition, a local, the line
of a statement. `uses` has all that a callable or text mentions, conditions and calls included. Both are made once, from
typed trees and from what constant folding read; every question about provenance is a walk over them. Citations come
from the declarations, amendments from the history of the changes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from enum import Enum, auto
from typing import NamedTuple

from regelwerk_dsl.source import Span

from ..amend import Change, History, Key
from ..amend.edits import GONE
from ..declare.citations import Citation
from ..declare.collect import Declarations
from ..model import tree
from ..model.symbols import CallableSymbol, CardSymbol, EnumSymbol, Game, LocalSymbol, MemberSymbol
from ..model.types import IntType, MemberType, strip_optional
from ..model.walk import all_callables, blocks_of, bodies_of, children, hints_in, nodes_in, statements_in


class Kind(Enum):
    """What a node of the graph stands for."""

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


class Graph:
    """Edges between nodes, in the order in which they were found.

    Attributes:
        reads: for each node those whose values flow into it.
        uses: for each callable, by label, all that its body and sentences mention.
    """

    def __init__(self, game: Game, table: Declarations, history: History) -> None:
        self.game, self.table, self.history = game, table, history
        self.reads: defaultdict[Node, dict[Node, None]] = defaultdict(dict)
        self.uses: dict[str, set[Node]] = {}
        self._readers: defaultdict[Node, list[Node]] = defaultdict(list)
        for enum in game.enums.values():
            self._add_table(enum)
        for kind in game.card_types.values():
            for card in kind.cards:
                for member in card.members:
                    for name in kind.fields:
                        self._add_field(kind.name, name, card, member)
        for callee in all_callables(game):
            self._add_callable(callee)
        for define in game.defines.values():
            self.reads[callable_node(define)].update(dict.fromkeys(self.uses[define.label]))

    # ---- questions

    def dependents(self, wanted: Iterable[Node]) -> set[Node]:
        """All into which the values of some nodes flow, themselves included."""
        if not self._readers:
            for reader, read in self.reads.items():
                for node in read:
                    self._readers[node].append(reader)
        found, waiting = set[Node](), list(wanted)
        while waiting:
            node = waiting.pop()
            if node not in found:
                found.add(node)
                waiting += self._readers.get(node, ())
        return found

    def users(self, *wanted: Node) -> list[str]:
        """The labels of the callables and the names of the variables, for their first value, that mention some node."""
        firsts = {
            var.name: {*self.mentioned(var.initial), *self._folded(var.initial.span)}
            for var in self.game.state.values()
            if var.initial is not None
        }
        return [name for name, used in (*self.uses.items(), *firsts.items()) if not used.isdisjoint(wanted)]

    def citing(self, statement: str) -> list[Citation]:
        """Where a statement is cited: in declarations of the base, then in those of changes."""
        found = [one for one in self.table.citations if statement in [ident.name for ident in one.clause.ids]]
        return sorted(found, key=lambda one: one.change is not None)

    def steps(self, key: Key) -> list[tuple[Key, Change]]:
        """What changes did to a thing, to all that is in it, and to its family where that reaches it; as they apply."""
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

    def _add_table(self, enum: EnumSymbol) -> None:
        table = Node(Kind.TABLE, (enum.name,))
        for at, key in enumerate(enum.keys):
            self._read(table, Node(Kind.MEMBER, (enum.name, key)))
            for column in enum.fields.values():
                cell = Node(Kind.CELL, (enum.name, key, column.name))
                self._read(table, cell)
                self._read(Node(Kind.COLUMN, (enum.name, column.name)), cell)
                if at < len(column.cells):
                    self._read(cell, *self._folded(column.cells[at]))
                name, position = enum.owner(at)
                owner = self.game.enums[name]
                if owner is not enum and column.name in owner.fields:
                    self._read(cell, Node(Kind.CELL, (name, owner.keys[position], column.name)))

    def _add_field(self, card_type: str, name: str, card: CardSymbol, member: MemberSymbol) -> None:
        field = Node(Kind.FIELD, (member.key, name))
        self._read(Node(Kind.FIELDS, (card_type, name)), field)
        if name in card.field_spans:
            self._read(field, *self._folded(card.field_spans[name]))
        else:
            self._read(field, Node(Kind.DEFAULT, (card_type, name)))

    def _folded(self, span: Span) -> Iterator[Node]:
        """What constant folding read for a value that is written in a span."""
        for place, names in self.game.folded:
            if place.source is span.source and span.start <= place.start and place.end <= span.end:
                yield from (node for name in names for node in self.named(name))

    def _add_callable(self, callee: CallableSymbol) -> None:
        own = callable_node(callee)
        used = self.uses.setdefault(callee.label, set())
        hints = (hint for statement in callee.body or [] for hint, _ in hints_in(statement))
        for part in (*callee.texts.values(), *hints):
            used.update(self.mentioned(part))
        if callee.owner is not None and callee.kind == "ability":
            self._read(Node(Kind.ABILITY, (callee.owner.card_type, callee.name)), own)
        for statement in statements_in(callee.body or []):
            inner = {id(node) for block in blocks_of(statement) for node in block}
            values = [child for child in children(statement) if id(child) not in inner]
            found = dict.fromkeys(node for value in values for node in self.mentioned(value))
            used.update(found)
            match statement:
                case tree.StateChange(var):
                    used.add(Node(Kind.VARIABLE, (var.name,)))
                case tree.Do(called):
                    used.add(callable_node(called))
                case tree.DoAbility(card_type, name):
                    used.add(Node(Kind.ABILITY, (card_type, name)))
                case _:
                    pass
            self._add_statement(statement, own, found)

    def _add_statement(self, statement: tree.TStmt, own: Node, found: dict[Node, None]) -> None:
        line = Node(Kind.LINE, (statement.span.where,))
        match statement:
            case tree.Return():
                self._read(own, *found)
            case tree.SetLocal(local) | tree.SetPer(local) | tree.RollDice(local):
                self._read(_local(local), *found)
            case tree.DoAbility(card_type, name, _, arguments):
                for body in bodies_of(self.game, card_type, name):
                    self._pass(body, arguments)
            case tree.Do(callee, arguments, local):
                self._pass(callee, arguments)
                if local is not None:
                    self._read(_local(local), callable_node(callee))
            case tree.ChooseOption(options=options):
                for option in options:
                    if option.call is not None:
                        self._add_statement(option.call, own, {})
            case tree.Branch():
                return  # a condition changes nothing by itself
            case _:
                pass
        self._read(line, *found)

    def mentioned(self, root: object) -> Iterator[Node]:
        """Everything that a typed node reads or calls itself; values that calls hand over are noted on the way."""
        for node in nodes_in(root):
            match node:
                case tree.EnumFieldRead(enum, column, tree.Const(value=int(value))):
                    symbol = self.game.enums[enum]
                    yield Node(Kind.CELL, (enum, symbol.keys[value - symbol.low], column))
                case tree.EnumFieldRead(enum, column):
                    yield Node(Kind.COLUMN, (enum, column))
                case tree.CardFieldRead(card_type, name):
                    yield Node(Kind.FIELDS, (card_type, name))
                case tree.DefineCall(callee) | tree.Do(callee):
                    yield callable_node(callee)
                case tree.AbilityRead(card_type, name) | tree.DoAbility(card_type, name):
                    yield Node(Kind.ABILITY, (card_type, name))
                case tree.LocalRef(local):
                    yield _local(local)
                case tree.Const(value=int(value), type=MemberType(enum)) if enum in self.game.enums:
                    symbol = self.game.enums[enum]
                    if symbol.low <= value <= symbol.high:
                        yield Node(Kind.MEMBER, (enum, symbol.keys[value - symbol.low]))
                case tree.Op(primitive, _, (str(enum), *_)) if primitive.fixed[:1] == ("enum",):
                    yield Node(Kind.TABLE, (enum,))
                case tree.Loop(local, domain):
                    self._read(_local(local), *(inner for part in children(domain) for inner in self.mentioned(part)))
                case tree.StateRead(var) | tree.StateRow(var) | tree.InAnyOf(_, var) | tree.ZonePosition(_, var):
                    yield Node(Kind.VARIABLE, (var.name,))
                case tree.ZoneRef(var) if var is not None:
                    yield Node(Kind.VARIABLE, (var.name,))
                case _:
                    pass

    def _pass(self, callee: CallableSymbol, arguments: list[tree.TExpr]) -> None:
        for local, argument in zip(callee.param_locals, arguments, strict=False):
            self._read(_local(local), *self.mentioned(argument))

    def _read(self, reader: Node, *read: Node) -> None:
        self.reads[reader].update(dict.fromkeys(read))

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
        if not rest and (head in self.game.defines or head in self.game.effects):
            found.append(Node(Kind.CALLABLE, (head,)))
        if head == "measure":
            found += [callable_node(one) for one in self.game.measures.values() if rest in ([], [one.name])]
        family = self.game.cards.get(head)
        if family is not None and rest:
            found += [callable_node(body) for name, body in family.abilities.items() if rest[-1] == name]
        return list(dict.fromkeys(found))


def callable_node(callee: CallableSymbol) -> Node:
    """The node of a definition, effect or ability: what it answers."""
    return Node(Kind.CALLABLE, tuple(callee.label.split(".")))


def _local(local: LocalSymbol) -> Node:
    return Node(Kind.LOCAL, (str(id(local)),))


def _overlap(name: Key, other: Key) -> bool:
    """Whether one name is the other's beginning, or a family's part is that of one of its members."""
    size = min(len(name), len(other))
    return name[:size] == other[:size] or (len(name) == 2 and len(other) > 2 and (other[0], other[-1]) == name)


MOST_NAMED = 3  # amended values of one column and one amendment that a trace lists one by one


def amended_inputs(graph: Graph) -> dict[str, tuple[str, ...]]:
    """By source line (`file:line`) the amended values that its statements can read, in words.

    Read at one remove too: through definitions, abilities, locals, and arguments of effects.
    """
    found: dict[str, dict[Key, None]] = defaultdict(dict)
    for key, changes in graph.history.changes.items():
        if changes[-1].new != GONE:
            for node in graph.dependents(graph.named(key)):
                if node.kind is Kind.LINE:
                    found[node.parts[0]][key] = None
    return {line: in_words(found[line], graph.history) for line in sorted(found)}


def amended_bounds(graph: Graph) -> dict[str, tuple[str, ...]]:
    """By variable the amendments of its bounds and those of its unit, in words."""
    found = {}
    for var in graph.game.state.values():
        type_ = strip_optional(var.type)
        owners = [var.name, *([type_.unit] if isinstance(type_, IntType) and type_.unit else [])]
        keys = [(owner, end) for owner in owners for end in ("low", "high") if graph.history.of(owner, end)]
        if keys:
            found[var.name] = in_words(keys, graph.history)
    return found


def in_words(keys: Iterable[Key], history: History) -> tuple[str, ...]:
    """Amended values with the erratum or variant that set them last and its place; many of one column as a count."""
    groups: dict[tuple[str, str], list[Key]] = defaultdict(list)
    for key in keys:
        groups[key[-1] if len(key) > 1 else "", history.changes[key][-1].by].append(key)
    words = []
    for (part, by), group in groups.items():
        if len(group) > MOST_NAMED:
            what = f"values of {part}" if part else "declarations"
            words.append(f"{len(group)} {what} by {by}")
        else:
            words += [f"{'.'.join(key)} by {by} ({history.changes[key][-1].span.where})" for key in group]
    return tuple(words)
