"""The toolkit's own sentences around a game, in the language of the reader.

Texts missing from the catalogues, and languages without one, stay English. The words of a game are in its own
catalogues.
"""

from __future__ import annotations

from functools import lru_cache
from gettext import NullTranslations

from regelwerk_runtime.match import Match

OWN = "en"


class Wording:
    """The front's texts in one language, with gaps by name: `tr("Round {n}", n=3)`."""

    def __init__(self, catalogue: NullTranslations, group: str = ",") -> None:
        """Args: catalogue of texts, and separator of thousands."""
        self._catalogue = catalogue
        self._group = group

    def __call__(self, text: str, **values: object) -> str:
        """A text with its gaps filled; large whole numbers get separators."""
        return self._filled(self._catalogue.gettext(text), values)

    def many(self, one: str, several: str, n: int, **values: object) -> str:
        """A text in the singular or plural form for the number `{n}`."""
        return self._filled(self._catalogue.ngettext(one, several, n), {"n": n, **values})

    def number(self, value: int) -> str:
        """A whole number with its separators."""
        return f"{value:,}".replace(",", self._group)

    def _filled(self, text: str, values: dict[str, object]) -> str:
        return text.format(**{k: self.number(v) if isinstance(v, int) else v for k, v in values.items()})


@lru_cache(maxsize=32)
def wording(lang: str, group: str = ",") -> Wording:
    """The words in a language; `de_AT` falls back to `de`."""
    if lang == OWN:
        return Wording(NullTranslations(), group)
    from regelwerk_compiler.words.own import own_translations  # the reader of catalogues is slow to load

    return Wording(own_translations(lang), group)


def wording_of(match: Match, lang: str | None = None) -> Wording:
    """The words in the language of a match: the requested one, else the game's first."""
    told = match.game.texts.language(lang)
    return wording(told, match.game.languages[told].group)


def bot_word(tr: Wording, name: str) -> str:
    """The player or bot on a seat, in words; a bot of another package keeps its name."""
    return {"random": tr("random"), "greedy": tr("greedy"), "person": tr("a person")}.get(name, name)
