"""Fenced examples of a page as games: compiled, their scenarios run, played to the end.

The blocks under one heading of the second level make one game. A comment above a block says what is different:

    <!-- new game -->        another game begins here
    <!-- error E0302 -->     the block is refused with this code and left out of the game
    <!-- warning W0706 -->   the block is accepted with this warning
    <!-- variant rich -->    the block is tried with this variant (or several) on top of those before it, its scenarios
                             hold, and it is left out of the game
    <!-- without price -->   the same without an erratum
    <!-- file fish.csv -->   the block (of any language) is this file of the game
    <!-- card heat -->       title and text of a card of the game
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from regelwerk_compiler.build import build
from regelwerk_compiler.checked.game import CheckedGame
from regelwerk_compiler.driver import CheckResult, CompileResult, Options, compile_game
from regelwerk_dsl.render import render_all
from regelwerk_runtime.match import Match
from regelwerk_runtime.sandbox import GAME_MODULE, run_module, run_scenarios
from regelwerk_runtime.scenario import run_scenario

FRAME = {
    "players": "players 2..4\n",
    "play": "play at most 1_000:\n    finish\n",
    "outcome": "outcome for p:\n    most 0\n",
}
"""Declarations that a game needs and a fragment leaves out."""

_BLOCK = re.compile(
    r"^##(?!#) (?P<heading>.+)$"
    r"|(?:^<!-- (?P<mark>.+) -->\n+)?^```(?P<language>\w*)\n(?P<text>(?:.*\n)*?)```$",
    re.MULTILINE,
)


@dataclass
class Block:
    """A fenced block: its text, the line where it begins, and what the comment above it says."""

    text: str
    line: int
    language: str
    mark: str = ""


@dataclass
class Example:
    """The blocks that make one game. Trials are tried on top of the blocks before them, and are left out of it."""

    name: str
    line: int
    blocks: list[Block] = field(default_factory=list)
    files: list[Block] = field(default_factory=list)
    cards: list[Block] = field(default_factory=list)
    trials: list[tuple[Block, int]] = field(default_factory=list)  # with the number of blocks before it

    def sources(self, count: int | None = None, extra: str = "") -> dict[str, str]:
        """The files of the game, with the first `count` blocks."""
        text = "\n\n".join([block.text for block in self.blocks[:count]] + [extra])
        frame = [words for begin, words in FRAME.items() if not re.search(rf"^{begin}\b", text, re.MULTILINE)]
        catalogues = re.findall(r"(\w+)\.po", " ".join(block.mark for block in self.files))
        languages = dict.fromkeys(["en", *catalogues])
        found = {
            "game.yaml": "name: example\ntitle: Example\nsources: [example.regel, frame.regel]\n"
            f"languages: [{', '.join(languages)}]\n",
            "example.regel": text,
            "frame.regel": "\n".join(frame),
        }
        for block in self.files:
            found[block.mark.removeprefix("file ")] = block.text
        return found


def blocks_of(page: Path) -> Iterator[Block | str]:
    """The fenced blocks of a page in order, interspersed with its headings of the second level."""
    text = page.read_text(encoding="utf-8")
    for found in _BLOCK.finditer(text):
        if found["heading"]:
            yield found["heading"]
        else:
            yield Block(found["text"], text.count("\n", 0, found.start("text")), found["language"], found["mark"] or "")


def examples_of(page: Path) -> list[Example]:
    """The games of a page."""
    found: list[Example] = []
    heading = page.stem
    fresh = True
    for block in blocks_of(page):
        if isinstance(block, str):
            heading, fresh = block, True
            continue
        if block.language != "regel" and not block.mark.startswith(("file ", "card ")):
            continue
        if fresh or block.mark == "new game":
            found.append(Example(f"{heading} (line {block.line})", block.line))
            fresh = False
        example = found[-1]
        if block.mark.startswith("file "):
            example.files.append(block)
        elif block.mark.startswith("card "):
            example.cards.append(block)
        elif block.mark.startswith(("error ", "variant ", "without ")):
            example.trials.append((block, len(example.blocks)))
        else:
            example.blocks.append(block)
    return found


def compile_files(folder: Path, files: dict[str, str], options: Options | None = None) -> CompileResult:
    """Writes the files of a game and compiles it."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return compile_game(folder, options)


def built_of(checked: CheckResult) -> CheckedGame:
    """The checked game without errors, as the code for paper reads it."""
    assert checked.game is not None and checked.texts is not None, render_all(checked.diagnostics)
    return build(checked.game, checked.texts)


def card_text(game: CheckedGame, key: str) -> str:
    """Title and text of a card in English, one line each."""
    card = game.cards_by_key[key]
    return f"{card.names['en']}\n{card.texts['en']}\n"


def rules_of(result: CompileResult) -> tuple[Any, tuple[Any, ...]]:
    """The compiled game and its scenarios."""
    assert result.module is not None and result.scenarios is not None, render_all(result.diagnostics)
    namespace = run_module(result.module, GAME_MODULE)
    helped = run_module(result.helped, GAME_MODULE) if result.helped else namespace
    return namespace["GAME"], run_scenarios(result.scenarios, helped)


def failures(rules: Any, scenarios: tuple[Any, ...]) -> list[str]:
    """The failures of the scenarios, one line each."""
    results = [run_scenario(rules, scenario) for scenario in scenarios]
    return [f"{one.name} {one.where}: {'; '.join(one.why)}" for one in results if not one.passed]


def play_out(rules: Any, seed: int = 1) -> Match:
    """Plays a random game to its end with every check on; errors are raised."""
    match = Match.start(rules, rules.players[0], seed, checked=True)
    luck = Random(seed)
    while match.decision is not None:
        match.choose(luck.randrange(len(match.decision.options)))
    return match
