"""Tests of planted faults in the classic games: every kind occurs, does what it says, and is undone exactly."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from regelwerk_compiler.driver import check_game
from regelwerk_compiler.model.types import BOOL, IntType, MemberType, OptionalType, PerType, SetType
from regelwerk_faults.cells import changed
from regelwerk_faults.fault import Fault
from regelwerk_faults.maker import FaultMaker
from regelwerk_faults.planting import find_faults, planted

pytestmark = pytest.mark.slow

CLASSICS = sorted(path.parent for path in (Path(__file__).resolve().parents[2] / "cards/classics").rglob("game.yaml"))

MANIFEST = "name: yard\ntitle: Yard\nsources: [yard.regel]\nlanguages: [en]\n"
SOURCE = """\
players 2..3

unit EUR = -1_000..20_000

table Good "goods":
    key  | price: EUR | fragile: Bool | beside: Good? | name
    coal | 3          | no            | salt          | "coal"
    salt | 20_000     | yes           | none          | "salt"

cardtype Deed "deeds":
    price: EUR
    goods: set of Good
    load: Int per Good
    at_once: Bool = no
    play(p: Player)

card Deed gift "Gift of {g}" for g in Good x2:
    price = 500
    goods = {coal}
    load = coal 2
    play(p):
        do pay(p, p.next, this.price)

state:
    money[Player]: EUR = 1_000
    deck: pile of Deed = all seen by nobody
    past: pile of Deed seen by all

event paid(p: Player)

effect pay(p: Player, q: Player, n: EUR):
    says "{p} pays {q} {n}"
    text "Pay {n}."
    if money[p] < n and not p is q:
        return
    money[p] -= n
    money[q] += n
    emit paid(p)

setup:
    shuffle deck
    draw 2 from deck to past

play at most 100:
    let c = deck.top
    otherwise: finish
    move c to past
    for each p in Player where rich(p):
        do c.play(p)

define rich(p: Player) -> Bool = money[p] >= 100

outcome for p:
    most money[p]
"""


@cache
def maker(folder: Path) -> FaultMaker:
    return FaultMaker(check_game(folder))


@pytest.fixture
def yard(tmp_path: Path) -> FaultMaker:
    (tmp_path / "game.yaml").write_text(MANIFEST, encoding="utf-8")
    (tmp_path / "yard.regel").write_text(SOURCE, encoding="utf-8")
    checked = check_game(tmp_path)
    assert checked.game is not None, [str(one) for one in checked.diagnostics]
    return FaultMaker(checked)


def by_id(made: FaultMaker) -> dict[str, Fault]:
    return {fault.id: fault for fault in made.faults}


@pytest.mark.parametrize("folder", CLASSICS, ids=lambda folder: folder.name)
def test_every_fault_is_emitted_and_undone_exactly(folder: Path) -> None:
    made = maker(folder)
    assert len({fault.id for fault in made.faults}) == len(made.faults) > 0
    some = made.faults[:: max(3, len(made.faults) // 5)]
    for fault in some:
        texts = made.with_fault(fault)
        if texts is not None:
            compile(texts[0], fault.id, "exec")
    assert made.emit() == made.base, [fault.id for fault in some]


@pytest.mark.parametrize("folder", CLASSICS, ids=lambda folder: folder.name)
def test_ids_and_places_are_the_same_each_time(folder: Path) -> None:
    graph = check_game(folder).graph
    assert graph is not None
    again = [(fault.id, fault.span.line, fault.words) for fault in find_faults(graph)]
    assert again == [(fault.id, fault.span.line, fault.words) for fault in maker(folder).faults]


def test_a_fault_is_undone_after_an_exception() -> None:
    made = maker(CLASSICS[-2])
    with pytest.raises(ZeroDivisionError), planted(made.faults[0]):
        raise ZeroDivisionError
    assert made.emit() == made.base


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("Good.coal.price", "price `3` changed to `4`"),
        ("Good.salt.price", "price `20_000` changed to `19_999`"),
        ("Good.salt.fragile", "fragile `yes` changed to `no`"),
        ("Good.salt.beside", "beside `none` changed to `coal`"),
        ("Deed.at_once", "at_once `no` changed to `yes`"),
        ("gift.price", "price `500` changed to `501`"),
        ("gift.goods", "goods `coal` changed to `coal, salt`"),
        ("gift.load", "load `coal 2` changed to `coal 3`"),
        ("gift.play.drop.1", "`do pay(p, p.next, this.price)` dropped"),
        ("pay.condition.1", "`and` changed to `or` in `money[p] < n and not p is q`"),
        ("pay.condition.2", "`<` changed to `>=` in `money[p] < n`"),
        ("pay.drop.2", "`money[p] -= n` dropped"),
        ("pay.drop.4", "`emit paid(p)` dropped"),
        ("pay.owner.1", "`p` changed to `q`"),
        ("play.condition.1", "`otherwise` of `c` negated: `finish`"),
        ("play.condition.2", "`rich(p)` negated"),
        ("play.owner.1", "`p` changed to `p.next`"),
        ("rich.condition.1", "`>=` changed to `<` in `money[p] >= 100`"),
        ("rich.number.1+", "`100` changed to `101`"),
        ("rich.number.1-", "`100` changed to `99`"),
        ("setup.condition.1", "the condition of `draw 2 from deck to past` negated"),
        ("setup.drop.1", "`shuffle deck` dropped"),
    ],
)
def test_descriptions_of_faults(yard: FaultMaker, name: str, words: str) -> None:
    faults = by_id(yard)
    assert name in faults, sorted(faults)
    assert faults[name].words == words


BELLS = """
event rung(p: Player) ordered from p "Which first?"

