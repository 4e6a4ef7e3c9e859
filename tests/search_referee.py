"""Second tree searches with random playouts, written from docs/bots.md alone, for small games and few playouts."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from math import log, sqrt
from random import Random
from typing import Any

from greedy_referee import asks_all, considered, everything, preferences
from playout_referee import Horizon, Passing, Scale, let_chance, play_on
from regelwerk_runtime.bots.search.judged import Judged
from regelwerk_runtime.engine.chance import SeedLuck, draw, key_of, mix, seed_key
from regelwerk_runtime.errors import RuleError
from regelwerk_runtime.match import Match


def mixed(match: Match, rng: Random, indices: Sequence[int]) -> list[int]:
    """Options in random order, preferred ones first."""
    some = rng.sample(indices, len(indices))
    told = preferences([match], some)
    return sorted(some, key=lambda index: -told[index])


@dataclass
class Arm:
    """An option of a node, with the worths of its playouts, and for information sets the times it was on offer."""

    worths: list[float] = field(default_factory=list)
    offered: int = 0
    sure: list[float] | None = None
    behind: dict[Hashable, Node] = field(default_factory=dict)


@dataclass
class Node:
    """A node of a tree: its player, the arms in the order in which they were tried, and the options to be tried."""

    player: int
    new: list[int] = field(default_factory=list)
    arms: dict[Any, Arm] = field(default_factory=dict)

    @property
    def visits(self) -> int:
        return sum(len(arm.worths) for arm in self.arms.values())


def mean(worths: list[float]) -> float:
    return sum(worths) / len(worths)


def bound_of(worths: list[float], curious: float) -> float:
    """An upper confidence bound of the mean."""
    middle = mean(worths)
    squares = sum(one * one for one in worths) - sum(worths) * middle + 0.5
    return middle + curious * sqrt(squares / (len(worths) + 2) / len(worths))


def uct(match: Match, scale: Scale, rng: Random, horizon: Horizon, order: list[int], playouts: int) -> Node:
    """The root of a tree over positions."""
    root, player = Node(match.engine.player, [*order]), match.engine.player
    nodes = {position(match): root}
    certain = not match.game.luck and not match.game.cards
    for _ in range(playouts):
        now, passing = match.copy(), Passing(player, horizon.turns)
        if not certain:
            now.engine.luck = SeedLuck(rng.getrandbits(60), now.game.tables.luck.die_keys)
        path, node = list[tuple[Node, int]](), root
        known: list[float] | None = None
        try:
            while True:
                index = select(node, horizon.widening)
                path.append((node, index))
                known = node.arms[index].sure
                if known is not None:
                    break
                is_new = not node.arms[index].worths
                now.choose(index)
                let_chance(now, rng)
                if is_new or now.decision is None or passing.is_over(now):
                    break
                key = position(now)
                if key not in nodes:
                    nodes[key] = Node(now.engine.player, mixed(now, rng, considered([now], everything(now))))
                node = nodes[key]
                if any(node is earlier for earlier, _ in path):
                    break
            if known is None and not (certain and now.decision is None):
                play_on(now, rng, horizon.choices, passing)
        except RuleError:
            pass
        if known is not None:
            worths = known
        elif certain and now.decision is None and len(path) == now.number - match.number and now.error is None:
            worths = scale.worths(now)
            found: list[float] | None = worths
            for earlier, index in reversed(path):
                if found is not None:
                    earlier.arms[index].sure = found
                    found = known_best(earlier)
                    found = None if found is None else [0.5 + (one - 0.5) * 0.999 for one in found]
        else:
            worths = scale.worths(now)
        for earlier, index in path:
            earlier.arms[index].worths.append(worths[earlier.player])
    return root


def position(match: Match) -> Hashable:
    return repr((match.state.to_dict(), match.engine.stack, match.engine.player, match.engine.site))


def select(node: Node, widening: float) -> int:
    """A new option, or the one with the greatest bound."""
    if node.new and len(node.arms) <= widening * sqrt(node.visits):
        index = node.new.pop(0)
        node.arms[index] = Arm()
        return index

    def bound(index: int) -> float:
        arm = node.arms[index]
        if arm.sure is not None:
            return arm.sure[node.player]
        return bound_of(arm.worths, 1.4 * sqrt(log(node.visits)))

    return max(node.arms, key=bound)


def known_best(node: Node) -> list[float] | None:
    """The worth of a position whose best option is certain."""
    sure = [arm.sure for arm in node.arms.values() if arm.sure is not None]
    best = max(sure, key=lambda worths: worths[node.player])
    all_known = not node.new and len(sure) == len(node.arms)
    return best if all_known or best[node.player] >= 0.75 else None


def information_tree(
    guess: Callable[[int], Match], scale: Scale, rng: Random, horizon: Horizon, order: list[int], playouts: int
) -> Node:
    """The root of a tree over what players can tell apart; options are its keys."""
    first = guess(0)
    player, root = first.engine.player, Node(first.engine.player)
    top = dict[Hashable, Node]()
    for number in range(1, playouts + 1):
        now, passing, path = guess(number), Passing(player, horizon.turns), list[tuple[Node, Arm]]()
        below, past = top, list[Any]()
        asking, answers = None, list[tuple[int, Any]]()
        try:
            while now.decision is not None and not passing.is_over(now):
                if now.decision.player is None:
                    let_chance(now, rng)
                    continue
                if asks_all(now) != asking:
                    past, asking, answers = [*past, sorted(answers, key=lambda one: one[0])], asks_all(now), []
                asked, options = now.engine.player, now.engine.options
                own = [answer for one, answer in answers if one == asked]
                key = repr((past, asked, now.engine.site, own))
                node = below.setdefault(key, Node(asked)) if path else root
                usable = considered([now], everything(now)) if path else order
                option = options[_choose(node, now, usable, horizon, rng, in_order=not path)]
                arm = node.arms[option]
                path.append((node, arm))
                if asking is None:
                    below, past = arm.behind, []
                else:
                    answers.append((asked, option))
                now.choose([*options].index(option))
                if not arm.worths:
                    break
            play_on(now, rng, horizon.choices, passing)
        except RuleError:
            pass
        worths = scale.worths(now)
        for earlier, arm in path:
            arm.worths.append(worths[earlier.player])
    return root


def _choose(node: Node, now: Match, usable: Sequence[int], horizon: Horizon, rng: Random, in_order: bool) -> int:
    options = now.engine.options
    known = [index for index in usable if options[index] in node.arms]
    new = [index for index in usable if options[index] not in node.arms]
    if new and len(known) <= horizon.widening * sqrt(node.visits):
        index = new[0] if in_order or len(new) == 1 else mixed(now, rng, new)[0]
        node.arms[options[index]] = Arm(offered=1)
        return index
    for index in known:
        node.arms[options[index]].offered += 1

    def bound(index: int) -> tuple[float, float]:
        arm = node.arms[options[index]]
        return bound_of(arm.worths, 1.4 * sqrt(log(arm.offered))), rng.random()

    return max(known, key=bound)


def judgement_of(name: str, match: Match, seed: int, horizon: Horizon, playouts: int) -> list[Judged]:
    """What `mcts` or `ismcts` makes of the options that it tries, the best first."""
    player = match.engine.player
    rng = Random(draw(mix(seed_key(seed) ^ key_of(f"{name} bot {player}")), match.number))
    guesses = [match.guess(player, rng.getrandbits(60)) for _ in range(2)]
    order = [*everything(match)]
    rng.shuffle(order)
    told = preferences(guesses, considered(guesses, order))
    order = sorted(told, key=lambda index: -told[index])
    base = rng.getrandbits(60)
    start = match.guess(player, base)
    scale = Scale(start)
    if name == "ismcts":
        tree = information_tree(
            lambda number: match.guess(player, mix(base ^ number)), scale, rng, horizon, order, playouts
        )
        arms = {index: tree.arms[option] for index, option in enumerate(match.engine.options) if option in tree.arms}
        found = [Judged(index, len(arm.worths), mean(arm.worths)) for index, arm in arms.items()]
        return sorted(found, key=lambda one: (-one.visits, -one.worth, one.index))
    parts = 8 if match.game.tables.secret_vars or match.game.tables.secret_zones else 1
    share, visits, totals = -(-playouts // parts), Counter[int](), defaultdict[int, float](float)
    for part in range(parts):
        if part:
            start = match.guess(player, rng.getrandbits(60))
        if match.game.luck:
            uct(start, scale, rng, horizon, order, -(-share // 16))
        tree = uct(start, scale, rng, horizon, order, share)
        for index, arm in tree.arms.items():
            visits[index] += len(arm.worths)
            totals[index] += sum(arm.worths)
    sure = {index: arm.sure[player] for index, arm in tree.arms.items() if arm.sure} if parts == 1 else {}
    found = [Judged(i, count, sure.get(i, totals[i] / count)) for i, count in visits.items()]
    worse = {index for index, worth in sure.items() if worth < max(sure.values())}
    return sorted(found, key=lambda one: (one.index in worse, -one.visits, -one.worth, one.index))
