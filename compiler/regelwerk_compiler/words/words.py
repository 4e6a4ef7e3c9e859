"""Texts that are known without playing, in words: titles of cards, prose, names."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from regelwerk_dsl import syntax as syn
from regelwerk_dsl.diagnostics import Diagnostics

from ..checked import type as checked
from ..checked.game import Value as PlainValue
from ..checked.plain import plain_value, type_of
from ..checked.say import Pattern, Say, Segment, slots_of
from ..model import tree
from ..model.symbols import CardSymbol, Game, LocalSymbol, MemberSymbol, Value
from ..model.types import BoolType, CardType, IntType, MemberType, SetType, Type, strip_optional
from ..primitives.evaluate import Evaluator, NotConstantError, Plain
from ..resolve.resolver import scope_of
from ..resolve.slots import resolve_slots
from .naming import member_names
from .prose import Block, read_chapter
from .texts import Texts, slot_values

Env = dict[LocalSymbol, Plain]


@dataclass(slots=True)
class CardWords:
    """A text of a card with its typed slots, and the names that they may use."""

    text: syn.Text | None
    slots: list[tree.TExpr]
    this: LocalSymbol
    binders: list[LocalSymbol]

    def env(self, member: MemberSymbol) -> Env:
        """The values of `this` and of the family's names for one card."""
        found: Env = dict(zip(self.binders, member.values, strict=True))
        found[self.this] = member.first
        return found

    def complain(self, diagnostics: Diagnostics) -> None:
        """E0603: a slot of the text is not known without playing."""
        if self.text is not None:
            complain_of(self.text, diagnostics)


def complain_of(text: syn.Text, diagnostics: Diagnostics) -> None:
    """E0603: a slot of a text is not known without playing."""
    diagnostics.report(
        "E0603",
        text.span,
        "what is printed must be known without playing",
        help="use constants, names and the card's own fields in its slots",
    )


