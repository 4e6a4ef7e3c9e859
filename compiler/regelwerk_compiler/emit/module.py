"""The IR goes in, the text of the emitted module comes out, with its line map."""

from __future__ import annotations

from dataclasses import dataclass

from ..evaluate import Evaluator, NotConstantError, none_value
from ..ir.ops import Module
from ..properties import is_property
from ..resolve.shapes import default_value, dim_size
from ..symbols import LocalSymbol, StateSymbol
from ..texts import Texts
from ..typed import Const, TExpr
from ..types import (
    BoolType,
    CardType,
    IntType,
    MemberType,
    OptionalType,
    PerType,
    PileType,
    PlaceType,
    SetType,
    Type,
    strip_optional,
)
from .functions import Functions
from .names import Names, name_locals
from .sentences import Sentences
from .tables import Tables, int_bounds, value_text
from .writer import Writer

IMPORTS = (
    "DECLINE, NONE, All, BaseState, Bool, CardDef, CardRef, Enum, Frame, Game, GameOver, Index, Int, Language, Luck,\n"
    "    Match, Member, Nobody, Others, Owner, Sentence, SetOf, Site, Var, Words, Zone, bits, burn, distance,\n"
    "    distinct, fit, mask, move, move_all, move_below, of_type, put, reach, ring,"
)


@dataclass(slots=True)
class Emitted:
    """The text of a module. `emitter` can write scenarios that fit it."""

    text: str
    emitter: Emitter


