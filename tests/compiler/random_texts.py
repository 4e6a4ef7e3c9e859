"""Cards at random whose texts are composed of what they do, and these texts as the documentation says them."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import NamedTuple

from case_games import errors_of, folder_of
from regelwerk_compiler.build import build
from regelwerk_compiler.driver import Options, check_game

FRUIT = {"apple": "apple", "pear": "ripe pear", "plum": "plum"}
COPIES = 8
"""The cards of a game."""
FRAME = """
players 2..4
enum Fruit: {fruit}
state:
    stock[Fruit]: -99..99 = 3
    money[Player]: -99..99 = 3
    seen: pile of Visit = all
effect give(f: Fruit, n: Int):
    text "Get {{n}} {{n: piece goes | pieces go}} of {{f}}."
    stock[f] += n
effect lose(f: Fruit):
    text "Lose one {{f}}."
    stock[f] -= 1
effect earn(p: Player, n: Int):
    text "Earn {{n}} {{n: coin | coins}}."
    money[p] += n
effect rest(p: Player):
    text "Take a rest."
    money[p] += 1
define plenty(f: Fruit) -> Bool = stock[f] > 2
    text "there is plenty of {{f}}"
define many(f: Fruit, n: Int) -> Bool = stock[f] > n
    text "there are {{n}} {{n: piece | pieces}} of {{f}}"
event sold(p: Player, f: Fruit, n: Int)
    text "you sell {{n}} {{n: piece | pieces}} of {{f}}"
cardtype Visit:
    size: 1..9 = 2
    likes: Fruit = Fruit.pear
    at_once: Bool = no
        text "Play this card at once."
    welcome(p: Player) -> Bool = yes
    play(p: Player):
        move this to box
effect turn(p: Player):
    for each v in seen where v.welcome(p): do v.play(p)
    emit sold(p, Fruit.apple, 1)
play at most 9:
    for each p in Player: do turn(p)
