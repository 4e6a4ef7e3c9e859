"""Tests of machine-written sources: very many lines, very long ones, or long chains; each gets diagnostics quickly."""

from __future__ import annotations

import inspect
import random
import sys
import time
from pathlib import Path

import pytest
from all_games import CARDS, module_of, rules_of
from case_games import rules_of as made
from regelwerk.main import main
from regelwerk_compiler.check.calls import MOST_CALLS
from regelwerk_compiler.driver import check_game, compile_game
from regelwerk_compiler.emit import points
from regelwerk_compiler.model.enums import EnumSymbol
from regelwerk_compiler.resolve.scope import LONGEST_CHAIN
from regelwerk_dsl.diagnostics import Diagnostic
from regelwerk_dsl.parse import MAX_DECLARATIONS, MAX_ERRORS
from regelwerk_dsl.source import NO_SPAN, Span
from regelwerk_runtime.match import Match

pytestmark = pytest.mark.slow

FRAME = "players 2..2\nstate:\n    n: 0..9 = 0\nplay at most 10:\n    {}\n    finish\noutcome for p:\n    most n\n"
LIMIT = 20.0  # seconds of processor time; quadratic versions took minutes


def found(folder: Path, text: str, play: str = "n = 1") -> list[Diagnostic]:
    (folder / "rules.regel").write_text(FRAME.format(play) + text, encoding="utf-8")
    (folder / "game.yaml").write_text("name: large\ntitle: Large\nsources: [rules.regel]\n", encoding="utf-8")
    start = time.process_time()
    diagnostics = check_game(folder).diagnostics
    assert time.process_time() - start < LIMIT
    return diagnostics


def each(count: int, line: str) -> str:
    return "".join(line.format(number=number, next=number + 1) for number in range(count))


def test_a_long_chain_of_lets_is_not_deep(tmp_path: Path) -> None:
    text = (
        "effect e(p: Player):\n    let a0 = n\n"
        + each(4_000, "    let a{next} = a{number} mod 9\n")
        + "    n = a4000\n"
    )
    assert not [item for item in found(tmp_path, text, "do e(Player.first)") if item.code.startswith("E")]


DEEP = "(" * 120 + "d{next}" + " + 0)" * 120
CHAINS = {
    "definitions": each(600, "define d{number} -> Int = d{next} + 0\n") + "define d600 -> Int = 1\n",
    "functions": each(600, "define d{number}(x: Int) -> Int = d{next}(x) + n\n") + "define d600(x: Int) -> Int = 1\n",
    "effects": each(600, "effect e{number}():\n    do e{next}()\n") + "effect e600():\n    n = 1\n",
    "bounds": "define d0 -> Int = 9\n"
    + each(600, "unit U{number} = 0..d{number}\ndefine d{next} -> Int = d{number}\n"),
    "enums": each(600, "enum E{number} = E{next} + a{number}\n") + 'enum E600 "e":\n    z "z"\n',
    "nested": each(150, f"unit U{{number}} = 0..{DEEP}\ndefine d{{number}} -> Int = {DEEP}\n")
    + "define d150 -> Int = 1\n",
}


@pytest.mark.parametrize("name", CHAINS)
def test_a_long_chain_is_refused_with_its_place(name: str, tmp_path: Path) -> None:
    errors = [item for item in found(tmp_path, CHAINS[name]) if item.code.startswith("E")]
    assert {item.code for item in errors} <= {"E0124", "E0306", "E0207"}
    assert errors[0].code == "E0124"
    assert errors[0].span.line > 0


def test_a_chain_that_is_not_too_long_is_accepted(tmp_path: Path) -> None:
    defines = each(LONGEST_CHAIN - 2, "define d{number} -> Int = d{next} + 0\n")
    effects = each(MOST_CALLS - LONGEST_CHAIN - 3, "effect e{number}():\n    do e{next}()\n")
    rest = f"define d{LONGEST_CHAIN - 2} -> Int = 1\neffect e{MOST_CALLS - LONGEST_CHAIN - 3}():\n    n = d0\n"
    assert found(tmp_path, defines + effects + rest, "do e0()") == []


