"""Choices: the functions that word a question and its options."""

from __future__ import annotations

from ..model import tree
from ..model import types as ty
from ..model.ir import Site
from ..model.symbols import CallableSymbol
from .expressions import Expressions
from .frames import FrameEnds
from .hints import Hints, begin
from .loops.listing import Listing
from .precedence import LOWEST
from .sentences import Sentences
from .tables import frame_kind
from .writer import Writer, listed


class Choices:
    """Writes options and their words; `listing` writes the code that lists them."""

    def __init__(self, expressions: Expressions, sentences: Sentences, writer: Writer) -> None:
        self.expressions, self.sentences, self.writer = expressions, sentences, writer
        self.listing = Listing(expressions, writer)
        self.tables = expressions.tables
        self.offers: dict[int, str] = {}
        self.hints = Hints(expressions, writer)
        self.ends = FrameEnds(expressions.costs.ranges)

    def text(self, node: tree.TExpr, limit: int = LOWEST) -> str:
        return self.expressions.text(node, limit)

    # ---- words

    def describe(self, site: Site) -> None:
        """The two functions of a site: its question, and key and sentence of an option."""
        line, run = self.writer.line, self.tables.run
        base = site.label.replace(".", "_")
        choice = site.choice
        site_name = self.tables.names.claim(base)
        prompt = "None"
        if choice.prompt is not None:
            constant, slots = self.sentences.add(choice.prompt)
            prompt = self.tables.names.claim(f"{site_name}_prompt")
            with self.writer.function(f"def {prompt}(m: {run.Match}, f: {run.Frame}) -> {run.Words}:", choice.span):
                if slots:
                    begin(self.writer, site)
                line(f"return {self._words(constant, slots)}")
        describe = self.tables.names.claim(f"{site_name}_option")
        if isinstance(choice, tree.ChooseOption):
            for option in choice.options:
                if option.offer_of is not None and option.text is None:
                    self.offer(option.offer_of)
        head = f"def {describe}(m: {run.Match}, f: {run.Frame}, option: {run.Any}) -> tuple[{run.Key}, {run.Words}]:"
        with self.writer.function(head, choice.span):
            begin(self.writer, site)
            if isinstance(choice, tree.ChooseValue) and choice.unseen is not None:
                back = self.sentences.own("back", ("int", "int"))
                line(f"return (str(option),), ({back}, option, len({self.text(choice.unseen)}))")
            elif isinstance(choice, tree.ChooseValue):
                key = self._key(tree.LocalRef(choice.loop.local, type=choice.loop.local.type))
                line(f"{choice.loop.local.python} = option")
                line(f"return ({key},), ({self.sentences.value(choice.loop.local.type)}, {choice.loop.local.python})")
            else:
                self._describe_options(choice)
        simultaneous = f", simultaneous={self._simultaneous(site)}" if site.collecting is not None else ""
        may = ", may=True" if choice.may else ""
        more = f", kinds={self._kinds(choice)}{self._several(site)}{self._copies_in_keys(choice)}{may}"
        ends = self.ends.of_choice(choice)
        more += f", ends={ends!r}" if ends else ""
        more += "".join(f", {what}={name}" for what, name in self.hints.write(site, site_name))
        self.tables.sites.append(f"{run.Site}({site.label!r}, prompt={prompt}, option={describe}{simultaneous}{more})")

    def _simultaneous(self, site: Site) -> str:
        """The point where collecting begins again, the name of the answers, and the number of the first option."""
        assert site.collecting is not None and site.answers is not None
        assert {*site.collecting.values, site.answers} <= {*site.point.values}
        return f"({self.tables.point(site.collecting)}, {site.answers.python!r}, {site.first})"

    def _several(self, site: Site) -> str:
        """The arguments of a choice of several members; "" for others."""
        choice = site.choice
        if not isinstance(choice, tree.ChooseValue) or choice.chosen is None:
            return ""
        chosen = choice.chosen.python if choice.chosen in site.point.values else ""
        ends = ""
        if choice.may:
            nothing, enough = [self.sentences.number(self.sentences.own(one)) for one in ("nothing", "enough")]
            ends = f", nothing={nothing}, enough={enough}"
        return f", several={self.tables.run.Several}({choice.low}, {chosen!r}{ends})"

    def _kinds(self, choice: tree.ChooseValue | tree.ChooseOption) -> str:
        """The kinds of the values of the options."""
        if isinstance(choice, tree.ChooseValue):
            return repr(frame_kind(choice.loop.local.type))
        return repr(tuple(tuple(frame_kind(loop.local.type) for loop in option.loops) for option in choice.options))

    def _copies_in_keys(self, choice: tree.ChooseValue | tree.ChooseOption) -> str:
        """The parts of a key that name a card with equal copies."""
        has_copies = self.listing.alike.has_copies
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
        return f", copies={tuple(found)!r}" if found else ""

    def _describe_options(self, choice: tree.ChooseOption) -> None:
        line = self.writer.line
        last = len(choice.options) - 1
        for number, option in enumerate(choice.options):
            if number < last:
                line(f"if option[0] == {number}:", option.span)
                self.writer.depth += 1
            if option.loops:
                names = ", ".join(["_", *(loop.local.python for loop in option.loops)])
                line(f"{names} = option")
            key = self._option_key(option)
            line(f"return {key}, {self._option_words(option)}", option.span)
            if number < last:
                self.writer.depth -= 1

    def _option_key(self, option: tree.TOption) -> str:
        return listed([repr(option.name), *map(self._key, self._in_key(option))])

    def _in_key(self, option: tree.TOption) -> list[tree.TExpr]:
        """The values in the key of an option, behind its name."""
        return option.arguments or [
            tree.LocalRef(loop.local, type=loop.local.type, span=option.span) for loop in option.loops
        ]

    def _key(self, value: tree.TExpr) -> str:
        """An expression for the key of a value: a member's or card's key, a number as it is."""
        type_ = ty.strip_optional(value.type)
        text = self.text(value)
        match type_:
            case ty.CardType():
                return f"CARDS[{self.tables.definitions()}[{text}]].key"
            case ty.MemberType(enum):
                if enum == "Player" or self.expressions.game.enums[enum].kind == "range":
                    return f"str({text})"
                return f"ENUMS[{enum!r}].keys[{text}]"
            case ty.BoolType():
                return f"('yes' if {text} else 'no')"
            case ty.IntType() | ty.SetType() | ty.PerType() | ty.PileType() | ty.PlaceType() | ty.NoneType():
                return f"str({text})"
            case ty.EmptyType() | ty.OptionalType() | ty.TextType() | ty.ErrorType():
                return f"str({text})"

    def _option_words(self, option: tree.TOption) -> str:
        if option.text is not None:
            constant, values = self.sentences.add(option.text)
            return self._words(constant, values)
        callee = option.offer_of
        if callee is not None and id(callee) in self.offers:
            inner = ", ".join(["s", *(self.text(argument) for argument in option.offered_with())])
            return f"{self.offers[id(callee)]}({inner})"
        return "(1, 0)"

    def _words(self, constant: str, values: list[tree.TExpr]) -> str:
        return listed([constant, *map(self.text, values)])

    def offer(self, callee: CallableSymbol) -> None:
        """The function that words an effect as an offer: its `offer`, or its `text`, or what it says."""
        if id(callee) in self.offers:
            return
        text = callee.offered
        if text is None:
            return
        name = self.tables.names.claim(f"{callee.name}_offer")
        self.offers[id(callee)] = name
        constant, values = self.sentences.add(text)
        old = [local.python for local in callee.param_locals]
        self.tables.names.name_locals(callee.param_locals)
        params = ", ".join(["s: State", *(f"{local.python}: int" for local in callee.param_locals)])
        with self.writer.function(f"def {name}({params}) -> {self.tables.run.Words}:", callee.span):
            self.writer.line(f"return {self._words(constant, values)}")
        for local, python in zip(callee.param_locals, old, strict=True):
            local.python = python
