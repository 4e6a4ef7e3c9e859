"""Questions examined after every few pairs of games, until they are answered, with valid statistics at each time.

Each has a confidence sequence (`sequences.py`), which is valid at all times together, so play may stop as soon as the
answer is known. The questions share the probability of error: any answer is wrong with a probability of at most
`ALPHA`. Confidence sequences need bounded values; for values without declared bounds (scores, length) the question is
whether the variant's are higher more often than lower.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .pairs import Pairs
from .sequences import Floats, Sequence
from .testing import ALPHA

SURE_WITHIN = 0.05
"""Default for half the width of an interval that is narrow enough."""


@dataclass(frozen=True)
class Answer:
    """The answer to a question.

    Attributes:
        group: `mattered`, the share of games in which the change matters; `seat`, `together` (if all win or lose
            together), `score` or `length`.
        key: the seat; "" otherwise.
        games: the number of pairs with a value.
        mean: the mean so far. For `seat` and `together` it is the difference in the share of wins; for `score` and
            `length` the share of games in which the variant's is higher, minus the share in which it is lower.
        low, high: its interval.
        verdict: `more` or `less` if the sign is certain, `about` if the interval is narrow enough, else `open`.
    """

    group: str
    key: str
    games: int
    mean: float
    low: float
    high: float
    verdict: str


@dataclass
class _Question:
    group: str
    key: str
    sequence: Sequence


class Questions:
    """All questions about some pairs, which grow in number."""

    def __init__(self, within: float = SURE_WITHIN) -> None:
        """Args: `within`, half the width of an interval that is narrow enough."""
        self.within = within
        self._taken = 0
        self._questions: list[_Question] = []

    def add(self, pairs: Pairs) -> None:
        """Adds the pairs since the last call. The first ones determine the questions."""
        values = _values(pairs)
        if not self._questions:
            share = ALPHA / len(values)
            self._questions = [
                _Question(group, key, Sequence(share, 0.0 if group == "mattered" else -1.0)) for group, key in values
            ]
        for question in self._questions:
            new = values[question.group, question.key][self._taken :]
            question.sequence.add(new[~np.isnan(new)])
        self._taken = len(pairs.games)

    @property
    def answers(self) -> tuple[Answer, ...]:
        """The answer to each question."""
        return tuple(self._answer(question) for question in self._questions)

    @property
    def are_answered(self) -> bool:
        """True if none is open."""
        return all(answer.verdict != "open" for answer in self.answers)

    def _answer(self, question: _Question) -> Answer:
        low, high = question.sequence.interval
        if high - low <= 2 * self.within:
            verdict = "about"
        else:
            verdict = "open"
        if question.group != "mattered" and (low > 0 or high < 0):
            verdict = "more" if low > 0 else "less"
        return Answer(question.group, question.key, question.sequence.count, question.sequence.mean, low, high, verdict)


def _values(pairs: Pairs) -> dict[tuple[str, str], Floats]:
    """The values of each question in all pairs, by group and key."""
    found = {("mattered", ""): pairs.mattered}
    joined = "base_seats b JOIN variant_seats v USING (game, seat)"
    seats = () if pairs.together else pairs.rows("SELECT DISTINCT seat FROM base_seats ORDER BY seat")
    if pairs.together:
        found["together", ""] = pairs.values(f"SELECT game, v.won - b.won AS value FROM {joined} WHERE seat = 0")
    for (seat,) in seats:
        found["seat", str(seat)] = pairs.values(
            f"SELECT game, v.won - b.won AS value FROM {joined} WHERE seat = {seat}"
        )
    scores = pairs.values(f"SELECT game, sign(sum(v.score) - sum(b.score)) AS value FROM {joined} GROUP BY game")
    if not np.isnan(scores).all():
        found["score", ""] = scores
    found["length", ""] = pairs.values(
        "SELECT game, sign(v.decisions - b.decisions) AS value FROM base_games b JOIN variant_games v USING (game)"
    )
    return found
