"""Tests of small games against known facts, each with its source, which the games in `cards/classics` reproduce."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
import regelwerk

pytestmark = pytest.mark.slow

Match = Any


def successors(match: Match) -> Iterator[tuple[Any, Match]]:
    """Every option of the decision, with the match after it."""
    for option in match.decision.options:
        after = match.copy()
        after.play(option.index)
        yield option, after


def position(match: Match) -> Hashable:
    """Everything on which the rest of the game depends."""
    return match.engine.position()  # type: ignore[no-any-return]


# ---- tic-tac-toe -----------------------------------------------------------------------------------------------------


def test_tic_tac_toe_has_255168_games_and_5478_positions() -> None:
    """Henry Bottomley, How many games of Noughts and Crosses: 131,184 won by the first, 77,904 by the second, 46,080
    drawn. The number of positions, the empty board included, is 5,478 (for example OpenSpiel's table of games)."""
    known: dict[Hashable, Counter[tuple[int, ...]]] = {}

    def games(match: Match) -> Counter[tuple[int, ...]]:
        key = position(match)
        if key not in known:
            total: Counter[tuple[int, ...]] = Counter()
            if match.decision is None:
                total[tuple(match.outcome.scores)] = 1
            else:
                for _, after in successors(match):
                    total.update(games(after))
            known[key] = total
        return known[key]

    counts = games(regelwerk.load("tic_tac_toe").start(players=2, seed=1))
    assert counts == {(1, 0): 131_184, (0, 1): 77_904, (0, 0): 46_080}
    assert counts.total() == 255_168
    assert len(known) == 5_478


# ---- connect four ----------------------------------------------------------------------------------------------------


def test_connect_four_counts_by_ply() -> None:
    """The nodes of the tree by ply. Up to ply 6 every column is open; at ply 7 the seven lines that would put a seventh
    disc into one column are impossible: 7^7 - 7 = 823,536. Distinct positions: OEIS A212693.
    """
    start = regelwerk.load("connect_four").start(players=2, seed=1)
    ways = Counter([position(start)])
    matches = {position(start): start}
    nodes, positions = [], []
    for _ in range(6):
        ways_after: Counter[Hashable] = Counter()
        matches_after: dict[Hashable, Match] = {}
        for key, match in matches.items():
            if match.decision is not None:
                for _, after in successors(match):
                    key_after = position(after)
                    ways_after[key_after] += ways[key]
                    matches_after[key_after] = after
        ways, matches = ways_after, matches_after
        nodes.append(ways.total())
        positions.append(len(ways))
    nodes.append(sum(ways[key] * len(match.decision.options) for key, match in matches.items()))
    assert nodes == [7, 49, 343, 2_401, 16_807, 117_649, 823_536]
    assert positions == [7, 49, 238, 1_120, 4_263, 16_422]


# ---- Kuhn poker ------------------------------------------------------------------------------------------------------

Tree = Fraction | tuple[None, list[tuple[Fraction, Any]]] | tuple[int, str, dict[str, Any]]
Strategy = Callable[[int, str, str], Fraction]  # player, his knowledge, key of the option -> probability


def tree_of(match: Match) -> Tree:
    """The whole game from here on: values for the first player, chances of nature, players with their knowledge."""
    decision = match.decision
    if decision is None:
        return Fraction(match.outcome.scores[0])
    if decision.player is None:
        return None, [(option.probability, tree_of(after)) for option, after in successors(match)]
    knows = f"{match.state.hand[decision.player]} {match.state.paid[0]} {match.state.paid[1]}"
    return decision.player, knows, {option.key: tree_of(after) for option, after in successors(match)}


def value(tree: Tree, strategy: Strategy) -> Fraction:
    if isinstance(tree, Fraction):
        return tree
    if tree[0] is None:
        return sum((chance * value(below, strategy) for chance, below in tree[1]), Fraction(0))
    player, knows, options = tree
    return sum((strategy(player, knows, key) * value(below, strategy) for key, below in options.items()), Fraction(0))


def moments(tree: Tree, player: int) -> set[tuple[str, tuple[str, ...]]]:
    """The states of knowledge in which the player can be asked, with the keys of his options."""
    if isinstance(tree, Fraction):
        return set()
    if tree[0] is None:
        return set().union(*(moments(below, player) for _, below in tree[1]))
    own = {(tree[1], tuple(tree[2]))} if tree[0] == player else set()
    return own.union(*(moments(below, player) for below in tree[2].values()))


def equilibrium(alpha: Fraction) -> Strategy:
    """Kuhn's solution: the first player bluffs with the jack in a share `alpha` of all cases, 0 to 1/3."""
    third = Fraction(1, 3)
    boldness = {
        (0, "jack 1 1"): alpha,
        (0, "queen 1 1"): Fraction(0),
        (0, "king 1 1"): 3 * alpha,
        (0, "jack 1 2"): Fraction(0),
        (0, "queen 1 2"): alpha + third,
        (0, "king 1 2"): Fraction(1),
        (1, "jack 1 1"): third,
        (1, "queen 1 1"): Fraction(0),
        (1, "king 1 1"): Fraction(1),
        (1, "jack 2 1"): Fraction(0),
        (1, "queen 2 1"): third,
        (1, "king 2 1"): Fraction(1),
    }

    def play(player: int, knows: str, key: str) -> Fraction:
        bold = boldness[player, knows]
        return bold if key.split("(")[0] in ("bet", "call") else 1 - bold

    return play


def best_answer(tree: Tree, player: int, other: Strategy) -> Fraction:
    """The best value that `player` can reach against a fixed strategy, over all of his pure strategies."""
    own = sorted(moments(tree, player))
    values = []
    for keys in product(*(options for _, options in own)):
        plan = {knows: key for (knows, _), key in zip(own, keys, strict=True)}

        def play(who: int, knows: str, key: str, plan: dict[str, str] = plan) -> Fraction:
            return Fraction(plan[knows] == key) if who == player else other(who, knows, key)

        values.append(value(tree, play))
    return max(values) if player == 0 else min(values)


def test_kuhn_poker_is_worth_minus_one_eighteenth() -> None:
    """H. W. Kuhn, A simplified two-person poker (1950): the game is worth -1/18 to the first player."""
    tree = tree_of(regelwerk.load("kuhn_poker").start(players=2, chance="explicit"))
    assert len(moments(tree, 0)) == len(moments(tree, 1)) == 6
    for alpha in (Fraction(0), Fraction(1, 5), Fraction(1, 3)):
        both = equilibrium(alpha)
        assert value(tree, both) == best_answer(tree, 0, both) == best_answer(tree, 1, both) == Fraction(-1, 18)
    assert best_answer(tree, 1, equilibrium(Fraction(1, 2))) < Fraction(-1, 18)  # bluffing too often is punished


# ---- pig -------------------------------------------------------------------------------------------------------------


def test_pig_hold_at_twenty_is_worth_8_14_points_a_turn() -> None:
    """T. W. Neller, C. G. M. Presser, Optimal play of the dice game Pig (2004): a player who holds at twenty scores
    8.14 points per turn on average. After a single roll that is not a one the die shows 4 on average.
    """
    known: dict[int, Fraction] = {}

    def expected(match: Match) -> Fraction:
        """The mean score of the first turn: the score of the player when the other one rolls."""
        decision = match.decision
        if match.state.roller == 1:
            return Fraction(match.state.score[0])
        if decision.player is None:
            assert sum(option.probability for option in decision.options) == 1
            return sum((option.probability * expected(after) for option, after in successors(match)), Fraction(0))
        pot = match.state.pot
        if pot not in known:
            after = match.copy()
            after.choose("hold" if pot >= 20 else "roll")
            known[pot] = expected(after)
        return known[pot]

    exact: dict[int, Fraction] = {pot: Fraction(pot) for pot in range(20, 26)}
    for pot in range(19, -1, -1):
        exact[pot] = sum((exact[pot + pip] for pip in range(2, 7)), Fraction(0)) / 6
    mean = expected(regelwerk.load("pig").start(players=2, chance="explicit"))
    assert mean == exact[0]
    assert round(float(mean), 2) == 8.14


# ---- liar's dice -----------------------------------------------------------------------------------------------------


def test_liars_dice_with_one_die_each_has_4095_ways_to_bid() -> None:
    """With one die each there are 12 bids in one order. A game is any rising sequence of at least one of them, followed
    by a doubt: 2^12 - 1 (OpenSpiel's liars_dice with its default parameters: 147,420 = 36 * 4,095 terminal histories).
    """

    def ways(match: Match) -> int:
        return 1 if match.decision is None else sum(ways(after) for _, after in successors(match))

    match = regelwerk.load("liars_dice").start(players=2, seed=3, given={"left": [1, 1]})
    assert ways(match) == 4_095


# ---- goofspiel -------------------------------------------------------------------------------------------------------


def test_goofspiel_with_three_cards_has_216_histories() -> None:
    """Each hand and the prizes can come in any order: (3!)^3 histories. By symmetry random play is worth zero."""
    three = ["ace", "two", "three"]

    def histories(match: Match) -> Iterator[tuple[int, ...]]:
        if match.decision is None:
            yield tuple(match.outcome.scores)
            return
        for _, after in successors(match):
            yield from histories(after)

    game = regelwerk.load("goofspiel")
    gone = [key for key in game.cards if key.removeprefix("prize.") not in three]
    given = {"held": [three, three], "open": gone}  # the deck, which nobody sees, is shuffled
    ends = list(histories(game.start(players=2, chance="explicit", given=given)))
    assert len(ends) == 216
    assert sum(a - b for a, b in ends) == 0
    assert all(a + b <= 6 for a, b in ends)
    assert max(a for a, _ in ends) == 5  # to win all three, a player would need the higher rank in every round


# ---- wizards' duel ---------------------------------------------------------------------------------------------------


def duel(attacker: list[str], defender: list[str], **given: Any) -> Match:
    """A duel at the beginning of the first wizard's turn, with these hands and nothing to draw."""
    hands = {"hand": [attacker, defender], "deck": [], "sparks": [0, 3], **given}
    return regelwerk.load("wizards_duel").start(players=2, seed=1, given=hands)


def option_called(match: Match, key: str) -> Match:
    [after] = [after for option, after in successors(match) if option.key == key]
    return after


@pytest.mark.parametrize("silences", range(4))
def test_wizards_duel_silences_cancel_in_pairs(silences: int) -> None:
    """A firefly is silenced, that silence is silenced, and so on: the firefly burns if their number is even."""
    hushes = [["hush"] * ((silences + who) // 2) for who in (0, 1)]
    match = option_called(duel(["firefly", *hushes[0]], hushes[1]), "cast(firefly)")
    for _ in range(silences):
        match = option_called(match, "hush")
    while any(option.key == "none" for option in match.decision.options):
        match = option_called(match, "none")
    assert match.state.hearts == [11, 10 if silences % 2 == 0 else 12]  # 11: there was nothing to draw


@pytest.mark.parametrize(("own", "others", "hits", "misses"), [(0, 0, 1, 0), (0, 1, 1, 1), (1, 1, 2, 1), (0, 2, 1, 2)])
def test_wizards_duel_ways_to_answer(own: int, others: int, hits: int, misses: int) -> None:
    """Worked out by hand: a player who has silenced may silence once more, although nothing is left to be silenced."""

    def ends(match: Match) -> Iterator[int]:
        if not any(option.key == "none" for option in match.decision.options):
            yield match.state.hearts[1]
            return
        for _, after in successors(match):
            yield from ends(after)

    match = option_called(duel(["firefly"] + ["hush"] * own, ["hush"] * others), "cast(firefly)")
    assert Counter(ends(match)) == Counter({10: hits, 12: misses})


def test_wizards_duel_waits_with_the_dead() -> None:
    """Two toads and an owl burn: nobody draws or is harmed by a toad before the fire has done its own harm."""
    match = duel(["bonfire"], [], circle=[["owl"], ["toad", "toad"]], wounds={"toad": 1, "toad#2": 1})
    match = option_called(match, "cast(bonfire)")
    assert match.state.hearts == [11 - 2 * 2, 12 - 3]


# ---- hearts ----------------------------------------------------------------------------------------------------------


def test_hearts_passes_three_cards_in_286_ways() -> None:
    """Three of thirteen cards are C(13, 3) = 286 sets. One path of decisions leads to each, not one per order."""

    def ways(match: Match) -> int:
        return 1 if match.decision.player else sum(ways(after) for _, after in successors(match))

    match = regelwerk.load("hearts").start(players=4, seed=5)
    assert ways(match) == 286


def test_hearts_deals_52_cards_and_26_points() -> None:
    """A deal has 13 tricks and 26 points: 13 hearts, and the queen of spades for 13. Whoever takes all of them gives 26
    to each of the others.
    """
    match = regelwerk.load("hearts").start(players=4, seed=2)
    assert len(match.game.cards) == 52
    chance, scores = random.Random(7), [0] * 4
    for _ in range(5):
        played = 0
        while match.decision is not None and list(match.state.score) == scores:
            assert sum(map(len, match.state.hand)) + sum(map(len, match.state.taken)) <= 52
            played += match.decision.keys[0].startswith("face") and not passing(match)
            match.play(chance.randrange(len(match.decision.options)))
        new = list(match.state.score)
        assert played == 52
        assert sum(new) - sum(scores) in (26, 78)
        scores = new


def passing(match: Match) -> bool:
    """Whether cards are passed, before the first one is played."""
    return "pass" in match.decision.prompt


def test_hearts_guesses_keep_what_the_player_has_passed() -> None:
    """While others are still choosing, a guess for a player who has chosen passes the cards that he chose."""
    match = regelwerk.load("hearts").start(players=4, seed=6)
    own = list(match.view(0).hand[0])
    for key in ("face.clubs.nine", "face.diamonds.ten", "face.hearts.queen"):
        assert match.decision.player == 0
        match.choose(key if key in match.decision.keys else match.decision.keys[0])
    differ = set()
    while match.decision.player == 1:
        guess = match.guess(0, match.number)
        assert guess.view(0) == match.view(0)
        while passing(guess):
            guess.play(0)
        true = match.copy()
        while passing(true):
            true.play(0)
        given, kept = set(own) - set(guess.state.hand[0]), set(own) - set(true.state.hand[0])
        assert given == kept
        assert len(given) == 3
        differ.add(tuple(guess.state.hand[1]))
        match.play(len(match.decision.options) // 2)
    assert len(differ) > 1


# ---- hill farm -------------------------------------------------------------------------------------------------------


def test_hill_farm_discards_any_of_five_cards_in_32_ways() -> None:
    """Any number of five different cards are 2^5 sets; of three pennies, none to three."""

    def ways(hand: list[str]) -> int:
        match = regelwerk.load("hill_farm").start(players=2, given={"hand": [["gleaner", *hand], []]})
        match.choose("gleaner")
        return count(match)

    def count(match: Match) -> int:
        if match.decision is None or match.decision.prompt != "Which cards do you discard?":
            return 1
        return sum(count(after) for _, after in successors(match))

    assert ways(["penny", "crown", "purse", "cottage", "manor"]) == 32
    assert ways(["penny", "penny", "penny", "cottage"]) == 4 * 2
