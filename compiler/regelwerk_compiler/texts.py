"""Texts and catalogues go in; names and sentence patterns for every language come out, as data.

Babel reads the catalogues and knows the plural rules here, so that play needs neither.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from babel import Locale, UnknownLocaleError
from babel.messages.pofile import PoFileError, read_po
from regelwerk_dsl import syntax as syn
from regelwerk_dsl.diagnostics import Diagnostics
from regelwerk_dsl.source import SourceFile, Span
from regelwerk_dsl.suggest import did_you_mean

Part = str | int | tuple[int, str] | tuple[int, tuple[str, ...]]
Pattern = tuple[Part, ...]

BUILT_IN = ("decline", "value", "player", "game over")
WORDS: dict[str, dict[str, str]] = {
    "en": {
        "decline": "No",
        "player": "Player {0}",
        "game over": "The game is over",
        "yes": "yes",
        "no": "no",
        "none": "none",
        "and": " and ",
        "comma": ", ",
        "space": " ",
        "if": "If {0}: {1}",
        "only if": "Play this card only if {0}.",
        "otherwise": "Otherwise: {0}",
    },
    "de": {
        "decline": "Verzichten",
        "player": "Spieler {0}",
        "game over": "Das Spiel ist zu Ende",
        "yes": "ja",
        "no": "nein",
        "none": "keins",
        "and": " und ",
        "comma": ", ",
        "space": " ",
        "if": "Wenn {0}: {1}",
        "only if": "Nur spielbar, wenn {0}.",
        "otherwise": "Sonst: {0}",
    },
    "ja": {
        "decline": "しない",
        "player": "プレイヤー{0}",
        "game over": "ゲーム終了",
        "yes": "はい",
        "no": "いいえ",
        "none": "なし",
        "and": "と",
        "comma": "、",
        "space": "",
        "if": "{0}場合、{1}",
        "only if": "{0}場合だけ使える。",
        "otherwise": "そうでなければ、{0}",
    },
}


@dataclass(slots=True)
class Catalogue:
    """One language's translations: by message id the source text it was made from and its words."""

    language: str
    source: SourceFile | None = None
    entries: dict[str, tuple[str, str, int]] = field(default_factory=dict)  # id -> (source text, translation, line)

    def find(self, id_: str) -> str | None:
        entry = self.entries.get(id_)
        return entry[1] if entry and entry[1] else None

    def is_stale(self, id_: str, text: syn.Text) -> bool:
        """Whether a translation was made from other words than the source has now."""
        entry = self.entries.get(id_)
        return entry is not None and entry[0].split() != plain(text).split()


def locale_of(language: str) -> Locale:
    """What Babel knows of a language; `pt-BR` and `pt_BR` are the same.

    Raises:
        UnknownLocaleError, ValueError: there is no such language.
    """
    return Locale.parse(language.replace("-", "_"))


def load_catalogues(folder: Path, languages: Iterable[str], diagnostics: Diagnostics, start: Span) -> list[Catalogue]:
    """The catalogues of a game: `locale/LANG.po`, entries by `msgctxt`. A language without a file is empty.

    Errors: E0604 (a language that nobody speaks), E0605 (a catalogue that cannot be read).
    """
    found = []
    for language in languages:
        try:
            locale_of(language)
        except (UnknownLocaleError, ValueError):
            diagnostics.report(
                "E0604", start, f"`{language}` is no language code", help="write for example `en`, `de`, `ja`"
            )
            continue
        catalogue = Catalogue(language)
        path = folder / "locale" / f"{language}.po"
        if path.is_file():
            try:
                text = path.read_text(encoding="utf-8-sig")
                catalogue.source = SourceFile(str(path), text)
                with path.open("rb") as file:
                    for message in read_po(file, locale=language.replace("-", "_"), abort_invalid=True):
                        if message.context and isinstance(message.id, str) and not message.fuzzy:
                            words = message.string if isinstance(message.string, str) else ""
                            catalogue.entries[message.context] = (message.id, words, message.lineno or 1)
            except (PoFileError, OSError, UnicodeDecodeError, ValueError) as error:
                diagnostics.report("E0605", start, f"the catalogue {path} cannot be read: {error}")
        found.append(catalogue)
    return found