def test_errata_are_not_searched_for_each_message(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each is left out once and all others apply, which squares their number; it was the cube."""
    count = [0]
    holds = Span.holds

    def counted(self: Span, other: Span) -> bool:
        count[0] += 1
        return holds(self, other)

    def work(errata: int) -> int:
        values = each(errata, "define d{number} -> Int = {number}\n")
        text = values + each(errata, 'erratum e{number} "E":\n    amend d{number}: {number} -> {next}\n')
        found(tmp_path, text)
        count[0] = 0
        assert main(["check", str(tmp_path)]) == 0
        return count[0]

    monkeypatch.setenv("REGELWERK_CACHE", "off")
    monkeypatch.setattr(Span, "holds", counted)
    assert work(60) < 5 * work(30)


def test_the_parts_of_a_large_sum_are_not_searched_for_each_member() -> None:
    symbol = EnumSymbol("All", "sum", NO_SPAN)
    for at in range(30_000):
        symbol.join(f"E{at}", at, 1)
    start = time.process_time()
    assert [symbol.owner(at) for at in range(30_000)] == [(f"E{at}", 0) for at in range(30_000)]
    assert time.process_time() - start < LIMIT / 10


def test_a_member_of_a_sum_of_sums_belongs_to_the_nearest(tmp_path: Path) -> None:
    lists = 'enum A "a":\n    x "X"\nenum B "b" = A + y "Y"\nenum C "c" = z "Z" + B + w "W"\n'
    folder = tmp_path / "sums"
    folder.mkdir()
    assert not [item for item in found(folder, lists) if item.code.startswith("E")]
    game = compile_game(folder).game
    assert game is not None
    assert [game.enums["C"].owner(at) for at in range(4)] == [("C", 0), ("B", 0), ("B", 1), ("C", 3)]


def test_values_that_each_read_another_twice_are_followed_once(tmp_path: Path) -> None:
    sums = each(18, "    let v{next} = (v{number} + v{number}) mod 2\n")
    text = f"state:\n    hidden: 0..1 = 0 seen by nobody\neffect e():\n    let v0 = hidden\n{sums}    n = v18\n"
    assert "W0734" in {item.code for item in found(tmp_path, text, "do e()")}


def test_a_pile_that_each_effect_passes_on_twice_is_followed_once(tmp_path: Path) -> None:
    passing = each(22, "effect e{number}(x: pile of Tile):\n    do e{next}(x)\n    do e{next}(x)\n")
    shown = 'effect e22(x: pile of Tile):\n    let c = x.top\n    otherwise: return\n    say "{c}"\n'
    tiles = "cardtype Tile\ncard Tile one\nstate:\n    bag: pile of Tile = all seen by nobody\n"
    assert "W0706" in {item.code for item in found(tmp_path, tiles + passing + shown, "do e0(bag)")}


def test_reading_a_file_stops_after_many_errors(tmp_path: Path) -> None:
    items = found(tmp_path, each(MAX_ERRORS + 500, "define d{number} -> Int = )\n"))
    assert [item.code for item in items[-2:]] == ["E0107", "E0151"]
    assert len(items) == MAX_ERRORS + 1


def test_reading_a_file_stops_after_many_declarations(tmp_path: Path) -> None:
    (item,) = found(tmp_path, "define d -> Int = 1\n" * MAX_DECLARATIONS)
    assert (item.code, item.span.line) == ("E0151", MAX_DECLARATIONS + 5)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (each(4_000, "effect e{number}():\n    n = 1\n"), "W0702"),
        (each(2_000, "define value_{number} -> Int = 1\ndefine w{number} -> Int = valeu_{number}\n"), "E0201"),
        ('enum E "e":\n' + each(10_000, '    m{number} "m"\n'), ""),
        ('chapter c "C":\n    """\n' + "define d -> Int = 3\n" * 20_000, "E0108"),
        ("define d -> Int = " + "(" * 20_000 + "1" + ")" * 20_000 + "\n", "W0702"),
        ("define d -> Int = " + "-" * 20_000 + "1\n", "E0124"),
        ("define d -> Int = " + "a" * 1_000_000 + "\n", "E0201"),
        ("cardtype D " + '"a" ' * 200_000 + ":\n    d: 0..1\n", ""),
    ],
    ids=["unused", "misspelt", "members", "open text", "brackets", "signs", "long name", "strings"],
)
def test_huge_repetitions_are_checked_quickly(text: str, code: str, tmp_path: Path) -> None:
    assert {item.code for item in found(tmp_path, text)} - {"W0702"} <= {code}


