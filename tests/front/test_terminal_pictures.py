"""Tests of positions at the terminal: the 80 columns that a person sees, which show nothing hidden, and his input."""

from __future__ import annotations

import io
import random
from collections.abc import Callable
from pathlib import Path

import pytest
import regelwerk
from golden import CASES, check_golden
from market_game import Command
from regelwerk.terminal import terminal_play
from regelwerk.terminal.console import Screen
from regelwerk.terminal.pictures.labels import labels_of
from regelwerk.terminal.position import Position
from regelwerk.terminal.wording import wording_of
from regelwerk_runtime.match import Match
from rich.cells import cell_len

Shows = Callable[[Position], None]


def advanced(match: Match, choices: int, seed: int = 5) -> Match:
    """A match some random choices later, if possible at a decision of the first player."""
    rng = random.Random(seed)
    for at in range(choices + 50):
        decision = match.decision
        if decision is None or (at >= choices and decision.player == 0):
            break
        match.choose(rng.randrange(len(decision.options)))
    return match


def shown(game: regelwerk.Game, lang: str, monkeypatch: pytest.MonkeyPatch, shows: Shows) -> str:
    """A screen of 80 columns without colours."""
    out = io.StringIO()
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr("sys.stdout", out)
    shows(Position(game, Screen(), wording_of(game.start(seed=0), lang), lang))
    return out.getvalue()


def whole(match: Match, player: int = 0) -> Shows:
    """Shows everything, including the player's cards."""

    def show(position: Position) -> None:
        position.show(match, player)
        position.show_hand(match, player)

    return show


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "lang", "choices"),
    [("itc", "en", 250), ("auf_achse", "de", 150), ("tokyo_metro", "ja", 90), ("draughts", "en", 30)],
)
def test_a_position_and_what_changes(name: str, lang: str, choices: int, monkeypatch: pytest.MonkeyPatch) -> None:
    game = regelwerk.load(name)
    before = advanced(game.start(seed=3), choices)
    after = advanced(before.copy(), 4)

    def both(position: Position) -> None:
        whole(before)(position)
        print("\n-------- some choices later\n")
        whole(after)(position)

    text = shown(game, lang, monkeypatch, both)
    assert max(map(cell_len, text.splitlines())) <= 80
    check_golden(CASES / "terminal" / f"{name}.{lang}.txt", text)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["itc", "auf_achse", "tokyo_metro", "hearts", "lantern_night", "wizards_duel"])
