"""Checks of sentences in every language: slots that a catalogue misspells, and forms of names that are missing."""

from __future__ import annotations

from regelwerk_dsl.diagnostics import Diagnostics
from regelwerk_dsl.source import Span

from ..model.symbols import Game
from ..model.types import MemberType, SetType, Type, strip_optional
from ..words.catalogues.entries import Catalogue
from ..words.messages import Message, all_messages
from ..words.texts import Texts
from ..words.words import Words


def check_sentences(words: Words, diagnostics: Diagnostics) -> None:
    """E0603 (prose needs what only play knows), E0606 (slots of a translation differ), E0607 (a form is missing)."""
    for message in all_messages(words):
        if message.text is None:
            continue
        patterns = words.texts.patterns(message.id, message.text)
        types = [slot.type for slot in message.slots]
        for number, catalogue in enumerate(words.texts.catalogues):
            for part in patterns.get(catalogue.language, ()):
                if isinstance(part, tuple) and isinstance(part[1], str):
                    own = number == 0 and catalogue.find(message.id) is None
                    _form(words, catalogue, message, types[part[0]], part[1], own, diagnostics)
    for blocks in words.chapters.values():
        for block in blocks:
            words.prose(block)  # reports what only play knows


def _form(
    words: Words, catalogue: Catalogue, message: Message, type_: Type, form: str, own: bool, diagnostics: Diagnostics
) -> None:
    inner = strip_optional(type_)
    if isinstance(inner, SetType):
        inner = inner.member
    if not isinstance(inner, MemberType) or inner.enum == "Player":
        missing = [f"a name of {message.id}"]
    else:
        missing = missing_forms(words.game, words.texts, catalogue, inner.enum, form)
        if catalogue is not words.texts.catalogues[0]:  # what it does not know at all, its own name stands for
            missing = [name for name in missing if name in catalogue.entries]
    if not missing:
        return
    text = f"the form `{form}` of {missing[0]} is missing in {catalogue.language}"
    if len(missing) > 1:
        text += f", and of {len(missing) - 1} more"
    help_ = f'add to locale/{catalogue.language}.po: msgctxt "{missing[0]}|{form}"'
    if own:
        diagnostics.report("E0607", _slot_span(message, form), text, help=help_)
    else:
        words.texts.report(catalogue, message.id, text)


def missing_forms(game: Game, texts: Texts, catalogue: Catalogue, enum: str, form: str) -> list[str]:
    """The members of an enum whose form a catalogue does not have."""
    symbol = game.enums[enum]
    found = []
    for at, key in enumerate(symbol.keys):
        owner, _ = symbol.owner(at)
        if not any(texts.form(catalogue, f"{name}.{key}", form) for name in (owner, enum)):
            found.append(f"{owner}.{key}")
    return found


def _slot_span(message: Message, form: str) -> Span:
    assert message.text is not None
    return next((slot.span for slot in message.text.slots if slot.form == form), message.span)
