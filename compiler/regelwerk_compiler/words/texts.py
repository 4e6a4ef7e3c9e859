"""Names and sentence patterns of a game in every language, from its texts and catalogues."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from regelwerk_dsl import syntax as syn
from regelwerk_dsl.diagnostics import Diagnostics
from regelwerk_dsl.source import Span
from regelwerk_dsl.suggest import did_you_mean

from ..checked.say import Part, Pattern
from ..model import tree
from .catalogues.entries import Catalogue
from .languages import plural_digits, plural_tags
from .own import own_word

BUILT_IN = ("decline", "value", "player", "game over")


@dataclass(frozen=True, slots=True)
class TypedText:
    """A text with the typed values of its distinct slots, in order."""

    id: str
    text: syn.Text
    slots: tuple[tree.TExpr, ...]


# ---- patterns --------------------------------------------------------------------------------------------------------


def plain(text: syn.Text | None) -> str:
    """A text's words as the source has them, slots in braces: the `msgid` of its message."""
    if text is None:
        return ""
    return "".join(part if isinstance(part, str) else "{" + slot_name(part) + "}" for part in text.parts)


def slot_name(slot: syn.Slot) -> str:
    """A slot as it is written, its spaces evened out."""
    form = f"|{slot.form}" if slot.form else ""
    return _written(slot) + form + (": " + " | ".join(slot.plurals) if slot.plurals else "")


def _written(slot: syn.Slot) -> str:
    return " ".join(slot.value.span.text.split())


def source_pattern(text: syn.Text) -> Pattern:
    """The pattern of a text in its own language."""
    values = slot_values(text)

    def part(slot: syn.Slot) -> Part:
        number = values.index(_written(slot))
        return (number, slot.plurals) if slot.plurals else (number, slot.form) if slot.form else number

    return tuple(one if isinstance(one, str) else part(one) for one in text.parts)


def slot_values(text: syn.Text) -> list[str]:
    """The distinct values in a text's slots, as written, in order."""
    return list(dict.fromkeys(map(_written, text.slots)))


def distinct_slots(text: syn.Text, slots: Sequence[tree.TExpr]) -> tuple[tree.TExpr, ...]:
    """The typed values of a text's slots, each once, in the order of `slot_values`."""
    found: dict[str, tree.TExpr] = {}
    for slot, value in zip(text.slots, slots, strict=True):
        found.setdefault(_written(slot), value)
    return tuple(found.values())


def parse_pattern(words: str, values: list[str]) -> Pattern:
    """A translation's pattern: its slots name the values of the source text.

    Raises:
        ValueError: a brace without its partner, or a slot that the source text does not have; the message says which.
    """
    parts: list[Part] = []
    rest = words
    while rest:
        before, brace, after = rest.partition("{")
        if "}" in before:
            raise ValueError("a `}` without its `{`")
        if before:
            parts.append(before)
        if not brace:
            break
        inner, closing, rest = after.partition("}")
        if not closing:
            raise ValueError("a `{` without its `}`")
        parts.append(_slot(inner, values))
    return tuple(parts)


def check_wordings(pattern: Pattern, language: str) -> None:
    """Whether the plurals of a translation have as many wordings as its language.

    Raises:
        ValueError: one has more or fewer; the message says how many there should be.
    """
    needed = len(set(plural_digits(language)))
    tags = plural_tags(language)  # one that only fractions take may be left out
    for part in pattern:
        if isinstance(part, tuple) and isinstance(part[1], tuple) and not needed <= len(part[1]) <= len(tags):
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
    raise ValueError(f"there is no slot `{{{tidy}}}` in the source text{_hint(tidy, values)}")


def _hint(name: str, values: list[str]) -> str:
    near = did_you_mean(name, values)
    return f" ({near})" if near else ""


# ---- messages --------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Texts:
    """All languages of a game; the first is the one its sources are written in."""

    catalogues: list[Catalogue]
    diagnostics: Diagnostics

    @property
    def languages(self) -> list[str]:
        return [catalogue.language for catalogue in self.catalogues]

    def patterns(self, id_: str, text: syn.Text) -> dict[str, Pattern]:
        """The pattern of a message in each language that has it.

        A translation of other words, or one that is in doubt, is left out: what is shown then is the source text.
        Errors: E0606 (a translation of these words has other slots, or a plural of it other wordings).
        """
        found: dict[str, Pattern] = {}
        values = slot_values(text)
        source = plain(text)
        for number, catalogue in enumerate(self.catalogues):
            words = catalogue.find(id_, source)
            if number == 0 and words is None:
                found[catalogue.language] = source_pattern(text)
                continue
            if words is None:
                continue
            try:
                pattern = parse_pattern(words, values)
                check_wordings(pattern, catalogue.language)
                found[catalogue.language] = pattern
            except ValueError as error:
                self.report(catalogue, id_, str(error))
        return found

    def best(self, patterns: dict[str, Pattern], language: str) -> Pattern:
        """The pattern in a language, or in the first of the game."""
        return patterns.get(language) or patterns[self.languages[0]]

    def names(self, id_: str, text: syn.Text | None, fallback: str) -> dict[str, str]:
        """A name in each language; its own where no translation is known."""
        own = plain(text) or fallback
        return {catalogue.language: catalogue.find(id_, own) or own for catalogue in self.catalogues}

    def form(self, catalogue: Catalogue, id_: str, form: str) -> str | None:
        """Another form of a name (id and form: `City.berlin|in`), or None; the source's name for one in doubt."""
        entry = catalogue.entries.get(f"{id_}|{form}")
        if entry is not None and entry.fuzzy:
            return entry.source
        return catalogue.find(f"{id_}|{form}")

    def word(self, language: str, key: str) -> str:
        """A word that every language needs: from its catalogue (`word.and`), else ours, else English."""
        catalogue = self.catalogues[self.languages.index(language)]
        return catalogue.find(f"word.{key}") or own_word(language, f"text.{key}")

    def report(self, catalogue: Catalogue, id_: str, message: str) -> None:
        source = catalogue.source
        line = catalogue.entries[id_][2] if id_ in catalogue.entries else 1
        if source is not None:
            start = source.line_starts[min(line, len(source.line_starts)) - 1]
            span = Span(source, start, start + len(source.line(line)))
            self.diagnostics.report("E0606", span, f"{catalogue.language}: `{id_}`: {message}")
