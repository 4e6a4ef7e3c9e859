"""Names and sentence patterns of a game in every language, from its texts and catalogues."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection
from contextlib import suppress

from msgspec import Struct, field
from msgspec.structs import replace
from regelwerk_dsl import syntax as syn
from regelwerk_dsl.diagnostics import Diagnostics
from regelwerk_dsl.suggest import as_words, did_you_mean

from ..checked.languages import plural_tags, whole_tags
from ..checked.marks import Icon, Part, Pattern, PlainPart, read_marks, without_marks
from ..model import tree
from ..model.enums import EnumSymbol
from ..model.ids import MessageId
from ..model.symbols import CallableSymbol, Game, StateSymbol
from ..model.texts import plain, slot_value, slot_values
from ..model.types import MemberType, strip_optional
from .catalogues.entries import Catalogue, Id
from .own import check_gaps, own_entries, own_word

Named = dict[str, str]  # a name by language

BUILT_IN = ("decline", "value", "player", "game over")


def source_pattern(text: syn.Text) -> Pattern:
    """The pattern of a text in its own language."""
    values = slot_values(text)

    def part(slot: syn.Slot) -> Part:
        number = values.index(slot_value(slot))
        return (number, slot.plurals) if slot.plurals else (number, slot.form) if slot.form else number

    return tuple(one if isinstance(one, str) else part(one) for one in text.parts)


def parse_pattern(words: str, values: list[str]) -> Pattern:
    """A translation's pattern: its slots name the values of the source text.

    Raises:
        ValueError: a brace without its partner, or a slot that the source text does not have; the message says which.
    """
    parts: list[Part] = []
    for at, piece in enumerate(re.split(r"\{([^{}]*)\}", words)):
        if at % 2:
            parts.append(_slot(piece, values))
        elif "{" in piece:
            raise ValueError("a `{` without its `}`")
        elif "}" in piece:
            raise ValueError("a `}` without its `{`")
        elif piece:
            parts.append(piece)
    return tuple(parts)


def translated_pattern(words: str, values: list[str], shown: Collection[str], language: str) -> Pattern:
    """A translation's pattern, with the slots and plurals that it should have.

    Args:
        words: the translation.
        values: the values of the source text.
        shown: those that it must not leave out.
        language: the language, for the wordings of plurals.

    Raises:
        ValueError: as `parse_pattern`, `check_shown` and `check_wordings` do.
    """
    pattern = parse_pattern(words, values)
    check_shown(pattern, values, shown)
    check_wordings(pattern, language)
    return pattern


def check_shown(pattern: Pattern, values: list[str], shown: Collection[str]) -> None:
    """Checks that a translation uses the values that it must not leave out; a plural that goes with a value uses it.

    Raises:
        ValueError: one is left out; the message says which.
    """
    used = {part[0] if isinstance(part, tuple) else part for part in pattern}
    left_out = [f"`{{{name}}}`" for name in shown if values.index(name) not in used]
    if left_out:
        raise ValueError(f"{' and '.join(left_out)} {'is' if len(left_out) == 1 else 'are'} missing")


def shown_values(text: syn.Text) -> tuple[str, ...]:
    """The values of a text that it shows. Any other only chooses words, which a language may have no need to choose."""
    return tuple(dict.fromkeys(slot_value(slot) for slot in text.slots if not slot.plurals))


def icons_in(pattern: Pattern) -> Counter[str]:
    """The icons of a pattern with its marks, and how often each stands there."""
    return Counter(part.name for part in pattern if isinstance(part, Icon))


def other_icons(own: Counter[str], found: Counter[str]) -> str:
    """The difference between the icons of a translation and those of its source; "" if there is none."""
    missing = [f"`:{name}:` is missing" for name in (own - found).elements()]
    return ", ".join([*missing, *(f"`:{name}:` is not in the source" for name in (found - own).elements())])


def check_wordings(pattern: Pattern, language: str) -> None:
    """Checks that the plurals of a text have as many wordings as its language.

    Raises:
        ValueError: one has more or fewer; the message says how many there should be.
    """
    tags = whole_tags(language)
    most = len(plural_tags(language))  # one that only fractions take does no harm
    for part in pattern:
        if isinstance(part, tuple) and isinstance(part[1], tuple) and not len(tags) <= len(part[1]) <= most:
            wanted = f"{len(tags)} {'wording' if len(tags) == 1 else 'wordings'}, for {' | '.join(tags)}"
            raise ValueError(f"the plural `{' | '.join(part[1])}` should have {wanted}")


def _slot(inner: str, values: list[str]) -> Part:
    tidy = " ".join(inner.split())
    if tidy in values:
        return values.index(tidy)
    name, colon, variants = tidy.partition(":")
    if colon and name.strip() in values:
        return (values.index(name.strip()), tuple(variant.strip() for variant in variants.split("|")))
    name, bar, form = tidy.rpartition("|")
    if bar and name.strip() in values:
        return (values.index(name.strip()), form.strip())
    near = did_you_mean(tidy, values)
    raise ValueError(f"there is no slot `{{{tidy}}}` in the source text{f' ({near})' if near else ''}")


class Texts(Struct):
    """All languages of a game; the first is the one its sources are written in."""

    catalogues: list[Catalogue]
    diagnostics: Diagnostics
    _patterns: dict[tuple[MessageId, str], dict[str, Pattern]] = field(default_factory=dict)

    def amended(self, changes: tuple[str, ...], diagnostics: Diagnostics) -> Texts:
        """The texts of the game with some changes, the last first; what they reword has entries of its own."""
        return Texts([replace(catalogue, changes=changes) for catalogue in self.catalogues], diagnostics)

    def reworded(self) -> set[str]:
        """The ids of the messages for which some catalogue has an entry of a change that applies."""
        entries = (key.rpartition("@") for catalogue in self.catalogues for key in catalogue.entries)
        return {id_ for id_, _, change in entries if change in self.catalogues[0].changes}

    @property
    def languages(self) -> list[str]:
        return [catalogue.language for catalogue in self.catalogues]

    def catalogue(self, language: str) -> Catalogue:
        """The catalogue of one of the languages."""
        return self.catalogues[self.languages.index(language)]

    def patterns(self, text: tree.TypedText) -> dict[str, Pattern]:
        """The pattern of a text in each language that has it.

        A translation of other words, or a fuzzy one, is left out: then the source text is shown.
        Errors: E0606 (a translation of these words has other slots or leaves one out, or a plural has other wordings),
        E0602 (a plural of the source has).
        """
        key = text.id, text.source  # a card by itself shares the ids of its family, and may say something else
        if key not in self._patterns:
            source = source_pattern(text.text)
            try:
                check_wordings(source, self.languages[0])
            except ValueError as error:
                help_ = "for words that depend on a number otherwise, name the members of an enum, or choose with `if`"
                self.diagnostics.report("E0602", text.text.span, str(error), help=help_)
            own = self._marked(text, source, self.catalogues[0])
            found = self._patterns[key] = {self.languages[0]: own}
            for catalogue in self.catalogues:
                words = catalogue.find(*key)
                if words is None:
                    continue
                try:
                    pattern = translated_pattern(
                        words, slot_values(text.text), shown_values(text.text), catalogue.language
                    )
                    found[catalogue.language] = self._marked(text, pattern, catalogue)
                except ValueError as error:
                    self.report(catalogue, *key, str(error))
        return self._patterns[key]

    def pattern(self, text: tree.TypedText, language: str) -> Pattern:
        """The pattern of a text in a language, or in the first of the game."""
        patterns = self.patterns(text)
        return patterns.get(language) or patterns[self.languages[0]]

    def _marked(self, text: tree.TypedText, pattern: Pattern, catalogue: Catalogue) -> Pattern:
        """A pattern with its marks; those of Markdown stay as they are."""

        def word(icon: str) -> str:
            """The word for an icon, in brackets, which show that it is one."""
            own = icon_words(icon)
            return f"[{catalogue.find(f'icon.{icon}', own) or own}]"

        return pattern if text.markdown else read_marks(pattern, word)

    def names(self, id_: Id, own: str) -> Named:
        """A name in each language; as the source has it where no translation is known."""
        return {catalogue.language: catalogue.find(id_, own) or own for catalogue in self.catalogues}

    def word(self, language: str, key: str) -> str:
        """A word that every language needs: from its catalogue (`word.and`), else ours, else English."""
        found = self.catalogue(language).find(f"word.{key}")
        if found:
            with suppress(ValueError):  # reported by `check_own`
                check_gaps(found, own_entries()[f"text.{key}"].source)
                return found
        return own_word(language, f"text.{key}")

    def check_own(self) -> None:
        """E0606: a word of our own has other slots in a catalogue of the game."""
        for catalogue in self.catalogues:
            for key, entry in own_entries().items():
                id_ = f"word.{key.removeprefix('text.')}"
                try:
                    check_gaps(catalogue.find(id_) or entry.source, entry.source)
                except ValueError as error:
                    self.report(catalogue, id_, entry.source, str(error))

    def report(self, catalogue: Catalogue, id_: Id, source: str, message: str) -> None:
        """E0606 at the translation of a message."""
        entry = catalogue.entry(id_, source)
        if catalogue.source is not None:
            span = catalogue.span(entry.line if entry is not None else 1)
            what = f"{catalogue.language}: `{id_}`: {message}"
            self.diagnostics.report("E0606", span, what, help=f"the source says: {source}")


# ---- names


def state_names(texts: Texts, variable: StateSymbol) -> Named:
    """The label of a variable beside its value, in each language."""
    return texts.names(f"state.{variable.name}", as_words(variable.name))


def measure_title(measure: CallableSymbol) -> str:
    """The label of a measure in the source: its title, else its name."""
    assert isinstance(measure.decl, syn.MeasureDecl)
    return plain(measure.decl.title) or as_words(measure.name)


def measure_names(texts: Texts, measure: CallableSymbol) -> Named:
    """The label of a measure in reports, in each language."""
    return texts.names(measure.label, measure_title(measure))


def icon_words(icon: str) -> str:
    """The name of an icon in the source, by its key: that of the thing that it shows."""
    return as_words(icon.rpartition(".")[2])


def own_name(symbol: EnumSymbol, position: int) -> str:
    """The name of a member in the source: its label, else its key."""
    label = symbol.labels[position] if position < len(symbol.labels) else None
    return plain(label) or as_words(symbol.keys[position])


def member_names(game: Game, texts: Texts, enum: str) -> list[Named]:
    """The names of an enum's members. Those of a product are put together from its parts."""
    symbol = game.enums[enum]
    if symbol.kind == "product":
        return _product_names(game, texts, symbol)
    parts = {part.enum: member_names(game, texts, part.enum) for part in symbol.parts if part.enum is not None}
    roads = strip_optional(symbol.fields["road"].type) if symbol.kind == "map" else None
    ways = member_names(game, texts, roads.enum) if isinstance(roads, MemberType) else []
    found = []
    for position, key in enumerate(symbol.keys):
        owner, at = symbol.owner(position)
        road = symbol.fields["road"].values[position] if ways else None
        if isinstance(road, int) and road >= 0:
            step = symbol.fields["at"].values[position]
            found.append({language: f"{name} {step}" for language, name in ways[road].items()})
        elif owner != enum:
            found.append(parts[owner][at])
        elif symbol.roads_of and symbol.labels[position] is None:
            found.append(_ends(game, texts, symbol, position))
        else:
            id_ = f"card.{key}.title" if symbol.of_cards else f"{enum}.{key}"
            found.append(texts.names(id_, own_name(symbol, position)))
    return found


