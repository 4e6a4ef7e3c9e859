"""Entries that the catalogues of a game should hold, each with an example for translators."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator

from msgspec import Struct, field
from msgspec.structs import replace
from regelwerk_dsl.data.manifest import Manifest
from regelwerk_dsl.source import Span

from ...checked.marks import read_marks
from ...checked.values import Value
from ...model import tree
from ...model.ids import MessageId
from ...model.symbols import CardSymbol, Game
from ...model.types import PLAYER, TEXT, BoolType, CardType, IntType, MemberType, SetType, Type, strip_optional
from ...primitives.evaluate import Evaluator, NotConstantError, Plain
from ..messages import Message, all_messages
from ..own import own_missing, own_word
from ..texts import icons_in, parse_pattern, shown_values, source_pattern
from ..words import Env, Words, card_env
from .entries import Catalogue, carried_over
from .meaning import mark_of

AMOUNT, NUMBER = 2_000, 3  # the amounts and numbers in examples
WORD = "word"  # begins the id of a word of our own in a game's catalogue


class Wanted(Struct, frozen=True):
    """One text that every language should have.

    Attributes:
        id: the id of its entry.
        source: the words of the source, with slots.
        note: what it is for.
        where: `market/selling.regel:41`; "" for words of our own.
        example: the source with values filled in; "" if there is nothing to fill in.
        mark: what the rule under an instruction means; "" for other texts.
        values: the slots that a translation may use.
        shown: those that it must not leave out.
        icons: the icons that the source has, and how often.
        enums: for each slot the kind of names that it shows, "" for others.
        printed: whether it stands on paper; else it is only said at play.
        room: where it is printed, and how wide its box is there: `53 mm on the front of Action`; "" if no layout
            shows it, or if that is not known.
        own: what the language of the sources shows in its place, `In English: just arrived`; "" if that is the source.
    """

    id: MessageId
    source: str
    note: str
    where: str
    example: str = ""
    mark: str = ""
    values: tuple[str, ...] | None = None
    shown: tuple[str, ...] = ()
    icons: Counter[str] = field(default_factory=Counter)
    enums: tuple[str, ...] = ()
    printed: bool = True
    room: str = ""
    own: str = ""


class Collected(Struct, frozen=True):
    """The texts to translate.

    Attributes:
        manifest: the contents of `game.yaml`.
        game: the game without variants.
        wanted: its texts, then those that only its errata and variants have.
        unfit: variants that do not fit the base any more: their texts are not wanted, but their entries are kept.
    """

    manifest: Manifest
    game: Game
    wanted: list[Wanted]
    unfit: list[str]

    @property
    def variants(self) -> frozenset[str]:
        """The names of the variants."""
        return frozenset(one.name.name for one in self.game.changes if one.kind == "variant")


def wanted_of(words: Words) -> list[Wanted]:
    """Every text of a game in a fixed order, without forms of names, which depend on the language."""
    game = words.game
    title = Wanted(MessageId(("game", "title")), game.title, "title of the game", f"{game.name}/game.yaml")
    return [title, *(wanted_as(words, message) for message in all_messages(game))]


USES = ("printed", "played", "variants")
"""The uses of texts, in the order in which they are best translated."""


def use_of(one: Wanted, variants: Collection[str]) -> str:
    """The use of a text: on paper, only in play, or in one of these variants."""
    if one.id.change in variants or one.id.kind == "variant":
        return "variants"
    return "printed" if one.printed else "played"


def by_use(texts: Iterable[Wanted], variants: Collection[str]) -> list[Wanted]:
    """Texts that stand on paper first, then those of play, then those of variants; else in the order that they have."""
    return sorted(texts, key=lambda one: USES.index(use_of(one, variants)))


def wanted_as(words: Words, message: Message) -> Wanted:
    """One message as its catalogues should have it."""
    return Wanted(
        message.id,
        message.source,
        message.note,
        place_of(words.game, message.span),
        _example(words, message),
        mark_of(words.game, message),
        tuple(message.values) if message.text is not None else None,
        shown_values(message.text.text) if message.text is not None else (),
        icons_in(read_marks(source_pattern(message.text.text), str)) if message.text is not None else Counter(),
        tuple(_enum(slot.type) for slot in message.slots),
        message.printed,
    )


def place_of(game: Game, span: Span) -> str:
    """The place of a text: below the game's folder, or in a file of its own, such as that of a variant."""
    return f"{game.name}/{span.where}" if span.source.local else f"{span.source.name}:{span.line}"


