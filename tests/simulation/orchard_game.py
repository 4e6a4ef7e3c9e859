"""A small game with variants whose effects are known, for tests of comparisons."""

from __future__ import annotations

from pathlib import Path

MANIFEST = """\
name: orchard
title: Orchard
sources: [orchard.regel]
languages: [en]
"""

SOURCE = """\
players 2..4

cardtype Fruit "fruits":
    bonus: 0..20
    play(p: Player)

card Fruit apple "Apple" x6:
    bonus = 4
    play(p):
        do earn(p, this.bonus)

card Fruit plum "Plum" x6:
    bonus = 5
    play(p):
        do earn(p, this.bonus)

card Fruit pear "Pear" x12:
    bonus = 3
    play(p):
        do earn(p, this.bonus)

state:
    score[Player]: 0..1_000 = 0
    deck: pile of Fruit = all seen by nobody
    hand[Player]: pile of Fruit seen by its player
    eaten: pile of Fruit seen by all

setup:
    shuffle deck
    for each p in Player:
        draw 3 from deck to hand[p]

effect earn(p: Player, n: 0..20):
    says "{p} earns {n}"
    text "Earn {n}."
    score[p] += n

effect turn(p: Player):
    let pips = roll d6
    choose by p "What now?":
        eat(c) "Eat {c}" for c in hand[p]:
            move c to eaten
            do c.play(p)
        wait "Wait for {pips}":
            score[p] += pips
    draw 1 from deck to hand[p]
    otherwise: return

play at most 1_000:
    repeat 4 times:
        for each p in Player:
            do turn(p)

outcome for p:
    most score[p]

value of p = score[p]

variant sweet "Sweet apples":
    amend apple.bonus: 4 -> 8

variant reworded "Other words":
    amend earn.says: "{p} earns {n}" -> "{p} gets {n}"
    amend apple.title: "Apple" -> "Red apple"

variant other_dice "Dice from another bag":
    add effect throw(p: Player) -> 1..6:
        let pips = roll d6
        return pips
    replace effect turn(p: Player):
        let pips = do throw(p)
        choose by p "What now?":
            eat(c) "Eat {c}" for c in hand[p]:
                move c to eaten
                do c.play(p)
            wait "Wait for {pips}":
                score[p] += pips
        draw 1 from deck to hand[p]
        otherwise: return

variant no_waiting "Nobody waits":
    replace effect turn(p: Player):
        choose by p "What now?":
            eat(c) "Eat {c}" for c in hand[p]:
                move c to eaten
                do c.play(p)
        otherwise: return
        draw 1 from deck to hand[p]
        otherwise: return

erratum plum_price "Plums bring four":
    amend plum.bonus: 5 -> 4
"""


def write_orchard(folder: Path) -> Path:
    """Writes the game to a new folder."""
    folder.mkdir()
    (folder / "game.yaml").write_text(MANIFEST, encoding="utf-8")
    (folder / "orchard.regel").write_text(SOURCE, encoding="utf-8")
    return folder
