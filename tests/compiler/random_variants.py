"""A variant at random: games whose sources say something else than they mean, until the variant amends them."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any

from random_callables import Acted, Acting, Body
from random_events import Events, Listener
from random_frame import BOOL
from random_statements import Done, ReturnError, indented
from random_world import World


class Variants(Events):
    """Makes the amendments too: `changes` are their lines beside those of tables and first values."""

    def __init__(self, rng: Random) -> None:
        self.changes: list[str] = []
        super().__init__(rng)

    def amendments(self) -> tuple[str, tuple[str, ...]]:
        """The sources of an erratum and two variants that together change everything, and the variants among them."""
        parts: dict[str, list[str]] = {
            'erratum mended "Mended"': [],
            'variant other "Other"': [],
            'variant more "More"': [],
        }
        lines = [*self.frame.changes, *self.changes]
        adds = any(line.startswith(("add enum", "add table")) for line in lines)  # what an earlier part cannot name
        head = 'variant other "Other"'
        for line in lines:
            head = head if adds or line.startswith(" ") else self.rng.choice([*parts])
            parts[head].append(line)
        found = {head: lines for head, lines in parts.items() if lines}
        names = tuple(head.split()[1] for head in found if head.startswith("variant"))
        return "\n".join(line for head, lines in found.items() for line in [f"{head}:", *indented(lines)]), names

    def changed(self, make: Callable[[], tuple[list[str], Body]], before: str = "") -> tuple[list[str], Body]:
        """A rule that the sources give and the variant replaces; `before` is the path of its card."""
        if not self.frame.varied or self.rng.random() < 0.6:
            return make()
        scope, variables = dict(self.scope), list(self.vars)
        old, _ = make()
        self.scope, self.vars = scope, variables
        new, body = make()
        name, _, expression = new[0].removeprefix("define ").partition(" = ")
        if not before and len(old) == len(new) == 1 and "effect" not in new[0] and self.rng.random() < 0.5:
            path = name.partition("(")[0].partition(" ")[0]
            self.changes.append(f"amend {path}: {old[0].partition(' = ')[2]} -> {expression}")
        else:
            self.changes += [f"replace {before}{new[0]}", *new[1:]]
        return old, body

    def listening(self, card: str, make: Callable[[], tuple[Listener, list[str]]]) -> tuple[Listener, list[str]]:
        if not self.frame.varied or self.rng.random() < 0.5:
            return make()
        old = make()[1] if self.rng.random() < 0.5 else []
        listener, new = make()
        self.changes += [f"{'replace' if old else 'add'} Tool.{card} {new[0]}", *new[1:]]
        return listener, old

    def define(self) -> str:
        """A definition, which conditions may be added to."""
        text = super().define()
        made = self.defines.pop()
        if self.frame.varied and made.result == BOOL and self.rng.random() < 0.5:
            word = self.rng.choice(["restrict", "allow"])
            names, _ = self.signature(made.params)
            test = self.of(BOOL, 2)
            given = f"({', '.join(names)})" if names else ""
            self.changes.append(f"{word} {made.name}{given}: {test.text}")

            def value(w: World, *given: Any) -> bool:
                answer = made.value(w, *given)
                if answer is (word == "allow"):
                    return answer
                with w.calling(dict(zip(names, given, strict=True))):
                    return bool(test.value(w))

            self.defines.append(made._replace(value=value))
        else:
            self.defines.append(made)
        return text

    def around(self, name: str, params: tuple[str, ...], act: Acting) -> Acting:
        """An effect, before and after which more may happen."""
        if not self.frame.varied or self.emits_queued or self.rng.random() < 0.5:
            return act
        word, (names, _) = self.rng.choice(["before", "after"]), self.signature(params)
        self.returns = ""
        more = self.block(0)
        if self.emits_queued:
            return act
        self.changes += [f"{word} {name}({', '.join(names)}):", *indented(more.lines)]
        return _joined(act, word, names, more)


def _joined(act: Acting, word: str, names: list[str], more: Done) -> Acting:
    """An effect with a block before or after it."""

    def run(w: World, *given: Any) -> Acted:
        def also() -> Acted:
            with w.calling(dict(zip(names, given, strict=True))), suppress(ReturnError):
                yield from more.run(w)

        if word == "before":
            yield from also()
        answer = yield from act(w, *given)
        if word == "after":
            yield from also()
        return answer

    return run