@dataclass(eq=False)
class Words:
    """Renders constant values in every language of a game."""

    game: Game
    texts: Texts

    @cached_property
    def say(self) -> dict[str, Say]:
        return {language: Say(self, language) for language in self.texts.languages}

    @cached_property
    def members(self) -> dict[str, dict[str, list[str]]]:
        """Names of the members of every enum, by language."""
        return {
            name: member_names(self.game, self.texts, name)
            for name, enum in self.game.enums.items()
            if enum.kind not in ("player", "range")
        }

    @cached_property
    def titles(self) -> list[dict[str, list[Segment]]]:
        """Names of the card definitions, part by part, by language; a family's title with its members filled in."""
        titles: dict[str, CardWords] = {}
        found = []
        for _, card, member in self.game.members():
            if card.name not in titles:
                titles[card.name] = self.card_words(card, self.title_of(card)[1])
            found.append(self._title(card, member, titles[card.name]))
        return found

    @cached_property
    def cards(self) -> list[dict[str, str]]:
        """Names of the card definitions, by language."""
        return [{language: words_of(parts) for language, parts in title.items()} for title in self.titles]

    @cached_property
    def chapters(self) -> dict[str, list[Block]]:
        """The blocks of every chapter, by its name."""
        return {
            chapter.name.name: read_chapter(self.game, chapter, self.texts.diagnostics)
            for chapter in self.game.chapters
        }

    def prose(self, block: Block) -> dict[str, str]:
        """A block of a chapter in each language, its slots filled in; the source's words where it has no other.

        Errors: E0603 (a slot is known only at play).
        """
        languages = self.texts.languages
        if block.text is None:
            return dict.fromkeys(languages, block.source)
        patterns = self.texts.patterns(block.id, block.text)
        slots = list(block.slots)
        try:
            return {
                language: self.fill(patterns.get(language) or patterns[languages[0]], slots, {}, language)
                for language in languages
            }
        except NotConstantError:
            complain_of(block.text, self.texts.diagnostics)
            return dict.fromkeys(languages, block.source)

    def title_of(self, card: CardSymbol) -> tuple[str, syn.Text | None]:
        """The message and the words of a card's title: its own, else that of its type, else none."""
        shared = self.game.card_types[card.card_type].title
        if card.title is None and shared is not None:
            return f"cardtype.{card.card_type}.title", shared
        return f"card.{card.family}.title", card.title

    def field_texts(self, card: CardSymbol) -> dict[str, tuple[str, CardWords]]:
        """Message and words of the texts that stand at fields of a card's type, by field."""
        kind = self.game.card_types[card.card_type]
        return {
            name: (f"{kind.name}.{name}.text", self.card_words(card, column.decl.text))
            for name, column in kind.fields.items()
            if column.decl is not None and column.decl.text is not None
        }

    def said_first(self, card: CardSymbol, member: MemberSymbol) -> list[tuple[str, CardWords]]:
        """Message and words of what stands before a card's own text: the texts of its fields that are yes."""
        fields = self.game.card_types[card.card_type].fields
        return [
            found for name, found in self.field_texts(card).items() if member.fields.get(name, fields[name].default)
        ]

    def _title(self, card: CardSymbol, member: MemberSymbol, title: CardWords) -> dict[str, list[Segment]]:
        id_, text = self.title_of(card)
        if text is None:
            key = member.key.replace("_", " ").replace(".", " ")
            names = self.texts.names(id_, None, key[:1].upper() + key[1:])
            return {language: [(name, False)] for language, name in names.items()}
        patterns = self.texts.patterns(id_, text)
        env = title.env(member)
        first = self.texts.languages[0]
        try:
            return {
                language: self.parts(patterns.get(language) or patterns[first], title.slots, env, language)
                for language in self.texts.languages
            }
        except NotConstantError:
            title.complain(self.texts.diagnostics)
            return {language: [(member.key, False)] for language in self.texts.languages}

    def card_words(self, card: CardSymbol, text: syn.Text | None) -> CardWords:
        """The slots of a text that belongs to a card, typed with `this` and the family's names."""
        scope = scope_of(self.game, self.texts.diagnostics)
        this = scope.bind("this", CardType(card.card_type), card.span)
        binders = [scope.bind(name, type_, card.span) for name, type_ in card.binders]
        typed = resolve_slots(scope, text)
        distinct: list[tree.TExpr] = []
        if text is not None:
            written = [" ".join(slot.value.span.text.split()) for slot in text.slots]
            distinct = [typed[written.index(name)] for name in slot_values(text)]
        return CardWords(text, distinct, this, binders)

    def fill(self, pattern: Pattern, slots: list[tree.TExpr], env: Env, language: str) -> str:
        """A pattern with the values of its slots.

        Raises:
            NotConstantError: a slot is not known without playing.
        """
        return words_of(self.parts(pattern, slots, env, language))

    def parts(self, pattern: Pattern, slots: list[tree.TExpr], env: Env, language: str) -> list[Segment]:
        """The same part by part, each with whether it is the value of a slot.

        Raises:
            NotConstantError: a slot is not known without playing.
        """
        evaluator = Evaluator(self.game, cards=True)
        values = {at: self._plain(evaluator.value(slots[at], env), slots[at].type) for at in slots_of(pattern)}
        return self.say[language].parts(pattern, values)

    def show(self, value: Value, type_: Type, language: str, form: str = "") -> str:
        """A value of a type in words.

        Raises:
            NotConstantError: no text says values of this type.
        """
        return self.say[language].value(*self._plain(value, type_), form)

    def _plain(self, value: Value, type_: Type) -> tuple[PlainValue, checked.Type]:
        """A value as plain data with its type."""
        if not isinstance(strip_optional(type_), BoolType | IntType | MemberType | CardType | SetType):
            raise NotConstantError
        return plain_value(self.game, value, type_), type_of(type_)

    # ---- names, for `Say`

    def member_name(self, table: str, key: str, language: str, form: str = "") -> str | None:
        """A member's name, in a form where the catalogue has it."""
        symbol = self.game.enums[table]
        if form:
            catalogue = self.texts.catalogues[self.texts.languages.index(language)]
            for owner in (table, *(part.enum for part in symbol.parts if part.enum)):
                found = self.texts.form(catalogue, f"{owner}.{key}", form)
                if found:
                    return found
        return self.members[table][language][symbol.keys.index(key)]

    def card_name(self, key: str, language: str) -> str | None:
        at = self._card_at.get(key)
        return None if at is None else self.cards[at][language]

    def word(self, key: str, language: str) -> str:
        return self.texts.word(language, key)

    @cached_property
    def _card_at(self) -> dict[str, int]:
        return {member.key: number for number, (_, _, member) in enumerate(self.game.members())}


def words_of(segments: Iterable[Segment]) -> str:
    """What a text says, whatever part of it are values."""
    return "".join(words for words, _ in segments)
