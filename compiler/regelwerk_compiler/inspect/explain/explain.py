"""Explanations of a game's names: where each comes from, what it is and what shows it on paper."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from regelwerk_dsl import syntax as syn
from regelwerk_dsl.data.manifest import Statements
from regelwerk_dsl.suggest import nearest

from ...amend import History
from ...amend.compare import shown as shown_value
from ...checked.graph import Graph, Kind, Node
from ...checked.plain import plain_value, where
from ...checked.printed import printed_in
from ...declare.collect import Declarations
from ...model.symbols import CallableSymbol, CardSymbol, EnumSymbol, Game, MemberSymbol, StateSymbol, Value
from ...model.types import IntType, OptionalType, PerType, Type, describe
from ...words.compose import Composer, plan_text
from ...words.languages import digits
from ...words.texts import Texts, plain
from ...words.words import Words, words_of
from .explanation import Explanation, called, source_lines, step, value_history
from .parts import chapter_facts, explain_part, explain_passage, part_names
from .values import explain_removed, explain_value


@dataclass(eq=False)
class Explainer:
    """Answers what a name means in one game. `module` is the text of its emitted module."""

    game: Game
    texts: Texts
    statements: Statements | None
    module: str
    changes: History = field(default_factory=History)
    table: Declarations | None = None

    @cached_property
    def _words(self) -> Words:
        return Words(self.game, self.texts)

    def explain(self, name: str) -> Explanation | None:
        """What is known of `Good.blue.sold`, `theft.asia`, `t205.at_risk`, `sell`, `money`, `setup` …; None if nothing.

        A card's name may be led by its card type (`Action.theft.asia`).
        """
        parts = name.split(".")
        for find in (self._enum, self._card, self._state, self._callable, self._other):
            found = find(name, parts)
            if found is not None:
                found.history = found.history or self._steps(parts)
                self._find_print(found, parts)
                return found
        return self._part(name) or self._value(name) or explain_removed(self.changes, name)

    def _value(self, name: str) -> Explanation | None:
        """A value that has no entry of its own: a bound, a default, a name, a sentence."""
        known = explain_value(self.table, self.changes, name) if self.table is not None else None
        if known is None:
            return None
        found, key = known
        found.history = found.history or self._steps(list(key))
        self._find_print(found, list(key))
        return found

    def _part(self, name: str) -> Explanation | None:
        """A worked example, a chapter, an invariant, a part of the frame."""
        if self.table is None:
            return None
        part = explain_passage(self._words, self.table, self.changes, name) or explain_part(self.game, self.table, name)
        if part is None:
            return None
        found, key, cites = part
        found.cites = self._cites(cites)
        found.history = found.history or (self._steps(list(key)) if key else [])
        if key[:1] == ("chapter",):
            found.names = self.texts.names(f"chapter.{key[1]}.title", self.table.chapters[key[1]].title, key[1])
            found.facts = chapter_facts(self._words, key[1])
        self._find_print(found, list(key[:2]) or name.split("."))
        return found

    def _find_print(self, found: Explanation, parts: list[str]) -> None:
        printed = printed_in(self._words, self._graph, parts)
        found.printed, found.shown = printed.places, printed.shown

    def _steps(self, parts: list[str]) -> list[tuple[str, str, str]]:
        """What changes have done to a thing and to everything in it: a card, a rule, a table."""
        if parts[0] in self.game.card_types and len(parts) > 1:
            steps = self.changes.steps(*parts) or self.changes.steps(*parts[1:])
        else:
            steps = self.changes.steps(*parts)
        return [
            (step(change), where(change.span), f"{called(key)}: {change.old} -> {change.new}") for key, change in steps
        ]

    def suggestions(self, name: str) -> list[str]:
        """Names that may have been meant."""
        every = self.known_names()
        near = nearest(name, every)
        inside = [other for other in every if name and name.lower() in other.lower()]
        return list(dict.fromkeys(([near] if near else []) + inside[:8]))

    def known_names(self) -> list[str]:
        game = self.game
        found = [*game.enums, *game.state, *game.defines, *game.effects, *game.events, *game.card_types, *game.cards]
        found += [member.key for _, _, member in game.members()]
        for enum in game.enums.values():
            if enum.kind in ("list", "table"):
                found += [f"{enum.name}.{key}" for key in enum.keys]
                found += [f"{enum.name}.{key}.{column}" for key in enum.keys for column in enum.fields]
        frame = [name for name, part in (("setup", game.setup), ("play", game.play), ("outcome", game.outcome)) if part]
        return [*found, *(part_names(self.table) if self.table is not None else ()), *frame]

    # ---- values

    def _enum(self, name: str, parts: list[str]) -> Explanation | None:
        symbol = self.game.enums.get(parts[0])
        if symbol is None or symbol.kind == "player":
            return None
        if len(parts) == 1:
            found = Explanation(name, symbol.kind, where(symbol.span), cites=self._cites(symbol.cites))
            found.source = source_lines(symbol.span)
            found.facts = [("members", ", ".join(symbol.keys) if symbol.size < 60 else f"{symbol.size}")]
            return found
        at = symbol.keys.index(parts[1]) if parts[1] in symbol.keys else None
        if at is None:
            return None
        if len(parts) == 2:
            found = Explanation(
                name, f"member of {symbol.name}", where(symbol.spans[at]), cites=self._cites(symbol.cites)
            )
            found.names = self._member_names(symbol, at)
            found.facts = [
                (column.name, self._shown(column.values[at], column.type)) for column in symbol.fields.values()
            ]
            return found
        if len(parts) == 3 and parts[2] in symbol.fields:
            column = symbol.fields[parts[2]]
            span = column.cells[at] if at < len(column.cells) else symbol.spans[at]
            value = self._shown(column.values[at], column.type)
            found = Explanation(name, describe(column.type), where(span), value, cites=self._cites(symbol.cites))
            found.source = source_lines(span, only_line=True)
            found.history = value_history(self.changes.of(*parts), where(span), value)
            cell = Node(Kind.CELL, (symbol.name, parts[1], column.name))
            found.facts = [self._users("read by", cell, Node(Kind.COLUMN, (symbol.name, column.name)))]
            return found
        return None

    def _member_names(self, symbol: EnumSymbol, at: int) -> dict[str, str]:
        if symbol.kind == "range":
            return {}
        return self._words.members[symbol.name][at]

    def _shown(self, value: Value, type_: Type) -> str:
        return shown(plain_value(self.game, value, type_), type_)

    @cached_property
    def _graph(self) -> Graph:
        return Graph(self.game)

    def _users(self, label: str, *nodes: Node) -> tuple[str, str]:
        """The callables that mention one of some nodes, as a fact."""
        return label, ", ".join(self._graph.users(*nodes)) or "nobody"

    # ---- cards

    def _card(self, name: str, parts: list[str]) -> Explanation | None:
        if parts[0] in self.game.card_types:
            if len(parts) == 1:
                kind = self.game.card_types[parts[0]]
                found = Explanation(name, "card type", where(kind.span), cites=self._cites(kind.cites))
                found.source = source_lines(kind.span)
                found.facts = [("cards", str(kind.end - kind.first)), ("definitions", str(len(kind.cards)))]
                return found
            parts = parts[1:]
        for kind, card, member in self.game.members():
            keys = member.key.split(".")
            if parts[: len(keys)] == keys:
                rest = parts[len(keys) :]
                if not rest:
                    return self._one_card(card, member)
                if len(rest) == 1 and rest[0] in kind.fields:
                    return self._card_field(card, member, rest[0])
                if len(rest) == 1 and (rest[0] in card.abilities):
                    return self._of_callable(card.abilities[rest[0]])
        family = self.game.cards.get(parts[0])
        if family is not None and len(parts) == 1 and family.members:
            found = self._one_card(family, family.members[0])
            found.title = family.name
            found.kind = f"family of {len(family.members)} {family.card_type} cards"
            found.facts.insert(0, ("cards", ", ".join(member.key for member in family.members)))
            return found
        if family is not None and len(parts) == 2 and parts[1] in family.abilities:
            return self._of_callable(family.abilities[parts[1]])
        return None

    def _one_card(self, card: CardSymbol, member: MemberSymbol) -> Explanation:
        words = self._words
        number = next(i for i, (_, _, m) in enumerate(self.game.members()) if m is member)
        found = Explanation(member.key, f"{card.card_type} card", where(card.span), cites=self._cites(card.cites))
        found.source = source_lines(card.decl.span)
        found.names = words.cards[number]
        texts = Composer(words).card_texts(card)[member.key]
        found.texts = {language: words_of(parts) for language, parts in texts.items()}
        wording = plan_text(words, card).kind
        kind = self.game.card_types[card.card_type]
        found.facts = [("copies", str(member.copies))]
        if wording != "none":
            found.facts.append(("text", "composed from its effects" if wording == "composed" else "written by hand"))
        for name, column in kind.fields.items():
            found.facts.append((name, self._shown(member.fields.get(name, column.default), column.type)))
        for callee in [*card.abilities.values(), *(listener.callable for listener in card.listeners)]:
            found.handler += self._handler(callee)
        return found

    def _card_field(self, card: CardSymbol, member: MemberSymbol, name: str) -> Explanation:
        column = self.game.card_types[card.card_type].fields[name]
        span = card.field_spans.get(name)
        default = span is None
        if span is None:
            span = column.decl.span if column.decl is not None else card.span
        value = self._shown(member.fields.get(name, column.default), column.type)
        found = Explanation(f"{member.key}.{name}", describe(column.type), where(span), value)
        found.source = source_lines(span, only_line=True)
        found.cites = self._cites(card.cites)
        note = "base (the card type's default)" if default else "base"
        steps = [change for _, change in self.changes.steps(*card.name.split("."), name)]
        found.history = value_history(steps, where(span), value, note)
        found.facts = [self._users("read by", Node(Kind.FIELDS, (card.card_type, name)))]
        return found

    # ---- state, rules

    def _state(self, name: str, parts: list[str]) -> Explanation | None:
        var: StateSymbol | None = self.game.state.get(name)
        if var is None:
            return None
        found = Explanation(name, f"state: {describe(var.type)}", where(var.span))
        found.source = source_lines(var.decl.span)
        found.facts = [("seen by", " ".join(part for part in var.seen if part))]
        if var.dims:
            found.facts.insert(0, ("one for each", ", ".join(describe(dim) for dim in var.dims)))
        found.facts.append(self._users("used by", Node(Kind.VARIABLE, (name,))))
        return found

    def _callable(self, name: str, parts: list[str]) -> Explanation | None:
        for callee in self._callables():
            if callee.label == name:
                return self._of_callable(callee)
        return None

    def _of_callable(self, callee: CallableSymbol) -> Explanation:
        found = Explanation(callee.label, callee.kind, where(callee.span), cites=self._cites(callee.cites))
        found.source = source_lines(callee.decl.span if callee.decl is not None else callee.span)
        for part in ("says", "offer", "text"):
            text = getattr(callee.sentences, part)
            if text is not None:
                found.facts.append((part, plain(text)))
        found.handler = self._handler(callee)
        key = tuple(callee.label.split("."))
        found.history = self._steps(list(key))
        body = getattr(callee.decl, "body", None)
        if found.history and isinstance(body, syn.Expr) and callee.kind == "define":
            found.value = shown_value(body)  # the source is that of the base
        return found

    def _other(self, name: str, parts: list[str]) -> Explanation | None:
        game = self.game
        for unit in game.units.values():
            if unit.name == name:
                return Explanation(name, "unit", where(unit.span), f"{unit.low:_}..{unit.high:_}")
        if name == "outcome" and game.outcome:
            return Explanation(
                name, "outcome", where(game.outcome[0].value.span), source=source_lines(game.outcome[0].value.span)
            )
        if name == "value" and game.value is not None:
            span = game.value[1].span
            return Explanation(name, "worth of a position, for bots", where(span), source=source_lines(span))
        for change in game.changes:
            if change.name.name == name:
                return Explanation(
                    name,
                    change.kind,
                    where(change.span),
                    plain(change.title),
                    source_lines(change.span),
                    self._cites_of(change),
                )
        if self.statements is not None and name in self.statements.ids:
            entry = self.statements.ids[name]
            found = Explanation(name, "source statement", where(entry.span), entry.gloss)
            found.facts = [("cited by", ", ".join(self._citing(name)) or "nobody")]
            return found
        return None

    def _cites_of(self, change: syn.ChangeDecl) -> list[tuple[str, str]]:
        return self._cites(tuple(ident.name for ident in change.source.ids) if change.source else ())

    def _citing(self, statement: str) -> list[str]:
        found = [callee.label for callee in self._callables() if statement in callee.cites]
        found += [enum.name for enum in self.game.enums.values() if statement in enum.cites]
        found += [card.name for card in self.game.cards.values() if statement in card.cites]
        found += [kind.name for kind in self.game.card_types.values() if statement in kind.cites]
        found += [s.name.name for s in self.game.scenarios if s.source and statement in [i.name for i in s.source.ids]]
        return list(dict.fromkeys(found))

    def _callables(self) -> list[CallableSymbol]:
        from ...model.walk import all_callables

        return all_callables(self.game)

    def _cites(self, ids: tuple[str, ...]) -> list[tuple[str, str]]:
        known = self.statements.ids if self.statements is not None else {}
        return [(id_, known[id_].gloss if id_ in known else "") for id_ in ids]

    def _handler(self, callee: CallableSymbol) -> list[str]:
        """The lines of the emitted function, found by the comment that names its source."""
        mark = f" {callee.label}("
        lines = self.module.splitlines()
        for start, line in enumerate(lines):
            if line.startswith("def ") and "#" in line and mark in line.split("#", 1)[1]:
                end = start + 1
                while end < len(lines) and (not lines[end] or lines[end].startswith(" ")):
                    end += 1
                return "\n".join(lines[start:end]).rstrip().split("\n")
        return []


def shown(data: object, type_: Type) -> str:
    """Plain data as an author writes it."""
    inner = type_.inner if isinstance(type_, OptionalType) else type_
    if data is None:
        return "none"
    if isinstance(data, bool):
        return "yes" if data else "no"
    if isinstance(data, int):
        return digits(data, "en", always=isinstance(inner, IntType) and inner.unit is not None)
    if isinstance(data, list):
        return ", ".join(map(str, data)) or "empty"
    if isinstance(data, dict):
        value_type = inner.value if isinstance(inner, PerType) else IntType()
        return ", ".join(f"{key} {shown(value, value_type)}" for key, value in data.items()) or "nothing"
    return str(data)
