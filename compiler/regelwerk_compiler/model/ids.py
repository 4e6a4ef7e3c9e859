"""Ids of messages, as typed data: printed in catalogues and in JSON, and parsed there."""

from __future__ import annotations

from typing import NamedTuple

GLOSSARY = "glossary"  # the chapter with the meanings of terms, which the booklet prints in their order
PARTS = ("cards", "errata", "changes", "sources", GLOSSARY, "index")  # of a booklet besides its chapters


class MessageId(NamedTuple):
    """The id of a message: `card.theft.title`, `Area.africa|in`, `steal.text@local_attacks`.

    Attributes:
        parts: declared names, and numbers where several messages would have one name.
        form: another form of a name; "" for none.
        change: the erratum or the variant that has put the text in place of another; "" for none.
    """

    parts: tuple[str, ...]
    form: str = ""
    change: str = ""

    def __str__(self) -> str:
        form, change = self.form and f"|{self.form}", self.change and f"@{self.change}"
        return f"{'.'.join(self.parts)}{form}{change}"

    @staticmethod
    def parse(text: str) -> MessageId:
        whole, _, change = text.partition("@")
        parts, _, form = whole.partition("|")
        return MessageId(tuple(parts.split(".")), form, change)

    @property
    def kind(self) -> str:
        """The kind of thing that the message belongs to: `card`, `chapter`, the name of an enum or an effect."""
        return self.parts[0]

    @property
    def message(self) -> MessageId:
        """The id without its form and change."""
        return MessageId(self.parts)

    @property
    def is_block(self) -> bool:
        """True if it is a block of a chapter, not its title."""
        return self.kind == "chapter" and self.parts[-1].isdigit()
