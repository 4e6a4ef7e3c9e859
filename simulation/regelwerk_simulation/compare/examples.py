"""Examples of pairs that diverge: both sides replayed in step, up to the first difference."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from pathlib import Path

from regelwerk_dsl.writing import replacing
from regelwerk_runtime.bots.names import make_bots
from regelwerk_runtime.bots.seat import seat_of
from regelwerk_runtime.match import Match
from regelwerk_runtime.records.record import is_record
from regelwerk_runtime.records.starting import replay_command
from regelwerk_runtime.tables.game import Game, Words

from .pairs import SIDES

OVER = ""
"""The key of the choice if a game is over."""


@dataclass(frozen=True)
class Moment:
    """One side of a pair at the point where the sides diverge.

    Attributes:
        player: the player who decides, from 0; None if the game is over.
        prompt: the question, by language; empty if there is none.
        options: keys of the options.
        sentences: sentences of the options, by language, in the same order.
        key: the key of the choice; "" if the game is over.
        chosen: the sentence of the choice, by language.
        said: the first sentence that the other side does not say, by language; empty if all are the same so far.
        commands: commands that lead to this point, one after the other.
    """

    player: int | None
    prompt: Mapping[str, str]
    options: tuple[str, ...]
    sentences: tuple[Mapping[str, str], ...]
    key: str
    chosen: Mapping[str, str]
    said: Mapping[str, str]
    commands: tuple[str, ...]


@dataclass(frozen=True)
class Example:
    """A pair of games and the point where it diverges.

    Attributes:
        game, seed, bots: number in the batch, random seed, and bots by seat.
        same: number of equal choices before player, options or choice differ, or the games are over.
        is_parted: whether they differ then; else the games have the same choices to their ends.
        told: number of choices before the first different sentence; None if all are the same so far.
        changed: number of choices before the first different facts of the state; None if all are the same so far.
        facts: the declared names of these facts.
        base, variant: the two sides.
    """

    game: int
    seed: int
    bots: tuple[str, ...]
    same: int
    is_parted: bool
    told: int | None
    changed: int | None
    facts: tuple[str, ...]
    base: Moment
    variant: Moment


class _Side:
    """One side while both are played in step.

    Attributes:
        match: the match.
        record: the file of its record.
        is_kept: whether the record is written here; else the first command writes it.
        said: the first sentence that the other side does not say, as data; None while there is none.
    """

    def __init__(self, rules: Game, seed: int, bots: tuple[str, ...], record: Path, is_kept: bool) -> None:
        self.match = Match.start(rules, len(bots), seed, bots=bots)
        self.record, self.is_kept = record, is_kept
        self.said: Words | None = None
        self._bots = make_bots(bots, len(bots), seed)
        self._heard = 0

    def choice(self) -> int:
        """The choice of the bot whose turn it is."""
        return self._bots[self.match.engine.player].choose(seat_of(self.match))

    def news(self) -> list[Words]:
        """The sentences since the last call."""
        said = self.match.said()
        new, self._heard = said[self._heard :], len(said)
        return new

    def text(self, words: Words) -> str:
        """A sentence in the first language, for comparison."""
        return self.match.game.texts.line(words, None, ())

    def moment(self, number: int, chosen: int | None) -> Moment:
        """The side before a choice, with texts by language."""
        match = self.match
        decision = match.decision
        languages = tuple(match.game.languages)
        texts = match.game.texts
        said = {lang: texts.line(self.said, lang, ()) for lang in languages} if self.said is not None else {}
        commands = self._commands(number)
        if decision is None or chosen is None:
            return Moment(None, {}, (), (), OVER, {}, said, commands)
        option = decision.options[chosen]
        return Moment(
            player=decision.player,
            prompt={lang: decision.prompt_in(lang) for lang in languages},
            options=decision.keys,
            sentences=tuple({lang: one.says(lang) for lang in languages} for one in decision.options),
            key=option.key,
            chosen={lang: option.says(lang) for lang in languages},
            said=said,
            commands=commands,
        )

    def _commands(self, number: int) -> tuple[str, ...]:
        setup = self.match.setup
        show = replay_command(replace(setup, record=self.record.as_posix()), number)
        if self.is_kept:
            return (show,)
        play = replay_command(replace(setup, record=""), number)
        return f"{play} --record {shlex.quote(self.record.as_posix())} --quiet", show

    def write(self) -> None:
        """Plays to the end, and writes the record of the whole game."""
        match = self.match
        while match.decision is not None:
            match.choose(self.choice())
        with replacing(self.record, is_record) as file:
            file.write("\n".join([*match.record(), ""]).encode())


def play_example(rules: tuple[Game, Game], game: int, seed: int, bots: Sequence[str], folder: Path | None) -> Example:
    """Plays a pair until it diverges.

    Args:
        rules: base and variant.
        game: its number in the batch.
        seed: its random seed.
        bots: the bots by seat.
        folder: the folder for the records of both games; None for no records.
    """
    files = [(folder or Path()) / f"game-{game}.{name}.jsonl" for name in SIDES]
    base, variant = (
        _Side(one, seed, tuple(bots), file, folder is not None) for one, file in zip(rules, files, strict=True)
    )
    told = changed = None
    facts: tuple[str, ...] = ()
    while True:
        if told is None and _tell(base, variant):
            told = base.match.number
        if changed is None and (facts := _differing(base, variant)):
            changed = base.match.number
        first, second = base.match.decision, variant.match.decision
        choices = [side.choice() if side.match.decision is not None else None for side in (base, variant)]
        if first is None or second is None or (first.player, first.keys) != (second.player, second.keys):
            break
        if choices[0] != choices[1]:
            break
        for side, choice in zip((base, variant), choices, strict=True):
            assert choice is not None
            side.match.choose(choice)
    same = base.match.number
    is_parted = first is not None or second is not None
    shown = same if is_parted else min((n for n in (told, changed) if n is not None), default=same)
    moments = [side.moment(shown, choice) for side, choice in zip((base, variant), choices, strict=True)]
    if folder:
        for side in (base, variant):
            side.write()
    return Example(game, seed, tuple(bots), same, is_parted, told, changed, facts, *moments)


def _differing(base: _Side, variant: _Side) -> tuple[str, ...]:
    """The declared names of the facts that exist on both sides and differ."""
    first, second = base.match.state.to_dict(), variant.match.state.to_dict()
    return tuple(name for name in first if name in second and first[name] != second[name])


def _tell(base: _Side, variant: _Side) -> bool:
    """True if the sides say something different now; each keeps its first such sentence."""
    for first, second in zip_longest(base.news(), variant.news()):
        if first is None or second is None or base.text(first) != variant.text(second):
            base.said, variant.said = first, second
            return True
    return False