outcome for p: most money[p]
"""


class Part(NamedTuple):
    """Statements of a card: their lines, and what they say."""

    lines: list[str]
    says: str


def _indented(lines: list[str]) -> list[str]:
    return [f"    {line}" for line in lines]


class Texts:
    """Makes a game; `meant` has the text of each card by its key."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.meant: dict[str, str] = {}
        self.names = 0
        self.changes: list[str] = []
        """What a variant changes."""
        self.rest = rng.choice(["Take a rest.", "Sleep well."])
        if self.rest != "Take a rest.":
            self.changes.append(f'amend rest.text: "Take a rest." -> "{self.rest}"')
        cards = [line for at in range(COPIES) for line in self._card(f"card_{at}")]
        members = ", ".join(f'{key} "{words}"' for key, words in FRUIT.items())
        changes = ['variant other "Other":', *_indented(self.changes)] if self.changes else []
        self.text = "\n".join([FRAME.format(fruit=members), *cards, *changes, ""])

    def _card(self, name: str) -> list[str]:
        """A card or a family, with what its fields, its condition, its effect and its listener say in this order."""
        family = self.rng.random() < 0.4
        size, likes = self.rng.choice([1, 2, 5]), self.rng.choice([*FRUIT])
        at_once, condition = self.rng.random() < 0.3, self.rng.random() < 0.4
        before = size
        if not family and self.rng.random() < 0.3:
            size = 4 if size != 4 else 1
            self.changes.append(f"amend {name}.size: {before} -> {size}")
        head = f'card Visit {name} "{name}"{" for b in Fruit" if family else ""}:'
        shape = self.rng.getrandbits(32)
        told, replaced = dict[str, str](), list[str]()
        for bound in FRUIT if family else [""]:
            rng, self.rng = self.rng, Random(shape)  # the same for each card of a family
            self.known = {"this.likes": likes, **({"b": bound} if family else {})}, {"this.size": size}
            lines = [f"size = {before}", f"likes = Fruit.{likes}", *(["at_once = yes"] if at_once else [])]
            says = ["Play this card at once."] if at_once else []
            if condition:
                test = self._test()
                lines.append(f"welcome(p) = {test.lines[0]}")
                says.append(f"Play this card only if {test.says}.")
            parts = [self._statement(1) for _ in range(self.rng.randint(1, 3))]
            lines += ["play(p):", *(_indented([line for part in parts for line in part.lines]))]
            if self.rng.random() < 0.2:  # the variant replaces what it does
                parts = [self._statement(1) for _ in range(self.rng.randint(1, 2))]
                new = [line for part in parts for line in part.lines]
                replaced = [f"replace Visit.{name}.play(p):", *_indented(new)]
            says += [part.says for part in parts]
            if self.rng.random() < 0.3:
                listener = self._listener()
                lines += listener.lines
                says.append(listener.says)
            told[f"{name}.{bound}" if bound else name] = " ".join(says)
            self.rng = rng
        self.meant |= told
        self.changes += replaced
        return [head, *_indented(lines)]

    # ---- values
    def _fruit(self) -> tuple[str, str]:
        """A member as rules write it, and as texts say it."""
        key = self.rng.choice([*FRUIT])
        name = self.rng.choice([*self.known[0], ""])
        return (name, FRUIT[self.known[0][name]]) if name else (f"Fruit.{key}", FRUIT[key])

    def _number(self) -> tuple[str, int]:
        number = self.rng.choice([1, 2, 3, 11])
        return ("this.size", self.known[1]["this.size"]) if self.rng.random() < 0.3 else (str(number), number)

    def _test(self) -> Part:
        fruit, said = self._fruit()
        if self.rng.random() < 0.5:
            return Part([f"plenty({fruit})"], f"there is plenty of {said}")
        number, count = self._number()
        return Part([f"many({fruit}, {number})"], f"there are {count} {'piece' if count == 1 else 'pieces'} of {said}")

    # ---- what a card does
    def _statement(self, depth: int, who: str = "p") -> Part:
        ways = [self._effect, self._effect, *([self._if, self._choice, self._everybody] if depth else [])]
        return self.rng.choice(ways)(who)

    def _effect(self, who: str) -> Part:
        (fruit, said), (number, count) = self._fruit(), self._number()
        match self.rng.choice(["give", "lose", "earn", "rest"]):
            case "give":
                pieces = "piece goes" if count == 1 else "pieces go"
                return Part([f"do give({fruit}, {number})"], f"Get {count} {pieces} of {said}.")
            case "lose":
                return Part([f"do lose({fruit})"], f"Lose one {said}.")
            case "earn":
                return Part([f"do earn({who}, {number})"], f"Earn {count} {'coin' if count == 1 else 'coins'}.")
        return Part([f"do rest({who})"], self.rest)

    def _if(self, who: str) -> Part:
        test, then = self._test(), self._effect(who)
        return Part([f"if {test.lines[0]}:", *_indented(then.lines)], f"If {test.says}: {then.says}")

    def _choice(self, who: str) -> Part:
        may, options = self.rng.random() < 0.3, [self._effect(who) for _ in range(self.rng.randint(2, 3))]
        lines = [f'{"may " if may else ""}choose by {who} "Which?":']
        for option in options:
            self.names += 1
            lines += [f'    way_{self.names} "Way {self.names}":', *_indented(_indented(option.lines))]
        begins = "You may choose one: " if may else "Choose one: "
        return Part(lines, begins + " Or: ".join(option.says for option in options))

    def _everybody(self, who: str) -> Part:
        others, name = self.rng.random() < 0.5, f"q_{who}"
        then = self._statement(0, name) if self.rng.random() < 0.6 else self._choice(name)
        start = " from p" if self.rng.random() < 0.3 else ""
        where = self.rng.choice([f" where {name} is not p", f" where p is not {name}"]) if others else ""
        begins = "Each other player: " if others else "Each player: "
        return Part([f"for each {name} in Player{start}{where}:", *_indented(then.lines)], begins + then.says)

    def _listener(self) -> Part:
        """What happens when something is sold, told to who sells it."""
        (fruit, said), number = self._fruit(), self.rng.choice([2, 3])
        then = self._effect("p")
        lines = [f"on sold(p, f, n) when f is {fruit} and n is {number}:", *_indented(then.lines)]
        return Part(lines, f"When you sell {number} pieces of {said}: {then.says}")


def compare_texts(seed: int, folder: Path) -> int:
    """Compares the texts of the cards of a game, and answers how many.

    Raises:
        AssertionError: they differ.
    """
    texts = Texts(Random(seed))
    folder_of(texts.text, folder)
    result = check_game(folder, Options(("other",) if texts.changes else ()))
    assert errors_of(result) == [], texts.text
    assert result.game is not None and result.texts is not None
    built = build(result.game, result.texts).cards_by_key
    found = {key: built[key].texts["en"] for key in texts.meant}
    assert found == texts.meant, [(found[key], text) for key, text in texts.meant.items() if found[key] != text]
    assert [one for one in result.diagnostics if one.code == "W0707"] == []
    return len(found)