def _enum(type_: Type) -> str:
    inner = strip_optional(type_)
    if isinstance(inner, SetType):
        inner = inner.member
    return inner.enum if isinstance(inner, MemberType) and inner != PLAYER else ""


def wanted_in(game: Game, wanted: Iterable[Wanted], catalogue: Catalogue) -> list[Wanted]:
    """The same with what this language needs besides: the forms of names that its sentences ask for, and small words.

    Args:
        game: the game, for the members of its enums.
        wanted: the texts of the game, and of its variants.
        catalogue: what the language has so far.
    """
    texts = list(wanted)
    known: dict[MessageId, Wanted] = {}
    for one in texts:
        known.setdefault(one.id, one)
    for one in list(texts):
        for enum, form in _forms_asked(one, catalogue):
            symbol = game.enums[enum]
            for name in (MessageId((symbol.owner(at)[0], key)) for at, key in enumerate(symbol.keys)):
                id_ = MessageId(name.parts, form)
                if name in known and id_ not in known:
                    known[id_] = replace(
                        known[name], id=id_, note=f"another form of a name, for {{...|{form}}}", room="", own=""
                    )
                    texts.append(known[id_])
    for entry in own_missing(catalogue.language):
        if entry.key.startswith("text."):
            own = MessageId((WORD, entry.key.removeprefix("text.")))
            texts.append(Wanted(own, entry.source, entry.note, ""))
    order = {one.id: number for number, one in enumerate(texts)}
    return sorted(
        texts, key=lambda one: (order[MessageId(one.id.parts, change=one.id.change)], one.id)
    )  # the forms of a name after it


def _forms_asked(one: Wanted, catalogue: Catalogue) -> Iterator[tuple[str, str]]:
    """The enums and the forms of their members that a translation asks for."""
    entry = catalogue.entry(one.id, one.source)
    if one.values is None or entry is None or not entry.words:
        return
    try:
        pattern = parse_pattern(carried_over(entry, one.source) or entry.words, list(one.values))
    except ValueError:
        return
    for part in pattern:
        if isinstance(part, tuple) and isinstance(part[1], str) and one.enums[part[0]]:
            yield one.enums[part[0]], part[1]


def _example(words: Words, message: Message) -> str:
    """The words of the source for one case; "" if there is nothing to fill in."""
    if message.text is None or not message.slots:
        return ""
    card = message.subject if isinstance(message.subject, CardSymbol) else None
    env = card_env(card, card.members[0]) if card is not None and card.members else {}
    values = {}
    for at, slot in enumerate(message.slots):
        before = sum(1 for other in message.slots[:at] if other.type == slot.type)  # two players are A and B
        values[at] = _shown(words, slot, env, before)
    return words.say[words.texts.languages[0]].fill(source_pattern(message.text.text), values)


def _shown(words: Words, slot: tree.TExpr, env: Env, before: int) -> tuple[Value, Type]:
    """A value that a slot can show: its own where that is known without playing, else one that its type allows."""
    type_ = strip_optional(slot.type)
    if type_ == PLAYER:
        return own_word(words.texts.languages[0], "text.player", chr(ord("A") + before)), PLAYER
    value: Plain
    try:
        value = Evaluator(words.game, cards=True).value(slot, env)
    except NotConstantError:
        value = _sample(words.game, type_, before)
    try:
        return words.plain_value(value, slot.type)
    except NotConstantError:
        return "…", TEXT


def _sample(game: Game, type_: Type, before: int) -> int:
    match type_:
        case IntType(low, high, unit):
            wish = NUMBER if unit is None else min(AMOUNT, game.units[unit].high)
            return max(low if low is not None else wish, min(wish, high if high is not None else wish))
        case MemberType(enum) if enum in game.enums:
            return min(game.enums[enum].low + before, game.enums[enum].high)
        case SetType():
            return 0b11
        case CardType(name) if name is not None:
            return game.card_types[name].first
        case BoolType():
            return 1
        case _:
            return 0
