"""Tests of links, pipes, devices and huge files in a game's folder, which are refused with a message."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from attacked_game import write_game
from posix_only import POSIX
from regelwerk.loading import cache
from regelwerk.main import main
from regelwerk_dsl import files
from regelwerk_dsl.diagnostics import Diagnostics
from regelwerk_dsl.disk import MAX_BYTES, files_below, read_bytes
from regelwerk_dsl.files import decode, inside
from regelwerk_dsl.private import is_private, private_folder
from regelwerk_dsl.render import render_line
from regelwerk_dsl.source import SourceFile, Span

pytestmark = POSIX
SECRET = "secret words of another folder"
COMMANDS = (["check"], ["fmt"], ["run", "--seed", "1", "--quiet"], ["translate", "status"], ["print", "--proof"])


@pytest.fixture(autouse=True)
def no_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("REGELWERK_CACHE", "off")
    monkeypatch.chdir(tmp_path)


def every_command(game: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """The output of all commands on a game, none of which may report an internal error or show the secret."""
    said = ""
    for command in COMMANDS:
        status = main([command[0], *(["status"] if command[0] == "translate" else []), str(game), *command[1:]])
        found = capsys.readouterr()
        assert status in (0, 1, 2), (command, found.err)
        assert SECRET not in found.out + found.err, command
        said += found.out + found.err
    return said


@pytest.fixture
def outside(tmp_path: Path) -> Path:
    path = tmp_path / "outside.txt"
    path.write_text(SECRET)
    return path


@pytest.mark.parametrize(
    "name", ["game.yaml", "shop.regel", "sources.yaml", "locale/de.po", "print/cards.yaml", "print/more.yaml"]
)
def test_a_link_out_of_the_folder_is_refused(
    name: str, game: Path, outside: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = game / name
    path.parent.mkdir(exist_ok=True)
    path.unlink(missing_ok=True)
    path.symlink_to(outside)
    said = every_command(game, capsys)
    assert "is a link that leads out of the game's folder" in said
    assert main(["translate", "update", str(game)]) in (0, 1, 2)
    assert outside.read_text() == SECRET and path.is_symlink()


@pytest.mark.parametrize("name", ["locale", "print"])
def test_a_folder_that_is_a_link_is_not_written_or_read(
    name: str, game: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "secret.yaml").write_text(SECRET)
    if (game / name).is_dir():
        (game / name).rename(tmp_path / "away")
    (game / name).symlink_to(other)
    every_command(game, capsys)
    for step in ("update", "extract"):
        assert main(["translate", step, str(game)]) in (1, 2) or name != "locale"
    assert os.listdir(other) == ["secret.yaml"]


@pytest.mark.parametrize("linked", [False, True])
def test_nothing_below_a_linked_folder_is_found(linked: bool, game: Path, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "secret.regel").write_text(SECRET)
    before = sorted(entry.path for entry in files_below(game, linked))
    (game / "elsewhere").symlink_to(tmp_path / "other")
    (game / "circle").symlink_to(game)
    assert sorted(entry.path for entry in files_below(game, linked)) == before


def test_faults_are_not_read_through_a_link(game: Path, outside: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (game / "faults.yaml").symlink_to(outside)
    assert main(["test", str(game), "--faults", "--sample", "1", "--jobs", "1"]) == 1
    assert "leads out of the game's folder" in capsys.readouterr().err


def test_fmt_does_not_write_through_a_link(game: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "mine.regel"
    target.write_text("players   2..3\n")
    (game / "link.regel").symlink_to(target)
    (game / "own.regel").write_text("enum  A = 1..3\n")
    (game / "again.regel").symlink_to(game / "own.regel")
    assert main(["fmt", str(game)]) == 0
    assert (game / "own.regel").read_text() == "enum A = 1..3\n"
    assert main(["fmt", str(game / "link.regel")]) == 1
    assert "it is a link" in capsys.readouterr().err
    assert target.read_text() == "players   2..3\n"


def test_a_link_in_place_of_a_temporary_file_is_not_followed(game: Path, outside: Path) -> None:
    (game / "locale").mkdir()
    for name in (".de.po.part", ".regelwerk-0.part"):
        (game / "locale" / name).symlink_to(outside)
    assert main(["translate", "update", str(game)]) == 0
    assert outside.read_text() == SECRET and (game / "locale" / "de.po").is_file()


@contextmanager
def special(path: Path, kind: str) -> Iterator[None]:
    """Puts something other than an ordinary file at a path: a pipe, device, folder, link or huge file."""
    path.parent.mkdir(exist_ok=True)
    path.unlink(missing_ok=True)
    match kind:
        case "pipe":
            os.mkfifo(path)
        case "device":
            path.symlink_to("/dev/zero")
        case "folder":
            path.mkdir()
        case "circle":
            path.symlink_to(path.name)
        case "huge":
            with path.open("wb") as file:
                file.truncate(50_000_000_000)
    yield


TOLD = {
    "pipe": "is not a plain file",
    "device": "is a link that leads out of the game's folder",
    "folder": "is a folder, not a file",
    "huge": "is larger than 20 megabytes",
    "circle": "link",
}


@pytest.mark.parametrize("kind", TOLD)
@pytest.mark.parametrize("name", ["game.yaml", "shop.regel", "sources.yaml", "locale/de.po", "print/more.yaml"])
def test_anything_but_a_plain_file_is_reported(
    name: str, kind: str, game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with special(game / name, kind):
        wanted = "is not a game" if name == "game.yaml" and kind != "huge" else TOLD[kind]
        assert wanted in every_command(game, capsys)


@pytest.mark.parametrize("kind", TOLD)
def test_strange_files_that_nothing_names_do_not_matter(
    kind: str, game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A strange file that no source names changes neither a command nor the key of the cache."""
    monkeypatch.setenv("REGELWERK_CACHE", str(tmp_path / "cache"))
    for name in ("more.csv", "more.yaml", "art/more.png", "locale/fr.po", "deep/more.regel"):
        with special(game / name, kind):
            continue
    for command in (["check"], ["run", "--seed", "1", "--quiet"]):
        assert main([command[0], str(game), *command[1:]]) == 0, capsys.readouterr().err
    assert main(["fmt", str(game)]) in (0, 1)


