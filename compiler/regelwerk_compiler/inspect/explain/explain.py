"""Explanations of a game's names: where each comes from, what it is and what shows it on paper."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from regelwerk_dsl import syntax as syn
from regelwerk_dsl.suggest import nearest

from ...amend.compare import shown as shown_value
from ...checked.graph import Graph, Kind, Node
from ...checked.plain import as_written, plain_value
from ...checked.say import words_of
from ...declare.collect import Declarations, Key
from ...model.enums import EnumSymbol, Value
from ...model.symbols import CallableSymbol, CardSymbol, Game, MemberSymbol, cites_of
from ...model.texts import plain
from ...model.types import Type, describe
from ...model.walk import all_callables
from ...words.compose import Composer, plan_text
from ...words.texts import measure_names
from ...words.words import Words
from ..printed import printed_in
from .declared import (
    Explanation,
    Found,
    called,
    chapter_facts,
    explain_part,
    explain_passage,
    explain_removed,
    explain_value,
    part_names,
    source_lines,
    step,
    value_history,
)

if TYPE_CHECKING:
    from ...driver import CheckResult


WORDINGS = {"composed": "composed from its effects", "written": "written by hand", "missing": "missing"}


@dataclass(eq=False)
class Explainer:
    """Explains the names of one game without errors.

    Attributes:
        checked: the checked game.
        module: the lines of its emitted module.
        handlers: for each rule, by its label, the first of these lines that run it, and the one after the last.
    """

    checked: CheckResult
    module: Sequence[str]
    handlers: Mapping[str, Sequence[int]]

    @cached_property
    def game(self) -> Game:
        """The typed game."""
        assert self.checked.game is not None
        return self.checked.game

    @cached_property
    def table(self) -> Declarations:
        """The declarations as amended."""
        assert self.checked.table is not None
        return self.checked.table

    @cached_property
    def _words(self) -> Words:
        assert self.checked.texts is not None
        return Words(self.game, self.checked.texts)

    @cached_property
    def _graph(self) -> Graph:
        assert self.checked.graph is not None
        return self.checked.graph

    def explain(self, name: str) -> Explanation | None:
        """The explanation of `Good.blue.sold`, `theft.asia`, `t205.at_risk`, `sell`, `money`, `setup` …; None if none.

        A card's name may be led by its card type (`Action.theft.asia`), or by an enum of such cards. This names a card
        that has the name of a variable or rule, whose explanation says so.
        """
        parts = name.split(".")
        enum = self.game.enums.get(parts[0])
        parts = parts[1:] if enum is not None and enum.of_cards and len(parts) > 1 else parts
        key: Key = tuple(parts)
        finders: list[Callable[[list[str]], Explanation | None]] = [
            self._enum,
            self._card,
            self._state,
            self._callable,
            self._other,
        ]
        found = next((one for find in finders if (one := find(parts)) is not None), None)
        if name in self.game.cards and (rule := self._state(parts) or self._callable(parts)) is not None:
            rule.facts.append(("card of this name", f"{self.game.cards[name].card_type}.{name}"))
            found = rule
        if found is None:
            part = self._part(name) or explain_value(self.table, self.checked.history, name)
            if part is None:
                return explain_removed(self.checked.history, name)
            found, key, cites = part
            found.cites = self._cites(cites)
        if key:
            found.history = found.history or self._steps(key)
        whole = key[:2] if key[2:] == ("prose",) else key
        printed = printed_in(self._words, self._graph, list(whole) or parts)
        found.printed, found.shown = printed.places, printed.shown
        return found

    def _part(self, name: str) -> Found | None:
        """A worked example, a chapter, an invariant, a part of the frame."""
        history = self.checked.history
        found = explain_passage(self._words, self.table, history, name) or explain_part(self.game, self.table, name)
        if found is not None and found[1][:1] == ("chapter",):
            chapter = found[1][1]
            title = self.table.chapters[chapter].title
            found[0].names = self._words.texts.names(f"chapter.{chapter}.title", plain(title) or chapter)
            found[0].facts = chapter_facts(self._words, chapter)
        return found

    def _steps(self, key: Key) -> list[tuple[str, str, str]]:
        """The steps of changes that touch a thing and its parts: a card, a rule, a table."""
        steps = self._graph.steps(key)
        if not steps and key[0] in self.game.card_types and len(key) > 1:
            steps = self._graph.steps(key[1:])
        return [
            (step(change), change.span.where, f"{called(key)}: {change.old} -> {change.new}") for key, change in steps
        ]

    def suggestions(self, name: str) -> list[str]:
        """Names that may have been meant."""
        every = self.known_names()
        near = nearest(name, every)
        inside = [other for other in every if name and name.lower() in other.lower()]
        return list(dict.fromkeys(([near] if near else []) + inside[:8]))

    def known_names(self) -> list[str]:
        """The names that have an explanation, besides those of bounds, texts and source statements."""
        game = self.game
        found = [*game.enums, *game.state, *game.defines, *game.effects, *game.events, *game.card_types, *game.cards]
        found += [member.key for _, _, member in game.members()]
        for enum in game.enums.values():
            if enum.kind in ("list", "table"):
                found += [f"{enum.name}.{key}" for key in enum.keys]
                found += [f"{enum.name}.{key}.{column}" for key in enum.keys for column in enum.fields]
        frame = [name for name, part in (("setup", game.setup), ("play", game.play), ("outcome", game.outcome)) if part]
        found += [measure.label for measure in game.measures.values()]
        return [*found, *part_names(self.table), *frame]

    # ---- values

    def _enum(self, parts: list[str]) -> Explanation | None:
        symbol = self.game.enums.get(parts[0])
        if symbol is None or symbol.kind == "player":
            return None
        cites = self._cites(symbol.cites)
        if len(parts) == 1:
            members = ", ".join(symbol.keys) if symbol.size < 60 else f"{symbol.size}"
            found = Explanation(symbol.name, symbol.kind, symbol.span.where, "", source_lines(symbol.span), cites)
            found.facts = [("members", members)]
            return found
        if parts[1] not in symbol.keys:
            return None
        at = symbol.keys.index(parts[1])
        if len(parts) == 2:
            found = Explanation(".".join(parts), f"member of {symbol.name}", symbol.spans[at].where, cites=cites)
            found.names = {} if symbol.kind == "range" else self._words.members[symbol.name][at]
            found.facts = [
                (column.name, self._shown(column.values[at], column.type)) for column in symbol.fields.values()
            ]
            return found
        if len(parts) == 3 and parts[2] in symbol.fields:
            return self._cell(symbol, at, parts, cites)
        return None

    def _cell(self, symbol: EnumSymbol, at: int, parts: list[str], cites: list[tuple[str, str]]) -> Explanation:
        column = symbol.fields[parts[2]]
        span = column.cells[at] if at < len(column.cells) else symbol.spans[at]
        value = self._shown(column.values[at], column.type)
        lines = source_lines(span)
        found = Explanation(".".join(parts), describe(column.type), span.where, value, lines, cites)
        found.history = value_history(self.checked.history.of(*parts), span.where, value)
        cell = Node(Kind.CELL, (symbol.name, parts[1], column.name))
        found.facts = self._users("read by", cell, Node(Kind.COLUMN, (symbol.name, column.name)))
        return found

    def _shown(self, value: Value, type_: Type) -> str:
        return as_written(plain_value(self.game, value, type_))

    def _users(self, label: str, *nodes: Node) -> list[tuple[str, str]]:
        """The users of some nodes as a fact; none if only other values, scenarios or layouts use them."""
        users = self._graph.users(*nodes)
        return [(label, ", ".join(users))] if users else []

    # ---- cards

    def _card(self, parts: list[str]) -> Explanation | None:
        if parts[0] in self.game.card_types:
            if len(parts) == 1:
                kind = self.game.card_types[parts[0]]
                lines, cites = source_lines(kind.span), self._cites(kind.cites)
                found = Explanation(kind.name, "card type", kind.span.where, "", lines, cites)
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
                if len(rest) == 1 and rest[0] in card.abilities:
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
        lines, cites = source_lines(card.decl.span), self._cites(card.cites)
        found = Explanation(member.key, f"{card.card_type} card", card.span.where, "", lines, cites)
        found.names = words.cards[number]
        plan = plan_text(self.game, card)
        texts = Composer(words).card_texts(card, plan)[member.key]
        found.texts = {language: words_of(parts) for language, parts in texts.items()}
        found.facts = [
            ("copies", str(member.copies) if member.printed is None else f"many, {member.copies} in play at most")
        ]
        if member.printed is not None:
            found.facts.append(("printed", str(member.printed)))
        if plan.kind in WORDINGS:
            found.facts.append(("text", WORDINGS[plan.kind]))
        for name, column in self.game.card_types[card.card_type].fields.items():
            found.facts.append((name, self._shown(member.fields.get(name, column.default), column.type)))
        for callee in [*card.abilities.values(), *(listener.callable for listener in card.listeners)]:
            found.handler += self._handler(callee)
        return found

    def _card_field(self, card: CardSymbol, member: MemberSymbol, name: str) -> Explanation:
        column = self.game.card_types[card.card_type].fields[name]
        own = card.field_spans.get(name)
        span = own or (column.decl or card).span
        value = self._shown(member.fields.get(name, column.default), column.type)
        lines, cites = source_lines(span), self._cites(card.cites)
        found = Explanation(f"{member.key}.{name}", describe(column.type), span.where, value, lines, cites)
        steps = [change for _, change in self._graph.steps((*card.name.split("."), name))]
        found.history = value_history(steps, span.where, value, "base" if own else "base (the card type's default)")
        cells = [(enum.name, key) for enum in self.game.enums.values() if enum.of_cards for key in enum.keys]
        nodes = [Node(Kind.CELL, (enum, key, name)) for enum, key in cells if key == member.key]
        nodes += [Node(Kind.COLUMN, (node.parts[0], name)) for node in nodes]
        found.facts = self._users("read by", Node(Kind.FIELDS, (card.card_type, name)), *nodes)
        return found

    # ---- state, rules

    def _state(self, parts: list[str]) -> Explanation | None:
        var = self.game.state.get(".".join(parts))
        if var is None:
            return None
        found = Explanation(var.name, f"state: {describe(var.type)}", var.span.where, "", source_lines(var.decl.span))
        found.facts = [("one for each", ", ".join(map(describe, var.dims)))] if var.dims else []
        who, name = var.seen
        seers = {"index": "its player", "owner": f"its {name}"}
        word = "remembered by" if var.remembered else "seen by"
        found.facts.append(("seen with", "its card") if who == "card" else (word, seers.get(who, who)))
        if var.while_in:
            found.facts.append(("while in", " or ".join(var.while_in)))
        found.facts += self._users("used by", Node(Kind.VARIABLE, (var.name,)))
        return found

    def _callable(self, parts: list[str]) -> Explanation | None:
        callees = (callee for callee in all_callables(self.game) if callee.label == ".".join(parts))
        callee = next(callees, None)
        return self._of_callable(callee) if callee is not None else None

    def _of_callable(self, callee: CallableSymbol) -> Explanation:
        lines, cites = source_lines((callee.decl or callee).span), self._cites(callee.cites)
        found = Explanation(callee.label, callee.kind, callee.span.where, "", lines, cites)
        found.facts = [(part, callee.texts[part].source) for part in ("says", "offer", "text") if part in callee.texts]
        if callee.kind == "measure":
            found.names = measure_names(self._words.texts, callee)
            found.facts.append(("recorded for", "each player" if callee.params else "the whole game"))
        if callee.kind in ("define", "effect", "event"):
            found.facts += self._users("used by", Node(Kind.CALLABLE, (callee.label,)))
        if callee.kind == "event":
            cards = [card for _, card, _ in self.game.members()]
            answers = [card.name for card in cards if any(one.event == callee.name for one in card.listeners)]
            found.facts += [("answered by", ", ".join(dict.fromkeys(answers)))] if answers else []
        found.handler = self._handler(callee)
        found.history = self._steps(tuple(callee.label.split(".")))
        body = getattr(callee.decl, "value" if callee.kind == "measure" else "body", None)
        if found.history and isinstance(body, syn.Expr) and callee.kind in ("define", "measure"):
            found.value = shown_value(body)  # the source is that of the base
        return found

    def _other(self, parts: list[str]) -> Explanation | None:
        """A unit, the end of the game, a change or a source statement."""
        game, name, statements = self.game, ".".join(parts), self.checked.statements
        unit, change = game.units.get(name), self.table.changes.get(name)
        if unit is not None:
            return Explanation(name, "unit", unit.span.where, f"{unit.low:_}..{unit.high:_}")
        if name == "outcome" and game.outcome:
            span = game.outcome[0].value.span
            return Explanation(name, "outcome", span.where, source=source_lines(span))
        if name == "value" and game.value is not None:
            span = game.value[1].span
            return Explanation(name, "worth of a position, for bots", span.where, source=source_lines(span))
        if change is not None:
            lines, cites = source_lines(change.span), self._cites(cites_of(change.source))
            return Explanation(name, change.kind, change.span.where, plain(change.title), lines, cites)
        if statements is not None and name in statements.ids:
            entry = statements.ids[name]
            found = Explanation(name, "source statement", entry.span.where, entry.gloss)
            citing = dict.fromkeys(
                one.name if one.kind == "rule" or one.declaration is one.change else f"{one.kind} {one.name}"
                for one in self._graph.citing(name)
            )
            found.facts = [("cited by", ", ".join(citing) or "nobody")]
            return found
        return None

    def _cites(self, ids: tuple[str, ...]) -> list[tuple[str, str]]:
        known = self.checked.statements.ids if self.checked.statements is not None else {}
        return [(id_, known[id_].gloss if id_ in known else "") for id_ in ids]

    def _handler(self, callee: CallableSymbol) -> list[str]:
        """The lines of the emitted module that run a rule; none if they are inside those of another."""
        first, end = self.handlers.get(callee.label, (0, 0))[:2]
        return "\n".join(self.module[first:end]).rstrip().splitlines()