ASK = 'effect ask():\n    choose by Player.first:\n        on "On": n = 1\n        off "Off": return\n'


def test_consecutive_conditional_calls_are_emitted_once(tmp_path: Path) -> None:
    lines = []
    for count in (6, 12):
        ladder = "effect ladder():\n" + each(count, "    if n < 9: do ask()  # {number}\n") + "    n = 0\n"
        assert [item.code for item in found(tmp_path, ASK + ladder, "do ladder()") if item.code.startswith("E")] == []
        compiled = compile_game(tmp_path)
        assert compiled.module is not None
        lines.append(compiled.module.count("\n"))
    assert lines[1] - lines[0] < 6 * 40


def test_consecutive_questions_take_linear_time(tmp_path: Path) -> None:
    choice = '    choose by Player.first:\n        on "On {number}": n = 1\n        off "Off {number}": n = 2\n'
    assert {item.code for item in found(tmp_path, "effect ask():\n" + each(1_000, choice), "do ask()")} == set()
    start = time.process_time()
    assert compile_game(tmp_path).module is not None
    assert time.process_time() - start < 2 * LIMIT  # 5 s per 800 on a machine on which 20 million additions take 3 s


def test_definitions_that_call_two_others_are_compiled_once_each(tmp_path: Path) -> None:
    lines = "define d{next} -> Int:\n    let a = d{number}\n    let b = d{number}\n    return max(a, b)\n"
    assert found(tmp_path, "define d0 -> Int = n + 1\n" + each(40, lines), "n = d40 mod 9") == []
    start = time.process_time()
    assert compile_game(tmp_path).module is not None
    assert time.process_time() - start < LIMIT  # 2**20 and more paths lead through them


def test_ranges_are_followed_through_a_limited_number_of_definitions(tmp_path: Path) -> None:
    lines = "define d{next}(k: Int) -> Int = d{number}(k + 1) + (if k > 3 then 1 else d{number}(k - 1))\n"
    text = "define d0(k: Int) -> Int = k + n\n" + each(MOST_CALLS - 10, lines)
    assert found(tmp_path, text, f"n = d{MOST_CALLS - 10}(3)") == []
    assert compile_game(tmp_path).module is not None


def test_counting_steps_past_questions_needs_few_nested_calls(tmp_path: Path) -> None:
    """Python allows 1,000 nested calls, many of which the caller may already have used."""
    row = "effect row():\n" + each(250, "    if n is 9: do ask()\n")
    assert {item.code for item in found(tmp_path, ASK + row, "do row()")} == set()
    game, _ = made(compile_game(tmp_path))
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(len(inspect.stack()) + points.DEEPEST + 60)
    try:
        assert Match.start(game, 2, 1).decision is None
    finally:
        sys.setrecursionlimit(limit)


@pytest.mark.parametrize("name", ["goofspiel", "hearts", "hill_farm", "wizards_duel"])
def test_where_chains_are_cut_makes_no_difference(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    folder, framed = CARDS / "classics" / name, "return NONE, (), ("
    game, usual = rules_of(folder), module_of(folder)
    monkeypatch.setattr(points, "DEEPEST", 1)
    compiled = compile_game(folder)
    assert compiled.module is not None
    assert compiled.module.count(framed) > usual.count(framed)
    matches = [Match.start(one, seed=7) for one in (made(compiled)[0], game)]
    luck = random.Random(7)
    while (decision := matches[0].decision) is not None:
        assert matches[1].decision is not None
        assert decision.keys == matches[1].decision.keys
        index = luck.randrange(len(decision.keys))
        for match in matches:
            match.choose(index)
    assert matches[0].record() == matches[1].record()
