"""Texts that are known without playing, in words: titles and texts of cards, prose, names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property

from msgspec import Struct
from regelwerk_dsl.suggest import as_words

from ..checked.plain import plain_value
from ..checked.say import Say, Segment, slots_of, words_of
from ..checked.values import Value as PlainValue
from ..model import tree
from ..model.enums import Value
from ..model.symbols import Block, CardSymbol, Game, LocalSymbol, MemberSymbol
from ..model.texts import slot_values
from ..model.types import PLAYER, BoolType, CardType, IntType, MemberType, SetType, Type, strip_optional
from ..primitives.evaluate import Evaluator, NotConstantError, Plain
from .texts import Named, Texts, member_names, own_name, shown_values

Env = dict[LocalSymbol, Plain]
Arguments = Mapping[LocalSymbol, tree.TExpr]
NOTHING_SAID: Mapping[LocalSymbol, str] = {}
NO_ARGUMENTS: Arguments = {}


class Words(Struct, eq=False, dict=True):
    """Renders constant values in every language of a game."""

    game: Game
    texts: Texts

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

    def form(self, table: str, key: str, language: str, form: str) -> str | None:
        """Another form of a member's name; None if the catalogue does not have it."""
        symbol = self.game.enums[table]
        owner, at = symbol.owner(symbol.keys.index(key))
        source, catalogue = own_name(self.game.enums[owner], at), self.texts.catalogue(language)
        found = (catalogue.form(f"{name}.{key}", form, source) for name in (table, owner))
        return next(filter(None, found), None)

    def member_name(self, table: str, key: str, language: str, form: str = "") -> str | None:
        """A member's name, in a form where the catalogue has it."""
        known = self.form(table, key, language, form) if form else None
        return known or self.members[table][self.game.enums[table].keys.index(key)][language]

    def card_name(self, key: str, language: str) -> str | None:
        at = self._card_at.get(key)
        return None if at is None else self.cards[at][language]

    def word(self, key: str, language: str) -> str:
        return self.texts.word(language, key)

    @cached_property
    def _card_at(self) -> dict[str, int]:
        return {member.key: number for number, (_, _, member) in enumerate(self.game.members())}

    # ---- texts

    def prose(self, block: Block) -> Named:
        """A block of a chapter in each language, its slots filled in; the source's words where it has no other.

        Errors: E0603 (a slot is known only at play).
        """
        parts = {one: self.filled(block.text, {}, one) if block.text else None for one in self.texts.languages}
        return {
            language: words_of(self.say[language].sentence(said)) if said is not None else block.source
            for language, said in parts.items()
        }

    def _title(self, card: CardSymbol, member: MemberSymbol) -> dict[str, list[Segment]]:
        title = card.texts.get("title")
        if title is None:
            key = as_words(member.key).replace(".", " ")
            names = self.texts.names(f"card.{card.family}.title", key[:1].upper() + key[1:])
            return {language: [name] for language, name in names.items()}
        env = card_env(card, member)
        return {language: self.filled(title, env, language) or [member.key] for language in self.texts.languages}

    def has(self, text: tree.TypedText, language: str) -> bool:
        """True if a language has the text."""
        return language in self.texts.patterns(text)

    def filled(self, text: tree.TypedText, env: Env, language: str) -> list[Segment] | None:
        """A text with its slots filled in, part by part; None if play decides on one.

        Errors: E0603 (a slot is known only at play).
        """
        try:
            return self.parts(text, env, language)
        except NotConstantError:
            help_ = "use constants, names and the card's own fields in its slots"
            for slot in text.slots:
                if not self._is_known(slot, env):
                    what = "what is printed must be known without playing"
                    self.texts.diagnostics.report("E0603", slot.span, what, help=help_)
            return None

    def _is_known(self, slot: tree.TExpr, env: Env) -> bool:
        try:
            self.plain_value(Evaluator(self.game, cards=True).value(slot, env), slot.type)
        except NotConstantError:
            return False
        return True

    def parts(
        self,
        text: tree.TypedText,
        env: Env,
        language: str,
        arguments: Arguments = NO_ARGUMENTS,
        said: Mapping[LocalSymbol, str] = NOTHING_SAID,
    ) -> list[Segment]:
        """A text with its slots filled in, part by part, in the first language if this one does not have it.

        Args:
            text, env, language: a text, the values of its locals, and a language.
            arguments: what its callable is called with.
            said: what stands in place of values.

        Raises:
            NotConstantError: a slot is not known without playing.
        """
        pattern = self.texts.pattern(text, language)
        evaluator = Evaluator(self.game, cards=True)

        def value(slot: tree.TExpr) -> tuple[PlainValue, Type]:
            if isinstance(slot, tree.LocalRef) and slot.local in said:
                return said[slot.local], slot.type
            return self.plain_value(evaluator.value(slot, env), slot.type)

        slots = {at: text.slots[at] for at in slots_of(pattern)}
        binders = {at: binder_of(called_with(slot, arguments)) for at, slot in slots.items()}
        return self.say[language].parts(pattern, {at: value(slot) for at, slot in slots.items()}, binders)

    def plain_value(self, value: Value, type_: Type) -> tuple[PlainValue, Type]:
        """A value as plain data with its type.

        Raises:
            NotConstantError: texts cannot show values of this type; or it is a player, who is known only at the table.
        """
        bare = strip_optional(type_)
        if not isinstance(bare, BoolType | IntType | MemberType | CardType | SetType):
            raise NotConstantError
        shown = plain_value(self.game, value, type_)
        if bare == PLAYER and shown is not None:
            raise NotConstantError
        return shown, type_


def card_env(card: CardSymbol, member: MemberSymbol) -> Env:
    """The values of `this` and of the family's binders for one card, in its texts and its bodies."""
    callees = [*card.abilities.values(), *(listener.callable for listener in card.listeners)]
    found: Env = {}
    for this, binders in ((card.this, card.locals), *((callee.this, callee.binders) for callee in callees)):
        if this is not None:
            found[this] = member.first
        found.update(zip(binders, member.values, strict=True))
    return found


def called_with(value: tree.TExpr, arguments: Arguments) -> tree.TExpr:
    """The argument that a parameter stands for; any other value itself."""
    return arguments.get(value.local, value) if isinstance(value, tree.LocalRef) else value


def binder_of(value: tree.TExpr) -> str:
    """The binder of a family that a printed value is; "" if it is another value. No other member is printed by name."""
    return value.local.name if isinstance(value, tree.LocalRef) and isinstance(value.type, MemberType) else ""


def fields_told(card: CardSymbol, text: tree.TypedText, arguments: Arguments = NO_ARGUMENTS) -> Iterator[str]:
    """The fields of a card that a text shows in its slots, by themselves or as the binders that they are given as."""
    shown, this = shown_values(text.text), card_env(card, card.members[0])
    for written, slot in zip(slot_values(text.text), text.slots, strict=True):
        if written not in shown:
            continue
        match called_with(slot, arguments):
            case tree.CardFieldRead(_, name, base):
                owner = called_with(base, arguments)
                if isinstance(owner, tree.LocalRef) and owner.local in this:
                    yield name
            case value:
                if binder := binder_of(value):
                    yield from (name for name, own in card.field_binders.items() if own == binder)


def fields_in_title(card: CardSymbol) -> set[str]:
    """The fields that the title of a card shows; one that is made of its key shows every binder."""
    return set(fields_told(card, card.texts["title"])) if "title" in card.texts else set(card.field_binders)
