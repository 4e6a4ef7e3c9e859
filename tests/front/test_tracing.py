"""`run --trace`: every change of the facts with the source line that made it, and the amendment it stands in."""

from __future__ import annotations

import random
import re
import shlex
from pathlib import Path

import pytest
import regelwerk
from market_game import Command
from regelwerk.describe import Facts
from regelwerk.finding import bundled_games
from regelwerk.tracing import traced
from regelwerk_runtime.blame import source_line, supplier

RICH = """
variant rich "Much more":
    replace effect receive(p: Player, n: EUR):
        says "{p} receives {n}"
        money[p] += 100 * n
"""
COMMENT = re.compile(r"  # .*  (\w+\.regel):(\d+)$")
TRACED = re.compile(r"^ {8}(.+): (.*) -> (.*)  \((\w+\.regel):(\d+)(?:, (variant|erratum) (\w+))?\)$")


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


def test_a_trace_adds_up_to_what_the_choice_changed() -> None:
    game = regelwerk.load("itc")
    match = game.start(4, 3)
    for _ in range(60):
        before = {(fact.name, *fact.index): fact.text for fact in Facts(match).all}
        with traced() as trace:
            match.choose(match.number % len(match.engine.options))
        after = {(fact.name, *fact.index): fact.text for fact in Facts(match).all}
        told = {change.label for change in trace.changes(match)}
        changed = {", ".join(place) for place, text in after.items() if text != before[place]}
        assert changed <= told


def test_a_trace_names_the_variant_that_a_line_stands_in() -> None:
    match = regelwerk.load("itc", variants=["japanese"]).start(2, 3)
    rng, found = random.Random(1), set[tuple[str, str]]()
    for _ in range(200):
        with traced() as trace:
            match.choose(rng.randrange(len(match.engine.options)))
        found |= {(change.where.partition(":")[0], change.by) for change in trace.changes(match)}
        if ("variants_japanese.regel", "variant japanese") in found:
            break
    assert ("variants_japanese.regel", "variant japanese") in found
    assert ("turn.regel", "") in found
    assert {by for file, by in found if file.startswith("variants")} == {"variant japanese"}


def test_an_erratum_supplies_its_lines_only() -> None:
    rules = regelwerk.load("itc").rules
    errata = {supplier(rules, file, line) for _, file, line in rules.lines if file == "errata.regel"}
    assert errata == {"erratum risk_uncircled"}
    assert {supplier(rules, file, line) for _, file, line in rules.lines if file != "errata.regel"} == {""}


def test_a_rule_error_names_card_line_variant_turn_and_a_command_that_leads_there(
    command: Command, market: Path
) -> None:
    source = market / "market.regel"
    text = source.read_text(encoding="utf-8") + RICH
    source.write_text(text, encoding="utf-8")
    line = text[: text.index("100 * n")].count("\n") + 1
    said = command("run", market, "--seed", 1, "--variant", "rich", "--checked")
    assert said.status == 1
    what, where, when, replay = said.err.strip().splitlines()
    assert what == "rule error: money would be 51_000, outside -1_000..20_000"
    assert where in [f"  --> in gift.{city}.play market.regel:{line} (variant rich)" for city in ("bonn", "ulm")]
    assert re.fullmatch(r"  at decision \d+: Player [ABC] chose play_card\(gift.(bonn|ulm)\)", when)
    again = shlex.split(replay.removeprefix("  replay: regelwerk "))
    assert command(*again).err == said.err
