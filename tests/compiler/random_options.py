"""Random choices of options: with binders, with conditions alone, and with effects that are called."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Set
from typing import Any, NamedTuple

from random_choices import DECLINE, Choices
from random_hints import NO_HINTS, Hints
from random_leaves import Made
from random_sentences import Told
from random_statements import Advice, Asked, Done, Play, indented
from random_values import BOOL, INT, PLAYER, SET, TOOL, Said
from random_world import Piece, Value, World


class Binder(NamedTuple):
    """A binder of an option: its name, its type, the members in their order, and the condition after it."""

    name: str
    kind: str
    listed: Value
    test: Made | None
    piled: bool = False


class Option(NamedTuple):
    """An option: the word of its key, its binders, its condition, its effect, and its words."""

    word: str
    binders: list[Binder]
    test: Made | None
    then: Callable[[World], Play]
    words: Told
    hints: Hints = NO_HINTS
    first: Callable[[World], Play] | None = None
    """The effect on offer, which runs before the statements below the option."""
    asked: Any = None
    """Further questions below the option in a simultaneous choice."""


Taken = tuple[Option, dict[str, Any]] | None
"""The option that is taken and the values of its binders; none if nothing is taken."""


class OneOf(NamedTuple):
    """A choice of options: its lines by player, how he is asked, and what happens if he takes none."""

    lines: Callable[[str], list[str]]
    ask: Callable[[World, int], Generator[Asked, int, Taken]]
    otherwise: Done


class Options(Choices):
    """Adds these choices."""

    def asking(self) -> list[Callable[[int, str, bool], Done]]:
        return [*super().asking(), self._options, self._options]

    def surely(self, depth: int, loop: bool) -> Done:
        return self._options(depth, "", loop, ending="leave")

    def _options(self, depth: int, _: str, loop: bool, *, ending: str = "") -> Done:
        """One of several options; the last is always there, or one may decline, or there is an alternative."""
        ending = ending or self.rng.choice(["leave", "leave", "may", "otherwise"])
        player = self.of(PLAYER, 2)
        asking = self.one_of(depth, loop, ending)
        head, *lines = asking.lines(player.text)

        def run(w: World) -> Play:
            taken = yield from asking.ask(w, player.value(w))
            if taken is None:
                yield from asking.otherwise.run(w)
            else:
                option, found = taken
                w.locals |= found
                if option.first is not None:
                    yield from option.first(w)
                yield from option.then(w)

        return Done([head, *lines], run)

    def below(self, depth: int, loop: bool) -> tuple[Done, Any]:
        """The statements below an option, and further questions there in a simultaneous choice."""
        return self.block(depth, loop=loop), None

    def one_of(self, depth: int, loop: bool, ending: str) -> OneOf:
        """A choice of options.

        Args:
            depth: of what an option does.
            loop: whether it stands in a loop.
            ending: whether the last option is always there, `leave`, the choice can be declined, `may`, or something
                else happens where there is no option, `otherwise`.
        """
        question, lines, options = self.question(), list[str](), list[Option]()
        for _ in range(self.rng.randint(1, 3)):
            make = self.rng.choice([self._bound, self._bound, self._single, self._called])
            option, text = make(depth, loop, {one.word for one in options})
            options.append(option)
            lines += text
        otherwise = self.block(0, loop=loop)  # the effect of the last option, which is always there
        if ending == "leave":
            word, words = self.name("leave"), self.text("leave", [])
            options.append(Option(word, [], None, otherwise.run, words))
            lines += [f'{word} "{words.text}":', *indented(otherwise.lines)]
        of_none = self.hints(declines=True, options=False) if ending == "may" else NO_HINTS
        lines = [*indented(lines), *([] if ending == "leave" else ["otherwise:", *indented(otherwise.lines)])]
        scope, may = dict(self.scope), "may " if ending == "may" else ""

        def ask(w: World, who: int) -> Generator[Asked, int, Taken]:
            offered = [(option, found) for option in options for found in self._offered(w, option, scope)]
            if not offered:
                return None
            keys, texts = self._keys(offered), [_words(w, option, found) for option, found in offered]
            keys, texts = [*keys, *(["none"] if may else [])], [*texts, *([DECLINE] if may else [])]

            def advice() -> list[Advice]:
                told = [option.hints.of(w, [found])[0] for option, found in offered]
                return [*told, *of_none.of(w, [], declining=bool(may))]

            index = yield Asked(who, keys, texts, question.said(w), advice=advice)
            return offered[index] if index < len(offered) else None

        def written(player: str) -> list[str]:
            return [f"{may}choose by {player}{question.text}{of_none.text}:", *lines]

        return OneOf(written, ask, otherwise)

    def _keys(self, offered: list[tuple[Option, dict[str, Any]]]) -> list[str]:
        """The keys of options; among those with the same key the copies of a card are numbered."""
        keys = list[str]()
        copies: dict[tuple[str, ...], list[int]] = {}
        for option, found in offered:
            parts = [self.frame.key(binder.kind, found[binder.name]) for binder in option.binders]
            if option.binders and option.binders[0].kind == TOOL:
                known, card = copies.setdefault((option.word, *parts), []), found[option.binders[0].name]
                known.append(card)
                parts[0] += f".{len(known)}" if len(known) > 1 else ""
            keys.append(f"{option.word}({', '.join(parts)})" if parts else option.word)
        return keys

    def _offered(self, w: World, option: Option, scope: dict[str, str]) -> list[dict[str, Any]]:
        """The values of an option's binders, for each time that it is offered."""
        found = list[dict[str, Any]]()
        scope = scope | {binder.name: binder.kind for binder in option.binders}

        def through(at: int) -> Iterator[None]:
            if at == len(option.binders):
                yield
                return
            binder = option.binders[at]
            for member in list(binder.listed(w)):
                w.round()
                w.locals[binder.name] = member
                if at + 1 < len(option.binders) or all(b.test is None or b.test.value(w) for b in option.binders):
                    yield from through(at + 1)
            w.locals.pop(binder.name, None)

        for _ in through(0):
            if option.test is None or option.test.value(w):
                found.append({binder.name: w.locals[binder.name] for binder in option.binders})
        for binder in option.binders[:1]:
            if binder.piled:
                found = self._apart(w, option, found, scope)
        return found

    def _apart(
        self, w: World, option: Option, found: list[dict[str, Any]], scope: dict[str, str]
    ) -> list[dict[str, Any]]:
        """Cards on offer, with other members, without those indistinguishable from an earlier one."""
        name, groups = option.binders[0].name, dict[tuple[Any, ...], list[dict[str, Any]]]()
        for one in found:
            groups.setdefault(tuple(value for key, value in one.items() if key != name), []).append(one)
        own = {key: kind for key, kind in scope.items() if not found or key not in found[0]}
        apart = dict[tuple[Any, ...], list[Piece]]()
        for rest, some in groups.items():
            shown = {one[name]: _shown(w, option, one) for one in some}
            apart[rest] = w.apart([*shown], own, shown.__getitem__)
        return [one for one in found if one[name] in apart[tuple(value for key, value in one.items() if key != name)]]

    # ---- kinds of options
    def _single(self, depth: int, loop: bool, _: Set[str]) -> tuple[Option, list[str]]:
        """An option without a binder, with a condition."""
        word, test, (then, asked) = self.name("do"), self.of(BOOL, 4), self.below(depth - 1, loop)
        words = self.text("do it", [self.slot()] if self.rng.random() < 0.5 else [])
        hints = self.hints()
        lines = [f'{word} "{words.text}" when {test.text}{hints.text}:', *indented(then.lines)]
        return Option(word, [], test, then.run, words, hints, asked=asked), lines

    def _bound(self, depth: int, loop: bool, _: Set[str]) -> tuple[Option, list[str]]:
        """An option for each member, or for each card, and perhaps for each member besides."""
        word, binders, text = self.name("take"), *self._binders()
        test = self.of(BOOL, 4) if self.rng.random() < 0.7 else None
        slots = [self.member(binder.kind, binder.name) for binder in binders if self.rng.random() < 0.7]
        words = self.text("take", [*slots, *([self.slot()] if self.rng.random() < 0.4 else [])])
        hints = self.hints()
        then, asked = self.below(depth - 1, loop)
        for binder in binders:
            del self.scope[binder.name]
        when = f"{f' when {test.text}' if test else ''}{hints.text}"
        return Option(word, binders, test, then.run, words, hints, asked=asked), [
            f'{word}({", ".join(binder.name for binder in binders)}) "{words.text}" for {text}{when}:',
            *indented(then.lines),
        ]

    def _binders(self) -> tuple[list[Binder], str]:
        binders, texts = list[Binder](), []
        for at in range(self.rng.choice([1, 1, 2])):
            kind, name = self.rng.choice([*self.frame.members, INT, *([TOOL] * 3 if at == 0 else [])]), self.name("o")
            piled = kind == TOOL and self.rng.random() < 0.85
            if piled:
                pile = self.pile(2, place=True)
                text, listed = pile.text, lambda w, pile=pile: list(w.piles[pile.value(w)])
            else:
                found = self.some(kind)
                is_sorted = kind != INT
                text = found.text

                def listed(w: World, found: Made = found, is_sorted: bool = is_sorted) -> list[int]:
                    return sorted(found.value(w)) if is_sorted else list(found.value(w))

            self.scope[name] = kind
            test = self.of(BOOL, 3) if self.rng.random() < 0.5 else None
            binders.append(Binder(name, kind, listed, test, piled))
            texts.append(f"{name} in {text}{f' where ({test.text})' if test else ''}")
        return binders, ", ".join(texts)

    def _called(self, depth: int, loop: bool, taken: Set[str]) -> tuple[Option, list[str]]:
        """An effect on offer, for each of the members that may be its first argument."""
        fit = [one for one in self.effects if not one.result and one.name not in taken and one.offer is not None]
        kinds = (TOOL, *self.frame.members)
        callees = [one for one in fit if one.params and one.params[0] in kinds and self.tellable(one.params[1:])]
        if not callees:
            return self._single(depth, loop, taken)
        callee, name = self.rng.choice(callees), self.name("o")
        kind = callee.params[0]
        piled = kind == TOOL and self.rng.random() < 0.8
        found = self.pile(2, place=True) if piled else self.of(SET + kind, 2)
        self.scope[name] = kind
        test = self.of(BOOL, 3)
        given = [self.of(param, 0) for param in callee.params[1:]]  # which breaks no rule if words show it
        hints = self.hints()
        then, asked = self.below(0, loop)
        del self.scope[name]

        def listed(w: World) -> list[int]:
            there = found.value(w)
            return list(w.piles[there]) if piled else sorted(there)

        def call(w: World) -> Play:
            yield from callee.value(w, w.locals[name], *[one.value(w) for one in given])

        def said(w: World) -> Said:
            assert callee.offer is not None
            return callee.offer(w, w.locals[name], *[one.value(w) for one in given])

        def shown(w: World) -> tuple[Any, ...]:
            return callee.shown(w, w.locals[name], *[one.value(w) for one in given])

        words = Told("", said, shown)
        where = found.text if piled else f"({found.text})"
        told = ", ".join([name, *(one.text for one in given)])
        head = f"do {callee.name}({told}) for {name} in {where} when {test.text}{hints.text}:"
        binder = Binder(name, kind, listed, None, piled)
        option = Option(callee.name, [binder], test, then.run, words, hints, call, asked)
        return option, [head, *indented(then.lines)]


def _words(w: World, option: Option, found: dict[str, Any]) -> Said:
    """The words of an option."""
    with w.calling(w.locals | found):
        return option.words.said(w)


def _shown(w: World, option: Option, found: dict[str, Any]) -> tuple[Any, ...]:
    """The values that the words of an option show."""
    with w.calling(w.locals | found):
        return option.words.values(w)
