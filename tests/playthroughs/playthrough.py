"""Whole seeded games as readable text, for comparing play before and after a change.

The text holds the beginning, the decisions and the outcome. A short game is shown in full; of a long one the first
decisions are, followed by the changes of the state in each stretch of decisions, with a hash for each decision. The
hash covers the player, the prompt and all options in every language of the game, the choice, the sentences in every
language and the whole state afterwards. The views of all players are hashed once for each stretch. Because one game
does not use every card, each definition of a card has a hash of its values, names and texts as well.

`python tests/playthroughs/playthrough.py GAME NUMBER` prints one decision in full.
"""

from __future__ import annotations

import json
import random
import re
import sys
import textwrap
from dataclasses import dataclass
from difflib import unified_diff
from functools import cached_property
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any

import regelwerk
from state_changes import changes, whole

SEED = 1
WIDTH = 140
OPTIONS = 12  # the number of options of a decision that are printed
WHOLE = 450  # a game of at most so many lines is shown in full
FIRST = 30  # the number of decisions of a longer game that are
STRETCH = 100  # decisions per summary
IN_LINE = 10  # hashes per line
SUMMED = 8  # lines of changes in a summary
HASH = re.compile(r"^#(\d+) \[(\w+)\]|^ +(\d+): ((?: ?[0-9a-f]{8})+)$", re.MULTILINE)


def digest(data: Any) -> str:
    """Eight hexadecimal digits for plain data; HIDDEN is replaced by its name."""
    text = json.dumps(data, ensure_ascii=False, sort_keys=True, default=repr)
    return sha256(text.encode()).hexdigest()[:8]


@dataclass(frozen=True, slots=True)
class Played:
    """One decision and what came of it.

    Attributes:
        number: of the decision, from 1.
        player: who decided.
        prompts, options, said: in each language of the game; the options without their keys.
        keys: of the options.
        choice: the key that was chosen.
        state: after the choice.
        views: a hash for all players' views after the choice.
    """

    number: int
    player: int | None
    prompts: list[str]
    keys: list[str]
    options: list[list[str]]
    choice: str
    said: list[list[str]]
    state: dict[str, Any]
    views: str

    @property
    def digest(self) -> str:
        """The hash of everything but the views."""
        content = [self.player, self.prompts, self.keys, self.options, self.choice, self.said, self.state]
        return digest(content)

    def lines(self, before: dict[str, Any], limit: int | None = OPTIONS) -> list[str]:
        """The decision for reading; `before` is the state before it, `limit` how many options are shown."""
        found = [f"#{self.number} [{self.digest}] player {self.player}: {self.prompts[0]}"]
        shown = list(zip(self.keys, self.options[0], strict=True))[:limit]
        found += [f"  {'>' if key == self.choice else '-'} {key}: {text}" for key, text in shown]
        if len(self.keys) > len(shown):
            found.append(f"    and {len(self.keys) - len(shown)} more")
            if self.choice not in self.keys[: len(shown)]:
                found.append(f"  > {self.choice}: {self.options[0][self.keys.index(self.choice)]}")
        found += [f'  "{line}"' for line in self.said[0]]
        return found + [wrapped for line in changes(before, self.state) for wrapped in _wrapped(line)]


