"""`try` for cards that take effect later: on a stack, face down, and for reactions, which are shown acting."""

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

event hurt(q: Player)

state:
    deck: pile of Spell = all seen by nobody
    hand[Player]: pile of Spell seen by its player
    stack: pile of Spell
    traps: pile of Trap = all seen by nobody
    held[Player]: pile of Trap seen by its player
    down[Player]: pile of Trap seen by its player
    gone: pile of Card
    life[Player]: 0..90 = 20
    owner[Spell]: Player?

setup:
    shuffle deck
    for each p in Player:
        draw 3 from deck to hand[p]
        draw 1 from traps to held[p]

play at most 1_000:
    repeat 4 times:
        for each p in Player: do turn(p)
        for each p in Player, t in down[p]:
            move t to gone
            do t.spring(p)

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
        ("bolt", "Cast Bolt", "life, Player"),
        ("heal", "Cast Heal", "life, Player"),
        ("pit", "Lay Pit face down", "17"),
        ("shield", "Show it", "without Shield"),
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
    """A trap that is never sprung: naming it in a choice is not playing it."""
    rules = folder / "market.regel"
    rules.write_text(SOURCE.replace("            do t.spring(p)\n", ""), encoding="utf-8")
    said = command("try", folder, "pit")
    assert said.status == 1
    assert "no moment was found to play pit" in said.err
