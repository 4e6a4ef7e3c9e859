"""Made-up simulations: tables of many games of a small market without rules, in the form of a real simulation.

Whoever plays `keen` earns more. The card `purse` helps, `brick` harms, `ghost` is never drawn, `stone` never playable,
`relic` never chosen, `coupon` only discarded; `coin` has no ability and is used by choosing it. `omen` is turned up for
nobody, `prize` and `crown` are won by the first player; the crown answers an event. A game ends when the goal is
reached, or after ten rounds. If the players win or lose together, they win by reaching the goal.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from regelwerk_simulation.dataset import engine, file_of, write_table
from regelwerk_simulation.tables import TABLES

GOAL, ROUNDS = 60, 10
CARDS = {
    **dict.fromkeys(("purse", "brick", "letter"), "gift"),
    **dict.fromkeys(("relic", "stone", "ghost", "coupon", "coin"), "rare"),
    "omen": "event",
    "prize": "reward",
    "crown": "reward",
}
DRAWN = ("purse", "brick", "letter", "letter", "relic", "stone", "coupon", "coin")
WORTH = {"purse": 8, "brick": -6, "letter": 1}
LINES = {"earn": "market.regel:10", "play": "market.regel:20", "pass": "market.regel:21", "flee": "market.regel:30"}
NAMES: dict[str, dict[tuple[str, str], str]] = {
    "en": {
        ("game", "market"): "The Market",
        ("card", "purse"): "Full purse",
        ("card", "brick"): "Brick",
        ("card", "letter"): "Letter",
        ("card", "relic"): "Relic",
        ("card", "stone"): "Stone",
        ("card", "ghost"): "Ghost",
        ("type", "gift"): "gift",
        ("type", "rare"): "rarity",
        ("measure", "money"): "Money",
        ("measure", "stock"): "Goods in stock",
        ("end", "goal"): "somebody is rich",
    },
    "de": {
        ("game", "market"): "Der Markt",
        ("card", "purse"): "Voller Beutel",
        ("card", "brick"): "Ziegelstein",
        ("card", "ghost"): "Gespenst",
        ("measure", "money"): "Geld",
        ("end", "goal"): "jemand ist reich",
    },
    "ja": {
        ("game", "market"): "市場",
        ("card", "purse"): "いっぱいの財布",
        ("card", "brick"): "煉瓦",
        ("card", "letter"): "手紙",
        ("card", "relic"): "遺物",
        ("card", "stone"): "石",
        ("card", "ghost"): "幽霊",
        ("measure", "money"): "所持金",
        ("measure", "stock"): "在庫",
        ("end", "goal"): "誰かが富豪になった",
    },
}


@dataclass
class Simulated:
    """The rows of every table."""

    rows: dict[str, list[tuple[Any, ...]]] = field(default_factory=lambda: {table.name: [] for table in TABLES})

    def write(self, path: Path, without: tuple[str, ...] = ()) -> Path:
        with engine(1) as connection:  # takes longer to open than a table to write
            for table in TABLES:
                file_of(path, table.name).unlink(missing_ok=True)
                if table.name not in without:
                    write_table(file_of(path, table.name), table, self.rows[table.name], connection)
        return path


def simulate(
    games: int = 120,
    players: int = 3,
    seed: int = 1,
    bots: tuple[str, ...] = ("plain",),
    purse: int = WORTH["purse"],
    variants: tuple[str, ...] = (),
    broken: int = 0,
    together: bool = False,
    names: dict[str, dict[tuple[str, str], str]] = NAMES,
) -> Simulated:
    """Games of the market; `purse` is the value that a variant changes, `broken` the number that end with an error.

    `together` says whether all win or lose together.
    """
    found = Simulated()
    for game in range(games):
        _Game(found, game, Random(f"{seed} {game}"), players, bots, purse, game >= games - broken, together).play()
    found.rows["options"] = [
        (game, LINES[name], name, *counts)
        for game in range(games)
        for name, counts in (("play", (9, 4)), ("pass", (9, 5)))
    ]
    found.rows["options"] += [(game, LINES["pass"], "rest", 2, 0) for game in range(games)]
    found.rows["lines"] = [
        (line, "option" if name in ("play", "pass") else "effect", name, name != "flee") for name, line in LINES.items()
    ]
    found.rows["names"] = [(kind, key, lang, text) for lang in names for (kind, key), text in names[lang].items()]
    facts = {
        "game": "market",
        "variants": list(variants),
        "without": [],
        "players": players,
        "bots": list(bots),
        "seed": seed,
        "games": games,
        "languages": list(names),
        "cards": CARDS,
        "together": together,
        "acting": [
            key for key, kind in CARDS.items() if key == "crown" or (key != "coin" and kind in ("gift", "rare"))
        ],
        "version": "0.1.0",
        "source_hash": "0123456789abcdef",
    }
    found.rows["run"] = sorted((key, json.dumps(value)) for key, value in facts.items())
    return found


class _Game:
    """One game."""

    def __init__(
        self,
        out: Simulated,
        game: int,
        luck: Random,
        players: int,
        bots: tuple[str, ...],
        purse: int,
        breaks: bool,
        together: bool,
    ) -> None:
        self.out, self.game, self.luck, self.breaks, self.together = out, game, luck, breaks, together
        self.worth = {**WORTH, "purse": purse}
        self.bots = [bots[(seat + game) % len(bots)] for seat in range(players)]
        self.money = [0] * players
        self.cards: dict[tuple[str, int], Counter[str]] = {}
        self.decisions: list[tuple[Any, ...]] = []
        self.leaders: list[int] = []

    def play(self) -> None:
        players, first = len(self.money), self.luck.randrange(len(self.money))
        for number in range(1, ROUNDS + 1):
            for turn in range(players):
                self.turn(number, (first + turn) % players)
            self.facts(number)
            if max(self.money) >= GOAL:
                break
        self.end(number, first)

    def turn(self, number: int, seat: int) -> None:
        earned = self.luck.randint(2, 9) + (3 if self.bots[seat] == "keen" else 0)
        card = self.luck.choice(DRAWN)
        values = self.cards.setdefault((card, seat), Counter())
        values["held"] += 1
        self.decide(number, seat, "earn", 1, "earn")
        if card in self.worth:
            values["offered"] += 1
            takes = self.luck.random() < 0.8
            self.decide(number, seat, "play" if takes else "pass", 2, f"play({card})" if takes else "pass")
            if takes:
                values["chosen"] += 1
                values["acted"] += 1
                earned += self.worth[card]
        elif card in ("coupon", "coin"):
            values["offered"] += 1
            values["chosen"] += 1
            self.decide(number, seat, "pass", 2, f"discard({card})")
        elif card == "relic":
            values["offered"] += 1
            self.decide(number, seat, "pass", 2, "pass")
        self.money[seat] = max(0, self.money[seat] + earned)

    def decide(self, number: int, seat: int, at: str, options: int, key: str) -> None:
        self.decisions.append((self.game, len(self.decisions) + 1, number, seat, LINES[at], options, key))

    def facts(self, number: int) -> None:
        rows = self.out.rows["facts"]
        rows.append((self.game, number, "stock", -1, 100 - 3 * number))
        for measure in ("money", "value"):
            rows += [(self.game, number, measure, seat, money) for seat, money in enumerate(self.money)]
        best = [seat for seat, money in enumerate(self.money) if money == max(self.money)]
        if len(best) == 1:
            self.leaders.append(best[0])

    def end(self, rounds: int, first: int) -> None:
        rows, money = self.out.rows, self.money
        best = [seat for seat in range(len(money)) if money[seat] == max(money)]
        rows["decisions"] += self.decisions
        rows["decks"] += [(self.game, "bank", 30, 0 if rounds > 8 else 3, 9 if rounds > 8 else None, 0)]
        rows["decks"] += [(self.game, "ruins", 0, 0, 1, 2)]
        rows["cards"] += [
            (self.game, card, seat, *(values[what] for what in ("held", "offered", "chosen", "acted")))
            for (card, seat), values in self.cards.items()
        ]
        rows["cards"] += [(self.game, "omen", -1, 2, 0, 0, 0), (self.game, "prize", best[0], 1, 0, 0, 0)]
        rows["cards"].append((self.game, "crown", best[0], 1, 0, 0, 1))
        forced = sum(one[5] == 1 for one in self.decisions)
        changes = sum(a != b for a, b in zip(self.leaders, self.leaders[1:], strict=False))
        last = max((at for at, who in enumerate(self.leaders, 1) if who != best[0]), default=0)
        ordered = sorted(money, reverse=True)
        head = (self.game, 1000 + self.game, len(money))
        counted = (len(self.decisions), forced, rounds, rounds * len(money))
        if self.breaks:
            rows["games"].append(
                (*head, "rule error", *counted, 0, None, 0, None, "no such place\nat line 3", "{}", None)
            )
        else:
            reason = "goal" if max(money) >= GOAL else "play ended"
            settled = last / rounds if len(best) == 1 else None
            lead: tuple[object, ...] = (len(best), ordered[0] - ordered[1], changes, settled)
            if self.together:
                lead = (len(money) if reason == "goal" else 0, None, 0, None)
            rows["games"].append(
                (*head, reason, *counted, *lead, None, None, "rules.regel:7" if reason == "goal" else None)
            )
        for seat, bot in enumerate(self.bots):
            own = [one for one in self.decisions if one[3] == seat]
            won = 1 / len(best) if seat in best else 0.0
            placed = (money[seat], 1 + sum(other > money[seat] for other in money), won)
            if self.together:
                placed = (sum(money), 1, 1.0) if max(money) >= GOAL else (sum(money), len(money), 0.0)
            values = (None, None, None) if self.breaks else placed
            turn = (seat - first) % len(money)
            rows["seats"].append((self.game, seat, turn, bot, *values, len(own), sum(one[5] == 1 for one in own)))
