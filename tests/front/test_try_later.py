"""Tests of `try` for cards that take effect later: from a stack, face down, after all answers, or as reactions."""

from __future__ import annotations

from pathlib import Path

import pytest
from market_game import MANIFEST, Command

SOURCE = """\
players 2..3

cardtype Spell "spells":
    resolve(p: Player):
        return

card Spell bolt "Bolt" x4:
    resolve(p):
        life[p.next] -= 1

card Spell heal "Heal" x4:
    resolve(p):
        choose n in 1..2 by p "How much?"
        life[p] += n

card Spell shield "Shield" x2:
    on hurt(q) while in hand[q]:
        may choose by q "Show the shield?":
            show "Show it":
                life[q] += 7
                move this to gone

cardtype Trap "traps":
    spring(p: Player)

card Trap pit "Pit" x4:
    spring(p):
        life[p.next] -= 3

cardtype Charm "charms"

card Charm bell "Bell" x6

event hurt(q: Player)

state:
    deck: pile of Spell = all seen by nobody
    hand[Player]: pile of Spell seen by its player
    stack: pile of Spell
    traps: pile of Trap = all seen by nobody
    held[Player]: pile of Trap seen by its player
    down[Player]: pile of Trap seen by its player
    charms: pile of Charm = all
    worn[Player]: pile of Charm seen by its player
    gone: pile of Card
    life[Player]: 0..90 = 20
    owner[Spell]: Player?

setup:
    shuffle deck
    for each p in Player:
        draw 3 from deck to hand[p]
        draw 1 from traps to held[p]
        draw 2 from charms to worn[p]

play at most 1_000:
    repeat 4 times:
        for each p in Player: do turn(p)
        for each p in Player, t in down[p]:
            move t to gone
            do t.spring(p)
        do give_charms()

effect give_charms():
    simultaneously for each p in Player:
        may choose c in worn[p] by p "Which charm goes?":
            move c to gone

effect turn(p: Player):
    choose by p "What?":
        cast(c) "Cast {c}" for c in hand[p]:
            move c to stack
            owner[c] = p
            do respond(p.next)
            do unwind()
        lay(t) "Lay {t} face down" for t in held[p]: move t to down[p]
        attack "Attack":
            emit hurt(p.next)
            life[p.next] -= 1

effect respond(p: Player):
    may choose n in 1..2 by p "Pay how much?":
        life[p] -= n

effect unwind():
    repeat until stack is empty:
        let c = stack.top
        otherwise: return
        move c to gone
        let o = owner[c]
        otherwise: return
        do c.resolve(o)

outcome for p:
    most life[p]
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "game.yaml").write_text(MANIFEST, encoding="utf-8")
    (tmp_path / "market.regel").write_text(SOURCE, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("card", "chosen", "effect"),
    [
        ("bolt", "Cast Bolt (What?)", "life, Player"),
        ("heal", "Cast Heal (What?)", "life, Player"),
        ("pit", "Lay Pit face down (What?)", "17"),
        ("shield", "Show it (Show the shield?)", "without Shield"),
        ("bell", "Bell (Which charm goes?)", "without Bell"),
    ],
)
def test_the_effect_is_shown(folder: Path, command: Command, card: str, chosen: str, effect: str) -> None:
    said = command("try", folder, card)
    assert said.status == 0, said.err
    happens, changed = said.out.split("What happens")[1].split("What has changed")
    first = happens.strip().splitlines()[0]
    assert first.endswith(f"chooses: {chosen}")
    assert effect in changed


def test_a_card_that_only_lies_there_is_not_found(folder: Path, command: Command) -> None:
    """The card is a trap that is never sprung; naming it in a choice is not playing it."""
    rules = folder / "market.regel"
    rules.write_text(SOURCE.replace("            do t.spring(p)\n", ""), encoding="utf-8")
    said = command("try", folder, "pit")
    assert said.status == 1
    assert "no moment was found to play pit\n" in said.err


def test_a_card_without_effect_is_not_found_by_an_unrelated_change(folder: Path, command: Command) -> None:
    rules = folder / "market.regel"
    rules.write_text(f'{SOURCE}\ncardtype Idle "idle cards":\n    strength: 0..9 = 1\ncard Idle rock "Rock"\n', "utf-8")
    said = command("try", folder, "rock")
    assert said.status == 1
    assert "to play rock: it does nothing of its own, and no option named it" in said.err


CREATURES = """\
players 2..2

