"""Places in print of a named thing: the texts, chapters and tables that show it.

What layouts show is not known here: `Printed.shown` has the names by which they look it up.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import assert_never

from regelwerk_dsl.grammar.inserts import ExampleInsert, Insert, PictureInsert, TableInsert

from ..checked.graph import Graph, Kind, Node
from ..model import tree
from ..model.symbols import CallableSymbol, CardSymbol
from ..model.walk import free_locals
from ..words.compose import CardText, Piece, message_ids, pieces_in, plan_text
from ..words.messages import Message, all_messages
from ..words.words import Words

BOOKLET = "booklet"
TEXT = "text"
WORDS = {"name": "name", "text": "text", "title": "name"}  # how a path ends that means a name or a text, for layouts


@dataclass(frozen=True, slots=True)
class Place:
    """One place where something prints.

    Attributes:
        product: `text` (of cards, wherever they print), `booklet`, and of layouts `card`, `board`, `part`.
        name: the card or chapter.
        what: what it is there: a table, the title, an element of a layout; "" for plain words.
        where: `file:line`.
    """

    product: str
    name: str
    what: str
    where: str


@dataclass(slots=True)
class Printed:
    """The places where a name is printed.

    Attributes:
        places: as far as the sources tell.
        shown: what layouts look up that comes from it: `Good.blue.sold`, `job_7.text`, `rules.goal`.
    """

    places: list[Place] = field(default_factory=list)
    shown: list[str] = field(default_factory=list)


def printed_in(words: Words, graph: Graph, parts: list[str]) -> Printed:
    """The places where a value, card, instruction, chapter or example is printed; none where it is only played."""
    if parts[0] in words.game.card_types and len(parts) > 1:
        parts = parts[1:]
    if len(parts) > 1 and parts[-1] in WORDS and parts[0] not in ("chapter", "scenario"):
        return _Search(words, graph, parts[:-1], WORDS[parts[-1]]).printed()
    return _Search(words, graph, parts).printed()


@dataclass(eq=False)
class _Search:
    """A search for one name in everything that prints; with `part`, only the name or the text of the thing is meant."""

    words: Words
    graph: Graph
    parts: list[str]
    part: str = ""

    def printed(self) -> Printed:
        """The places where a thing is printed."""
        found = Printed(shown=[*self._shown()])
        if self.part:
            found.shown = [name for name in found.shown if name.endswith(f".{self.part}")]
            found.shown += [f"{card}.{self.part}" for card in self._own]
        for message in filter(self._says, all_messages(self.words.game)):
            if message.id.kind == "chapter":
                found.places.append(Place(BOOKLET, message.id.parts[1], "", message.span.where))
                continue
            for card, members, plan in self._cards:
                if message.id in message_ids(plan, card) and self._is_told(card, *message.slots):
                    found.places.append(Place(TEXT, card.name, "", message.span.where))
                    title = card.texts.get("title")
                    shown = "name" if title is not None and title.id == message.id else "text"
                    found.shown += [f"{member}.{shown}" for member in members]
        for card, members, plan in self._cards:
            for piece in filter(self._hands_over, pieces_in(plan.sentences)):
                if self._is_told(card, *piece.arguments):
                    found.places.append(Place(TEXT, card.name, "", piece.text.span.where))
                    found.shown += [f"{member}.text" for member in members]
        found.places = list(dict.fromkeys([*found.places, *self._inserted()]))
        found.shown = list(dict.fromkeys(found.shown))
        return found

    @cached_property
    def _reached(self) -> set[Node]:
        """The value with all that is computed from it."""
        named = self.graph.named(tuple(self.parts))
        return self.graph.dependents(node for node in named if self.part != TEXT or node.kind is not Kind.MEMBER)

    def _of(self, kind: Kind) -> list[tuple[str, ...]]:
        return sorted(node.parts for node in self._reached if node.kind is kind)

    def _reads(self, expression: tree.TExpr) -> bool:
        """True if an expression of a text reads the value; what callers pass to it does not count."""
        return any(node in self._reached and node.kind is not Kind.LOCAL for node in self.graph.mentioned(expression))

    @cached_property
    def _own(self) -> list[str]:
        """The cards that are asked for, or that the field belongs to."""
        found = []
        for _, card, member in self.words.game.members():
            key = member.key.split(".")
            if self.parts[: len(key)] == key or self.parts == [card.name]:
                found.append(member.key)
        return found

    @cached_property
    def _cards(self) -> list[tuple[CardSymbol, list[str], CardText]]:
        """The cards, each with those of its members that are asked for (or all) and the plan of its text."""
        game, own = self.words.game, set(self._own)
        found = []
        for card in game.cards.values():
            keys = [member.key for member in card.members]
            found.append((card, [key for key in keys if key in own] or keys, plan_text(game, card)))
        return found

    def _is_told(self, card: CardSymbol, *values: tree.TExpr) -> bool:
        """True if values that a card's text shows can be those of a card asked for: another card names its kind."""
        own, kinds = set(self._own), {enum.name for enum in self.words.game.enums.values() if enum.of_cards}
        if not own or any(member.key in own for member in card.members):
            return True
        mentioned = self.graph.mentioned(*values) if self.part != TEXT else ()
        return any(node.parts[0] in kinds and node.parts[1] in own for node in mentioned)

    def _shown(self) -> Iterator[str]:
        """The names by which a layout looks up what comes from the value."""
        yield from (".".join(cell) for cell in self._of(Kind.CELL))
        yield from (f"{enum}.{key}.name" for enum, key in self._of(Kind.MEMBER))
        yield from (".".join(one) for one in self._of(Kind.FIELD))
        yield from (f"rules.{name}" for (name, *_) in self._of(Kind.CALLABLE) if name in self.words.game.defines)
        yield from (key for key in self._own if key == ".".join(self.parts) or self.parts == [key.split(".")[0]])

    def _says(self, message: Message) -> bool:
        """True if a text that prints says the value, or is the instruction or the prose that is asked for."""
        if not message.printed:
            return False
        subject = message.subject
        own = isinstance(subject, CallableSymbol) and subject.label == ".".join(self.parts)
        chapter = self.parts[0] == "chapter" and message.id.parts[: len(self.parts)] == tuple(self.parts)
        return own or chapter or any(map(self._reads, message.slots))

    def _hands_over(self, piece: Piece) -> bool:
        """True if a card passes the value to an instruction that says it."""
        told = free_locals(piece.text)
        arguments = zip(piece.callee.param_locals, piece.arguments, strict=True)
        return any(local in told and self._reads(value) for local, value in arguments)

    def _inserted(self) -> Iterator[Place]:
        """The tables and worked examples that chapters show."""
        for name, blocks in self.words.game.prose.items():
            for block in blocks:
                for insert in block.inserts:
                    if self._is_in(insert):
                        yield Place(BOOKLET, name, f"{insert.kind} {insert.name}", block.span.where)

    def _is_in(self, insert: Insert) -> bool:
        match insert:
            case ExampleInsert(scenario):
                return self.parts in ([scenario], ["scenario", scenario])
            case TableInsert() if self.part == TEXT:
                return False
            case TableInsert(table, columns):
                cells = {column for enum, _, column in self._of(Kind.CELL) if enum == table}
                named = any(enum == table for enum, _ in self._of(Kind.MEMBER))
                return named or bool(cells.intersection(columns) if columns else cells)
            case PictureInsert():
                return False
            case _:
                assert_never(insert)