def test_a_screen_shows_nothing_hidden(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The screen is the same in every position that fits what the player sees."""
    game = regelwerk.load(name)
    different = 0
    for seed in range(3):
        match = advanced(game.start(seed=seed), 20 + 40 * seed, seed)
        for player in range(match.setup.players):
            guess = match.guess(player, seed)
            different += guess.state != match.state
            assert shown(game, "en", monkeypatch, whole(match, player)) == shown(
                game, "en", monkeypatch, whole(guess, player)
            )
    assert different or name == "tokyo_metro"


def test_a_line_that_comes_back_to_its_station_ends_there(monkeypatch: pytest.MonkeyPatch) -> None:
    game = regelwerk.load("tokyo_metro")
    seeds = iter(range(40))
    match = game.start(seed=next(seeds))
    rng = random.Random(5)
    while match.state.at["oedo"] != 14:  # in some random game the train gets there
        if match.decision is None:
            match = game.start(seed=next(seeds))
        match.choose(rng.randrange(len(match.decision.options)))
    strip = shown(game, "en", monkeypatch, whole(match)).partition("Oedo line")[2]
    stations = [station.strip() for station in strip.split("»")[0].split(" –")]
    assert stations[1] == "Shinjuku"
    assert stations[13] == "Shinjuku["


def test_only_what_has_changed_is_shown_again(monkeypatch: pytest.MonkeyPatch) -> None:
    game = regelwerk.load("connect_four")
    match = advanced(game.start(seed=1), 4)

    def twice(position: Position) -> None:
        position.show(match, 0)
        print("-")
        position.show(match, 0)
        print("-")
        position.show(match, 0, whole=True)

    first, second, third = shown(game, "en", monkeypatch, twice).split("-\n")
    assert second == ""
    assert first == third != ""


def test_changes_have_a_line_per_pile_without_own_cards_and_logged_moves(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = regelwerk.load("tokyo_metro")
    match = game.start(seed=5, players=3)
    later = match.copy()
    while later.state.round == match.state.round or later.engine.player != 0:
        later.choose(0)

    def changes(position: Position) -> None:
        position.show(match, 0)
        print("-----")
        position.show(later, 0)

    text = shown(game, "en", monkeypatch, changes).rpartition("-----")[2]
    column = text.partition("\ncards laid out")[2]
    begun = [line.partition(":")[0].strip() for line in column.splitlines() if ": 3 cards," in line]
    assert begun[:3] == ["orange and red", "grey and light blue", "green and yellow"]
    assert "place before" not in text and "discarded cards" not in text
    game = regelwerk.load("auf_achse")
    match = game.start(seed=7, players=3)
    later = advanced(match.copy(), 1)
    text = shown(game, "en", monkeypatch, changes).rpartition("-----")[2]
    hands = [line for line in text.splitlines() if line.startswith("jobs in hand  ")]
    assert len(hands) == 1 and "Player A" not in hands[0]
    assert "loads " in text and "pay " in text  # the jobs in hand


def test_a_card_is_found_by_its_name(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("c express\nc 205\nc africa\nc expres\nc zzzz\nq\n"))
    said = command("play", "itc", "--seed", "1").out
    assert "Express: number: 10; " in said and "\nPut this card under a transport" in said
    assert "Transport 205: " in said
    assert "Several cards: " in said
    assert "There is no card expres." not in said  # a part of the name is enough
    assert "There is no card zzzz." in said


def test_a_forced_choice_is_taken_and_shown(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{1 + at % 6}\n" for at in range(300)) + "q\n"))
    asked: list[int] = []
    monkeypatch.setattr(terminal_play, "show_options", lambda typed, texts, screen: asked.append(len(texts)))
    said = command("play", "auf_achse", "--seed", "22", "--lang", "en").out
    assert "Which job goes by rail? There is only one choice: " in said
    assert asked
    assert min(asked) > 1


def test_pipes_have_no_pauses(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    pauses: list[float] = []
    monkeypatch.setattr("time.sleep", pauses.append)
    monkeypatch.setattr("sys.stdin", io.StringIO("1\n" * 10 + "p\nq\n"))
    said = command("play", "itc", "--seed", "1", "--pause", "5")
    assert pauses == []
    assert "Pauses are off." in said.out


def test_pauses_lie_between_turns_and_can_be_switched_off(
    command: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    pauses: list[float] = []
    monkeypatch.setattr("time.sleep", pauses.append)
    monkeypatch.setattr(Screen, "is_terminal", True)
    for switched in ("", "p\n"):
        pauses.clear()
        lines = io.StringIO(switched + "1\n" * 9 + "q\n")
        monkeypatch.setattr(lines, "isatty", lambda: True)
        monkeypatch.setattr("sys.stdin", lines)
        command("play", "itc", "--seed", "1", "--pause", "0.5", "--record", tmp_path / "x.jsonl")
        assert set(pauses) == (set() if switched else {0.5})


def test_names_in_hints_are_checked(command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert command("new", "mine").status == 0
    hints = tmp_path / "mine" / "terminal.yaml"
    hints.write_text("upward: [Nowhere]\nsigns: {nothing: x}\nends: {Nobody: home}\n", encoding="utf-8")
    said = command("check", "mine")
    assert said.status == 1
    assert "the game has no family `Nowhere`" in said.out + said.err
    assert "the game has no state variable `nothing`" in said.out + said.err
    assert "the game has no family `Nobody`" in said.out + said.err
    places = command("check", "mine", "--oneline").out
    assert "terminal.yaml:1:10: error[E0159]: the game has no family `Nowhere`" in places  # a value
    assert "terminal.yaml:2:9: error[E0159]: the game has no state variable `nothing`" in places  # a key
    hints.write_text("upwards: []\n", encoding="utf-8")
    assert "there is no key `upwards` here" in "".join(command("check", "mine")[1:])


FLOOR = """\
players 2..2

enum Column = 1..3
enum Row = 1..2
enum Cell = (x: Column, y: Row)

table Pit "pits":
    key | at: Cell
    p1  | Cell(2, 1)
    p2  | Cell(3, 2)

table Flag "flags":
    key  | at: Cell   | name
    home | Cell(1, 2) | "home"
    far  | Cell(2, 1) | "farm"

table Road "roads":
    key | from: Cell | to: Cell
    r1  | Cell(1, 1) | Cell(3, 1)

state:
    robot[Player]: Cell

play at most 9:
    for each p in Player:
        choose c in Cell by p "Where to?"
        robot[p] = c

outcome for p: most 0
"""


def test_values_of_tables_are_drawn_on_their_places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "game.yaml").write_text("name: floor\ntitle: Floor\nsources: [floor.regel]\n", encoding="utf-8")
    (tmp_path / "floor.regel").write_text(FLOOR, encoding="utf-8")
    match = regelwerk.load(tmp_path).start(2, seed=1)
    match.choose("Cell(3, 2)")
    lines = shown(regelwerk.load(tmp_path), "en", monkeypatch, whole(match)).splitlines()
    assert [line.split() for line in lines[:3]] == [
        ["1", "2", "3"],
        ["1", "B", "pi", "farm", "·"],
        ["2", "home", "·", "pi", "A"],
    ]
    assert lines[3].split() == ["A–B", "robot", "pi", "pits"]
    (tmp_path / "terminal.yaml").write_text("hidden: [Pit]\n", encoding="utf-8")
    assert "pi" not in shown(regelwerk.load(tmp_path), "en", monkeypatch, whole(match))


@pytest.mark.parametrize("more", [0, 2])
def test_walls_between_places_are_drawn(more: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pairs that are most of all neighbours are no walls."""
    rows = ["(2, 1) | Cell(1, 1)", "(3, 1) | Cell(3, 2)", "(1, 1) | Cell(1, 2)", "(2, 2) | Cell(3, 2)"][: 2 + more]
    walls = "".join(f"    w{number} | Cell{row}\n" for number, row in enumerate(rows))
    (tmp_path / "game.yaml").write_text("name: floor\ntitle: Floor\nsources: [floor.regel]\n", encoding="utf-8")
    (tmp_path / "floor.regel").write_text(f'{FLOOR}table Wall "walls":\n    key | a: Cell | b: Cell\n{walls}', "utf-8")
    game = regelwerk.load(tmp_path)
    lines = shown(game, "en", monkeypatch, whole(game.start(2, seed=1))).splitlines()
    if more:
        assert not any(sign in line for line in lines for sign in "│─")
        return
    width = lines[0].index("2") - lines[0].index("1") - 1
    assert lines[1].index("│") == lines[0].index("2") - 1
    assert lines[2].rstrip() == " " * lines[0].index("3") + "─" * width
    assert lines[3].startswith("2 home") and "│─ walls" in " ".join(lines[4].split())


RACE = """\
players 2..2

enum Column = 1..3
enum Row = 1..2
enum Cell = (x: Column, y: Row)
enum Side: north "north", east "east"
enum Tile: grass "grass", rock "rock"

table Belt "belts":
    key | at: Cell   | side: Side
    b1  | Cell(2, 1) | north
    b2  | Cell(3, 2) | east

table Wall "walls":
    key | at: Cell   | sides: set of Side
    w1  | Cell(1, 2) | north, east

state:
    robot[Player]: Cell
    board[Player, Cell]: Tile? seen by its player
    hits[Cell]: 0..9 = 0
    hand[Player]: pile of Move = none seen by its player
    deck: pile of Move = all seen by nobody
    register[Player, Row]: place for Move seen by its player

cardtype Move "moves"
card Move go "Go" x4
card Move stay "Stay" x4

setup: shuffle deck

play at most 99:
    for each p in Player:
        draw 4 from deck to hand[p]
        board[p, Cell(1, 1)] = rock
    hits[Cell(1, 1)] = 3
    simultaneously for each p in Player:
        choose a in hand[p] by p "First?"  # allow W0701: four cards
        choose b in hand[p] where b is not a by p "Second?"  # allow W0701: three are left
        move a to register[p, 1]
        move b to register[p, 2]
    for each p in Player:
        choose c in Cell by p "Where to?"
        robot[p] = c

outcome for p: most 0
"""


@pytest.fixture
def race(tmp_path: Path) -> Path:
    """A game with boards of players, belts with directions, and registers."""
    (tmp_path / "game.yaml").write_text("name: race\ntitle: Race\nsources: [race.regel]\n", encoding="utf-8")
    (tmp_path / "race.regel").write_text(RACE, encoding="utf-8")
    return tmp_path


def test_boards_of_players_and_directions_are_drawn(race: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = regelwerk.load(race)
    lines = shown(game, "en", monkeypatch, whole(game.start(2, seed=1))).splitlines()
    assert [line.split() for line in lines[:7]] == [
        ["1", "2", "3"],
        ["1", "AB3", "beN", "·"],
        ["2", "waNE", "·", "beE"],
        ["Player", "A,", "board"],  # no part of the other player's hidden board
        ["1", "2", "3"],
        ["1", "ro", "beN", "·"],
        ["2", "waNE", "·", "beE"],
    ]
    assert lines[7].split() == ["A–B", "robot", "1", "hits", "be", "belts", "wa", "walls", "ro", "rock"]
    assert not any(line.startswith(("board", "hits")) for line in lines[8:])


def test_columns_are_as_wide_as_their_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "game.yaml").write_text("name: night\ntitle: Night\nsources: [night.regel]\n", encoding="utf-8")
    rules = (
        "players 2..2\n"
        'enum Track: doors "doors", locks "locks"\n'
        "enum Pip = 1..2\n"
        "enum Box = (track: Track, pip: Pip)\n"
        "state:\n    sheet[Player]: set of Box\n"
        "play at most 9:\n    choose x in Box by Player.first\n    sheet[Player.first] += x\n"
        "outcome for p: most sheet[p].count\n"
    )
    (tmp_path / "night.regel").write_text(rules, encoding="utf-8")
    game = regelwerk.load(tmp_path)
    lines = shown(game, "en", monkeypatch, whole(game.start(2, seed=1))).splitlines()
    assert [line.split() for line in lines[:2]] == [["doors", "locks"], ["1", "·", "·"]]


def test_the_question_is_shown_again_and_chosen_cards_have_left_the_hand(
    race: Path, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("1\nv\nl\nq\n"))
    first, second, after_v, after_l = command("play", race, "--seed", "1", "--players", "2").out.split("hand (")[1:]
    assert first.startswith("4): ")
    assert second.startswith("3): ") and after_l.startswith("3): ")
    for asked in (second, after_v, after_l):
        assert "Player A: Second?\nChosen so far: Stay\n   1  Go\n   2  Stay\n> \n" in asked


def test_names_on_a_map_tell_places_apart() -> None:
    game = regelwerk.load("tokyo_metro").checked
    stations = [game.member_name("Station", row.key, "en") or "" for row in game.tables["Station"].rows]
    for cells in (2, 4):
        labels = labels_of(stations, cells)
        assert len(set(labels.values())) == len(stations)
        assert max(map(cell_len, labels.values())) <= cells
    assert [labels[name] for name in ("Toyocho", "Toyosu", "Ginza")] == ["Toyc", "Toys", "Ginz"]


def test_a_name_that_is_the_beginning_of_another_stays_whole() -> None:
    assert labels_of(["the mill", "the tower", "A"], 4) == {"the mill": "mill", "the tower": "towe", "A": "A"}
    assert labels_of(["the mill", "mill"], 4) == {"the mill": "the", "mill": "mill"}
    assert labels_of(["die Mühle", "der Turm"], 9) == {"die Mühle": "die Mühle", "der Turm": "der Turm"}
    assert labels_of(["Mita", "Mitaka"], 4) == {"Mita": "Mita", "Mitaka": "Mitk"}
    assert labels_of(["大手町", "大門", "大阪"], 4) == {"大手町": "大手", "大門": "大門", "大阪": "大阪"}
    assert labels_of(["大手町", "大門"], 2) == {"大手町": "大", "大門": "大"}  # no room
