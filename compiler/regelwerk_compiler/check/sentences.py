"""Checks of sentences and prose in every language: slots, forms of names, and numbers that are written out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import chain

from regelwerk_dsl.diagnostics import Diagnostics
from regelwerk_dsl.source import Span

from ..checked.marks import Icon, Pattern, Style, read_marks
from ..model import tree
from ..model.symbols import Block, CallableSymbol, Game
from ..model.texts import slot_values
from ..model.types import PLAYER, IntType, MemberType, SetType, strip_optional
from ..words.catalogues.entries import Catalogue
from ..words.messages import Message, all_messages
from ..words.texts import icons_in, other_icons, parse_pattern
from ..words.words import Words
from .known import Known

NUMBER_WORDS = {
    "en": "two three four five six seven eight nine ten eleven twelve",
    "de": "zwei drei vier fünf sechs sieben acht neun zehn elf zwölf",
    "ja": "二 三 四 五 六 七 八 九 十",
}
BOLD = Style.BOLD.value
BOLD_MARK = "**"
MOST_NAMED = 3  # names that a message suggests
COUNTERS = "つ人個枚回本色種歩番目列行"  # a kanji numeral counts before one of these, else it is part of a word
NO_FIGURE = re.compile(
    r"^[ \t]*\d+[.)](?=\s)"  # the number of a list item
    r"|\]\([^)]*\)"  # where a link leads
    r"|\{[^{}]*\}"  # a slot
    r"|\b[A-Za-z_]+\d+\b",  # a name such as R12
    re.MULTILINE,
)


def check_sentences(words: Words, diagnostics: Diagnostics, known: Known) -> None:
    """E0603 (prose needs a value of play), E0606 (slots differ), E0607 (a form is missing), W0738, W0739, W0743."""
    if not known.labels and known.touched is None:  # bodies do not alter them
        words.texts.check_own()
    reworded = words.texts.reworded() if known.texts else ()
    for message in all_messages(words.game, known.differing(words.game), known.texts):
        if message.text is None and ((message.id, message.source) not in known.texts or str(message.id) in reworded):
            _check_name(words, message, diagnostics)
        if message.text is None or known.covers(message.text):
            continue
        patterns = words.texts.patterns(message.text)
        for catalogue in words.texts.catalogues:
            for part in patterns.get(catalogue.language, ()):
                if isinstance(part, tuple) and isinstance(part[1], str):
                    _check_form(words, catalogue, message, *part, diagnostics)
        if message.text.markdown:
            patterns = {language: read_marks(pattern, str) for language, pattern in patterns.items()}
        _check_icons(words, message, patterns, diagnostics)
        _check_pairs(words, message, message.text.markdown, patterns, diagnostics)
    for block in _blocks(words, known):
        words.prose(block)  # reports what only play knows


def _check_name(words: Words, message: Message, diagnostics: Diagnostics) -> None:
    """W0739: a name has marks, which are printed as they are written."""
    said = [(message.span, message.source)] if _has_marks(message.source) else []
    for catalogue in words.texts.catalogues[1:]:
        entry = catalogue.entry(message.id, message.source)
        if entry is not None and _has_marks(entry.words):
            said.append((catalogue.span(entry.line), entry.words))
    for span, name in said:
        help_ = "write it without `*` and `:icon:`; marks work in texts of cards, sentences and chapters"
        diagnostics.report("W0739", span, f"the name `{name}` has marks, which are printed as characters", help=help_)


def _has_marks(text: str) -> bool:
    return any(isinstance(part, Style | Icon) for part in read_marks((text,), str))


def _check_icons(words: Words, message: Message, patterns: dict[str, Pattern], diagnostics: Diagnostics) -> None:
    """W0738: a translation has other icons than the source."""
    first, *others = words.texts.catalogues
    own = icons_in(patterns[first.language])
    for catalogue in others:
        entry = catalogue.entry(message.id, message.source)
        found = icons_in(patterns.get(catalogue.language, patterns[first.language]))
        if entry is not None and found != own:
            what = f"{catalogue.language}: `{message.id}`: {other_icons(own, found)}"
            help_ = f"the source says: {message.source}"
            diagnostics.report("W0738", catalogue.span(entry.line), what, help=help_)


def _check_pairs(
    words: Words, message: Message, is_prose: bool, patterns: dict[str, Pattern], diagnostics: Diagnostics
) -> None:
    """W0743: a text has `**` without its partner. In chapters, two within words are a pair too."""
    for catalogue in words.texts.catalogues:
        pattern = patterns.get(catalogue.language, ())
        left = sum(part.count(BOLD) for part in pattern if isinstance(part, str))
        entry = catalogue.entry(message.id, message.source)
        said = entry.words if entry is not None else message.source
        if left and r"\*" not in said and (left % 2 or not is_prose):
            span = message.span
            if entry is not None:
                span = catalogue.place(message.id, BOLD_MARK) or catalogue.span(entry.line)
            where = f"{catalogue.language}: `{message.id}`: " if entry is not None else ""
            help_ = r"put `**` before and after the words that are to be bold, or write `\*\*` for two asterisks"
            diagnostics.report("W0743", span, f"{where}a `**` in the text has no partner and is printed", help=help_)


def _blocks(words: Words, known: Known) -> Iterator[Block]:
    """The paragraphs of all chapters that are to be checked."""
    for block in chain.from_iterable(words.game.prose.values()):
        if block.text is None or not known.covers(block.text):
            yield block


def _check_form(
    words: Words, catalogue: Catalogue, message: Message, slot: int, form: str, diagnostics: Diagnostics
) -> None:
    texts = words.texts
    type_ = strip_optional(message.slots[slot].type)
    member = type_.member if isinstance(type_, SetType) else type_
    missing = [f"a name of {message.id}"]
    if isinstance(member, MemberType) and member != PLAYER:
        missing = _missing_forms(words, catalogue.language, member.enum, form)
        if catalogue is not texts.catalogues[0]:  # names that it lacks altogether are shown as in the sources
            missing = [name for name in missing if name in catalogue.entries]
    if not missing:
        return
    text = f"the form `{form}` of {missing[0]} is missing in {catalogue.language}"
    if len(missing) > 1:
        text += f", and of {len(missing) - 1} more"
    own = catalogue is texts.catalogues[0] and catalogue.find(message.id, message.source) is None
    if own and message.text is not None:
        span = next((one.span for one in message.text.text.slots if one.form == form), message.span)
        help_ = f'add to locale/{catalogue.language}.po: msgctxt "{missing[0]}|{form}"'
        diagnostics.report("E0607", span, text, help=help_)
    else:
        texts.report(catalogue, message.id, message.source, text)


def _missing_forms(words: Words, language: str, enum: str, form: str) -> list[str]:
    """The members of an enum whose form is missing from a catalogue."""
    symbol = words.game.enums[enum]
    missing = (at for at, key in enumerate(symbol.keys) if not words.form(enum, key, language, form))
    return [f"{symbol.owner(at)[0]}.{symbol.keys[at]}" for at in missing]


# ---- numbers in prose -----------------------------------------------------------------------------------------------


def check_figures(words: Words, diagnostics: Diagnostics, known: Known) -> None:
    """W0712 for numbers from 2 on that prose states in words or digits instead of a slot, which follows the rules.

    It is reported in the sources, and in the translations where the source does not state the same number.
    """
    first, *others = words.texts.catalogues
    for block in _blocks(words, known):
        if block.text is None:
            continue
        stated: set[int] = set()
        for value, said, at in _figures(block.span.text, first.language):
            stated.add(value)
            start = block.span.start + at
            _warn(words.game, diagnostics, Span(block.span.source, start, start + len(said)), said, value)
        for catalogue in others:
            entry, found = catalogue.entry(block.id, block.source), catalogue.find(block.id, block.source)
            if entry is None or found is None:
                continue
            try:
                parse_pattern(found, slot_values(block.text.text))
            except ValueError:
                continue  # reported with the slots
            for value, said, _ in _figures(found, catalogue.language):
                if value not in stated:
                    note = f"in the {catalogue.language} of `{block.id}`"
                    _warn(words.game, diagnostics, catalogue.span(entry.line), said, value, note)


def _warn(game: Game, diagnostics: Diagnostics, span: Span, said: str, value: int, note: str = "") -> None:
    what = f"the prose states the number `{said}`, which stays the same when the rules change"
    names = [f"`{{{name}}}`" for name, callee in game.defines.items() if _is_define_of(callee, value)]
    if names:
        help_ = (
            f"write a slot with the name that the rules have for it, {' or '.join(names[:MOST_NAMED])} if that is meant"
        )
    else:
        help_ = f"give the number a name, as in `define goal -> Int = {value}`, and write the slot `{{goal}}`"
    diagnostics.report("W0712", span, what, note=note, help=help_)


def _is_define_of(callee: CallableSymbol, value: int) -> bool:
    """True if a definition is just this number."""
    match callee.params, callee.body:
        case [], [tree.Return(tree.Const(number, type=IntType()))]:
            return number == value
        case _:
            return False


def _figures(text: str, language: str) -> Iterator[tuple[int, str, int]]:
    """The numbers from 2 on that a text states: value, words and position."""
    shown = NO_FIGURE.sub(lambda found: " " * len(found.group()), text)
    pattern, values = _pattern(language)
    for found in pattern.finditer(shown):
        said = found.group()
        value = values.get(said.lower()) or int(re.sub(r"\D", "", said) or 0)
        if value > 1:
            yield value, said, found.start()


@cache
def _pattern(language: str) -> tuple[re.Pattern[str], dict[str, int]]:
    names = NUMBER_WORDS.get(language.partition("_")[0], "").split()
    values = {name: value for value, name in enumerate(names, 2)}
    digits = r"\d+(?:[.,\u00a0\u202f ]\d{3})*(?!\w)"
    if not names:
        return re.compile(digits), values
    if language == "ja":
        return re.compile(rf"\d+(?:,\d{{3}})*|(?:{'|'.join(names)})(?=[{COUNTERS}])"), values
    return re.compile(rf"(?<!\w)(?:{digits}|(?:{'|'.join(names)})(?!\w))", re.IGNORECASE), values