# ---- patterns --------------------------------------------------------------------------------------------------------


def plain(text: syn.Text | None) -> str:
    """A text's words as the source has them, slots in braces: the `msgid` of its message."""
    if text is None:
        return ""
    parts = []
    for part in text.parts:
        parts.append(part if isinstance(part, str) else "{" + slot_name(part) + "}")
    return "".join(parts)


def slot_name(slot: syn.Slot) -> str:
    """A slot as it is written, its spaces evened out."""
    words = " ".join(slot.value.span.text.split())
    if slot.form:
        words += "|" + slot.form
    if slot.plurals:
        words += ": " + " | ".join(slot.plurals)
    return words


def source_pattern(text: syn.Text) -> Pattern:
    """The pattern of a text in its own language."""
    parts: list[Part] = []
    values = slot_values(text)
    for part in text.parts:
        if isinstance(part, str):
            parts.append(part)
            continue
        number = values.index(" ".join(part.value.span.text.split()))
        if part.plurals:
            parts.append((number, part.plurals))
        elif part.form:
            parts.append((number, part.form))
        else:
            parts.append(number)
    return tuple(parts)


def slot_values(text: syn.Text) -> list[str]:
    """The distinct values in a text's slots, as written, in order."""
    found: list[str] = []
    for slot in text.slots:
        name = " ".join(slot.value.span.text.split())
        if name not in found:
            found.append(name)
    return found


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

        A translation of older words that no longer fits is left out: who rewords a card need not know all languages.
        Errors: E0606 (a translation of these words has other slots).
        """
        found: dict[str, Pattern] = {}
        values = slot_values(text)
        for number, catalogue in enumerate(self.catalogues):
            words = catalogue.find(id_)
            if number == 0 and words is None:
                found[catalogue.language] = source_pattern(text)
                continue
            if words is None:
                continue
            try:
                found[catalogue.language] = parse_pattern(words, values)
            except ValueError as error:
                if not catalogue.is_stale(id_, text):
                    self.report(catalogue, id_, str(error))
        return found

    def names(self, id_: str, text: syn.Text | None, fallback: str) -> dict[str, str]:
        """A name in each language; its own where no translation is known."""
        own = plain(text) or fallback
        return {catalogue.language: catalogue.find(id_) or own for catalogue in self.catalogues}

    def form(self, catalogue: Catalogue, id_: str, form: str) -> str | None:
        """Another form of a name (id and form: `City.berlin|in`), or None."""
        return catalogue.find(f"{id_}|{form}")

    def report(self, catalogue: Catalogue, id_: str, message: str) -> None:
        source = catalogue.source
        line = catalogue.entries[id_][2] if id_ in catalogue.entries else 1
        if source is not None:
            start = source.line_starts[min(line, len(source.line_starts)) - 1]
            span = Span(source, start, start + len(source.line(line)))
            self.diagnostics.report("E0606", span, f"{catalogue.language}: `{id_}`: {message}")


def plural_digits(language: str) -> str:
    """For 0..199 which variant of a plural the language takes, a digit each."""
    rule = locale_of(language).plural_form
    order = ["zero", "one", "two", "few", "many", "other"]
    tags = [rule(number) for number in range(200)]
    used = [tag for tag in order if tag in set(tags) | {"other"}]
    return "".join(str(used.index(tag)) for tag in tags)


def group_separator(language: str) -> str:
    """What stands between groups of three digits."""
    symbols = locale_of(language).number_symbols
    latin = symbols.get("latn", symbols)
    group = str(latin.get("group", ",")) if hasattr(latin, "get") else ","
    return group.replace("\u202f", "\u00a0")


def word(language: str, key: str) -> str:
    """A word that every language needs; English where we have none."""
    return WORDS.get(language, WORDS["en"])[key]
