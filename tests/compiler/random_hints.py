"""Random hints for bots: which options they leave out, and which they prefer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from random_leaves import Made
from random_sentences import Sentences
from random_statements import Advice
from random_values import BOOL, INT
from random_world import BrokenError, World

NO_ADVICE = Advice(False, 0)


class Hints(NamedTuple):
    """The hints of a choice or an option: the source, whether an option is left out, how much it is preferred, and
    whether declining is left out.
    """

    text: str
    skip: Made | None
    prefer: Made | None
    none: Made | None

    def of(self, w: World, given: Sequence[dict[str, Any]], *, declining: bool = False) -> list[Advice]:
        """The advice for options with these locals, followed by that for declining."""
        advice = list[Advice]()
        for one in given:
            with w.calling(w.locals | one):
                advice.append(Advice(bool(_told(self.skip, w)), _told(self.prefer, w)))
        return [*advice, *([Advice(bool(_told(self.none, w)), 0)] if declining else [])]


NO_HINTS = Hints("", None, None, None)


def _told(hint: Made | None, w: World) -> int:
    """The advice of a hint; none if it breaks a rule."""
    rounds = w.rounds
    try:
        return int(hint.value(w)) if hint is not None else 0
    except BrokenError:
        return 0
    finally:
        w.rounds = rounds


class Hinting(Sentences):
    """Generates these hints."""

    def hints(self, *, declines: bool = False, options: bool = True, chosen: str = "") -> Hints:
        """Hints of a choice or an option, or none; the locals that it binds are in scope.

        Args:
            declines: whether the choice can be declined.
            options: whether something is said of options.
            chosen: the local for the member that is chosen, which is none where it is declined.
        """
        often = 0.35 if options else 0.7
        if self.rng.random() > often:
            return NO_HINTS
        clauses, skip, prefer, none = list[str](), None, None, None
        if options and self.rng.random() < 0.6:
            skip = self.of(BOOL, 2) if self.rng.random() < 0.85 else Made("", lambda w: True)
            clauses.append(f" bots skip when {skip.text}" if skip.text else " bots skip")
        if options and self.rng.random() < 0.6:
            prefer = self.of(INT, 3)
            clauses.append(f" bots prefer {prefer.text}")
        if declines and self.rng.random() < 0.6:
            kind = self.scope.pop(chosen, "")
            none = self.of(BOOL, 2)
            self.scope |= {chosen: kind} if kind else {}
            clauses.append(f" bots skip none when {none.text}")
        self.rng.shuffle(clauses)
        return Hints("".join(clauses), skip, prefer, none)
