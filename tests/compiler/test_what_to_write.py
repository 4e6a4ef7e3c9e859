"""Tests of advice in messages: what to write where the language differs from what an author expects."""

from __future__ import annotations

from pathlib import Path

import pytest
from regelwerk_compiler.driver import Options, check_game

GAME = """\
players 2..4
enum City: rome "Rome", milan "Milan", turin "Turin"
enum River: rhine "Rhine", elbe "Elbe"
map Space of City:
    key | ends | steps
    a | rome, milan | 1
    b | milan, turin | 1
cardtype Job "jobs"
card Job only "Only"
cardtype Visit "visits"
card Visit other "Other":
    text "Take one of the cards that lie in the middle, and go to the city that you come from."
unit EUR = 0..9_000
define goal -> EUR = 2_000
table Home:
    key  | size: 0..9
    deer | 1
state:
    homes[Player]: 0..9 = 0
    at[Player]: City = rome
    van[Player]: Space = rome
    deck: pile of Job = all seen by nobody
    visits: pile of Visit = all
    hand[Player]: pile of Job seen by all
define ways(s: Space) -> set of Space = s.next
effect visit(p: Player):
    draw 1 from deck to hand[p]
    choose u in ways(at[p]) by p "Where to?"
    van[p] = u
play at most 9:
    for each p in Player:
        do visit(p)
outcome together:
    won when yes
chapter one "One":
    \"\"\"
    {{ table Space }}
    \"\"\"
"""

DRAW = "draw 1 from deck to hand[p]"
WAYS = "declare `define ways(s: Space) -> set of Space = s.next` and write `ways(...)`"
WHOLE = "write the whole text: before the arrow as it is, after the arrow as it should be"
ANEW = "write `remove hand`, and `add state:` with its new declaration below"


@pytest.mark.parametrize(
    ("old", "new", "message", "help"),
    [
        ("players 2..4", "players 2", "the number of players is a range", "write `players 2..2`"),
        ("ways(at[p])", "(at[p] of Space).next", "every City is a Space already", WAYS),
        ("ways(at[p])", "at[p].next", "there is nothing to iterate over: this is City, or none", WAYS),
        ("-> EUR = 2_000", "-> EUR = 2_000\nenum Row = 0..9\nenum Pip = 1..6\n"
         "define from(r: Row, d: Pip) -> Row? = r - d of Row", "Pip can never be of type Row",
         "put the whole calculation in brackets: `(… d) of Row`"),
        ("-> EUR = 2_000", "-> EUR = 2_000\nenum Row = 0..9\ndefine back(r: Row) -> Row? = 9 - r of Row",
         "every Row is a Row already",
         "leave out `of Row`: where a Row is expected, Row stands as it is; a sum needs brackets, `(r + 1) of Row`"),
        ('Job only "Only"', 'Job only "Only" x 1 + 1', "a number of copies that is reckoned needs brackets",
         "write `x (if r is 1 then 3 else 2)`"),
        (DRAW, "draw 1 from deck.bottom to hand[p]", "this is neither a pile nor a place, it is Job, or none",
         "to take a card that is not on top, write `let c = deck.bottom`, and `move c to ...` below"),
        ("play at most 9:", "scenario next_home:\n    expect Home.deer.next.size is 1\nplay at most 9:",
         "`Home.deer.next` may be `none` here",
         "give it a name with `let`, and `otherwise:` below it for the missing case"
         "; a step has no `let`: it asks `any x in … where …`, or calls an effect of the scenario that does it"),
        (DRAW, "draw 1 from bottom of deck to hand[p]", "there is no name `bottom`",
         "`let c = pile.bottom`, and `move c to ...` below"),
        ('cardtype Job "jobs"', 'cardtype Job "jobs":\n    open',
         "an ability that acts has brackets after its name, also without parameters", "write `name()`"),
        ('cardtype Job "jobs"\n', 'cardtype Job "jobs":\n    open():\n        return\n'
         "define some -> Int = count j in deck where j.open\n", "`open` is an ability of Job", "write `do j.open()`"),
        ('cardtype Job "jobs"\n', 'cardtype Job "jobs":\n    open(n: Int) -> Bool = yes\n'
         "define some -> Int = count j in deck where j.open\n", "`open` is an ability of Job",
         "call it: `j.open(...)`"),
        (DRAW, "shuffle hand[p] into deck", "`shuffle` mixes the cards of one pile",
         "`move gone to deck`, and write `shuffle deck` below"),
        (DRAW, "repeat while goal > 9: goal = 9", "there is no `while` here", "write `repeat until …:`"),
        (DRAW, "let one = ways(rome) contains rome", "there is no `contains` here", "write `x in S`"),
        (DRAW, "let one = van[p].neighbours", "Space has no `neighbours`", "known: next, road, at, previous"),
        (DRAW, "for each q in other players: draw 1 from deck to hand[q]", "the players are called `Player`",
         "write `Player where q is not p` for the others"),
        (DRAW, 'choose one of:\n        draw "Draw": ' + DRAW, "a choice of options begins with who chooses",
         "write `choose by p:`"),
        (DRAW, "lose the game", "the game ends with `finish`", "note in a variable how it ends"),
        (DRAW, "win", "the game ends with `finish`", "note in a variable how it ends"),
        (DRAW, "end the game", "the game ends with `finish`", "note in a variable how it ends"),
        (DRAW, "end", "there is no `end` here", "a block ends where its lines are no longer deeper"),
        (DRAW, "win + 1", "`+` cannot stand here", "expected"),
        ("table Space", "table River", "`River` is an enum, which has no columns to show",
         "declare `table River:` with a row for each member, or write a list"),
    ],
)  # fmt: skip
def test_rules(tmp_path: Path, old: str, new: str, message: str, help: str) -> None:
    told = messages(tmp_path, GAME.replace(old, new))
    assert [(one, help in how) for one, how in told] == [(message, True)], told