def test_a_file_that_nothing_names_may_be_unreadable(
    game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The key of the cache passes by what cannot be read; a mode would not stop root."""
    monkeypatch.setenv("REGELWERK_CACHE", str(tmp_path / "cache"))
    (game / "notes.csv").write_text("mine\n")

    def refused(path: Path, *more: object, **also: object) -> bytes:
        if path.name in ("notes.csv", "shop.regel"):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        return read_bytes(path, *more, **also)  # type: ignore[arg-type]

    monkeypatch.setattr(cache, "read_bytes", refused)
    assert main(["run", str(game), "--seed", "1", "--quiet"]) == 0, capsys.readouterr().err
    monkeypatch.setattr(files, "read_bytes", refused)
    (game / "game.yaml").write_text((game / "game.yaml").read_text() + "# changed\n")
    assert main(["run", str(game), "--seed", "1", "--quiet"]) == 1
    assert "the file `shop/shop.regel` cannot be read: Permission denied" in capsys.readouterr().err


@pytest.mark.parametrize("kind", TOLD)
def test_files_named_on_the_command_line_must_be_plain(
    kind: str, game: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with special(tmp_path / "odd.regel", kind):
        assert main(["check", str(game), "--variant", str(tmp_path / "odd.regel")]) in (1, 2)
        assert main(["replay", str(tmp_path / "odd.regel")]) in (1, 2)
        assert main(["fmt", str(tmp_path / "odd.regel")]) in (1, 2)
        assert "internal error" not in capsys.readouterr().err


def test_a_search_for_the_game_of_a_record_passes_by_pipes(game: Path, tmp_path: Path) -> None:
    assert main(["run", str(game), "--seed", "1", "--quiet", "--record", "one.jsonl"]) == 0
    for kind in ("pipe", "huge"):
        with special(tmp_path / kind / "game.yaml", kind):
            continue
    assert main(["replay", "one.jsonl", "--quiet"]) == 0


@pytest.fixture
def deep(game: Path) -> Iterator[Path]:
    """The game with 1,900 nested folders, which are removed one by one because no other program can do it."""
    here = os.open(game, os.O_RDONLY)
    for _ in range(1_900):
        os.mkdir("d", dir_fd=here)
        inner = os.open("d", os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = inner
    os.close(here)
    yield game
    while (game / "d" / "d").exists():
        (game / "d" / "d").rename(game / "e")
        (game / "d").rmdir()
        (game / "e").rename(game / "d")
    (game / "d").rmdir()


@pytest.mark.slow
def test_deep_folders_and_file_names_that_are_not_unicode(deep: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = (deep / "game.yaml").read_text().replace("[shop.regel]", '["**/*.regel"]')
    (deep / "game.yaml").write_text(text)
    assert main(["check", str(deep)]) == 0, capsys.readouterr().err
    assert main(["fmt", str(deep)]) == 0
    with open(os.fsencode(deep) + b"/odd\x9b31m.regel", "w") as file:
        file.write("players 2..3\n")
    said = every_command(deep, capsys)
    assert "\udc9b" not in said and "\x9b" not in said and "\\udc9b31m.regel" in said


def test_patterns_do_not_take_exponential_time(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (game / ("a" * 200 + ".regel")).write_text("")
    (game / "game.yaml").write_text(
        f"name: shop\ntitle: Shop\nsources: ['{'*a' * 30}b.regel', '{'**/' * 40}x.regel']\n"
    )
    assert main(["check", str(game)]) == 1
    assert capsys.readouterr().out.count("no file of the game matches") == 2


def test_a_plain_file_is_read_up_to_its_limit(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"12345")
    assert read_bytes(path, 5) == b"12345"
    with pytest.raises(OSError, match="larger than"):
        read_bytes(path, 4)
    with path.open("wb") as file:
        file.truncate(MAX_BYTES + 1)
    with pytest.raises(OSError, match="larger than 20 megabytes"):
        read_bytes(path)


@pytest.mark.skipif(
    not Path("/proc/self/status").exists(), reason="only Linux has files that hold more than their size"
)
def test_a_file_that_holds_more_than_its_size(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="larger than"):
        read_bytes(Path("/proc/self/status"), 10)


@pytest.mark.parametrize(
    "path", ["/etc/hosts", "../game.yaml", "a/../game.yaml", "a\\b", "c:b", "a\x1b[2J", "", ".", "/"]
)
def test_paths_in_a_game_are_plain_words_below_its_folder(path: str, tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    diagnostics = Diagnostics()
    assert inside(tmp_path, path, Span(SourceFile("game.yaml", path), 0, 0), diagnostics) is None
    assert [item.code for item in diagnostics] == ["E0157"]
    assert "is a link" not in diagnostics.items[0].message and "\x1b" not in render_line(diagnostics.items[0])


def test_the_target_of_a_link_out_of_a_folder_is_not_below_it(tmp_path: Path) -> None:
    (tmp_path / "game").mkdir()
    (tmp_path / "mine").write_text("mine")
    (tmp_path / "game" / "own").write_text("own")
    (tmp_path / "game" / "near").symlink_to(tmp_path / "game" / "own")
    (tmp_path / "game" / "far").symlink_to(tmp_path / "mine")
    assert {entry.name for entry in files_below(tmp_path / "game")} == {"own", "near"}
    assert {entry.name for entry in files_below(tmp_path / "game", linked=True)} == {"own", "near", "far"}


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_the_first_invalid_byte_is_shown(mark: bytes) -> None:
    diagnostics = Diagnostics()
    assert decode(mark + "ä\nb".encode() + b"\xffc", "file", diagnostics) is None
    assert [(item.code, str(item.span)) for item in diagnostics] == [("E0152", "file:2:2")]


def test_a_folder_that_others_can_write_is_not_private(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tmp_path.chmod(0o700)
    path, inner = tmp_path / "file", tmp_path / "open" / "inner"
    path.touch(0o600)
    inner.mkdir(parents=True, mode=0o700)
    assert is_private(path) and private_folder(inner) == inner
    for mode in (0o620, 0o602):
        path.chmod(mode)
        assert not is_private(path)
    inner.parent.chmod(0o770)  # somebody could put another folder in its place
    assert private_folder(inner) is None
    path.chmod(0o600)
    monkeypatch.setattr(os, "getuid", lambda: path.stat().st_uid + 1)
    assert not is_private(path)


def test_a_folder_with_too_many_files_is_reported(
    game: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("regelwerk_dsl.disk.MOST_FILES", 3)
    with pytest.raises(OSError, match="more than 3 files"):
        list(files_below(write_game(game / "inner")))
    assert main(["fmt", str(game)]) == 2
    assert "has more than 3 files" in capsys.readouterr().err
