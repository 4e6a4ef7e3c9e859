"""Texts that are known without playing, in words: titles and texts of cards, prose, names."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property

from regelwerk_dsl import syntax as syn

from ..checked import type as checked
from ..checked.plain import plain_value, type_of
from ..checked.prose import ExampleInsert, PictureInsert, TableInsert
from ..checked.say import Pattern, Say, Segment, slots_of
from ..checked.values import Value as PlainValue
from ..model.symbols import CardSymbol, Game, LocalSymbol, MemberSymbol, Value
from ..model.types import BoolType, CardType, IntType, MemberType, SetType, Type, strip_optional
from ..primitives.evaluate import Evaluator, NotConstantError, Plain
from ..resolve.literals import resolve_slots
from ..resolve.resolver import scope_of
from .naming import Named, member_names
from .prose import Block, read_chapter
from .texts import Texts, TypedText, distinct_slots, plain

Env = dict[LocalSymbol, Plain]


@dataclass(frozen=True, slots=True)
class CardWords(TypedText):
    """A text of a card, with the names that its slots may use."""

    this: LocalSymbol
    binders: tuple[LocalSymbol, ...]

    def env(self, member: MemberSymbol) -> Env:
        """The values of `this` and of the family's names for one card."""
        return {**dict(zip(self.binders, member.values, strict=True)), self.this: member.first}


