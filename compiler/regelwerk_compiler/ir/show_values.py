"""Typed expressions go in, short words come out, close to how an author would write them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..symbols import LocalSymbol, StateSymbol
from ..typed import (
    AbilityRead,
    Aggregate,
    AllCardsDomain,
    Answer,
    Arithmetic,
    AsTuple,
    BinderValue,
    Blank,
    CardFieldRead,
    CardsAsSet,
    CardsDomain,
    Compare,
    Const,
    Count,
    Declined,
    DefineCall,
    Draw,
    DrawnCard,
    EnumDomain,
    EnumFieldRead,
    Fit,
    If,
    InAnyOf,
    InRange,
    InSet,
    InZone,
    IsEmpty,
    ItemAt,
    LengthOf,
    LocalRef,
    Logic,
    Loop,
    MapQuery,
    MembersOf,
    NarrowTo,
    Negate,
    Neighbour,
    Not,
    PerRead,
    PickOne,
    PileCards,
    PileEnd,
    PlaceRead,
    ProductMake,
    PutAt,
    Quantify,
    RangeDomain,
    RollDice,
    SetChange,
    SetDomain,
    SetMake,
    StateRead,
    StateRow,
    TDomain,
    TExpr,
    Those,
    Widen,
    ZonePosition,
    ZoneRef,
)
from ..types import BoolType, CardType, MemberType, OptionalType

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

    def texts(self, nodes: Sequence[TExpr]) -> str:
        """Expressions with commas between."""
        return ", ".join(self.text(node) for node in nodes)

    def text(self, node: TExpr | None) -> str:
        """One expression; every operation within another one stands in brackets."""
        match node:
            case None:
                return ""
            case Const():
                return self._const(node)
            case LocalRef(local):
                return self.local(local)
            case StateRead(var, indices) | StateRow(var, indices):
                return self.variable(var, indices)
            case ZoneRef(var, indices):
                return "box" if var is None else self.variable(var, indices)
            case PlaceRead(zone):
                return self.text(zone)
            case PileCards(zone, only):
                return self.text(zone) + (f" of {only.name}" if only is not None and only.name else "")
            case PileEnd(cards, end):
                return f"{self._inner(cards)}.{end}"
            case Count(what):
                return f"{self._kind(what)}.count"
            case EnumFieldRead(_, name, base) | CardFieldRead(_, name, base):
                return f"{self._inner(base)}.{name}"
            case PerRead(base, key):
                return f"{self._inner(base)}[{self.text(key)}]"
            case Neighbour(base, step):
                return f"{self._inner(base)}.{'next' if step > 0 else 'previous'}"
            case DefineCall(callee, arguments):
                return f"{callee.name}({self.texts(arguments)})"
            case AbilityRead(_, name, base, arguments) | MapQuery(_, name, [base, *arguments]):
                return f"{self._inner(base)}.{name}({self.texts(arguments)})"
            case ProductMake(enum, arguments):
                return f"{enum}({self.texts(arguments)})"
            case Widen(value, offset):
                return f"{self._inner(value)} wide {offset}"
            case NarrowTo(value, first, size, shift):
                return f"{self._inner(value)} within {first}..{first + size - 1}" + (f" less {shift}" if shift else "")
            case Fit(value, low, high):
                return f"{self._inner(value)} held to {low}..{high}"
            case Not(operand):
                return f"not {self._inner(operand)}"
            case Negate(operand):
                return f"-{self._inner(operand)}"
            case Logic(operator, operands):
                return f" {operator} ".join(self._inner(operand) for operand in operands)
            case Arithmetic("min" | "max" as name, operands):
                return f"{name}({self.texts(operands)})"
            case Arithmetic(operator, operands):
                return f" {OPERATORS.get(operator, operator)} ".join(self._inner(operand) for operand in operands)
            case Compare(operator, left, right):
                return f"{self._inner(left)} {OPERATORS.get(operator, operator)} {self._inner(right)}"
            case InSet(member, set_):
                return f"{self._inner(member)} in {self._inner(set_)}"
            case InRange(member, low_, high_):
                return f"{self._inner(member)} in {self._inner(low_)}..{self._inner(high_)}"
            case InZone(card, zone):
                return f"{self._inner(card)} in {self.text(zone)}"
            case InAnyOf(card, var):
                return f"{self._inner(card)} in any {var.name}"
            case IsEmpty(what):
                return f"{self._inner(what)} is empty"
            case SetMake(items):
                return "{" + self.texts(items) + "}"
            case SetChange(operator, left, right):
                return f"{self._inner(left)} {operator} {self._inner(right)}"
            case CardsAsSet(cards):
                return f"set of {self._inner(cards)}"
            case If(condition, then, otherwise):
                return f"if {self._inner(condition)} then {self._inner(then)} else {self._inner(otherwise)}"
            case Quantify() | PickOne() | Those() | Aggregate():
                return self._loop_text(node)
            case _:
                return self._lowered(node)

    def _loop_text(self, node: Quantify | PickOne | Those | Aggregate) -> str:
        match node:
            case Quantify(kind, loops, where, have):
                held = f" have {self._inner(have)}" if have is not None else ""
                return f"{kind} {self.loops(loops)}{self.where(where)}{held}"
            case PickOne(kind, loop, where):
                return f"{kind} {self.loops([loop])}{self.where(where)}"
            case Those(loop, where):
                return f"those {self.loops([loop])}{self.where(where)}"
            case Aggregate(kind, value, loop, where):
                what = f" {self._inner(value)} for" if value is not None else ""
                return f"{kind}{what} {self.loops([loop])}{self.where(where)}"

    def _lowered(self, node: TExpr) -> str:
        """What only lowered code holds."""
        match node:
            case MembersOf(loop):
                return f"members of {self._domain_from(loop)}"
            case ItemAt(items, position):
                return f"{self.local(items)}[{self.text(position)}]"
            case LengthOf(items):
                return f"{self.local(items)}.count"
            case PutAt(items, position, value):
                return f"{self.local(items)} with {self.text(value)} at {self.text(position)}"
            case AsTuple(value):
                return f"kept {self._inner(value)}"
            case Blank():
                return "blank"
            case Answer(part, result):
                return "result" if result else "answer" if part is None else f"answer.{part}"
            case Declined():
                return "declined"
            case BinderValue(family, number):
                return f"binder {number} of {family}"
            case ZonePosition(card, var, dim):
                return f"index {dim} of {self._inner(card)} in {var.name}"
            case DrawnCard():
                return self.roll(node)
            case _:
                return f"? {type(node).__name__}"

    def _inner(self, node: TExpr) -> str:
        text = self.text(node)
        whole = " " not in text or isinstance(node, Const | StateRead | StateRow | SetMake | DefineCall | ZoneRef)
        return text if whole else f"({text})"

    def _kind(self, what: TExpr | MemberType | CardType) -> str:
        if isinstance(what, MemberType):
            return what.enum
        if isinstance(what, CardType):
            return what.name or "Card"
        return self._inner(what)

    @staticmethod
    def _const(node: Const) -> str:
        value = node.value
        if isinstance(value, tuple):
            return f"[{', '.join(str(int(item)) for item in value)}]"
        if isinstance(node.type, BoolType):
            return "yes" if value else "no"
        if isinstance(node.type, OptionalType) and int(value) < 0:
            return "none"
        return str(int(value)) if not isinstance(node.type, MemberType) else f"{node.type.enum}:{int(value)}"

    def variable(self, var: StateSymbol, indices: Sequence[TExpr]) -> str:
        """A state variable with its indices."""
        return f"{var.name}[{self.texts(indices)}]" if indices else var.name

    # ---- loops

    def loops(self, loops: Sequence[Loop]) -> str:
        """`x in S, y in T from p`"""
        return ", ".join(f"{self.local(loop.local)} in {self._domain_from(loop)}" for loop in loops)

    def _domain_from(self, loop: Loop) -> str:
        start = f" from {self._inner(loop.start)}" if loop.start is not None else ""
        return self.domain(loop.domain) + start

    def domain(self, domain: TDomain) -> str:
        """What a loop goes through."""
        match domain:
            case EnumDomain(enum):
                return enum
            case RangeDomain(low, high):
                return f"{self._inner(low)}..{self._inner(high)}"
            case SetDomain(set_):
                return self._inner(set_)
            case CardsDomain(cards):
                return self._inner(cards)
            case AllCardsDomain(card_type):
                return card_type.name or "Card"

    def where(self, where: TExpr | None) -> str:
        """A condition with its word; nothing where there is none."""
        return f" where {self.text(where)}" if where is not None else ""

    def roll(self, node: object) -> str:
        """A roll, or the drawing of a card."""
        match node:
            case RollDice(kind="dice", dice=dice, sides=sides):
                what = f"{dice}d{sides}"
            case RollDice(domain=domain) if domain is not None:
                what = self.domain(domain)
            case RollDice(low=low, high=high):
                what = f"{self.text(low)}..{self.text(high)}"
            case Draw(deck, refill) | DrawnCard(deck, refill):
                return f"draw {self.text(deck)}" + (f" else {self.text(refill)}" if refill is not None else "")
            case _:
                return f"? {type(node).__name__}"
        keys = ", ".join(self.text(value) if value is not None else "nobody" for _, value in node.keys)
        return f"roll {what} as {node.luck}[{keys}]"
