"""`check` and `test` in the game of each variant."""

from __future__ import annotations

from pathlib import Path

from market_game import Command


def test_check_and_test_look_at_every_variant(command: Command, market: Path) -> None:
    rules = next(market.glob("*.regel"))
    text = rules.read_text(encoding="utf-8")
    rules.write_text(text + "\nvariant odd:\n    add scenario odd:\n        expect 1 is 2\n", encoding="utf-8")
    assert "1 variant" in command("check", market).err
    said = command("test", market)
    assert (said.status, "none of 1 variant played" in said.err) == (0, True)
    said = command("test", market, "--variants")
    assert said.status == 1
    assert "odd (odd)" in said.out
    assert "in 2 games: 1 failed" in said.err
    rules.write_text(text + "\nvariant odd:\n    remove something\n", encoding="utf-8")
    said = command("check", market, "--oneline")
    assert said.status == 1
    assert "error[E0901]" in said.out
    said = command("test", market, "--variants")
    assert said.status == 1
    assert "FAILED  the rules compile (odd)" in said.out
    assert "error[E0901]" in said.out
    assert "in 2 games: 1 failed" in said.err  # the base was played all the same


def test_what_fails_with_a_variant_is_named_at_the_end_with_advice(command: Command, market: Path) -> None:
    rules = next(market.glob("*.regel"))
    text = rules.read_text(encoding="utf-8")
    lone = "\ndefine lone -> Int = 1\nscenario one:\n    expect lone is 1\nvariant odd:\n    remove lone\n"
    rules.write_text(text + lone, encoding="utf-8")
    said = command("test", market, "--variant", "odd")
    assert said.status == 1 and "1 failed: one" in said.err, said.err
    assert "`remove scenario.one`, or replace it" in said.out, said.out


def test_a_failing_example_that_is_printed_is_told_as_such(command: Command, market: Path) -> None:
    rules = next(market.glob("*.regel"))
    more = 'define fee -> Int = 1\nchapter fees "Fees":\n    """\n    {{ scenario one }}\n    """\n'
    more += "scenario one:\n    expect fee is 1\nscenario two:\n    expect fee is 1\n"
    text = rules.read_text(encoding="utf-8") + more + "variant dear:\n    amend fee: 1 -> 2\n"
    rules.write_text(text, encoding="utf-8")
    for chosen in (["--variants"], ["--variant", "dear"]):
        said = command("test", market, *chosen)
        line = text[: text.index("{{ scenario one")].count("\n") + 1
        told = f"the booklet shows it, at {rules.name}:{line}: it is not printed so"
        one, two = said.out.split("FAILED  ")[1:]
        assert (said.status, told in one, told in two) == (1, True, False), said.out


def test_what_is_done_after_an_effect_is_reached_wherever_it_returns(command: Command, tmp_path: Path) -> None:
    text = """players 2..4
state:
    n: 0..99 = 0
effect turn(p: Player):
    repeat:
        choose i in 1..3 by p "How many?"
        n += i
        if n > 50: return
effect end_it(p: Player):
    n += 1
    finish
play at most 1_000:
    for each p in Player:
        do turn(p)
        do end_it(p)
outcome for p: most n
variant some "Some":
    after turn(p): n += 1
variant none_left "None":
    after end_it(p): n += 1
"""
    (tmp_path / "rules.regel").write_text(text, encoding="utf-8")
    game = "name: lost\ntitle: Lost\nsources: [rules.regel]\nlanguages: [en]\n"
    (tmp_path / "game.yaml").write_text(game, encoding="utf-8")
    said = command("check", tmp_path, "--oneline")
    assert "some" not in said.out and "W0710" not in said.out, said.out
    assert "rules.regel:20:11: warning[W0702]: nothing calls `end_it_after_none_left`" in said.out, said.out


def test_a_variant_after_an_erratum_fits_the_game_without_it_too(command: Command, tmp_path: Path) -> None:
    text = """players 2..4
state:
    n: 0..99 = 6
play at most 9:
    for each p in Player: n += 1
outcome for p: most n
erratum fewer "Fewer":
    amend n.initial: 6 -> 5
variant two "Two":
    after fewer
    amend n.initial: 6 -> 2
variant three "Three":
    amend n.initial: 6 -> 3
"""
    (tmp_path / "rules.regel").write_text(text, encoding="utf-8")
    game = "name: few\ntitle: Few\nsources: [rules.regel]\nlanguages: [en]\n"
    (tmp_path / "game.yaml").write_text(game, encoding="utf-8")
    for without in ((), ("--without", "fewer")):
        assert command("check", tmp_path, "--variant", "two", *without).status == 0
        assert "n.initial = 2 " in command("explain", tmp_path, "n.initial", "--variant", "two", *without).out
    assert "`n.initial` is 5, not 6" in command("check", tmp_path, "--variant", "three").out
