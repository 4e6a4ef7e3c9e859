"""Tutorial pages as tests: every step of a page is applied to a copy of the game.

A comment above a block says what it is:

    <!-- there in FILE -->     these lines stand in the file
    <!-- change in FILE -->    a diff: lines with `-` stand there, lines with `+` take their place
    <!-- new FILE -->          a file of the game, as it is written
    <!-- added to FILE -->     these lines are put below the file
    <!-- variant FILE -->      a file with a variant, chosen from here on
    <!-- wrong in FILE -->     a diff that gives a message, and is taken back
    <!-- message -->           what the compiler says to it
    <!-- card KEY -->          title and text of a card, as they are now; it can be printed
"""

from __future__ import annotations

import re
from pathlib import Path

from fenced import Block, blocks_of, built_of, card_text, failures, play_out, rules_of
from regelwerk_compiler.driver import CheckResult, Options, check_game, compile_checked
from regelwerk_dsl.diagnostics import Diagnostics
from regelwerk_dsl.render import render_all
from regelwerk_printables.design import load_design


def apply_change(text: str, diff: str) -> str:
    """A text with a diff applied. An empty line of the diff stands in both."""
    lines = [line if line.strip() else f" {line}" for line in diff.splitlines(keepends=True)]
    old = "".join(line[1:] for line in lines if line[0] in "- ")
    new = "".join(line[1:] for line in lines if line[0] in "+ ")
    assert text.count(old) == 1, f"{text.count(old)} times there: {old}"
    return text.replace(old, new)


def without_lines(message: str) -> list[str]:
    """A message without line numbers, which change with any edit above."""
    bare = re.sub(r":\d+:\d+|\bline \d+", "", message.strip())
    return [re.sub(r"^ *\d* *(\||-->)", r"\1", line).rstrip() for line in bare.splitlines()]


class Workshop:
    """The copies, and what was done to them.

    Attributes:
        top: the folder that stands for the project.
        game: the game that was changed last, below `top`.
        scenarios: names of the scenarios that the page has added to it.
    """

    def __init__(self, top: Path) -> None:
        self.top = top
        self.game = ""
        self.scenarios: list[str] = []
        self.variants: tuple[str, ...] = ()
        self.message = ""
        self._known: CheckResult | None = None  # of the files as they are

    def follow(self, page: Path) -> None:
        """Carries out the page, block by block."""
        for block in blocks_of(page):
            if isinstance(block, Block) and block.mark:
                word, _, rest = block.mark.partition(" ")
                rest = rest.removeprefix("in ").removeprefix("to ")
                try:
                    getattr(self, f"_{word}")(block.text, rest)
                except AssertionError as error:
                    raise AssertionError(f"{page.name}:{block.line}: {block.mark}\n{error}") from error

    def finish(self) -> None:
        """Checks that the game changed last still compiles, its added scenarios pass, and it can be played."""
        result = compile_checked(self._checked(), self._options)
        rules, scenarios = rules_of(result)
        assert failures(rules, tuple(one for one in scenarios if one.name in self.scenarios)) == []
        play_out(rules)

    @property
    def _options(self) -> Options:
        return Options(variants=self.variants)

    def _checked(self) -> CheckResult:
        if self._known is None:
            self._known = check_game(self.top / self.game, self._options)
        return self._known

    def _write(self, path: Path, text: str) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        self._known = None

    def _file(self, name: str) -> Path:
        game = next(str(above) for above in Path(name).parents if (self.top / above / "game.yaml").is_file())
        if game != self.game:
            self.game, self.scenarios, self.variants, self._known = game, [], (), None
        return self.top / name

    # ---- kinds of blocks ---------------------------------------------------------------------------------------------

    def _there(self, text: str, name: str) -> None:
        assert text in self._file(name).read_text(encoding="utf-8")

    def _change(self, text: str, name: str) -> None:
        path = self._file(name)
        self._write(path, apply_change(path.read_text(encoding="utf-8"), text))

    def _new(self, text: str, name: str) -> None:
        self._write(self._file(name), text)

    def _added(self, text: str, name: str) -> None:
        path = self._file(name)
        self._write(path, f"{path.read_text(encoding='utf-8')}\n{text}")
        self.scenarios += re.findall(r"^scenario (\w+)", text, re.MULTILINE)

    def _variant(self, text: str, name: str) -> None:
        path = self.top / name
        self._write(path, text)
        self.variants = (*self.variants, str(path))

    def _wrong(self, text: str, name: str) -> None:
        path = self._file(name)
        before = path.read_text(encoding="utf-8")
        self._change(text, name)
        self.message = render_all(self._checked().diagnostics).replace(f"{self.top.as_posix()}/", "")
        self._write(path, before)

    def _message(self, text: str, _: str) -> None:
        assert without_lines(text) == without_lines(self.message), f"the compiler says:\n{self.message}"

    def _card(self, text: str, key: str) -> None:
        built, found = built_of(self._checked()), Diagnostics()
        assert text == card_text(built, key)
        design = load_design(self.top / self.game, found)
        printed = design.cards(built, "en", found, only={key})
        assert [card.key for card in printed] == [key], render_all(found.items)
        assert not found.has_errors, render_all(found.items)