cardtype Bell "bells"

card Bell big "Big bell":
    text "Rings on."
    on rung(p) while in tower[p] when money[p] > 0:
        money[p] += 2

card Bell small "Small bell":
    text "Rings."
    on rung(p):
        money[p] += 1

state:
    tower[Player]: pile of Bell
    bells: pile of Bell = all

effect ring(p: Player):
    emit rung(p)

scenario ringing "Both bells answer":
    given players A, B
    given tower[A] = big
    when do ring(A)
    when A chooses big
    expect money[A] is 1_003
"""


def test_faults_of_events_are_those_of_the_sources(yard: FaultMaker, tmp_path: Path) -> None:
    """Of the code that calls listeners there is one fault for each: it does not answer, whoever orders the cards."""
    rules = tmp_path / "yard.regel"
    rules.write_text(SOURCE + BELLS, encoding="utf-8")
    made = FaultMaker(check_game(tmp_path))
    faults = by_id(made)
    assert not [fault.id for fault in made.faults if fault.declaration in ("rung", "paid")]
    silent = {fault.id: fault.words for fault in made.faults if fault.id.endswith(".silent")}
    assert silent == {
        "big.on_rung.silent": "`on rung(p) while in tower[p] when money[p] > 0` never answers",
        "small.on_rung.silent": "`on rung(p)` never answers",
    }
    assert "big.on_rung.condition.1" in faults
    texts = made.with_fault(faults["small.on_rung.silent"])
    assert texts is not None
    calls = [text.count("    small_on_rung(m") for text in (made.base[0], texts[0])]
    assert calls[0] > 1 and calls[1] == 0
    assert made.emit() == made.base


def test_the_module_changes_only_at_the_fault(yard: FaultMaker) -> None:
    texts = yard.with_fault(by_id(yard)["rich.number.1+"])
    assert texts is not None
    lines = set(texts[0].splitlines()) - set(yard.base[0].splitlines())
    rules = [line for line in lines if "source_hash" not in line]  # the hash shows that it is another game
    assert rules and all("101" in line for line in rules)  # the definition, and the place where it is unfolded


def test_a_column_that_no_rule_reads_makes_no_difference(yard: FaultMaker) -> None:
    assert yard.with_fault(by_id(yard)["Good.coal.price"]) is None


def test_neighbouring_values(yard: FaultMaker) -> None:
    game = yard.game
    good = MemberType("Good")
    assert changed(game, IntType(0, 3), 3, "x") == 2
    assert changed(game, IntType(3, 3), 3, "x") is None
    assert changed(game, BOOL, 1, "x") == 0
    assert changed(game, OptionalType(good), 1, "x") == 0
    assert changed(game, SetType(good), 0b11, "x") == 0b10
    assert changed(game, SetType(good), 0, "x") in (0b01, 0b10)
    assert changed(game, PerType(IntType(0, None), good), (0, 4), "x") == (0, 5)
    assert changed(game, IntType(), "a text", "x") is None


def test_a_constant_used_only_in_declarations_gets_no_fault(tmp_path: Path) -> None:
    """`size` and `half` occur only in bounds and in an enum; `start` is also called, and gives the initial money."""
    source = """\
players 2..2
define half -> Int = 2
define size -> Int = half * 2
define start -> Int = 1
enum Row = 1..size
state:
    money[Row]: 0..size = start
    left: 0..9 = 0
play at most 10:
    for each p in Player:
        choose r in Row by p "Which?"
        left = money[r] + start
outcome for p:
    most left
"""
    (tmp_path / "game.yaml").write_text(MANIFEST, encoding="utf-8")
    (tmp_path / "yard.regel").write_text(source, encoding="utf-8")
    checked = check_game(tmp_path)
    assert checked.graph is not None, checked.diagnostics
    names = {fault.declaration for fault in find_faults(checked.graph)}
    assert "start" in names
    assert names.isdisjoint({"half", "size"})


def test_a_card_and_its_kind_are_one_fact(tmp_path: Path) -> None:
    """A fault in a field affects both; the generated field `kind` gets none."""
    (tmp_path / "game.yaml").write_text(MANIFEST, encoding="utf-8")
    kinds = SOURCE.replace(" for g in Good x2:", " x2:").replace("of {g}", "of coal") + "\nenum Kind = cards of Deed\n"
    kinds = kinds.replace("this.price", "this.kind.price").replace("no\n    play", "no\n    rank: 0..9 = 2\n    play")
    (tmp_path / "yard.regel").write_text(kinds, encoding="utf-8")
    made = FaultMaker(check_game(tmp_path))
    assert not [fault.id for fault in made.faults if fault.declaration == "Kind" or fault.id.endswith(".kind")]
    enum, card = made.game.enums["Kind"], made.game.cards["gift"].members[0]
    for name in ("gift.price", "Deed.rank"):
        fault = by_id(made)[name]
        field = name.split(".")[1]
        with planted(fault):
            assert enum.fields[field].values == [card.fields[field]] == [fault.edits[0].value]
    assert made.with_fault(by_id(made)["gift.price"]) is not None  # read only through the kind
    assert made.emit() == made.base
