"""Tests of `check` and `test` in the game of each variant."""

from __future__ import annotations

from pathlib import Path

from market_game import Command
from regelwerk.loading.compilation import load_checked
from regelwerk.loading.source import source_of


def test_check_and_test_cover_every_variant(command: Command, market: Path) -> None:
    rules = next(market.glob("*.regel"))
    text = rules.read_text(encoding="utf-8")
    rules.write_text(text + "\nvariant odd:\n    add scenario odd:\n        expect 1 is 2\n", encoding="utf-8")
    assert "also with the variant" in command("check", market).err
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
    assert "in 2 games: 1 failed" in said.err  # the base was played as well


def test_failures_with_a_variant_are_listed_at_the_end_with_advice(command: Command, market: Path) -> None:
    rules = next(market.glob("*.regel"))
    text = rules.read_text(encoding="utf-8")
    lone = "\ndefine lone -> Int = 1\nscenario one:\n    expect lone is 1\nvariant odd:\n    remove lone\n"
    rules.write_text(text + lone, encoding="utf-8")
    said = command("test", market, "--variant", "odd")
    assert said.status == 1 and "1 failed: one" in said.err, said.err
    assert "`remove scenario.one`, or replace it" in said.out, said.out


def test_a_failing_printed_example_is_reported_as_printed(command: Command, market: Path) -> None:
    rules = next(market.glob("*.regel"))
    more = 'define fee -> Int = 1\nchapter fees "Fees":\n    """\n    {{ scenario one }}\n    """\n'
    more += "scenario one:\n    expect fee is 1\nscenario two:\n    expect fee is 1\n"
    text = rules.read_text(encoding="utf-8") + more + "variant dear:\n    amend fee: 1 -> 2\n"
    rules.write_text(text, encoding="utf-8")
    for chosen in (["--variants"], ["--variant", "dear"]):
        said = command("test", market, *chosen)
        line = text[: text.index("{{ scenario one")].count("\n") + 1
        message = f"the booklet shows it, at {rules.name}:{line}: it cannot be printed"
        one, two = said.out.split("FAILED  ")[1:]
        assert (said.status, message in one, message in two) == (1, True, False), said.out


def test_an_addition_after_an_effect_runs_wherever_it_returns(command: Command, tmp_path: Path) -> None:
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
    message = "nothing comes to what is done here: `end_it` never comes to its end"
    assert f"rules.regel:20:11: warning[W0702]: {message}" in said.out, said.out


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


PICTURES = """\
players 2..4
state:
    n: 0..99 = 6
play at most 9:
    for each p in Player: n += 1
outcome for p: most n
chapter rules "Rules":
    \"\"\"
    {{ picture board of setup for 3 }}
    \"\"\"
variant solo "Alone":
    replace players 1..1
"""

BOARD = "boards:\n  board: { title: Board, width: 60, height: 40, draw: [{ rect: [9, 9, 9, 9], fill: '#000000' }] }\n"


def test_a_picture_for_other_numbers_of_players_follows_the_variant(command: Command, tmp_path: Path) -> None:
    """With a variant for one player, the base text shows its set-up for one; a wrong number in the variant's text is an
    error.
    """
    (tmp_path / "print").mkdir()
    (tmp_path / "print" / "board.yaml").write_text(BOARD, encoding="utf-8")
    rules = tmp_path / "rules.regel"
    rules.write_text(PICTURES, encoding="utf-8")
    (tmp_path / "game.yaml").write_text("name: few\ntitle: Few\nsources: [rules.regel]\n", encoding="utf-8")
    said = command("check", tmp_path)
    assert said.status == 0 and "no problems" in said.err, said.out
    for variants, count in ((), 3), (("--variant", "solo"), 1):
        game = load_checked(source_of(tmp_path, variants[1:]))
        (insert,) = game.inserts()
        assert insert.name == f"board of setup for {count}"
        assert command("print", tmp_path, "booklet", *variants, "-o", tmp_path / "out").status == 0
    own = '    add chapter alone "Alone":\n        """\n        {{ picture board of setup for 3 }}\n        """\n'
    rules.write_text(PICTURES + own, encoding="utf-8")
    said = command("check", tmp_path, "--oneline")
    assert said.out.count("E0115") == 1 and "rules.regel:15" in said.out


def test_a_missing_picture_is_reported_without_printing(command: Command, tmp_path: Path) -> None:
    """Texts of variants are checked as well, except for comments."""
    own = '    add chapter alone "Alone":\n        """\n        {{ picture bored }}\n        """\n'
    own = "    # {{ picture nowhere }}\n" + own
    (tmp_path / "rules.regel").write_text(PICTURES.replace("picture board", "picture bord") + own, encoding="utf-8")
    (tmp_path / "game.yaml").write_text("name: few\ntitle: Few\nsources: [rules.regel]\n", encoding="utf-8")
    said = command("check", tmp_path, "--oneline").out
    none = "error[E1040]: there is no picture `{}`"
    assert none.format("bord") in said and none.format("bored") in said and "nowhere" not in said
    (tmp_path / "print").mkdir()
    (tmp_path / "print" / "board.yaml").write_text(BOARD, encoding="utf-8")
    assert command("check", tmp_path).out.count("did you mean `board`?") == 2


MISSING = (
    PICTURES.replace(
        "{{ picture board of setup for 3 }}",
        "{{ picture card.axe }}\n\n    {{ picture card.adze }}\n\n    {{ picture card.ax }}",
    )
    + """\
    add card Tool adze "Adze":
        n = 1
    add chapter alone "Alone":
        \"\"\"
        {{ picture card.adze }}

        {{ picture card.awl }}
        \"\"\"
cardtype Tool "tools":
    n: 0..9
card Tool axe "Axe":
    n = 1
"""
)


def test_a_picture_of_a_missing_card_is_reported_without_printing(command: Command, tmp_path: Path) -> None:
    """Variants may show the cards that they add, chapters of the base may not."""
    (tmp_path / "rules.regel").write_text(MISSING, encoding="utf-8")
    (tmp_path / "game.yaml").write_text("name: few\ntitle: Few\nsources: [rules.regel]\n", encoding="utf-8")
    said = command("check", tmp_path, "--oneline").out
    found = [line.split("no card `")[1].split("`")[0] for line in said.splitlines() if "E1040" in line]
    assert found == ["adze", "ax", "awl"] and "help: there are axe" in command("check", tmp_path).out


def test_a_comment_in_the_base_may_allow_a_warning_of_a_variant(command: Command, tmp_path: Path) -> None:
    rules = """\
players 2..2
enum Good "goods": oil "oil", tea "tea", rum "rum"
state:
    n: 0..99 = 6
play at most 9:
    for each p in Player:
        # allow W0701: with one good there is nothing else
        choose 2 g in Good where g is not rum by p "Which?"
        n += g.count
outcome for p: most n
"""
    (tmp_path / "game.yaml").write_text("name: few\ntitle: Few\nsources: [rules.regel]\n", encoding="utf-8")
    variant = 'variant poor "Poor":\n    remove Good.tea\n'
    for text, idle in ((rules, True), (rules + variant, False), (rules + variant + "\n", False)):
        (tmp_path / "rules.regel").write_text(text, encoding="utf-8")
        said = command("check", tmp_path)
        assert ("W0711" in said.out) is idle, said.out
        assert said.err.count("no problems") == (not idle)
    paper = command("check", tmp_path, "--paper").err
    assert "Drawn without variants" in paper
    assert "Drawn without" not in command("check", tmp_path, "--paper", "--variant", "poor").err
