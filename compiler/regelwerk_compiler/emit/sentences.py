"""Sentences and names of the emitted module: collected while functions are written, then laid out as tables."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import Any

from ..checked.languages import group_separator, plural_digits
from ..checked.marks import PlainPart, without_marks
from ..model import tree
from ..model import types as ty
from ..model.defaults import none_value
from ..model.symbols import Game
from ..words.texts import BUILT_IN, Texts
from ..words.words import Words
from .names import Names
from .template import Entries, Rows, call_of, literal

Patterns = dict[str, tuple[object, ...]]


class Sentences:
    """Gives each sentence a number and a name at the top of the module."""

    def __init__(self, game: Game, texts: Texts, names: Names) -> None:
        self.game, self.texts, self.names = game, texts, names
        self.items: list[tuple[str, str, tuple[str, ...], Patterns, bool]] = []
        self.constants: dict[tuple[str, str], str] = {}  # by id and words of the source
        self.forms: dict[str, set[str]] = {}  # kind of name -> forms that sentences ask for

    def add(self, text: tree.TypedText) -> tuple[str, list[tree.TExpr]]:
        """The name of the sentence's number, and the values it takes.

        They are the only player who may read it, if there is one, and each distinct slot once.
        """
        key = str(text.id), text.source  # a single card may say something else than its family
        values = text.slots if text.reader is None else [text.reader, *text.slots]
        if key not in self.constants:
            kinds = tuple(self.kind(slot.type) for slot in values)
            patterns = {lang: without_marks(pattern) for lang, pattern in self.texts.patterns(text).items()}
            if text.reader is not None:
                patterns = {lang: tuple(map(_one_later, pattern)) for lang, pattern in patterns.items()}
            for pattern in patterns.values():
                for part in pattern:
                    if isinstance(part, tuple) and isinstance(part[1], str):
                        self.forms.setdefault(kinds[part[0]].removeprefix("set:"), set()).add(part[1])
            wish = "_".join(text.id.parts).upper()
            wish = wish if wish.endswith(("SAYS", "OFFER", "PROMPT")) else f"{wish}_TEXT"
            self._add(key, wish, kinds, dict(patterns), text.reader is not None)
        return self.constants[key], values

    def value(self, type_: ty.Type) -> str:
        """The sentence that is one value alone, for the options of a value choice."""
        kind = self.kind(type_)
        id_ = f"value.{kind}"
        key = id_, ""
        if key not in self.constants:
            self._add(key, f"value_{kind}".replace(":", "_"), (kind,), dict.fromkeys(self.texts.languages, (0,)))
        return self.constants[key]

    def own(self, id_: str, slots: tuple[str, ...] = ()) -> str:
        """A sentence of the toolkit, `text.ID` among its own words, with slots of some kinds."""
        key = id_, ""
        if key not in self.constants:
            words = {language: self.texts.word(language, id_) for language in self.texts.languages}
            patterns = {language: _with_slots(text) for language, text in words.items()}
            self._add(key, id_.replace(" ", "_"), slots, patterns)
        return self.constants[key]

    def _add(
        self, key: tuple[str, str], wish: str, kinds: tuple[str, ...], patterns: Patterns, private: bool = False
    ) -> None:
        self.constants[key] = self.names.claim(wish.upper())
        self.items.append((self.constants[key], key[0], kinds, patterns, private))

    def number(self, constant: str) -> int:
        """The number of a sentence that was added, for tables that stand above the constants."""
        return len(BUILT_IN) + next(at for at, item in enumerate(self.items) if item[0] == constant)

    def kind(self, type_: ty.Type) -> str:
        """The kind of a slot: `int`, a unit, an enum, `player`, `card`, `bool`, `set:` and a kind, or `maybe:`."""
        match type_:
            case ty.OptionalType(ty.IntType() | ty.BoolType() as inner):
                return f"maybe:{none_value(type_, self.game)}:{self.kind(inner)}"
            case ty.OptionalType(ty.MemberType(enum)) if enum != "Player":
                return enum  # of a range too, since no number of it stands for none
        match ty.strip_optional(type_):
            case ty.IntType(_, _, unit):
                return unit or "int"
            case ty.MemberType("Player"):
                return "player"
            case ty.MemberType(enum):
                return enum if self.game.enums[enum].kind != "range" else "int"
            case ty.CardType():
                return "card"
            case ty.BoolType():
                return "bool"
            case ty.SetType(ty.MemberType(enum)) if enum != "Player":
                return f"set:{enum}"  # of a range too, since the bits of a set begin at its lowest member
            case ty.SetType(member):
                return f"set:{self.kind(member)}"
            case _:
                return "int"

    # ---- tables

    def numbers(self) -> Iterator[tuple[str, int]]:
        """The name of each sentence, and its number."""
        for number, (constant, *_) in enumerate(self.items, len(BUILT_IN)):
            yield constant, number

    def sentences(self) -> ast.expr:
        """The table of sentences."""
        run, found = self.names.run, [*self._built_in()]
        for _, id_, kinds, patterns, private in self.items:
            more = {"private": True} if private else {}
            found.append(call_of(run.Sentence, literal(id_), literal(kinds), literal(patterns), **more))
        return Rows(found)

    def names_by_language(self) -> ast.expr:
        """The table of the names of members and cards."""
        found = {}
        for catalogue in self.texts.catalogues:
            kinds = self._names(catalogue.language)
            found[catalogue.language] = _entries({kind: _entries(forms) for kind, forms in kinds.items()})
        return _entries(found)

    def languages(self) -> ast.expr:
        """The table of languages."""
        found = {}
        for language in self.texts.languages:
            what = {"group": group_separator(language), "plurals": plural_digits(language)}
            for word in ("yes", "no", "and", "none", "comma"):
                what["and_" if word == "and" else word] = self.texts.word(language, word)
            found[language] = call_of(self.names.run.Language, **what)
        return _entries(found)

    def _built_in(self) -> Iterator[ast.expr]:
        for id_, kinds in (("decline", ()), ("value", ("int",)), ("player", ("int",)), ("game over", ())):
            words = {lang: "{0}" if id_ == "value" else self.texts.word(lang, id_) for lang in self.texts.languages}
            patterns = {lang: _with_slots(text) for lang, text in words.items()}
            yield call_of(self.names.run.Sentence, *map(literal, (id_, kinds, patterns)))

    def _names(self, language: str) -> dict[str, dict[str, tuple[str, ...]]]:
        catalogue = self.texts.catalogue(language)
        found: dict[str, dict[str, tuple[str, ...]]] = {}
        words = Words(self.game, self.texts)
        for enum in self.game.enums.values():
            if enum.kind in ("range", "player"):
                continue
            found[enum.name] = {
                form: tuple(words.member_name(enum.name, key, language, form) or key for key in enum.keys)
                for form in ("", *sorted(self.forms.get(enum.name, ())))
            }
        cards = words.cards
        found["card"] = {"": tuple(names[language] for names in cards)}
        for form in sorted(self.forms.get("card", ())):
            found["card"][form] = tuple(
                catalogue.find(f"card.{member.key}|{form}") or names[language]
                for (_, _, member), names in zip(self.game.members(), cards, strict=True)
            )
        return found


def _entries(items: dict[str, Any]) -> ast.expr:
    """A dictionary with one item a line."""
    return Entries([*map(literal, items)], [*map(literal, items.values())])


def _with_slots(text: str) -> tuple[object, ...]:
    """A text of the toolkit as a pattern: words, and the numbers of its slots."""
    parts = re.split(r"\{(\d)\}", text)
    return tuple(int(part) if at % 2 else part for at, part in enumerate(parts) if part != "")


def _one_later(part: PlainPart) -> PlainPart:
    """A part of a pattern with its slots counted after the reader of the sentence."""
    if isinstance(part, str):
        return part
    return part + 1 if isinstance(part, int) else (part[0] + 1, part[1])  # type: ignore[return-value]
