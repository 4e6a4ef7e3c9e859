"""Tests of the files of a simulation: rows are read back in SQL, pandas and polars, and queries reach nothing else."""

from __future__ import annotations

import math
import os
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import duckdb
import pytest
import regelwerk
from hypothesis import given, settings
from hypothesis import strategies as st
from plausible import simulate
from posix_only import POSIX
from regelwerk_simulation.batch import run
from regelwerk_simulation.compare.pairs import Pairs
from regelwerk_simulation.dataset import Dataset, DatasetError, engine, file_of, write_table
from regelwerk_simulation.report.making import make_page
from regelwerk_simulation.tables import FACTS, GAMES, NAMES, RUN, SEATS, TABLES, Table

GAME = (0, 2**63 - 1, 2, "goal", 10, 3, 4, 8, 1, None, 2, 0.5, None, None, "a.regel:7")
SEAT = (0, 0, 0, "random", 5, 1, 1.0, 5, 1)


@pytest.fixture
def dataset(tmp_path: Path) -> Iterator[Dataset]:
    path = tmp_path / "it's a batch.parquet"
    broken = (1, -1, 2, "rule error", 0, 0, 0, 0, 0, None, 0, None, "a\nb", "{}\n{}", None)
    rows: dict[Table, list[tuple[object, ...]]] = {
        GAMES: [GAME, broken],
        SEATS: [SEAT, (0, 1, 1, "greedy", None, 2, 0.0, 5, 2)],
        NAMES: [("card", "a", "de", "Überfall"), ("card", "a", "ja", "盗み")],
        FACTS: [],
        RUN: [("players", "2"), ("bots", '["random", "greedy"]')],
    }
    with engine(1) as connection:  # takes longer to open than a table to write
        for table, written in rows.items():
            write_table(file_of(path, table.name), table, written, connection)
    with Dataset.open(path) as opened:
        yield opened


def test_rows_come_back_as_written(dataset: Dataset) -> None:
    assert dataset.tables == ("games", "seats", "facts", "names", "run")
    assert dataset.table().fetchall()[0] == GAME
    assert dataset.rows("SELECT bot FROM games JOIN seats USING (game) WHERE score = ?", (5,)) == [("random",)]
    assert dataset.rows("SELECT count(*) FROM facts") == [(0,)]
    assert dataset.run == {"players": 2, "bots": ["random", "greedy"]}
    assert (dataset.name("card", "a", "ja"), dataset.name("card", "b", "ja")) == ("盗み", "b")


def test_an_answer_takes_no_longer_than_it_may(dataset: Dataset) -> None:
    """A query is stopped whatever DuckDB is doing, and the next one works."""
    endless = "SELECT a, count(*) FROM range(100000000000) t(a) WHERE a > ? GROUP BY a ORDER BY hash(a)"
    for ask in (lambda: dataset.rows(endless, (1,), 0.002), lambda: dataset.answer(endless.replace("?", "1"), 0.002)):
        with pytest.raises(DatasetError, match="the query takes more minutes than allowed"):
            ask()
    assert dataset.rows("SELECT count(*) FROM games") == [(2,)]


def test_pandas_polars_and_duckdb_read_the_same(dataset: Dataset) -> None:
    for name in dataset.tables:
        frame, other = dataset.to_pandas(name), dataset.to_polars(name)
        assert list(frame.columns) == other.columns
        assert len(frame) == other.height
    plain = duckdb.read_parquet(str(file_of(dataset.path, "seats"))).fetchall()  # without this toolkit
    assert dataset.to_polars("seats").rows() == dataset.table("seats").fetchall() == plain
    assert dataset.to_pandas("seats")["bot"].tolist() == ["random", "greedy"]


@pytest.mark.slow
@pytest.mark.parametrize(
    "query",
    [
        "SELECT * FROM read_csv('/etc/passwd')",
        "SELECT * FROM read_text('/etc/hostname')",
        "SELECT * FROM glob('/etc/*')",
        "COPY games TO '{path}'",
        "COPY games TO '{folder}/new.csv'",
        "ATTACH '{folder}/new.db'",
        "SET enable_external_access = true",
        "INSTALL httpfs",
        "CREATE TABLE more AS SELECT 1",
        "SELECT 1; SELECT 2",
        "SELECT nothing FROM games",
        "SELECT",
        "",
    ],
)
def test_a_query_reaches_nothing_but_the_tables(dataset: Dataset, query: str) -> None:
    before = dataset.path.read_bytes()
    with pytest.raises(DatasetError):
        dataset.rows(query.replace("{path}", str(dataset.path)).replace("{folder}", str(dataset.path.parent)))
    assert dataset.path.read_bytes() == before
    assert {file.suffix for file in dataset.path.parent.iterdir()} == {".parquet"}


def test_a_path_is_no_pattern(tmp_path: Path) -> None:
    """DuckDB and polars read `w[ab]` as `wa` and `wb` where they take patterns."""
    for folder, games in (("wa", 3), ("w[ab]", 2)):
        (tmp_path / folder).mkdir()
        path = tmp_path / folder / "pig.parquet"
        regelwerk.simulate("pig", games, seed=1, jobs=1, tables=["all"], output=path).close()
    with Dataset.open(path) as opened:
        assert opened.rows("SELECT count(*) FROM games") == [(2,)]
        assert len(opened.to_polars()) == len(opened.to_pandas()) == 2
        with closing(Pairs(opened, opened)) as pairs:
            assert pairs.games == (0, 1)


