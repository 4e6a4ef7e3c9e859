"""Values and patterns go in, words come out: the texts that are known without playing (cards, tables, booklet)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property

from regelwerk_dsl import syntax as syn
from regelwerk_dsl.diagnostics import Diagnostics

from ..model import tree
from ..model.symbols import CardSymbol, Game, LocalSymbol, MemberSymbol
from ..model.types import BoolType, CardType, IntType, MemberType, SetType, Type, strip_optional
from ..primitives.evaluate import Evaluator, NotConstantError, Plain
from ..resolve.scope import Scope
from ..resolve.texts import resolve_slots
from .languages import group_separator, plural_digits
from .naming import member_names
from .prose import Block, read_chapter
from .texts import Pattern, Texts, slot_values

GROUPED = 10_000  # plain numbers from here on have separators, amounts in a unit always

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
    def members(self) -> dict[str, dict[str, list[str]]]:
        """Names of the members of every enum, by language."""
        return {
            name: member_names(self.game, self.texts, name)
            for name, enum in self.game.enums.items()
            if enum.kind not in ("player", "range")
        }

    @cached_property
    def cards(self) -> list[dict[str, str]]:
        """Names of the card definitions, by language; a family's title with its members filled in."""
        titles: dict[str, CardWords] = {}
        found: list[dict[str, str]] = []
        for _, card, member in self.game.members():
            if card.name not in titles:
                titles[card.name] = self.card_words(card, self.title_of(card)[1])
            found.append(self._title(card, member, titles[card.name]))
        return found

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

    def _title(self, card: CardSymbol, member: MemberSymbol, title: CardWords) -> dict[str, str]:
        id_, text = self.title_of(card)
        if text is None:
            key = member.key.replace("_", " ").replace(".", " ")
            return self.texts.names(id_, None, key[:1].upper() + key[1:])
        patterns = self.texts.patterns(id_, text)
        env = title.env(member)
        first = self.texts.languages[0]
        try:
            return {
                language: self.fill(patterns.get(language) or patterns[first], title.slots, env, language)
                for language in self.texts.languages
            }
        except NotConstantError:
            title.complain(self.texts.diagnostics)
            return dict.fromkeys(self.texts.languages, member.key)

    def card_words(self, card: CardSymbol, text: syn.Text | None) -> CardWords:
        """The slots of a text that belongs to a card, typed with `this` and the family's names."""
        scope = Scope(self.game, self.texts.diagnostics)
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
        parts: list[str] = []
        for part in pattern:
            if isinstance(part, str):
                parts.append(part)
            elif isinstance(part, int):
                parts.append(self.value(slots[part], env, language))
            elif isinstance(part[1], str):
                parts.append(self.value(slots[part[0]], env, language, part[1]))
            else:
                number = abs(Evaluator(self.game, cards=True).number(slots[part[0]], env))
                digits = digits_of(language)
                at = int(digits[number if number < 200 else 100 + number % 100])
                parts.append(part[1][min(at, len(part[1]) - 1)])
        return "".join(parts)

    def value(self, slot: tree.TExpr, env: Env, language: str, form: str = "") -> str:
        value = Evaluator(self.game, cards=True).value(slot, env)
        return self.show(value, slot.type, language, form)

    def show(self, value: Plain, type_: Type, language: str, form: str = "") -> str:
        """A value of a type in words."""
        inner = strip_optional(type_)
        match inner:
            case BoolType():
                return self.texts.word(language, "yes" if value else "no")
            case IntType(_, _, unit) if isinstance(value, int):
                return number_text(value, language, always=unit is not None)
            case MemberType(enum) if isinstance(value, int):
                symbol = self.game.enums[enum]
                if symbol.kind == "range":
                    return number_text(value, language)
                if not symbol.low <= value <= symbol.high:
                    return self.texts.word(language, "none")
                return self.member(enum, value - symbol.low, language, form)
            case CardType() if isinstance(value, int):
                for number, (_, _, member) in enumerate(self.game.members()):
                    if member.first <= value < member.first + member.copies:
                        return self.cards[number][language]
                return self.texts.word(language, "none")
            case SetType(member_type) if isinstance(value, int):
                low = self.game.enums[member_type.enum].low if isinstance(member_type, MemberType) else 0
                shown = [
                    self.show(low + bit, member_type, language, form)
                    for bit in range(value.bit_length())
                    if value >> bit & 1
                ]
                if not shown:
                    return self.texts.word(language, "none")
                if len(shown) == 1:
                    return shown[0]
                return (
                    self.texts.word(language, "comma").join(shown[:-1]) + self.texts.word(language, "and") + shown[-1]
                )
            case _:
                raise NotConstantError

    def member(self, enum: str, position: int, language: str, form: str = "") -> str:
        """A member's name, in a form where the catalogue has it."""
        symbol = self.game.enums[enum]
        if form:
            catalogue = self.texts.catalogues[self.texts.languages.index(language)]
            owners = [enum, *(part.enum for part in symbol.parts if part.enum)]
            for owner in owners:
                found = self.texts.form(catalogue, f"{owner}.{symbol.keys[position]}", form)
                if found:
                    return found
        return self.members[enum][language][position]


@cache
def digits_of(language: str) -> str:
    return plural_digits(language)


@cache
def separator_of(language: str) -> str:
    return group_separator(language)


def number_text(value: int, language: str, *, always: bool = False) -> str:
    """A number as the language writes it."""
    if not always and abs(value) < GROUPED:
        return str(value)
    return f"{value:,}".replace(",", separator_of(language))
