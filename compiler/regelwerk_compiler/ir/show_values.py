"""Typed expressions go in, short words come out, close to how an author would write them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..model import tree
from ..model.symbols import LocalSymbol, StateSymbol
from ..model.types import BoolType, CardType, MemberType, OptionalType

OPERATORS = {"//": "/", "%": "mod", "==": "is", "!=": "is not"}


class ShowValues:
    """Words for the code of one callable; locals that share a name get a number."""

    def __init__(self, frame: Iterable[LocalSymbol]) -> None:
        self._names: dict[LocalSymbol, str] = {}
        for local in frame:
            self.local(local)

    def local(self, local: LocalSymbol) -> str:
        """The local's name; the second one of that name is `name.2`."""
        if local not in self._names:
            taken = sum(1 for other in self._names if other.name == local.name)
            self._names[local] = f"{local.name}.{taken + 1}" if taken else local.name
        return self._names[local]

    def texts(self, nodes: Sequence[tree.TExpr]) -> str:
        """Expressions with commas between."""
        return ", ".join(self.text(node) for node in nodes)

    def text(self, node: tree.TExpr | None) -> str:
        """One expression; every operation within another one stands in brackets."""
        match node:
            case None:
                return ""
            case tree.Const():
                return self._const(node)
            case tree.LocalRef(local):
                return self.local(local)
            case tree.StateRead(var, indices) | tree.StateRow(var, indices):
                return self.variable(var, indices)
            case tree.ZoneRef(var, indices):
                return "box" if var is None else self.variable(var, indices)
            case tree.PlaceRead(zone):
                return self.text(zone)
            case tree.PileCards(zone, only):
                return self.text(zone) + (f" of {only.name}" if only is not None and only.name else "")
            case tree.PileEnd(cards, end):
                return f"{self._inner(cards)}.{end}"
            case tree.Count(what):
                return f"{self._kind(what)}.count"
            case tree.EnumFieldRead(_, name, base) | tree.CardFieldRead(_, name, base):
                return f"{self._inner(base)}.{name}"
            case tree.PerRead(base, key):
                return f"{self._inner(base)}[{self.text(key)}]"
            case tree.Neighbour(base, step):
                return f"{self._inner(base)}.{'next' if step > 0 else 'previous'}"
            case tree.DefineCall(callee, arguments):
                return f"{callee.name}({self.texts(arguments)})"
            case tree.AbilityRead(_, name, base, arguments) | tree.MapQuery(_, name, [base, *arguments]):
                return f"{self._inner(base)}.{name}({self.texts(arguments)})"
            case tree.ProductMake(enum, arguments):
                return f"{enum}({self.texts(arguments)})"
            case tree.Widen(value, offset):
                return f"{self._inner(value)} wide {offset}"
            case tree.NarrowTo(value, first, size, shift):
                return f"{self._inner(value)} within {first}..{first + size - 1}" + (f" less {shift}" if shift else "")
            case tree.Fit(value, low, high):
                return f"{self._inner(value)} held to {low}..{high}"
            case tree.Not(operand):
                return f"not {self._inner(operand)}"
            case tree.Negate(operand):
                return f"-{self._inner(operand)}"
            case tree.Logic(operator, operands):
                return f" {operator} ".join(self._inner(operand) for operand in operands)
            case tree.Arithmetic("min" | "max" as name, operands):
                return f"{name}({self.texts(operands)})"
            case tree.Arithmetic(operator, operands):
                return f" {OPERATORS.get(operator, operator)} ".join(self._inner(operand) for operand in operands)
            case tree.Compare(operator, left, right):
                return f"{self._inner(left)} {OPERATORS.get(operator, operator)} {self._inner(right)}"
            case tree.InSet(member, set_):
                return f"{self._inner(member)} in {self._inner(set_)}"
            case tree.InRange(member, low_, high_):
                return f"{self._inner(member)} in {self._inner(low_)}..{self._inner(high_)}"
            case tree.InZone(card, zone):
                return f"{self._inner(card)} in {self.text(zone)}"
            case tree.InAnyOf(card, var):
                return f"{self._inner(card)} in any {var.name}"
            case tree.IsEmpty(what):
                return f"{self._inner(what)} is empty"
            case tree.SetMake(items):
                return "{" + self.texts(items) + "}"
            case tree.SetChange(operator, left, right):
                return f"{self._inner(left)} {operator} {self._inner(right)}"
            case tree.CardsAsSet(cards):
                return f"set of {self._inner(cards)}"
            case tree.If(condition, then, otherwise):
                return f"if {self._inner(condition)} then {self._inner(then)} else {self._inner(otherwise)}"
            case tree.Quantify() | tree.PickOne() | tree.Those() | tree.Aggregate():
                return self._loop_text(node)
            case _:
                return self._lowered(node)

    def _loop_text(self, node: tree.Quantify | tree.PickOne | tree.Those | tree.Aggregate) -> str:
        match node:
            case tree.Quantify(kind, loops, where, have):
                held = f" have {self._inner(have)}" if have is not None else ""
                return f"{kind} {self.loops(loops)}{self.where(where)}{held}"
            case tree.PickOne(kind, loop, where):
                return f"{kind} {self.loops([loop])}{self.where(where)}"
            case tree.Those(loop, where):
                return f"those {self.loops([loop])}{self.where(where)}"
            case tree.Aggregate(kind, value, loop, where):
                what = f" {self._inner(value)} for" if value is not None else ""
                return f"{kind}{what} {self.loops([loop])}{self.where(where)}"

    def _lowered(self, node: tree.TExpr) -> str:
        """What only lowered code holds."""
        match node:
            case tree.MembersOf(loop):
                return f"members of {self._domain_from(loop)}"
            case tree.ItemAt(items, position):
                return f"{self.local(items)}[{self.text(position)}]"
            case tree.LengthOf(items):
                return f"{self.local(items)}.count"
            case tree.PutAt(items, position, value):
                return f"{self.local(items)} with {self.text(value)} at {self.text(position)}"
            case tree.AsTuple(value):
                return f"kept {self._inner(value)}"
            case tree.Blank():
                return "blank"
            case tree.Answer(part, result):
                return "result" if result else "answer" if part is None else f"answer.{part}"
            case tree.Declined():
                return "declined"
            case tree.BinderValue(family, number):
                return f"binder {number} of {family}"
            case tree.ZonePosition(card, var, dim):
                return f"index {dim} of {self._inner(card)} in {var.name}"
            case tree.DrawnCard():
                return self.roll(node)
            case _:
                return f"? {type(node).__name__}"

    def _inner(self, node: tree.TExpr) -> str:
        text = self.text(node)
        whole = " " not in text or isinstance(
            node, tree.Const | tree.StateRead | tree.StateRow | tree.SetMake | tree.DefineCall | tree.ZoneRef
        )
        return text if whole else f"({text})"

    def _kind(self, what: tree.TExpr | MemberType | CardType) -> str:
        if isinstance(what, MemberType):
            return what.enum
        if isinstance(what, CardType):
            return what.name or "Card"
        return self._inner(what)

    @staticmethod
    def _const(node: tree.Const) -> str:
        value = node.value
        if isinstance(value, tuple):
            return f"[{', '.join(str(int(item)) for item in value)}]"
        if isinstance(node.type, BoolType):
            return "yes" if value else "no"
        if isinstance(node.type, OptionalType) and int(value) < 0:
            return "none"
        return str(int(value)) if not isinstance(node.type, MemberType) else f"{node.type.enum}:{int(value)}"

    def variable(self, var: StateSymbol, indices: Sequence[tree.TExpr]) -> str:
        """A state variable with its indices."""
        return f"{var.name}[{self.texts(indices)}]" if indices else var.name

    # ---- loops

    def loops(self, loops: Sequence[tree.Loop]) -> str:
        """`x in S, y in T from p`"""
        return ", ".join(f"{self.local(loop.local)} in {self._domain_from(loop)}" for loop in loops)

    def _domain_from(self, loop: tree.Loop) -> str:
        start = f" from {self._inner(loop.start)}" if loop.start is not None else ""
        return self.domain(loop.domain) + start

    def domain(self, domain: tree.TDomain) -> str:
        """What a loop goes through."""
        match domain:
            case tree.EnumDomain(enum):
                return enum
            case tree.RangeDomain(low, high):
                return f"{self._inner(low)}..{self._inner(high)}"
            case tree.SetDomain(set_):
                return self._inner(set_)
            case tree.CardsDomain(cards):
                return self._inner(cards)
            case tree.AllCardsDomain(card_type):
                return card_type.name or "Card"

    def where(self, where: tree.TExpr | None) -> str:
        """A condition with its word; nothing where there is none."""
        return f" where {self.text(where)}" if where is not None else ""

    def roll(self, node: object) -> str:
        """A roll, or the drawing of a card."""
        match node:
            case tree.RollDice(kind="dice", dice=dice, sides=sides):
                what = f"{dice}d{sides}"
            case tree.RollDice(domain=domain) if domain is not None:
                what = self.domain(domain)
            case tree.RollDice(low=low, high=high):
                what = f"{self.text(low)}..{self.text(high)}"
            case tree.Draw(deck, refill) | tree.DrawnCard(deck, refill):
                return f"draw {self.text(deck)}" + (f" else {self.text(refill)}" if refill is not None else "")
            case _:
                return f"? {type(node).__name__}"
        keys = ", ".join(self.text(value) if value is not None else "nobody" for _, value in node.keys)
        return f"roll {what} as {node.luck}[{keys}]"
