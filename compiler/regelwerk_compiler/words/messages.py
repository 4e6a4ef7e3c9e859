"""Messages: every text of a game with a stable id, whether it is said, asked, offered, printed or a name.

Ids are made of names, never of wording: `sell.says`, `act.1.prompt`, `act.1.end_turn`, `card.theft.title`.
A form of a name has the id of the name, a bar and the form: `Area.africa|in`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator

from msgspec import Struct
from regelwerk_dsl import syntax as syn
from regelwerk_dsl.data.manifest import Statements
from regelwerk_dsl.grammar.inserts import TableInsert
from regelwerk_dsl.source import Span
from regelwerk_dsl.suggest import as_words

from ..checked.marks import Icon, read_marks
from ..model import tree
from ..model.enums import EnumSymbol
from ..model.ids import MessageId
from ..model.symbols import CallableSymbol, CardSymbol, Game
from ..model.texts import plain, slot_values
from ..model.types import MemberType
from ..model.walk import all_callables, nodes_of
from .texts import icon_words, measure_title, own_name, source_pattern


class Message(Struct, frozen=True):
    """One text of a game.

    Attributes:
        id: made of names.
        source: the words of the source, its slots in braces.
        span: where it stands.
        note: what it is for, for translators.
        text: the words with their typed slots; None for a name.
        subject: the callable or card whose rule an instruction words.
        printed: whether it stands on cards or in the booklet; else it is only said at play.
    """

    id: MessageId
    source: str
    span: Span
    note: str
    text: tree.TypedText | None = None
    subject: CallableSymbol | CardSymbol | None = None
    printed: bool = True

    @property
    def slots(self) -> list[tree.TExpr]:
        """The typed values of its distinct slots, in order."""
        return self.text.slots if self.text is not None else []

    @property
    def values(self) -> list[str]:
        """The same as they are written."""
        return slot_values(self.text.text) if self.text is not None else []


def all_messages(
    game: Game, callables: Iterable[CallableSymbol] | None = None, told: Collection[tuple[MessageId, str]] = ()
) -> list[Message]:
    """Every message of a game, in source order within each kind, each once.

    Cards that changes treat by themselves share ids with their families; they may say something else.

    Args:
        game: the typed game.
        callables: those whose sentences are wanted; None for all.
        told: ids and words of messages whose icons are not wanted.
    """
    found: dict[tuple[MessageId, str], Message] = {}
    for message in [
        *_names(game),
        *_cards(game),
        *_sentences(all_callables(game) if callables is None else callables),
        *_chapters(game),
        *_labels(game),
        *_measures(game),
    ]:
        found.setdefault((message.id, message.source), message)
    for icon, span in icons_of([message for key, message in found.items() if key not in told]):
        own = Message(MessageId(("icon", *icon.name.split("."))), icon.words, span, "an icon, where it cannot be drawn")
        found.setdefault((own.id, own.source), own)
    return list(found.values())


def icons_of(messages: Iterable[Message]) -> Iterator[tuple[Icon, Span]]:
    """The icons in the sources of messages, with their places."""
    for message in messages:
        if message.text is not None:
            for part in read_marks(source_pattern(message.text.text), icon_words):
                if isinstance(part, Icon):
                    span = message.text.text.span
                    at = span.start + max(span.text.find(f":{part.name}:"), 0)
                    yield part, Span(span.source, at, at + len(part.name) + 2)


def _typed(
    text: tree.TypedText | None,
    note: str,
    subject: CallableSymbol | CardSymbol | None = None,
    *,
    printed: bool = True,
    span: Span | None = None,
) -> Iterator[Message]:
    if text is not None:
        yield Message(text.id, text.source, span or text.span, note, text, subject, printed)


def _worded(path: tuple[str, ...], words: syn.Text | None, note: str) -> Iterator[Message]:
    if words is not None:
        yield Message(MessageId(path), plain(words), words.span, note)


def _sentences(callables: Iterable[CallableSymbol]) -> Iterator[Message]:
    offer = "what a button says"
    for callee in callables:
        instruction = "instruction, for cards and booklet"
        if callee.kind == "define":
            instruction = "a condition, after a word like `if`"
        if callee.kind == "event":
            instruction = "what happens, after a word like `when`"
        yield from _typed(callee.texts.get("says"), "report, for the log", printed=False)
        yield from _typed(callee.texts.get("offer"), offer, printed=False)
        yield from _typed(callee.texts.get("text"), instruction, callee)
        for node in nodes_of(callee):
            if isinstance(node, tree.Say):
                yield from _typed(node.text, "report, for the log", printed=False)
            if isinstance(node, tree.ChooseValue | tree.ChooseOption):
                yield from _typed(node.prompt, "a question to a player", printed=False)
            for option in node.options if isinstance(node, tree.ChooseOption) else ():
                yield from _typed(option.text, offer, printed=False)


def _chapters(game: Game) -> Iterator[Message]:
    """The prose of the booklet, and what it names: the titles and tables that it shows, errata and variants."""
    for chapter in game.chapters:
        name = chapter.name.name
        yield from _worded(("chapter", name, "title"), chapter.title, "title of a chapter")
        for block in game.prose[name]:
            yield from _typed(block.text, f"prose of the chapter {name}", span=block.span)
    tables = _columns_shown(game)
    for enum in game.enums.values():
        if enum.name in tables:
            yield from _worded(("table", enum.name), enum.label, "heading of a table")
            for column in (one for one in enum.fields.values() if one.name in tables[enum.name]):
                id_, note = MessageId(("table", enum.name, column.name)), f"column of {enum.name}"
                yield Message(id_, as_words(column.name), column.span, note)
    examples = game.examples_shown
    for scenario in game.scenarios:
        if scenario.name.name in examples:
            path = ("scenario", scenario.name.name)
            yield from _worded((*path, "title"), scenario.title, "title of a worked example")
            for part in TOLD:
                yield from _worded((*path, part), getattr(scenario, part), f"told at a worked example: {part}")
            for number, aside in enumerate(scenario.asides, 1):
                id_ = aside_id(scenario.name.name, number)
                yield from _worded(id_.parts, aside.text, "told within a worked example")
    if game.chapters:
        for change in game.changes:
            yield from _worded((change.kind, change.name.name, "title"), change.title, TITLES[change.kind])
        for kind in game.card_types.values():
            yield from _worded(("cardtype", kind.name), kind.label, "heading above cards")


TITLES = {"erratum": "title of an erratum", "variant": "title of a variant"}
TOLD = ("why", "so")  # before and after a worked example


def aside_id(scenario: str, number: int) -> MessageId:
    """The id of an aside of a worked example, numbered from 1."""
    return MessageId(("scenario", scenario, "aside", str(number)))


def _columns_shown(game: Game) -> dict[str, set[str]]:
    """The tables that some chapter shows, each with the columns that it does: those that it names, or all."""
    shown: dict[str, set[str]] = {}
    for insert in game.inserts:
        if isinstance(insert, TableInsert):
            shown.setdefault(insert.name, set()).update(insert.columns or _printed(game.enums[insert.name]))
    return shown


def _printed(table: EnumSymbol) -> list[str]:
    return [name for name, column in table.fields.items() if column.printed]


def _labels(game: Game) -> Iterator[Message]:
    """The labels beside values: the declared names of variables and of fields of cards, as words."""
    examples = bool(game.examples_shown)
    for variable in game.state.values():
        id_, note = MessageId(("state", variable.name)), "a fact, beside its value"
        yield Message(id_, as_words(variable.name), variable.span, note, printed=examples)
    for kind in game.card_types.values():
        for field in kind.fields.values():
            id_, note = MessageId(("field", kind.name, field.name)), f"a field of {kind.name}, beside its value"
            yield Message(id_, as_words(field.name), field.decl.span, note, printed=False)


def _measures(game: Game) -> Iterator[Message]:
    for measure in game.measures.values():
        title = getattr(measure.decl, "title", None)
        note = "a figure for each player, in reports" if measure.params else "a figure of the game, in reports"
        yield Message(MessageId(measure.path), measure_title(measure), (title or measure).span, note, printed=False)


def _cards(game: Game) -> Iterator[Message]:
    for card in game.cards.values():
        yield from _typed(card.texts.get("title"), f"title of {card.card_type}")
        for field, text in card.field_texts.items():
            yield from _typed(text, f"text of {card.card_type} with {as_words(field)}")
        yield from _typed(card.texts.get("text"), f"text of {card.card_type}", card)


SOURCE_PARTS = ("what", "value", "why")  # of what was chosen where the sources are silent
ANSWER_PARTS = ("asked", "answer")  # of a question, for players


def source_messages(statements: Statements) -> Iterator[Message]:
    """The texts of `sources.yaml` that the booklet prints: titles of documents, questions, and choices."""
    for document in statements.documents:
        yield Message(MessageId(("document", document.id, "title")), document.title, document.span, "title of a source")
    for question in statements.questions:
        for part in ANSWER_PARTS:
            if words := getattr(question, part):
                yield Message(MessageId(("question", question.id, part)), words, question.span, f"for players: {part}")
    for one in statements.reconstructed:
        for part in SOURCE_PARTS:
            if words := getattr(one, part):
                note = f"what was chosen, not told by the sources: {part}"
                yield Message(MessageId((*reconstructed_id(one.what).parts, part)), words, one.span, note)


def reconstructed_id(what: str) -> MessageId:
    """The beginning of the ids of a choice, from what it is about: `reconstructed.stones_of_each_player`."""
    return MessageId(("reconstructed", re.sub(r"\W+", "_", what.strip().lower()).strip("_")))


def _names(game: Game) -> Iterator[Message]:
    for enum in game.enums.values():
        if enum.kind in ("player", "range", "map") or enum.of_cards:
            continue
        if enum.kind == "product":
            yield from _worded(("enum", enum.name, "title"), enum.title, f"name of {enum.name}")
            for name, type_ in enum.components if enum.title is None else ():
                if isinstance(type_, MemberType) and game.enums[type_.enum].kind == "range":
                    yield Message(MessageId((enum.name, name)), as_words(name), enum.span, f"part of {enum.name}")
            continue
        for at, key in enumerate(enum.keys):
            label = enum.labels[at] if at < len(enum.labels) else None
            if enum.owner(at)[0] == enum.name and (label is not None or not enum.roads_of):
                span = label.span if label is not None else enum.spans[at]  # a change may have put the label there
                yield Message(MessageId((enum.name, key)), own_name(enum, at), span, f"name of {enum.name}")