@dataclass(frozen=True)
class Playthrough:
    """A whole game, played by choosing random options.

    Attributes:
        head: lines that say what was played.
        start: the state at the first decision.
        said: the sentences of setup in each language.
        played: the decisions.
        outcome: as plain data.
        is_replayed: whether the record, played again, ends in the same position with the same outcome and log.
    """

    head: list[str]
    start: dict[str, Any]
    said: list[list[str]]
    played: list[Played]
    outcome: dict[str, Any]
    is_replayed: bool

    @cached_property
    def text(self) -> str:
        """The golden file."""
        lines = [*self.head, f"setup [{digest([self.said, self.start])}]", *(f'  "{line}"' for line in self.said[0])]
        lines += [wrapped for line in whole(self.start) for wrapped in _wrapped(line)]
        content = [["", *self.detail(one.number)] for one in self.played]
        if sum(map(len, content)) > WHOLE:
            content = content[:FIRST]
        lines += [line for one in content for line in one]
        lines += [
            "",
            f"views of decisions 1 to {len(content)}: {digest([one.views for one in self.played[: len(content)]])}",
        ]
        for first in range(len(content), len(self.played), STRETCH):
            lines += ["", *self._summary(first, self.played[first : first + STRETCH])]
        lines += ["", "outcome", *(f"  {name}: {value}" for name, value in self.outcome.items())]
        return "\n".join(lines) + "\n"

    def detail(self, number: int, limit: int | None = OPTIONS) -> list[str]:
        """The lines of a decision by its number."""
        before = self.played[number - 2].state if number > 1 else self.start
        return self.played[number - 1].lines(before, limit)

    def explain(self, wanted: str) -> str:
        """The differences from another text of the game: the first decision that differs, and part of the diff."""
        old, now = _digests(wanted), _digests(self.text)
        number = next((n for n in range(1, max(len(old), len(now)) + 1) if old.get(n) != now.get(n)), None)
        lines = []
        if number is None:
            lines.append("no decision differs, but other parts do:")
        elif number not in now:
            lines.append(f"the game is over before decision {number}, which there was:")
        else:
            count = sum(old.get(n) != one for n, one in now.items())
            lines += [f"decision {number} is the first of {count} that differ; it is now:", *self.detail(number), ""]
        diff = unified_diff(wanted.splitlines(), self.text.splitlines(), "golden", "now", lineterm="", n=1)
        return "\n".join([*lines, *islice(diff, 60)])

    def _summary(self, first: int, part: list[Played]) -> list[str]:
        """The changes in a stretch of decisions, and the hash of each."""
        lines = [f"decisions {part[0].number} to {part[-1].number}, views {digest([one.views for one in part])}"]
        said = [line for one in part for line in one.said[0]]
        lines += [f'  "{said[-1]}"'] if said else []
        changed = changes(self.played[first - 1].state, part[-1].state)
        lines += ["    " + textwrap.shorten(line, WIDTH, placeholder=" …") for line in changed[:SUMMED]]
        lines += [f"    and {len(changed) - SUMMED} more"] if len(changed) > SUMMED else []
        for at in range(0, len(part), IN_LINE):
            row = part[at : at + IN_LINE]
            lines.append(f"  {row[0].number:5}: {' '.join(one.digest for one in row)}")
        return lines


def playthrough(folder: Path) -> Playthrough:
    """Plays the game of a folder from its beginning to its end."""
    game = regelwerk.load(str(folder))
    languages = game.languages
    match = game.start(seed=SEED)
    start = match.state.to_dict()
    players = range(game.seats())
    rng = random.Random(SEED)
    made: list[tuple[Any, ...]] = []
    counts = [len(match.said())]
    while (decision := match.decision) is not None:
        prompts = [decision.prompt_in(language) for language in languages]
        keys = [option.key for option in decision.options]
        options = [[option.says(language) for option in decision.options] for language in languages]
        choice = rng.randrange(len(keys))
        match.choose(choice)
        views = digest([match.view(player).to_dict() for player in players])
        made.append((decision.player, prompts, keys, options, keys[choice], match.state.to_dict(), views))
        counts.append(len(match.said()))
    logs = [match.log(language) for language in languages]
    played = []
    for number, (player, prompts, keys, options, choice, state, views) in enumerate(made, 1):
        said = [log[counts[number - 1] : counts[number]] for log in logs]
        played.append(Played(number, player, prompts, keys, options, choice, said, state, views))
    again = game.replay(match.record())
    return Playthrough(
        head=[
            f"game: {game.name}",
            f"players: {len(players)}",
            f"seed: {SEED}",
            "bots: each chooses any option, from random.Random(seed)",
            f"languages: {', '.join(languages)}",
            f"decisions: {len(played)}",
            "",
            *_cards(game),
        ],
        start=start,
        said=[log[: counts[0]] for log in logs],
        played=played,
        outcome=match.outcome.to_dict(),
        is_replayed=(again.to_bytes(), again.outcome, again.log()) == (match.to_bytes(), match.outcome, match.log()),
    )


def _cards(game: regelwerk.Game) -> list[str]:
    """The key of each card with a hash of everything that programs and people can read about it."""
    found = []
    for card in game.cards.values():
        words = [[card.name(language), card.text(language)] for language in game.languages]
        found.append(f"{card.key}={digest([card.type, card.copies, card.fields, card.cites, words])}")
    return ["cards", *_wrapped(", ".join(found)), ""] if found else []


def _digests(text: str) -> dict[int, str]:
    """The hash of each decision in a text."""
    found = {}
    for number, one, first, row in HASH.findall(text):
        if number:
            found[int(number)] = one
        else:
            found |= dict(enumerate(row.split(), int(first)))
    return found


def _wrapped(line: str) -> list[str]:
    return textwrap.wrap(
        line, WIDTH, initial_indent="    ", subsequent_indent="        ", break_long_words=False, break_on_hyphens=False
    )


if __name__ == "__main__":
    wanted_game, wanted_number = sys.argv[1:]
    found_folder = next(path.parent for path in Path("cards").rglob("game.yaml") if path.parent.name == wanted_game)
    print("\n".join(playthrough(found_folder).detail(int(wanted_number), limit=None)))