cardtype Beast "beasts":
    tough: 1..3 = 1

card Beast moth "Moth" x3:
    on faded(c) while in gone when c is this:
        luck += 1

card Beast raven "Raven" x3:
    on faded(c) while in field when c is not this:
        worth += 1

card Beast stone "Stone" x3

event faded(c: Beast)

state:
    deck: pile of Beast = all seen by nobody
    hand[Player]: pile of Beast seen by its player
    field: pile of Beast
    gone: pile of Beast
    wounds[Beast]: 0..9 = 0 while in field
    luck: 0..99 = 0
    worth: 0..99 = 0

setup:
    shuffle deck
    for each p in Player: draw 4 from deck to hand[p]

play at most 1_000:
    repeat 3 times:
        for each p in Player: do turn(p)

effect turn(p: Player):
    choose c in hand[p] by p "Which beast?":
        move c to field
    may choose c in field by p "Who fades?":
        move c to gone
        emit faded(c)

outcome for p:
    most hand[p].count
"""


@pytest.fixture
def creatures(tmp_path: Path) -> Path:
    (tmp_path / "game.yaml").write_text(MANIFEST, encoding="utf-8")
    (tmp_path / "market.regel").write_text(CREATURES, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("seed", range(1, 6))
@pytest.mark.parametrize(("card", "changed"), [("moth", "luck"), ("raven", "worth")])
def test_a_card_that_only_listens_is_shown_answering(
    creatures: Path, command: Command, card: str, changed: str, seed: int
) -> None:
    """The moment shown is neither an event that another card answers, nor one that the card must not answer."""
    said = command("try", creatures, card, "--seed", seed)
    assert said.status == 0, said.err
    happens, changes = said.out.split("What happens")[1].split("What has changed")
    assert len(happens.strip().splitlines()) == 1
    assert changed in changes.replace("without", "")


def test_a_card_that_never_answers_is_not_found(creatures: Path, command: Command) -> None:
    rules = creatures / "market.regel"
    rules.write_text(CREATURES.replace("while in gone when", "while in field when"), encoding="utf-8")
    said = command("try", creatures, "moth")
    assert said.status == 1
    assert "no moment was found to play moth" in said.err


def test_revealing_a_card_is_no_change_of_its_values(creatures: Path, command: Command) -> None:
    said = [command("try", creatures, "stone", "--seed", seed).out for seed in range(1, 6)]
    assert all("What has changed" in out for out in said)
    assert not any("hidden" in out.split("What has changed")[1] for out in said)


def test_another_seed_finds_another_moment(creatures: Path, command: Command) -> None:
    """The search goes on if the first game of a seed has no such moment."""
    rare = CREATURES.replace("x3", "x12").replace('"Moth" x12', '"Moth" x1')
    (creatures / "market.regel").write_text(rare, encoding="utf-8")
    found = [command("try", creatures, "moth", "--seed", seed).out for seed in range(1, 9)]
    places = [next(line for line in out.splitlines() if line.startswith("Game with seed")) for out in found]
    assert len(set(places)) == len(places)


OFFER = """\
players 2..2
cardtype Spell "spells":
    play(p: Player)
card Spell spark "Spark" x9:
    play(p):
        may choose n in 1..2 by p "How much?":
            say "{p} takes {n}"
            life[p] += n
state:
    hand[Player]: pile of Spell seen by its player
    life[Player]: 0..90 = 20
setup:
    for each c in Spell: move c to hand[Player.first]
play at most 100:
    repeat 3 times:
        choose c in hand[Player.first] by Player.first "Which?"
        otherwise: finish
        do c.play(Player.first)