@POSIX
def test_a_path_that_is_not_utf8_is_refused_before_play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def play(*_: object) -> None:
        raise AssertionError("played")

    monkeypatch.setattr(run, "play_here", play)
    path = tmp_path / os.fsdecode(b"\xff.parquet")
    with pytest.raises(OSError, match="must be UTF-8"):
        regelwerk.simulate("pig", 2, output=path)
    path.touch()
    with pytest.raises(OSError, match="must be UTF-8"):
        Dataset.open(path)


def test_other_files_are_refused(tmp_path: Path) -> None:
    with pytest.raises(DatasetError, match="no such file"):
        Dataset.open(tmp_path / "none.parquet")
    (tmp_path / "text.parquet").write_text("not Parquet")
    with pytest.raises(DatasetError, match="not the tables of a simulation"):
        Dataset.open(tmp_path / "text.parquet")
    write_table(tmp_path / "seats.parquet", SEATS, [])
    with pytest.raises(DatasetError, match=r"column seed.* missing"):
        Dataset.open(tmp_path / "seats.parquet")


@pytest.mark.parametrize("value", ["{not json", None, "[" * 100_000])
def test_invalid_facts_are_reported_with_their_file(value: str | None, tmp_path: Path) -> None:
    path = tmp_path / "batch.parquet"
    write_table(path, GAMES, [])
    write_table(file_of(path, "run"), RUN, [("game", value)])
    with Dataset.open(path) as dataset, pytest.raises(DatasetError, match=r"batch\.run\.parquet: a value is not"):
        assert dataset.run


@pytest.mark.slow
@pytest.mark.parametrize(
    ("table", "column", "value"),
    [
        (GAMES, "decisions", -1),
        (GAMES, "players", 0),
        (GAMES, "players", 100_000),
        (GAMES, "rounds", None),
        (GAMES, "reason", None),
        (SEATS, "bot", None),
        (SEATS, "won", math.inf),
        (SEATS, "rank", 0),
    ],
)
def test_an_impossible_value_is_reported(table: Table, column: str, value: float | None, tmp_path: Path) -> None:
    path = tmp_path / "batch.parquet"
    rows = {GAMES: GAME, SEATS: SEAT}
    for one in TABLES:
        row = dict(zip((column.name for column in one.columns), rows.get(one, ()), strict=False))
        changed = row | {column: value} if one is table else row
        write_table(file_of(path, one.name), one, [tuple(changed.values())] if row else [])
    message = rf"{file_of(path, table.name).name}: game 0 has an impossible value in column {column}"
    with Dataset.open(path) as data, pytest.raises(DatasetError, match=message):
        make_page([data])


def test_a_seat_without_a_player_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "batch.parquet"
    for one in TABLES:
        rows = {GAMES: [GAME], SEATS: [SEAT, (0, 2, *SEAT[2:])]}.get(one, [])
        write_table(file_of(path, one.name), one, rows)
    with Dataset.open(path) as data, pytest.raises(DatasetError, match="game 0 has no player 2"):
        make_page([data])


@pytest.mark.slow
def test_every_table_can_be_written_without_rows(tmp_path: Path) -> None:
    path = tmp_path / "batch.parquet"
    for each in TABLES:
        write_table(file_of(path, each.name), each, [])
    with Dataset.open(path) as dataset:
        assert dataset.tables == tuple(each.name for each in TABLES)


@pytest.mark.slow
@settings(max_examples=25)
@given(st.lists(st.text(max_size=20).filter(lambda text: "\x00" not in text and text.isprintable()), max_size=5))
def test_any_text_is_read_back(tmp_path_factory: pytest.TempPathFactory, texts: list[str]) -> None:
    path = tmp_path_factory.mktemp("texts") / "batch.parquet"
    with engine(1) as connection:
        write_table(path, GAMES, [], connection)
        rows = [("card", str(at), "en", text) for at, text in enumerate(texts)]
        write_table(file_of(path, "names"), NAMES, rows, connection)
    with Dataset.open(path) as dataset:
        assert [row[3] for row in dataset.table("names").fetchall()] == texts


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("SELECT winner FROM games", "there is no column `winner`; did you mean `winners`?\ngames has game, seed, "),
        (
            "SELECT g.winer FROM games g JOIN seats USING (game)",
            "there is no column `winer`; did you mean `winners`?\ngames has game, ",
        ),
        ("SELECT xyz FROM seats", "there is no column `xyz`\nseats has game, seat, turn_order, bot, "),
    ],
)
def test_a_wrong_column_is_reported_with_the_existing_ones(tmp_path: Path, query: str, said: str) -> None:
    with Dataset.open(simulate(games=2).write(tmp_path / "games.parquet")) as data:
        with pytest.raises(DatasetError) as found:
            data.sql(query)
        assert str(found.value).startswith(said)
        assert [line.split(" ")[0] for line in str(found.value).splitlines()[1:]] == (
            ["games", "seats"] if "JOIN" in query else [query.rsplit(" ", 1)[1]]
        )
        with pytest.raises(DatasetError, match="nosuch"):  # not about a column
            data.sql("SELECT nosuch(game) FROM games")


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("SELECT TIMESTAMPTZ '2020-01-01 12:00'", "needs the Python package pytz"),
        ("SELECT INTERVAL 10000000 year", "too large for Python"),
        ("SELECT '\udcff'", "not UTF-8"),
    ],
)
def test_a_value_that_python_lacks_is_reported(
    query: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pytz", None)
    write_table(tmp_path / "one.parquet", GAMES, [])
    with Dataset.open(tmp_path / "one.parquet") as dataset, pytest.raises(DatasetError, match=said) as caught:
        list(dataset.answer(query)[1])
    assert "Traceback" not in str(caught.value)