@dataclass(eq=False)
class Words:
    """Renders constant values in every language of a game."""

    game: Game
    texts: Texts
    _card_words: dict[tuple[str, str], CardWords] = field(default_factory=dict)
    _patterns: dict[tuple[str, str], dict[str, Pattern]] = field(default_factory=dict)

    @cached_property
    def say(self) -> dict[str, Say]:
        return {language: Say(self, language) for language in self.texts.languages}

    # ---- names

    @cached_property
    def members(self) -> dict[str, list[Named]]:
        """Names of the members of every enum."""
        return {
            name: member_names(self.game, self.texts, name)
            for name, enum in self.game.enums.items()
            if enum.kind not in ("player", "range")
        }

    @cached_property
    def titles(self) -> list[dict[str, list[Segment]]]:
        """Names of the card definitions, part by part, by language; a family's title with its members filled in."""
        return [self._title(card, member) for _, card, member in self.game.members()]

    @cached_property
    def cards(self) -> list[Named]:
        """Names of the card definitions."""
        return [{language: words_of(parts) for language, parts in title.items()} for title in self.titles]

    def member_name(self, table: str, key: str, language: str, form: str = "") -> str | None:
        """A member's name, in a form where the catalogue has it."""
        symbol = self.game.enums[table]
        if form:
            catalogue = self.texts.catalogues[self.texts.languages.index(language)]
            for owner in (table, *(part.enum for part in symbol.parts if part.enum)):
                found = self.texts.form(catalogue, f"{owner}.{key}", form)
                if found:
                    return found
        return self.members[table][symbol.keys.index(key)][language]

    def card_name(self, key: str, language: str) -> str | None:
        at = self._card_at.get(key)
        return None if at is None else self.cards[at][language]

    def word(self, key: str, language: str) -> str:
        return self.texts.word(language, key)

    @cached_property
    def _card_at(self) -> dict[str, int]:
        return {member.key: number for number, (_, _, member) in enumerate(self.game.members())}

    # ---- prose

    @cached_property
    def chapters(self) -> dict[str, list[Block]]:
        """The blocks of every chapter, by its name."""
        return {
            chapter.name.name: read_chapter(self.game, chapter, self.texts.diagnostics)
            for chapter in self.game.chapters
        }

    def prose(self, block: Block) -> Named:
        """A block of a chapter in each language, its slots filled in; the source's words where it has no other.

        Errors: E0603 (a slot is known only at play).
        """
        found = self.filled(block.typed, {}) if block.typed is not None else None
        if found is None:
            return dict.fromkeys(self.texts.languages, block.source)
        return {language: words_of(parts) for language, parts in found.items()}

    @cached_property
    def tables_shown(self) -> dict[str, set[str]]:
        """The tables that some chapter shows, and the columns of each that it names; none: all of them."""
        shown: dict[str, set[str]] = {}
        for insert in self._inserts():
            if isinstance(insert, TableInsert):
                columns, before = set(insert.columns), shown.get(insert.name)
                shown[insert.name] = columns if before is None else before | columns if before and columns else set()
        return shown

    @cached_property
    def scenarios_shown(self) -> set[str]:
        """The scenarios whose titles stand in some chapter."""
        shown = {insert.name for insert in self._inserts() if isinstance(insert, ExampleInsert)}
        return shown | {one.scenario for one in self._inserts() if isinstance(one, PictureInsert) and one.scenario}

    def _inserts(self) -> Iterable[TableInsert | ExampleInsert | PictureInsert]:
        return (insert for blocks in self.chapters.values() for block in blocks for insert in block.inserts)

    # ---- cards

    def title_id(self, card: CardSymbol) -> str:
        """The message of a card's title: its own, or that of its type."""
        shared = card.title is None and self.game.card_types[card.card_type].title is not None
        return f"cardtype.{card.card_type}.title" if shared else f"card.{card.family}.title"

    def card_title(self, card: CardSymbol) -> CardWords | None:
        """A card's title: its own, else that of its type, else none."""
        return self._of_card(card, self.title_id(card), card.title or self.game.card_types[card.card_type].title)

    def card_text(self, card: CardSymbol) -> CardWords | None:
        """A card's text where it is written by hand."""
        return self._of_card(card, f"card.{card.family}.text", card.text)

    def field_texts(self, card: CardSymbol) -> dict[str, CardWords]:
        """The texts that stand at fields of a card's type, by field."""
        kind = self.game.card_types[card.card_type]
        texts = {name: one.decl.text for name, one in kind.fields.items() if one.decl is not None}
        words = {name: self._of_card(card, f"{kind.name}.{name}.text", text) for name, text in texts.items()}
        return {name: found for name, found in words.items() if found is not None}

    def said_first(self, card: CardSymbol, member: MemberSymbol) -> list[CardWords]:
        """What stands before a card's own text: the texts of its fields that are yes."""
        fields = self.game.card_types[card.card_type].fields
        return [
            found for name, found in self.field_texts(card).items() if member.fields.get(name, fields[name].default)
        ]

    def _title(self, card: CardSymbol, member: MemberSymbol) -> dict[str, list[Segment]]:
        title = self.card_title(card)
        if title is None:
            key = member.key.replace("_", " ").replace(".", " ")
            names = self.texts.names(self.title_id(card), None, key[:1].upper() + key[1:])
            return {language: [(name, False)] for language, name in names.items()}
        return self.filled(title, title.env(member)) or {
            language: [(member.key, False)] for language in self.texts.languages
        }

    def _of_card(self, card: CardSymbol, id_: str, text: syn.Text | None) -> CardWords | None:
        """A text that belongs to a card, its slots typed with `this` and the family's names."""
        if text is None:
            return None
        if (card.name, id_) not in self._card_words:
            scope = scope_of(self.game, self.texts.diagnostics)
            this = scope.bind("this", CardType(card.card_type), card.span)
            binders = tuple(scope.bind(name, type_, card.span) for name, type_ in card.binders)
            slots = distinct_slots(text, resolve_slots(scope, text))
            self._card_words[card.name, id_] = CardWords(id_, text, slots, this, binders)
        return self._card_words[card.name, id_]

    # ---- filling

    def has(self, text: TypedText, language: str) -> bool:
        """Whether a language has the text."""
        return language in self._patterns_of(text)

    def filled(
        self, text: TypedText, env: Env, languages: Iterable[str] | None = None
    ) -> dict[str, list[Segment]] | None:
        """A text with its slots filled in, part by part, in some languages, or all; None where play decides on one.

        Errors: E0603 (a slot is known only at play).
        """
        try:
            return {language: self.parts(text, env, language) for language in languages or self.texts.languages}
        except NotConstantError:
            self.texts.diagnostics.report(
                "E0603",
                text.text.span,
                "what is printed must be known without playing",
                help="use constants, names and the card's own fields in its slots",
            )
            return None

    def parts(self, text: TypedText, env: Env, language: str) -> list[Segment]:
        """The same in one language, or in the first where it does not have it.

        Raises:
            NotConstantError: a slot is not known without playing.
        """
        pattern = self.texts.best(self._patterns_of(text), language)
        evaluator = Evaluator(self.game, cards=True)
        slots = ((at, text.slots[at]) for at in slots_of(pattern))
        return self.say[language].parts(
            pattern, {at: self.plain_value(evaluator.value(slot, env), slot.type) for at, slot in slots}
        )

    def plain_value(self, value: Value, type_: Type) -> tuple[PlainValue, checked.Type]:
        """A value as plain data with its type.

        Raises:
            NotConstantError: no text says values of this type.
        """
        if not isinstance(strip_optional(type_), BoolType | IntType | MemberType | CardType | SetType):
            raise NotConstantError
        return plain_value(self.game, value, type_), type_of(type_)

    def _patterns_of(self, text: TypedText) -> dict[str, Pattern]:
        key = (text.id, plain(text.text))  # cards that have left a family share an id, and may say something else
        if key not in self._patterns:
            self._patterns[key] = self.texts.patterns(text.id, text.text)
        return self._patterns[key]


def words_of(segments: Iterable[Segment]) -> str:
    """What a text says, whatever part of it are values."""
    return "".join(words for words, _ in segments)
