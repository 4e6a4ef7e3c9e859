"""A variant at random: games whose sources say something else than they mean, until the variant amends them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from random import Random
from typing import Any

from random_callables import Acted, Acting, Body
from random_events import Events, Listener
from random_leaves import Made
from random_statements import Done, ReturnError, indented
from random_values import BOOL, INT
from random_world import World

AMOUNT, TOGETHER = "amount", "&"
"""The parameter of a variant, and what stands before a change that stands with the one before it."""


class Variants(Events):
    """Makes the amendments too: `changes` are their lines beside those of tables and first values."""

    def __init__(self, rng: Random) -> None:
        self.changes: list[str] = []
        super().__init__(rng)
        self.amount = rng.randint(-9, 9) if self.frame.varied and rng.random() < 0.5 else None
        """What the parameter of a variant is, if it has one."""

    def amendments(self) -> tuple[str, tuple[str, ...]]:
        """The sources of an erratum and two variants that together change everything, and the variants among them."""
        parts: dict[str, list[str]] = {"erratum mended": [], "variant other": [], "variant more": []}
        groups = list[list[str]]()
        for line in [*self.frame.changes, *self.changes]:
            if line.startswith((" ", TOGETHER)):
                groups[-1].append(line.removeprefix(TOGETHER))
            else:
                groups.append([line])
        adds = any(one.startswith(("add enum", "add table")) for one, *_ in groups)  # what an earlier part cannot name
        self._name_amount(groups)
        told = False
        for group in groups:
            names_amount = any(re.search(rf"\b{AMOUNT}\b", line) for line in group)
            told |= names_amount
            head = "variant other" if adds or names_amount else self.rng.choice([*parts])
            parts[head] += group
        found = {head: lines for head, lines in parts.items() if lines}
        names = [head.split()[1] for head in found if head.startswith("variant")]
        if len(names) == 2 and self.rng.random() < 0.4:
            found["variant more"].insert(0, self.rng.choice(["after other", "needs other"]))
        given = {"other": f"({AMOUNT}: {self.rng.choice(['Int', '-9..9'])})"} if told else {}
        lines = list[str]()
        for head, changes in found.items():
            name = head.split()[1]
            lines += [f'{head}{given.get(name, "")} "{name.capitalize()}":', *indented(changes)]
        return "\n".join(lines), tuple(f"{name}({self.amount})" if name in given else name for name in names)

    def _name_amount(self, groups: list[list[str]]) -> None:
        """Writes the parameter where a change has the same number, or gives it one that a change has."""
        numbered = [group for group in groups if len(group) == 1 and re.fullmatch(r"amend .* -> -?\d+", group[0])]
        if self.frame.varied and self.amount is None and numbered and self.rng.random() < 0.5:
            self.amount = int(self.rng.choice(numbered)[0].rpartition(" ")[2])
        for group in numbered:
            before, _, number = group[0].rpartition(" ")
            if int(number) == self.amount and self.rng.random() < 0.7:
                group[0] = f"{before} {AMOUNT}"

    @contextmanager
    def named(self) -> Iterator[None]:
        """What is made may read the parameter of the variant."""
        if self.amount is not None:
            self.scope[AMOUNT] = INT
        yield
        self.scope.pop(AMOUNT, None)

    def local(self, type_: str) -> Made | None:
        made = super().local(type_)
        return Made(AMOUNT, lambda w: self.amount) if made is not None and made.text == AMOUNT else made

    def changed(self, make: Callable[[], tuple[list[str], Body]], before: str = "") -> tuple[list[str], Body]:
        """A rule that the sources give and the variant replaces; `before` is the path of its card."""
        if not self.frame.varied or self.rng.random() < 0.6:
            return make()
        scope, variables = dict(self.scope), list(self.vars)
        old, _ = make()
        self.scope, self.vars = scope, variables
        with self.named():
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
        made, together = self.defines.pop(), ""
        for _ in range(self.rng.choice([0, 1, 1, 2]) if self.frame.varied and made.result == BOOL else 0):
            word = self.rng.choice(["restrict", "allow"])
            names, _ = self.signature(made.params)
            with self.named():
                test = self.of(BOOL, 2)
            given = f"({', '.join(names)})" if names else ""
            self.changes.append(f"{together}{word} {made.name}{given}: {test.text}")
            made, together = made._replace(value=_decided(made.value, word, names, test)), TOGETHER
        self.defines.append(made)
        return text

    def around(self, name: str, params: tuple[str, ...], act: Acting) -> Acting:
        """An effect, before and after which more may happen."""
        together = ""
        for _ in range(self.rng.choice([0, 1, 1, 2]) if self.frame.varied and not self.emits_queued else 0):
            word, (names, _) = self.rng.choice(["before", "after"]), self.signature(params)
            self.returns = ""
            with self.named():
                more = self.block(0)
            if self.emits_queued:
                return act
            told = "" if name in ("setup", "play") else f"({', '.join(names)})"
            self.changes += [f"{together}{word} {name}{told}:", *indented(more.lines)]
            act, together = joined(act, word, names, more), TOGETHER
        return act


def _decided(value: Callable[..., Any], word: str, names: list[str], test: Made) -> Callable[..., Any]:
    """A condition that a further one restricts, or allows."""

    def decided(w: World, *given: Any) -> bool:
        answer = bool(value(w, *given))
        if answer is (word == "allow"):
            return answer
        with w.calling(dict(zip(names, given, strict=True))):
            return bool(test.value(w))

    return decided


def joined(act: Acting, word: str, names: list[str], more: Done) -> Acting:
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
