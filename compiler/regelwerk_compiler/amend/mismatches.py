"""Messages for amendments that do not find what they expect, or whose new value is written in another form."""

from __future__ import annotations

import re
from collections.abc import Sequence

from regelwerk_dsl import syntax as syn
from regelwerk_dsl.diagnostics import Diagnostics, Label
from regelwerk_dsl.source import Span

from ..declare.collect import Key
from ..resolve.lookahead import Constants
from .compare import Written, shown
from .examples import items_of
from .paths import Place, Takes
from .targets import names_of, passage

LONG = 60  # letters; messages do not repeat longer texts
_FORMS: dict[Takes, str] = {
    "expr": "a value, not a text",
    "list": "a value, or values with commas",
    "text": "a text in quotes",
    "names": "players, with commas",
    "name": "one player",
    "call": "a call, with brackets",
}
COPIES = re.compile(r"x(\d+)")


def fits(step: syn.AmendStmt, place: Place, diagnostics: Diagnostics) -> bool:
    """True if the new value can be put there as written. Errors: E0908."""
    name = ".".join(names_of(step))
    if step.new is None:
        if place.may_be_empty:
            return True
        message, help = f"`{name}` cannot be empty", "write the new value after the `->`"
    elif not _has_form(place.takes, step.new):
        message, help = f"`{name}` must be {_FORMS[place.takes]}", "write the new value in the form of the old one"
    elif copies := _copies(place, step.new):
        message, help = f"`{name}` must be a number", f"write `{copies}`"
    else:
        return True
    span = step.new.span if step.new is not None else step.span
    diagnostics.report("E0908", span, message, labels=(Label(place.span, "the present value"),), help=help)
    return False


def _has_form(takes: Takes, value: syn.Expr | syn.Text) -> bool:
    """True if a value has the form that its place takes."""
    if takes == "either" or isinstance(value, syn.Text):
        return takes in ("either", "text")
    match takes:
        case "list":
            return not isinstance(value, syn.PerLiteral)
        case "names":
            return all(isinstance(one, syn.Name) for one in items_of(value))
        case "name":
            return isinstance(value, syn.Name)
        case "call":
            return isinstance(value, syn.Call)
        case "expr" | "text":
            return takes == "expr"


def _copies(place: Place, value: Written) -> str:
    """The number alone if copies are written as in the line of a card, `x5`; "" otherwise."""
    found = COPIES.fullmatch(value.name) if isinstance(value, syn.Name) else None
    return found[1] if found is not None and place.key[-1] in ("copies", "printed") else ""


def report_unexpected(
    step: syn.AmendStmt,
    key: Key,
    place: Place,
    again: Sequence[Span],
    earlier: Sequence[str],
    constants: Constants,
    diagnostics: Diagnostics,
) -> None:
    """E0902: the base is not what an amendment expects.

    Args:
        step: the amendment.
        key: the full name of what it amends.
        place: the place with the present value.
        again: where the same change has amended it before.
        earlier: the names of the changes before which the value was as expected.
        constants: evaluates values, to tell which are computed.
        diagnostics: gets the message.
    """
    name = ".".join(key)
    label = Label(place.span, "the present value")
    if place.fault:
        message, help = place.fault, place.near or "correct the expectation, or replace the whole declaration"
    elif again:
        message, help = f"`{name}` is amended twice", "write one amendment, from the old value to the last"
        label = Label(again[0], "amended first here")
    elif isinstance(place.value, syn.Text) and len(place.value.span.text) > LONG:
        part = _is_passage(step.old, place.value)
        message = f"these words are only a part of `{name}`" if part else f"`{name}` is a different text"
        help = "write the whole text: before the arrow as it is, after the arrow as it should be"
    else:
        message = f"`{name}` is {shown(place.value)}, not {shown(step.old)}"
        help = "correct the expectation, or check whether the change is still wanted"
        if earlier:
            help = (
                f"`{earlier[0]}` has changed it: with a line `after {earlier[0]}`, this change fits with and without it"
            )
        elif _copies(place, step.old):
            help = f"write the number alone: `{shown(place.value)}`"
        elif place.value is None:
            help = f"it has no value, so write nothing before the arrow: `{name}: -> …`"
        elif not isinstance(place.value, syn.Text | None) and constants.value(place.value, place.type) is None:
            help = f"write a computed value as its declaration does: `{name}: {shown(place.value)} -> …`"
    span = step.old.span if step.old is not None else step.span
    diagnostics.report("E0902", span, message, note="expected by this change", labels=(label,), help=help)


def _is_passage(words: Written, text: Written) -> bool:
    """True if some words are a part of a text, but not all of it."""
    found, whole = (" ".join(passage(one).split()) for one in (words, text))
    return bool(found) and found != whole and found in whole