class Emitter:
    """Writes one module."""

    def __init__(self, module: Module, texts: Texts, source_hash: str) -> None:
        self.module, self.game, self.texts = module, module.game, texts
        self.source_hash = source_hash
        self.names = Names()
        self.tables = Tables(module, self.names)
        self.sentences = Sentences(module.game, texts, self.names)
        self.writer = Writer()
        self.functions = Functions(module, self.tables, self.sentences, self.writer)
        for handler in module.handlers:
            self.tables.function(handler.callee)  # functions get the first choice of names

    def emit(self) -> str:
        """The whole module."""
        for handler in self.module.handlers:
            self.functions.write(handler)
        frame = self._frame_functions()
        body = self.writer
        tail = self._tail(frame)
        head = "\n".join(self._head()).split("\n")  # a part may be several lines, and the map counts lines
        lines = head + [text for text, _ in body.lines] + tail
        mapping = self._line_map(len(head))
        return "\n".join(lines).replace("LINES_HERE", mapping) + "\n"

    # ---- head: imports, tables, state

    def _head(self) -> list[str]:
        game = self.game
        lines = [
            f'"""{_title(game.title)}, compiled by Regelwerk. Do not edit: change the sources and build again."""',
            "",
            "from __future__ import annotations",
            "",
            "from typing import Any",
            "",
            "from regelwerk_runtime.handlers import (",
            f"    {IMPORTS}",
            ")",
            "",
        ]
        for name, text in self.tables.wanted.items():
            lines.append(f"{name} = {text}")
        lines += ["", ""]
        return lines + self._state() + ["", ""]

    def _state(self) -> list[str]:
        game, tables = self.game, self.tables
        own = [var for var in game.state.values() if not var.zone]
        slots = ", ".join(f'"{tables.state(var)}"' for var in own)
        rolls = max((die.first + _product(die.sizes) for die in self.module.luck.values()), default=0)
        lines = ["class State(BaseState):", f"    __slots__ = ({slots}{',' if len(own) == 1 else ''})", ""]
        lines += ["    def __init__(self, players: int) -> None:"]
        lines.append(
            f"        super().__init__(players, fuel={game.fuel:_}, rolls={rolls}, cards={game.copies}, "
            f"piles={game.piles}, places={game.places})"
        )
        for var in own:
            lines.append(f"        self.{tables.state(var)} = {self._first_value(var)}")
        lines += [
            "",
            "    def copy(self) -> State:",
            "        other = object.__new__(State)",
            "        self.copy_base(other)",
        ]
        for var in own:
            name = tables.state(var)
            many = bool(tables.sizes(var))
            lines.append(f"        other.{name} = self.{name}{'[:]' if many else ''}")
        lines.append("        return other")
        return lines

    def _first_value(self, var: StateSymbol) -> str:
        value: object
        if var.initial is not None:
            value = _constant(self.game, var.initial)
        else:
            value = default_value(var.type, self.game)
        sizes = self.tables.sizes(var)
        if not sizes:
            return self._shown(value, var.type)
        if isinstance(value, tuple):
            outer = _product(tuple(sizes[:-1]))
            return f"list({value_text(value)}) * {outer}" if outer != 1 else f"list({value_text(value)})"
        return f"[{self._shown(value, var.type)}] * {_product(tuple(sizes))}"

    def _shown(self, value: object, type_: Type) -> str:
        inner = strip_optional(type_)
        if isinstance(inner, BoolType):
            return str(bool(value))
        if value == -1 and isinstance(type_, OptionalType):
            return "NONE"
        return value_text(value)  # type: ignore[arg-type]

    # ---- outcome, value, invariants

    def _frame_functions(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {"outcome": [], "value": [], "invariants": [], "properties": []}
        for number, line in enumerate(self.game.outcome, 1):
            name = self.names.claim(f"outcome_{number}")
            self._player_function(name, line.local, line.value)
            found["outcome"].append(f"({line.kind!r}, {name})")
        if self.game.value is not None:
            local, value = self.game.value
            name = self.names.claim("value_of")
            self._player_function(name, local, value)
            found["value"].append(name)
        for number, invariant in enumerate(self.game.invariants, 1):
            name = self.names.claim(f"invariant_{number}")
            self._name_free_locals(invariant.condition, [])
            self.writer.commented(f"def {name}(s: State) -> bool:", invariant.span, invariant.title)
            with self.writer.indent():
                self.writer.line(f"return bool({self.functions.text(invariant.condition)})", invariant.span)
            self.writer.line()
            self.writer.line()
            where = f"{invariant.span.source.name.rsplit('/', 1)[-1]}:{invariant.span.line}"
            kind = "properties" if is_property(invariant) else "invariants"
            found[kind].append(f"({invariant.title!r}, {name}, {where!r})")
        return found

    def _player_function(self, name: str, local: LocalSymbol, value: TExpr) -> None:
        self._name_free_locals(value, [local])
        self.writer.commented(f"def {name}(s: State, {local.python}: int) -> int:", value.span)
        with self.writer.indent():
            self.writer.line(f"return {self.functions.text(value)}", value.span)
        self.writer.line()
        self.writer.line()

    def _name_free_locals(self, value: TExpr, first: list[LocalSymbol]) -> None:
        from ..typed import Loop
        from ..walk import nodes_in

        found = list(first)
        for node in nodes_in(value):
            if isinstance(node, Loop) and node.local not in found:
                found.append(node.local)
        name_locals(found, set(self.names.taken))

    # ---- tail: what the runtime reads

    def _tail(self, frame: dict[str, list[str]]) -> list[str]:
        module, game, tables = self.module, self.game, self.tables
        stopping = [handler for handler in module.handlers if handler.kind == "stopping"]
        lines: list[str] = []
        for number, handler in enumerate(stopping):
            lines.append(f"{tables.handler(handler.callee)} = {number}")
        lines.append("")
        for name, (card_type, ability) in tables.late.items():
            stops = (card_type, ability) in self.functions.stopping_abilities
            lines.append(f"{name} = {tables.ability_line(card_type, ability, stops)}")
        lines.append("")
        functions = [tables.function(handler.callee) for handler in stopping]
        lines.append(f"HANDLERS = {_names(functions)}")
        lines.append(f"SIZES = {_names([str(len(handler.frame)) for handler in stopping])}")
        lines.append(f"LABELS = {_names([repr(handler.label) for handler in stopping])}")
        card_slots = [
            _names([str(at + 2) for at, local in enumerate(handler.frame) if _holds_cards(local.type)])
            for handler in stopping
        ]
        lines.append("")
        lines += [f"{tables.site(number)} = {number}" for number in range(len(module.sites))]
        lines += ["", "SITES = ("]
        lines += [f"    {site}," for site in tables.sites]
        lines += [")", ""]
        lines += self.sentences.lines()
        lines += ["", "LUCK = ("]
        for die in module.luck.values():
            shows = self.sentences.kind(die.shows)
            what = f", kind={shows!r}" if shows != "int" else ""
            lines.append(f"    Luck({die.name!r}, {_names([repr(dim) for dim in die.dims])}, first={die.first}{what}),")
        lines += [")", "", "LAYOUT = ("]
        for var in game.state.values():
            lines.append(f"    {self._layout(var)},")
        lines += [")", "", "ENUMS = {"]
        for enum in game.enums.values():
            if enum.kind != "player":
                lines.append(f"    {enum.name!r}: Enum({tuple(enum.keys)!r}, low={enum.low}),")
        lines += ["}", "", "CARDS = ("]
        for kind, _, member in game.members():
            lines.append(f"    CardDef({member.key!r}, {kind.name!r}, {member.copies}),")
        lines += [")", ""]
        lines += self._game(frame, card_slots)
        return lines

    def _layout(self, var: StateSymbol) -> str:
        dims = [_dim_name(dim) for dim in var.dims]
        seen = self._seen(var)
        if var.zone:
            card = var.type.card.name or "Card" if isinstance(var.type, PileType | PlaceType) else "Card"
            return (
                f"Zone({var.name!r}, {_names([repr(dim) for dim in dims])}, first={var.first}, "
                f"place={var.zone == 'place'}, card_type={card!r}, seen={seen})"
            )
        type_ = var.type
        if isinstance(type_, PerType):
            dims.append(type_.key.enum)
            type_ = type_.value
        return (
            f"Var({self.tables.state(var)!r}, {_names([repr(dim) for dim in dims])}, {self._type(type_)}, seen={seen})"
        )

    def _type(self, type_: Type) -> str:
        inner = strip_optional(type_)
        maybe = isinstance(type_, OptionalType)
        match inner:
            case BoolType():
                return "Bool()"
            case IntType():
                low, high = int_bounds(inner)
                if maybe:
                    low = min(low, none_value(type_, self.game))
                return f"Int({value_text(low)}, {value_text(high)}, {inner.unit or ''!r})"
            case MemberType(enum):
                return f"Member({enum!r}, optional={maybe})"
            case CardType(name):
                return f"CardRef({name or 'Card'!r}, optional={maybe})"
            case SetType(member):
                name = (
                    member.enum
                    if isinstance(member, MemberType)
                    else member.name or "Card"
                    if isinstance(member, CardType)
                    else ""
                )
                return f"SetOf({name!r})"
            case _:
                return "Int(0, 0, '')"

    def _seen(self, var: StateSymbol) -> str:
        who, name = var.seen
        match who:
            case "nobody":
                return "Nobody()"
            case "others":
                return "Others()"
            case "index":
                return f"Index({var.dims.index(MemberType('Player'))})"
            case "owner":
                return f"Owner({name!r}, {var.seen_dims!r})"
            case _:
                return "All()"

    def _game(self, frame: dict[str, list[str]], card_slots: list[str]) -> list[str]:
        game, tables = self.game, self.tables
        begin = []
        for var in game.state.values():
            if var.zone == "pile" and var.decl.all_cards and isinstance(var.type, PileType):
                name = var.type.card.name
                if name is None:
                    cards = (0, game.copies)
                else:
                    cards = (game.card_types[name].first, game.card_types[name].end)
                begin.append(f"({var.first}, tuple(range({cards[0]}, {cards[1]})))")
        types = ", ".join(f"{kind.name!r}: ({kind.first}, {kind.end})" for kind in game.card_types.values())
        titles = dict.fromkeys(self.texts.languages, game.title)
        for catalogue in self.texts.catalogues:
            titles[catalogue.language] = catalogue.find("game.title") or game.title
        setup = tables.handler(game.setup) if game.setup is not None else "None"
        assert game.play is not None
        files = []
        for _, span in self.writer.lines:
            if span is not None and span.source.name not in files:
                files.append(span.source.name)
        return [
            "GAME = Game(",
            f"    name={game.name!r},",
            f"    title={titles!r},",
            f"    players=({game.players[0]}, {game.players[1]}),",
            "    state=State,",
            "    handlers=HANDLERS,",
            "    sizes=SIZES,",
            "    labels=LABELS,",
            f"    setup={setup},",
            f"    play={tables.handler(game.play)},",
            "    sites=SITES,",
            "    sentences=SENTENCES,",
            "    names=NAMES,",
            "    languages=LANGUAGES,",
            "    luck=LUCK,",
            "    layout=LAYOUT,",
            "    enums=ENUMS,",
            "    cards=CARDS,",
            f"    card_types={{{types}}},",
            f"    begin={_names(begin)},",
            f"    outcome={_names(frame['outcome'])},",
            f"    value={frame['value'][0] if frame['value'] else 'None'},",
            f"    invariants={_names(frame['invariants'])},",
            *([f"    properties={_names(frame['properties'])},"] if frame["properties"] else []),
            f"    source_hash={self.source_hash!r},",
            f"    explicit={self.module.explicit},",
            f"    card_slots={_names(card_slots)},",
            f"    files={tuple(short(name) for name in files)!r},",
            "    lines=LINES_HERE,",
            ")",
        ]

    def _line_map(self, offset: int) -> str:
        entries: list[tuple[int, str, int]] = []
        for number, (_, span) in enumerate(self.writer.lines, offset + 1):
            if span is None:
                continue
            entry = (number, short(span.source.name), span.line)
            if not entries or entries[-1][1:] != entry[1:]:
                entries.append(entry)
        inner = ", ".join(f"({number}, {name!r}, {line})" for number, name, line in entries)
        return f"({inner}{',' if len(entries) == 1 else ''})"


def short(name: str) -> str:
    """A source file's name as logs show it."""
    return name.replace("\\", "/").rsplit("/", 1)[-1]


def _title(title: str) -> str:
    """A game's title inside a docstring: only letters, digits, spaces and plain marks."""
    return "".join(char for char in title if char.isalnum() or char in " -.,'!?()&:")


def _holds_cards(type_: Type) -> bool:
    """A card, or the cards that a loop still goes through."""
    return isinstance(strip_optional(type_), CardType | PileType)


def _dim_name(dim: MemberType | CardType) -> str:
    return dim.enum if isinstance(dim, MemberType) else dim.name or "Card"


def _names(items: list[str]) -> str:
    return f"({', '.join(items)}{',' if len(items) == 1 else ''})"


def _product(sizes: tuple[int, ...]) -> int:
    total = 1
    for size in sizes:
        total *= size
    return total


def _constant(game: object, value: TExpr) -> object:
    from ..symbols import Game

    assert isinstance(game, Game)
    if isinstance(value, Const):
        return value.value
    try:
        return Evaluator(game).value(value)
    except NotConstantError:
        return 0


__all__ = ["Emitted", "Emitter", "dim_size", "short"]
