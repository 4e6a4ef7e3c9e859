"""Messages: every text of a game with a stable id, whether it is said, asked, offered, printed or a name.

Ids are made of names, never of wording: `sell.says`, `act.1.prompt`, `act.1.end_turn`, `card.theft.title`.
A form of a name has the id of the name, a bar and the form: `Area.africa|in`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from regelwerk_dsl import syntax as syn
from regelwerk_dsl.source import Span

from ..model import tree
from ..model.symbols import CallableSymbol, CardSymbol, Game
from ..model.types import MemberType
from ..model.walk import all_callables, nodes_in
from .naming import as_words
from .texts import TypedText, distinct_slots, plain
from .words import Words


@dataclass(frozen=True, slots=True)
class Message:
    """One text of a game.

    Attributes:
        id: made of names.
        source: the words of the source, its slots in braces.
        span: where it stands.
        note: what it is for, for translators.
        text: the words as a text; None for a name.
        slots: the typed values of its distinct slots, in order.
        subject: whose rule it tells, for an instruction.
        printed: whether it stands on cards or in the booklet; else it is only said at play.
    """

    id: str
    source: str
    span: Span
    note: str
    text: syn.Text | None = None
    slots: tuple[tree.TExpr, ...] = ()
    subject: CallableSymbol | CardSymbol | None = None
    printed: bool = True


def all_messages(words: Words) -> list[Message]:
    """Every message of a game, in source order within each kind, each id once."""
    found: dict[str, Message] = {}
    game = words.game
    for message in [*_names(game), *_cards(words), *_sentences(game), *_chapters(words), *_labels(words)]:
        found.setdefault(message.id, message)
    return list(found.values())


def _sentences(game: Game) -> Iterator[Message]:
    notes = {"says": "report, for the log", "offer": "what a button says", "text": "instruction, for cards and booklet"}
    for callee in all_callables(game):
        for kind, note in notes.items():
            text = getattr(callee.sentences, kind)
            if text is not None:
                if kind == "text" and callee.kind == "define":
                    note = "a condition, after a word like `if`"
                subject = callee if kind == "text" else None
                yield _said(f"{callee.label}.{kind}", text, callee.slots[kind], note, subject)
        for statement in callee.body or []:
            for node in nodes_in(statement):
                if isinstance(node, tree.ChooseValue | tree.ChooseOption) and node.prompt is not None:
                    yield _said(f"{node.site}.prompt", node.prompt, node.prompt_slots, "a question to a player")
                if isinstance(node, tree.ChooseOption):
                    for option in node.options:
                        if option.text is not None:
                            yield _said(f"{node.site}.{option.name}", option.text, option.slots, notes["offer"])


def _said(
    id_: str, text: syn.Text, slots: list[tree.TExpr], note: str, subject: CallableSymbol | None = None
) -> Message:
    return _message(TypedText(id_, text, distinct_slots(text, slots)), note, subject, subject is not None)


def _message(
    typed: TypedText, note: str, subject: CallableSymbol | CardSymbol | None = None, printed: bool = True
) -> Message:
    text = typed.text
    return Message(typed.id, plain(text), text.span, note, text, typed.slots, subject, printed)


def _chapters(words: Words) -> Iterator[Message]:
    """The prose of the booklet, and what it names: the titles and tables that it shows, errata and variants."""
    game = words.game
    for chapter in game.chapters:
        name = chapter.name.name
        if chapter.title is not None:
            yield Message(f"chapter.{name}.title", plain(chapter.title), chapter.title.span, "title of a chapter")
        for block in words.chapters[name]:
            if block.typed is not None:
                yield replace(_message(block.typed, f"prose of the chapter {name}"), span=block.span)
    tables = words.tables_shown
    for enum in game.enums.values():
        if enum.name in tables:
            if enum.label is not None:
                yield Message(f"table.{enum.name}", plain(enum.label), enum.label.span, "heading of a table")
            wished = tables[enum.name]
            for column in (one for one in enum.fields.values() if not wished or one.name in wished):
                heading = column.name.replace("_", " ")
                yield Message(f"table.{enum.name}.{column.name}", heading, column.span, f"column of {enum.name}")
    for scenario in game.scenarios:
        if scenario.title is not None and scenario.name.name in words.scenarios_shown:
            id_ = f"scenario.{scenario.name.name}.title"
            yield Message(id_, plain(scenario.title), scenario.title.span, "title of a worked example")
    if game.chapters:
        for change in game.changes:
            if change.title is not None:
                id_ = f"{change.kind}.{change.name.name}.title"
                yield Message(id_, plain(change.title), change.title.span, f"title of a {change.kind}")
        for kind in game.card_types.values():
            if kind.label is not None:
                yield Message(f"cardtype.{kind.name}", plain(kind.label), kind.label.span, "heading above cards")


def _labels(words: Words) -> Iterator[Message]:
    """What stands beside a value: the declared names of variables and of fields of cards, as words."""
    game, examples = words.game, bool(words.scenarios_shown)
    for variable in game.state.values():
        id_, note = f"state.{variable.name}", "a fact, beside its value"
        yield Message(id_, as_words(variable.name), variable.span, note, printed=examples)
    for kind in game.card_types.values():
        for field in kind.fields.values():
            id_, note = f"field.{kind.name}.{field.name}", f"a field of {kind.name}, beside its value"
            span = field.decl.span if field.decl is not None else kind.span
            yield Message(id_, as_words(field.name), span, note, printed=False)


def _cards(words: Words) -> Iterator[Message]:
    for card in words.game.cards.values():
        title, text = words.card_title(card), words.card_text(card)
        if title is not None:
            yield _message(title, f"title of {card.card_type}")
        for field, said in words.field_texts(card).items():
            yield _message(said, f"text of {card.card_type} with {as_words(field)}")
        if text is not None:
            yield _message(text, f"text of {card.card_type}", card)


def _names(game: Game) -> Iterator[Message]:
    for enum in game.enums.values():
        if enum.kind in ("player", "range", "map"):
            continue
        if enum.kind == "product":
            if enum.title is not None:
                yield Message(f"enum.{enum.name}.title", plain(enum.title), enum.title.span, f"name of {enum.name}")
                continue
            for name, type_ in enum.components:
                if isinstance(type_, MemberType) and game.enums[type_.enum].kind == "range":
                    yield Message(f"{enum.name}.{name}", name.replace("_", " "), enum.span, f"part of {enum.name}")
            continue
        for at, key in enumerate(enum.keys):
            label = enum.labels[at] if at < len(enum.labels) else None
            if enum.owner(at)[0] == enum.name and (label is not None or not enum.roads_of):
                span = label.span if label is not None else enum.spans[at]  # a change may have put the label there
                yield Message(f"{enum.name}.{key}", plain(label) or as_words(key), span, f"name of {enum.name}")
