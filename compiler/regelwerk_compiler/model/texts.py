"""Texts with slots, as the source writes them."""

from __future__ import annotations

from regelwerk_dsl import syntax as syn


def plain(text: syn.Text | None) -> str:
    """A text's words as the source has them, slots in braces: the `msgid` of its message."""
    if text is None:
        return ""
    return "".join(part if isinstance(part, str) else "{" + _slot(part) + "}" for part in text.parts)


def _slot(slot: syn.Slot) -> str:
    form = f"|{slot.form}" if slot.form else ""
    return slot_value(slot) + form + (": " + " | ".join(slot.plurals) if slot.plurals else "")


def slot_value(slot: syn.Slot) -> str:
    """The value of a slot as it is written, with single spaces."""
    return " ".join(slot.value.span.text.split())


def slot_values(text: syn.Text) -> list[str]:
    """The distinct values in a text's slots, as written, in order."""
    return list(dict.fromkeys(map(slot_value, text.slots)))
