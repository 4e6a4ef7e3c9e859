"""Random errata and variants: games whose sources differ from their meaning until these amend them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from random import Random
from typing import Any

from random_callables import Acted, Acting, Body
from random_events import Events, Listener
from random_leaves import Callee, Made
from random_sentences import Told
from random_statements import Done, ReturnError, indented
from random_values import BOOL, INT
from random_world import World

AMOUNT = "amount"
"""The parameter of a variant."""
RULES = ("add define", "add effect")
"""Additions of errata, for rules that are not part of a variant and call them."""
GONE = ("remove gone",)
HEADS = ("erratum mended", "erratum fixed", "variant other", "variant more", "variant also")
NUMBERED = re.compile(r"amend (?!fixed_|.*\.(?:size|low|high|copies):)(.*): (-?\d+) -> (-?\d+)")
"""An amendment of a number, whose old value may be anything."""


@dataclass
class Addition:
    """An addition to a rule: its word, the names of the parameters, and the part that contains it."""

    word: str
    names: list[str]
    what: Any
    head: str = HEADS[0]


class Variants(Events):
    """Adds the amendments: `changes` are their lines, apart from those of tables and initial values."""

    def __init__(self, rng: Random) -> None:
        self.changes: list[str] = []
        self.added: dict[str, Addition] = {}
        """Additions that stack, by their first line."""
        errata, variants = [*HEADS[:2]], [*HEADS[2:]]
        rng.shuffle(errata)
        rng.shuffle(variants)
        self.standing = [*errata, *variants]
        """An order of the parts, in which each may say that it comes after one before it."""
        self.order: list[str] = [*HEADS]
        """The parts in the order in which they apply."""
        self.adding = False
        """Whether the rule being generated is one that an erratum adds."""
        self.stands = False
        """Whether something of the rule that is being made is amended, so that nothing may replace it."""
        self.removed: tuple[list[Callee], list[Callee]] = [], []
        """Definitions and effects that a variant removes, which only replaced rules call."""
        super().__init__(rng)
        self.amount = rng.randint(-9, 9) if self.frame.varied and rng.random() < 0.5 else None
        """The type of a variant's parameter, if it has one."""

    def amendments(self) -> tuple[str, tuple[str, ...]]:
        """The sources of errata and variants that together make all changes, and the variants among them."""
        parts: dict[str, list[str]] = {head: [] for head in HEADS}
        groups = list[list[str]]()
        for line in [*self.frame.changes, *self.changes]:
            if line.startswith(" "):
                groups[-1].append(line)
            else:
                groups.append([line])
        adds = any(one.startswith(("add enum", "add table")) for one, *_ in groups)  # earlier parts cannot name these
        self._name_amount(groups)
        told, later = False, dict[str, set[str]]()
        for group in groups:
            names_amount = any(re.search(rf"\b{AMOUNT}\b", line) for line in group)
            told |= names_amount
            heads = HEADS[:2] if group[0].startswith(RULES) else HEADS[2:] if group[0].startswith(GONE) else HEADS
            head = "variant other" if adds or names_amount else self.rng.choice(heads)
            if group[0] in self.added:
                self.added[group[0]].head = head
            elif not adds and (found := NUMBERED.fullmatch(group[0])) and self.rng.random() < 0.4:
                group = self._twice(found, head, parts, later)
            parts[head] += group
        found = {head: lines for head, lines in parts.items() if lines}
        self._sort([*found], later)
        for head, befores in later.items():
            for before in sorted(befores):
                both = {before.split()[0], head.split()[0]} == {"variant"}
                word = "needs" if both and self.rng.random() < 0.3 else "after"
                twice = any(line.startswith("amend") for line in found[before])  # `after` keeps their old values
                found[head] = [f"{'after' if twice else word} {before.split()[1]}", *found[head]]
        names = [head.split()[1] for head in found if head.startswith("variant")]
        given = {"other": f"({AMOUNT}: {self.rng.choice(['Int', '-9..9'])})"} if told else {}
        lines = self._unused(names)
        for head, changes in found.items():
            name = head.split()[1]
            lines += [f'{head}{given.get(name, "")} "{name.capitalize()}":', *indented(changes)]
        self.rng.shuffle(names)
        return "\n".join(lines), tuple(f"{name}({self.amount})" if name in given else name for name in names)

    def _twice(
        self, found: re.Match[str], head: str, parts: dict[str, list[str]], later: dict[str, set[str]]
    ) -> list[str]:
        """A number that one part amends, and a later one again; the lines of the first one."""
        path, before, number = found.groups()
        others = self.standing[self.standing.index(head) + 1 :]
        between = self.rng.choice([one for one in range(-9, 10) if str(one) not in (before, number)])
        if not others:
            return [found.group()]
        last = self.rng.choice(others)
        later.setdefault(last, set()).add(head)
        parts[last].append(f"amend {path}: {self.rng.choice([before, str(between)])} -> {number}")
        return [f"amend {path}: {before} -> {between}"]

    def _sort(self, heads: list[str], later: dict[str, set[str]]) -> None:
        """Brings the parts into the order in which they apply, with further parts that may come later."""
        if len(heads) > 1 and self.rng.random() < 0.4:
            first, second = sorted(self.rng.sample(heads, 2), key=self.standing.index)
            later.setdefault(second, set()).add(first)
        left = sorted(heads, key=lambda head: HEADS.index(head) if head.startswith("erratum") else ord(head[8]) + 99)
        self.order = []
        while left:
            ready = next(head for head in left if not later.get(head, set()).intersection(left))
            self.order.append(ready)
            left.remove(ready)

    def _unused(self, names: list[str]) -> list[str]:
        """A variant that is not chosen."""
        if not self.frame.varied or self.rng.random() < 0.5:
            return []
        excludes = [f"excludes {self.rng.choice(names)}"] if names and self.rng.random() < 0.5 else []
        changes = [*excludes, "amend tiny.initial: 4 -> 9", "before turn(p): tiny = 1", "amend coins.initial: 3 -> 8"]
        return ['variant unused "Unused":', *indented(changes)]

    def _stacked(self, added: list[Addition]) -> list[Addition]:
        """The additions to a rule, in the order in which they apply."""
        return sorted(added, key=lambda one: self.order.index(one.head))

    def _name_amount(self, groups: list[list[str]]) -> None:
        """Writes the parameter where a change has the same number, or sets it to the number of a change."""
        numbered = [group for group in groups if len(group) == 1 and re.fullmatch(r"amend .* -> -?\d", group[0])]
        if self.frame.varied and self.amount is None and numbered and self.rng.random() < 0.5:
            self.amount = int(self.rng.choice(numbered)[0].rpartition(" ")[2])
        for group in numbered:
            before, _, number = group[0].rpartition(" ")
            if int(number) == self.amount and self.rng.random() < 0.7:
                group[0] = f"{before} {AMOUNT}"

    @contextmanager
    def named(self) -> Iterator[None]:
        """Makes the next expression able to read the parameter of the variant."""
        if self.amount is not None:
            self.scope[AMOUNT] = INT
        yield
        self.scope.pop(AMOUNT, None)

    def local(self, type_: str) -> Made | None:
        made = super().local(type_)
        return Made(AMOUNT, lambda w: self.amount) if made is not None and made.text == AMOUNT else made

    def changed(self, make: Callable[[], tuple[list[str], Body]], before: str = "") -> tuple[list[str], Body]:
        """A rule of the sources that the variant replaces; `before` is the path of its card."""
        if not self.frame.varied or self.adding or self.stands or self.rng.random() < 0.6:
            return make()
        scope, variables = dict(self.scope), list(self.vars)
        with self._removed():
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

    # ---- rules that are added or removed
    def added_rule(self, text: str) -> str:
        """What the sources have of a rule that an erratum adds."""
        first, *lines = text.split("\n")
        self.changes += [f"add {first}", *lines]
        return ""

    def doomed(self) -> str:
        """A definition or an effect that a variant removes."""
        params, defines, effects = self.params(), [*self.defines], [*self.effects]
        name = self.name("gone")
        self.adding = True
        if self.rng.random() < 0.5:
            names, declared = self.signature(params)
            result = self.result(params)
            head = f"define {name}{f'({declared})' if names else ''} -> {result}"
            lines, _ = self.computing(head, result)
            self.removed[0].append(Callee(name, params, result, _is_gone))
        else:
            lines = super().effect(name, params, 1).split("\n")
            self.removed[1].append(Callee(name, params, "", _is_gone))
        self.adding, self.defines, self.effects = False, defines, effects
        self.changes.append(f"remove {name}")
        return "\n".join(lines)

    @contextmanager
    def _removed(self) -> Iterator[None]:
        """What is made may call what is removed."""
        defines, effects = self.defines, self.effects
        self.defines, self.effects = [*defines, *self.removed[0]], [*self.removed[1], *effects]
        yield
        self.defines, self.effects = defines, effects

    def effect(self, name: str, params: tuple[str, ...], depth: int, result: str = "") -> str:
        self.adding = self.frame.varied and self.rng.random() < 0.15
        text = super().effect(name, params, depth, result)
        adding, self.adding, self.stands = self.adding, False, False
        return self.added_rule(text) if adding else text

    def resaid(self, path: str, make: Callable[[], Told]) -> tuple[str, Told]:
        """A sentence as the sources have it, and its meaning after all changes."""
        told = make()
        if not self.frame.varied or self.adding or self.rng.random() < 0.75:
            return told.text, told
        before, told = told.text, make()
        if before != told.text:
            self.stands = True
            self.changes.append(f'amend {path}: "{before}" -> "{told.text}"')
        return before, told

    def listening(
        self, event: str, card: str, make: Callable[[], tuple[Listener, list[str]]]
    ) -> tuple[Listener | None, list[str]]:
        if not self.frame.varied or self.rng.random() < 0.5:
            return make()
        with self._removed():
            old = make()[1] if self.rng.random() < 0.6 else []
        if old and self.rng.random() < 0.3:
            self.changes.append(f"remove {self.rng.choice(['Tool.', ''])}{card}.{event}")
            return None, old
        listener, new = make()
        self.changes += [f"{'replace' if old else 'add'} Tool.{card} {new[0]}", *new[1:]]
        return listener, old

    def define(self) -> str:
        """A definition, to which conditions may be added."""
        self.adding = self.frame.varied and self.rng.random() < 0.15
        text = super().define()
        text, self.adding = self.added_rule(text) if self.adding else text, False
        made, added = self.defines.pop(), list[Addition]()
        for _ in range(self.rng.choice([0, 1, 1, 2]) if self.frame.varied and made.result == BOOL else 0):
            word = self.rng.choice(["restrict", "allow"])
            names, _ = self.signature(made.params)
            with self.named():
                test = self.of(BOOL, 2)
            given = f"({', '.join(names)})" if names else ""
            self.changes.append(f"{word} {made.name}{given}: {test.text}")
            added.append(Addition(word, names, test))
            self.added[self.changes[-1]] = added[-1]
        plain = made.value

        def decided(w: World, *told: Any) -> Any:
            value = plain
            for one in self._stacked(added):
                value = _decided(value, one.word, one.names, one.what)
            return value(w, *told)

        self.defines.append(made._replace(value=decided) if added else made)
        return text

    def around(self, name: str, params: tuple[str, ...], act: Acting) -> Acting:
        """An effect, before and after which more may happen."""
        added = list[Addition]()
        stays = not self.frame.varied or self.emits_queued or name.startswith("gone")
        for _ in range(0 if stays else self.rng.choice([0, 1, 1, 2])):
            word, (names, _) = self.rng.choice(["before", "after"]), self.signature(params)
            self.returns = ""
            with self.named():
                more = self.block(0)
            if self.emits_queued:
                break
            told = "" if name in ("setup", "play") else f"({', '.join(names)})"
            line = f"{word} {name}{told}:"
            while line in self.added:  # effects of setup have no names to distinguish them
                line += " "
            self.changes += [line, *indented(more.lines)]
            added.append(Addition(word, names, more))
            self.added[line] = added[-1]

        def run(w: World, *given: Any) -> Acted:
            whole = act
            for one in self._stacked(added):
                whole = joined(whole, one.word, one.names, one.what)
            return whole(w, *given)

        return run if added else act


def _is_gone(*_: Any) -> Any:
    raise AssertionError("what is removed is not called")


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