outcome for p: most life[p]
"""


def test_an_option_that_a_card_offers_is_taken(command: Command, tmp_path: Path) -> None:
    folder = tmp_path / "offer"
    folder.mkdir()
    (folder / "game.yaml").write_text("name: offer\ntitle: Offer\nsources: [game.regel]\nlanguages: [en]\n", "utf-8")
    (folder / "game.regel").write_text(OFFER, encoding="utf-8")
    for seed in range(8):
        assert "takes" in command("try", folder, "spark", "--seed", seed).out


RARE = """\
players 2..2
cardtype Spell "spells":
    play(p: Player)
card Spell spark "Spark" x9:
    play(p):
        do take(p)
card Spell dull "Dull" x9:
    play(p):
        if life[p] > poor: life[p] += 3
card Spell cloak "Cloak" x9:
    play(p):
        move this to worn[p]
define poor -> Int = 21
state:
    deck: pile of Spell = all seen by nobody
    hand[Player]: pile of Spell seen by its player
    worn[Player]: pile of Spell
    gone: pile of Spell
    life[Player]: 0..90 = 20
    plays: 0..100 = 0
setup:
    shuffle deck
    for each p in Player: draw 6 from deck to hand[p]
effect take(p: Player):
    may choose n in 1..2 by p "How much?":
        life[p] += n
play at most 100:
    repeat 3 times:
        for each p in Player:
            choose c in hand[p] by p "Which?"
            otherwise: finish
            move c to gone
            plays += 1
            do c.play(p)
outcome for p: most life[p]
"""


def rare_game(tmp_path: Path, poor: int = 21) -> Path:
    folder = tmp_path / "rare"
    folder.mkdir()
    (folder / "game.yaml").write_text("name: rare\ntitle: Rare\nsources: [game.regel]\nlanguages: [en]\n", "utf-8")
    (folder / "game.regel").write_text(RARE.replace("= 21", f"= {poor}"), encoding="utf-8")
    return folder


@pytest.mark.parametrize("seed", range(1, 5))
@pytest.mark.parametrize("card", ["dull", "spark"])
def test_a_moment_is_found_at_which_the_card_changes_something(
    command: Command, tmp_path: Path, card: str, seed: int
) -> None:
    """Neither what the rules count (`plays`) nor the card's way out of the hand is its effect."""
    said = command("try", rare_game(tmp_path), card, "--seed", seed)
    assert "life, Player" in said.out.split("What has changed")[1]
    assert not said.err


def test_a_card_that_changes_nothing_is_shown_with_a_note(command: Command, tmp_path: Path) -> None:
    said = command("try", rare_game(tmp_path, 85), "dull")
    assert said.status == 0
    assert "life, Player" not in said.out.split("What has changed")[1]
    assert said.err == (
        "dull itself changes nothing at any moment that was found, only other rules do; another --seed may find one\n"
    )


def test_a_card_that_only_moves_itself_has_an_effect(command: Command, tmp_path: Path) -> None:
    said = command("try", rare_game(tmp_path), "cloak")
    assert "worn, Player" in said.out.split("What has changed")[1]
    assert not said.err


def test_what_a_card_asks_when_it_is_played_at_once_is_answered(command: Command, tmp_path: Path) -> None:
    folder = rare_game(tmp_path)
    rules = (folder / "game.regel").read_text(encoding="utf-8").replace("= 20", "= 5").replace(" = all seen", " seen")
    drawn = """\
            draw 1 from deck to gone as c
            otherwise: finish
            say "{p} turns {c} over"
            do c.play(p)
"""
    start, end = rules.index("            choose c"), rules.index("outcome")
    rules = rules[:start] + drawn + rules[end:]
    rules = rules.replace("    shuffle deck\n", "    for each c in Spell: move c to deck\n    shuffle deck\n")
    (folder / "game.regel").write_text(rules, encoding="utf-8")
    said = command("try", folder, "spark")
    assert "(How much?)" in said.out
    assert "life, Player" in said.out.split("What has changed")[1]


def test_a_variant_in_which_the_card_works_has_its_own_moment(command: Command, tmp_path: Path) -> None:
    folder = rare_game(tmp_path, 85)
    easy = tmp_path / "easy.regel"
    easy.write_text('variant easy "Easy":\n    amend poor: 85 -> 0\n', encoding="utf-8")
    said = command("try", folder, "dull", "--variant", easy)
    assert "life, Player" in said.out.split("What has changed")[1], said.err
    assert not said.err
