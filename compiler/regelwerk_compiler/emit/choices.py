"""Choices: the functions that word a question and its options."""

from __future__ import annotations

import ast

from ..analysis.equivalence import Locals
from ..analysis.known_options import KnownOptions
from ..model import tree
from ..model import types as ty
from ..model.ir import Site
from ..model.symbols import CallableSymbol
from ..model.walk import nodes_in
from .expressions import Expressions
from .frames import FrameEnds
from .hints import Hints, unpack_frame
from .loops.listing import Listing
from .sentences import Sentences
from .tables import frame_kind
from .template import call_of, literal, name, py, tuple_of
from .writer import Writer


class Choices:
    """Writes options and their words; `listing` writes the code that lists them."""

    def __init__(self, expressions: Expressions, sentences: Sentences, writer: Writer) -> None:
        self.expressions, self.sentences, self.writer = expressions, sentences, writer
        self.expr = expressions.expr
        self.listing = Listing(expressions, writer)
        self.known_options = KnownOptions(expressions.memoisation, expressions.hoisting)
        self.tables = expressions.tables
        self.offers: dict[CallableSymbol, str] = {}
        self.hints = Hints(expressions, writer)
        self.ends = FrameEnds(expressions.costs.ranges)

    def options(self, choice: tree.ChooseValue | tree.ChooseOption, live: Locals) -> ast.expr | None:
        """Writes what is needed to list the options as `Listing.options`, or to recall them by their key."""
        key = None if self.listing.compares(choice, live) else self.known_options.key(choice)
        if key is None:
            return self.listing.options(choice, live)
        add, run, span = self.writer.add, self.tables.run, choice.span
        table, values = name(self.tables.options_table(choice.site)), self.expressions.fresh("key")
        add("{} = {}", values, tuple_of([*map(self.expr, key)]), span=span)
        add("options = {}.get({})", table, values, span=span)
        with self.writer.block("if options is None:", span=span):
            self.listing.options(choice, live)
            add("options = {}({}, {}, options)", run.keep_options, table, values, span=span)
        return None

    # ---- words

    def describe(self, site: Site) -> None:
        """Writes the functions of a site, for its question and for the key and sentence of an option, and its entry."""
        add, run, claim = self.writer.add, self.tables.run, self.tables.names.claim
        choice = site.choice
        title = claim(site.label.replace(".", "_"))
        asked = [("m", run.Match), ("f", run.Frame)]
        prompt = None
        if choice.prompt is not None:
            constant, slots = self.sentences.add(choice.prompt)
            prompt = claim(f"{title}_prompt")
            with self.writer.function(prompt, asked, run.Words, choice.span):
                if slots:
                    unpack_frame(self.writer, site)
                add("return {}", self._words(constant, slots))
        describe = claim(f"{title}_option")
        if isinstance(choice, tree.ChooseOption):
            for option in choice.options:
                if option.offer_of is not None and option.text is None:
                    self.offer(option.offer_of)
        result = py("tuple[{}, {}]", run.Key, run.Words)
        with self.writer.function(describe, [*asked, ("option", run.Any)], result, choice.span):
            unpack_frame(self.writer, site)
            if isinstance(choice, tree.ChooseValue) and choice.unseen is not None:
                back = self.sentences.own("back", ("int", "int"))
                add("return ((str(option),), ({}, option, len({})))", back, self.expr(choice.unseen))
            elif isinstance(choice, tree.ChooseValue):
                local = choice.loop.local
                key = self._key(tree.LocalRef(local, type=local.type))
                add("{} = option", local.python)
                add("return (({},), ({}, {}))", key, self.sentences.value(local.type), local.python)
            else:
                self._describe_options(choice)
        more: dict[str, object] = {"prompt": prompt and name(prompt), "option": name(describe)}
        if site.collecting is not None:
            more["simultaneous"] = self._simultaneous(site)
        more["kinds"] = self._kinds(choice)
        more |= {"several": self._several(site), "copies": self._copies_in_keys(choice), "may": choice.may}
        more["ends"] = self.ends.of_choice(choice)
        more |= {what: name(hint) for what, hint in self.hints.write(site, title)}
        given = {what: value for what, value in more.items() if value or what in ("prompt", "kinds")}
        self.tables.sites.append(call_of(run.Site, literal(site.label), **given))

    def _simultaneous(self, site: Site) -> ast.expr:
        """The point where collecting begins again, the name of the answers, and the number of the first option."""
        assert site.collecting is not None and site.answers is not None
        assert {*site.collecting.values, site.answers} <= {*site.point.values}
        return py("({}, {}, {})", self.tables.point(site.collecting), literal(site.answers.python), site.first)

    def _several(self, site: Site) -> ast.expr | None:
        """The `Several` of a choice of several members; None for others."""
        choice = site.choice
        if not isinstance(choice, tree.ChooseValue) or choice.chosen is None:
            return None
        chosen = choice.chosen.python if choice.chosen in site.point.values else ""
        ends = {}
        if choice.may:
            ends = {one: self.sentences.number(self.sentences.own(one)) for one in ("nothing", "enough")}
        return call_of(self.tables.run.Several, literal(choice.low), literal(chosen), **ends)

    def _kinds(self, choice: tree.ChooseValue | tree.ChooseOption) -> str | tuple[tuple[str, ...], ...]:
        """The kinds of the values of the options."""
        if isinstance(choice, tree.ChooseValue):
            return frame_kind(choice.loop.local.type)
        return tuple(tuple(frame_kind(loop.local.type) for loop in option.loops) for option in choice.options)

    def _copies_in_keys(self, choice: tree.ChooseValue | tree.ChooseOption) -> tuple[tuple[int, int, int], ...]:
        """The parts of a key that name a card with equal copies."""
        has_copies = self.listing.equivalence.has_copies
        found: list[tuple[int, int, int]] = []
        if isinstance(choice, tree.ChooseValue):
            if has_copies(ty.strip_optional(choice.loop.local.type)):
                found.append((0, 0, 0))
        else:
            for number, option in enumerate(choice.options):
                binders = [loop.local for loop in option.loops]
                for part, shown in enumerate(self._in_key(option), 1):
                    if isinstance(shown, tree.LocalRef) and shown.local in binders and has_copies(shown.type):
                        found.append((number, part, binders.index(shown.local) + 1))
        return (*found,)

    def _describe_options(self, choice: tree.ChooseOption) -> None:
        last = len(choice.options) - 1
        for number, option in enumerate(choice.options):
            test = py("option[0] == {}", number) if number < last else None
            with self.writer.when(test, option.span):
                if option.loops:
                    self.writer.add("(_, {*}) = option", [loop.local.python for loop in option.loops])
                key = self._option_key(option)
                self.writer.add("return ({}, {})", key, self._option_words(option), span=option.span)

    def _option_key(self, option: tree.TOption) -> ast.expr:
        return tuple_of([literal(option.name), *map(self._key, self._in_key(option))])

    def _in_key(self, option: tree.TOption) -> list[tree.TExpr]:
        """The values in the key of an option, after its name."""
        return option.arguments or [
            tree.LocalRef(loop.local, type=loop.local.type, span=option.span) for loop in option.loops
        ]

    def _key(self, value: tree.TExpr) -> ast.expr:
        """An expression for the key of a value: a member's or card's key, a number as it is."""
        type_, made = ty.strip_optional(value.type), self.expr(value)
        match type_:
            case ty.CardType():
                return py("CARDS[{}[{}]].key", self.tables.definitions(), made)
            case ty.MemberType(enum):
                if enum == "Player" or self.expressions.game.enums[enum].kind == "range":
                    return py("str({})", made)
                return py("ENUMS[{}].keys[{}]", literal(enum), made)
            case ty.BoolType():
                return py("'yes' if {} else 'no'", made)
            case _:
                return py("str({})", made)

    def _option_words(self, option: tree.TOption) -> ast.expr:
        if option.text is not None:
            constant, values = self.sentences.add(option.text)
            return self._words(constant, values)
        callee = option.offer_of
        if callee is not None and callee in self.offers:
            return py("{}(s, {*})", self.offers[callee], [*map(self.expr, option.offered_with())])
        return py("(1, 0)")

    def _words(self, constant: str, values: list[tree.TExpr]) -> ast.expr:
        return tuple_of([constant, *map(self.expr, values)])

    def offer(self, callee: CallableSymbol) -> None:
        """Writes the function that words an effect as an offer: its `offer`, or its `text`, or what it says."""
        if callee in self.offers:
            return
        text = callee.offered
        if text is None:
            return
        function = self.tables.names.claim(f"{callee.name}_offer")
        self.offers[callee] = function
        constant, values = self.sentences.add(text)
        bound = [node.local for node in nodes_in(*text.slots) if isinstance(node, tree.Loop)]
        named = [*callee.param_locals, *bound]
        old = [local.python for local in named]
        self.tables.names.name_locals(named)
        params = [("s", "State"), *((local.python, "int") for local in callee.param_locals)]
        with self.writer.function(function, params, self.tables.run.Words, callee.span):
            self.writer.add("return {}", self._words(constant, values))
        for local, python in zip(named, old, strict=True):
            local.python = python