def _ends(game: Game, texts: Texts, roads: EnumSymbol, position: int) -> Named:
    """The name of a road that has none of its own: its two ends."""
    city = game.enums[roads.roads_of].parts[0].enum
    assert city is not None
    ends = [roads.fields[name].values[position] for name in ("from", "to")]
    cities = member_names(game, texts, city)
    return {
        language: "–".join(cities[end][language] for end in ends if isinstance(end, int))
        for language in texts.languages
    }


def _product_names(game: Game, texts: Texts, symbol: EnumSymbol) -> list[Named]:
    """The names of a product's members: its pattern with their parts; else parts with commas, numbers with labels."""
    parts: dict[str, list[Named]] = {}
    for name, type_ in symbol.components:
        assert isinstance(type_, MemberType)
        inner = game.enums[type_.enum]
        values = [value for value in symbol.fields[name].values if isinstance(value, int)]
        if inner.kind == "range":
            label, said = dict.fromkeys(texts.languages, ""), dict.fromkeys(texts.languages, "{1}")
            if symbol.title is None:
                label = texts.names(f"{symbol.name}.{name}", as_words(name))
                said = {language: texts.word(language, "part") for language in texts.languages}
            parts[name] = [
                {language: said[language].format(word, value) for language, word in label.items()} for value in values
            ]
        else:
            known = member_names(game, texts, inner.name)
            parts[name] = [known[value - inner.low] for value in values]
    slots = list(parts.values())
    patterns: dict[str, tuple[PlainPart, ...]] = {
        language: tuple(piece for at in range(len(slots)) for piece in (texts.word(language, "comma"), at))[1:]
        for language in texts.languages
    }
    if symbol.title is not None:
        slots = [parts[name] for name in slot_values(symbol.title)]
        title = tree.TypedText(MessageId(("enum", symbol.name, "title")), symbol.title, [])
        patterns = {language: without_marks(texts.pattern(title, language)) for language in texts.languages}

    def named(at: int, language: str) -> str:
        """Members are named after whole parts, so forms and plurals of translations mean the part."""
        pattern = (part[0] if isinstance(part, tuple) else part for part in patterns[language])
        return "".join(part if isinstance(part, str) else slots[part][at][language] for part in pattern)

    return [{language: named(at, language) for language in texts.languages} for at in range(symbol.size)]
