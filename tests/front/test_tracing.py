"""Tests of `run --trace`: every change of the state with the source line that made it, and the amendment around it."""

from __future__ import annotations

import json
import random
import re
import shlex
from pathlib import Path

import pytest
import regelwerk
from market_game import Command
from regelwerk.inspect.tracing import traced
from regelwerk.loading.source import bundled_games
from regelwerk.terminal.describe import Facts
from regelwerk_runtime.engine.blame import source_line, supplier

pytestmark = pytest.mark.slow

RICH = """
variant rich "Much more":
    replace effect receive(p: Player, n: EUR):
        says "{p} receives {n}"
        money[p] += 100 * n
"""
DEARER = """
variant dearer "Dearer gifts":
    amend gift.ulm.price: 500 -> 900
    amend fee: 30 -> 40
    amend dealt: 2 -> 1
    replace define bonus(p: Player) -> EUR = 20
    replace Deed.tax.worth(p) = 6
"""
RULES = """
define fee -> EUR = 30

define dealt -> Int = 2

define bonus(p: Player) -> EUR = if hand[p].count > 3 then 10 else 0

effect arrive(p: Player):
    let cost = fee
    money[p] -= cost
    money[p] += bonus(p)
    draw dealt from deck to hand[p]
"""
SPENT = """\
    otherwise: return
    do arrive(p)
    money[p] += 2 * c.worth(p)
"""
COMMENT = re.compile(r"  # .*  ([\w/]+\.regel):(\d+)$")
TRACED = re.compile(r"^ {8}(.+): (.*) -> (.*)  \(([\w/]+\.regel):(\d+)(?:, (variant|erratum) (\w+))?\)$")


@pytest.mark.parametrize("name", bundled_games())
def test_the_line_map_agrees_with_the_comments_of_the_module(name: str) -> None:
    game = regelwerk.load(name)
    noted = 0
    for number, line in enumerate(game.module.splitlines(), 1):
        if found := COMMENT.search(line):
            noted += 1
            assert source_line(game.rules, number) == (found[1], int(found[2])), line
    assert noted > 3


def test_a_trace_shows_the_statement_that_changed_a_fact(command: Command, market: Path) -> None:
    source = (market / "market.regel").read_text(encoding="utf-8").splitlines()
    changes = [
        found
        for line in command("run", market, "--seed", 1, "--trace").out.splitlines()
        if (found := TRACED.match(line))
    ]
    assert changes
    for label, before, after, file, line, *_ in (change.groups() for change in changes):
        assert file == "market.regel"
        assert before != after
        name = label.split(",")[0].replace(" ", "_")
        assert re.search(rf"\b{name}\b|move|draw", source[int(line) - 1]), (label, source[int(line) - 1])


def test_the_changes_of_a_trace_add_up_to_those_of_the_choice() -> None:
    game = regelwerk.load("itc")
    match = game.start(4, 3)
    for _ in range(60):
        before = {(fact.name, *fact.index): fact.text for fact in Facts(match).all}
        with traced() as trace:
            match.choose(match.number % len(match.engine.options))
        after = {(fact.name, *fact.index): fact.text for fact in Facts(match).all}
        reported = {change.label for change in trace.changes(match)}
        changed = {", ".join(place) for place, text in after.items() if text != before[place]}
        assert changed <= reported


def test_a_trace_names_the_variant_that_a_line_stands_in() -> None:
    match = regelwerk.load("itc", variants=["japanese"]).start(2, 3)
    rng, found = random.Random(1), set[tuple[str, str]]()
    for _ in range(200):
        with traced() as trace:
            match.choose(rng.randrange(len(match.engine.options)))
        found |= {(change.where.partition(":")[0], change.by) for change in trace.changes(match)}
        if ("variants/variants_japanese.regel", "variant japanese") in found:
            break
    assert ("variants/variants_japanese.regel", "variant japanese") in found
    assert ("rules/turn.regel", "") in found
    assert {by for file, by in found if file.startswith("variants")} == {"variant japanese"}


def test_an_erratum_supplies_only_its_own_lines(market: Path) -> None:
    source = market / "market.regel"
    text = source.read_text(encoding="utf-8")
    erratum = """
erratum half "Taxes are halved":
    replace effect pay(p: Player, n: EUR):
        text "Pay {n}."
        money[p] -= n - 100
"""
    source.write_text(text + erratum, encoding="utf-8")
    begin = text.count("\n")
    rules = regelwerk.load(market).rules
    inside = {supplier(rules, file, line) for _, file, line in rules.lines if line > begin}
    outside = {supplier(rules, file, line) for _, file, line in rules.lines if line <= begin}
    assert (inside, outside) == ({"erratum half"}, {""})


def test_a_rule_error_names_card_line_variant_turn_and_a_command_to_reproduce_it(
    command: Command, market: Path
) -> None:
    source = market / "market.regel"
    text = source.read_text(encoding="utf-8") + RICH
    source.write_text(text, encoding="utf-8")
    line = text[: text.index("100 * n")].count("\n") + 1
    said = command("run", market, "--seed", 1, "--variant", "rich", "--checked")
    assert said.status == 1
    what, where, _, excerpt, _, when, replay = said.err.strip().splitlines()
    assert excerpt == f"{line} |         money[p] += 100 * n"
    assert what == "rule error: money would be 51_000, outside -1_000..20_000"
    assert where in [f"  --> in gift.{city}.play market.regel:{line} (variant rich)" for city in ("bonn", "ulm")]
    assert re.fullmatch(r"  at decision \d+: Player [ABC] chose play_card\(gift.(bonn|ulm)\)", when)
    again = shlex.split(replay.removeprefix("  replay: regelwerk "))
    assert command(*again).err == said.err