@pytest.mark.parametrize(
    ("change", "message", "help"),
    [
        ("amend hand.seen: all -> its player", "who sees `hand` cannot be amended", ANEW),
        ("amend hand.seen: 1 -> 2", "there is no `hand.seen` to amend", ANEW),
        ("amend goal: 2_000 -> 3_000 EUR", "a number for each member is not expected here",
         "write the number alone: `3_000`"),
        ("amend goal: 2_000 -> 3,000", "expected EUR, but these are two numbers or more", "write `3_000`"),
        ("amend goal: 2.000 -> 3_000", "numbers have no decimal places", "write `2_000`"),
        ("amend goal: 2_000 -> $3000", "`$` has no meaning here",
         "write the number alone, without a sign for what it counts"),
        ("amend only.copies: 1 -> x5", "`only.copies` must be a number", "write `5`"),
        ("amend only.copies: x3 -> 5", "`only.copies` is 1, not x3", "write the number alone: `1`"),
        ("amend Homes.deer.size: 1 -> 2", "there is no `Homes.deer.size` to amend", "did you mean `Home`?"),
        ("amend other.text: \"the city that you come\" -> \"Rome\"", "these words are only a part of `other.text`",
         WHOLE),
        ("amend other.text: \"Go to Rome.\" -> \"Rome\"", "`other.text` is a different text", WHOLE),
        ("amend goal: 2_000 -> 3_000\n    amend goal: 2_000 -> 4_000", "`goal` is amended twice",
         "write one amendment, from the old value to the last"),
        ("remove state.hand", "there is no `state.hand` to remove", "variables are named without `state`: `hand`"),
    ],
)  # fmt: skip
def test_variants(tmp_path: Path, change: str, message: str, help: str) -> None:
    assert messages(tmp_path, f'{GAME}variant dark "Dark":\n    {change}\n', "dark") == [(message, help)]


def test_the_advice_works(tmp_path: Path) -> None:
    again = "    remove hand\n    add state:\n        hand[Player]: pile of Job seen by its player\n"
    assert messages(tmp_path, f'{GAME}variant dark "Dark":\n{again}', "dark") == []
    bottom = GAME.replace(DRAW, "let c = deck.bottom\n    otherwise: return\n    move c to hand[p]")
    assert messages(tmp_path, bottom.replace("players 2..4", "players 2..2")) == []


def test_one_copy(tmp_path: Path) -> None:
    scenario = (
        'scenario two "Two":\n    given players A, B\n    given hand[A] = only, only\n    expect hand[A].count is 1\n'
    )
    [(message, _)] = messages(tmp_path, GAME + scenario)
    assert message == "there is only 1 of `only`"


@pytest.mark.parametrize(
    ("test", "help"), [("c is milan", "compare its field: `c.town`"), ("Kind.only is c", "compare its field: `c.kind`")]
)
def test_a_card_is_compared_by_its_field(tmp_path: Path, test: str, help: str) -> None:
    cards = (
        'enum Kind = cards of Job\ncardtype Job "jobs":\n    town: City\ncard Job only "Only" x2:\n    town = rome\n'
    )
    game = GAME.replace('cardtype Job "jobs"\ncard Job only "Only"\n', cards)
    step = f"    let c = deck.top\n    otherwise: return\n    if {test}:\n        return\n"
    found = messages(tmp_path, game.replace("    van[p] = u\n", f"    van[p] = u\n{step}"))
    assert [advice for _, advice in found] == [help], found


def test_a_misspelt_column_gets_advice(tmp_path: Path) -> None:
    cards = "cards Visit:\n    key | Copies\n    one | 2\nstate:\n"
    told = [("there is no field of Visit `Copies`", "did you mean `copies`?")]
    assert messages(tmp_path, GAME.replace("state:\n", cards)) == told


def messages(folder: Path, source: str, *variants: str) -> list[tuple[str, str]]:
    """The errors of a game, with their advice."""
    (folder / "game.yaml").write_text("name: g\ntitle: G\nsources: [game.regel]\nlanguages: [en]\n", encoding="utf-8")
    (folder / "game.regel").write_text(source, encoding="utf-8")
    found = check_game(folder, Options(variants=variants)).diagnostics
    return [(one.message, one.help) for one in found if one.code.startswith("E")]