def test_a_trace_names_the_amended_values_that_a_statement_can_read(command: Command, market: Path) -> None:
    path = _dearer(market)
    games = [command("run", market, "--seed", seed, "--variant", path, "--trace") for seed in range(6)]
    assert {said.status for said in games} == {0}
    found: dict[str, set[str]] = {}
    for line in "".join(said.out for said in games).splitlines():
        if change := re.match(r"^ {8}(.+?)(?:, Player [ABC])?: .* -> .*  \(market\.regel:(\d+)(?:; (.*))?\)$", line):
            statement = (market / "market.regel").read_text("utf-8").splitlines()[int(change[2]) - 1].strip()
            found.setdefault(f"{change[1]} | {statement}", set()).add(change[3] or "")
    assert found == {
        "money | money[p] += n": {"gift.ulm.price by variant dearer (dearer.regel:3)"},  # through a parameter
        "money | money[p] -= n": {"gift.ulm.price by variant dearer (dearer.regel:3)"},
        "money | money[p] -= cost": {"fee by variant dearer (dearer.regel:4)"},  # through a local
        "money | money[p] += bonus(p)": {"bonus by variant dearer (dearer.regel:6)"},
        "money | money[p] += 2 * c.worth(p)": {"tax.worth by variant dearer (dearer.regel:7)"},
        "deck | draw dealt from deck to hand[p]": {"dealt by variant dearer (dearer.regel:5)"},
        "hand | draw dealt from deck to hand[p]": {"dealt by variant dearer (dearer.regel:5)"},
        "deck | draw 1 from deck to hand[p] as c": {""},
        "hand | draw 1 from deck to hand[p] as c": {""},
        "hand | move c to past": {""},
        "past | move c to past": {""},
    }


def test_a_trace_counts_many_added_cards(command: Command, market: Path) -> None:
    added = "".join(
        f'    add card Deed extra{n} "Extra {n}":\n        price = 100\n        play(p):\n            money[p] += 1\n'
        for n in range(4)
    )
    path = market.parent / "more.regel"
    path.write_text(f'variant more "More":\n{added}', encoding="utf-8")
    said = command("run", market, "--seed", 1, "--variant", path, "--trace")
    assert said.status == 0, said.err
    assert "4 declarations by variant more" in said.out
    assert "values of  by" not in said.out


def test_a_trace_can_be_written_as_json(command: Command, market: Path) -> None:
    path = _dearer(market)
    said = command("run", market, "--seed", 1, "--variant", path, "--trace", "--json")
    trace = json.loads(said.out)["trace"]
    assert [step["n"] for step in trace] == list(range(1, json.loads(said.out)["choices"] + 1))
    reported = {name for step in trace for change in step["changes"] for name in change["amended"]}
    assert "gift.ulm.price by variant dearer (dearer.regel:3)" in reported
    assert "trace" not in json.loads(command("run", market, "--seed", 1, "--json").out)


@pytest.mark.parametrize("variant", ["japanese", "green_eight_sided"])
def test_tracing_changes_nothing(variant: str) -> None:
    game = regelwerk.load("itc", variants=[variant])
    plain, followed = game.start(3, 8), game.start(3, 8)
    rng, reported = random.Random(4), 0
    for _ in range(150):
        index = rng.randrange(len(plain.engine.options))
        plain.play(index)
        with traced() as trace:
            followed.play(index)
        reported += any(change.amended for change in trace.changes(followed))
        assert plain.state.to_dict() == followed.state.to_dict()
        assert plain.engine.options == followed.engine.options
    assert plain.log() == followed.log()
    assert reported


def test_a_rule_error_names_the_amended_values_behind_it(command: Command, market: Path) -> None:
    path = _dearer(market)
    path.write_text(DEARER + "    amend EUR.high: 20_000 -> 1_200\n", encoding="utf-8")
    said = command("run", market, "--seed", 2, "--variant", path)
    traced_too = command("run", market, "--seed", 2, "--variant", path, "--trace")
    assert said.status == traced_too.status == 1
    assert said.err == traced_too.err
    what, where, _, excerpt, _, *because = said.err.splitlines()
    assert excerpt.endswith(" |     money[p] += n")
    assert re.fullmatch(r"rule error: money would be 1_\d+, outside -1_000..1_200", what)
    assert re.fullmatch(r"  --> in gift\.ulm\.play market\.regel:\d+", where)
    assert because[:2] == [
        "  because of gift.ulm.price by variant dearer (dearer.regel:3)",
        "  because of EUR.high by variant dearer (dearer.regel:8)",
    ]
    assert because[2].startswith("  at decision ")


def _dearer(market: Path) -> Path:
    """Adds rules to the small game, and writes a variant that amends values read by them."""
    source = market / "market.regel"
    text = source.read_text(encoding="utf-8")
    text = text.replace("    at_once: Bool = no\n", "    at_once: Bool = no\n    worth(p: Player) -> EUR = 1\n")
    text = text.replace("setup:\n", RULES + "\nsetup:\n").replace("    otherwise: return\n", SPENT)
    source.write_text(text.partition("scenario gift")[0], encoding="utf-8")
    path = market / "dearer.regel"
    path.write_text(DEARER, encoding="utf-8")
    return path
